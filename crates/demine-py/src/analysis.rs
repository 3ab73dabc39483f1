//! Analysis: the handle behind `demine.Analysis`.

use demine::{Analysis, Cell};
use num_bigint::BigUint;
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::budget::{budget, run};
use crate::errors::checked;

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
        run(py, budget(None, seconds)?, |options| self.0.count(options))
    }

    #[pyo3(signature = (cell, seconds=None))]
    fn probability(
        &self,
        py: Python<'_>,
        cell: usize,
        seconds: Option<f64>,
    ) -> PyResult<(BigUint, BigUint)> {
        let cell = checked(cell, self.0.probabilities().len())?;
        run(py, budget(None, seconds)?, |options| self.0.probability(cell, options))
    }
}
