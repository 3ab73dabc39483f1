//! Lazy: values that are computed on first use.

use std::sync::OnceLock;

/// The value in the lock, computed by `make` on first use. If two threads race, either value is
/// kept.
pub fn get_or_make<V, E>(lock: &OnceLock<V>, make: impl FnOnce() -> Result<V, E>) -> Result<&V, E> {
    if lock.get().is_none() {
        let _ = lock.set(make()?);
    }
    Ok(lock.get().expect("set above"))
}
