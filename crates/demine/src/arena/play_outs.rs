//! Play-outs of a position: the probability of winning with each of some cells, by boards drawn from
//! its legal assignments.

use crate::base::{Random, Result};
use crate::board::Cell;
use crate::count::Work;
use crate::position::Position;
use crate::strategy::{Boards, Notes, Playout};

/// A winning rate by play-outs, and its margin of error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinEstimate {
    /// The estimated rate.
    pub win: f64,
    /// The true rate is at most this far away in 95 % of the cases.
    pub margin: f64,
}

impl WinEstimate {
    /// Values lie between 0 and 1, so a coin differs most from board to board. It counts as `COINS`
    /// boards: a few boards that agree by chance prove little.
    fn of(values: &[f64], survival: f64) -> Self {
        let boards = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / boards;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let variance = (squares + COINS * mean * (1.0 - mean)) / (boards - 1.0 + COINS);
        let margin = NORMAL * (variance.max(0.0) / boards).sqrt();
        Self { win: survival * mean, margin: survival * margin }
    }
}

/// The boards for which a coin counts in the margin of an estimate.
const COINS: f64 = 2.0;
/// How many standard deviations hold 95 % of a normal distribution on each side.
const NORMAL: f64 = 1.96;

/// The streams of `estimates`, fixed so that the same question has the same answer.
const BOARDS_SEED: u64 = 7;
const LUCK_SEED: u64 = 0;

/// For each cell, board by board, the probability of winning; None where the cell is mined. Boards are
/// drawn from the first seed, and replaced from the second when a later guess hits a mine.
pub fn play_outs(
    position: &Position,
    cells: &[Cell],
    boards: usize,
    [boards_seed, luck_seed]: [u64; 2],
    work: Work,
) -> Result<Vec<Vec<Option<f64>>>> {
    let (notes, mut draws) = (Notes::of(position), Random::new(boards_seed));
    let all = Boards::of(position, work)?;
    let mut values = vec![Vec::new(); cells.len()];
    for _ in 0..boards {
        let Some(mined) = all.draw(&mut draws, work.meter)? else { break };
        for (values, &cell) in values.iter_mut().zip(cells) {
            values.push(match mined.binary_search(&cell) {
                Ok(_) => None,
                Err(_) => {
                    let (luck, meter) = (Random::new(luck_seed), work.meter.renew());
                    Some(Playout::new(&notes, &mined, luck, work.with(&meter)).play_on(cell)?)
                }
            });
        }
    }
    Ok(values)
}

/// For each cell, which has this risk, the estimated probability of surviving it and winning.
pub fn estimates(
    position: &Position,
    cells: &[Cell],
    risks: &[f64],
    boards: usize,
    work: Work,
) -> Result<Vec<WinEstimate>> {
    let played = play_outs(position, cells, boards, [BOARDS_SEED, LUCK_SEED], work)?;
    let estimate = |(values, risk): (Vec<Option<f64>>, &f64)| {
        WinEstimate::of(&values.into_iter().flatten().collect::<Vec<f64>>(), 1.0 - risk)
    };
    Ok(played.into_iter().zip(risks).map(estimate).collect())
}
