//! Book: where a game that opens with its first click is begun. `benches/strength/book.py` measures it.

use crate::base::flood;
use crate::board::{Board, Cell};

/// How far from the edge, and how far on boards with more than so many cells.
const DEPTH: usize = 2;
const DEPTH_OF_LARGE: usize = 3;
const LARGE: usize = 256;

/// The first cell that is so many steps from the edge, or as far as there are cells. Edge cells are those
/// with fewer neighbours than some other; where there is none, any cell is as good.
pub fn inside(board: &Board) -> Option<Cell> {
    let most = (0..board.cells() as Cell).map(|cell| board.degree(cell)).max()?;
    let mut depth: Vec<Option<usize>> = vec![None; board.cells()];
    let is_edge = |cell: &Cell| board.degree(*cell) < most;
    let mut reached: Vec<Cell> = (0..board.cells() as Cell).filter(is_edge).collect();
    reached.iter().for_each(|&cell| depth[cell as usize] = Some(0));
    flood(&mut reached, |cell, reached| {
        let further = depth[cell as usize].map(|depth| depth + 1);
        for &v in board.neighbours(cell) {
            if depth[v as usize].is_none() {
                depth[v as usize] = further;
                reached.push(v);
            }
        }
    });
    let asked = if board.cells() > LARGE { DEPTH_OF_LARGE } else { DEPTH };
    let wanted = depth.iter().flatten().max().map(|&deepest| deepest.min(asked));
    (0..board.cells() as Cell).find(|&cell| depth[cell as usize] == wanted)
}
