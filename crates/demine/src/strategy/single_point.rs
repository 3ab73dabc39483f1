//! `single-point`: what one count alone decides, else any covered cell that is not known to be mined.

use crate::base::Stopped;
use crate::strategy::random::any;
use crate::strategy::{Choice, Turn};

pub fn choose(turn: &mut Turn<'_>) -> Result<Choice, Stopped> {
    let sure = turn.notes.sure();
    if !sure.is_empty() {
        return Ok(Choice::Sure(sure));
    }
    Ok(Choice::guess(any(turn.notes.open_questions().collect(), turn.chance)))
}
