//! Budget: work that can explode is bounded in states and in seconds, and can be interrupted.
//!
//! A [`Meter`] is carried through a computation and asked now and then whether to go on. Only the
//! thread that was called may look at the clock and at the caller's interrupt; threads that help it
//! watch a shared flag. All of them take their states from one pool, so that together they keep no
//! more than the budget.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What a computation may cost.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// States and transitions of all diagrams and tables together; each takes about 16 bytes.
    pub states: usize,
    /// How long it may take; None is as long as it likes.
    pub seconds: Option<f64>,
}

impl Budget {
    /// What a state takes, about.
    pub const STATE_BYTES: usize = 16;
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
    /// More states than this budget allows.
    TooWide {
        /// The budget.
        states: usize,
    },
    /// More time than this budget allows.
    Timeout {
        /// The budget.
        seconds: f64,
    },
    /// The caller's interrupt said so.
    Interrupted,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooWide { states } => write!(
                f,
                "the position is too wide for a budget of {states} states ({} bytes): give a larger budget",
                states.saturating_mul(Budget::STATE_BYTES)
            ),
            Self::Timeout { seconds } => {
                write!(f, "no answer within the budget of {seconds} seconds")
            }
            Self::Interrupted => write!(f, "interrupted"),
        }
    }
}

impl std::error::Error for Stopped {}

impl Stopped {
    /// None for what is too wide, if there is something else to be done then.
    pub fn unless_too_wide<T>(found: Result<T, Self>) -> Result<Option<T>, Self> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(Self::TooWide { .. }) => Ok(None),
            Err(stopped) => Err(stopped),
        }
    }
}

/// A meter on its way to another thread.
#[derive(Clone, Copy)]
pub struct Helper<'a> {
    budget: Budget,
    pool: &'a AtomicUsize,
    stop: &'a AtomicBool,
}

impl<'a> Helper<'a> {
    /// The meter, in the thread that helps.
    pub fn start(self) -> Meter<'a> {
        // The clock is looked at by the thread that is helped.
        let budget = Budget { seconds: None, ..self.budget };
        let meter =
            Meter { stop: Some(self.stop), pool: Some(self.pool), ..Meter::unwatched(budget) };
        meter.states_left.set(0);
        meter
    }
}

/// Elementary steps between two looks at the clock: well under a millisecond.
const LOOK_EVERY: usize = 1 << 16;
/// Expected steps per state of the budget beyond which nothing is tried. Expectations are bounds, and
/// the truth may be thousands of times smaller.
const HOPELESS: f64 = 1e4;
/// Pause between two calls of the caller's interrupt, which may be costly.
const ASK_EVERY: Duration = Duration::from_millis(20);
/// The share of what is left in a pool that a thread takes at once.
const PORTION: usize = 64;

/// Watches a computation: what it may still cost, and whether somebody wants it to end.
pub struct Meter<'a> {
    budget: Budget,
    started: Instant,
    states_left: Cell<usize>,
    steps_left: Cell<usize>,
    asked: Cell<Instant>,
    interrupted: Option<&'a dyn Fn() -> bool>,
    stop: Option<&'a AtomicBool>,
    /// States that threads share; what is left here was taken from it.
    pool: Option<&'a AtomicUsize>,
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
            pool: None,
        }
    }

    /// For a thread that helps: it takes its states from the pool, and ends when `stop` is set.
    pub fn helper<'b>(&self, pool: &'b AtomicUsize, stop: &'b AtomicBool) -> Helper<'b> {
        Helper { budget: self.budget, pool, stop }
    }

    /// The same watch for this thread while others help it: it takes its states from the pool, too.
    pub fn with_pool<'b>(&'b self, pool: &'b AtomicUsize) -> Meter<'b> {
        Meter {
            budget: self.budget,
            started: self.started,
            states_left: Cell::new(0),
            steps_left: self.steps_left.clone(),
            asked: self.asked.clone(),
            interrupted: self.interrupted,
            stop: self.stop,
            pool: Some(pool),
        }
    }

    /// The pool that this meter takes from itself, if any: threads within threads share it.
    pub fn pool(&self) -> Option<&AtomicUsize> {
        self.pool
    }

    /// Hand out all states that are left, to make a pool of them.
    pub fn take_states(&self) -> usize {
        self.states_left.replace(0)
    }

    /// Put what this thread has not used into the pool.
    pub fn settle(&self, pool: &AtomicUsize) {
        pool.fetch_add(self.take_states(), Ordering::Relaxed);
    }

    /// Take back what is left of a pool.
    pub fn give_back(&self, states: usize) {
        self.states_left.set(self.states_left.get() + states);
    }

    /// The same watch with the whole budget of states again, for the next of many questions.
    pub fn renew(&self) -> Self {
        let states = self.budget.states.min(Self::MOST_STATES);
        Self {
            states_left: Cell::new(states),
            steps_left: self.steps_left.clone(),
            asked: self.asked.clone(),
            pool: None,
            ..*self
        }
    }

    /// The same watch with a budget of its own, from now on: one question of many, which may run out
    /// without ending the others.
    pub fn question(&self, budget: Budget) -> Self {
        let fresh = Self::unwatched(budget);
        Self { asked: self.asked.clone(), interrupted: self.interrupted, stop: self.stop, ..fresh }
    }

    /// The same watch with at most so many states, for a part of the work.
    pub fn limit(&self, states: usize) -> Self {
        let budget = Budget { states: states.min(self.budget.states), ..self.budget };
        Self { budget, ..self.renew() }.renew()
    }

    /// Account for states (or transitions, or table entries) about to be kept.
    #[inline]
    pub fn states(&self, count: usize) -> Result<(), Stopped> {
        if take(&self.states_left, count) { Ok(()) } else { self.draw(count) }
    }

    /// Account for states that are not here: they may be in the pool.
    #[cold]
    fn draw(&self, count: usize) -> Result<(), Stopped> {
        let lacking = count - self.states_left.get();
        let take = |left: usize| (left >= lacking).then(|| lacking.max(left / PORTION));
        let drawn = self.pool.and_then(|pool| {
            let rest = |left| take(left).map(|some| left - some);
            pool.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest).ok().and_then(take)
        });
        self.states_left.set(drawn.ok_or_else(|| self.too_wide())? - lacking);
        Ok(())
    }

    /// Account for memory about to be taken that no states stand for, such as long numbers.
    pub fn bytes(&self, count: usize) -> Result<(), Stopped> {
        self.states(count / Budget::STATE_BYTES)
    }

    /// Whether memory that will not be kept fits into what is left now.
    pub fn has_room(&self, bytes: usize) -> bool {
        let pooled = self.pool.map_or(0, |pool| pool.load(Ordering::Relaxed));
        bytes / Budget::STATE_BYTES <= self.states_left.get() + pooled
    }

    /// Whether so many expected steps are hopelessly many for this budget.
    pub fn expects_too_much(&self, steps: f64) -> bool {
        steps > HOPELESS * self.budget.states as f64
    }

    /// The same watch with one in so many states of the budget.
    pub fn part(&self, one_in: usize) -> Self {
        self.limit(self.budget.states / one_in)
    }

    pub fn too_wide(&self) -> Stopped {
        Stopped::TooWide { states: self.budget.states }
    }

    /// Account for elementary steps just done or about to be done.
    #[inline]
    pub fn steps(&self, count: usize) -> Result<(), Stopped> {
        if take(&self.steps_left, count) {
            return Ok(());
        }
        self.steps_left.set(LOOK_EVERY);
        self.look()
    }

    /// Look at the clock, and ask the caller's interrupt now and then.
    #[cold]
    pub fn look(&self) -> Result<(), Stopped> {
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

/// Take so many of what is left; false, and nothing taken, if there are fewer.
#[inline]
fn take(left: &Cell<usize>, count: usize) -> bool {
    let rest = left.get().checked_sub(count);
    if let Some(rest) = rest {
        left.set(rest);
    }
    rest.is_some()
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
    fn only_what_is_too_wide_is_done_without() {
        assert_eq!(Stopped::unless_too_wide(Ok(7)), Ok(Some(7)));
        assert_eq!(Stopped::unless_too_wide::<()>(Err(Stopped::TooWide { states: 1 })), Ok(None));
        for stopped in [Stopped::Interrupted, Stopped::Timeout { seconds: 1.0 }] {
            assert_eq!(Stopped::unless_too_wide::<()>(Err(stopped)), Err(stopped));
        }
    }

    #[test]
    fn threads_share_one_budget() {
        let meter = Meter::unwatched(Budget { states: 1000, seconds: None });
        meter.states(100).unwrap();
        let (pool, stop) = (AtomicUsize::new(meter.take_states()), AtomicBool::new(false));
        let (own, helper) = (meter.with_pool(&pool), meter.helper(&pool, &stop).start());
        assert!(own.states(500).is_ok());
        assert!(helper.states(380).is_ok());
        assert_eq!(helper.states(380), Err(Stopped::TooWide { states: 1000 }));
        own.settle(&pool);
        helper.settle(&pool);
        meter.give_back(pool.into_inner());
        assert!(meter.states(20).is_ok());
        assert_eq!(meter.states(1), Err(Stopped::TooWide { states: 1000 }));
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
    fn a_helper_ends_when_it_is_told_to() {
        let meter = Meter::unwatched(Budget::default());
        let (pool, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let helper = meter.helper(&pool, &stop).start();
        assert_eq!(helper.look(), Ok(()));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(helper.look(), Err(Stopped::Interrupted));
        assert_eq!(Stopped::Interrupted.to_string(), "interrupted");
    }
}
