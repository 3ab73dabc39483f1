//! Subset: minimal and smallest sets of numbers that are impossible together.
//!
//! A smallest impossible set has a member in every *correction set*: numbers without which the others
//! can be true. So the search takes a smallest set that hits all correction sets found so far. If that
//! set is possible, it is extended as far as possible, and the numbers left out are one more correction
//! set (Ignatiev, Previti, Liffiton and Marques-Silva 2015).

use rustc_hash::FxHashSet;

use crate::analysis::{Oracle, ask_in_turn};
use crate::base::{Meter, Result, Sort, Stopped};
use crate::board::Cell;
use crate::count::{Split, Work};
use crate::position::{Label, Position};
use crate::proof::hitting::{Hitting, Smallest};
use crate::sat::Sat;
use crate::system::Constraints;

/// Turns of the solver before counting tries: sums of sums are easy to count and hard to refute.
const SOLVER_TURNS: usize = 3_000;
/// States of counting before the solver tries again.
const COUNTING_STATES: usize = 100_000;
/// Rounds of solver and counting, each with four times the effort of the last, before the solver goes
/// on without a bound. The last count may take as many states as the default budget allows.
const ROUNDS: usize = 6;

/// Work for making one proof small, in literals that the solver follows and states that are counted:
/// a second or two. It is the same on every machine, and so is the answer.
pub const MOST_WORK: usize = 12_000_000;

/// Whether numbers are possible together, asked for many sets of numbers.
pub struct Question<'q, 'm> {
    constraints: &'q Constraints,
    sat: Sat<'m>,
    counter: bool,
    assumed: Option<(Cell, bool)>,
    meter: &'m Meter<'m>,
    most_turns: usize,
    /// After this much work sets are no longer made smaller.
    most_work: usize,
    /// The states that counting took.
    counted: usize,
    /// The number of questions so far.
    asked: usize,
    /// Who gave the last answer. Counting gives neither a core nor an assignment.
    oracle: Oracle,
}

/// Numbers that are impossible together, and whether no other set is smaller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub numbers: Vec<u32>,
    pub smallest: bool,
}

impl<'q, 'm> Question<'q, 'm> {
    /// The question of a solver, with or without the number of mines, under an assumption on a cell.
    pub fn new(
        constraints: &'q Constraints,
        sat: Sat<'m>,
        counter: bool,
        assumed: Option<(Cell, bool)>,
        most_work: usize,
        meter: &'m Meter<'m>,
    ) -> Self {
        Self {
            constraints,
            sat,
            counter,
            assumed,
            meter,
            most_turns: SOLVER_TURNS,
            most_work,
            counted: 0,
            asked: 0,
            oracle: Oracle::Solver,
        }
    }

    /// The same with the number of mines, and with this much more work.
    pub fn with_counter(self, more_work: usize) -> Self {
        Self { counter: true, most_work: self.work() + more_work, ..self }
    }

    /// The work so far.
    pub fn work(&self) -> usize {
        self.sat.work() + self.counted
    }

    /// Whether the numbers can all be true, without a bound on the work.
    pub fn allows(&mut self, numbers: &[u32]) -> Result<bool> {
        match self.allows_within(ROUNDS, usize::MAX, numbers)? {
            Some(known) => Ok(known),
            None => self.ask_solver(usize::MAX, numbers).map(|known| known == Some(true)),
        }
    }

    /// Whether the numbers can all be true; None if the work that is left does not suffice.
    fn allows_cheaply(&mut self, rounds: usize, numbers: &[u32]) -> Result<Option<bool>> {
        if self.work() >= self.most_work {
            return Ok(None);
        }
        self.allows_within(rounds, self.most_work, numbers)
    }

    /// Solver and counting take turns, each with four times the effort of the last round: either may
    /// take very long where the other is quick.
    fn allows_within(
        &mut self,
        rounds: usize,
        most_work: usize,
        numbers: &[u32],
    ) -> Result<Option<bool>> {
        self.asked += 1;
        let begun = self.work();
        let (mut turns, mut states) = (self.most_turns, COUNTING_STATES);
        for _ in 0..rounds {
            let known = self.ask_both(turns, states, numbers)?;
            // The next round would take about four times what this one took.
            let next = 4 * (self.work() - begun);
            if known.is_some() || self.work().saturating_add(next) > most_work {
                return Ok(known);
            }
            (turns, states) = (4 * turns + 1, 4 * states);
        }
        self.oracle = Oracle::Solver;
        Ok(None)
    }

    /// Asks the oracle first that gave the last answer.
    fn ask_both(&mut self, turns: usize, states: usize, numbers: &[u32]) -> Result<Option<bool>> {
        let known = ask_in_turn(self.oracle, |oracle| match oracle {
            Oracle::Counting => Stopped::unless_too_wide(self.count(states, numbers)),
            Oracle::Solver => self.ask_solver(turns, numbers),
        })?;
        let Some((oracle, known)) = known else { return Ok(None) };
        self.oracle = oracle;
        if oracle == Oracle::Solver {
            // Where counting was too wide, it would be so again.
            self.most_turns = turns.min(4 * SOLVER_TURNS);
        }
        Ok(Some(known))
    }

    fn ask_solver(&mut self, turns: usize, numbers: &[u32]) -> Result<Option<bool>> {
        // What is next to no number is part of the counter that the solver was given.
        let place = |(cell, mined)| self.constraints.place(cell).map(|place| (place, mined));
        let assumed = self.assumed.and_then(place);
        let numbers = numbers.iter().copied();
        self.sat.allows_within(turns, numbers, self.counter, assumed.as_slice())
    }

    fn count(&mut self, states: usize, numbers: &[u32]) -> Result<bool> {
        self.meter.steps(self.constraints.position.board().cells())?;
        let meter = &self.meter.limit(states);
        let given = meter.take_states();
        meter.give_back(given);
        let split = Split::of(&self.premise(numbers), Work::new(None, meter));
        let known = split.and_then(|s| s.map_or(Ok(false), |split| split.is_consistent(meter)));
        self.counted += given.saturating_sub(meter.take_states());
        known
    }

    /// The position with only these numbers.
    fn premise(&self, numbers: &[u32]) -> Position {
        let position = &self.constraints.position;
        let mut kept = vec![false; position.board().cells()];
        numbers.iter().for_each(|&n| kept[self.constraints.numbers[n as usize] as usize] = true);
        let is_dropped = |&(cell, label): &(Cell, Label)| {
            matches!(label, Label::Number(_)) && !kept[cell as usize]
        };
        let dropped = (0..).zip(position.labels()).filter(is_dropped);
        let mut labels: Vec<(Cell, Label)> = dropped.map(|(cell, _)| (cell, Label::Free)).collect();
        let assumed = |mined| if mined { Label::Mined } else { Label::Free };
        labels.extend(self.assumed.map(|(cell, mined)| (cell, assumed(mined))));
        let premise = position.with_labels(&labels);
        if self.counter { premise } else { premise.without_mines() }
    }

    /// A minimal impossible subset of the numbers, or a larger one if the work ran out; None if they are
    /// possible. Numbers at the end of the list are left out first.
    pub fn minimal(&mut self, numbers: &[u32]) -> Result<Option<Vec<u32>>> {
        if self.allows(numbers)? {
            return Ok(None);
        }
        let mut kept = self.in_core(numbers);
        let mut needed = FxHashSet::default();
        // A question that is hard for many numbers may be easy for few.
        for rounds in [1, ROUNDS] {
            self.leave_out(&mut kept, &mut needed, rounds)?;
        }
        Ok(Some(kept))
    }

    /// Leave numbers out while the others stay impossible, as far as this many rounds can tell.
    fn leave_out(
        &mut self,
        kept: &mut Vec<u32>,
        needed: &mut FxHashSet<u32>,
        rounds: usize,
    ) -> Result<()> {
        let mut at = kept.len();
        // Without work, no question is answered any more.
        while at > 0 && self.work() < self.most_work {
            self.meter.steps(kept.len())?;
            at -= 1;
            if needed.contains(&kept[at]) {
                continue;
            }
            let mut fewer = kept.clone();
            let number = fewer.remove(at);
            match self.allows_cheaply(rounds, &fewer)? {
                Some(true) => drop(needed.insert(number)),
                Some(false) => {
                    (at, *kept) = (self.in_core(&fewer[..at]).len(), self.in_core(&fewer))
                }
                None => {}
            }
        }
        Ok(())
    }

    fn in_core(&self, numbers: &[u32]) -> Vec<u32> {
        if self.oracle == Oracle::Counting {
            return numbers.to_vec();
        }
        let core = self.sat.core();
        numbers.iter().copied().filter(|number| core.binary_search(number).is_ok()).collect()
    }

    /// A smallest impossible subset of the numbers, found by this many questions; None if they are
    /// possible.
    pub fn find_smallest(&mut self, all: &[u32], tries: usize) -> Result<Option<Found>> {
        match self.minimal(all)? {
            None => Ok(None),
            Some(found) => self.smallest(found, all, 0, tries).map(Some),
        }
    }

    /// A smallest impossible set among `all`, given one, and given that all have at least `least` numbers.
    /// After `tries` questions, or too much work, the given set is returned.
    pub fn smallest(
        &mut self,
        found: Vec<u32>,
        all: &[u32],
        least: usize,
        tries: usize,
    ) -> Result<Found> {
        let mut hitting = Hitting::default();
        let last = self.asked + tries;
        while found.len() > least {
            match hitting.smallest(found.len(), self.meter)? {
                Smallest::NotBelow => break,
                Smallest::Is(numbers) if self.asked < last && self.oracle == Oracle::Solver => {
                    match self.allows_cheaply(ROUNDS, &numbers)? {
                        Some(false) => return Ok(Found { numbers, smallest: true }),
                        // Only an assignment gives a correction set.
                        Some(true) if self.oracle == Oracle::Solver => {
                            hitting.add(self.correction(all)?)
                        }
                        _ => return Ok(Found { numbers: found, smallest: false }),
                    }
                }
                _ => return Ok(Found { numbers: found, smallest: false }),
            }
        }
        Ok(Found { numbers: found, smallest: true })
    }

    /// A correction set: the numbers left out after the true numbers of the last assignment are extended
    /// by as many others as possible. Ascending.
    fn correction(&mut self, all: &[u32]) -> Result<Vec<u32>> {
        let (mut holding, mut open) = self.sorted_by_truth(all);
        let mut left_out = Vec::new();
        while let Some(number) = open.pop() {
            self.meter.steps(holding.len() + open.len())?;
            holding.push(number);
            if self.allows_cheaply(ROUNDS, &holding)? == Some(true) {
                if self.oracle == Oracle::Counting {
                    // Without an assignment the set may be larger than necessary.
                    continue;
                }
                let (more, others) = self.sorted_by_truth(&open);
                holding.extend(more);
                open = others;
            } else {
                holding.pop();
                left_out.push(number);
            }
        }
        left_out.ascend();
        Ok(left_out)
    }

    /// The numbers that are true in the last assignment, and the others.
    fn sorted_by_truth(&self, numbers: &[u32]) -> (Vec<u32>, Vec<u32>) {
        numbers.iter().partition(|&&number| {
            let members = self.constraints.members.get(number as usize).iter();
            let mines = members.filter(|&&cell| self.sat.is_mined(cell)).count();
            mines as i64 == self.constraints.needs[number as usize]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, Random};
    use crate::board::Board;
    use crate::sat::Switches;

    /// A few numbers, each of some of eight covered cells.
    fn constraints(random: &mut Random) -> Constraints {
        let mut labels = vec![Label::Covered; 8];
        let mut edges = Vec::new();
        for number in 8..8 + 3 + random.below(4) as i64 {
            let length = 2 + random.below(4) as usize;
            let cells = random.front(8, length);
            edges.extend(cells.iter().map(|&cell| (i64::from(cell), number)));
            labels.push(Label::Number(random.below(length as u64 + 1) as u32));
        }
        let board = Board::new(labels.len(), edges.into_iter()).unwrap();
        Constraints::of(&Position::new(board, labels, None).unwrap())
    }

    /// Whether these numbers can all be true, by trying everything.
    fn can_be(constraints: &Constraints, numbers: &[u32]) -> bool {
        let holds = |mined: u32, number: u32| {
            let members = constraints.members.get(number as usize).iter();
            let mines = members.filter(|&&cell| mined >> cell & 1 == 1).count();
            mines as i64 == constraints.needs[number as usize]
        };
        (0..1 << constraints.cells.len()).any(|mined| numbers.iter().all(|&n| holds(mined, n)))
    }

    /// The size of the smallest set of numbers that cannot all be true, by trying everything.
    fn smallest(constraints: &Constraints, all: &[u32]) -> Option<usize> {
        let chosen = |bits: u32| all.iter().copied().filter(|n| bits >> n & 1 == 1).collect();
        let sets = (0..1 << all.len()).map(chosen);
        sets.filter(|set: &Vec<u32>| !can_be(constraints, set)).map(|set| set.len()).min()
    }

    /// A question that gives the solver few turns, and the counting a meter of its own.
    fn question<'q, 'm>(
        constraints: &'q Constraints,
        most_turns: usize,
        [solving, counting]: [&'m Meter<'m>; 2],
    ) -> Question<'q, 'm> {
        let all: Vec<u32> = (0..constraints.numbers.len() as u32).collect();
        let sat = Sat::new(constraints, &all, None, Switches::Free, solving).unwrap();
        Question { most_turns, ..Question::new(constraints, sat, false, None, MOST_WORK, counting) }
    }

    #[test]
    fn both_oracles_find_minimal_and_smallest_impossible_sets() {
        let (mut random, meter) = (Random::new(1), Meter::unwatched(Budget::default()));
        for round in 0..150 {
            let constraints = constraints(&mut random);
            let all: Vec<u32> = (0..constraints.numbers.len() as u32).collect();
            let least = smallest(&constraints, &all);
            for most_turns in (0..12).chain([SOLVER_TURNS]) {
                let mut question = question(&constraints, most_turns, [&meter; 2]);
                let found = question.minimal(&all).unwrap();
                assert_eq!(found.is_some(), least.is_some(), "round {round}, {most_turns} turns");
                let Some(found) = found else { continue };
                for i in 0..found.len() {
                    let fewer = [&found[..i], &found[i + 1..]].concat();
                    assert!(can_be(&constraints, &fewer), "round {round}: {fewer:?} of {found:?}");
                }
                let found = question.smallest(found, &all, 0, 1000).unwrap();
                assert!(!can_be(&constraints, &found.numbers), "round {round}, {most_turns} turns");
                assert!(found.smallest || most_turns < SOLVER_TURNS, "round {round}");
                assert!(!found.smallest || Some(found.numbers.len()) == least, "round {round}");
            }
        }
    }

    #[test]
    fn with_any_amount_of_work_the_found_sets_are_impossible() {
        let (mut random, meter) = (Random::new(2), Meter::unwatched(Budget::default()));
        let mut cut_short = 0;
        for round in 0..150 {
            let constraints = constraints(&mut random);
            let all: Vec<u32> = (0..constraints.numbers.len() as u32).collect();
            let least = smallest(&constraints, &all);
            for most_work in [0, 20, 50, 100, 200, MOST_WORK] {
                let sat = Sat::new(&constraints, &all, None, Switches::Free, &meter).unwrap();
                let mut question = Question::new(&constraints, sat, false, None, most_work, &meter);
                let found = question.minimal(&all).unwrap();
                assert_eq!(found.is_some(), least.is_some(), "round {round}, work {most_work}");
                let Some(found) = found else { continue };
                assert!(!can_be(&constraints, &found), "round {round}, work {most_work}");
                let fewer = |i| [&found[..i], &found[i + 1..]].concat();
                let irreducible = (0..found.len()).all(|i| can_be(&constraints, &fewer(i)));
                assert!(irreducible || question.work() >= most_work, "round {round}");
                let found = question.smallest(found, &all, 0, 1000).unwrap();
                assert!(!can_be(&constraints, &found.numbers), "round {round}, work {most_work}");
                assert!(!found.smallest || Some(found.numbers.len()) == least, "round {round}");
                cut_short += usize::from(!found.smallest);
            }
        }
        assert!(cut_short > 100, "{cut_short}");
    }

    /// A cube with sides of six cells.
    fn cube() -> Board {
        let at = |cell: i64| [cell / 36, cell / 6 % 6, cell % 6];
        let touches = |a, b| (0..3).all(|axis| (at(a)[axis] - at(b)[axis]).abs() < 2);
        let pairs = (0..216).flat_map(|a| (0..a).map(move |b| (a, b)));
        let edges: Vec<(i64, i64)> = pairs.filter(|&(a, b)| touches(a, b)).collect();
        Board::new(216, edges.into_iter()).unwrap()
    }

    /// True numbers at random cells of a cube, of which one is wrong.
    fn knotted() -> Constraints {
        let (mut random, board) = (Random::new(1), cube());
        let cells = board.cells() as Cell;
        let mined: Vec<bool> = (0..cells).map(|_| random.below(10) < 3).collect();
        let label = |cell: Cell| {
            let around = board.neighbours(cell).iter().filter(|&&n| mined[n as usize]).count();
            let is_open = !mined[cell as usize] && random.below(2) == 0;
            if is_open { Label::Number(around as u32) } else { Label::Covered }
        };
        let mut labels: Vec<Label> = (0..cells).map(label).collect();
        let lie = labels.iter_mut().find_map(|label| match label {
            Label::Number(count) => Some(count),
            _ => None,
        });
        *lie.unwrap() += 1;
        Constraints::of(&Position::new(board, labels, None).unwrap())
    }

    #[test]
    fn work_ends_near_its_bound_and_is_the_same_each_time() {
        let meter = Meter::unwatched(Budget::default());
        let constraints = knotted();
        let all: Vec<u32> = (0..constraints.numbers.len() as u32).collect();
        let ask = |most_work: usize| {
            let sat = Sat::new(&constraints, &all, None, Switches::Free, &meter).unwrap();
            let mut question = Question::new(&constraints, sat, false, None, most_work, &meter);
            let found = question.minimal(&all).unwrap().expect("a number is wrong");
            let found = question.smallest(found, &all, 0, 1000).unwrap();
            assert!(!question.allows(&found.numbers).unwrap());
            (question.work(), found)
        };
        let (least, _) = ask(0);
        let (work, found) = ask(least + 500_000);
        assert!(work < least + 4_000_000, "{work} after {least}");
        assert!(!found.smallest);
        assert_eq!(ask(least + 500_000), (work, found));
    }

    #[test]
    fn where_counting_is_too_wide_the_solver_goes_on() {
        let [solving, counting] = [Budget::default().states, 0]
            .map(|states| Meter::unwatched(Budget { states, seconds: None }));
        // A ring of 1s, each beside two cells: an odd number of them is impossible.
        for length in 3..9i64 {
            let mut labels = vec![Label::Covered; length as usize];
            labels.extend(vec![Label::Number(1); length as usize]);
            let edges: Vec<_> = (0..length)
                .flat_map(|i| [(i, length + i), ((i + 1) % length, length + i)])
                .collect();
            let board = Board::new(labels.len(), edges.into_iter()).unwrap();
            let constraints = Constraints::of(&Position::new(board, labels, None).unwrap());
            let all: Vec<u32> = (0..length as u32).collect();
            let mut question = question(&constraints, 0, [&solving, &counting]);
            assert_eq!(question.count(COUNTING_STATES, &all), Err(counting.too_wide()));
            assert_eq!(question.allows(&all), Ok(length % 2 == 0), "{length}");
        }
    }
}
