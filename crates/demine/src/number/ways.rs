//! Ways: in how many ways some cells hold so many mines together, with several mines per cell.
//!
//! For n cells with at most c mines each these are the coefficients of f = (1 + x + … + xᶜ)ⁿ; with
//! c = 1 they are binomials. f solves (1 − x)(1 − xᶜ⁺¹)·f′ = n·(1 − xᶜ⁺¹ − (c + 1)·xᶜ·(1 − x))·f,
//! so each coefficient follows from three earlier ones.

use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

use num_bigint::{BigInt, BigUint};
use num_traits::One;

use crate::base::{Meter, Result, get_or_make};

/// Made when first asked for. Equal if the cells and their capacity are.
#[derive(Clone, Debug)]
pub struct Ways {
    cells: u32,
    capacity: u32,
    numbers: OnceLock<Vec<BigUint>>,
}

impl Ways {
    pub fn new(cells: u32, capacity: u32) -> Self {
        Self { cells, capacity, numbers: OnceLock::new() }
    }

    /// How many mines one cell holds at most.
    pub fn capacity(&self) -> u32 {
        self.capacity
    }

    /// How many mines all cells hold at most.
    pub fn most(&self) -> u32 {
        self.cells * self.capacity
    }

    /// The ways to hold 0, 1, 2 … mines.
    pub fn numbers(&self, meter: &Meter) -> Result<&[BigUint]> {
        let make = || {
            meter.bytes(self.expected_bytes())?;
            numbers(self.cells, self.capacity, meter)
        };
        get_or_make(&self.numbers, make).map(Vec::as_slice)
    }

    /// The same for one cell fewer.
    pub fn with_one_less(&self, meter: &Meter) -> Result<Vec<BigUint>> {
        meter.bytes(self.expected_bytes())?;
        numbers(self.cells - 1, self.capacity, meter)
    }

    /// Refuses numbers that will not fit into the budget. Making them charges it.
    pub fn check_room(&self, meter: &Meter) -> Result<()> {
        if meter.has_room(self.expected_bytes()) { Ok(()) } else { Err(meter.too_wide()) }
    }

    /// About the bytes of all numbers.
    fn expected_bytes(&self) -> usize {
        let bits = f64::from(self.cells) * f64::from(self.capacity + 1).log2();
        let bytes = f64::from(self.most()) * (bits / 8.0 + size_of::<BigUint>() as f64);
        bytes.min(usize::MAX as f64) as usize
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let number = |number: &BigUint| size_of::<BigUint>() + number.bits() as usize / 8;
        self.numbers.get().map_or(0, |numbers| numbers.iter().map(number).sum())
    }
}

impl PartialEq for Ways {
    fn eq(&self, other: &Self) -> bool {
        (self.cells, self.capacity) == (other.cells, other.capacity)
    }
}

impl Eq for Ways {}

impl Hash for Ways {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.cells, self.capacity).hash(state);
    }
}

fn numbers(cells: u32, capacity: u32, meter: &Meter) -> Result<Vec<BigUint>> {
    if cells <= 1 {
        return Ok(vec![BigUint::one(); (cells * capacity) as usize + 1]);
    }
    let (n, c) = (i64::from(cells), i64::from(capacity));
    let half = n * c / 2;
    let mut all: Vec<BigInt> = vec![BigInt::one()];
    for k in 1..=half {
        let mut sum = &all[k as usize - 1] * (k - 1 + n);
        if k > c {
            sum += &all[(k - c - 1) as usize] * (k - c - 1 - n * (c + 1));
        }
        if k > c + 1 {
            sum += &all[(k - c - 2) as usize] * (n * c - (k - c - 2));
        }
        meter.steps(1 + sum.bits() as usize / 8)?;
        all.push(sum / k);
    }
    let mut all: Vec<BigUint> = all.into_iter().map(|number| number.into_parts().1).collect();
    // As many ways to hold k mines as to lack k.
    for k in half + 1..=n * c {
        let same = all[(n * c - k) as usize].clone();
        meter.steps(1 + same.bits() as usize / 8)?;
        all.push(same);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, Stopped};

    fn numbers(cells: u32, capacity: u32) -> Vec<BigUint> {
        let meter = Meter::unwatched(Budget::default());
        Ways::new(cells, capacity).numbers(&meter).unwrap().to_vec()
    }

    #[test]
    fn ways_are_coefficients_of_a_power() {
        for capacity in 1..=4u32 {
            let mut power = vec![BigUint::one()];
            for cells in 0..=7 {
                assert_eq!(numbers(cells, capacity), power, "{cells} {capacity}");
                let mut next = vec![BigUint::ZERO; power.len() + capacity as usize];
                for (mines, ways) in power.iter().enumerate() {
                    (0..=capacity as usize).for_each(|more| next[mines + more] += ways);
                }
                power = next;
            }
        }
    }

    #[test]
    fn one_cell_fewer_is_counted_too() {
        let meter = Meter::unwatched(Budget::default());
        assert_eq!(Ways::new(3, 2).with_one_less(&meter).unwrap(), numbers(2, 2));
        assert_eq!(Ways::new(1, 2).with_one_less(&meter).unwrap(), [BigUint::one()]);
    }

    #[test]
    fn many_cells_look_at_the_clock() {
        let meter = Meter::unwatched(Budget { seconds: Some(0.0), ..Budget::default() });
        let stopped = Ways::new(2_000, 2).numbers(&meter).map(<[BigUint]>::len);
        assert_eq!(stopped, Err(Stopped::Timeout { seconds: 0.0 }));
    }

    #[test]
    fn numbers_are_charged_when_they_are_made() {
        let ways = Ways::new(2_000, 2);
        let few = Meter::unwatched(Budget { states: 150_000, seconds: None });
        assert_eq!(ways.check_room(&few), Ok(()));
        assert!(ways.numbers(&few).is_ok());
        assert_eq!(ways.check_room(&few), Err(Stopped::TooWide { states: 150_000 }));
        assert!(ways.with_one_less(&few).is_err());
        assert!(ways.numbers(&few).is_ok());
    }
}
