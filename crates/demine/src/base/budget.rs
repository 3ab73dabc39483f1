//! Budgets: limits on states and seconds, and the meter that enforces them.
//!
//! A [`Budget`] is what the caller allows; a [`Meter`] records what a computation spends and stops
//! it. Only the calling thread reads the clock and the caller's interrupt; helper threads read a
//! shared flag. All threads draw their states from one pool, so together they stay within the
//! budget.

use std::cell::Cell;
use std::fmt;
#[cfg(test)]
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use super::clock::Instant;

/// What the caller allows a computation to cost.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// States and transitions of all diagrams and tables together; each takes about 16 bytes.
    pub states: usize,
    /// Time limit in seconds; None for no limit.
    pub seconds: Option<f64>,
}

impl Budget {
    /// Approximate memory of one state.
    pub const STATE_BYTES: usize = 16;
    /// About 1.6 GB.
    pub const DEFAULT_STATES: usize = 100_000_000;
}

impl Default for Budget {
    fn default() -> Self {
        Self { states: Self::DEFAULT_STATES, seconds: None }
    }
}

/// Why a computation ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are the budget")]
pub enum Stopped {
    /// It needs more states than the budget allows.
    TooWide { states: usize },
    /// It took longer than the budget allows.
    Timeout { seconds: f64 },
    /// The caller interrupted it.
    Interrupted,
}

/// The result of a computation that a budget may stop.
pub type Result<T, E = Stopped> = std::result::Result<T, E>;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooWide { states } => {
                let bytes = states.saturating_mul(Budget::STATE_BYTES);
                write!(
                    f,
                    "the position is too wide for a budget of {states} states ({bytes} bytes): "
                )?;
                write!(f, "give a larger budget")
            }
            Self::Timeout { seconds } => {
                write!(f, "no answer within the budget of {seconds} seconds")
            }
            Self::Interrupted => write!(f, "interrupted"),
        }
    }
}

impl std::error::Error for Stopped {}

impl Stopped {
    /// Turns `Timeout` into None, for callers with an answer that takes no time.
    pub fn unless_late<T>(found: Result<T>) -> Result<Option<T>> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(Self::Timeout { .. }) => Ok(None),
            Err(stopped) => Err(stopped),
        }
    }

    /// Turns `TooWide` into None, for callers with another method to fall back on.
    pub fn unless_too_wide<T>(found: Result<T>) -> Result<Option<T>> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(Self::TooWide { .. }) => Ok(None),
            Err(stopped) => Err(stopped),
        }
    }
}

/// Elementary steps between two checks of the clock: well under a millisecond of work.
const STEPS_PER_CHECK: usize = 1 << 16;
/// Pause between two calls of the caller's interrupt, which may be slow.
const INTERRUPT_PAUSE: Duration = Duration::from_millis(20);
/// A thread draws 1/64 of the pool at a time: few atomic operations, and little left unused.
const POOL_SHARE: usize = 64;

/// Records what a computation spends, and stops it when the budget is used up.
pub struct Meter<'a> {
    budget: Budget,
    started: Instant,
    states_left: Cell<usize>,
    steps_left: Cell<usize>,
    /// Checks of the clock until the steps are too many, where steps are bounded.
    checks_left: Cell<usize>,
    /// When the interrupt was last called.
    asked: Cell<Instant>,
    interrupted: Option<&'a dyn Fn() -> bool>,
    stop: Option<&'a AtomicBool>,
    /// States that several threads share; `states_left` was drawn from it.
    pool: Option<&'a AtomicUsize>,
    taken: Steps,
}

/// A moment at which work should end with what it has. Unlike a meter it can be shared by threads.
#[derive(Clone, Copy)]
pub struct Deadline {
    started: Instant,
    seconds: Option<f64>,
}

impl Deadline {
    pub fn is_over(&self) -> bool {
        self.seconds.is_some_and(|seconds| self.started.elapsed().as_secs_f64() >= seconds)
    }
}

/// All elementary steps so far, of this meter, its copies and its helpers, for tests of complexity.
/// Nothing is counted outside of tests.
#[derive(Clone, Default)]
pub struct Steps {
    #[cfg(test)]
    taken: Arc<AtomicUsize>,
}

impl Steps {
    #[inline]
    fn add(&self, _count: usize) {
        #[cfg(test)]
        self.taken.fetch_add(_count, Ordering::Relaxed);
    }
}

impl<'a> Meter<'a> {
    /// States are numbered in 32 bits, whatever the budget.
    const NUMBERED_STATES: usize = u32::MAX as usize / 2;

    pub fn new(budget: Budget, interrupted: Option<&'a dyn Fn() -> bool>) -> Self {
        let now = Instant::now();
        Self {
            budget,
            started: now,
            states_left: Cell::new(budget.states.min(Self::NUMBERED_STATES)),
            steps_left: Cell::new(STEPS_PER_CHECK),
            checks_left: Cell::new(usize::MAX),
            asked: Cell::new(now),
            interrupted,
            stop: None,
            pool: None,
            taken: Steps::default(),
        }
    }

    /// A meter without an interrupt.
    pub fn unwatched(budget: Budget) -> Self {
        Self::new(budget, None)
    }

    /// For a helper thread: it draws states from the pool, and ends when `stop` is set.
    pub fn helper(
        budget: Budget,
        taken: Steps,
        pool: &'a AtomicUsize,
        stop: &'a AtomicBool,
    ) -> Self {
        // The calling thread checks the clock for its helpers.
        let meter = Self::unwatched(Budget { seconds: None, ..budget });
        meter.states_left.set(0);
        Self { stop: Some(stop), pool: Some(pool), taken, ..meter }
    }

    /// The same meter for the calling thread while helpers run: it draws states from the pool, too.
    pub fn with_pool<'b>(&'b self, pool: &'b AtomicUsize) -> Meter<'b> {
        Meter { states_left: Cell::new(0), pool: Some(pool), ..self.renew() }
    }

    /// The same clock and interrupt, with the whole budget of states again.
    pub fn renew(&self) -> Self {
        self.limit(self.budget.states)
    }

    /// The same clock and interrupt, with at most this many states.
    pub fn limit(&self, states: usize) -> Self {
        let budget = Budget { states: states.min(self.budget.states), ..self.budget };
        let steps_left = self.steps_left.clone();
        Self { started: self.started, steps_left, ..self.with_budget(budget) }
    }

    /// The same with few steps, too: a bound on time that is the same on every machine.
    pub fn glance(&self, states: usize, steps: usize) -> Self {
        let checks_left = Cell::new(steps.div_ceil(STEPS_PER_CHECK));
        Self { checks_left, steps_left: Cell::new(STEPS_PER_CHECK), ..self.limit(states) }
    }

    /// The same interrupt, with another budget whose clock starts now: if one of many questions
    /// runs out, the others go on.
    pub fn with_budget(&self, budget: Budget) -> Self {
        let (asked, taken) = (self.asked.clone(), self.taken.clone());
        let fresh = Self::unwatched(budget);
        Self { asked, taken, interrupted: self.interrupted, stop: self.stop, ..fresh }
    }

    /// The same meter with an earlier end: after this share of the seconds that are left. What it spends is
    /// not spent here.
    pub fn hurry(&self, share: f64) -> Self {
        self.ending_after(self.budget.seconds.map(|seconds| {
            let gone = self.started.elapsed().as_secs_f64();
            gone + share * (seconds - gone).max(0.0)
        }))
    }

    /// The same meter without an end, for work that is short or ends by itself.
    pub fn untimed(&self) -> Self {
        self.ending_after(None)
    }

    fn ending_after(&self, seconds: Option<f64>) -> Self {
        Self {
            budget: Budget { seconds, ..self.budget },
            states_left: self.states_left.clone(),
            steps_left: self.steps_left.clone(),
            checks_left: self.checks_left.clone(),
            asked: self.asked.clone(),
            taken: self.taken.clone(),
            ..*self
        }
    }

    /// The end of this meter, for work that then ends by itself.
    pub fn deadline(&self) -> Deadline {
        Deadline { started: self.started, seconds: self.budget.seconds }
    }

    pub fn budget(&self) -> Budget {
        self.budget
    }

    pub fn steps_so_far(&self) -> Steps {
        self.taken.clone()
    }

    /// The pool that this meter draws from, if any: nested threads share it.
    pub fn pool(&self) -> Option<&AtomicUsize> {
        self.pool
    }

    /// Removes and returns all remaining states.
    pub fn take_states(&self) -> usize {
        self.states_left.replace(0)
    }

    /// Returns states that are no longer held.
    pub fn give_back(&self, states: usize) {
        self.states_left.set(self.states_left.get() + states);
    }

    /// Spends states (or transitions, or table entries) that are about to be kept.
    #[inline]
    pub fn states(&self, count: usize) -> Result<()> {
        if take(&self.states_left, count) { Ok(()) } else { self.draw(count) }
    }

    /// Spends states that this thread lacks: draws them from the pool.
    #[cold]
    fn draw(&self, count: usize) -> Result<()> {
        let lacking = count - self.states_left.get();
        let take = |left: usize| (left >= lacking).then(|| lacking.max(left / POOL_SHARE));
        let drawn = self.pool.and_then(|pool| {
            let rest = |left| take(left).map(|some| left - some);
            pool.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest).ok().and_then(take)
        });
        self.states_left.set(drawn.ok_or_else(|| self.too_wide())? - lacking);
        Ok(())
    }

    /// Spends memory that is not counted in states, such as long numbers.
    pub fn bytes(&self, count: usize) -> Result<()> {
        self.states(count / Budget::STATE_BYTES)
    }

    /// Whether temporary memory fits into the remaining budget.
    pub fn has_room(&self, bytes: usize) -> bool {
        let pooled = self.pool.map_or(0, |pool| pool.load(Ordering::Relaxed));
        bytes / Budget::STATE_BYTES <= self.states_left.get() + pooled
    }

    /// That the time of this meter is over.
    pub fn timeout(&self) -> Stopped {
        Stopped::Timeout { seconds: self.budget.seconds.unwrap_or(0.0) }
    }

    pub fn too_wide(&self) -> Stopped {
        Stopped::TooWide { states: self.budget.states }
    }

    /// Counts elementary steps, and checks the clock once in [`STEPS_PER_CHECK`].
    #[inline]
    pub fn steps(&self, count: usize) -> Result<()> {
        self.taken.add(count);
        if take(&self.steps_left, count) {
            return Ok(());
        }
        self.steps_left.set(STEPS_PER_CHECK);
        let checks = self.checks_left.get().saturating_sub(1);
        self.checks_left.set(checks);
        if checks == 0 { Err(self.too_wide()) } else { self.look() }
    }

    #[cfg(test)]
    pub fn steps_taken(&self) -> usize {
        self.taken.taken.load(Ordering::Relaxed)
    }

    /// Checks the stop flag, the clock and, after a pause, the caller's interrupt.
    #[cold]
    pub fn look(&self) -> Result<()> {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Stopped::Interrupted);
        }
        if let Some(seconds) = self.budget.seconds
            && self.started.elapsed().as_secs_f64() > seconds
        {
            return Err(Stopped::Timeout { seconds });
        }
        if let Some(interrupted) = self.interrupted
            && self.asked.get().elapsed() > INTERRUPT_PAUSE
        {
            self.asked.set(Instant::now());
            if interrupted() {
                return Err(Stopped::Interrupted);
            }
        }
        Ok(())
    }
}

/// Subtracts `count` from what is left; false, without a change, if less is left.
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
    fn a_glance_ends_after_its_steps() {
        let meter = Meter::unwatched(Budget::default());
        let glance = meter.glance(10, 2 * STEPS_PER_CHECK);
        let done = (0..).take_while(|_| glance.steps(STEPS_PER_CHECK / 4).is_ok()).count();
        assert_eq!(done, 9);
        // Every later check refuses, too.
        assert_eq!(glance.steps(2 * STEPS_PER_CHECK), Err(Stopped::TooWide { states: 10 }));
        assert!((0..100).all(|_| meter.steps(STEPS_PER_CHECK).is_ok()));
    }

    #[test]
    fn who_hurries_ends_earlier() {
        let meter = Meter::unwatched(Budget { seconds: Some(1e6), ..Budget::default() });
        let seconds = meter.hurry(0.5).budget().seconds.unwrap();
        assert!((4.9e5..5.1e5).contains(&seconds), "{seconds}");
        assert!(!meter.hurry(0.5).deadline().is_over());
        assert!(meter.hurry(0.0).deadline().is_over());
        assert_eq!(Meter::unwatched(Budget::default()).hurry(0.0).budget().seconds, None);
        assert_eq!(meter.untimed().budget().seconds, None);
    }

    #[test]
    fn only_too_wide_becomes_none() {
        assert_eq!(Stopped::unless_too_wide(Ok(7)), Ok(Some(7)));
        assert_eq!(Stopped::unless_too_wide::<()>(Err(Stopped::TooWide { states: 1 })), Ok(None));
        for stopped in [Stopped::Interrupted, Stopped::Timeout { seconds: 1.0 }] {
            assert_eq!(Stopped::unless_too_wide::<()>(Err(stopped)), Err(stopped));
        }
        assert_eq!(Stopped::unless_late(Ok(7)), Ok(Some(7)));
        assert_eq!(Stopped::unless_late::<()>(Err(Stopped::Timeout { seconds: 1.0 })), Ok(None));
        for stopped in [Stopped::Interrupted, Stopped::TooWide { states: 1 }] {
            assert_eq!(Stopped::unless_late::<()>(Err(stopped)), Err(stopped));
        }
    }

    #[test]
    fn threads_share_one_budget() {
        let meter = Meter::unwatched(Budget { states: 1000, seconds: None });
        meter.states(100).unwrap();
        let (pool, stop) = (AtomicUsize::new(meter.take_states()), AtomicBool::new(false));
        let (own, helper) = (
            meter.with_pool(&pool),
            Meter::helper(meter.budget(), meter.steps_so_far(), &pool, &stop),
        );
        assert!(own.states(500).is_ok());
        assert!(helper.states(380).is_ok());
        assert_eq!(helper.states(380), Err(Stopped::TooWide { states: 1000 }));
        let unused = own.take_states() + helper.take_states();
        meter.give_back(pool.into_inner() + unused);
        assert!(meter.states(20).is_ok());
        assert_eq!(meter.states(1), Err(Stopped::TooWide { states: 1000 }));
    }

    #[test]
    fn an_interrupt_is_seen() {
        let interrupted = || true;
        let meter = Meter::new(Budget::default(), Some(&interrupted));
        std::thread::sleep(2 * INTERRUPT_PAUSE);
        let seen = (0..3).find_map(|_| meter.steps(STEPS_PER_CHECK + 1).err());
        assert_eq!(seen, Some(Stopped::Interrupted));
    }

    #[test]
    fn a_helper_ends_when_the_flag_is_set() {
        let meter = Meter::unwatched(Budget::default());
        let (pool, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let helper = Meter::helper(meter.budget(), meter.steps_so_far(), &pool, &stop);
        assert_eq!(helper.look(), Ok(()));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(helper.look(), Err(Stopped::Interrupted));
        assert_eq!(Stopped::Interrupted.to_string(), "interrupted");
    }
}
