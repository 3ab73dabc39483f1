//! `safest`: all cells that are exactly safe, else the least likely mine by exact probabilities.
//!
//! What one count alone decides comes first, because it costs so much less; that changes the order
//! of opening and never a guess.
//!
//! Of equal risks it takes a cell with the most opened neighbours, because its count tells most
//! about cells that are in question already; of these one with the fewest neighbours (corners before
//! edges before all others), because it is the likeliest to show a 0; of these the first.

use std::cmp::Reverse;

use crate::analysis::Analysis;
use crate::base::Stopped;
use crate::board::Cell;
use crate::strategy::guess::least_likely;
use crate::strategy::{Choice, Notes, Turn};
use crate::system::Failure;

/// States within which a turn is counted: on any board that people play it takes a thousandth of them.
/// Wider positions are deduced and estimated, so that a game takes seconds and not hours.
const COUNTED: usize = 4_000_000;

pub fn choose(turn: &mut Turn<'_>) -> Result<Choice, Stopped> {
    let notes = &mut *turn.notes;
    let sure = notes.sure();
    if !sure.is_empty() {
        return Ok(Choice::Sure(sure));
    }
    let position = notes.position(notes.mines());
    let meter = turn.meter.limit(COUNTED);
    let analysis = match Analysis::of(&position, turn.cache, &meter) {
        Ok(analysis) => analysis,
        Err(Failure::Contradiction) => return Ok(Choice::Nothing),
        Err(Failure::Stopped(stopped)) => return Err(stopped),
    };
    if !analysis.safe().is_empty() {
        return Ok(Choice::Sure(analysis.safe().to_vec()));
    }
    Ok(Choice::guess(safest_cell(notes, analysis.probabilities())))
}

/// The least likely mine.
pub fn safest_cell(notes: &Notes, risks: &[f64]) -> Option<Cell> {
    let key = |cell| (Reverse(notes.opened_around(cell)), notes.board().degree(cell));
    least_likely(notes, |cell| risks[cell as usize], key)
}
