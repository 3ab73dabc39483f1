//! Certain: the cells that are free, or mined, in every legal assignment.

use crate::base::{Lists, Meter, Result, Sort, Stopped, group};
use crate::sat::{Sat, Switches};
use crate::system::{Certain, Constraints};

/// Legal assignments that are kept, at most: each found in a search of its own.
const KEPT_ASSIGNMENTS: usize = 32;

/// What the solver knows of the cells.
#[derive(Default)]
pub struct Known {
    pub certain: Certain,
    /// Whether these are all certain cells; if not, the time was over before.
    pub is_complete: bool,
    /// Some legal assignments of the cells.
    pub assignments: Vec<Vec<bool>>,
}

/// Whether all constraints can be true; None if so many turns are not enough.
pub fn is_consistent_within(
    turns: usize,
    constraints: &Constraints,
    meter: &Meter,
) -> Result<Option<bool>> {
    Sat::of(constraints, Switches::Fixed, meter)?.allows_within(turns, [], true, &[])
}

/// The certain cells, as many as are found in the time; None if the constraints cannot all be true.
pub fn certain(constraints: &Constraints, meter: &Meter) -> Result<Option<Known>> {
    let mut known = Known::default();
    match find(constraints, &mut known, meter) {
        Ok(is_consistent) => {
            known.is_complete = true;
            Ok(is_consistent.then_some(known))
        }
        Err(Stopped::Timeout { .. }) => Ok(Some(known)),
        Err(stopped) => Err(stopped),
    }
}

/// Adds to what is known; false if the constraints cannot all be true.
fn find(constraints: &Constraints, known: &mut Known, meter: &Meter) -> Result<bool> {
    let mut sat = Sat::of(constraints, Switches::Fixed, meter)?;
    if !sat.allows([], true, &[])? {
        return Ok(false);
    }
    let classes = classes(constraints);
    let mut open = Open { agreed: vec![Agreed::Nothing; classes.len()], classes };
    open.compare(&sat, known);
    for class in 0..open.classes.len() {
        let (cells, Agreed::On(mined)) = (open.classes.get(class), open.agreed[class]) else {
            continue;
        };
        if sat.allows([], true, &[(cells[0], !mined)])? {
            meter.steps(constraints.cells.len())?;
            open.compare(&sat, known);
        } else {
            let list = if mined { &mut known.certain.mined } else { &mut known.certain.safe };
            list.extend(cells.iter().map(|&cell| constraints.cells[cell as usize]));
        }
    }
    add_loose(constraints, &mut known.certain, meter)?;
    Ok(true)
}

/// The cells by the numbers that touch them. Cells of a class are interchangeable, so they are all certain, or
/// none.
fn classes(constraints: &Constraints) -> Lists {
    let numbers = |cell: usize| constraints.touching.get(cell).iter().copied();
    let grouping = group(constraints.cells.len(), numbers);
    Lists::inverse(&grouping.class, grouping.first.len())
}

/// What all assignments so far say of a class.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Agreed {
    Nothing,
    On(bool),
    NotAtAll,
}

struct Open {
    classes: Lists,
    agreed: Vec<Agreed>,
}

impl Open {
    /// Compares with the assignment that was found last.
    fn compare(&mut self, sat: &Sat<'_>, known: &mut Known) {
        for (cells, agreed) in self.classes.iter().zip(&mut self.agreed) {
            for said in cells.iter().map(|&cell| sat.is_mined(cell)) {
                *agreed = match *agreed {
                    Agreed::Nothing => Agreed::On(said),
                    Agreed::On(before) if before == said => *agreed,
                    _ => Agreed::NotAtAll,
                };
            }
        }
        if known.assignments.len() < KEPT_ASSIGNMENTS {
            let cells = self.classes.items() as u32;
            known.assignments.push((0..cells).map(|cell| sat.is_mined(cell)).collect());
        }
    }
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
    list.ascend();
    Ok(())
}
