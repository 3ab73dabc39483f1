//! Guess: which of the least likely mines to open.

use crate::board::Cell;
use crate::strategy::notes::Notes;

/// Risks this close are equal: floats that should be equal differ by far less, and risks that
/// should differ by far more.
pub const EQUAL: f64 = 1e-9;

/// Of the cells with the least risk the first of those that are worth most, least key first.
pub fn least_likely<K: Ord>(
    notes: &Notes,
    risk: impl Fn(Cell) -> f64,
    key: impl Fn(Cell) -> K,
) -> Option<Cell> {
    let least = notes.open_questions().map(&risk).fold(f64::INFINITY, f64::min);
    let tied = notes.open_questions().filter(|&cell| risk(cell) <= least + EQUAL);
    tied.min_by_key(|&cell| key(cell))
}
