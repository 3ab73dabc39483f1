//! Minefield: the paper's input MB(m, n, C, A) (Suzuki et al., §2).
//!
//! m covered cells, n hints, each with its count and its covered cells, as the labels say it:
//! nothing is deduced. Covered cells next to no hint are ignored here.

use crate::base::{Lists, first_seen, flood};
use crate::board::Cell;
use crate::position::Position;
use crate::system::{Component, Contradiction};

#[derive(Clone, Debug, Default)]
pub struct Minefield {
    /// The covered cells.
    pub cells: Vec<Cell>,
    /// c_i: how many mines each hint still asks for, known mines subtracted.
    pub counts: Vec<u32>,
    /// A_i: the covered cells of each hint, by index.
    pub around: Lists,
}

const NONE: u32 = u32::MAX;

impl Minefield {
    /// Of all labels, or `Contradiction` if a hint alone cannot be met.
    pub fn of(position: &Position) -> Result<Self, Contradiction> {
        let mut field = Self::default();
        let mut number = vec![NONE; position.board().cells()];
        for (_, need, covered) in position.numbers() {
            let around = covered.map(|n| {
                if number[n as usize] == NONE {
                    number[n as usize] = field.cells.len() as u32;
                    field.cells.push(n);
                }
                number[n as usize]
            });
            let around: Vec<u32> = around.collect();
            field.add_hint(u32::try_from(need).map_err(|_| Contradiction)?, &around)?;
        }
        Ok(field)
    }

    /// Add a hint over cells by their indices.
    pub fn add_hint(&mut self, count: u32, around: &[u32]) -> Result<(), Contradiction> {
        if count as usize > around.len() {
            return Err(Contradiction);
        }
        if !around.is_empty() {
            self.counts.push(count);
            self.around.push(around.iter().copied());
        }
        Ok(())
    }

    /// The connected components, each with every cell as a class of its own.
    pub fn components(&self) -> Vec<Component> {
        let hints_of = self.around.transpose(self.cells.len());
        let mut seen = vec![false; self.counts.len()];
        let mut number = vec![NONE; self.cells.len()];
        let mut components = Vec::new();
        for start in 0..self.counts.len() as u32 {
            if !first_seen(&mut seen, start) {
                continue;
            }
            let mut hints = vec![start];
            flood(&mut hints, |hint, hints| {
                let cells = self.around.get(hint as usize).iter();
                let others = cells.flat_map(|&cell| hints_of.get(cell as usize)).copied();
                hints.extend(others.filter(|&other| first_seen(&mut seen, other)));
            });
            components.push(self.component(&hints, &mut number));
        }
        components
    }

    fn component(&self, hints: &[u32], number: &mut [u32]) -> Component {
        let (mut cells, mut members) = (Lists::default(), Lists::default());
        for &hint in hints {
            let around = self.around.get(hint as usize);
            for &cell in around {
                if number[cell as usize] == NONE {
                    number[cell as usize] = cells.len() as u32;
                    cells.push([self.cells[cell as usize]]);
                }
            }
            members.push(around.iter().map(|&cell| number[cell as usize]));
        }
        let rests = hints.iter().map(|&hint| self.counts[hint as usize]).collect();
        Component::new(cells, rests, members)
    }
}
