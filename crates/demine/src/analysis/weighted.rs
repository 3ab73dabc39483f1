//! Weighted: probabilities where each cell has a density of its own, from the diagrams of all
//! solutions.

use num_bigint::BigUint;

use crate::base::Meter;
use crate::board::Cell;
use crate::count::{Density, Marginals};
use crate::position::{Label, Position};
use crate::solutions::{Construction, Fractions, Set, weighted_fractions};
use crate::system::{Certain, Failure};

pub struct WeightedCount {
    pub marginals: Marginals,
    pub fractions: Fractions,
    pub count: BigUint,
}

impl WeightedCount {
    pub fn of(position: &Position, densities: &[Density], meter: &Meter) -> Result<Self, Failure> {
        let set = Set::of(position, Construction::Cells, false, meter)?;
        let count = set.product(meter)?;
        if count == BigUint::ZERO {
            return Err(Failure::Contradiction);
        }
        let (fractions, probabilities) = weighted_fractions(&set, densities, meter)?;
        let certain = certain_cells(position, &probabilities);
        Ok(Self { marginals: Marginals { probabilities, certain }, fractions, count })
    }
}

/// The cells with exactly 0 or 1.
fn certain_cells(position: &Position, probabilities: &[f64]) -> Certain {
    let mut certain = Certain::default();
    for (cell, &probability) in (0..).zip(probabilities) {
        let is_opened = || matches!(position.label(cell as Cell), Label::Number(_));
        if probability == 1.0 {
            certain.mined.push(cell);
        } else if probability == 0.0 && !is_opened() {
            certain.safe.push(cell);
        }
    }
    certain
}
