//! `equations`: in the manner of the equation strategy of Programmer's Minesweeper (PGMS, Ramsdell),
//! whose figures Golan 2014, §1, quotes.
//!
//! An equation is a set of covered cells with the number of its mines. Every count is one. A set that
//! contains another is replaced by their difference, until none contains another. Then this is sure:
//!
//! - a set with no mine, or with as many mines as cells;
//! - of two sets, if the first has so many mines more than the second as it has cells that are not in
//!   the second: these are mined, and those of the second that are not in the first are safe;
//! - the cells that are left of the whole board when sets, the first first, are taken out of it that
//!   share no cell, if so many mines are left as cells, or none.
//!
//! Mines that are found are taken out of the sets, and all begins anew, until a cell is safe or
//! nothing is found. Then a guess: a cell's estimate is the greatest share of mines in a set that
//! has it; a cell in no set has the share of the mines left in the cells left. One of the cells with
//! the least estimate is opened, each equally likely.

use std::cmp::Ordering;
use std::collections::VecDeque;

use crate::base::Stopped;
use crate::board::{Board, Cell};
use crate::strategy::notes::Notes;
use crate::strategy::random::any;
use crate::strategy::{Choice, Turn};

pub fn choose(turn: &mut Turn<'_>) -> Result<Choice, Stopped> {
    let chance = &mut *turn.chance;
    Ok(choose_by(turn.notes, |cells| any(cells, chance)))
}

/// The same with the first of the cells with the least estimate.
pub fn choose_first(notes: &mut Notes) -> Choice {
    choose_by(notes, |cells| cells.first().copied())
}

fn choose_by(notes: &mut Notes, pick: impl FnOnce(Vec<Cell>) -> Option<Cell>) -> Choice {
    let sure = notes.sure();
    if !sure.is_empty() {
        return Choice::Sure(sure);
    }
    let mut equations = Equations::of(notes);
    loop {
        equations.reduce();
        let (safe, mined) = equations.sure();
        if !safe.is_empty() {
            return Choice::Sure(safe);
        }
        if mined.is_empty() {
            return Choice::guess(pick(equations.least_likely()));
        }
        mined.into_iter().for_each(|cell| equations.take_out(cell));
    }
}

/// A set of cells, ascending, in a stretch of `Equations::cells`, and the number of its mines.
#[derive(Clone, Copy)]
struct Equation {
    start: usize,
    len: usize,
    rest: i64,
}

struct Equations<'a> {
    board: &'a Board,
    cells: Vec<Cell>,
    all: Vec<Equation>,
    /// Which of them an opened cell is, if any.
    of_count: Vec<Option<u32>>,
    /// Covered, and not known to be mined.
    in_question: Vec<bool>,
    /// Mines that are not found yet, if it is known how many there are.
    mines: Option<i64>,
}

impl<'a> Equations<'a> {
    fn of(notes: &'a Notes) -> Self {
        let board = notes.board();
        let mut new = Self {
            board,
            cells: Vec::new(),
            all: Vec::new(),
            of_count: vec![None; board.cells()],
            in_question: (0..board.cells() as Cell).map(|c| notes.is_open_question(c)).collect(),
            mines: notes.mines().map(|mines| i64::from(mines) - notes.flags() as i64),
        };
        for (count, rest, len) in notes.counts() {
            let start = new.cells.len();
            let around = board.neighbours(count).iter().copied();
            new.cells.extend(around.filter(|&cell| notes.is_open_question(cell)));
            new.of_count[count as usize] = Some(new.all.len() as u32);
            new.all.push(Equation { start, len: len as usize, rest: rest.into() });
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

    /// The equation of the `i`-th neighbour of a cell. One that has the cell is among these.
    fn around(&self, cell: Cell, i: usize) -> Option<usize> {
        self.of_count[self.board.neighbours(cell)[i] as usize].map(|equation| equation as usize)
    }

    /// Subtract sets from those that contain them. Of equal sets all but one become empty.
    fn reduce(&mut self) {
        let mut queue: VecDeque<usize> = (0..self.all.len()).collect();
        while let Some(a) = queue.pop_front() {
            let Some(&first) = self.set(a).first() else { continue };
            for i in 0..self.board.degree(first) {
                let Some(b) = self.around(first, i).filter(|&b| b != a) else { continue };
                if self.set(a).iter().all(|&cell| self.has(b, cell)) {
                    self.subtract(b, a);
                    queue.push_back(b);
                }
            }
        }
    }

    fn subtract(&mut self, b: usize, a: usize) {
        self.retain(b, |equations, cell| !equations.has(a, cell));
        self.all[b].rest -= self.all[a].rest;
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

    /// A cell is mined.
    fn take_out(&mut self, mined: Cell) {
        self.in_question[mined as usize] = false;
        self.mines = self.mines.map(|mines| mines - 1);
        for i in 0..self.board.degree(mined) {
            let Some(b) = self.around(mined, i).filter(|&b| self.has(b, mined)) else { continue };
            self.retain(b, |_, cell| cell != mined);
            self.all[b].rest -= 1;
        }
    }

    /// The cells that are safe and those that are mined, ascending.
    fn sure(&self) -> (Vec<Cell>, Vec<Cell>) {
        let mut sure = Sure::default();
        for (i, equation) in self.all.iter().enumerate() {
            sure.tell(self.set(i), equation.rest);
            self.compare(i, &mut sure);
        }
        if let Some((left, mines)) = self.remainder() {
            sure.tell(&left, mines);
        }
        sure.sorted()
    }

    /// What a set with more mines than others says about its own cells and theirs.
    fn compare(&self, b: usize, sure: &mut Sure) {
        // Where a set has no mine its cells are safe already.
        if self.all[b].rest < 2 {
            return;
        }
        for &cell in self.set(b) {
            for a in (0..self.board.degree(cell)).filter_map(|i| self.around(cell, i)) {
                let more = self.all[b].rest - self.all[a].rest;
                if more > 0 && self.has(a, cell) && self.without(b, a).count() as i64 == more {
                    sure.mined.extend(self.without(b, a));
                    sure.safe.extend(self.without(a, b));
                }
            }
        }
    }

    /// The cells of one set that are not in another.
    fn without(&self, a: usize, b: usize) -> impl Iterator<Item = Cell> + '_ {
        self.set(a).iter().copied().filter(move |&cell| !self.has(b, cell))
    }

    /// The cells in question without sets that share no cell, and the mines among them.
    fn remainder(&self) -> Option<(Vec<Cell>, i64)> {
        let (mut left, mut mines) = (self.in_question.clone(), self.mines?);
        for (i, equation) in self.all.iter().enumerate() {
            if self.set(i).iter().all(|&cell| left[cell as usize]) {
                self.set(i).iter().for_each(|&cell| left[cell as usize] = false);
                mines -= equation.rest;
            }
        }
        Some((cells_of(&left), mines))
    }

    /// The cells in question with the least estimate, ascending.
    fn least_likely(&self) -> Vec<Cell> {
        let questions = cells_of(&self.in_question);
        let estimates = self.estimates(Share::new(self.mines, questions.len()));
        let least = questions.iter().map(|&cell| estimates[cell as usize]).min();
        questions.into_iter().filter(|&cell| Some(estimates[cell as usize]) == least).collect()
    }

    /// For each cell the greatest share of the sets that have it; for one in no set another.
    fn estimates(&self, in_no_set: Share) -> Vec<Share> {
        let mut estimates: Vec<Option<Share>> = vec![None; self.board.cells()];
        for (i, equation) in self.all.iter().enumerate() {
            let share = Some(Share { mines: equation.rest, cells: equation.len as i64 });
            for &cell in self.set(i) {
                estimates[cell as usize] = estimates[cell as usize].max(share);
            }
        }
        estimates.into_iter().map(|estimate| estimate.unwrap_or(in_no_set)).collect()
    }
}

/// What is sure about cells.
#[derive(Default)]
struct Sure {
    safe: Vec<Cell>,
    mined: Vec<Cell>,
}

impl Sure {
    /// A set has so many mines.
    fn tell(&mut self, set: &[Cell], mines: i64) {
        if mines == 0 {
            self.safe.extend(set);
        } else if mines == set.len() as i64 {
            self.mined.extend(set);
        }
    }

    fn sorted(mut self) -> (Vec<Cell>, Vec<Cell>) {
        for cells in [&mut self.safe, &mut self.mined] {
            cells.sort_unstable();
            cells.dedup();
        }
        (self.safe, self.mined)
    }
}

/// So many mines in so many cells, compared as the share that they are.
#[derive(Clone, Copy, Debug)]
struct Share {
    mines: i64,
    cells: i64,
}

impl Share {
    /// One half where nobody knows how many mines there are.
    fn new(mines: Option<i64>, cells: usize) -> Self {
        mines.map_or(Self { mines: 1, cells: 2 }, |mines| Self { mines, cells: cells as i64 })
    }
}

impl Ord for Share {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.mines * other.cells).cmp(&(other.mines * self.cells))
    }
}

impl PartialOrd for Share {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Share {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Share {}

fn cells_of(marked: &[bool]) -> Vec<Cell> {
    (0..).zip(marked).filter(|&(_, &mark)| mark).map(|(cell, _)| cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
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
        super::choose_by(&mut notes(covered, counts, mines), |cells| any(cells, &mut chance))
    }

    #[test]
    fn a_set_is_subtracted_from_those_that_contain_it() {
        let sure = choose_by(3, &[(1, &[0, 1]), (1, &[0, 1, 2])], None);
        assert_eq!(sure, Choice::Sure(vec![2]));
        // The difference of the first two is contained in the third.
        let sure = choose_by(5, &[(1, &[0, 1]), (2, &[0, 1, 2, 3]), (1, &[2, 3, 4])], None);
        assert_eq!(sure, Choice::Sure(vec![4]));
    }

    #[test]
    fn more_mines_than_the_cells_in_common_allow_are_the_own_ones() {
        // At most one of 1 and 2 is mined, so 3 is, and 0 is not.
        let sure = choose_by(4, &[(1, &[0, 1, 2]), (2, &[1, 2, 3])], None);
        assert_eq!(sure, Choice::Sure(vec![0]));
    }

    #[test]
    fn mines_that_are_found_count_elsewhere() {
        // 3 is mined, so 4 is not, which neither count says about the other alone.
        let counts: [(u32, &[i64]); 3] = [(1, &[0, 1, 2]), (2, &[0, 1, 2, 3]), (1, &[3, 4, 5])];
        assert_eq!(choose_by(6, &counts, None), Choice::Sure(vec![4, 5]));
    }

    #[test]
    fn the_number_of_mines_is_an_equation() {
        assert_eq!(choose_by(4, &[(1, &[0, 1])], Some(1)), Choice::Sure(vec![2, 3]));
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
