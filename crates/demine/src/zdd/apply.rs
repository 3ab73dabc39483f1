//! Apply: combines and restricts diagrams by memoised recursion.
//!
//! ∩, ∪ and ∖ follow two diagrams at once along one order; if need be, one is reordered first.
//! Restriction follows one diagram.

use std::cmp::Ordering;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{Interner, LargeVec, Meter, Result, pack, unpack};
use crate::board::Cell;
use crate::zdd::diagram::{EMPTY, Levels, Next, Node, Spec, UNIT, UniqueTable, Zdd, build};

/// An operation on two sets of sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// ∩
    And,
    /// ∪
    Or,
    /// ∖
    Minus,
}

impl Operator {
    /// Whether a set belongs to the result, given whether it belongs to either operand.
    fn holds(self, a: bool, b: bool) -> bool {
        match self {
            Self::And => a && b,
            Self::Or => a || b,
            Self::Minus => a && !b,
        }
    }

    /// Whether the result is empty for sure.
    fn is_hopeless(self, a: u32, b: u32) -> bool {
        match self {
            Self::And => a == EMPTY || b == EMPTY,
            Self::Or => a == EMPTY && b == EMPTY,
            Self::Minus => a == EMPTY,
        }
    }
}

/// The result along the order of `a`, followed by the other cells of `b`.
pub fn apply(operator: Operator, a: &Zdd, b: &Zdd, meter: &Meter) -> Result<Zdd> {
    let order = joint_order(a, b);
    let (a, b) = (reorder(a, &order, meter)?, reorder(b, &order, meter)?);
    build(&order, &Pairs { operator, a: &a, b: &b, ignored: None }, meter)
}

/// Whether two diagrams hold the same sets.
pub fn is_same(a: &Zdd, b: &Zdd, meter: &Meter) -> Result<bool> {
    let order = joint_order(a, b);
    Ok(reorder(a, &order, meter)? == reorder(b, &order, meter)?)
}

/// Whether every set of `a`, restricted to the cells of `b`, is a set of `b`.
pub fn projects_into(a: &Zdd, b: &Zdd, meter: &Meter) -> Result<bool> {
    let known: FxHashSet<Cell> = b.order().iter().copied().collect();
    let order = joint_order(a, b);
    let inner: Arc<[Cell]> = order.iter().filter(|cell| known.contains(cell)).copied().collect();
    let ignored = order.iter().map(|cell| !known.contains(cell)).collect();
    let a = reorder(a, &order, meter)?;
    let b = reorder(&reorder(b, &inner, meter)?, &order, meter)?;
    let outside = Pairs { operator: Operator::Minus, a: &a, b: &b, ignored: Some(ignored) };
    Ok(build(&order, &outside, meter)?.is_empty())
}

pub(super) fn joint_order(a: &Zdd, b: &Zdd) -> Arc<[Cell]> {
    if a.order() == b.order() {
        return a.order().clone();
    }
    let known: FxHashSet<Cell> = a.order().iter().copied().collect();
    let more = b.order().iter().filter(|cell| !known.contains(cell));
    a.order().iter().chain(more).copied().collect()
}

/// A state is a node of each diagram.
struct Pairs<'a> {
    operator: Operator,
    a: &'a Zdd,
    b: &'a Zdd,
    /// The levels that are not cells of `b`, if there are any: their cells may be mined or free.
    ignored: Option<Vec<bool>>,
}

impl Pairs<'_> {
    fn pair(&self, a: u32, b: u32) -> Next<1> {
        if self.operator.is_hopeless(a, b) {
            return Next::Empty;
        }
        let level = self.a.level(a).min(self.b.level(b));
        if level < self.a.order().len() as u32 {
            return Next::At(level, pack(a, b));
        }
        if self.operator.holds(a == UNIT, b == UNIT) { Next::Unit } else { Next::Empty }
    }
}

impl Spec<1> for Pairs<'_> {
    fn start(&self) -> Next<1> {
        self.pair(self.a.root(), self.b.root())
    }

    fn next(&self, level: u32, state: [u64; 1], mined: bool) -> Next<1> {
        let ([a, b], side) = (unpack(state), usize::from(mined));
        let is_ignored = self.ignored.as_ref().is_some_and(|ignored| ignored[level as usize]);
        let b = if is_ignored { b } else { self.b.children(b, level)[side] };
        self.pair(self.a.children(a, level)[side], b)
    }
}

/// The sets in which every given cell is mined or free as given.
pub fn restrict(zdd: &Zdd, given: &FxHashMap<Cell, bool>, meter: &Meter) -> Result<Zdd> {
    let order = zdd.order();
    let given: Vec<Option<bool>> = order.iter().map(|cell| given.get(cell).copied()).collect();
    let mut required = vec![u32::MAX; order.len() + 1];
    for level in (0..order.len()).rev() {
        let mined = given[level] == Some(true);
        required[level] = if mined { level as u32 } else { required[level + 1] };
    }
    build(order, &Restricted { zdd, given, required }, meter)
}

struct Restricted<'a> {
    zdd: &'a Zdd,
    /// By level.
    given: Vec<Option<bool>>,
    /// The next level from each on whose cell must be mined.
    required: Vec<u32>,
}

impl Restricted<'_> {
    /// The state of node `id`, reached at `level`.
    fn go(&self, level: u32, id: u32) -> Next<1> {
        // A diagram skips free cells: none of them may be required to be mined.
        let found = self.zdd.level(id);
        if id == EMPTY || self.required[level as usize] < found {
            return Next::Empty;
        }
        if id == UNIT { Next::Unit } else { Next::At(found, [u64::from(id)]) }
    }
}

impl Spec<1> for Restricted<'_> {
    fn start(&self) -> Next<1> {
        self.go(0, self.zdd.root())
    }

    fn next(&self, level: u32, [state]: [u64; 1], mined: bool) -> Next<1> {
        if self.given[level as usize].is_some_and(|given| given != mined) {
            return Next::Empty;
        }
        self.go(level + 1, self.zdd.children(state as u32, level)[usize::from(mined)])
    }
}

/// The same sets along another order, which must include all cells of the diagram.
///
/// A state of the new order is a diagram of the old one with some cells decided. So a level has as
/// many states as there are different sets of sets left, and costs at most the old nodes they
/// reach.
pub(super) fn reorder(zdd: &Zdd, order: &Arc<[Cell]>, meter: &Meter) -> Result<Zdd> {
    if zdd.order() == order {
        return Ok(zdd.clone());
    }
    let place: FxHashMap<Cell, u32> = order.iter().copied().zip(0..).collect();
    let new_level: Vec<u32> = zdd.order().iter().map(|cell| place[cell]).collect();
    if new_level.is_sorted() {
        let node = |node: &Node| Node { level: new_level[node.level as usize], ..*node };
        let nodes: Vec<Node> = zdd.nodes().iter().map(node).collect();
        return Ok(Zdd::keep_reached(order.clone(), &nodes, zdd.root()));
    }
    let mut old_level = vec![None; order.len()];
    (0..).zip(&new_level).for_each(|(old, &new)| old_level[new as usize] = Some(old));
    let decided = LargeVec::default();
    Reordering { old: UniqueTable::of(zdd), root: zdd.root(), decided }
        .run(order, &old_level, meter)
}

/// Rebuilds a diagram along a new order. A state is an old diagram without the decided cells;
/// deciding one more cell splits it in two, wherever that cell is in the old order:
///
/// ```text
/// decide c in   a ? (c ? X : Y) : (c ? V : W)     gives   a ? Y : W   for c free
///                                                 and     a ? X : V   for c mined
/// ```
///
/// Nodes above c are rebuilt for each choice, nodes at c give their children, nodes below stay.
struct Reordering {
    /// Diagrams along the old order.
    old: UniqueTable,
    root: u32,
    /// The last level at which each old node was decided, and the two results.
    decided: LargeVec<(u32, [u32; 2])>,
}

impl Reordering {
    fn run(mut self, order: &Arc<[Cell]>, old_level: &[Option<u32>], meter: &Meter) -> Result<Zdd> {
        if self.root == EMPTY {
            return Ok(Zdd::empty(order.clone()));
        }
        let mut levels = Levels::default();
        // Every level decides all remaining states, including ⊤.
        let mut states = vec![self.root];
        for (level, &old) in old_level.iter().enumerate() {
            // Once all cells are decided, only ⊥ and ⊤ remain.
            let is_last = level + 1 == old_level.len();
            let first = if is_last { UNIT } else { levels.end() + states.len() as u32 };
            let mut next = Interner::<1>::default();
            meter.states(states.len())?;
            let edges = levels.push(states.len(), meter)?;
            for (edges, &state) in edges.iter_mut().zip(&states) {
                let pair = match old {
                    Some(old) => self.decide(state, old, meter)?,
                    None => [state, EMPTY],
                };
                *edges = pair.map(|state| match state {
                    EMPTY => EMPTY,
                    _ => first + next.intern([u64::from(state)]),
                });
            }
            states = next.keys().iter().map(|&[state]| state as u32).collect();
        }
        levels.reduce_along(order, Levels::ROOT, meter)
    }

    /// The diagrams in which the cell of an old level is free and mined, without that cell.
    fn decide(&mut self, state: u32, level: u32, meter: &Meter) -> Result<[u32; 2]> {
        let before = self.old.nodes.len();
        let mut path = vec![state];
        while let Some(&id) = path.last() {
            meter.steps(1)?;
            match self.decide_one(id, level) {
                Some(child) => path.push(child),
                None => {
                    path.pop();
                }
            }
        }
        meter.states(self.old.nodes.len() - before)?;
        Ok(self.look_up(state, level).expect("decided above"))
    }

    fn look_up(&self, id: u32, level: u32) -> Option<[u32; 2]> {
        let Some(node) = self.old.get(id) else { return Some([id, EMPTY]) };
        match node.level.cmp(&level) {
            Ordering::Greater => Some([id, EMPTY]),
            Ordering::Equal => Some([node.lo, node.hi]),
            Ordering::Less => {
                let decided = self.decided.get(id as usize);
                decided.filter(|(at, _)| *at == level).map(|&(_, pair)| pair)
            }
        }
    }

    /// Decides one node, or returns a child that must be decided first.
    fn decide_one(&mut self, id: u32, level: u32) -> Option<u32> {
        if self.look_up(id, level).is_some() {
            return None;
        }
        let node = self.old.get(id)?;
        let Some(lo) = self.look_up(node.lo, level) else { return Some(node.lo) };
        let Some(hi) = self.look_up(node.hi, level) else { return Some(node.hi) };
        let pair = [0, 1]
            .map(|side| self.old.node(Node { level: node.level, lo: lo[side], hi: hi[side] }));
        let i = id as usize;
        if self.decided.len() <= i {
            self.decided.resize(i + 1, (u32::MAX, [EMPTY; 2]));
        }
        self.decided[i] = (level, pair);
        None
    }
}
