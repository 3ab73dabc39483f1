//! `csp`: exact constraint solving in the manner of Studholme (Golan 2014, §1, [2]).
//!
//! The solutions of the constraints are taken as equally likely. The mines that are not expected next
//! to a number are spread evenly over the cells that are next to none. `safest` corrects this:
//! solutions with few mines leave more ways to place the others. Of equally risky cells `csp` takes
//! one with the fewest neighbours, corners before edges, and of these the first.

use crate::analysis::Analysis;
use crate::base::Result;
use crate::board::Cell;
use crate::strategy::guess::least_likely;
use crate::strategy::notes::Notes;
use crate::strategy::{Choice, Turn};

pub fn choose(turn: &mut Turn<'_>) -> Result<Choice> {
    let notes = &*turn.notes;
    let analysis = Analysis::of(&notes.position(None), turn.cache, turn.meter);
    Choice::by_analysis(analysis, |analysis| {
        let risks = spread(notes, analysis.probabilities());
        least_likely(notes, |cell| risks[cell as usize], |cell| notes.board().degree(cell))
    })
}

/// The risks by the constraints alone, with the other mines spread over the loose cells.
fn spread(notes: &Notes, by_constraints: &[f64]) -> Vec<f64> {
    let mut risks = by_constraints.to_vec();
    let Some(mines) = notes.mines() else { return risks };
    let (loose, held): (Vec<Cell>, Vec<Cell>) = notes.covered().partition(|&c| notes.is_loose(c));
    let expected: f64 = held.iter().map(|&cell| by_constraints[cell as usize]).sum();
    let rest = (f64::from(mines) - expected).max(0.0);
    loose.iter().for_each(|&cell| risks[cell as usize] = rest / loose.len() as f64);
    risks
}
