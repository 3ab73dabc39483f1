//! `csp`: exact constraint solving in the manner of Studholme (Golan 2014, §1, [2]).
//!
//! The counts are the constraints; their solutions are taken as equally likely. The mines that are
//! not expected next to a count are spread evenly over the cells that are next to none. This is
//! what `safest` corrects: solutions with few mines leave more ways to place the others. Of equal
//! risks it takes a cell with the fewest neighbours, corners before edges; of these the first.

use crate::analysis::Analysis;
use crate::base::Stopped;
use crate::board::Cell;
use crate::strategy::guess::least_likely;
use crate::strategy::notes::Notes;
use crate::strategy::{Choice, Turn};
use crate::system::Failure;

pub fn choose(turn: &mut Turn<'_>) -> Result<Choice, Stopped> {
    let notes = &mut *turn.notes;
    let sure = notes.sure();
    if !sure.is_empty() {
        return Ok(Choice::Sure(sure));
    }
    let analysis = match Analysis::of(&notes.position(None), turn.cache, turn.meter) {
        Ok(analysis) => analysis,
        Err(Failure::Contradiction) => return Ok(Choice::Nothing),
        Err(Failure::Stopped(stopped)) => return Err(stopped),
    };
    if !analysis.safe().is_empty() {
        return Ok(Choice::Sure(analysis.safe().to_vec()));
    }
    let risks = spread(notes, analysis.probabilities());
    let key = |cell| notes.board().degree(cell);
    Ok(Choice::guess(least_likely(notes, |cell| risks[cell as usize], key)))
}

/// The risks by the constraints alone, with the mines left over spread over the loose cells.
fn spread(notes: &Notes, by_constraints: &[f64]) -> Vec<f64> {
    let mut risks = by_constraints.to_vec();
    let Some(mines) = notes.mines() else { return risks };
    let (loose, held): (Vec<Cell>, Vec<Cell>) = notes.covered().partition(|&c| notes.is_loose(c));
    let expected: f64 = held.iter().map(|&cell| by_constraints[cell as usize]).sum();
    let rest = (f64::from(mines) - expected).max(0.0);
    loose.iter().for_each(|&cell| risks[cell as usize] = rest / loose.len() as f64);
    risks
}
