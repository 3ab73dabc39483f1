//! Answer: what is true of each cell, counted where that can be done, else deduced.
//!
//! Where counting is too wide, a solver still finds every safe and every mined cell, and whether there
//! is a legal assignment at all; only the probabilities of the other cells are then estimates. Either
//! way has the whole budget of states, and both share one watch.

use num_bigint::BigUint;

use crate::base::{Meter, Stopped};
use crate::board::Cell;
use crate::count::analysis::{self, Counted};
use crate::count::rest::Rest;
use crate::count::{Density, Resources};
use crate::position::Position;
use crate::sat::{Certain, Constraints, Prior, estimate};
use crate::system::Failure;

/// What is true of each cell over all legal assignments, each equally likely.
///
/// Safe and mined cells are always exact. Where counting is too wide for the budget, they are deduced,
/// and the probabilities of all other cells are estimates.
pub struct Analysis(Found);

enum Found {
    Counted(Box<Counted>),
    Deduced(Deduced),
}

struct Deduced {
    probabilities: Vec<f64>,
    safe: Vec<Cell>,
    mined: Vec<Cell>,
    /// Why it was not counted.
    stopped: Stopped,
}

/// States within which counting is tried before a solver is asked.
const TRIAL: usize = 1 << 20;
/// Turns of the solver before counting gets the whole budget.
const TURNS: usize = 1 << 18;
/// Boards with more cells are counted at once: what they take is their size, not their width.
const LARGE: usize = 1 << 12;

/// Whether the position has a legal assignment. Mostly either counting or the solver is quick, and nobody
/// knows which: each gets a turn before the other gets the whole budget.
pub fn is_consistent(position: &Position, resources: Resources<'_>) -> Result<bool, Stopped> {
    let meter = resources.meter;
    let by_counting = |meter: &Meter<'_>| {
        let resources = Resources { meter, ..resources };
        Stopped::unless_too_wide(analysis::is_consistent(position, resources))
    };
    let by_solver = |turns: usize| {
        let rest = Failure::or_contradiction(Rest::of(position, &meter.renew()))?;
        rest.map_or(Ok(Some(false)), |rest| rest.is_consistent_within(turns, &meter.renew()))
    };
    if position.board().cells() <= LARGE {
        if let Some(known) = by_counting(&meter.limit(TRIAL))? {
            return Ok(known);
        }
        if let Some(known) = Stopped::unless_too_wide(by_solver(TURNS))?.flatten() {
            return Ok(known);
        }
    }
    match by_counting(meter)? {
        Some(known) => Ok(known),
        None => by_solver(usize::MAX)?.ok_or_else(|| meter.too_wide()),
    }
}

impl Analysis {
    pub(crate) fn of(position: &Position, resources: Resources<'_>) -> Result<Self, Failure> {
        match Counted::of(position, resources) {
            Err(Failure::Stopped(stopped @ Stopped::TooWide { .. })) => {
                let prior = Prior::Same(1.0);
                let deduced = Deduced::of(position, prior, stopped, &resources.meter.renew())?;
                Ok(Self(Found::Deduced(deduced)))
            }
            known => Ok(Self(Found::Counted(Box::new(known?)))),
        }
    }

    /// If before anything was known each cell was mined with this probability. The number of mines of
    /// the position is ignored.
    pub(crate) fn under(
        position: &Position,
        density: Density,
        resources: Resources<'_>,
    ) -> Result<Self, Failure> {
        let prior = Prior::Same(density.odds());
        match Counted::under(position, density, resources) {
            Err(Failure::Stopped(stopped @ Stopped::TooWide { .. })) => {
                let position = position.clone().without_mines();
                let deduced = Deduced::of(&position, prior, stopped, &resources.meter.renew())?;
                Ok(Self(Found::Deduced(deduced)))
            }
            known => Ok(Self(Found::Counted(Box::new(known?)))),
        }
    }

    /// The same with a probability per cell, where counting stopped because it was too wide.
    pub(crate) fn deduced_under(
        position: &Position,
        densities: &[Density],
        stopped: Stopped,
        meter: &Meter<'_>,
    ) -> Result<Self, Failure> {
        let odds: Vec<f64> = densities.iter().map(Density::odds).collect();
        let position = position.clone().without_mines();
        let deduced = Deduced::of(&position, Prior::Each(&odds), stopped, meter)?;
        Ok(Self(Found::Deduced(deduced)))
    }

    /// Whether the probabilities are those of counting; if not, they are estimates.
    pub fn is_exact(&self) -> bool {
        matches!(self.0, Found::Counted(_))
    }

    /// How likely each cell is to be mined: exactly 0 and 1 only where that is certain.
    pub fn probabilities(&self) -> &[f64] {
        match &self.0 {
            Found::Counted(counted) => counted.probabilities(),
            Found::Deduced(deduced) => &deduced.probabilities,
        }
    }

    /// Unopened cells that are free in every legal assignment, ascending.
    pub fn safe(&self) -> &[Cell] {
        match &self.0 {
            Found::Counted(counted) => counted.safe(),
            Found::Deduced(deduced) => &deduced.safe,
        }
    }

    /// Cells that are mined in every legal assignment, ascending.
    pub fn mined(&self) -> &[Cell] {
        match &self.0 {
            Found::Counted(counted) => counted.mined(),
            Found::Deduced(deduced) => &deduced.mined,
        }
    }

    /// The number of legal assignments: exact, or too wide.
    pub(crate) fn total(&self, meter: &Meter<'_>) -> Result<BigUint, Stopped> {
        match &self.0 {
            Found::Counted(counted) => counted.total(meter),
            Found::Deduced(deduced) => Err(deduced.stopped),
        }
    }

    /// How likely the cell is to be mined: numerator and denominator, not in lowest terms.
    pub(crate) fn fraction(
        &self,
        cell: Cell,
        meter: &Meter<'_>,
    ) -> Result<(BigUint, BigUint), Stopped> {
        match &self.0 {
            Found::Counted(counted) => counted.fraction(cell, meter),
            Found::Deduced(deduced) => Ok(deduced.fraction(cell)),
        }
    }
}

/// Estimates are told in parts of this.
const PARTS: u32 = 1_000_000;

impl Deduced {
    /// With the odds of a mine before anything is known, unless the number of mines is known.
    fn of(
        position: &Position,
        prior: Prior<'_>,
        stopped: Stopped,
        meter: &Meter<'_>,
    ) -> Result<Self, Failure> {
        let found = Rest::of(position, meter)?.certain(meter)?;
        let cells = position.board().cells();
        let mut probabilities = estimate(&Constraints::of(position), &found, prior, cells, meter)?;
        let Certain { safe, mined } = found;
        mined.iter().for_each(|&cell| probabilities[cell as usize] = 1.0);
        Ok(Self { probabilities, safe, mined, stopped })
    }

    fn fraction(&self, cell: Cell) -> (BigUint, BigUint) {
        let parts = (self.probabilities[cell as usize] * f64::from(PARTS)).round() as u32;
        (BigUint::from(parts), BigUint::from(PARTS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, Random};
    use crate::board::Board;
    use crate::count::Method;
    use crate::position::Label;
    use crate::sat;

    /// A random graph with labels that are true of some mines, or now and then of none.
    fn world(random: &mut Random) -> Position {
        let cells = 2 + random.below(14);
        let pairs = (0..cells as i64).flat_map(|u| (0..u).map(move |v| (u, v)));
        let edges: Vec<_> = pairs.filter(|_| random.below(cells) < 4).collect();
        let board = Board::new(cells as usize, edges.into_iter()).unwrap();
        let mined: Vec<bool> = (0..cells).map(|_| random.below(3) == 0).collect();
        let lies = random.below(4) == 0;
        let label = |cell: Cell| {
            let near = board.neighbours(cell).iter().filter(|&&n| mined[n as usize]).count() as u32;
            match (mined[cell as usize], random.below(7)) {
                (_, 0) if lies => Label::Number(random.below(4) as u32),
                (true, 1) => Label::Mined,
                (false, 1) => Label::Free,
                (false, 2..) => Label::Number(near),
                _ => Label::Covered,
            }
        };
        let labels = (0..cells as Cell).map(label).collect();
        let mines = mined.iter().filter(|&&mined| mined).count() as i64;
        let mines = [None, Some(mines)][random.below(2) as usize];
        Position::new(board, labels, mines).unwrap()
    }

    #[test]
    fn what_is_deduced_is_what_is_counted() {
        let mut random = Random::new(5);
        let meter = Meter::unwatched(Budget::default());
        let resources = Resources { cache: None, method: Method::Auto, meter: &meter };
        let (mut off, mut cells) = (0.0, 0);
        for _ in 0..3000 {
            let position = world(&mut random);
            let counted = Counted::of(&position, resources);
            let deduced = Deduced::of(&position, Prior::Same(1.0), meter.too_wide(), &meter);
            let constraints = Constraints::of(&position);
            let consistent = sat::is_consistent_within(usize::MAX, &constraints, &meter);
            assert_eq!(consistent, Ok(Some(counted.is_ok())));
            let (counted, deduced) = match (counted, deduced) {
                (Ok(counted), Ok(deduced)) => (counted, deduced),
                (counted, deduced) => {
                    assert_eq!((counted.is_err(), deduced.is_err()), (true, true));
                    continue;
                }
            };
            assert_eq!((&deduced.safe[..], &deduced.mined[..]), (counted.safe(), counted.mined()));
            for (&estimate, &exact) in deduced.probabilities.iter().zip(counted.probabilities()) {
                assert_eq!(estimate == 0.0 || estimate == 1.0, exact == 0.0 || exact == 1.0);
                off += (estimate - exact).abs();
                cells += usize::from(exact != 0.0 && exact != 1.0);
            }
        }
        assert!(cells > 1000);
        assert!(off / (cells as f64) < 0.05, "estimates are off by {}", off / cells as f64);
    }
}
