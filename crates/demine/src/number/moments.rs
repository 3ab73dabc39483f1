//! Moments: mean and variance of the number of mines when each mine has a weight.
//!
//! A solution with m mines weighs rᵐ instead of 1, and a random solution is drawn by weight. The
//! larger the *tilt* r, the more mines it has. With the same r everywhere, components stay
//! independent.

use num_bigint::BigUint;

use crate::number::algebra::{Algebra, Approximate};
use crate::number::scaled::Scaled;

/// Total weight, to float precision, with mean and variance of the mines of a random solution.
pub struct MomentAlgebra {
    /// The weight of a mine, above 0.
    pub mine: Scaled,
}

#[derive(Clone, Copy, Debug)]
pub struct Moments {
    pub total: Scaled,
    pub mean: f64,
    pub variance: f64,
}

impl Moments {
    const fn without_mines(total: Scaled) -> Self {
        Self { total, mean: 0.0, variance: 0.0 }
    }
}

impl Algebra for MomentAlgebra {
    type Value = Moments;
    const WEIGHS_MINES: bool = true;

    /// The union of two sets of solutions: variance within each, plus variance between their means.
    fn add(&self, a: Moments, b: Moments) -> Moments {
        if b.total.is_zero() {
            return a;
        }
        let total = a.total.plus(b.total);
        let share = b.total.over(total);
        let apart = b.mean - a.mean;
        let within = a.variance + share * (b.variance - a.variance);
        Moments {
            total,
            mean: a.mean + share * apart,
            variance: within + share * (1.0 - share) * apart * apart,
        }
    }

    /// Solutions of two independent components.
    fn mul(&self, a: Moments, b: Moments) -> Moments {
        Moments {
            total: a.total.times(b.total),
            mean: a.mean + b.mean,
            variance: a.variance + b.variance,
        }
    }

    fn natural(&self, n: &BigUint) -> Moments {
        Moments::without_mines(Approximate.natural(n))
    }

    fn small(&self, n: u64) -> Moments {
        Moments::without_mines(Approximate.small(n))
    }

    fn weigh(&self, ways: Moments, mines: u32) -> Moments {
        let all = Moments { total: self.mine.power(mines), mean: mines.into(), variance: 0.0 };
        self.mul(ways, all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_are_spread_as_everybody_knows() {
        let spread = MomentAlgebra { mine: Scaled::ONE };
        let faces = (1..=6).map(|pips| spread.weigh(spread.one(), pips));
        let die = faces.fold(spread.zero(), |sum, face| spread.add(sum, face));
        let two = spread.mul(die, die);
        assert_eq!(two.total.exact(), Some(36));
        assert!((two.mean - 7.0).abs() < 1e-12 && (two.variance - 35.0 / 6.0).abs() < 1e-12);
    }

    #[test]
    fn cells_that_nothing_touches_are_mined_by_their_weight() {
        let spread = MomentAlgebra { mine: Scaled::new(0.25) };
        let cell = spread.add(spread.one(), spread.weigh(spread.one(), 1));
        let all = (0..5000).fold(spread.one(), |product, _| spread.mul(product, cell));
        assert!((all.mean - 1000.0).abs() < 1e-9 && (all.variance - 800.0).abs() < 1e-9);
        assert!((all.total.ln() - 5000.0 * 1.25f64.ln()).abs() < 1e-9);
    }

    #[test]
    fn nothing_adds_nothing() {
        let spread = MomentAlgebra { mine: Scaled::new(0.5) };
        let some = spread.add(spread.weigh(spread.one(), 1), spread.weigh(spread.one(), 4));
        let nothing = spread.add(spread.zero(), spread.zero());
        for sum in [spread.add(some, spread.zero()), spread.add(nothing, some)] {
            assert_eq!((sum.total, sum.mean, sum.variance), (some.total, some.mean, some.variance));
        }
        assert!(nothing.total.is_zero() && nothing.mean == 0.0 && nothing.variance == 0.0);
    }
}
