//! Residues: exact counts modulo several primes at once.
//!
//! An integer below the product of the primes is determined by its remainders. An exact count
//! takes one evaluation of a circuit per 61 binary digits of the answer. Each works on plain words,
//! independent of the others, and multiplying costs no more than adding.

use std::ops::{Range, RangeInclusive};
use std::sync::OnceLock;

use num_bigint::BigUint;

use crate::base::{Meter, Result, cores, in_parallel};
use crate::number::algebra::{Algebra, Product, add_short_products, short_product, short_rows};
use crate::number::modulus::{Modulus, primes, primes_for};
use crate::number::ntt::{Roots, SHORT_FACTOR, Transform};
use crate::number::word_polynomial::{add_product, number_of_words};

/// Counts modulo `L` primes side by side.
pub struct Residues<const L: usize> {
    pub moduli: [Modulus; L],
    /// Only long products need them.
    roots: OnceLock<Roots<L>>,
}

impl<const L: usize> Residues<L> {
    /// Takes `L` primes of the fixed list, from number `first` on.
    pub fn new(first: usize) -> Self {
        let primes = primes(first + L);
        let moduli = std::array::from_fn(|lane| Modulus::new(primes[first + lane]));
        Self { moduli, roots: OnceLock::new() }
    }

    pub fn roots(&self) -> &Roots<L> {
        self.roots.get_or_init(|| Roots::new(self))
    }

    pub fn leave(&self, value: [u64; L]) -> [u64; L] {
        std::array::from_fn(|lane| self.moduli[lane].leave(value[lane]))
    }
}

impl<const L: usize> Algebra for Residues<L> {
    type Value = [u64; L];

    fn add(&self, a: [u64; L], b: [u64; L]) -> [u64; L] {
        std::array::from_fn(|lane| self.moduli[lane].add(a[lane], b[lane]))
    }

    fn mul(&self, a: [u64; L], b: [u64; L]) -> [u64; L] {
        std::array::from_fn(|lane| self.moduli[lane].mul(a[lane], b[lane]))
    }

    fn natural(&self, n: &BigUint) -> [u64; L] {
        std::array::from_fn(|lane| self.moduli[lane].natural(n))
    }

    fn small(&self, n: u64) -> [u64; L] {
        std::array::from_fn(|lane| self.moduli[lane].enter(n))
    }

    fn binomials(&self, cells: u64, mines: RangeInclusive<u64>) -> Vec<[u64; L]> {
        let n = cells as usize;
        let factorials: [_; L] = std::array::from_fn(|lane| self.moduli[lane].factorials(n));
        let binomial = |m: usize, lane: usize| {
            let (modulus, (values, inverses)) = (&self.moduli[lane], &factorials[lane]);
            modulus.mul(values[n], modulus.mul(inverses[m], inverses[n - m]))
        };
        mines.map(|m| std::array::from_fn(|lane| binomial(m as usize, lane))).collect()
    }

    fn product(&self, a: &[[u64; L]], b: &[[u64; L]], meter: &Meter) -> Result<Vec<[u64; L]>> {
        if a.len().min(b.len()) < SHORT_FACTOR {
            short_product(self, a, b, meter)
        } else {
            Transform::new(self, a.len() + b.len() - 1, meter)?.product(a, b)
        }
    }

    fn add_products(
        &self,
        from: &[[u64; L]],
        products: &[Product],
        to: &mut [[u64; L]],
        meter: &Meter,
    ) -> Result<()> {
        let terms: usize = products.iter().map(|p| p.left.len() * p.right.len()).sum();
        let longest = products.iter().map(Product::length).max().unwrap_or(0);
        // Otherwise not even a single long product would gain from a transform.
        if terms < SHORT_FACTOR * longest {
            return add_short_products(self, from, products, to, meter);
        }
        let transform = Transform::new(self, longest, meter)?;
        if transform.pays(products, terms) {
            transform.add_products(from, products, to)
        } else {
            add_short_products(self, from, products, to, meter)
        }
    }

    fn rows(
        &self,
        a: &[Vec<[u64; L]>],
        b: &[Vec<[u64; L]>],
        wanted: Range<usize>,
        meter: &Meter,
    ) -> Result<Vec<Vec<[u64; L]>>> {
        let longest = |rows: &[Vec<[u64; L]>]| rows.iter().map(Vec::len).max().unwrap_or(0);
        if longest(a).min(longest(b)) < SHORT_FACTOR {
            short_rows(self, a, b, wanted, meter)
        } else {
            Transform::new(self, longest(a) + longest(b) - 1, meter)?.rows(a, b, wanted)
        }
    }
}

/// Restores integers from their remainders.
///
/// With M the product of the primes, n = Σ cᵢ·M/pᵢ modulo M, where cᵢ = rᵢ/(M/pᵢ) modulo pᵢ. This
/// takes one multiplication of words per pair of primes, which mixed radix would do modulo a prime.
struct Reconstruction {
    moduli: Vec<Modulus>,
    product: BigUint,
    /// M/pᵢ in words, the lowest first.
    cofactors: Vec<Vec<u64>>,
    /// 1/(M/pᵢ) modulo pᵢ, in Montgomery form.
    inverses: Vec<u64>,
}

impl Reconstruction {
    fn new(count: usize) -> Self {
        let moduli: Vec<Modulus> = primes(count).into_iter().map(Modulus::new).collect();
        let product: BigUint = moduli.iter().map(|modulus| BigUint::from(modulus.prime)).product();
        let cofactors = moduli.iter().map(|modulus| &product / modulus.prime);
        let inverses = moduli.iter().zip(cofactors.clone());
        let inverses = inverses.map(|(m, cofactor)| m.invert(m.natural(&cofactor))).collect();
        let cofactors = cofactors.map(|cofactor| cofactor.iter_u64_digits().collect()).collect();
        Self { moduli, product, cofactors, inverses }
    }

    /// The integer below the product of the primes with these remainders; surplus ones are ignored.
    fn integer(&self, remainders: &[u64]) -> BigUint {
        let remainders = &remainders[..self.moduli.len()];
        if remainders.iter().all(|&remainder| remainder == 0) {
            return BigUint::ZERO;
        }
        let (mut words, mut multiples) = (vec![0; self.moduli.len() + 1], 0.0);
        for (i, (modulus, &remainder)) in self.moduli.iter().zip(remainders).enumerate() {
            // A plain number times one in Montgomery form is plain.
            let times = modulus.mul(remainder, self.inverses[i]);
            multiples += times as f64 / modulus.prime as f64;
            add_product(&mut words, &[times], &self.cofactors[i]);
        }
        // Σ cᵢ/pᵢ is n/M and the multiples of M; rounding may miss the last of them.
        let multiples = (multiples - 1e-6).max(0.0) as u64;
        let left = number_of_words(&words) - &self.product * multiples;
        if left < self.product { left } else { left - &self.product }
    }
}

/// Primes evaluated together: enough to hide the latency of a multiplication.
pub const PRIMES_AT_ONCE: usize = 4;

/// Integers of at most `bits` binary digits, from a job that computes them modulo a few primes.
pub fn by_residues(
    bits: u64,
    meter: &Meter,
    job: impl Fn(&Residues<PRIMES_AT_ONCE>, &Meter) -> Result<Vec<[u64; PRIMES_AT_ONCE]>> + Sync,
) -> Result<Vec<BigUint>> {
    let runs = primes_for(bits).div_ceil(PRIMES_AT_ONCE);
    // Find all primes before the threads start, so that no thread finds them again.
    primes(runs * PRIMES_AT_ONCE);
    let lanes = in_parallel(cores(), runs, meter, |run, meter| {
        let residues = Residues::new(run * PRIMES_AT_ONCE);
        let values = job(&residues, meter)?;
        Ok(values.into_iter().map(|value| residues.leave(value)).collect::<Vec<_>>())
    })?;
    let reconstruction = Reconstruction::new(primes_for(bits));
    let mut remainders = Vec::with_capacity(runs * PRIMES_AT_ONCE);
    let integer = |i: usize| {
        meter.steps(runs * runs * PRIMES_AT_ONCE)?;
        remainders.clear();
        lanes.iter().for_each(|run| remainders.extend_from_slice(&run[i]));
        Ok(reconstruction.integer(&remainders))
    };
    (0..lanes.first().map_or(0, Vec::len)).map(integer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::ToPrimitive;

    #[test]
    fn integers_come_back_from_their_remainders() {
        let n = crate::number::algebra::binomial(300, 120);
        let count = primes_for(n.bits());
        let remainders: Vec<u64> =
            primes(count).iter().map(|&p| (&n % p).to_u64().unwrap()).collect();
        assert_eq!(Reconstruction::new(count).integer(&remainders), n);
        assert_eq!(Reconstruction::new(0).integer(&[]), BigUint::ZERO);
    }

    #[test]
    fn long_binomials_and_long_rows_are_the_same_modulo_primes() {
        let (meter, n) = (Meter::unwatched(crate::base::Budget::default()), 200u64);
        let rows: Vec<Vec<BigUint>> =
            (0..3u64).map(|row| (0..n).map(|i| BigUint::from(1000 * row + i)).collect()).collect();
        // Row 2 of the product of rows in y, and a binomial that is longer than a word.
        let mut expected = vec![crate::number::algebra::binomial(n, 100)];
        expected.resize(2 * n as usize, BigUint::ZERO);
        for (i, j) in (0..n as usize).flat_map(|i| (0..n as usize).map(move |j| (i, j))) {
            expected[1 + i + j] += (0..3).map(|k| &rows[k][i] * &rows[2 - k][j]).sum::<BigUint>();
        }
        let found = by_residues(300, &meter, |residues, meter| {
            let of = |row: &Vec<BigUint>| row.iter().map(|n| residues.natural(n)).collect();
            let rows: Vec<Vec<_>> = rows.iter().map(of).collect();
            let mut found = vec![residues.binomial(n, 100)];
            found.append(&mut residues.rows(&rows, &rows, 2..3, meter)?[0]);
            Ok(found)
        });
        // What is transformed has a length that is a power of two.
        expected.resize(1 + 512, BigUint::ZERO);
        assert_eq!(found.unwrap(), expected);
    }
}
