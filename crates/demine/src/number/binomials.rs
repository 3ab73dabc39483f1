//! Binomials: the ways in which cells without a constraint hold the remaining mines.
//!
//! The binomials C(n, m) for a range of m have a huge common factor s, which cancels in every
//! probability. Without it they are products of a few small numbers: C(n, m) = w(m)·s with
//! w(m) = (m + 1)⋯high · (n − m + 1)⋯(n − low) for low ≤ m ≤ high.

use std::ops::{Range, RangeInclusive};

use num_bigint::BigUint;

use crate::number::algebra::{Algebra, balanced_product, binomial};
use crate::number::scaled::Scaled;

/// The binomials of `cells` for a range of mines, which may exceed 0 or the cells at either end.
#[derive(Clone, Debug)]
pub struct Binomials {
    cells: u64,
    mines: Range<i64>,
}

impl Binomials {
    pub fn new(cells: usize, mines: Range<i64>) -> Self {
        Self { cells: cells as u64, mines }
    }

    /// The numbers of mines whose binomial is not 0.
    fn nonzero(&self) -> RangeInclusive<i64> {
        self.mines.start.max(0)..=(self.mines.end - 1).min(self.cells as i64)
    }

    /// The binomials without their common factor.
    pub fn relative<A: Algebra>(&self, algebra: &A) -> Vec<A::Value> {
        let mut row = vec![algebra.zero(); (self.mines.end - self.mines.start) as usize];
        let (low, high) = self.nonzero().into_inner();
        if low > high {
            return row;
        }
        let start = (low - self.mines.start) as usize;
        let nonzero = &mut row[start..start + (high - low + 1) as usize];
        let factor = |i: i64| algebra.small(i as u64);
        let mut rising = algebra.one();
        for (value, m) in nonzero.iter_mut().zip(low..) {
            *value = rising;
            rising = algebra.mul(rising, factor(self.cells as i64 - m));
        }
        // `value` holds (n − m + 1)⋯(n − low); now multiply by (m + 1)⋯high.
        let mut falling = algebra.one();
        for (value, m) in nonzero.iter_mut().rev().zip((low..=high).rev()) {
            *value = algebra.mul(*value, falling);
            falling = algebra.mul(falling, factor(m));
        }
        row
    }

    /// The binomials themselves.
    pub fn plain<A: Algebra>(&self, algebra: &A) -> Vec<A::Value> {
        let mut row = vec![algebra.zero(); (self.mines.end - self.mines.start) as usize];
        let (low, high) = self.nonzero().into_inner();
        if low <= high {
            let binomials = algebra.binomials(self.cells, low as u64..=high as u64);
            row[(low - self.mines.start) as usize..][..binomials.len()].copy_from_slice(&binomials);
        }
        row
    }

    /// Approximate binary digits of the common factor. Negative if the range of mines is wide for
    /// so few cells: then the binomials themselves are the smaller numbers.
    pub fn factor_bits(&self) -> f64 {
        self.factor().ln() / std::f64::consts::LN_2
    }

    /// The common factor, to float precision.
    pub fn factor(&self) -> Scaled {
        let (low, high) = self.nonzero().into_inner();
        let n = self.cells as f64;
        let at_low = (0..low).map(|i| (n - i as f64, i as f64 + 1.0));
        let up_to_high = (low..high).map(|i| (1.0, i as f64 + 1.0));
        let factors = at_low.chain(up_to_high);
        factors.fold(Scaled::ONE, |product, (factor, divisor)| product.times_ratio(factor, divisor))
    }

    /// A sum of relative binomials, multiplied by the common factor.
    pub fn absolute(&self, relative: BigUint) -> BigUint {
        let (low, high) = self.nonzero().into_inner();
        if low > high {
            return BigUint::ZERO;
        }
        let n = self.cells as i64;
        let at_high = (n - high + 1..=n - low).map(|i| BigUint::from(i as u64)).collect();
        relative * binomial(self.cells, high as u64) / balanced_product(at_high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::algebra::Approximate;
    use crate::number::residues::Residues;
    use crate::number::scaled::Scaled;

    /// Numbers of cells, ranges of mines also beyond them, and the binomials of both.
    fn rows() -> impl Iterator<Item = (usize, Range<i64>, Vec<BigUint>)> {
        let ways = |cells, m| u64::try_from(m).map_or(BigUint::ZERO, |m| binomial(cells, m));
        (0..9usize).flat_map(move |cells| {
            [-3..2, 0..1, 0..cells as i64 + 1, 2..5, 3..12, 20..22].map(|mines: Range<i64>| {
                let expected = mines.clone().map(|m| ways(cells as u64, m)).collect();
                (cells, mines, expected)
            })
        })
    }

    #[test]
    fn relative_binomials_times_their_factor_are_binomials() {
        let residues = Residues::<1>::new(0);
        for (cells, mines, expected) in rows() {
            let row = Binomials::new(cells, mines.clone());
            let relative = row.relative(&residues).into_iter();
            let absolute = relative.map(|value| row.absolute(residues.leave(value)[0].into()));
            assert_eq!(absolute.collect::<Vec<_>>(), expected, "{mines:?} of {cells}");
        }
    }

    #[test]
    fn plain_binomials_are_binomials() {
        let residues = Residues::<1>::new(0);
        for (cells, mines, expected) in rows() {
            let row = Binomials::new(cells, mines);
            let plain = row.plain(&residues).into_iter().map(|v| residues.leave(v)[0].into());
            assert_eq!(plain.collect::<Vec<BigUint>>(), expected, "of {cells}");
            let rough: Vec<Scaled> = row.plain(&Approximate);
            let zeros = rough.iter().map(|value| value.is_zero());
            assert!(zeros.eq(expected.iter().map(|n| *n == BigUint::ZERO)));
        }
    }

    #[test]
    fn the_common_factor_is_as_long_as_it_says() {
        for (cells, mines) in [(300, 60..80), (10, 0..11), (40, 5..36), (1000, 300..301)] {
            let row = Binomials::new(cells, mines.clone());
            let first = row.relative(&Approximate)[0];
            let whole = binomial(cells as u64, mines.start as u64).bits() as f64;
            assert!((first.bits() as f64 + row.factor_bits() - whole).abs() < 3.0, "{cells}");
        }
    }
}
