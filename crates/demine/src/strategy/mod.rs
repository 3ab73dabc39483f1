//! Strategies: which cell to open next. A strategy sees a player's notes and a random stream, never
//! a game.

mod book;
mod csp;
mod efficient;
mod equations;
mod learned;
mod lookahead;
mod notes;
mod playout;
mod race;
mod random;
mod ratio;
mod safest;
mod strongest;
mod surroundings;

use crate::analysis::Analysis;
use crate::base::Result;
use crate::board::Cell;
use crate::count::Work;
use crate::game::Chance;
pub(crate) use crate::strategy::book::first_cell;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use crate::strategy::learned::learned_weights;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use crate::strategy::learned::{has_weights, set_weights};
pub use crate::strategy::lookahead::Outlook;
pub(crate) use crate::strategy::notes::Notes;
pub(crate) use crate::strategy::playout::{Boards, Playout};
pub use crate::strategy::strongest::Candidate;
pub(crate) use crate::strategy::strongest::{outlooks, scored_candidates};
use crate::system::Failure;

/// Bytes of the cache of one game. A larger one keeps more earlier components, and costs memory in
/// every thread.
pub(crate) const GAME_CACHE_BYTES: usize = 1 << 22;

/// The cells to open next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Cells that the strategy calls safe, ascending.
    Safe(Vec<Cell>),
    /// Mines to flag, and a number to chord then. It opens these cells, which the strategy calls safe.
    #[allow(missing_docs, reason = "the fields are named after what they hold")]
    Chord { flags: Vec<Cell>, cell: Cell, opens: Vec<Cell> },
    /// A cell that may be mined.
    Guess(Cell),
    /// Nothing: no cell is left, or the labels contradict each other.
    Nothing,
}

impl Choice {
    fn guess(cell: Option<Cell>) -> Self {
        cell.map_or(Self::Nothing, Self::Guess)
    }

    /// The safe cells of a position, or a guess where there are none.
    fn by_analysis(
        analysis: Result<Analysis, Failure>,
        guess: impl FnOnce(&Analysis) -> Option<Cell>,
    ) -> Result<Self> {
        Ok(match Failure::or_contradiction(analysis)? {
            Err(_) => Self::Nothing,
            Ok(analysis) if analysis.safe().is_empty() => Self::guess(guess(&analysis)),
            Ok(analysis) => Self::Safe(analysis.safe().to_vec()),
        })
    }

    /// The cells to open.
    pub fn cells(&self) -> &[Cell] {
        match self {
            Self::Safe(cells) | Self::Chord { opens: cells, .. } => cells,
            Self::Guess(cell) => std::slice::from_ref(cell),
            Self::Nothing => &[],
        }
    }
}

/// The input of a strategy on its turn, and its remarks on the choice.
pub struct Turn<'a> {
    pub notes: &'a mut Notes,
    pub chance: &'a mut Chance,
    pub work: Work<'a>,
    /// How many times the usual work a strategy may do, if it can use more.
    pub effort: usize,
    pub measure: Measure,
    /// The cells that the player has flagged.
    pub flags: Vec<Cell>,
    /// The probability of winning from here on, where the strategy searched the game to its end.
    pub win_probability: Option<f64>,
}

impl<'a> Turn<'a> {
    pub fn new(
        notes: &'a mut Notes,
        chance: &'a mut Chance,
        work: Work<'a>,
        effort: usize,
    ) -> Self {
        let (measure, flags) = (Measure::Rule, Vec::new());
        Self { notes, chance, work, effort, measure, flags, win_probability: None }
    }
}

/// How a strategy came to its choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// By its one rule.
    #[default]
    Rule,
    /// By perfect play.
    Perfect,
    /// By look-ahead.
    Ahead,
    /// By look-ahead that stopped before all candidates were compared: the position is too wide.
    Cut,
    /// By local estimates: the position is too wide for exact probabilities.
    Local,
}

impl Measure {
    /// Its name in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::Perfect => "perfect play",
            Self::Ahead => "look-ahead",
            Self::Cut => "look-ahead cut short",
            Self::Local => "local estimates",
        }
    }
}

/// A strategy of the engine (Golan 2014, Algorithm 1: Choose). Its choice depends on nothing but the
/// labels, its random stream and its effort.
#[derive(Clone, Copy)]
pub struct Strategy {
    name: &'static str,
    /// Whether cells that one number alone makes safe are opened first. They cost far less to find.
    is_deductive: bool,
    /// The choice where there are no such cells.
    choose: fn(&mut Turn<'_>) -> Result<Choice>,
}

impl Strategy {
    const ALL: [Self; 8] = [
        Self { name: "random", is_deductive: false, choose: random::choose_covered },
        Self { name: "single-point", is_deductive: true, choose: random::choose_undecided },
        Self { name: "ratio", is_deductive: true, choose: ratio::choose },
        Self { name: "equations", is_deductive: true, choose: equations::choose },
        Self { name: "csp", is_deductive: true, choose: csp::choose },
        Self { name: "safest", is_deductive: true, choose: safest::choose },
        Self { name: "strongest", is_deductive: true, choose: strongest::choose },
        Self { name: "efficient", is_deductive: false, choose: efficient::choose },
    ];

    /// The strategy of this name, if there is one.
    ///
    /// ```
    /// assert!(demine::Strategy::named("safest").is_some());
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|strategy| strategy.name == name)
    }

    /// The names of all strategies.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.into_iter().map(|strategy| strategy.name)
    }

    /// The choice of `strongest`, without a table of all strategies: an engine that needs no other does
    /// not hold them.
    pub(crate) fn choose_strongest(turn: &mut Turn<'_>) -> Result<Choice> {
        let safe = turn.notes.take_safe();
        if safe.is_empty() { strongest::choose(turn) } else { Ok(Choice::Safe(safe)) }
    }

    pub(crate) fn choose_on(&self, turn: &mut Turn<'_>) -> Result<Choice> {
        if self.is_deductive {
            let safe = turn.notes.take_safe();
            if !safe.is_empty() {
                return Ok(Choice::Safe(safe));
            }
        }
        (self.choose)(turn)
    }
}
