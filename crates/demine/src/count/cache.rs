//! Cache: what was found out about earlier positions.
//!
//! Two things are kept. A component is recognised by its whole content, cells included. A position
//! that says more than one of the last few goes on from there: only regions that changed are looked
//! at again. Either way the answers are those of a new start.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault};
use std::sync::{Arc, Mutex, MutexGuard};

use rustc_hash::FxHasher;

use crate::count::counted::Counted;
use crate::count::known::{self, Scan};
use crate::position::Position;
use crate::system::{Component, Contradiction};

/// Positions that others may go on from: several games at once, or several ways to go on.
const RECENT: usize = 4;

/// What was found out about earlier positions, within a bound on its bytes.
pub struct Cache {
    most_bytes: usize,
    /// The process that made it. One that was forked from it has a copy of what other threads were
    /// about to change, under locks that nobody will open: it does without.
    home: u32,
    entries: Mutex<Entries>,
}

#[derive(Default)]
struct Entries {
    by_hash: HashMap<u64, Entry, BuildHasherDefault<FxHasher>>,
    bytes: usize,
    clock: u64,
    hits: u64,
    misses: u64,
    /// The last one is the latest.
    recent: Vec<(Arc<Scan>, usize)>,
}

struct Entry {
    counted: Arc<Counted>,
    bytes: usize,
    used: u64,
}

/// How a cache was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Components that were ready when they were needed, and those that were not.
    pub hits: u64,
    /// Components that had to be compiled.
    pub misses: u64,
    /// Bytes held.
    pub bytes: usize,
}

impl Cache {
    /// An empty cache that holds at most so many bytes.
    pub fn new(most_bytes: usize) -> Self {
        Self { most_bytes, home: std::process::id(), entries: Mutex::default() }
    }

    /// Forget everything.
    pub fn clear(&self) {
        if let Some(mut entries) = self.lock() {
            *entries = Entries::default();
        }
    }

    /// How it was used so far.
    pub fn usage(&self) -> Usage {
        self.lock().map_or(Usage { hits: 0, misses: 0, bytes: 0 }, |entries| Usage {
            hits: entries.hits,
            misses: entries.misses,
            bytes: entries.all_bytes(),
        })
    }

    /// The component with its counts, from the cache or made now. Nothing is locked while it is
    /// made.
    pub(crate) fn get<E>(
        &self,
        component: &Arc<Component>,
        make: impl FnOnce(Arc<Component>) -> Result<Counted, E>,
    ) -> Result<Arc<Counted>, E> {
        let hash = hash(component);
        if let Some(known) = self.lock().and_then(|mut entries| entries.find(hash, component)) {
            return Ok(known);
        }
        let counted = Arc::new(make(Arc::clone(component))?);
        if let Some(mut entries) = self.lock() {
            entries.keep(hash, &counted, self.most_bytes);
        }
        Ok(counted)
    }

    /// A component was ready without being looked for.
    pub(crate) fn hit(&self) {
        if let Some(mut entries) = self.lock() {
            entries.hits += 1;
        }
    }

    /// The scan of a position, continued from a recent one if possible.
    pub(crate) fn scan(&self, position: &Position) -> Result<Arc<Scan>, Contradiction> {
        let recent: Vec<_> = self.lock().map_or(Vec::new(), |entries| {
            entries.recent.iter().map(|(scan, _)| Arc::clone(scan)).collect()
        });
        for scan in recent.into_iter().rev() {
            if let Some(news) = scan.news(position) {
                return if news.is_empty() {
                    Ok(scan)
                } else {
                    scan.after(position, &news).map(Arc::new)
                };
            }
        }
        Scan::of(position).map(Arc::new)
    }

    /// Keep a scan, with all that is known of its regions, for the positions to come.
    pub(crate) fn remember(&self, scan: &Arc<Scan>) {
        let bytes = known::bytes(scan);
        let grown: Vec<_> = known::counted(scan).filter(|counted| counted.has_grown()).collect();
        let Some(mut entries) = self.lock() else { return };
        grown.into_iter().for_each(|counted| entries.weigh(hash(counted.component()), counted));
        entries.remember(scan, bytes, self.most_bytes);
    }

    /// What is kept; nothing in a process that was forked from the one whose cache it is.
    fn lock(&self) -> Option<MutexGuard<'_, Entries>> {
        // Nothing that runs under the lock can panic halfway through a change.
        let lock = || self.entries.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        (std::process::id() == self.home).then(lock)
    }
}

fn hash(component: &Component) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(component)
}

impl Entries {
    fn all_bytes(&self) -> usize {
        self.bytes + self.recent.iter().map(|(_, bytes)| bytes).sum::<usize>()
    }

    fn find(&mut self, hash: u64, component: &Component) -> Option<Arc<Counted>> {
        self.clock += 1;
        let found = self.by_hash.get_mut(&hash).filter(|e| e.counted.component() == component);
        match found {
            Some(entry) => {
                entry.used = self.clock;
                self.hits += 1;
                Some(Arc::clone(&entry.counted))
            }
            None => {
                self.misses += 1;
                None
            }
        }
    }

    fn keep(&mut self, hash: u64, counted: &Arc<Counted>, most_bytes: usize) {
        let bytes = counted.bytes();
        if bytes > most_bytes {
            return;
        }
        let entry = Entry { counted: Arc::clone(counted), bytes, used: self.clock };
        if let Some(old) = self.by_hash.insert(hash, entry) {
            self.bytes -= old.bytes;
        }
        self.bytes += bytes;
        self.shrink_to(most_bytes);
    }

    /// A component holds more than when it came.
    fn weigh(&mut self, hash: u64, counted: &Counted) {
        if let Some(entry) = self.by_hash.get_mut(&hash)
            && std::ptr::eq(&*entry.counted, counted)
        {
            let bytes = counted.bytes();
            self.bytes = self.bytes - entry.bytes + bytes;
            entry.bytes = bytes;
        }
    }

    fn remember(&mut self, scan: &Arc<Scan>, bytes: usize, most_bytes: usize) {
        self.recent.retain(|(known, _)| !Arc::ptr_eq(known, scan));
        if bytes <= most_bytes / 2 {
            self.recent.push((Arc::clone(scan), bytes));
        }
        if self.recent.len() > RECENT {
            self.recent.remove(0);
        }
        self.shrink_to(most_bytes);
    }

    /// Drop the earlier positions first, then the least recently used components: half of the bound
    /// at a time, so that the sorting is paid for by many insertions.
    fn shrink_to(&mut self, most_bytes: usize) {
        while self.all_bytes() > most_bytes && self.recent.len() > 1 {
            self.recent.remove(0);
        }
        if self.all_bytes() <= most_bytes {
            return;
        }
        let mut by_age: Vec<(u64, u64)> =
            self.by_hash.iter().map(|(&hash, entry)| (entry.used, hash)).collect();
        by_age.sort_unstable();
        for (_, hash) in by_age {
            if self.all_bytes() <= most_bytes / 2 {
                break;
            }
            self.bytes -= self.by_hash.remove(&hash).map_or(0, |entry| entry.bytes);
        }
    }
}
