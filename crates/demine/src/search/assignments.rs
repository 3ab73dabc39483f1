//! Assignments: a table of the legal assignments of a position, with the number of each cell.

use crate::base::{Meter, Result};
use crate::board::Cell;
use crate::position::{Label, Position};
use crate::solutions::{Construction, Set};
use crate::zdd::SetIterator;

/// The entry of a mined cell. The entry of a free one is its number plus one.
pub const MINE: u16 = 0;

/// Cells that are compared together, as many as one or two vector registers hold.
const BLOCK: usize = 16;

pub struct Assignments {
    /// The number of assignments.
    pub number: usize,
    /// Unopened cells that are free in every assignment, ascending.
    pub safe: Vec<Cell>,
    /// Cells that do not show the same in every assignment, ascending; some may be safe.
    pub cells: Vec<Cell>,
    /// Their entries, assignment after assignment, cell after cell, in rows of this width.
    shown: Vec<u16>,
    width: usize,
    /// Whether all assignments have the same number of mines.
    pub equal_mines: bool,
}

impl Assignments {
    /// None if there are more than `most` assignments.
    pub fn of(position: &Position, most: usize, meter: &Meter) -> Result<Option<Self>> {
        let solutions = Set::of(position, Construction::Cells, false, meter)?;
        let number = match usize::try_from(solutions.count(meter)?) {
            Ok(number) if number <= most => number,
            _ => return Ok(None),
        };
        let unopened: Vec<Cell> = (0..)
            .zip(position.labels())
            .filter(|(_, label)| matches!(label, Label::Covered | Label::Free))
            .map(|(cell, _)| cell)
            .collect();
        let mines = assignments(&solutions, number, unopened.len(), meter)?;
        let shown = entries(position, &unopened, &mines, meter)?;
        let mut new = Self {
            number,
            safe: Vec::new(),
            cells: Vec::new(),
            shown: Vec::new(),
            width: 0,
            equal_mines: mines.windows(2).all(|pair| pair[0].len() == pair[1].len()),
        };
        meter.steps(shown.len())?;
        new.look(&unopened, &shown);
        Ok(Some(new))
    }

    /// Fill the table, without cells that show the same in every assignment.
    fn look(&mut self, unopened: &[Cell], shown: &[u16]) {
        let mut kept = Vec::new();
        for (i, &cell) in unopened.iter().enumerate() {
            let column = shown.iter().skip(i).step_by(unopened.len());
            let first = column.clone().next();
            if column.clone().all(|&shown| shown != MINE) {
                self.safe.push(cell);
            }
            if !column.clone().all(|shown| Some(shown) == first) {
                self.cells.push(cell);
                kept.push(i);
            }
        }
        self.width = kept.len().next_multiple_of(BLOCK);
        self.shown.reserve(self.width * self.number);
        for row in shown.chunks_exact(unopened.len().max(1)) {
            self.shown.extend(kept.iter().map(|&i| row[i]));
            self.shown.resize(self.shown.len().next_multiple_of(BLOCK), MINE);
        }
    }

    /// The entries of an assignment; those beyond the cells are all MINE.
    pub fn row(&self, assignment: u32) -> &[u16] {
        &self.shown[assignment as usize * self.width..][..self.width]
    }

    /// The entry of a cell in an assignment.
    pub fn shows(&self, assignment: u32, i: u32) -> u16 {
        self.shown[assignment as usize * self.width + i as usize]
    }

    /// Visit the cells that do not show the same in each of these assignments, ascending.
    pub fn survey(&self, set: &[u32], mut visit: impl FnMut(Spot)) {
        for from in (0..self.width).step_by(BLOCK) {
            let block = self.block(set, from);
            for i in 0..BLOCK {
                let (mined, dead) =
                    (block.mined[i], block.least[i].wrapping_add(1) >= block.most[i]);
                if !(dead && (mined == 0 || mined as usize == set.len())) {
                    visit(Spot { cell: (from + i) as u32, mined, dead });
                }
            }
        }
    }

    /// The summary of some neighbouring cells.
    fn block(&self, set: &[u32], from: usize) -> Block {
        let (mut least, mut most) = ([u16::MAX; BLOCK], [MINE; BLOCK]);
        let mut mined = [0; BLOCK];
        for some in set.chunks(usize::from(u16::MAX)) {
            let mut here = [0u16; BLOCK];
            for &assignment in some {
                let row = &self.shown[assignment as usize * self.width + from..][..BLOCK];
                for i in 0..BLOCK {
                    here[i] += u16::from(row[i] == MINE);
                    least[i] = least[i].min(row[i].wrapping_sub(1));
                    most[i] = most[i].max(row[i]);
                }
            }
            mined.iter_mut().zip(here).for_each(|(sum, here)| *sum += u32::from(here));
        }
        Block { mined, least, most }
    }
}

/// A summary of BLOCK cells.
struct Block {
    mined: [u32; BLOCK],
    /// The least entry less one, and the greatest entry. MINE less one wraps to the greatest number,
    /// so that mines do not count.
    least: [u16; BLOCK],
    most: [u16; BLOCK],
}

/// A cell that does not show the same in every assignment of a set.
#[derive(Clone, Copy)]
pub struct Spot {
    pub cell: u32,
    /// The number of these assignments in which it is mined.
    pub mined: u32,
    /// Whether it shows the same number wherever it is free.
    pub dead: bool,
}

/// The mined cells of each legal assignment.
fn assignments(
    solutions: &Set,
    number: usize,
    unopened: usize,
    meter: &Meter,
) -> Result<Vec<Vec<Cell>>> {
    meter.states(number.saturating_mul(unopened) / 8)?;
    let mut all = Vec::with_capacity(number);
    for mined in SetIterator::new(solutions.diagram(meter)?.clone()) {
        meter.states(mined.len() / 4 + 2)?;
        meter.steps(unopened)?;
        all.push(mined);
    }
    Ok(all)
}

/// The entries of all unopened cells, assignment after assignment.
fn entries(
    position: &Position,
    unopened: &[Cell],
    mines: &[Vec<Cell>],
    meter: &Meter,
) -> Result<Vec<u16>> {
    let board = position.board();
    let mut place = vec![usize::MAX; board.cells()];
    unopened.iter().enumerate().for_each(|(i, &cell)| place[cell as usize] = i);
    // Mines that all assignments share are added once.
    let mut times = vec![0usize; board.cells()];
    mines.iter().flatten().for_each(|&mine| times[mine as usize] += 1);
    let is_common = |mine: &Cell| times[*mine as usize] == mines.len();
    let add = |row: &mut [u16], mine: Cell| {
        for &v in board.neighbours(mine) {
            if let Some(count) = row.get_mut(place[v as usize]) {
                *count = count.saturating_add(1);
            }
        }
    };
    let mut base = vec![1; unopened.len()];
    let common = mines.first().into_iter().flatten().copied();
    common.filter(is_common).for_each(|mine| add(&mut base, mine));
    let mut shown = Vec::with_capacity(unopened.len() * mines.len());
    for mined in mines {
        meter.steps(16 * mined.len() + unopened.len())?;
        let from = shown.len();
        shown.extend_from_slice(&base);
        let row = &mut shown[from..];
        mined.iter().filter(|mine| !is_common(mine)).for_each(|&mine| add(row, mine));
        mined.iter().for_each(|&mine| {
            if let Some(count) = row.get_mut(place[mine as usize]) {
                *count = MINE;
            }
        });
    }
    Ok(shown)
}
