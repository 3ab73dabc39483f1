//! Local search: a nearly legal assignment for the solver to start with.
//!
//! WalkSAT (Selman, Kautz and Cohen 1994): choose a wrong number at random, and change the one of its
//! cells that leaves the fewest mines wrong, or sometimes any. Where a legal assignment is easy to find,
//! the solver need not search for one.

use crate::base::{Meter, Random, Result};
use crate::system::Constraints;

/// Changes per cell, at most.
const CHANGES_PER_CELL: usize = 40;
/// One of so many changes is made at random.
const RANDOM_ONE_IN: u64 = 12;
/// Cells of a number that are compared, at most.
const COMPARED_CELLS: usize = 30;

/// Which cells are mined in a nearly legal assignment.
pub fn nearly_legal(constraints: &Constraints, meter: &Meter) -> Result<Vec<bool>> {
    let mut search = LocalSearch::new(constraints);
    for _ in 0..CHANGES_PER_CELL * constraints.cells.len() {
        let Some(wrong) = search.wrong() else { break };
        let cell = search.choice(wrong);
        meter.steps(constraints.touching.get(cell as usize).len() * COMPARED_CELLS)?;
        search.change(cell);
    }
    Ok(search.mined)
}

struct LocalSearch<'c> {
    constraints: &'c Constraints,
    random: Random,
    mined: Vec<bool>,
    /// How many mines each number lacks; negative if it has too many.
    lacks: Vec<i64>,
    /// The wrong numbers, in any order, and the place of each number in this list.
    wrong: Vec<u32>,
    places: Vec<usize>,
    /// The mines of the assignment, and the fewest and the most allowed.
    mines: i64,
    least: i64,
    most: i64,
}

impl<'c> LocalSearch<'c> {
    fn new(constraints: &'c Constraints) -> Self {
        let cells = constraints.cells.len() as i64;
        let (least, most) = match constraints.counter {
            Some(counter) => (counter.mines - counter.loose, counter.mines.min(cells)),
            None => (0, cells),
        };
        let mut new = Self {
            constraints,
            random: Random::new(1),
            mined: vec![false; constraints.cells.len()],
            lacks: constraints.needs.clone(),
            wrong: Vec::new(),
            places: vec![usize::MAX; constraints.needs.len()],
            mines: 0,
            least,
            most,
        };
        (0..constraints.needs.len() as u32).for_each(|number| new.sort_in(number));
        new
    }

    /// A wrong constraint, at random: a number, or `Some(None)` for the number of mines.
    fn wrong(&mut self) -> Option<Option<u32>> {
        let total = u64::from(self.mines < self.least || self.mines > self.most);
        // An impossible number stays wrong: the search then ends after its last change.
        let all = self.wrong.len() as u64 + total;
        if all == 0 {
            return None;
        }
        Some(self.wrong.get(self.random.below(all) as usize).copied())
    }

    /// A cell to change for a wrong constraint.
    fn choice(&mut self, wrong: Option<u32>) -> u32 {
        let constraints = self.constraints;
        let (more, members): (bool, &[u32]) = match wrong {
            Some(n) => (self.lacks[n as usize] > 0, constraints.members.get(n as usize)),
            None => (self.mines < self.least, &[]),
        };
        let among = if members.is_empty() { constraints.cells.len() } else { members.len() } as u64;
        let mut best = (i64::MAX, 0);
        let any = self.random.below(RANDOM_ONE_IN) == 0;
        for _ in 0..COMPARED_CELLS.min(2 * among as usize) {
            let at = self.random.below(among) as usize;
            let cell = members.get(at).copied().unwrap_or(at as u32);
            if self.mined[cell as usize] == more {
                continue;
            }
            let worse = if any { 0 } else { self.worse(cell) };
            best = best.min((worse, cell));
            if any {
                break;
            }
        }
        best.1
    }

    /// How many more mines are wrong after a change.
    fn worse(&self, cell: u32) -> i64 {
        let by = if self.mined[cell as usize] { -1 } else { 1 };
        let numbers = self.constraints.touching.get(cell as usize).iter();
        let numbers = numbers.map(|&number| {
            let lack = self.lacks[number as usize];
            (lack - by).abs() - lack.abs()
        });
        let off = |mines: i64| (self.least - mines).max(mines - self.most).max(0);
        numbers.sum::<i64>() + off(self.mines + by) - off(self.mines)
    }

    fn change(&mut self, cell: u32) {
        let by = if self.mined[cell as usize] { -1 } else { 1 };
        self.mined[cell as usize] = by > 0;
        self.mines += by;
        for &number in self.constraints.touching.get(cell as usize) {
            self.lacks[number as usize] -= by;
            self.sort_in(number);
        }
    }

    /// Adds a number to the wrong ones, or removes it.
    fn sort_in(&mut self, number: u32) {
        let (is_wrong, place) = (self.lacks[number as usize] != 0, self.places[number as usize]);
        if is_wrong && place == usize::MAX {
            self.places[number as usize] = self.wrong.len();
            self.wrong.push(number);
        } else if !is_wrong && place != usize::MAX {
            self.wrong.swap_remove(place);
            if let Some(&moved) = self.wrong.get(place) {
                self.places[moved as usize] = place;
            }
            self.places[number as usize] = usize::MAX;
        }
    }
}
