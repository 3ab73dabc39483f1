//! Spread: the legal assignments of a variant, and how many mines each of its cells holds in them.

use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;

use crate::base::{Meter, Result, get_or_make};
use crate::board::Cell;
use crate::circuit::{ByClass, ByMines, Evaluation, Grading};
use crate::count::memo::{Memo, Method};
use crate::count::reduced::Reduced;
use crate::count::split::Split;
use crate::count::work::Work;
use crate::number::{Algebra, Approximate, Combination, Scale, Scaled, Ways, by_residues};
use crate::system::{Contradiction, Domains, Failure, Lowered};
use crate::variant::Variant;

/// Only circuits know weights and several mines per cell.
const METHOD: Method = Method::Circuit;

/// The number of legal assignments of a variant.
pub fn count_variant(variant: &Variant, meter: &Meter) -> Result<BigUint> {
    Ok(split(variant, meter)?.map(|(split, _)| split.count(meter)).transpose()?.unwrap_or_default())
}

/// The legal assignments with 0, 1, 2 … mines, up to as many as all cells hold.
pub fn counts_of_variant(variant: &Variant, meter: &Meter) -> Result<Vec<BigUint>> {
    let most = variant.capacities().iter().map(|&capacity| capacity as usize).sum();
    meter.states(most)?;
    match split(variant, meter)? {
        Some((split, _)) => split.counts_up_to(most, meter),
        None => Ok(vec![BigUint::ZERO; most + 1]),
    }
}

/// Whether a variant has a legal assignment.
pub fn is_possible(variant: &Variant, meter: &Meter) -> Result<bool> {
    split(variant, meter)?.map_or(Ok(false), |(split, _)| split.is_consistent(meter))
}

/// The components of a variant, and the bounds of its cells; None if one has no solution.
fn split(variant: &Variant, meter: &Meter) -> Result<Option<(Split, Domains)>> {
    let lowered = match Failure::or_contradiction(Lowered::of(variant, meter))? {
        Ok(lowered) => lowered,
        Err(Contradiction) => return Ok(None),
    };
    let Lowered { domains, components } = lowered;
    // A cell is listed once for each mine that it certainly holds.
    let certain = (0..).zip(&domains).flat_map(|(cell, domain)| (0..domain.0).map(move |_| cell));
    let work = Work::new(None, meter).by(METHOD);
    let reduced = Reduced::of_components(variant.position(), certain.collect(), components, work);
    let split = Split::of_reduced(Arc::new(reduced), variant.mines(), work)?;
    Ok(split.map(|split| (split, domains)))
}

/// How many mines each cell holds, over all legal assignments.
pub struct Spread {
    split: Split,
    /// The least and the most mines of each cell, as single sums say.
    domains: Domains,
    /// By component and class: how likely a cell holds 0, 1, 2 … mines above its least. Exactly 0
    /// only where that is impossible.
    shares: Vec<Vec<Vec<f64>>>,
    /// The component and the class of each cell that has them.
    places: Vec<Option<(u32, u32)>>,
    exact: Vec<OnceLock<Exact>>,
}

/// The number of legal assignments, and for each class those with 0, 1, 2 … mines in one cell.
struct Exact {
    total: BigUint,
    classes: Vec<Vec<BigUint>>,
}

impl Spread {
    pub(crate) fn of(variant: &Variant, meter: &Meter) -> Result<Self, Failure> {
        let (split, domains) = split(variant, meter)?.ok_or(Failure::Contradiction)?;
        let mut places = vec![None; domains.len()];
        for (i, component) in (0..).zip(&split.components) {
            for (class, cells) in (0..).zip(component.memo.component.cells.iter()) {
                cells.iter().for_each(|&cell| places[cell as usize] = Some((i, class)));
            }
        }
        let exact = split.components.iter().map(|_| OnceLock::new()).collect();
        let shares = shares(&split, meter)?;
        Ok(Self { split, domains, shares, places, exact })
    }

    /// The number of legal assignments.
    pub(crate) fn total(&self, meter: &Meter) -> Result<BigUint> {
        self.split.count(meter)
    }

    /// The number of cells of the board.
    pub fn cells(&self) -> usize {
        self.domains.len()
    }

    /// The least number of mines that the cell may hold by single sums, and how likely it holds so
    /// many and more. Exactly 0 only where that is impossible.
    pub fn shares(&self, cell: Cell) -> (u32, &[f64]) {
        let least = self.domains[cell as usize].0;
        match self.places[cell as usize] {
            Some((i, class)) => (least, &self.shares[i as usize][class as usize]),
            None => (least, &[1.0]),
        }
    }

    /// In how many legal assignments the cell holds so many mines, from the least number of
    /// `shares` on. Without a factor that all have.
    pub(crate) fn distribution(&self, cell: Cell, meter: &Meter) -> Result<Vec<BigUint>> {
        let Some((i, class)) = self.places[cell as usize] else { return Ok(vec![1u32.into()]) };
        let make = || self.exact(i as usize, meter);
        let exact = get_or_make(&self.exact[i as usize], make)?;
        let found = exact.classes[class as usize].clone();
        debug_assert_eq!(found.iter().sum::<BigUint>(), exact.total);
        Ok(found)
    }

    fn exact(&self, i: usize, meter: &Meter) -> Result<Exact> {
        let memo = &self.split.components[i].memo;
        let mut values = match self.split.mines_left {
            None => self.values_alone(memo, meter)?,
            Some(mines) => self.values_with(i, mines, meter)?,
        };
        let total = values.pop().unwrap_or_default();
        // Copies of a class may let it hold more mines, in no way.
        let (split, mut values) = (memo.circuit().split_component(), values.into_iter());
        let mut classes = Vec::new();
        for class in 0..memo.component.classes() {
            let ways: Vec<BigUint> = values.by_ref().take(split.most(class) as usize + 1).collect();
            classes.push(match ways_of(memo, class) {
                Some(all) => of_one_cell(&ways, all, meter)?,
                None => Vec::new(),
            });
        }
        Ok(Exact { total, classes })
    }

    /// In how many ways each class holds 0, 1, 2 … mines, one after the other, and the total last.
    fn values_alone(&self, memo: &Memo, meter: &Meter) -> Result<Vec<BigUint>> {
        let (compiled, grading) = (memo.circuit(), &memo.circuit().circuit);
        let rough = Evaluation::new(&Approximate, compiled, grading, meter)?.total()[0];
        charge_values(memo, rough.bits(), meter)?;
        by_residues(rough.bits(), meter, |residues, meter| {
            let evaluation = Evaluation::new(residues, compiled, grading, meter)?;
            let marginals = evaluation.marginals(&[residues.one()], meter)?;
            let mut values = marginals.all().to_vec();
            values.push(evaluation.total()[0]);
            Ok(values)
        })
    }

    /// The same if the other components hold the other mines.
    fn values_with(&self, i: usize, mines: i64, meter: &Meter) -> Result<Vec<BigUint>> {
        let rough = self.split.approximate_polynomials(meter)?;
        let rough = Combination::new(&Approximate, &rough, 0, Scale::Plain, mines, meter)?;
        let bits = rough.total().bits();
        let compiled = self.split.components[i].memo.circuit();
        let grading = ByMines::new(compiled, meter)?;
        self.split.store_polynomials(bits, meter)?;
        charge_values(&self.split.components[i].memo, bits, meter)?;
        let values = by_residues(bits, meter, |residues, meter| {
            let parts = self.split.polynomials(residues, meter)?;
            let combination = Combination::new(residues, &parts, 0, Scale::Plain, mines, meter)?;
            let evaluation = Evaluation::new(residues, compiled, &grading, meter)?;
            let seed = combination.seed(residues, i);
            let mut values = evaluation.marginals(&seed, meter)?.all().to_vec();
            values.push(combination.total());
            Ok(values)
        })?;
        meter.give_back(grading.entries());
        Ok(values)
    }
}

/// Charges for a long number per class and number of mines, and for its remainders.
fn charge_values(memo: &Memo, bits: u64, meter: &Meter) -> Result<()> {
    let split = memo.circuit().split_component();
    let values: usize = (0..split.classes()).map(|class| split.most(class) as usize + 1).sum();
    meter.bytes(values.saturating_mul(2 * (bits as usize / 8 + size_of::<BigUint>())))
}

/// The ways of a class of cells; None for a copy.
fn ways_of(memo: &Memo, class: usize) -> Option<&Ways> {
    let component = &memo.component;
    let weighted = component.weighted.as_ref()?;
    (!component.is_copy(class)).then(|| &weighted.classes[class].ways)
}

/// Of the ways in which a class holds 0, 1, 2 … mines, those with 0, 1, 2 … in a given cell.
fn of_one_cell(ways: &[BigUint], all: &Ways, meter: &Meter) -> Result<Vec<BigUint>> {
    let (numbers, others) = (all.numbers(meter)?, all.with_one_less(meter)?);
    let mut found = vec![BigUint::ZERO; all.capacity() as usize + 1];
    for (mines, ways) in ways.iter().enumerate() {
        // Each way to share out so many mines among the cells goes with as many of the other classes.
        let digits = ways.bits() as usize / 64 + 1;
        meter.steps(digits * digits)?;
        let each = ways / &numbers[mines];
        for (own, sum) in found.iter_mut().enumerate().take(mines + 1) {
            if let Some(others) = others.get(mines - own) {
                *sum += &each * others;
            }
        }
    }
    Ok(found)
}

/// By component and class: how likely a cell of the class holds 0, 1, 2 … mines above its least.
fn shares(split: &Split, meter: &Meter) -> Result<Vec<Vec<Vec<f64>>>, Failure> {
    let combination = match split.mines_left {
        None => None,
        Some(mines) => {
            split.ask_each(meter, |c, meter| c.memo.circuit_polynomial(meter).map(drop))?;
            let parts = split.components.iter().map(|c| c.memo.circuit_polynomial(meter));
            let parts = parts.collect::<Result<Vec<_>>>()?;
            let found = Combination::new(&Approximate, &parts, 0, Scale::Plain, mines, meter)?;
            if found.total().is_zero() {
                return Err(Failure::Contradiction);
            }
            Some(found)
        }
    };
    let mut all = Vec::with_capacity(split.components.len());
    for (i, component) in split.components.iter().enumerate() {
        let memo = &component.memo;
        let seed = combination.as_ref().map(|combination| combination.seed(&Approximate, i));
        let ways = memo.ways_by_class(seed.as_deref(), meter)?;
        let share = |class| share(memo, class, &ways, meter);
        all.push((0..memo.component.classes()).map(share).collect::<Result<_>>()?);
    }
    Ok(all)
}

/// The same for one class; empty for a copy.
fn share(memo: &Memo, class: usize, ways: &ByClass<Scaled>, meter: &Meter) -> Result<Vec<f64>> {
    let Some(all) = ways_of(memo, class) else { return Ok(Vec::new()) };
    let mut found = vec![Scaled::ZERO; all.capacity() as usize + 1];
    if memo.component.cells.get(class).len() == 1 {
        found[..ways.get(class).len()].copy_from_slice(ways.get(class));
        return Ok(normal(&found));
    }
    let floats = |numbers: &[BigUint]| {
        numbers.iter().map(|number| Approximate.natural(number)).collect::<Vec<Scaled>>()
    };
    let (numbers, others) = (floats(all.numbers(meter)?), floats(&all.with_one_less(meter)?));
    for (mines, &ways) in ways.get(class).iter().enumerate().filter(|(_, ways)| !ways.is_zero()) {
        let each = ways.divide(numbers[mines]);
        for (own, sum) in found.iter_mut().enumerate().take(mines + 1) {
            if let Some(&others) = others.get(mines - own) {
                *sum = sum.plus(each.times(others));
            }
        }
    }
    Ok(normal(&found))
}

/// Divided by their sum: exactly 0 and 1 only where the values are.
fn normal(values: &[Scaled]) -> Vec<f64> {
    let total = values.iter().copied().fold(Scaled::ZERO, Scaled::plus);
    let alone = values.iter().filter(|value| !value.is_zero()).count() == 1;
    let share = |value: &Scaled| match (value.is_zero(), alone) {
        (true, _) => 0.0,
        (_, true) => 1.0,
        _ => value.over(total).clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON / 2.0),
    };
    values.iter().map(share).collect()
}
