//! Play: the game, policies and the arena, the only place where the two meet.

mod arena;
mod estimates;
mod game;
mod judge;
mod optimal;
mod policy;
mod seeds;
mod simultaneous;
mod survival;
mod symmetry;
mod worlds;

pub use arena::{Contest, End, Games, Outcome};
pub(crate) use estimates::estimates;
pub use game::{First, Game, GameError, Status};
pub use judge::{Judged, Trial};
pub(crate) use optimal::Optimal;
pub use policy::{Choice, Measure, Outlook};
pub(crate) use policy::{Notes, POLICIES, Policy, Turn, inside, named, outlooks, score};
pub use seeds::Key;
pub(crate) use seeds::{Chance, chance};
pub use simultaneous::{Event, Simultaneous};
pub use survival::Survival;
