//! Subset: numbers that are impossible together, first none too many, then as few as possible.
//!
//! A smallest impossible set hits every *correction set*: numbers after whose removal the others can be
//! true. So a smallest set that hits those found so far is asked for; if it is possible after all, what
//! it leaves out once it has grown as far as it can is one more correction set (Ignatiev, Previti,
//! Liffiton and Marques-Silva 2015).

use crate::base::{Meter, Stopped};
use crate::board::Cell;
use crate::count::{self, Method, Resources};
use crate::position::{Label, Position};
use crate::proof::hitting::{Hitting, Smallest};
use crate::sat::{Clues, Sat};

/// Turns after which the solver is not asked any more, but the numbers are counted: sums of sums are
/// easy to count and hard to refute.
const MOST_TURNS: usize = 3_000;

/// What is asked again and again, with other numbers each time.
pub struct Question<'q, 'm> {
    clues: &'q Clues,
    sat: Sat<'m>,
    counter: bool,
    assumed: Option<(Cell, bool)>,
    meter: &'m Meter<'m>,
    most_turns: usize,
    /// How often something was asked.
    asked: usize,
    /// Whether the solver was given up: there are then neither cores nor assignments.
    is_counting: bool,
}

/// Numbers of which none can be left out, and whether no other set is smaller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub numbers: Vec<u32>,
    pub smallest: bool,
}

impl<'q, 'm> Question<'q, 'm> {
    /// Of numbers that the solver knows, with the counter or not, under an assumption on a cell.
    pub fn new(
        clues: &'q Clues,
        sat: Sat<'m>,
        counter: bool,
        assumed: Option<(Cell, bool)>,
        meter: &'m Meter<'m>,
    ) -> Self {
        let most_turns = MOST_TURNS;
        Self { clues, sat, counter, assumed, meter, most_turns, asked: 0, is_counting: false }
    }

    /// The same with the counter.
    pub fn with_counter(self) -> Self {
        Self { counter: true, ..self }
    }

    pub fn allows(&mut self, numbers: &[u32]) -> Result<bool, Stopped> {
        self.asked += 1;
        if !self.is_counting {
            match Stopped::unless_too_wide(self.ask_solver(self.most_turns, numbers))? {
                Some(known) => return Ok(known),
                None => self.is_counting = true,
            }
        }
        match Stopped::unless_too_wide(self.count(numbers))? {
            Some(known) => Ok(known),
            None => self.ask_solver(usize::MAX, numbers),
        }
    }

    fn ask_solver(&mut self, turns: usize, numbers: &[u32]) -> Result<bool, Stopped> {
        // What is next to no number is part of the counter that the solver was given.
        let place = |(cell, mined)| self.clues.place(cell).map(|place| (place, mined));
        let assumed = self.assumed.and_then(place);
        let numbers = numbers.iter().copied();
        self.sat.allows_within(turns, numbers, self.counter, assumed.as_slice())
    }

    fn count(&self, numbers: &[u32]) -> Result<bool, Stopped> {
        let meter = &self.meter.renew();
        let resources = Resources { cache: None, method: Method::Auto, meter };
        count::is_consistent_by_counting(&self.premise(numbers), resources)
    }

    /// The position with these numbers alone.
    fn premise(&self, numbers: &[u32]) -> Position {
        let position = &self.clues.position;
        let mut kept = vec![false; position.board().cells()];
        numbers.iter().for_each(|&n| kept[self.clues.numbers[n as usize] as usize] = true);
        let is_dropped = |&(cell, label): &(Cell, Label)| {
            matches!(label, Label::Count(_)) && !kept[cell as usize]
        };
        let dropped = (0..).zip(position.labels()).filter(is_dropped);
        let mut labels: Vec<(Cell, Label)> = dropped.map(|(cell, _)| (cell, Label::Free)).collect();
        let assumed = |mined| if mined { Label::Mined } else { Label::Free };
        labels.extend(self.assumed.map(|(cell, mined)| (cell, assumed(mined))));
        let premise = position.with_labels(&labels);
        if self.counter { premise } else { premise.without_mines() }
    }

    /// A subset of the numbers that is impossible while no part of it is; None if they are possible.
    /// Those at the end of the list are left out first.
    pub fn minimal(&mut self, numbers: &[u32]) -> Result<Option<Vec<u32>>, Stopped> {
        if self.allows(numbers)? {
            return Ok(None);
        }
        let mut kept = self.in_core(numbers);
        let mut needed = kept.len();
        while needed > 0 {
            let mut fewer = kept.clone();
            fewer.remove(needed - 1);
            needed -= 1;
            if !self.allows(&fewer)? {
                // What is needed stays in every core.
                let after = kept.len() - needed - 1;
                kept = self.in_core(&fewer);
                needed = kept.len() - after;
            }
        }
        Ok(Some(kept))
    }

    fn in_core(&self, numbers: &[u32]) -> Vec<u32> {
        if self.is_counting {
            return numbers.to_vec();
        }
        let core = self.sat.core();
        numbers.iter().copied().filter(|number| core.binary_search(number).is_ok()).collect()
    }

    /// A smallest impossible set among `all`, given one of which no part is impossible, and that no
    /// set below `least` is. After so many questions the smallest set known is taken.
    pub fn smallest(
        &mut self,
        found: Vec<u32>,
        all: &[u32],
        least: usize,
        tries: usize,
    ) -> Result<Found, Stopped> {
        let mut hitting = Hitting::default();
        let last = self.asked + tries;
        while found.len() > least {
            match hitting.smallest(found.len(), self.meter)? {
                Smallest::NotBelow => break,
                Smallest::Is(numbers) if self.asked < last && !self.is_counting => {
                    if !self.allows(&numbers)? {
                        return Ok(Found { numbers, smallest: true });
                    }
                    // Without an assignment there is nothing to learn from.
                    if !self.is_counting {
                        hitting.add(self.correction(all)?);
                    }
                }
                _ => return Ok(Found { numbers: found, smallest: false }),
            }
        }
        Ok(Found { numbers: found, smallest: true })
    }

    /// What is left out when the numbers that are true in the last assignment are joined by as many
    /// others as can be true with them. Ascending.
    fn correction(&mut self, all: &[u32]) -> Result<Vec<u32>, Stopped> {
        let (mut holding, mut open) = self.sorted_by_truth(all);
        let mut left_out = Vec::new();
        while let Some(number) = open.pop() {
            holding.push(number);
            if self.allows(&holding)? {
                if self.is_counting {
                    // Less may be left out than this, which is as true.
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
        left_out.sort_unstable();
        Ok(left_out)
    }

    /// The numbers that are true in the last assignment, and the others.
    fn sorted_by_truth(&self, numbers: &[u32]) -> (Vec<u32>, Vec<u32>) {
        numbers.iter().partition(|&&number| {
            let members = self.clues.members.get(number as usize).iter();
            let mines = members.filter(|&&cell| self.sat.is_mined(cell)).count();
            mines as i64 == self.clues.needs[number as usize]
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
    fn clues(random: &mut Random) -> Clues {
        let mut labels = vec![Label::Covered; 8];
        let mut edges = Vec::new();
        for number in 8..8 + 3 + random.below(4) as i64 {
            let length = 2 + random.below(4) as usize;
            let cells = random.front(8, length);
            edges.extend(cells.iter().map(|&cell| (i64::from(cell), number)));
            labels.push(Label::Count(random.below(length as u64 + 1) as u32));
        }
        let board = Board::new(labels.len(), edges.into_iter()).unwrap();
        Clues::of(&Position::new(board, labels, None).unwrap())
    }

    /// Whether these numbers can all be true, by trying everything.
    fn can_be(clues: &Clues, numbers: &[u32]) -> bool {
        let holds = |mined: u32, number: u32| {
            let members = clues.members.get(number as usize).iter();
            let mines = members.filter(|&&cell| mined >> cell & 1 == 1).count();
            mines as i64 == clues.needs[number as usize]
        };
        (0..1 << clues.cells.len()).any(|mined| numbers.iter().all(|&n| holds(mined, n)))
    }

    /// The size of the smallest set of numbers that cannot all be true, by trying everything.
    fn smallest(clues: &Clues, all: &[u32]) -> Option<usize> {
        let chosen = |bits: u32| all.iter().copied().filter(|n| bits >> n & 1 == 1).collect();
        let sets = (0..1 << all.len()).map(chosen);
        sets.filter(|set: &Vec<u32>| !can_be(clues, set)).map(|set| set.len()).min()
    }

    /// A question that gives the solver few turns, and the counting a meter of its own.
    fn question<'q, 'm>(
        clues: &'q Clues,
        most_turns: usize,
        [solving, counting]: [&'m Meter<'m>; 2],
    ) -> Question<'q, 'm> {
        let all: Vec<u32> = (0..clues.numbers.len() as u32).collect();
        let sat = Sat::new(clues, &all, None, Switches::Free, solving).unwrap();
        Question { most_turns, ..Question::new(clues, sat, false, None, counting) }
    }

    #[test]
    fn whoever_decides_impossible_sets_are_impossible_and_the_smallest_small() {
        let (mut random, meter) = (Random::new(1), Meter::unwatched(Budget::default()));
        for round in 0..150 {
            let clues = clues(&mut random);
            let all: Vec<u32> = (0..clues.numbers.len() as u32).collect();
            let least = smallest(&clues, &all);
            for most_turns in (0..12).chain([MOST_TURNS]) {
                let mut question = question(&clues, most_turns, [&meter; 2]);
                let found = question.minimal(&all).unwrap();
                assert_eq!(found.is_some(), least.is_some(), "round {round}, {most_turns} turns");
                let Some(found) = found else { continue };
                for i in 0..found.len() {
                    let fewer = [&found[..i], &found[i + 1..]].concat();
                    assert!(can_be(&clues, &fewer), "round {round}: {fewer:?} of {found:?}");
                }
                let found = question.smallest(found, &all, 0, 1000).unwrap();
                assert!(!can_be(&clues, &found.numbers), "round {round}, {most_turns} turns");
                assert!(found.smallest || most_turns < MOST_TURNS, "round {round}");
                assert!(!found.smallest || Some(found.numbers.len()) == least, "round {round}");
            }
        }
    }

    #[test]
    fn where_counting_is_too_wide_the_solver_goes_on() {
        let [solving, counting] = [Budget::default().states, 0]
            .map(|states| Meter::unwatched(Budget { states, seconds: None }));
        // A ring of 1s, each beside two cells: an odd number of them is impossible.
        for length in 3..9i64 {
            let mut labels = vec![Label::Covered; length as usize];
            labels.extend(vec![Label::Count(1); length as usize]);
            let edges: Vec<_> = (0..length)
                .flat_map(|i| [(i, length + i), ((i + 1) % length, length + i)])
                .collect();
            let board = Board::new(labels.len(), edges.into_iter()).unwrap();
            let clues = Clues::of(&Position::new(board, labels, None).unwrap());
            let all: Vec<u32> = (0..length as u32).collect();
            let mut question = question(&clues, 0, [&solving, &counting]);
            assert_eq!(question.count(&all), Err(counting.too_wide()));
            assert_eq!(question.allows(&all), Ok(length % 2 == 0), "{length}");
        }
    }
}
