//! Guess: which of the least likely mines to open.

use std::cmp::Reverse;

use crate::board::Cell;
use crate::policy::notes::Notes;

/// Risks this close are equal: floats that should be equal differ by far less, and risks that
/// should differ by far more.
const EQUAL: f64 = 1e-9;

/// Of the cells with the least risk, one with the most opened neighbours, because its count tells
/// most about cells that are in question already; of these one with the fewest neighbours (corners
/// before edges before all others), because it is the likeliest to show a 0; of these the first.
pub fn least_likely(notes: &Notes, risk: impl Fn(Cell) -> f64) -> Option<Cell> {
    let least = notes.open_questions().map(&risk).fold(f64::INFINITY, f64::min);
    notes
        .open_questions()
        .filter(|&cell| risk(cell) <= least + EQUAL)
        .min_by_key(|&cell| (Reverse(notes.opened_around(cell)), notes.board().degree(cell)))
}
