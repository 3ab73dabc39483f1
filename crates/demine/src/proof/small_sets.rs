//! Small sets: whether up to three numbers can be true together, without a solver.
//!
//! The cells of k numbers form at most 2ᵏ regions by the numbers that touch them. Only the mines in
//! each region matter.

use crate::base::{Meter, Result};
use crate::system::Constraints;

/// The greatest number of numbers in a set. With four there are twice as many regions, and far more
/// sets to try; the solver takes over there.
pub const LARGEST_SET: usize = 3;

const REGIONS: usize = 1 << LARGEST_SET;

pub struct SmallSets<'c> {
    constraints: &'c Constraints,
    /// For each cell the numbers of the set that touch it, as bits.
    touched: Vec<u8>,
}

type Sums = [i64; LARGEST_SET];

impl<'c> SmallSets<'c> {
    pub fn new(constraints: &'c Constraints) -> Self {
        Self { constraints, touched: vec![0; constraints.cells.len()] }
    }

    /// Whether the numbers and the assumption can all be true.
    pub fn allow(
        &mut self,
        numbers: &[u32],
        (cell, mined): (u32, bool),
        meter: &Meter,
    ) -> Result<bool> {
        let mut needs = [0; LARGEST_SET];
        for (i, &number) in numbers.iter().enumerate() {
            needs[i] = self.constraints.needs[number as usize];
            for &c in self.constraints.members.get(number as usize) {
                self.touched[c as usize] |= 1 << i;
            }
        }
        if mined {
            take(&mut needs, self.touched[cell as usize], 1);
        }
        self.touched[cell as usize] = 0;
        let sizes = self.regions(numbers);
        fits(&sizes, REGIONS - 1, needs, rooms(&sizes), meter)
    }

    /// The number of cells of each region. Resets the bits.
    fn regions(&mut self, numbers: &[u32]) -> [i64; REGIONS] {
        let mut sizes = [0; REGIONS];
        for &number in numbers {
            for &c in self.constraints.members.get(number as usize) {
                sizes[std::mem::take(&mut self.touched[c as usize]) as usize] += 1;
            }
        }
        sizes
    }
}

fn take(sums: &mut Sums, region: u8, mines: i64) {
    for (i, sum) in sums.iter_mut().enumerate() {
        *sum -= mines * i64::from(region >> i & 1);
    }
}

/// The number of cells of each number.
fn rooms(sizes: &[i64; REGIONS]) -> Sums {
    let mut rooms = [0; LARGEST_SET];
    (1..REGIONS).for_each(|region| take(&mut rooms, region as u8, -sizes[region]));
    rooms
}

/// Whether the regions up to this one have room for the mines that the numbers still need.
fn fits(
    sizes: &[i64; REGIONS],
    region: usize,
    needs: Sums,
    rooms: Sums,
    meter: &Meter,
) -> Result<bool> {
    meter.steps(REGIONS)?;
    if needs.iter().zip(&rooms).any(|(&need, &room)| need < 0 || need > room) {
        return Ok(false);
    }
    if region == 0 {
        return Ok(true);
    }
    let size = sizes[region];
    if size == 0 {
        return fits(sizes, region - 1, needs, rooms, meter);
    }
    let mut rooms = rooms;
    take(&mut rooms, region as u8, size);
    for mines in 0..=size {
        let mut needs = needs;
        take(&mut needs, region as u8, mines);
        if fits(sizes, region - 1, needs, rooms, meter)? {
            return Ok(true);
        }
    }
    Ok(false)
}
