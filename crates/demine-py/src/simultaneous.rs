//! Many games at once: the handle behind `demine.gym`. A step of all games is one call.

use demine::{Cell, Event, GameSetup, Simultaneous};
use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods, ToPyArray,
};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::board::Graph;
use crate::errors::of_game;
use crate::game::first_of;

/// Per game the number of opened cells, and the event: 0 it goes on, 1 won, 2 lost, 3 restarted.
type Events<'py> = (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u8>>);

#[pyclass(name = "Simultaneous", module = "demine._native")]
pub struct PySimultaneous(Simultaneous);

#[pymethods]
impl PySimultaneous {
    #[new]
    fn new(graph: &Bound<'_, Graph>, mines: i64, first: &str, seeds: Vec<u64>) -> PyResult<Self> {
        let board = graph.get().0.clone();
        let setup = GameSetup::new(board, mines, first_of(first)?).map_err(of_game)?;
        Ok(Self(Simultaneous::new(setup, &seeds)))
    }

    /// A copy of the labels: a row per game, a code per cell.
    #[getter]
    fn labels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i16>>> {
        let flat = self.0.labels().to_pyarray(py);
        flat.reshape([self.0.rows(), self.0.cells()])
    }

    fn three_bv(&self, row: usize) -> PyResult<Option<usize>> {
        Ok(self.0.three_bv(self.check_row(row)?))
    }

    fn seed(&mut self, row: usize, seed: u64) -> PyResult<()> {
        self.0.seed(self.check_row(row)?, seed);
        Ok(())
    }

    fn restart(&mut self, row: usize) -> PyResult<()> {
        self.0.restart(self.check_row(row)?);
        Ok(())
    }

    fn begin(&mut self, row: usize, seed: u64) -> PyResult<()> {
        self.0.begin(self.check_row(row)?, seed);
        Ok(())
    }

    /// Open cells one after the other, each in a row; games that are over stay as they are.
    fn open<'py>(
        &mut self,
        py: Python<'py>,
        rows: Vec<usize>,
        cells: Vec<i64>,
    ) -> PyResult<Events<'py>> {
        if rows.len() != cells.len() {
            let said = format!("{} rows and {} cells: expected as many", rows.len(), cells.len());
            return Err(PyValueError::new_err(said));
        }
        let moves = rows.iter().zip(&cells);
        let moves: Vec<(usize, Cell)> = moves
            .map(|(&row, &cell)| Ok((self.check_row(row)?, self.check_cell(cell)?)))
            .collect::<PyResult<_>>()?;
        let events: Vec<Event> =
            py.detach(|| moves.into_iter().map(|(row, cell)| self.0.open(row, cell)).collect());
        Ok(written(py, &events))
    }

    fn step<'py>(
        &mut self,
        py: Python<'py>,
        cells: PyReadonlyArray1<'py, i64>,
    ) -> PyResult<Events<'py>> {
        let cells = self.cells_of(&cells)?;
        let events = py.detach(|| self.0.step(&cells));
        Ok(written(py, &events))
    }
}

impl PySimultaneous {
    fn check_row(&self, row: usize) -> PyResult<usize> {
        let rows = self.0.rows();
        let said = || PyIndexError::new_err(format!("game {row}: there are {rows}"));
        (row < rows).then_some(row).ok_or_else(said)
    }

    fn cells_of(&self, cells: &PyReadonlyArray1<'_, i64>) -> PyResult<Vec<Cell>> {
        let games = self.0.rows();
        if cells.len() != games {
            let said = format!("{} actions: expected one for each of {games} games", cells.len());
            return Err(PyValueError::new_err(said));
        }
        cells.as_array().iter().map(|&cell| self.check_cell(cell)).collect()
    }

    fn check_cell(&self, cell: i64) -> PyResult<Cell> {
        let all = self.0.cells() as i64;
        let said =
            || PyIndexError::new_err(format!("cell {cell} is not on a board of {all} cells"));
        (0..all).contains(&cell).then_some(cell as Cell).ok_or_else(said)
    }
}

fn written<'py>(py: Python<'py>, events: &[Event]) -> Events<'py> {
    let opened = PyArray1::from_iter(py, events.iter().map(|&event| count_opened(event)));
    let codes = PyArray1::from_iter(py, events.iter().map(|&event| code_of(event)));
    (opened, codes)
}

fn count_opened(event: Event) -> u32 {
    match event {
        Event::Opened(cells) | Event::Won(cells) => cells,
        Event::Lost | Event::Restarted => 0,
    }
}

fn code_of(event: Event) -> u8 {
    match event {
        Event::Opened(_) => 0,
        Event::Won(_) => 1,
        Event::Lost => 2,
        Event::Restarted => 3,
    }
}
