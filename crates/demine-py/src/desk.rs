//! Answers of the desk as JSON texts, which the server sends on.

use demine::{Cell, Compared, Label, Method, Options, Position, Win, WinEstimate};
use demine_desk::{odds, write_steps};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::Value;

use crate::analysis::PyAnalysis;
use crate::budget::{PyBudget, run, run_with};
use crate::cache::PyCache;
use crate::errors::check_cell;
use crate::position::PyPosition;

/// The count, the certain cells and the chances of an analysis.
#[pyfunction]
#[pyo3(signature = (analysis, limits=None))]
pub fn write_analysis(
    py: Python<'_>,
    analysis: &Bound<'_, PyAnalysis>,
    limits: Option<PyBudget>,
) -> PyResult<String> {
    let analysis = &analysis.get().0;
    let written = run(py, limits, |options| odds::write_analysis(analysis, options))?;
    Ok(Value::from(written).to_string())
}

/// The legal assignments for each number of mines.
#[pyfunction]
#[pyo3(signature = (position, cache=None, limits=None))]
pub fn write_curve(
    py: Python<'_>,
    position: &Bound<'_, PyPosition>,
    cache: Option<&PyCache>,
    limits: Option<PyBudget>,
) -> PyResult<String> {
    let (position, cache) = (&position.get().0, cache.map(|cache| &cache.0));
    let ask = |options: &Options<'_>| Ok(odds::curve(position, options)?);
    Ok(run_with(py, limits, cache, Method::Auto, ask)?.to_string())
}

/// The numbers that a cell may show, with their chances.
#[pyfunction]
#[pyo3(signature = (position, analysis, cell, cache=None, limits=None))]
pub fn write_shows(
    py: Python<'_>,
    position: &Bound<'_, PyPosition>,
    analysis: &Bound<'_, PyAnalysis>,
    cell: usize,
    cache: Option<&PyCache>,
    limits: Option<PyBudget>,
) -> PyResult<String> {
    let (position, analysis) = (&position.get().0, &analysis.get().0);
    let cell = check_cell(cell, position.codes().len())?;
    let cache = cache.map(|cache| &cache.0);
    let ask = |options: &Options<'_>| Ok(odds::shows(position, analysis, cell, options)?);
    Ok(run_with(py, limits, cache, Method::Auto, ask)?.to_string())
}

/// The steps that lead from numbers, and perhaps the number of mines, to a cell that they decide.
#[pyfunction]
pub fn write_argument(
    py: Python<'_>,
    position: &Bound<'_, PyPosition>,
    cell: usize,
    mined: bool,
    numbers: Vec<usize>,
    counter: bool,
) -> PyResult<String> {
    let position = &position.get().0;
    let cell = check_cell(cell, position.codes().len())?;
    let numbers = opened(position, numbers)?;
    Ok(py.detach(|| write_steps(&position.argue(cell, mined, &numbers, counter)).to_string()))
}

/// The steps that lead from numbers, and perhaps the number of mines, to a contradiction.
#[pyfunction]
pub fn write_contradiction(
    py: Python<'_>,
    position: &Bound<'_, PyPosition>,
    numbers: Vec<usize>,
    counter: bool,
) -> PyResult<String> {
    let position = &position.get().0;
    let numbers = opened(position, numbers)?;
    Ok(py.detach(|| write_steps(&position.contradict(&numbers, counter)).to_string()))
}

/// The seed of the game of a day, from a text that names the day and the game.
#[pyfunction]
pub fn daily_seed(text: &str) -> u64 {
    demine::daily_seed(text)
}

/// The weights of the strategy `strongest` as a file, for the engine in a browser.
#[pyfunction]
pub fn learned_weights() -> &'static [u8] {
    demine::learned_weights()
}

/// Cells as the numbers of an argument: they have to be open.
fn opened(position: &Position, cells: Vec<usize>) -> PyResult<Vec<Cell>> {
    let check = |cell| match check_cell(cell, position.codes().len())? {
        cell if matches!(position.label(cell), Label::Number(_)) => Ok(cell),
        cell => Err(PyValueError::new_err(format!("cell {cell} is not open: expected a number"))),
    };
    cells.into_iter().map(check).collect()
}

/// A cell, its look-ahead, its chance of progress, how many legal assignments it wins of how many under
/// perfect play, and else the estimated chance of winning with its margin.
type ComparedRow = (Cell, f64, f64, Option<(u32, u32)>, Option<(f64, f64)>);

/// The best cells to open, compared by their chances of winning.
#[pyfunction]
#[pyo3(signature = (position, analysis, most, boards, limits=None))]
pub fn compare(
    py: Python<'_>,
    position: &Bound<'_, PyPosition>,
    analysis: &Bound<'_, PyAnalysis>,
    most: usize,
    boards: usize,
    limits: Option<PyBudget>,
) -> PyResult<Vec<ComparedRow>> {
    let (position, analysis) = (&position.get().0, &analysis.get().0);
    let ask = |options: &Options<'_>| position.compare(analysis, most, boards, options);
    let found = run_with(py, limits, None, Method::Auto, ask)?;
    let row = |one: Compared| {
        let Compared { cell, ahead, progress, win } = one;
        match win {
            Win::Exact(won, all) => (cell, ahead, progress, Some((won, all)), None),
            Win::Estimated(WinEstimate { win, margin }) => {
                (cell, ahead, progress, None, Some((win, margin)))
            }
        }
    };
    Ok(found.into_iter().map(row).collect())
}
