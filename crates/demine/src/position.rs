//! Position: what a player sees. A board, a label per cell, and the number of mines if known.
//!
//! Well-formed by construction, but not necessarily consistent: that is the NP-complete question.

use std::fmt;
use std::sync::Arc;

use crate::board::{Board, Cell};

/// The label of one cell (Golan 2011, §3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// `?`: unopened, perhaps mined.
    Covered,
    /// `□`: free, but its number is not known.
    Free,
    /// `*`: mined.
    Mined,
    /// Opened: free, and shows how many of its neighbours are mined.
    Number(u32),
}

/// The codes of labels that are not numbers. Code that relies on their values asserts them.
const COVERED: i32 = -1;
const FREE: i32 = -2;
const MINED: i32 = -3;

impl Label {
    /// Golan's −1, by which a position has no legal assignment: a number that no cell can have.
    pub const IMPOSSIBLE: Self = Self::Number(i32::MAX as u32);

    /// The label as an integer: its number, or −1 for `?`, −2 for `□`, −3 for `*`. The largest
    /// integer is Golan's −1.
    pub const fn code(self) -> i32 {
        match self {
            Self::Covered => COVERED,
            Self::Free => FREE,
            Self::Mined => MINED,
            // No cell has that many neighbours, so any larger number means the same.
            Self::Number(count) if count > i32::MAX as u32 => i32::MAX - 1,
            Self::Number(count) => count as i32,
        }
    }

    /// The label of such a code, which must be at least −3.
    pub fn of_code(code: i32) -> Self {
        match code {
            COVERED => Self::Covered,
            FREE => Self::Free,
            MINED => Self::Mined,
            count => Self::Number(count as u32),
        }
    }
}

/// A board, a label per cell, and the number of mines if it is known. Well-formed, but not necessarily
/// consistent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    /// Labels as codes: positions are compared more often than they are read.
    codes: Arc<[i32]>,
    mines: Option<u32>,
}

/// Why labels and mines do not fit a board.
#[allow(missing_docs, reason = "the fields are named after what they hold")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// Not one label per cell.
    WrongLength { labels: usize, cells: usize },
    /// Fewer mines than none.
    TooFewMines { mines: i64 },
    /// More mines than cells.
    TooManyMines { mines: i64, cells: usize },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongLength { labels, cells } => {
                write!(f, "{labels} labels for a board of {cells} cells: ")?;
                write!(f, "one label per cell is expected")
            }
            Self::TooFewMines { mines } => {
                write!(f, "{mines} mines: the number of mines is at least 0")
            }
            Self::TooManyMines { mines, cells } => {
                write!(f, "{mines} mines on a board of {cells} cells: ")?;
                write!(f, "at most one mine per cell is expected")
            }
        }
    }
}

impl std::error::Error for PositionError {}

impl Position {
    /// Checks lengths and mines. A number that no assignment can meet is not an error: the position
    /// then has no legal assignment.
    pub fn new(
        board: Board,
        labels: Vec<Label>,
        mines: Option<i64>,
    ) -> Result<Self, PositionError> {
        Self::check(board, labels.into_iter().map(Label::code).collect(), mines)
    }

    fn check(board: Board, codes: Arc<[i32]>, mines: Option<i64>) -> Result<Self, PositionError> {
        let cells = board.cells();
        if codes.len() != cells {
            return Err(PositionError::WrongLength { labels: codes.len(), cells });
        }
        let mines = match mines {
            Some(mines) if mines < 0 => return Err(PositionError::TooFewMines { mines }),
            Some(mines) if mines > cells as i64 => {
                return Err(PositionError::TooManyMines { mines, cells });
            }
            known => known.map(|mines| mines as u32),
        };
        Ok(Self { board, codes, mines })
    }

    /// From the codes of labels (see [`Label::code`]), which must be at least −3.
    pub fn of_codes(
        board: Board,
        codes: &[i32],
        mines: Option<i64>,
    ) -> Result<Self, PositionError> {
        Self::check(board, codes.into(), mines)
    }

    /// The same position with other labels on some cells.
    pub fn with_labels(&self, labels: &[(Cell, Label)]) -> Self {
        let mut codes = self.codes.to_vec();
        labels.iter().for_each(|&(cell, label)| codes[cell as usize] = label.code());
        Self { board: self.board.clone(), codes: codes.into(), mines: self.mines }
    }

    /// The same position with an unknown number of mines.
    pub(crate) fn without_mines(self) -> Self {
        Self { mines: None, ..self }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The code of each cell's label (see [`Label::code`]).
    pub fn codes(&self) -> &[i32] {
        &self.codes
    }

    /// The label of each cell.
    pub fn labels(&self) -> impl ExactSizeIterator<Item = Label> + '_ {
        self.codes.iter().map(|&code| Label::of_code(code))
    }

    /// The label of a cell.
    pub fn label(&self, cell: Cell) -> Label {
        Label::of_code(self.codes[cell as usize])
    }

    /// The number that a cell shows, if it shows one, as the labels say it: the mines that it needs
    /// besides labelled ones, and its covered neighbours.
    pub(crate) fn number(&self, cell: Cell) -> Option<(i64, impl Iterator<Item = Cell> + '_)> {
        let code = self.codes[cell as usize];
        if code < 0 {
            return None;
        }
        let near = self.board.neighbours(cell).iter().copied();
        let mined = near.clone().filter(|&n| self.label(n) == Label::Mined).count();
        let covered = near.filter(|&n| self.label(n) == Label::Covered);
        Some((i64::from(code) - mined as i64, covered))
    }

    /// The number of mines, if it is known.
    pub fn mines(&self) -> Option<u32> {
        self.mines
    }
}

#[cfg(test)]
impl Position {
    /// Numbers that each touch some covered cells, which are the first ones.
    pub fn with_numbers(covered: usize, numbers: &[(u32, Vec<i64>)], mines: Option<i64>) -> Self {
        let mut labels = vec![Label::Covered; covered];
        let mut edges = Vec::new();
        for (count, cells) in numbers {
            edges.extend(cells.iter().map(|&cell| (cell, labels.len() as i64)));
            labels.push(Label::Number(*count));
        }
        Self::new(Board::new(labels.len(), edges.into_iter()).unwrap(), labels, mines).unwrap()
    }

    /// A binary tree of rings of 2s, of which each touches a cell with the next of its ring and one with
    /// its like above: no order of cells is as good as joins.
    pub fn tree_of_rings(rings: i64, length: i64) -> Self {
        let mut numbers = vec![(2, Vec::new()); (rings * length) as usize];
        let mut cells = 0;
        let mut share = |a: i64, b: i64| {
            numbers[a as usize].1.push(cells);
            numbers[b as usize].1.push(cells);
            cells += 1;
        };
        for (ring, i) in (0..rings).flat_map(|ring| (0..length).map(move |i| (ring, i))) {
            share(ring * length + i, ring * length + (i + 1) % length);
            if ring > 0 {
                share(ring * length + i, (ring - 1) / 2 * length + i);
            }
        }
        Self::with_numbers(cells as usize, &numbers, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge() -> Board {
        Board::new(2, [(0, 1)].into_iter()).unwrap()
    }

    #[test]
    fn lengths_and_mines_are_checked() {
        let open = |labels, mines| Position::new(edge(), labels, mines).unwrap_err().to_string();
        assert!(open(vec![Label::Covered], None).contains("1 labels for a board of 2 cells"));
        assert!(open(vec![Label::Covered; 2], Some(-1)).contains("-1 mines"));
        assert!(open(vec![Label::Covered; 2], Some(3)).contains("3 mines on a board of 2 cells"));
    }

    #[test]
    fn a_number_above_the_degree_is_well_formed() {
        assert!(Position::new(edge(), vec![Label::Number(9), Label::Covered], Some(1)).is_ok());
    }
}
