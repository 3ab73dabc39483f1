//! Natural: converts whole numbers to Python.

use num_bigint::BigUint;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyInt};

/// A whole number as an `int`. A number that fits a word is passed as such; `int.from_bytes`, which makes
/// the others, is looked up once. The library's own conversion takes 1.5 µs, and a question may have
/// hundreds of answers.
pub struct Natural(pub BigUint);

impl<'py> IntoPyObject<'py> for Natural {
    type Target = PyInt;
    type Output = Bound<'py, PyInt>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyInt>> {
        if let Ok(word) = u64::try_from(&self.0) {
            return Ok(word.into_pyobject(py)?);
        }
        let bytes = PyBytes::new(py, &self.0.to_bytes_le());
        let number = from_bytes(py)?.call1((bytes, intern!(py, "little")))?;
        Ok(number.cast_into()?)
    }
}

/// `int.from_bytes`.
fn from_bytes<'py>(py: Python<'py>) -> PyResult<&'py Bound<'py, PyAny>> {
    static KNOWN: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let find = || Ok::<_, PyErr>(py.get_type::<PyInt>().getattr("from_bytes")?.unbind());
    Ok(KNOWN.get_or_try_init(py, find)?.bind(py))
}
