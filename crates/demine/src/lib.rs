//! Exact Minesweeper on any graph.
//!
//! Data flows forward: Position → System → plan → circuit → Analysis. Modules only look down: their
//! order is in ARCHITECTURE.md, and a test keeps it.
#![forbid(unsafe_code)]

pub mod budget;
pub mod lists;
pub mod once;

pub mod board;
pub mod modules;
pub mod position;

pub mod bounds;
pub mod component;
pub mod propagation;
pub mod reduction;
pub mod system;

pub mod circuit;
pub mod decomposition;
pub mod keys;
pub mod order;
pub mod plan;
pub mod sweep;

pub mod compiled;
pub mod wires;

pub mod algebra;
pub mod blocks;
pub mod combination;
pub mod evaluate;
pub mod loose;
pub mod modulus;
pub mod odds;
pub mod residues;
pub mod scaled;
pub mod transform;

pub mod polynomials;
pub mod trees;

pub mod analysis;
pub mod cache;
pub mod counted;
pub mod known;
pub mod part;
pub mod parts;

pub mod apply;
pub mod cheapest;
pub mod degree;
pub mod equality;
pub mod frontier;
pub mod homes;
pub mod intersection;
pub mod minefield;
pub mod pieces;
pub mod rank;
pub mod reveal;
pub mod solutions;
pub mod zdd;

pub mod game;
pub mod random;

pub mod arena;
pub mod policy;

pub use board::{Board, BoardError, Cell};
pub use budget::{Budget, Meter, Stopped};
pub use position::{Label, Position, PositionError};
pub use system::System;
