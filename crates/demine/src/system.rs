//! System: the constraints left of a Position after propagation, over classes, in components.
//!
//! Two steps shrink a position before anything is counted: cells that one count alone decides
//! (below), then constraints contained in others ([`reduction`](crate::reduction)).

use crate::board::Cell;
use crate::budget::{Meter, Stopped};
use crate::component::{Component, Contradiction, Settled};
use crate::lists::{Lists, group};
use crate::position::{Label, Position};
use crate::reduction::{Constraints, Reduced, reduce};

/// What is left to count. Every legal assignment is one choice per part, freely combined:
/// `mined` and `safe` cells as they are, any subset of `loose`, `mines` cells of each settled
/// class, and a solution of each component.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// Mined in every legal assignment, `*` included.
    pub mined: Vec<Cell>,
    /// Unopened and free in every legal assignment, `□` included.
    pub safe: Vec<Cell>,
    /// Covered and next to no constraint.
    pub loose: Vec<Cell>,
    pub settled: Vec<Settled>,
    pub components: Vec<Component>,
}

impl System {
    /// The system of a position, or why it has no legal assignment. An `Ok(Ok(_))` is no promise
    /// that it has one: only the components know.
    pub fn of(
        position: &Position,
        meter: &Meter<'_>,
    ) -> Result<Result<Self, Contradiction>, Stopped> {
        let mut system = System::default();
        let Ok(propagation) = Propagation::run(position) else { return Ok(Err(Contradiction)) };
        let open = propagation.sort_cells(&mut system);
        if open.is_empty() {
            return Ok(Ok(system));
        }
        let of = |cell| propagation.constraints_of(cell);
        system.reduced(&open, propagation.rests.clone(), of, meter)
    }

    /// The system of hints given by their counts and, in `hints_of`, by the hints of each cell.
    /// The cells must be ascending, and each must have a hint.
    pub fn of_hints(
        cells: &[Cell],
        counts: Vec<u32>,
        hints_of: &Lists,
        meter: &Meter<'_>,
    ) -> Result<Result<Self, Contradiction>, Stopped> {
        debug_assert!(cells.is_sorted());
        let number = |cell: Cell| cells.binary_search(&cell).expect("a cell of the hints");
        let of = |cell| hints_of.get(number(cell)).iter().copied();
        System::default().reduced(cells, counts, of, meter)
    }

    /// With what can be said of the open cells.
    fn reduced<L: Iterator<Item = u32>>(
        mut self,
        open: &[Cell],
        rests: Vec<u32>,
        constraints_of: impl Fn(Cell) -> L,
        meter: &Meter<'_>,
    ) -> Result<Result<Self, Contradiction>, Stopped> {
        let (touching, classes) = classes(open, constraints_of);
        Ok(reduce(Constraints { rests, touching }, &classes, meter)?.map(|reduced| {
            self.take(reduced, &classes);
            self
        }))
    }

    fn take(&mut self, reduced: Reduced, classes: &Lists) {
        for (class, mines) in reduced.fixed {
            let cells = classes.get(class as usize);
            match mines as usize {
                0 => self.safe.extend_from_slice(cells),
                all if all == cells.len() => self.mined.extend_from_slice(cells),
                _ => self.settled.push(Settled { cells: cells.to_vec(), mines }),
            }
        }
        self.settled.extend(reduced.settled);
        self.components.extend(reduced.components);
    }

    /// Mines that are in every legal assignment, wherever they are.
    pub fn certain_mines(&self) -> usize {
        self.mined.len() + self.settled.iter().map(|s| s.mines as usize).sum::<usize>()
    }
}

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Unknown,
    Mined,
    Free,
    Opened,
}

impl Fate {
    /// Unknown neighbours are counted in the low half of a word, mined ones in the high half, so
    /// that the hottest loop of a small position has no branches.
    const TALLY: [u64; 4] = [1, 1 << 32, 0, 0];
}

/// Cells that a single count decides, to the fixed point, in linear time.
struct Propagation<'a> {
    position: &'a Position,
    fates: Vec<Fate>,
    /// The constraint of each opened cell.
    constraint: Vec<u32>,
    opened: Vec<Cell>,
    rests: Vec<u32>,
    unknown: Vec<u32>,
    queue: Vec<u32>,
}

impl<'a> Propagation<'a> {
    fn run(position: &'a Position) -> Result<Self, Contradiction> {
        let mut propagation = Self::new(position)?;
        propagation.decide_all()?;
        propagation.forget_decided();
        Ok(propagation)
    }

    fn new(position: &'a Position) -> Result<Self, Contradiction> {
        let cells = position.board().cells();
        let mut new = Self {
            position,
            fates: Vec::with_capacity(cells),
            constraint: vec![NONE; cells],
            opened: Vec::with_capacity(cells),
            rests: Vec::with_capacity(cells),
            unknown: Vec::with_capacity(cells),
            queue: Vec::with_capacity(cells),
        };
        new.fates.extend(position.labels().iter().map(|label| match label {
            Label::Covered => Fate::Unknown,
            Label::Free => Fate::Free,
            Label::Mined => Fate::Mined,
            Label::Count(_) => Fate::Opened,
        }));
        for (cell, label) in position.labels().iter().enumerate() {
            if let Label::Count(count) = *label {
                new.open(cell as Cell, count)?;
            }
        }
        Ok(new)
    }

    fn open(&mut self, cell: Cell, count: u32) -> Result<(), Contradiction> {
        let neighbours = self.position.board().neighbours(cell).iter();
        let tally: u64 = neighbours.map(|&n| Fate::TALLY[self.fates[n as usize] as usize]).sum();
        let (mined, unknown) = ((tally >> 32) as u32, tally as u32);
        let rest = count.checked_sub(mined).filter(|&rest| rest <= unknown).ok_or(Contradiction)?;
        if unknown > 0 {
            let constraint = self.opened.len() as u32;
            self.constraint[cell as usize] = constraint;
            self.opened.push(cell);
            self.rests.push(rest);
            self.unknown.push(unknown);
            self.queue_if_decided(constraint);
        }
        Ok(())
    }

    #[inline]
    fn queue_if_decided(&mut self, constraint: u32) {
        let (rest, unknown) = (self.rests[constraint as usize], self.unknown[constraint as usize]);
        if unknown > 0 && (rest == 0 || rest == unknown) {
            self.queue.push(constraint);
        }
    }

    fn decide_all(&mut self) -> Result<(), Contradiction> {
        while let Some(constraint) = self.queue.pop() {
            // Queued twice, or emptied since: nothing is left to decide.
            if self.unknown[constraint as usize] == 0 {
                continue;
            }
            let fate = if self.rests[constraint as usize] == 0 { Fate::Free } else { Fate::Mined };
            for &cell in self.position.board().neighbours(self.opened[constraint as usize]) {
                if self.fates[cell as usize] == Fate::Unknown {
                    self.decide(cell, fate)?;
                }
            }
        }
        Ok(())
    }

    fn decide(&mut self, cell: Cell, fate: Fate) -> Result<(), Contradiction> {
        self.fates[cell as usize] = fate;
        for &n in self.position.board().neighbours(cell) {
            let constraint = self.constraint[n as usize];
            if constraint == NONE {
                continue;
            }
            let (rest, unknown) =
                (&mut self.rests[constraint as usize], &mut self.unknown[constraint as usize]);
            *unknown -= 1;
            if fate == Fate::Mined {
                *rest = rest.checked_sub(1).ok_or(Contradiction)?;
            }
            if *rest > *unknown {
                return Err(Contradiction);
            }
            self.queue_if_decided(constraint);
        }
        Ok(())
    }

    /// Number the constraints that still hold cells anew, without the others.
    fn forget_decided(&mut self) {
        let mut kept = 0;
        for i in 0..self.opened.len() {
            let number = &mut self.constraint[self.opened[i] as usize];
            if self.unknown[i] > 0 {
                *number = kept as u32;
                self.rests[kept] = self.rests[i];
                kept += 1;
            } else {
                *number = NONE;
            }
        }
        self.rests.truncate(kept);
    }

    /// Tell the system what became of each cell; return the cells that constraints still hold.
    fn sort_cells(&self, system: &mut System) -> Vec<Cell> {
        let mut open = Vec::with_capacity(self.opened.len());
        for ((cell, &fate), is_near) in (0..).zip(&self.fates).zip(self.near()) {
            // Early in a game this is what becomes of most cells.
            if fate == Fate::Unknown && !is_near {
                system.loose.push(cell);
                continue;
            }
            match fate {
                Fate::Free => system.safe.push(cell),
                Fate::Mined => system.mined.push(cell),
                Fate::Unknown => open.push(cell),
                Fate::Opened => {}
            }
        }
        open
    }

    /// Whether each cell is next to a constraint that still holds cells. There are often far fewer
    /// of these than covered cells.
    fn near(&self) -> Vec<bool> {
        let mut is_near = vec![false; self.fates.len()];
        for &cell in self.opened.iter().filter(|&&cell| self.constraint[cell as usize] != NONE) {
            for &neighbour in self.position.board().neighbours(cell) {
                is_near[neighbour as usize] = true;
            }
        }
        is_near
    }

    fn constraints_of(&self, cell: Cell) -> impl Iterator<Item = u32> + '_ {
        let neighbours = self.position.board().neighbours(cell).iter();
        neighbours.map(|&n| self.constraint[n as usize]).filter(|&c| c != NONE)
    }
}

/// Group the open cells into classes: the constraints and the cells of each.
fn classes<L: Iterator<Item = u32>>(
    open: &[Cell],
    constraints_of: impl Fn(Cell) -> L,
) -> (Lists, Lists) {
    let grouping = group(open.len(), |i| constraints_of(open[i]));
    let members = Lists::inverse(&grouping.class, grouping.first.len());
    let mut classes = Lists::with_capacity(members.len(), open.len());
    members.iter().for_each(|items| classes.push(items.iter().map(|&i| open[i as usize])));
    let mut touching = Lists::with_capacity(classes.len(), 4 * classes.len());
    for &first in &grouping.first {
        touching.push(constraints_of(open[first as usize]));
    }
    (touching, classes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::budget::Budget;

    fn system(cells: usize, edges: &[(i64, i64)], labels: &str) -> Result<System, Contradiction> {
        let board = Board::new(cells, edges.iter().copied()).unwrap();
        let label = |c: char| match c {
            '?' => Label::Covered,
            '.' => Label::Free,
            '*' => Label::Mined,
            digit => Label::Count(digit.to_digit(10).unwrap()),
        };
        let position = Position::new(board, labels.chars().map(label).collect(), None).unwrap();
        System::of(&position, &Meter::unwatched(Budget::default())).unwrap()
    }

    #[test]
    fn one_count_decides_its_neighbours() {
        let s = system(4, &[(0, 1), (1, 2), (2, 3)], "?1*?").unwrap();
        assert_eq!((s.safe, s.mined, s.loose), (vec![0], vec![2], vec![3]));
    }

    #[test]
    fn interchangeable_cells_are_settled() {
        let s = system(4, &[(0, 1), (0, 2), (0, 3)], "1???").unwrap();
        assert_eq!(s.settled, [Settled { cells: vec![1, 2, 3], mines: 1 }]);
        assert!(s.components.is_empty());
    }

    #[test]
    fn a_count_above_the_degree_is_a_contradiction() {
        assert!(system(2, &[(0, 1)], "2?").is_err());
        assert!(system(1, &[], "1").is_err());
        assert!(system(2, &[(0, 1)], "0*").is_err());
    }

    #[test]
    fn a_triangle_of_counts_is_one_component() {
        // Golan's Example 5.1.
        let edges = [(0, 3), (1, 3), (1, 4), (2, 4), (2, 5), (0, 5)];
        let s = system(6, &edges, "111???").unwrap();
        assert_eq!(s.components.len(), 1);
        let c = &s.components[0];
        assert_eq!((c.classes(), c.constraints(), c.is_tree()), (3, 3, false));
    }
}
