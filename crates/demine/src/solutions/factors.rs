//! Factors: the legal assignments of a position as a product of independent sets.

use crate::base::{Meter, Stopped};
use crate::board::Cell;
use crate::position::{Label, Position};
use crate::solutions::degree::Subgraphs;
use crate::solutions::intersection;
use crate::solutions::minefield::Minefield;
use crate::solutions::sweep_diagram;
use crate::system::System;
use crate::system::{Failure, Settled};
use crate::zdd::Zdd;

/// How the set of all solutions is constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construction {
    /// Top-down over covered cells, after everything that the engine can deduce.
    Cells,
    /// Degree constrained subgraphs (Suzuki et al., §4), on the hints as they are.
    Degree,
    /// Intersection of what each hint allows (Suzuki et al., §3), on the hints as they are.
    Intersection,
}

/// Every legal assignment is the mined cells, any of the loose cells, and a set of each diagram;
/// the diagrams have no cells in common, and none is empty.
#[derive(Default)]
pub struct Pieces {
    pub mined: Vec<Cell>,
    pub loose: Vec<Cell>,
    pub zdds: Vec<Zdd>,
}

impl Pieces {
    /// Ignores the position's number of mines.
    pub fn of(
        position: &Position,
        construction: Construction,
        meter: &Meter<'_>,
    ) -> Result<Self, Failure> {
        let pieces = match construction {
            Construction::Cells => Self::by_cells(System::of(position, meter)?, meter)?,
            Construction::Degree => Self::by_hints(position, |field| {
                let assignments = |part| Ok(Subgraphs::of(part, meter)?.assignments());
                field.parts().iter().map(assignments).collect()
            })?,
            Construction::Intersection => {
                Self::by_hints(position, |field| Ok(vec![intersection::solutions(field, meter)?]))?
            }
        };
        pieces.if_possible()
    }

    fn if_possible(self) -> Result<Self, Failure> {
        if self.zdds.iter().any(Zdd::is_empty) { Err(Failure::Contradiction) } else { Ok(self) }
    }

    /// Of what is left to count of some cells.
    pub fn of_system(system: System, meter: &Meter<'_>) -> Result<Self, Failure> {
        Self::by_cells(system, meter)?.if_possible()
    }

    fn by_cells(system: System, meter: &Meter<'_>) -> Result<Self, Stopped> {
        let settled = |class: &Settled| Zdd::choose(&class.cells, class.mines, meter);
        let settled = system.settled.iter().map(settled);
        let components = system.components.iter().map(|part| sweep_diagram::solutions(part, meter));
        let zdds = settled.chain(components).collect::<Result<_, _>>()?;
        Ok(Self { mined: system.mined, loose: system.loose, zdds })
    }

    fn by_hints(
        position: &Position,
        solutions: impl Fn(&Minefield) -> Result<Vec<Zdd>, Stopped>,
    ) -> Result<Self, Failure> {
        let field = Minefield::of(position)?;
        let mut is_near = vec![false; position.board().cells()];
        field.cells.iter().for_each(|&cell| is_near[cell as usize] = true);
        let mut pieces = Self { zdds: solutions(&field)?, ..Self::default() };
        for (cell, label) in (0..).zip(position.labels()) {
            match label {
                Label::Mined => pieces.mined.push(cell),
                Label::Covered if !is_near[cell as usize] => pieces.loose.push(cell),
                _ => {}
            }
        }
        Ok(pieces)
    }
}
