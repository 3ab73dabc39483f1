//! Learned: a score of a candidate by its surroundings.
//!
//! Two small convolutions over the window, then a layer over them and the numbers beside; where there
//! is no window, on boards that are no grids of squares, a weighted sum of the candidate's numbers.
//! Both say how much more likely a game is won with this candidate than with the one of the best
//! look-ahead, as play-outs have it. The weights are made by `benches/strength/learn.py`, whose first
//! lines say how; they lie here as floats in the order in which they are read, outputs next to each
//! other.

use std::sync::OnceLock;

use crate::count::Counted;
use crate::strategy::lookahead::Outlook;
use crate::strategy::notes::Notes;
use crate::strategy::strongest::CLOSE;
use crate::strategy::surroundings::{
    COMMON, OWN, PLANES, SIDE, Squares, WINDOW, common, own, window,
};

const KERNEL: usize = 3;
const CHANNELS: usize = 16;
const MIDDLE: usize = SIDE - KERNEL + 1;
const LAST: usize = MIDDLE - KERNEL + 1;
const HIDDEN: usize = 32;
const BESIDE: usize = OWN + COMMON;
const INPUTS: usize = CHANNELS * LAST * LAST;

static BYTES: &[u8] = include_bytes!("learned.bin");

/// A row of weights per input, one per output.
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
    /// Added to the outcome of the layers: a weighted sum of the candidate's own numbers, and of these
    /// times each of the position's.
    direct: Matrix<OWN>,
    /// The whole score where there is no window.
    graph: Matrix<OWN>,
}

impl Weights {
    fn read() -> Option<Self> {
        let mut bytes = BYTES;
        Some(Self {
            first: rows(&mut bytes, PLANES * KERNEL * KERNEL)?,
            first_bias: rows(&mut bytes, 1)?,
            second: rows(&mut bytes, CHANNELS * KERNEL * KERNEL)?,
            second_bias: rows(&mut bytes, 1)?,
            hidden: rows(&mut bytes, INPUTS)?,
            beside: rows(&mut bytes, BESIDE)?,
            hidden_bias: rows(&mut bytes, 1)?,
            out: rows(&mut bytes, 1)?,
            direct: rows(&mut bytes, 1 + COMMON)?,
            graph: rows(&mut bytes, 1)?,
        })
    }
}

/// The next so many rows; None if there are not so many.
fn rows<const OUT: usize>(bytes: &mut &[u8], count: usize) -> Option<Matrix<OUT>> {
    let (read, rest) = bytes.split_at_checked(4 * OUT * count)?;
    *bytes = rest;
    let number = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let row = |bytes: &[u8]| std::array::from_fn(|i| number(&bytes[4 * i..]));
    Some(read.chunks_exact(4 * OUT).map(row).collect())
}

fn weights() -> Option<&'static Weights> {
    static WEIGHTS: OnceLock<Option<Weights>> = OnceLock::new();
    WEIGHTS.get_or_init(Weights::read).as_ref()
}

/// The scores of some candidates; None if nothing was learned.
pub fn scores(notes: &Notes, analysis: &Counted, outlooks: &[Outlook]) -> Option<Vec<f64>> {
    let squares = Squares::of(notes.board());
    let rows = features(notes, analysis, outlooks, squares.as_ref());
    rows.iter().map(|row| score(row)).collect()
}

/// What the score of each candidate is made of: its own numbers, the position's, its window.
pub fn features(
    notes: &Notes,
    analysis: &Counted,
    outlooks: &[Outlook],
    squares: Option<&Squares>,
) -> Vec<Vec<f32>> {
    let better = |a: &Outlook, b: &Outlook| b.blend() > a.blend() + CLOSE;
    let Some(best) = outlooks.iter().reduce(|a, b| if better(a, b) { b } else { a }) else {
        return Vec::new();
    };
    let common = common(notes, analysis, best);
    let row = |outlook: &Outlook| {
        let mut row = own(notes, outlook, best).to_vec();
        row.extend(common);
        row.extend(squares.iter().flat_map(|s| window(s, notes, analysis, outlook.cell)));
        row
    };
    outlooks.iter().map(row).collect()
}

/// Of one row of features; None if nothing was learned, or the row is none.
pub fn score(row: &[f32]) -> Option<f64> {
    let weights = weights()?;
    match row.len() {
        BESIDE => Some(f64::from(dot(&weights.graph[0], &row[..OWN]))),
        length if length == BESIDE + WINDOW => {
            let (beside, window) = row.split_at(BESIDE);
            Some(f64::from(layers(weights, beside, window) + direct(weights, beside)))
        }
        _ => None,
    }
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

/// A square of this side, convolved without a border and cut off below 0; place after place.
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

/// Add inputs times their weights to the outputs. Many inputs are 0.
#[inline]
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
