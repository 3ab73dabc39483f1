//! Optimal: perfect play by exhaustive search over the legal assignments of a position.
//!
//! A *world* is a legal assignment; all are equally likely. What a player knows is the set of worlds
//! that are still possible, and the number of them that perfect play wins depends on that set alone:
//! safe cells are opened at once, which costs nothing, and what is open shows the same in all worlds
//! of the set. So values are kept by set. A game is won when every free cell is open; where the
//! number of mines is not known the game says so when it happens.
//!
//! - *Dead cells*: a cell that shows the same wherever it is free tells nothing else. If all worlds
//!   have as many mines it may as well be opened last, so it is no candidate beside a living one.
//! - *Twins*: unopened cells with the same other neighbours are interchangeable; one is tried.
//! - *Bounds*: after a guess no more worlds are won than those in which the next least likely mine is
//!   none. Guesses are searched in the order of their bounds, which values replace as they are found.
//! - *Needs*: a set is searched only until it is clear that it wins too few worlds to matter; then an
//!   upper bound is kept instead of its value.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use crate::base::group;
use crate::base::{Meter, Stopped};
use crate::board::{Board, Cell};
use crate::play::worlds::{MINE, Worlds};
use crate::position::Position;

/// Deeper games would need a larger stack.
const DEEPEST: usize = 2000;

pub struct Optimal {
    worlds: Worlds,
    twins: Vec<u32>,
    known: FxHashMap<Box<[u32]>, Known>,
    depth: usize,
}

/// What is known of a set: no more worlds are won, and if it is exact no fewer.
#[derive(Clone, Copy)]
struct Known {
    most: u32,
    exact: bool,
}

/// A cell that does not show the same in every world of a set.
#[derive(Clone, Copy)]
struct Sight {
    cell: u32,
    mined: u32,
    /// Whether it shows the same wherever it is free.
    dead: bool,
}

impl Optimal {
    /// None if there are more than `most` legal assignments.
    pub fn of(
        position: &Position,
        most: usize,
        meter: &Meter<'_>,
    ) -> Result<Option<Self>, Stopped> {
        let Some(worlds) = Worlds::of(position, most, meter)? else { return Ok(None) };
        let twins = twins(position.board(), &worlds.cells);
        Ok(Some(Self { worlds, twins, known: FxHashMap::default(), depth: 0 }))
    }

    /// The number of legal assignments.
    pub fn worlds(&self) -> usize {
        self.worlds.number
    }

    /// The number of worlds that perfect play wins.
    pub fn won(&mut self, meter: &Meter<'_>) -> Result<u32, Stopped> {
        let (all, cells) = self.everything();
        self.value(&all, &cells, 0, meter)
    }

    /// Every unopened cell with which perfect play may go on, ascending.
    pub fn best(&mut self, meter: &Meter<'_>) -> Result<Vec<Cell>, Stopped> {
        let won = self.won(meter)? - self.won_already();
        let mut best = self.worlds.safe.clone();
        for i in 0..self.worlds.cells.len() {
            let cell = self.worlds.cells[i];
            if !best.contains(&cell) && self.wins_at_least(i as u32, won, meter)? {
                best.push(cell);
            }
        }
        best.sort_unstable();
        Ok(best)
    }

    /// One cell with which perfect play may go on, and among these a least likely mine: for players,
    /// who need no other; with the number of worlds that it wins. None if nothing is in question.
    pub fn pick(&mut self, meter: &Meter<'_>) -> Result<Option<(Cell, u32)>, Stopped> {
        let (all, cells) = self.everything();
        let mut sights = self.survey(&all, &cells);
        let is_dead = |sight: &Sight| self.worlds.equal_mines && sight.dead;
        if sights.iter().any(|sight| !is_dead(sight)) {
            sights.retain(|sight| !is_dead(sight));
        }
        sights.sort_by_key(|sight| sight.mined);
        let won = self.guess(&all, &sights, &cells, 0, meter)?;
        for sight in sights {
            if self.opened(sight.cell, &all, &cells, won, meter)? >= won {
                return Ok(Some((self.worlds.cells[sight.cell as usize], won)));
            }
        }
        Ok(self.worlds.safe.first().map(|&cell| (cell, self.worlds.number as u32)))
    }

    /// The number of worlds that perfect play wins after opening this cell.
    pub fn won_by(&mut self, cell: Cell, meter: &Meter<'_>) -> Result<u32, Stopped> {
        match self.worlds.cells.binary_search(&cell) {
            Ok(i) => self.after(i as u32, 0, meter),
            Err(_) if self.worlds.safe.binary_search(&cell).is_ok() => self.won(meter),
            Err(_) => Ok(0),
        }
    }

    /// The worlds in which every free cell is open before anything is played: at most one.
    fn won_already(&self) -> u32 {
        let (all, cells) = self.everything();
        let unopened = !self.worlds.safe.is_empty() || self.worlds.equal_mines;
        u32::from(!unopened && self.finished(&all, &cells).is_some())
    }

    fn wins_at_least(&mut self, i: u32, won: u32, meter: &Meter<'_>) -> Result<bool, Stopped> {
        Ok(self.after(i, won, meter)? >= won)
    }

    fn everything(&self) -> (Vec<u32>, Vec<u32>) {
        ((0..self.worlds.number as u32).collect(), (0..self.worlds.cells.len() as u32).collect())
    }

    /// The worlds won after opening a cell at the start; no fewer than are, if fewer than needed.
    fn after(&mut self, i: u32, need: u32, meter: &Meter<'_>) -> Result<u32, Stopped> {
        let (all, cells) = self.everything();
        self.opened(i, &all, &cells, need, meter)
    }

    /// The worlds of a set that perfect play wins; no fewer than it wins, if fewer than needed.
    fn value(
        &mut self,
        worlds: &[u32],
        cells: &[u32],
        need: u32,
        meter: &Meter<'_>,
    ) -> Result<u32, Stopped> {
        if worlds.len() <= 1 {
            return Ok(worlds.len() as u32);
        }
        if let Some(known) = self.known.get(worlds)
            && (known.exact || known.most < need)
        {
            return Ok(known.most);
        }
        meter.states(worlds.len() / 4 + 2)?;
        if self.depth == DEEPEST {
            return Err(meter.too_wide());
        }
        self.depth += 1;
        let value = self.played(worlds, cells, need, meter);
        self.depth -= 1;
        let most = value?;
        self.known.insert(worlds.into(), Known { most, exact: most >= need });
        Ok(most)
    }

    fn played(
        &mut self,
        worlds: &[u32],
        cells: &[u32],
        need: u32,
        meter: &Meter<'_>,
    ) -> Result<u32, Stopped> {
        meter.steps(worlds.len() * cells.len())?;
        let mut sights = self.survey(worlds, cells);
        let is_safe = |sight: &Sight| sight.mined == 0;
        if sights.iter().any(is_safe) {
            let (safe, left): (Vec<Sight>, _) = sights.into_iter().partition(is_safe);
            return self.told(worlds, &safe, &numbers(&left), need, meter);
        }
        let cells = numbers(&sights);
        if !self.worlds.equal_mines
            && let Some(i) = self.finished(worlds, &cells)
        {
            let rest = [&worlds[..i], &worlds[i + 1..]].concat();
            return Ok(1 + self.value(&rest, &cells, need.saturating_sub(1), meter)?);
        }
        if self.worlds.equal_mines {
            sights.retain(|sight| !sight.dead);
        }
        sights.sort_by_key(|sight| sight.mined);
        self.guess(worlds, &sights, &cells, need, meter)
    }

    /// The cells that do not show the same in every world.
    fn survey(&self, worlds: &[u32], cells: &[u32]) -> Vec<Sight> {
        cells.iter().filter_map(|&cell| self.sight(worlds, cell)).collect()
    }

    fn sight(&self, worlds: &[u32], cell: u32) -> Option<Sight> {
        let view = self.worlds.view(cell);
        let (mut mined, mut shown, mut dead) = (0, MINE, true);
        for &world in worlds {
            match view[world as usize] {
                MINE => mined += 1,
                count if shown == MINE => shown = count,
                count => dead &= count == shown,
            }
        }
        let constant = dead && (mined == 0 || mined as usize == worlds.len());
        (!constant).then_some(Sight { cell, mined, dead })
    }

    /// All safe cells are opened: what they show tells worlds apart.
    fn told(
        &mut self,
        worlds: &[u32],
        safe: &[Sight],
        cells: &[u32],
        need: u32,
        meter: &Meter<'_>,
    ) -> Result<u32, Stopped> {
        let mut parts = vec![worlds.to_vec()];
        for sight in safe {
            let view = self.worlds.view(sight.cell);
            parts = parts.into_iter().flat_map(|part| split(part, view)).collect();
        }
        let parts = parts.into_iter().map(|part| (part.len() as u32, part)).collect();
        self.settle(Prospect { parts, most: worlds.len() as u32 }, cells, need, meter)
    }

    /// The world in which every cell in question is mined: it is won already.
    fn finished(&self, worlds: &[u32], cells: &[u32]) -> Option<usize> {
        let mined = |cell: &u32, world: u32| self.worlds.view(*cell)[world as usize] == MINE;
        worlds.iter().position(|&world| cells.iter().all(|cell| mined(cell, world)))
    }

    /// The best of the candidates. Without a candidate nothing tells worlds with as many mines apart,
    /// and one of them can be won.
    fn guess(
        &mut self,
        worlds: &[u32],
        candidates: &[Sight],
        cells: &[u32],
        need: u32,
        meter: &Meter<'_>,
    ) -> Result<u32, Stopped> {
        let free = |sight: &Sight| worlds.len() as u32 - sight.mined;
        let enough = candidates.partition_point(|sight| free(sight) >= need);
        let mut prospects = self.prospects(worlds, &candidates[..enough], cells, meter)?;
        prospects.sort_by_key(|prospect| Reverse(prospect.most));
        // The best that is won, and the most that what was given up could win.
        let (mut best, mut beyond) = (1, candidates.get(enough).map_or(1, free));
        for prospect in prospects {
            if prospect.most <= best || prospect.most < need {
                beyond = beyond.max(prospect.most);
                break;
            }
            let wanted = need.max(best + 1);
            let wins = self.settle(prospect, cells, wanted, meter)?;
            if wins >= wanted {
                best = wins;
            } else {
                beyond = beyond.max(wins);
            }
        }
        Ok(if best >= need { best } else { best.max(beyond) })
    }

    /// Of the candidates, of which the least likely mine comes first, one of any twins.
    fn prospects(
        &self,
        worlds: &[u32],
        candidates: &[Sight],
        cells: &[u32],
        meter: &Meter<'_>,
    ) -> Result<Vec<Prospect>, Stopped> {
        let mut tried: Vec<u32> = Vec::with_capacity(candidates.len());
        let mut prospects = Vec::with_capacity(candidates.len());
        for sight in candidates {
            let twin = self.twins[sight.cell as usize];
            if !tried.contains(&twin) {
                tried.push(twin);
                prospects.push(self.prospect(sight.cell, worlds, cells, meter)?);
            }
        }
        Ok(prospects)
    }

    fn prospect(
        &self,
        cell: u32,
        worlds: &[u32],
        cells: &[u32],
        meter: &Meter<'_>,
    ) -> Result<Prospect, Stopped> {
        meter.steps(worlds.len() * cells.len())?;
        let view = self.worlds.view(cell);
        let free = worlds.iter().copied().filter(|&world| view[world as usize] != MINE).collect();
        let bounded = |part: Vec<u32>| (self.bound(&part, cells), part);
        let mut parts: Vec<_> = split(free, view).into_iter().map(bounded).collect();
        parts.sort_by_key(|(_, part)| Reverse(part.len()));
        let most = parts.iter().map(|(bound, _)| bound).sum();
        Ok(Prospect { parts, most })
    }

    /// No fewer worlds than perfect play wins: all if some cell is safe and tells something, else
    /// those in which the least likely mine is none.
    fn bound(&self, worlds: &[u32], cells: &[u32]) -> u32 {
        let all = worlds.len() as u32;
        if all <= 2 {
            return all;
        }
        if let Some(known) = self.known.get(worlds) {
            return known.most;
        }
        let mut least = all - 1;
        for &cell in cells {
            if let Some(sight) = self.sight(worlds, cell)
                && (sight.mined == 0 || !sight.dead || !self.worlds.equal_mines)
            {
                least = least.min(sight.mined);
            }
            if least == 0 {
                break;
            }
        }
        // With an unknown number of mines one world may be won before anything is opened.
        all - least + u32::from(least > 0 && !self.worlds.equal_mines)
    }

    /// The worlds that a prospect wins; no fewer than it wins, if fewer than needed.
    fn settle(
        &mut self,
        prospect: Prospect,
        cells: &[u32],
        need: u32,
        meter: &Meter<'_>,
    ) -> Result<u32, Stopped> {
        let mut most = prospect.most;
        for (bound, part) in &prospect.parts {
            if most < need {
                break;
            }
            let others = most - bound;
            let value = self.value(part, cells, need.saturating_sub(others), meter)?;
            most = others + value.min(*bound);
        }
        Ok(most)
    }

    /// The worlds won after opening a cell; no fewer than are, if fewer than needed.
    fn opened(
        &mut self,
        cell: u32,
        worlds: &[u32],
        cells: &[u32],
        need: u32,
        meter: &Meter<'_>,
    ) -> Result<u32, Stopped> {
        let prospect = self.prospect(cell, worlds, cells, meter)?;
        self.settle(prospect, cells, need, meter)
    }
}

/// What opening a cell leads to: sets of worlds by what it shows, each with a bound of its value.
struct Prospect {
    parts: Vec<(u32, Vec<u32>)>,
    /// The bounds together.
    most: u32,
}

fn numbers(sights: &[Sight]) -> Vec<u32> {
    sights.iter().map(|sight| sight.cell).collect()
}

/// The worlds by what a cell shows, each part in the same order.
fn split(mut worlds: Vec<u32>, view: &[u16]) -> Vec<Vec<u32>> {
    worlds.sort_by_key(|&world| view[world as usize]);
    let parts = worlds.chunk_by(|&a, &b| view[a as usize] == view[b as usize]);
    parts.map(<[u32]>::to_vec).collect()
}

/// For each of the cells a number, the same for cells with the same other neighbours.
fn twins(board: &Board, cells: &[Cell]) -> Vec<u32> {
    // Adjacent twins agree when each is counted among its own neighbours, others when not.
    let near = |i: usize| board.neighbours(cells[i]).iter().copied();
    let apart = group(cells.len(), near).class;
    let with_itself = |i: usize| {
        let (cell, around) = (cells[i], board.neighbours(cells[i]));
        let at = around.partition_point(|&v| v < cell);
        around[..at].iter().copied().chain([cell]).chain(around[at..].iter().copied())
    };
    let joined = group(cells.len(), with_itself).class;
    let size = |class: &[u32], i: usize| class.iter().filter(|&&c| c == class[i]).count();
    let number = cells.len() as u32;
    (0..cells.len())
        .map(|i| if size(&joined, i) > 1 { number + joined[i] } else { apart[i] })
        .collect()
}
