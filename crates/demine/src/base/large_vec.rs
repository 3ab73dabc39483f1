//! LargeVec: long lists whose memory is given back in the background.

use std::ops::{Deref, DerefMut};

/// A list that may grow very long. Giving so much memory back to the system takes time, so another
/// thread does it, and whoever interrupted a computation need not wait.
#[derive(Debug)]
pub struct LargeVec<T: Send + 'static>(Vec<T>);

impl<T: Send + 'static> LargeVec<T> {
    /// Fewer bytes than this are given back at once.
    const LARGE: usize = 1 << 24;
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
        if self.0.capacity() * size_of::<T>() >= Self::LARGE {
            let list = std::mem::take(&mut self.0);
            // Without another thread this one drops the list after all.
            let _ = std::thread::Builder::new().spawn(move || drop(list));
        }
    }
}
