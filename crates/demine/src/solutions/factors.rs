//! Factors: the legal assignments of a position as a product of independent sets.

use std::sync::Arc;

use crate::base::{Meter, Result};
use crate::board::Cell;
use crate::count::{Reduced, ReducedRegion, Work};
use crate::position::{Label, Position};
use crate::solutions::degree::Subgraphs;
use crate::solutions::intersection;
use crate::solutions::minefield::components;
use crate::system::{Constraints, Failure, Sorted};
use crate::zdd::{CachedZdd, Zdd, with_cardinality};

/// How the set of all solutions is constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construction {
    /// Top-down over covered cells, after propagation.
    Cells,
    /// Degree constrained subgraphs (Suzuki et al., §4), without propagation.
    Degree,
    /// Intersection of what each number allows (Suzuki et al., §3), without propagation.
    Intersection,
}

/// A legal assignment consists of the mined cells, any of the loose cells, and one set of each
/// diagram. Diagrams have no cells in common, and none is empty.
#[derive(Default)]
pub struct Factors {
    pub mined: Vec<Cell>,
    pub loose: Vec<Cell>,
    pub diagrams: Vec<Arc<CachedZdd>>,
}

impl Factors {
    /// Ignores the position's number of mines.
    pub fn of(
        position: &Position,
        construction: Construction,
        meter: &Meter,
    ) -> Result<Self, Failure> {
        let factors = match construction {
            Construction::Cells => {
                return Self::of_reduced(&*Reduced::of(position, Work::new(None, meter))?, meter);
            }
            Construction::Degree => Self::by_numbers(position, |field| {
                let assignments = |component| Ok(Subgraphs::of(component, meter)?.assignments());
                components(field).iter().map(assignments).collect()
            })?,
            Construction::Intersection => Self::by_numbers(position, |field| {
                Ok(vec![intersection::solutions(field, meter)?])
            })?,
        };
        factors.if_possible()
    }

    /// The cells that may be mined.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let in_diagrams = self.diagrams.iter().flat_map(|factor| factor.zdd.order().iter());
        self.mined.iter().chain(&self.loose).chain(in_diagrams).copied()
    }

    /// Multiplies by factors over other cells.
    pub fn extend(&mut self, other: Self) {
        self.mined.extend(other.mined);
        self.loose.extend(other.loose);
        self.diagrams.extend(other.diagrams);
    }

    fn if_possible(self) -> Result<Self, Failure> {
        let is_empty = |factor: &Arc<CachedZdd>| factor.zdd.is_empty();
        if self.diagrams.iter().any(is_empty) { Err(Failure::Contradiction) } else { Ok(self) }
    }

    fn of_reduced(reduced: &Reduced, meter: &Meter) -> Result<Self, Failure> {
        let Sorted { mined, loose, .. } = reduced.sorted().clone();
        let mut factors = Self { mined, loose, diagrams: Vec::new() };
        reduced.regions().try_for_each(|region| factors.add(region, meter))?;
        factors.if_possible()
    }

    pub fn of_region(region: &ReducedRegion, meter: &Meter) -> Result<Self, Failure> {
        let mut factors = Self::default();
        factors.add(region, meter)?;
        factors.if_possible()
    }

    fn add(&mut self, region: &ReducedRegion, meter: &Meter) -> Result<()> {
        self.mined.extend_from_slice(&region.mined);
        for class in &region.settled {
            let any = Zdd::any_of(&class.cells);
            let zdd = with_cardinality(&any, |_| true, class.mines..=class.mines, meter)?;
            self.diagrams.push(CachedZdd::new(zdd));
        }
        for memo in &region.memos {
            self.diagrams.push(Arc::clone(memo.diagram(meter)?));
        }
        Ok(())
    }

    fn by_numbers(
        position: &Position,
        solutions: impl Fn(&Constraints) -> Result<Vec<Zdd>>,
    ) -> Result<Self, Failure> {
        let field = Constraints::of(position);
        if (0..field.numbers.len() as u32).any(|number| field.is_broken(number)) {
            return Err(Failure::Contradiction);
        }
        let diagrams = solutions(&field)?.into_iter().map(CachedZdd::new).collect();
        let mined = (0..).zip(position.labels()).filter(|&(_, label)| label == Label::Mined);
        let mined = mined.map(|(cell, _)| cell).collect();
        Ok(Self { mined, loose: field.loose, diagrams })
    }
}
