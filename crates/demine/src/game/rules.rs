//! Game: mines under a board, and what opening, flagging and chording do. Knows no solver.
//!
//! A seed puts the cells in an order; the mines lie under the first of them. What the first-click
//! rule protects moves to the end of the order, so one seed makes nearly the same board wherever
//! the first click falls, and every placement that the rule allows is equally likely.

use std::fmt;

use crate::base::{Random, first_seen, flood};
use crate::board::{Board, Cell};
use crate::position::{Label, Position};

/// What the first click is promised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Nothing: it may hit a mine.
    Risky,
    /// It hits no mine.
    Safe,
    /// Nor has it a mined neighbour, as far as there is room for the mines elsewhere.
    Opening,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Nothing is opened yet.
    Ready,
    /// Something is opened, and it goes on.
    Playing,
    /// Every free cell is opened.
    Won,
    /// A mine was opened.
    Lost,
}

impl Status {
    /// Whether it was won or lost.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Won | Self::Lost)
    }
}

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameError {
    /// Fewer mines than none.
    TooFewMines {
        /// The mines that were asked for.
        mines: i64,
    },
    /// No free cell would be left.
    TooManyMines {
        /// The mines that were asked for.
        mines: i64,
        /// The cells of the board.
        cells: usize,
    },
    /// A mine where no cell is.
    NoSuchCell {
        /// Where it was put.
        cell: Cell,
        /// The cells of the board.
        cells: usize,
    },
    /// Two mines in one place.
    MinedTwice {
        /// Where they were put.
        cell: Cell,
    },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewMines { mines } => {
                write!(f, "{mines} mines: the number of mines is at least 0")
            }
            Self::TooManyMines { mines, cells } => {
                write!(
                    f,
                    "{mines} mines on a board of {cells} cells: a game has at least one free cell"
                )
            }
            Self::NoSuchCell { cell, cells } => {
                write!(f, "a mine under cell {cell}, which is not on a board of {cells} cells")
            }
            Self::MinedTwice { cell } => write!(f, "cell {cell} is given twice as a mine"),
        }
    }
}

impl std::error::Error for GameError {}

/// Mines under a board, and what a player has seen of them. A move that the rules make void (see each)
/// changes nothing.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    mines: u32,
    seed: u64,
    first: First,
    /// Empty until the first cell is opened, as are the counts; unless the mines were given.
    mined: Vec<bool>,
    /// Whether somebody put the mines where they are, and so knows them.
    is_given: bool,
    counts: Vec<u32>,
    flagged: Vec<bool>,
    labels: Vec<Label>,
    /// Free cells that are not opened yet.
    left: usize,
    flags: usize,
    status: Status,
}

impl Game {
    /// The game of a seed. Mines are placed when the first cell is opened.
    pub fn new(board: Board, mines: i64, seed: u64, first: First) -> Result<Self, GameError> {
        let cells = board.cells();
        if mines < 0 {
            return Err(GameError::TooFewMines { mines });
        }
        if mines >= cells as i64 {
            return Err(GameError::TooManyMines { mines, cells });
        }
        Ok(Self {
            mines: mines as u32,
            seed,
            first,
            mined: Vec::new(),
            is_given: false,
            counts: Vec::new(),
            flagged: vec![false; cells],
            labels: vec![Label::Covered; cells],
            left: cells - mines as usize,
            flags: 0,
            status: Status::Ready,
            board,
        })
    }

    /// With mines where they are given; nothing that is promised to the first click moves them.
    pub fn given(board: Board, mined: &[Cell], first: First) -> Result<Self, GameError> {
        let cells = board.cells();
        let mut new = Self::new(board, mined.len() as i64, 0, first)?;
        new.mined = vec![false; cells];
        for &cell in mined {
            let Some(is_mined) = new.mined.get_mut(cell as usize) else {
                return Err(GameError::NoSuchCell { cell, cells });
            };
            if std::mem::replace(is_mined, true) {
                return Err(GameError::MinedTwice { cell });
            }
        }
        new.counts = new.count_mines();
        new.is_given = true;
        Ok(new)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The number of mines.
    pub fn mines(&self) -> u32 {
        self.mines
    }

    /// What the player sees of a cell.
    #[inline]
    pub fn label(&self, cell: Cell) -> Label {
        self.labels[cell as usize]
    }

    /// How far it is.
    pub fn status(&self) -> Status {
        self.status
    }

    /// How many cells are flagged.
    pub fn flags(&self) -> usize {
        self.flags
    }

    /// Whether the player flagged the cell.
    pub fn is_flagged(&self, cell: Cell) -> bool {
        self.flagged[cell as usize]
    }

    /// The flagged cells, ascending.
    pub fn flagged(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(|&cell| self.is_flagged(cell))
    }

    /// What the player knows. Flags are an opinion and no part of it.
    pub fn position(&self) -> Position {
        let mines = Some(i64::from(self.mines));
        Position::new(self.board.clone(), self.labels.clone(), mines)
            .expect("a game is well-formed")
    }

    /// Open a cell, and around every opened 0 all that is not flagged. Returns the cells that changed,
    /// in order. Void if the cell is open or flagged, or the game is over.
    pub fn open(&mut self, cell: Cell) -> Vec<Cell> {
        if self.status.is_over() || !self.is_openable(cell) {
            return Vec::new();
        }
        if self.mined.is_empty() {
            self.mined = self.place(cell);
            self.counts = self.count_mines();
        }
        self.status = Status::Playing;
        self.uncover(vec![cell])
    }

    /// Open the neighbours of a count that has as many flags around it. Returns the cells that
    /// changed. Void if the numbers differ, nothing is left to open, or the game is over.
    pub fn chord(&mut self, cell: Cell) -> Vec<Cell> {
        let Label::Number(count) = self.labels[cell as usize] else { return Vec::new() };
        let around = self.board.neighbours(cell);
        let flags = around.iter().filter(|&&v| self.is_flagged(v)).count();
        if self.status.is_over() || flags != count as usize {
            return Vec::new();
        }
        let openable = around.iter().copied().filter(|&v| self.is_openable(v)).collect();
        self.uncover(openable)
    }

    /// Put a flag on a covered cell, or take it away. Returns whether that changed anything: void if
    /// the cell is open or the game over.
    pub fn flag(&mut self, cell: Cell) -> bool {
        if self.status.is_over() || self.labels[cell as usize] != Label::Covered {
            return false;
        }
        let flag = &mut self.flagged[cell as usize];
        *flag = !*flag;
        if *flag {
            self.flags += 1
        } else {
            self.flags -= 1
        }
        true
    }

    /// Where the mines are, once the game is over; nobody learns it before.
    pub fn mined(&self) -> Option<Vec<Cell>> {
        let cells = (0..).zip(&self.mined).filter(|&(_, &mined)| mined).map(|(cell, _)| cell);
        self.status.is_over().then(|| cells.collect())
    }

    /// Whether there is a mine: for those who play games by other rules than this one's.
    pub(crate) fn hides_mine(&self, cell: Cell) -> bool {
        self.mined.get(cell as usize).is_some_and(|&mined| mined)
    }

    /// Lay the mines anew; they must agree with what is open.
    pub(crate) fn lay(&mut self, mined: &[Cell]) {
        self.mined = vec![false; self.board.cells()];
        mined.iter().for_each(|&cell| self.mined[cell as usize] = true);
        self.counts = self.count_mines();
    }

    /// 3BV: the least number of clicks that opens the board without chords. Once the game is over, or
    /// at any time if the mines were given.
    ///
    /// One click per group of connected zeros, which opens their neighbours too, and one for every
    /// other free cell.
    pub fn three_bv(&self) -> Option<usize> {
        if !self.status.is_over() && !self.is_given {
            return None;
        }
        let mut reached = self.mined.clone();
        let zeros = self.cells().filter(|&cell| self.is_zero(cell));
        let groups = zeros.filter(|&zero| self.reach(zero, &mut reached)).count();
        Some(groups + reached.iter().filter(|&&reached| !reached).count())
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        0..self.board.cells() as Cell
    }

    fn is_openable(&self, cell: Cell) -> bool {
        self.labels[cell as usize] == Label::Covered && !self.is_flagged(cell)
    }

    /// The mines, now that the first cell is known: the protected cells get one only when all others
    /// have one, the first cell last of all.
    fn place(&self, cell: Cell) -> Vec<bool> {
        let around: &[Cell] = match self.first {
            First::Opening => self.board.neighbours(cell),
            First::Safe | First::Risky => &[],
        };
        let shields = usize::from(self.first != First::Risky);
        let wanted = self.mines as usize;
        let order = Random::new(self.seed)
            .front(self.board.cells() as u32, wanted + around.len() + shields);
        let is_first = |v: Cell| shields == 1 && v == cell;
        let is_around = |v: Cell| around.binary_search(&v).is_ok();
        let anywhere = order.iter().copied().filter(|&v| !is_first(v) && !is_around(v));
        let beside = order.iter().copied().filter(|&v| is_around(v));
        let mut mined = vec![false; self.board.cells()];
        anywhere.chain(beside).take(wanted).for_each(|v| mined[v as usize] = true);
        mined
    }

    fn count_mines(&self) -> Vec<u32> {
        let mut counts = vec![0; self.board.cells()];
        for mine in self.cells().filter(|&cell| self.mined[cell as usize]) {
            self.board.neighbours(mine).iter().for_each(|&v| counts[v as usize] += 1);
        }
        counts
    }

    fn is_zero(&self, cell: Cell) -> bool {
        !self.mined[cell as usize] && self.counts[cell as usize] == 0
    }

    /// Open these covered cells and what cascades from them. The list grows as the cascade runs, so
    /// that no board is too large for it.
    fn uncover(&mut self, mut cells: Vec<Cell>) -> Vec<Cell> {
        let mut hit = false;
        for &cell in &cells {
            hit |= self.reveal(cell);
        }
        flood(&mut cells, |cell, cells| {
            if self.is_zero(cell) {
                self.cascade(cell, cells);
            }
        });
        if hit {
            self.status = Status::Lost;
        } else if self.left == 0 {
            self.status = Status::Won;
        }
        cells
    }

    fn cascade(&mut self, zero: Cell, cells: &mut Vec<Cell>) {
        for i in 0..self.board.degree(zero) {
            let cell = self.board.neighbours(zero)[i];
            if self.is_openable(cell) {
                self.reveal(cell);
                cells.push(cell);
            }
        }
    }

    /// Write the label of one cell; whether it is a mine.
    fn reveal(&mut self, cell: Cell) -> bool {
        let hit = self.mined[cell as usize];
        self.labels[cell as usize] =
            if hit { Label::Mined } else { Label::Number(self.counts[cell as usize]) };
        self.left -= usize::from(!hit);
        hit
    }

    /// Mark what one click on a zero opens; false if an earlier click did.
    fn reach(&self, zero: Cell, reached: &mut [bool]) -> bool {
        if !first_seen(reached, zero) {
            return false;
        }
        flood(&mut vec![zero], |zero, zeros| {
            let near = self.board.neighbours(zero).iter().copied();
            let new = near.filter(|&cell| first_seen(reached, cell));
            zeros.extend(new.filter(|&cell| self.is_zero(cell)));
        });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(cells: usize, mines: i64, seed: u64, first: First) -> Game {
        Game::new(Board::path(cells), mines, seed, first).unwrap()
    }

    #[test]
    fn a_game_has_a_free_cell() {
        let said =
            |mines| Game::new(Board::path(3), mines, 0, First::Safe).unwrap_err().to_string();
        assert!(said(-1).contains("at least 0"));
        assert!(said(3).contains("at least one free cell"));
    }

    #[test]
    fn given_mines_stay_where_they_are() {
        for first in [First::Risky, First::Safe, First::Opening] {
            let mut given = Game::given(Board::path(4), &[0, 2], first).unwrap();
            assert_eq!((given.status(), given.mines(), given.mined()), (Status::Ready, 2, None));
            assert_eq!(given.three_bv(), Some(2));
            assert_eq!(given.open(1), [1]);
            assert_eq!(given.label(1), Label::Number(2));
            given.open(0);
            assert_eq!(given.mined(), Some(vec![0, 2]));
        }
        let said = |mined: &[Cell]| Game::given(Board::path(3), mined, First::Risky).unwrap_err();
        assert_eq!(said(&[7]), GameError::NoSuchCell { cell: 7, cells: 3 });
        assert!(said(&[7]).to_string().contains("cell 7, which is not on a board of 3 cells"));
        assert_eq!(said(&[1, 1]), GameError::MinedTwice { cell: 1 });
        assert_eq!(said(&[0, 1, 2]), GameError::TooManyMines { mines: 3, cells: 3 });
    }

    #[test]
    fn the_first_click_is_kept_from_mines_as_promised() {
        for seed in 0..200 {
            let mut safe = game(9, 8, seed, First::Safe);
            assert_eq!(safe.open(4), [4]);
            assert_eq!(safe.status(), Status::Won);
            let mut opening = game(9, 6, seed, First::Opening);
            opening.open(4);
            assert_eq!(opening.position().label(4), Label::Number(0));
            let mut crowded = game(9, 7, seed, First::Opening);
            crowded.open(4);
            assert_eq!(crowded.position().label(4), Label::Number(1));
        }
    }

    #[test]
    fn without_mines_one_click_wins() {
        let mut game = game(1000, 0, 0, First::Risky);
        assert_eq!(game.open(500).len(), 1000);
        assert_eq!((game.status(), game.three_bv()), (Status::Won, Some(1)));
    }

    #[test]
    fn flags_stop_a_cascade_and_can_be_taken_away() {
        let mut game = game(5, 0, 0, First::Safe);
        assert!(game.flag(2));
        assert_eq!(game.open(2), []);
        assert_eq!(game.open(0), [0, 1]);
        assert!(game.flag(2));
        assert_eq!(game.chord(1), [2, 3, 4]);
        assert_eq!(game.status(), Status::Won);
    }

    #[test]
    fn a_chord_on_a_wrong_flag_loses() {
        let mut game = game(3, 1, 1, First::Opening);
        game.open(1);
        let mined = (0..3).find(|&v| game.mined[v as usize]).unwrap();
        assert!(game.flag(2 - mined));
        assert_eq!(game.mined(), None);
        assert_eq!(game.chord(1), [mined]);
        assert_eq!((game.status(), game.mined()), (Status::Lost, Some(vec![mined])));
        assert!(!game.flag(0));
        assert_eq!(game.open(2 - mined), []);
    }
}
