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

    fn transform(&self, length: usize, meter: &Meter) -> Result<Transform<'_, L>> {
        let roots = self.roots.get_or_init(|| Roots::new(&self.moduli));
        Transform::new(roots, length, meter)
    }

    pub fn leave(&self, value: [u64; L]) -> [u64; L] {
        std::array::from_fn(|lane| self.moduli[lane].leave(value[lane]))
    }
}

impl<const L: usize> Algebra for Residues<L> {
    type Value = [u64; L];

    fn zero(&self) -> [u64; L] {
        [0; L]
    }

    fn one(&self) -> [u64; L] {
        std::array::from_fn(|lane| self.moduli[lane].one())
    }

    #[inline]
    fn add(&self, a: [u64; L], b: [u64; L]) -> [u64; L] {
        std::array::from_fn(|lane| self.moduli[lane].add(a[lane], b[lane]))
    }

    #[inline]
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
            self.transform(a.len() + b.len() - 1, meter)?.product(a, b, meter)
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
        let transform = self.transform(longest, meter)?;
        if transform.pays(products, terms) {
            transform.add_products(from, products, to, meter)
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
            self.transform(longest(a) + longest(b) - 1, meter)?.rows(a, b, wanted, meter)
        }
    }
}

/// Restores integers from their remainders (Garner's mixed radix).
struct Reconstruction {
    moduli: Vec<Modulus>,
    /// 1 / (p₀ · … · pᵢ₋₁) mod pᵢ, in Montgomery form.
    inverses: Vec<u64>,
}

impl Reconstruction {
    fn new(count: usize) -> Self {
        let moduli: Vec<Modulus> = primes(count).into_iter().map(Modulus::new).collect();
        let inverses = (0..count)
            .map(|i| {
                let product = moduli[..i].iter().fold(moduli[i].one(), |product, m| {
                    moduli[i].mul(product, moduli[i].enter(m.prime))
                });
                moduli[i].invert(product)
            })
            .collect();
        Self { moduli, inverses }
    }

    /// The integer below the product of the primes with these remainders; surplus ones are ignored.
    ///
    /// Garner writes it in mixed radix, n = d₀ + d₁·p₀ + d₂·p₀p₁ + …, with 0 ≤ dᵢ < pᵢ. Modulo pᵢ
    /// only the digits up to dᵢ remain, so dᵢ = (rᵢ − value of the earlier digits) / (p₀ · … ·
    /// pᵢ₋₁).
    fn integer(&self, remainders: &[u64]) -> BigUint {
        let mut digits: Vec<u64> = Vec::with_capacity(remainders.len());
        for (i, modulus) in self.moduli.iter().enumerate() {
            // Horner: the value of the earlier digits modulo this prime. A plain number times one
            // in Montgomery form is plain, and earlier primes are slightly larger than later ones.
            let known =
                digits.iter().zip(&self.moduli).rev().fold(0, |value, (&digit, earlier)| {
                    let radix = modulus.enter(earlier.prime - modulus.prime);
                    modulus.add(modulus.mul(value, radix), modulus.within(digit))
                });
            let missing = modulus.sub(remainders[i], known);
            digits.push(modulus.mul(missing, self.inverses[i]));
        }
        let digits = digits.iter().zip(&self.moduli).rev();
        digits.fold(BigUint::ZERO, |value, (&digit, modulus)| value * modulus.prime + digit)
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
