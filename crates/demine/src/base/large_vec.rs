//! LargeVec: a long list that grows in small steps and is freed in the background.

use std::ops::{Deref, DerefMut};

use super::budget::{Meter, Result};

/// Items that are copied between two checks of the clock.
const COPIED: usize = 1 << 14;
/// Items for which a list that grows has room.
const LEAST: usize = 8;

/// A list that may grow very long. Freeing gigabytes takes time; another thread does it, so that an
/// interrupted computation returns at once.
#[derive(Debug)]
pub struct LargeVec<T: Send + 'static>(Vec<T>);

impl<T: Send + 'static> LargeVec<T> {
    /// Smaller lists are freed at once, in less time than it takes to start a thread.
    const BACKGROUND_BYTES: usize = 1 << 24;

    /// So many copies of a value.
    pub fn filled(value: T, length: usize, meter: &Meter) -> Result<Self>
    where
        T: Copy,
    {
        let mut new = Self::default();
        new.0.try_reserve_exact(length).map_err(|_| meter.too_wide())?;
        while new.len() < length {
            let some = COPIED.min(length - new.len());
            meter.steps(some)?;
            new.extend(std::iter::repeat_n(value, some));
        }
        Ok(new)
    }

    /// Lists up to this size grow in place if they can: copying them takes a few hundredths of a
    /// second. A longer list and its copy need memory at the same time.
    const IN_PLACE_BYTES: usize = 1 << 26;

    /// Room for so many more items. A list of gigabytes is copied step by step, so that Ctrl-C is heard
    /// meanwhile. Where address space is scarce, the error is an answer; a failed allocation aborts.
    #[inline]
    pub fn make_room(&mut self, more: usize, meter: &Meter) -> Result<()>
    where
        T: Copy,
    {
        if self.0.capacity() - self.0.len() >= more { Ok(()) } else { self.grow(more, meter) }
    }

    #[cold]
    fn grow(&mut self, more: usize, meter: &Meter) -> Result<()>
    where
        T: Copy,
    {
        let room = (2 * self.0.capacity()).max(self.0.len() + more).max(LEAST);
        if room * size_of::<T>() <= Self::IN_PLACE_BYTES {
            let added = room - self.0.len();
            return self.0.try_reserve_exact(added).map_err(|_| meter.too_wide());
        }
        let mut longer = Self::default();
        longer.0.try_reserve_exact(room).map_err(|_| meter.too_wide())?;
        for some in self.0.chunks(COPIED) {
            meter.steps(some.len())?;
            longer.0.extend_from_slice(some);
        }
        *self = longer;
        Ok(())
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, Stopped};

    #[test]
    fn a_list_grows_and_keeps_its_items() {
        let meter = Meter::unwatched(Budget::default());
        let mut list = LargeVec::filled(7u32, 3 * COPIED + 1, &meter).unwrap();
        assert!(list.len() == 3 * COPIED + 1 && list.iter().all(|&item| item == 7));
        list.make_room(1, &meter).unwrap();
        assert!(list.capacity() >= 2 * list.len() - 2);
        assert!(list.len() == 3 * COPIED + 1 && list.iter().all(|&item| item == 7));
        let room = list.as_ptr();
        list.make_room(COPIED, &meter).unwrap();
        assert_eq!(room, list.as_ptr());
    }

    #[test]
    fn copying_a_long_list_is_interrupted() {
        let meter = Meter::unwatched(Budget { seconds: Some(0.0), ..Budget::default() });
        let mut list = LargeVec::from(vec![7u32; 1 << 24]);
        assert_eq!(list.make_room(COPIED, &meter), Err(Stopped::Timeout { seconds: 0.0 }));
        assert!(LargeVec::filled(7u32, 100 * COPIED, &meter).is_err());
        assert_eq!(list.len(), 1 << 24);
    }
}
