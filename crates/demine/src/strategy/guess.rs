//! Guess: the least likely mine.

use crate::board::Cell;
use crate::strategy::notes::Notes;

/// Risks closer than this are equal. Rounding errors of probabilities are far smaller, and exact
/// probabilities on boards that people play differ by far more.
pub const SAME_RISK: f64 = 1e-9;

/// Of the undecided cells with the least risk, the first of those with the least key.
pub fn least_likely<K: Ord>(
    notes: &Notes,
    risk: impl Fn(Cell) -> f64,
    key: impl Fn(Cell) -> K,
) -> Option<Cell> {
    let least = notes.undecided().map(&risk).fold(f64::INFINITY, f64::min);
    let tied = notes.undecided().filter(|&cell| risk(cell) <= least + SAME_RISK);
    tied.min_by_key(|&cell| key(cell))
}
