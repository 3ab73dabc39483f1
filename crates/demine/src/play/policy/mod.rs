//! Policies: native strategies. A policy sees a player's notes and a source of chance, never a game.

mod csp;
mod equations;
mod guess;
mod notes;
mod random;
mod ratio;
mod safest;
mod single_point;

use crate::base::Random;
use crate::base::Stopped;
use crate::board::Cell;
use crate::count::Resources;
pub(crate) use crate::play::policy::notes::Notes;

/// What to open next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Cells that the policy calls free, ascending.
    Sure(Vec<Cell>),
    /// A cell on which it takes its chance.
    Guess(Cell),
    /// Nothing: no cell is left, or the labels contradict each other.
    Nothing,
}

impl Choice {
    fn guess(cell: Option<Cell>) -> Self {
        cell.map_or(Self::Nothing, Self::Guess)
    }

    /// The cells to open.
    pub fn cells(&self) -> &[Cell] {
        match self {
            Self::Sure(cells) => cells,
            Self::Guess(cell) => std::slice::from_ref(cell),
            Self::Nothing => &[],
        }
    }
}

/// A strategy (Golan 2014, Algorithm 1: Choose). It depends on the labels and on chance alone; that
/// notes may be drawn up to date on the way makes no difference.
pub type Policy = fn(&mut Notes, &mut Random, Resources<'_>) -> Result<Choice, Stopped>;

/// By name.
pub const POLICIES: [(&str, Policy); 6] = [
    ("random", random::choose),
    ("single-point", single_point::choose),
    ("ratio", ratio::choose),
    ("equations", equations::choose),
    ("csp", csp::choose),
    ("safest", safest::choose),
];

pub fn named(name: &str) -> Option<Policy> {
    POLICIES.iter().find(|(known, _)| *known == name).map(|&(_, policy)| policy)
}
