//! Reduced: a position after propagation and reduction, with a memo for each component.
//!
//! Every question about a position starts here, so a position is split once. The next position of a
//! game starts from the one before it: only regions that changed are reduced again.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::base::replace_entries;
use crate::board::Cell;
use crate::count::cache::Cache;
use crate::count::memo::Memo;
use crate::count::work::Work;
use crate::position::Position;
use crate::system::{
    Certain, Component, Failure, Propagation, Regions, Settled, Sorted, System, news,
};

/// One or more regions after reduction: a [`System`] with a memo for each component.
#[derive(Default)]
pub struct ReducedRegion {
    pub mined: Vec<Cell>,
    pub safe: Vec<Cell>,
    pub settled: Vec<Settled>,
    pub memos: Vec<Arc<Memo>>,
}

pub struct Reduced {
    pub propagation: Propagation,
    /// The whole board at once; None if it was reduced region by region.
    whole: Option<ReducedRegion>,
    by_region: OnceLock<ByRegion>,
}

struct ByRegion {
    regions: Regions,
    /// By the first numbers of the regions, ascending.
    reduced: Vec<(Cell, Arc<ReducedRegion>)>,
}

impl Reduced {
    /// Starts from a recent position of the cache where that is possible.
    pub fn of(position: &Position, work: Work<'_>) -> Result<Arc<Self>, Failure> {
        for recent in work.cache.map(Cache::recent).into_iter().flatten() {
            match news(&recent.propagation.position, position) {
                Some(news) if news.is_empty() => return Ok(recent),
                Some(news) => return recent.after(position, &news, work).map(Arc::new),
                None => {}
            }
        }
        let (propagation, constraints) = Propagation::of(position)?;
        let whole = Some(ReducedRegion::of(System::of(constraints, work.meter)?, work));
        Ok(Arc::new(Self { propagation, whole, by_region: OnceLock::new() }))
    }

    /// Components over the cells of a position, and cells that are mined, once for each mine.
    pub fn of_components(
        position: &Position,
        mined: Vec<Cell>,
        components: Vec<Component>,
        work: Work<'_>,
    ) -> Self {
        let sorted = Sorted { mined, ..Sorted::default() };
        let whole = ReducedRegion::of(System { components, ..System::default() }, work);
        let propagation = Propagation::sorted(position, sorted);
        Self { propagation, whole: Some(whole), by_region: OnceLock::new() }
    }

    /// The reduced form of a position with such [`news`].
    pub fn after(
        &self,
        position: &Position,
        news: &[Cell],
        work: Work<'_>,
    ) -> Result<Self, Failure> {
        let before = self.by_region.get_or_init(|| self.split_by_region());
        let (propagation, moved) = self.propagation.after(position, news)?;
        let (regions, change) = before.regions.after(&propagation, &moved);
        let new = |first: Cell| -> Result<_, Failure> {
            let constraints = regions.constraints(first, &propagation);
            Ok((first, Arc::new(ReducedRegion::of(System::of(constraints, work.meter)?, work))))
        };
        let new = change.new.into_iter().map(new).collect::<Result<_, _>>()?;
        let reduced = replace_entries(&before.reduced, &change.gone, new);
        let by_region = OnceLock::from(ByRegion { regions, reduced });
        Ok(Self { propagation, whole: None, by_region })
    }

    fn split_by_region(&self) -> ByRegion {
        let regions = Regions::of(&self.propagation);
        let mut sorted: BTreeMap<Cell, ReducedRegion> =
            regions.all().map(|first| (first, ReducedRegion::default())).collect();
        for region in self.regions() {
            region.split_into(|cell| regions.first(cell), &mut sorted);
        }
        let sorted = sorted.into_iter().map(|(first, region)| (first, Arc::new(region)));
        ByRegion { regions, reduced: sorted.collect() }
    }

    /// The number of cells of the board.
    pub fn cells(&self) -> usize {
        self.propagation.cells()
    }

    /// The cells that a single number decides, and the loose ones.
    pub fn sorted(&self) -> &Sorted {
        &self.propagation.sorted
    }

    pub fn regions(&self) -> impl Iterator<Item = &ReducedRegion> + Clone {
        let by_region = self.by_region.get().filter(|_| self.whole.is_none());
        let regions = by_region.into_iter().flat_map(|by_region| &by_region.reduced);
        self.whole.iter().chain(regions.map(|(_, region)| &**region))
    }

    pub fn memos(&self) -> impl Iterator<Item = &Arc<Memo>> {
        self.regions().flat_map(|region| &region.memos)
    }

    /// Classes whose number of mines is known, but not which of their cells are mined; in any order.
    pub fn settled(&self) -> impl Iterator<Item = &Settled> {
        self.regions().flat_map(|region| &region.settled)
    }

    /// The cells that reduction decides, one region after the other.
    pub fn certain(&self) -> Certain {
        let Sorted { mined, safe, .. } = self.sorted();
        Certain {
            mined: join_lists(mined, self.regions().map(|region| &region.mined[..])),
            safe: join_lists(safe, self.regions().map(|region| &region.safe[..])),
        }
    }

    /// The mines outside components and loose cells, which are the same in every legal assignment.
    pub fn certain_mines(&self) -> usize {
        let of_region = |region: &ReducedRegion| {
            region.mined.len() + region.settled.iter().map(|s| s.mines as usize).sum::<usize>()
        };
        self.sorted().mined.len() + self.regions().map(of_region).sum::<usize>()
    }

    /// The mines in components and loose cells together. May be impossible.
    pub fn mines_left(&self, mines: u32) -> i64 {
        i64::from(mines) - self.certain_mines() as i64
    }

    /// Bytes held, for caches.
    pub fn bytes(&self) -> usize {
        let regions = self.by_region.get().map_or(0, |by_region| by_region.regions.bytes());
        self.propagation.bytes() + regions + self.regions().map(ReducedRegion::bytes).sum::<usize>()
    }
}

impl ReducedRegion {
    pub fn of(system: System, work: Work<'_>) -> Self {
        let System { mined, safe, settled, components } = system;
        let memos = components.into_iter().map(|component| work.memo(component)).collect();
        Self { mined, safe, settled, memos }
    }

    /// Distributes the content over regions, given the region of each cell.
    fn split_into(&self, of: impl Fn(Cell) -> Cell, sorted: &mut BTreeMap<Cell, Self>) {
        let mut region = |cell: Cell, add: &dyn Fn(&mut Self)| {
            add(sorted.entry(of(cell)).or_default());
        };
        self.mined.iter().for_each(|&cell| region(cell, &|region| region.mined.push(cell)));
        self.safe.iter().for_each(|&cell| region(cell, &|region| region.safe.push(cell)));
        for settled in &self.settled {
            region(settled.cells[0], &|region| region.settled.push(settled.clone()));
        }
        for memo in &self.memos {
            let first = memo.component.first_cell();
            region(first, &|region| region.memos.push(Arc::clone(memo)));
        }
    }

    fn bytes(&self) -> usize {
        let settled = self.settled.iter().map(|s| size_of::<Settled>() + 4 * s.cells.len());
        let memos = self.memos.iter().map(|memo| memo.bytes());
        let cells = 4 * (self.mined.len() + self.safe.len());
        size_of::<Self>() + cells + settled.chain(memos).sum::<usize>()
    }
}

/// Joins lists and reserves room for cells that counting decides later.
fn join_lists<'a>(first: &[Cell], others: impl Iterator<Item = &'a [Cell]> + Clone) -> Vec<Cell> {
    let length = first.len() + others.clone().map(<[Cell]>::len).sum::<usize>();
    let mut all = Vec::with_capacity(length + 32);
    all.extend_from_slice(first);
    others.for_each(|more| all.extend_from_slice(more));
    all
}
