//! `safest`: all safe cells, else the least likely mine by exact probabilities.
//!
//! Of equally risky cells it takes one with the most opened neighbours, because its number tells most
//! about undecided cells. Of these it takes one with the fewest neighbours (corners before edges
//! before all others), because it is the likeliest to show a 0, and of these the first.

use std::cmp::Reverse;

use crate::analysis::Analysis;
use crate::base::Result;
use crate::board::Cell;
use crate::strategy::{Choice, Notes, Turn};

/// States for the exact analysis of a turn, a thousand times what any usual board takes. Wider
/// positions are deduced and estimated, so that a game takes seconds and not hours.
const SAFEST_STATES: usize = 4_000_000;

pub fn choose(turn: &mut Turn<'_>) -> Result<Choice> {
    let notes = &*turn.notes;
    let meter = turn.work.meter.limit(SAFEST_STATES);
    let analysis = Analysis::of(&notes.position(), turn.work.with(&meter));
    Choice::by_analysis(analysis, |analysis| safest_cell(notes, &analysis.cautious_risks()))
}

/// The least likely mine.
pub fn safest_cell(notes: &Notes, risks: &[f64]) -> Option<Cell> {
    let key = |cell| (Reverse(notes.opened_around(cell)), notes.board.degree(cell));
    least_likely(notes, risks, key)
}

/// Risks closer than this are equal. Rounding errors of probabilities are far smaller, and exact
/// probabilities on boards that people play differ by far more.
pub const SAME_RISK: f64 = 1e-9;

/// Of the undecided cells with the least risk, the first of those with the least key.
pub fn least_likely<K: Ord>(notes: &Notes, risks: &[f64], key: impl Fn(Cell) -> K) -> Option<Cell> {
    let risk = |cell: Cell| risks[cell as usize];
    let least = notes.undecided().map(risk).fold(f64::INFINITY, f64::min);
    let tied = notes.undecided().filter(|&cell| risk(cell) <= least + SAME_RISK);
    tied.min_by_key(|&cell| key(cell))
}
