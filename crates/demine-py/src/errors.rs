//! Turns errors of the core into the classes of `demine.errors`.

use demine::{BoardError, Failure, GameError, PositionError, Stopped};
use pyo3::exceptions::PyIndexError;
use pyo3::import_exception;
use pyo3::prelude::*;

import_exception!(demine.errors, FormatError);
import_exception!(demine.errors, InvalidBoard);
import_exception!(demine.errors, InvalidGame);
import_exception!(demine.errors, InvalidPosition);
import_exception!(demine.errors, NoLegalAssignment);
import_exception!(demine.errors, Timeout);
import_exception!(demine.errors, TooWide);

pub fn of_board(error: BoardError) -> PyErr {
    InvalidBoard::new_err(error.to_string())
}

pub fn of_game(error: GameError) -> PyErr {
    InvalidGame::new_err(error.to_string())
}

pub fn of_position(error: PositionError) -> PyErr {
    InvalidPosition::new_err(error.to_string())
}

pub fn of_stopped(stopped: Stopped) -> PyErr {
    match stopped {
        Stopped::TooWide { .. } => TooWide::new_err(stopped.to_string()),
        // An interrupt never shows this: the signal that caused it is raised instead.
        Stopped::Timeout { .. } | Stopped::Interrupted => Timeout::new_err(stopped.to_string()),
    }
}

/// For callers whose budget is in bytes.
pub fn too_wide_for(bytes: i64) -> PyErr {
    let said =
        format!("the position is too wide for a budget of {bytes} bytes: give a larger budget");
    TooWide::new_err(said)
}

pub fn of_failure(failure: Failure) -> PyErr {
    match failure {
        Failure::Contradiction => NoLegalAssignment::new_err(
            "the position has no legal assignment, so it has no probabilities",
        ),
        Failure::Stopped(stopped) => of_stopped(stopped),
    }
}

/// The cell, if it is on a board of so many cells.
pub fn check_cell(cell: usize, cells: usize) -> PyResult<demine::Cell> {
    if cell < cells {
        return Ok(cell as demine::Cell);
    }
    Err(PyIndexError::new_err(format!("cell {cell} is not on a board of {cells} cells")))
}
