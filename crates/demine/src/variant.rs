//! Variant: a position under rules beyond the classic ones: several mines per cell, sums with
//! weights, and numbers that may be wrong.
//!
//! Every rule is a [`Sum`]: Σ w·x ∈ S, where x is the number of mines in a cell, from 0 to its
//! capacity. The classic number is the sum of its neighbours, with weights 1 and one value.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::board::{Board, Cell};
use crate::position::{Label, Position};

/// The largest capacity of a cell.
const MOST_CAPACITY: u32 = 1_000;
/// The largest sum of the weights of a sum's cells, each times its capacity.
const MOST_REACH: i64 = 1 << 20;

/// The weighted sum of the mines in some cells has one of these values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sum {
    /// Cells and how much each of their mines counts.
    pub terms: Vec<(Cell, i64)>,
    /// Ascending, each once.
    pub values: Vec<i64>,
}

/// The rules of a variant. The default has none, and a capacity of 1 must be given.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// How many mines each cell holds at most.
    pub capacities: Vec<u32>,
    /// How much a mine in the second cell counts in the number of the first; 1 if it is not here.
    pub weights: Vec<(Cell, Cell, i64)>,
    /// The values that a number may stand for; the number itself if it is not here.
    pub values: Vec<(Cell, Vec<i64>)>,
    /// More sums, which belong to no number.
    pub sums: Vec<Sum>,
}

/// A position under rules. Well-formed, but not necessarily consistent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The board and the labels; its number of mines is not known.
    position: Position,
    capacities: Arc<[u32]>,
    sums: Arc<[Sum]>,
    mines: Option<u32>,
}

/// Why rules do not fit a position.
#[allow(missing_docs, reason = "the fields are named after what they hold")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariantError {
    /// Not one capacity per cell.
    WrongLength { capacities: usize, cells: usize },
    /// A capacity that is too large.
    TooLarge { cell: Cell, capacity: u32 },
    /// More mines than fit, or fewer than none.
    WrongMines { mines: i64, most: u64 },
    /// A cell that is not on the board.
    NoCell { cell: Cell, cells: usize },
    /// A weight between cells that are no neighbours.
    NoNeighbours { number: Cell, cell: Cell },
    /// Values for a cell that shows no number.
    NoNumber { cell: Cell },
    /// A sum that may be too large.
    TooFar { reach: i64 },
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongLength { capacities, cells } => {
                write!(f, "{capacities} capacities for a board of {cells} cells: ")?;
                write!(f, "expected one per cell")
            }
            Self::TooLarge { cell, capacity } => {
                write!(f, "the capacity of cell {cell} is {capacity}: ")?;
                write!(f, "expected at most {MOST_CAPACITY}")
            }
            Self::WrongMines { mines, most } => {
                write!(f, "the number of mines is {mines}: expected 0 to {most}, ")?;
                write!(f, "as many as all cells hold")
            }
            Self::NoCell { cell, cells } => {
                write!(f, "cell {cell} is not on a board of {cells} cells")
            }
            Self::NoNeighbours { number, cell } => {
                write!(f, "a weight for cells {number} and {cell}: expected neighbours")
            }
            Self::NoNumber { cell } => {
                write!(f, "values for cell {cell}, which shows no number: expected an opened cell")
            }
            Self::TooFar { reach } => {
                write!(f, "a sum may be as large as {reach}: expected at most {MOST_REACH}")
            }
        }
    }
}

impl std::error::Error for VariantError {}

impl Variant {
    /// Checks the rules against a position, whose own number of mines is ignored.
    pub fn new(position: Position, rules: Rules, mines: Option<i64>) -> Result<Self, VariantError> {
        let cells = position.board().cells();
        check_capacities(&rules.capacities, cells)?;
        let most: u64 = rules.capacities.iter().map(|&capacity| u64::from(capacity)).sum();
        let mines = match mines {
            Some(mines) if mines < 0 || mines as u64 > most.min(u64::from(u32::MAX)) => {
                return Err(VariantError::WrongMines { mines, most });
            }
            known => known.map(|mines| mines as u32),
        };
        let mut sums = sums_of_numbers(&position, &rules)?;
        sums.extend(rules.sums);
        sums.iter_mut().for_each(|sum| {
            sum.values.sort_unstable();
            sum.values.dedup();
        });
        sums.iter().try_for_each(|sum| check_sum(sum, &rules.capacities))?;
        let position = position.without_mines();
        Ok(Self { position, capacities: rules.capacities.into(), sums: sums.into(), mines })
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.position.board()
    }

    /// The board and the labels, without the rules and the number of mines.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How many mines each cell holds at most.
    pub fn capacities(&self) -> &[u32] {
        &self.capacities
    }

    /// The sums of the numbers, and then the others.
    pub fn sums(&self) -> &[Sum] {
        &self.sums
    }

    /// The number of mines on the board, if it is known.
    pub fn mines(&self) -> Option<u32> {
        self.mines
    }

    /// The same with an unknown number of mines.
    pub(crate) fn without_mines(self) -> Self {
        Self { mines: None, ..self }
    }

    /// The least and the most mines in a cell, as its label says.
    pub(crate) fn domain(&self, cell: Cell) -> (u32, u32) {
        let capacity = self.capacities[cell as usize];
        match self.position.label(cell) {
            Label::Covered => (0, capacity),
            Label::Mined => (1, capacity),
            Label::Free | Label::Number(_) => (0, 0),
        }
    }
}

fn check_capacities(capacities: &[u32], cells: usize) -> Result<(), VariantError> {
    if capacities.len() != cells {
        return Err(VariantError::WrongLength { capacities: capacities.len(), cells });
    }
    match (0..).zip(capacities).find(|&(_, &capacity)| capacity > MOST_CAPACITY) {
        Some((cell, &capacity)) => Err(VariantError::TooLarge { cell, capacity }),
        None => Ok(()),
    }
}

fn check_sum(sum: &Sum, capacities: &[u32]) -> Result<(), VariantError> {
    let mut reach = 0i64;
    for &(cell, weight) in &sum.terms {
        let Some(&capacity) = capacities.get(cell as usize) else {
            return Err(VariantError::NoCell { cell, cells: capacities.len() });
        };
        let capacity = i64::from(capacity.max(1));
        reach = reach.saturating_add(weight.saturating_abs().saturating_mul(capacity));
    }
    if reach > MOST_REACH { Err(VariantError::TooFar { reach }) } else { Ok(()) }
}

/// A sum for each number, over its neighbours.
fn sums_of_numbers(position: &Position, rules: &Rules) -> Result<Vec<Sum>, VariantError> {
    let (board, cells) = (position.board(), position.board().cells());
    let mut weights = FxHashMap::default();
    for &(number, cell, weight) in &rules.weights {
        if let Some(&cell) = [number, cell].iter().find(|&&cell| cell as usize >= cells) {
            return Err(VariantError::NoCell { cell, cells });
        }
        if !board.neighbours(number).contains(&cell) {
            return Err(VariantError::NoNeighbours { number, cell });
        }
        weights.insert((number, cell), weight);
    }
    let mut values: FxHashMap<Cell, &Vec<i64>> = FxHashMap::default();
    for (cell, allowed) in &rules.values {
        if *cell as usize >= cells {
            return Err(VariantError::NoCell { cell: *cell, cells });
        }
        if !matches!(position.label(*cell), Label::Number(_)) {
            return Err(VariantError::NoNumber { cell: *cell });
        }
        values.insert(*cell, allowed);
    }
    let mut sums = Vec::new();
    for (cell, label) in (0..).zip(position.labels()) {
        let Label::Number(number) = label else { continue };
        let weight = |n: &Cell| (*n, weights.get(&(cell, *n)).copied().unwrap_or(1));
        sums.push(Sum {
            terms: board.neighbours(cell).iter().map(weight).collect(),
            values: values.get(&cell).map_or_else(|| vec![number.into()], |&v| v.clone()),
        });
    }
    Ok(sums)
}
