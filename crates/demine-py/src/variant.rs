//! Variant: the handle behind a `demine.Position` with rules, and that of its analysis.

use demine::{Cell, Options, Position, Rules, Spread, Sum, Variant};
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::board::Graph;
use crate::budget::{PyBudget, run, run_with};
use crate::cache::PyCache;
use crate::errors::{InvalidPosition, check_cell, of_position};
use crate::natural::Natural;
use crate::position::{codes_of, known_mines};
use crate::solutions::PySolutions;

#[pyclass(name = "Variant", frozen, eq, hash, module = "demine._native")]
#[derive(PartialEq, Eq, Hash)]
pub struct PyVariant(Variant);

/// Weights of cells, and values.
type PySum = (Vec<(Cell, i64)>, Vec<i64>);

#[pymethods]
impl PyVariant {
    #[new]
    fn new(
        graph: &Bound<'_, Graph>,
        labels: &Bound<'_, PyAny>,
        mines: Option<&Bound<'_, PyAny>>,
        capacities: Vec<u32>,
        weights: Vec<(Cell, Cell, i64)>,
        values: Vec<(Cell, Vec<i64>)>,
        sums: Vec<PySum>,
    ) -> PyResult<Self> {
        let mines = known_mines(mines)?;
        let codes = codes_of(labels)?;
        let position = Position::of_codes(graph.get().0.clone(), &codes, None);
        let sums = sums.into_iter().map(|(terms, values)| Sum { terms, values }).collect();
        let rules = Rules { capacities, weights, values, sums };
        Variant::new(position.map_err(of_position)?, rules, mines)
            .map(Self)
            .map_err(|error| InvalidPosition::new_err(error.to_string()))
    }

    /// A code per cell, as in a position.
    #[getter]
    fn codes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        PyArray1::from_slice(py, self.0.position().codes())
    }

    #[getter]
    fn mines(&self) -> Option<u32> {
        self.0.mines()
    }

    /// All sums, those of the numbers first: weights of cells, and values.
    #[getter]
    fn sums(&self) -> Vec<PySum> {
        self.0.sums().iter().map(|sum| (sum.terms.clone(), sum.values.clone())).collect()
    }

    #[pyo3(signature = (cache=None, limits=None))]
    fn is_consistent(
        &self,
        py: Python<'_>,
        cache: Option<&PyCache>,
        limits: Option<PyBudget>,
    ) -> PyResult<bool> {
        let _ = cache;
        run(py, limits, |options| self.0.is_consistent(options))
    }

    #[pyo3(signature = (cache=None, limits=None, method="auto"))]
    fn count(
        &self,
        py: Python<'_>,
        cache: Option<&PyCache>,
        limits: Option<PyBudget>,
        method: &str,
    ) -> PyResult<Natural> {
        let _ = (cache, method);
        run(py, limits, |options| self.0.count(options)).map(Natural)
    }

    #[pyo3(signature = (cache=None, limits=None))]
    fn counts_by_mines(
        &self,
        py: Python<'_>,
        cache: Option<&PyCache>,
        limits: Option<PyBudget>,
    ) -> PyResult<Vec<Natural>> {
        let _ = cache;
        let counts = run(py, limits, |options| self.0.counts_by_mines(options))?;
        Ok(counts.into_iter().map(Natural).collect())
    }

    #[pyo3(signature = (limits=None))]
    fn analyze(&self, py: Python<'_>, limits: Option<PyBudget>) -> PyResult<PySpread> {
        let method = Options::default().method;
        run_with(py, limits, None, method, |options| self.0.analyze(options)).map(PySpread)
    }

    /// Sets of units: a cell of capacity c has c of them, and x mines are its first x units.
    #[pyo3(signature = (limits=None))]
    fn solutions(&self, py: Python<'_>, limits: Option<PyBudget>) -> PyResult<PySolutions> {
        run(py, limits, |options| self.0.solutions(options)).map(PySolutions)
    }
}

#[pyclass(name = "Spread", frozen, module = "demine._native")]
pub struct PySpread(Spread);

impl PySpread {
    fn by_cell<'py>(
        &self,
        py: Python<'py>,
        value: impl Fn(u32, &[f64]) -> f64,
    ) -> Bound<'py, PyArray1<f64>> {
        let of = |cell| {
            let (least, shares) = self.0.shares(cell);
            value(least, shares)
        };
        PyArray1::from_iter(py, (0..self.0.cells() as Cell).map(of))
    }

    fn cells_with(&self, is_so: impl Fn(u32, &[f64]) -> bool) -> Vec<Cell> {
        let holds = |&cell: &Cell| {
            let (least, shares) = self.0.shares(cell);
            is_so(least, shares)
        };
        (0..self.0.cells() as Cell).filter(holds).collect()
    }
}

#[pymethods]
impl PySpread {
    /// How likely each cell holds a mine: exactly 0 and 1 only where that is certain.
    #[getter]
    fn probabilities<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.by_cell(py, |least, shares| match (least, shares[0]) {
            (0, 0.0) => 1.0,
            (0, 1.0) => 0.0,
            (0, free) => (1.0 - free).clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON / 2.0),
            _ => 1.0,
        })
    }

    /// How many mines each cell holds on average.
    #[getter]
    fn expectations<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.by_cell(py, |least, shares| {
            let more: f64 = (0..).zip(shares).map(|(i, share)| f64::from(i) * share).sum();
            f64::from(least) + more
        })
    }

    /// Cells without a mine in every legal assignment, opened ones included.
    #[getter]
    fn free(&self) -> Vec<Cell> {
        self.cells_with(|least, shares| least == 0 && shares[0] == 1.0)
    }

    /// Cells with a mine in every legal assignment.
    #[getter]
    fn mined(&self) -> Vec<Cell> {
        self.cells_with(|least, shares| least > 0 || shares[0] == 0.0)
    }

    /// The cells whose number of mines is certain, each with it.
    #[getter]
    fn certain(&self) -> Vec<(Cell, u32)> {
        let cells = self.cells_with(|_, shares| shares.contains(&1.0));
        let mines = |cell| {
            let (least, shares) = self.0.shares(cell);
            least + shares.iter().take_while(|&&share| share == 0.0).count() as u32
        };
        cells.into_iter().map(|cell| (cell, mines(cell))).collect()
    }

    #[pyo3(signature = (limits=None))]
    fn count(&self, py: Python<'_>, limits: Option<PyBudget>) -> PyResult<Natural> {
        run(py, limits, |options| self.0.count(options)).map(Natural)
    }

    /// A number of mines, and in how many assignments the cell holds so many, one more and so on,
    /// without a factor that all have.
    #[pyo3(signature = (cell, limits=None))]
    fn ways(
        &self,
        py: Python<'_>,
        cell: usize,
        limits: Option<PyBudget>,
    ) -> PyResult<(u32, Vec<Natural>)> {
        let cell = check_cell(cell, self.0.cells())?;
        let ways = run(py, limits, |options| self.0.ways(cell, options))?;
        Ok((self.0.shares(cell).0, ways.into_iter().map(Natural).collect()))
    }
}
