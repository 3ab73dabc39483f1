//! Decomposition: tree decompositions of a board's graph (Golan 2011, §5).

use crate::base::{Meter, Result, Sort, Stopped};
use crate::board::{Board, Cell};
use crate::order::elimination::{Elimination, Kernel, Rule, eliminate, eliminate_along};
use crate::order::rotation::{least_width, rotate};

/// Bags of cells on a tree. Every cell is in a bag, every two neighbours share a bag, and the bags
/// of a cell are connected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decomposition {
    /// The cells of each bag.
    pub bags: Vec<Vec<Cell>>,
    /// Pairs of bags.
    pub edges: Vec<(u32, u32)>,
}

/// Estimated steps beyond which greedy elimination is skipped: a few seconds of work.
const MOST_STEPS: f64 = 2e8;
/// Fill-in is computed only on boards up to this size: on larger ones it takes too long.
const MOST_FILL_CELLS: usize = 20_000;
/// Further eliminations whose ties are shuffled, on boards up to this size: each may be narrower.
const RESTARTS: u64 = 60;
const MOST_RESTART_CELLS: usize = 1000;

impl Decomposition {
    /// The best of linear orders, two and those given, and of greedy eliminations, made narrower by
    /// rotations; not always optimal. `effort` multiplies the rotations.
    pub(crate) fn of(
        board: &Board,
        given: &[Vec<Cell>],
        effort: usize,
        meter: &Meter,
    ) -> Result<Self> {
        let own = [(0..board.cells() as Cell).collect(), board.breadth_first(meter)?];
        let (width, order) = own
            .iter()
            .chain(given)
            .map(|order| (path_width(board, order), order))
            .min_by_key(|&(width, _)| width)
            .expect("two orders");
        let greedy = greedy(board, width, meter)?;
        let best = greedy.as_ref().map_or(order, |found| &found.order);
        let width = greedy.as_ref().map_or(width, Elimination::width);
        let found = narrowed(board, best, width, effort, meter);
        let narrower = Stopped::unless_too_wide(found)?.flatten();
        match narrower.or(greedy) {
            Some(elimination) => Ok(Self::from_elimination(&elimination)),
            None => Self::from_path(board, order, meter),
        }
    }

    /// The size of the largest bag minus one; −1 if there is no cell.
    pub fn width(&self) -> i64 {
        self.bags.iter().map(Vec::len).max().unwrap_or(0) as i64 - 1
    }

    /// Each vertex and its neighbours at its elimination are a bag, below the bag of the first of
    /// these neighbours to be eliminated. A bag contained in the bag above is omitted.
    fn from_elimination(elimination: &Elimination) -> Self {
        let vertices = elimination.order.len();
        let mut turn = vec![0u32; vertices];
        (0..).zip(&elimination.order).for_each(|(i, &v)| turn[v as usize] = i);
        let mut new = Self { bags: Vec::new(), edges: Vec::new() };
        // The bag of each vertex. Bags above come first, so run backwards.
        let mut bag_of = vec![0u32; vertices];
        for (i, &v) in elimination.order.iter().enumerate().rev() {
            let neighbours = &elimination.neighbours[i];
            let above = neighbours.iter().min_by_key(|&&w| turn[w as usize]);
            let above = above.map(|&w| bag_of[w as usize]);
            bag_of[v as usize] = new.hang(v, neighbours, above);
        }
        new.bags.iter_mut().for_each(|bag| bag.ascend());
        if new.bags.is_empty() {
            new.bags.push(Vec::new());
        }
        new
    }

    /// Adds a bag below another, or extends that bag if the new one adds only the vertex.
    fn hang(&mut self, vertex: Cell, neighbours: &[Cell], above: Option<u32>) -> u32 {
        if let Some(above) = above
            && self.bags[above as usize].len() == neighbours.len()
        {
            self.bags[above as usize].push(vertex);
            return above;
        }
        let new = self.bags.len() as u32;
        self.bags.push(neighbours.iter().copied().chain([vertex]).collect());
        // Other components hang below the first bag, so that there is one tree.
        if new > 0 {
            self.edges.push((above.unwrap_or(0), new));
        }
        new
    }

    /// Each bag holds a vertex and the earlier ones that still have later neighbours.
    fn from_path(board: &Board, order: &[Cell], meter: &Meter) -> Result<Self> {
        let last = last_neighbours(board, order);
        let mut new = Self { bags: Vec::with_capacity(order.len()), edges: Vec::new() };
        let mut open: Vec<Cell> = Vec::new();
        for (turn, &v) in (0..).zip(order) {
            open.push(v);
            meter.states(open.len())?;
            meter.steps(4 * open.len())?;
            new.bags.push(open.clone());
            if turn > 0 {
                new.edges.push((turn - 1, turn));
            }
            open.retain(|&w| last[w as usize] > turn);
        }
        new.bags.iter_mut().for_each(|bag| bag.ascend());
        Ok(new)
    }
}

/// The turn of each vertex's last neighbour: then it can be forgotten.
fn last_neighbours(board: &Board, order: &[Cell]) -> Vec<u32> {
    let mut turn = vec![0; order.len()];
    (0..).zip(order).for_each(|(i, &v)| turn[v as usize] = i);
    let last = |v: Cell| board.neighbours(v).iter().map(|&w| turn[w as usize]).max().unwrap_or(0);
    (0..board.cells() as Cell).map(last).collect()
}

fn path_width(board: &Board, order: &[Cell]) -> usize {
    let last = last_neighbours(board, order);
    let mut closing = vec![0usize; order.len()];
    let (mut open, mut width) = (0, 0);
    for (turn, &v) in order.iter().enumerate() {
        width = width.max(open);
        let until = (last[v as usize] as usize).max(turn);
        closing[until] += 1;
        open += 1;
        open -= closing[turn];
    }
    width
}

/// The best of greedy eliminations, if one has at most this width and is cheap enough.
fn greedy(board: &Board, width: usize, meter: &Meter) -> Result<Option<Elimination>> {
    if is_long(board, width) {
        return Ok(None);
    }
    let best = eliminate(adjacency(board), Rule::Degree, width, meter)?;
    if board.cells() > MOST_FILL_CELLS {
        return Ok(best);
    }
    let restarts = if board.cells() > MOST_RESTART_CELLS { 0 } else { RESTARTS };
    (0..=restarts).try_fold(best, |best, seed| {
        let Some(width) = best.as_ref().map_or(Some(width), |e| e.width().checked_sub(1)) else {
            return Ok(best);
        };
        Ok(eliminate(adjacency(board), Rule::Fill { seed }, width, meter)?.or(best))
    })
}

/// Whether eliminations take too long: eliminating a vertex costs about the square of the width.
fn is_long(board: &Board, width: usize) -> bool {
    board.cells() as f64 * (width as f64 / 3.0).powi(2) > MOST_STEPS
}

/// A narrower elimination than along this order of this width; None if none is found in the budget.
///
/// To ask for a width is to ask for it in what safe eliminations leave, which is often much smaller.
fn narrowed(
    board: &Board,
    order: &[Cell],
    mut width: usize,
    effort: usize,
    meter: &Meter,
) -> Result<Option<Elimination>> {
    if board.cells() > MOST_FILL_CELLS || is_long(board, width) {
        return Ok(None);
    }
    let least = least_width(board, meter)?;
    let mut best = None;
    while width > least {
        let known = best.as_ref().map_or(order, |found: &Elimination| &found.order);
        let found = in_kernel(board, known, width - 1, least, effort, meter)?;
        if found.width() >= width {
            break;
        }
        (width, best) = (found.width(), Some(found));
    }
    Ok(best)
}

/// Eliminates what is safe for a width, then the rest along the best order that is found.
fn in_kernel(
    board: &Board,
    known: &[Cell],
    most: usize,
    least: usize,
    effort: usize,
    meter: &Meter,
) -> Result<Elimination> {
    let kernel = Kernel::safe(adjacency(board), most, meter)?;
    let rest =
        Board::new(kernel.vertices.len(), kernel.edges().into_iter()).expect("a part of a board");
    let place = |v: &Cell| kernel.vertices.binary_search(v).ok().map(|place| place as Cell);
    let start = match greedy(&rest, most, meter)? {
        Some(found) => found.order,
        None => known.iter().filter_map(place).collect(),
    };
    let found = rotate(&rest, &start, least, effort, meter)?.map_or(start, |found| found.order);
    let names = found.iter().map(|&v| kernel.vertices[v as usize]);
    let order = kernel.easy.iter().copied().chain(names).collect();
    eliminate_along(adjacency(board), order, meter)
}

fn adjacency(board: &Board) -> Vec<Vec<Cell>> {
    (0..board.cells() as Cell).map(|v| board.neighbours(v).to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;

    /// Panics with the condition that is violated.
    fn validate(board: &Board, d: &Decomposition) {
        assert_eq!(d.edges.len() + 1, d.bags.len(), "a tree");
        for v in 0..board.cells() as Cell {
            let bags: Vec<bool> = d.bags.iter().map(|bag| bag.contains(&v)).collect();
            let count = bags.iter().filter(|&&b| b).count();
            assert!(count > 0, "cell {v} is in no bag");
            let inner = d.edges.iter().filter(|&&(a, b)| bags[a as usize] && bags[b as usize]);
            assert_eq!(inner.count() + 1, count, "the bags of cell {v} are not connected");
        }
        for (u, v) in board.edges() {
            let shared = d.bags.iter().any(|bag| bag.contains(&u) && bag.contains(&v));
            assert!(shared, "edge ({u}, {v}) is in no bag");
        }
    }

    #[test]
    fn decompositions_are_valid_and_narrow() {
        let meter = Meter::unwatched(Budget::default());
        let edgeless = Board::new(5, [].into_iter()).unwrap();
        let empty = Board::new(0, [].into_iter()).unwrap();
        let boards = [
            (Board::path(9), 1),
            (edgeless, 0),
            (empty, -1),
            (Board::grid(1, 1), 0),
            (Board::grid(2, 2), 3),
            (Board::grid(4, 9), 5),
        ];
        for (board, width) in boards {
            let d = Decomposition::of(&board, &[], 1, &meter).unwrap();
            validate(&board, &d);
            assert!(d.width() <= width, "{board:?} has width {}", d.width());
        }
    }

    #[test]
    fn a_given_order_is_followed_if_it_is_narrow() {
        let meter = Meter::unwatched(Budget::default());
        let board = Board::grid(10, 40);
        let columns: Vec<Cell> = (0..40).flat_map(|x| (0..10).map(move |y| 40 * y + x)).collect();
        let d = Decomposition::of(&board, &[columns], 1, &meter).unwrap();
        validate(&board, &d);
        assert_eq!(d.width(), 11);
    }

    #[test]
    fn large_boards_are_eliminated_by_one_rule_and_too_large_ones_by_none() {
        let meter = Meter::unwatched(Budget::default());
        let board = Board::path(MOST_FILL_CELLS + 1);
        let best = greedy(&board, 5, &meter).unwrap().unwrap();
        assert_eq!((best.order.len(), best.width()), (MOST_FILL_CELLS + 1, 1));
        assert!(greedy(&board, 1000, &meter).unwrap().is_none());
    }

    #[test]
    fn the_path_decomposition_is_valid_too() {
        let meter = Meter::unwatched(Budget::default());
        let board = Board::grid(3, 7);
        for order in [(0..21).collect(), board.breadth_first(&meter).unwrap()] {
            let d = Decomposition::from_path(&board, &order, &meter).unwrap();
            validate(&board, &d);
            assert_eq!(d.width() as usize, path_width(&board, &order));
        }
    }
}
