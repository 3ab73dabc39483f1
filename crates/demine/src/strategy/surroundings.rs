//! Surroundings: the inputs of the learned score, as numbers.
//!
//! On every board: the candidate's look-ahead and neighbours, compared with the candidate that has the
//! best look-ahead, and some numbers of the whole position. On grids of squares with eight neighbours
//! there is also a window around the candidate, in planes.

use crate::base::Sort;
use crate::board::{Board, Cell};
use crate::strategy::lookahead::{Outlook, Situation};
use crate::strategy::notes::Notes;

/// The window's side, and its planes: outside the board, opened, number less certain mines, risk,
/// certain mine, undecided.
pub const SIDE: usize = 9;
pub const PLANES: usize = 6;
pub const WINDOW: usize = PLANES * SIDE * SIDE;
/// How many numbers a candidate has beside its window, and how many a position has.
pub const OWN: usize = 11;
pub const COMMON: usize = 8;

/// A grid of squares, its cells in rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squares {
    rows: usize,
    columns: usize,
    torus: bool,
}

impl Squares {
    /// None unless the board is a grid, row after row, whose cells have up to eight neighbours.
    pub fn of(board: &Board) -> Option<Self> {
        let near = if board.cells() > 0 { board.neighbours(0) } else { &[] };
        let (at, torus) = match near.len() {
            3 => (1, false),
            8 => (2, true),
            _ => return None,
        };
        let columns = near[at] as usize;
        let rows = board.cells() / columns;
        let new = Self { rows, columns, torus };
        (rows * columns == board.cells() && new.fits(board)).then_some(new)
    }

    fn fits(&self, board: &Board) -> bool {
        (0..board.cells() as Cell).all(|cell| {
            let mut near: Vec<Cell> = (0..9)
                .filter(|&i| i != 4)
                .filter_map(|i| self.beside(cell, i / 3 - 1, i % 3 - 1))
                .collect();
            near.ascend();
            near == board.neighbours(cell)
        })
    }

    /// The cell this many rows below and columns to the right, if there is one.
    fn beside(&self, cell: Cell, down: i64, right: i64) -> Option<Cell> {
        let (row, column) = (cell as usize / self.columns, cell as usize % self.columns);
        let (mut row, mut column) = (row as i64 + down, column as i64 + right);
        if self.torus {
            row = row.rem_euclid(self.rows as i64);
            column = column.rem_euclid(self.columns as i64);
        }
        let inside =
            (0..self.rows as i64).contains(&row) && (0..self.columns as i64).contains(&column);
        inside.then_some((row * self.columns as i64 + column) as Cell)
    }
}

/// The window around a candidate, place after place, each in all planes.
pub fn window(squares: &Squares, situation: Situation<'_>, cell: Cell) -> Vec<f32> {
    let mut planes = vec![0.0; WINDOW];
    let reach = (SIDE / 2) as i64;
    for place in 0..SIDE * SIDE {
        let (down, right) = ((place / SIDE) as i64 - reach, (place % SIDE) as i64 - reach);
        let place = &mut planes[place * PLANES..][..PLANES];
        match squares.beside(cell, down, right) {
            None => place[0] = 1.0,
            Some(there) => mark(situation, there, place),
        }
    }
    planes
}

/// Mark the kind of a cell in its planes, with its number or its risk.
fn mark(situation: Situation<'_>, cell: Cell, planes: &mut [f32]) {
    let (notes, risk) = (situation.notes, situation.risk(cell));
    if let Some(number) = notes.number_at(cell) {
        let around = notes.board.neighbours(cell).iter();
        let mined = around.filter(|&&v| situation.risk(v) == 1.0).count();
        planes[1] = 1.0;
        planes[2] = (number as f32 - mined as f32) / 4.0;
    } else if risk == 1.0 {
        planes[4] = 1.0;
    } else {
        planes[3] = risk as f32;
        planes[5] = 1.0;
    }
}

/// The differences between a candidate and the one with the best look-ahead.
pub fn own(notes: &Notes, outlook: &Outlook, best: &Outlook) -> [f32; OWN] {
    let cells = |outlook: &Outlook| outlook.certain.min(20.0) / 10.0;
    let degree = |outlook: &Outlook| notes.board.degree(outlook.cell) as f64 / 8.0;
    let opened = |outlook: &Outlook| notes.opened_around(outlook.cell) as f64 / 8.0;
    let loose = |outlook: &Outlook| f64::from(u8::from(notes.is_loose(outlook.cell)));
    let apart = |value: &dyn Fn(&Outlook) -> f64| (value(outlook) - value(best)) as f32;
    [
        apart(&|o| o.risk),
        apart(&|o| o.best),
        apart(&|o| o.second),
        apart(&|o| o.progress),
        apart(&|o| o.stride),
        apart(&cells),
        apart(&|o| o.zero),
        apart(&|o| o.information),
        apart(&degree),
        apart(&opened),
        apart(&loose),
    ]
}

/// The numbers of a position, shared by all of its candidates.
pub fn common(situation: Situation<'_>, best: &Outlook) -> [f32; COMMON] {
    let (notes, risks) = (situation.notes, situation.analysis.probabilities());
    let (mut undecided, mut loose, mut expected, mut least) = (0.0, 0.0, 0.0, 1.0f64);
    for cell in notes.undecided().filter(|&cell| risks[cell as usize] < 1.0) {
        undecided += 1.0;
        loose += f64::from(u8::from(notes.is_loose(cell)));
        expected += risks[cell as usize];
        least = least.min(risks[cell as usize]);
    }
    let cells = notes.board.cells() as f64;
    [
        undecided / cells,
        expected / f64::max(undecided, 1.0),
        loose / f64::max(undecided, 1.0),
        least,
        best.blend(),
        best.progress,
        best.certain.min(20.0) / 10.0,
        (undecided / 100.0).min(5.0),
    ]
    .map(|value| value as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torus_is_a_grid_without_an_edge() {
        let (rows, columns) = (5, 6);
        let around = [(0, 1), (1, 0), (1, 1), (1, columns - 1)];
        let at = |r: i64, c: i64| r % rows * columns + c % columns;
        let edges: Vec<(i64, i64)> = (0..rows * columns)
            .map(|cell| (cell / columns, cell % columns))
            .flat_map(|(r, c)| around.map(|(down, right)| (at(r, c), at(r + down, c + right))))
            .collect();
        let squares = Squares::of(&Board::new(30, edges.into_iter()).unwrap()).unwrap();
        assert_eq!(squares, Squares { rows: 5, columns: 6, torus: true });
        assert_eq!(squares.beside(0, -1, -1), Some(29));
        assert_eq!(squares.beside(29, 1, 2), Some(1));
    }
}
