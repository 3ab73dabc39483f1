//! Cache: the handle behind `demine.Cache`.

use demine::Cache;
use pyo3::prelude::*;

#[pyclass(name = "Cache", frozen, module = "demine._native")]
pub struct PyCache(pub Cache);

#[pymethods]
impl PyCache {
    #[new]
    #[pyo3(signature = (bytes=67108864))]
    fn new(bytes: usize) -> Self {
        Self(Cache::new(bytes))
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
