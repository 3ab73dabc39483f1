//! Questions about a set of solutions.

use std::fmt;

use num_bigint::{BigInt, BigUint};

use crate::base::Result;
use crate::board::{Board, Cell};
use crate::questions::Options;
use crate::solutions::Set;
use crate::zdd::{self, Node, Operator, SetIterator, Zdd};

/// A set of legal assignments, each the set of its mined cells.
///
/// ```
/// use demine::{Board, Construction, Label, Options, Position};
///
/// let star = Board::new(4, [(0, 1), (0, 2), (0, 3)].into_iter())?;
/// let mut labels = vec![Label::Covered; 4];
/// labels[0] = Label::Number(2);
/// let options = Options::default();
/// let all = Position::new(star, labels, None)?.solutions(Construction::Cells, &options)?;
/// assert_eq!(all.count(&options)?, 3u32.into());
/// assert!(all.contains(&[1, 3]) && !all.contains(&[1]));
/// let with_first = all.given(&[(1, true)], &options)?;
/// assert_eq!(with_first.count(&options)?, 2u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solutions(pub(crate) Set);

/// The rule that a diagram breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadDiagram(pub String);

impl fmt::Display for BadDiagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadDiagram {}

impl Solutions {
    /// The sets of a diagram over different cells of a board: the cell of each level, its nodes with
    /// children before parents, and the number of its root (0 is ⊥, 1 is ⊤, 2 the first node).
    pub fn from_diagram(
        board: Board,
        order: Vec<Cell>,
        nodes: Vec<Node>,
        root: u32,
    ) -> Result<Self, BadDiagram> {
        let mut seen = vec![false; board.cells()];
        for &cell in &order {
            match seen.get_mut(cell as usize) {
                None => return Err(BadDiagram(format!("cell {cell} is not on the board"))),
                Some(true) => return Err(BadDiagram(format!("cell {cell} is twice in the order"))),
                Some(new) => *new = true,
            }
        }
        let zdd = Zdd::of_nodes(order, nodes, root).map_err(|said| BadDiagram(said.into()))?;
        Ok(Self(Set::from_zdd(board, zdd)))
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.0.board
    }

    /// The number of solutions.
    pub fn count(&self, options: &Options) -> Result<BigUint> {
        self.0.count(&options.meter())
    }

    /// Whether the set of these cells of the board is a solution.
    pub fn contains(&self, cells: &[Cell]) -> bool {
        self.0.contains(cells)
    }

    /// The diagram of the whole set.
    pub fn diagram(&self, options: &Options) -> Result<Zdd> {
        self.0.diagram(&options.meter()).cloned()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// The solutions of the given ranks, which must be below their number.
    pub fn nth(&self, ranks: &[BigUint], options: &Options) -> Result<Vec<Vec<Cell>>> {
        self.0.nth(ranks, &options.meter())
    }

    /// All solutions, one after the other.
    pub fn walk(&self, options: &Options) -> Result<Walk> {
        Ok(Walk(SetIterator::new(self.diagram(options)?)))
    }

    /// The solutions from the cheapest on, with a cost per cell of the board.
    pub fn cheapest(&self, costs: &[BigInt], options: &Options) -> Result<Cheapest> {
        let cost = |cell: Cell| costs[cell as usize].clone();
        Ok(Cheapest(zdd::Cheapest::new(self.diagram(options)?, cost)))
    }

    /// The solutions in which these cells are mined or free, as given.
    pub fn given(&self, cells: &[(Cell, bool)], options: &Options) -> Result<Self> {
        self.0.given(&cells.iter().copied().collect(), &options.meter()).map(Self)
    }

    /// The solutions with exactly so many mines.
    pub fn with_mines(&self, mines: u32) -> Self {
        Self(self.0.with_mines(mines))
    }

    /// The solutions in which each cell is free and has so many mined neighbours.
    pub fn reveal(&self, counts: &[(Cell, u32)], options: &Options) -> Result<Self> {
        self.0.reveal(counts, &options.meter()).map(Self)
    }

    /// ∩, ∪ or ∖ with a set on the same board.
    pub fn combine(&self, operator: Operator, other: &Self, options: &Options) -> Result<Self> {
        self.0.combine(operator, &other.0, &options.meter()).map(Self)
    }

    /// The direct product with a set on the same board: the unions of a solution of each.
    pub fn times(&self, other: &Self, options: &Options) -> Result<Self> {
        self.0.times(&other.0, &options.meter()).map(Self)
    }

    /// The solutions that contain no other solution.
    pub fn minimal(&self, options: &Options) -> Result<Self> {
        self.0.minimal(&options.meter()).map(Self)
    }

    /// The solutions that no other solution contains.
    pub fn maximal(&self, options: &Options) -> Result<Self> {
        self.0.maximal(&options.meter()).map(Self)
    }

    /// The solutions with `least` to `most` mines.
    pub fn between(&self, least: u32, most: u32, options: &Options) -> Result<Self> {
        self.0.between(least, most, &options.meter()).map(Self)
    }

    /// Whether both hold the same solutions.
    pub fn is_same(&self, other: &Self, options: &Options) -> Result<bool> {
        self.0.same(&other.0, &options.meter())
    }
}

/// All solutions of a set, one after the other.
pub struct Walk(SetIterator);

impl Walk {
    /// The next solutions, at most so many; fewer only at the end.
    pub fn take(&mut self, most: usize, options: &Options) -> Result<Vec<Vec<Cell>>> {
        let (meter, mut found) = (options.meter(), Vec::new());
        while found.len() < most {
            let Some(cells) = self.0.next() else { break };
            meter.bytes(size_of_val(&*cells))?;
            meter.steps(cells.len() + 1)?;
            found.push(cells);
        }
        Ok(found)
    }
}

/// The solutions of a set, cheapest first.
pub struct Cheapest(zdd::Cheapest);

impl Cheapest {
    /// The next solution, or None after the last.
    pub fn next(&mut self, options: &Options) -> Result<Option<Vec<Cell>>> {
        self.0.next(&options.meter())
    }
}
