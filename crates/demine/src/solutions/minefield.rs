//! Minefield: the paper's input MB(m, n, C, A) (Suzuki et al., §2).
//!
//! m covered cells and n numbers, each with its covered neighbours, as labelled and without
//! propagation. Covered cells next to no number are left out.

use crate::base::{Interner, Lists, first_seen, flood};
use crate::board::Cell;
use crate::position::Position;
use crate::system::{Component, Contradiction};

#[derive(Clone, Debug, Default)]
pub struct Minefield {
    pub cells: Vec<Cell>,
    /// c_i: how many mines each number still needs, known mines subtracted.
    pub rests: Vec<u32>,
    /// A_i: the covered cells of each number, by index.
    pub around: Lists,
}

impl Minefield {
    /// Fails if one of the numbers alone cannot be satisfied.
    pub fn of(position: &Position) -> Result<Self, Contradiction> {
        let mut field = Self::default();
        let mut cells = Interner::<1>::default();
        for (_, need, covered) in position.numbers() {
            let around: Vec<u32> = covered.map(|n| cells.intern([n.into()])).collect();
            field.add_number(u32::try_from(need).map_err(|_| Contradiction)?, &around)?;
        }
        field.cells = cells.keys().iter().map(|&[cell]| cell as Cell).collect();
        Ok(field)
    }

    /// Adds a number over cells given by their indices.
    pub fn add_number(&mut self, rest: u32, around: &[u32]) -> Result<(), Contradiction> {
        if rest as usize > around.len() {
            return Err(Contradiction);
        }
        if !around.is_empty() {
            self.rests.push(rest);
            self.around.push(around.iter().copied());
        }
        Ok(())
    }

    /// The connected components, with one class per cell.
    pub fn components(&self) -> Vec<Component> {
        let numbers_of = self.around.transpose(self.cells.len());
        let mut seen = vec![false; self.rests.len()];
        let mut components = Vec::new();
        for start in 0..self.rests.len() as u32 {
            if !first_seen(&mut seen, start) {
                continue;
            }
            let mut numbers = vec![start];
            flood(&mut numbers, |number, numbers| {
                let cells = self.around.get(number as usize).iter();
                let others = cells.flat_map(|&cell| numbers_of.get(cell as usize)).copied();
                numbers.extend(others.filter(|&other| first_seen(&mut seen, other)));
            });
            components.push(self.component(&numbers));
        }
        components
    }

    fn component(&self, numbers: &[u32]) -> Component {
        let (mut classes, mut members) = (Interner::<1>::default(), Lists::default());
        for &number in numbers {
            let around = self.around.get(number as usize).iter();
            members.push(around.map(|&cell| classes.intern([cell.into()])));
        }
        let mut cells = Lists::default();
        classes.keys().iter().for_each(|&[cell]| cells.push([self.cells[cell as usize]]));
        let rests = numbers.iter().map(|&number| self.rests[number as usize]).collect();
        Component::new(cells, rests, members)
    }
}
