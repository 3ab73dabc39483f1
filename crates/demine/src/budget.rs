//! Budget: work that can explode is bounded in states and in seconds, and can be interrupted.
//!
//! A [`Meter`] is carried through a computation and asked now and then whether to go on. Only the
//! thread that was called may look at the clock and at the caller's interrupt; threads that help it
//! watch a shared flag.

use std::cell::Cell;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What a computation may cost.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// States and transitions of all diagrams and tables together; each takes about 16 bytes.
    pub states: usize,
    pub seconds: Option<f64>,
}

impl Budget {
    /// About 2 GB.
    pub const DEFAULT_STATES: usize = 100_000_000;
}

impl Default for Budget {
    fn default() -> Self {
        Self { states: Self::DEFAULT_STATES, seconds: None }
    }
}

/// Why a computation ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stopped {
    TooWide { states: usize },
    Timeout { seconds: f64 },
    Interrupted,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooWide { states } => write!(
                f,
                "the position is too wide for a budget of {states} states: give a larger budget of states"
            ),
            Self::Timeout { seconds } => {
                write!(f, "no answer within the budget of {seconds} seconds")
            }
            Self::Interrupted => write!(f, "interrupted"),
        }
    }
}

impl std::error::Error for Stopped {}

/// Elementary steps between two looks at the clock: well under a millisecond.
const LOOK_EVERY: usize = 1 << 16;
/// Pause between two calls of the caller's interrupt, which may be costly.
const ASK_EVERY: Duration = Duration::from_millis(20);

pub struct Meter<'a> {
    budget: Budget,
    started: Instant,
    states_left: Cell<usize>,
    steps_left: Cell<usize>,
    asked: Cell<Instant>,
    interrupted: Option<&'a dyn Fn() -> bool>,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Meter<'a> {
    /// States are numbered in 32 bits, whatever the budget.
    const MOST_STATES: usize = u32::MAX as usize / 2;

    pub fn new(budget: Budget, interrupted: &'a dyn Fn() -> bool) -> Self {
        Self { interrupted: Some(interrupted), ..Self::unwatched(budget) }
    }

    /// A meter that nobody can interrupt.
    pub fn unwatched(budget: Budget) -> Self {
        let now = Instant::now();
        Self {
            budget,
            started: now,
            states_left: Cell::new(budget.states.min(Self::MOST_STATES)),
            steps_left: Cell::new(LOOK_EVERY),
            asked: Cell::new(now),
            interrupted: None,
            stop: None,
        }
    }

    /// For a thread that helps: ends when `stop` is set.
    pub fn helper(stop: &'a AtomicBool) -> Self {
        let budget = Budget { states: usize::MAX, seconds: None };
        Self { stop: Some(stop), ..Self::unwatched(budget) }
    }

    /// The same watch with the whole budget of states again, for the next of many questions.
    pub fn renewed(&self) -> Self {
        let states = self.budget.states.min(Self::MOST_STATES);
        Self {
            states_left: Cell::new(states),
            steps_left: self.steps_left.clone(),
            asked: self.asked.clone(),
            ..*self
        }
    }

    /// Account for states (or transitions, or table entries) about to be kept.
    #[inline]
    pub fn states(&self, count: usize) -> Result<(), Stopped> {
        match self.states_left.get().checked_sub(count) {
            Some(left) => {
                self.states_left.set(left);
                Ok(())
            }
            None => Err(self.too_wide()),
        }
    }

    pub fn too_wide(&self) -> Stopped {
        Stopped::TooWide { states: self.budget.states }
    }

    /// Account for elementary steps just done or about to be done.
    #[inline]
    pub fn steps(&self, count: usize) -> Result<(), Stopped> {
        match self.steps_left.get().checked_sub(count) {
            Some(left) => {
                self.steps_left.set(left);
                Ok(())
            }
            None => {
                self.steps_left.set(LOOK_EVERY);
                self.look()
            }
        }
    }

    #[cold]
    fn look(&self) -> Result<(), Stopped> {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Stopped::Interrupted);
        }
        if let Some(seconds) = self.budget.seconds
            && self.started.elapsed().as_secs_f64() > seconds
        {
            return Err(Stopped::Timeout { seconds });
        }
        if let Some(interrupted) = self.interrupted
            && self.asked.get().elapsed() > ASK_EVERY
        {
            self.asked.set(Instant::now());
            if interrupted() {
                return Err(Stopped::Interrupted);
            }
        }
        Ok(())
    }
}

/// A list that may grow very long. It takes a system long to take so much memory back, so another
/// thread sees to that, and whoever interrupted a computation need not wait.
#[derive(Debug)]
pub struct Bulk<T: Send + 'static>(Vec<T>);

impl<T: Send + 'static> Bulk<T> {
    /// Less than this is given back at once.
    const LARGE: usize = 1 << 24;
}

impl<T: Send + 'static> From<Vec<T>> for Bulk<T> {
    fn from(list: Vec<T>) -> Self {
        Self(list)
    }
}

impl<T: Send + 'static> Default for Bulk<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Send + 'static> Deref for Bulk<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T: Send + 'static> DerefMut for Bulk<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<T: Send + 'static> Drop for Bulk<T> {
    fn drop(&mut self) {
        if self.0.capacity() * size_of::<T>() >= Self::LARGE {
            let list = std::mem::take(&mut self.0);
            // Without another thread this one drops the list after all.
            let _ = std::thread::Builder::new().spawn(move || drop(list));
        }
    }
}

/// Run `job(0..jobs)` on all cores and return the results in order.
pub fn in_parallel<T: Send>(
    jobs: usize,
    meter: &Meter<'_>,
    job: impl Fn(usize, &Meter<'_>) -> Result<T, Stopped> + Sync,
) -> Result<Vec<T>, Stopped> {
    in_parallel_by(cores(), jobs, meter, job)
}

/// Run `job(0..jobs)` on so many threads, this one included, and return the results in order.
///
/// This thread watches the meter for all; the first failure stops everyone.
pub fn in_parallel_by<T: Send>(
    workers: usize,
    jobs: usize,
    meter: &Meter<'_>,
    job: impl Fn(usize, &Meter<'_>) -> Result<T, Stopped> + Sync,
) -> Result<Vec<T>, Stopped> {
    if jobs <= 1 || workers <= 1 {
        return (0..jobs).map(|i| job(i, meter)).collect();
    }
    let stop = AtomicBool::new(false);
    let next = AtomicUsize::new(0);
    let work = |meter: &Meter<'_>| -> Result<Vec<(usize, T)>, Stopped> {
        let mut done = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= jobs || stop.load(Ordering::Relaxed) {
                return Ok(done);
            }
            let result = job(i, meter).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
            done.push((i, result));
        }
    };
    let mut done = std::thread::scope(|scope| {
        let helpers: Vec<_> =
            (1..workers.min(jobs)).map(|_| scope.spawn(|| work(&Meter::helper(&stop)))).collect();
        let mut done = work(meter);
        for helper in helpers {
            let more = helper.join().expect("a helper thread never panics");
            done = done.and_then(|mut done| {
                done.extend(more?);
                Ok(done)
            });
        }
        done
    })?;
    done.sort_by_key(|&(i, _)| i);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// Asked of the system once: that costs more than many a position.
pub fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, |n| n.get()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_run_out() {
        let meter = Meter::unwatched(Budget { states: 10, seconds: None });
        assert!(meter.states(10).is_ok());
        assert_eq!(meter.states(1), Err(Stopped::TooWide { states: 10 }));
    }

    #[test]
    fn an_interrupt_is_seen() {
        let interrupted = || true;
        let meter = Meter::new(Budget::default(), &interrupted);
        std::thread::sleep(2 * ASK_EVERY);
        let seen = (0..3).find_map(|_| meter.steps(LOOK_EVERY + 1).err());
        assert_eq!(seen, Some(Stopped::Interrupted));
    }

    #[test]
    fn parallel_results_keep_their_order() {
        let meter = Meter::unwatched(Budget::default());
        let squares = in_parallel(100, &meter, |i, _| Ok(i * i)).unwrap();
        assert_eq!(squares, (0..100).map(|i| i * i).collect::<Vec<_>>());
    }

    #[test]
    fn one_failure_stops_all() {
        let meter = Meter::unwatched(Budget::default());
        let failed = in_parallel(100, &meter, |i, _| {
            if i == 7 { Err(Stopped::TooWide { states: 7 }) } else { Ok(i) }
        });
        assert_eq!(failed, Err(Stopped::TooWide { states: 7 }));
    }
}
