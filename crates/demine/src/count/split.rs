//! Split: a reduced position, with an algorithm for each of its components.
//!
//! [`totals`](crate::count::totals) counts its legal assignments, and
//! [`sampling`](crate::count::sampling) draws one of them at random.

use std::sync::Arc;

use crate::base::{Meter, Result, Sort, cores, in_parallel_largest_first};
use crate::board::Cell;
use crate::count::memo::{Algorithm, Memo};
use crate::count::reduced::Reduced;
use crate::count::work::Work;
use crate::position::Position;
use crate::system::{Certain, Contradiction, Failure, Settled, news};

/// Boards with fewer cells use one thread: starting more costs more than it saves.
const THREADED_CELLS: usize = 1 << 13;

pub struct Split {
    /// Holds the loose cells.
    pub reduced: Arc<Reduced>,
    /// The cells that reduction decides.
    pub certain: Certain,
    /// By their first cells.
    pub components: Vec<PlannedComponent>,
    /// Mines in components and loose cells together, if known. May be impossible.
    pub mines_left: Option<i64>,
}

/// A component, and the algorithm by which this question counts it.
pub struct PlannedComponent {
    pub memo: Arc<Memo>,
    pub algorithm: Algorithm,
}

impl Split {
    /// None if a component is known to have no solution. Some does not promise that there is one,
    /// nor that the mines fit.
    pub fn of(position: &Position, work: Work<'_>) -> Result<Option<Self>> {
        match Failure::or_contradiction(Reduced::of(position, work))? {
            Ok(reduced) => Self::of_reduced(reduced, position.mines(), work),
            Err(Contradiction) => Ok(None),
        }
    }

    /// The split of a position with more precise labels than this one.
    pub fn after(&self, position: &Position, work: Work<'_>) -> Result<Option<Self>> {
        let before = &self.reduced.propagation.position;
        let Some(news) = news(before, position) else { return Self::of(position, work) };
        let reduced = self.reduced.after(position, &news, work);
        let Ok(reduced) = Failure::or_contradiction(reduced)? else { return Ok(None) };
        let new = Self::of_reduced(Arc::new(reduced), position.mines(), work)?;
        if let (Some(new), Some(cache)) = (&new, work.cache) {
            cache.keep(new.components.iter().map(|component| &component.memo));
        }
        Ok(new)
    }

    pub fn of_reduced(
        reduced: Arc<Reduced>,
        mines: Option<u32>,
        work: Work<'_>,
    ) -> Result<Option<Self>> {
        let components = plan_components(&reduced, work)?;
        Ok(components.map(|components| Self {
            certain: reduced.certain(),
            mines_left: mines.map(|mines| reduced.mines_left(mines)),
            components,
            reduced,
        }))
    }

    /// Lets the next position of a game start from this one.
    pub fn remember(&self, work: Work<'_>) {
        if let Some(cache) = work.cache {
            cache.remember(&self.reduced);
        }
    }

    /// Classes whose number of mines is known, by their first cells.
    pub fn settled(&self) -> Vec<&Settled> {
        let mut settled: Vec<_> = self.reduced.settled().collect();
        settled.arrange_by_key(|settled| settled.cells[0]);
        settled
    }

    pub fn loose(&self) -> &[Cell] {
        &self.reduced.sorted().loose
    }

    /// Whether the board is large enough for several threads.
    pub fn is_large(&self) -> bool {
        self.reduced.cells() >= THREADED_CELLS
    }

    /// How many threads count components.
    pub fn workers(&self) -> usize {
        if self.is_large() { cores() } else { 1 }
    }

    /// Runs a question on each component, on all threads if the board is large.
    pub fn ask_each<T: Send>(
        &self,
        meter: &Meter,
        question: impl Fn(&PlannedComponent, &Meter) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        let ask = |component: &PlannedComponent, _, meter: &Meter| question(component, meter);
        self.ask_each_often(self.workers(), 1, meter, ask)
    }

    /// Runs a question on each component so many times in a row, on so many threads.
    pub fn ask_each_often<T: Send>(
        &self,
        workers: usize,
        times: usize,
        meter: &Meter,
        question: impl Fn(&PlannedComponent, usize, &Meter) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        let ask = |i: usize, meter: &Meter| question(&self.components[i / times], i % times, meter);
        let size = |i: usize| self.components[i / times].memo.component.constraints();
        let jobs = times * self.components.len();
        in_parallel_largest_first(workers, jobs, meter, size, ask)
    }
}

/// The components, each with its algorithm; None if one is known to have no solution.
fn plan_components(reduced: &Reduced, work: Work<'_>) -> Result<Option<Vec<PlannedComponent>>> {
    let mut memos: Vec<_> = reduced.memos().collect();
    memos.arrange_by_key(|memo| memo.component.first_cell());
    if let Some(cache) = work.cache {
        cache.note(&memos);
    }
    let method = work.method;
    let plan = |i: usize, meter: &Meter| {
        let memo = Arc::clone(memos[i]);
        let algorithm = memo.choose(method, meter)?;
        let is_hopeless = memo.is_hopeless(algorithm, meter)?;
        Ok((!is_hopeless).then_some(PlannedComponent { memo, algorithm }))
    };
    let workers = if reduced.cells() < THREADED_CELLS { 1 } else { cores() };
    let size = |i: usize| memos[i].component.constraints();
    let components = in_parallel_largest_first(workers, memos.len(), work.meter, size, plan)?;
    Ok(components.into_iter().collect())
}
