//! Subset: numbers that are impossible together, first none too many, then as few as possible.
//!
//! A smallest impossible set hits every *correction set*: numbers after whose removal the others can be
//! true. So a smallest set that hits those found so far is asked for; if it is possible after all, what
//! it leaves out once it has grown as far as it can is one more correction set (Ignatiev, Previti,
//! Liffiton and Marques-Silva 2015).

use crate::base::{Meter, Stopped};
use crate::board::Cell;
use crate::count::{self, Method, Resources};
use crate::position::{Label, Position};
use crate::proof::hitting::{Hitting, Smallest};
use crate::sat::{Clues, Sat};

/// Turns after which the solver is not asked any more, but the numbers are counted: sums of sums are
/// easy to count and hard to refute.
const MOST_TURNS: usize = 3_000;

/// What is asked again and again, with other numbers each time.
pub struct Question<'q, 'm> {
    clues: &'q Clues,
    sat: Sat<'m>,
    counter: bool,
    assumed: Option<(Cell, bool)>,
    meter: &'m Meter<'m>,
    /// How often something was asked.
    asked: usize,
    /// Whether the solver was given up: there are then neither cores nor assignments.
    is_counting: bool,
}

/// Numbers of which none can be left out, and whether no other set is smaller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub numbers: Vec<u32>,
    pub smallest: bool,
}

impl<'q, 'm> Question<'q, 'm> {
    /// Of numbers that the solver knows, with the counter or not, under an assumption on a cell.
    pub fn new(
        clues: &'q Clues,
        sat: Sat<'m>,
        counter: bool,
        assumed: Option<(Cell, bool)>,
        meter: &'m Meter<'m>,
    ) -> Self {
        Self { clues, sat, counter, assumed, meter, asked: 0, is_counting: false }
    }

    /// The same with the counter.
    pub fn with_counter(self) -> Self {
        Self { counter: true, ..self }
    }

    pub fn allows(&mut self, numbers: &[u32]) -> Result<bool, Stopped> {
        self.asked += 1;
        if !self.is_counting {
            match self.ask_solver(MOST_TURNS, numbers) {
                Err(Stopped::TooWide { .. }) => self.is_counting = true,
                known => return known,
            }
        }
        match self.count(numbers) {
            Err(Stopped::TooWide { .. }) => self.ask_solver(usize::MAX, numbers),
            known => known,
        }
    }

    fn ask_solver(&mut self, turns: usize, numbers: &[u32]) -> Result<bool, Stopped> {
        // What is next to no number is part of the counter that the solver was given.
        let place = |(cell, mined)| self.clues.place(cell).map(|place| (place, mined));
        let assumed = self.assumed.and_then(place);
        let numbers = numbers.iter().copied();
        self.sat.allows_within(turns, numbers, self.counter, assumed.as_slice())
    }

    fn count(&self, numbers: &[u32]) -> Result<bool, Stopped> {
        let meter = &self.meter.renew();
        let resources = Resources { cache: None, method: Method::Auto, meter };
        count::is_consistent_by_counting(&self.premise(numbers), resources)
    }

    /// The position with these numbers alone.
    fn premise(&self, numbers: &[u32]) -> Position {
        let position = &self.clues.position;
        let mut kept = vec![false; position.board().cells()];
        numbers.iter().for_each(|&n| kept[self.clues.numbers[n as usize] as usize] = true);
        let is_dropped = |&(cell, label): &(Cell, Label)| {
            matches!(label, Label::Count(_)) && !kept[cell as usize]
        };
        let dropped = (0..).zip(position.labels()).filter(is_dropped);
        let mut labels: Vec<(Cell, Label)> = dropped.map(|(cell, _)| (cell, Label::Free)).collect();
        let assumed = |mined| if mined { Label::Mined } else { Label::Free };
        labels.extend(self.assumed.map(|(cell, mined)| (cell, assumed(mined))));
        let premise = position.with_labels(&labels);
        if self.counter { premise } else { premise.without_mines() }
    }

    /// A subset of the numbers that is impossible while no part of it is; None if they are possible.
    /// Those at the end of the list are left out first.
    pub fn minimal(&mut self, numbers: &[u32]) -> Result<Option<Vec<u32>>, Stopped> {
        if self.allows(numbers)? {
            return Ok(None);
        }
        let mut kept = self.in_core(numbers);
        let mut needed = kept.len();
        while needed > 0 {
            let mut fewer = kept.clone();
            fewer.remove(needed - 1);
            needed -= 1;
            if !self.allows(&fewer)? {
                // What is needed stays in every core.
                let after = kept.len() - needed - 1;
                kept = self.in_core(&fewer);
                needed = kept.len() - after;
            }
        }
        Ok(Some(kept))
    }

    fn in_core(&self, numbers: &[u32]) -> Vec<u32> {
        if self.is_counting {
            return numbers.to_vec();
        }
        let core = self.sat.core();
        numbers.iter().copied().filter(|number| core.binary_search(number).is_ok()).collect()
    }

    /// A smallest impossible set among `all`, given one of which no part is impossible, and that no
    /// set below `least` is. After so many questions the smallest set known is taken.
    pub fn smallest(
        &mut self,
        found: Vec<u32>,
        all: &[u32],
        least: usize,
        tries: usize,
    ) -> Result<Found, Stopped> {
        let mut hitting = Hitting::default();
        let last = self.asked + tries;
        while found.len() > least {
            match hitting.smallest(found.len(), self.meter)? {
                Smallest::NotBelow => break,
                Smallest::Is(numbers) if self.asked < last && !self.is_counting => {
                    if !self.allows(&numbers)? {
                        return Ok(Found { numbers, smallest: true });
                    }
                    // Without an assignment there is nothing to learn from.
                    if !self.is_counting {
                        hitting.add(self.correction(all)?);
                    }
                }
                _ => return Ok(Found { numbers: found, smallest: false }),
            }
        }
        Ok(Found { numbers: found, smallest: true })
    }

    /// What is left out when the numbers that are true in the last assignment are joined by as many
    /// others as can be true with them. Ascending.
    fn correction(&mut self, all: &[u32]) -> Result<Vec<u32>, Stopped> {
        let (mut holding, mut open) = self.sorted_by_truth(all);
        let mut left_out = Vec::new();
        while let Some(number) = open.pop() {
            holding.push(number);
            if self.allows(&holding)? {
                if self.is_counting {
                    // Less may be left out than this, which is as true.
                    continue;
                }
                let (more, others) = self.sorted_by_truth(&open);
                holding.extend(more);
                open = others;
            } else {
                holding.pop();
                left_out.push(number);
            }
        }
        left_out.sort_unstable();
        Ok(left_out)
    }

    /// The numbers that are true in the last assignment, and the others.
    fn sorted_by_truth(&self, numbers: &[u32]) -> (Vec<u32>, Vec<u32>) {
        numbers.iter().partition(|&&number| {
            let members = self.clues.members.get(number as usize).iter();
            let mines = members.filter(|&&cell| self.sat.is_mined(cell)).count();
            mines as i64 == self.clues.needs[number as usize]
        })
    }
}
