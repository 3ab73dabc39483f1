//! Split: a position taken apart, with a way to count each component; how many legal assignments it
//! has, and one of them at random.

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::One;

use crate::base::{Meter, Stopped, cores, in_parallel_largest_first};
use crate::board::Cell;
use crate::count::cache::Cache;
use crate::count::dossier::{Dossier, Method, Way};
use crate::count::scan::{Findings, Scan};
use crate::number::by_residues;
use crate::number::{Algebra, Approximate, Truth, balanced_product, binomial};
use crate::number::{Combination, Polynomial, Scale, WordPolynomial};
use crate::number::{Scaled, draw_one};
use crate::position::Position;
use crate::system::{Contradiction, Failure, Settled};

/// What a question may use.
#[derive(Clone, Copy)]
pub struct Resources<'a> {
    pub cache: Option<&'a Cache>,
    pub method: Method,
    pub meter: &'a Meter<'a>,
}

/// On boards with fewer cells a thread costs more than it saves.
const LARGE: usize = 1 << 13;

/// From so many binary digits on, polynomials are known in whole numbers before they are multiplied.
const MANY_REMAINDERS: u64 = 1_000;

/// With more coefficients, apart from those of the loose cells, remainders are faster than whole numbers.
const FEW_TERMS: usize = 64;

pub struct Split {
    scan: Arc<Scan>,
    /// The cells that are certain, each list with those of all regions.
    pub mined: Vec<Cell>,
    pub safe: Vec<Cell>,
    /// By their first cells.
    pub components: Vec<Counter>,
    /// Mines that are in every legal assignment, wherever they are.
    certain_mines: usize,
    /// Mines in components and loose cells together, if known. May be impossible.
    pub mines_left: Option<i64>,
}

/// A component, and the way by which this question counts it.
#[derive(Clone)]
pub struct Counter {
    pub dossier: Arc<Dossier>,
    way: Way,
}

impl Split {
    /// None if a component is known to have no solution. Some is no promise that there is one, nor
    /// that the mines fit.
    pub fn of(position: &Position, resources: Resources<'_>) -> Result<Option<Self>, Stopped> {
        let scan = match resources.cache {
            Some(cache) => cache.scan(position, resources.meter),
            None => Scan::of(position, None, resources.meter).map(Arc::new),
        };
        Self::of_scan(scan, position.mines(), resources)
    }

    /// Of a position that says more than this one.
    pub fn after(
        &self,
        position: &Position,
        resources: Resources<'_>,
    ) -> Result<Option<Self>, Stopped> {
        let Some(news) = self.scan.news(position) else { return Self::of(position, resources) };
        let scan = self.scan.after(position, &news, resources.cache, resources.meter);
        let new = Self::of_scan(scan.map(Arc::new), position.mines(), resources)?;
        if let (Some(new), Some(cache)) = (&new, resources.cache) {
            cache.keep(new.components.iter().map(|counter| &counter.dossier));
        }
        Ok(new)
    }

    fn of_scan(
        scan: Result<Arc<Scan>, Failure>,
        mines: Option<u32>,
        resources: Resources<'_>,
    ) -> Result<Option<Self>, Stopped> {
        let scan = match Failure::or_contradiction(scan)? {
            Ok(scan) => scan,
            Err(Contradiction) => return Ok(None),
        };
        let Some(components) = components(&scan, resources)? else { return Ok(None) };
        let sorted = scan.sorted();
        let mined = join_lists(&sorted.mined, scan.findings().map(|found| &found.mined[..]));
        let safe = join_lists(&sorted.safe, scan.findings().map(|found| &found.safe[..]));
        let certain_mines =
            sorted.mined.len() + scan.findings().map(Findings::certain_mines).sum::<usize>();
        let mines_left = mines.map(|mines| i64::from(mines) - certain_mines as i64);
        Ok(Some(Self { scan, mined, safe, components, certain_mines, mines_left }))
    }

    /// Let the next position go on from here.
    pub fn remember(&self, resources: Resources<'_>) {
        if let Some(cache) = resources.cache {
            cache.remember(&self.scan);
        }
    }

    /// Whether every component has a solution.
    pub fn has_solution(&self, meter: &Meter<'_>) -> Result<bool, Stopped> {
        for counter in &self.components {
            if !counter.dossier.has_solution(counter.way, meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Classes whose number of mines is known, but not which of their cells they are; in any order.
    pub fn settled_unordered(&self) -> impl Iterator<Item = &Settled> {
        self.scan.findings().flat_map(|found| &found.settled)
    }

    /// The same by their first cells.
    pub fn settled(&self) -> Vec<&Settled> {
        let mut settled: Vec<_> = self.settled_unordered().collect();
        settled.sort_unstable_by_key(|settled| settled.cells[0]);
        settled
    }

    /// The number of cells of the board.
    pub fn board_cells(&self) -> usize {
        self.scan.cells()
    }

    /// The position taken apart, which knows the loose cells.
    pub fn scan(&self) -> &Arc<Scan> {
        &self.scan
    }

    /// Whether threads pay.
    pub fn is_large(&self) -> bool {
        self.scan.cells() >= LARGE
    }

    /// How many threads ask the components.
    pub fn workers(&self) -> usize {
        if self.is_large() { cores() } else { 1 }
    }

    pub fn loose(&self) -> usize {
        self.loose_cells().len()
    }

    pub fn loose_cells(&self) -> &[Cell] {
        &self.scan.sorted().loose
    }

    /// P of each component, roughly.
    pub fn rough_polynomials(&self, meter: &Meter<'_>) -> Result<Vec<Polynomial<Scaled>>, Stopped> {
        self.components.iter().map(|c| c.dossier.rough_polynomial(c.way, meter)).collect()
    }

    /// P of each component.
    pub fn polynomials<A: Algebra>(
        &self,
        algebra: &A,
        meter: &Meter<'_>,
    ) -> Result<Vec<Polynomial<A::Value>>, Stopped> {
        self.components.iter().map(|c| c.dossier.polynomial(c.way, algebra, meter)).collect()
    }

    /// The number of legal assignments.
    pub fn count(&self, meter: &Meter<'_>) -> Result<BigUint, Stopped> {
        match self.mines_left {
            Some(mines) => Ok(self.count_with(mines, meter)? * self.count_settled()),
            None => self.count_all(meter),
        }
    }

    /// The number of legal assignments, roughly.
    pub fn rough_count(&self, meter: &Meter<'_>) -> Result<Scaled, Stopped> {
        let settled = self.settled().iter().fold(Scaled::ONE, |product, class| {
            product.times(Approximate.binomial(class.cells.len() as u64, class.mines.into()))
        });
        let others = match self.mines_left {
            Some(mines) => {
                let parts = self.rough_polynomials(meter)?;
                let (loose, scale) = (self.loose(), Scale::Relative);
                Combination::new(&Approximate, &parts, loose, scale, mines, meter)?
                    .approximate_absolute()
            }
            None => {
                let loose = (0..self.loose()).fold(Scaled::ONE, |n, _| n.times_ratio(2.0, 1.0));
                let times = |n: Scaled, counter: &Counter| Ok(n.times(counter.rough_count(meter)?));
                self.components.iter().try_fold(loose, times)?
            }
        };
        Ok(settled.times(others))
    }

    fn count_with(&self, mines: i64, meter: &Meter<'_>) -> Result<BigUint, Stopped> {
        let rough = self.rough_polynomials(meter)?;
        let loose = self.loose();
        let rough = Combination::new(&Approximate, &rough, loose, Scale::Relative, mines, meter)?;
        let (scale, bits) = rough.shorter();
        self.prepare_for(bits, meter)?;
        let exact = by_residues(bits, meter, |residues, meter| {
            let polynomials = self.polynomials(residues, meter)?;
            let least = polynomials.iter().map(|part| part.least).sum();
            let coefficients = product(residues, polynomials, meter)?;
            let all = [Polynomial { least, coefficients }];
            Ok(vec![Combination::new(residues, &all, loose, scale, mines, meter)?.total()])
        })?;
        let total = exact.into_iter().next().unwrap_or_default();
        Ok(match scale {
            Scale::Relative => rough.absolute(total),
            Scale::Plain => total,
        })
    }

    /// Before all polynomials are asked for modulo as many primes as a number of so many binary digits
    /// needs: those of a component are known by fewer of them, unless it has nearly all of the digits.
    pub fn prepare_for(&self, bits: u64, meter: &Meter<'_>) -> Result<(), Stopped> {
        if bits < MANY_REMAINDERS {
            return Ok(());
        }
        let own = self.ask_each(meter, |c, meter| Ok(c.rough_count(meter)?.bits()))?;
        if own.into_iter().max().is_none_or(|most| 3 * most > 2 * bits) {
            return Ok(());
        }
        self.ask_each(meter, |c, meter| c.dossier.know_polynomial(c.way, meter)).map(drop)
    }

    /// Ask something of each component, on all threads if the board is large.
    pub fn ask_each<T: Send>(
        &self,
        meter: &Meter<'_>,
        question: impl Fn(&Counter, &Meter<'_>) -> Result<T, Stopped> + Sync,
    ) -> Result<Vec<T>, Stopped> {
        self.ask_each_often(self.workers(), 1, meter, |counter, _, meter| question(counter, meter))
    }

    /// Ask something of each component so many times, one after the other, on so many threads.
    pub fn ask_each_often<T: Send>(
        &self,
        workers: usize,
        times: usize,
        meter: &Meter<'_>,
        question: impl Fn(&Counter, usize, &Meter<'_>) -> Result<T, Stopped> + Sync,
    ) -> Result<Vec<T>, Stopped> {
        let ask =
            |i: usize, meter: &Meter<'_>| question(&self.components[i / times], i % times, meter);
        let size = |i: usize| self.components[i / times].dossier.component().constraints();
        let jobs = times * self.components.len();
        in_parallel_largest_first(workers, jobs, meter, size, ask)
    }

    fn count_all(&self, meter: &Meter<'_>) -> Result<BigUint, Stopped> {
        let mut factors =
            self.ask_each(meter, |counter, meter| counter.dossier.count(counter.way, meter))?;
        factors.extend([BigUint::one() << self.loose(), self.count_settled()]);
        Ok(balanced_product(factors))
    }

    /// The natural logarithm of how many solutions components and loose cells have together.
    pub fn ln_count_all(&self, meter: &Meter<'_>) -> Result<f64, Stopped> {
        let loose = self.loose() as f64 * std::f64::consts::LN_2;
        self.components.iter().try_fold(loose, |sum, c| Ok(sum + c.rough_count(meter)?.ln()))
    }

    /// In how many ways the settled classes hold their mines.
    fn count_settled(&self) -> BigUint {
        let ways = |s: &&Settled| binomial(s.cells.len() as u64, s.mines.into());
        balanced_product(self.settled().iter().map(ways).collect())
    }

    /// The mined cells of a legal assignment drawn at random, each equally likely; ascending. None if
    /// the mines do not fit.
    pub fn draw(
        &self,
        uniform: &mut dyn FnMut() -> f64,
        meter: &Meter<'_>,
    ) -> Result<Option<Vec<Cell>>, Stopped> {
        let polynomials = self.rough_polynomials(meter)?;
        let Some(shares) = self.draw_shares(&polynomials, uniform, meter)? else { return Ok(None) };
        let mut mined = self.mined.clone();
        for class in self.settled() {
            draw_some(&class.cells, class.mines, &mut mined, uniform);
        }
        for (Counter { dossier, .. }, &share) in self.components.iter().zip(&shares) {
            let by_class = dossier.draw(share, uniform, meter)?;
            for (cells, &mines) in dossier.component().cells.iter().zip(&by_class) {
                draw_some(cells, mines, &mut mined, uniform);
            }
        }
        let loose = self.loose_cells();
        let left = match self.mines_left {
            Some(mines) => mines - sum_mines(&polynomials, &shares),
            None => loose.iter().filter(|_| uniform() < 0.5).count() as i64,
        };
        draw_some(loose, left as u32, &mut mined, uniform);
        mined.sort_unstable();
        Ok(Some(mined))
    }

    /// Which coefficient of each component's polynomial a random solution belongs to.
    fn draw_shares(
        &self,
        polynomials: &[Polynomial<Scaled>],
        uniform: &mut dyn FnMut() -> f64,
        meter: &Meter<'_>,
    ) -> Result<Option<Vec<u32>>, Stopped> {
        let Some(mines) = self.mines_left else {
            let share = |p: &Polynomial<Scaled>| draw_one(p.coefficients.iter().copied(), uniform);
            return Ok(Some(polynomials.iter().map(share).map(|share| share as u32).collect()));
        };
        let (loose, scale) = (self.loose(), Scale::Relative);
        let all = Combination::new(&Approximate, polynomials, loose, scale, mines, meter)?;
        Ok((!all.total().is_zero()).then(|| all.draw(polynomials, uniform)))
    }

    /// The coefficients of P(G), one per number of mines from 0 to the number of cells.
    pub fn counts_by_mines(&self, meter: &Meter<'_>) -> Result<Vec<BigUint>, Stopped> {
        let Polynomial { least, coefficients } = match self.short_polynomial(meter)? {
            Some(polynomial) => polynomial,
            None => self.long_polynomial(meter)?,
        };
        let first = self.certain_mines + least as usize;
        let mut counts = vec![BigUint::ZERO; self.scan.cells() + 1];
        counts[first..].iter_mut().zip(coefficients).for_each(|(count, c)| *count = c);
        Ok(counts)
    }

    /// As many coefficients as the largest has bits, about, and half as long: on a board of millions
    /// of covered cells no memory holds them.
    fn room_for_coefficients(bits: u64, meter: &Meter<'_>) -> Result<(), Stopped> {
        meter.bytes((bits as usize / 8).saturating_mul(bits as usize / 2))
    }

    /// The product of the components' polynomials, the ways of the settled classes and (1 + x)^loose, if
    /// all but the last have few coefficients.
    fn short_polynomial(&self, meter: &Meter<'_>) -> Result<Option<Polynomial<BigUint>>, Stopped> {
        if self.components.iter().any(|counter| counter.way == Way::Tree) {
            return Ok(None);
        }
        let rough = self.rough_polynomials(meter)?;
        let terms: usize = rough.iter().map(|part| part.coefficients.len()).sum();
        if terms > rough.len() + FEW_TERMS {
            return Ok(None);
        }
        let bits: u64 = rough.iter().map(|part| part.total().bits()).sum();
        Self::room_for_coefficients(self.loose() as u64 + bits, meter)?;
        let mut product = WordPolynomial::of_numbers(&[self.count_settled()]);
        for (Counter { dossier, way }, rough) in self.components.iter().zip(&rough) {
            product = product.times(&dossier.whole_polynomial(*way, rough, meter)?, meter)?;
        }
        product = product.times(&WordPolynomial::binomials(self.loose(), meter)?, meter)?;
        let least = rough.iter().map(|part| part.least).sum();
        Ok(Some(Polynomial { least, coefficients: product.into_numbers() }))
    }

    /// The same, by remainders.
    fn long_polynomial(&self, meter: &Meter<'_>) -> Result<Polynomial<BigUint>, Stopped> {
        // Before the counts: a sweep that knows its polynomial need not be swept again.
        let least = self.polynomials(&Truth, meter)?.iter().map(|p| p.least).sum();
        let mut bits = self.loose() as u64;
        for counter in &self.components {
            bits += counter.rough_count(meter)?.bits();
        }
        Self::room_for_coefficients(bits, meter)?;
        self.prepare_for(bits, meter)?;
        let mut coefficients = by_residues(bits, meter, |residues, meter| {
            let mut factors = self.polynomials(residues, meter)?;
            let loose = self.loose() as u64;
            let coefficients = residues.binomials(loose, 0..=loose);
            factors.push(Polynomial { least: 0, coefficients });
            product(residues, factors, meter)
        })?;
        let ways = self.count_settled();
        coefficients.iter_mut().for_each(|coefficient| *coefficient *= &ways);
        Ok(Polynomial { least, coefficients })
    }
}

/// Lists one after the other, with some room for what is found out later.
fn join_lists<'a>(first: &[Cell], others: impl Iterator<Item = &'a [Cell]> + Clone) -> Vec<Cell> {
    let length = first.len() + others.clone().map(<[Cell]>::len).sum::<usize>();
    let mut all = Vec::with_capacity(length + 32);
    all.extend_from_slice(first);
    others.for_each(|more| all.extend_from_slice(more));
    all
}

/// The mines of components that have these shares of their polynomials.
fn sum_mines(polynomials: &[Polynomial<Scaled>], shares: &[u32]) -> i64 {
    polynomials.iter().zip(shares).map(|(p, &share)| i64::from(p.least + share)).sum()
}

/// Put so many of the cells, chosen at random, into a list.
fn draw_some(cells: &[Cell], mines: u32, mined: &mut Vec<Cell>, uniform: &mut dyn FnMut() -> f64) {
    let mut cells = cells.to_vec();
    for i in 0..(mines as usize).min(cells.len()) {
        let left = cells.len() - i;
        let j = i + ((uniform() * left as f64) as usize).min(left - 1);
        cells.swap(i, j);
        mined.push(cells[i]);
    }
}

impl Counter {
    fn rough_count(&self, meter: &Meter<'_>) -> Result<Scaled, Stopped> {
        self.dossier.rough_count(self.way, meter)
    }
}

/// The components, each with its way; None if one is known to have no solution.
fn components(scan: &Scan, resources: Resources<'_>) -> Result<Option<Vec<Counter>>, Stopped> {
    let mut dossiers: Vec<_> = scan.dossiers().collect();
    dossiers.sort_unstable_by_key(|dossier| dossier.component().first_cell());
    if let Some(cache) = resources.cache {
        cache.note(&dossiers);
    }
    let counter = |i: usize, meter: &Meter<'_>| {
        let dossier = Arc::clone(dossiers[i]);
        let way = dossier.way(resources.method, meter)?;
        Ok((!dossier.is_hopeless(way)).then_some(Counter { dossier, way }))
    };
    let workers = if scan.cells() < LARGE { 1 } else { cores() };
    let size = |i: usize| dossiers[i].component().constraints();
    let (jobs, meter) = (dossiers.len(), resources.meter);
    let counters = in_parallel_largest_first(workers, jobs, meter, size, counter)?;
    Ok(counters.into_iter().collect())
}

/// Small with small, so that the degrees stay balanced.
fn product<A: Algebra>(
    algebra: &A,
    factors: Vec<Polynomial<A::Value>>,
    meter: &Meter<'_>,
) -> Result<Vec<A::Value>, Stopped> {
    let mut factors: Vec<Vec<A::Value>> = factors.into_iter().map(|f| f.coefficients).collect();
    factors.sort_by_key(|f| std::cmp::Reverse(f.len()));
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
    use crate::base::{Budget, Random};
    use crate::circuit::exact_total;
    use crate::count::{Analysis, Method};
    use crate::position::Label;
    use crate::questions::Options;

    const DRAWS: usize = 3000;

    /// A binary tree of rings of 2s, of which each touches a cell with the next of its ring and one with
    /// its like above: no order of cells is as good as joins.
    fn tree_of_rings(rings: i64, length: i64) -> (usize, Vec<(u32, Vec<i64>)>) {
        let mut numbers = vec![(2, Vec::new()); (rings * length) as usize];
        let mut cells = 0;
        let mut share = |a: i64, b: i64| {
            numbers[a as usize].1.push(cells);
            numbers[b as usize].1.push(cells);
            cells += 1;
        };
        for (ring, i) in (0..rings).flat_map(|ring| (0..length).map(move |i| (ring, i))) {
            share(ring * length + i, ring * length + (i + 1) % length);
            if ring > 0 {
                share(ring * length + i, (ring - 1) / 2 * length + i);
            }
        }
        (cells as usize, numbers)
    }

    /// Every draw is legal, and cells are mined as often as they are likely to be.
    fn check_draws(position: &Position) {
        let meter = Meter::unwatched(Budget::default());
        let resources = Resources { cache: None, method: Method::Circuit, meter: &meter };
        let split = Split::of(position, resources).unwrap().unwrap();
        let analysis = Analysis::of(position, resources).unwrap();
        let mut random = Random::new(7);
        let mut often = vec![0; position.board().cells()];
        for _ in 0..DRAWS {
            let mined = split.draw(&mut || random.uniform(), &meter).unwrap().unwrap();
            assert!(position.mines().is_none_or(|mines| mined.len() == mines as usize));
            for (cell, label) in (0..).zip(position.labels()) {
                let near = position.board().neighbours(cell).iter();
                let around = near.filter(|near| mined.binary_search(near).is_ok()).count();
                assert!(!matches!(label, Label::Number(count) if count as usize != around));
            }
            mined.into_iter().for_each(|cell| often[cell as usize] += 1);
        }
        for (&often, &likely) in often.iter().zip(analysis.probabilities()) {
            let share = f64::from(often) / DRAWS as f64;
            assert!((share - likely).abs() < 0.05, "{share} is far from {likely}");
        }
    }

    #[test]
    fn assignments_are_drawn_whether_mines_are_known_or_not() {
        let numbers = [(1, vec![0, 1, 2]), (2, vec![2, 3, 4, 5]), (2, vec![6, 7, 8])];
        for mines in [None, Some(6), Some(8)] {
            check_draws(&Position::with_numbers(12, &numbers, mines));
        }
    }

    #[test]
    fn assignments_are_drawn_where_tables_are_joined() {
        let (cells, numbers) = tree_of_rings(40, 4);
        check_draws(&Position::with_numbers(cells, &numbers, None));
    }

    #[test]
    fn assignments_are_roughly_counted_without_a_number_of_mines() {
        let meter = Meter::unwatched(Budget::default());
        let resources = Resources { cache: None, method: Method::Auto, meter: &meter };
        let numbers = [(1, vec![0, 1, 2]), (2, vec![2, 3, 4, 5]), (2, vec![6, 7, 8])];
        let position = Position::with_numbers(12, &numbers, None);
        let split = Split::of(&position, resources).unwrap().unwrap();
        let count: f64 = split.count(&meter).unwrap().to_string().parse().unwrap();
        assert!((split.rough_count(&meter).unwrap().ln() - count.ln()).abs() < 1e-9);
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
        let resources = Resources { cache: None, method: Method::Circuit, meter: &meter };
        let (cells, numbers) = tree_of_rings(63, 4);
        let position = Position::with_numbers(cells, &numbers, None);
        let split = Split::of(&position, resources).unwrap().unwrap();
        let compiled = split.components[0].dossier.circuit();
        assert!(compiled.circuit.stages.iter().any(|stage| stage.class.is_none()));
        let whole = exact_total(compiled, &meter).unwrap();
        assert_eq!(split.components[0].dossier.count(Way::Circuit, &meter), Ok(whole));
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
        assert!(expected.iter().any(|count| count.bits() > MANY_REMAINDERS));
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
