//! Exact Minesweeper on any graph.
//!
//! Data flows forward: Position → System → order → circuit → Analysis.
#![forbid(unsafe_code)]

pub mod board;
pub mod position;

pub use board::{Board, BoardError, Cell};
pub use position::{Label, Position, PositionError};
