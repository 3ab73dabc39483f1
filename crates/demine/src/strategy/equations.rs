//! `equations`: in the manner of the equation strategy of Programmer's Minesweeper (PGMS, Ramsdell),
//! whose figures Golan 2014, §1, quotes.
//!
//! An equation is a set of covered cells with the number of its mines. Every number is one. A set that
//! contains another is replaced by their difference, until none contains another. Then these cells
//! are certain:
//!
//! - the cells of a set with no mine, or with as many mines as cells;
//! - of two sets, if the first has as many mines more than the second as it has cells outside the
//!   second: these cells are mined, and the cells of the second outside the first are safe;
//! - the rest of the board without disjoint sets (taken in order), if all its mines are found, or if
//!   it has as many mines as cells.
//!
//! Mines that are found leave the sets, and the rules start again, until a cell is safe or no rule
//! applies. Then the strategy guesses. The estimate of a cell is the greatest share of mines in a set
//! that has it; for a cell in no set, it is the share of the remaining mines in the remaining cells.
//! The strategy opens one of the cells with the least estimate, each equally likely.

use std::collections::VecDeque;

use crate::base::{Meter, Result, Sort};
use crate::board::{Board, Cell};
use crate::strategy::notes::Notes;
use crate::strategy::random::any;
use crate::strategy::{Choice, Turn};
use crate::system::Certain;

pub fn choose(turn: &mut Turn<'_>) -> Result<Choice> {
    let chance = &mut *turn.chance;
    choose_by(turn.notes, turn.work.meter, |cells| any(cells, chance))
}

/// The same without chance: a guess is the first of the cells with the least estimate.
pub fn choose_first(notes: &Notes, meter: &Meter) -> Result<Choice> {
    choose_by(notes, meter, |cells| cells.first().copied())
}

fn choose_by(
    notes: &Notes,
    meter: &Meter,
    pick: impl FnOnce(Vec<Cell>) -> Option<Cell>,
) -> Result<Choice> {
    let mut equations = Equations::of(notes);
    loop {
        equations.reduce(meter)?;
        let Certain { safe, mined } = equations.certain(meter)?;
        if !safe.is_empty() {
            return Ok(Choice::Safe(safe));
        }
        if mined.is_empty() {
            return Ok(Choice::guess(pick(equations.least_likely())));
        }
        mined.into_iter().try_for_each(|cell| equations.remove_mine(cell, meter))?;
    }
}

/// Steps of a search in a sorted set.
const SEARCH_STEPS: usize = 8;

/// A set of cells, ascending, as a range of `Equations::cells`, and the number of its mines.
#[derive(Clone, Copy)]
struct Equation {
    start: usize,
    len: usize,
    mines: i64,
}

struct Equations<'a> {
    board: &'a Board,
    cells: Vec<Cell>,
    all: Vec<Equation>,
    /// The equation of each opened cell, if it has one.
    of_number: Vec<Option<u32>>,
    /// Covered, and not known to be mined.
    undecided: Vec<bool>,
    /// The number of mines that are not found yet, where the number of mines is known.
    mines: Option<i64>,
}

impl<'a> Equations<'a> {
    fn of(notes: &'a Notes) -> Self {
        let board = &notes.board;
        let mut new = Self {
            board,
            cells: Vec::new(),
            all: Vec::new(),
            of_number: vec![None; board.cells()],
            undecided: (0..board.cells() as Cell).map(|c| notes.is_undecided(c)).collect(),
            mines: notes.mines.map(|mines| i64::from(mines) - notes.flags() as i64),
        };
        for (number, mines, len) in notes.numbers() {
            let start = new.cells.len();
            let around = board.neighbours(number).iter().copied();
            new.cells.extend(around.filter(|&cell| notes.is_undecided(cell)));
            new.of_number[number as usize] = Some(new.all.len() as u32);
            new.all.push(Equation { start, len: len as usize, mines: mines.into() });
        }
        new
    }

    fn set(&self, i: usize) -> &[Cell] {
        let Equation { start, len, .. } = self.all[i];
        &self.cells[start..start + len]
    }

    fn has(&self, i: usize, cell: Cell) -> bool {
        self.set(i).binary_search(&cell).is_ok()
    }

    /// The equation of the `i`-th neighbour of a cell. Only these can have the cell.
    fn around(&self, cell: Cell, i: usize) -> Option<usize> {
        self.of_number[self.board.neighbours(cell)[i] as usize].map(|equation| equation as usize)
    }

    /// Subtract sets from those that contain them. Of equal sets all but one become empty.
    fn reduce(&mut self, meter: &Meter) -> Result<()> {
        let mut queue: VecDeque<usize> = (0..self.all.len()).collect();
        while let Some(a) = queue.pop_front() {
            let Some(&first) = self.set(a).first() else { continue };
            for i in 0..self.board.degree(first) {
                let Some(b) = self.around(first, i).filter(|&b| b != a) else { continue };
                meter.steps(SEARCH_STEPS * self.all[a].len)?;
                if self.set(a).iter().all(|&cell| self.has(b, cell)) {
                    meter.steps(SEARCH_STEPS * self.all[b].len)?;
                    self.subtract(b, a);
                    queue.push_back(b);
                }
            }
        }
        Ok(())
    }

    fn subtract(&mut self, b: usize, a: usize) {
        self.retain(b, |equations, cell| !equations.has(a, cell));
        self.all[b].mines -= self.all[a].mines;
    }

    fn retain(&mut self, i: usize, keeps: impl Fn(&Self, Cell) -> bool) {
        let Equation { start, len, .. } = self.all[i];
        let mut kept = start;
        for at in start..start + len {
            let cell = self.cells[at];
            if keeps(self, cell) {
                self.cells[kept] = cell;
                kept += 1;
            }
        }
        self.all[i].len = kept - start;
    }

    /// Remove a mined cell from every set.
    fn remove_mine(&mut self, mined: Cell, meter: &Meter) -> Result<()> {
        self.undecided[mined as usize] = false;
        self.mines = self.mines.map(|mines| mines - 1);
        for i in 0..self.board.degree(mined) {
            let Some(b) = self.around(mined, i).filter(|&b| self.has(b, mined)) else { continue };
            meter.steps(self.all[b].len)?;
            self.retain(b, |_, cell| cell != mined);
            self.all[b].mines -= 1;
        }
        Ok(())
    }

    /// The cells that are safe and those that are mined, ascending.
    fn certain(&self, meter: &Meter) -> Result<Certain> {
        let mut certain = Certain::default();
        for (i, equation) in self.all.iter().enumerate() {
            add_set(&mut certain, self.set(i), equation.mines);
            self.compare(i, &mut certain, meter)?;
        }
        if let Some((left, mines)) = self.remainder() {
            add_set(&mut certain, &left, mines);
        }
        for cells in [&mut certain.safe, &mut certain.mined] {
            cells.ascend();
            cells.dedup();
        }
        Ok(certain)
    }

    /// Apply the rule of two sets to a set and all others that have fewer mines.
    fn compare(&self, b: usize, certain: &mut Certain, meter: &Meter) -> Result<()> {
        // The cells of sets without mines are safe already.
        if self.all[b].mines < 2 {
            return Ok(());
        }
        for a in self.beside(b) {
            let more = self.all[b].mines - self.all[a].mines;
            meter.steps(SEARCH_STEPS * self.all[b].len)?;
            if more > 0 && self.without(b, a).count() as i64 == more {
                certain.mined.extend(self.without(b, a));
                certain.safe.extend(self.without(a, b));
            }
        }
        Ok(())
    }

    /// The sets that share a cell with this one, each once.
    fn beside(&self, b: usize) -> Vec<usize> {
        let numbers = |&cell: &Cell| {
            let near = (0..self.board.degree(cell)).filter_map(move |i| self.around(cell, i));
            near.filter(move |&a| self.has(a, cell))
        };
        let mut sets: Vec<usize> = self.set(b).iter().flat_map(numbers).collect();
        sets.ascend();
        sets.dedup();
        sets
    }

    /// The cells of one set that are not in another.
    fn without(&self, a: usize, b: usize) -> impl Iterator<Item = Cell> + '_ {
        self.set(a).iter().copied().filter(move |&cell| !self.has(b, cell))
    }

    /// The undecided cells outside disjoint sets, and the number of mines among them.
    fn remainder(&self) -> Option<(Vec<Cell>, i64)> {
        let (mut left, mut mines) = (self.undecided.clone(), self.mines?);
        for (i, equation) in self.all.iter().enumerate() {
            if self.set(i).iter().all(|&cell| left[cell as usize]) {
                self.set(i).iter().for_each(|&cell| left[cell as usize] = false);
                mines -= equation.mines;
            }
        }
        Some((cells_of(&left), mines))
    }

    /// The undecided cells with the least estimate, ascending.
    fn least_likely(&self) -> Vec<Cell> {
        let undecided = cells_of(&self.undecided);
        let in_no_set = self.mines.map_or(0.5, |mines| mines as f64 / undecided.len() as f64);
        let estimates = self.estimates(in_no_set);
        let least =
            undecided.iter().map(|&cell| estimates[cell as usize]).fold(f64::INFINITY, f64::min);
        undecided.into_iter().filter(|&cell| estimates[cell as usize] <= least).collect()
    }

    /// For each cell the greatest share of the sets that have it, or `in_no_set`. Sets are so small
    /// that different shares are different floats, and equal shares the same one.
    fn estimates(&self, in_no_set: f64) -> Vec<f64> {
        let mut estimates = vec![f64::NEG_INFINITY; self.board.cells()];
        for (i, equation) in self.all.iter().enumerate() {
            let share = equation.mines as f64 / equation.len as f64;
            for &cell in self.set(i) {
                estimates[cell as usize] = estimates[cell as usize].max(share);
            }
        }
        let known = |estimate: f64| if estimate.is_finite() { estimate } else { in_no_set };
        estimates.into_iter().map(known).collect()
    }
}

/// Add the cells of a set if its number of mines decides them.
fn add_set(certain: &mut Certain, set: &[Cell], mines: i64) {
    if mines == 0 {
        certain.safe.extend(set);
    } else if mines == set.len() as i64 {
        certain.mined.extend(set);
    }
}

fn cells_of(marked: &[bool]) -> Vec<Cell> {
    (0..).zip(marked).filter(|&(_, &mark)| mark).map(|(cell, _)| cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::game::Chance;
    use crate::position::{Label, Position};

    /// Counts, each next to the covered cells of its list, which come first.
    fn notes(covered: usize, counts: &[(u32, &[i64])], mines: Option<i64>) -> Notes {
        let mut edges: Vec<(i64, i64)> = Vec::new();
        for (count, (_, around)) in (covered as i64..).zip(counts) {
            edges.extend(around.iter().map(|&cell| (cell, count)));
        }
        let board = Board::new(covered + counts.len(), edges.into_iter()).unwrap();
        let mut labels = vec![Label::Covered; covered];
        labels.extend(counts.iter().map(|&(count, _)| Label::Number(count)));
        Notes::of(&Position::new(board, labels, mines).unwrap())
    }

    fn choose_by(covered: usize, counts: &[(u32, &[i64])], mines: Option<i64>) -> Choice {
        let mut chance = Chance::of(0);
        let mut notes = notes(covered, counts, mines);
        let safe = notes.take_safe();
        if !safe.is_empty() {
            return Choice::Safe(safe);
        }
        let meter = Meter::unwatched(Budget::default());
        super::choose_by(&notes, &meter, |cells| any(cells, &mut chance)).unwrap()
    }

    #[test]
    fn a_set_is_subtracted_from_those_that_contain_it() {
        let sure = choose_by(3, &[(1, &[0, 1]), (1, &[0, 1, 2])], None);
        assert_eq!(sure, Choice::Safe(vec![2]));
        // The difference of the first two is contained in the third.
        let sure = choose_by(5, &[(1, &[0, 1]), (2, &[0, 1, 2, 3]), (1, &[2, 3, 4])], None);
        assert_eq!(sure, Choice::Safe(vec![4]));
    }

    #[test]
    fn more_mines_than_the_cells_in_common_allow_are_the_own_ones() {
        // At most one of 1 and 2 is mined, so 3 is, and 0 is not.
        let sure = choose_by(4, &[(1, &[0, 1, 2]), (2, &[1, 2, 3])], None);
        assert_eq!(sure, Choice::Safe(vec![0]));
    }

    #[test]
    fn mines_that_are_found_count_elsewhere() {
        // 3 is mined, so 4 is not, which neither count says about the other alone.
        let counts: [(u32, &[i64]); 3] = [(1, &[0, 1, 2]), (2, &[0, 1, 2, 3]), (1, &[3, 4, 5])];
        assert_eq!(choose_by(6, &counts, None), Choice::Safe(vec![4, 5]));
    }

    #[test]
    fn the_number_of_mines_is_an_equation() {
        assert_eq!(choose_by(4, &[(1, &[0, 1])], Some(1)), Choice::Safe(vec![2, 3]));
    }

    #[test]
    fn the_least_share_is_guessed() {
        let least = |mines| {
            let notes = notes(8, &[(1, &[0, 1]), (1, &[1, 2, 3])], mines);
            Equations::of(&notes).least_likely()
        };
        assert_eq!(least(Some(6)), [2, 3]);
        assert_eq!(least(Some(2)), [4, 5, 6, 7]);
        assert_eq!(least(None), [2, 3]);
    }
}
