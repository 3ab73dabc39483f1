//! Cheapest: the sets of a diagram by increasing cost, where each cell has a cost.
//!
//! The sets below a node are those of its 0-child and, with the cell's cost added, those of its
//! 1-child. So a node's list, cheapest first, merges two such lists, each computed only as far as
//! needed. Sets of equal cost are ordered by rank.

use num_bigint::BigInt;
use num_traits::Zero;

use crate::base::{Meter, Result};
use crate::board::Cell;
use crate::zdd::diagram::{EMPTY, TERMINALS, UNIT, Zdd};

/// One set below a node: its cost and its origin.
#[derive(Clone)]
struct Entry {
    cost: BigInt,
    mined: bool,
    /// The set's index in the child's list.
    index: u32,
}

#[derive(Default)]
struct List {
    entries: Vec<Entry>,
    /// How many sets of the 0-child and of the 1-child are in the list.
    used: [u32; 2],
    is_complete: bool,
}

impl List {
    fn lacks(&self, index: u32) -> bool {
        !self.is_complete && self.entries.len() <= index as usize
    }
}

/// The states that the meter is charged for an entry with its cost, and for a list.
const ENTRY_STATES: usize = 5;
const LIST_STATES: usize = 3;

/// The sets of a diagram, cheapest first.
pub struct Cheapest {
    zdd: Zdd,
    /// By level.
    costs: Vec<BigInt>,
    /// By node number.
    lists: Vec<List>,
    /// Entries in all lists. They are kept, so every next set is charged for them.
    held: usize,
    given: u32,
}

impl Cheapest {
    pub fn new(zdd: Zdd, cost: impl Fn(Cell) -> BigInt) -> Self {
        let costs = zdd.order().iter().map(|&cell| cost(cell)).collect();
        let mut lists: Vec<List> =
            (0..zdd.size() + TERMINALS as usize).map(|_| List::default()).collect();
        let nothing = Entry { cost: BigInt::zero(), mined: false, index: 0 };
        lists[UNIT as usize].entries.push(nothing);
        for terminal in [EMPTY, UNIT] {
            lists[terminal as usize].is_complete = true;
        }
        Self { zdd, costs, lists, held: 0, given: 0 }
    }

    /// The next set; None after the last.
    pub fn next(&mut self, meter: &Meter) -> Result<Option<Vec<Cell>>> {
        let (root, wanted) = (self.zdd.root(), self.given);
        meter.states(ENTRY_STATES * self.held + LIST_STATES * self.lists.len())?;
        self.reach(root, wanted, meter)?;
        if self.lists[root as usize].entries.len() <= wanted as usize {
            return Ok(None);
        }
        self.given += 1;
        Ok(Some(self.cells(wanted)))
    }

    /// Extends the list of a node up to the index, unless it ends before.
    fn reach(&mut self, id: u32, index: u32, meter: &Meter) -> Result<()> {
        let mut path = vec![(id, index)];
        while let Some(&(id, index)) = path.last() {
            meter.steps(8)?;
            if !self.lists[id as usize].lacks(index) {
                path.pop();
            } else if let Some(child) = self.unknown_child(id) {
                path.push(child);
            } else {
                meter.states(ENTRY_STATES)?;
                self.held += 1;
                self.extend(id);
            }
        }
        Ok(())
    }

    /// A child, and an index in its list that must be known before this list can grow.
    fn unknown_child(&self, id: u32) -> Option<(u32, u32)> {
        let node = self.zdd.node(id)?;
        let next = self.lists[id as usize].used;
        let mut children = [node.lo, node.hi].into_iter().zip(next);
        children.find(|&(child, next)| self.lists[child as usize].lacks(next))
    }

    /// Merges one more set into the list, or marks it complete.
    fn extend(&mut self, id: u32) {
        let Some(&node) = self.zdd.node(id) else { return };
        let used = self.lists[id as usize].used;
        let next = |child: u32, next: u32| {
            self.lists[child as usize].entries.get(next as usize).map(|entry| &entry.cost)
        };
        let free = next(node.lo, used[0]).cloned();
        let mined = next(node.hi, used[1]).map(|cost| cost + &self.costs[node.level as usize]);
        let list = &mut self.lists[id as usize];
        let (mined, cost) = match (free, mined) {
            (Some(free), Some(mined)) if mined < free => (true, mined),
            (Some(free), _) => (false, free),
            (None, Some(mined)) => (true, mined),
            (None, None) => {
                list.is_complete = true;
                return;
            }
        };
        let side = usize::from(mined);
        if list.entries.is_empty() {
            list.entries.reserve_exact(1); // most lists keep one entry
        }
        list.entries.push(Entry { cost, mined, index: used[side] });
        list.used[side] += 1;
    }

    fn cells(&self, index: u32) -> Vec<Cell> {
        let (mut at, mut index) = (self.zdd.root(), index);
        let mut cells = Vec::new();
        while let Some(node) = self.zdd.node(at) {
            let entry = &self.lists[at as usize].entries[index as usize];
            if entry.mined {
                cells.push(self.zdd.order()[node.level as usize]);
            }
            (at, index) = (if entry.mined { node.hi } else { node.lo }, entry.index);
        }
        cells
    }
}
