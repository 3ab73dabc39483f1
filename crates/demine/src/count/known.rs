//! Known: what was found out about a region, kept from one position of a game to the next.

use std::sync::{Arc, OnceLock};

use crate::base::Meter;
use crate::board::Cell;
use crate::count::counted::Counted;
use crate::count::swept::Swept;
use crate::system::System;
use crate::system::{Component, Contradiction, Failure, Settled};
use crate::system::{Propagation, Region};

/// A propagation whose regions are known, as far as they were asked for.
pub type Scan = Propagation<Result<Known, Contradiction>>;

pub struct Known {
    pub mined: Vec<Cell>,
    pub safe: Vec<Cell>,
    pub settled: Vec<Settled>,
    pub pieces: Vec<Piece>,
}

/// A component, and its counts when they were asked for.
pub struct Piece {
    pub component: Arc<Component>,
    pub counted: OnceLock<Arc<Counted>>,
    pub swept: OnceLock<Arc<Swept>>,
}

impl Known {
    pub fn of<K>(region: &Region<K>, meter: &Meter<'_>) -> Result<Self, Failure> {
        let system = System::of_region(region, meter)?;
        let System { mined, safe, settled, components, .. } = system;
        let piece = |component| Piece {
            component: Arc::new(component),
            counted: OnceLock::new(),
            swept: OnceLock::new(),
        };
        Ok(Self { mined, safe, settled, pieces: components.into_iter().map(piece).collect() })
    }

    /// Mines that are in every legal assignment, wherever they are.
    pub fn certain_mines(&self) -> usize {
        self.mined.len() + self.settled.iter().map(|s| s.mines as usize).sum::<usize>()
    }

    fn bytes(&self) -> usize {
        let cells = self.settled.iter().map(|s| size_of::<Settled>() + 4 * s.cells.len());
        let pieces = self.pieces.iter().map(|piece| match piece.counted.get() {
            Some(counted) => counted.bytes(),
            None => piece.component.bytes(),
        });
        4 * (self.mined.len() + self.safe.len()) + cells.chain(pieces).sum::<usize>()
    }
}

/// What is known of the regions that were asked for.
pub fn regions(scan: &Scan) -> impl Iterator<Item = &Known> {
    scan.regions().filter_map(|region| region.known.get()?.as_ref().ok())
}

/// The components that were counted.
pub fn counted(scan: &Scan) -> impl Iterator<Item = &Arc<Counted>> {
    regions(scan).flat_map(|known| &known.pieces).filter_map(|piece| piece.counted.get())
}

/// Bytes held, for caches.
pub fn bytes(scan: &Scan) -> usize {
    let raw: usize = scan.regions().map(|region| region.bytes()).sum();
    scan.bytes() + raw + regions(scan).map(Known::bytes).sum::<usize>()
}
