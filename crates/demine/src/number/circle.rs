//! Circle: characteristic functions, at several angles at a time.
//!
//! If a random solution has X mines, E e^(iθX) for all angles θ determines the distribution of X.
//! It is the counting polynomial at x = r·e^(iθ), divided by its value at x = r. So a circuit is
//! evaluated at points of a circle instead of over polynomials. The angle 0 is always included:
//! there all values are real and nothing is subtracted, so a value is 0 exactly when the true one
//! is. Values at other angles are never longer, and share its exponent.

use num_bigint::BigUint;

use crate::number::algebra::{Algebra, Approximate};
use crate::number::scaled::{SCALE, Scaled};

/// Complex numbers, one per angle.
#[derive(Clone, Copy, Debug)]
pub struct ComplexLanes<const L: usize> {
    pub re: [f64; L],
    pub im: [f64; L],
}

impl<const L: usize> ComplexLanes<L> {
    pub const ONE: Self = Self { re: [1.0; L], im: [0.0; L] };

    /// From lengths and angles.
    pub fn polar(lengths: [f64; L], angles: [f64; L]) -> Self {
        let along = |part: fn(f64) -> f64| std::array::from_fn(|i| lengths[i] * part(angles[i]));
        Self { re: along(f64::cos), im: along(f64::sin) }
    }

    pub fn times(&self, other: &Self) -> Self {
        let mut product = Self { re: [0.0; L], im: [0.0; L] };
        for i in 0..L {
            product.re[i] = self.re[i] * other.re[i] - self.im[i] * other.im[i];
            product.im[i] = self.re[i] * other.im[i] + self.im[i] * other.re[i];
        }
        product
    }

    pub fn real_dot(&self, other: &Self) -> f64 {
        (0..L).map(|i| self.re[i] * other.re[i] - self.im[i] * other.im[i]).sum()
    }

    pub fn scale(&mut self, factor: f64) {
        self.re.iter_mut().for_each(|x| *x *= factor);
        self.im.iter_mut().for_each(|x| *x *= factor);
    }

    fn add(&mut self, other: &Self, factor: f64) {
        for i in 0..L {
            self.re[i] += factor * other.re[i];
            self.im[i] += factor * other.im[i];
        }
    }
}

/// The weight of solutions at each angle, divided by 2^(256 · exponent).
#[derive(Clone, Copy, Debug)]
pub struct CircleTotal<const L: usize> {
    /// At angle 0: a mantissa of [`Scaled`].
    total: f64,
    exponent: i64,
    lanes: ComplexLanes<L>,
}

impl<const L: usize> CircleTotal<L> {
    fn real(value: Scaled) -> Self {
        let total = value.mantissa;
        let lanes = ComplexLanes { re: [total; L], im: [0.0; L] };
        Self { total, exponent: value.exponent, lanes }
    }

    /// The weight at angle 0.
    pub fn total(&self) -> Scaled {
        Scaled::with_exponent(self.total, self.exponent)
    }

    /// The weights at the other angles, divided by `total`.
    pub fn over(&self, total: Scaled) -> ComplexLanes<L> {
        let mut lanes = self.lanes;
        lanes.scale(Scaled::with_exponent(1.0, self.exponent).over(total));
        lanes
    }

    fn is_zero(&self) -> bool {
        self.total == 0.0
    }

    fn add(&mut self, other: &Self, factor: f64) {
        self.total += factor * other.total;
        self.lanes.add(&other.lanes, factor);
        self.normalize();
    }

    fn normalize(&mut self) {
        if self.total >= SCALE {
            self.total *= 1.0 / SCALE;
            self.lanes.scale(1.0 / SCALE);
            self.exponent += 1;
        }
    }
}

/// Weights on a circle: a mine weighs r·e^(iθ).
pub struct CircleAlgebra<const L: usize> {
    /// The weight of a mine at angle 0, above 0.
    pub mine: Scaled,
    /// The other angles, if any.
    pub angles: [f64; L],
}

impl<const L: usize> CircleAlgebra<L> {
    /// The sum of the weights of solutions with 0, 1, 2 … mines in a class, each times its mines.
    pub fn mines(&self, ways: &[CircleTotal<L>]) -> CircleTotal<L> {
        (0..).zip(ways).fold(self.zero(), |sum, (mines, &ways)| {
            self.add(sum, self.mul(self.small(mines), ways))
        })
    }

    /// The weight of this many mines.
    fn turn(&self, mines: u32) -> CircleTotal<L> {
        let weight = self.mine.power(mines);
        let total = weight.mantissa;
        let turns = self.angles.map(|angle| angle * f64::from(mines));
        CircleTotal {
            total,
            exponent: weight.exponent,
            lanes: ComplexLanes::polar([total; L], turns),
        }
    }
}

impl<const L: usize> Algebra for CircleAlgebra<L> {
    type Value = CircleTotal<L>;
    const WEIGHS_MINES: bool = true;

    fn add(&self, mut a: CircleTotal<L>, b: CircleTotal<L>) -> CircleTotal<L> {
        if a.exponent == b.exponent {
            a.add(&b, 1.0);
            return a;
        }
        let b_is_less = b.is_zero() || (!a.is_zero() && b.exponent < a.exponent);
        let (mut large, small) = if b_is_less { (a, b) } else { (b, a) };
        if !small.is_zero() && large.exponent - small.exponent == 1 {
            large.add(&small, 1.0 / SCALE);
        }
        large
    }

    fn mul(&self, a: CircleTotal<L>, b: CircleTotal<L>) -> CircleTotal<L> {
        let mut product = CircleTotal {
            total: a.total * b.total,
            exponent: a.exponent + b.exponent,
            lanes: a.lanes.times(&b.lanes),
        };
        product.normalize();
        product
    }

    fn natural(&self, n: &BigUint) -> CircleTotal<L> {
        CircleTotal::real(Approximate.natural(n))
    }

    fn small(&self, n: u64) -> CircleTotal<L> {
        CircleTotal::real(Approximate.small(n))
    }

    fn weigh(&self, ways: CircleTotal<L>, mines: u32) -> CircleTotal<L> {
        self.mul(ways, self.turn(mines))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (1 + x)ⁿ at x = r·e^(iθ), by n products and by its length and angle.
    #[test]
    fn waves_of_many_cells_are_a_power_of_those_of_one() {
        let (mine, angles, cells) = (0.3, [0.01, 0.5, 3.0], 2000u32);
        let turned = CircleAlgebra { mine: Scaled::new(mine), angles };
        let cell = turned.add(turned.one(), turned.turn(1));
        let all = (0..cells).fold(turned.one(), |product, _| turned.mul(product, cell));
        assert!((all.total().ln() - f64::from(cells) * 1.3f64.ln()).abs() < 1e-9);
        let lanes = all.over(all.total());
        for (i, angle) in angles.into_iter().enumerate() {
            let (re, im) = (1.0 + mine * angle.cos(), mine * angle.sin());
            let length = (f64::from(cells) * (re.hypot(im) / 1.3).ln()).exp();
            let turn = f64::from(cells) * im.atan2(re);
            assert!((lanes.re[i] - length * turn.cos()).abs() < 1e-10, "{angle}");
            assert!((lanes.im[i] - length * turn.sin()).abs() < 1e-10, "{angle}");
        }
    }

    #[test]
    fn sums_of_numbers_far_apart_keep_the_larger_and_never_vanish() {
        let turned = CircleAlgebra { mine: Scaled::new(1e-70), angles: [1.0] };
        let (small, one) = (turned.turn(9), turned.one());
        assert!(!small.is_zero());
        for sum in [turned.add(small, one), turned.add(one, small)] {
            assert_eq!((sum.total(), sum.lanes.im[0]), (Scaled::ONE, 0.0));
        }
        assert_eq!(turned.add(turned.zero(), small).total(), small.total());
        assert_eq!(turned.add(small, turned.zero()).total(), small.total());
        assert!(turned.mul(turned.zero(), one).is_zero());
    }
}
