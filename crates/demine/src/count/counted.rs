//! Counted: how likely each cell is to be mined, by counting legal assignments.

use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;

use crate::base::{Meter, Result, Sort, get_or_make};
use crate::board::Cell;
use crate::circuit::{ByClass, ByMines, Compiled, Evaluation, Odds};
use crate::count::density::Density;
use crate::count::inversion::{self, Inversion};
use crate::count::memo::{Algorithm, Memo, Method};
use crate::count::reduced::Reduced;
use crate::count::split::{PlannedComponent, Split};
use crate::count::work::Work;
use crate::number::{Algebra, Approximate, ApproximateTotal, Combination, Polynomial, Scale};
use crate::number::{CircleAlgebra, Scaled, by_residues};
use crate::position::Position;
use crate::system::{Certain, Component, Failure, Settled};

/// How likely each cell is to be mined, and the cells that are certain.
pub struct Marginals {
    /// Exactly 0 or 1 only where the cell is certain.
    pub probabilities: Vec<f64>,
    pub certain: Certain,
}

impl Marginals {
    fn weigh(&mut self, cells: &[Cell], probability: f64) {
        if probability == 0.0 {
            self.certain.safe.extend_from_slice(cells);
        } else if probability == 1.0 {
            self.certain.mined.extend_from_slice(cells);
        }
        cells.iter().for_each(|&cell| self.probabilities[cell as usize] = probability);
    }

    /// Given the probability of each class.
    fn weigh_component(
        &mut self,
        component: &Component,
        probabilities: impl IntoIterator<Item = f64>,
    ) {
        for (cells, probability) in component.cells.iter().zip(probabilities) {
            self.weigh(cells, probability);
        }
    }
}

/// The marginals of all legal assignments, each equally likely: counted, never estimated.
pub struct Counted {
    /// Without the certain cells, which the marginals hold.
    split: Split,
    pub marginals: Marginals,
    /// The legal assignments without settled classes, if their number of mines is known.
    with_mines: Option<ApproximateTotal>,
    /// How likely each cell was to be mined before any number was seen, instead of a number of mines.
    density: Option<Density>,
    places: OnceLock<Vec<Place>>,
    /// For each component, and for the loose cells last.
    exact: OnceLock<Vec<OnceLock<Exact>>>,
}

/// The number of legal assignments, and of those with a mined cell of each class, summed over its cells.
/// Both lack a common factor, which cancels in every fraction.
struct Exact {
    total: BigUint,
    mined: Vec<BigUint>,
}

impl Exact {
    /// From the sums of all classes, and the total last.
    fn of(mut values: Vec<BigUint>) -> Self {
        let total = values.pop().unwrap_or_default();
        Self { total, mined: values }
    }
}

/// Marginals need circuits: trees and sweeps count totals only.
const MARGINALS: Method = Method::Circuit;

/// How likely the legal assignments are, before their mines are compared with the position's.
#[derive(Clone)]
pub enum Weights {
    /// All the same.
    Equal,
    /// Each cell was mined with this probability before any number was seen.
    Density(Density),
    /// All solutions of the numbers the same, in however many ways the loose cells hold the other
    /// mines.
    Even,
}

/// Where a cell belongs.
#[derive(Clone, Copy)]
enum Place {
    Free,
    Mined,
    Loose,
    Settled { mines: u32, cells: u32 },
    Class { component: u32, class: u32 },
}

impl Counted {
    pub fn of(position: &Position, work: Work<'_>) -> Result<Self, Failure> {
        Self::of_reduced(Reduced::of(position, work)?, position.mines(), Weights::Equal, work)
    }

    pub fn of_reduced(
        reduced: Arc<Reduced>,
        mines: Option<u32>,
        weights: Weights,
        work: Work<'_>,
    ) -> Result<Self, Failure> {
        let split = Split::of_reduced(reduced, mines, work.by(MARGINALS))?;
        let new = Self::of_split(split, weights, work)?;
        new.split.remember(work);
        Ok(new)
    }

    /// For a position with more precise labels, at the cost of what is new. Unlike `of` it does not
    /// replace earlier positions in the cache.
    pub fn after(&self, position: &Position, work: Work<'_>) -> Result<Self, Failure> {
        Self::of_split(self.split.after(position, work.by(MARGINALS))?, Weights::Equal, work)
    }

    fn of_split(split: Option<Split>, weights: Weights, work: Work<'_>) -> Result<Self, Failure> {
        let mut split = split.ok_or(Failure::Contradiction)?;
        let probabilities = vec![0.0; split.reduced.cells()];
        let certain = std::mem::take(&mut split.certain);
        let mut new = Self {
            split,
            marginals: Marginals { probabilities, certain },
            with_mines: None,
            density: None,
            places: OnceLock::new(),
            exact: OnceLock::new(),
        };
        match (weights, new.split.mines_left) {
            (Weights::Density(density), _) => {
                new.weigh_by(&density, work.meter)?;
                new.density = Some(density);
            }
            (Weights::Equal, Some(mines)) => new.weigh_with(mines, work)?,
            (Weights::Even, Some(mines)) => new.weigh_evenly(mines, work.meter)?,
            (_, None) => new.weigh_all(work.meter)?,
        }
        new.finish();
        Ok(new)
    }

    fn finish(&mut self) {
        let Marginals { probabilities, certain: Certain { safe, mined } } = &mut self.marginals;
        mined.iter().for_each(|&cell| probabilities[cell as usize] = 1.0);
        for cells in [safe, mined] {
            // A few sorted runs, which this sort merges; most often a single one.
            if !cells.is_sorted() {
                cells.ascend();
            }
        }
    }

    fn weigh_all(&mut self, meter: &Meter) -> Result<()> {
        self.split.ask_each(meter, |c, meter| c.memo.probabilities_alone(meter).map(drop))?;
        for PlannedComponent { memo, .. } in &self.split.components {
            let probabilities = memo.probabilities_alone(meter)?.iter().copied();
            self.marginals.weigh_component(&memo.component, probabilities);
        }
        self.weigh_settled();
        self.marginals.weigh(self.split.loose(), 0.5);
        Ok(())
    }

    fn weigh_by(&mut self, density: &Density, meter: &Meter) -> Result<()> {
        let [mined, free] = density.weights(&Approximate);
        let tilt = CircleAlgebra { mine: mined.divide(free), angles: [] };
        let found = self.split.ask_each(meter, |c, meter| c.memo.waves(&tilt, meter))?;
        self.weigh_components(found.into_iter().map(|part| part.tilted).collect());
        self.weigh_settled();
        self.marginals.weigh(self.split.loose(), Odds { mined, free }.probability());
        Ok(())
    }

    fn weigh_with(&mut self, mines: i64, work: Work<'_>) -> Result<(), Failure> {
        let meter = work.meter;
        if work.method == Method::Auto
            && inversion::pays(&self.split)
            && let Some(found) = Inversion::of(&self.split, mines, meter)?
        {
            self.weigh_inverted(found);
            return Ok(());
        }
        self.split.ask_each(meter, |c, meter| c.memo.circuit_polynomial(meter).map(drop))?;
        let parts = self.split.components.iter().map(|c| c.memo.circuit_polynomial(meter));
        let parts = parts.collect::<Result<Vec<_>>>()?;
        let (loose, scale) = (self.split.loose().len(), Scale::Relative);
        let combination = Combination::new(&Approximate, &parts, loose, scale, mines, meter)?;
        if combination.total().is_zero() {
            return Err(Failure::Contradiction);
        }
        self.with_mines = Some(combination.approximate_total());
        self.weigh_combined(&combination, meter)?;
        if let Some([mined, free]) = combination.loose(&Approximate) {
            self.marginals.weigh(self.split.loose(), Odds { mined, free }.probability());
        }
        Ok(())
    }

    /// The loose cells are one more component, whose coefficients are all 1.
    fn weigh_evenly(&mut self, mines: i64, meter: &Meter) -> Result<(), Failure> {
        let parts = self.split.components.iter().map(|c| c.memo.circuit_polynomial(meter));
        let mut parts = parts.collect::<Result<Vec<_>>>()?;
        let loose = self.split.loose().len();
        let once = Polynomial { least: 0, coefficients: vec![Scaled::ONE; loose + 1] };
        parts.push(&once);
        let combination = Combination::new(&Approximate, &parts, 0, Scale::Plain, mines, meter)?;
        if combination.total().is_zero() {
            return Err(Failure::Contradiction);
        }
        self.weigh_combined(&combination, meter)?;
        let ways = combination.seed(&Approximate, self.split.components.len());
        let probability = Odds::of_class(loose as u32, &ways).probability();
        self.marginals.weigh(self.split.loose(), probability);
        Ok(())
    }

    /// Components and settled classes, if the other components and the loose cells complete them.
    fn weigh_combined(&mut self, combination: &Combination<Scaled>, meter: &Meter) -> Result<()> {
        for (i, PlannedComponent { memo, .. }) in self.split.components.iter().enumerate() {
            let seed = combination.seed(&Approximate, i);
            let probabilities = memo.probabilities(&seed, meter)?;
            self.marginals.weigh_component(&memo.component, probabilities);
        }
        self.weigh_settled();
        Ok(())
    }

    fn weigh_inverted(&mut self, found: Inversion) {
        self.weigh_components(found.classes);
        self.weigh_settled();
        if let Some(probability) = found.loose {
            self.marginals.weigh(self.split.loose(), probability);
        }
        self.with_mines = Some(ApproximateTotal::Ln(found.ln_total));
    }

    /// The memo of a component, which is compiled.
    fn memo(&self, i: usize) -> &Memo {
        &self.split.components[i].memo
    }

    /// Given the probabilities of all classes, component by component.
    fn weigh_components(&mut self, found: Vec<Vec<f64>>) {
        for (part, probabilities) in self.split.components.iter().zip(found) {
            self.marginals.weigh_component(&part.memo.component, probabilities);
        }
    }

    fn weigh_settled(&mut self) {
        for settled in self.split.reduced.settled() {
            let probability = f64::from(settled.mines) / settled.cells.len() as f64;
            self.marginals.weigh(&settled.cells, probability);
        }
    }

    /// How likely each cell is to be mined.
    pub fn probabilities(&self) -> &[f64] {
        &self.marginals.probabilities
    }

    /// Unopened cells that are free in every legal assignment, ascending.
    pub fn safe(&self) -> &[Cell] {
        &self.marginals.certain.safe
    }

    /// The mined cells of a legal assignment drawn at random, ascending; None if none was found.
    pub fn draw(
        &self,
        uniform: &mut dyn FnMut() -> f64,
        meter: &Meter,
    ) -> Result<Option<Vec<Cell>>> {
        let drawn = self.split.draw(uniform, meter)?;
        Ok(drawn.map(|mut mined| {
            mined.extend_from_slice(&self.marginals.certain.mined);
            mined.ascend();
            mined.dedup();
            mined
        }))
    }

    /// The number of legal assignments as a float, to compare positions of one board.
    pub fn approximate_count(&self, meter: &Meter) -> Result<Scaled> {
        match self.with_mines {
            // Polynomials may be too wide where inversion was not.
            Some(ApproximateTotal::Ln(_)) => Ok(Scaled::of_ln(self.ln_count(meter)?)),
            _ => self.split.approximate_count(meter),
        }
    }

    /// The number of legal assignments.
    pub fn total(&self, meter: &Meter) -> Result<BigUint> {
        self.split.count(meter)
    }

    /// The natural logarithm of the number of legal assignments, rounded.
    pub fn ln_count(&self, meter: &Meter) -> Result<f64> {
        let alone = match &self.with_mines {
            Some(total) => total.ln(),
            None => self.split.ln_count_all(meter)?,
        };
        Ok(alone + self.split.settled().into_iter().map(Settled::ln_ways).sum::<f64>())
    }

    /// How likely the cell is to be mined: numerator and denominator, not in lowest terms.
    pub fn fraction(&self, cell: Cell, meter: &Meter) -> Result<(BigUint, BigUint)> {
        let plain = |n: u32, d: usize| (BigUint::from(n), BigUint::from(d));
        Ok(match self.places()[cell as usize] {
            Place::Free => plain(0, 1),
            Place::Mined => plain(1, 1),
            Place::Settled { mines, cells } => plain(mines, cells as usize),
            Place::Loose if self.split.mines_left.is_none() => {
                self.density.as_ref().map_or_else(|| plain(1, 2), Density::fraction)
            }
            Place::Loose => {
                let exact = self.exact(self.split.components.len(), meter)?;
                (exact.mined[0].clone(), exact.total.clone())
            }
            Place::Class { component, class } => {
                let exact = self.exact(component as usize, meter)?;
                let size = self.memo(component as usize).component.size(class as usize);
                (exact.mined[class as usize].clone(), &exact.total * size)
            }
        })
    }

    fn places(&self) -> &[Place] {
        self.places.get_or_init(|| {
            let mut places = vec![Place::Free; self.marginals.probabilities.len()];
            self.marginals
                .certain
                .mined
                .iter()
                .for_each(|&cell| places[cell as usize] = Place::Mined);
            self.split.loose().iter().for_each(|&cell| places[cell as usize] = Place::Loose);
            for settled in self.split.settled() {
                let place =
                    Place::Settled { mines: settled.mines, cells: settled.cells.len() as u32 };
                settled.cells.iter().for_each(|&cell| places[cell as usize] = place);
            }
            for component in 0..self.split.components.len() as u32 {
                let memo = self.memo(component as usize);
                for (class, cells) in (0..).zip(memo.component.cells.iter()) {
                    let place = Place::Class { component, class };
                    cells.iter().for_each(|&cell| places[cell as usize] = place);
                }
            }
            places
        })
    }

    fn exact(&self, i: usize, meter: &Meter) -> Result<&Exact> {
        let all = || (0..=self.split.components.len()).map(|_| OnceLock::new()).collect();
        get_or_make(&self.exact.get_or_init(all)[i], || {
            match (&self.density, self.split.mines_left) {
                (Some(density), _) => self.exact_by(density, i, meter),
                (None, Some(mines)) => self.exact_with(i, mines, meter),
                (None, None) => self.exact_alone(i, meter),
            }
        })
    }

    fn exact_alone(&self, i: usize, meter: &Meter) -> Result<Exact> {
        let compiled = self.memo(i).circuit();
        let grading = &compiled.circuit;
        let rough = Evaluation::new(&Approximate, compiled, grading, meter)?.total()[0];
        let bits = rough.bits() + bits_of_largest_class(compiled);
        let values = by_residues(bits, meter, |residues, meter| {
            let evaluation = Evaluation::new(residues, compiled, grading, meter)?;
            let marginals = evaluation.marginals(&[residues.one()], meter)?;
            let mut values = mined_by_class(residues, compiled, &marginals);
            values.push(evaluation.total()[0]);
            Ok(values)
        })?;
        Ok(Exact::of(values))
    }

    fn exact_by(&self, density: &Density, i: usize, meter: &Meter) -> Result<Exact> {
        let compiled = self.memo(i).circuit();
        let rough = self.memo(i).approximate_polynomial(Algorithm::Circuit, meter)?.coefficients;
        let rough = Approximate.dot(&rough, &density.seed(&Approximate, rough.len()));
        let grading = ByMines::new(compiled, meter)?;
        let bits = rough.bits() + bits_of_largest_class(compiled);
        let values = by_residues(bits, meter, |residues, meter| {
            let evaluation = Evaluation::new(residues, compiled, &grading, meter)?;
            let seed = density.seed(residues, evaluation.total().len());
            let mut values =
                mined_by_class(residues, compiled, &evaluation.marginals(&seed, meter)?);
            values.push(residues.dot(evaluation.total(), &seed));
            Ok(values)
        })?;
        Ok(Exact::of(values))
    }

    /// For a component, or for the loose cells if `i` is past the last.
    fn exact_with(&self, i: usize, mines: i64, meter: &Meter) -> Result<Exact> {
        let loose = self.split.loose().len();
        let rough = self.split.approximate_polynomials(meter)?;
        let rough = Combination::new(&Approximate, &rough, loose, Scale::Relative, mines, meter)?;
        let (scale, bits) = rough.shorter();
        let compiled = (i < self.split.components.len()).then(|| self.memo(i).circuit());
        let bits = bits + compiled.map_or(0, bits_of_largest_class);
        self.split.store_polynomials(bits, meter)?;
        let values = by_residues(bits, meter, |residues, meter| {
            let polynomials = self.split.polynomials(residues, meter)?;
            let combination = Combination::new(residues, &polynomials, loose, scale, mines, meter)?;
            let mut values = match compiled {
                Some(compiled) => {
                    let grading = ByMines::new(compiled, meter)?;
                    let evaluation = Evaluation::new(residues, compiled, &grading, meter)?;
                    let seed = combination.seed(residues, i);
                    mined_by_class(residues, compiled, &evaluation.marginals(&seed, meter)?)
                }
                None => combination.loose(residues).map_or(vec![], |[mined, _]| vec![mined]),
            };
            values.push(combination.total());
            Ok(values)
        })?;
        Ok(Exact::of(values))
    }
}

fn bits_of_largest_class(compiled: &Compiled) -> u64 {
    let largest = compiled.component.cells.iter().map(<[u32]>::len).max().unwrap_or(1);
    u64::from(usize::BITS - largest.leading_zeros())
}

fn mined_by_class<A: Algebra>(
    algebra: &A,
    compiled: &Compiled,
    marginals: &ByClass<A::Value>,
) -> Vec<A::Value> {
    let mined = |class: usize| {
        let ways = (0..).zip(marginals.get(class));
        ways.fold(algebra.zero(), |sum, (mines, &ways)| {
            algebra.add(sum, algebra.mul(algebra.small(mines), ways))
        })
    };
    (0..compiled.component.classes()).map(mined).collect()
}
