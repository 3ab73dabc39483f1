//! Proofs: one crossing per question.

use demine::{Analysis, Cell, Deal, Deduction, Failure, Method, Options, Proof};
use pyo3::prelude::*;

use crate::analysis::PyAnalysis;
use crate::board::Graph;
use crate::budget::{Limits, run, run_with};
use crate::cache::PyCache;
use crate::errors::{check_cell, of_game};
use crate::game::{PyGame, first_of};
use crate::position::PyPosition;

/// Cell, whether it is mined, numbers, whether the counter is needed, whether it is the smallest.
type ProofRow = (Cell, bool, Vec<Cell>, bool, bool);
/// Cell, numbers, whether the counter is needed.
type Steps = Vec<(Cell, Vec<Cell>, bool)>;

/// Numbers, whether the counter is needed, whether it is the smallest; None if there is no conflict.
#[pyfunction]
#[pyo3(signature = (position, tries, limits=None))]
pub fn conflict(
    py: Python<'_>,
    position: &Bound<'_, PyPosition>,
    tries: usize,
    limits: Option<Limits>,
) -> PyResult<Option<(Vec<Cell>, bool, bool)>> {
    let position = &position.get().0;
    let found = run(py, limits, |options| position.conflict(tries, options))?;
    Ok(found.map(|found| (found.numbers, found.counter, found.smallest)))
}

/// What is true of every cell, and the proof of this one, if it is covered and certain.
#[pyfunction]
#[pyo3(signature = (position, cell, tries, cache=None, limits=None))]
pub fn explain(
    py: Python<'_>,
    position: &Bound<'_, PyPosition>,
    cell: usize,
    tries: usize,
    cache: Option<&PyCache>,
    limits: Option<Limits>,
) -> PyResult<(PyAnalysis, Option<ProofRow>)> {
    let position = &position.get().0;
    let cell = check_cell(cell, position.codes().len())?;
    ask(py, cache, limits, |options| position.explain(cell, tries, options))
}

/// What is true of every cell, and a simple proof of a safe one, if one is covered.
#[pyfunction]
#[pyo3(signature = (position, tries, cache=None, limits=None))]
pub fn hint(
    py: Python<'_>,
    position: &Bound<'_, PyPosition>,
    tries: usize,
    cache: Option<&PyCache>,
    limits: Option<Limits>,
) -> PyResult<(PyAnalysis, Option<ProofRow>)> {
    let position = &position.get().0;
    ask(py, cache, limits, |options| position.hint(tries, options))
}

fn ask(
    py: Python<'_>,
    cache: Option<&PyCache>,
    limits: Option<Limits>,
    question: impl FnOnce(&Options<'_>) -> Result<(Analysis, Option<Proof>), Failure> + Send,
) -> PyResult<(PyAnalysis, Option<ProofRow>)> {
    let cache = cache.map(|cache| &cache.0);
    let (analysis, proof) = run_with(py, limits, cache, Method::Auto, question)?;
    Ok((PyAnalysis(analysis), proof.map(proof_row)))
}

fn proof_row(proof: Proof) -> ProofRow {
    (proof.cell, proof.mined, proof.numbers, proof.counter, proof.smallest)
}

/// A graph, its mines, the rule of the first click, and where that is.
#[derive(FromPyObject)]
pub struct PyDeal(Py<Graph>, i64, String, usize);

impl PyDeal {
    fn check(self) -> PyResult<Deal> {
        let Self(graph, mines, first, start) = self;
        let board = graph.get().0.clone();
        let start = check_cell(start, board.cells())?;
        Deal::new(board, mines, first_of(&first)?, start).map_err(of_game)
    }
}

/// The first board without a guess among `tries` of those of a seed, after the first `dealt`: how
/// many were dealt before it, its own seed, its proofs.
#[pyfunction]
#[pyo3(signature = (deal, seed, dealt, tries, limits=None))]
pub fn no_guess(
    py: Python<'_>,
    deal: PyDeal,
    seed: u64,
    dealt: usize,
    tries: usize,
    limits: Option<Limits>,
) -> PyResult<Option<(usize, u64, Steps)>> {
    let deal = deal.check()?;
    let found = run(py, limits, |options| deal.find_no_guess(seed, dealt, tries, options))?;
    Ok(found.map(|found| (found.dealt, found.seed, deduction_rows(found.steps))))
}

/// A board, mended until it needs no guess: its mines, and its proofs.
#[pyfunction]
#[pyo3(signature = (deal, seed, tries, limits=None))]
pub fn mend(
    py: Python<'_>,
    deal: PyDeal,
    seed: u64,
    tries: usize,
    limits: Option<Limits>,
) -> PyResult<Option<(Vec<Cell>, Steps)>> {
    let deal = deal.check()?;
    let found = run(py, limits, |options| deal.mend(seed, tries, options))?;
    Ok(found.map(|found| (found.mined, deduction_rows(found.steps))))
}

/// The proofs that win a game that is not begun; None if it needs a guess.
#[pyfunction]
#[pyo3(signature = (game, start, limits=None))]
pub fn proofs(
    py: Python<'_>,
    game: &PyGame,
    start: usize,
    limits: Option<Limits>,
) -> PyResult<Option<Steps>> {
    let (start, game) = (game.check_cell(start)?, game.0.clone());
    let found = run(py, limits, |options| game.proofs(start, options))?;
    Ok(found.map(deduction_rows))
}

fn deduction_rows(steps: Vec<Deduction>) -> Steps {
    steps.into_iter().map(|step| (step.cell, step.numbers, step.counter)).collect()
}
