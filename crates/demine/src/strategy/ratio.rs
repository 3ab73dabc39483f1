//! `ratio`: Garg 2019, §III. Sure-shot cells, else a neighbour of the number with the least ratio.
//!
//! The ratio of a revealed cell is (value − flagged neighbours) / unrevealed neighbours. The strategy
//! opens the first such neighbour of the first cell with the least ratio. Where there is none, and on
//! an empty grid, it opens the first covered cell without a flag.

use crate::base::Result;
use crate::board::Cell;
use crate::strategy::notes::Notes;
use crate::strategy::{Choice, Turn};

pub fn choose(turn: &mut Turn<'_>) -> Result<Choice> {
    let notes = &*turn.notes;
    Ok(Choice::guess(least_ratio(notes).or_else(|| notes.undecided().next())))
}

fn least_ratio(notes: &Notes) -> Option<Cell> {
    // a/b < c/d in whole numbers. `min_by` keeps the first of equal ratios.
    let less = |(_, a, b): &(Cell, u32, u32), (_, c, d): &(Cell, u32, u32)| {
        (u64::from(*a) * u64::from(*d)).cmp(&(u64::from(*c) * u64::from(*b)))
    };
    let (cell, ..) = notes.numbers().min_by(less)?;
    notes.board.neighbours(cell).iter().copied().find(|&v| notes.is_undecided(v))
}
