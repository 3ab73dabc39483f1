//! Learned: a score of a candidate by its surroundings.
//!
//! A small convolution over the window, then a layer over that and the numbers beside it; where there
//! is no window, on boards that are no grids of squares, a weighted sum of the candidate's numbers.
//! Both say how much more likely a game is won with this candidate than with the one of the best
//! look-ahead, as play-outs have it. The weights are made by `benches/strength/learn.py`, whose first lines say
//! how; they lie here as floats in the order in which they are read.

use std::sync::OnceLock;

use crate::count::Counting as Analysis;
use crate::play::policy::lookahead::Outlook;
use crate::play::policy::notes::Notes;
use crate::play::policy::surroundings::{
    COMMON, OWN, PLANES, SIDE, Squares, WINDOW, common, own, window,
};

const KERNEL: usize = 3;
const CHANNELS: usize = 16;
const MIDDLE: usize = SIDE - KERNEL + 1;
const LAST: usize = MIDDLE - KERNEL + 1;
const HIDDEN: usize = 32;
const BESIDE: usize = OWN + COMMON;
const INPUTS: usize = CHANNELS * LAST * LAST + BESIDE;

static BYTES: &[u8] = include_bytes!("learned.bin");

/// The weights, each list in the order of its indices.
struct Weights {
    first: Vec<f32>,
    first_bias: Vec<f32>,
    second: Vec<f32>,
    second_bias: Vec<f32>,
    hidden: Vec<f32>,
    hidden_bias: Vec<f32>,
    out: Vec<f32>,
    /// Added to the outcome of the layers: a weighted sum of the candidate's own numbers.
    direct: Vec<f32>,
    /// The whole score where there is no window.
    graph: Vec<f32>,
}

impl Weights {
    fn read() -> Option<Self> {
        let numbers = BYTES.chunks_exact(4).map(|bytes| match bytes.try_into() {
            Ok(bytes) => f32::from_le_bytes(bytes),
            Err(_) => 0.0,
        });
        let mut numbers = numbers.collect::<Vec<f32>>().into_iter();
        let mut take = |count: usize| {
            let list: Vec<f32> = numbers.by_ref().take(count).collect();
            (list.len() == count).then_some(list)
        };
        Some(Self {
            first: take(CHANNELS * PLANES * KERNEL * KERNEL)?,
            first_bias: take(CHANNELS)?,
            second: take(CHANNELS * CHANNELS * KERNEL * KERNEL)?,
            second_bias: take(CHANNELS)?,
            hidden: take(HIDDEN * INPUTS)?,
            hidden_bias: take(HIDDEN)?,
            out: take(HIDDEN)?,
            direct: take(OWN)?,
            graph: take(OWN)?,
        })
    }
}

fn weights() -> Option<&'static Weights> {
    static WEIGHTS: OnceLock<Option<Weights>> = OnceLock::new();
    WEIGHTS.get_or_init(Weights::read).as_ref()
}

/// The scores of some candidates; None if nothing was learned.
pub fn scores(notes: &Notes, analysis: &Analysis, outlooks: &[Outlook]) -> Option<Vec<f64>> {
    let squares = Squares::of(notes.board());
    let rows = features(notes, analysis, outlooks, squares.as_ref());
    rows.iter().map(|row| score(row)).collect()
}

/// What the score of each candidate is made of: its own numbers, the position's, its window.
pub fn features(
    notes: &Notes,
    analysis: &Analysis,
    outlooks: &[Outlook],
    squares: Option<&Squares>,
) -> Vec<Vec<f32>> {
    let Some(best) = outlooks.iter().reduce(|a, b| if b.blend() > a.blend() { b } else { a })
    else {
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
        BESIDE => Some(f64::from(dot(&weights.graph, &row[..OWN]))),
        length if length == BESIDE + WINDOW => Some(f64::from(layers(weights, row))),
        _ => None,
    }
}

fn layers(weights: &Weights, row: &[f32]) -> f32 {
    let (beside, window) = row.split_at(BESIDE);
    let middle = convolved(window, PLANES, SIDE, &weights.first, &weights.first_bias);
    let mut inputs = convolved(&middle, CHANNELS, MIDDLE, &weights.second, &weights.second_bias);
    inputs.extend_from_slice(beside);
    let hidden = weights.hidden.chunks(INPUTS).zip(&weights.hidden_bias);
    let hidden: Vec<f32> = hidden.map(|(w, bias)| (dot(w, &inputs) + bias).max(0.0)).collect();
    dot(&weights.out, &hidden) + dot(&weights.direct, &beside[..OWN])
}

/// Planes of a side, convolved without a border and cut off below 0; channel after channel.
fn convolved(planes: &[f32], depth: usize, side: usize, kernels: &[f32], bias: &[f32]) -> Vec<f32> {
    let after = side - KERNEL + 1;
    let mut out = Vec::with_capacity(bias.len() * after * after);
    for (kernel, &bias) in kernels.chunks(depth * KERNEL * KERNEL).zip(bias) {
        let start = out.len();
        out.resize(start + after * after, bias);
        for (tap, &weight) in kernel.iter().enumerate() {
            let (plane, at) = (tap / (KERNEL * KERNEL), tap % (KERNEL * KERNEL));
            let from = plane * side * side + at / KERNEL * side + at % KERNEL;
            for row in 0..after {
                let source = &planes[from + row * side..][..after];
                let target = &mut out[start + row * after..][..after];
                target.iter_mut().zip(source).for_each(|(t, s)| *t += weight * s);
            }
        }
        out[start..].iter_mut().for_each(|value| *value = value.max(0.0));
    }
    out
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
