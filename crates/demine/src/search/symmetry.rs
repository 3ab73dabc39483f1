//! Symmetry: which cells of a position are images of each other.
//!
//! A symmetry gives every cell another one's place, keeps neighbours together and keeps every label.
//! It takes legal assignments to legal assignments, so an image of a cell is as good as the cell.
//!
//! Two copies of the board are coloured alike: cells that differ in their labels, or in how many
//! neighbours of each colour they have, get different colours, again and again until nothing changes.
//! To find a symmetry that takes one cell to another, the one is marked in the first copy and the
//! other in the second; where several cells still share a colour, one is marked in the first copy and
//! each of them tried in the second. Once every colour has one cell in each copy, the colours are the
//! symmetry.

use rustc_hash::FxHashMap;

use crate::base::{Meter, Result, Sort};
use crate::board::{Board, Cell};
use crate::position::Position;

/// Cells and neighbours that the search may read. A symmetry that is not found costs only the time
/// that it would have saved.
pub const MOST_READ: usize = 1 << 22;

/// For each cell the first of its images that were found by reading at most this many cells and
/// neighbours. Cells with the same first image are images of each other.
pub fn first_images(position: &Position, most_read: usize, meter: &Meter) -> Result<Vec<Cell>> {
    let board = position.board();
    let mut search = Search { board, meter, left: most_read };
    let mut images = Images::new(board.cells());
    let mut colours: Vec<u32> = position.codes().iter().map(|&code| code as u32).collect();
    let mut same = colours.clone();
    if !search.refine(&mut colours, &mut same)? {
        return Ok(images.first());
    }
    // One cell of each orbit is enough to compare the next cells with.
    let mut roots: FxHashMap<u32, Vec<Cell>> = FxHashMap::default();
    for cell in 0..board.cells() as Cell {
        let roots = roots.entry(colours[cell as usize]).or_default();
        let mut unlike = roots.iter();
        while images.root(cell) == cell
            && search.left > 0
            && let Some(&root) = unlike.next()
        {
            if let Some(symmetry) = search.find((&colours, &colours), root, cell)? {
                images.join(&symmetry);
            }
        }
        if images.root(cell) == cell {
            roots.push(cell);
        }
    }
    Ok(images.first())
}

struct Search<'a> {
    board: &'a Board,
    meter: &'a Meter<'a>,
    left: usize,
}

impl Search<'_> {
    /// A symmetry that takes one cell to another and keeps the colours of both copies, as the image of
    /// each cell; None if none is found.
    fn find(
        &mut self,
        (a, b): (&[u32], &[u32]),
        from: Cell,
        to: Cell,
    ) -> Result<Option<Vec<Cell>>> {
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        // A colour that no other cell has.
        (a[from as usize], b[to as usize]) = (u32::MAX, u32::MAX);
        if !self.refine(&mut a, &mut b)? {
            return Ok(None);
        }
        let Some(shared) = shared_colour(&a) else { return Ok(Some(by_colours(&a, &b))) };
        let from = cells_of(&a, shared).next().expect("a shared colour has cells");
        for to in cells_of(&b, shared) {
            if self.left == 0 {
                break;
            }
            if let Some(symmetry) = self.find((&a, &b), from, to)? {
                return Ok(Some(symmetry));
            }
        }
        Ok(None)
    }

    /// Refine the colours of both copies until they are stable. Returns false if the copies differ, or
    /// if no work is left.
    fn refine(&mut self, a: &mut Vec<u32>, b: &mut Vec<u32>) -> Result<bool> {
        let mut number = 0;
        loop {
            let mut names = FxHashMap::default();
            let next = (self.look(a, &mut names), self.look(b, &mut names));
            if self.spend()? || !are_as_many(&next.0, &next.1, names.len()) {
                return Ok(false);
            }
            (*a, *b) = next;
            if names.len() == number {
                return Ok(true);
            }
            number = names.len();
        }
    }

    /// A new colour for each cell, by its own and its neighbours' colours.
    fn look(&self, colours: &[u32], names: &mut FxHashMap<Vec<u32>, u32>) -> Vec<u32> {
        let seen = |cell: usize| {
            let around = self.board.neighbours(cell as Cell).iter();
            let mut seen: Vec<u32> = around.map(|&v| colours[v as usize]).collect();
            seen.ascend();
            seen.push(colours[cell]);
            seen
        };
        (0..colours.len())
            .map(|cell| {
                let next = names.len() as u32;
                *names.entry(seen(cell)).or_insert(next)
            })
            .collect()
    }

    /// Account for reading both copies once. Returns true if no work is left.
    fn spend(&mut self) -> Result<bool> {
        let around: usize = (0..self.board.cells()).map(|v| self.board.degree(v as Cell)).sum();
        let cost = 2 * (self.board.cells() + around);
        self.meter.steps(cost)?;
        let is_over = self.left < cost;
        self.left = self.left.saturating_sub(cost);
        Ok(is_over)
    }
}

/// Whether both copies have the same number of cells of each colour.
fn are_as_many(a: &[u32], b: &[u32], colours: usize) -> bool {
    let mut more = vec![0i64; colours];
    a.iter().for_each(|&colour| more[colour as usize] += 1);
    b.iter().for_each(|&colour| more[colour as usize] -= 1);
    more.iter().all(|&more| more == 0)
}

/// A colour that several cells have.
fn shared_colour(colours: &[u32]) -> Option<u32> {
    let mut seen = vec![false; colours.len()];
    colours.iter().copied().find(|&colour| std::mem::replace(&mut seen[colour as usize], true))
}

fn cells_of(colours: &[u32], colour: u32) -> impl Iterator<Item = Cell> + '_ {
    let cells = colours.iter().enumerate().filter(move |&(_, &own)| own == colour);
    cells.map(|(cell, _)| cell as Cell)
}

/// The image of each cell, where every colour has one cell in each copy.
fn by_colours(a: &[u32], b: &[u32]) -> Vec<Cell> {
    let mut place = vec![0; b.len()];
    b.iter().enumerate().for_each(|(cell, &colour)| place[colour as usize] = cell as Cell);
    a.iter().map(|&colour| place[colour as usize]).collect()
}

/// The images found so far, as a forest. The root of a tree is the first of its cells.
struct Images(Vec<Cell>);

impl Images {
    fn new(cells: usize) -> Self {
        Self((0..cells as Cell).collect())
    }

    fn root(&mut self, cell: Cell) -> Cell {
        let mut root = cell;
        while self.0[root as usize] != root {
            root = self.0[root as usize];
        }
        self.0[cell as usize] = root;
        root
    }

    fn join(&mut self, symmetry: &[Cell]) {
        for (cell, &image) in symmetry.iter().enumerate() {
            let (a, b) = (self.root(cell as Cell), self.root(image));
            self.0[a.max(b) as usize] = a.min(b);
        }
    }

    fn first(mut self) -> Vec<Cell> {
        (0..self.0.len() as Cell).map(|cell| self.root(cell)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, Random};
    use crate::position::Label;

    fn first(cells: usize, edges: &[(Cell, Cell)], labels: Vec<Label>) -> Vec<Cell> {
        let edges = edges.iter().map(|&(a, b)| (a.into(), b.into()));
        let board = Board::new(cells, edges).unwrap();
        let position = Position::new(board, labels, None).unwrap();
        first_images(&position, MOST_READ, &Meter::unwatched(Budget::default())).unwrap()
    }

    fn grid() -> Vec<(Cell, Cell)> {
        Board::grid(3, 3).edges().collect()
    }

    /// By definition: all ways to rename a few cells.
    fn by_force(cells: usize, edges: &[(Cell, Cell)], labels: &[Label]) -> Vec<Cell> {
        let mut images = Images::new(cells);
        let mut names: Vec<Cell> = (0..cells as Cell).collect();
        let is_edge = |a: Cell, b: Cell| edges.contains(&(a.min(b), a.max(b)));
        permute(&mut names, 0, &mut |names| {
            let keeps =
                |a: usize, b: usize| is_edge(a as Cell, b as Cell) == is_edge(names[a], names[b]);
            let same = (0..cells).all(|a| labels[a] == labels[names[a] as usize]);
            if same && (0..cells).all(|b| (0..b).all(|a| keeps(a, b))) {
                images.join(names);
            }
        });
        images.first()
    }

    fn permute(names: &mut Vec<Cell>, from: usize, visit: &mut impl FnMut(&[Cell])) {
        if from == names.len() {
            return visit(names);
        }
        for other in from..names.len() {
            names.swap(from, other);
            permute(names, from + 1, visit);
            names.swap(from, other);
        }
    }

    #[test]
    fn a_square_has_three_kinds_of_cells_on_nine() {
        let found = first(9, &grid(), vec![Label::Covered; 9]);
        assert_eq!(found, [0, 1, 0, 1, 4, 1, 0, 1, 0]);
    }

    #[test]
    fn labels_break_symmetries() {
        let mut labels = vec![Label::Covered; 9];
        labels[0] = Label::Number(1);
        let found = first(9, &grid(), labels);
        assert_eq!(found, [0, 1, 2, 1, 4, 5, 2, 5, 8]);
    }

    #[test]
    fn random_graphs_have_the_images_of_all_permutations() {
        let mut random = Random::new(7);
        for _ in 0..200 {
            let all: Vec<(Cell, Cell)> = (0..6).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
            let edges: Vec<_> =
                all.into_iter().filter(|_| random.word().is_multiple_of(2)).collect();
            let label =
                |word: u64| if word.is_multiple_of(4) { Label::Free } else { Label::Covered };
            let labels: Vec<Label> = (0..6).map(|_| label(random.word())).collect();
            assert_eq!(first(6, &edges, labels.clone()), by_force(6, &edges, &labels), "{edges:?}");
        }
    }

    #[test]
    fn a_search_that_takes_too_long_ends() {
        let found = first(3000, &[], vec![Label::Covered; 3000]);
        assert!(found.iter().enumerate().all(|(cell, &first)| first as usize <= cell));
    }

    #[test]
    fn more_work_finds_more_and_only_real_symmetries() {
        let position = Position::new(Board::grid(3, 3), vec![Label::Covered; 9], None).unwrap();
        let meter = Meter::unwatched(Budget::default());
        let all = first_images(&position, MOST_READ, &meter).unwrap();
        let mut kinds = Vec::new();
        for work in (0..5000).step_by(50) {
            let found = first_images(&position, work, &meter).unwrap();
            assert!((0..9).all(|cell| all[found[cell] as usize] == all[cell]), "{work}: {found:?}");
            kinds.push((0..9).filter(|&cell| found[cell] as usize == cell).count());
        }
        assert_eq!((kinds[0], kinds[kinds.len() - 1]), (9, 3));
        assert!(kinds.is_sorted_by(|more, fewer| more >= fewer), "{kinds:?}");
    }
}
