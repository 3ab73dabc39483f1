//! Book: the first cell of games whose first click opens several cells. `benches/strength/book.py`
//! measured it (docs/strategies.md, rule 5 of `strongest`).

use crate::base::flood;
use crate::board::{Board, Cell};

/// The distance of the first cell from the edge, and on boards with more cells than `LARGE_BOARD`.
/// Against three steps, two won .52 ± .28 points more on 8×8 with 10 mines, .35 ± .35 on 16×16 with 40,
/// and .56 ± .51 fewer on 16×30 with 99.
const DEPTH: usize = 2;
const DEPTH_ON_LARGE: usize = 3;
const LARGE_BOARD: usize = 256;

/// The first cell at this distance from the edge, or at the greatest distance where the board is
/// smaller. Edge cells have fewer neighbours than some other cell; without any, cell 0 will do.
pub fn first_cell(board: &Board) -> Option<Cell> {
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
    let wanted = if board.cells() > LARGE_BOARD { DEPTH_ON_LARGE } else { DEPTH };
    let wanted = depth.iter().flatten().max().map(|&deepest| deepest.min(wanted));
    (0..board.cells() as Cell).find(|&cell| depth[cell as usize] == wanted)
}
