#![doc = include_str!("../README.md")]
//!
//! # Structure
//!
//! Data flows forward: Position → components → order → circuit → Analysis. ARCHITECTURE.md lists the
//! modules, lowest first, and a test checks that each uses only modules below it.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod analysis;
mod arena;
mod base;
mod board;
mod circuit;
mod count;
mod estimate;
mod game;
mod number;
mod onemine;
mod order;
mod position;
mod proof;
mod questions;
mod sat;
mod search;
mod solutions;
mod strategy;
mod subgraphs;
mod system;
mod variant;
mod zdd;

pub use analysis::{Analysis, Columns, Verdict};
pub use arena::{
    Contest, Decision, End, Event, Games, Outcome, Simultaneous, Survival, WinEstimate,
};
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use base::set_clock;
pub use base::{Budget, Result, Stopped};
pub use board::{Board, BoardError, Cell};
pub use count::{BadDensity, Cache, Density, Method, Spread, Usage};
pub use game::{Fairness, First, Game, GameError, GameSetup, Key as GameKey, Status, daily_seed};
pub use onemine::{Kind, Modules};
pub use order::Decomposition;
pub use position::{Label, Position, PositionError};
pub use proof::{
    Argument, CitedNumber, Conflict, Deduction, Link, NoGuess, Proof, RepairedBoard, Step,
};
pub use questions::{
    BadDiagram, Cheapest, Compared, Hint, Options, Solutions, Walk, Win, analyze_into, chance,
};
pub use solutions::Construction;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use strategy::learned_weights;
pub use strategy::{Candidate, Choice, Measure, Outlook, Strategy};
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use strategy::{has_weights, set_weights};
pub use system::{Certain, Failure};
pub use variant::{Rules, Sum, Variant, VariantError};
pub use zdd::{Node, Operator, Zdd};
