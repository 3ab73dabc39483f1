//! Certain: the cells that are free, or mined, in every legal assignment.

use crate::base::{Meter, Result};
use crate::sat::{Sat, Switches};
use crate::system::{Certain, Constraints};

/// Whether all constraints can be true; None if so many turns are not enough.
pub fn is_consistent_within(
    turns: usize,
    constraints: &Constraints,
    meter: &Meter,
) -> Result<Option<bool>> {
    Sat::of(constraints, Switches::Fixed, meter)?.allows_within(turns, [], true, &[])
}

/// The certain cells; None if the constraints cannot all be true.
pub fn certain(constraints: &Constraints, meter: &Meter) -> Result<Option<Certain>> {
    let mut sat = Sat::of(constraints, Switches::Fixed, meter)?;
    if !sat.allows([], true, &[])? {
        return Ok(None);
    }
    let mut found = Certain::default();
    // The value of each cell in all assignments found so far, as long as they agree.
    let mut agreed: Vec<Option<bool>> =
        (0..constraints.cells.len() as u32).map(|cell| Some(sat.is_mined(cell))).collect();
    for cell in 0..agreed.len() {
        let Some(mined) = agreed[cell] else { continue };
        if sat.allows([], true, &[(cell as u32, !mined)])? {
            meter.steps(agreed.len())?;
            for (other, said) in (0..).zip(&mut agreed) {
                *said = said.filter(|&said| said == sat.is_mined(other));
            }
        } else {
            let list = if mined { &mut found.mined } else { &mut found.safe };
            list.push(constraints.cells[cell]);
        }
    }
    add_loose(constraints, &mut found, meter)?;
    Ok(Some(found))
}

/// Adds the cells next to no number, which are interchangeable: one test decides all of them.
fn add_loose(constraints: &Constraints, found: &mut Certain, meter: &Meter) -> Result<()> {
    let (Some(counter), false) = (constraints.counter, constraints.loose.is_empty()) else {
        return Ok(());
    };
    let numbers: Vec<u32> = (0..constraints.numbers.len() as u32).collect();
    let can_be = |mined: bool| {
        let counter = counter.decide_loose(mined);
        if counter.mines < 0 {
            return Ok(false);
        }
        let mut sat = Sat::new(constraints, &numbers, Some(counter), Switches::Fixed, meter)?;
        sat.allows([], true, &[])
    };
    let list = match (can_be(false)?, can_be(true)?) {
        (true, true) => return Ok(()),
        (true, false) => &mut found.safe,
        (false, _) => &mut found.mined,
    };
    list.extend_from_slice(&constraints.loose);
    list.sort_unstable();
    Ok(())
}
