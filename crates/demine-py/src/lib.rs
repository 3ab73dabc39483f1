//! The boundary between Rust and Python: frozen handles, argument checks, budgets.

#![forbid(unsafe_code)]

mod analysis;
mod arena;
mod board;
mod budget;
mod cache;
mod desk;
mod errors;
mod game;
mod lattice;
mod many;
mod modules;
mod natural;
mod position;
mod proof;
mod simultaneous;
mod solutions;
mod texts;
mod variant;

use pyo3::prelude::*;

/// Analyses allocate many short lists, a quarter of their time with the system's allocator.
#[cfg(not(target_family = "wasm"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The codes of labels that are not numbers of neighbours.
mod codes {
    use demine::Label;

    pub const COVERED: i32 = Label::Covered.code();
    pub const FREE: i32 = Label::Free.code();
    pub const MINED: i32 = Label::Mined.code();
    pub const IMPOSSIBLE: i32 = Label::IMPOSSIBLE.code();
}

#[pymodule]
mod _native {
    #[pymodule_export]
    const COVERED: i32 = crate::codes::COVERED;
    #[pymodule_export]
    const FREE: i32 = crate::codes::FREE;
    #[pymodule_export]
    const MINED: i32 = crate::codes::MINED;
    #[pymodule_export]
    const IMPOSSIBLE: i32 = crate::codes::IMPOSSIBLE;
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use crate::analysis::PyAnalysis;
    #[pymodule_export]
    use crate::arena::{chance, choose, play, start, survive};
    #[pymodule_export]
    use crate::board::Graph;
    #[pymodule_export]
    use crate::cache::PyCache;
    #[pymodule_export]
    use crate::desk::{
        compare, daily_seed, learned_weights, write_analysis, write_argument, write_contradiction,
        write_curve, write_shows,
    };
    #[pymodule_export]
    use crate::game::PyGame;
    #[pymodule_export]
    use crate::lattice::lattice;
    #[pymodule_export]
    use crate::many::analyze_many;
    #[pymodule_export]
    use crate::modules::PyModules;
    #[pymodule_export]
    use crate::position::PyPosition;
    #[pymodule_export]
    use crate::proof::{conflict, explain, hint, no_guess, proofs, repair};
    #[pymodule_export]
    use crate::simultaneous::PySimultaneous;
    #[pymodule_export]
    use crate::solutions::{PyCheapest, PySolutions, PyWalk};
    #[pymodule_export]
    use crate::texts::{is_rows, read_rows, without_spaces, write_rows};
    #[pymodule_export]
    use crate::variant::{PySpread, PyVariant};
}
