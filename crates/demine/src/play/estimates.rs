//! Estimates: how likely a game is won from a position, cell by cell, by play-outs.
//!
//! Some boards are drawn from those that agree with the position; on each that leaves the cell free a
//! plain policy plays on without deaths. The same boards serve all cells, so that their differences
//! tell more than each value.

use crate::base::{Random, Stopped};
use crate::board::Cell;
use crate::count::Resources;
use crate::play::arena::Contest;
use crate::play::game::{First, GameError};
use crate::play::policy::strongest;
use crate::play::survival::{Rebirth, draw_board};
use crate::position::{Label, Position};

/// Of which the boards are drawn: the same question has the same answer.
const SEED: u64 = 7;

/// How likely each cell is survived and the game then won, by so many boards; risks are exact.
pub fn estimates(
    position: &Position,
    cells: &[(Cell, f64)],
    boards: usize,
    resources: Resources<'_>,
) -> Result<Vec<f64>, Stopped> {
    let mut draws = Random::new(SEED);
    let mut sums = vec![(0.0, 0u32); cells.len()];
    for _ in 0..boards {
        let Some(mined) = draw_board(position, &mut draws, resources)? else { break };
        let Ok(contest) = contest(position, &mined) else { break };
        let game = Rebirth::begin_on(&contest, &mined, opened_cells(position));
        for (sum, &(cell, _)) in sums.iter_mut().zip(cells) {
            if mined.binary_search(&cell).is_err() {
                sum.0 += game.fork(&mined).play_on(&contest, cell, resources.meter)?;
                sum.1 += 1;
            }
        }
    }
    let value = |(&(_, risk), &(sum, number)): (&(Cell, f64), &(f64, u32))| {
        (1.0 - risk) * sum / f64::from(number.max(1))
    };
    Ok(cells.iter().zip(&sums).map(value).collect())
}

fn contest(position: &Position, mined: &[Cell]) -> Result<Contest, GameError> {
    let (board, mines) = (position.board().clone(), mined.len() as i64);
    Contest::of(board, mines, First::Risky, strongest::steady)
}

fn opened_cells(position: &Position) -> impl Iterator<Item = Cell> + '_ {
    let labels = (0..).zip(position.labels());
    labels.filter(|(_, label)| matches!(label, Label::Count(_))).map(|(cell, _)| cell)
}
