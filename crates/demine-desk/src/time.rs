//! Time: the seconds of a whole request, shared by the questions that answer it.

use demine::{Budget, Cache, Options, Stopped};

use crate::problem::Problem;

/// What a request may still cost.
pub struct Time<'d> {
    now: fn() -> f64,
    began: f64,
    budget: Budget,
    cache: &'d Cache,
}

impl<'d> Time<'d> {
    pub fn new(now: fn() -> f64, budget: Budget, cache: &'d Cache) -> Self {
        Self { now, began: now(), budget, cache }
    }

    /// The options of the next question: it has the seconds that are left.
    pub fn rest(&self) -> Result<Options<'d>, Problem> {
        let seconds = match self.budget.seconds {
            None => None,
            Some(whole) => {
                let left = whole - ((self.now)() - self.began);
                if left <= 0.0 {
                    return Err(Stopped::Timeout { seconds: whole }.into());
                }
                Some(left)
            }
        };
        let budget = Budget { seconds, ..self.budget };
        Ok(Options { cache: Some(self.cache), budget, ..Options::default() })
    }
}
