//! Scan: a position taken apart once, and what is known of its components. The next position of a game
//! goes on from it: only regions that changed are looked at again.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::base::{Meter, replace_entries};
use crate::board::Cell;
use crate::count::cache::Cache;
use crate::count::dossier::Dossier;
use crate::position::Position;
use crate::system::{Component, Failure, Propagation, Regions, Settled, Sorted, System};

/// What a system was found to be, a dossier for each component.
#[derive(Default)]
pub struct Findings {
    pub mined: Vec<Cell>,
    pub safe: Vec<Cell>,
    pub settled: Vec<Settled>,
    pub dossiers: Vec<Arc<Dossier>>,
}

pub struct Scan {
    propagation: Propagation,
    /// Of the whole board together; None if only of each region.
    whole: Option<Findings>,
    by_region: OnceLock<ByRegion>,
}

struct ByRegion {
    regions: Regions,
    /// By the first numbers of the regions, ascending.
    found: Vec<(Cell, Arc<Findings>)>,
}

impl Scan {
    pub fn of(
        position: &Position,
        cache: Option<&Cache>,
        meter: &Meter<'_>,
    ) -> Result<Self, Failure> {
        let (propagation, constraints) = Propagation::of(position)?;
        let found = Findings::of(System::of(constraints, meter)?, cache);
        Ok(Self { propagation, whole: Some(found), by_region: OnceLock::new() })
    }

    /// The cells of which another position knows more; None if it knows less, or something else.
    pub fn news(&self, position: &Position) -> Option<Vec<Cell>> {
        self.propagation.news(position)
    }

    /// Of a position with such news.
    pub fn after(
        &self,
        position: &Position,
        news: &[Cell],
        cache: Option<&Cache>,
        meter: &Meter<'_>,
    ) -> Result<Self, Failure> {
        let before = self.by_region.get_or_init(|| self.sort_by_region());
        let (propagation, moved) = self.propagation.after(position, news)?;
        let (regions, change) = before.regions.after(&propagation, &moved);
        let new = |first: Cell| -> Result<_, Failure> {
            let constraints = regions.constraints(first, &propagation);
            Ok((first, Arc::new(Findings::of(System::of(constraints, meter)?, cache))))
        };
        let new = change.new.into_iter().map(new).collect::<Result<_, _>>()?;
        let found = replace_entries(&before.found, &change.gone, new);
        let by_region = OnceLock::from(ByRegion { regions, found });
        Ok(Self { propagation, whole: None, by_region })
    }

    /// What was found of the whole board together, told apart.
    fn sort_by_region(&self) -> ByRegion {
        let regions = Regions::of(&self.propagation);
        let mut sorted: BTreeMap<Cell, Findings> =
            regions.all().map(|first| (first, Findings::default())).collect();
        for found in self.findings() {
            found.sort_into(|cell| regions.first(cell), &mut sorted);
        }
        let found = sorted.into_iter().map(|(first, found)| (first, Arc::new(found))).collect();
        ByRegion { regions, found }
    }

    /// The number of cells of the board.
    pub fn cells(&self) -> usize {
        self.propagation.cells()
    }

    /// The cells that a single count decides, and the loose ones.
    pub fn sorted(&self) -> &Sorted {
        self.propagation.sorted()
    }

    pub fn findings(&self) -> impl Iterator<Item = &Findings> + Clone {
        let by_region = self.by_region.get().filter(|_| self.whole.is_none());
        let regions = by_region.into_iter().flat_map(|known| &known.found);
        self.whole.iter().chain(regions.map(|(_, found)| &**found))
    }

    pub fn dossiers(&self) -> impl Iterator<Item = &Arc<Dossier>> {
        self.findings().flat_map(|found| &found.dossiers)
    }

    /// Bytes held, for caches.
    pub fn bytes(&self) -> usize {
        let regions = self.by_region.get().map_or(0, |known| known.regions.bytes());
        self.propagation.bytes() + regions + self.findings().map(Findings::bytes).sum::<usize>()
    }
}

impl Findings {
    /// Dossiers come from the cache where it has them.
    pub fn of(system: System, cache: Option<&Cache>) -> Self {
        let System { mined, safe, settled, components } = system;
        let dossier = |component: Component| match cache {
            Some(cache) => cache.dossier(component),
            None => Arc::new(Dossier::new(component)),
        };
        Self { mined, safe, settled, dossiers: components.into_iter().map(dossier).collect() }
    }

    /// Tell the regions apart, given the region of each cell.
    fn sort_into(&self, of: impl Fn(Cell) -> Cell, sorted: &mut BTreeMap<Cell, Self>) {
        let mut region = |cell: Cell, add: &dyn Fn(&mut Self)| {
            add(sorted.entry(of(cell)).or_default());
        };
        self.mined.iter().for_each(|&cell| region(cell, &|found| found.mined.push(cell)));
        self.safe.iter().for_each(|&cell| region(cell, &|found| found.safe.push(cell)));
        for settled in &self.settled {
            region(settled.cells[0], &|found| found.settled.push(settled.clone()));
        }
        for dossier in &self.dossiers {
            let first = dossier.component().first_cell();
            region(first, &|found| found.dossiers.push(Arc::clone(dossier)));
        }
    }

    /// Mines that are in every legal assignment, wherever they are.
    pub fn certain_mines(&self) -> usize {
        self.mined.len() + self.settled.iter().map(|s| s.mines as usize).sum::<usize>()
    }

    fn bytes(&self) -> usize {
        let settled = self.settled.iter().map(|s| size_of::<Settled>() + 4 * s.cells.len());
        let dossiers = self.dossiers.iter().map(|dossier| dossier.bytes());
        let cells = 4 * (self.mined.len() + self.safe.len());
        size_of::<Self>() + cells + settled.chain(dossiers).sum::<usize>()
    }
}
