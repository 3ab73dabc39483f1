//! Estimate: how likely cells are to be mined where counting would be too wide, and how far that may be off.
//!
//! An estimate is the frequency of a mine in legal assignments, or in nearly legal ones where these are hard
//! to find (see [`tempering`]). Its [`margin`] comes from runs that know nothing of each other. Certain cells
//! are left out, and no certain answer depends on an estimate. [`local_search`] finds one nearly legal
//! assignment for the solver to start with, and a [`Glimpse`] of legal ones spares it questions.

mod local_search;
mod margin;
mod tempering;
mod walk;

pub(crate) use local_search::nearly_legal;
pub(crate) use margin::Estimate;
pub(crate) use tempering::Glimpse;

use crate::base::{Deadline, Lists, Meter, Result};
use crate::board::Cell;
use crate::estimate::margin::{agree, of_cells, of_loose};
use crate::estimate::tempering::{Run, runs};
use crate::estimate::walk::Rules;
use crate::system::{Certain, Constraints};

/// Estimates stay this far from 0 and 1, which mean certain.
const FROM_CERTAIN: f64 = 1e-6;

/// How likely the cells of the constraints and the loose ones are to be mined, if they are not certain. `odds`
/// are those of a mine before any number was seen, where no number of mines sets them. `starts` are legal
/// assignments of the cells, if some are known. Some estimates come even if the deadline is over.
pub fn estimate(
    constraints: &Constraints,
    certain: &Certain,
    odds: &dyn Fn(Cell) -> f64,
    starts: &[Vec<bool>],
    deadline: Deadline,
    meter: &Meter,
) -> Result<Vec<(Cell, Estimate)>> {
    let is_certain = |cell: &Cell| is(&certain.safe, cell) || is(&certain.mined, cell);
    let seen = runs(&rules(constraints, certain, odds, starts), agree, deadline, meter)?;
    let seen: Vec<&Run> = seen.iter().collect();
    let loose = constraints.counter.map(|_| of_loose(&seen));
    let loose = constraints.loose.iter().map(|&cell| {
        let before = odds(cell) / (1.0 + odds(cell));
        (cell, loose.unwrap_or(Estimate { chance: before, margin: 0.0 }))
    });
    let cells = constraints.cells.iter().copied().zip(of_cells(&seen)).chain(loose);
    let open = cells.filter(|(cell, _)| !is_certain(cell));
    Ok(open.map(|(cell, found)| (cell, found.never_certain(FROM_CERTAIN))).collect())
}

/// What legal assignments near a nearly legal one say of each cell: a short walk. A solver need not ask
/// whether a cell is certain if it was seen both mined and free.
pub fn glimpse(constraints: &Constraints, start: &[bool], meter: &Meter) -> Result<Glimpse> {
    let starts = [start.to_vec()];
    Glimpse::of(&rules(constraints, &Certain::default(), &|_| 1.0, &starts), meter)
}

fn is(list: &[Cell], cell: &Cell) -> bool {
    list.binary_search(cell).is_ok()
}

/// The constraints over cells that are not certain.
fn rules(
    constraints: &Constraints,
    certain: &Certain,
    odds: &dyn Fn(Cell) -> f64,
    starts: &[Vec<bool>],
) -> Rules {
    let cells = &constraints.cells;
    let mined: Vec<bool> = cells.iter().map(|cell| is(&certain.mined, cell)).collect();
    let open: Vec<bool> =
        (0..).zip(cells).map(|(i, cell)| !mined[i] && !is(&certain.safe, cell)).collect();
    let (mut members, mut needs) = (Lists::default(), Vec::new());
    for (places, &need) in constraints.members.iter().zip(&constraints.needs) {
        let held = places.iter().filter(|&&place| mined[place as usize]).count();
        needs.push(need as i32 - held as i32);
        members.push(places.iter().copied().filter(|&place| open[place as usize]));
    }
    let is_open = |cell: &&Cell| !is(&certain.safe, cell) && !is(&certain.mined, cell);
    // The counter excludes labelled mines already.
    let known =
        cells.iter().chain(&constraints.loose).filter(|cell| is(&certain.mined, cell)).count();
    let ln_odds = cells.iter().map(|&cell| odds(cell).ln()).collect();
    let mines = constraints.counter.map(|counter| (counter.mines - known as i64) as f64);
    let loose = constraints.loose.iter().filter(is_open).count() as f64;
    let only_open = |start: &Vec<bool>| start.iter().zip(&open).map(|(a, b)| *a && *b).collect();
    let starts = starts.iter().map(only_open).collect();
    Rules::new(members, needs, ln_odds, mines, loose).starting_from(starts)
}
