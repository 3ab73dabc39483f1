//! Solutions: the handle behind `demine.Solutions`.

use std::sync::{Mutex, PoisonError};

use demine::{Cell, Cheapest, Construction, Node, Operator, Solutions, Walk};
use num_bigint::{BigInt, BigUint};
use numpy::{PyArray2, PyReadonlyArray2, ToPyArray, ndarray::Array2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::Graph;
use crate::budget::{PyBudget, run};
use crate::errors::check_cell;
use crate::natural::Natural;

#[pyclass(name = "Solutions", frozen, module = "demine._native")]
pub struct PySolutions(pub Solutions);

/// The order of the cells, the number of the root, and a row (level, lo, hi) per node.
type Diagram<'py> = (Vec<Cell>, u32, Bound<'py, PyArray2<u32>>);

#[pymethods]
impl PySolutions {
    /// From a diagram that may break any rule: `ValueError` says which.
    #[staticmethod]
    fn from_diagram(
        graph: &Bound<'_, Graph>,
        order: Vec<Cell>,
        root: u32,
        nodes: PyReadonlyArray2<'_, u32>,
    ) -> PyResult<Self> {
        let board = graph.get().0.clone();
        let rows = nodes.as_array();
        if rows.ncols() != 3 {
            let said = format!("a node is level, lo and hi, not {} numbers", rows.ncols());
            return Err(PyValueError::new_err(said));
        }
        let nodes = rows.rows().into_iter();
        let nodes = nodes.map(|row| Node { level: row[0], lo: row[1], hi: row[2] }).collect();
        Solutions::from_diagram(board, order, nodes, root)
            .map(Self)
            .map_err(|e| PyValueError::new_err(e.to_string()))
    }

    #[pyo3(signature = (limits=None))]
    fn count(&self, py: Python<'_>, limits: Option<PyBudget>) -> PyResult<Natural> {
        run(py, limits, |options| self.0.count(options)).map(Natural)
    }

    fn contains(&self, cells: Vec<usize>) -> bool {
        let on_board = |cell: usize| (cell < self.0.board().cells()).then_some(cell as Cell);
        let cells: Option<Vec<Cell>> = cells.into_iter().map(on_board).collect();
        cells.is_some_and(|cells| self.0.contains(&cells))
    }

    #[pyo3(signature = (limits=None))]
    fn diagram<'py>(&self, py: Python<'py>, limits: Option<PyBudget>) -> PyResult<Diagram<'py>> {
        let zdd = run(py, limits, |options| self.0.diagram(options))?;
        let flat = zdd.nodes().iter().flat_map(|node| [node.level, node.lo, node.hi]).collect();
        let rows = Array2::from_shape_vec((zdd.size(), 3), flat).expect("three numbers per node");
        Ok((zdd.order().to_vec(), zdd.root(), rows.to_pyarray(py)))
    }

    #[pyo3(signature = (limits=None))]
    fn size(&self, py: Python<'_>, limits: Option<PyBudget>) -> PyResult<usize> {
        run(py, limits, |options| Ok(self.0.diagram(options)?.size()))
    }

    #[getter]
    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    #[pyo3(signature = (ranks, limits=None))]
    fn nth(
        &self,
        py: Python<'_>,
        ranks: Vec<BigUint>,
        limits: Option<PyBudget>,
    ) -> PyResult<Vec<Vec<Cell>>> {
        run(py, limits, |options| self.0.nth(&ranks, options))
    }

    #[pyo3(signature = (limits=None))]
    fn walk(&self, py: Python<'_>, limits: Option<PyBudget>) -> PyResult<PyWalk> {
        let walk = run(py, limits, |options| self.0.walk(options))?;
        Ok(PyWalk(Mutex::new(walk)))
    }

    /// A cost per cell of the board.
    #[pyo3(signature = (costs, limits=None))]
    fn cheapest(
        &self,
        py: Python<'_>,
        costs: Vec<BigInt>,
        limits: Option<PyBudget>,
    ) -> PyResult<PyCheapest> {
        let cells = self.0.board().cells();
        if costs.len() != cells {
            let said = format!("{} costs: expected one per cell, {cells}", costs.len());
            return Err(PyValueError::new_err(said));
        }
        let cheapest = run(py, limits, |options| self.0.cheapest(&costs, options))?;
        Ok(PyCheapest(Mutex::new(cheapest)))
    }

    #[pyo3(signature = (cells, limits=None))]
    fn given(
        &self,
        py: Python<'_>,
        cells: Vec<(usize, bool)>,
        limits: Option<PyBudget>,
    ) -> PyResult<Self> {
        let given = self.on_board(cells)?;
        run(py, limits, |options| self.0.given(&given, options)).map(Self)
    }

    fn with_mines(&self, mines: u32) -> Self {
        Self(self.0.with_mines(mines))
    }

    #[pyo3(signature = (counts, limits=None))]
    fn reveal(
        &self,
        py: Python<'_>,
        counts: Vec<(usize, u32)>,
        limits: Option<PyBudget>,
    ) -> PyResult<Self> {
        let counts = self.on_board(counts)?;
        run(py, limits, |options| self.0.reveal(&counts, options)).map(Self)
    }

    #[pyo3(signature = (operator, other, limits=None))]
    fn combine(
        &self,
        py: Python<'_>,
        operator: &str,
        other: &Self,
        limits: Option<PyBudget>,
    ) -> PyResult<Self> {
        let operator = match operator {
            "&" => Operator::And,
            "|" => Operator::Or,
            "-" => Operator::Minus,
            _ => return Err(PyValueError::new_err("an operator is &, | or -")),
        };
        self.check_board(other)?;
        run(py, limits, |options| self.0.combine(operator, &other.0, options)).map(Self)
    }

    #[pyo3(signature = (other, limits=None))]
    fn times(&self, py: Python<'_>, other: &Self, limits: Option<PyBudget>) -> PyResult<Self> {
        self.check_board(other)?;
        run(py, limits, |options| self.0.times(&other.0, options)).map(Self)
    }

    #[pyo3(signature = (limits=None))]
    fn minimal(&self, py: Python<'_>, limits: Option<PyBudget>) -> PyResult<Self> {
        run(py, limits, |options| self.0.minimal(options)).map(Self)
    }

    #[pyo3(signature = (limits=None))]
    fn maximal(&self, py: Python<'_>, limits: Option<PyBudget>) -> PyResult<Self> {
        run(py, limits, |options| self.0.maximal(options)).map(Self)
    }

    #[pyo3(signature = (least, most, limits=None))]
    fn between(
        &self,
        py: Python<'_>,
        least: u32,
        most: u32,
        limits: Option<PyBudget>,
    ) -> PyResult<Self> {
        run(py, limits, |options| self.0.between(least, most, options)).map(Self)
    }

    #[pyo3(signature = (other, limits=None))]
    fn is_same(&self, py: Python<'_>, other: &Self, limits: Option<PyBudget>) -> PyResult<bool> {
        self.check_board(other)?;
        run(py, limits, |options| self.0.is_same(&other.0, options))
    }
}

impl PySolutions {
    fn check_board(&self, other: &Self) -> PyResult<()> {
        if self.0.board() == other.0.board() {
            return Ok(());
        }
        Err(PyValueError::new_err(
            "the sets belong to different boards: expected the same board twice",
        ))
    }

    /// The cells, each with what is said of it, if the board has them all.
    fn on_board<T>(&self, said: Vec<(usize, T)>) -> PyResult<Vec<(Cell, T)>> {
        let cells = self.0.board().cells();
        said.into_iter().map(|(cell, said)| Ok((check_cell(cell, cells)?, said))).collect()
    }
}

pub fn construction_of(name: &str) -> PyResult<Construction> {
    match name {
        "cells" => Ok(Construction::Cells),
        "degree" => Ok(Construction::Degree),
        "intersection" => Ok(Construction::Intersection),
        _ => {
            let said = format!("method is {name:?}: expected 'cells', 'degree' or 'intersection'");
            Err(PyValueError::new_err(said))
        }
    }
}

/// All solutions, one after the other.
#[pyclass(name = "Walk", frozen, module = "demine._native")]
pub struct PyWalk(Mutex<Walk>);

#[pymethods]
impl PyWalk {
    /// The next solutions, fewer only at the end.
    #[pyo3(signature = (most, limits=None))]
    fn take(
        &self,
        py: Python<'_>,
        most: usize,
        limits: Option<PyBudget>,
    ) -> PyResult<Vec<Vec<Cell>>> {
        run(py, limits, |options| {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).take(most, options)
        })
    }
}

/// The solutions from the cheapest on.
#[pyclass(name = "Cheapest", frozen, module = "demine._native")]
pub struct PyCheapest(Mutex<Cheapest>);

#[pymethods]
impl PyCheapest {
    #[pyo3(signature = (limits=None))]
    fn next(&self, py: Python<'_>, limits: Option<PyBudget>) -> PyResult<Option<Vec<Cell>>> {
        run(py, limits, |options| {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).next(options)
        })
    }
}
