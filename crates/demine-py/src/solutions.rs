//! Solutions: the handle behind `demine.Solutions`.

use std::sync::{Mutex, PoisonError};

use demine::solutions::factors::Construction;
use demine::solutions::set::Solutions;
use demine::zdd::apply::Operator;
use demine::zdd::cheapest::Cheapest;
use demine::zdd::diagram::{Node, Zdd};
use demine::zdd::rank::Walk;
use demine::{Cell, Meter, Stopped};
use num_bigint::{BigInt, BigUint};
use numpy::{PyArray2, PyReadonlyArray2, ToPyArray, ndarray::Array2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::Graph;
use crate::budget::{budget, run};

#[pyclass(name = "Solutions", frozen, module = "demine._native")]
pub struct PySolutions(pub Solutions);

/// The order of the cells, the number of the root, and a row (level, lo, hi) per node.
type Diagram<'py> = (Vec<Cell>, u32, Bound<'py, PyArray2<u32>>);

#[pymethods]
impl PySolutions {
    /// From a diagram that may break any rule: `ValueError` says which.
    #[staticmethod]
    fn load(
        graph: &Bound<'_, Graph>,
        order: Vec<Cell>,
        root: u32,
        nodes: PyReadonlyArray2<'_, u32>,
    ) -> PyResult<Self> {
        let board = graph.get().0.clone();
        let rows = nodes.as_array();
        let mut seen = vec![false; board.cells()];
        for &cell in &order {
            let cell = graph.get().checked(cell as usize)?;
            if std::mem::replace(&mut seen[cell as usize], true) {
                return Err(PyValueError::new_err(format!("cell {cell} is twice in the order")));
            }
        }
        let nodes = rows.rows().into_iter();
        let nodes = nodes.map(|row| Node { level: row[0], lo: row[1], hi: row[2] }).collect();
        let zdd = Zdd::checked(order, nodes, root).map_err(PyValueError::new_err)?;
        Ok(Self(Solutions::from_zdd(board, zdd)))
    }

    #[pyo3(signature = (states=None, seconds=None))]
    fn count(
        &self,
        py: Python<'_>,
        states: Option<i64>,
        seconds: Option<f64>,
    ) -> PyResult<BigUint> {
        self.ask(py, states, seconds, |meter| self.0.count(meter))
    }

    fn contains(&self, cells: Vec<usize>) -> bool {
        let on_board = |cell: usize| (cell < self.0.board().cells()).then_some(cell as Cell);
        let cells: Option<Vec<Cell>> = cells.into_iter().map(on_board).collect();
        cells.is_some_and(|cells| self.0.contains(&cells))
    }

    #[pyo3(signature = (states=None, seconds=None))]
    fn diagram<'py>(
        &self,
        py: Python<'py>,
        states: Option<i64>,
        seconds: Option<f64>,
    ) -> PyResult<Diagram<'py>> {
        let zdd = self.ask(py, states, seconds, |meter| self.0.whole(meter).cloned())?;
        let flat = zdd.nodes().iter().flat_map(|node| [node.level, node.lo, node.hi]).collect();
        let rows = Array2::from_shape_vec((zdd.size(), 3), flat).expect("three numbers per node");
        Ok((zdd.order().to_vec(), zdd.root(), rows.to_pyarray(py)))
    }

    #[pyo3(signature = (states=None, seconds=None))]
    fn size(&self, py: Python<'_>, states: Option<i64>, seconds: Option<f64>) -> PyResult<usize> {
        self.ask(py, states, seconds, |meter| Ok(self.0.whole(meter)?.size()))
    }

    #[getter]
    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    #[pyo3(signature = (ranks, states=None, seconds=None))]
    fn nth(
        &self,
        py: Python<'_>,
        ranks: Vec<BigUint>,
        states: Option<i64>,
        seconds: Option<f64>,
    ) -> PyResult<Vec<Vec<Cell>>> {
        self.ask(py, states, seconds, |meter| self.0.nth(&ranks, meter))
    }

    #[pyo3(signature = (states=None, seconds=None))]
    fn walk(&self, py: Python<'_>, states: Option<i64>, seconds: Option<f64>) -> PyResult<PyWalk> {
        let zdd = self.ask(py, states, seconds, |meter| self.0.whole(meter).cloned())?;
        Ok(PyWalk(Mutex::new(Walk::new(zdd))))
    }

    /// A cost per cell of the board.
    #[pyo3(signature = (costs, states=None, seconds=None))]
    fn cheapest(
        &self,
        py: Python<'_>,
        costs: Vec<BigInt>,
        states: Option<i64>,
        seconds: Option<f64>,
    ) -> PyResult<PyCheapest> {
        let zdd = self.ask(py, states, seconds, |meter| self.0.whole(meter).cloned())?;
        let cost = |cell: Cell| costs[cell as usize].clone();
        Ok(PyCheapest(Mutex::new(Cheapest::new(zdd, cost))))
    }

    #[pyo3(signature = (cells, states=None, seconds=None))]
    fn given(
        &self,
        py: Python<'_>,
        cells: Vec<(Cell, bool)>,
        states: Option<i64>,
        seconds: Option<f64>,
    ) -> PyResult<Self> {
        let given = cells.into_iter().collect();
        self.ask(py, states, seconds, |meter| self.0.given(&given, meter)).map(Self)
    }

    fn with_mines(&self, mines: u32) -> Self {
        Self(self.0.with_mines(mines))
    }

    #[pyo3(signature = (counts, states=None, seconds=None))]
    fn reveal(
        &self,
        py: Python<'_>,
        counts: Vec<(Cell, u32)>,
        states: Option<i64>,
        seconds: Option<f64>,
    ) -> PyResult<Self> {
        self.ask(py, states, seconds, |meter| self.0.reveal(&counts, meter)).map(Self)
    }

    #[pyo3(signature = (operator, other, states=None, seconds=None))]
    fn combine(
        &self,
        py: Python<'_>,
        operator: &str,
        other: &Self,
        states: Option<i64>,
        seconds: Option<f64>,
    ) -> PyResult<Self> {
        let operator = match operator {
            "&" => Operator::And,
            "|" => Operator::Or,
            "-" => Operator::Minus,
            _ => return Err(PyValueError::new_err("an operator is &, | or -")),
        };
        self.ask(py, states, seconds, |meter| self.0.combine(operator, &other.0, meter)).map(Self)
    }

    #[pyo3(signature = (other, states=None, seconds=None))]
    fn same(
        &self,
        py: Python<'_>,
        other: &Self,
        states: Option<i64>,
        seconds: Option<f64>,
    ) -> PyResult<bool> {
        self.ask(py, states, seconds, |meter| self.0.same(&other.0, meter))
    }
}

impl PySolutions {
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        states: Option<i64>,
        seconds: Option<f64>,
        question: impl FnOnce(&Meter<'_>) -> Result<T, Stopped> + Send,
    ) -> PyResult<T> {
        run(py, budget(states, seconds)?, question)
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
    fn take(&self, most: usize) -> Vec<Vec<Cell>> {
        let mut walk = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        walk.by_ref().take(most).collect()
    }
}

/// The solutions from the cheapest on.
#[pyclass(name = "Cheapest", frozen, module = "demine._native")]
pub struct PyCheapest(Mutex<Cheapest>);

#[pymethods]
impl PyCheapest {
    #[pyo3(signature = (states=None, seconds=None))]
    fn next(
        &self,
        py: Python<'_>,
        states: Option<i64>,
        seconds: Option<f64>,
    ) -> PyResult<Option<Vec<Cell>>> {
        run(py, budget(states, seconds)?, |meter| {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).next(meter)
        })
    }
}
