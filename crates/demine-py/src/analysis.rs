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

    /// Whether `safe` and `mined` are all certain cells.
    #[getter]
    fn all_certain(&self) -> bool {
        self.0.has_all_certain()
    }

    /// How far the probability may be off; 0 if it is counted.
    fn margin(&self, cell: usize) -> PyResult<f64> {
        let cell = check_cell(cell, self.0.probabilities().len())?;
        Ok(self.0.margins().map_or(0.0, |margins| margins[cell as usize]))
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
