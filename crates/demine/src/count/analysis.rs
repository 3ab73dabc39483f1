//! Analysis: the answers about a position.
//!
//! Components are counted apart and multiplied; loose cells and settled classes have closed
//! forms; a known number of mines ties them together (see [`combination`](crate::number::combination)).

use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;

use crate::base::{Meter, Stopped, get_or_make};
use crate::board::Cell;
use crate::circuit::Compiled;
use crate::circuit::Odds;
use crate::circuit::{AnyMines, ByClass, ByMines, Evaluation};
use crate::count::density::Density;
use crate::count::dossier::{Dossier, Method, Way};
use crate::count::inversion::{self, Inversion};
use crate::count::split::{Resources, Split};
use crate::number::Scaled;
use crate::number::by_residues;
use crate::number::{Algebra, Approximate, CircleAlgebra, Truth};
use crate::number::{ApproximateTotal, Combination, Scale};
use crate::position::Position;
use crate::system::{Component, Failure, Settled};

/// Whether the position has a legal assignment.
pub fn is_consistent(position: &Position, resources: Resources<'_>) -> Result<bool, Stopped> {
    let meter = resources.meter;
    let answer = ask(position, resources, |split| match split.mines_left {
        None => split.has_solution(meter),
        Some(mines) if split.is_large() && inversion::surely_fits(split, mines, meter)? => Ok(true),
        Some(mines) => {
            let polynomials = split.polynomials(&Truth, meter)?;
            let scale = Scale::Relative;
            Ok(Combination::new(&Truth, &polynomials, split.loose(), scale, mines, meter)?.total())
        }
    });
    Ok(answer?.unwrap_or(false))
}

/// The number of legal assignments.
pub fn count(position: &Position, resources: Resources<'_>) -> Result<BigUint, Stopped> {
    Ok(ask(position, resources, |split| split.count(resources.meter))?.unwrap_or(BigUint::ZERO))
}

/// The coefficients of P(G), one per number of mines from 0 to the number of cells. The number of
/// mines of the position is ignored.
pub fn counts_by_mines(
    position: &Position,
    resources: Resources<'_>,
) -> Result<Vec<BigUint>, Stopped> {
    let counts = ask(position, resources, |split| split.counts_by_mines(resources.meter))?;
    Ok(counts.unwrap_or_else(|| vec![BigUint::ZERO; position.board().cells() + 1]))
}

/// None if a component of the position has no solution.
fn ask<T>(
    position: &Position,
    resources: Resources<'_>,
    question: impl FnOnce(&Split) -> Result<T, Stopped>,
) -> Result<Option<T>, Stopped> {
    let Some(split) = Split::of(position, resources)? else { return Ok(None) };
    let answer = question(&split)?;
    split.remember(resources);
    Ok(Some(answer))
}

/// Marginals need circuits; only totals are counted on trees as such.
fn by_circuits(resources: Resources<'_>) -> Resources<'_> {
    Resources { method: Method::Circuit, ..resources }
}

/// What is true of each cell over all legal assignments, each equally likely: counted, never estimated.
pub struct Counted {
    /// Without the certain cells.
    split: Split,
    probabilities: Vec<f64>,
    safe: Vec<Cell>,
    mined: Vec<Cell>,
    /// The legal assignments without settled classes, if their number of mines is known.
    with_mines: Option<ApproximateTotal>,
    /// How likely each cell is to be mined before anything is known, instead of a number of mines.
    density: Option<Density>,
    places: OnceLock<Vec<Place>>,
    /// For each component, and for the loose cells last.
    exact: OnceLock<Vec<OnceLock<Exact>>>,
}

/// Legal assignments, and those in which the cells of each class are mined, added up over its cells;
/// both without a common factor, which cancels in every fraction.
struct Exact {
    total: BigUint,
    mined: Vec<BigUint>,
}

impl Exact {
    /// From the mined ones of each class, and the total last.
    fn of(mut values: Vec<BigUint>) -> Self {
        let total = values.pop().unwrap_or_default();
        Self { total, mined: values }
    }
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
    pub(crate) fn of(position: &Position, resources: Resources<'_>) -> Result<Self, Failure> {
        Self::new(position, None, resources)
    }

    /// If before anything was known each cell was mined with this probability. The number of mines of
    /// the position is ignored.
    pub(crate) fn under(
        position: &Position,
        density: Density,
        resources: Resources<'_>,
    ) -> Result<Self, Failure> {
        Self::new(position, Some(density), resources)
    }

    fn new(
        position: &Position,
        density: Option<Density>,
        resources: Resources<'_>,
    ) -> Result<Self, Failure> {
        let mut split =
            Split::of(position, by_circuits(resources))?.ok_or(Failure::Contradiction)?;
        if density.is_some() {
            split.mines_left = None;
        }
        let new = Self::of_split(split, density, resources)?;
        new.split.remember(resources);
        Ok(new)
    }

    /// Of a position that says more than this one's, at the cost of what is new. Unlike `of` it leaves
    /// the cache's earlier positions as they are.
    pub(crate) fn after(
        &self,
        position: &Position,
        resources: Resources<'_>,
    ) -> Result<Self, Failure> {
        let split = self.split.after(position, by_circuits(resources))?;
        let split = split.ok_or(Failure::Contradiction)?;
        Self::of_split(split, None, resources)
    }

    fn of_split(
        mut split: Split,
        density: Option<Density>,
        resources: Resources<'_>,
    ) -> Result<Self, Failure> {
        let mut new = Self {
            probabilities: vec![0.0; split.board_cells()],
            safe: std::mem::take(&mut split.safe),
            mined: std::mem::take(&mut split.mined),
            with_mines: None,
            density,
            places: OnceLock::new(),
            exact: OnceLock::new(),
            split,
        };
        let possible = match new.split.mines_left {
            _ if new.density.is_some() => {
                new.weigh_by_density(resources.meter)?;
                true
            }
            Some(mines) => new.weigh_with(mines, resources)?,
            None => {
                new.weigh_all(resources.meter)?;
                true
            }
        };
        new.mined.iter().for_each(|&cell| new.probabilities[cell as usize] = 1.0);
        for cells in [&mut new.safe, &mut new.mined] {
            // A few sorted runs, which this sort knows to merge; most often a single one.
            if !cells.is_sorted() {
                cells.sort();
            }
        }
        possible.then_some(new).ok_or(Failure::Contradiction)
    }

    fn weigh_all(&mut self, meter: &Meter<'_>) -> Result<(), Stopped> {
        self.split.ask_each(meter, |c, meter| c.dossier.probabilities_alone(meter).map(drop))?;
        for i in 0..self.split.components.len() {
            let dossier = Arc::clone(&self.split.components[i].dossier);
            let probabilities = dossier.probabilities_alone(meter)?.iter().copied();
            self.weigh_component(dossier.component(), probabilities);
        }
        self.weigh_settled();
        self.split.loose_cells().iter().for_each(|&c| self.probabilities[c as usize] = 0.5);
        Ok(())
    }

    fn weigh_by_density(&mut self, meter: &Meter<'_>) -> Result<(), Stopped> {
        let Some(density) = self.density.clone() else { return Ok(()) };
        let [mined, free] = density.weights(&Approximate);
        let tilt = CircleAlgebra::new(mined.divide(free), []);
        let found = self.split.ask_each(meter, |c, meter| c.dossier.waves(&tilt, meter))?;
        self.weigh_components(found.into_iter().map(|part| part.tilted).collect());
        self.weigh_settled();
        let probability = Odds { mined, free }.probability();
        self.split.loose_cells().iter().for_each(|&c| self.probabilities[c as usize] = probability);
        Ok(())
    }

    /// Whether the mines fit at all.
    fn weigh_with(&mut self, mines: i64, resources: Resources<'_>) -> Result<bool, Stopped> {
        let meter = resources.meter;
        if resources.method == Method::Auto
            && inversion::pays(&self.split)
            && let Some(found) = Inversion::of(&self.split, mines, meter)?
        {
            self.weigh_inverted(found);
            return Ok(true);
        }
        self.split.ask_each(meter, |c, meter| c.dossier.circuit_polynomial(meter).map(drop))?;
        let parts = self.split.components.iter().map(|c| c.dossier.circuit_polynomial(meter));
        let parts: Vec<_> = parts.collect::<Result<_, _>>()?;
        let (loose, scale) = (self.split.loose(), Scale::Relative);
        let combination = Combination::new(&Approximate, &parts, loose, scale, mines, meter)?;
        if combination.total().is_zero() {
            return Ok(false);
        }
        self.with_mines = Some(combination.approximate_total());
        for i in 0..self.split.components.len() {
            let dossier = Arc::clone(&self.split.components[i].dossier);
            let seed = combination.seed(&Approximate, i);
            self.weigh_component(dossier.component(), dossier.probabilities(&seed, meter)?);
        }
        self.weigh_settled();
        if let Some([mined, free]) = combination.loose(&Approximate) {
            let scan = Arc::clone(self.split.scan());
            self.weigh(&scan.sorted().loose, Odds { mined, free }.probability());
        }
        Ok(true)
    }

    fn weigh_inverted(&mut self, found: Inversion) {
        self.weigh_components(found.classes);
        self.weigh_settled();
        if let Some(probability) = found.loose {
            let scan = Arc::clone(self.split.scan());
            self.weigh(&scan.sorted().loose, probability);
        }
        self.with_mines = Some(ApproximateTotal::Ln(found.ln_total));
    }

    /// The dossier of a component, which an analysis has compiled.
    fn dossier(&self, i: usize) -> &Dossier {
        &self.split.components[i].dossier
    }

    /// By what is found of the classes of each.
    fn weigh_components(&mut self, found: Vec<Vec<f64>>) {
        for (i, probabilities) in found.into_iter().enumerate() {
            let dossier = Arc::clone(&self.split.components[i].dossier);
            self.weigh_component(dossier.component(), probabilities.into_iter());
        }
    }

    fn weigh_component(&mut self, component: &Component, probabilities: impl Iterator<Item = f64>) {
        for (cells, probability) in component.cells.iter().zip(probabilities) {
            self.weigh(cells, probability);
        }
    }

    fn weigh_settled(&mut self) {
        for settled in self.split.settled_unordered() {
            let probability = f64::from(settled.mines) / settled.cells.len() as f64;
            settled.cells.iter().for_each(|&cell| self.probabilities[cell as usize] = probability);
        }
    }

    fn weigh(&mut self, cells: &[Cell], probability: f64) {
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

    /// The number of legal assignments, roughly: to compare positions of one board.
    pub(crate) fn rough_count(&self, meter: &Meter<'_>) -> Result<Scaled, Stopped> {
        match self.with_mines {
            // Without polynomials, which may be too wide where the analysis was not.
            Some(ApproximateTotal::Ln(_)) => Ok(Scaled::of_ln(self.ln_count(meter)?)),
            _ => self.split.rough_count(meter),
        }
    }

    /// The number of legal assignments.
    pub(crate) fn total(&self, meter: &Meter<'_>) -> Result<BigUint, Stopped> {
        self.split.count(meter)
    }

    /// The natural logarithm of the number of legal assignments, rounded.
    pub(crate) fn ln_count(&self, meter: &Meter<'_>) -> Result<f64, Stopped> {
        let alone = match &self.with_mines {
            Some(total) => total.ln(),
            None => self.split.ln_count_all(meter)?,
        };
        Ok(alone + self.split.settled().into_iter().map(Settled::ln_ways).sum::<f64>())
    }

    /// How likely the cell is to be mined: numerator and denominator, not in lowest terms.
    pub(crate) fn fraction(
        &self,
        cell: Cell,
        meter: &Meter<'_>,
    ) -> Result<(BigUint, BigUint), Stopped> {
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
                let size = self.dossier(component as usize).component().size(class as usize);
                (exact.mined[class as usize].clone(), &exact.total * size)
            }
        })
    }

    fn places(&self) -> &[Place] {
        self.places.get_or_init(|| {
            let mut places = vec![Place::Free; self.probabilities.len()];
            self.mined.iter().for_each(|&cell| places[cell as usize] = Place::Mined);
            self.split.loose_cells().iter().for_each(|&cell| places[cell as usize] = Place::Loose);
            for settled in self.split.settled() {
                let place =
                    Place::Settled { mines: settled.mines, cells: settled.cells.len() as u32 };
                settled.cells.iter().for_each(|&cell| places[cell as usize] = place);
            }
            for component in 0..self.split.components.len() as u32 {
                let dossier = self.dossier(component as usize);
                for (class, cells) in (0..).zip(dossier.component().cells.iter()) {
                    let place = Place::Class { component, class };
                    cells.iter().for_each(|&cell| places[cell as usize] = place);
                }
            }
            places
        })
    }

    fn exact(&self, i: usize, meter: &Meter<'_>) -> Result<&Exact, Stopped> {
        let all = || (0..=self.split.components.len()).map(|_| OnceLock::new()).collect();
        get_or_make(&self.exact.get_or_init(all)[i], || {
            match (&self.density, self.split.mines_left) {
                (Some(density), _) => self.exact_by(density, i, meter),
                (None, Some(mines)) => self.exact_with(i, mines, meter),
                (None, None) => self.exact_alone(i, meter),
            }
        })
    }

    fn exact_alone(&self, i: usize, meter: &Meter<'_>) -> Result<Exact, Stopped> {
        let compiled = self.dossier(i).circuit();
        let grading = AnyMines::new(&compiled.circuit);
        let rough = Evaluation::new(&Approximate, compiled, &grading, meter)?.total()[0];
        let bits = rough.bits() + bits_of_largest_class(compiled);
        let values = by_residues(bits, meter, |residues, meter| {
            let evaluation = Evaluation::new(residues, compiled, &grading, meter)?;
            let marginals = evaluation.marginals(&[residues.one()], meter)?;
            let mut values = mined_by_class(residues, compiled, &marginals);
            values.push(evaluation.total()[0]);
            Ok(values)
        })?;
        Ok(Exact::of(values))
    }

    fn exact_by(&self, density: &Density, i: usize, meter: &Meter<'_>) -> Result<Exact, Stopped> {
        let compiled = self.dossier(i).circuit();
        let rough = self.dossier(i).rough_polynomial(Way::Circuit, meter)?.coefficients;
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
    fn exact_with(&self, i: usize, mines: i64, meter: &Meter<'_>) -> Result<Exact, Stopped> {
        let loose = self.split.loose();
        let rough = self.split.rough_polynomials(meter)?;
        let rough = Combination::new(&Approximate, &rough, loose, Scale::Relative, mines, meter)?;
        let (scale, bits) = rough.shorter();
        let compiled = (i < self.split.components.len()).then(|| self.dossier(i).circuit());
        let bits = bits + compiled.map_or(0, bits_of_largest_class);
        self.split.prepare_for(bits, meter)?;
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
