//! Consistency: whether there is a legal assignment, by counting and by the solver in turn.

use crate::analysis::deduced::reduced_constraints;
use crate::base::{Meter, Result, Stopped};
use crate::count::{Cache, Method, Reduced, Split};
use crate::position::Position;
use crate::sat;
use crate::system::{Contradiction, Failure};

/// Who can decide whether numbers are consistent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oracle {
    Counting,
    Solver,
}

/// Asks one oracle, then the other: either may need ages where the other is quick. Returns who
/// answered, and the answer; None if both gave up.
pub fn ask_in_turn(
    first: Oracle,
    mut ask: impl FnMut(Oracle) -> Result<Option<bool>>,
) -> Result<Option<(Oracle, bool)>> {
    let second = match first {
        Oracle::Counting => Oracle::Solver,
        Oracle::Solver => Oracle::Counting,
    };
    for oracle in [first, second] {
        if let Some(known) = ask(oracle)? {
            return Ok(Some((oracle, known)));
        }
    }
    Ok(None)
}

/// States and turns of the first try, about 1 % of the default budget of states. Only if both give up
/// may either use the whole budget.
const FIRST_STATES: usize = 1 << 20;
const FIRST_TURNS: usize = 1 << 18;
/// Boards with more cells are counted with the whole budget at once: their counts take many states
/// because they are large, not because they are wide.
const LARGE_BOARD: usize = 1 << 12;

/// Whether the position has a legal assignment.
pub fn is_consistent(
    position: &Position,
    method: Method,
    cache: Option<&Cache>,
    meter: &Meter,
) -> Result<bool> {
    let reduced = match Failure::or_contradiction(Reduced::of(position, cache, meter))? {
        Ok(reduced) => reduced,
        Err(Contradiction) => return Ok(false),
    };
    let count = |meter: &Meter| {
        let mines = position.mines();
        let Some(split) = Split::of_reduced(reduced.clone(), mines, method, cache, meter)? else {
            return Ok(Some(false));
        };
        let known = split.is_consistent(meter)?;
        split.remember(cache);
        Ok(Some(known))
    };
    let solve = |turns: usize| {
        let constraints = reduced_constraints(position, &reduced);
        sat::is_consistent_within(turns, &constraints, &meter.renew())
    };
    let tries = [(meter.limit(FIRST_STATES), FIRST_TURNS), (meter.renew(), usize::MAX)];
    let skipped = usize::from(position.board().cells() > LARGE_BOARD);
    for (meter, turns) in &tries[skipped..] {
        let ask = |oracle| {
            let known = match oracle {
                Oracle::Counting => count(meter),
                Oracle::Solver => solve(*turns),
            };
            Ok(Stopped::unless_too_wide(known)?.flatten())
        };
        if let Some((_, known)) = ask_in_turn(Oracle::Counting, ask)? {
            return Ok(known);
        }
    }
    Err(meter.too_wide())
}
