//! Play: the game, policies and the arena, the only place where the two meet.

mod arena;
mod game;
mod policy;
mod seeds;
mod simultaneous;

pub use arena::{Contest, End, Outcome};
pub use game::{First, Game, GameError, Status};
pub use policy::Choice;
pub(crate) use policy::{Notes, POLICIES, Policy, named};
pub use seeds::Key;
pub(crate) use seeds::chance;
pub use simultaneous::{Event, Simultaneous};
