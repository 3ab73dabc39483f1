//! `single-point`: what one count alone decides, else any covered cell that is not known to be mined.

use crate::budget::Stopped;
use crate::part::Means;
use crate::policy::Choice;
use crate::policy::notes::Notes;
use crate::policy::random::any;
use crate::random::Random;

pub fn choose(
    notes: &mut Notes,
    chance: &mut Random,
    _means: Means<'_>,
) -> Result<Choice, Stopped> {
    let sure = notes.sure();
    if !sure.is_empty() {
        return Ok(Choice::Sure(sure));
    }
    Ok(Choice::guess(any(notes.open_questions().collect(), chance)))
}
