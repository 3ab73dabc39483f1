//! One mine: guess components as modules of the graph, P* and optimal guesses (Golan 2014).

mod modules;

pub use modules::{Kind, Modules};
