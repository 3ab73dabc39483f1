//! NTT: long products of polynomials by number-theoretic transforms.
//!
//! The values of a polynomial at the 2ᵇ-th roots of unity determine it if its degree is below 2ᵇ.
//! Three quarters of these values are enough if its degree is below 3·2ᵇ⁻². Values are multiplied
//! one by one. All primes of [`modulus`](crate::number::modulus) have such roots.

use std::collections::VecDeque;
use std::iter::successors;
use std::ops::Range;

use crate::base::{Meter, Result, Sort};
use crate::number::algebra::{Algebra, Product};
use crate::number::modulus::{Modulus, TRANSFORM_BITS};
use crate::number::residues::Residues;

/// A shorter factor is multiplied term by term, which is faster than a transform.
pub const SHORT_FACTOR: usize = 24;
/// Most values held at once, each one word per prime: bounds the memory of a transform.
const MOST_VALUES: usize = 1 << 22;
/// All layers of so many words are run before the next ones, as they fit into a cache.
const CACHED_WORDS: usize = 1 << 12;

/// Roots of unity for transforms of any length, for each prime.
pub struct Roots<const L: usize> {
    forward: BlockRoots<L>,
    inverse: BlockRoots<L>,
    /// 1/2ᵇ: a transform of 2ᵇ values and its inverse multiply by 2ᵇ.
    scales: Vec<[u64; L]>,
}

impl<const L: usize> Roots<L> {
    pub fn new(residues: &Residues<L>) -> Self {
        let moduli = &residues.moduli;
        let roots = moduli.each_ref().map(|m| m.root_of_unity(TRANSFORM_BITS));
        let inverses = std::array::from_fn(|lane| moduli[lane].invert(roots[lane]));
        let (down, up) = (halve_orders(residues, roots), halve_orders(residues, inverses));
        let half = moduli.each_ref().map(|m| m.invert(m.enter(2)));
        let scales = successors(Some(residues.one()), |&scale| Some(residues.mul(scale, half)));
        let scales = scales.take(TRANSFORM_BITS as usize + 1).collect();
        let forward = BlockRoots::new(residues, &down, &up);
        Self { forward, inverse: BlockRoots::new(residues, &up, &down), scales }
    }
}

/// The roots of blocks, which are numbered in each layer from 0 on.
struct BlockRoots<const L: usize> {
    /// By a binary digit: the root of the block whose number has this digit alone.
    digits: Vec<[u64; L]>,
    /// By the trailing ones of a block's number: the factor from its root to that of the next
    /// block.
    turns: Vec<[u64; L]>,
}

impl<const L: usize> BlockRoots<L> {
    fn new(residues: &Residues<L>, roots: &[[u64; L]], inverses: &[[u64; L]]) -> Self {
        Self { digits: roots[2..].to_vec(), turns: turns(residues, roots, inverses) }
    }

    fn of(&self, residues: &Residues<L>, block: usize) -> [u64; L] {
        let digits = self.digits.iter().enumerate().filter(|&(k, _)| block >> k & 1 == 1);
        digits.fold(residues.one(), |root, (_, &digit)| residues.mul(root, digit))
    }
}

/// Roots of order 2ᵇ for b = 0, 1, …, from those for the largest b.
fn halve_orders<const L: usize>(residues: &Residues<L>, roots: [u64; L]) -> Vec<[u64; L]> {
    let all = successors(Some(roots), |&root| Some(residues.mul(root, root)));
    let mut all: Vec<_> = all.take(TRANSFORM_BITS as usize + 1).collect();
    all.reverse();
    all
}

/// The root of block s is a fraction of a half circle: the binary digits of s in reverse. So the
/// step from s to s + 1 depends only on the number of trailing ones of s: these digits are cleared,
/// and the next one is set.
///
/// ```text
/// s, in binary           000     001     010     011         100
/// half circles            0      1/2     1/4     3/4         1/8
/// step to the next     + 1/2  − 1/2     + 1/2  − 1/2 − 1/4
///                                + 1/4             + 1/8
/// trailing ones           0       1       0       2           0
/// ```
///
/// So turn k, after k trailing ones, is the root of 1/2ᵏ⁺¹ half circles, which sets the next digit,
/// times the inverse roots of 1/2, 1/4, … 1/2ᵏ, which clear the ones.
fn turns<const L: usize>(
    residues: &Residues<L>,
    roots: &[[u64; L]],
    inverses: &[[u64; L]],
) -> Vec<[u64; L]> {
    let mut taken_back = residues.one();
    let turn = |(&set, &back): (&[u64; L], &[u64; L])| {
        let turn = residues.mul(set, taken_back);
        taken_back = residues.mul(taken_back, back);
        turn
    };
    roots[2..].iter().zip(&inverses[2..]).map(turn).collect()
}

/// Transforms of one length.
pub struct Transform<'a, const L: usize> {
    residues: &'a Residues<L>,
    roots: &'a Roots<L>,
    /// 2ᵇ, or three quarters of it.
    length: usize,
    bits: u32,
    meter: &'a Meter<'a>,
}

impl<'a, const L: usize> Transform<'a, L> {
    /// For polynomials of at most `length` coefficients. The primes have roots of unity up to
    /// length 2²⁴; a longer polynomial is too wide, whatever the budget.
    pub fn new(residues: &'a Residues<L>, length: usize, meter: &'a Meter<'a>) -> Result<Self> {
        let whole = length.next_power_of_two();
        let bits = whole.trailing_zeros();
        if bits > TRANSFORM_BITS {
            return Err(meter.too_wide());
        }
        let is_short = bits >= 2 && length <= whole / 4 * 3;
        let length = if is_short { whole / 4 * 3 } else { whole };
        Ok(Self { residues, roots: residues.roots(), length, bits, meter })
    }

    /// The values of a polynomial, in an order that `inverse` undoes.
    fn values(&self, coefficients: &[[u64; L]]) -> Result<Vec<[u64; L]>> {
        let mut values = Vec::with_capacity(self.length);
        values.extend_from_slice(coefficients);
        values.resize(self.length, [0; L]);
        if values.len().is_power_of_two() {
            self.descend(0, &mut values)?;
        } else {
            self.split_into_quarters(&mut values)?;
            let mut quarters = values.chunks_exact_mut(self.length / 3).enumerate();
            quarters.try_for_each(|(s, quarter)| self.descend(s, quarter))?;
        }
        for value in &mut values {
            for (value, m) in value.iter_mut().zip(&self.residues.moduli) {
                *value = m.within(m.within_twice(*value));
            }
        }
        Ok(values)
    }

    /// Values to coefficients.
    fn inverse(&self, values: &mut [[u64; L]]) -> Result<()> {
        if values.len().is_power_of_two() {
            self.ascend(0, values)?;
        } else {
            let mut quarters = values.chunks_exact_mut(self.length / 3).enumerate();
            quarters.try_for_each(|(s, quarter)| self.ascend(s, quarter))?;
            self.join_quarters(values)?;
        }
        let scale = self.roots.scales[self.bits as usize];
        values.iter_mut().for_each(|value| *value = self.residues.mul(*value, scale));
        Ok(())
    }

    /// The first two layers, if the last quarter of the coefficients is 0 and not wanted.
    fn split_into_quarters(&self, values: &mut [[u64; L]]) -> Result<()> {
        self.each_of_three(values, |m, [a, b, c], i| {
            let (sum, difference) = (m.add(a, c), m.sub(a, c));
            [m.add(sum, b), m.sub(sum, b), m.add(difference, m.mul(b, i))]
        })
    }

    /// Undoes `split_into_quarters`, and multiplies by 4. Takes values below 2p.
    fn join_quarters(&self, values: &mut [[u64; L]]) -> Result<()> {
        self.each_of_three(values, |m, values, i| {
            let [x, y, z] = values.map(|value| m.within(value));
            let (sum, twice_b) = (m.add(x, y), m.sub(x, y));
            let difference = m.sub(m.add(z, z), m.mul(twice_b, i));
            [m.add(sum, difference), m.add(twice_b, twice_b), m.sub(sum, difference)]
        })
    }

    /// Changes each value together with those one and two thirds further on, given a root of −1.
    fn each_of_three(
        &self,
        values: &mut [[u64; L]],
        change: impl Fn(&Modulus, [u64; 3], u64) -> [u64; 3],
    ) -> Result<()> {
        self.meter.steps(self.length * L)?;
        let (first, rest) = values.split_at_mut(self.length / 3);
        let (second, third) = rest.split_at_mut(self.length / 3);
        for ((a, b), c) in first.iter_mut().zip(second).zip(third) {
            for (lane, modulus) in self.residues.moduli.iter().enumerate() {
                let i = self.roots.forward.digits[0][lane];
                let before = [a[lane], b[lane], c[lane]];
                [a[lane], b[lane], c[lane]] = change(modulus, before, i);
            }
        }
        Ok(())
    }

    /// The layers of block s of some layer, the largest blocks first.
    fn descend(&self, s: usize, block: &mut [[u64; L]]) -> Result<()> {
        let roots = &self.roots.forward;
        if block.len() * L > CACHED_WORDS {
            let half = block.len() / 2;
            self.run_layer(s, block, block.len(), roots, Self::butterfly)?;
            self.descend(2 * s, &mut block[..half])?;
            return self.descend(2 * s + 1, &mut block[half..]);
        }
        for layer in 0..block.len().trailing_zeros() {
            let length = block.len() >> layer;
            self.run_layer(s << layer, block, length, roots, Self::butterfly)?;
        }
        Ok(())
    }

    /// The same backwards.
    fn ascend(&self, s: usize, block: &mut [[u64; L]]) -> Result<()> {
        let roots = &self.roots.inverse;
        if block.len() * L > CACHED_WORDS {
            let half = block.len() / 2;
            self.ascend(2 * s, &mut block[..half])?;
            self.ascend(2 * s + 1, &mut block[half..])?;
            return self.run_layer(s, block, block.len(), roots, Self::inverse_butterfly);
        }
        for layer in (0..block.len().trailing_zeros()).rev() {
            let length = block.len() >> layer;
            self.run_layer(s << layer, block, length, roots, Self::inverse_butterfly)?;
        }
        Ok(())
    }

    /// The butterflies of some blocks of one layer, from block `first` on. Those of a block share a
    /// root, which changes from block to block.
    fn run_layer(
        &self,
        first: usize,
        values: &mut [[u64; L]],
        length: usize,
        roots: &BlockRoots<L>,
        butterfly: impl Fn(&Self, &mut [u64; L], &mut [u64; L], &[u64; L]),
    ) -> Result<()> {
        self.meter.steps(values.len() / 2 * L)?;
        let mut root = roots.of(self.residues, first);
        for (s, block) in (first..).zip(values.chunks_exact_mut(length)) {
            let (low, high) = block.split_at_mut(length / 2);
            for (a, b) in low.iter_mut().zip(high) {
                butterfly(self, a, b, &root);
            }
            if let Some(&turn) = roots.turns.get(s.trailing_ones() as usize) {
                root = self.residues.mul(root, turn);
            }
        }
        Ok(())
    }

    /// Takes and gives values below 4p.
    fn butterfly(&self, a: &mut [u64; L], b: &mut [u64; L], root: &[u64; L]) {
        for lane in 0..L {
            let m = &self.residues.moduli[lane];
            let (x, y) = (m.within_twice(a[lane]), m.mul_below_twice(b[lane], root[lane]));
            (a[lane], b[lane]) = (x + y, x + (2 * m.prime - y));
        }
    }

    /// Takes and gives values below 2p.
    fn inverse_butterfly(&self, a: &mut [u64; L], b: &mut [u64; L], root: &[u64; L]) {
        for lane in 0..L {
            let m = &self.residues.moduli[lane];
            let (x, y) = (a[lane], b[lane]);
            let difference = x + (2 * m.prime - y);
            (a[lane], b[lane]) = (m.within_twice(x + y), m.mul_below_twice(difference, root[lane]));
        }
    }

    /// The product of two polynomials, whose length must not exceed `length`.
    pub fn product(&self, a: &[[u64; L]], b: &[[u64; L]]) -> Result<Vec<[u64; L]>> {
        let (mut values, others) = (self.values(a)?, self.values(b)?);
        values.iter_mut().zip(others).for_each(|(v, o)| *v = self.residues.mul(*v, o));
        self.inverse(&mut values)?;
        values.truncate(a.len() + b.len() - 1);
        Ok(values)
    }

    /// The coefficients `wanted` in y of the product of two polynomials in y. Each row is
    /// transformed once; a row of `b` is kept only while rows of `a` need it.
    pub fn rows(
        &self,
        a: &[Vec<[u64; L]>],
        b: &[Vec<[u64; L]>],
        wanted: Range<usize>,
    ) -> Result<Vec<Vec<[u64; L]>>> {
        let mut sums = vec![vec![[0; L]; self.length]; wanted.len()];
        let mut window: VecDeque<(usize, Vec<[u64; L]>)> = VecDeque::new();
        for (i, row) in a.iter().enumerate().rev() {
            // Row i meets the rows j with i + j wanted; both ends move up as i moves down.
            let meets = wanted.start.saturating_sub(i)..wanted.end.saturating_sub(i).min(b.len());
            while window.front().is_some_and(|&(j, _)| j < meets.start) {
                window.pop_front();
            }
            let next = window.back().map_or(meets.start, |&(j, _)| j + 1);
            for (j, other) in b.iter().enumerate().take(meets.end).skip(next) {
                window.push_back((j, self.values(other)?));
            }
            let values = self.values(row)?;
            for (j, others) in &window {
                self.add_product(&mut sums[i + j - wanted.start], &values, others)?;
            }
        }
        sums.iter_mut().try_for_each(|sum| self.inverse(sum))?;
        Ok(sums)
    }

    /// Whether transforms are cheaper than multiplying `terms` terms.
    pub fn pays(&self, products: &[Product], terms: usize) -> bool {
        let transforms = operands(products).len() + places(products).len();
        let values = transforms * self.length;
        values <= MOST_VALUES
            && values * self.bits as usize / 2 + products.len() * self.length < terms / 2
    }

    /// Adds products of polynomials in `from` to ranges of `to`. Each polynomial, and each sum of
    /// products with one target, is transformed once.
    pub fn add_products(
        &self,
        from: &[[u64; L]],
        products: &[Product],
        to: &mut [[u64; L]],
    ) -> Result<()> {
        let operands = operands(products);
        let values = |&(start, end): &(usize, usize)| self.values(&from[start..end]);
        let values: Vec<_> = operands.iter().map(values).collect::<Result<_, _>>()?;
        let of = |range: &Range<usize>| {
            let known = operands.binary_search(&(range.start, range.end));
            &values[known.expect("every operand is transformed")]
        };
        for products in places(products) {
            let mut sum = vec![[0; L]; self.length];
            for product in &products {
                self.add_product(&mut sum, of(&product.left), of(&product.right))?;
            }
            self.inverse(&mut sum)?;
            let longest = products.iter().map(|p| p.length()).max().unwrap_or(0);
            for (to, value) in to[products[0].at..].iter_mut().zip(&sum[..longest]) {
                *to = self.residues.add(*to, *value);
            }
        }
        Ok(())
    }

    fn add_product(&self, sum: &mut [[u64; L]], a: &[[u64; L]], b: &[[u64; L]]) -> Result<()> {
        for ((sum, &a), &b) in sum.iter_mut().zip(a).zip(b) {
            *sum = self.residues.add(*sum, self.residues.mul(a, b));
        }
        self.meter.steps(L * self.length)
    }
}

/// The different polynomials that are multiplied, sorted.
fn operands(products: &[Product]) -> Vec<(usize, usize)> {
    let ends = |range: &Range<usize>| (range.start, range.end);
    let mut operands: Vec<_> =
        products.iter().flat_map(|p| [ends(&p.left), ends(&p.right)]).collect();
    operands.ascend();
    operands.dedup();
    operands
}

/// The products grouped by target.
fn places(products: &[Product]) -> Vec<Vec<&Product>> {
    let mut sorted: Vec<&Product> = products.iter().collect();
    sorted.arrange_by_key(|product| product.at);
    sorted.chunk_by(|a, b| a.at == b.at).map(<[_]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::number::algebra::add_short_products;

    fn polynomial(moduli: &[Modulus; 2], length: u64, seed: u64) -> Vec<[u64; 2]> {
        (0..length).map(|i| moduli.map(|m| m.enter((i + 1).wrapping_mul(seed) >> 7))).collect()
    }

    #[test]
    fn products_are_added_to_their_places() {
        let (residues, meter) = (Residues::<2>::new(0), Meter::unwatched(Budget::default()));
        let moduli = &residues.moduli;
        let from = polynomial(moduli, 100, 0x9E37_79B9_7F4A_7C15);
        let product = |left: Range<usize>, right, at| Product { left, right, at };
        let products = [
            product(0..40, 40..70, 3),
            product(0..40, 70..100, 3),
            product(40..70, 70..100, 0),
            product(10..11, 10..11, 20),
        ];
        let mut expected = polynomial(moduli, 90, 5);
        let mut found = expected.clone();
        add_short_products(&residues, &from, &products, &mut expected, &meter).unwrap();
        Transform::new(&residues, 69, &meter)
            .unwrap()
            .add_products(&from, &products, &mut found)
            .unwrap();
        assert_eq!(found, expected);
    }

    #[test]
    fn long_products_agree_with_term_by_term() {
        let (residues, meter) = (Residues::<2>::new(0), Meter::unwatched(Budget::default()));
        let moduli = &residues.moduli;
        for (n, m) in [(1, 1), (2, 3), (24, 24), (24, 41), (100, 31), (257, 300), (3000, 3100)] {
            let a = polynomial(moduli, n, 0x9E37_79B9_7F4A_7C15);
            let b = polynomial(moduli, m, 0xBF58_476D_1CE4_E5B9);
            let mut expected = vec![[0; 2]; (n + m - 1) as usize];
            for (i, x) in a.iter().enumerate() {
                for (j, y) in b.iter().enumerate() {
                    for (lane, m) in moduli.iter().enumerate() {
                        let sum = &mut expected[i + j][lane];
                        *sum = m.add(*sum, m.mul(x[lane], y[lane]));
                    }
                }
            }
            let transform = Transform::new(&residues, (n + m - 1) as usize, &meter).unwrap();
            assert_eq!(transform.product(&a, &b).unwrap(), expected);
        }
    }

    #[test]
    fn rows_agree_with_sums_of_products() {
        let (residues, meter) = (Residues::<2>::new(0), Meter::unwatched(Budget::default()));
        let moduli = &residues.moduli;
        let row = |i: u64| polynomial(moduli, i % 7 + 1, 0x9E37_79B9_7F4A_7C15 + i);
        let (a, b): (Vec<_>, Vec<_>) = ((0..6).map(row).collect(), (10..19).map(row).collect());
        let transform = Transform::new(&residues, 16, &meter).unwrap();
        for wanted in [0..2, 4..7, 12..14, 0..14] {
            let rows = transform.rows(&a, &b, wanted.clone()).unwrap();
            for (r, got) in wanted.zip(rows) {
                let mut expected = vec![[0; 2]; 16];
                for i in (0..6).filter(|&i| i <= r && r - i < 9) {
                    let product = transform.product(&a[i], &b[r - i]).unwrap();
                    for (e, p) in expected.iter_mut().zip(product) {
                        *e = [0, 1].map(|lane| moduli[lane].add(e[lane], p[lane]));
                    }
                }
                assert_eq!(got, expected, "row {r}");
            }
        }
    }

    #[test]
    fn what_is_longer_than_the_roots_is_too_wide() {
        let (residues, meter) = (Residues::<2>::new(0), Meter::unwatched(Budget::default()));
        assert!(Transform::new(&residues, (1 << TRANSFORM_BITS) + 1, &meter).is_err());
    }

    #[test]
    fn inverse_undoes_forward() {
        let (residues, meter) = (Residues::<2>::new(0), Meter::unwatched(Budget::default()));
        let moduli = &residues.moduli;
        for length in [1, 2, 3, 4, 6, 48, 64, 12_288, 16_384] {
            let transform = Transform::new(&residues, length as usize, &meter).unwrap();
            let original = polynomial(moduli, length, 77);
            let mut values = transform.values(&original).unwrap();
            assert_eq!(values.len(), original.len());
            assert!(length == 1 || values != original);
            transform.inverse(&mut values).unwrap();
            assert_eq!(values, original);
        }
    }
}
