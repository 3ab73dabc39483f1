//! Rank: the number of sets of a diagram, and the set of a given rank.
//!
//! Of two sets, the one in which the first differing cell is free comes first. A uniformly random
//! set is the set of a uniformly random rank.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::base::{Budget, Meter, Result};
use crate::board::Cell;
use crate::number::{Algebra, Approximate};
use crate::zdd::diagram::{EMPTY, TERMINALS, UNIT, Zdd};

/// The number of sets below each node.
pub fn counts(zdd: &Zdd, meter: &Meter) -> Result<Vec<BigUint>> {
    let mut counts = Vec::with_capacity(room(zdd, meter)?);
    counts.extend([BigUint::zero(), BigUint::one()]);
    for node in zdd.nodes() {
        let sum: BigUint = &counts[node.lo as usize] + &counts[node.hi as usize];
        meter.steps(4)?;
        meter.states(held(&sum))?;
        counts.push(sum);
    }
    Ok(counts)
}

/// The length of a list with a number for each node, if the budget has room for it.
fn room(zdd: &Zdd, meter: &Meter) -> Result<usize> {
    let length = zdd.size() + TERMINALS as usize;
    if meter.has_room(length * size_of::<BigUint>()) { Ok(length) } else { Err(meter.too_wide()) }
}

/// The states that a number of a list takes: its place, and its digits with what the allocator adds.
fn held(number: &BigUint) -> usize {
    (size_of::<BigUint>() + 16 + number.bits() as usize / 8).div_ceil(Budget::STATE_BYTES)
}

/// An upper bound on the binary digits of the number of sets.
fn bits(zdd: &Zdd, meter: &Meter) -> Result<u64> {
    let (zero, one) = (Approximate.zero(), Approximate.one());
    let rough = zdd.upward(zero, one, meter, |_, &lo, &hi| Approximate.add(lo, hi))?;
    Ok(rough[zdd.root() as usize].bits())
}

/// The number of sets.
pub fn count(zdd: &Zdd, meter: &Meter) -> Result<BigUint> {
    match short_count(zdd, meter)? {
        Some(count) => Ok(count.into()),
        None => pack(zdd, 0, meter),
    }
}

/// The number of sets, if it fits into 128 bits: that needs no allocation per node.
fn short_count(zdd: &Zdd, meter: &Meter) -> Result<Option<u128>> {
    meter.states(zdd.size())?;
    let mut counts: Vec<u128> = Vec::with_capacity(zdd.size() + TERMINALS as usize);
    counts.extend([0, 1]);
    meter.give_back(zdd.size()); // the list is gone when this returns
    for node in zdd.nodes() {
        meter.steps(1)?;
        match counts[node.lo as usize].checked_add(counts[node.hi as usize]) {
            Some(count) => counts.push(count),
            None => return Ok(None),
        }
    }
    Ok(Some(counts[zdd.root() as usize]))
}

/// The number of sets of each size, from the least size on.
#[derive(Debug)]
pub struct Sizes {
    pub least: usize,
    pub counts: Vec<BigUint>,
}

pub fn sizes(zdd: &Zdd, meter: &Meter) -> Result<Sizes> {
    let mut counts = counts_by_size(zdd, meter)?;
    let least = counts.iter().take_while(|count| count.is_zero()).count();
    counts.drain(..least);
    Ok(Sizes { least, counts })
}

fn counts_by_size(zdd: &Zdd, meter: &Meter) -> Result<Vec<BigUint>> {
    let digit = bits(zdd, meter)?;
    let most = zdd.upward(0, 0, meter, |_, &lo: &u64, &hi| lo.max(hi + 1))?[zdd.root() as usize];
    if digit * (most + 1) < 128 {
        let (all, mask) = (pack_small(zdd, digit as u32, meter)?, (1 << digit) - 1);
        return Ok((0..=most).map(|i| BigUint::from((all >> (i * digit)) & mask)).collect());
    }
    let all = pack(zdd, digit, meter)?;
    let mask = (BigUint::one() << digit) - 1u32;
    let digits = all.bits().div_ceil(digit);
    meter.states(held(&all))?;
    let coefficient = |i| {
        meter.steps((all.bits() - i * digit) as usize / 64)?;
        let number = (&all >> (i * digit)) & &mask;
        meter.states(held(&number))?;
        Ok(number)
    };
    let counts = (0..digits).map(coefficient).collect();
    meter.give_back(held(&all));
    counts
}

/// [`pack`] for values of at most 128 bits.
fn pack_small(zdd: &Zdd, digit: u32, meter: &Meter) -> Result<u128> {
    let values = zdd.upward(0, 1, meter, |_, lo, hi: &u128| lo + (hi << digit))?;
    Ok(values[zdd.root() as usize])
}

/// The polynomial of the sizes at x = 2^digit. Values are freed after their last use.
fn pack(zdd: &Zdd, digit: u64, meter: &Meter) -> Result<BigUint> {
    let room = room(zdd, meter)?;
    let mut parents = vec![0u32; zdd.size() + TERMINALS as usize];
    for node in zdd.nodes() {
        parents[node.lo as usize] += 1;
        parents[node.hi as usize] += 1;
    }
    parents[EMPTY as usize] = u32::MAX;
    parents[UNIT as usize] = u32::MAX;
    let mut values = Vec::with_capacity(room);
    values.extend([BigUint::zero(), BigUint::one()]);
    for node in zdd.nodes() {
        let mut take = |id: u32| {
            let id = id as usize;
            parents[id] -= 1;
            if parents[id] > 0 {
                return values[id].clone();
            }
            meter.give_back(held(&values[id]));
            std::mem::take(&mut values[id])
        };
        let mined = take(node.hi) << digit;
        let value = mined + take(node.lo);
        meter.steps(4 + value.bits() as usize / 64)?;
        meter.states(held(&value))?;
        values.push(value);
    }
    let root = std::mem::take(&mut values[zdd.root() as usize]);
    meter.give_back(if zdd.root() < TERMINALS { 0 } else { held(&root) });
    Ok(root)
}

/// The set of the given rank, which must be below the number of sets.
pub fn nth(zdd: &Zdd, counts: &[BigUint], rank: &BigUint) -> Vec<Cell> {
    let mut rank = rank.clone();
    let mut cells = Vec::new();
    let mut at = zdd.root();
    while let Some(node) = zdd.node(at) {
        let free = &counts[node.lo as usize];
        at = if rank < *free {
            node.lo
        } else {
            rank -= free;
            cells.push(zdd.order()[node.level as usize]);
            node.hi
        };
    }
    cells
}

/// Iterates over all sets in order.
pub struct SetIterator {
    zdd: Zdd,
    /// The nodes from the root down, and whether each was left by its 1-edge.
    path: Vec<(u32, bool)>,
    /// The next node; None at the end.
    at: Option<u32>,
}

impl SetIterator {
    pub(crate) fn new(zdd: Zdd) -> Self {
        let at = (!zdd.is_empty()).then_some(zdd.root());
        Self { zdd, path: Vec::new(), at }
    }

    /// Moves to the 1-edge of the last node left by its 0-edge.
    fn turn(&mut self) -> Option<u32> {
        while let Some((id, mined)) = self.path.pop() {
            if !mined {
                self.path.push((id, true));
                return self.zdd.node(id).map(|node| node.hi);
            }
        }
        None
    }

    fn cells(&self) -> Vec<Cell> {
        let mined = self.path.iter().filter(|(_, mined)| *mined);
        mined.map(|&(id, _)| self.zdd.order()[self.zdd.level(id) as usize]).collect()
    }
}

impl Iterator for SetIterator {
    type Item = Vec<Cell>;

    fn next(&mut self) -> Option<Vec<Cell>> {
        let mut at = self.at?;
        while let Some(node) = self.zdd.node(at) {
            // A 1-edge always leads to a set; a 0-edge does unless it leads to ⊥.
            let mined = node.lo == EMPTY;
            self.path.push((at, mined));
            at = if mined { node.hi } else { node.lo };
        }
        let cells = self.cells();
        self.at = self.turn();
        Some(cells)
    }
}
