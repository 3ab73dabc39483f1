//! Walk: random changes of an assignment, legal or not.
//!
//! A wrong number costs energy (Metropolis et al. 1953). At a high temperature mines move almost freely; at a
//! low one hardly any number is wrong. Whatever the temperature, assignments without energy are legal, and
//! all equally likely.

use crate::base::{Lists, Random};

/// One of so many moves changes a single cell; the others move a mine within a number. A power of two.
const CHANGE_ONE_IN: u64 = 4;
/// Below this, a logarithm of a likelihood is never accepted.
const HOPELESS: f64 = -30.0;

/// The constraints of a walk.
pub struct Rules {
    pub members: Lists,
    pub touching: Lists,
    /// Every pair of a number and one of its cells.
    places: Vec<(u32, u32)>,
    /// How many mines each number still needs.
    pub needs: Vec<i32>,
    /// The logarithm of the odds of a mine in each cell, where the number of mines is not known.
    pub ln_odds: Vec<f64>,
    /// Mines in these cells and in the loose ones, if known.
    pub mines: Option<f64>,
    pub loose: f64,
    /// Legal assignments to start from, if some are known.
    pub starts: Vec<Vec<bool>>,
}

impl Rules {
    pub fn new(
        members: Lists,
        needs: Vec<i32>,
        ln_odds: Vec<f64>,
        mines: Option<f64>,
        loose: f64,
    ) -> Self {
        let numbers = (0..).zip(members.iter());
        let places = numbers.flat_map(|(number, cells)| cells.iter().map(move |&c| (number, c)));
        let (places, touching) = (places.collect(), members.transpose(ln_odds.len()));
        Self { members, touching, places, needs, ln_odds, mines, loose, starts: Vec::new() }
    }

    pub fn starting_from(self, starts: Vec<Vec<bool>>) -> Self {
        Self { starts, ..self }
    }

    pub fn cells(&self) -> usize {
        self.ln_odds.len()
    }

    /// Moves that give every cell of every number about one chance.
    pub fn sweep(&self) -> usize {
        self.places.len()
    }

    /// The energy of leaving so many mines to the loose cells.
    fn wrong_rest(&self, rest: f64) -> f64 {
        if self.mines.is_none() {
            return 0.0;
        }
        (-rest).max(rest - self.loose).max(0.0).powi(2)
    }
}

/// An assignment on its way.
#[derive(Clone)]
pub struct Walk<'r> {
    rules: &'r Rules,
    pub mined: Vec<bool>,
    /// How many mines each number lacks; negative if it has too many.
    lacks: Vec<i32>,
    /// Mines that are left to the loose cells.
    pub rest: f64,
    /// The sum of the squares of what is lacking.
    pub energy: f64,
}

impl<'r> Walk<'r> {
    pub fn new(rules: &'r Rules, start: Option<&[bool]>) -> Self {
        let (mined, lacks) = (vec![false; rules.cells()], rules.needs.clone());
        let rest = rules.mines.unwrap_or(0.0);
        let mut new = Self { rules, mined, lacks, rest, energy: 0.0 };
        new.energy = new.lacks.iter().map(|&lack| f64::from(lack * lack)).sum::<f64>();
        new.energy += rules.wrong_rest(rest);
        let mined = start.into_iter().flatten().enumerate().filter(|(_, mined)| **mined);
        mined.for_each(|(cell, _)| new.set(cell as u32));
        new
    }

    fn set(&mut self, cell: u32) {
        let before = self.rules.wrong_rest(self.rest);
        self.mined[cell as usize] = true;
        self.rest -= 1.0;
        self.energy += self.rules.wrong_rest(self.rest) - before;
        self.energy += f64::from(self.wronger(cell, 1));
        self.change(cell, 1);
    }

    /// The numbers that do not hold.
    pub fn wrong(&self) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.lacks).filter(|(_, lack)| **lack != 0).map(|(number, _)| number)
    }

    /// So many moves at a temperature: each unit of energy costs so much, in natural logarithms.
    pub fn go(&mut self, moves: usize, cost: f64, random: &mut Random) {
        if !self.rules.places.is_empty() {
            (0..moves).for_each(|_| self.step(cost, random));
        }
    }

    fn step(&mut self, cost: f64, random: &mut Random) {
        // One word for all choices: what is not uniform about them is below 2⁻²⁵.
        let word = random.word();
        let places = &self.rules.places;
        let (number, a) = places[part(word >> 32, places.len())];
        if word.is_multiple_of(CHANGE_ONE_IN) {
            return self.try_change(a, cost, random);
        }
        let cells = self.rules.members.get(number as usize);
        let b = cells[part(word & u64::from(u32::MAX), cells.len())];
        if self.mined[a as usize] != self.mined[b as usize] {
            self.try_swap(a, b, cost, random);
        }
    }

    fn try_change(&mut self, cell: u32, cost: f64, random: &mut Random) {
        let by = if self.mined[cell as usize] { -1 } else { 1 };
        let rest = self.rest - f64::from(by);
        let more = self.rules.wrong_rest(rest) - self.rules.wrong_rest(self.rest);
        let wrong = f64::from(self.wronger(cell, by)) + more;
        if accepts(self.likelier(cell, by) - cost * wrong, random) {
            self.change(cell, by);
            self.mined[cell as usize] = by > 0;
            self.rest = rest;
            self.energy += wrong;
        }
    }

    /// The logarithm of how much likelier a change is before any number was seen.
    fn likelier(&self, cell: u32, by: i32) -> f64 {
        if self.rules.mines.is_none() {
            return f64::from(by) * self.rules.ln_odds[cell as usize];
        }
        // In how many ways the loose cells hold the rest: C(n, r − 1) / C(n, r), or C(n, r + 1) / C(n, r).
        let (filled, free) = (self.rest, self.rules.loose - self.rest);
        let ratio = |more: f64, fewer: f64| more.max(0.5) / (fewer + 1.0).max(0.5);
        if by > 0 { ratio(filled, free).ln() } else { ratio(free, filled).ln() }
    }

    fn try_swap(&mut self, a: u32, b: u32, cost: f64, random: &mut Random) {
        let by = if self.mined[a as usize] { -1 } else { 1 };
        // What is shared by both cells does not change, so the second sees what the first did.
        let first = self.wronger(a, by);
        self.change(a, by);
        let wrong = f64::from(first + self.wronger(b, -by));
        let odds = |cell: u32| self.rules.ln_odds[cell as usize];
        let likelier = match self.rules.mines {
            Some(_) => 0.0,
            None => f64::from(by) * (odds(a) - odds(b)),
        };
        if accepts(likelier - cost * wrong, random) {
            self.change(b, -by);
            self.mined.swap(a as usize, b as usize);
            self.energy += wrong;
        } else {
            self.change(a, -by);
        }
    }

    /// By how much the squares of what the numbers of a cell lack grow if they get one mine more, or one less.
    fn wronger(&self, cell: u32, by: i32) -> i32 {
        let numbers = self.rules.touching.get(cell as usize);
        numbers.iter().map(|&number| 1 - 2 * by * self.lacks[number as usize]).sum()
    }

    /// Gives the numbers of a cell one mine more, or one less.
    fn change(&mut self, cell: u32, by: i32) {
        for &number in self.rules.touching.get(cell as usize) {
            self.lacks[number as usize] -= by;
        }
    }
}

/// Whether a change with such a logarithm of its likelihood is accepted.
pub fn accepts(logarithm: f64, random: &mut Random) -> bool {
    logarithm >= 0.0 || (logarithm > HOPELESS && random.uniform() < logarithm.exp())
}

/// One of so many, given 32 random bits.
fn part(bits: u64, of: usize) -> usize {
    ((bits * of as u64) >> 32) as usize
}
