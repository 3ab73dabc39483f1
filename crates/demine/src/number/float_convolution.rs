//! Float convolution: long products of scaled floats, by plain floats.
//!
//! Coefficients of similar size are written with one exponent. Their products and sums are then
//! plain float operations, which a processor vectorises. Nothing is subtracted and nothing
//! underflows: coefficients too far apart are left to the caller.

use std::ops::Range;

use crate::number::scaled::{SCALE, Scaled};

/// Products with fewer terms cost more to convert than they save.
const FEWEST_TERMS: usize = 64;
/// Terms that cost as much as one elementary step.
pub const TERMS_PER_STEP: usize = 8;
/// Factors for values 0, 1 and 2 exponents below the highest. Floats of a block are then 0, or from
/// 2⁻⁵¹² to 2²⁵⁶: no product underflows, and no sum of products overflows.
const SCALES: [f64; 3] = [1.0, 1.0 / SCALE, 1.0 / SCALE / SCALE];

/// Floats with a common exponent.
#[derive(Default)]
struct Block {
    floats: Vec<f64>,
    exponent: i64,
}

impl Block {
    /// Whether the values fit.
    fn read(&mut self, values: &[Scaled]) -> bool {
        let exponents = values.iter().filter(|value| !value.is_zero()).map(|v| v.exponent);
        self.exponent = exponents.max().unwrap_or(0);
        self.floats.clear();
        for value in values {
            // The exponent of a zero has no meaning.
            let below = if value.is_zero() { 0 } else { self.exponent - value.exponent };
            let Some(scale) = SCALES.get(below as usize) else { return false };
            self.floats.push(value.mantissa * scale);
        }
        true
    }
}

/// Memory that is reused from product to product.
#[derive(Default)]
pub struct Blocks {
    left: Block,
    right: Block,
    place: Block,
    sums: Vec<f64>,
}

impl Blocks {
    /// Adds the product of two polynomials. Returns false if it is too short or does not fit.
    pub fn add_product(&mut self, left: &[Scaled], right: &[Scaled], to: &mut [Scaled]) -> bool {
        if left.len() * right.len() < FEWEST_TERMS
            || !self.left.read(left)
            || !self.right.read(right)
        {
            return false;
        }
        let (short, long) = if left.len() < right.len() {
            (&self.left, &self.right)
        } else {
            (&self.right, &self.left)
        };
        clear(&mut self.sums, to.len());
        for (i, &x) in short.floats.iter().enumerate() {
            add_multiple(&mut self.sums[i..], x, &long.floats);
        }
        add_sums(&self.sums, short.exponent + long.exponent, to);
        true
    }

    /// The transpose: adds the worth of a product to the worth of both factors, which have the same
    /// ranges in `worth` as in `totals`. Returns false as `add_product` does.
    pub fn add_transposed(
        &mut self,
        totals: &[Scaled],
        [left, right]: [Range<usize>; 2],
        place: &[Scaled],
        worth: &mut [Scaled],
    ) -> bool {
        if left.len() * right.len() < FEWEST_TERMS
            || !self.left.read(&totals[left.clone()])
            || !self.right.read(&totals[right.clone()])
            || !self.place.read(place)
        {
            return false;
        }
        for (to, factor) in [(left, &self.right), (right, &self.left)] {
            let to = &mut worth[to];
            clear(&mut self.sums, to.len());
            correlate(&factor.floats, &self.place.floats, &mut self.sums);
            add_sums(&self.sums, factor.exponent + self.place.exponent, to);
        }
        true
    }
}

fn clear(sums: &mut Vec<f64>, length: usize) {
    sums.clear();
    sums.resize(length, 0.0);
}

fn add_sums(sums: &[f64], exponent: i64, to: &mut [Scaled]) {
    for (to, &sum) in to.iter_mut().zip(sums) {
        *to = to.plus(Scaled::with_exponent(sum, exponent));
    }
}

/// The k-th sum is Σᵢ `factor[i] · place[i + k]`.
fn correlate(factor: &[f64], place: &[f64], sums: &mut [f64]) {
    if factor.len() < sums.len() {
        for (i, &x) in factor.iter().enumerate() {
            add_multiple(sums, x, &place[i..]);
        }
    } else {
        for (k, sum) in sums.iter_mut().enumerate() {
            *sum = dot(factor, &place[k..]);
        }
    }
}

fn add_multiple(sums: &mut [f64], factor: f64, values: &[f64]) {
    sums.iter_mut().zip(values).for_each(|(sum, &value)| *sum += factor * value);
}

/// Eight independent sums, so that no addition waits for the one before.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    const SUMS: usize = 8;
    let (a, b) = (a.chunks_exact(SUMS), b[..a.len()].chunks_exact(SUMS));
    let rest: f64 = a.remainder().iter().zip(b.remainder()).map(|(x, y)| x * y).sum();
    let mut sums = [0.0; SUMS];
    for (a, b) in a.zip(b) {
        for lane in 0..SUMS {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, Meter};
    use crate::number::algebra::{
        Algebra, Approximate, Product, add_short_products, add_short_transposed,
    };

    /// Values of very different sizes, some of them 0.
    fn values(length: usize, seed: u64, spread: i64) -> Vec<Scaled> {
        let mut random = crate::base::Random::new(seed);
        let value = |_| match random.below(5) {
            0 => Scaled::ZERO,
            _ => {
                let exponent = random.below(spread as u64 + 1) as i64;
                Scaled::with_exponent(1.0 + random.below(1 << 40) as f64, exponent)
            }
        };
        (0..length).map(value).collect()
    }

    fn assert_close(found: &[Scaled], expected: &[Scaled]) {
        for (f, e) in found.iter().zip(expected) {
            assert_eq!(f.is_zero(), e.is_zero());
            assert!(e.is_zero() || (f.over(*e) - 1.0).abs() < 1e-12, "{f:?} is not {e:?}");
        }
    }

    #[test]
    fn blocks_agree_with_scaled_floats() {
        let meter = Meter::unwatched(Budget::default());
        for (spread, (l, r)) in (0..5).flat_map(|s| [(30, 4), (4, 30), (50, 50)].map(|n| (s, n))) {
            let from = values(l + r, 7 * spread as u64 + l as u64, spread);
            let products = [Product { left: 0..l, right: l..l + r, at: 2 }];
            let start = values(l + r + 3, 99, spread);
            let (mut found, mut expected) = (start.clone(), start.clone());
            Approximate.add_products(&from, &products, &mut found, &meter).unwrap();
            add_short_products(&Approximate, &from, &products, &mut expected, &meter).unwrap();
            assert_close(&found, &expected);
            let (mut found, mut expected) = (from.clone(), from.clone());
            Approximate.add_transposed(&from, &products, &mut found, &start, &meter).unwrap();
            add_short_transposed(&Approximate, &from, &products, &mut expected, &start, &meter)
                .unwrap();
            assert_close(&found, &expected);
        }
    }

    #[test]
    fn what_lies_too_far_apart_is_left_alone() {
        let near = values(20, 1, 2);
        let far: Vec<_> = (0..20).map(|i| Scaled::with_exponent(1.0, i % 4)).collect();
        let mut sums = vec![Scaled::ZERO; 39];
        let mut blocks = Blocks::default();
        assert!(!blocks.add_product(&near, &far, &mut sums));
        assert!(sums.iter().all(|sum| sum.is_zero()));
        assert!(blocks.add_product(&near, &near, &mut sums));
    }
}
