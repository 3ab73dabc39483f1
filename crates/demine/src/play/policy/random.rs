//! `random`: any covered cell, each equally likely. What every other strategy has to beat.

use crate::base::Random;
use crate::base::Stopped;
use crate::board::Cell;
use crate::count::Resources;
use crate::play::policy::Choice;
use crate::play::policy::notes::Notes;

pub fn choose(
    notes: &mut Notes,
    chance: &mut Random,
    _resources: Resources<'_>,
) -> Result<Choice, Stopped> {
    Ok(Choice::guess(any(notes.covered().collect(), chance)))
}

/// One of the cells.
pub fn any(cells: Vec<Cell>, chance: &mut Random) -> Option<Cell> {
    if cells.is_empty() {
        return None;
    }
    Some(cells[chance.below(cells.len() as u64) as usize])
}
