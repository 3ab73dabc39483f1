//! Natural: a whole number on its way to Python.

use num_bigint::BigUint;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyInt};

/// A whole number as an `int`. One that fits a word is handed over as such, and what makes the others
/// of their bytes is looked up once: the conversion that comes with the library takes a microsecond and
/// a half, and a question may have hundreds of answers.
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
