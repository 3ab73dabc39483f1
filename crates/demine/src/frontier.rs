//! Frontier: all solutions of a component, built from the top down over its covered cells.
//!
//! The state is what the cells so far give to each open constraint, packed as in
//! [`keys`](crate::keys) and kept within bounds from both sides: no constraint is given more than
//! its rest, nor less than what the cells to come cannot make up for. The order of the cells is a
//! sweep of the engine, class after class.

use std::sync::Arc;

use crate::board::Cell;
use crate::budget::{Meter, Stopped};
use crate::component::Component;
use crate::keys::{Field, Key, Limits, add, fields};
use crate::plan::{Kind, MOST_TRIES, Open, Operation, Plan, sweep};
use crate::zdd::{Next, Spec, Zdd, build};

/// What deciding one item (a cell, or an edge of the degree model) does to the state.
pub struct Layer<const N: usize> {
    /// What the item adds if it is chosen.
    pub one: Key<N>,
    /// The bounds that must hold if it is not chosen, and if it is.
    pub limits: [Limits<N>; 2],
}

pub struct Frontier<const N: usize> {
    pub layers: Vec<Layer<N>>,
}

impl<const N: usize> Spec<N> for Frontier<N> {
    fn start(&self) -> Next<N> {
        if self.layers.is_empty() { Next::Unit } else { Next::At(0, [0; N]) }
    }

    #[inline]
    fn next(&self, level: u32, state: Key<N>, chosen: bool) -> Next<N> {
        let layer = &self.layers[level as usize];
        let limits = &layer.limits[usize::from(chosen)];
        let sums = if chosen { add(state, layer.one) } else { state };
        if !limits.below(sums) || !limits.above(sums) {
            return Next::Empty;
        }
        if level as usize + 1 == self.layers.len() {
            Next::Unit
        } else {
            Next::At(level + 1, limits.after(sums))
        }
    }
}

/// All solutions of a component.
pub fn solutions(component: &Component, meter: &Meter<'_>) -> Result<Zdd, Stopped> {
    let plan = sweep(component, MOST_TRIES, meter)?;
    let layout = fields(component, &plan);
    let sweep = Sweep { component, plan: &plan, fields: layout.fields };
    match layout.words {
        0..=1 => sweep.solutions::<1>(meter),
        2 => sweep.solutions::<2>(meter),
        3..=4 => sweep.solutions::<4>(meter),
        5..=16 => sweep.solutions::<16>(meter),
        _ => Err(meter.too_wide()),
    }
}

/// The classes of a component in the order of a plan that never joins.
pub fn swept(plan: &Plan) -> impl Iterator<Item = (u32, &Operation)> {
    plan.operations.iter().map(|operation| match operation.kind {
        Kind::Absorb { class, .. } => (class, operation),
        Kind::Join { .. } => unreachable!("a sweep never joins"),
    })
}

struct Sweep<'a> {
    component: &'a Component,
    plan: &'a Plan,
    fields: Vec<Field>,
}

impl Sweep<'_> {
    fn solutions<const N: usize>(&self, meter: &Meter<'_>) -> Result<Zdd, Stopped> {
        let classes = swept(self.plan).map(|(class, _)| self.component.cells.get(class as usize));
        let order: Arc<[Cell]> = classes.flatten().copied().collect();
        let mut layers = Vec::with_capacity(order.len());
        for (class, operation) in swept(self.plan) {
            let size = self.component.size(class as usize);
            layers.extend((1..=size).map(|taken| self.layer(class, operation, size - taken)));
        }
        build(&order, &Frontier::<N> { layers }, meter)
    }

    /// One more cell of the class is decided, `left` come after it.
    fn layer<const N: usize>(&self, class: u32, operation: &Operation, left: u32) -> Layer<N> {
        let touching = self.component.touching.get(class as usize);
        let mut one = [0; N];
        touching.iter().for_each(|&c| self.fields[c as usize].add(&mut one, 1));
        let limits = || {
            let later = |constraint| if touching.contains(&constraint) { left } else { 0 };
            limits(self.component, self.plan, operation, &self.fields, later, left == 0)
        };
        Layer { one, limits: [limits(), limits()] }
    }
}

/// The bounds of all constraints open in an operation, of whose cells some come `later`.
pub fn limits<const N: usize>(
    component: &Component,
    plan: &Plan,
    operation: &Operation,
    fields: &[Field],
    later: impl Fn(u32) -> u32,
    is_last: bool,
) -> Limits<N> {
    let (closing, staying) = (plan.closing(operation), plan.staying(operation));
    let mut limits = Limits::default();
    for &Open { constraint, held } in closing.iter().chain(staying) {
        let c = constraint as usize;
        let others = component.capacities[c] - (held - later(constraint));
        let rest = component.rests[c];
        limits.bound(&fields[c], rest.saturating_sub(others), rest);
    }
    if is_last {
        closing.iter().for_each(|open| limits.close(&fields[open.constraint as usize]));
    }
    limits
}
