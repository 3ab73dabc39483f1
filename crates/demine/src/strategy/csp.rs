//! `csp`: constraint solving in the manner of Studholme's program (Golan 2014, §1, [2]).
//!
//! The solutions of the numbers are taken as equally likely, without those that need too many or too
//! few mines. The mines that are not expected next to a number are spread evenly over the other cells.
//! `safest` corrects this: solutions with few mines leave more ways to place the others.
//!
//! Of equally risky cells it takes one next to a number, else a corner before an edge before the rest:
//! those with the fewest neighbours. Next to a number it takes the fewest opened neighbours. A mine
//! that many numbers share makes solutions with few mines, which are likelier than assumed here.

use crate::analysis::Analysis;
use crate::base::Result;
use crate::board::Cell;
use crate::strategy::notes::Notes;
use crate::strategy::safest::least_likely;
use crate::strategy::{Choice, Turn};

pub fn choose(turn: &mut Turn<'_>) -> Result<Choice> {
    let notes = &*turn.notes;
    let analysis = Analysis::evenly(&notes.position(), turn.work);
    Choice::by_analysis(analysis, |analysis| {
        least_likely(notes, &analysis.cautious_risks(), |cell| preference(notes, cell))
    })
}

/// The least is preferred.
fn preference(notes: &Notes, cell: Cell) -> (bool, usize) {
    match notes.opened_around(cell) {
        0 => (true, notes.board.degree(cell)),
        opened => (false, opened),
    }
}
