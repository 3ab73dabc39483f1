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
//! - *Symmetries*: before anything is opened, of cells that are images of each other one is tried.
//! - *Bounds*: after a guess no more worlds are won than those in which the next least likely mine is
//!   none. Guesses are searched in the order of their bounds, which values replace as they are found.
//! - *Parts*: where a set is every choice of one world from each of several parts, which show nothing of
//!   each other, perfect play wins the product of what it wins of each.
//! - *Needs*: a set is searched only until it is clear that it wins too few worlds to matter; then an
//!   upper bound is kept instead of its value.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{Meter, Stopped, flood, group};
use crate::board::{Board, Cell};
use crate::position::Position;
use crate::search::assignments::{MINE, Sight, Worlds};
use crate::search::symmetry::first_images;

/// Deeper games would need a larger stack.
const DEEPEST: usize = 2000;

pub struct Optimal {
    worlds: Worlds,
    twins: Vec<u32>,
    /// For each cell the first of its images at the start; itself if nobody has looked for them.
    images: Vec<Cell>,
    known: FxHashMap<Box<[u32]>, Known>,
    /// How much deeper the search may go.
    levels_left: usize,
}

/// What is known of a set: no more worlds are won, and if it is exact no fewer.
#[derive(Clone, Copy)]
struct Known {
    most: u32,
    exact: bool,
}

/// A cell that does not show the same in every world of a set.
#[derive(Clone, Copy)]
struct Spot {
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
        let images = worlds.cells.clone();
        Ok(Some(Self { worlds, twins, images, known: FxHashMap::default(), levels_left: DEEPEST }))
    }

    /// Try only one of several cells that are images of each other, where the search begins.
    pub fn with_symmetries(
        mut self,
        position: &Position,
        meter: &Meter<'_>,
    ) -> Result<Self, Stopped> {
        let first = first_images(position, meter)?;
        self.images = self.worlds.cells.iter().map(|&cell| first[cell as usize]).collect();
        Ok(self)
    }

    /// The number of legal assignments.
    pub fn worlds(&self) -> usize {
        self.worlds.number
    }

    /// The number of worlds that perfect play wins.
    pub fn count_won(&mut self, meter: &Meter<'_>) -> Result<u32, Stopped> {
        self.value(&self.everything(), 0, meter)
    }

    /// Every unopened cell with which perfect play may go on, ascending.
    pub fn best(&mut self, meter: &Meter<'_>) -> Result<Vec<Cell>, Stopped> {
        let won = self.count_won(meter)? - self.won_already();
        let (mut best, mut good) = (self.worlds.safe.clone(), FxHashMap::default());
        for i in 0..self.worlds.cells.len() {
            let (cell, image) = (self.worlds.cells[i], self.images[i]);
            if best.contains(&cell) {
                continue;
            }
            let is_good = match good.get(&image) {
                Some(&known) => known,
                None => self.after(i as u32, won, meter)? >= won,
            };
            good.insert(image, is_good);
            if is_good {
                best.push(cell);
            }
        }
        best.sort_unstable();
        Ok(best)
    }

    /// One cell with which perfect play may go on, and among these a least likely mine: for players,
    /// who need no other; with the number of worlds that it wins. None if nothing is in question.
    pub fn pick(&mut self, meter: &Meter<'_>) -> Result<Option<(Cell, u32)>, Stopped> {
        let all = self.everything();
        let mut spots = self.survey(&all);
        let is_dead = |spot: &Spot| self.worlds.equal_mines && spot.dead;
        if spots.iter().any(|spot| !is_dead(spot)) {
            spots.retain(|spot| !is_dead(spot));
        }
        spots.sort_by_key(|spot| spot.mined);
        let won = self.guess(&all, &spots, 0, meter)?;
        for spot in spots {
            if self.count_won_after(spot.cell, &all, won, meter)? >= won {
                return Ok(Some((self.worlds.cells[spot.cell as usize], won)));
            }
        }
        Ok(self.worlds.safe.first().map(|&cell| (cell, self.worlds.number as u32)))
    }

    /// The number of worlds that perfect play wins after opening this cell.
    pub fn won_by(&mut self, cell: Cell, meter: &Meter<'_>) -> Result<u32, Stopped> {
        match self.worlds.cells.binary_search(&cell) {
            Ok(i) => self.after(self.first_image(i), 0, meter),
            Err(_) if self.worlds.safe.binary_search(&cell).is_ok() => self.count_won(meter),
            Err(_) => Ok(0),
        }
    }

    /// The worlds in which every free cell is open before anything is played: at most one.
    fn won_already(&self) -> u32 {
        let all = self.everything();
        let unopened = !self.worlds.safe.is_empty() || self.worlds.equal_mines;
        u32::from(!unopened && self.finished_world(&all, &self.survey(&all)).is_some())
    }

    /// The cell of which this one is an image, among the cells in question.
    fn first_image(&self, i: usize) -> u32 {
        self.worlds.cells.binary_search(&self.images[i]).unwrap_or(i) as u32
    }

    fn everything(&self) -> Vec<u32> {
        (0..self.worlds.number as u32).collect()
    }

    /// The worlds won after opening a cell at the start; no fewer than are, if fewer than needed.
    fn after(&mut self, i: u32, need: u32, meter: &Meter<'_>) -> Result<u32, Stopped> {
        self.count_won_after(i, &self.everything(), need, meter)
    }

    /// The worlds of a set that perfect play wins; no fewer than it wins, if fewer than needed.
    fn value(&mut self, worlds: &[u32], need: u32, meter: &Meter<'_>) -> Result<u32, Stopped> {
        if worlds.len() <= 1 {
            return Ok(worlds.len() as u32);
        }
        if let &[a, b] = worlds
            && self.worlds.equal_mines
        {
            return Ok(1 + u32::from(self.can_tell(a, b)));
        }
        if let Some(known) = self.known.get(worlds)
            && (known.exact || known.most < need)
        {
            return Ok(known.most);
        }
        meter.states(worlds.len() / 4 + 2)?;
        self.levels_left = self.levels_left.checked_sub(1).ok_or_else(|| meter.too_wide())?;
        let value = self.play_on(worlds, need, meter);
        self.levels_left += 1;
        let most = value?;
        self.known.insert(worlds.into(), Known { most, exact: most >= need });
        Ok(most)
    }

    /// Whether a cell that is free in both worlds shows which of them it is.
    fn can_tell(&self, a: u32, b: u32) -> bool {
        let pairs = self.worlds.row(a).iter().zip(self.worlds.row(b));
        pairs.fold(false, |told, (&a, &b)| told | (a != b && a != MINE && b != MINE))
    }

    fn play_on(&mut self, worlds: &[u32], need: u32, meter: &Meter<'_>) -> Result<u32, Stopped> {
        meter.steps(worlds.len() * self.worlds.cells.len())?;
        let mut spots = self.survey(worlds);
        let is_safe = |spot: &Spot| spot.mined == 0;
        if spots.iter().any(is_safe) {
            spots.retain(is_safe);
            return self.open_safe(worlds, &spots, need, meter);
        }
        if !self.worlds.equal_mines
            && let Some(i) = self.finished_world(worlds, &spots)
        {
            let rest = [&worlds[..i], &worlds[i + 1..]].concat();
            return Ok(1 + self.value(&rest, need.saturating_sub(1), meter)?);
        }
        if let Some(factors) = self.factors(worlds, &spots, meter)? {
            return self.product(&factors, need, meter);
        }
        if self.worlds.equal_mines {
            spots.retain(|spot| !spot.dead);
        }
        spots.sort_by_key(|spot| spot.mined);
        self.guess(worlds, &spots, need, meter)
    }

    /// The cells that do not show the same in every world.
    fn survey(&self, worlds: &[u32]) -> Vec<Spot> {
        let mut spots = Vec::with_capacity(self.worlds.cells.len());
        self.worlds
            .survey(worlds, |cell, Sight { mined, dead }| spots.push(Spot { cell, mined, dead }));
        spots
    }

    /// All safe cells are opened: what they show tells worlds apart.
    fn open_safe(
        &mut self,
        worlds: &[u32],
        safe: &[Spot],
        need: u32,
        meter: &Meter<'_>,
    ) -> Result<u32, Stopped> {
        let mut parts = vec![worlds.to_vec()];
        for spot in safe {
            parts = parts.iter().flat_map(|part| self.split(part, spot.cell)).collect();
        }
        let parts = parts.into_iter().map(|part| (part.len() as u32, part)).collect();
        self.settle(Prospect { parts, most: worlds.len() as u32 }, need, meter)
    }

    /// The world in which every cell in question is mined: it is won already.
    fn finished_world(&self, worlds: &[u32], spots: &[Spot]) -> Option<usize> {
        let mined = |spot: &Spot, world: u32| self.worlds.shows(world, spot.cell) == MINE;
        worlds.iter().position(|&world| spots.iter().all(|spot| mined(spot, world)))
    }

    /// The best of the candidates, of which the least likely mine comes first. Without a candidate
    /// nothing tells worlds with as many mines apart, and one of them can be won.
    fn guess(
        &mut self,
        worlds: &[u32],
        candidates: &[Spot],
        need: u32,
        meter: &Meter<'_>,
    ) -> Result<u32, Stopped> {
        let free = |spot: &Spot| worlds.len() as u32 - spot.mined;
        let mut next = candidates.iter().peekable();
        let (mut tried, mut prospects): (Vec<u32>, Vec<Prospect>) = (Vec::new(), Vec::new());
        // The best that is won, and the most that what was given up could win.
        let (mut best, mut beyond) = (1, 1);
        loop {
            let most = prospects.last().map_or(0, |prospect| prospect.most);
            // What is safe in fewer worlds than the best prospect wins at most can wait.
            if let Some(spot) = next.next_if(|spot| free(spot) > most && free(spot) > best) {
                if free(spot) < need {
                    beyond = beyond.max(free(spot));
                    while next.next().is_some() {}
                } else if !tried.iter().any(|&other| self.are_alike(other, spot.cell, worlds)) {
                    tried.push(spot.cell);
                    let prospect = self.prospect(spot.cell, worlds, meter)?;
                    let at = prospects.partition_point(|other| other.most <= prospect.most);
                    prospects.insert(at, prospect);
                }
                continue;
            }
            let Some(prospect) = prospects.pop() else { break };
            if prospect.most <= best || prospect.most < need {
                beyond = beyond.max(prospect.most);
                break;
            }
            let wanted = need.max(best + 1);
            let wins = self.settle(prospect, wanted, meter)?;
            if wins >= wanted {
                best = wins;
            } else {
                beyond = beyond.max(wins);
            }
        }
        Ok(if best >= need { best } else { best.max(beyond) })
    }

    /// Whether one of two cells is as good as the other.
    fn are_alike(&self, a: u32, b: u32, worlds: &[u32]) -> bool {
        let (a, b) = (a as usize, b as usize);
        let is_start = worlds.len() == self.worlds.number;
        self.twins[a] == self.twins[b] || is_start && self.images[a] == self.images[b]
    }

    fn prospect(&self, cell: u32, worlds: &[u32], meter: &Meter<'_>) -> Result<Prospect, Stopped> {
        meter.steps(worlds.len() * self.worlds.cells.len())?;
        let bounded = |part: Vec<u32>| (self.bound(&part), part);
        let mut parts: Vec<_> = self.split(worlds, cell).into_iter().map(bounded).collect();
        parts.sort_by_key(|(_, part)| Reverse(part.len()));
        let most = parts.iter().map(|(bound, _)| bound).sum();
        Ok(Prospect { parts, most })
    }

    /// No fewer worlds than perfect play wins: all if some cell is safe and tells something, else
    /// those in which the least likely mine is none.
    fn bound(&self, worlds: &[u32]) -> u32 {
        let all = worlds.len() as u32;
        if let &[a, b] = worlds
            && self.worlds.equal_mines
        {
            return 1 + u32::from(self.can_tell(a, b));
        }
        if all <= 2 {
            return all;
        }
        if let Some(known) = self.known.get(worlds) {
            return known.most;
        }
        let mut least = all - 1;
        self.worlds.survey(worlds, |_, sight| {
            if sight.mined == 0 || !sight.dead || !self.worlds.equal_mines {
                least = least.min(sight.mined);
            }
        });
        // With an unknown number of mines one world may be won before anything is opened.
        all - least + u32::from(least > 0 && !self.worlds.equal_mines)
    }

    /// The worlds that a prospect wins; no fewer than it wins, if fewer than needed.
    fn settle(&mut self, prospect: Prospect, need: u32, meter: &Meter<'_>) -> Result<u32, Stopped> {
        let mut most = prospect.most;
        for (bound, part) in &prospect.parts {
            if most < need {
                break;
            }
            let others = most - bound;
            let value = self.value(part, need.saturating_sub(others), meter)?;
            most = others + value.min(*bound);
        }
        Ok(most)
    }

    /// The worlds won after opening a cell; no fewer than are, if fewer than needed.
    fn count_won_after(
        &mut self,
        cell: u32,
        worlds: &[u32],
        need: u32,
        meter: &Meter<'_>,
    ) -> Result<u32, Stopped> {
        let prospect = self.prospect(cell, worlds, meter)?;
        self.settle(prospect, need, meter)
    }

    /// The worlds in which a cell is free by what it shows, each part in the same order.
    fn split(&self, worlds: &[u32], cell: u32) -> Vec<Vec<u32>> {
        let mut parts: Vec<(u16, Vec<u32>)> = Vec::new();
        for &world in worlds {
            let shown = self.worlds.shows(world, cell);
            match parts.iter_mut().find(|(same, _)| *same == shown) {
                Some((_, part)) => part.push(world),
                None if shown == MINE => {}
                None => parts.push((shown, vec![world])),
            }
        }
        parts.into_iter().map(|(_, part)| part).collect()
    }

    /// Sets of worlds that have nothing to do with each other, as far as there are any: every choice
    /// of one from each is one of the worlds. What is won of the whole is then the product of what is
    /// won of each.
    fn factors(
        &self,
        worlds: &[u32],
        spots: &[Spot],
        meter: &Meter<'_>,
    ) -> Result<Option<Vec<Vec<u32>>>, Stopped> {
        let all = worlds.len() as u32;
        // A cell of one factor is mined in a multiple of as many worlds as all other factors have.
        let can_be = self.worlds.equal_mines && all >= 4;
        if !can_be || spots.iter().any(|spot| common_divisor(all, spot.mined) == 1) {
            return Ok(None);
        }
        meter.steps(worlds.len() * spots.len() * spots.len() / 2)?;
        let classes = self.classes(worlds, spots);
        let number = classes.iter().max().map_or(0, |most| most + 1);
        if number < 2 {
            return Ok(None);
        }
        let cells = |is_ours: &dyn Fn(usize) -> bool| -> Vec<u32> {
            let ours = spots.iter().zip(&classes).filter(|&(_, &class)| is_ours(class));
            ours.map(|(spot, _)| spot.cell).collect()
        };
        let kinds = |class: usize| self.kinds(worlds, &cells(&|c| c == class)) as u32;
        if (0..number).map(kinds).try_fold(1, u32::checked_mul) != Some(all) {
            return Ok(None);
        }
        let alike = |class: usize| self.alike(worlds, &cells(&|c| c != class));
        Ok(Some((0..number).map(alike).collect()))
    }

    /// A number for each spot, the same for spots of which one tells something of the other.
    fn classes(&self, worlds: &[u32], spots: &[Spot]) -> Vec<usize> {
        let mut classes = vec![usize::MAX; spots.len()];
        let mut number = 0;
        for first in 0..spots.len() {
            if classes[first] != usize::MAX {
                continue;
            }
            classes[first] = number;
            flood(&mut vec![first as u32], |i, reached| {
                for (j, spot) in spots.iter().enumerate() {
                    if classes[j] == usize::MAX && self.are_joined(worlds, &spots[i as usize], spot)
                    {
                        classes[j] = number;
                        reached.push(j as u32);
                    }
                }
            });
            number += 1;
        }
        classes
    }

    /// Whether what one cell shows tells something of the other: whether it is mined, at least.
    fn are_joined(&self, worlds: &[u32], a: &Spot, b: &Spot) -> bool {
        let is_mined = |world: u32, spot: &Spot| self.worlds.shows(world, spot.cell) == MINE;
        let both = worlds.iter().filter(|&&w| is_mined(w, a) && is_mined(w, b)).count();
        both * worlds.len() != a.mined as usize * b.mined as usize
    }

    /// What these cells show together: in how many ways.
    fn kinds(&self, worlds: &[u32], cells: &[u32]) -> usize {
        let look = |&world: &u32| {
            let row = self.worlds.row(world);
            cells.iter().map(|&cell| row[cell as usize]).collect::<Vec<u16>>()
        };
        worlds.iter().map(look).collect::<FxHashSet<_>>().len()
    }

    /// The worlds in which these cells show what they show in the first.
    fn alike(&self, worlds: &[u32], cells: &[u32]) -> Vec<u32> {
        let first = self.worlds.row(worlds[0]);
        let is_alike = |world: &u32| {
            let row = self.worlds.row(*world);
            cells.iter().all(|&cell| row[cell as usize] == first[cell as usize])
        };
        worlds.iter().copied().filter(is_alike).collect()
    }

    /// What is won of all factors together; no fewer than is, if fewer than needed.
    fn product(
        &mut self,
        factors: &[Vec<u32>],
        need: u32,
        meter: &Meter<'_>,
    ) -> Result<u32, Stopped> {
        let mut most: u32 = factors.iter().map(|factor| factor.len() as u32).product();
        for factor in factors {
            if most < need {
                break;
            }
            let others = most / factor.len() as u32;
            most = others * self.value(factor, need.div_ceil(others.max(1)), meter)?;
        }
        Ok(most)
    }
}

/// What opening a cell leads to: sets of worlds by what it shows, each with a bound of its value.
struct Prospect {
    parts: Vec<(u32, Vec<u32>)>,
    /// The bounds together.
    most: u32,
}

fn common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { common_divisor(b, a % b) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::position::Label;

    #[test]
    fn where_nothing_is_in_question_a_safe_cell_is_picked() {
        let path = || Board::new(3, [(0, 1), (1, 2)].into_iter()).unwrap();
        let meter = Meter::unwatched(Budget::default());
        for (first, expected) in [(Label::Covered, Some((0, 1))), (Label::Number(0), None)] {
            let position = Position::new(path(), vec![first, Label::Number(1), Label::Mined], None);
            let mut optimal = Optimal::of(&position.unwrap(), 10, &meter).unwrap().unwrap();
            assert_eq!(optimal.pick(&meter), Ok(expected));
        }
    }

    #[test]
    fn games_that_are_too_deep_are_too_wide() {
        let position = Position::new(Board::grid(3, 3), vec![Label::Covered; 9], Some(2)).unwrap();
        let meter = Meter::unwatched(Budget::default());
        let search = || Optimal::of(&position, 100, &meter).unwrap().unwrap();
        let expected = search().count_won(&meter).unwrap();
        let mut optimal = search();
        optimal.levels_left = 1;
        assert_eq!(optimal.count_won(&meter), Err(meter.too_wide()));
        // What was left open is searched as if for the first time.
        optimal.levels_left = DEEPEST;
        assert_eq!(optimal.count_won(&meter), Ok(expected));
    }
}
