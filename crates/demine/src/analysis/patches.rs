//! Patches: legal assignments near another one, where all cells but a few stay as they are.
//!
//! Large neighbourhood search (Shaw 1998): a patch of cells is counted exactly, given the others. One count
//! says which cells of the patch can be both free and mined, and with how many mines. So it finds
//! assignments with the right number of mines where a solver, which sees one sum of all cells, finds none.

use std::collections::VecDeque;

use num_bigint::BigUint;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{Meter, Random, Result, Stopped};
use crate::board::{Board, Cell};
use crate::count::{Counted, Method, Split, Work, counts_by_mines};
use crate::position::{Label, Position};
use crate::system::{Certain, Constraints, Failure, MineCounter};

/// The cells of most patches, and the states to count one: a fraction of a millisecond.
pub const PATCH: usize = 48;
const PATCH_STATES: usize = 1 << 16;
/// Patches that bring the mines no nearer to their number, until nothing more is tried: so many, and as many
/// as cover the cells.
const LEAST_PATCHES: usize = 256;

/// Which cells are mined, and how many these are.
#[derive(Clone)]
pub struct Assignment {
    pub mined: Vec<bool>,
    mines: i64,
}

impl Assignment {
    pub fn new(mined: Vec<bool>) -> Self {
        let mines = mined.iter().filter(|&&mined| mined).count() as i64;
        Self { mined, mines }
    }

    /// How far the mines are from the number of mines, if that is known: 0 if some of them fit.
    pub fn lacks(&self, counter: Option<MineCounter>) -> i64 {
        lacks(self.mines, counter)
    }

    pub fn is_legal(&self, constraints: &Constraints) -> bool {
        let held = |cells: &[u32]| cells.iter().filter(|&&c| self.mined[c as usize]).count() as i64;
        let mut numbers = constraints.members.iter().zip(&constraints.needs);
        numbers.all(|(cells, &need)| held(cells) == need) && self.lacks(constraints.counter) == 0
    }

    fn set(&mut self, cell: u32, mined: bool) {
        let was = std::mem::replace(&mut self.mined[cell as usize], mined);
        self.mines += i64::from(mined) - i64::from(was);
    }
}

fn lacks(mines: i64, counter: Option<MineCounter>) -> i64 {
    let Some(counter) = counter else { return 0 };
    (counter.mines - counter.loose - mines).max(0) - (mines - counter.mines).max(0)
}

pub struct Patches<'c, 'm> {
    constraints: &'c Constraints,
    counter: Option<MineCounter>,
    meter: &'m Meter<'m>,
    random: Random,
}

/// Some cells of an assignment as a position of their own: the cells first, then the numbers.
struct Patch {
    cells: Vec<u32>,
    edges: Vec<(i64, i64)>,
    labels: Vec<Label>,
    /// The mines of all other cells.
    outside: i64,
}

impl Patch {
    /// The same position with so many mines in its cells, if they are known.
    fn position(&self, counter: Option<MineCounter>) -> Option<Position> {
        let cells = self.cells.len() as i64;
        let left = counter.map(|counter| counter.mines - self.outside);
        let (least, most) = match (left, counter) {
            (Some(left), Some(counter)) => ((left - counter.loose).max(0), left.min(cells)),
            _ => (0, cells),
        };
        let loose =
            if (least, most) == (0, cells) { 0 } else { usize::try_from(most - least).ok()? };
        let mines = ((least, most) != (0, cells)).then_some(most);
        let mut labels = self.labels.clone();
        labels.resize(labels.len() + loose, Label::Covered);
        let board = Board::new(labels.len(), self.edges.iter().copied()).ok()?;
        Position::new(board, labels, mines).ok()
    }

    /// Takes over the cells of the patch.
    fn copy_to(&self, assignment: &mut Assignment, mined: &[Cell]) {
        let mined: FxHashSet<Cell> = mined.iter().copied().collect();
        for ((i, &cell), label) in (0..).zip(&self.cells).zip(&self.labels) {
            let is_mined = *label == Label::Mined || mined.contains(&i);
            assignment.set(cell, is_mined);
        }
    }
}

impl<'c, 'm> Patches<'c, 'm> {
    /// With this number of mines instead of that of the constraints.
    pub fn new(
        constraints: &'c Constraints,
        counter: Option<MineCounter>,
        meter: &'m Meter<'m>,
    ) -> Self {
        Self { constraints, counter, meter, random: Random::new(1) }
    }

    /// Cells around one, by numbers that they share, as far as they fit in a patch.
    pub fn patch(&mut self, around: u32, most: usize) -> Vec<u32> {
        let (mut cells, mut next) = (vec![around], VecDeque::from([around]));
        let (mut seen, mut read) = (FxHashSet::from_iter([around]), FxHashSet::default());
        while let Some(cell) = next.pop_front() {
            for &number in self.constraints.touching.get(cell as usize) {
                let members = self.constraints.members.get(number as usize);
                if !read.insert(number) {
                    continue;
                }
                let first = self.random.below(members.len() as u64) as usize;
                for &near in members[first..].iter().chain(&members[..first]) {
                    if cells.len() == most {
                        return cells;
                    }
                    if seen.insert(near) {
                        cells.push(near);
                        next.push_back(near);
                    }
                }
            }
        }
        cells
    }

    /// Moves an assignment that is legal but for the number of mines to that number, without changing the
    /// cell that is kept; None if that was not found.
    pub fn shift(&mut self, mut from: Assignment, kept: Option<u32>) -> Result<Option<Assignment>> {
        let cells = self.constraints.cells.len();
        let (mut lacks, mut in_vain) = (from.lacks(self.counter).abs(), 0);
        while lacks > 0 {
            if cells == 0 || in_vain == LEAST_PATCHES + cells / PATCH {
                return Ok(None);
            }
            let around = self.random.below(cells as u64) as u32;
            let mut cells = self.patch(around, PATCH << (in_vain % 2));
            cells.retain(|&cell| Some(cell) != kept);
            let patch = self.cut(cells, &from, None)?;
            self.approach(&patch, &mut from)?;
            let left = from.lacks(self.counter).abs();
            in_vain = if left < lacks { 0 } else { in_vain + 1 };
            lacks = left;
        }
        Ok(Some(from))
    }

    /// Changes a patch so that the mines are as near as they can be to their number.
    fn approach(&mut self, patch: &Patch, from: &mut Assignment) -> Result<()> {
        let Some(position) = patch.position(None) else { return Ok(()) };
        let meter = self.meter.limit(PATCH_STATES);
        let counts = counts_by_mines(&position, Work::new(None, &meter));
        let Some(counts) = Stopped::unless_too_wide(counts)? else { return Ok(()) };
        let possible = (0..counts.len()).filter(|&mines| counts[mines] != BigUint::ZERO);
        let goal = |mines: usize| patch.outside + mines as i64;
        let counter = self.counter;
        let nearest = possible.map(goal).min_by_key(|&mines| lacks(mines, counter).abs());
        let nearest = nearest.map(|mines| MineCounter { mines, loose: 0 });
        if let Some(mined) = self.draw(patch, nearest)? {
            patch.copy_to(from, &mined);
        }
        Ok(())
    }

    /// The mines of a legal assignment of a patch, if there is one and it is not too wide.
    fn draw(&mut self, patch: &Patch, counter: Option<MineCounter>) -> Result<Option<Vec<Cell>>> {
        let Some(position) = patch.position(counter) else { return Ok(None) };
        let meter = self.meter.limit(PATCH_STATES);
        let mut draw = || {
            let work = Work::new(None, &meter).by(Method::Circuit);
            match Split::of(&position, work)? {
                Some(split) if split.is_consistent(&meter)? => {
                    split.draw(&mut || self.random.uniform(), &meter)
                }
                _ => Ok(None),
            }
        };
        Ok(Stopped::unless_too_wide(draw())?.flatten())
    }

    /// Those of some cells that are both free and mined in legal assignments that agree with this one
    /// elsewhere. The assignment becomes one of these.
    pub fn look(&mut self, from: &mut Assignment, cells: Vec<u32>) -> Result<Vec<u32>> {
        let patch = self.cut(cells, from, None)?;
        let Some(position) = patch.position(self.counter) else { return Ok(Vec::new()) };
        let meter = self.meter.limit(PATCH_STATES);
        let counted = match Counted::of(&position, Work::new(None, &meter)) {
            Ok(counted) => counted,
            Err(Failure::Contradiction) => return Ok(Vec::new()),
            Err(Failure::Stopped(stopped)) => {
                return Stopped::unless_too_wide(Err(stopped)).map(Option::unwrap_or_default);
            }
        };
        if let Some(mined) = counted.draw(&mut || self.random.uniform(), &meter)? {
            patch.copy_to(from, &mined);
        }
        let Certain { safe, mined } = &counted.marginals.certain;
        let is_open = |i: &Cell| [safe, mined].iter().all(|list| list.binary_search(i).is_err());
        let open = (0..patch.cells.len() as Cell).filter(is_open);
        Ok(open.map(|i| patch.cells[i as usize]).collect())
    }

    /// A legal assignment with another value of this cell, which agrees with this one but for a patch;
    /// None if that was not found.
    pub fn change(
        &mut self,
        from: &Assignment,
        cell: u32,
        size: usize,
    ) -> Result<Option<Assignment>> {
        let cells = self.patch(cell, size);
        let patch = self.cut(cells, from, Some(cell))?;
        let mined = self.draw(&patch, self.counter)?;
        Ok(mined.map(|mined| {
            let mut found = from.clone();
            patch.copy_to(&mut found, &mined);
            found
        }))
    }

    /// The patch of these cells, given all others. One of them may have to become what it is not.
    fn cut(&self, cells: Vec<u32>, from: &Assignment, changed: Option<u32>) -> Result<Patch> {
        let touching = &self.constraints.touching;
        let (mut places, mut edges) = (FxHashMap::default(), Vec::new());
        let mut needs: Vec<i64> = Vec::new();
        let mut held = 0;
        for (i, &cell) in (0..).zip(&cells) {
            let mined = i64::from(from.mined[cell as usize]);
            held += mined;
            for &number in touching.get(cell as usize) {
                let place = *places.entry(number).or_insert_with(|| {
                    needs.push(0);
                    needs.len() - 1
                });
                // A legal assignment holds what the number needs of the patch.
                needs[place] += mined;
                edges.push((i, (cells.len() + place) as i64));
            }
        }
        self.meter.steps(edges.len())?;
        let label = |&cell: &u32| match (Some(cell) == changed, from.mined[cell as usize]) {
            (false, _) => Label::Covered,
            (true, false) => Label::Mined,
            (true, true) => Label::Free,
        };
        let labels = cells.iter().map(label);
        let labels = labels.chain(needs.iter().map(|&need| Label::Number(need as u32))).collect();
        Ok(Patch { outside: from.mines - held, cells, edges, labels })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;

    /// Numbers that are true of some mines, with this many mines or with any number of them.
    fn random_constraints(random: &mut Random, counted: bool) -> (Position, Assignment) {
        let cells = 3 + random.below(12) as usize;
        let mined: Vec<bool> = (0..cells).map(|_| random.below(3) == 0).collect();
        let numbers: Vec<(u32, Vec<i64>)> = (0..1 + random.below(5))
            .map(|_| {
                let length = 1 + random.below(cells as u64 - 1) as usize;
                let members = random.front(cells as u32, length);
                let held = members.iter().filter(|&&cell| mined[cell as usize]).count() as u32;
                (held, members.into_iter().map(i64::from).collect())
            })
            .collect();
        let mines = counted.then(|| mined.iter().filter(|&&mined| mined).count() as i64);
        let position = Position::with_numbers(cells, &numbers, mines);
        let touched = Constraints::of(&position).cells;
        (position, Assignment::new(touched.iter().map(|&cell| mined[cell as usize]).collect()))
    }

    fn certain(position: &Position, meter: &Meter) -> Vec<Cell> {
        let Certain { safe, mined } =
            Counted::of(position, Work::new(None, meter)).unwrap().marginals.certain;
        [safe, mined].concat()
    }

    #[test]
    fn a_window_of_all_cells_shows_all_that_can_change() {
        let (mut random, meter) = (Random::new(1), Meter::unwatched(Budget::default()));
        for i in 0..2000 {
            let (position, legal) = random_constraints(&mut random, i % 2 == 0);
            let constraints = Constraints::of(&position);
            let mut near = Patches::new(&constraints, constraints.counter, &meter);
            let mut drawn = legal;
            let all = 0..constraints.cells.len() as u32;
            let seen = near.look(&mut drawn, all.clone().collect()).unwrap();
            assert!(drawn.is_legal(&constraints));
            let certain = certain(&position, &meter);
            let open = |&cell: &u32| !certain.contains(&constraints.cells[cell as usize]);
            assert_eq!(seen, all.filter(open).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_cell_changes_in_a_window_unless_it_is_certain() {
        let (mut random, meter) = (Random::new(2), Meter::unwatched(Budget::default()));
        for i in 0..2000 {
            let (position, legal) = random_constraints(&mut random, i % 2 == 0);
            let constraints = Constraints::of(&position);
            let certain = certain(&position, &meter);
            let mut near = Patches::new(&constraints, constraints.counter, &meter);
            for cell in 0..constraints.cells.len() as u32 {
                let is_certain = certain.contains(&constraints.cells[cell as usize]);
                let found = near.change(&legal, cell, PATCH).unwrap();
                // What a patch cannot reach may be needed for the number of mines.
                assert!(constraints.counter.is_some() || found.is_none() == is_certain);
                let Some(found) = found else { continue };
                assert!(found.is_legal(&constraints) && !is_certain);
                assert_ne!(found.mined[cell as usize], legal.mined[cell as usize]);
            }
        }
    }

    #[test]
    fn assignments_are_moved_to_the_number_of_mines() {
        let (mut random, meter) = (Random::new(3), Meter::unwatched(Budget::default()));
        let (mut asked, mut moved) = (0, 0);
        for _ in 0..500 {
            let (position, start) = random_constraints(&mut random, false);
            let counts = counts_by_mines(&position, Work::new(None, &meter)).unwrap();
            let possible = (0..counts.len()).filter(|&mines| counts[mines] != BigUint::ZERO);
            for mines in possible {
                let labels: Vec<Label> = position.labels().collect();
                let known = Position::new(position.board().clone(), labels, Some(mines as i64));
                let constraints = Constraints::of(&known.unwrap());
                let mut near = Patches::new(&constraints, constraints.counter, &meter);
                asked += 1;
                let Some(found) = near.shift(start.clone(), None).unwrap() else { continue };
                assert!(found.is_legal(&constraints));
                moved += 1;
            }
        }
        assert!(10 * moved > 9 * asked, "{moved} of {asked}");
    }
}
