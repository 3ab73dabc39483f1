//! Cache: results of earlier positions.
//!
//! It keeps memos of components, found by their whole content, cells included. It also keeps the last few
//! reduced positions: a position with more precise labels starts from one of them, and only regions that
//! changed are reduced again. The answers are those without a cache.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault};
use std::sync::{Arc, Mutex, MutexGuard};

use rustc_hash::FxHasher;

use crate::base::Sort;
use crate::count::memo::Memo;
use crate::count::reduced::Reduced;
use crate::system::Component;

/// Recent positions to start from: enough for a few games, or variations, at once.
const RECENT_POSITIONS: usize = 4;

/// Results of earlier positions, within a bound on its bytes.
pub struct Cache {
    most_bytes: usize,
    /// The process that made it.
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
    recent: Vec<(Arc<Reduced>, usize)>,
}

struct Entry {
    memo: Arc<Memo>,
    bytes: usize,
    used: u64,
}

/// How a cache was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Components that were ready when they were needed.
    pub hits: u64,
    /// Components that had to be compiled.
    pub misses: u64,
    /// Bytes held.
    pub bytes: usize,
}

/// This process. WebAssembly has no numbers of processes, and no forks.
fn process() -> u32 {
    if cfg!(target_family = "wasm") { 0 } else { std::process::id() }
}

impl Cache {
    /// An empty cache that holds at most so many bytes.
    pub fn new(most_bytes: usize) -> Self {
        Self { most_bytes, home: process(), entries: Mutex::default() }
    }

    /// The bytes that it holds at most.
    pub fn most_bytes(&self) -> usize {
        self.most_bytes
    }

    /// This cache, unless this process was forked from the one that made it: its locks may then be held by
    /// threads that do not exist here. Each question checks once, since the system call takes as long as
    /// many an answer.
    pub(crate) fn at_home(&self) -> Option<&Self> {
        (process() == self.home).then_some(self)
    }

    /// Forget everything.
    pub fn clear(&self) {
        if let Some(cache) = self.at_home() {
            *cache.lock() = Entries::default();
        }
    }

    /// How it was used so far.
    pub fn usage(&self) -> Usage {
        self.at_home().map_or(Usage { hits: 0, misses: 0, bytes: 0 }, |cache| {
            let entries = cache.lock();
            Usage { hits: entries.hits, misses: entries.misses, bytes: entries.all_bytes() }
        })
    }

    /// The memo of a component, cached or new.
    pub(crate) fn memo(&self, component: Component) -> Arc<Memo> {
        let known = self.lock().find(hash(&component), &component);
        known.unwrap_or_else(|| Arc::new(Memo::new(component)))
    }

    /// Counts hits and misses for memos that a question needs.
    pub(crate) fn note(&self, memos: &[&Arc<Memo>]) {
        let ready = memos.iter().filter(|memo| memo.is_compiled()).count() as u64;
        let mut entries = self.lock();
        entries.hits += ready;
        entries.misses += memos.len() as u64 - ready;
    }

    /// The recent reduced positions, the latest first.
    pub(crate) fn recent(&self) -> Vec<Arc<Reduced>> {
        self.lock().recent.iter().rev().map(|(reduced, _)| Arc::clone(reduced)).collect()
    }

    /// Keep a reduced position and its memos for the positions to come.
    pub(crate) fn remember(&self, reduced: &Arc<Reduced>) {
        self.keep(reduced.memos());
        let bytes = reduced.bytes();
        let forgotten = self.lock().remember(reduced, bytes, self.most_bytes);
        // Dropped after the lock is released, because it takes a while.
        drop(forgotten);
    }

    /// Keep memos that are new, or that hold more than before.
    pub(crate) fn keep<'d>(&self, memos: impl Iterator<Item = &'d Arc<Memo>>) {
        let grown: Vec<_> = memos.filter(|memo| memo.has_grown()).collect();
        if grown.is_empty() {
            return;
        }
        let mut entries = self.lock();
        grown.into_iter().for_each(|memo| entries.keep(memo, self.most_bytes));
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        // Nothing that runs under the lock can panic halfway through a change.
        self.entries.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

fn hash(component: &Component) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(component)
}

impl Entries {
    fn all_bytes(&self) -> usize {
        self.bytes + self.recent.iter().map(|(_, bytes)| bytes).sum::<usize>()
    }

    fn find(&mut self, hash: u64, component: &Component) -> Option<Arc<Memo>> {
        self.clock += 1;
        let found = self.by_hash.get_mut(&hash).filter(|e| *e.memo.component == *component)?;
        found.used = self.clock;
        Some(Arc::clone(&found.memo))
    }

    fn keep(&mut self, memo: &Arc<Memo>, most_bytes: usize) {
        let bytes = memo.bytes();
        if bytes > most_bytes {
            return;
        }
        let entry = Entry { memo: Arc::clone(memo), bytes, used: self.clock };
        if let Some(old) = self.by_hash.insert(hash(&memo.component), entry) {
            self.bytes -= old.bytes;
        }
        self.bytes += bytes;
        self.shrink_to(most_bytes);
    }

    /// Returns the position that no longer fits.
    fn remember(
        &mut self,
        reduced: &Arc<Reduced>,
        bytes: usize,
        most_bytes: usize,
    ) -> Option<(Arc<Reduced>, usize)> {
        self.recent.retain(|(known, _)| !Arc::ptr_eq(known, reduced));
        if bytes <= most_bytes / 2 {
            self.recent.push((Arc::clone(reduced), bytes));
        }
        let forgotten = (self.recent.len() > RECENT_POSITIONS).then(|| self.recent.remove(0));
        self.shrink_to(most_bytes);
        forgotten
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
        by_age.ascend();
        for (_, hash) in by_age {
            if self.all_bytes() <= most_bytes / 2 {
                break;
            }
            self.bytes -= self.by_hash.remove(&hash).map_or(0, |entry| entry.bytes);
        }
    }
}
