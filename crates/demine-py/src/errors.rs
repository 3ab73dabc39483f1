//! Errors of the core become the classes of `demine.errors`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// An exception of the named class of `demine.errors`.
pub fn raise(py: Python<'_>, class: &'static str, message: impl Into<String>) -> PyErr {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || py.import("demine.errors").map(Bound::unbind));
    let found = module.and_then(|module| module.bind(py).getattr(class));
    match found.and_then(|class| Ok(class.cast_into::<PyType>()?)) {
        Ok(class) => PyErr::from_type(class, message.into()),
        Err(error) => error,
    }
}
