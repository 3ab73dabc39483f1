//! Intersection: the naive combinatorial model (Suzuki et al., §3).
//!
//! Number i alone allows M_i = S(X_i, c_i) ∗ 2^(U∖X_i), built by memoised recursion (Algorithm 1).
//! The solutions are the intersection of all M_i (Algorithm 2).

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{Meter, Result, Sort};
use crate::board::Cell;
use crate::order::sweep;
use crate::solutions::minefield::components;
use crate::system::Constraints;
use crate::zdd::{Operator, Zdd, apply, with_cardinality};

/// Algorithm 2: all solutions of a minefield.
pub fn solutions(field: &Constraints, meter: &Meter) -> Result<Zdd> {
    let all = Zdd::any_of(&universe(field, meter)?);
    let level: FxHashMap<Cell, usize> = all.order().iter().copied().zip(0..).collect();
    let around = |indices: &[u32]| {
        indices.iter().map(|&i| field.cells[i as usize]).collect::<FxHashSet<Cell>>()
    };
    let rests = field.needs.iter().map(|&need| need as u32);
    let mut numbers: Vec<_> = field.members.iter().map(around).zip(rests).collect();
    // A number whose last cell comes early prunes early.
    numbers.arrange_by_key(|(cells, _)| cells.iter().map(|cell| level[cell]).max());
    numbers.iter().try_fold(all.clone(), |valid, (cells, rest)| {
        let allowed = with_cardinality(&all, |cell| cells.contains(&cell), *rest..=*rest, meter)?;
        apply(Operator::And, &valid, &allowed, meter)
    })
}

/// U: the covered cells in the order of sweeps over the components.
fn universe(field: &Constraints, meter: &Meter) -> Result<Arc<[Cell]>> {
    let mut order = Vec::with_capacity(field.cells.len());
    for component in components(field) {
        let classes = sweep(&component, 1, meter)?;
        order.extend(classes.iter().map(|&class| component.cells.get(class as usize)[0]));
    }
    Ok(order.into())
}
