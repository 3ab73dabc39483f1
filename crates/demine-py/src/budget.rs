//! Every computation runs without the GIL, within a budget, and ends on Ctrl-C.

use std::cell::RefCell;

use demine::{Budget, Cache, Failure, Method, Options, Stopped};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::of_failure;

/// What a question may cost, as `demine.meter` says it: states, the seconds that are left of the
/// call, and those that it was given, which messages name.
#[derive(Clone, Copy, Default, FromPyObject)]
pub struct Limits(Option<i64>, Option<f64>, Option<f64>);

impl Limits {
    pub fn budget(self) -> PyResult<Budget> {
        let wrong =
            |said: String| Err(PyValueError::new_err(format!("{said}: expected at least 0")));
        let Self(states, seconds, _) = self;
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

    /// The failure as the caller of the whole call understands it.
    fn name(self, failure: Failure) -> Failure {
        match (failure, self.2) {
            (Failure::Stopped(Stopped::Timeout { .. }), Some(seconds)) => {
                Failure::Stopped(Stopped::Timeout { seconds })
            }
            (failure, _) => failure,
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

/// The same, with a cache and by a method.
pub fn run_with<T: Send>(
    py: Python<'_>,
    limits: Option<Limits>,
    cache: Option<&Cache>,
    method: Method,
    question: impl FnOnce(&Options<'_>) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let limits = limits.unwrap_or_default();
    let budget = limits.budget()?;
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
        None => answer.map_err(|failure| of_failure(limits.name(failure))),
    }
}
