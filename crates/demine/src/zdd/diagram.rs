//! Zdd: a set of sets of cells as a zero-suppressed binary decision diagram (Minato 1993).
//!
//! A path from the root to ⊤ is one set: the cells of the nodes that it leaves by their 1-edge.
//! Diagrams are reduced, immutable and reference-counted. Two diagrams over one order hold the same
//! sets if and only if they have the same nodes, however these are numbered.
//!
//! All diagrams are built alike: states are followed level by level, equal ones are merged, and
//! then the two reduction rules are applied upward (Suzuki et al., §3.1). A [`Spec`] defines how a
//! decided cell changes a state.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::{Interner, Key, LargeVec, Meter, Result, pack, unpack};
use crate::board::Cell;

/// The 0-terminal ⊥: no set.
pub const EMPTY: u32 = 0;
/// The 1-terminal ⊤: only the empty set.
pub const UNIT: u32 = 1;
/// Nodes are numbered after the terminals.
pub const TERMINALS: u32 = 2;

/// A branching node. The 1-edge never leads to ⊥, and levels increase along edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The index in the order of the cell that it decides.
    pub level: u32,
    /// The node if that cell is free.
    pub lo: u32,
    /// The node if that cell is mined.
    pub hi: u32,
}

/// A set of sets of cells as a reduced diagram. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Zdd {
    /// The cell of each level, from the root down.
    order: Arc<[Cell]>,
    /// Node `i + 2` is `nodes[i]`; children come before parents.
    nodes: Arc<[Node]>,
    root: u32,
}

impl Zdd {
    pub(crate) fn empty(order: Arc<[Cell]>) -> Self {
        Self { order, nodes: Arc::new([]), root: EMPTY }
    }

    pub(crate) fn unit(order: Arc<[Cell]>) -> Self {
        Self { order, nodes: Arc::new([]), root: UNIT }
    }

    /// One set: all of the cells.
    pub(crate) fn all_of(cells: &[Cell]) -> Self {
        Self::ladder(cells, |below| Node { level: 0, lo: EMPTY, hi: below })
    }

    /// Every subset of the cells: 2^U.
    pub(crate) fn any_of(cells: &[Cell]) -> Self {
        Self::ladder(cells, |below| Node { level: 0, lo: below, hi: below })
    }

    fn ladder(cells: &[Cell], node: impl Fn(u32) -> Node) -> Self {
        let levels = cells.len() as u32;
        let nodes = (0..levels).map(|i| Node { level: levels - 1 - i, ..node(i + 1) });
        Self { order: cells.into(), nodes: nodes.collect(), root: levels + 1 }
    }

    /// From nodes that are not checked yet; `Err` names the rule that they break.
    pub(crate) fn of_nodes(
        order: Vec<Cell>,
        nodes: Vec<Node>,
        root: u32,
    ) -> Result<Self, &'static str> {
        let mut table = UniqueTable::default();
        let known = |child: u32, i: usize| (child as usize) < i + TERMINALS as usize;
        for (i, node) in nodes.iter().enumerate() {
            let level = |child: u32| match child.checked_sub(TERMINALS) {
                Some(child) => nodes[child as usize].level,
                None => order.len() as u32,
            };
            if !known(node.lo, i) || !known(node.hi, i) {
                return Err("a child comes after its parent");
            }
            if node.level >= level(node.lo) || node.level >= level(node.hi) {
                return Err("an edge does not lead to a lower level");
            }
            if node.hi == EMPTY {
                return Err("a 1-edge leads to the 0-terminal");
            }
            if table.node(*node) != i as u32 + TERMINALS {
                return Err("two nodes are equal");
            }
        }
        if !known(root, nodes.len()) {
            return Err("the root is no node");
        }
        Ok(Self::keep_reached(order.into(), &nodes, root))
    }

    /// Drops the nodes that the root does not reach.
    pub(crate) fn keep_reached(order: Arc<[Cell]>, nodes: &[Node], root: u32) -> Self {
        let mut is_reached = vec![false; nodes.len() + TERMINALS as usize];
        is_reached[root as usize] = true;
        for (i, node) in nodes.iter().enumerate().rev() {
            if is_reached[i + TERMINALS as usize] {
                is_reached[node.lo as usize] = true;
                is_reached[node.hi as usize] = true;
            }
        }
        let mut number = vec![EMPTY, UNIT];
        let mut kept: Vec<Node> = Vec::with_capacity(nodes.len());
        for (i, node) in nodes.iter().enumerate() {
            number.push(kept.len() as u32 + TERMINALS);
            if is_reached[i + TERMINALS as usize] {
                let [lo, hi] = [node.lo, node.hi].map(|child| number[child as usize]);
                kept.push(Node { level: node.level, lo, hi });
            }
        }
        Self { order, root: number[root as usize], nodes: kept.into() }
    }

    /// The direct product of diagrams without common cells: a chain of one below the other.
    pub(crate) fn chain(parts: &[&Zdd], meter: &Meter) -> Result<Self> {
        let order: Arc<[Cell]> = parts.iter().flat_map(|part| part.order.iter().copied()).collect();
        if parts.iter().any(|part| part.is_empty()) {
            return Ok(Self::empty(order));
        }
        let mut nodes: Vec<Node> = Vec::with_capacity(parts.iter().map(|part| part.size()).sum());
        let (mut root, mut below) = (UNIT, order.len() as u32);
        for part in parts.iter().rev() {
            meter.states(part.size())?;
            below -= part.order.len() as u32;
            let shift = nodes.len() as u32;
            let moved = |child: u32| match child {
                EMPTY => EMPTY,
                UNIT => root,
                node => node + shift,
            };
            nodes.extend(part.nodes.iter().map(|node| Node {
                level: node.level + below,
                lo: moved(node.lo),
                hi: moved(node.hi),
            }));
            root = moved(part.root);
        }
        Ok(Self { order, nodes: nodes.into(), root })
    }

    /// The cell of each level, from the root down.
    pub fn order(&self) -> &Arc<[Cell]> {
        &self.order
    }

    /// The branching nodes, children first; the first has number 2.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The number of the root: 0 is ⊥, 1 is ⊤, 2 the first node.
    pub fn root(&self) -> u32 {
        self.root
    }

    /// Whether there is no set.
    pub fn is_empty(&self) -> bool {
        self.root == EMPTY
    }

    /// The number of branching nodes.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.nodes) + size_of_val(&*self.order)
    }

    /// None for a terminal.
    pub(crate) fn node(&self, id: u32) -> Option<&Node> {
        id.checked_sub(TERMINALS).map(|i| &self.nodes[i as usize])
    }

    /// The level of a node; terminals are below all levels.
    pub(crate) fn level(&self, id: u32) -> u32 {
        self.node(id).map_or(self.order.len() as u32, |node| node.level)
    }

    /// The two children at a level that the node does not skip beyond.
    pub(crate) fn children(&self, id: u32, level: u32) -> [u32; 2] {
        match self.node(id) {
            Some(node) if node.level == level => [node.lo, node.hi],
            _ => [id, EMPTY],
        }
    }

    /// A value per node, computed from those of its children, from the terminals up. The budget must
    /// have room for them, but does not pay: they are gone before the next are made.
    pub(crate) fn upward<V: Clone>(
        &self,
        empty: V,
        unit: V,
        meter: &Meter,
        value: impl Fn(&Node, &V, &V) -> V,
    ) -> Result<Vec<V>> {
        if !meter.has_room(self.size() * size_of::<V>()) {
            return Err(meter.too_wide());
        }
        let mut values = Vec::with_capacity(self.size() + TERMINALS as usize);
        values.extend([empty, unit]);
        for node in self.nodes.iter() {
            meter.steps(1)?;
            let new = value(node, &values[node.lo as usize], &values[node.hi as usize]);
            values.push(new);
        }
        Ok(values)
    }

    /// Whether the set of all mined cells is in the diagram.
    pub(crate) fn contains(&self, mined: impl Fn(Cell) -> bool) -> bool {
        let mut at = self.root;
        for (level, &cell) in self.order.iter().enumerate() {
            at = self.children(at, level as u32)[usize::from(mined(cell))];
        }
        at == UNIT
    }

    /// One of the sets; the diagram must not be empty.
    pub(crate) fn witness(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        let mut at = self.root;
        while let Some(node) = self.node(at) {
            at = if node.lo == EMPTY {
                cells.push(self.order[node.level as usize]);
                node.hi
            } else {
                node.lo
            };
        }
        cells
    }
}

/// The same sets along the same order.
impl PartialEq for Zdd {
    fn eq(&self, other: &Self) -> bool {
        if self.order != other.order || self.size() != other.size() {
            return false;
        }
        if Arc::ptr_eq(&self.nodes, &other.nodes) {
            return self.root == other.root;
        }
        let ours: FxHashMap<&Node, u32> = self.nodes.iter().zip(TERMINALS..).collect();
        let mut number = vec![EMPTY, UNIT];
        for node in other.nodes.iter() {
            let [lo, hi] = [node.lo, node.hi].map(|child| number[child as usize]);
            match ours.get(&Node { level: node.level, lo, hi }) {
                Some(&same) => number.push(same),
                None => return false,
            }
        }
        number[other.root as usize] == self.root
    }
}

impl Eq for Zdd {}

/// The unique table: the nodes of a diagram under construction, each once.
#[derive(Default)]
pub(crate) struct UniqueTable {
    pub nodes: LargeVec<Node>,
    /// By level: one large table would take too long to grow.
    numbers: Vec<FxHashMap<[u32; 2], u32>>,
}

impl UniqueTable {
    /// All nodes of a diagram, with the same numbers.
    pub fn of(zdd: &Zdd) -> Self {
        let mut table = Self::default();
        zdd.nodes.iter().for_each(|&node| {
            table.node(node);
        });
        table
    }

    /// None for a terminal.
    pub fn get(&self, id: u32) -> Option<Node> {
        id.checked_sub(TERMINALS).map(|i| self.nodes[i as usize])
    }

    /// The number of the node after both reduction rules.
    pub fn node(&mut self, node: Node) -> u32 {
        if node.hi == EMPTY {
            return node.lo;
        }
        let level = node.level as usize;
        if self.numbers.len() <= level {
            self.numbers.resize_with(level + 1, Default::default);
        }
        *self.numbers[level].entry([node.lo, node.hi]).or_insert_with(|| {
            self.nodes.push(node);
            self.nodes.len() as u32 - 1 + TERMINALS
        })
    }
}

/// The result of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next<const N: usize> {
    /// No set.
    Empty,
    /// The empty set: all cells further down are free.
    Unit,
    /// The sets of this state; all cells above the level are free.
    At(u32, Key<N>),
}

/// Defines sets cell by cell.
pub trait Spec<const N: usize> {
    fn start(&self) -> Next<N>;
    fn next(&self, level: u32, state: Key<N>, mined: bool) -> Next<N>;
}

/// States by level, parents first, before reduction. They are numbered after the terminals.
#[derive(Default)]
pub(crate) struct Levels {
    edges: LargeVec<[u32; 2]>,
    starts: Vec<usize>,
}

/// Edges written between two checks of the clock.
const EDGES_PER_CHECK: usize = 1 << 12;

impl Levels {
    /// The number of the first state.
    pub const ROOT: u32 = TERMINALS;

    /// Starts a level of `states` states. Returns their edges, which lead to ⊥ for now.
    pub fn push(&mut self, states: usize, meter: &Meter) -> Result<&mut [[u32; 2]]> {
        let start = self.edges.len();
        self.starts.push(start);
        while self.edges.len() < start + states {
            meter.steps(1)?;
            let chunk = (start + states - self.edges.len()).min(EDGES_PER_CHECK);
            self.edges.make_room(chunk, meter)?;
            self.edges.extend(std::iter::repeat_n([EMPTY; 2], chunk));
        }
        Ok(&mut self.edges[start..])
    }

    /// The number of the first state of the next level.
    pub fn end(&self) -> u32 {
        self.edges.len() as u32 + TERMINALS
    }

    /// Applies both reduction rules from the lowest level up. The root must reach all states.
    pub fn reduce_along(&self, order: &Arc<[Cell]>, root: u32, meter: &Meter) -> Result<Zdd> {
        let mut nodes: LargeVec<Node> = LargeVec::default();
        let mut number = LargeVec::filled(EMPTY, self.end() as usize, meter)?;
        number[UNIT as usize] = UNIT;
        let mut pairs = Interner::<1>::default();
        let mut end = self.edges.len();
        for (level, &start) in self.starts.iter().enumerate().rev() {
            let first = nodes.len() as u32 + TERMINALS;
            pairs.reset(end - start);
            for state in start..end {
                meter.steps(2)?;
                let [lo, hi] = self.edges[state].map(|child| number[child as usize]);
                number[state + TERMINALS as usize] = match hi {
                    EMPTY => lo,
                    _ => first + pairs.intern(pack(lo, hi)),
                };
            }
            let level = level as u32;
            nodes.make_room(pairs.len(), meter)?;
            let pairs = pairs.keys().iter().map(|&pair| unpack(pair));
            nodes.extend(pairs.map(|[lo, hi]| Node { level, lo, hi }));
            end = start;
        }
        Ok(Zdd {
            order: order.clone(),
            root: number[root as usize],
            nodes: nodes.as_slice().into(),
        })
    }
}

/// An edge to the `index`-th state of a level that may still grow, or to a terminal.
#[derive(Clone, Copy)]
struct Edge {
    /// `u32::MAX` for a terminal, whose number is the index.
    level: u32,
    index: u32,
}

/// Builds the sets of a spec: a memoised recursion, written as one loop per level.
pub fn build<const N: usize, S: Spec<N>>(
    order: &Arc<[Cell]>,
    spec: &S,
    meter: &Meter,
) -> Result<Zdd> {
    let mut states: Vec<Interner<N>> = order.iter().map(|_| Interner::default()).collect();
    let mut edges: LargeVec<[Edge; 2]> = LargeVec::default();
    let mut levels = Levels::default();
    let root = edge(&mut states, spec.start());
    for level in 0..order.len() {
        let keys = std::mem::take(&mut states[level]).into_keys();
        // Wide states take more memory.
        meter.states(keys.len() * N)?;
        levels.starts.push(edges.len());
        edges.make_room(keys.len(), meter)?;
        for key in keys {
            meter.steps(4)?;
            let next = |mined| spec.next(level as u32, key, mined);
            edges.push([next(false), next(true)].map(|next| edge(&mut states, next)));
        }
    }
    let number = |edge: Edge| match edge.level {
        u32::MAX => edge.index,
        level => levels.starts[level as usize] as u32 + edge.index + TERMINALS,
    };
    levels.edges.try_reserve(edges.len()).map_err(|_| meter.too_wide())?;
    for pair in edges.iter() {
        meter.steps(1)?;
        levels.edges.push(pair.map(number));
    }
    let root = number(root);
    levels.reduce_along(order, root, meter)
}

fn edge<const N: usize>(states: &mut [Interner<N>], next: Next<N>) -> Edge {
    match next {
        Next::Empty => Edge { level: u32::MAX, index: EMPTY },
        Next::Unit => Edge { level: u32::MAX, index: UNIT },
        Next::At(level, key) => Edge { level, index: states[level as usize].intern(key) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;

    #[test]
    fn a_chain_is_the_product_and_breaks_no_rule() {
        let meter = Meter::unwatched(Budget::default());
        let (a, b) = (Zdd::any_of(&[4, 2]), Zdd::all_of(&[7]));
        let chain = Zdd::chain(&[&a, &b], &meter).unwrap();
        assert_eq!(&**chain.order(), [4, 2, 7]);
        assert!(
            Zdd::of_nodes(chain.order().to_vec(), chain.nodes().to_vec(), chain.root()).is_ok()
        );
        assert!(chain.contains(|cell| cell != 2) && !chain.contains(|cell| cell == 2));
        let nothing = Zdd::chain(&[&a, &Zdd::empty(Arc::new([9]))], &meter).unwrap();
        assert!(nothing.is_empty());
    }

    #[test]
    fn equality_is_that_of_the_sets_whatever_the_numbers() {
        let node = |level, lo, hi| Node { level, lo, hi };
        let open =
            |nodes: &[Node], root| Zdd::of_nodes(vec![4, 7, 2], nodes.to_vec(), root).unwrap();
        // {7}, {4, 2}: the two nodes below the root in either order, and one out of reach.
        let (a, b) = (node(1, 0, 1), node(2, 0, 1));
        assert_eq!(open(&[a, b, node(0, 2, 3)], 4), open(&[b, a, node(0, 3, 2)], 4));
        assert_eq!(open(&[a, b, node(0, 2, 3)], 4), open(&[b, a, node(0, 3, 2), node(0, 1, 1)], 4));
        assert_ne!(open(&[a, b, node(0, 2, 3)], 4), open(&[b, a, node(0, 2, 3)], 4));
        assert_ne!(Zdd::any_of(&[4, 7]), Zdd::any_of(&[7, 4]));
        // A copy shares its nodes.
        let one = open(&[a, b, node(0, 2, 3)], 4);
        assert_eq!(one, one.clone());
    }

    #[test]
    fn broken_diagrams_are_refused() {
        let node = |level, lo, hi| Node { level, lo, hi };
        let open = |nodes: &[Node], root| Zdd::of_nodes(vec![0, 1], nodes.to_vec(), root);
        assert!(open(&[node(1, 0, 1), node(0, 2, 1)], 3).is_ok());
        assert!(open(&[node(0, 0, 3)], 2).unwrap_err().contains("after its parent"));
        assert!(open(&[node(0, 0, 1), node(1, 2, 1)], 3).unwrap_err().contains("lower level"));
        assert!(open(&[node(2, 0, 1)], 2).unwrap_err().contains("lower level"));
        assert!(open(&[node(0, 1, 0)], 2).unwrap_err().contains("1-edge"));
        assert!(open(&[node(1, 0, 1), node(1, 0, 1)], 3).unwrap_err().contains("equal"));
        assert!(open(&[], 2).unwrap_err().contains("root"));
    }
}
