//! Sat: constraints in a CDCL solver, each with a switch.

use std::cell::Cell as Slot;
use std::rc::Rc;

use batsat::intmap::AsIndex;
use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, lbool};

use crate::base::{Lists, Meter, Result, Sort, Stopped};
use crate::estimate::nearly_legal;
use crate::sat::counts::{Counts, Set};
use crate::sat::totalizer::{Sides, cost, totals};
use crate::system::{Constraints, MineCounter};

/// Steps that the meter is charged for a turn of the solver.
const TURN_STEPS: usize = 200;
/// A counter of all mines, or a number, that would take more clauses becomes a cardinality constraint.
const MOST_CLAUSES: usize = 500_000;
/// The states that the meter is charged for a variable: lists of its clauses, and its place in others.
const VARIABLE_STATES: usize = 12;
/// The first variables take no states: less than 200 kB, so that small positions can be deduced where
/// the budget is too small to count them.
const FREE_VARIABLES: usize = 1 << 10;

/// Numbers with more cells become clauses: names for partial sums make refutations short where
/// numbers overlap in many cells.
const MOST_MEMBERS: usize = 10;

/// With more cells, the solver starts from an assignment of local search, for at most so many turns.
const LOCAL_SEARCH_CELLS: usize = 200;
const LOCAL_SEARCH_TURNS: usize = 200;

/// Whether numbers can be switched off.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Switches {
    /// All numbers, and the counter if there is one, hold for good.
    Fixed,
    /// Each question says which of them hold.
    Free,
}

/// The solver. Cells and numbers are indices of the constraints that it was made of.
pub struct Sat<'m> {
    solver: Solver<Watch<'m>>,
    counts: Counts,
    /// The variable of each cell, and the switch of each number; none for those left out.
    cells: Vec<Option<Lit>>,
    numbers: Vec<Option<Lit>>,
    /// The number of each switch, by variable, beginning with `first_switch`.
    switched: Vec<u32>,
    first_switch: usize,
    counter: Option<Lit>,
}

/// Lets the meter stop the solver.
struct Watch<'m> {
    meter: &'m Meter<'m>,
    stopped: Slot<Option<Stopped>>,
    /// Turns that the question at hand may still take.
    turns: Slot<usize>,
    /// Variables that the theory looked at since the last turn: thousands where numbers are large.
    work: Rc<Slot<usize>>,
}

impl Watch<'_> {
    fn note(&self, done: Result<()>) {
        if let Err(stopped) = done {
            self.stopped.set(Some(stopped));
        }
    }
}

/// The states that the meter is charged for a clause: the list of clauses grows by doubling, is copied
/// when many are gone, and watches each clause from two places.
fn room(clause: &[Lit]) -> usize {
    4 + clause.len()
}

/// The states that the meter is charged for new variables of a solver that has some already.
pub fn variable_states(old: usize, new: usize) -> usize {
    VARIABLE_STATES * (old + new).saturating_sub(FREE_VARIABLES).min(new)
}

impl Callbacks for Watch<'_> {
    fn on_new_clause(&mut self, clause: &[Lit], _: ClauseKind) {
        self.note(self.meter.states(room(clause)));
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.meter.give_back(room(clause));
    }

    fn stop(&self) -> bool {
        match self.turns.get().checked_sub(1) {
            Some(left) => self.turns.set(left),
            None => self.stopped.set(Some(self.meter.too_wide())),
        }
        // Last, so that an interrupt is not reported as too wide.
        self.note(self.meter.steps(TURN_STEPS + self.work.take()));
        self.stopped.get().is_some()
    }
}

impl<'m> Sat<'m> {
    /// All numbers of the constraints, and the counter if it is known.
    pub fn of(constraints: &Constraints, switches: Switches, meter: &'m Meter<'m>) -> Result<Self> {
        let is_large = constraints.cells.len() > LOCAL_SEARCH_CELLS;
        let start = if is_large { nearly_legal(constraints, meter)? } else { Vec::new() };
        Self::near(constraints, constraints.counter, switches, &start, meter)
    }

    /// All numbers, and perhaps the counter, with a search that starts near an assignment unless the
    /// constraints are few.
    pub fn near(
        constraints: &Constraints,
        counter: Option<MineCounter>,
        switches: Switches,
        start: &[bool],
        meter: &'m Meter<'m>,
    ) -> Result<Self> {
        let numbers: Vec<u32> = (0..constraints.numbers.len() as u32).collect();
        let mut sat = Self::new(constraints, &numbers, counter, switches, meter)?;
        if constraints.cells.len() > LOCAL_SEARCH_CELLS {
            sat.begin_with(start)?;
        }
        Ok(sat)
    }

    /// Starts the search near an assignment: the solver repeats the values that it last tried.
    pub fn begin_with(&mut self, mined: &[bool]) -> Result<()> {
        let assumed: Vec<(u32, bool)> = (0..).zip(mined.iter().copied()).collect();
        let numbers: Vec<u32> = self.switched.clone();
        Stopped::unless_too_wide(self.allows_within(LOCAL_SEARCH_TURNS, numbers, true, &assumed))
            .map(drop)
    }

    /// Some numbers of the constraints, and perhaps the counter.
    pub fn new(
        constraints: &Constraints,
        numbers: &[u32],
        counter: Option<MineCounter>,
        switches: Switches,
        meter: &'m Meter<'m>,
    ) -> Result<Self> {
        let work = Rc::<Slot<usize>>::default();
        let (stopped, turns) = (Slot::new(None), Slot::new(usize::MAX));
        let watch = Watch { meter, stopped, turns, work: Rc::clone(&work) };
        let mut maker =
            Maker { constraints, solver: Solver::new(Default::default(), watch), switches };
        let cells = maker.cells(numbers, counter.is_some())?;
        let first_switch = maker.solver.num_vars() as usize;
        let (mut sets, mut members, switched) = maker.numbers(numbers, &cells)?;
        let counter = match counter {
            Some(counter) => maker.counter(counter, &cells, &mut sets, &mut members)?,
            None => None,
        };
        meter.states(members.items() + sets.len())?;
        let variables = maker.solver.num_vars() as usize;
        let mut by_number = vec![None; constraints.numbers.len()];
        for (number, set) in numbers.iter().zip(&sets) {
            by_number[*number as usize] = set.switch;
        }
        Ok(Self {
            counts: Counts::new(sets, members, variables, work),
            solver: maker.solver,
            cells,
            numbers: by_number,
            switched,
            first_switch,
            counter,
        })
    }

    /// Whether some numbers, the counter or not, and an assumption can all be true; None if so many turns
    /// are not enough.
    pub fn allows_within(
        &mut self,
        turns: usize,
        numbers: impl IntoIterator<Item = u32>,
        counter: bool,
        assumed: &[(u32, bool)],
    ) -> Result<Option<bool>> {
        self.solver.cb().turns.set(turns);
        let answer = self.allows(numbers, counter, assumed);
        match self.solver.cb().turns.replace(usize::MAX) {
            0 => Stopped::unless_too_wide(answer),
            // If it was stopped, the meter did it.
            _ => answer.map(Some),
        }
    }

    /// Literals propagated so far, over all questions: the same on every machine.
    pub fn work(&self) -> usize {
        self.solver.num_propagations() as usize
    }

    /// Whether some numbers, the counter or not, and an assumption can all be true.
    pub fn allows(
        &mut self,
        numbers: impl IntoIterator<Item = u32>,
        counter: bool,
        assumed: &[(u32, bool)],
    ) -> Result<bool> {
        let literal = |&(cell, mined): &(u32, bool)| {
            self.cells[cell as usize].map(|lit| if mined { lit } else { !lit })
        };
        let mut assumptions: Vec<Lit> = assumed.iter().filter_map(literal).collect();
        assumptions.extend(self.counter.filter(|_| counter));
        assumptions.extend(numbers.into_iter().filter_map(|n| self.numbers[n as usize]));
        // Each question decides all variables again.
        self.solver.cb().meter.steps(assumptions.len() + self.cells.len())?;
        let found = self.solver.solve_limited_th(&mut self.counts, &assumptions);
        match self.solver.cb().stopped.take() {
            Some(stopped) => Err(stopped),
            None => Ok(found == lbool::TRUE),
        }
    }

    /// Whether the cell is mined in the assignment that was found last.
    pub fn is_mined(&self, cell: u32) -> bool {
        self.cells[cell as usize].is_some_and(|lit| self.solver.value_lit(lit) == lbool::TRUE)
    }

    /// After an impossible question: numbers that suffice to make it impossible.
    pub fn core(&self) -> Vec<u32> {
        let numbers = self.solver.unsat_core().iter().filter_map(|lit| {
            let variable = lit.var().as_index().checked_sub(self.first_switch)?;
            self.switched.get(variable).copied()
        });
        let mut numbers: Vec<u32> = numbers.collect();
        numbers.ascend();
        numbers
    }
}

/// Turns constraints into variables, sets and clauses.
struct Maker<'c, 'm> {
    constraints: &'c Constraints,
    solver: Solver<Watch<'m>>,
    switches: Switches,
}

impl Maker<'_, '_> {
    /// A variable for each cell of the numbers.
    fn cells(&mut self, numbers: &[u32], all: bool) -> Result<Vec<Option<Lit>>> {
        let mut is_used = vec![all; self.constraints.cells.len()];
        for &number in numbers {
            let members = self.constraints.members.get(number as usize);
            members.iter().for_each(|&cell| is_used[cell as usize] = true);
        }
        let mut variable = |is_used: bool| is_used.then(|| self.variable(true)).transpose();
        is_used.into_iter().map(&mut variable).collect()
    }

    fn variable(&mut self, decide: bool) -> Result<Lit> {
        let meter = self.solver.cb().meter;
        meter.states(variable_states(self.solver.num_vars() as usize, 1))?;
        meter.steps(VARIABLE_STATES)?;
        Ok(Lit::new(self.solver.new_var(lbool::UNDEF, decide), true))
    }

    /// A set for each number, the variables of each, and the numbers that were given switches.
    fn numbers(
        &mut self,
        numbers: &[u32],
        cells: &[Option<Lit>],
    ) -> Result<(Vec<Set>, Lists, Vec<u32>)> {
        let (mut sets, mut members) = (Vec::with_capacity(numbers.len()), Lists::default());
        // Switches are consecutive variables, so that a core maps back to numbers.
        let switches = numbers.iter().map(|_| self.switch()).collect::<Result<Vec<_>>>()?;
        for (&number, &switch) in numbers.iter().zip(&switches) {
            let need = self.constraints.needs[number as usize];
            let touched = self.constraints.members.get(number as usize).iter();
            let touched: Vec<Lit> = touched.filter_map(|&c| cells[c as usize]).collect();
            if self.constraints.is_broken(number) {
                self.imply(switch, None);
            } else if touched.len() > MOST_MEMBERS
                && cost(touched.len(), need as usize + 1) <= MOST_CLAUSES
            {
                self.total(&touched, need as usize, need as usize, switch)?;
            } else {
                sets.push(Set { least: need as u32, most: need as u32, switch });
                members.push(touched.into_iter().map(index));
                continue;
            }
            sets.push(Set { least: 0, most: 0, switch });
            members.push([]);
        }
        let switched = if self.switches == Switches::Free { numbers.to_vec() } else { Vec::new() };
        Ok((sets, members, switched))
    }

    /// At least and at most so many of the leaves are true, if the switch is, as clauses.
    fn total(
        &mut self,
        leaves: &[Lit],
        least: usize,
        most: usize,
        switch: Option<Lit>,
    ) -> Result<()> {
        let sides = Sides { upward: most < leaves.len(), downward: least > 0 };
        let bound = if sides.upward { most + 1 } else { least };
        let meter = self.solver.cb().meter;
        let outputs = totals(&mut self.solver, leaves, bound, sides, meter)?;
        if sides.upward {
            self.imply(switch, Some(!outputs[most]));
        }
        if sides.downward {
            self.imply(switch, Some(outputs[least - 1]));
        }
        Ok(())
    }

    fn switch(&mut self) -> Result<Option<Lit>> {
        (self.switches == Switches::Free).then(|| self.variable(false)).transpose()
    }

    /// So many mines are under all covered cells, the loose ones included.
    fn counter(
        &mut self,
        counter: MineCounter,
        cells: &[Option<Lit>],
        sets: &mut Vec<Set>,
        members: &mut Lists,
    ) -> Result<Option<Lit>> {
        let leaves: Vec<Lit> = cells.iter().copied().flatten().collect();
        let MineCounter { mines, loose } = counter;
        let least = (mines - loose).max(0);
        let switch = self.switch()?;
        if mines < 0 || least > leaves.len() as i64 {
            self.imply(switch, None);
            return Ok(switch);
        }
        let (least, most) = (least as usize, (mines as usize).min(leaves.len()));
        if cost(leaves.len(), most + 1) > MOST_CLAUSES {
            sets.push(Set { least: least as u32, most: most as u32, switch });
            members.push(leaves.into_iter().map(index));
            return Ok(switch);
        }
        self.total(&leaves, least, most, switch)?;
        Ok(switch)
    }

    /// The literal is true if the switch is; without a literal, the switch can never be.
    fn imply(&mut self, switch: Option<Lit>, literal: Option<Lit>) {
        let mut clause: Vec<Lit> =
            switch.map(|switch| !switch).into_iter().chain(literal).collect();
        self.solver.add_clause_reuse(&mut clause);
    }
}

fn index(literal: Lit) -> u32 {
    literal.var().as_index() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::position::Position;

    fn constraints(covered: usize, numbers: &[(u32, Vec<i64>)], mines: Option<i64>) -> Constraints {
        Constraints::of(&Position::with_numbers(covered, numbers, mines))
    }

    #[test]
    fn who_gives_a_question_few_turns_may_get_no_answer() {
        // One mine per row and one per column, but there is a row more than columns.
        let columns = 5i64;
        let row = |i| (1, (0..columns).map(|j| i * columns + j).collect());
        let column = |j| (1, (0..=columns).map(|i| i * columns + j).collect());
        let mut numbers: Vec<(u32, Vec<i64>)> = (0..=columns).map(row).collect();
        numbers.extend((0..columns).map(column));
        let meter = Meter::unwatched(Budget::default());
        let constraints = constraints(30, &numbers, None);
        let mut sat = Sat::of(&constraints, Switches::Free, &meter).unwrap();
        let all = 0..numbers.len() as u32;
        assert_eq!(sat.allows_within(3, all.clone(), false, &[]), Ok(None));
        assert_eq!(sat.allows_within(usize::MAX, all.clone(), false, &[]), Ok(Some(false)));
        assert_eq!(sat.allows(all.skip(1), false, &[]), Ok(true));
    }

    #[test]
    fn who_is_interrupted_at_the_last_turn_is_not_told_that_it_was_too_wide() {
        let meter = Meter::unwatched(Budget { seconds: Some(0.0), ..Budget::default() });
        let watch = watch(&meter, 0);
        let turns = (0..1000).map(|_| (watch.stop(), watch.stopped.take()));
        let seen: Vec<_> = turns.collect();
        assert!(seen.contains(&(true, Some(meter.too_wide()))));
        assert!(seen.contains(&(true, Some(Stopped::Timeout { seconds: 0.0 }))));
    }

    fn watch<'m>(meter: &'m Meter<'m>, turns: usize) -> Watch<'m> {
        let (stopped, turns) = (Slot::new(None), Slot::new(turns));
        Watch { meter, stopped, turns, work: Rc::default() }
    }

    #[test]
    fn a_turn_in_which_large_numbers_are_looked_at_is_a_long_one() {
        let meter = Meter::unwatched(Budget { seconds: Some(0.0), ..Budget::default() });
        let watch = watch(&meter, usize::MAX);
        assert!(!watch.stop());
        watch.work.set(1 << 20);
        assert!(watch.stop());
    }

    #[test]
    fn all_variables_that_a_set_looks_at_are_counted() {
        let number = (1500, (0..3000).collect());
        let meter = Meter::unwatched(Budget::default());
        let constraints = constraints(3000, &[number], None);
        let mut sat = Sat::of(&constraints, Switches::Free, &meter).unwrap();
        let before = meter.steps_taken();
        assert_eq!(sat.allows(0..1, false, &[]), Ok(true));
        assert!(meter.steps_taken() - before >= 3000 + 3000);
    }

    #[test]
    fn a_long_counter_is_counted_instead_of_written_in_clauses() {
        // All cells next to numbers are mined, and ten more are next to none.
        let (pairs, loose) = (600, 10);
        let numbers: Vec<_> = (0..pairs).map(|i| (2, vec![2 * i, 2 * i + 1])).collect();
        assert!(cost(2 * pairs as usize, 2 * pairs as usize) > MOST_CLAUSES);
        let meter = Meter::unwatched(Budget::default());
        for mines in [0, 1100, 1199, 1200, 1205, 1210, 1211] {
            let constraints = constraints((2 * pairs + loose) as usize, &numbers, Some(mines));
            let expected = (2 * pairs..=2 * pairs + loose).contains(&mines);
            for switches in [Switches::Fixed, Switches::Free] {
                let mut sat = Sat::of(&constraints, switches, &meter).unwrap();
                let all = 0..numbers.len() as u32;
                assert_eq!(sat.allows(all, true, &[]), Ok(expected), "{mines} mines");
            }
        }
    }
}
