//! Cache: components compiled for earlier positions.
//!
//! Successive positions of a game share most of their components. A component is recognised by
//! its whole content, cells included, so a hit never changes an answer.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault};
use std::sync::{Arc, Mutex, MutexGuard};

use rustc_hash::FxHasher;

use crate::compiled::Compiled;
use crate::component::Component;

pub struct Cache {
    most_bytes: usize,
    entries: Mutex<Entries>,
}

#[derive(Default)]
struct Entries {
    by_hash: HashMap<u64, Entry, BuildHasherDefault<FxHasher>>,
    bytes: usize,
    clock: u64,
    hits: u64,
    misses: u64,
}

struct Entry {
    compiled: Arc<Compiled>,
    bytes: usize,
    used: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    pub hits: u64,
    pub misses: u64,
    pub bytes: usize,
}

impl Cache {
    pub fn new(most_bytes: usize) -> Self {
        Self { most_bytes, entries: Mutex::default() }
    }

    pub fn clear(&self) {
        *self.lock() = Entries::default();
    }

    pub fn usage(&self) -> Usage {
        let entries = self.lock();
        Usage { hits: entries.hits, misses: entries.misses, bytes: entries.bytes }
    }

    /// The compiled component, from the cache or made now. Nothing is locked while it is made.
    pub fn get<E>(
        &self,
        component: Component,
        make: impl FnOnce(Component) -> Result<Compiled, E>,
    ) -> Result<Arc<Compiled>, E> {
        let hash = BuildHasherDefault::<FxHasher>::default().hash_one(&component);
        if let Some(known) = self.lock().find(hash, &component) {
            return Ok(known);
        }
        let compiled = Arc::new(make(component)?);
        self.lock().keep(hash, &compiled, self.most_bytes);
        Ok(compiled)
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        // Nothing that runs under the lock can panic halfway through a change.
        self.entries.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Entries {
    fn find(&mut self, hash: u64, component: &Component) -> Option<Arc<Compiled>> {
        self.clock += 1;
        let found = self.by_hash.get_mut(&hash).filter(|e| e.compiled.component == *component);
        match found {
            Some(entry) => {
                entry.used = self.clock;
                self.hits += 1;
                Some(Arc::clone(&entry.compiled))
            }
            None => {
                self.misses += 1;
                None
            }
        }
    }

    fn keep(&mut self, hash: u64, compiled: &Arc<Compiled>, most_bytes: usize) {
        let bytes = compiled.bytes();
        if bytes > most_bytes {
            return;
        }
        let entry = Entry { compiled: Arc::clone(compiled), bytes, used: self.clock };
        if let Some(old) = self.by_hash.insert(hash, entry) {
            self.bytes -= old.bytes;
        }
        self.bytes += bytes;
        if self.bytes > most_bytes {
            self.shrink(most_bytes / 2);
        }
    }

    /// Drop the least recently used down to the given size. Half of the bound at a time, so that
    /// the sorting is paid for by many insertions.
    fn shrink(&mut self, bytes: usize) {
        let mut by_age: Vec<(u64, u64)> =
            self.by_hash.iter().map(|(&hash, entry)| (entry.used, hash)).collect();
        by_age.sort_unstable();
        for (_, hash) in by_age {
            if self.bytes <= bytes {
                break;
            }
            self.bytes -= self.by_hash.remove(&hash).map_or(0, |entry| entry.bytes);
        }
    }
}
