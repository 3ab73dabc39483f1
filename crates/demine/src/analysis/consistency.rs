//! Consistency: whether there is a legal assignment, by counting and by the solver in turn.

use crate::analysis::certain::is_consistent_within;
use crate::analysis::deduced::reduced_constraints;
use crate::base::{Meter, Result, Stopped};
use crate::count::{Reduced, Split, Work};
use crate::position::Position;
use crate::system::Failure;

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
pub const FIRST_STATES: usize = 1 << 20;
const FIRST_TURNS: usize = 1 << 18;
/// Boards with more cells are counted with the whole budget at once: their counts take many states
/// because they are large, not because they are wide.
pub const LARGE_BOARD: usize = 1 << 12;

/// States and steps that a glance may take: a few milliseconds.
const GLANCE_STATES: usize = 1 << 14;
const GLANCE_STEPS: usize = 1 << 18;

/// Whether the position has a legal assignment; None if that cannot be counted quickly, as on a large board.
pub fn is_consistent_at_a_glance(position: &Position, work: Work<'_>) -> Result<Option<bool>> {
    if position.board().cells() > LARGE_BOARD {
        return Ok(None);
    }
    let meter = work.meter.glance(GLANCE_STATES, GLANCE_STEPS);
    let split = Split::of(position, work.with(&meter));
    let counted =
        split.and_then(|split| split.map_or(Ok(false), |split| split.is_consistent(&meter)));
    Stopped::unless_too_wide(counted)
}

/// Whether the position has a legal assignment.
pub fn is_consistent(position: &Position, work: Work<'_>) -> Result<bool> {
    let meter = work.meter;
    let Ok(reduced) = Failure::or_contradiction(Reduced::of(position, work))? else {
        return Ok(false);
    };
    let count = |meter: &Meter| {
        let split = Split::of_reduced(reduced.clone(), position.mines(), work.with(meter))?;
        let Some(split) = split else { return Ok(Some(false)) };
        let known = split.is_consistent(meter)?;
        split.remember(work);
        Ok(Some(known))
    };
    let solve = |turns: usize| {
        let constraints = reduced_constraints(position, &reduced);
        is_consistent_within(turns, &constraints, &meter.renew())
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
