//! Frontier: all solutions of a component, built from the top down over its covered cells.
//!
//! The state is what the cells so far give to each open constraint, packed as in
//! [`keys`](crate::keys) and kept within bounds from both sides: no constraint is given more than
//! its rest, nor less than what the cells to come cannot make up for. The cells come class after
//! class, in the order of a [`sweep`](crate::sweep()).

use std::sync::Arc;

use crate::board::Cell;
use crate::budget::{Meter, Stopped};
use crate::component::Component;
use crate::keys::{Field, Key, Limits, add, swept_fields};
use crate::sweep::sweep;
use crate::zdd::{Levels, UNIT, Zdd};

/// How many orders are compared at most.
const MOST_TRIES: usize = 24;

/// All solutions of a component.
pub fn solutions(component: &Component, meter: &Meter<'_>) -> Result<Zdd, Stopped> {
    let classes = sweep(component, MOST_TRIES, meter)?;
    let layout = swept_fields(component, &classes);
    match layout.words {
        0..=1 => along::<1>(component, &classes, layout.fields, meter),
        2 => along::<2>(component, &classes, layout.fields, meter),
        3..=4 => along::<4>(component, &classes, layout.fields, meter),
        5..=16 => along::<16>(component, &classes, layout.fields, meter),
        _ => Err(meter.too_wide()),
    }
}

fn along<const N: usize>(
    component: &Component,
    classes: &[u32],
    fields: Vec<Field>,
    meter: &Meter<'_>,
) -> Result<Zdd, Stopped> {
    let cells = classes.iter().flat_map(|&class| component.cells.get(class as usize));
    let cells: Arc<[Cell]> = cells.copied().collect();
    let mut frontier = Frontier::<N>::new(component, fields);
    let mut layers = Vec::with_capacity(cells.len());
    for &class in classes {
        let touching = component.touching.get(class as usize);
        layers.extend((0..component.size(class as usize)).map(|_| frontier.decide(touching)));
    }
    search(&cells, &layers, meter)
}

/// What deciding one item (a cell, or an edge of the degree model) does to the state.
pub struct Layer<const N: usize> {
    /// What the item adds if it is chosen.
    pub one: Key<N>,
    /// The bounds that must hold if it is not chosen, and if it is.
    pub limits: [Limits<N>; 2],
}

/// The constraints that hold both decided and undecided items.
pub struct Frontier<'a, const N: usize> {
    component: &'a Component,
    fields: Vec<Field>,
    undecided: Vec<u32>,
    limits: Limits<N>,
}

impl<'a, const N: usize> Frontier<'a, N> {
    pub fn new(component: &'a Component, fields: Vec<Field>) -> Self {
        let undecided = component.capacities.clone();
        Self { component, fields, undecided, limits: Limits::default() }
    }

    /// Decide one more item of each of these constraints.
    pub fn decide(&mut self, touching: &[u32]) -> Layer<N> {
        let mut one = [0; N];
        for &constraint in touching {
            self.fields[constraint as usize].add(&mut one, 1);
            self.advance(constraint as usize);
        }
        let mut limits = self.limits;
        for &constraint in touching {
            if self.undecided[constraint as usize] == 0 {
                limits.close(&self.fields[constraint as usize]);
                self.limits.forget(&self.fields[constraint as usize]);
            }
        }
        Layer { one, limits: [limits; 2] }
    }

    /// One item less can make up for what a constraint still needs.
    fn advance(&mut self, constraint: usize) {
        let (field, rest) = (&self.fields[constraint], self.component.rests[constraint]);
        if self.undecided[constraint] == self.component.capacities[constraint] {
            self.limits.bound(field, 0, rest);
        }
        self.undecided[constraint] -= 1;
        if self.undecided[constraint] < rest {
            self.limits.raise(field);
        }
    }
}

/// The sets of chosen items that keep all bounds, one level after the other.
///
/// The states of a level are ascending, and what a choice does to those that it leaves is to add
/// one number to all of them. So two ascending lists are merged, and equal states are found
/// without a table.
pub fn search<const N: usize>(
    items: &Arc<[u32]>,
    layers: &[Layer<N>],
    meter: &Meter<'_>,
) -> Result<Zdd, Stopped> {
    let mut levels = Levels::default();
    let mut states = vec![[0; N]];
    let (mut without, mut with) = (Vec::new(), Vec::new());
    for (i, layer) in layers.iter().enumerate() {
        // Wide states take more room.
        meter.states(states.len() * N)?;
        let without = layer.follow(&states, false, &mut without, meter)?;
        let with = layer.follow(&states, true, &mut with, meter)?;
        // After the last item every constraint is met, by the only state that is left.
        let is_last = i + 1 == layers.len();
        let next = if is_last { UNIT } else { levels.end() + states.len() as u32 };
        let edges = levels.push(states.len());
        merge(without, with, next, &mut states, edges, meter)?;
    }
    let root = if layers.is_empty() { UNIT } else { Levels::ROOT };
    levels.reduced(items, root, meter)
}

/// A state of the next level, and from which state of this one it comes.
type Successor<const N: usize> = (Key<N>, u32);

impl<const N: usize> Layer<N> {
    /// The states that a choice leaves, written into a buffer.
    fn follow<'b>(
        &self,
        states: &[Key<N>],
        is_chosen: bool,
        buffer: &'b mut Vec<Successor<N>>,
        meter: &Meter<'_>,
    ) -> Result<&'b [Successor<N>], Stopped> {
        let limits = &self.limits[usize::from(is_chosen)];
        let more = if is_chosen { self.one } else { [0; N] };
        if buffer.len() < states.len() {
            buffer.resize(states.len(), ([0; N], 0));
        }
        let mut length = 0;
        for (from, &state) in (0..).zip(states) {
            meter.steps(1)?;
            // Written in any case and kept if it may be: nobody can foretell which states may.
            let sums = add(state, more);
            buffer[length] = (limits.after(sums), from);
            length += usize::from(limits.hold(sums));
        }
        Ok(&buffer[..length])
    }
}

/// The states of two lists, numbered from `first` on, and the edges that lead to them.
fn merge<const N: usize>(
    without: &[Successor<N>],
    with: &[Successor<N>],
    first: u32,
    states: &mut Vec<Key<N>>,
    edges: &mut [[u32; 2]],
    meter: &Meter<'_>,
) -> Result<(), Stopped> {
    states.clear();
    let (mut i, mut j) = (0, 0);
    while i < without.len() && j < with.len() {
        meter.steps(1)?;
        let ((a, from_a), (b, from_b)) = (without[i], with[j]);
        let number = first + states.len() as u32;
        // The edge to the larger state is written again when its turn comes.
        edges[from_a as usize][0] = number;
        edges[from_b as usize][1] = number;
        states.push(a.min(b));
        i += usize::from(a <= b);
        j += usize::from(b <= a);
    }
    for (choice, rest) in [(0, &without[i..]), (1, &with[j..])] {
        for &(state, from) in rest {
            meter.steps(1)?;
            edges[from as usize][choice] = first + states.len() as u32;
            states.push(state);
        }
    }
    Ok(())
}
