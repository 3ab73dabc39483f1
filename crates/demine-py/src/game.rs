//! Game: the handle behind `demine.Game`. No other handle can change.

use demine::{Cell, First, Game, Status};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::Graph;
use crate::errors::{check_cell, of_game};
use crate::position::PyPosition;

#[pyclass(name = "Game", module = "demine._native")]
pub struct PyGame(pub Game);

#[pymethods]
impl PyGame {
    #[new]
    fn new(graph: &Bound<'_, Graph>, mines: i64, seed: u64, first: &str) -> PyResult<Self> {
        let board = graph.get().0.clone();
        Game::new(board, mines, seed, first_of(first)?).map(Self).map_err(of_game)
    }

    /// A game with these mines.
    #[staticmethod]
    fn given(graph: &Bound<'_, Graph>, mined: Vec<Cell>, first: &str) -> PyResult<Self> {
        let board = graph.get().0.clone();
        Game::given(board, &mined, first_of(first)?).map(Self).map_err(of_game)
    }

    #[getter]
    fn status(&self) -> &'static str {
        match self.0.status() {
            Status::Ready => "ready",
            Status::Playing => "playing",
            Status::Won => "won",
            Status::Lost => "lost",
        }
    }

    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(self.0.position())
    }

    #[getter]
    fn flags(&self) -> usize {
        self.0.flags()
    }

    #[getter]
    fn mined(&self) -> Option<Vec<Cell>> {
        self.0.mined()
    }

    #[getter]
    fn three_bv(&self) -> Option<usize> {
        self.0.three_bv()
    }

    #[getter]
    fn flagged(&self) -> Vec<Cell> {
        self.0.flagged().collect()
    }

    /// An independent copy of the game.
    fn copy(&self) -> Self {
        Self(self.0.clone())
    }

    fn open(&mut self, cell: usize) -> PyResult<Vec<Cell>> {
        let cell = self.check_cell(cell)?;
        Ok(self.0.open(cell))
    }

    fn chord(&mut self, cell: usize) -> PyResult<Vec<Cell>> {
        let cell = self.check_cell(cell)?;
        Ok(self.0.chord(cell))
    }

    fn flag(&mut self, cell: usize) -> PyResult<Vec<Cell>> {
        let cell = self.check_cell(cell)?;
        Ok(if self.0.flag(cell) { vec![cell] } else { Vec::new() })
    }
}

impl PyGame {
    pub fn check_cell(&self, cell: usize) -> PyResult<Cell> {
        check_cell(cell, self.0.board().cells())
    }
}

pub fn first_of(name: &str) -> PyResult<First> {
    match name {
        "safe" => Ok(First::Safe),
        "opening" => Ok(First::Opening),
        "risky" => Ok(First::Risky),
        _ => Err(PyValueError::new_err(format!("first {name:?}: expected safe, opening or risky"))),
    }
}
