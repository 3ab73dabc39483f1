//! Notes: the labels that a player has seen, and the deductions from one number alone.
//!
//! These are the auxiliary data structures of Golan 2014, Algorithm 1. They begin with the game and
//! are updated with every opened cell; the order of opening makes no difference. Games of `ratio` and
//! `single-point` spend most of their time here, so each number is read only when it changes.

use crate::base::Sort;
use crate::board::{Board, Cell};
use crate::game::Game;
use crate::position::{Label, Position};
use crate::system::Constraint;

/// The labels that a player has seen, and the flags that follow from them.
#[derive(Clone)]
pub struct Notes {
    pub board: Board,
    pub mines: Option<u32>,
    labels: Vec<Label>,
    /// Labelled as mined, or covered and mined because a number needs all of its neighbours.
    flagged: Vec<bool>,
    /// For each opened cell: its mines without a flag, and its covered neighbours without a flag.
    mines_left: Vec<u32>,
    undecided_around: Vec<u32>,
    /// Opened cells that may decide their neighbours.
    deciding: Vec<Cell>,
    safe: Vec<Cell>,
}

impl Notes {
    pub fn new(board: Board, mines: Option<u32>) -> Self {
        let cells = board.cells();
        Self {
            labels: vec![Label::Covered; cells],
            flagged: vec![false; cells],
            mines_left: vec![0; cells],
            undecided_around: vec![0; cells],
            deciding: Vec::new(),
            safe: Vec::new(),
            board,
            mines,
        }
    }

    pub fn of(position: &Position) -> Self {
        let mut new = Self::new(position.board().clone(), position.mines());
        for (cell, label) in (0..).zip(position.labels()) {
            match label {
                Label::Number(number) => new.learn(cell, number),
                Label::Mined => new.flag(cell),
                Label::Free => new.safe.push(cell),
                Label::Covered => {}
            }
            new.labels[cell as usize] = label;
        }
        new
    }

    /// Note the number of a cell that was opened.
    pub fn learn(&mut self, cell: Cell, number: u32) {
        self.labels[cell as usize] = Label::Number(number);
        let (mut flags, mut undecided) = (0, 0);
        for i in 0..self.board.degree(cell) {
            let v = self.board.neighbours(cell)[i];
            match self.labels[v as usize] {
                Label::Number(_) => {
                    self.undecided_around[v as usize] -= 1;
                    self.queue_if_deciding(v);
                }
                _ if self.flagged[v as usize] => flags += 1,
                _ => undecided += 1,
            }
        }
        self.mines_left[cell as usize] = number.saturating_sub(flags);
        self.undecided_around[cell as usize] = undecided;
        self.queue_if_deciding(cell);
    }

    /// Note every number that a game shows after these cells were opened.
    pub fn learn_from(&mut self, game: &Game, opened: &[Cell]) {
        for &cell in opened {
            if let Label::Number(number) = game.label(cell) {
                self.learn(cell, number);
            }
        }
    }

    fn flag(&mut self, cell: Cell) {
        self.flagged[cell as usize] = true;
        for i in 0..self.board.degree(cell) {
            let v = self.board.neighbours(cell)[i];
            if let Label::Number(_) = self.labels[v as usize] {
                self.undecided_around[v as usize] -= 1;
                self.mines_left[v as usize] = self.mines_left[v as usize].saturating_sub(1);
                self.queue_if_deciding(v);
            }
        }
    }

    fn queue_if_deciding(&mut self, cell: Cell) {
        let (rest, cells) = (self.mines_left[cell as usize], self.undecided_around[cell as usize]);
        if (Constraint { rest, cells }).decides() {
            self.deciding.push(cell);
        }
    }

    /// The safe cells around numbers whose mines are all flagged, ascending; each is returned once. A
    /// number with as many covered neighbours as mines flags them.
    pub fn take_safe(&mut self) -> Vec<Cell> {
        while let Some(cell) = self.deciding.pop() {
            let mined = self.mines_left[cell as usize] > 0;
            for i in 0..self.board.degree(cell) {
                let v = self.board.neighbours(cell)[i];
                match (self.is_undecided(v), mined) {
                    (false, _) => {}
                    (true, true) => self.flag(v),
                    (true, false) => self.safe.push(v),
                }
            }
        }
        let mut safe = std::mem::take(&mut self.safe);
        safe.retain(|&cell| !self.is_opened(cell));
        safe.ascend();
        safe.dedup();
        safe
    }

    /// Covered and not flagged.
    pub fn is_undecided(&self, cell: Cell) -> bool {
        self.labels[cell as usize] == Label::Covered && !self.flagged[cell as usize]
    }

    pub fn is_opened(&self, cell: Cell) -> bool {
        matches!(self.labels[cell as usize], Label::Number(_))
    }

    /// The number that an opened cell shows.
    pub fn number_at(&self, cell: Cell) -> Option<u32> {
        match self.labels[cell as usize] {
            Label::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Covered cells without a flag, ascending.
    pub fn undecided(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(|&cell| self.is_undecided(cell))
    }

    /// Covered cells, flagged or not, ascending.
    pub fn covered(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(|&cell| self.labels[cell as usize] == Label::Covered)
    }

    /// The number of cells with a flag.
    pub fn flags(&self) -> usize {
        self.flagged.iter().filter(|&&flagged| flagged).count()
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        0..self.board.cells() as Cell
    }

    /// Opened cells with undecided neighbours, ascending: the cell, its mines without a flag, and the
    /// number of these neighbours.
    pub fn numbers(&self) -> impl Iterator<Item = (Cell, u32, u32)> + '_ {
        let all = self.cells().zip(self.mines_left.iter().zip(&self.undecided_around));
        all.filter(|&(_, (_, &undecided))| undecided > 0)
            .map(|(cell, (&mines, &undecided))| (cell, mines, undecided))
    }

    /// The number of opened neighbours.
    pub fn opened_around(&self, cell: Cell) -> usize {
        self.board.neighbours(cell).iter().filter(|&&v| self.is_opened(v)).count()
    }

    /// Whether no neighbour is opened.
    pub fn is_loose(&self, cell: Cell) -> bool {
        self.opened_around(cell) == 0
    }

    /// For every cell whether a neighbour is opened, in one pass over the board: asking about each
    /// neighbour of each cell takes the square of the degree of a hub.
    pub fn near_numbers(&self) -> Vec<bool> {
        let mut near = vec![false; self.board.cells()];
        for cell in self.cells().filter(|&cell| self.is_opened(cell)) {
            self.board.neighbours(cell).iter().for_each(|&v| near[v as usize] = true);
        }
        near
    }

    /// The labels as a position.
    pub fn position(&self) -> Position {
        Position::new(self.board.clone(), self.labels.clone(), self.mines.map(i64::from))
            .expect("notes are well-formed")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(labels: &str) -> Notes {
        let edges: Vec<(i64, i64)> = (1..labels.len() as i64).map(|v| (v - 1, v)).collect();
        let label = |c: char| c.to_digit(10).map_or(Label::Covered, Label::Number);
        let board = Board::new(labels.len(), edges.into_iter()).unwrap();
        Notes::of(&Position::new(board, labels.chars().map(label).collect(), None).unwrap())
    }

    #[test]
    fn cells_near_numbers_are_those_that_are_not_loose() {
        let notes = path("??1?2???");
        let loose: Vec<bool> = (0..8).map(|cell| notes.is_loose(cell)).collect();
        let near = notes.near_numbers();
        assert_eq!(near.iter().map(|near| !near).collect::<Vec<_>>(), loose);
    }

    #[test]
    fn flags_lead_to_safe_cells() {
        // The first 1 has one neighbour, which is mined; so the second 1 has no other mine.
        let mut notes = path("1?1??");
        assert_eq!(notes.take_safe(), [3]);
        assert!(!notes.is_undecided(1));
        assert_eq!(notes.undecided().collect::<Vec<_>>(), [3, 4]);
    }

    #[test]
    fn safe_cells_are_returned_once() {
        let mut notes = path("??0??");
        assert_eq!(notes.take_safe(), [1, 3]);
        notes.learn(1, 1);
        notes.learn(3, 0);
        assert_eq!(notes.take_safe(), [4]);
        notes.learn(4, 0);
        assert_eq!(notes.take_safe(), []);
        assert_eq!(notes.undecided().count(), 0);
        assert_eq!(notes.covered().collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn the_order_of_opening_makes_no_difference() {
        let mut notes = path("??????");
        for (cell, number) in [(3, 1), (0, 0), (1, 1)] {
            notes.learn(cell, number);
        }
        let mut at_once = path("01?1??");
        assert_eq!(notes.take_safe(), at_once.take_safe());
        assert_eq!(notes.numbers().collect::<Vec<_>>(), at_once.numbers().collect::<Vec<_>>());
    }
}
