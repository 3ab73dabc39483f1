//! `random`: any covered cell, each equally likely. What every other strategy has to beat.

use crate::base::Stopped;
use crate::board::Cell;
use crate::game::Chance;
use crate::strategy::{Choice, Turn};

pub fn choose(turn: &mut Turn<'_>) -> Result<Choice, Stopped> {
    Ok(Choice::guess(any(turn.notes.covered().collect(), turn.chance)))
}

/// One of the cells.
pub fn any(cells: Vec<Cell>, chance: &mut Chance) -> Option<Cell> {
    if cells.is_empty() {
        return None;
    }
    Some(cells[chance.stream().below(cells.len() as u64) as usize])
}
