//! Whole: counts in whole numbers, multiplied fast however long they are.
//!
//! Polynomials in y are multiplied as one number (Kronecker: y is a power of two above every
//! coefficient). Long numbers are multiplied as polynomials in 2⁴⁸ by transforms modulo two primes.
//! So a product takes about as many steps as it has digits, times a logarithm, which the bound of
//! Theorem 2.2 in Golan (2011) needs.

use std::iter::repeat_n;
use std::ops::{Range, RangeInclusive};

use num_bigint::BigUint;
use num_traits::One;

use crate::base::{Meter, Result, Sort};
use crate::number::algebra::{Algebra, binomials};
use crate::number::modulus::TRANSFORM_BITS;
use crate::number::polynomials::{FEW_ROWS, Semiring};
use crate::number::residues::Residues;
use crate::number::word_polynomial::number_of_words;

/// Numbers of fewer words are multiplied faster without a transform.
const LONG_WORDS: usize = 2_500;
/// The bytes of one digit of a number that is transformed. Sums of 2²⁴ products of two such digits
/// stay below the product of the primes.
const DIGIT_BYTES: usize = 6;
/// Of fewer factors, equal ones are not worth looking for.
const MANY_FACTORS: usize = 16;
/// Numbers up to this many words are multiplied digit by digit.
const SHORT_WORDS: usize = 32;

pub struct Whole<'a> {
    residues: Residues<2>,
    meter: &'a Meter<'a>,
}

impl<'a> Whole<'a> {
    pub fn new(meter: &'a Meter<'a>) -> Self {
        Self { residues: Residues::new(0), meter }
    }

    fn long_product(&self, a: &BigUint, b: &BigUint) -> Result<BigUint> {
        let (short, long) = if a.bits() < b.bits() { (a, b) } else { (b, a) };
        if digits(short) + digits(long) > 1 << TRANSFORM_BITS {
            let half = long.bits() / 2;
            let high = self.product(&(long >> half), short)?;
            let low = self.product(&(long % (BigUint::one() << half)), short)?;
            return Ok((high << half) + low);
        }
        self.meter.bytes(48 * (digits(short) + digits(long)))?;
        let product = self.residues.product(&self.enter(a), &self.enter(b), self.meter)?;
        self.meter.give_back(3 * (digits(short) + digits(long)));
        Ok(self.leave(product))
    }

    fn enter(&self, n: &BigUint) -> Vec<[u64; 2]> {
        let digit = |bytes: &[u8]| bytes.iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte));
        n.to_bytes_le().chunks(DIGIT_BYTES).map(|bytes| self.residues.small(digit(bytes))).collect()
    }

    /// The number with these digits, which may be as large as the product of the primes.
    fn leave(&self, digits: Vec<[u64; 2]>) -> BigUint {
        let [p, q] = &self.residues.moduli;
        let inverse = q.invert(q.enter(p.prime));
        let mut bytes = Vec::with_capacity((digits.len() + 3) * DIGIT_BYTES);
        let mut carry = 0u128;
        for digit in digits {
            // In mixed radix, r + p·((s − r)/p mod q) for the remainders r and s.
            let [r, s] = self.residues.leave(digit);
            let times = q.mul(q.sub(s, r % q.prime), inverse);
            carry += u128::from(r) + u128::from(p.prime) * u128::from(times);
            bytes.extend_from_slice(&carry.to_le_bytes()[..DIGIT_BYTES]);
            carry >>= 8 * DIGIT_BYTES;
        }
        bytes.extend_from_slice(&carry.to_le_bytes());
        BigUint::from_bytes_le(&bytes)
    }

    /// One coefficient of the product of two polynomials in y.
    fn row(&self, a: &[BigUint], b: &[BigUint], at: usize) -> Result<BigUint> {
        let pairs = (at + 1).saturating_sub(b.len())..a.len().min(at + 1);
        pairs.map(|i| self.product(&a[i], &b[at - i])).sum()
    }

    /// The polynomial at y = 2^(64·stride).
    fn pack(rows: &[BigUint], stride: usize) -> BigUint {
        let mut words = vec![0; rows.len() * stride];
        for (place, row) in words.chunks_mut(stride).zip(rows) {
            place.iter_mut().zip(row.iter_u64_digits()).for_each(|(word, digit)| *word = digit);
        }
        number_of_words(&words)
    }
}

fn words(n: &BigUint) -> usize {
    n.bits().div_ceil(64) as usize
}

fn digits(n: &BigUint) -> usize {
    n.bits().div_ceil(8 * DIGIT_BYTES as u64) as usize
}

/// The elementary steps of a product of two numbers of so many words, by Karatsuba's method.
fn steps(short: usize, long: usize) -> usize {
    let levels = (short / SHORT_WORDS).max(1).ilog2();
    let saved = (0..levels).fold(short, |short, _| short * 3 / 4);
    saved * long + 1
}

impl Semiring for Whole<'_> {
    type Value = BigUint;

    fn one(&self) -> BigUint {
        BigUint::one()
    }

    fn length(&self, value: &BigUint) -> usize {
        value.bits() as usize
    }

    fn sum(&self, a: BigUint, b: BigUint) -> BigUint {
        a + b
    }

    fn product(&self, a: &BigUint, b: &BigUint) -> Result<BigUint> {
        let (short, long) = (words(a).min(words(b)), words(a).max(words(b)));
        if short >= LONG_WORDS {
            return self.long_product(a, b);
        }
        self.meter.steps(steps(short, long))?;
        Ok(a * b)
    }

    fn ways(&self, cells: u32, mines: RangeInclusive<u32>) -> Result<Vec<BigUint>> {
        let (first, last) = (*mines.start(), *mines.end());
        self.meter.steps((last - first + 1) as usize * (1 + cells as usize / 64))?;
        Ok(binomials(cells.into(), first.into()..=last.into()))
    }

    fn rows(&self, a: &[BigUint], b: &[BigUint], wanted: Range<usize>) -> Result<Vec<BigUint>> {
        let wanted = wanted.start..wanted.end.min(a.len() + b.len() - 1);
        if wanted.len().min(a.len()).min(b.len()) <= FEW_ROWS {
            return wanted.map(|at| self.row(a, b, at)).collect();
        }
        let most = |rows: &[BigUint]| rows.iter().map(BigUint::bits).max().unwrap_or(0);
        let terms = u64::from(a.len().min(b.len()).ilog2()) + 1;
        let stride = (most(a) + most(b) + terms).div_ceil(64) as usize;
        let product = self.product(&Self::pack(a, stride), &Self::pack(b, stride))?;
        let words: Vec<u64> = product.iter_u64_digits().collect();
        let rows = words.chunks(stride).skip(wanted.start).take(wanted.len());
        Ok(rows.map(number_of_words).collect())
    }

    /// Of each factor, some powers to 1, 2, 4 and so on. The last two or three are left to be
    /// multiplied, since only a part of their product may be wanted.
    fn join_equal(&self, mut factors: Vec<Vec<BigUint>>, end: usize) -> Result<Vec<Vec<BigUint>>> {
        if factors.len() < MANY_FACTORS {
            return Ok(factors);
        }
        factors.ascend();
        let mut joined = Vec::new();
        for equal in factors.chunk_by(|a, b| a == b) {
            let (mut power, mut left) = (equal[0].clone(), equal.len());
            while left > 3 {
                if left % 2 == 1 {
                    joined.push(power.clone());
                }
                power = self.rows(&power, &power, 0..end)?;
                left /= 2;
            }
            joined.extend(repeat_n(power, left));
        }
        Ok(joined)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, Random};

    fn number(random: &mut Random, words: usize) -> BigUint {
        let words: Vec<u64> = (0..words).map(|_| random.below(1 << 63) * 2 + 1).collect();
        number_of_words(&words)
    }

    #[test]
    fn long_products_are_products() {
        let (meter, mut random) = (Meter::unwatched(Budget::default()), Random::new(5));
        let whole = Whole::new(&meter);
        for (a, b) in [(1, 1), (3, 50), (700, 700), (LONG_WORDS, 3 * LONG_WORDS)] {
            let (x, y) = (number(&mut random, a), number(&mut random, b));
            assert_eq!(whole.long_product(&x, &y).unwrap(), &x * &y, "{a} × {b} words");
            // All digits as large as they can be.
            let [x, y] = [a, b].map(|words| (BigUint::one() << (64 * words)) - 1u32);
            assert_eq!(whole.product(&x, &y).unwrap(), &x * &y, "{a} × {b} words");
        }
    }

    #[test]
    fn equal_factors_become_powers_with_the_same_product() {
        let meter = Meter::unwatched(Budget::default());
        let whole = Whole::new(&meter);
        let factor = |n: u64| vec![BigUint::from(n), BigUint::one()];
        for counts in [[15, 0, 0], [16, 1, 0], [17, 20, 3], [7, 33, 64]] {
            let factors: Vec<_> =
                (2..).zip(counts).flat_map(|(n, count)| repeat_n(factor(n), count)).collect();
            let product = |factors: &[Vec<BigUint>], end| {
                let one = vec![BigUint::one()];
                factors
                    .iter()
                    .fold(one, |product, factor| whole.rows(&product, factor, 0..end).unwrap())
            };
            for end in [3, 200] {
                let joined = whole.join_equal(factors.clone(), end).unwrap();
                assert_eq!(product(&joined, end), product(&factors, end), "{counts:?}");
                assert!(joined.len() <= 24, "{counts:?}");
            }
        }
    }

    #[test]
    fn rows_are_those_of_the_product() {
        let (meter, mut random) = (Meter::unwatched(Budget::default()), Random::new(6));
        let whole = Whole::new(&meter);
        for (n, m) in [(1, 1), (2, 9), (4, 4), (7, 12), (40, 33)] {
            let mut rows =
                |n: usize| -> Vec<BigUint> { (0..n).map(|i| number(&mut random, i % 4)).collect() };
            let (a, b) = (rows(n), rows(m));
            let mut expected = vec![BigUint::ZERO; n + m - 1];
            for (i, j) in (0..n).flat_map(|i| (0..m).map(move |j| (i, j))) {
                expected[i + j] += &a[i] * &b[j];
            }
            for wanted in [0..n + m - 1, 0..1, 0..n, n / 2..n + 1, m / 2..n + m + 5] {
                let mut found = whole.rows(&a, &b, wanted.clone()).unwrap();
                let end = wanted.end.min(expected.len());
                found.resize(end.saturating_sub(wanted.start), BigUint::ZERO);
                assert_eq!(found, expected[wanted.start.min(end)..end], "{n} {m} {wanted:?}");
            }
        }
    }
}
