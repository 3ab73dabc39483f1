//! Frontier: the transition of every sweep. Items (cells, or edges of the degree model) are decided
//! one after the other, and a state is what those so far give to each open constraint.
//!
//! States are packed as in [`packed`](crate::circuit::packed) and kept within bounds from both
//! sides: no constraint is given more than its rest, nor less than what the items to come cannot
//! make up for.
//!
//! The states of a level are ascending, and what a choice does to those that it leaves is to add
//! one number to all of them:
//!
//! ```text
//! states        0  2  3  5  7          one = 2
//! not chosen    0  2  3  .  .          5 and 7 lack too much for the items to come
//! chosen        2  4  .  7  9          3 + 2 is more than some rest
//! next level    0  2  3  4  7  9       two ascending lists, merged: the two 2s are one state
//! ```
//!
//! So equal states are found without a table. Whoever sweeps says in a [`Sink`] what becomes of a
//! state's parents: edges of a diagram, or sums of totals.

use crate::base::{Key, LargeVec, Meter, Stopped, add};
use crate::circuit::packed::{Field, Limits};
use crate::system::Component;

/// What deciding one item (a cell, or an edge of the degree model) does to the state.
pub(crate) struct Layer<const N: usize> {
    /// What the item adds if it is chosen.
    pub one: Key<N>,
    /// The bounds that must hold if it is not chosen, and if it is.
    pub limits: [Limits<N>; 2],
}

/// The constraints that hold both decided and undecided items.
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

    /// Decide all cells, class after class.
    pub fn layers(mut self, classes: &[u32]) -> Vec<Layer<N>> {
        let mut layers = Vec::with_capacity(self.component.cells.items());
        for &class in classes {
            let touching = self.component.touching.get(class as usize);
            let cells = 0..self.component.size(class as usize);
            layers.extend(cells.map(|_| self.decide(touching)));
        }
        layers
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

/// What is made of the states of a level.
pub(crate) trait Sink {
    /// The next state comes from one parent or from both: the heads of the states that are left
    /// without the item and with it, and whether each is its parent.
    fn merge(&mut self, heads: [u32; 2], are_parents: [bool; 2]);

    /// The next state comes from one parent, by one choice.
    fn move_on(&mut self, from: u32, choice: usize);
}

/// The states of a level, and room for those of the next.
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

    /// Decide one more item.
    pub fn advance(
        &mut self,
        layer: &Layer<N>,
        sink: &mut impl Sink,
        meter: &Meter<'_>,
    ) -> Result<(), Stopped> {
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

/// So many states are followed at once: large amounts of memory are not touched without a look at
/// the meter.
const CHUNK: usize = 1 << 10;

impl<const N: usize> Layer<N> {
    #[inline]
    fn sums(&self, state: Key<N>, is_chosen: bool) -> Key<N> {
        if is_chosen { add(state, self.one) } else { state }
    }

    /// Which states a choice leaves, written into a buffer.
    fn survivors<'b>(
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
                // Written in any case and kept if it may be: a branch would be guessed wrong half of
                // the time.
                buffer[length] = number;
                length += usize::from(limits.hold(self.sums(state, is_chosen)));
                number += 1;
            }
        }
        Ok(&buffer[..length])
    }

    /// The states of the next level, from what each choice leaves.
    fn merge(
        &self,
        states: &[Key<N>],
        [without, with]: [&[u32]; 2],
        next: &mut Vec<Key<N>>,
        sink: &mut impl Sink,
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
            sink.merge([without[i], with[j]], [a <= b, b <= a]);
            next.push(a.min(b));
            i += usize::from(a <= b);
            j += usize::from(b <= a);
        }
        for (choice, rest) in [(0, &without[i..]), (1, &with[j..])] {
            for &from in rest {
                meter.steps(N)?;
                sink.move_on(from, choice);
                next.push(after(from, choice));
            }
        }
        Ok(())
    }
}
