//! Rows of symbols: the texts of positions on king grids, read and written as in a browser.

use demine::Label;
use demine_desk::{Problem, texts};
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::errors::FormatError;
use crate::position::PyPosition;

/// Whether a text has rows of symbols without a header.
#[pyfunction]
pub fn is_rows(text: &str) -> bool {
    texts::is_rows(text)
}

/// The text without what stands between its symbols; None if that is nothing, or no rows of symbols.
#[pyfunction]
pub fn without_spaces(text: &str) -> Option<String> {
    texts::without_spaces(text)
}

/// Rows and columns, a code per cell, and the mines if their number is known.
type Rows<'py> = (usize, usize, Bound<'py, PyArray1<i32>>, Option<i64>);

/// Rows, columns, codes and mines of a text with nothing between its symbols.
#[pyfunction]
pub fn read_rows<'py>(py: Python<'py>, text: &str, trust_flags: bool) -> PyResult<Rows<'py>> {
    let texts::Read { rows, columns, labels, mines } =
        texts::read_rows(text, trust_flags).map_err(of_problem)?;
    let codes = labels.into_iter().map(Label::code).collect();
    Ok((rows, columns, PyArray1::from_vec(py, codes), mines))
}

/// The position on a king grid of these sides, in the format `mine`.
#[pyfunction]
pub fn write_rows(
    position: &Bound<'_, PyPosition>,
    rows: usize,
    columns: usize,
) -> PyResult<String> {
    let place = |cell: usize| format!("({}, {})", cell / columns, cell % columns);
    texts::write(&position.get().0, [rows, columns], place).map_err(of_problem)
}

fn of_problem(problem: Problem) -> PyErr {
    FormatError::new_err(problem.line)
}
