//! Estimate: how likely cells are to be mined where counting would be too wide.
//!
//! An estimate is the frequency of a mine in assignments that are nearly legal (see [`annealing`]).
//! Certain cells are left out, and no certain answer depends on an estimate. [`local_search`] finds
//! one nearly legal assignment, for the solver to start with.

mod annealing;
mod local_search;

pub(crate) use local_search::nearly_legal;

use crate::base::{Lists, Meter, Result};
use crate::board::Cell;
use crate::estimate::annealing::{Rules, frequencies};
use crate::system::{Certain, Constraints};

/// Estimates stay this far from 0 and 1, which mean certain.
const MARGIN: f64 = 1e-6;

/// How likely each cell of the board is to be mined: exact where it is certain. `odds` are those of a
/// mine before any number was seen, where no number of mines sets them.
pub fn estimate(
    constraints: &Constraints,
    certain: &Certain,
    odds: &dyn Fn(Cell) -> f64,
    meter: &Meter,
) -> Result<Vec<f64>> {
    let (seen, loose) = frequencies(&rules(constraints, certain, odds), meter)?;
    let mut risks = vec![0.0; constraints.position.board().cells()];
    for &cell in &constraints.loose {
        let loose = loose.unwrap_or_else(|| odds(cell) / (1.0 + odds(cell)));
        risks[cell as usize] = never_certain(loose);
    }
    for (&cell, seen) in constraints.cells.iter().zip(seen) {
        risks[cell as usize] = never_certain(seen);
    }
    certain.safe.iter().for_each(|&cell| risks[cell as usize] = 0.0);
    certain.mined.iter().for_each(|&cell| risks[cell as usize] = 1.0);
    Ok(risks)
}

/// The constraints over cells that are not certain.
fn rules(constraints: &Constraints, certain: &Certain, odds: &dyn Fn(Cell) -> f64) -> Rules {
    let is = |list: &[Cell], cell: &Cell| list.binary_search(cell).is_ok();
    let mined: Vec<bool> = constraints.cells.iter().map(|cell| is(&certain.mined, cell)).collect();
    let is_open = |&&place: &&u32| {
        !mined[place as usize] && !is(&certain.safe, &constraints.cells[place as usize])
    };
    let (mut members, mut needs) = (Lists::default(), Vec::new());
    for (places, &need) in constraints.members.iter().zip(&constraints.needs) {
        let held = places.iter().filter(|&&place| mined[place as usize]).count();
        needs.push(need as i32 - held as i32);
        members.push(places.iter().filter(is_open).copied());
    }
    let open_loose = |cell: &&Cell| !is(&certain.safe, cell) && !is(&certain.mined, cell);
    // The counter excludes labelled mines already.
    let known =
        constraints.cells.iter().chain(&constraints.loose).filter(|cell| is(&certain.mined, cell));
    let known = known.count() as f64;
    Rules {
        members,
        needs,
        ln_odds: constraints.cells.iter().map(|&cell| odds(cell).ln()).collect(),
        mines: constraints.counter.map(|counter| counter.mines as f64 - known),
        loose: constraints.loose.iter().filter(open_loose).count() as f64,
    }
}

fn never_certain(chance: f64) -> f64 {
    chance.clamp(MARGIN, 1.0 - MARGIN)
}
