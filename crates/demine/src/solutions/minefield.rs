//! Minefield: the paper's input MB(m, n, C, A) (Suzuki et al., §2), as [`Constraints`].
//!
//! m covered cells and n numbers, each with its covered neighbours, as labelled and without
//! propagation. Covered cells next to no number are left out.

use crate::base::{Interner, Lists, first_seen, flood};
use crate::system::{Component, Constraints};

/// The connected components, with one class per cell. No number is broken.
pub fn components(field: &Constraints) -> Vec<Component> {
    let mut seen = vec![false; field.numbers.len()];
    let mut components = Vec::new();
    for start in 0..field.numbers.len() as u32 {
        if first_seen(&mut seen, start) {
            let mut numbers = vec![start];
            flood(&mut numbers, |number, numbers| {
                let cells = field.members.get(number as usize).iter();
                let others = cells.flat_map(|&cell| field.touching.get(cell as usize)).copied();
                numbers.extend(others.filter(|&other| first_seen(&mut seen, other)));
            });
            components.push(component(field, &numbers));
        }
    }
    components
}

fn component(field: &Constraints, numbers: &[u32]) -> Component {
    let (mut classes, mut members) = (Interner::<1>::default(), Lists::default());
    for &number in numbers {
        let around = field.members.get(number as usize).iter();
        members.push(around.map(|&cell| classes.intern([cell.into()])));
    }
    let mut cells = Lists::default();
    classes.keys().iter().for_each(|&[cell]| cells.push([field.cells[cell as usize]]));
    let rests = numbers.iter().map(|&number| field.needs[number as usize] as u32).collect();
    Component::new(cells, rests, members)
}
