//! `safest`: all cells that are exactly safe, else the least likely mine by exact probabilities.
//!
//! What one count alone decides comes first, because it costs so much less; that changes the order
//! of opening and never a guess. Ties are broken as in [`guess`](crate::policy::guess).

use crate::analysis::Analysis;
use crate::budget::Stopped;
use crate::part::Means;
use crate::policy::Choice;
use crate::policy::guess::least_likely;
use crate::policy::notes::Notes;
use crate::random::Random;

pub fn choose(
    notes: &mut Notes,
    _chance: &mut Random,
    means: Means<'_>,
) -> Result<Choice, Stopped> {
    let sure = notes.sure();
    if !sure.is_empty() {
        return Ok(Choice::Sure(sure));
    }
    let position = notes.position(notes.mines());
    let Some(analysis) = Analysis::of(&position, means)? else { return Ok(Choice::Nothing) };
    if !analysis.safe().is_empty() {
        return Ok(Choice::Sure(analysis.safe().to_vec()));
    }
    let risks = analysis.probabilities();
    Ok(Choice::guess(least_likely(notes, |cell| risks[cell as usize])))
}
