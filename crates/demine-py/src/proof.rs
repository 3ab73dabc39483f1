//! Proofs, contradictions and boards without a guess.

use demine::{Cell, Deduction, GameSetup, Hint, Method, Options, Proof};
use pyo3::prelude::*;

use crate::analysis::PyAnalysis;
use crate::board::Graph;
use crate::budget::{PyBudget, run, run_with};
use crate::cache::PyCache;
use crate::errors::{check_cell, of_game};
use crate::game::{PyGame, first_of};
use crate::position::PyPosition;

/// The cell, whether it is mined, the numbers, whether the number of mines is needed, and whether no
/// proof is smaller.
type ProofRow = (Cell, bool, Vec<Cell>, bool, bool);
/// Cells to open, the numbers that prove each, and whether the number of mines is needed.
type Steps = Vec<(Cell, Vec<Cell>, bool)>;

/// The numbers, whether the number of mines is needed, and whether no conflict is smaller; None if there
/// is no conflict.
#[pyfunction]
#[pyo3(signature = (position, tries, limits=None))]
pub fn conflict(
    py: Python<'_>,
    position: &Bound<'_, PyPosition>,
    tries: usize,
    limits: Option<PyBudget>,
) -> PyResult<Option<(Vec<Cell>, bool, bool)>> {
    let position = &position.get().0;
    let found = run(py, limits, |options| position.conflict(tries, options))?;
    Ok(found.map(|found| (found.numbers, found.counter, found.smallest)))
}

/// The analysis, and the proof of this cell if it is covered and certain.
#[pyfunction]
#[pyo3(signature = (position, cell, tries, cache=None, limits=None))]
pub fn explain(
    py: Python<'_>,
    position: &Bound<'_, PyPosition>,
    cell: usize,
    tries: usize,
    cache: Option<&PyCache>,
    limits: Option<PyBudget>,
) -> PyResult<(PyAnalysis, Option<ProofRow>)> {
    let position = &position.get().0;
    let cell = check_cell(cell, position.codes().len())?;
    let (analysis, proof) =
        run_with(py, limits, cache.map(|cache| &cache.0), Method::Auto, |options| {
            position.explain(cell, tries, options)
        })?;
    Ok((PyAnalysis(analysis), proof.map(proof_row)))
}

/// In Python a tuple, or an analysis.
#[derive(IntoPyObject)]
pub enum PyHint {
    Proved(ProofRow),
    Undecided(PyAnalysis),
}

/// A simple proof of a safe covered cell if there is one, else the analysis.
#[pyfunction]
#[pyo3(signature = (position, tries, cache=None, limits=None))]
pub fn hint(
    py: Python<'_>,
    position: &Bound<'_, PyPosition>,
    tries: usize,
    cache: Option<&PyCache>,
    limits: Option<PyBudget>,
) -> PyResult<PyHint> {
    let (position, cache) = (&position.get().0, cache.map(|cache| &cache.0));
    let hint = run_with(py, limits, cache, Method::Auto, |options| position.hint(tries, options))?;
    Ok(match hint {
        Hint::Proved(proof) => PyHint::Proved(proof_row(proof)),
        Hint::Undecided(analysis) => PyHint::Undecided(PyAnalysis(analysis)),
    })
}

fn proof_row(proof: Proof) -> ProofRow {
    (proof.cell, proof.mined, proof.numbers, proof.counter, proof.smallest)
}

/// A graph, its number of mines and the first-click rule.
#[derive(FromPyObject)]
pub struct PySetup(Py<Graph>, i64, String);

impl PySetup {
    /// The setup, and the cell to open first.
    fn check(self, start: usize) -> PyResult<(GameSetup, Cell)> {
        let Self(graph, mines, first) = self;
        let board = graph.get().0.clone();
        let start = check_cell(start, board.cells())?;
        let setup = GameSetup::new(board, mines, first_of(&first)?).map_err(of_game)?;
        Ok((setup, start))
    }
}

/// The first board without a guess among `tries` boards of a seed, after the first `skipped`: the number
/// of boards before it, its own seed, its proofs.
#[pyfunction]
#[pyo3(signature = (setup, start, seed, skipped, tries, limits=None))]
pub fn no_guess(
    py: Python<'_>,
    setup: PySetup,
    start: usize,
    seed: u64,
    skipped: usize,
    tries: usize,
    limits: Option<PyBudget>,
) -> PyResult<Option<(usize, u64, Steps)>> {
    let (setup, start) = setup.check(start)?;
    let find = |options: &Options<'_>| setup.find_no_guess(start, seed, skipped, tries, options);
    let found = run(py, limits, find)?;
    Ok(found.map(|found| (found.index, found.seed, deduction_rows(found.steps))))
}

/// The mines and the proofs of a board that was repaired until it needs no guess.
#[pyfunction]
#[pyo3(signature = (setup, start, seed, tries, limits=None))]
pub fn repair(
    py: Python<'_>,
    setup: PySetup,
    start: usize,
    seed: u64,
    tries: usize,
    limits: Option<PyBudget>,
) -> PyResult<Option<(Vec<Cell>, Steps)>> {
    let (setup, start) = setup.check(start)?;
    let found = run(py, limits, |options| setup.repair(start, seed, tries, options))?;
    Ok(found.map(|found| (found.mined, deduction_rows(found.steps))))
}

/// The proofs that win a new game; None if it needs a guess.
#[pyfunction]
#[pyo3(signature = (game, start, limits=None))]
pub fn proofs(
    py: Python<'_>,
    game: &PyGame,
    start: usize,
    limits: Option<PyBudget>,
) -> PyResult<Option<Steps>> {
    let (start, game) = (game.check_cell(start)?, game.0.clone());
    let found = run(py, limits, |options| game.proofs(start, options))?;
    Ok(found.map(deduction_rows))
}

fn deduction_rows(steps: Vec<Deduction>) -> Steps {
    steps.into_iter().map(|step| (step.cell, step.numbers, step.counter)).collect()
}
