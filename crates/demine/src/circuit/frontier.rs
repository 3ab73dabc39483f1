//! Frontier: the transition of every sweep. Items (cells, or edges of the degree model) are decided
//! one by one; a state holds what the decided items give to each open constraint.
//!
//! States are packed as in [`packed`](crate::circuit::packed) and bounded on both sides: no
//! constraint gets more than its rest, or so little that the undecided items cannot make up for it.
//!
//! The states of a level are sorted. A choice adds the same number to every state that it keeps:
//!
//! ```text
//! states        0  2  3  5  7          one = 2
//! not chosen    0  2  3  .  .          5 and 7 lack too much for the undecided items
//! chosen        2  4  .  7  9          3 + 2 exceeds some rest
//! next level    0  2  3  4  7  9       two sorted lists, merged: the two 2s are one state
//! ```
//!
//! So equal states meet without a hash table. A [`Sink`] defines what a sweep computes for each new
//! state: edges of a diagram, or sums of totals.

use crate::base::{Key, LargeVec, Meter, Result, add};
use crate::circuit::packed::{Field, Limits};
use crate::system::Component;

/// The effect of deciding one item.
pub(crate) struct Layer<const N: usize> {
    /// What a chosen item adds.
    pub one: Key<N>,
    /// The bounds if the item is not chosen, and if it is.
    pub limits: [Limits<N>; 2],
}

/// The constraints with both decided and undecided items.
pub(crate) struct Frontier<'a, const N: usize> {
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

    /// Decides all cells, class by class.
    pub fn layers(mut self, classes: &[u32]) -> Vec<Layer<N>> {
        let mut layers = Vec::with_capacity(self.component.cells.items());
        for &class in classes {
            let touching = self.component.touching.get(class as usize);
            let cells = 0..self.component.size(class as usize);
            layers.extend(cells.map(|_| self.decide(touching)));
        }
        layers
    }

    /// Decides one more item of each of these constraints.
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

    /// One item fewer is left to satisfy a constraint.
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

/// Receives the states of the next level, in order.
pub(crate) trait Sink {
    /// A state with one parent or two: the next state kept without the item, the next one kept with
    /// it, and whether each is a parent.
    fn merge(&mut self, heads: [u32; 2], are_parents: [bool; 2]);

    /// A state with one parent, reached by one choice.
    fn move_on(&mut self, from: u32, choice: usize);
}

/// The states of a level, and buffers for the next.
pub(crate) struct Level<const N: usize> {
    pub states: LargeVec<Key<N>>,
    next: LargeVec<Key<N>>,
    left: [LargeVec<u32>; 2],
}

impl<const N: usize> Level<N> {
    pub fn start() -> Self {
        let left = [LargeVec::default(), LargeVec::default()];
        Self { states: LargeVec::from(vec![[0; N]]), next: LargeVec::default(), left }
    }

    pub fn advance(&mut self, layer: &Layer<N>, sink: &mut impl Sink, meter: &Meter) -> Result<()> {
        let [without, with] = &mut self.left;
        let left = [
            layer.survivors(false, &self.states, without, meter)?,
            layer.survivors(true, &self.states, with, meter)?,
        ];
        layer.merge(&self.states, left, &mut self.next, sink, meter)?;
        std::mem::swap(&mut self.states, &mut self.next);
        Ok(())
    }
}

/// States processed between two checks of the clock.
const STATES_PER_CHECK: usize = 1 << 10;

impl<const N: usize> Layer<N> {
    fn sums(&self, state: Key<N>, is_chosen: bool) -> Key<N> {
        if is_chosen { add(state, self.one) } else { state }
    }

    /// The states that a choice keeps, written into a buffer.
    fn survivors<'b>(
        &self,
        is_chosen: bool,
        states: &[Key<N>],
        buffer: &'b mut LargeVec<u32>,
        meter: &Meter,
    ) -> Result<&'b [u32]> {
        let limits = &self.limits[usize::from(is_chosen)];
        let (mut length, mut number) = (0, 0);
        for chunk in states.chunks(STATES_PER_CHECK) {
            meter.steps(N * chunk.len())?;
            if buffer.len() < length + chunk.len() {
                let more = length + chunk.len() - buffer.len();
                buffer.make_room(more, meter)?;
                buffer.resize(length + chunk.len(), 0);
            }
            for &state in chunk {
                // Always written, and kept if within bounds: half of the branches would be
                // mispredicted.
                buffer[length] = number;
                length += usize::from(limits.hold(self.sums(state, is_chosen)));
                number += 1;
            }
        }
        Ok(&buffer[..length])
    }

    /// Merges the states that both choices keep into the next level.
    fn merge(
        &self,
        states: &[Key<N>],
        [without, with]: [&[u32]; 2],
        next: &mut LargeVec<Key<N>>,
        sink: &mut impl Sink,
        meter: &Meter,
    ) -> Result<()> {
        next.clear();
        let after = |from: u32, choice: usize| {
            self.limits[choice].after(self.sums(states[from as usize], choice == 1))
        };
        let (mut i, mut j) = (0, 0);
        while i < without.len() && j < with.len() {
            meter.steps(N)?;
            let (a, b) = (after(without[i], 0), after(with[j], 1));
            sink.merge([without[i], with[j]], [a <= b, b <= a]);
            next.make_room(1, meter)?;
            next.push(a.min(b));
            i += usize::from(a <= b);
            j += usize::from(b <= a);
        }
        for (choice, rest) in [(0, &without[i..]), (1, &with[j..])] {
            for &from in rest {
                meter.steps(N)?;
                sink.move_on(from, choice);
                next.make_room(1, meter)?;
                next.push(after(from, choice));
            }
        }
        Ok(())
    }
}
