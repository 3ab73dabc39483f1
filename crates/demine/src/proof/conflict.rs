//! Conflict: a smallest set of numbers that cannot all be true.

use crate::base::{Meter, Result};
use crate::board::Cell;
use crate::proof::prove::cells_of;
use crate::proof::subset::{MOST_WORK, Question};
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
    let counted = match constraints.counter {
        Some(_) => question.with_counter(CONFLICT_WORK).find_smallest(&all, tries)?,
        None => None,
    };
    let most = plain.as_ref().map_or(usize::MAX, |plain| plain.numbers.len());
    let counted = counted.filter(|counted| counted.numbers.len() < most);
    let counter = counted.is_some();
    Ok(counted.or(plain).map(|found| {
        let numbers = cells_of(constraints, found.numbers);
        Conflict { numbers, counter, smallest: found.smallest }
    }))
}
