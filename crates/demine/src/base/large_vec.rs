//! LargeVec: a long list that is freed in the background.

use std::ops::{Deref, DerefMut};

/// A list that may grow very long. Freeing gigabytes takes time; another thread does it, so that an
/// interrupted computation returns at once.
#[derive(Debug)]
pub struct LargeVec<T: Send + 'static>(Vec<T>);

impl<T: Send + 'static> LargeVec<T> {
    /// Smaller lists are freed at once, in less time than it takes to start a thread.
    const BACKGROUND_BYTES: usize = 1 << 24;
}

impl<T: Send + 'static> From<Vec<T>> for LargeVec<T> {
    fn from(list: Vec<T>) -> Self {
        Self(list)
    }
}

impl<T: Send + 'static> Default for LargeVec<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Send + 'static> Deref for LargeVec<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T: Send + 'static> DerefMut for LargeVec<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<T: Send + 'static> Drop for LargeVec<T> {
    fn drop(&mut self) {
        if self.0.capacity() * size_of::<T>() >= Self::BACKGROUND_BYTES {
            let list = std::mem::take(&mut self.0);
            // If no thread can be started, this one frees the list.
            let _ = std::thread::Builder::new().spawn(move || drop(list));
        }
    }
}
