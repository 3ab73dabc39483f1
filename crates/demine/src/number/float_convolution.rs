//! Float convolution: products of long polynomials of scaled floats, by plain floats.
//!
//! Coefficients that are not too far apart are written under one exponent. Their products and sums
//! are then plain ones, which a processor does several of at a time. Nothing is subtracted and
//! nothing vanishes: what lies too far apart is left to the caller.

use std::ops::Range;

use crate::number::scaled::{SCALE, Scaled};

/// Products with fewer terms are not worth the trouble.
const SHORT: usize = 64;
/// How many terms cost as much as an elementary step.
pub const SPEED: usize = 8;
/// What values so many exponents below the highest are multiplied by. Floats of a block are 0, or at
/// least 2⁻⁵¹² and below 2²⁵⁶: no product of two vanishes, and no sum of products is too large.
const SCALES: [f64; 3] = [1.0, 1.0 / SCALE, 1.0 / SCALE / SCALE];

/// Floats under a common exponent.
#[derive(Default)]
struct Block {
    floats: Vec<f64>,
    exponent: i64,
}

impl Block {
    /// Whether the values fit.
    fn read(&mut self, values: &[Scaled]) -> bool {
        let exponents = values.iter().filter(|value| !value.is_zero()).map(|v| v.exponent());
        self.exponent = exponents.max().unwrap_or(0);
        self.floats.clear();
        for value in values {
            // A zero has an exponent of its own, which says nothing.
            let below = if value.is_zero() { 0 } else { self.exponent - value.exponent() };
            let Some(scale) = SCALES.get(below as usize) else { return false };
            self.floats.push(value.mantissa() * scale);
        }
        true
    }
}

/// Memory for one product after the other.
#[derive(Default)]
pub struct Blocks {
    left: Block,
    right: Block,
    place: Block,
    sums: Vec<f64>,
}

impl Blocks {
    /// Add the product of two polynomials, unless it is too short or does not fit.
    pub fn add_product(&mut self, left: &[Scaled], right: &[Scaled], to: &mut [Scaled]) -> bool {
        if left.len() * right.len() < SHORT || !self.left.read(left) || !self.right.read(right) {
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

    /// The transpose: add what the place of a product is worth to both of its factors, on the same
    /// terms. `worth` has the factors where `totals` has them.
    pub fn add_transposed(
        &mut self,
        totals: &[Scaled],
        [left, right]: [Range<usize>; 2],
        place: &[Scaled],
        worth: &mut [Scaled],
    ) -> bool {
        if left.len() * right.len() < SHORT
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

/// The k-th sum is that of all `factor[i] · place[i + k]`.
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

/// Several sums side by side do not wait for each other.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    const LANES: usize = 8;
    let (a, b) = (a.chunks_exact(LANES), b[..a.len()].chunks_exact(LANES));
    let rest: f64 = a.remainder().iter().zip(b.remainder()).map(|(x, y)| x * y).sum();
    let mut sums = [0.0; LANES];
    for (a, b) in a.zip(b) {
        for lane in 0..LANES {
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
