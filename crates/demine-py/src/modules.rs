//! Modules: the handle behind `demine.onemine`.

use demine::{Board, Cell, Modules};
use numpy::PyArray1;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::board::Graph;
use crate::budget::{PyBudget, run};
use crate::errors::InvalidPosition;

/// The modular decomposition tree of a graph, or of an induced subgraph.
#[pyclass(name = "Modules", frozen, module = "demine._native")]
pub struct PyModules {
    modules: Modules,
    /// The cells of the induced subgraph, sorted; `None` for the whole graph.
    covered: Option<Vec<Cell>>,
}

#[pymethods]
impl PyModules {
    #[new]
    #[pyo3(signature = (graph, covered=None, limits=None))]
    fn new(
        py: Python<'_>,
        graph: &Graph,
        covered: Option<Vec<usize>>,
        limits: Option<PyBudget>,
    ) -> PyResult<Self> {
        let covered = covered.map(|cells| ascending(graph, &cells)).transpose()?;
        let found = run(py, limits, |options| {
            let induced: Option<Board> = covered.as_ref().map(|cells| graph.0.induced(cells));
            induced.as_ref().unwrap_or(&graph.0).modules(options)
        })?;
        let said = "no cell is covered, so there is no place for the mine: expected at least 1";
        let modules = found.ok_or_else(|| InvalidPosition::new_err(said))?;
        Ok(Self { modules, covered })
    }

    /// A number per node: 0 for a leaf, 1 parallel, 2 series, 3 prime.
    #[getter]
    fn kinds<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_iter(py, self.modules.kinds.iter().map(|&kind| kind as u8))
    }

    #[getter]
    fn ends<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_slice(py, &self.modules.ends)
    }

    #[getter]
    fn starts<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_slice(py, &self.modules.starts)
    }

    #[getter]
    fn sizes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_slice(py, &self.modules.sizes)
    }

    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_iter(py, self.modules.cells.iter().map(|&cell| self.name(cell)))
    }

    #[getter]
    fn wins<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_vec(py, self.modules.wins())
    }

    fn optimal_guesses(&self, node: usize) -> PyResult<Vec<Cell>> {
        let nodes = self.modules.kinds.len();
        if node >= nodes {
            let said = format!("node {node} is not in a tree of {nodes} nodes");
            return Err(PyIndexError::new_err(said));
        }
        Ok(self.names(self.modules.optimal_guesses(node)))
    }

    fn largest_component(&self, avoid: Cell, include: Cell) -> PyResult<Vec<Cell>> {
        let (avoid, include) = (self.index(avoid)?, self.index(include)?);
        if avoid == include {
            return Err(PyValueError::new_err("avoid and include are one cell: expected two"));
        }
        Ok(self.names(self.modules.largest_component(avoid, include)))
    }
}

impl PyModules {
    /// The graph's cell for a cell of the induced subgraph.
    fn name(&self, cell: Cell) -> Cell {
        self.covered.as_ref().map_or(cell, |covered| covered[cell as usize])
    }

    fn names(&self, cells: Vec<Cell>) -> Vec<Cell> {
        cells.into_iter().map(|cell| self.name(cell)).collect()
    }

    /// The induced subgraph's cell for a cell of the graph.
    fn index(&self, cell: Cell) -> PyResult<Cell> {
        let found = match &self.covered {
            Some(covered) => covered.binary_search(&cell).ok().map(|index| index as Cell),
            None => Some(cell).filter(|&cell| (cell as usize) < self.modules.cells.len()),
        };
        found.ok_or_else(|| PyIndexError::new_err(format!("cell {cell} is not covered")))
    }
}

fn ascending(graph: &Graph, cells: &[usize]) -> PyResult<Vec<Cell>> {
    let mut cells: Vec<Cell> =
        cells.iter().map(|&cell| graph.check_cell(cell)).collect::<PyResult<_>>()?;
    cells.sort_unstable();
    cells.dedup();
    Ok(cells)
}
