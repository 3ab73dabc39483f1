//! Policies: native strategies. A policy sees a player's notes and a source of chance, never a game.

mod book;
mod csp;
mod equations;
mod guess;
mod learned;
mod lookahead;
mod notes;
mod playout;
mod race;
mod random;
mod ratio;
mod safest;
mod single_point;
pub(crate) mod strongest;
pub(crate) mod surroundings;

use crate::base::Stopped;
use crate::board::Cell;
use crate::count::Resources;
pub(crate) use crate::play::policy::book::inside;
pub(crate) use crate::play::policy::learned::{features, score};
pub(crate) use crate::play::policy::lookahead::Lookahead;
pub use crate::play::policy::lookahead::Outlook;
pub(crate) use crate::play::policy::notes::Notes;
pub(crate) use crate::play::policy::playout::{Boards, Playout};
pub(crate) use crate::play::policy::strongest::outlooks;
use crate::play::seeds::Chance;

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

/// What a policy has on its turn.
pub struct Turn<'a> {
    pub notes: &'a mut Notes,
    pub chance: &'a mut Chance,
    pub resources: Resources<'a>,
    /// How much work a policy that can make use of more may do: 1, or as many times as much.
    pub effort: usize,
    /// By what the policy came to its choice, if it says so.
    pub measure: Measure,
    /// How likely the game is won from here on, where the policy has searched it to its end.
    pub promise: Option<f64>,
}

/// By what a choice was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// By the policy's one rule.
    #[default]
    Rule,
    /// By perfect play.
    Perfect,
    /// By look-ahead.
    Ahead,
    /// By look-ahead that had to stop before all candidates were seen: the position is too wide.
    Cut,
    /// By local estimates: the position is too wide for exact probabilities.
    Local,
}

impl Measure {
    /// Whether the policy had to do with less than it does otherwise.
    pub fn is_fallback(self) -> bool {
        matches!(self, Self::Cut | Self::Local)
    }
}

/// A strategy (Golan 2014, Algorithm 1: Choose). It depends on the labels, on chance and on its effort
/// alone; that notes may be drawn up to date on the way makes no difference.
pub type Policy = fn(&mut Turn<'_>) -> Result<Choice, Stopped>;

/// By name.
pub const POLICIES: [(&str, Policy); 7] = [
    ("random", random::choose),
    ("single-point", single_point::choose),
    ("ratio", ratio::choose),
    ("equations", equations::choose),
    ("csp", csp::choose),
    ("safest", safest::choose),
    ("strongest", strongest::choose),
];

pub fn named(name: &str) -> Option<Policy> {
    POLICIES.iter().find(|(known, _)| *known == name).map(|&(_, policy)| policy)
}
