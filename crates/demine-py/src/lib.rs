//! The whole boundary between Rust and Python: frozen handles, argument checks, budgets.

mod analysis;
mod arena;
mod board;
mod budget;
mod cache;
mod errors;
mod game;
mod many;
mod modules;
mod position;
mod proof;
mod simultaneous;
mod solutions;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::analysis::PyAnalysis;
    #[pymodule_export]
    use crate::arena::{chance, choose, judge, learned, outlooks, play, start, survive};
    #[pymodule_export]
    use crate::board::Graph;
    #[pymodule_export]
    use crate::cache::PyCache;
    #[pymodule_export]
    use crate::game::PyGame;
    #[pymodule_export]
    use crate::many::analyze_many;
    #[pymodule_export]
    use crate::modules::PyModules;
    #[pymodule_export]
    use crate::position::PyPosition;
    #[pymodule_export]
    use crate::proof::{conflict, explain, hint, mended, no_guess, proofs};
    #[pymodule_export]
    use crate::simultaneous::PySimultaneous;
    #[pymodule_export]
    use crate::solutions::{PyCheapest, PySolutions, PyWalk};
}
