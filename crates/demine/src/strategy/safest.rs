//! `safest`: all safe cells, else the least likely mine by exact probabilities.
//!
//! Of equally risky cells it takes one with the most opened neighbours, because its number tells most
//! about undecided cells. Of these it takes one with the fewest neighbours (corners before edges
//! before all others), because it is the likeliest to show a 0, and of these the first.

use std::cmp::Reverse;

use crate::analysis::Analysis;
use crate::base::Result;
use crate::board::Cell;
use crate::strategy::guess::least_likely;
use crate::strategy::{Choice, Notes, Turn};

/// States for the exact analysis of a turn, a thousand times what any usual board takes. Wider
/// positions are deduced and estimated, so that a game takes seconds and not hours.
const SAFEST_STATES: usize = 4_000_000;

pub fn choose(turn: &mut Turn<'_>) -> Result<Choice> {
    let notes = &*turn.notes;
    let meter = turn.meter.limit(SAFEST_STATES);
    let analysis = Analysis::of(&notes.position(notes.mines()), turn.cache, &meter);
    Choice::by_analysis(analysis, |analysis| safest_cell(notes, analysis.probabilities()))
}

/// The least likely mine.
pub fn safest_cell(notes: &Notes, risks: &[f64]) -> Option<Cell> {
    let key = |cell| (Reverse(notes.opened_around(cell)), notes.board().degree(cell));
    least_likely(notes, |cell| risks[cell as usize], key)
}
