//! Conflict: a smallest set of numbers that cannot all be true.

use crate::base::{Meter, Result};
use crate::board::Cell;
use crate::proof::prove::cells_of;
use crate::proof::subset::{Found, MOST_WORK, Question};
use crate::sat::{Sat, Switches};
use crate::system::Constraints;

/// Work for a small set without the number of mines, and as much again with it.
const CONFLICT_WORK: usize = MOST_WORK / 2;

/// Numbers that cannot all be true. Without any one of them the others can, unless the search for a
/// smaller set ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The cells of the numbers, ascending.
    pub numbers: Vec<Cell>,
    /// Whether the contradiction needs the number of mines.
    pub counter: bool,
    /// Whether no set of numbers is smaller; false if the search for one ended early.
    pub smallest: bool,
}

/// A smallest set of numbers that contradict each other or the number of mines. Of equal sets it takes
/// one that does not need the number of mines. None if all numbers can be true.
pub fn conflict(
    constraints: &Constraints,
    tries: usize,
    meter: &Meter,
) -> Result<Option<Conflict>> {
    let all: Vec<u32> = (0..constraints.numbers.len() as u32).collect();
    let sat = Sat::of(constraints, Switches::Free, meter)?;
    let mut question = Question::new(constraints, sat, false, None, CONFLICT_WORK, meter);
    let plain = question.find_smallest(&all, tries)?;
    if constraints.counter.is_none() {
        return Ok(plain.map(|found| make_conflict(constraints, found, false)));
    }
    let counted = question.with_counter(CONFLICT_WORK).find_smallest(&all, tries)?;
    Ok(match (plain, counted) {
        (Some(plain), Some(counted)) if counted.numbers.len() < plain.numbers.len() => {
            Some(make_conflict(constraints, counted, true))
        }
        (Some(plain), _) => Some(make_conflict(constraints, plain, false)),
        (None, counted) => counted.map(|found| make_conflict(constraints, found, true)),
    })
}

impl Question<'_, '_> {
    fn find_smallest(&mut self, all: &[u32], tries: usize) -> Result<Option<Found>> {
        match self.minimal(all)? {
            None => Ok(None),
            Some(found) => self.smallest(found, all, 0, tries).map(Some),
        }
    }
}

fn make_conflict(constraints: &Constraints, found: Found, counter: bool) -> Conflict {
    Conflict { numbers: cells_of(constraints, found.numbers), counter, smallest: found.smallest }
}
