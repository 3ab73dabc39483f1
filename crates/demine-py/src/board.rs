//! Graph: the handle behind `demine.Board`.

use demine::{Board, Cell};
use numpy::{PyArray1, PyArray2, PyReadonlyArray2, ToPyArray, ndarray::Array2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::budget::{PyBudget, run};
use crate::errors::{InvalidBoard, check_cell, of_board};
use crate::solutions::PySolutions;

#[pyclass(frozen, eq, hash, module = "demine._native")]
#[derive(PartialEq, Eq, Hash)]
pub struct Graph(pub Board);

/// The width, the cells of all bags, the end of each bag among them, and pairs of bags.
type BagsOnATree<'py> =
    (i64, Bound<'py, PyArray1<Cell>>, Bound<'py, PyArray1<u64>>, Vec<(u32, u32)>);

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

    /// Width, bags, and pairs of bags; `orders` are orders of all cells that may be narrow, and
    /// `effort` multiplies the search for a narrower one.
    #[pyo3(signature = (limits=None, orders=None, effort=1))]
    fn decomposition<'py>(
        &self,
        py: Python<'py>,
        limits: Option<PyBudget>,
        orders: Option<Vec<Vec<u32>>>,
        effort: usize,
    ) -> PyResult<BagsOnATree<'py>> {
        let orders = orders.unwrap_or_default();
        let is_order = |order: &Vec<u32>| {
            let mut cells = order.clone();
            cells.sort_unstable();
            cells.iter().copied().eq(0..self.0.cells() as u32)
        };
        if !orders.iter().all(is_order) {
            return Err(PyValueError::new_err("an order lacks a cell: expected every cell once"));
        }
        let found =
            run(py, limits, |options| self.0.decomposition_along(&orders, effort, options))?;
        let end = |end: &mut u64, bag: &Vec<Cell>| {
            *end += bag.len() as u64;
            Some(*end)
        };
        let ends: Vec<u64> = found.bags.iter().scan(0, end).collect();
        let cells = PyArray1::from_vec(py, found.bags.concat());
        Ok((found.width(), cells, PyArray1::from_vec(py, ends), found.edges))
    }

    /// An entry per cell: its allowed degrees, ascending, or None for any.
    #[pyo3(signature = (degrees, limits=None))]
    fn subgraphs(
        &self,
        py: Python<'_>,
        degrees: Vec<Option<Vec<u32>>>,
        limits: Option<PyBudget>,
    ) -> PyResult<PySolutions> {
        if degrees.len() != self.0.cells() || !degrees.iter().flatten().all(|set| set.is_sorted()) {
            return Err(PyValueError::new_err("expected ascending degrees for every cell"));
        }
        run(py, limits, |options| self.0.subgraphs(&degrees, options)).map(PySolutions)
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
