//! Graph: the handle behind `demine.Board`.

use demine::{Board, Cell};
use numpy::{PyArray2, PyReadonlyArray2, ToPyArray, ndarray::Array2};
use pyo3::prelude::*;

use crate::budget::{PyBudget, run};
use crate::errors::{InvalidBoard, check_cell, of_board};

#[pyclass(frozen, eq, hash, module = "demine._native")]
#[derive(PartialEq, Eq, Hash)]
pub struct Graph(pub Board);

type BagsOnATree = (i64, Vec<Vec<Cell>>, Vec<(u32, u32)>);

#[pymethods]
impl Graph {
    #[new]
    fn new(cells: usize, edges: PyReadonlyArray2<'_, i64>) -> PyResult<Self> {
        let edges = edges.as_array();
        if edges.ncols() != 2 {
            let said = format!("an edge joins 2 cells, not {}", edges.ncols());
            return Err(InvalidBoard::new_err(said));
        }
        let pairs = (0..edges.nrows()).map(|i| (edges[[i, 0]], edges[[i, 1]]));
        Board::new(cells, pairs).map(Self).map_err(of_board)
    }

    #[getter]
    fn cells(&self) -> usize {
        self.0.cells()
    }

    #[getter]
    fn edges<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i64>> {
        let flat: Vec<i64> = self.0.edges().flat_map(|(u, v)| [u as i64, v as i64]).collect();
        let shape = (flat.len() / 2, 2);
        Array2::from_shape_vec(shape, flat).expect("two ends per edge").to_pyarray(py)
    }

    fn neighbours(&self, cell: usize) -> PyResult<Vec<Cell>> {
        Ok(self.0.neighbours(self.check_cell(cell)?).to_vec())
    }

    /// Width, bags, and pairs of bags.
    #[pyo3(signature = (limits=None))]
    fn decomposition(&self, py: Python<'_>, limits: Option<PyBudget>) -> PyResult<BagsOnATree> {
        let found = run(py, limits, |options| self.0.decomposition(options))?;
        Ok((found.width(), found.bags, found.edges))
    }

    fn degree(&self, cell: usize) -> PyResult<usize> {
        Ok(self.0.degree(self.check_cell(cell)?))
    }
}

impl Graph {
    pub fn check_cell(&self, cell: usize) -> PyResult<Cell> {
        check_cell(cell, self.0.cells())
    }
}
