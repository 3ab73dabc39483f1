//! Strategies: native strategies. A strategy sees a player's notes and a source of chance, never a game.

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

use crate::base::{Meter, Stopped};
use crate::board::Cell;
use crate::count::Cache;
use crate::game::Chance;
pub(crate) use crate::strategy::book::inside;
pub(crate) use crate::strategy::learned::{features, score};
pub(crate) use crate::strategy::lookahead::Lookahead;
pub use crate::strategy::lookahead::Outlook;
pub(crate) use crate::strategy::notes::Notes;
pub(crate) use crate::strategy::playout::{Boards, Playout};
pub(crate) use crate::strategy::strongest::outlooks;

/// What to open next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Cells that the strategy calls free, ascending.
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

/// What a strategy has on its turn.
pub struct Turn<'a> {
    pub notes: &'a mut Notes,
    pub chance: &'a mut Chance,
    pub cache: Option<&'a Cache>,
    pub meter: &'a Meter<'a>,
    /// How much work a strategy that can make use of more may do: 1, or as many times as much.
    pub effort: usize,
    /// By what the strategy came to its choice, if it says so.
    pub measure: Measure,
    /// How likely the game is won from here on, where the strategy has searched it to its end.
    pub promise: Option<f64>,
}

/// By what a choice was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// By the strategy's one rule.
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
    /// Whether the strategy had to do with less than it does otherwise.
    pub fn is_fallback(self) -> bool {
        matches!(self, Self::Cut | Self::Local)
    }
}

/// A strategy (Golan 2014, Algorithm 1: Choose). It depends on the labels, on chance and on its effort
/// alone; that notes may be drawn up to date on the way makes no difference.
pub type Strategy = fn(&mut Turn<'_>) -> Result<Choice, Stopped>;

/// By name.
pub const STRATEGIES: [(&str, Strategy); 7] = [
    ("random", random::choose),
    ("single-point", single_point::choose),
    ("ratio", ratio::choose),
    ("equations", equations::choose),
    ("csp", csp::choose),
    ("safest", safest::choose),
    ("strongest", strongest::choose),
];

pub fn named(name: &str) -> Option<Strategy> {
    STRATEGIES.iter().find(|(known, _)| *known == name).map(|&(_, strategy)| strategy)
}
