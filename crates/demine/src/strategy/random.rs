//! `random`: any covered cell, each equally likely. `single-point`: any covered cell that one number
//! alone does not decide, each equally likely.

use crate::base::Result;
use crate::board::Cell;
use crate::game::Chance;
use crate::strategy::{Choice, Turn};

pub fn choose_covered(turn: &mut Turn<'_>) -> Result<Choice> {
    Ok(Choice::guess(any(turn.notes.covered().collect(), turn.chance)))
}

pub fn choose_undecided(turn: &mut Turn<'_>) -> Result<Choice> {
    Ok(Choice::guess(any(turn.notes.undecided().collect(), turn.chance)))
}

/// One of the cells, each equally likely.
pub fn any(cells: Vec<Cell>, chance: &mut Chance) -> Option<Cell> {
    if cells.is_empty() {
        return None;
    }
    Some(cells[chance.stream().below(cells.len() as u64) as usize])
}
