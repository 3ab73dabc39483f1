//! Every computation runs without the GIL, within a budget, and ends on Ctrl-C.

use std::cell::RefCell;

use demine::{Budget, Cache, Failure, Method, Options, Stopped};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::of_failure;

pub fn budget(states: Option<i64>, seconds: Option<f64>) -> PyResult<Budget> {
    let states = match states {
        None => Budget::DEFAULT_STATES,
        Some(states) if states >= 0 => states as usize,
        Some(states) => {
            return Err(PyValueError::new_err(format!("states is {states}: expected at least 0")));
        }
    };
    if let Some(given) = seconds
        && (given.is_nan() || given < 0.0)
    {
        return Err(PyValueError::new_err(format!("seconds is {given}: expected at least 0")));
    }
    Ok(Budget { states, seconds })
}

/// Ask the core a question.
pub fn run<T: Send>(
    py: Python<'_>,
    budget: Budget,
    question: impl FnOnce(&Options<'_>) -> Result<T, Stopped> + Send,
) -> PyResult<T> {
    run_with(py, budget, None, Method::Auto, |options| Ok(question(options)?))
}

/// The same, with a cache and by a method.
pub fn run_with<T: Send>(
    py: Python<'_>,
    budget: Budget,
    cache: Option<&Cache>,
    method: Method,
    question: impl FnOnce(&Options<'_>) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let (answer, signal) = py.detach(|| {
        let signal: RefCell<Option<PyErr>> = RefCell::new(None);
        let interrupted = || match Python::attach(|py| py.check_signals()) {
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
        None => answer.map_err(of_failure),
    }
}
