//! Reveal: one more hint, without starting over (the online problem of Suzuki et al., §7).
//!
//! A new hint ties together only the factors that hold its cells. These are solved anew, with the
//! hints around them; all other factors are shared with the set before. What another factor gives
//! to a hint is the same in each of its solutions, so any one of them tells.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::apply::{exactly, restrict};
use crate::board::Cell;
use crate::budget::{Meter, Stopped};
use crate::component::Contradiction;
use crate::minefield::Minefield;
use crate::pieces::{Method, Pieces};
use crate::position::Label;
use crate::solutions::{Factor, Home, Solutions};

const NONE: u32 = u32::MAX;

impl Solutions {
    /// The solutions in which the cell is free and has so many mined neighbours.
    pub fn reveal(&self, cell: Cell, count: u32, meter: &Meter<'_>) -> Result<Self, Stopped> {
        let Some(labels) = &self.labels else { return self.select(cell, count, meter) };
        if let Label::Count(known) = labels[cell as usize] {
            return Ok(if known == count { self.clone() } else { self.nothing() });
        }
        let mut labels = labels.to_vec();
        labels[cell as usize] = Label::Count(count);
        let update = Update::new(self, cell, labels);
        let pieces = match update.minefield() {
            _ if update.homes[cell as usize] == Home::Mined => Err(Contradiction),
            Err(Contradiction) => Err(Contradiction),
            Ok(field) => {
                let pieces = Pieces::of(&field.position(), Method::Cells, meter)?;
                pieces.map(|pieces| pieces.renamed(&field.cells))
            }
        };
        Ok(pieces.map_or_else(|_| self.nothing(), |pieces| update.apply(pieces)))
    }

    /// The same for a set that is not that of a position.
    fn select(&self, cell: Cell, count: u32, meter: &Meter<'_>) -> Result<Self, Stopped> {
        let free: FxHashMap<Cell, bool> = [(cell, false)].into_iter().collect();
        let zdd = restrict(self.whole(meter)?, &free, meter)?;
        let near = self.board.neighbours(cell);
        let zdd = exactly(&zdd, |other| near.binary_search(&other).is_ok(), count, meter)?;
        Ok(Self::from_zdd(self.board.clone(), zdd))
    }
}

struct Update<'a> {
    old: &'a Solutions,
    cell: Cell,
    labels: Vec<Label>,
    homes: Vec<Home>,
    /// Whether each factor is tied by the new hint.
    is_tied: Vec<bool>,
}

impl<'a> Update<'a> {
    fn new(old: &'a Solutions, cell: Cell, labels: Vec<Label>) -> Self {
        let homes = old.homes();
        let mut is_tied = vec![false; old.factors.len()];
        for &near in old.board.neighbours(cell).iter().chain([&cell]) {
            if let Home::Factor(i) = homes[near as usize] {
                is_tied[i as usize] = true;
            }
        }
        Self { old, cell, labels, homes, is_tied }
    }

    fn factors(&self, tied: bool) -> impl Iterator<Item = &Arc<Factor>> {
        let factors = self.old.factors.iter().zip(&self.is_tied);
        factors.filter(move |(_, is_tied)| **is_tied == tied).map(|(factor, _)| factor)
    }

    /// The cells that the new hint ties together, the opened one excepted.
    fn cells(&self) -> Vec<Cell> {
        let near = self.old.board.neighbours(self.cell).iter();
        let loose = near.filter(|&&near| self.homes[near as usize] == Home::Loose);
        let tied = self.factors(true).flat_map(|factor| factor.zdd.order().iter());
        tied.chain(loose).copied().filter(|&cell| cell != self.cell).collect()
    }

    /// Those cells, with every hint next to one of them or to the opened cell, and the new hint.
    fn minefield(&self) -> Result<Minefield, Contradiction> {
        let mut field = Minefield { cells: self.cells(), ..Minefield::default() };
        let mut number = vec![NONE; self.homes.len()];
        (0..).zip(&field.cells).for_each(|(i, &cell)| number[cell as usize] = i);
        let mined = self.mined_elsewhere();
        let cells = field.cells.iter().chain([&self.cell]);
        let near = cells.flat_map(|&cell| self.old.board.neighbours(cell));
        let mut hints: Vec<Cell> = near.chain([&self.cell]).copied().collect();
        hints.sort_unstable();
        hints.dedup();
        for hint in hints {
            let Label::Count(count) = self.labels[hint as usize] else { continue };
            let near = self.old.board.neighbours(hint);
            let known = near.iter().filter(|&&near| mined[near as usize]).count() as u32;
            let around = near.iter().map(|&near| number[near as usize]);
            let around: Vec<u32> = around.filter(|&i| i != NONE).collect();
            field.hint(count.checked_sub(known).ok_or(Contradiction)?, &around)?;
        }
        Ok(field)
    }

    /// The certain mines, and the mines of one solution of each factor that is not tied.
    fn mined_elsewhere(&self) -> Vec<bool> {
        let mut mined = vec![false; self.homes.len()];
        let witnesses = self.factors(false).flat_map(|factor| factor.zdd.witness());
        self.old.mined.iter().copied().chain(witnesses).for_each(|cell| mined[cell as usize] = true);
        mined
    }

    fn apply(&self, pieces: Pieces) -> Solutions {
        let near = self.old.board.neighbours(self.cell);
        let is_far = |cell: &Cell| *cell != self.cell && near.binary_search(cell).is_err();
        self.old.changed(|new| {
            new.labels = Some(self.labels.clone().into());
            new.loose.retain(is_far);
            new.loose.extend(pieces.loose);
            new.mined.extend(pieces.mined);
            new.factors = self.factors(false).cloned().collect();
            new.factors.extend(pieces.zdds.into_iter().map(Factor::new));
        })
    }
}
