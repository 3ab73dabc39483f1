//! Analysis: the handle behind `demine.Analysis`.

use demine::Cell;
use demine::count::analysis::Analysis;
use num_bigint::BigUint;
use numpy::PyArray1;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::budget::{budget, run};

#[pyclass(name = "Analysis", frozen, module = "demine._native")]
pub struct PyAnalysis(pub Analysis);

#[pymethods]
impl PyAnalysis {
    #[getter]
    fn probabilities<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.0.probabilities())
    }

    #[getter]
    fn safe(&self) -> Vec<Cell> {
        self.0.safe().to_vec()
    }

    #[getter]
    fn mined(&self) -> Vec<Cell> {
        self.0.mined().to_vec()
    }

    #[pyo3(signature = (seconds=None))]
    fn count(&self, py: Python<'_>, seconds: Option<f64>) -> PyResult<BigUint> {
        run(py, budget(None, seconds)?, |meter| self.0.count(meter))
    }

    #[pyo3(signature = (cell, seconds=None))]
    fn probability(
        &self,
        py: Python<'_>,
        cell: usize,
        seconds: Option<f64>,
    ) -> PyResult<(BigUint, BigUint)> {
        if cell >= self.0.probabilities().len() {
            return Err(PyIndexError::new_err(format!("cell {cell} is not on the board")));
        }
        run(py, budget(None, seconds)?, |meter| self.0.probability(cell as Cell, meter))
    }
}
