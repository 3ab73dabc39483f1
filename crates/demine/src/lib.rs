//! Exact Minesweeper on any graph.
//!
//! Data flows forward: Position → System → plan → circuit → Analysis. Rooms only look down: who may
//! know whom is in ARCHITECTURE.md, and a test keeps it.
#![forbid(unsafe_code)]

pub mod base;
pub mod board;
pub mod circuit;
pub mod count;
pub mod number;
pub mod onemine;
pub mod order;
pub mod play;
pub mod position;
pub mod solutions;
pub mod system;
pub mod zdd;

pub use base::budget::{Budget, Meter, Stopped};
pub use board::{Board, BoardError, Cell};
pub use position::{Label, Position, PositionError};
pub use system::split::System;
