//! `ratio`: Garg 2019, §III. Sure-shot cells, else a neighbour of the count with the least ratio.
//!
//! The ratio of a revealed cell is (value − flagged neighbours) / unrevealed neighbours. Of the
//! first cell with the least ratio, the first such neighbour is opened; where there is none, and on
//! an empty grid, the first covered cell without a flag.

use crate::base::Stopped;
use crate::board::Cell;
use crate::strategy::notes::Notes;
use crate::strategy::{Choice, Turn};

pub fn choose(turn: &mut Turn<'_>) -> Result<Choice, Stopped> {
    let notes = &mut *turn.notes;
    let sure = notes.sure();
    if !sure.is_empty() {
        return Ok(Choice::Sure(sure));
    }
    let cell = least_ratio(notes).or_else(|| notes.open_questions().next());
    Ok(Choice::guess(cell))
}

fn least_ratio(notes: &Notes) -> Option<Cell> {
    // a/b < c/d, in whole numbers; of equal ones the first stays.
    let less = |(_, a, b): &(Cell, u32, u32), (_, c, d): &(Cell, u32, u32)| {
        (u64::from(*a) * u64::from(*d)).cmp(&(u64::from(*c) * u64::from(*b)))
    };
    let (cell, ..) = notes.counts().min_by(less)?;
    notes.board().neighbours(cell).iter().copied().find(|&v| notes.is_open_question(v))
}
