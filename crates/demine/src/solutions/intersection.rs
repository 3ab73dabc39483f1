//! Intersection: the naive combinatorial model (Suzuki et al., §3).
//!
//! Each hint alone allows M_i = S(X_i, c_i) ∗ 2^(U∖X_i), which is built by memoised recursion
//! (Algorithm 1). What all hints allow is the intersection of all M_i (Algorithm 2).

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::{Meter, Stopped};
use crate::board::Cell;
use crate::order::sweep;
use crate::solutions::minefield::Minefield;
use crate::zdd::{Next, Spec, Zdd, build};
use crate::zdd::{Operator, apply};

/// Algorithm 2: all solutions of a minefield.
pub fn solutions(field: &Minefield, meter: &Meter<'_>) -> Result<Zdd, Stopped> {
    let universe = universe(field, meter)?;
    let level: FxHashMap<Cell, usize> = universe.iter().copied().zip(0..).collect();
    let hint = |i: usize| {
        let levels = field.around.get(i).iter().map(|&cell| level[&field.cells[cell as usize]]);
        HintSpec::new(field.counts[i], levels, universe.len())
    };
    let mut hints: Vec<HintSpec> = (0..field.counts.len()).map(hint).collect();
    // A hint whose last cell comes early cuts early.
    hints.sort_by_key(|hint| hint.last);
    let mut valid = Zdd::any_of(&universe);
    for hint in &hints {
        let allowed = build(valid.order(), hint, meter)?;
        valid = apply(Operator::And, &valid, &allowed, meter)?;
    }
    Ok(valid)
}

/// U: the covered cells in the order of sweeps over the components.
fn universe(field: &Minefield, meter: &Meter<'_>) -> Result<Arc<[Cell]>, Stopped> {
    let mut order = Vec::with_capacity(field.cells.len());
    for component in field.components() {
        let classes = sweep(&component, 1, meter)?;
        order.extend(classes.iter().map(|&class| component.cells.get(class as usize)[0]));
    }
    Ok(order.into())
}

/// Algorithm 1 for one hint: the state is how many mines are left to place.
struct HintSpec {
    count: u32,
    /// Whether each level is in X_i.
    chosen: Vec<bool>,
    /// The last level in X_i.
    last: usize,
}

impl HintSpec {
    fn new(count: u32, levels: impl Iterator<Item = usize>, universe: usize) -> Self {
        let mut hint = Self { count, chosen: vec![false; universe], last: 0 };
        for level in levels {
            hint.chosen[level] = true;
            hint.last = hint.last.max(level);
        }
        hint
    }

    /// The paper's recursive(level, X, left, m).
    fn recursive(&self, level: usize, left: u32) -> Next<1> {
        if level < self.chosen.len() {
            return Next::At(level as u32, [u64::from(left)]);
        }
        if left == 0 { Next::Unit } else { Next::Empty }
    }
}

impl Spec<1> for HintSpec {
    fn start(&self) -> Next<1> {
        self.recursive(0, self.count)
    }

    fn next(&self, level: u32, [left]: [u64; 1], mined: bool) -> Next<1> {
        let used = u64::from(mined && self.chosen[level as usize]);
        match left.checked_sub(used) {
            Some(left) => self.recursive(level as usize + 1, left as u32),
            None => Next::Empty,
        }
    }
}
