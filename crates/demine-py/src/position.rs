//! Position: the handle behind `demine.Position`.

use demine::{BadDensity, Cell, Density, Failure, Label, Method, Options, Position, WinEstimate};
use num_bigint::BigUint;
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyTuple};

use crate::analysis::PyAnalysis;
use crate::board::Graph;
use crate::budget::{PyBudget, run, run_with};
use crate::cache::PyCache;
use crate::errors::{InvalidPosition, check_cell, of_position};
use crate::natural::Natural;
use crate::solutions::{PySolutions, construction_of};

#[pyclass(name = "Position", frozen, eq, hash, module = "demine._native")]
#[derive(PartialEq, Eq, Hash)]
pub struct PyPosition(pub Position);

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (graph, labels, mines=None))]
    fn new(
        graph: &Bound<'_, Graph>,
        labels: &Bound<'_, PyAny>,
        mines: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mines = known_mines(mines)?;
        let board = graph.get().0.clone();
        let codes = codes_of(labels)?;
        Position::of_codes(board, &codes, mines).map(Self).map_err(of_position)
    }

    /// The position of an array of codes, read where it lies; None if a code means nothing.
    #[staticmethod]
    #[pyo3(signature = (graph, codes, mines=None))]
    fn of_codes(
        graph: &Bound<'_, Graph>,
        codes: Codes<'_>,
        mines: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Self>> {
        let mines = known_mines(mines)?;
        let is_code = |&code: &i32| code >= LEAST_CODE;
        let board = graph.get().0.clone();
        let position = match codes {
            Codes::Long(codes) => {
                let codes = codes.as_slice()?;
                codes.iter().all(is_code).then(|| Position::of_codes(board, codes, mines))
            }
            Codes::Short(codes) => {
                let codes = codes.as_slice()?.iter().map(|&code| i32::from(code));
                let codes: Vec<i32> = codes.collect();
                codes.iter().all(is_code).then(|| Position::of_codes(board, &codes, mines))
            }
        };
        position.transpose().map(|position| position.map(Self)).map_err(of_position)
    }

    /// The same position with the labels of some cells replaced.
    fn with_labels(&self, labels: &Bound<'_, PyDict>) -> PyResult<Self> {
        Ok(Self(self.0.with_labels(&self.changes(labels)?)))
    }

    /// A code per cell: its number, or −1 for `?`, −2 for `□`, −3 for `*`.
    #[getter]
    fn codes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        PyArray1::from_slice(py, self.0.codes())
    }

    #[getter]
    fn mines(&self) -> Option<u32> {
        self.0.mines()
    }

    #[pyo3(signature = (cache=None, limits=None, method="auto"))]
    fn is_consistent(
        &self,
        py: Python<'_>,
        cache: Option<&PyCache>,
        limits: Option<PyBudget>,
        method: &str,
    ) -> PyResult<bool> {
        self.ask(py, cache, limits, method, |options| Ok(self.0.is_consistent(options)?))
    }

    #[pyo3(signature = (cache=None, limits=None, method="auto"))]
    fn count(
        &self,
        py: Python<'_>,
        cache: Option<&PyCache>,
        limits: Option<PyBudget>,
        method: &str,
    ) -> PyResult<Natural> {
        self.ask(py, cache, limits, method, |options| Ok(self.0.count(options)?)).map(Natural)
    }

    #[pyo3(signature = (cache=None, limits=None, method="auto"))]
    fn counts_by_mines(
        &self,
        py: Python<'_>,
        cache: Option<&PyCache>,
        limits: Option<PyBudget>,
        method: &str,
    ) -> PyResult<Vec<Natural>> {
        let counts =
            self.ask(py, cache, limits, method, |options| Ok(self.0.counts_by_mines(options)?))?;
        Ok(counts.into_iter().map(Natural).collect())
    }

    /// All safe and all mined cells.
    #[pyo3(signature = (cache=None, limits=None))]
    fn certain(
        &self,
        py: Python<'_>,
        cache: Option<&PyCache>,
        limits: Option<PyBudget>,
    ) -> PyResult<(Vec<Cell>, Vec<Cell>)> {
        let certain = self.ask(py, cache, limits, "auto", |options| self.0.certain(options))?;
        Ok((certain.safe, certain.mined))
    }

    /// With a density as numerator and denominator, or one for each cell, instead of a number of mines.
    #[pyo3(signature = (cache=None, limits=None, density=None))]
    fn analyze(
        &self,
        py: Python<'_>,
        cache: Option<&PyCache>,
        limits: Option<PyBudget>,
        density: Option<Vec<(BigUint, BigUint)>>,
    ) -> PyResult<PyAnalysis> {
        let densities = self.densities(density.unwrap_or_default())?;
        let analysis = self.ask(py, cache, limits, "auto", |options| match &densities[..] {
            [] => self.0.analyze(options),
            [one] => self.0.analyze_under(one.clone(), options),
            each => self.0.analyze_under_each(each, options),
        });
        analysis.map(PyAnalysis)
    }

    /// What the legal assignments weigh together, once for each dict of labels to replace.
    #[pyo3(signature = (changes, cache=None, limits=None, density=None))]
    fn weights(
        &self,
        py: Python<'_>,
        changes: Vec<Bound<'_, PyDict>>,
        cache: Option<&PyCache>,
        limits: Option<PyBudget>,
        density: Option<Vec<(BigUint, BigUint)>>,
    ) -> PyResult<Vec<Natural>> {
        let read = |labels: &Bound<'_, PyDict>| self.changes(labels);
        let changes: Vec<_> = changes.iter().map(read).collect::<PyResult<_>>()?;
        let densities = self.densities(density.unwrap_or_default())?;
        let weights = self.ask(py, cache, limits, "auto", |options| {
            Ok(self.0.weights(&changes, &densities, options)?)
        })?;
        Ok(weights.into_iter().map(Natural).collect())
    }

    /// The probabilities of all cells if each of some cells is mined, one row after the other.
    #[pyo3(signature = (cells, cache=None, limits=None, density=None))]
    fn probabilities_given<'py>(
        &self,
        py: Python<'py>,
        cells: Vec<usize>,
        cache: Option<&PyCache>,
        limits: Option<PyBudget>,
        density: Option<Vec<(BigUint, BigUint)>>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let cells = self.check_cells(cells)?;
        let densities = self.densities(density.unwrap_or_default())?;
        let rows = self.ask(py, cache, limits, "auto", |options| {
            self.0.probabilities_given(&cells, &densities, options)
        })?;
        Ok(PyArray1::from_vec(py, rows))
    }

    /// How many legal assignments perfect play wins, how many there are, and the cells to go on with.
    #[pyo3(signature = (limits=None))]
    fn optimal(
        &self,
        py: Python<'_>,
        limits: Option<PyBudget>,
    ) -> PyResult<(u32, usize, Vec<Cell>)> {
        run(py, limits, |options| self.0.optimal(options))
    }

    /// How likely the game is won after opening each of some cells, by play-outs on so many boards, and
    /// the margin of that.
    #[pyo3(signature = (cells, boards, limits=None))]
    fn estimates(
        &self,
        py: Python<'_>,
        cells: Vec<usize>,
        boards: usize,
        limits: Option<PyBudget>,
    ) -> PyResult<Vec<(f64, f64)>> {
        let cells = self.check_cells(cells)?;
        let ask = |options: &Options<'_>| self.0.estimates(&cells, boards, options);
        let found = self.ask(py, None, limits, "auto", ask)?;
        Ok(found.into_iter().map(|WinEstimate { win, margin }| (win, margin)).collect())
    }

    /// How many legal assignments perfect play wins after opening each of some cells, and how many there are.
    #[pyo3(signature = (cells, limits=None))]
    fn optimal_after(
        &self,
        py: Python<'_>,
        cells: Vec<usize>,
        limits: Option<PyBudget>,
    ) -> PyResult<(Vec<u32>, usize)> {
        let cells = self.check_cells(cells)?;
        run(py, limits, |options| self.0.optimal_after(&cells, options))
    }

    #[pyo3(signature = (method="cells", loose=true, limits=None))]
    fn solutions(
        &self,
        py: Python<'_>,
        method: &str,
        loose: bool,
        limits: Option<PyBudget>,
    ) -> PyResult<PySolutions> {
        let construction = construction_of(method)?;
        let solutions = run(py, limits, |options| match loose {
            true => self.0.solutions(construction, options),
            false => self.0.solutions_without_loose(construction, options),
        });
        solutions.map(PySolutions)
    }
}

impl PyPosition {
    fn check_cells(&self, cells: Vec<usize>) -> PyResult<Vec<Cell>> {
        cells.into_iter().map(|cell| check_cell(cell, self.0.board().cells())).collect()
    }

    /// Labels to replace, by their cells.
    fn changes(&self, labels: &Bound<'_, PyDict>) -> PyResult<Vec<(Cell, Label)>> {
        let mut read = Vec::with_capacity(labels.len());
        for (cell, label) in labels {
            let cell: usize = cell.extract()?;
            read.push((check_cell(cell, self.0.codes().len())?, label_of(cell, &label)?));
        }
        Ok(read)
    }

    /// No density, one, or one for each cell.
    fn densities(&self, fractions: Vec<(BigUint, BigUint)>) -> PyResult<Vec<Density>> {
        let (given, cells) = (fractions.len(), self.0.board().cells());
        if given > 1 && given != cells {
            let said =
                format!("{given} densities for a board of {cells} cells: expected one per cell");
            return Err(InvalidPosition::new_err(said));
        }
        let density = |(n, d)| Density::new(n, d);
        let checked: Result<_, _> = fractions.into_iter().map(density).collect();
        checked.map_err(|e: BadDensity| InvalidPosition::new_err(e.to_string()))
    }

    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        cache: Option<&PyCache>,
        limits: Option<PyBudget>,
        method: &str,
        question: impl FnOnce(&Options<'_>) -> Result<T, Failure> + Send,
    ) -> PyResult<T> {
        let cache = cache.map(|cache| &cache.0);
        let method = method_of(method)?;
        run_with(py, limits, cache, method, question)
    }
}

/// An array of codes as Python has it: words, or bytes with a sign.
#[derive(FromPyObject)]
enum Codes<'py> {
    Long(PyReadonlyArray1<'py, i32>),
    Short(PyReadonlyArray1<'py, i8>),
}

fn method_of(name: &str) -> PyResult<Method> {
    match name {
        "auto" => Ok(Method::Auto),
        "circuit" => Ok(Method::Circuit),
        "tree" => Ok(Method::Tree),
        "sweep" => Ok(Method::Sweep),
        _ => {
            let expected = "expected \"auto\", \"circuit\", \"tree\" or \"sweep\"";
            let said = format!("method is {name:?}: {expected}");
            Err(PyValueError::new_err(said))
        }
    }
}

/// The code of a known mine.
const LEAST_CODE: i32 = -3;

/// Slots for label objects while labels are read.
const MET: usize = 32;

/// The codes of labels. A board has many cells but few different label objects, so the last ones are
/// recognised by their address, which the tuple keeps valid.
pub fn codes_of(labels: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
    let labels = tuple_of(labels)?;
    let mut codes = Vec::with_capacity(labels.len());
    let mut met = [(0, 0); MET];
    for label in labels.iter_borrowed() {
        // Objects are several words long, so the low bits of their addresses do not differ.
        let at = label.as_ptr() as usize;
        let known = &mut met[at / 32 % MET];
        if known.0 != at {
            *known = (at, label_of(codes.len(), &label)?.code());
        }
        codes.push(known.1);
    }
    Ok(codes)
}

fn tuple_of<'py>(labels: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    if let Ok(tuple) = labels.cast_exact::<PyTuple>() {
        return Ok(tuple.clone());
    }
    match labels.cast_exact::<PyList>() {
        Ok(list) => Ok(list.to_tuple()),
        Err(_) => Ok(labels.py().get_type::<PyTuple>().call1((labels,))?.cast_into()?),
    }
}

fn label_of(cell: usize, label: &Bound<'_, PyAny>) -> PyResult<Label> {
    if let Ok(text) = label.cast::<PyString>() {
        // Text that is not valid Unicode is no label either.
        return match text.to_str().unwrap_or_default() {
            "?" => Ok(Label::Covered),
            "□" => Ok(Label::Free),
            "*" => Ok(Label::Mined),
            _ => Err(unknown_label(cell, label)),
        };
    }
    match integer(label) {
        None => Err(unknown_label(cell, label)),
        Some(-1) => Ok(Label::IMPOSSIBLE),
        Some(count) if count < 0 => {
            let said = format!("cell {cell} is labelled {}: a count is at least -1", show(label));
            Err(InvalidPosition::new_err(said))
        }
        // No cell has that many neighbours, so any larger number means the same: inconsistent.
        Some(count) => Ok(Label::Number(count.min(i64::from(i32::MAX) - 1) as u32)),
    }
}

/// The number of mines, if one is given.
pub fn known_mines(mines: Option<&Bound<'_, PyAny>>) -> PyResult<Option<i64>> {
    mines.map(mines_of).transpose()
}

fn mines_of(mines: &Bound<'_, PyAny>) -> PyResult<i64> {
    let wrong = |expected: &str| {
        let said = format!("the number of mines is {}: expected {expected}", show(mines));
        InvalidPosition::new_err(said)
    };
    match integer(mines) {
        None => Err(wrong("an int or None")),
        Some(i64::MIN | i64::MAX) => Err(wrong("at least 0 and at most one mine per cell")),
        Some(mines) => Ok(mines),
    }
}

/// An int (numpy's too, but no bool), or the nearest that fits.
pub fn integer(value: &Bound<'_, PyAny>) -> Option<i64> {
    if value.is_instance_of::<PyBool>() {
        return None;
    }
    match value.extract::<i64>() {
        Ok(value) => Some(value),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            let negative = value.lt(0).unwrap_or(false);
            Some(if negative { i64::MIN } else { i64::MAX })
        }
        Err(_) => None,
    }
}

fn unknown_label(cell: usize, label: &Bound<'_, PyAny>) -> PyErr {
    let said =
        format!("cell {cell} is labelled {}: expected '?', '□', '*' or a number", show(label));
    InvalidPosition::new_err(said)
}

/// A short repr for messages.
fn show(value: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 40;
    let text = value.repr().map(|text| text.to_string_lossy().into_owned()).unwrap_or_default();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
