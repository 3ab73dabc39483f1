//! Selection: minimal and maximal solutions, and those with a bounded number of mines.

use crate::base::{Meter, Stopped};
use crate::solutions::cell_index::Place;
use crate::solutions::set::Set;
use crate::zdd::{CachedZdd, Zdd, maximal, minimal, with_cardinality};

impl Set {
    /// The solutions that contain no other solution.
    pub fn minimal(&self, meter: &Meter<'_>) -> Result<Self, Stopped> {
        self.extreme(Place::Free, |zdd| minimal(zdd, meter))
    }

    /// The solutions that no other solution contains.
    pub fn maximal(&self, meter: &Meter<'_>) -> Result<Self, Stopped> {
        self.extreme(Place::Mined, |zdd| maximal(zdd, meter))
    }

    /// A product is extreme if its factors are. With a number of mines, no solution contains
    /// another.
    fn extreme(
        &self,
        loose: Place,
        of: impl Fn(&Zdd) -> Result<Zdd, Stopped>,
    ) -> Result<Self, Stopped> {
        let mut new = self.copy();
        if self.mines.is_some() {
            return Ok(new);
        }
        new.codes = None;
        for factor in &mut new.factors {
            *factor = CachedZdd::new(of(&factor.zdd)?);
        }
        for cell in self.loose() {
            new.places.set(cell, loose);
        }
        Ok(new)
    }

    /// The solutions with `least` to `most` mines.
    pub fn between(&self, least: u32, most: u32, meter: &Meter<'_>) -> Result<Self, Stopped> {
        match self.mines {
            Some(mines) if (least..=most).contains(&mines) => Ok(self.copy()),
            Some(_) => Ok(self.nothing()),
            None => {
                let zdd = with_cardinality(self.diagram(meter)?, |_| true, least..=most, meter)?;
                Ok(Self::from_zdd(self.board.clone(), zdd))
            }
        }
    }
}
