//! Weight: how much the legal assignments of a position weigh together.
//!
//! Without a density each weighs 1. Under densities an assignment weighs the product over all cells
//! of the board, opened ones included: the odds of a mine where it has one, else those of no mine. So
//! the weights of positions with more precise labels compare: their quotients are probabilities.

use num_bigint::BigUint;

use crate::analysis::Analysis;
use crate::base::{Meter, Result};
use crate::board::Cell;
use crate::count::{self, Density, Work};
use crate::position::{Label, Position};
use crate::solutions::{Construction, Set, weighted_total};
use crate::system::Failure;

/// The weights of the position with some labels replaced, once for each list of changes. No density,
/// one for all cells, or one for each; under a density the number of mines is ignored. Every weight
/// has the whole budget of states, and all share one clock.
pub fn weights(
    position: &Position,
    changes: &[Vec<(Cell, Label)>],
    densities: &[Density],
    work: Work<'_>,
) -> Result<Vec<BigUint>> {
    let weight = |labels: &Vec<(Cell, Label)>| {
        let meter = work.meter.renew();
        weight(&position.with_labels(labels), densities, work.with(&meter))
    };
    changes.iter().map(weight).collect()
}

/// The probabilities of all cells if each of these cells is mined, row by row. The budget must have
/// room for a square matrix of all cells, too, which the caller makes of them.
pub fn probabilities_given(
    position: &Position,
    cells: &[Cell],
    densities: &[Density],
    work: Work<'_>,
) -> Result<Vec<f64>, Failure> {
    let length = position.board().cells();
    work.meter.bytes((cells.len() + length) * length * size_of::<f64>())?;
    let mut rows = Vec::with_capacity(cells.len() * length);
    for &cell in cells {
        let (meter, given) = (work.meter.renew(), position.with_labels(&[(cell, Label::Mined)]));
        let analysis = analyze(&given, densities, work.with(&meter))?;
        if !analysis.is_exact() {
            return Err(meter.too_wide().into());
        }
        rows.extend_from_slice(analysis.probabilities());
    }
    Ok(rows)
}

fn analyze(
    position: &Position,
    densities: &[Density],
    work: Work<'_>,
) -> Result<Analysis, Failure> {
    match densities {
        [] => Analysis::of(position, work),
        [density] => Analysis::under(position, density.clone(), work),
        each => Analysis::under_each(position, each, work.meter),
    }
}

fn weight(position: &Position, densities: &[Density], work: Work<'_>) -> Result<BigUint> {
    match densities {
        [] => count::count(position, work),
        [density] => {
            let counts = count::counts_by_mines(position, work)?;
            evaluate(&counts, density, work.meter)
        }
        each => {
            let position = position.clone().without_mines();
            let set = Set::of(&position, Construction::Cells, false, work.meter)?;
            weighted_total(&set, each, work.meter)
        }
    }
}

/// P(G) with the odds of a density for x: each assignment weighs the odds of its mined and free cells.
fn evaluate(counts: &[BigUint], density: &Density, meter: &Meter) -> Result<BigUint> {
    let (mined, all) = density.fraction();
    let free = all - &mined;
    let (mut sum, mut power) = (BigUint::ZERO, BigUint::from(1u32));
    // From the most mines down: before each step, `power` weighs the free cells.
    for count in counts.iter().rev() {
        meter.steps(1 + (power.bits() / 64) as usize)?;
        sum = sum * &mined + count * &power;
        power *= &free;
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::board::Board;

    #[test]
    fn one_density_for_all_cells_weighs_like_the_same_for_each() {
        let path = Board::new(4, [(0, 1), (1, 2), (2, 3)].into_iter()).unwrap();
        let labels = vec![Label::Covered, Label::Number(1), Label::Covered, Label::Covered];
        let position = Position::new(path, labels, None).unwrap();
        let fifth = Density::new(1u32.into(), 5u32.into()).unwrap();
        let meter = Meter::unwatched(Budget::default());
        let ask = |densities: &[Density]| {
            let changes = [vec![], vec![(0, Label::Mined)], vec![(3, Label::Number(2))]];
            weights(&position, &changes, densities, Work::new(None, &meter)).unwrap()
        };
        // Cells 0 and 2 hold one mine, cell 1 is free, cell 3 is either: 2 · 1 · 4 · 4 · 5.
        let expected = [160u32, 80, 0].map(BigUint::from);
        assert_eq!(ask(std::slice::from_ref(&fifth)), expected);
        assert_eq!(ask(&vec![fifth; 4]), expected);
        assert_eq!(ask(&[]), [4u32, 2, 0].map(BigUint::from));
    }
}
