//! Rest: what reduction leaves of a position, before the solver.
//!
//! The numbers of a dense position overlap in most of their cells. Once those that contain others are
//! smaller by them, the solver finds in milliseconds what took it seconds.

use crate::base::{Meter, Stopped};
use crate::board::Cell;
use crate::count::dossier::Dossier;
use crate::count::scan::{Findings, Scan};
use crate::position::Position;
use crate::sat::{self, Certain, Constraints};
use crate::system::{Component, Contradiction, Failure};

pub struct Rest {
    /// What reduction decided: all unopened cells that are certain by it.
    decided: Certain,
    constraints: Constraints,
}

impl Rest {
    /// A contradiction if reduction meets one.
    pub fn of(position: &Position, meter: &Meter<'_>) -> Result<Self, Failure> {
        let scan = Scan::of(position, None, meter)?;
        let all = |first: &[Cell], list: fn(&Findings) -> &[Cell]| {
            let mut cells = first.to_vec();
            scan.findings().for_each(|found| cells.extend_from_slice(list(found)));
            cells
        };
        let sorted = scan.sorted();
        let decided = Certain {
            mined: all(&sorted.mined, |found| &found.mined),
            safe: all(&sorted.safe, |found| &found.safe),
        };
        let settled = scan.findings().flat_map(|found| &found.settled);
        let certain = decided.mined.len() + settled.map(|s| s.mines as usize).sum::<usize>();
        let mines = position.mines().map(|mines| i64::from(mines) - certain as i64);
        let components: Vec<&Component> = scan.dossiers().map(|d| Dossier::component(d)).collect();
        let constraints = Constraints::of_components(position, &components, &sorted.loose, mines);
        Ok(Self { decided, constraints })
    }

    /// Whether there is a legal assignment; None if that is not known after so many turns.
    pub fn is_consistent_within(
        &self,
        turns: usize,
        meter: &Meter<'_>,
    ) -> Result<Option<bool>, Stopped> {
        sat::is_consistent_within(turns, &self.constraints, meter)
    }

    /// All unopened cells that are certain, ascending.
    pub fn certain(self, meter: &Meter<'_>) -> Result<Certain, Failure> {
        let found = sat::certain(&self.constraints, meter)?.ok_or(Contradiction)?;
        let Self { decided: Certain { mut safe, mut mined }, .. } = self;
        safe.extend(found.safe);
        mined.extend(found.mined);
        safe.sort_unstable();
        mined.sort_unstable();
        Ok(Certain { safe, mined })
    }
}
