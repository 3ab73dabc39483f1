//! `single-point`: what one count alone decides, else any covered cell that is not known to be mined.

use crate::base::Random;
use crate::base::Stopped;
use crate::count::Resources;
use crate::play::policy::Choice;
use crate::play::policy::notes::Notes;
use crate::play::policy::random::any;

pub fn choose(
    notes: &mut Notes,
    chance: &mut Random,
    _resources: Resources<'_>,
) -> Result<Choice, Stopped> {
    let sure = notes.sure();
    if !sure.is_empty() {
        return Ok(Choice::Sure(sure));
    }
    Ok(Choice::guess(any(notes.open_questions().collect(), chance)))
}
