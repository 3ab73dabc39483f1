//! Every computation runs without the GIL, within a budget, and ends on Ctrl-C.

use std::cell::RefCell;

use demine::{Budget, Cache, Failure, Method, Options, Stopped};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::{of_failure, too_wide_for};

/// What a question may cost, as `demine.meter` says it: states, the seconds that are left of the
/// call, and what messages name: the seconds that it was given, and the bytes from which the states
/// follow, if it was given those.
#[derive(Clone, Copy, Default, FromPyObject)]
pub struct Limits(Option<i64>, Option<f64>, Option<f64>, Option<i64>);

impl Limits {
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
                let states = states.map_or(Budget::DEFAULT_STATES, |states| states as usize);
                Ok(Budget { states, seconds })
            }
        }
    }

    /// The error in the terms of whoever made the whole call.
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

/// Ask the core a question.
pub fn run<T: Send>(
    py: Python<'_>,
    limits: Option<Limits>,
    question: impl FnOnce(&Options<'_>) -> Result<T, Stopped> + Send,
) -> PyResult<T> {
    run_with(py, limits, None, Method::Auto, |options| Ok(question(options)?))
}

/// The same, calling `watch` whenever Ctrl-C is looked for; what it raises ends the question.
pub fn run_watched<T: Send>(
    py: Python<'_>,
    limits: Limits,
    watch: impl Fn(Python<'_>) -> PyResult<()> + Send,
    question: impl FnOnce(&Options<'_>) -> Result<T, Stopped> + Send,
) -> PyResult<T> {
    ask(py, limits, None, Method::Auto, watch, |options| Ok(question(options)?))
}

/// The same, with a cache and by a method.
pub fn run_with<T: Send>(
    py: Python<'_>,
    limits: Option<Limits>,
    cache: Option<&Cache>,
    method: Method,
    question: impl FnOnce(&Options<'_>) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    ask(py, limits.unwrap_or_default(), cache, method, |_| Ok(()), question)
}

fn ask<T: Send>(
    py: Python<'_>,
    limits: Limits,
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
