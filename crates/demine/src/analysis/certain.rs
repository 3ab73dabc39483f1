//! Certain: the cells that are free, or mined, in every legal assignment, by search.
//!
//! Patches around a legal assignment show most cells both free and mined (see
//! [`patches`](super::patches)). The solver refutes the others, or finds assignments in
//! which they differ, first without the number of mines: that makes a refutation long.

use crate::analysis::patches::{Assignment, PATCH, Patches};
use crate::base::{Lists, Meter, Result, Sort, Stopped, group};
use crate::estimate::{Glimpse, glimpse, nearly_legal};
use crate::sat::{Sat, Switches};
use crate::system::{Certain, Constraints};

/// Legal assignments that are kept, at most, and the patches from one to the next.
const KEPT_ASSIGNMENTS: usize = 32;
const PATCHES_APART: usize = 4;

/// Turns of the solver for a question, before something else is tried.
const FEW_TURNS: usize = 2_000;

/// The solver without the number of mines gets this part of the states, if there is another one.
const UNCOUNTED_SHARE: usize = 4;

/// Patches around a cell that may be certain have so many cells, one after the other.
const PATCHES: [usize; 4] = [PATCH, 2 * PATCH, 2 * PATCH, 3 * PATCH];
/// After so many times in vain, one after the other, no assignment is moved to the number of mines any more.
const SHIFTS_IN_VAIN: usize = 3;

/// What the solver knows of the cells.
#[derive(Default)]
pub struct Known {
    pub certain: Certain,
    /// Whether these are all certain cells; if not, the time was over before.
    pub is_complete: bool,
    /// Some legal assignments of the cells.
    pub assignments: Vec<Vec<bool>>,
}

impl Known {
    /// Keeps a legal assignment if there are few.
    fn keep(&mut self, legal: &Assignment) {
        if self.assignments.len() < KEPT_ASSIGNMENTS {
            self.assignments.push(legal.mined.clone());
        }
    }
}

/// Whether all constraints can be true; None if so many turns are not enough.
pub fn is_consistent_within(
    turns: usize,
    constraints: &Constraints,
    meter: &Meter,
) -> Result<Option<bool>> {
    let share = share(constraints, meter);
    let mut search = Search::new(constraints, meter, &share)?;
    let few = turns.min(FEW_TURNS);
    if let Some(found) = search.first(few)? {
        return Ok(Some(found.is_some()));
    }
    if let Some(found) = search.ask(true, few, &[])? {
        return Ok(Some(found.is_some()));
    }
    if glimpse(constraints, &search.start, meter)?.legal.is_some() {
        return Ok(Some(true));
    }
    Ok(search.ask(true, turns, &[])?.map(|found| found.is_some()))
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
    let mut open = Open::new(constraints);
    let share = share(constraints, meter);
    let mut search = Search::new(constraints, meter, &share)?;
    let mut legal = match search.first(FEW_TURNS)? {
        Some(None) => return Ok(false),
        Some(Some(legal)) => legal,
        None => match search.look_around()? {
            None => return Ok(false),
            Some((legal, seen)) => {
                open.compare(known, &legal);
                open.compare_with(&seen);
                legal
            }
        },
    };
    open.compare(known, &legal);
    search.sweep(&mut open, &mut legal, known)?;
    for class in 0..open.classes.len() {
        let (cells, Agreed::On(mined)) = (open.classes.get(class), open.agreed[class]) else {
            continue;
        };
        let first = cells[0];
        match search.differs(&legal, first, !mined)? {
            Some(found) => {
                legal = found;
                meter.steps(constraints.cells.len())?;
                open.compare(known, &legal);
                search.look(&mut open, &mut legal, first, 2 * PATCH)?;
            }
            None => {
                let list = if mined { &mut known.certain.mined } else { &mut known.certain.safe };
                list.extend(cells.iter().map(|&cell| constraints.cells[cell as usize]));
            }
        }
    }
    add_loose(constraints, &legal, &mut known.certain, meter)?;
    Ok(true)
}

fn share<'m>(constraints: &Constraints, meter: &'m Meter<'m>) -> Meter<'m> {
    match constraints.counter {
        Some(_) => meter.limit(meter.budget().states / UNCOUNTED_SHARE),
        None => meter.renew(),
    }
}

/// Everything that finds legal assignments.
struct Search<'c, 'm> {
    constraints: &'c Constraints,
    meter: &'m Meter<'m>,
    share: &'m Meter<'m>,
    near: Patches<'c, 'm>,
    /// Nearly legal.
    start: Vec<bool>,
    /// Made when they are first asked: the whole constraints, and those without the number of mines if there
    /// is one.
    whole: Option<Sat<'m>>,
    uncounted: Option<Sat<'m>>,
    is_too_wide: bool,
    shifts_in_vain: usize,
}

/// An assignment, or None if there is none.
type Found = Option<Assignment>;

impl<'c, 'm> Search<'c, 'm> {
    /// The share is for the solver without the number of mines.
    fn new(
        constraints: &'c Constraints,
        meter: &'m Meter<'m>,
        share: &'m Meter<'m>,
    ) -> Result<Self> {
        Ok(Self {
            constraints,
            meter,
            share,
            near: Patches::new(constraints, constraints.counter, meter),
            start: nearly_legal(constraints, meter)?,
            whole: None,
            uncounted: None,
            is_too_wide: false,
            shifts_in_vain: 0,
        })
    }

    /// A legal assignment; None if that took too many turns.
    fn first(&mut self, turns: usize) -> Result<Option<Found>> {
        let start = Assignment::new(self.start.clone());
        if start.is_legal(self.constraints) {
            return Ok(Some(Some(start)));
        }
        match self.ask(false, turns, &[])? {
            Some(Some(found)) => Ok(self.shift(found, None)?.map(Some)),
            answer => Ok(answer),
        }
    }

    /// A legal assignment, and what others near it say. Either the solver or a walk is fast where the other
    /// is not, so the solver begins with few turns.
    fn look_around(&mut self) -> Result<Option<(Assignment, Glimpse)>> {
        let found = match self.ask(true, FEW_TURNS, &[])? {
            Some(found) => found,
            None => {
                let mut seen = glimpse(self.constraints, &self.start, self.meter)?;
                if let Some(legal) = seen.legal.take() {
                    if let Some(sat) = &mut self.whole {
                        sat.begin_with(&legal)?;
                    }
                    return Ok(Some((Assignment::new(legal), seen)));
                }
                self.ask(true, usize::MAX, &[])?.flatten()
            }
        };
        let Some(legal) = found else { return Ok(None) };
        let seen = glimpse(self.constraints, &legal.mined, self.meter)?;
        Ok(Some((legal, seen)))
    }

    /// Asks the solver, with the number of mines or without; None if so many turns, or the share of the
    /// states, are not enough.
    fn ask(
        &mut self,
        counted: bool,
        turns: usize,
        assumed: &[(u32, bool)],
    ) -> Result<Option<Found>> {
        let constraints = self.constraints;
        let counter = constraints.counter.filter(|_| counted);
        let is_whole = counter.is_some() == constraints.counter.is_some();
        if !is_whole && self.is_too_wide {
            return Ok(None);
        }
        let (place, meter) = match is_whole {
            true => (&mut self.whole, self.meter),
            false => (&mut self.uncounted, self.share),
        };
        let made = match place.take() {
            Some(sat) => Ok(sat),
            None => Sat::near(constraints, counter, Switches::Fixed, &self.start, meter),
        };
        let answer = made.and_then(|sat| {
            let sat = place.insert(sat);
            let is_possible = sat.allows_within(turns, [], true, assumed)?;
            let mined = |sat: &Sat<'_>| {
                (0..constraints.cells.len() as u32).map(|cell| sat.is_mined(cell)).collect()
            };
            Ok(is_possible.map(|possible| possible.then(|| Assignment::new(mined(sat)))))
        });
        if is_whole {
            return answer;
        }
        let answer = Stopped::unless_too_wide(answer)?;
        if answer.is_none() {
            (self.uncounted, self.is_too_wide) = (None, true);
        }
        Ok(answer.flatten())
    }

    /// Moves an assignment to the number of mines; None if that was not found.
    fn shift(&mut self, found: Assignment, kept: Option<u32>) -> Result<Option<Assignment>> {
        if found.lacks(self.constraints.counter) == 0 {
            return Ok(Some(found));
        }
        if self.shifts_in_vain == SHIFTS_IN_VAIN {
            return Ok(None);
        }
        let shifted = self.near.shift(found, kept)?;
        self.shifts_in_vain = if shifted.is_some() { 0 } else { self.shifts_in_vain + 1 };
        Ok(shifted)
    }

    /// Looks at patches that cover all cells that may be certain.
    fn sweep(&mut self, open: &mut Open, legal: &mut Assignment, known: &mut Known) -> Result<()> {
        let mut is_passed = vec![false; self.constraints.cells.len()];
        let mut patches = 0;
        for class in 0..open.classes.len() {
            let cell = open.classes.get(class)[0];
            if is_passed[cell as usize] || !matches!(open.agreed[class], Agreed::On(_)) {
                continue;
            }
            let patch = self.look(open, legal, cell, PATCH)?;
            patch[..patch.len().div_ceil(2)].iter().for_each(|&c| is_passed[c as usize] = true);
            patches += 1;
            if patches % PATCHES_APART == 0 {
                known.keep(legal);
            }
        }
        Ok(())
    }

    /// Looks at a patch around a cell, and returns it.
    fn look(
        &mut self,
        open: &mut Open,
        legal: &mut Assignment,
        around: u32,
        size: usize,
    ) -> Result<Vec<u32>> {
        let patch = self.near.patch(around, size);
        for cell in self.near.look(legal, patch.clone())? {
            open.agreed[open.class_of[cell as usize] as usize] = Agreed::NotAtAll;
        }
        Ok(patch)
    }

    /// A legal assignment in which the cell is mined or free, as asked; None if there is none.
    fn differs(&mut self, legal: &Assignment, cell: u32, mined: bool) -> Result<Found> {
        let assumed = [(cell, mined)];
        let answer = self.ask(false, FEW_TURNS, &assumed)?;
        match &answer {
            Some(None) => return Ok(None),
            Some(Some(found)) => {
                if let Some(found) = self.shift(found.clone(), Some(cell))? {
                    return Ok(Some(found));
                }
            }
            None => {}
        }
        for size in PATCHES {
            if let Some(found) = self.near.change(legal, cell, size)? {
                return Ok(Some(found));
            }
        }
        if answer.is_none() {
            match self.ask(false, usize::MAX, &assumed)? {
                Some(None) => return Ok(None),
                Some(Some(found)) => {
                    if let Some(found) = self.shift(found, Some(cell))? {
                        return Ok(Some(found));
                    }
                }
                None => {}
            }
        }
        Ok(self.ask(true, usize::MAX, &assumed)?.flatten())
    }
}

/// What all legal assignments so far say of a class.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Agreed {
    Nothing,
    On(bool),
    NotAtAll,
}

/// The cells by the numbers that touch them. Cells of a class are interchangeable, so they are all certain, or
/// none.
struct Open {
    classes: Lists,
    class_of: Vec<u32>,
    agreed: Vec<Agreed>,
}

impl Open {
    fn new(constraints: &Constraints) -> Self {
        let numbers = |cell: usize| constraints.touching.get(cell).iter().copied();
        let grouping = group(constraints.cells.len(), numbers);
        let classes = Lists::inverse(&grouping.class, grouping.first.len());
        Self { agreed: vec![Agreed::Nothing; classes.len()], class_of: grouping.class, classes }
    }

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
    fn compare(&mut self, known: &mut Known, legal: &Assignment) {
        for (cells, agreed) in self.classes.iter().zip(&mut self.agreed) {
            for said in cells.iter().map(|&cell| legal.mined[cell as usize]) {
                *agreed = match *agreed {
                    Agreed::Nothing => Agreed::On(said),
                    Agreed::On(before) if before == said => *agreed,
                    _ => Agreed::NotAtAll,
                };
            }
        }
        known.keep(legal);
    }
}

/// Adds the cells next to no number, which are interchangeable: one test decides all of them.
fn add_loose(
    constraints: &Constraints,
    legal: &Assignment,
    found: &mut Certain,
    meter: &Meter,
) -> Result<()> {
    let (Some(counter), false) = (constraints.counter, constraints.loose.is_empty()) else {
        return Ok(());
    };
    let numbers: Vec<u32> = (0..constraints.numbers.len() as u32).collect();
    let can_be = |mined: bool| {
        let counter = counter.decide_loose(mined);
        if counter.mines < 0 {
            return Ok(false);
        }
        let mut near = Patches::new(constraints, Some(counter), meter);
        if near.shift(legal.clone(), None)?.is_some() {
            return Ok(true);
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
