//! Play: the game, policies and the arena, the only place where the two meet.

pub mod arena;
pub mod game;
pub mod policy;
pub mod seeds;
