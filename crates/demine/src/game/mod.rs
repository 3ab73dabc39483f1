//! Game: the rules, and the seeds from which mines and the chance of strategies are derived.
//!
//! Only fair games count anything here: they decide where the mines are as the player goes on.

mod fair;
mod rules;
mod seeds;
mod zini;

pub use fair::Fairness;
pub use rules::{First, Game, GameError, GameSetup, Status};
pub(crate) use seeds::{Chance, chance, next_of_row, seal};
pub use seeds::{Key, daily_seed};
pub(crate) use zini::zini_from;
