//! Totals: how many legal assignments a position has, in all and by their number of mines.
//!
//! Components are counted independently and multiplied. Loose cells and settled classes have closed
//! forms. A known number of mines couples all of them (see
//! [`combination`](crate::number::combination)).

use num_bigint::BigUint;
use num_traits::One;

use crate::base::{Meter, Result, Sort};
use crate::count::inversion;
use crate::count::memo::Algorithm;
use crate::count::split::{PlannedComponent, Split};
use crate::count::work::Work;
use crate::number::{Algebra, Approximate, Truth, balanced_product, binomial, by_residues};
use crate::number::{Combination, Polynomial, Scale, Scaled, WordPolynomial};
use crate::position::Position;
use crate::system::Settled;

/// Counts with at least so many binary digits first store each component's polynomial in whole
/// numbers: its few long coefficients then replace many evaluations modulo primes.
const STORED_BITS: u64 = 1_000;

/// Products with at most so many coefficients, apart from those of the loose cells, are made of
/// whole numbers; remainders modulo primes are faster for longer products.
const SHORT_PRODUCT: usize = 64;

/// Answers a question and remembers the position; None if a component is known to have no solution.
fn ask<T>(
    position: &Position,
    work: Work<'_>,
    question: impl FnOnce(&Split, &Meter) -> Result<T>,
) -> Result<Option<T>> {
    let Some(split) = Split::of(position, work)? else { return Ok(None) };
    let answer = question(&split, work.meter)?;
    split.remember(work);
    Ok(Some(answer))
}

/// The number of legal assignments.
pub fn count(position: &Position, work: Work<'_>) -> Result<BigUint> {
    Ok(ask(position, work, Split::count)?.unwrap_or_default())
}

/// The coefficients of P(G), one per number of mines from 0 to the number of cells. The number of
/// mines of the position is ignored.
pub fn counts_by_mines(position: &Position, work: Work<'_>) -> Result<Vec<BigUint>> {
    let none = || vec![BigUint::ZERO; position.board().cells() + 1];
    Ok(ask(position, work, Split::counts_by_mines)?.unwrap_or_else(none))
}

impl Split {
    /// Whether there is a legal assignment.
    pub fn is_consistent(&self, meter: &Meter) -> Result<bool> {
        let Some(mines) = self.mines_left else { return self.has_solution(meter) };
        let is_classic = self.components.iter().all(|c| c.memo.component.weighted.is_none());
        if self.is_large() && is_classic && inversion::surely_fits(self, mines, meter)? {
            return Ok(true);
        }
        let (loose, scale) = (self.loose().len(), Scale::Relative);
        let polynomials = self.polynomials(&Truth, meter)?;
        Ok(Combination::new(&Truth, &polynomials, loose, scale, mines, meter)?.total())
    }

    /// Whether every component has a solution.
    fn has_solution(&self, meter: &Meter) -> Result<bool> {
        for component in &self.components {
            if !component.memo.has_solution(component.algorithm, meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// P of each component in floats.
    pub fn approximate_polynomials(&self, meter: &Meter) -> Result<Vec<Polynomial<Scaled>>> {
        let components = self.components.iter();
        components.map(|c| c.memo.approximate_polynomial(c.algorithm, meter)).collect()
    }

    /// P of each component.
    pub fn polynomials<A: Algebra>(
        &self,
        algebra: &A,
        meter: &Meter,
    ) -> Result<Vec<Polynomial<A::Value>>> {
        self.components.iter().map(|c| c.memo.polynomial(c.algorithm, algebra, meter)).collect()
    }

    /// The number of legal assignments.
    pub fn count(&self, meter: &Meter) -> Result<BigUint> {
        if let Some(mines) = self.mines_left {
            return Ok(self.count_with(mines, meter)? * self.count_settled());
        }
        let mut factors = self.ask_each(meter, |c, meter| c.memo.count(c.algorithm, meter))?;
        factors.extend([BigUint::one() << self.loose().len(), self.count_settled()]);
        Ok(balanced_product(factors))
    }

    /// The number of legal assignments as a float.
    pub fn approximate_count(&self, meter: &Meter) -> Result<Scaled> {
        let settled = self.settled().iter().fold(Scaled::ONE, |product, class| {
            product.times(Approximate.binomial(class.cells.len() as u64, class.mines.into()))
        });
        let others = match self.mines_left {
            Some(mines) => {
                let parts = self.approximate_polynomials(meter)?;
                let (loose, scale) = (self.loose().len(), Scale::Relative);
                Combination::new(&Approximate, &parts, loose, scale, mines, meter)?
                    .approximate_absolute()
            }
            None => {
                let loose = self.loose().iter();
                let loose = loose.fold(Scaled::ONE, |n, _| n.times_ratio(2.0, 1.0));
                let times = |n: Scaled, component: &PlannedComponent| {
                    Ok(n.times(component.approximate_count(meter)?))
                };
                self.components.iter().try_fold(loose, times)?
            }
        };
        Ok(settled.times(others))
    }

    fn count_with(&self, mines: i64, meter: &Meter) -> Result<BigUint> {
        let loose = self.loose().len();
        let floats = self.approximate_polynomials(meter)?;
        let floats = Combination::new(&Approximate, &floats, loose, Scale::Relative, mines, meter)?;
        let (scale, bits) = floats.shorter();
        self.store_polynomials(bits, meter)?;
        let exact = by_residues(bits, meter, |residues, meter| {
            let polynomials = self.polynomials(residues, meter)?;
            let least = polynomials.iter().map(|part| part.least).sum();
            let coefficients = product(residues, polynomials, meter)?;
            let all = [Polynomial { least, coefficients }];
            Ok(vec![Combination::new(residues, &all, loose, scale, mines, meter)?.total()])
        })?;
        let total = exact.into_iter().next().unwrap_or_default();
        Ok(match scale {
            Scale::Relative => floats.absolute(total),
            Scale::Plain => total,
        })
    }

    /// Stores each component's polynomial in whole numbers before a count of so many binary digits,
    /// if that saves primes: not where one component has nearly all of the digits.
    pub fn store_polynomials(&self, bits: u64, meter: &Meter) -> Result<()> {
        if bits < STORED_BITS {
            return Ok(());
        }
        let own = self.ask_each(meter, |c, meter| Ok(c.approximate_count(meter)?.bits()))?;
        if own.into_iter().max().is_none_or(|most| 3 * most > 2 * bits) {
            return Ok(());
        }
        self.ask_each(meter, |c, meter| c.memo.store_polynomial(c.algorithm, meter)).map(drop)
    }

    /// The natural logarithm of the number of solutions of components and loose cells together.
    pub fn ln_count_all(&self, meter: &Meter) -> Result<f64> {
        let loose = self.loose().len() as f64 * std::f64::consts::LN_2;
        self.components.iter().try_fold(loose, |sum, c| Ok(sum + c.approximate_count(meter)?.ln()))
    }

    /// In how many ways the settled classes hold their mines.
    fn count_settled(&self) -> BigUint {
        let ways = |s: &&Settled| binomial(s.cells.len() as u64, s.mines.into());
        balanced_product(self.settled().iter().map(ways).collect())
    }

    /// The coefficients of P(G), one per number of mines from 0 to the number of cells.
    fn counts_by_mines(&self, meter: &Meter) -> Result<Vec<BigUint>> {
        self.counts_up_to(self.reduced.cells(), meter)
    }

    /// The same up to as many mines as the cells hold.
    pub fn counts_up_to(&self, most: usize, meter: &Meter) -> Result<Vec<BigUint>> {
        let Polynomial { least, coefficients } = match self.short_polynomial(meter)? {
            Some(polynomial) => polynomial,
            None => self.long_polynomial(meter)?,
        };
        let first = self.reduced.certain_mines() + least as usize;
        let mut counts = vec![BigUint::ZERO; most + 1];
        counts[first..].iter_mut().zip(coefficients).for_each(|(count, c)| *count = c);
        Ok(counts)
    }

    /// Charges the meter for about as many coefficients as the largest has bits, of half its length
    /// on average. No memory holds them on a board with millions of covered cells.
    fn charge_coefficients(bits: u64, meter: &Meter) -> Result<()> {
        meter.bytes((bits as usize / 8).saturating_mul(bits as usize / 2))
    }

    /// The product of the components' polynomials, the ways of the settled classes and
    /// (1 + x)^loose, if all but the last have few coefficients.
    fn short_polynomial(&self, meter: &Meter) -> Result<Option<Polynomial<BigUint>>> {
        if self.components.iter().any(|component| component.algorithm == Algorithm::Tree) {
            return Ok(None);
        }
        let floats = self.approximate_polynomials(meter)?;
        let terms: usize = floats.iter().map(|part| part.coefficients.len()).sum();
        if terms > floats.len() + SHORT_PRODUCT {
            return Ok(None);
        }
        let loose = self.loose().len();
        let bits: u64 = floats.iter().map(|part| part.total().bits()).sum();
        Self::charge_coefficients(loose as u64 + bits, meter)?;
        let mut product = WordPolynomial::of_numbers(&[self.count_settled()]);
        for (c, floats) in self.components.iter().zip(&floats) {
            let polynomial = c.memo.whole_polynomial(c.algorithm, floats, meter)?;
            product = product.times(&polynomial, meter)?;
        }
        product = product.times(&WordPolynomial::binomials(loose, meter)?, meter)?;
        let least = floats.iter().map(|part| part.least).sum();
        Ok(Some(Polynomial { least, coefficients: product.numbers().collect() }))
    }

    /// The same by remainders modulo primes.
    fn long_polynomial(&self, meter: &Meter) -> Result<Polynomial<BigUint>> {
        // Before the counts, so that a sweep with a stored polynomial need not run again.
        let least = self.components.iter().map(|c| c.memo.least_mines(c.algorithm, meter));
        let least = least.sum::<Result<u32>>()?;
        let loose = self.loose().len() as u64;
        let mut bits = loose;
        for component in &self.components {
            bits += component.approximate_count(meter)?.bits();
        }
        Self::charge_coefficients(bits, meter)?;
        self.store_polynomials(bits, meter)?;
        let mut coefficients = by_residues(bits, meter, |residues, meter| {
            let mut factors = self.polynomials(residues, meter)?;
            let coefficients = residues.binomials(loose, 0..=loose);
            factors.push(Polynomial { least: 0, coefficients });
            product(residues, factors, meter)
        })?;
        let ways = self.count_settled();
        coefficients.iter_mut().for_each(|coefficient| *coefficient *= &ways);
        Ok(Polynomial { least, coefficients })
    }
}

impl PlannedComponent {
    fn approximate_count(&self, meter: &Meter) -> Result<Scaled> {
        self.memo.total(self.algorithm, &Approximate, meter)
    }
}

/// Multiplies the shortest factors first, so that the degrees stay balanced.
fn product<A: Algebra>(
    algebra: &A,
    factors: Vec<Polynomial<A::Value>>,
    meter: &Meter,
) -> Result<Vec<A::Value>> {
    let mut factors: Vec<Vec<A::Value>> = factors.into_iter().map(|f| f.coefficients).collect();
    factors.arrange_by_key(|f| std::cmp::Reverse(f.len()));
    while let [.., b, a] = &factors[..] {
        let product = algebra.product(a, b, meter)?;
        factors.truncate(factors.len() - 2);
        let at = factors.partition_point(|f| f.len() > product.len());
        factors.insert(at, product);
    }
    Ok(factors.pop().unwrap_or_else(|| vec![algebra.one()]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::circuit::exact_total;
    use crate::count::Method;
    use crate::questions::Options;

    #[test]
    fn assignments_are_counted_in_floats_without_a_number_of_mines() {
        let meter = Meter::unwatched(Budget::default());
        let numbers = [(1, vec![0, 1, 2]), (2, vec![2, 3, 4, 5]), (2, vec![6, 7, 8])];
        let position = Position::with_numbers(12, &numbers, None);
        let split = Split::of(&position, Work::new(None, &meter)).unwrap().unwrap();
        let count: f64 = split.count(&meter).unwrap().to_string().parse().unwrap();
        assert!((split.approximate_count(&meter).unwrap().ln() - count.ln()).abs() < 1e-9);
    }

    #[test]
    fn a_ring_of_an_odd_number_of_1s_has_no_solution() {
        for length in 3..8i64 {
            let number = |i| (1, vec![i, (i + 1) % length]);
            let ring = Position::with_numbers(
                length as usize,
                &(0..length).map(number).collect::<Vec<_>>(),
                None,
            );
            for method in [Method::Auto, Method::Circuit, Method::Tree, Method::Sweep] {
                let options = Options { method, ..Options::default() };
                assert_eq!(ring.is_consistent(&options).unwrap(), length % 2 == 0, "{method:?}");
            }
        }
    }

    #[test]
    fn tables_that_are_joined_are_counted_in_whole_numbers() {
        let meter = Meter::unwatched(Budget::default());
        let position = Position::tree_of_rings(63, 4);
        let split =
            Split::of(&position, Work::new(None, &meter).by(Method::Circuit)).unwrap().unwrap();
        let compiled = split.components[0].memo.circuit();
        assert!(compiled.circuit.stages.iter().any(|stage| stage.class.is_none()));
        let whole = exact_total(compiled, &meter).unwrap();
        assert_eq!(split.components[0].memo.count(Algorithm::Circuit, &meter), Ok(whole));
    }

    #[test]
    fn few_coefficients_may_be_long() {
        // Two numbers of 15 with 60 cells each, of which they share 30.
        let numbers = [(15, (0..60).collect()), (15, (30..90).collect())];
        let position = Position::with_numbers(90, &numbers, None);
        for method in [Method::Circuit, Method::Sweep, Method::Tree] {
            let options = Options { method, ..Options::default() };
            let counts = position.counts_by_mines(&options).unwrap();
            for (mines, count) in (0..).zip(counts) {
                let ways = |shared| {
                    let others = binomial(30, 15 - shared);
                    binomial(30, shared) * &others * &others
                };
                let expected = 30u64.checked_sub(mines).filter(|&shared| shared <= 15).map(ways);
                assert_eq!(count, expected.unwrap_or_default(), "{mines} mines, {method:?}");
            }
        }
    }

    /// Coefficients of a product.
    fn multiply(a: &[BigUint], b: &[BigUint]) -> Vec<BigUint> {
        let mut product = vec![BigUint::ZERO; a.len() + b.len() - 1];
        for (i, x) in a.iter().enumerate() {
            b.iter().enumerate().for_each(|(j, y)| product[i + j] += x * y);
        }
        product
    }

    #[test]
    fn many_components_are_known_by_fewer_remainders_than_their_product() {
        // Two numbers of 15 that share half of their cells, 20 times over, and ten loose cells.
        let pair = |i: i64| {
            [(15, (90 * i..90 * i + 60).collect()), (15, (90 * i + 30..90 * i + 90).collect())]
        };
        let numbers: Vec<(u32, Vec<i64>)> = (0..20).flat_map(pair).collect();
        let options = Options::default();
        let alone = Position::with_numbers(90, &pair(0), None).counts_by_mines(&options).unwrap();
        let loose: Vec<BigUint> = (0..=10).map(|mines| binomial(10, mines)).collect();
        let expected = (0..20).fold(loose, |product, _| multiply(&product, &alone));
        assert!(expected.iter().any(|count| count.bits() > STORED_BITS));
        let cells = 20 * 90 + 10;
        for method in [Method::Auto, Method::Circuit, Method::Sweep, Method::Tree] {
            let options = Options { method, ..options };
            let found =
                Position::with_numbers(cells, &numbers, None).counts_by_mines(&options).unwrap();
            assert!(found.iter().zip(&expected).all(|(a, b)| a == b), "{method:?}");
            for mines in [299, 300, 450, 607, 610, 611] {
                let known =
                    Position::with_numbers(cells, &numbers, Some(mines)).count(&options).unwrap();
                assert_eq!(known, expected[mines as usize], "{mines} mines, {method:?}");
            }
        }
    }
}
