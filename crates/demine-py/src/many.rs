//! Many positions on one graph in one crossing.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use demine::{Board, Columns, Position, Verdict};
use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;

use crate::board::Graph;
use crate::budget::{PyBudget, run_watched};
use crate::codes::{COVERED, FREE, MINED};
use crate::errors::InvalidPosition;

/// Probabilities, safe and mined cells (a row per position), logarithms, verdicts: to be written.
type Arrays<'py> = (
    PyReadwriteArray2<'py, f64>,
    PyReadwriteArray2<'py, bool>,
    PyReadwriteArray2<'py, bool>,
    PyReadwriteArray1<'py, f64>,
    PyReadwriteArray1<'py, u8>,
);

/// Analyses a row of label codes per position, with its number of mines or −1 for unknown, into arrays of
/// as many rows. The first budget is for each position, the seconds of the second for all together.
/// `progress` is called now and then with the number of finished positions, at least.
#[pyfunction]
#[pyo3(signature = (graph, codes, mines, workers, into, limits=None, progress=None))]
pub fn analyze_many<'py>(
    graph: &Bound<'py, Graph>,
    codes: PyReadonlyArray2<'py, i32>,
    mines: PyReadonlyArray1<'py, i64>,
    workers: usize,
    into: Arrays<'py>,
    limits: Option<(PyBudget, PyBudget)>,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    let board = &graph.get().0;
    let (codes, mines) = (codes.as_slice()?, mines.as_slice()?);
    check(board, codes, mines)?;
    let cells = board.cells();
    let begun = AtomicUsize::new(0);
    let position = |i: usize| {
        begun.fetch_add(1, Ordering::Relaxed);
        let known = (mines[i] != UNKNOWN).then_some(mines[i]);
        Position::of_codes(board.clone(), &codes[i * cells..][..cells], known)
            .expect("every row was checked")
    };
    let (mut probabilities, mut safe, mut mined, mut ln_counts, mut written) = into;
    let mut verdicts = vec![Verdict::Answered; mines.len()];
    let columns = Columns {
        probabilities: row_of(probabilities.as_slice_mut()?, codes.len())?,
        safe: row_of(safe.as_slice_mut()?, codes.len())?,
        mined: row_of(mined.as_slice_mut()?, codes.len())?,
        ln_counts: row_of(ln_counts.as_slice_mut()?, mines.len())?,
        verdicts: &mut verdicts,
    };
    let (each, together) = limits.unwrap_or_default();
    let each = each.budget()?;
    let (told, begun, progress) = (Cell::new(Instant::now()), &begun, &progress);
    let watch = move |py: Python<'_>| match progress {
        Some(progress) if told.get().elapsed() >= PROGRESS_EVERY => {
            told.set(Instant::now());
            // A thread that has begun a position is done with those that it took before.
            let done = begun.load(Ordering::Relaxed).saturating_sub(workers);
            progress.call1(py, (done,)).map(drop)
        }
        _ => Ok(()),
    };
    run_watched(graph.py(), together, watch, |options| {
        demine::analyze_into(position, cells, columns, workers, each, options)
    })?;
    let written = row_of(written.as_slice_mut()?, mines.len())?;
    written.iter_mut().zip(verdicts).for_each(|(code, verdict)| *code = verdict as u8);
    Ok(())
}

/// The array, if it has the expected length.
fn row_of<T>(array: &mut [T], length: usize) -> PyResult<&mut [T]> {
    if array.len() == length {
        return Ok(array);
    }
    let said = format!("room for {} answers: expected {length}", array.len());
    Err(InvalidPosition::new_err(said))
}

const UNKNOWN: i64 = -1;

/// The pause between two calls of `progress`.
const PROGRESS_EVERY: Duration = Duration::from_millis(250);

/// Whether every row is a position.
fn check(board: &Board, codes: &[i32], mines: &[i64]) -> PyResult<()> {
    let wrong = |said: String| Err(InvalidPosition::new_err(said));
    let cells = board.cells();
    if codes.len() != mines.len() * cells {
        let said = format!("{} labels for {} positions of {cells} cells", codes.len(), mines.len());
        return wrong(said);
    }
    if let Some(i) = codes.iter().position(|&code| code < MINED) {
        let (position, cell) = (i / cells, i % cells);
        let said =
            format!("expected {COVERED} (covered), {FREE} (free), {MINED} (mined) or a number");
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
