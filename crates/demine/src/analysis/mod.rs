//! Analysis: how likely each cell is to be mined, counted where that is possible, else deduced.
//!
//! Where counting is too wide, a solver still finds every safe and every mined cell, and whether
//! there is a legal assignment at all. Only the probabilities of the other cells are then estimates.
//! Counting and the solver each get the whole budget of states. Counting, the solver and estimates each
//! get a share of the seconds, so that estimates always come.

mod certain;
mod consistency;
mod deduced;
mod knowledge;
mod many;
mod patches;
mod weight;
mod weighted;

pub(crate) use consistency::{Oracle, ask_in_turn, is_consistent, is_consistent_at_a_glance};
pub(crate) use knowledge::Knowledge;
pub(crate) use many::analyze as analyze_many;
pub use many::{Columns, Verdict};
pub(crate) use weight::{probabilities_given, weights};

use std::borrow::Cow;
use std::sync::Arc;

use num_bigint::BigUint;

use crate::analysis::deduced::{Deduced, Solved};
use crate::analysis::weighted::WeightedCount;
use crate::base::{Meter, Result, Stopped};
use crate::board::Cell;
use crate::count::{Counted, Density, Marginals, Reduced, Weights, Work};
use crate::position::Position;
use crate::system::Failure;

/// The share of the seconds for counting; the rest is for the solver and for estimates.
const COUNTING_SHARE: f64 = 0.6;

/// How likely each cell is to be mined over all legal assignments of a position.
///
/// Safe and mined cells are always exact. Where counting is too wide for the budget, a solver deduces
/// them, and the probabilities of all other cells are estimates.
pub struct Analysis(Source);

enum Source {
    Counted(Box<Counted>),
    Weighted(WeightedCount),
    Deduced(Deduced),
}

impl Analysis {
    pub(crate) fn of(position: &Position, work: Work<'_>) -> Result<Self, Failure> {
        Self::with(position, Weights::Equal, work)
    }

    /// If all solutions of the numbers that leave room for the other mines are equally likely.
    pub(crate) fn evenly(position: &Position, work: Work<'_>) -> Result<Self, Failure> {
        Self::with(position, Weights::Even, work)
    }

    /// If each cell was mined with this probability before any number was seen. The number of mines
    /// of the position is ignored.
    pub(crate) fn under(
        position: &Position,
        density: Density,
        work: Work<'_>,
    ) -> Result<Self, Failure> {
        Self::with(&position.clone().without_mines(), Weights::Density(density), work)
    }

    fn with(position: &Position, weights: Weights, work: Work<'_>) -> Result<Self, Failure> {
        // Later on, an estimate comes even if the time is over.
        work.meter.look()?;
        Self::of_reduced(position, Reduced::of(position, work)?, None, weights, work)
    }

    /// With what the solver knows already, if it was asked.
    fn of_reduced(
        position: &Position,
        reduced: Arc<Reduced>,
        solved: Option<Solved>,
        weights: Weights,
        work: Work<'_>,
    ) -> Result<Self, Failure> {
        let odds = match &weights {
            Weights::Density(density) => density.odds(),
            Weights::Equal | Weights::Even => 1.0,
        };
        let meter = work.meter.hurry(COUNTING_SHARE);
        let mines = position.mines();
        let counted = Counted::of_reduced(reduced.clone(), mines, weights, work.with(&meter));
        let counted = counted.map(|counted| Source::Counted(Box::new(counted)));
        Self::or_deduced(counted, work.meter, |stopped| {
            let meter = work.meter.renew();
            let solved = match solved {
                Some(solved) => solved,
                None => Solved::of(position, &reduced, &meter)?,
            };
            Deduced::of(solved, &reduced, &|_| odds, stopped, &meter)
        })
    }

    /// The same with a probability per cell.
    pub(crate) fn under_each(
        position: &Position,
        densities: &[Density],
        meter: &Meter,
    ) -> Result<Self, Failure> {
        let counting = meter.hurry(COUNTING_SHARE);
        let counted = WeightedCount::of(position, densities, &counting).map(Source::Weighted);
        Self::or_deduced(counted, meter, |stopped| {
            let odds = |cell: Cell| densities[cell as usize].odds();
            let (position, meter) = (position.clone().without_mines(), meter.renew());
            let reduced = Reduced::of(&position, Work::new(None, &meter))?;
            let solved = Solved::of(&position, &reduced, &meter)?;
            Deduced::of(solved, &reduced, &odds, stopped, &meter)
        })
    }

    fn or_deduced(
        counted: Result<Source, Failure>,
        meter: &Meter,
        deduce: impl FnOnce(Stopped) -> Result<Deduced, Failure>,
    ) -> Result<Self, Failure> {
        let stopped = match counted {
            Err(Failure::Stopped(stopped @ Stopped::TooWide { .. })) => stopped,
            Err(Failure::Stopped(Stopped::Timeout { .. })) => meter.timeout(),
            known => return known.map(Self),
        };
        Stopped::unless_late(meter.look())?;
        deduce(stopped).map(Source::Deduced).map(Self)
    }

    fn marginals(&self) -> &Marginals {
        match &self.0 {
            Source::Counted(counted) => &counted.marginals,
            Source::Weighted(weighted) => &weighted.marginals,
            Source::Deduced(deduced) => &deduced.marginals,
        }
    }

    /// Whether the probabilities are counted; if not, they are estimates.
    pub fn is_exact(&self) -> bool {
        !matches!(self.0, Source::Deduced(_))
    }

    /// Whether the safe and the mined cells are all that there are; if not, the seconds were over before, and
    /// even whether there is a legal assignment may be open.
    pub fn has_all_certain(&self) -> bool {
        match &self.0 {
            Source::Deduced(deduced) => deduced.all_certain,
            _ => true,
        }
    }

    /// How far each probability may be off; None if they are counted.
    pub fn margins(&self) -> Option<&[f64]> {
        match &self.0 {
            Source::Deduced(deduced) => Some(&deduced.margins),
            _ => None,
        }
    }

    /// The most that each risk may be: the upper end of its interval if it is an estimate. Of two estimates
    /// the surer one is better to rely on.
    pub(crate) fn cautious_risks(&self) -> Cow<'_, [f64]> {
        let Some(margins) = self.margins() else { return Cow::Borrowed(self.probabilities()) };
        self.probabilities().iter().zip(margins).map(|(risk, margin)| risk + margin).collect()
    }

    /// How likely each cell is to be mined: exactly 0 and 1 only where that is certain.
    pub fn probabilities(&self) -> &[f64] {
        &self.marginals().probabilities
    }

    /// Unopened cells that are free in every legal assignment, ascending.
    pub fn safe(&self) -> &[Cell] {
        &self.marginals().certain.safe
    }

    /// Cells that are mined in every legal assignment, ascending.
    pub fn mined(&self) -> &[Cell] {
        &self.marginals().certain.mined
    }

    /// The number of legal assignments: exact, or too wide.
    pub(crate) fn total(&self, meter: &Meter) -> Result<BigUint> {
        match &self.0 {
            Source::Counted(counted) => counted.total(meter),
            Source::Weighted(weighted) => Ok(weighted.count.clone()),
            Source::Deduced(deduced) => Err(deduced.stopped),
        }
    }

    /// How likely the cell is to be mined: numerator and denominator, not in lowest terms.
    pub(crate) fn fraction(&self, cell: Cell, meter: &Meter) -> Result<(BigUint, BigUint)> {
        match &self.0 {
            Source::Counted(counted) => counted.fraction(cell, meter),
            Source::Weighted(weighted) => Ok(weighted.fractions[cell as usize].clone()),
            Source::Deduced(deduced) => Ok(deduced.fraction(cell)),
        }
    }
}
