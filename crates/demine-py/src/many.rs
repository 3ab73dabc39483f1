//! Many positions on one graph in one crossing.

use demine::{Board, Options, Position, Verdict};
use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;

use crate::board::Graph;
use crate::budget::{budget, run};
use crate::errors::InvalidPosition;

/// Probabilities, safe and mined cells (a row per position), logarithms, verdicts.
type Rows<'py> = (
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<u8>>,
);

/// Analyse a row of label codes per position, with its number of mines, or −1 where that is unknown.
#[pyfunction]
#[pyo3(signature = (graph, codes, mines, workers, states=None, seconds=None))]
pub fn analyze_many<'py>(
    graph: &Bound<'py, Graph>,
    codes: PyReadonlyArray2<'py, i32>,
    mines: PyReadonlyArray1<'py, i64>,
    workers: usize,
    states: Option<i64>,
    seconds: Option<f64>,
) -> PyResult<Rows<'py>> {
    let py = graph.py();
    let board = &graph.get().0;
    let (codes, mines) = (codes.as_slice()?, mines.as_slice()?);
    check(board, codes, mines)?;
    let cells = board.cells();
    let position = |i: usize| {
        let known = (mines[i] != UNKNOWN).then_some(mines[i]);
        Position::of_codes(board.clone(), &codes[i * cells..][..cells], known).expect("checked")
    };
    let each = budget(states, seconds)?;
    let rows = run(py, budget(None, None)?, |options| {
        let options = Options { budget: each, ..*options };
        demine::analyze_many(mines.len(), position, workers, &options)
    })?;
    let verdicts = rows.verdicts.into_iter().map(code_of);
    Ok((
        PyArray1::from_vec(py, rows.probabilities),
        PyArray1::from_vec(py, rows.safe),
        PyArray1::from_vec(py, rows.mined),
        PyArray1::from_vec(py, rows.ln_counts),
        PyArray1::from_iter(py, verdicts),
    ))
}

const UNKNOWN: i64 = -1;

/// Whether every row is a position.
fn check(board: &Board, codes: &[i32], mines: &[i64]) -> PyResult<()> {
    let wrong = |said: String| Err(InvalidPosition::new_err(said));
    let cells = board.cells();
    if codes.len() != mines.len() * cells {
        let said = format!("{} labels for {} positions of {cells} cells", codes.len(), mines.len());
        return wrong(said);
    }
    if let Some(i) = codes.iter().position(|&code| code < -3) {
        let (position, cell) = (i / cells, i % cells);
        let said = "expected -1 (covered), -2 (free), -3 (mined) or a count";
        return wrong(format!("position {position}: cell {cell} is labelled {}: {said}", codes[i]));
    }
    let fits = |&mines: &i64| mines == UNKNOWN || (0..=cells as i64).contains(&mines);
    match mines.iter().position(|mines| !fits(mines)) {
        Some(i) => wrong(format!(
            "position {i}: {} mines: expected at least 0 and at most {cells}, one per cell",
            mines[i]
        )),
        None => Ok(()),
    }
}

fn code_of(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Answered => 0,
        Verdict::Impossible => 1,
        Verdict::TooWide => 2,
        Verdict::Timeout => 3,
    }
}
