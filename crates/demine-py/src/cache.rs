//! Cache: the handle behind `demine.Cache`.

use demine::Cache;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::budget::saturated;
use crate::position::integer;

#[pyclass(name = "Cache", frozen, module = "demine._native")]
pub struct PyCache(pub Cache);

impl PyCache {
    /// The default size.
    const BYTES: usize = 1 << 26;
}

#[pymethods]
impl PyCache {
    #[new]
    #[pyo3(signature = (bytes=None))]
    fn new(bytes: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(given) = bytes else { return Ok(Self(Cache::new(Self::BYTES))) };
        match integer(given) {
            Some(bytes) if bytes >= 0 => Ok(Self(Cache::new(saturated(bytes)))),
            _ => Err(PyValueError::new_err(format!(
                "bytes is {given}: expected a whole number, at least 0"
            ))),
        }
    }

    /// A cache is pickled empty: computing its content again is faster than sending it.
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (usize,)) {
        (py.get_type::<Self>(), (self.0.most_bytes(),))
    }

    fn clear(&self) {
        self.0.clear();
    }

    #[getter]
    fn hits(&self) -> u64 {
        self.0.usage().hits
    }

    #[getter]
    fn misses(&self) -> u64 {
        self.0.usage().misses
    }

    #[getter]
    fn bytes(&self) -> usize {
        self.0.usage().bytes
    }
}
