//! Optimal: perfect play by exhaustive search over the legal assignments of a position.
//!
//! All legal assignments are equally likely. A player's knowledge is the set of assignments that are
//! still possible, and the number of them that perfect play wins depends on that set alone: safe cells
//! are opened at once, which costs nothing, and opened cells show the same in all assignments of the
//! set. So values are kept by set. A game is won when every free cell is open; where the number of
//! mines is not known, the game announces its end.
//!
//! - *Dead cells*: a cell that shows the same number wherever it is free tells nothing. If all
//!   assignments have as many mines, it can be opened last, so it is no candidate beside a living one.
//! - *Twins*: unopened cells with the same other neighbours are interchangeable; one is tried.
//! - *Symmetries*: before any cell is opened, one of several cells that are images of each other is
//!   tried.
//! - *Bounds*: after a guess at most those assignments are won in which the next least likely mine is
//!   free. Guesses are searched in the order of their bounds, which values replace as they are found.
//! - *Factors*: where a set is every combination of one assignment from each of several factors, and no
//!   factor shows anything about another, perfect play wins the product of the factors' values.
//! - *Needs*: a set is searched only until it is clear that it wins too few assignments to matter. Then
//!   an upper bound is kept instead of its value.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{Meter, Result, Sort, flood, group};
use crate::board::{Board, Cell};
use crate::position::Position;
use crate::search::assignments::{Assignments, MINE, Spot};
use crate::search::symmetry::{MOST_READ, first_images};

/// The greatest depth of the recursion. Deeper games would need a larger stack.
const DEEPEST: usize = 2000;

pub struct Optimal {
    pub assignments: Assignments,
    twins: Vec<u32>,
    /// For each cell the first of its images at the start, or itself without `with_symmetries`.
    images: Vec<Cell>,
    known: FxHashMap<Box<[u32]>, Known>,
    /// The number of levels that the search may still descend.
    levels_left: usize,
}

/// A bound of the value of a set, or its value if it is exact.
#[derive(Clone, Copy)]
struct Known {
    most: u32,
    exact: bool,
}

impl Optimal {
    /// None if there are more than `most` legal assignments.
    pub fn of(position: &Position, most: usize, meter: &Meter) -> Result<Option<Self>> {
        let Some(assignments) = Assignments::of(position, most, meter)? else { return Ok(None) };
        let twins = twins(position.board(), &assignments.cells);
        let images = assignments.cells.clone();
        Ok(Some(Self {
            assignments,
            twins,
            images,
            known: FxHashMap::default(),
            levels_left: DEEPEST,
        }))
    }

    /// At the start of the search, try only one of several cells that are images of each other.
    pub fn with_symmetries(mut self, position: &Position, meter: &Meter) -> Result<Self> {
        let first = first_images(position, MOST_READ, meter)?;
        self.images = self.assignments.cells.iter().map(|&cell| first[cell as usize]).collect();
        Ok(self)
    }

    /// The number of assignments that perfect play wins.
    pub fn count_won(&mut self, meter: &Meter) -> Result<u32> {
        self.value(&self.everything(), 0, meter)
    }

    /// Every unopened cell that perfect play may open next, ascending.
    pub fn best(&mut self, meter: &Meter) -> Result<Vec<Cell>> {
        let won = self.count_won(meter)? - self.won_already();
        let (mut best, mut good) = (self.assignments.safe.clone(), FxHashMap::default());
        for i in 0..self.assignments.cells.len() {
            let (cell, image) = (self.assignments.cells[i], self.images[i]);
            if best.contains(&cell) {
                continue;
            }
            let is_good = match good.get(&image) {
                Some(&known) => known,
                None => self.count_won_after(i as u32, &self.everything(), won, meter)? >= won,
            };
            good.insert(image, is_good);
            if is_good {
                best.push(cell);
            }
        }
        best.ascend();
        Ok(best)
    }

    /// One cell that perfect play may open next, a least likely mine among these, and its probability
    /// of winning. None if no cell is undecided.
    pub fn pick(&mut self, meter: &Meter) -> Result<Option<(Cell, f64)>> {
        let all = self.everything();
        let mut spots = self.survey(&all);
        let is_dead = |spot: &Spot| self.assignments.equal_mines && spot.dead;
        if spots.iter().any(|spot| !is_dead(spot)) {
            spots.retain(|spot| !is_dead(spot));
        }
        spots.arrange_by_key(|spot| spot.mined);
        let won = self.guess(&all, &spots, 0, meter)?;
        for spot in spots {
            if self.count_won_after(spot.cell, &all, won, meter)? >= won {
                let cell = self.assignments.cells[spot.cell as usize];
                return Ok(Some((cell, f64::from(won) / self.assignments.number as f64)));
            }
        }
        Ok(self.assignments.safe.first().map(|&cell| (cell, 1.0)))
    }

    /// The number of assignments that perfect play wins after opening this cell.
    pub fn won_by(&mut self, cell: Cell, meter: &Meter) -> Result<u32> {
        match self.assignments.cells.binary_search(&cell) {
            Ok(i) => {
                let first = self.assignments.cells.binary_search(&self.images[i]).unwrap_or(i);
                self.count_won_after(first as u32, &self.everything(), 0, meter)
            }
            Err(_) if self.assignments.safe.binary_search(&cell).is_ok() => self.count_won(meter),
            Err(_) => Ok(0),
        }
    }

    /// The assignments in which every free cell is open before anything is played: at most one.
    fn won_already(&self) -> u32 {
        let all = self.everything();
        let unopened = !self.assignments.safe.is_empty() || self.assignments.equal_mines;
        u32::from(!unopened && self.finished(&all, &self.survey(&all)).is_some())
    }

    fn everything(&self) -> Vec<u32> {
        (0..self.assignments.number as u32).collect()
    }

    /// The assignments of a set that perfect play wins, or a bound below `need`.
    fn value(&mut self, set: &[u32], need: u32, meter: &Meter) -> Result<u32> {
        if set.len() <= 1 {
            return Ok(set.len() as u32);
        }
        if let &[a, b] = set
            && self.assignments.equal_mines
        {
            return Ok(1 + u32::from(self.can_tell(a, b)));
        }
        if let Some(known) = self.known.get(set)
            && (known.exact || known.most < need)
        {
            return Ok(known.most);
        }
        meter.states(set.len() / 4 + 2)?;
        self.levels_left = self.levels_left.checked_sub(1).ok_or_else(|| meter.too_wide())?;
        let value = self.play_on(set, need, meter);
        self.levels_left += 1;
        let most = value?;
        self.known.insert(set.into(), Known { most, exact: most >= need });
        Ok(most)
    }

    /// Whether some cell that is free in both assignments shows different numbers.
    fn can_tell(&self, a: u32, b: u32) -> bool {
        let pairs = self.assignments.row(a).iter().zip(self.assignments.row(b));
        pairs.fold(false, |differs, (&a, &b)| differs | (a != b && a != MINE && b != MINE))
    }

    fn play_on(&mut self, set: &[u32], need: u32, meter: &Meter) -> Result<u32> {
        meter.steps(set.len() * self.assignments.cells.len())?;
        let mut spots = self.survey(set);
        let is_safe = |spot: &Spot| spot.mined == 0;
        if spots.iter().any(is_safe) {
            spots.retain(is_safe);
            return self.open_safe(set, &spots, need, meter);
        }
        if !self.assignments.equal_mines
            && let Some(i) = self.finished(set, &spots)
        {
            let rest = [&set[..i], &set[i + 1..]].concat();
            return Ok(1 + self.value(&rest, need.saturating_sub(1), meter)?);
        }
        if let Some(factors) = self.factors(set, &spots, meter)? {
            return self.product(&factors, need, meter);
        }
        if self.assignments.equal_mines {
            spots.retain(|spot| !spot.dead);
        }
        spots.arrange_by_key(|spot| spot.mined);
        self.guess(set, &spots, need, meter)
    }

    /// The cells that do not show the same in every assignment of a set.
    fn survey(&self, set: &[u32]) -> Vec<Spot> {
        let mut spots = Vec::with_capacity(self.assignments.cells.len());
        self.assignments.survey(set, |spot| spots.push(spot));
        spots
    }

    /// Open all safe cells, and split the set by their numbers.
    fn open_safe(&mut self, set: &[u32], safe: &[Spot], need: u32, meter: &Meter) -> Result<u32> {
        let mut parts = vec![set.to_vec()];
        for spot in safe {
            parts = parts.iter().flat_map(|part| self.split(part, spot.cell)).collect();
        }
        let parts = parts.into_iter().map(|part| (part.len() as u32, part)).collect();
        self.settle(Prospect { parts, most: set.len() as u32 }, need, meter)
    }

    /// The assignment in which every undecided cell is mined: it is won already.
    fn finished(&self, set: &[u32], spots: &[Spot]) -> Option<usize> {
        let mined =
            |spot: &Spot, assignment: u32| self.assignments.shows(assignment, spot.cell) == MINE;
        set.iter().position(|&assignment| spots.iter().all(|spot| mined(spot, assignment)))
    }

    /// The value of the best candidate; they come with the least likely mine first. Without a candidate
    /// no number distinguishes the assignments, and one of them can be won.
    fn guess(&mut self, set: &[u32], candidates: &[Spot], need: u32, meter: &Meter) -> Result<u32> {
        let free = |spot: &Spot| set.len() as u32 - spot.mined;
        let mut next = candidates.iter().peekable();
        let (mut tried, mut prospects): (Vec<u32>, Vec<Prospect>) = (Vec::new(), Vec::new());
        // The best value, and the greatest bound of candidates that were given up.
        let (mut best, mut beyond) = (1, 1);
        loop {
            let most = prospects.last().map_or(0, |prospect| prospect.most);
            // A candidate that is free less often than the best prospect may win can wait.
            if let Some(spot) = next.next_if(|spot| free(spot) > most && free(spot) > best) {
                if free(spot) < need {
                    beyond = beyond.max(free(spot));
                    while next.next().is_some() {}
                } else if !tried.iter().any(|&other| self.are_alike(other, spot.cell, set)) {
                    tried.push(spot.cell);
                    let prospect = self.prospect(spot.cell, set, meter)?;
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
    fn are_alike(&self, a: u32, b: u32, set: &[u32]) -> bool {
        let (a, b) = (a as usize, b as usize);
        let is_start = set.len() == self.assignments.number;
        self.twins[a] == self.twins[b] || is_start && self.images[a] == self.images[b]
    }

    fn prospect(&self, cell: u32, set: &[u32], meter: &Meter) -> Result<Prospect> {
        meter.steps(set.len() * self.assignments.cells.len())?;
        let bounded = |part: Vec<u32>| (self.bound(&part), part);
        let mut parts: Vec<_> = self.split(set, cell).into_iter().map(bounded).collect();
        parts.arrange_by_key(|(_, part)| Reverse(part.len()));
        let most = parts.iter().map(|(bound, _)| bound).sum();
        Ok(Prospect { parts, most })
    }

    /// An upper bound of the value: all assignments if some cell is safe and tells something, else those
    /// in which the least likely mine is free.
    fn bound(&self, set: &[u32]) -> u32 {
        let all = set.len() as u32;
        if let &[a, b] = set
            && self.assignments.equal_mines
        {
            return 1 + u32::from(self.can_tell(a, b));
        }
        if all <= 2 {
            return all;
        }
        if let Some(known) = self.known.get(set) {
            return known.most;
        }
        let mut least = all - 1;
        self.assignments.survey(set, |spot| {
            if spot.mined == 0 || !spot.dead || !self.assignments.equal_mines {
                least = least.min(spot.mined);
            }
        });
        // With an unknown number of mines one assignment may be won before anything is opened.
        all - least + u32::from(least > 0 && !self.assignments.equal_mines)
    }

    /// The assignments that a prospect wins, or a bound below `need`.
    fn settle(&mut self, prospect: Prospect, need: u32, meter: &Meter) -> Result<u32> {
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

    /// The assignments won after opening a cell, or a bound below `need`.
    fn count_won_after(&mut self, cell: u32, set: &[u32], need: u32, meter: &Meter) -> Result<u32> {
        let prospect = self.prospect(cell, set, meter)?;
        self.settle(prospect, need, meter)
    }

    /// The assignments in which a cell is free, split by its number; each part in the same order.
    fn split(&self, set: &[u32], cell: u32) -> Vec<Vec<u32>> {
        let mut parts: Vec<(u16, Vec<u32>)> = Vec::new();
        for &assignment in set {
            let shown = self.assignments.shows(assignment, cell);
            match parts.iter_mut().find(|(same, _)| *same == shown) {
                Some((_, part)) => part.push(assignment),
                None if shown == MINE => {}
                None => parts.push((shown, vec![assignment])),
            }
        }
        parts.into_iter().map(|(_, part)| part).collect()
    }

    /// The factors of a set, if it has any: independent sets, of which every combination is one of the
    /// assignments. The value of the set is the product of theirs.
    fn factors(&self, set: &[u32], spots: &[Spot], meter: &Meter) -> Result<Option<Vec<Vec<u32>>>> {
        let all = set.len() as u32;
        // A cell of one factor is mined in a multiple of the number of combinations of the others.
        let can_be = self.assignments.equal_mines && all >= 4;
        if !can_be || spots.iter().any(|spot| common_divisor(all, spot.mined) == 1) {
            return Ok(None);
        }
        meter.steps(set.len() * spots.len() * spots.len() / 2)?;
        let classes = self.classes(set, spots);
        let number = classes.iter().max().map_or(0, |most| most + 1);
        if number < 2 {
            return Ok(None);
        }
        let cells = |is_ours: &dyn Fn(usize) -> bool| -> Vec<u32> {
            let ours = spots.iter().zip(&classes).filter(|&(_, &class)| is_ours(class));
            ours.map(|(spot, _)| spot.cell).collect()
        };
        let kinds = |class: usize| self.kinds(set, &cells(&|c| c == class)) as u32;
        if (0..number).map(kinds).try_fold(1, u32::checked_mul) != Some(all) {
            return Ok(None);
        }
        let alike = |class: usize| self.alike(set, &cells(&|c| c != class));
        Ok(Some((0..number).map(alike).collect()))
    }

    /// A number for each spot, the same for spots that depend on each other.
    fn classes(&self, set: &[u32], spots: &[Spot]) -> Vec<usize> {
        let mut classes = vec![usize::MAX; spots.len()];
        let mut number = 0;
        for first in 0..spots.len() {
            if classes[first] != usize::MAX {
                continue;
            }
            classes[first] = number;
            flood(&mut vec![first as u32], |i, reached| {
                for (j, spot) in spots.iter().enumerate() {
                    if classes[j] == usize::MAX && self.are_joined(set, &spots[i as usize], spot) {
                        classes[j] = number;
                        reached.push(j as u32);
                    }
                }
            });
            number += 1;
        }
        classes
    }

    /// Whether a mine in one cell depends on a mine in the other.
    fn are_joined(&self, set: &[u32], a: &Spot, b: &Spot) -> bool {
        let is_mined =
            |assignment: u32, spot: &Spot| self.assignments.shows(assignment, spot.cell) == MINE;
        let both = set.iter().filter(|&&w| is_mined(w, a) && is_mined(w, b)).count();
        // In 64 bits on every machine: the product of two counts may need more than 32.
        both as u64 * set.len() as u64 != u64::from(a.mined) * u64::from(b.mined)
    }

    /// The number of different rows that these cells show.
    fn kinds(&self, set: &[u32], cells: &[u32]) -> usize {
        let look = |&assignment: &u32| {
            let row = self.assignments.row(assignment);
            cells.iter().map(|&cell| row[cell as usize]).collect::<Vec<u16>>()
        };
        set.iter().map(look).collect::<FxHashSet<_>>().len()
    }

    /// The assignments in which these cells show the same as in the first.
    fn alike(&self, set: &[u32], cells: &[u32]) -> Vec<u32> {
        let first = self.assignments.row(set[0]);
        let is_alike = |assignment: &u32| {
            let row = self.assignments.row(*assignment);
            cells.iter().all(|&cell| row[cell as usize] == first[cell as usize])
        };
        set.iter().copied().filter(is_alike).collect()
    }

    /// The product of the values of all factors, or a bound below `need`.
    fn product(&mut self, factors: &[Vec<u32>], need: u32, meter: &Meter) -> Result<u32> {
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

/// The sets to which opening a cell leads, by its number, each with a bound of its value.
struct Prospect {
    parts: Vec<(u32, Vec<u32>)>,
    /// The sum of the bounds.
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
    fn without_an_undecided_cell_a_safe_one_is_picked() {
        let path = || Board::new(3, [(0, 1), (1, 2)].into_iter()).unwrap();
        let meter = Meter::unwatched(Budget::default());
        for (first, expected) in [(Label::Covered, Some((0, 1.0))), (Label::Number(0), None)] {
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
        // Unfinished sets are searched again from the start.
        optimal.levels_left = DEEPEST;
        assert_eq!(optimal.count_won(&meter), Ok(expected));
    }
}
