//! Notes: what a player has seen, and what one count alone tells.
//!
//! The auxiliary data structures of Golan 2014, Algorithm 1: begun with the game and brought up to
//! date with every opened cell. They depend on the labels alone, not on the order of opening.

use crate::board::{Board, Cell};
use crate::position::{Label, Position};

/// What a player has seen of a game, and flags that follow from it.
#[derive(Clone)]
pub struct Notes {
    board: Board,
    mines: Option<u32>,
    labels: Vec<Label>,
    /// Covered, and mined because a count needs all of its neighbours; or labelled as mined.
    flagged: Vec<bool>,
    /// For each opened cell: its mines without a flag, and its covered neighbours without one.
    rests: Vec<u32>,
    unknown: Vec<u32>,
    /// Opened cells whose neighbours may have become mined or safe.
    decided: Vec<Cell>,
    safe: Vec<Cell>,
}

impl Notes {
    pub fn new(board: Board, mines: Option<u32>) -> Self {
        let cells = board.cells();
        Self {
            labels: vec![Label::Covered; cells],
            flagged: vec![false; cells],
            rests: vec![0; cells],
            unknown: vec![0; cells],
            decided: Vec::new(),
            safe: Vec::new(),
            board,
            mines,
        }
    }

    pub fn of(position: &Position) -> Self {
        let mut new = Self::new(position.board().clone(), position.mines());
        for (cell, label) in (0..).zip(position.labels()) {
            match label {
                Label::Number(count) => new.learn(cell, count),
                Label::Mined => new.flag(cell),
                Label::Free => new.safe.push(cell),
                Label::Covered => {}
            }
            new.labels[cell as usize] = label;
        }
        new
    }

    /// A cell was opened and shows this count.
    pub fn learn(&mut self, cell: Cell, count: u32) {
        self.labels[cell as usize] = Label::Number(count);
        let (mut flags, mut unknown) = (0, 0);
        for i in 0..self.board.degree(cell) {
            let v = self.board.neighbours(cell)[i];
            match self.labels[v as usize] {
                Label::Number(_) => {
                    self.unknown[v as usize] -= 1;
                    self.queue_if_decided(v);
                }
                _ if self.flagged[v as usize] => flags += 1,
                _ => unknown += 1,
            }
        }
        self.rests[cell as usize] = count.saturating_sub(flags);
        self.unknown[cell as usize] = unknown;
        self.queue_if_decided(cell);
    }

    fn flag(&mut self, cell: Cell) {
        self.flagged[cell as usize] = true;
        for i in 0..self.board.degree(cell) {
            let v = self.board.neighbours(cell)[i];
            if let Label::Number(_) = self.labels[v as usize] {
                self.unknown[v as usize] -= 1;
                self.rests[v as usize] = self.rests[v as usize].saturating_sub(1);
                self.queue_if_decided(v);
            }
        }
    }

    #[inline]
    fn queue_if_decided(&mut self, cell: Cell) {
        let (rest, unknown) = (self.rests[cell as usize], self.unknown[cell as usize]);
        if unknown > 0 && (rest == 0 || rest == unknown) {
            self.decided.push(cell);
        }
    }

    /// Covered cells around a count whose mines are all flagged, ascending; the flags are those that
    /// counts with as many covered neighbours as mines demand.
    pub fn sure(&mut self) -> Vec<Cell> {
        while let Some(cell) = self.decided.pop() {
            let mined = self.rests[cell as usize] > 0;
            for i in 0..self.board.degree(cell) {
                let v = self.board.neighbours(cell)[i];
                match (self.is_open_question(v), mined) {
                    (false, _) => {}
                    (true, true) => self.flag(v),
                    (true, false) => self.safe.push(v),
                }
            }
        }
        let mut safe = std::mem::take(&mut self.safe);
        safe.retain(|&cell| !matches!(self.labels[cell as usize], Label::Number(_)));
        safe.sort_unstable();
        safe.dedup();
        safe
    }

    /// Covered and not flagged.
    #[inline]
    pub fn is_open_question(&self, cell: Cell) -> bool {
        self.labels[cell as usize] == Label::Covered && !self.flagged[cell as usize]
    }

    #[inline]
    pub fn is_opened(&self, cell: Cell) -> bool {
        matches!(self.labels[cell as usize], Label::Number(_))
    }

    /// The count that an opened cell shows.
    pub fn count_at(&self, cell: Cell) -> Option<u32> {
        match self.labels[cell as usize] {
            Label::Number(count) => Some(count),
            _ => None,
        }
    }

    /// Covered cells without a flag, ascending.
    pub fn open_questions(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(|&cell| self.is_open_question(cell))
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

    /// Opened cells that have covered neighbours without a flag, ascending: the cell, its mines
    /// without a flag, and the number of these neighbours.
    pub fn counts(&self) -> impl Iterator<Item = (Cell, u32, u32)> + '_ {
        let all = self.cells().zip(self.rests.iter().zip(&self.unknown));
        all.filter(|&(_, (_, &unknown))| unknown > 0)
            .map(|(cell, (&rest, &unknown))| (cell, rest, unknown))
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn mines(&self) -> Option<u32> {
        self.mines
    }

    /// The number of opened neighbours.
    pub fn opened_around(&self, cell: Cell) -> usize {
        self.board.neighbours(cell).iter().filter(|&&v| self.is_opened(v)).count()
    }

    /// Next to no opened cell.
    pub fn is_loose(&self, cell: Cell) -> bool {
        self.opened_around(cell) == 0
    }

    /// The labels as a position, with or without the number of mines.
    pub fn position(&self, mines: Option<u32>) -> Position {
        Position::new(self.board.clone(), self.labels.clone(), mines.map(i64::from))
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
    fn flags_lead_to_sure_cells() {
        // The first 1 has one neighbour, which is mined; so the second 1 has no other mine.
        let mut notes = path("1?1??");
        assert_eq!(notes.sure(), [3]);
        assert!(!notes.is_open_question(1));
        assert_eq!(notes.open_questions().collect::<Vec<_>>(), [3, 4]);
    }

    #[test]
    fn sure_cells_are_told_once_they_are_known_and_not_again() {
        let mut notes = path("??0??");
        assert_eq!(notes.sure(), [1, 3]);
        notes.learn(1, 1);
        notes.learn(3, 0);
        assert_eq!(notes.sure(), [4]);
        notes.learn(4, 0);
        assert_eq!(notes.sure(), []);
        assert_eq!(notes.open_questions().count(), 0);
        assert_eq!(notes.covered().collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn the_order_of_opening_makes_no_difference() {
        let mut notes = path("??????");
        for (cell, count) in [(3, 1), (0, 0), (1, 1)] {
            notes.learn(cell, count);
        }
        let mut at_once = path("01?1??");
        assert_eq!(notes.sure(), at_once.sure());
        assert_eq!(notes.counts().collect::<Vec<_>>(), at_once.counts().collect::<Vec<_>>());
    }
}
