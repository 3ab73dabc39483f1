//! Density: how likely a cell is to be mined before any number was seen.

use std::fmt;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::number::Algebra;

/// A probability between 0 and 1 as odds, mined to free.
///
/// ```
/// use demine::Density;
///
/// assert!(Density::new(1u32.into(), 5u32.into()).is_ok());
/// assert!(Density::new(5u32.into(), 5u32.into()).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Density {
    mined: BigUint,
    free: BigUint,
}

/// A density that is not more than 0 and less than 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadDensity {
    /// The fraction that was given.
    pub fraction: (BigUint, BigUint),
}

impl fmt::Display for BadDensity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (n, d) = &self.fraction;
        write!(f, "a density of {n}/{d}: expected more than 0 and less than 1")
    }
}

impl std::error::Error for BadDensity {}

impl Density {
    /// A fraction by its numerator and denominator, more than 0 and less than 1.
    pub fn new(numerator: BigUint, denominator: BigUint) -> Result<Self, BadDensity> {
        if numerator == BigUint::ZERO || numerator >= denominator {
            return Err(BadDensity { fraction: (numerator, denominator) });
        }
        Ok(Self { free: denominator - &numerator, mined: numerator })
    }

    /// Numerator and denominator.
    pub fn fraction(&self) -> (BigUint, BigUint) {
        (self.mined.clone(), &self.mined + &self.free)
    }

    /// Mined to free, as a float.
    pub(crate) fn odds(&self) -> f64 {
        let float = |number: &BigUint| number.to_f64().unwrap_or(f64::MAX);
        (float(&self.mined) / float(&self.free)).clamp(1e-9, 1e9)
    }

    /// The weight of a mined cell, and of a free one.
    pub(crate) fn weights<A: Algebra>(&self, algebra: &A) -> [A::Value; 2] {
        [algebra.natural(&self.mined), algebra.natural(&self.free)]
    }

    /// Binary digits of the sum of both weights.
    pub(crate) fn bits(&self) -> u64 {
        self.fraction().1.bits()
    }

    /// The weight of solutions by their mines above the least: `mined^j · free^(length − 1 − j)`, without
    /// their common factor.
    pub(crate) fn seed<A: Algebra>(&self, algebra: &A, length: usize) -> Vec<A::Value> {
        let [mined, free] = self.weights(algebra);
        let powers =
            |base| std::iter::successors(Some(algebra.one()), move |&x| Some(algebra.mul(x, base)));
        let of_free: Vec<A::Value> = powers(free).take(length).collect();
        powers(mined).zip(of_free.into_iter().rev()).map(|(m, f)| algebra.mul(m, f)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_density_is_more_than_nothing_and_less_than_everything() {
        let density = |n: u32, d: u32| Density::new(n.into(), d.into());
        assert_eq!(density(1, 5).unwrap().fraction(), (1u32.into(), 5u32.into()));
        for (n, d) in [(0, 5), (5, 5), (6, 5), (0, 0)] {
            let said = format!("a density of {n}/{d}: expected more than 0 and less than 1");
            assert_eq!(density(n, d).unwrap_err().to_string(), said);
        }
    }
}
