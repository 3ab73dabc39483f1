//! Certain: the cells that are free, or mined, in every legal assignment.

use crate::base::{Lists, Meter, Result, Sort, Stopped, group};
use crate::estimate::{Glimpse, glimpse, nearly_legal};
use crate::sat::{Sat, Switches};
use crate::system::{Certain, Constraints};

/// Legal assignments that are kept, at most: each found in a search of its own.
const KEPT_ASSIGNMENTS: usize = 32;

/// Turns of the solver before a walk looks for a legal assignment.
const FIRST_TURNS: usize = 2_000;

/// The solver without the number of mines gets this part of the states.
const UNCOUNTED_SHARE: usize = 4;

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
    let classes = classes(constraints);
    let mut open = Open { agreed: vec![Agreed::Nothing; classes.len()], classes };
    let start = nearly_legal(constraints, meter)?;
    let mut sat = Sat::near(constraints, constraints.counter, Switches::Fixed, &start, meter)?;
    let Some((legal, seen)) = look_around(constraints, &mut sat, &start, meter)? else {
        return Ok(false);
    };
    open.compare(known, |cell| legal[cell as usize]);
    open.compare_with(&seen);
    let share = meter.limit(meter.budget().states / UNCOUNTED_SHARE);
    let mut uncounted = Uncounted::new(constraints, &legal, &share)?;
    for class in 0..open.classes.len() {
        let (cells, Agreed::On(mined)) = (open.classes.get(class), open.agreed[class]) else {
            continue;
        };
        let other = [(cells[0], !mined)];
        if !uncounted.refute(&other)? && sat.allows([], true, &other)? {
            meter.steps(constraints.cells.len())?;
            open.compare(known, |cell| sat.is_mined(cell));
        } else {
            let list = if mined { &mut known.certain.mined } else { &mut known.certain.safe };
            list.extend(cells.iter().map(|&cell| constraints.cells[cell as usize]));
        }
    }
    add_loose(constraints, &mut known.certain, meter)?;
    Ok(true)
}

/// The numbers without the number of mines, if that is known: it makes a refutation long, and most often
/// nothing but the numbers is needed.
struct Uncounted<'m>(Option<Sat<'m>>);

impl<'m> Uncounted<'m> {
    fn new(constraints: &Constraints, start: &[bool], meter: &'m Meter<'m>) -> Result<Self> {
        if constraints.counter.is_none() {
            return Ok(Self(None));
        }
        let sat = Sat::near(constraints, None, Switches::Fixed, start, meter);
        Stopped::unless_too_wide(sat).map(Self)
    }

    /// Whether the assumption is impossible; false if that is not known.
    fn refute(&mut self, assumed: &[(u32, bool)]) -> Result<bool> {
        let Some(sat) = &mut self.0 else { return Ok(false) };
        let allowed = Stopped::unless_too_wide(sat.allows([], false, assumed))?;
        if allowed.is_none() {
            self.0 = None;
        }
        Ok(allowed == Some(false))
    }
}

/// A legal assignment, and what others near it say; None if there is none. Either the solver or a walk is
/// fast where the other is not, so the solver begins with few turns.
fn look_around(
    constraints: &Constraints,
    sat: &mut Sat<'_>,
    start: &[bool],
    meter: &Meter,
) -> Result<Option<(Vec<bool>, Glimpse)>> {
    let found = |sat: &Sat<'_>| -> Vec<bool> {
        (0..constraints.cells.len() as u32).map(|cell| sat.is_mined(cell)).collect()
    };
    match sat.allows_within(FIRST_TURNS, [], true, &[])? {
        Some(false) => return Ok(None),
        Some(true) => {
            let legal = found(sat);
            let seen = glimpse(constraints, &legal, meter)?;
            return Ok(Some((legal, seen)));
        }
        None => {}
    }
    let mut seen = glimpse(constraints, start, meter)?;
    if let Some(legal) = seen.legal.take() {
        sat.begin_with(&legal)?;
        return Ok(Some((legal, seen)));
    }
    if !sat.allows([], true, &[])? {
        return Ok(None);
    }
    let legal = found(sat);
    let seen = glimpse(constraints, &legal, meter)?;
    Ok(Some((legal, seen)))
}

/// The cells by the numbers that touch them. Cells of a class are interchangeable, so they are all certain, or
/// none.
fn classes(constraints: &Constraints) -> Lists {
    let numbers = |cell: usize| constraints.touching.get(cell).iter().copied();
    let grouping = group(constraints.cells.len(), numbers);
    Lists::inverse(&grouping.class, grouping.first.len())
}

/// What all legal assignments so far say of a class.
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
    /// Compares with the assignments that a walk has seen: far more than a solver finds in that time.
    fn compare_with(&mut self, seen: &Glimpse) {
        for (cells, agreed) in self.classes.iter().zip(&mut self.agreed) {
            let was_said = |mined: bool| cells.iter().any(|&cell| seen.was(cell, mined));
            if was_said(false) && was_said(true) {
                *agreed = Agreed::NotAtAll;
            }
        }
    }

    /// Compares with a legal assignment, and keeps it if there are few.
    fn compare(&mut self, known: &mut Known, is_mined: impl Fn(u32) -> bool) {
        for (cells, agreed) in self.classes.iter().zip(&mut self.agreed) {
            for said in cells.iter().map(|&cell| is_mined(cell)) {
                *agreed = match *agreed {
                    Agreed::Nothing => Agreed::On(said),
                    Agreed::On(before) if before == said => *agreed,
                    _ => Agreed::NotAtAll,
                };
            }
        }
        if known.assignments.len() < KEPT_ASSIGNMENTS {
            let cells = self.classes.items() as u32;
            known.assignments.push((0..cells).map(is_mined).collect());
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
