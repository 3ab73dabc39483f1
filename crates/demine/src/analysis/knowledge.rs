//! Knowledge: the certain cells of a position, without the probabilities of the others.
//!
//! Counting a little is faster than the solver where it suffices, and far slower where it is in vain. So
//! it gets few states, then the solver is asked. Nothing is estimated.

use std::sync::Arc;

use crate::analysis::consistency::{FIRST_STATES, LARGE_BOARD};
use crate::analysis::deduced::Solved;
use crate::analysis::{Analysis, Source};
use crate::base::{Result, Stopped};
use crate::count::{Counted, Reduced, Weights, Work};
use crate::position::Position;
use crate::system::{Certain, Failure};

pub struct Knowledge {
    reduced: Arc<Reduced>,
    found: Found,
}

enum Found {
    Counted(Box<Counted>),
    Solved(Box<Solved>),
}

impl Knowledge {
    pub fn of(position: &Position, work: Work<'_>) -> Result<Self, Failure> {
        let reduced = Reduced::of(position, work)?;
        let found = match Self::count(position, &reduced, work)? {
            Some(counted) => Found::Counted(Box::new(counted)),
            None => {
                let solved = Solved::of(position, &reduced, &work.meter.renew())?;
                Found::Solved(Box::new(solved))
            }
        };
        Ok(Self { reduced, found })
    }

    /// What few states can count: on a large board all, since it takes many because it is large.
    fn count(
        position: &Position,
        reduced: &Arc<Reduced>,
        work: Work<'_>,
    ) -> Result<Option<Counted>, Failure> {
        let meter = match position.board().cells() > LARGE_BOARD {
            true => work.meter.hurry(super::COUNTING_SHARE),
            false => work.meter.limit(FIRST_STATES),
        };
        let (reduced, work) = (Arc::clone(reduced), work.with(&meter));
        match Counted::of_reduced(reduced, position.mines(), Weights::Equal, work) {
            Ok(counted) => Ok(Some(counted)),
            Err(Failure::Stopped(Stopped::TooWide { .. } | Stopped::Timeout { .. })) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// The certain cells, each list ascending.
    pub fn certain(&self) -> Certain {
        match &self.found {
            Found::Counted(counted) => counted.marginals.certain.clone(),
            Found::Solved(solved) => solved.certain(&self.reduced),
        }
    }

    /// Whether these are all certain cells; if not, the time was over before.
    pub fn is_complete(&self) -> bool {
        match &self.found {
            Found::Counted(_) => true,
            Found::Solved(solved) => solved.is_complete(),
        }
    }

    /// The analysis of the position, which takes up what is known.
    pub fn analysis(self, position: &Position, work: Work<'_>) -> Result<Analysis, Failure> {
        match self.found {
            Found::Counted(counted) => Ok(Analysis(Source::Counted(counted))),
            Found::Solved(solved) => {
                let (reduced, weights) = (self.reduced, Weights::Equal);
                Analysis::of_reduced(position, reduced, Some(*solved), weights, work)
            }
        }
    }
}
