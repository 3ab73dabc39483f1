//! Weighted: probabilities when each cell has a density of its own.
//!
//! Such cells are not interchangeable, so this uses diagrams instead of classes. A set weighs the
//! product of the weights of all its mined and free cells. Totals below each node and above each
//! node give every cell's share. All results are exact.

use num_bigint::BigUint;

use crate::base::{Meter, Result};
use crate::board::Cell;
use crate::count::Density;
use crate::number::{Algebra, Approximate, balanced_product, by_residues};
use crate::solutions::cell_index::Place;
use crate::solutions::set::Set;
use crate::zdd::{EMPTY, TERMINALS, Zdd};

/// For each cell how likely it is to be mined, as numerator and denominator, not in lowest terms.
pub type Fractions = Vec<(BigUint, BigUint)>;

/// The fractions of a set that is not empty, under a density per cell of the board, and their floats:
/// exactly 0 and 1 only where the fraction is.
pub fn weighted_fractions(
    set: &Set,
    densities: &[Density],
    meter: &Meter,
) -> Result<(Fractions, Vec<f64>)> {
    let none = || (BigUint::ZERO, BigUint::from(1u32));
    let mut fractions: Fractions = densities.iter().map(|_| none()).collect();
    for (cell, place) in set.places.iter().enumerate() {
        match place {
            Place::Mined => fractions[cell].0 = BigUint::from(1u32),
            Place::Loose => fractions[cell] = densities[cell].fraction(),
            Place::Free | Place::Factor(_) => {}
        }
    }
    for factor in &set.factors {
        let shares = shares(&factor.zdd, densities, meter)?;
        for (&cell, share) in factor.zdd.order().iter().zip(shares) {
            fractions[cell as usize] = share;
        }
    }
    let probabilities = fractions.iter().map(|(n, d)| round_share(n, d)).collect();
    Ok((fractions, probabilities))
}

/// The weight of all sets together, under a density per cell of the board.
pub fn weighted_total(set: &Set, densities: &[Density], meter: &Meter) -> Result<BigUint> {
    // The diagram of an empty set may have no cells, and then no number of binary digits.
    if set.factors.iter().any(|factor| factor.zdd.is_empty()) {
        return Ok(BigUint::ZERO);
    }
    let decided = set.places.iter().zip(densities).filter_map(|(place, density)| {
        let (mined, all) = density.fraction();
        match place {
            Place::Mined => Some(mined),
            Place::Loose => Some(all),
            Place::Free => Some(all - mined),
            Place::Factor(_) => None,
        }
    });
    let mut parts: Vec<BigUint> = decided.collect();
    for factor in &set.factors {
        parts.extend(by_residues(bits_of(&factor.zdd, densities), meter, |residues, meter| {
            Weighing::new(residues, &factor.zdd, densities).total(meter)
        })?);
    }
    Ok(balanced_product(parts))
}

/// 0 and 1 only if exact.
fn round_share(n: &BigUint, d: &BigUint) -> f64 {
    if *n == BigUint::ZERO || n == d {
        return f64::from(u8::from(n == d));
    }
    let ratio = Approximate.natural(n).over(Approximate.natural(d));
    ratio.clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON / 2.0)
}

/// Binary digits of the weight of all sets of the diagram's cells.
fn bits_of(zdd: &Zdd, densities: &[Density]) -> u64 {
    zdd.order().iter().map(|&cell| densities[cell as usize].bits()).sum()
}

/// The share of each cell of a diagram, in its order.
fn shares(zdd: &Zdd, densities: &[Density], meter: &Meter) -> Result<Fractions> {
    let mut values = by_residues(bits_of(zdd, densities), meter, |residues, meter| {
        Weighing::new(residues, zdd, densities).values(meter)
    })?;
    let total = values.pop().unwrap_or_default();
    Ok(values.into_iter().map(|mined| (mined, total.clone())).collect())
}

struct Weighing<'a, A: Algebra> {
    algebra: &'a A,
    zdd: &'a Zdd,
    /// The weights of a mined and of a free cell, by level.
    weights: Vec<[A::Value; 2]>,
}

impl<'a, A: Algebra> Weighing<'a, A> {
    fn new(algebra: &'a A, zdd: &'a Zdd, densities: &[Density]) -> Self {
        let weights = |&cell: &Cell| densities[cell as usize].weights(algebra);
        Self { algebra, zdd, weights: zdd.order().iter().map(weights).collect() }
    }

    /// The weight of the free cells between a level and the node.
    fn weigh_skipped(&self, from: u32, node: u32) -> A::Value {
        let levels = &self.weights[from as usize..self.zdd.level(node) as usize];
        levels
            .iter()
            .fold(self.algebra.one(), |product, weights| self.algebra.mul(product, weights[1]))
    }

    /// The weight of the sets below each node, from its level on.
    fn below(&self, meter: &Meter) -> Result<Vec<A::Value>> {
        let algebra = self.algebra;
        let mut below = vec![algebra.zero(), algebra.one()];
        for node in self.zdd.nodes() {
            let side = |child: u32, choice: usize| {
                let weight = self.weights[node.level as usize][1 - choice];
                let skipped = self.weigh_skipped(node.level + 1, child);
                algebra.mul(weight, algebra.mul(skipped, below[child as usize]))
            };
            meter.steps(64)?;
            let sum = algebra.add(side(node.lo, 0), side(node.hi, 1));
            below.push(sum);
        }
        Ok(below)
    }

    /// The weight of all sets.
    fn total(&self, meter: &Meter) -> Result<Vec<A::Value>> {
        meter.states(self.zdd.size())?;
        let (root, below) = (self.zdd.root(), self.below(meter)?);
        Ok(vec![self.algebra.mul(self.weigh_skipped(0, root), below[root as usize])])
    }

    /// The weight of the sets with each cell, in the diagram's order, and then of all sets.
    fn values(&self, meter: &Meter) -> Result<Vec<A::Value>> {
        let (algebra, zdd) = (self.algebra, self.zdd);
        meter.states(2 * zdd.size())?;
        let below = self.below(meter)?;
        let mut above = vec![algebra.zero(); below.len()];
        above[zdd.root() as usize] = self.weigh_skipped(0, zdd.root());
        let total = algebra.mul(above[zdd.root() as usize], below[zdd.root() as usize]);
        let mut values = vec![algebra.zero(); zdd.order().len()];
        for (i, node) in zdd.nodes().iter().enumerate().rev() {
            meter.steps(64)?;
            for (choice, child) in [(0, node.lo), (1, node.hi)].into_iter().filter(|c| c.1 != EMPTY)
            {
                let weight = self.weights[node.level as usize][1 - choice];
                let skipped = self.weigh_skipped(node.level + 1, child);
                let into = algebra.mul(above[i + TERMINALS as usize], algebra.mul(weight, skipped));
                above[child as usize] = algebra.add(above[child as usize], into);
                if choice == 1 {
                    let value = &mut values[node.level as usize];
                    *value = algebra.add(*value, algebra.mul(into, below[child as usize]));
                }
            }
        }
        values.push(total);
        Ok(values)
    }
}
