//! Analysis: the handle behind `demine.Analysis`.

use demine::{Analysis, Cell};
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::budget::{PyBudget, run};
use crate::errors::check_cell;
use crate::natural::Natural;

#[pyclass(name = "Analysis", frozen, module = "demine._native")]
pub struct PyAnalysis(pub Analysis);

#[pymethods]
impl PyAnalysis {
    #[getter]
    fn probabilities<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.0.probabilities())
    }

    /// Whether the probabilities are counted, not estimated.
    #[getter]
    fn exact(&self) -> bool {
        self.0.is_exact()
    }

    #[getter]
    fn safe(&self) -> Vec<Cell> {
        self.0.safe().to_vec()
    }

    #[getter]
    fn mined(&self) -> Vec<Cell> {
        self.0.mined().to_vec()
    }

    #[pyo3(signature = (limits=None))]
    fn count(&self, py: Python<'_>, limits: Option<PyBudget>) -> PyResult<Natural> {
        run(py, limits, |options| self.0.count(options)).map(Natural)
    }

    #[pyo3(signature = (cell, limits=None))]
    fn probability(
        &self,
        py: Python<'_>,
        cell: usize,
        limits: Option<PyBudget>,
    ) -> PyResult<(Natural, Natural)> {
        let cell = check_cell(cell, self.0.probabilities().len())?;
        let fraction = run(py, limits, |options| self.0.probability(cell, options));
        fraction.map(|(mined, all)| (Natural(mined), Natural(all)))
    }
}
