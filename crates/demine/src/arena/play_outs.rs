//! Play-outs of a position: the probability of winning with each of some cells, by boards drawn from
//! its legal assignments.

use crate::base::{Random, Result};
use crate::board::Cell;
use crate::count::Work;
use crate::position::Position;
use crate::strategy::{Boards, Notes, Playout};

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
) -> Result<Vec<f64>> {
    let played = play_outs(position, cells, boards, [BOARDS_SEED, LUCK_SEED], work)?;
    let value = |(values, risk): (&Vec<Option<f64>>, &f64)| {
        let number = values.iter().flatten().count().max(1) as f64;
        (1.0 - risk) * values.iter().flatten().sum::<f64>() / number
    };
    Ok(played.iter().zip(risks).map(value).collect())
}
