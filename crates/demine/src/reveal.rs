//! Reveal: more hints, without starting over (the online problem of Suzuki et al., §7).
//!
//! New hints tie together only the factors that hold their cells. These are solved anew, with the
//! hints around them; all other factors are shared with the set before. What another factor gives
//! to a hint is the same in each of its solutions, so any one of them tells.

use rustc_hash::FxHashMap;

use crate::apply::{exactly, restrict};
use crate::board::Cell;
use crate::budget::{Meter, Stopped};
use crate::component::Contradiction;
use crate::minefield::Minefield;
use crate::pieces::Pieces;
use crate::position::Label;
use crate::solutions::{Home, Solutions};
use crate::zdd::Zdd;

impl Solutions {
    /// The solutions in which each cell is free and has so many mined neighbours.
    pub fn reveal(&self, counts: &[(Cell, u32)], meter: &Meter<'_>) -> Result<Self, Stopped> {
        if self.labels.is_none() {
            return self.select(counts, meter);
        }
        let Ok(update) = Update::new(self, counts) else { return Ok(self.nothing()) };
        let Ok(field) = update.minefield() else { return Ok(self.nothing()) };
        if field.cells.is_empty() {
            return Ok(update.apply(&[], Pieces::default()));
        }
        let cells = field.cells.clone();
        Ok(match Pieces::of_hints(field, meter)? {
            Ok(pieces) => update.apply(&cells, pieces),
            Err(Contradiction) => self.nothing(),
        })
    }

    /// The same for a set that is not that of a position.
    fn select(&self, counts: &[(Cell, u32)], meter: &Meter<'_>) -> Result<Self, Stopped> {
        let free: FxHashMap<Cell, bool> = counts.iter().map(|&(cell, _)| (cell, false)).collect();
        let start = restrict(self.whole(meter)?, &free, meter)?;
        let zdd = counts.iter().try_fold(start, |zdd: Zdd, &(cell, count)| {
            let near = self.board.neighbours(cell);
            exactly(&zdd, |other| near.binary_search(&other).is_ok(), count, meter)
        })?;
        Ok(Self::from_zdd(self.board.clone(), zdd))
    }
}

struct Update<'a> {
    /// With the new labels, and otherwise as before.
    old: Solutions,
    counts: &'a [(Cell, u32)],
    /// The factors that the new hints tie together, ascending.
    tied: Vec<u32>,
}

impl<'a> Update<'a> {
    fn new(set: &Solutions, counts: &'a [(Cell, u32)]) -> Result<Self, Contradiction> {
        let mut old = set.copy();
        let labels = old.labels.as_mut().expect("the set is that of a position");
        let mut tied = Vec::new();
        for &(cell, count) in counts {
            let label = std::mem::replace(&mut labels[cell as usize], Label::Count(count));
            let is_other = matches!(label, Label::Count(known) if known != count);
            if is_other || set.homes[cell as usize] == Home::Mined {
                return Err(Contradiction);
            }
            let near = set.board.neighbours(cell).iter().chain([&cell]);
            tied.extend(near.filter_map(|&near| match set.homes[near as usize] {
                Home::Factor(i) => Some(i),
                _ => None,
            }));
        }
        tied.sort_unstable();
        tied.dedup();
        Ok(Self { old, counts, tied })
    }

    /// The unopened cells that the new hints tie together.
    fn cells(&self) -> Vec<Cell> {
        let tied = self.tied.iter().flat_map(|&i| self.old.factors[i as usize].zdd.order().iter());
        let near = self.counts.iter().flat_map(|&(cell, _)| self.old.board.neighbours(cell));
        let loose = near.filter(|&&near| self.old.homes[near as usize] == Home::Loose);
        let mut cells: Vec<Cell> = tied.chain(loose).copied().collect();
        cells.retain(|&cell| self.count(cell).is_none());
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn count(&self, cell: Cell) -> Option<u32> {
        match self.old.labels.as_ref()?[cell as usize] {
            Label::Count(count) => Some(count),
            _ => None,
        }
    }

    /// Those cells, with the new hints, and every hint next to a cell that was not decided.
    fn minefield(&self) -> Result<Minefield, Contradiction> {
        let mut field = Minefield { cells: self.cells(), ..Minefield::default() };
        // Numbers from 1 on; 0 for a cell that is not in the field.
        let mut number = vec![0u32; self.old.homes.len()];
        (1..).zip(&field.cells).for_each(|(i, &cell)| number[cell as usize] = i);
        let mut around = Vec::new();
        for hint in self.hints(&field.cells) {
            let Some(count) = self.count(hint) else { continue };
            let near = self.old.board.neighbours(hint);
            around.clear();
            around.extend(near.iter().filter_map(|&near| number[near as usize].checked_sub(1)));
            let known = near.iter().filter(|&&near| self.is_mined_elsewhere(near)).count() as u32;
            field.hint(count.checked_sub(known).ok_or(Contradiction)?, &around)?;
        }
        Ok(field)
    }

    /// The new hints, and all neighbours of the cells at hand: each once.
    fn hints(&self, cells: &[Cell]) -> Vec<Cell> {
        let is_open = |&&(cell, _): &&(Cell, u32)| self.old.homes[cell as usize] != Home::Free;
        let opened = self.counts.iter().filter(is_open).map(|(cell, _)| cell);
        let near = cells.iter().chain(opened).flat_map(|&cell| self.old.board.neighbours(cell));
        let mut seen = vec![false; self.old.homes.len()];
        let new = self.counts.iter().map(|(cell, _)| cell);
        let first = |cell: &Cell| !std::mem::replace(&mut seen[*cell as usize], true);
        new.chain(near).copied().filter(first).collect()
    }

    /// Whether the cell is a certain mine, or a mine of one solution of a factor that is not tied.
    fn is_mined_elsewhere(&self, cell: Cell) -> bool {
        match self.old.homes[cell as usize] {
            Home::Mined => true,
            Home::Factor(i) if self.tied.binary_search(&i).is_err() => {
                self.old.factors[i as usize].witnesses(cell)
            }
            _ => false,
        }
    }

    /// The cells at hand leave their homes, and go where the pieces put them.
    fn apply(self, cells: &[Cell], pieces: Pieces) -> Solutions {
        let mut new = self.old;
        self.tied.iter().rev().for_each(|&i| new.remove(i as usize));
        let opened = self.counts.iter().map(|(cell, _)| cell);
        cells.iter().chain(opened).for_each(|&cell| new.homes[cell as usize] = Home::Free);
        new.add(pieces);
        new
    }
}
