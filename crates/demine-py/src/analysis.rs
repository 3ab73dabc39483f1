//! Analysis: the handle behind `demine.Analysis`.

use demine::{Analysis, Cell, WeightedAnalysis};
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::budget::{Limits, run};
use crate::errors::check_cell;
use crate::natural::Natural;

#[pyclass(name = "Analysis", frozen, module = "demine._native")]
pub struct PyAnalysis(pub Answers);

/// Who answers.
pub enum Answers {
    Plain(Analysis),
    Weighted(WeightedAnalysis),
}

impl PyAnalysis {
    fn floats(&self) -> &[f64] {
        match &self.0 {
            Answers::Plain(analysis) => analysis.probabilities(),
            Answers::Weighted(analysis) => analysis.probabilities(),
        }
    }
}

#[pymethods]
impl PyAnalysis {
    #[getter]
    fn probabilities<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.floats())
    }

    /// Whether the probabilities are counted, and not estimated.
    #[getter]
    fn exact(&self) -> bool {
        match &self.0 {
            Answers::Plain(analysis) => analysis.is_exact(),
            Answers::Weighted(analysis) => analysis.is_exact(),
        }
    }

    #[getter]
    fn safe(&self) -> Vec<Cell> {
        match &self.0 {
            Answers::Plain(analysis) => analysis.safe().to_vec(),
            Answers::Weighted(analysis) => analysis.safe().to_vec(),
        }
    }

    #[getter]
    fn mined(&self) -> Vec<Cell> {
        match &self.0 {
            Answers::Plain(analysis) => analysis.mined().to_vec(),
            Answers::Weighted(analysis) => analysis.mined().to_vec(),
        }
    }

    #[pyo3(signature = (limits=None))]
    fn count(&self, py: Python<'_>, limits: Option<Limits>) -> PyResult<Natural> {
        let count = match &self.0 {
            Answers::Plain(analysis) => run(py, limits, |options| analysis.count(options)),
            Answers::Weighted(analysis) => run(py, limits, |options| analysis.count(options)),
        };
        count.map(Natural)
    }

    #[pyo3(signature = (cell, limits=None))]
    fn probability(
        &self,
        py: Python<'_>,
        cell: usize,
        limits: Option<Limits>,
    ) -> PyResult<(Natural, Natural)> {
        let cell = check_cell(cell, self.floats().len())?;
        let fraction = match &self.0 {
            Answers::Plain(analysis) => {
                run(py, limits, |options| analysis.probability(cell, options))
            }
            Answers::Weighted(analysis) => {
                run(py, limits, |options| analysis.probability(cell, options))
            }
        };
        fraction.map(|(mined, all)| (Natural(mined), Natural(all)))
    }
}
