//! Answers of the desk as JSON texts, which the server sends on.

use demine::{Method, Options};
use demine_desk::odds;
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
