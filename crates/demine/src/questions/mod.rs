//! Questions: the public methods on boards, positions, analyses, sets of solutions and contests.
//!
//! Every question takes the same [`Options`], starts a meter of its own, and calls the module that
//! does the work. A new question belongs here.

mod board;
mod compare;
mod play;
mod position;
mod proof;
mod solutions;
mod variant;

pub use compare::{Compared, Win};
pub use play::chance;
pub use position::analyze_into;
pub use proof::Hint;
pub use solutions::{BadDiagram, Cheapest, Solutions, Walk};

use crate::base::{Budget, Meter};
use crate::count::{Cache, Method, Work};

/// The budget, cache and method of a question. The default has no cache, lets the engine choose the
/// method, and allows about 2 GB and any amount of time.
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
    /// Results of earlier positions, to be used and extended.
    pub cache: Option<&'a Cache>,
    /// How components are counted. The answers do not depend on it.
    pub method: Method,
    /// What the caller allows.
    pub budget: Budget,
    /// Called now and then on the calling thread. True ends the question with
    /// [`Stopped::Interrupted`](crate::Stopped::Interrupted).
    pub interrupt: Option<&'a dyn Fn() -> bool>,
}

impl<'a> Options<'a> {
    /// A meter for one question.
    pub(crate) fn meter(&self) -> Meter<'a> {
        Meter::new(self.budget, self.interrupt)
    }

    /// The work of one question, without the cache if this process was forked from the one that made
    /// it.
    pub(crate) fn work<'m>(&'m self, meter: &'m Meter<'m>) -> Work<'m> {
        Work::new(self.cache.and_then(Cache::at_home), meter).by(self.method)
    }
}
