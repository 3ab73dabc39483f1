#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! Data flows forward: Position → components → order → circuit → Analysis. Rooms only look
//! down: who may know whom is in ARCHITECTURE.md, and a test keeps it.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod base;
mod board;
mod circuit;
mod count;
mod number;
mod onemine;
mod order;
mod play;
mod position;
mod proof;
mod questions;
mod sat;
mod solutions;
mod system;
mod zdd;

pub use base::{Budget, Stopped};
pub use board::{Board, BoardError, Cell};
pub use count::{Analyses, Analysis, BadDensity, Cache, Columns, Density, Method, Usage, Verdict};
pub use onemine::{Kind, Modules};
pub use order::Decomposition;
pub use play::{
    Choice, Contest, End, Event, First, Game, GameError, Games, Judged, Key as GameKey, Measure,
    Outcome, Outlook, Simultaneous, Status, Survival, Trial,
};
pub use position::{Label, Position, PositionError};
pub use proof::{Conflict, Deal, Deduction, Mended, NoGuess, Proof};
pub use questions::{
    BadDiagram, Cheapest, Options, Policy, Solutions, WeightedAnalysis, analyze_into, analyze_many,
    chance, learned_score,
};
pub use solutions::Construction;
pub use system::Failure;
pub use zdd::{Node, Operator, Walk, Zdd};
