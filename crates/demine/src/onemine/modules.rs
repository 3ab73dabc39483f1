//! Modules: all guess components of a graph (Golan 2014, §3), as one tree.
//!
//! A guess component is a *module*: a set of cells that no cell outside distinguishes. Modules that
//! overlap no other are the nodes of the modular decomposition tree. Every module is a node or a
//! union of children of a series or parallel node. The crate `modular-decomposition` computes the
//! tree in O(n + m log n).
//!
//! W(G) = n·P*(G) is the number of mine locations against which optimal play wins:
//!
//! - a leaf has W = 1;
//! - a series or parallel node has the sum of W over its children that are not leaves, plus 1 if it
//!   has a leaf (Lemmas 4.4 and 4.6);
//! - a prime node has the sum of W over all children, minus 1 if all are leaves (Lemma 4.8).

use std::cell::Cell as Mutable;
use std::cmp::Reverse;
use std::iter::Copied;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::slice::Iter;

use modular_decomposition::{MDTree, ModuleIndex, ModuleKind, modular_decomposition};
use petgraph::Undirected;
use petgraph::visit::{
    GraphBase, GraphProp, IntoNeighbors, NodeCompactIndexable, NodeCount, NodeIndexable,
};

use crate::base::{Meter, Result, Sort, Stopped};
use crate::board::{Board, Cell};

/// How the children of a module are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One cell.
    Leaf,
    /// No two children are adjacent.
    Parallel,
    /// Every two children are adjacent.
    Series,
    /// Only single children and all of them together are modules.
    Prime,
}

/// The modular decomposition tree of a graph with at least one cell.
///
/// Parents are numbered before children, and children by their least cell; the root is node 0. A
/// graph always gives the same tree.
#[derive(Debug, PartialEq, Eq)]
pub struct Modules {
    /// The kind of each node.
    pub kinds: Vec<Kind>,
    /// The number after each node's last descendant.
    pub ends: Vec<u32>,
    /// Node `i` holds `cells[starts[i]..starts[i] + sizes[i]]`.
    pub starts: Vec<u32>,
    /// The number of cells of each node.
    pub sizes: Vec<u32>,
    /// All cells, in the order of the leaves.
    pub cells: Vec<Cell>,
}

/// States charged per cell: about the memory of the decomposition.
const STATES_PER_CELL: usize = 16;

/// Cells whose numbers differ by this much do not share a processor cache.
const FAR_APART: Cell = 1 << 16;

impl Modules {
    /// `None` if the board has no cells.
    pub(crate) fn of(board: &Board, meter: &Meter) -> Result<Option<Self>> {
        meter.states(board.cells().saturating_mul(STATES_PER_CELL))?;
        if !are_neighbours_far(board) {
            return Self::decompose(board, |cell| cell, meter);
        }
        // With near numbers, a random tree of a million cells takes a third less time.
        let order = board.breadth_first(meter)?;
        Self::decompose(&board.induced(&order), |cell| order[cell as usize], meter)
    }

    /// The tree of a board whose cells are renamed.
    fn decompose(
        board: &Board,
        name: impl Fn(Cell) -> Cell,
        meter: &Meter,
    ) -> Result<Option<Self>> {
        let watched = Watched { board, meter, stopped: Mutable::new(None) };
        let made = catch_unwind(AssertUnwindSafe(|| modular_decomposition(&watched)));
        match (watched.stopped.get(), made) {
            (Some(stopped), _) => Err(stopped),
            (None, Ok(Ok(tree))) => Self::number(&tree, name, meter).map(Some),
            (None, Ok(Err(_no_cells))) => Ok(None),
            (None, Err(panic)) => resume_unwind(panic),
        }
    }

    /// The cells of a node.
    pub fn cells_of(&self, node: usize) -> &[Cell] {
        let start = self.starts[node] as usize;
        &self.cells[start..start + self.sizes[node] as usize]
    }

    /// The children of a node.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let inside = move |&child: &usize| child < self.ends[node] as usize;
        let first = Some(node + 1).filter(inside);
        std::iter::successors(first, move |&child| Some(self.ends[child] as usize).filter(inside))
    }

    /// W = n·P* of each node.
    pub fn wins(&self) -> Vec<u32> {
        let mut wins = vec![1; self.kinds.len()];
        for node in (0..self.kinds.len()).rev() {
            let inner: u32 = self.inner_children(node).map(|child| wins[child]).sum();
            let leaves = self.leaf_children(node).count() as u32;
            match self.kinds[node] {
                Kind::Leaf => {}
                Kind::Series | Kind::Parallel => wins[node] = inner + leaves.min(1),
                Kind::Prime if inner == 0 => wins[node] = leaves - 1,
                Kind::Prime => wins[node] = inner + leaves,
            }
        }
        wins
    }

    /// The cells of a node that are optimal to open first if the mine is in it, sorted. None for a
    /// leaf, which must be the mine.
    pub fn optimal_guesses(&self, node: usize) -> Vec<Cell> {
        let mut guesses = Vec::new();
        let mut nodes = vec![node];
        while let Some(node) = nodes.pop() {
            nodes.extend(self.inner_children(node));
            if self.are_leaves_optimal(node) {
                guesses.extend(self.leaf_children(node).map(|leaf| self.cells_of(leaf)[0]));
            }
        }
        guesses.ascend();
        guesses
    }

    /// The largest module with the cell `include` and without the cell `avoid` (Algorithm 3), which
    /// must differ.
    ///
    /// In the least node with both cells, it is the child with `include` if the node is prime, and
    /// everything but the child with `avoid` otherwise.
    pub fn largest_component(&self, avoid: Cell, include: Cell) -> Vec<Cell> {
        let place = |cell| self.cells.iter().position(|&c| c == cell).expect("a cell of the board");
        let (avoid, include) = (place(avoid), place(include));
        let (mut meet, mut below) = (0, self.child_with(0, include));
        while self.holds(below, avoid) {
            (meet, below) = (below, self.child_with(below, include));
        }
        let mut cells = match self.kinds[meet] {
            Kind::Prime => self.cells_of(below).to_vec(),
            _ => self.without(meet, self.child_with(meet, avoid)),
        };
        cells.ascend();
        cells
    }

    fn without(&self, node: usize, child: usize) -> Vec<Cell> {
        let start = (self.starts[child] - self.starts[node]) as usize;
        let end = start + self.sizes[child] as usize;
        let cells = self.cells_of(node);
        [&cells[..start], &cells[end..]].concat()
    }

    fn child_with(&self, node: usize, place: usize) -> usize {
        self.children(node).find(|&child| self.holds(child, place)).expect("a place in the node")
    }

    fn holds(&self, node: usize, place: usize) -> bool {
        let start = self.starts[node] as usize;
        (start..start + self.sizes[node] as usize).contains(&place)
    }

    /// Whether a leaf is an optimal first guess: in a prime node if all children are leaves (Lemma
    /// 4.8), in others if there is another leaf (Lemma 4.3, Corollary 4.5).
    fn are_leaves_optimal(&self, node: usize) -> bool {
        match self.kinds[node] {
            Kind::Prime => self.inner_children(node).next().is_none(),
            _ => self.leaf_children(node).nth(1).is_some(),
        }
    }

    fn leaf_children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.children(node).filter(|&child| self.kinds[child] == Kind::Leaf)
    }

    fn inner_children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.children(node).filter(|&child| self.kinds[child] != Kind::Leaf)
    }
}

/// Numbers the nodes of the crate's tree.
impl Modules {
    fn number(tree: &MDTree<Cell>, name: impl Fn(Cell) -> Cell, meter: &Meter) -> Result<Self> {
        let least = least_cells(tree, name);
        let (kinds, ends, starts) = (Vec::new(), Vec::new(), Vec::new());
        let (sizes, cells) = (Vec::new(), Vec::new());
        let mut modules = Self { kinds, ends, starts, sizes, cells };
        let mut parents = Vec::with_capacity(tree.strong_module_count());
        let mut stack = vec![(tree.root(), 0)];
        while let Some((module, parent)) = stack.pop() {
            meter.steps(1)?;
            let node = modules.push(kind_of(tree, module), least[module.index()]);
            parents.push(parent);
            let first = stack.len();
            stack.extend(tree.children(module).map(|child| (child, node)));
            stack[first..].arrange_by_key(|(child, _)| Reverse(least[child.index()]));
        }
        modules.enclose(&parents);
        Ok(modules)
    }

    /// Appends a node without descendants and returns its number.
    fn push(&mut self, kind: Kind, least: Cell) -> usize {
        let node = self.kinds.len();
        self.kinds.push(kind);
        self.ends.push(node as u32 + 1);
        self.starts.push(self.cells.len() as u32);
        self.sizes.push(u32::from(kind == Kind::Leaf));
        if kind == Kind::Leaf {
            self.cells.push(least);
        }
        node
    }

    /// Extends every node to include its descendants.
    fn enclose(&mut self, parents: &[usize]) {
        for node in (1..parents.len()).rev() {
            let parent = parents[node];
            self.ends[parent] = self.ends[parent].max(self.ends[node]);
            self.sizes[parent] += self.sizes[node];
        }
    }
}

fn kind_of(tree: &MDTree<Cell>, module: ModuleIndex) -> Kind {
    match tree.module_kind(module).expect("a node of the tree") {
        ModuleKind::Node(_) => Kind::Leaf,
        ModuleKind::Parallel => Kind::Parallel,
        ModuleKind::Series => Kind::Series,
        ModuleKind::Prime => Kind::Prime,
    }
}

/// The least renamed cell of each module.
fn least_cells(tree: &MDTree<Cell>, name: impl Fn(Cell) -> Cell) -> Vec<Cell> {
    let mut order = vec![(tree.root(), tree.root())];
    for next in 0..tree.strong_module_count() {
        let (module, _) = order[next];
        order.extend(tree.children(module).map(|child| (child, module)));
    }
    let mut least = vec![Cell::MAX; order.len()];
    for (module, parent) in order.into_iter().rev() {
        if let Some(&ModuleKind::Node(cell)) = tree.module_kind(module) {
            least[module.index()] = name(cell);
        }
        least[parent.index()] = least[parent.index()].min(least[module.index()]);
    }
    least
}

/// Whether most neighbours have numbers so far apart that following an edge misses the cache.
fn are_neighbours_far(board: &Board) -> bool {
    let far = board.edges().filter(|(u, v)| v - u >= FAR_APART).count();
    2 * far > board.edges().count()
}

/// A board as the crate reads it, with a meter.
///
/// The crate cannot be stopped, so a panic unwinds through it until [`Modules::decompose`] catches it.
/// No half-finished data survives. In WebAssembly a panic would end the program, so there the crate
/// goes on to its end, and the answer is late: it needs O(n + m log n) steps.
struct Watched<'a> {
    board: &'a Board,
    meter: &'a Meter<'a>,
    stopped: Mutable<Option<Stopped>>,
}

impl GraphBase for Watched<'_> {
    type EdgeId = ();
    type NodeId = Cell;
}

impl GraphProp for Watched<'_> {
    type EdgeType = Undirected;
}

impl<'a> IntoNeighbors for &'a Watched<'_> {
    type Neighbors = Copied<Iter<'a, Cell>>;

    fn neighbors(self, cell: Cell) -> Self::Neighbors {
        let neighbours = self.board.neighbours(cell);
        if let Err(stopped) = self.meter.steps(1 + neighbours.len()) {
            self.stopped.set(Some(stopped));
            if cfg!(panic = "unwind") {
                resume_unwind(Box::new(stopped));
            }
        }
        neighbours.iter().copied()
    }
}

impl NodeCount for Watched<'_> {
    fn node_count(&self) -> usize {
        self.board.cells()
    }
}

impl NodeIndexable for Watched<'_> {
    fn node_bound(&self) -> usize {
        self.board.cells()
    }

    fn to_index(&self, cell: Cell) -> usize {
        cell as usize
    }

    fn from_index(&self, index: usize) -> Cell {
        index as Cell
    }
}

impl NodeCompactIndexable for Watched<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;

    fn modules(cells: usize, edges: &[(i64, i64)]) -> Modules {
        let board = Board::new(cells, edges.iter().copied()).unwrap();
        Modules::of(&board, &Meter::unwatched(Budget::default())).unwrap().unwrap()
    }

    /// Two paths of three cells with one middle each, joined by their middles: 0-1-2, 3-4-5, 1-4.
    const TWO_BROOMS: [(i64, i64); 5] = [(0, 1), (1, 2), (3, 4), (4, 5), (1, 4)];

    #[test]
    fn nodes_are_numbered_by_their_least_cells() {
        let tree = modules(6, &TWO_BROOMS);
        use Kind::{Leaf, Parallel, Prime};
        assert_eq!(tree.kinds, [Prime, Parallel, Leaf, Leaf, Leaf, Parallel, Leaf, Leaf, Leaf]);
        assert_eq!(tree.cells, [0, 2, 1, 3, 5, 4]);
        assert_eq!(tree.children(0).collect::<Vec<_>>(), [1, 4, 5, 8]);
        assert_eq!(tree.cells_of(5), [3, 5]);
    }

    #[test]
    fn wins_and_guesses_follow_the_tree() {
        let tree = modules(6, &TWO_BROOMS);
        assert_eq!(tree.wins(), [4, 1, 1, 1, 1, 1, 1, 1, 1]);
        assert_eq!(tree.optimal_guesses(0), [0, 2, 3, 5]);
        assert_eq!(tree.optimal_guesses(5), [3, 5]);
        assert_eq!(tree.optimal_guesses(4), []);
        assert_eq!(modules(1, &[]).wins()[0], 1);
        assert_eq!(modules(4, &[]).wins()[0], 1);
        assert_eq!(modules(4, &[(0, 1), (1, 2), (2, 3)]).wins()[0], 3);
    }

    #[test]
    fn the_largest_component_is_a_child_or_all_but_one() {
        let tree = modules(6, &TWO_BROOMS);
        assert_eq!(tree.largest_component(4, 5), [3, 5]);
        assert_eq!(tree.largest_component(3, 5), [5]);
        assert_eq!(modules(4, &[]).largest_component(2, 0), [0, 1, 3]);
    }

    #[test]
    fn cells_far_apart_keep_their_numbers() {
        let n = 4 * FAR_APART as i64;
        let shuffled = |v: i64| v * 40_503 % n;
        let brooms: Vec<_> = (1..n).map(|v| (shuffled((v - 1) / 3), shuffled(v))).collect();
        let board = Board::new(n as usize, brooms.into_iter()).unwrap();
        let meter = Meter::unwatched(Budget::default());
        assert!(are_neighbours_far(&board));
        let tree = Modules::of(&board, &meter).unwrap();
        assert_eq!(tree, Modules::decompose(&board, |cell| cell, &meter).unwrap());
    }

    #[test]
    fn no_cells_make_no_tree() {
        let board = Board::new(0, [].into_iter()).unwrap();
        assert_eq!(Modules::of(&board, &Meter::unwatched(Budget::default())), Ok(None));
    }

    #[test]
    fn a_budget_of_no_time_is_passed() {
        let board =
            Board::new(100_000, (1..100_000).map(|v| (v / 2, v)).collect::<Vec<_>>().into_iter());
        let meter = Meter::unwatched(Budget { seconds: Some(0.0), ..Budget::default() });
        assert_eq!(Modules::of(&board.unwrap(), &meter), Err(Stopped::Timeout { seconds: 0.0 }));
    }
}
