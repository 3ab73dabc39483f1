//! Algebra: the kinds of numbers that a circuit is evaluated over.
//!
//! Any commutative semiring will do. Truth values tell whether there is a solution, scaled floats
//! about how many, [`residues`](crate::number::residues) exactly how many.

use std::ops::{Range, RangeInclusive};

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};

use crate::base::{Meter, Result};
use crate::number::float_convolution::{self, Blocks};
use crate::number::scaled::{SCALE_BITS, Scaled};

/// A commutative semiring. Values are plain data; shared tables are in the algebra.
pub trait Algebra: Sync {
    type Value: Copy + Send + Sync + std::fmt::Debug;
    /// Whether a mine has a weight of its own, as with a density.
    const WEIGHS_MINES: bool = false;

    fn add(&self, a: Self::Value, b: Self::Value) -> Self::Value;
    fn mul(&self, a: Self::Value, b: Self::Value) -> Self::Value;
    fn natural(&self, n: &BigUint) -> Self::Value;
    /// `natural` for a number that fits into a word.
    fn small(&self, n: u64) -> Self::Value;

    fn zero(&self) -> Self::Value {
        self.small(0)
    }

    fn one(&self) -> Self::Value {
        self.small(1)
    }

    /// The weight of `ways` placements with this many mines each.
    fn weigh(&self, ways: Self::Value, _mines: u32) -> Self::Value {
        ways
    }

    /// The number of ways to place `mines` mines in `cells` cells.
    fn binomial(&self, cells: u64, mines: u64) -> Self::Value {
        match small_binomial(cells, mines) {
            Some(n) => self.small(n),
            None => self.natural(&binomial(cells, mines)),
        }
    }

    fn binomials(&self, cells: u64, mines: RangeInclusive<u64>) -> Vec<Self::Value> {
        binomials(cells, mines).iter().map(|n| self.natural(n)).collect()
    }

    /// The product of two polynomials, given by their coefficients. Neither is empty.
    fn product(
        &self,
        a: &[Self::Value],
        b: &[Self::Value],
        meter: &Meter,
    ) -> Result<Vec<Self::Value>> {
        short_product(self, a, b, meter)
    }

    /// The coefficients `wanted` in y of a product of polynomials in y. Their coefficients are
    /// polynomials in x; an empty list is 0.
    fn rows(
        &self,
        a: &[Vec<Self::Value>],
        b: &[Vec<Self::Value>],
        wanted: Range<usize>,
        meter: &Meter,
    ) -> Result<Vec<Vec<Self::Value>>> {
        short_rows(self, a, b, wanted, meter)
    }

    /// Adds products of polynomials in `from` to ranges of `to`.
    fn add_products(
        &self,
        from: &[Self::Value],
        products: &[Product],
        to: &mut [Self::Value],
        meter: &Meter,
    ) -> Result<()> {
        add_short_products(self, from, products, to, meter)
    }

    /// The transpose of `add_products`: adds the worth of each product, times the total of one
    /// factor, to the worth of the other factor.
    fn add_transposed(
        &self,
        totals: &[Self::Value],
        products: &[Product],
        worth: &mut [Self::Value],
        places: &[Self::Value],
        meter: &Meter,
    ) -> Result<()> {
        add_short_transposed(self, totals, products, worth, places, meter)
    }

    fn dot(&self, a: &[Self::Value], b: &[Self::Value]) -> Self::Value {
        a.iter().zip(b).fold(self.zero(), |sum, (&x, &y)| self.add(sum, self.mul(x, y)))
    }
}

/// A product of two polynomials: the ranges of its factors, and where its coefficients go.
#[derive(Clone, Debug)]
pub struct Product {
    pub left: Range<usize>,
    pub right: Range<usize>,
    /// The index of its first coefficient.
    pub at: usize,
}

impl Product {
    /// The number of its coefficients.
    pub fn length(&self) -> usize {
        self.left.len() + self.right.len() - 1
    }
}

/// `add_products` term by term.
pub fn add_short_products<A: Algebra + ?Sized>(
    algebra: &A,
    from: &[A::Value],
    products: &[Product],
    to: &mut [A::Value],
    meter: &Meter,
) -> Result<()> {
    for Product { left, right, at } in products {
        let right = &from[right.clone()];
        meter.steps(left.len() * right.len())?;
        for (i, &l) in from[left.clone()].iter().enumerate() {
            multiply_add(algebra, &mut to[at + i..at + i + right.len()], l, right);
        }
    }
    Ok(())
}

/// The transpose of [`add_short_products`].
pub fn add_short_transposed<A: Algebra + ?Sized>(
    algebra: &A,
    totals: &[A::Value],
    products: &[Product],
    worth: &mut [A::Value],
    places: &[A::Value],
    meter: &Meter,
) -> Result<()> {
    for Product { left, right, at } in products {
        meter.steps(2 * left.len() * right.len())?;
        for (i, l) in left.clone().enumerate() {
            let place = &places[at + i..at + i + right.len()];
            worth[l] = algebra.add(worth[l], algebra.dot(&totals[right.clone()], place));
            multiply_add(algebra, &mut worth[right.clone()], totals[l], place);
        }
    }
    Ok(())
}

/// Adds a multiple of one list to another.
pub fn multiply_add<A: Algebra + ?Sized>(
    algebra: &A,
    to: &mut [A::Value],
    factor: A::Value,
    from: &[A::Value],
) {
    for (t, &f) in to.iter_mut().zip(from) {
        *t = algebra.add(*t, algebra.mul(factor, f));
    }
}

/// `product` term by term.
pub fn short_product<A: Algebra + ?Sized>(
    algebra: &A,
    a: &[A::Value],
    b: &[A::Value],
    meter: &Meter,
) -> Result<Vec<A::Value>> {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let mut product = vec![algebra.zero(); a.len() + b.len() - 1];
    for (i, &x) in short.iter().enumerate() {
        meter.steps(long.len())?;
        multiply_add(algebra, &mut product[i..], x, long);
    }
    Ok(product)
}

/// `rows` as sums of products in x.
pub fn short_rows<A: Algebra + ?Sized>(
    algebra: &A,
    a: &[Vec<A::Value>],
    b: &[Vec<A::Value>],
    wanted: Range<usize>,
    meter: &Meter,
) -> Result<Vec<Vec<A::Value>>> {
    let mut rows = vec![Vec::new(); wanted.len()];
    for (i, x) in a.iter().enumerate().filter(|(_, x)| !x.is_empty()) {
        for (j, y) in b.iter().enumerate().filter(|(_, y)| !y.is_empty()) {
            if wanted.contains(&(i + j)) {
                let row: &mut Vec<A::Value> = &mut rows[i + j - wanted.start];
                let product = algebra.product(x, y, meter)?;
                row.resize(row.len().max(product.len()), algebra.zero());
                row.iter_mut().zip(product).for_each(|(r, p)| *r = algebra.add(*r, p));
            }
        }
    }
    Ok(rows)
}

/// Whether a number is positive.
pub struct Truth;

impl Algebra for Truth {
    type Value = bool;

    fn add(&self, a: bool, b: bool) -> bool {
        a | b
    }

    fn mul(&self, a: bool, b: bool) -> bool {
        a & b
    }

    fn natural(&self, n: &BigUint) -> bool {
        *n != BigUint::ZERO
    }

    fn small(&self, n: u64) -> bool {
        n != 0
    }
}

/// Numbers to float precision.
pub struct Approximate;

impl Algebra for Approximate {
    type Value = Scaled;

    fn add(&self, a: Scaled, b: Scaled) -> Scaled {
        a.plus(b)
    }

    fn mul(&self, a: Scaled, b: Scaled) -> Scaled {
        a.times(b)
    }

    fn natural(&self, n: &BigUint) -> Scaled {
        let steps = n.bits().saturating_sub(64) / SCALE_BITS as u64;
        let top = (n >> (steps * SCALE_BITS as u64)).to_f64().expect("at most 320 bits");
        Scaled::with_exponent(top, steps as i64)
    }

    fn small(&self, n: u64) -> Scaled {
        Scaled::new(n as f64)
    }

    fn add_products(
        &self,
        from: &[Scaled],
        products: &[Product],
        to: &mut [Scaled],
        meter: &Meter,
    ) -> Result<()> {
        let mut blocks = Blocks::default();
        for product in products {
            let (left, right) = (&from[product.left.clone()], &from[product.right.clone()]);
            let place = &mut to[product.at..product.at + product.length()];
            meter.steps(left.len() * right.len() / float_convolution::TERMS_PER_STEP + 1)?;
            if !blocks.add_product(left, right, place) {
                add_short_products(self, from, std::slice::from_ref(product), to, meter)?;
            }
        }
        Ok(())
    }

    fn add_transposed(
        &self,
        totals: &[Scaled],
        products: &[Product],
        worth: &mut [Scaled],
        places: &[Scaled],
        meter: &Meter,
    ) -> Result<()> {
        let mut blocks = Blocks::default();
        for product in products {
            let Product { left, right, at } = product.clone();
            let place = &places[at..at + product.length()];
            meter.steps(left.len() * right.len() / float_convolution::TERMS_PER_STEP + 1)?;
            if !blocks.add_transposed(totals, [left, right], place, worth) {
                let product = std::slice::from_ref(product);
                add_short_transposed(self, totals, product, worth, places, meter)?;
            }
        }
        Ok(())
    }
}

/// The binomial coefficient, if it and its intermediate products fit into a word.
fn small_binomial(n: u64, k: u64) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    (0..k.min(n - k)).try_fold(1u64, |value, i| {
        // `value` is C(n, i), and C(n, i) · (n − i) is divisible by i + 1.
        Some(value.checked_mul(n - i)? / (i + 1))
    })
}

/// The binomial coefficient, by the prime powers of Kummer's theorem.
pub fn binomial(n: u64, k: u64) -> BigUint {
    if k > n {
        return BigUint::ZERO;
    }
    let mut factors = vec![BigUint::one()];
    let mut product = 1u64;
    for p in primes_up_to(n) {
        for _ in 0..carries(k, n - k, p) {
            match product.checked_mul(p) {
                Some(larger) => product = larger,
                None => factors.push(BigUint::from(std::mem::replace(&mut product, p))),
            }
        }
    }
    factors.push(BigUint::from(product));
    balanced_product(factors)
}

/// The binomial coefficients for a range of k, each from the one before.
pub fn binomials(n: u64, mut k: RangeInclusive<u64>) -> Vec<BigUint> {
    let Some(first) = k.next() else { return Vec::new() };
    let first = small_binomial(n, first).map_or_else(|| binomial(n, first), BigUint::from);
    let mut all = vec![first];
    for k in k {
        let last = &all[all.len() - 1];
        all.push(last * n.saturating_sub(k - 1) / k);
    }
    all
}

/// The number of carries in the sum of `a` and `b` in base `p`: the power of `p` in C(a + b, a).
fn carries(mut a: u64, mut b: u64, p: u64) -> u32 {
    let (mut carry, mut carries) = (0, 0);
    while a > 0 || b > 0 {
        carry = u64::from(a % p + b % p + carry >= p);
        carries += carry as u32;
        (a, b) = (a / p, b / p);
    }
    carries
}

fn primes_up_to(n: u64) -> impl Iterator<Item = u64> {
    let mut composite = vec![false; n as usize + 1];
    (2..=n).filter(move |&p| {
        let prime = !composite[p as usize];
        if prime {
            (p * p..=n)
                .step_by(p as usize)
                .for_each(|multiple| composite[multiple as usize] = true);
        }
        prime
    })
}

/// The product by halves: long numbers are multiplied fastest when they are about equally long.
pub fn balanced_product(mut factors: Vec<BigUint>) -> BigUint {
    while factors.len() > 1 {
        factors = factors.chunks(2).map(|pair| pair.iter().product()).collect();
    }
    factors.pop().unwrap_or_else(BigUint::one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_follow_pascal() {
        for n in 1..60u64 {
            for k in 1..=n {
                let sum = binomial(n - 1, k - 1) + binomial(n - 1, k);
                assert_eq!(binomial(n, k), sum);
                assert_eq!(small_binomial(n, k).map(BigUint::from), Some(sum));
            }
        }
        assert_eq!(binomial(3, 5), BigUint::ZERO);
        for (n, range) in [(1, 0..=1), (3, 1..=6), (200, 90..=120)] {
            let one_by_one: Vec<_> = range.clone().map(|k| binomial(n, k)).collect();
            assert_eq!(binomials(n, range), one_by_one);
        }
        assert_eq!(small_binomial(3, 5), Some(0));
        assert_eq!(small_binomial(1000, 500), None);
    }

    #[test]
    fn scaled_floats_never_lose_a_summand_to_zero() {
        let tiny = (0..100).fold(Scaled::ONE, |x, _| x.times_ratio(1e-300, 1.0));
        assert!(!tiny.is_zero());
        assert_eq!(tiny.plus(Scaled::ONE), Scaled::ONE);
        assert_eq!(tiny.over(tiny), 1.0);
    }

    #[test]
    fn scaled_floats_agree_with_naturals() {
        let n = binomial(5000, 2500);
        let scaled = Approximate.natural(&n);
        assert!((n.bits()..n.bits() + 2).contains(&scaled.bits()));
        let squared = scaled.times(scaled);
        let direct = Approximate.natural(&(&n * &n));
        assert!((squared.over(direct) - 1.0).abs() < 1e-15);
        let sum = squared.plus(scaled);
        assert_eq!(sum, squared);
    }
}
