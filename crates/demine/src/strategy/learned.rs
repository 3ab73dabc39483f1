//! Learned: a score of a candidate, computed by a small neural network.
//!
//! On grids of squares the network has two convolutions over the window around the candidate, then a
//! layer over these and the numbers of candidate and position. On other boards the score is a weighted
//! sum of the candidate's numbers. Both estimate how much more likely the game is won with this
//! candidate than with the one that has the best look-ahead, according to play-outs. The weights are
//! made by `benches/strength/learn.py`. `learned.bin` has them as floats in the order of `Weights`,
//! the weights of one input next to each other.

use crate::strategy::lookahead::{Outlook, Situation};
use crate::strategy::strongest::SAME_SCORE;
use crate::strategy::surroundings::{
    COMMON, OWN, PLANES, SIDE, Squares, WINDOW, common, own, window,
};

/// The shape of the network. `learn.py` has the same numbers.
const KERNEL: usize = 3;
const CHANNELS: usize = 16;
const MIDDLE: usize = SIDE - KERNEL + 1;
const LAST: usize = MIDDLE - KERNEL + 1;
const HIDDEN: usize = 32;
const BESIDE: usize = OWN + COMMON;
const INPUTS: usize = CHANNELS * LAST * LAST;
/// Bytes of all weights.
#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
const SIZE: usize = 4
    * (CHANNELS * (PLANES * KERNEL * KERNEL + 1)
        + CHANNELS * (CHANNELS * KERNEL * KERNEL + 1)
        + HIDDEN * (INPUTS + BESIDE + 2)
        + OWN * (COMMON + 2));

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use included::learned_weights;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use included::weights;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use received::weights;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use received::{has_weights, set_weights};

/// A row of weights per input, one weight per output.
type Matrix<const OUT: usize> = Vec<[f32; OUT]>;

struct Weights {
    first: Matrix<CHANNELS>,
    first_bias: Matrix<CHANNELS>,
    second: Matrix<CHANNELS>,
    second_bias: Matrix<CHANNELS>,
    hidden: Matrix<HIDDEN>,
    beside: Matrix<HIDDEN>,
    hidden_bias: Matrix<HIDDEN>,
    out: Matrix<HIDDEN>,
    /// Added to the output of the layers: a weighted sum of the candidate's numbers, and of these times
    /// each of the position's.
    direct: Matrix<OWN>,
    /// The whole score where there is no window.
    graph: Matrix<OWN>,
}

impl Weights {
    fn read(mut bytes: &[u8]) -> Self {
        let bytes = &mut bytes;
        Self {
            first: rows(bytes, PLANES * KERNEL * KERNEL),
            first_bias: rows(bytes, 1),
            second: rows(bytes, CHANNELS * KERNEL * KERNEL),
            second_bias: rows(bytes, 1),
            hidden: rows(bytes, INPUTS),
            beside: rows(bytes, BESIDE),
            hidden_bias: rows(bytes, 1),
            out: rows(bytes, 1),
            direct: rows(bytes, 1 + COMMON),
            graph: rows(bytes, 1),
        }
    }
}

/// The weights as a part of the program.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod included {
    use std::sync::LazyLock;

    use super::Weights;

    static BYTES: &[u8] = include_bytes!("learned.bin");
    static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::read(BYTES));

    /// The weights of `strongest` as a file, for the engine in a browser.
    pub fn learned_weights() -> &'static [u8] {
        BYTES
    }

    pub(super) fn weights() -> &'static Weights {
        &WEIGHTS
    }
}

/// The weights as a file that the host brings: an eighth of the engine, and most visits need none.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod received {
    use std::sync::OnceLock;

    use super::{SIZE, Weights};

    static WEIGHTS: OnceLock<Weights> = OnceLock::new();

    /// Takes the bytes of `learned.bin`, once and for all; false if they are something else.
    pub fn set_weights(bytes: &[u8]) -> bool {
        bytes.len() == SIZE && WEIGHTS.set(Weights::read(bytes)).is_ok()
    }

    /// Whether the host has brought the weights.
    pub fn has_weights() -> bool {
        WEIGHTS.get().is_some()
    }

    pub(super) fn weights() -> &'static Weights {
        WEIGHTS.get().expect("the host brings the weights before it asks for advice")
    }
}

/// Read the next rows.
fn rows<const OUT: usize>(bytes: &mut &[u8], count: usize) -> Matrix<OUT> {
    let (read, rest) = bytes.split_at(4 * OUT * count);
    *bytes = rest;
    let number = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let row = |bytes: &[u8]| std::array::from_fn(|i| number(&bytes[4 * i..]));
    read.chunks_exact(4 * OUT).map(row).collect()
}

/// The inputs of the network for each candidate: its own numbers, the position's, its window.
pub fn features(situation: Situation<'_>, outlooks: &[Outlook]) -> Vec<Vec<f32>> {
    let squares = Squares::of(&situation.notes.board);
    let better = |a: &Outlook, b: &Outlook| b.blend() > a.blend() + SAME_SCORE;
    let Some(best) = outlooks.iter().reduce(|a, b| if better(a, b) { b } else { a }) else {
        return Vec::new();
    };
    let common = common(situation, best);
    let row = |outlook: &Outlook| {
        let mut row = own(situation.notes, outlook, best).to_vec();
        row.extend(common);
        row.extend(squares.iter().flat_map(|s| window(s, situation, outlook.cell)));
        row
    };
    outlooks.iter().map(row).collect()
}

/// The score of a row of features.
pub fn score(row: &[f32]) -> f64 {
    let (beside, window) = row.split_at(BESIDE);
    let score = match window.len() {
        WINDOW => layers(weights(), beside, window) + direct(weights(), beside),
        _ => dot(&weights().graph[0], &beside[..OWN]),
    };
    f64::from(score)
}

fn direct(weights: &Weights, beside: &[f32]) -> f32 {
    let (own, common) = beside.split_at(OWN);
    let times = [1.0].iter().chain(common);
    times.zip(&weights.direct).map(|(number, weights)| number * dot(weights, own)).sum()
}

fn layers(weights: &Weights, beside: &[f32], window: &[f32]) -> f32 {
    let first = convolve::<PLANES>(window, SIDE, &weights.first, &weights.first_bias[0]);
    let second = convolve::<CHANNELS>(&first, MIDDLE, &weights.second, &weights.second_bias[0]);
    let mut hidden = weights.hidden_bias[0];
    add_all(&mut hidden, &second, &weights.hidden);
    add_all(&mut hidden, beside, &weights.beside);
    dot(&weights.out[0], &hidden.map(|value| value.max(0.0)))
}

/// A square of this side, convolved without a border and rectified, place after place.
fn convolve<const DEPTH: usize>(
    square: &[f32],
    side: usize,
    kernel: &Matrix<CHANNELS>,
    bias: &[f32; CHANNELS],
) -> Vec<f32> {
    let after = side - KERNEL + 1;
    let mut out = Vec::with_capacity(CHANNELS * after * after);
    for place in 0..after * after {
        let (row, column) = (place / after, place % after);
        let mut sums = *bias;
        for (tap, weights) in kernel.chunks_exact(KERNEL * DEPTH).enumerate() {
            let from = ((row + tap) * side + column) * DEPTH;
            add_all(&mut sums, &square[from..][..KERNEL * DEPTH], weights);
        }
        out.extend(sums.map(|value| value.max(0.0)));
    }
    out
}

/// Add inputs times their weights to the outputs. Zeros are skipped: many inputs are 0.
fn add_all<const OUT: usize>(out: &mut [f32; OUT], inputs: &[f32], weights: &[[f32; OUT]]) {
    for (&input, weights) in inputs.iter().zip(weights) {
        if input != 0.0 {
            out.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += input * weight);
        }
    }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_every_weight_and_no_other_bytes() {
        assert_eq!(learned_weights().len(), SIZE);
    }
}
