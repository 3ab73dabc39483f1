//! Local search: an assignment that is nearly legal, for the solver to begin with.
//!
//! WalkSAT (Selman, Kautz and Cohen 1994): a number that is wrong is chosen at random, and of its cells
//! the one whose change leaves the fewest mines wrong, or now and then any. Where a legal assignment is
//! easy to find, the solver need not search for one.

use crate::base::{Meter, Random, Stopped};
use crate::system::Constraints;

/// Changes per cell.
const CHANGES: usize = 40;
/// One of so many changes is made at random.
const ANY: u64 = 12;
/// Of so many cells of a number at most, the best is looked for.
const LOOKED_AT: usize = 30;

/// Which cells are mined, nearly.
pub fn nearly_legal(constraints: &Constraints, meter: &Meter<'_>) -> Result<Vec<bool>, Stopped> {
    let mut search = LocalSearch::new(constraints);
    for _ in 0..CHANGES * constraints.cells.len() {
        let Some(wrong) = search.wrong() else { break };
        let cell = search.choice(wrong);
        meter.steps(constraints.touching.get(cell as usize).len() * LOOKED_AT)?;
        search.change(cell);
    }
    Ok(search.mined)
}

struct LocalSearch<'c> {
    constraints: &'c Constraints,
    random: Random,
    mined: Vec<bool>,
    /// How many mines each number has too few, or too many if negative.
    lacks: Vec<i64>,
    /// The numbers that are wrong, in any order, and where each stands among them.
    wrong: Vec<u32>,
    places: Vec<usize>,
    /// Mines in all, and the fewest and the most that there may be.
    mines: i64,
    least: i64,
    most: i64,
}

/// What is wrong: a number, or all cells together.
#[derive(Clone, Copy)]
enum Wrong {
    Number(u32),
    Total,
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

    /// Something that is wrong, at random.
    fn wrong(&mut self) -> Option<Wrong> {
        let total = u64::from(self.mines < self.least || self.mines > self.most);
        // A number that nothing can make right stays wrong: the search then ends by its length.
        let all = self.wrong.len() as u64 + total;
        if all == 0 {
            return None;
        }
        let number = self.wrong.get(self.random.below(all) as usize);
        Some(number.map_or(Wrong::Total, |&number| Wrong::Number(number)))
    }

    /// A cell to change, so that what is wrong becomes less so.
    fn choice(&mut self, wrong: Wrong) -> u32 {
        let more = match wrong {
            Wrong::Number(number) => self.lacks[number as usize] > 0,
            Wrong::Total => self.mines < self.least,
        };
        let constraints = self.constraints;
        let members = match wrong {
            Wrong::Number(number) => constraints.members.get(number as usize),
            Wrong::Total => &[],
        };
        let among = if members.is_empty() { constraints.cells.len() } else { members.len() } as u64;
        let mut best = (i64::MAX, 0);
        let any = self.random.below(ANY) == 0;
        for _ in 0..LOOKED_AT.min(2 * among as usize) {
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

    /// Put a number among the wrong ones, or take it out.
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
