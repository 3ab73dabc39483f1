//! Near: the numbers around a cell, the numbers that share a cell with these, and so on.

use crate::base::{Sort, first_seen};
use crate::system::Constraints;

pub struct Near<'c> {
    constraints: &'c Constraints,
    reached: Vec<bool>,
    /// The numbers reached so far, ring after ring.
    pub numbers: Vec<u32>,
    ring: usize,
}

impl<'c> Near<'c> {
    pub fn new(constraints: &'c Constraints, cell: u32) -> Self {
        let mut new = Self {
            constraints,
            reached: vec![false; constraints.numbers.len()],
            numbers: Vec::new(),
            ring: 0,
        };
        new.reach(constraints.touching.get(cell as usize));
        new
    }

    /// Reach one more ring. Returns false if there is none.
    pub fn grow(&mut self) -> bool {
        let ring = self.ring..self.numbers.len();
        self.ring = ring.end;
        for i in ring {
            let constraints = self.constraints;
            for &cell in constraints.members.get(self.numbers[i] as usize) {
                self.reach(constraints.touching.get(cell as usize));
            }
        }
        self.numbers.len() > self.ring
    }

    fn reach(&mut self, numbers: &[u32]) {
        for &number in numbers {
            if first_seen(&mut self.reached, number) {
                self.numbers.push(number);
            }
        }
    }
}

/// The other numbers that share a cell with this one, each once.
pub fn beside(constraints: &Constraints, number: u32) -> Vec<u32> {
    let cells = constraints.members.get(number as usize).iter();
    let numbers = cells.flat_map(|&cell| constraints.touching.get(cell as usize)).copied();
    let mut numbers: Vec<u32> = numbers.filter(|&other| other != number).collect();
    numbers.ascend();
    numbers.dedup();
    numbers
}
