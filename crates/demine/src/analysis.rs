//! Analysis: the answers about a position.
//!
//! Components are counted apart and multiplied; loose cells and settled classes have closed
//! forms; a known number of mines ties them together (see [`combination`](crate::combination)).

use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;

use crate::algebra::{Algebra, Approximate, Scaled, Truth};
use crate::board::Cell;
use crate::budget::{Meter, Stopped};
use crate::combination::Combination;
use crate::compiled::Compiled;
use crate::evaluate::{ByClass, Evaluation, Graded, Ungraded};
use crate::part::{Means, Method, Part};
use crate::parts::Parts;
use crate::position::Position;
use crate::residues::exactly;

/// Whether the position has a legal assignment.
pub fn is_consistent(position: &Position, means: Means<'_>) -> Result<bool, Stopped> {
    let Some(parts) = Parts::of(position, means)? else { return Ok(false) };
    match parts.mines_left {
        None => Ok(true),
        Some(mines) => {
            let meter = means.meter;
            let polynomials = parts.polynomials(&Truth, meter)?;
            Ok(Combination::new(&Truth, &polynomials, parts.loose(), mines, meter)?.total())
        }
    }
}

/// The number of legal assignments.
pub fn count(position: &Position, means: Means<'_>) -> Result<BigUint, Stopped> {
    match Parts::of(position, means)? {
        None => Ok(BigUint::ZERO),
        Some(parts) => parts.count(means.meter),
    }
}

/// The coefficients of P(G), one per number of mines from 0 to the number of cells. The number of
/// mines of the position is ignored.
pub fn counts_by_mines(position: &Position, means: Means<'_>) -> Result<Vec<BigUint>, Stopped> {
    match Parts::of(position, means)? {
        None => Ok(vec![BigUint::ZERO; position.board().cells() + 1]),
        Some(parts) => parts.counts_by_mines(means.meter),
    }
}

/// What is true of each cell over all legal assignments, each equally likely.
pub struct Analysis {
    parts: Parts,
    probabilities: Vec<f64>,
    safe: Vec<Cell>,
    mined: Vec<Cell>,
    places: OnceLock<Vec<Place>>,
    /// For each component, and for the loose cells last.
    exact: Vec<OnceLock<Exact>>,
}

/// Legal assignments, or as many times fewer as makes no difference, and those in which the cells
/// of each class are mined, added up over its cells.
struct Exact {
    total: BigUint,
    mined: Vec<BigUint>,
}

/// Which part a cell belongs to.
#[derive(Clone, Copy)]
enum Place {
    Free,
    Mined,
    Loose,
    Settled { index: u32 },
    Class { component: u32, class: u32 },
}

/// In how many ways the cells of a class are mined and free, added up over the cells.
#[derive(Clone, Copy)]
struct Odds {
    mined: Scaled,
    free: Scaled,
}

impl Odds {
    fn of_class(size: u32, marginals: &[Scaled]) -> Self {
        let mut odds = Self { mined: Scaled::ZERO, free: Scaled::ZERO };
        for (mines, &ways) in (0..).zip(marginals) {
            odds.mined = odds.mined.plus(ways.scaled(f64::from(mines), 1.0));
            odds.free = odds.free.plus(ways.scaled(f64::from(size - mines), 1.0));
        }
        odds
    }

    /// 0 and 1 exactly when certain: a float that would round there is kept apart.
    fn probability(self) -> f64 {
        const LEAST: f64 = f64::MIN_POSITIVE;
        const MOST: f64 = 1.0 - f64::EPSILON / 2.0;
        match (self.mined.is_zero(), self.free.is_zero()) {
            (true, _) => 0.0,
            (_, true) => 1.0,
            _ => self.mined.over(self.mined.plus(self.free)).clamp(LEAST, MOST),
        }
    }
}

impl Analysis {
    /// None if the position has no legal assignment.
    pub fn of(position: &Position, means: Means<'_>) -> Result<Option<Self>, Stopped> {
        // Marginals need circuits; only totals are counted on trees as such.
        let means = Means { method: Method::Circuit, ..means };
        let Some(parts) = Parts::of(position, means)? else { return Ok(None) };
        let exact = (0..=parts.components.len()).map(|_| OnceLock::new()).collect();
        let mut new = Self {
            probabilities: vec![0.0; position.board().cells()],
            safe: parts.system.safe.clone(),
            mined: parts.system.mined.clone(),
            places: OnceLock::new(),
            exact,
            parts,
        };
        let possible = match new.parts.mines_left {
            Some(mines) => new.weigh_with(mines, means.meter)?,
            None => {
                new.weigh_all(means.meter)?;
                true
            }
        };
        new.mined.iter().for_each(|&cell| new.probabilities[cell as usize] = 1.0);
        new.safe.sort_unstable();
        new.mined.sort_unstable();
        Ok(possible.then_some(new))
    }

    fn weigh_all(&mut self, meter: &Meter<'_>) -> Result<(), Stopped> {
        for i in 0..self.parts.components.len() {
            let part = self.compiled(i);
            let grading = Ungraded::new(&part.circuit);
            let evaluation = Evaluation::new(&Approximate, &part, &grading, meter)?;
            self.weigh_component(&part, &evaluation.marginals(&[Scaled::ONE], meter)?);
        }
        self.weigh_settled();
        for &cell in &self.parts.system.loose {
            self.probabilities[cell as usize] = 0.5;
        }
        Ok(())
    }

    /// Whether the mines fit at all.
    fn weigh_with(&mut self, mines: i64, meter: &Meter<'_>) -> Result<bool, Stopped> {
        let components: Vec<_> =
            (0..self.parts.components.len()).map(|i| self.compiled(i)).collect();
        let gradings: Vec<Graded> =
            components.iter().map(|part| Graded::new(part, meter)).collect::<Result<_, _>>()?;
        let evaluations: Vec<_> = components
            .iter()
            .zip(&gradings)
            .map(|(part, grading)| Evaluation::new(&Approximate, part, grading, meter))
            .collect::<Result<_, _>>()?;
        let polynomials: Vec<_> = evaluations.iter().map(Evaluation::polynomial).collect();
        let combination =
            Combination::new(&Approximate, &polynomials, self.parts.loose(), mines, meter)?;
        if combination.total().is_zero() {
            return Ok(false);
        }
        for (i, evaluation) in evaluations.iter().enumerate() {
            let seed = combination.seed(&Approximate, i);
            self.weigh_component(&components[i], &evaluation.marginals(&seed, meter)?);
        }
        self.weigh_settled();
        if let Some([mined, free]) = combination.loose(&Approximate) {
            let loose = std::mem::take(&mut self.parts.system.loose);
            self.weigh(&loose, Odds { mined, free });
            self.parts.system.loose = loose;
        }
        Ok(true)
    }

    fn compiled(&self, i: usize) -> Arc<Compiled> {
        match &self.parts.components[i] {
            Part::Circuit(compiled) => Arc::clone(compiled),
            Part::Tree(_) => unreachable!("an analysis compiles every component"),
        }
    }

    fn weigh_component(&mut self, part: &Compiled, marginals: &ByClass<Scaled>) {
        let component = &part.component;
        for class in 0..component.classes() {
            let odds = Odds::of_class(component.size(class), marginals.get(class));
            self.weigh(component.cells.get(class), odds);
        }
    }

    fn weigh_settled(&mut self) {
        for settled in &self.parts.system.settled {
            let probability = f64::from(settled.mines) / settled.cells.len() as f64;
            settled.cells.iter().for_each(|&cell| self.probabilities[cell as usize] = probability);
        }
    }

    fn weigh(&mut self, cells: &[Cell], odds: Odds) {
        let probability = odds.probability();
        if probability == 0.0 {
            self.safe.extend_from_slice(cells);
        } else if probability == 1.0 {
            self.mined.extend_from_slice(cells);
        }
        cells.iter().for_each(|&cell| self.probabilities[cell as usize] = probability);
    }

    /// How likely each cell is to be mined.
    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities
    }

    /// Unopened cells that are free in every legal assignment, ascending.
    pub fn safe(&self) -> &[Cell] {
        &self.safe
    }

    /// Cells that are mined in every legal assignment, ascending.
    pub fn mined(&self) -> &[Cell] {
        &self.mined
    }

    /// The number of legal assignments.
    pub fn count(&self, meter: &Meter<'_>) -> Result<BigUint, Stopped> {
        self.parts.count(meter)
    }

    /// How likely the cell is to be mined: numerator and denominator, not in lowest terms.
    pub fn probability(
        &self,
        cell: Cell,
        meter: &Meter<'_>,
    ) -> Result<(BigUint, BigUint), Stopped> {
        let plain = |n: u32, d: usize| (BigUint::from(n), BigUint::from(d));
        Ok(match self.places()[cell as usize] {
            Place::Free => plain(0, 1),
            Place::Mined => plain(1, 1),
            Place::Settled { index } => {
                let settled = &self.parts.system.settled[index as usize];
                plain(settled.mines, settled.cells.len())
            }
            Place::Loose if self.parts.mines_left.is_none() => plain(1, 2),
            Place::Loose => {
                let exact = self.exact(self.parts.components.len(), meter)?;
                (exact.mined[0].clone(), exact.total.clone())
            }
            Place::Class { component, class } => {
                let exact = self.exact(component as usize, meter)?;
                let size = self.compiled(component as usize).component.size(class as usize);
                (exact.mined[class as usize].clone(), &exact.total * size)
            }
        })
    }

    fn places(&self) -> &[Place] {
        self.places.get_or_init(|| {
            let mut places = vec![Place::Free; self.probabilities.len()];
            let system = &self.parts.system;
            system.mined.iter().for_each(|&cell| places[cell as usize] = Place::Mined);
            system.loose.iter().for_each(|&cell| places[cell as usize] = Place::Loose);
            for (index, settled) in (0..).zip(&system.settled) {
                let place = Place::Settled { index };
                settled.cells.iter().for_each(|&cell| places[cell as usize] = place);
            }
            for component in 0..self.parts.components.len() as u32 {
                let part = self.compiled(component as usize);
                for (class, cells) in (0..).zip(part.component.cells.iter()) {
                    let place = Place::Class { component, class };
                    cells.iter().for_each(|&cell| places[cell as usize] = place);
                }
            }
            places
        })
    }

    fn exact(&self, i: usize, meter: &Meter<'_>) -> Result<&Exact, Stopped> {
        if self.exact[i].get().is_none() {
            let new = match self.parts.mines_left {
                Some(mines) => self.exactly_with(i, mines, meter)?,
                None => self.exactly_alone(i, meter)?,
            };
            // Another thread may have been first; its result is the same.
            let _ = self.exact[i].set(new);
        }
        Ok(self.exact[i].get().expect("set above"))
    }

    fn exactly_alone(&self, i: usize, meter: &Meter<'_>) -> Result<Exact, Stopped> {
        let part = &*self.compiled(i);
        let grading = Ungraded::new(&part.circuit);
        let rough = Evaluation::new(&Approximate, part, &grading, meter)?.total()[0];
        let bits = rough.bits() + bits_of_largest_class(part);
        let mut values = exactly(bits, meter, |residues, meter| {
            let evaluation = Evaluation::new(residues, part, &grading, meter)?;
            let marginals = evaluation.marginals(&[residues.one()], meter)?;
            let mut values = mined_by_class(residues, part, &marginals);
            values.push(evaluation.total()[0]);
            Ok(values)
        })?;
        let total = values.pop().unwrap_or_default();
        Ok(Exact { total, mined: values })
    }

    /// For a component, or for the loose cells if `i` is past the last.
    fn exactly_with(&self, i: usize, mines: i64, meter: &Meter<'_>) -> Result<Exact, Stopped> {
        let loose = self.parts.loose();
        let rough = self.parts.polynomials(&Approximate, meter)?;
        let rough = Combination::new(&Approximate, &rough, loose, mines, meter)?.total();
        let part = (i < self.parts.components.len()).then(|| self.compiled(i));
        let bits = rough.bits() + part.as_ref().map_or(0, |part| bits_of_largest_class(part));
        let mut values = exactly(bits, meter, |residues, meter| {
            let polynomials = self.parts.polynomials(residues, meter)?;
            let combination = Combination::new(residues, &polynomials, loose, mines, meter)?;
            let mut values = match &part {
                Some(part) => {
                    let grading = Graded::new(part, meter)?;
                    let evaluation = Evaluation::new(residues, part, &grading, meter)?;
                    let seed = combination.seed(residues, i);
                    mined_by_class(residues, part, &evaluation.marginals(&seed, meter)?)
                }
                None => combination.loose(residues).map_or(vec![], |[mined, _]| vec![mined]),
            };
            values.push(combination.total());
            Ok(values)
        })?;
        let total = values.pop().unwrap_or_default();
        Ok(Exact { total, mined: values })
    }
}

fn bits_of_largest_class(part: &Compiled) -> u64 {
    let largest = part.component.cells.iter().map(<[u32]>::len).max().unwrap_or(1);
    u64::from(usize::BITS - largest.leading_zeros())
}

fn mined_by_class<A: Algebra>(
    algebra: &A,
    part: &Compiled,
    marginals: &ByClass<A::Value>,
) -> Vec<A::Value> {
    let mined = |class: usize| {
        let ways = (0..).zip(marginals.get(class));
        ways.fold(algebra.zero(), |sum, (mines, &ways)| {
            algebra.add(sum, algebra.mul(algebra.small(mines), ways))
        })
    };
    (0..part.component.classes()).map(mined).collect()
}
