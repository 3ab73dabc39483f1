//! Game: the handle behind `demine.Game`. No other handle can change.

use demine::{Cell, Fairness, First, Game, Status};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::Graph;
use crate::budget::{PyBudget, run};
use crate::errors::{check_cell, of_game};
use crate::position::PyPosition;

#[pyclass(name = "Game", module = "demine._native")]
pub struct PyGame(pub Game);

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (graph, mines, seed, first, fair = None))]
    fn new(
        graph: &Bound<'_, Graph>,
        mines: i64,
        seed: u64,
        first: &str,
        fair: Option<&str>,
    ) -> PyResult<Self> {
        let game = Game::new(graph.get().0.clone(), mines, seed, first_of(first)?);
        let game = game.map_err(of_game)?;
        Ok(Self(match fair {
            Some(name) => game.fairly(fairness_of(name)?),
            None => game,
        }))
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

    /// Ties go to the cell that comes first in the order, which lists all cells.
    fn zini(&self, order: Vec<Cell>) -> Option<usize> {
        self.0.zini(&order)
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

    /// The chance that a guess survives, and the state of the stream afterwards; the mines move away
    /// from the cell if they can.
    #[pyo3(signature = (cell, draws, limits=None))]
    fn survive(
        &mut self,
        py: Python<'_>,
        cell: usize,
        mut draws: u64,
        limits: Option<PyBudget>,
    ) -> PyResult<(f64, u64)> {
        let cell = self.check_cell(cell)?;
        let game = &mut self.0;
        let chance = run(py, limits, |options| game.survive(cell, &mut draws, options))?;
        Ok((chance, draws))
    }
}

impl PyGame {
    pub fn check_cell(&self, cell: usize) -> PyResult<Cell> {
        check_cell(cell, self.0.board().cells())
    }
}

fn fairness_of(name: &str) -> PyResult<Fairness> {
    match name {
        "fair" => Ok(Fairness::Fair),
        "lenient" => Ok(Fairness::Lenient),
        "mercy" => Ok(Fairness::Mercy),
        _ => Err(PyValueError::new_err(format!("fair {name:?}: expected fair, lenient or mercy"))),
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
