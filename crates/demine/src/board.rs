//! Board: an immutable simple graph as compressed adjacency, shared by reference count.

use std::fmt;
use std::sync::Arc;

use crate::base::{Lists, Meter, Result, Sort, first_seen};

/// Index of a cell on its board.
pub type Cell = u32;

/// Cells and their neighbours. Cheap to clone; equal when the graphs are equal.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    /// The neighbours of each cell, ascending.
    neighbours: Arc<Lists>,
}

/// Why cells and edges do not make a simple graph.
#[allow(missing_docs, reason = "the fields are named after what they hold")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// More cells than [`Board::MOST_CELLS`].
    TooManyCells { cells: usize },
    /// More edges than [`Board::MOST_EDGES`].
    TooManyEdges { edges: usize },
    /// An end of the edge is not on the board.
    NoSuchCell { edge: (i64, i64), cells: usize },
    /// A cell that would be its own neighbour.
    SelfLoop { cell: Cell },
    /// An edge that is given twice.
    DuplicateEdge { edge: (Cell, Cell) },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cells, edges) = (Board::MOST_CELLS, Board::MOST_EDGES);
        match self {
            Self::TooManyCells { cells: n } => {
                write!(f, "a board has at most {cells} cells, not {n}")
            }
            Self::TooManyEdges { edges: n } => {
                write!(f, "a board has at most {edges} edges, not {n}")
            }
            Self::NoSuchCell { edge: (u, v), cells: 0 } => {
                write!(f, "edge ({u}, {v}) names a cell, but the board has none")
            }
            Self::NoSuchCell { edge: (u, v), cells } => {
                write!(f, "edge ({u}, {v}) names a cell that is not on the board: ")?;
                write!(f, "cells are 0 to {}", cells - 1)
            }
            Self::SelfLoop { cell } => {
                write!(f, "edge ({cell}, {cell}) joins cell {cell} to itself: ")?;
                write!(f, "a cell is never its own neighbour")
            }
            Self::DuplicateEdge { edge: (u, v) } => {
                write!(f, "edge ({u}, {v}) is given twice: ")?;
                write!(f, "each pair of neighbours is given once, in either order")
            }
        }
    }
}

impl std::error::Error for BoardError {}

impl Board {
    /// The most cells that a board can have.
    pub const MOST_CELLS: usize = 1 << 30;
    /// The most edges that a board can have.
    pub const MOST_EDGES: usize = 1 << 30;

    /// Takes each undirected edge once, in either direction.
    pub fn new(
        cells: usize,
        edges: impl ExactSizeIterator<Item = (i64, i64)> + Clone,
    ) -> Result<Self, BoardError> {
        if cells > Self::MOST_CELLS {
            return Err(BoardError::TooManyCells { cells });
        }
        if edges.len() > Self::MOST_EDGES {
            return Err(BoardError::TooManyEdges { edges: edges.len() });
        }
        for (u, v) in edges.clone() {
            check_edge(u, v, cells)?;
        }
        let both = edges.flat_map(|(u, v)| [(u as Cell, v as Cell), (v as Cell, u as Cell)]);
        let mut neighbours = Lists::of_pairs(cells, both);
        sort(&mut neighbours)?;
        Ok(Self { neighbours: Arc::new(neighbours) })
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.neighbours.len()
    }

    /// The neighbours of a cell, ascending.
    pub fn neighbours(&self, cell: Cell) -> &[Cell] {
        self.neighbours.get(cell as usize)
    }

    /// How many neighbours the cell has.
    pub fn degree(&self, cell: Cell) -> usize {
        self.neighbours(cell).len()
    }

    /// The board of some different cells and of the edges between them; its cell `i` is the `i`-th given.
    pub fn induced(&self, cells: &[Cell]) -> Self {
        let mut index = vec![None; self.cells()];
        for (i, &cell) in cells.iter().enumerate() {
            index[cell as usize] = Some(i as Cell);
        }
        let mut neighbours = Lists::default();
        for (i, &cell) in cells.iter().enumerate() {
            neighbours.push(self.neighbours(cell).iter().filter_map(|&v| index[v as usize]));
            neighbours.get_mut(i).ascend();
        }
        Self { neighbours: Arc::new(neighbours) }
    }

    /// Each edge once, smaller end first, ascending.
    pub fn edges(&self) -> impl Iterator<Item = (Cell, Cell)> + '_ {
        (0..self.cells() as Cell)
            .flat_map(|u| self.neighbours(u).iter().filter(move |&&v| u < v).map(move |&v| (u, v)))
    }

    /// All cells in breadth-first order, so that neighbours are close to each other.
    pub(crate) fn breadth_first(&self, meter: &Meter) -> Result<Vec<Cell>> {
        let mut order = Vec::with_capacity(self.cells());
        let mut seen = vec![false; self.cells()];
        for root in 0..self.cells() as Cell {
            let mut next = order.len();
            order.extend(first_seen(&mut seen, root).then_some(root));
            while let Some(&cell) = order.get(next) {
                let neighbours = self.neighbours(cell);
                order.extend(neighbours.iter().copied().filter(|&v| first_seen(&mut seen, v)));
                meter.steps(neighbours.len())?;
                next += 1;
            }
        }
        Ok(order)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({} cells, {} edges)", self.cells(), self.neighbours.items() / 2)
    }
}

/// Sorts every list, and refuses duplicates.
fn sort(neighbours: &mut Lists) -> Result<(), BoardError> {
    for v in 0..neighbours.len() {
        let list = neighbours.get_mut(v);
        list.ascend();
        if let Some(pair) = list.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(BoardError::DuplicateEdge { edge: (v as Cell, pair[0]) });
        }
    }
    Ok(())
}

fn check_edge(u: i64, v: i64, cells: usize) -> Result<(), BoardError> {
    let on_board = |w: i64| 0 <= w && w < cells as i64;
    if !on_board(u) || !on_board(v) {
        return Err(BoardError::NoSuchCell { edge: (u, v), cells });
    }
    if u == v {
        return Err(BoardError::SelfLoop { cell: u as Cell });
    }
    Ok(())
}

/// Boards for tests.
#[cfg(test)]
impl Board {
    /// A grid whose cells have up to eight neighbours.
    pub(crate) fn grid(rows: i64, columns: i64) -> Self {
        let near = |a: i64, b: i64| (a - b).abs() <= 1;
        let touch =
            |(a, b): &(i64, i64)| near(a / columns, b / columns) && near(a % columns, b % columns);
        let pairs = (0..rows * columns).flat_map(|b| (0..b).map(move |a| (a, b)));
        let edges: Vec<(i64, i64)> = pairs.filter(touch).collect();
        Self::new((rows * columns) as usize, edges.into_iter()).unwrap()
    }

    pub(crate) fn path(cells: usize) -> Self {
        let edges: Vec<(i64, i64)> = (1..cells as i64).map(|v| (v - 1, v)).collect();
        Self::new(cells, edges.into_iter()).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(cells: usize, edges: &[(i64, i64)]) -> Result<Board, BoardError> {
        Board::new(cells, edges.iter().copied())
    }

    #[test]
    fn neighbours_are_symmetric_and_ascending() {
        let b = board(4, &[(3, 0), (0, 1), (2, 0)]).unwrap();
        assert_eq!(b.neighbours(0), [1, 2, 3]);
        assert_eq!(b.neighbours(3), [0]);
        assert_eq!(b.edges().collect::<Vec<_>>(), [(0, 1), (0, 2), (0, 3)]);
    }

    #[test]
    fn the_order_of_edges_does_not_matter() {
        assert_eq!(board(3, &[(0, 1), (1, 2)]), board(3, &[(2, 1), (1, 0)]));
    }

    #[test]
    fn an_induced_board_keeps_the_edges_inside() {
        let path = board(5, &[(0, 1), (1, 2), (2, 3), (3, 4)]).unwrap();
        assert_eq!(Ok(path.induced(&[0, 1, 3, 4])), board(4, &[(0, 1), (2, 3)]));
        assert_eq!(Ok(path.induced(&[2, 0, 1])), board(3, &[(0, 2), (1, 2)]));
    }

    #[test]
    fn the_empty_board_exists() {
        assert_eq!(board(0, &[]).unwrap().cells(), 0);
    }

    #[test]
    fn bad_edges_are_named() {
        let said = |cells, edges: &[(i64, i64)]| board(cells, edges).unwrap_err().to_string();
        assert!(said(3, &[(0, 3)]).contains("(0, 3)"));
        assert!(said(3, &[(-1, 0)]).contains("(-1, 0)"));
        assert!(said(0, &[(0, 1)]).contains("has none"));
        assert!(said(3, &[(1, 1)]).contains("(1, 1)"));
        assert!(said(3, &[(1, 2), (2, 1)]).contains("given twice"));
    }

    #[test]
    fn a_board_that_is_too_large_is_refused() {
        let cells = Board::MOST_CELLS + 1;
        let said = board(cells, &[]).unwrap_err().to_string();
        assert_eq!(said, "a board has at most 1073741824 cells, not 1073741825");
        let edges = (0..Board::MOST_EDGES as u32 + 1).map(|v| (0, i64::from(v)));
        let said = Board::new(2, edges).unwrap_err().to_string();
        assert_eq!(said, "a board has at most 1073741824 edges, not 1073741825");
    }

    #[test]
    fn a_board_is_shown_by_its_size() {
        let path = board(3, &[(0, 1), (1, 2)]).unwrap();
        assert_eq!(format!("{path:?}"), "Board(3 cells, 2 edges)");
    }
}
