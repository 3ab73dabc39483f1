//! Game: the rules, and the seeds from which mines and the chance of strategies are derived.
//!
//! Nothing here solves anything.

mod rules;
mod seeds;

pub use rules::{First, Game, GameError, GameSetup, Status};
pub use seeds::Key;
pub(crate) use seeds::{Chance, chance, next_of_row, seal};
