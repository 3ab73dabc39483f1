//! Frontier: all solutions of a component, built from the top down over its covered cells.
//!
//! The state is what the cells so far give to each open constraint, packed as in
//! [`packed`](crate::circuit::packed) and kept within bounds from both sides: no constraint is given more than
//! its rest, nor less than what the cells to come cannot make up for. The cells come class after
//! class, in the order of a [`sweep`](mod@crate::order::sweep).

use std::sync::Arc;

use crate::base::Bulk;
use crate::base::{Key, add};
use crate::base::{Meter, Stopped};
use crate::board::Cell;
use crate::circuit::{Field, Limits, swept_fields};
use crate::order::sweep;
use crate::system::Component;
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
    let (mut states, mut next) = (Bulk::from(vec![[0; N]]), Bulk::default());
    let (mut without, mut with) = (Bulk::default(), Bulk::default());
    for (i, layer) in layers.iter().enumerate() {
        // Wide states take more room.
        meter.states(states.len() * N)?;
        let left = [
            layer.left(false, &states, &mut without, meter)?,
            layer.left(true, &states, &mut with, meter)?,
        ];
        // After the last item every constraint is met, by the only state that is left.
        let is_last = i + 1 == layers.len();
        let first = if is_last { UNIT } else { levels.end() + states.len() as u32 };
        let edges = levels.push(states.len(), meter)?;
        layer.merge(&states, left, first, &mut next, edges, meter)?;
        std::mem::swap(&mut states, &mut next);
    }
    let root = if layers.is_empty() { UNIT } else { Levels::ROOT };
    levels.reduced(items, root, meter)
}

/// So many states are followed at once: large amounts of memory are not touched without a look at
/// the meter.
const CHUNK: usize = 1 << 10;

impl<const N: usize> Layer<N> {
    #[inline]
    fn sums(&self, state: Key<N>, is_chosen: bool) -> Key<N> {
        if is_chosen { add(state, self.one) } else { state }
    }

    /// Which states a choice leaves, written into a buffer.
    fn left<'b>(
        &self,
        is_chosen: bool,
        states: &[Key<N>],
        buffer: &'b mut Vec<u32>,
        meter: &Meter<'_>,
    ) -> Result<&'b [u32], Stopped> {
        let limits = &self.limits[usize::from(is_chosen)];
        let (mut length, mut number) = (0, 0);
        for chunk in states.chunks(CHUNK) {
            meter.steps(N * chunk.len())?;
            if buffer.len() < length + chunk.len() {
                buffer.resize(length + chunk.len(), 0);
            }
            for &state in chunk {
                // Written in any case and kept if it may be: nobody can foretell which states may.
                buffer[length] = number;
                length += usize::from(limits.hold(self.sums(state, is_chosen)));
                number += 1;
            }
        }
        Ok(&buffer[..length])
    }

    /// The states of the next level, numbered from `first` on, and the edges that lead to them
    /// from what each choice leaves.
    fn merge(
        &self,
        states: &[Key<N>],
        [without, with]: [&[u32]; 2],
        first: u32,
        next: &mut Vec<Key<N>>,
        edges: &mut [[u32; 2]],
        meter: &Meter<'_>,
    ) -> Result<(), Stopped> {
        next.clear();
        let after = |from: u32, choice: usize| {
            self.limits[choice].after(self.sums(states[from as usize], choice == 1))
        };
        let (mut i, mut j) = (0, 0);
        while i < without.len() && j < with.len() {
            meter.steps(N)?;
            let (a, b) = (after(without[i], 0), after(with[j], 1));
            // The edge to the larger state is written again when its turn comes.
            let number = first + next.len() as u32;
            edges[without[i] as usize][0] = number;
            edges[with[j] as usize][1] = number;
            next.push(a.min(b));
            i += usize::from(a <= b);
            j += usize::from(b <= a);
        }
        for (choice, rest) in [(0, &without[i..]), (1, &with[j..])] {
            for &from in rest {
                meter.steps(N)?;
                edges[from as usize][choice] = first + next.len() as u32;
                next.push(after(from, choice));
            }
        }
        Ok(())
    }
}
