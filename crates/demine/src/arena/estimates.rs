//! Estimates: how likely a game is won from a position, cell by cell, by play-outs.

use crate::base::{Meter, Random, Stopped};
use crate::board::Cell;
use crate::count::Cache;
use crate::position::Position;
use crate::strategy::{Boards, Notes, Playout};

/// Of which the boards are drawn, and others after a death: the same question has the same answer.
const SEED: u64 = 7;
const LUCK: u64 = 0;

/// How likely each cell is survived and the game then won, by so many boards; risks are exact.
pub fn estimates(
    position: &Position,
    cells: &[(Cell, f64)],
    boards: usize,
    cache: Option<&Cache>,
    meter: &Meter<'_>,
) -> Result<Vec<f64>, Stopped> {
    let (notes, mut draws) = (Notes::of(position), Random::new(SEED));
    let behind = Boards::of(position, cache, meter)?;
    let mut sums = vec![(0.0, 0u32); cells.len()];
    for _ in 0..boards {
        let Some(mined) = behind.draw(&mut draws, meter)? else { break };
        for (sum, &(cell, _)) in sums.iter_mut().zip(cells) {
            if mined.binary_search(&cell).is_err() {
                let meter = meter.renew();
                let playout = Playout::new(&notes, &mined, Random::new(LUCK), cache, &meter);
                sum.0 += playout.play_on(cell)?;
                sum.1 += 1;
            }
        }
    }
    let value = |(&(_, risk), &(sum, number)): (&(Cell, f64), &(f64, u32))| {
        (1.0 - risk) * sum / f64::from(number.max(1))
    };
    Ok(cells.iter().zip(&sums).map(value).collect())
}
