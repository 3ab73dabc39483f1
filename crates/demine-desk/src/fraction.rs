//! Fraction: an exact chance in lowest terms, and the nearest float.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul};

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use serde_json::{Value, json};

/// A fraction of natural numbers, in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: BigUint,
    denominator: BigUint,
}

impl Fraction {
    /// In lowest terms. The denominator must not be 0.
    pub fn new(numerator: BigUint, denominator: BigUint) -> Self {
        let common = numerator.gcd(&denominator);
        Self { numerator: numerator / &common, denominator: denominator / common }
    }

    /// The exact value of a float from 0 on.
    pub fn of_float(value: f64) -> Self {
        const FRACTION_BITS: u32 = f64::MANTISSA_DIGITS - 1;
        let bits = value.to_bits();
        let (exponent, fraction) = (bits >> FRACTION_BITS, bits & ((1 << FRACTION_BITS) - 1));
        let digits = if exponent == 0 { fraction } else { fraction | 1 << FRACTION_BITS };
        // The place of the last digit, as a power of 2.
        let place = exponent.max(1) as i64 - 1075;
        match place {
            0.. => Self::new(BigUint::from(digits) << place, BigUint::one()),
            _ => Self::new(BigUint::from(digits), BigUint::one() << -place),
        }
    }

    /// All.
    pub fn one() -> Self {
        Self { numerator: BigUint::one(), denominator: BigUint::one() }
    }

    /// What is left of 1; this fraction must be at most 1.
    pub fn complement(&self) -> Self {
        Self {
            numerator: &self.denominator - &self.numerator,
            denominator: self.denominator.clone(),
        }
    }

    /// So many times as much.
    pub fn times(&self, times: usize) -> Self {
        Self::new(&self.numerator * times, self.denominator.clone())
    }

    /// The nearest float, as in Python.
    pub fn float(&self) -> f64 {
        ratio(&self.numerator, &self.denominator)
    }

    /// The chance as a float and as a fraction.
    pub fn chance(&self) -> Value {
        json!({"float": self.float(), "fraction": self.to_string()})
    }
}

impl Add for &Fraction {
    type Output = Fraction;

    fn add(self, other: Self) -> Fraction {
        let (a, b) = (&self.numerator * &other.denominator, &other.numerator * &self.denominator);
        Fraction::new(a + b, &self.denominator * &other.denominator)
    }
}

impl Mul for &Fraction {
    type Output = Fraction;

    fn mul(self, other: Self) -> Fraction {
        Fraction::new(&self.numerator * &other.numerator, &self.denominator * &other.denominator)
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator.is_one() {
            return write!(f, "{}", self.numerator);
        }
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

/// The place of the last digit of the smallest float, as a power of 2.
const LEAST_PLACE: i64 = -1074;

/// The float that is nearest to a quotient, the even one of two: what Python's `/` says of integers.
/// The quotient has to be below 2¹⁰⁰⁰, the denominator above 0.
pub fn ratio(numerator: &BigUint, denominator: &BigUint) -> f64 {
    if numerator.is_zero() {
        return 0.0;
    }
    // More than 60 digits, and what is left decides a tie: the conversion to a float rounds once.
    let size = numerator.bits() as i64 - denominator.bits() as i64;
    let place = (size - 64).max(LEAST_PLACE - 2);
    let (quotient, rest) = match place {
        0.. => numerator.div_rem(&(denominator << place)),
        _ => (numerator << -place).div_rem(denominator),
    };
    let digits = quotient.to_u128().expect("at most 66 bits") | u128::from(!rest.is_zero());
    if place == LEAST_PLACE - 2 {
        return least(digits);
    }
    let half = place / 2;
    digits as f64 * power(half) * power(place - half)
}

/// A float near the smallest from its digits, of which the last two are cut off.
fn least(digits: u128) -> f64 {
    let (kept, cut) = ((digits >> 2) as u64, digits & 3);
    let up = cut == 3 || cut == 2 && kept % 2 == 1;
    f64::from_bits(kept + u64::from(up))
}

/// 2 to some power from −1022 to 1023.
fn power(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(n: u64, d: u64) -> Fraction {
        Fraction::new(n.into(), d.into())
    }

    #[test]
    fn fractions_are_in_lowest_terms() {
        assert_eq!(fraction(6, 4).to_string(), "3/2");
        assert_eq!((&fraction(1, 6) + &fraction(1, 3)).to_string(), "1/2");
        assert_eq!(fraction(1, 4).times(8).to_string(), "2");
        assert_eq!(fraction(0, 7).to_string(), "0");
    }

    #[test]
    fn floats_and_fractions_agree() {
        for value in [0.0, 1.0, 0.1, 1.5, 1e-300, 5e-324, 2.5e-310, f64::MIN_POSITIVE, 480.25] {
            assert_eq!(Fraction::of_float(value).float(), value);
        }
        assert_eq!(Fraction::of_float(0.375).to_string(), "3/8");
    }

    #[test]
    fn division_rounds_once() {
        // Rust rounds the quotient of two exact floats once, too.
        let mut word = 1u64;
        for _ in 0..10_000 {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let (n, d) = (word >> 34, (word >> 7 & 0xFFFF_FFFF) + 1);
            assert_eq!(fraction(n, d).float(), n as f64 / d as f64, "{n}/{d}");
        }
        let tiny = ratio(&BigUint::from(3u32), &(BigUint::one() << 1075));
        assert_eq!(tiny, 2.0 * 5e-324); // 1.5 of the smallest: a tie, to the even one
        assert_eq!(ratio(&BigUint::one(), &(BigUint::one() << 1076)), 0.0);
    }
}
