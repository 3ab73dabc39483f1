//! Questions: what a user asks of a board, a position, an analysis, a set of solutions or a contest.
//!
//! This is the front of the crate. Every question takes the same [`Options`], starts a meter of its
//! own, and hands the work to the room that knows how. A new question belongs here, as a method
//! with an example.

mod board;
mod play;
mod position;
mod proof;
mod solutions;

pub use play::chance;
pub use position::{analyze_into, analyze_many};
pub use solutions::{BadDiagram, Cheapest, Solutions};

use crate::base::{Budget, Meter};
use crate::count::{Cache, Method};

/// What a question may use. The default has no cache, leaves the choice of the method to the
/// engine, and allows about 2 GB and any amount of time.
///
/// ```
/// use demine::{Budget, Cache, Options};
///
/// let cache = Cache::new(64 << 20);
/// let budget = Budget { seconds: Some(1.0), ..Budget::default() };
/// let options = Options { cache: Some(&cache), budget, ..Options::default() };
/// assert!(options.interrupt.is_none());
/// ```
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// What was found out about earlier positions, and where to keep what will be.
    pub cache: Option<&'a Cache>,
    /// How components are counted; the answers are the same.
    pub method: Method,
    /// How much the question may cost.
    pub budget: Budget,
    /// Asked now and then on the calling thread: true ends the question with
    /// [`Stopped::Interrupted`](crate::Stopped::Interrupted).
    pub interrupt: Option<&'a dyn Fn() -> bool>,
}

impl<'a> Options<'a> {
    /// A meter for one question.
    pub(crate) fn meter(&self) -> Meter<'a> {
        match self.interrupt {
            Some(interrupt) => Meter::new(self.budget, interrupt),
            None => Meter::unwatched(self.budget),
        }
    }

    /// The cache, unless this process was forked from the one that made it.
    pub(crate) fn cache(&self) -> Option<&'a Cache> {
        self.cache.and_then(Cache::at_home)
    }
}
