//! Lazy: what is made when first asked for, and kept.

use std::sync::OnceLock;

/// What is in the lock, or else what `make` makes. Another thread may be first: it made the same.
pub fn get_or_make<V, E>(lock: &OnceLock<V>, make: impl FnOnce() -> Result<V, E>) -> Result<&V, E> {
    if lock.get().is_none() {
        let _ = lock.set(make()?);
    }
    Ok(lock.get().expect("set above"))
}
