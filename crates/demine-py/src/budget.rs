//! Every computation runs without the GIL, within a budget, and ends on Ctrl-C.

use std::cell::RefCell;

use demine::{Budget, Meter, Stopped};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::raise;

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

/// Run a computation of the core.
pub fn run<T: Send>(
    py: Python<'_>,
    budget: Budget,
    compute: impl FnOnce(&Meter<'_>) -> Result<T, Stopped> + Send,
) -> PyResult<T> {
    let (result, signal) = py.detach(|| {
        let signal: RefCell<Option<PyErr>> = RefCell::new(None);
        let interrupted = || match Python::attach(|py| py.check_signals()) {
            Ok(()) => false,
            Err(error) => {
                *signal.borrow_mut() = Some(error);
                true
            }
        };
        let result = compute(&Meter::new(budget, &interrupted));
        (result, signal.into_inner())
    });
    match (result, signal) {
        (_, Some(signal)) => Err(signal),
        (Ok(value), None) => Ok(value),
        (Err(stopped @ Stopped::TooWide { .. }), None) => {
            Err(raise(py, "TooWide", stopped.to_string()))
        }
        (Err(stopped), None) => Err(raise(py, "Timeout", stopped.to_string())),
    }
}
