//! Reveal: adds numbers without starting over (the online problem of Suzuki et al., §7).
//!
//! New numbers tie together the factors that contain their neighbours. These are solved again with
//! the numbers around them; all other factors are shared with the old set. Another factor gives the
//! same mines to a number in all of its solutions, so one of them is enough.

use rustc_hash::FxHashMap;

use crate::base::{Interner, Lists, Meter, Result, Sort};
use crate::board::Cell;
use crate::count::{ReducedRegion, Work};
use crate::position::Label;
use crate::solutions::cell_index::Place;
use crate::solutions::factors::Factors;
use crate::solutions::set::Set;
use crate::system::{Contradiction, Failure, System, Unreduced};
use crate::zdd::{Zdd, restrict, with_cardinality};

impl Set {
    /// The solutions in which each given cell is free and shows the given number.
    pub fn reveal(&self, opened: &[(Cell, u32)], meter: &Meter) -> Result<Self> {
        if self.codes.is_none() {
            return self.select(opened, meter);
        }
        let Ok(update) = Update::new(self, opened) else { return Ok(self.nothing()) };
        let cells = update.cells();
        let Ok(constraints) = update.constraints(&cells) else { return Ok(self.nothing()) };
        if cells.is_empty() {
            return Ok(update.apply(&[], Factors::default()));
        }
        let work = Work::new(None, meter);
        let factors = System::of(constraints, meter)
            .and_then(|system| Factors::of_region(&ReducedRegion::of(system, work), meter));
        Ok(match Failure::or_contradiction(factors)? {
            Ok(factors) => update.apply(&cells, factors),
            Err(Contradiction) => self.nothing(),
        })
    }

    /// `reveal` for a set that does not belong to a position.
    fn select(&self, opened: &[(Cell, u32)], meter: &Meter) -> Result<Self> {
        let free: FxHashMap<Cell, bool> = opened.iter().map(|&(cell, _)| (cell, false)).collect();
        let start = restrict(self.diagram(meter)?, &free, meter)?;
        let zdd = opened.iter().try_fold(start, |zdd: Zdd, &(cell, number)| {
            let near = self.board.neighbours(cell);
            let is_near = |other| near.binary_search(&other).is_ok();
            with_cardinality(&zdd, is_near, number..=number, meter)
        })?;
        Ok(Self::from_zdd(self.board.clone(), zdd))
    }
}

struct Update<'a> {
    /// The old set with the new labels.
    old: Set,
    opened: &'a [(Cell, u32)],
    /// The factors that the new numbers tie together, sorted.
    tied: Vec<u32>,
}

impl<'a> Update<'a> {
    fn new(set: &Set, opened: &'a [(Cell, u32)]) -> Result<Self, Contradiction> {
        let mut old = set.copy();
        let codes = old.codes.as_mut().expect("the set is that of a position");
        let mut tied = Vec::new();
        for &(cell, number) in opened {
            let label = Label::Number(number);
            let before = std::mem::replace(&mut codes[cell as usize], label.code());
            let is_other =
                matches!(Label::of_code(before), known @ Label::Number(_) if known != label);
            if is_other || set.places.get(cell) == Place::Mined {
                return Err(Contradiction);
            }
            let near = set.board.neighbours(cell).iter().chain([&cell]);
            tied.extend(near.filter_map(|&near| match set.places.get(near) {
                Place::Factor(i) => Some(i),
                _ => None,
            }));
        }
        tied.ascend();
        tied.dedup();
        Ok(Self { old, opened, tied })
    }

    /// The unopened cells that the new numbers tie together.
    fn cells(&self) -> Vec<Cell> {
        let tied = self.tied.iter().flat_map(|&i| self.old.factors[i as usize].zdd.order().iter());
        let near = self.opened.iter().flat_map(|&(cell, _)| self.old.board.neighbours(cell));
        let loose = near.filter(|&&near| self.old.places.get(near) == Place::Loose);
        let mut cells: Vec<Cell> = tied.chain(loose).copied().collect();
        cells.retain(|&cell| self.number(cell).is_none());
        cells.ascend();
        cells.dedup();
        cells
    }

    fn number(&self, cell: Cell) -> Option<u32> {
        match Label::of_code(self.old.codes.as_ref()?[cell as usize]) {
            Label::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The new numbers, and all numbers around the tied cells.
    fn constraints(&self, cells: &[Cell]) -> Result<Unreduced, Contradiction> {
        let mut numbers = Interner::<1>::default();
        let mut index = |number: Cell| numbers.intern([number.into()]);
        for &(cell, _) in self.opened {
            index(cell);
            // If the cell was not known to be free, the numbers around it change, too.
            if self.old.places.get(cell) != Place::Free {
                self.numbers_around(cell).for_each(|near| _ = index(near));
            }
        }
        let mut touching = Lists::with_capacity(cells.len(), 4 * cells.len());
        for &cell in cells {
            touching.push(self.numbers_around(cell).map(&mut index));
        }
        let numbers: Vec<Cell> = numbers.keys().iter().map(|&[number]| number as Cell).collect();
        let mut around = vec![0u32; numbers.len()];
        touching.iter().flatten().for_each(|&number| around[number as usize] += 1);
        let rests = numbers.iter().zip(around).map(|(&number, around)| self.rest(number, around));
        let rests = rests.collect::<Result<_, _>>()?;
        Ok(Unreduced { cells: cells.to_vec(), rests, touching })
    }

    fn numbers_around(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let near = self.old.board.neighbours(cell).iter().copied();
        near.filter(|&near| self.number(near).is_some())
    }

    /// How many mines the number needs among its tied cells.
    fn rest(&self, number: Cell, around: u32) -> Result<u32, Contradiction> {
        let near = self.old.board.neighbours(number).iter();
        let known = near.filter(|&&near| self.is_mined_elsewhere(near)).count() as u32;
        let rest = self.number(number).and_then(|shown| shown.checked_sub(known));
        rest.filter(|&rest| rest <= around).ok_or(Contradiction)
    }

    /// Whether the cell is a certain mine, or mined in one solution of a factor that is not tied.
    fn is_mined_elsewhere(&self, cell: Cell) -> bool {
        match self.old.places.get(cell) {
            Place::Mined => true,
            Place::Factor(i) if self.tied.binary_search(&i).is_err() => {
                self.old.factors[i as usize].witnesses(cell)
            }
            _ => false,
        }
    }

    /// Replaces the tied factors by the new ones.
    fn apply(self, cells: &[Cell], factors: Factors) -> Set {
        let mut new = self.old;
        self.tied.iter().rev().for_each(|&i| new.remove(i as usize));
        let opened = self.opened.iter().map(|(cell, _)| cell);
        cells.iter().chain(opened).for_each(|&cell| new.places.set(cell, Place::Free));
        new.add(factors);
        new
    }
}
