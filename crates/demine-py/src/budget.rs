//! Runs every computation without the GIL, within a budget, and ends it on Ctrl-C.

use std::cell::RefCell;

use demine::{Budget, Cache, Failure, Method, Options, Stopped};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::{of_failure, too_wide_for};

/// The budget of a question, as `demine.meter` passes it: the states, and the seconds that are left of the
/// call. For messages also the seconds and the bytes that the caller gave.
#[derive(Clone, Copy, Default, FromPyObject)]
pub struct PyBudget(Option<i64>, Option<f64>, Option<f64>, Option<i64>);

impl PyBudget {
    pub fn budget(self) -> PyResult<Budget> {
        let wrong =
            |said: String| Err(PyValueError::new_err(format!("{said}: expected at least 0")));
        let Self(states, seconds, ..) = self;
        match (states, seconds) {
            (Some(states), _) if states < 0 => wrong(format!("states is {states}")),
            (_, Some(seconds)) if seconds.is_nan() || seconds < 0.0 => {
                wrong(format!("seconds is {seconds}"))
            }
            (states, seconds) => {
                let states = states.map_or(Budget::DEFAULT_STATES, saturated);
                Ok(Budget { states, seconds })
            }
        }
    }

    /// The error in terms of the caller's budget.
    fn error_of(self, failure: Failure) -> PyErr {
        let Self(_, _, seconds, bytes) = self;
        match (failure, seconds, bytes) {
            (Failure::Stopped(Stopped::Timeout { .. }), Some(seconds), _) => {
                of_failure(Failure::Stopped(Stopped::Timeout { seconds }))
            }
            (Failure::Stopped(Stopped::TooWide { .. }), _, Some(bytes)) => too_wide_for(bytes),
            (failure, ..) => of_failure(failure),
        }
    }
}

/// Asks the core a question.
pub fn run<T: Send>(
    py: Python<'_>,
    limits: Option<PyBudget>,
    question: impl FnOnce(&Options<'_>) -> Result<T, Stopped> + Send,
) -> PyResult<T> {
    run_with(py, limits, None, Method::Auto, |options| Ok(question(options)?))
}

/// The same, and calls `watch` at every check for Ctrl-C; an exception of it ends the question.
pub fn run_watched<T: Send>(
    py: Python<'_>,
    limits: PyBudget,
    watch: impl Fn(Python<'_>) -> PyResult<()> + Send,
    question: impl FnOnce(&Options<'_>) -> Result<T, Stopped> + Send,
) -> PyResult<T> {
    ask(py, limits, None, Method::Auto, watch, |options| Ok(question(options)?))
}

/// The same with a cache and a method.
pub fn run_with<T: Send>(
    py: Python<'_>,
    limits: Option<PyBudget>,
    cache: Option<&Cache>,
    method: Method,
    question: impl FnOnce(&Options<'_>) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    ask(py, limits.unwrap_or_default(), cache, method, |_| Ok(()), question)
}

fn ask<T: Send>(
    py: Python<'_>,
    limits: PyBudget,
    cache: Option<&Cache>,
    method: Method,
    watch: impl Fn(Python<'_>) -> PyResult<()> + Send,
    question: impl FnOnce(&Options<'_>) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let budget = limits.budget()?;
    let (answer, signal) = py.detach(move || {
        let signal: RefCell<Option<PyErr>> = RefCell::new(None);
        let look = |py: Python<'_>| py.check_signals().and_then(|()| watch(py));
        let interrupted = || match Python::attach(look) {
            Ok(()) => false,
            Err(error) => {
                *signal.borrow_mut() = Some(error);
                true
            }
        };
        let options = Options { cache, method, budget, interrupt: Some(&interrupted) };
        let answer = question(&options);
        (answer, signal.into_inner())
    });
    match signal {
        Some(signal) => Err(signal),
        None => answer.map_err(|failure| limits.error_of(failure)),
    }
}

/// The number, or the largest of this machine: 2³² states are not 0 where addresses have 32 bits.
pub fn saturated(number: i64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
