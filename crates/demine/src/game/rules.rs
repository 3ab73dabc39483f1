//! Rules: mines under a board, and the effect of opening, flagging and chording.
//!
//! A seed puts the cells in an order; the mines lie under the first of them. Cells that the
//! first-click rule protects move to the end of the order. So one seed makes nearly the same board
//! wherever the first click falls, and every placement that the rule allows is equally likely.

use std::fmt;

use crate::base::{Random, first_seen, flood};
use crate::board::{Board, Cell};
use crate::game::fair::{self, Fairness};
use crate::game::{seeds, zini};
use crate::position::{Label, Position};

/// The first-click rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// The first click may hit a mine.
    Risky,
    /// The first click hits no mine.
    Safe,
    /// Its neighbours are free of mines, too, unless the mines fit nowhere else.
    Opening,
}

/// The stage of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// No cell is opened yet.
    Ready,
    /// Some cells are opened, and the game goes on.
    Playing,
    /// Every free cell is opened.
    Won,
    /// A mine was opened.
    Lost,
}

impl Status {
    /// Whether the game was won or lost.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Won | Self::Lost)
    }
}

/// Why a game cannot be set up.
#[allow(missing_docs, reason = "the fields are named after what they hold")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameError {
    /// The number of mines is negative.
    TooFewMines { mines: i64 },
    /// No free cell would be left.
    TooManyMines { mines: i64, cells: usize },
    /// A given mine is not on the board.
    NoSuchCell { cell: Cell, cells: usize },
    /// Two given mines are in the same cell.
    MinedTwice { cell: Cell },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewMines { mines } => {
                write!(f, "{mines} mines: the number of mines is at least 0")
            }
            Self::TooManyMines { mines, cells } => {
                write!(f, "{mines} mines on a board of {cells} cells: ")?;
                write!(f, "a game has at least one free cell")
            }
            Self::NoSuchCell { cell, cells } => {
                write!(f, "a mine under cell {cell}, which is not on a board of {cells} cells")
            }
            Self::MinedTwice { cell } => write!(f, "cell {cell} is given twice as a mine"),
        }
    }
}

impl std::error::Error for GameError {}

/// A board, the number of its mines and the first-click rule: all that games with other seeds share.
#[derive(Clone, Debug)]
pub struct GameSetup {
    pub(crate) board: Board,
    pub(crate) mines: u32,
    pub(crate) first: First,
}

impl GameSetup {
    /// Fails unless there are at least 0 mines and at least one free cell.
    pub fn new(board: Board, mines: i64, first: First) -> Result<Self, GameError> {
        let cells = board.cells();
        if mines < 0 {
            return Err(GameError::TooFewMines { mines });
        }
        if mines >= cells as i64 {
            return Err(GameError::TooManyMines { mines, cells });
        }
        Ok(Self { board, mines: mines as u32, first })
    }

    /// The game of a seed. Mines are placed when the first cell is opened.
    pub fn game(&self, seed: u64) -> Game {
        let cells = self.board.cells();
        Game {
            setup: self.clone(),
            seed,
            mined: Vec::new(),
            is_given: false,
            fairness: None,
            numbers: Vec::new(),
            flagged: vec![false; cells],
            labels: vec![Label::Covered; cells],
            left: cells - self.mines as usize,
            flags: 0,
            status: Status::Ready,
        }
    }
}

/// Mines under a board, and the cells that a player has opened and flagged. A move that the rules
/// forbid changes nothing.
#[derive(Clone, Debug)]
pub struct Game {
    setup: GameSetup,
    seed: u64,
    /// Like `numbers`, empty until the first cell is opened, unless the mines were given.
    mined: Vec<bool>,
    /// Whether the caller chose the mines.
    is_given: bool,
    /// How guesses are decided, and the random stream of the decisions.
    fairness: Option<(Fairness, Random)>,
    numbers: Vec<u32>,
    flagged: Vec<bool>,
    labels: Vec<Label>,
    /// The number of free cells that are not opened yet.
    left: usize,
    flags: usize,
    status: Status,
}

impl Game {
    /// The game of a seed. Mines are placed when the first cell is opened.
    pub fn new(board: Board, mines: i64, seed: u64, first: First) -> Result<Self, GameError> {
        Ok(GameSetup::new(board, mines, first)?.game(seed))
    }

    /// The first-click rule.
    pub(crate) fn first(&self) -> First {
        self.setup.first
    }

    /// A game with these mines. The first-click rule does not move them.
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
        new.numbers = new.count_mines();
        new.is_given = true;
        Ok(new)
    }

    /// The same game, not yet begun, whose guesses are decided by a rule.
    pub fn fairly(self, fairness: Fairness) -> Self {
        Self { fairness: Some((fairness, seeds::decisions(self.seed))), ..self }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.setup.board
    }

    /// The number of mines.
    pub fn mines(&self) -> u32 {
        self.setup.mines
    }

    /// The label that the player sees.
    pub fn label(&self, cell: Cell) -> Label {
        self.labels[cell as usize]
    }

    /// The stage of the game.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The number of flagged cells.
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

    /// The position that the player sees. Flags are an opinion and not part of it.
    pub fn position(&self) -> Position {
        let mines = Some(i64::from(self.setup.mines));
        Position::new(self.setup.board.clone(), self.labels.clone(), mines)
            .expect("a game is well-formed")
    }

    /// Open a cell, and around every opened 0 each cell that is not flagged. Returns the opened cells,
    /// in order: none if the cell is open or flagged, or the game is over.
    pub fn open(&mut self, cell: Cell) -> Vec<Cell> {
        if self.status.is_over() || !self.is_openable(cell) {
            return Vec::new();
        }
        if self.mined.is_empty() {
            self.mined = self.place(cell);
            self.numbers = self.count_mines();
        }
        self.decide(cell);
        self.status = Status::Playing;
        self.uncover(vec![cell])
    }

    /// In a fair game: move mines, so that a guess at this cell has the effect that the rule says.
    fn decide(&mut self, cell: Cell) {
        let Some((fairness, mut draws)) = self.fairness.take() else { return };
        let is_mined = self.hides_mine(cell);
        let mines = fair::new_mines(fairness, &self.position(), cell, is_mined, &mut draws);
        if let Some(mines) = mines {
            self.replace_mines(&mines);
        }
        self.fairness = Some((fairness, draws));
    }

    /// Open the neighbours of a number that has as many flags around it, in a fair game one after the
    /// other. Returns the opened cells: none if the flags are more or fewer, nothing is left to open, or
    /// the game is over.
    pub fn chord(&mut self, cell: Cell) -> Vec<Cell> {
        let Label::Number(number) = self.labels[cell as usize] else { return Vec::new() };
        let around = self.setup.board.neighbours(cell);
        let flags = around.iter().filter(|&&v| self.is_flagged(v)).count();
        if self.status.is_over() || flags != number as usize {
            return Vec::new();
        }
        let openable: Vec<Cell> = around.iter().copied().filter(|&v| self.is_openable(v)).collect();
        if self.fairness.is_some() {
            return openable.into_iter().flat_map(|v| self.open(v)).collect();
        }
        self.uncover(openable)
    }

    /// Put a flag on a covered cell, or remove it. Returns false if the cell is open or the game over.
    pub fn flag(&mut self, cell: Cell) -> bool {
        if self.status.is_over() || self.labels[cell as usize] != Label::Covered {
            return false;
        }
        let flag = &mut self.flagged[cell as usize];
        *flag = !*flag;
        self.flags = if *flag { self.flags + 1 } else { self.flags - 1 };
        true
    }

    /// The mined cells; None before the game is over.
    pub fn mined(&self) -> Option<Vec<Cell>> {
        let cells = (0..).zip(&self.mined).filter(|&(_, &mined)| mined).map(|(cell, _)| cell);
        self.status.is_over().then(|| cells.collect())
    }

    /// Whether a cell is mined, for [`arena`](crate::arena), where a mine need not end a game.
    pub(crate) fn hides_mine(&self, cell: Cell) -> bool {
        self.mined.get(cell as usize).is_some_and(|&mined| mined)
    }

    /// Replace the mines by others that agree with every opened cell.
    pub(crate) fn replace_mines(&mut self, mined: &[Cell]) {
        self.mined = vec![false; self.setup.board.cells()];
        mined.iter().for_each(|&cell| self.mined[cell as usize] = true);
        self.numbers = self.count_mines();
    }

    /// 3BV, the least number of clicks that opens the board without chords: one click per group of
    /// connected zeros, which opens their neighbours too, and one for every other free cell. None
    /// before the game is over, unless the mines were given.
    pub fn three_bv(&self) -> Option<usize> {
        if !self.tells_clicks() {
            return None;
        }
        let mut reached = self.mined.clone();
        let zeros = self.cells().filter(|&cell| self.is_zero(cell));
        let groups = zeros.filter(|&zero| self.reach(zero, &mut reached)).count();
        Some(groups + reached.iter().filter(|&&reached| !reached).count())
    }

    /// ZiNi, the clicks of a greedy player who flags and chords. Ties go to the cell that comes first in
    /// the order, which lists all cells. None before the game is over, unless the mines were given.
    pub fn zini(&self, order: &[Cell]) -> Option<usize> {
        let count = || zini::zini(&self.setup.board, &self.mined, &self.numbers, order);
        self.tells_clicks().then(count)
    }

    fn tells_clicks(&self) -> bool {
        self.status.is_over() || self.is_given
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        0..self.setup.board.cells() as Cell
    }

    fn is_openable(&self, cell: Cell) -> bool {
        self.labels[cell as usize] == Label::Covered && !self.is_flagged(cell)
    }

    /// The mines of a game that begins with this cell. Protected cells get a mine only when all others
    /// have one, the first cell last of all.
    fn place(&self, cell: Cell) -> Vec<bool> {
        let around: &[Cell] = match self.setup.first {
            First::Opening => self.setup.board.neighbours(cell),
            First::Safe | First::Risky => &[],
        };
        let shields = usize::from(self.setup.first != First::Risky);
        let wanted = self.setup.mines as usize;
        let order = Random::new(self.seed)
            .front(self.setup.board.cells() as u32, wanted + around.len() + shields);
        let is_first = |v: Cell| shields == 1 && v == cell;
        let is_around = |v: Cell| around.binary_search(&v).is_ok();
        let anywhere = order.iter().copied().filter(|&v| !is_first(v) && !is_around(v));
        let beside = order.iter().copied().filter(|&v| is_around(v));
        let mut mined = vec![false; self.setup.board.cells()];
        anywhere.chain(beside).take(wanted).for_each(|v| mined[v as usize] = true);
        mined
    }

    fn count_mines(&self) -> Vec<u32> {
        let mut counts = vec![0; self.setup.board.cells()];
        for mine in self.cells().filter(|&cell| self.mined[cell as usize]) {
            self.setup.board.neighbours(mine).iter().for_each(|&v| counts[v as usize] += 1);
        }
        counts
    }

    fn is_zero(&self, cell: Cell) -> bool {
        !self.mined[cell as usize] && self.numbers[cell as usize] == 0
    }

    /// Open these covered cells and the cascades from them. The list grows as the cascade runs: no
    /// recursion limits the size of a board.
    fn uncover(&mut self, mut cells: Vec<Cell>) -> Vec<Cell> {
        let mut hit = false;
        for &cell in &cells {
            hit |= self.reveal(cell);
        }
        flood(&mut cells, |cell, cells| {
            let around = if self.is_zero(cell) { self.setup.board.degree(cell) } else { 0 };
            for i in 0..around {
                let beside = self.setup.board.neighbours(cell)[i];
                if self.is_openable(beside) {
                    self.reveal(beside);
                    cells.push(beside);
                }
            }
        });
        if hit {
            self.status = Status::Lost;
        } else if self.left == 0 {
            self.status = Status::Won;
        }
        cells
    }

    /// Write the label of one cell. Returns whether it is a mine.
    fn reveal(&mut self, cell: Cell) -> bool {
        let hit = self.mined[cell as usize];
        self.labels[cell as usize] =
            if hit { Label::Mined } else { Label::Number(self.numbers[cell as usize]) };
        self.left -= usize::from(!hit);
        hit
    }

    /// Mark the cells that one click on a zero opens. Returns false if an earlier click opened it.
    fn reach(&self, zero: Cell, reached: &mut [bool]) -> bool {
        if !first_seen(reached, zero) {
            return false;
        }
        flood(&mut vec![zero], |zero, zeros| {
            let near = self.setup.board.neighbours(zero).iter().copied();
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
