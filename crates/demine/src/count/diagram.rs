//! Diagram: all solutions of a component, built from the top down over its covered cells, class
//! after class in the order of a [`sweep`](crate::order::sweep).

use std::sync::Arc;

use crate::base::{Meter, Result};
use crate::board::Cell;
use crate::circuit::{Field, Frontier, Layer, Level, Sink, assign_fields_along};
use crate::order::{MOST_SWEEPS, sweep};
use crate::system::Component;
use crate::zdd::{self, UNIT, Zdd};

/// All solutions of a component.
pub fn solutions(component: &Component, meter: &Meter) -> Result<Zdd> {
    let classes = sweep(component, MOST_SWEEPS, meter)?;
    let layout = assign_fields_along(component, &classes);
    match layout.words {
        0..=1 => build_along::<1>(component, &classes, layout.fields, meter),
        2 => build_along::<2>(component, &classes, layout.fields, meter),
        3..=4 => build_along::<4>(component, &classes, layout.fields, meter),
        5..=16 => build_along::<16>(component, &classes, layout.fields, meter),
        _ => Err(meter.too_wide()),
    }
}

fn build_along<const N: usize>(
    component: &Component,
    classes: &[u32],
    fields: Vec<Field>,
    meter: &Meter,
) -> Result<Zdd> {
    let cells = classes.iter().flat_map(|&class| component.cells.get(class as usize));
    let cells: Arc<[Cell]> = cells.copied().collect();
    let layers: Vec<Layer<N>> = Frontier::new(component, fields).layers(classes);
    search(&cells, &layers, meter)
}

/// Edges to the states of the next level.
struct Edges<'a> {
    edges: &'a mut [[u32; 2]],
    /// The number of the next state.
    next: u32,
}

impl Sink for Edges<'_> {
    fn merge(&mut self, [without, with]: [u32; 2], _: [bool; 2]) {
        // The edge to the larger state is written again when its turn comes.
        self.edges[without as usize][0] = self.next;
        self.edges[with as usize][1] = self.next;
        self.next += 1;
    }

    fn move_on(&mut self, from: u32, choice: usize) {
        self.edges[from as usize][choice] = self.next;
        self.next += 1;
    }
}

/// The sets of chosen items that keep all bounds, one level after the other.
pub fn search<const N: usize>(
    items: &Arc<[u32]>,
    layers: &[Layer<N>],
    meter: &Meter,
) -> Result<Zdd> {
    let mut diagram = zdd::Levels::default();
    let mut level = Level::<N>::start();
    for (i, layer) in layers.iter().enumerate() {
        let states = level.states.len();
        // Wide states take more memory.
        meter.states(states * N)?;
        // After the last item every constraint is met, by the only state that is left.
        let is_last = i + 1 == layers.len();
        let next = if is_last { UNIT } else { diagram.end() + states as u32 };
        let edges = diagram.push(states, meter)?;
        level.advance(layer, &mut Edges { edges, next }, meter)?;
    }
    let root = if layers.is_empty() { UNIT } else { zdd::Levels::ROOT };
    diagram.reduce_along(items, root, meter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;

    #[test]
    fn many_open_numbers_take_more_words_until_they_are_too_many() {
        let meter = Meter::unwatched(Budget::default());
        for numbers in [20u32, 50, 100, 200, 500, 2000] {
            let found = solutions(&Component::hub(numbers, 1), &meter).map(|zdd| {
                let all = |cell: Cell| cell > 0;
                (zdd.contains(all), zdd.contains(|cell| !all(cell)), zdd.contains(|_| true))
            });
            let expected =
                if numbers == 2000 { Err(meter.too_wide()) } else { Ok((true, true, false)) };
            assert_eq!(found, expected);
        }
    }
}
