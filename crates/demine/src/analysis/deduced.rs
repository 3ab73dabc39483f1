//! Deduced: certain cells by the solver, and estimates for all others.

use num_bigint::BigUint;

use crate::analysis::certain::{self, Known};
use crate::base::{Meter, Sort, Stopped};
use crate::board::Cell;
use crate::count::{Marginals, Reduced};
use crate::estimate::{Estimate, estimate, nearly_legal};
use crate::position::Position;
use crate::system::{Certain, Component, Constraints, Contradiction, Failure};

pub struct Deduced {
    pub marginals: Marginals,
    /// How far each estimate may be off; 0 where it is exact.
    pub margins: Vec<f64>,
    /// Whether the certain cells are all that there are.
    pub all_certain: bool,
    /// Why it was not counted.
    pub stopped: Stopped,
}

/// What the solver knows of a reduced position.
pub struct Solved {
    constraints: Constraints,
    known: Known,
}

impl Solved {
    pub fn of(position: &Position, reduced: &Reduced, meter: &Meter) -> Result<Self, Failure> {
        let constraints = reduced_constraints(position, reduced);
        let known = certain::certain(&constraints, &meter.hurry(SOLVING_SHARE))?;
        let mut known = known.ok_or(Contradiction)?;
        known.certain = sorted(known.certain);
        Ok(Self { constraints, known })
    }

    /// The certain cells, those of the reduction included.
    pub fn certain(&self, reduced: &Reduced) -> Certain {
        join(&self.known.certain, reduced.certain())
    }

    /// Whether these are all certain cells; if not, the time was over before.
    pub fn is_complete(&self) -> bool {
        self.known.is_complete
    }
}

/// Estimates are fractions with this denominator.
const ESTIMATE_DENOMINATOR: u32 = 1_000_000;

/// The shares of the seconds, each of those that are left, for the solver and for estimates.
const SOLVING_SHARE: f64 = 0.6;
const ESTIMATING_SHARE: f64 = 0.8;

impl Deduced {
    /// With the odds of a mine before any number was seen, unless the number of mines is known. Estimates
    /// come even if the time is over.
    pub fn of(
        Solved { constraints, known }: Solved,
        reduced: &Reduced,
        odds: &dyn Fn(Cell) -> f64,
        stopped: Stopped,
        meter: &Meter,
    ) -> Result<Self, Failure> {
        let deadline = meter.hurry(ESTIMATING_SHARE).deadline();
        let mut starts = known.assignments;
        if starts.is_empty() {
            starts.extend(Stopped::unless_late(nearly_legal(&constraints, meter))?);
        }
        let (certain, meter) = (known.certain, meter.untimed());
        let found = estimate(&constraints, &certain, odds, &starts, deadline, &meter)?;
        let mut new = Self {
            marginals: Marginals {
                probabilities: vec![0.0; reduced.cells()],
                certain: join(&certain, reduced.certain()),
            },
            margins: vec![0.0; reduced.cells()],
            all_certain: known.is_complete,
            stopped,
        };
        new.fill(reduced, found);
        Ok(new)
    }

    fn fill(&mut self, reduced: &Reduced, found: Vec<(Cell, Estimate)>) {
        let risks = &mut self.marginals.probabilities;
        self.marginals.certain.mined.iter().for_each(|&cell| risks[cell as usize] = 1.0);
        for settled in reduced.settled() {
            let share = f64::from(settled.mines) / settled.cells.len() as f64;
            settled.cells.iter().for_each(|&cell| risks[cell as usize] = share);
        }
        for (cell, Estimate { chance, margin }) in found {
            risks[cell as usize] = chance;
            self.margins[cell as usize] = margin;
        }
    }

    pub fn fraction(&self, cell: Cell) -> (BigUint, BigUint) {
        let probability = self.marginals.probabilities[cell as usize];
        let parts = (probability * f64::from(ESTIMATE_DENOMINATOR)).round() as u32;
        (BigUint::from(parts), BigUint::from(ESTIMATE_DENOMINATOR))
    }
}

fn sorted(mut certain: Certain) -> Certain {
    certain.safe.ascend();
    certain.mined.ascend();
    certain
}

fn join(found: &Certain, reduced: Certain) -> Certain {
    let both = |some: &[Cell], others: &[Cell]| [some, others].concat();
    let safe = both(&found.safe, &reduced.safe);
    sorted(Certain { safe, mined: both(&found.mined, &reduced.mined) })
}

/// The constraints of all components for the solver. It refutes them in milliseconds where the
/// numbers of a dense position, which overlap in most of their cells, took seconds.
pub fn reduced_constraints(position: &Position, reduced: &Reduced) -> Constraints {
    let components: Vec<&Component> = reduced.memos().map(|memo| &*memo.component).collect();
    let mines = position.mines().map(|mines| reduced.mines_left(mines));
    Constraints::of_components(position, &components, &reduced.sorted().loose, mines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, Random};
    use crate::board::Board;
    use crate::count::{Counted, Work};
    use crate::position::Label;

    /// A random graph with labels that are true of some mines, or now and then of none.
    fn random_position(random: &mut Random) -> Position {
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
        let (mut off, mut cells) = (0.0, 0);
        for _ in 0..3000 {
            let position = random_position(&mut random);
            let counted = Counted::of(&position, Work::new(None, &meter));
            let deduced = Reduced::of(&position, Work::new(None, &meter)).and_then(|reduced| {
                let solved = Solved::of(&position, &reduced, &meter)?;
                Deduced::of(solved, &reduced, &|_| 1.0, meter.too_wide(), &meter)
            });
            let constraints = Constraints::of(&position);
            let consistent = certain::is_consistent_within(usize::MAX, &constraints, &meter);
            assert_eq!(consistent, Ok(Some(counted.is_ok())));
            let (counted, deduced) = match (counted, deduced) {
                (Ok(counted), Ok(deduced)) => (counted, deduced),
                (counted, deduced) => {
                    assert_eq!((counted.is_err(), deduced.is_err()), (true, true));
                    continue;
                }
            };
            let (deduced, counted) = (deduced.marginals, counted.marginals);
            assert_eq!(deduced.certain, counted.certain);
            for (&estimate, &exact) in deduced.probabilities.iter().zip(&counted.probabilities) {
                assert_eq!(estimate == 0.0 || estimate == 1.0, exact == 0.0 || exact == 1.0);
                off += (estimate - exact).abs();
                cells += usize::from(exact != 0.0 && exact != 1.0);
            }
        }
        assert!(cells > 1000);
        assert!(off / (cells as f64) < 0.05, "estimates are off by {}", off / cells as f64);
    }
}
