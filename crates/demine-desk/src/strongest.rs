//! What the strategy `strongest` opens next.

use demine::{Choice, Options, Position};
use serde_json::{Value, json};

use crate::problem::Problem;

/// All safe cells, or one guess; and how it was chosen.
pub fn strongest(position: &Position, options: &Options) -> Result<Value, Problem> {
    position.analyze(options)?; // refuses a position without a legal assignment
    let (choice, measure) = position.advise(options)?;
    let is_guess = matches!(choice, Choice::Guess(_));
    Ok(json!({"cells": choice.cells(), "guess": is_guess, "measure": measure.name()}))
}
