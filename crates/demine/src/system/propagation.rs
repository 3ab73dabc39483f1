//! Propagation: cells that a single count decides, and which of the others hang together.
//!
//! It is kept, and brought up to date from one position of a game to the next at the cost of what
//! changed. What comes out depends on the position alone and not on the way there: decisions reach
//! the same fixed point in any order, and a region is numbered in the order of the board.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::base::Lists;
use crate::board::{Board, Cell};
use crate::position::{Label, Position};
use crate::system::component::Contradiction;

const NONE: u32 = u32::MAX;

/// Hints and unknown cells that hang together, in the order of the board. `K` is what is found out
/// about them: other regions have no part in it.
#[derive(Debug)]
pub struct Region<K> {
    pub cells: Vec<Cell>,
    /// The opened cells.
    pub hints: Vec<Cell>,
    /// How many mines each hint still needs.
    pub rests: Vec<u32>,
    /// The hints of each cell, by number.
    pub touching: Lists,
    pub known: OnceLock<K>,
}

impl<K> Region<K> {
    /// Bytes held, without what is known.
    pub fn bytes(&self) -> usize {
        let numbers = self.cells.len() + 2 * self.hints.len() + self.touching.items();
        size_of::<Self>() + 4 * (numbers + self.touching.len())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Unknown,
    Mined,
    Free,
    Opened,
}

impl Fate {
    /// Unknown neighbours are counted in the low half of a word, mined ones in the high half, so
    /// that the hottest loop of a small position has no branches.
    const TALLY: [u64; 4] = [1, 1 << 32, 0, 0];

    #[inline]
    fn of_code(code: i32) -> Self {
        const FATES: [Fate; 4] = [Fate::Mined, Fate::Free, Fate::Unknown, Fate::Opened];
        FATES[(code.clamp(-3, 0) + 3) as usize]
    }
}

#[derive(Debug)]
pub struct Propagation<K> {
    position: Position,
    fates: Vec<Fate>,
    /// How many mines each opened cell still needs, and among how many unknown neighbours. Both 0 for
    /// any other cell.
    rests: Vec<u32>,
    unknown: Vec<u32>,
    /// The first hint of the region, for its hints and cells.
    region_of: Vec<Cell>,
    regions: BTreeMap<Cell, Arc<Region<K>>>,
    sorted: Sorted,
}

impl<K> Clone for Propagation<K> {
    fn clone(&self) -> Self {
        Self {
            position: self.position.clone(),
            fates: self.fates.clone(),
            rests: self.rests.clone(),
            unknown: self.unknown.clone(),
            region_of: self.region_of.clone(),
            regions: self.regions.clone(),
            sorted: self.sorted.clone(),
        }
    }
}

/// The cells of a position by what became of them, each list ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sorted {
    pub mined: Vec<Cell>,
    /// Unopened and free.
    pub safe: Vec<Cell>,
    /// Unknown, and next to no hint.
    pub loose: Vec<Cell>,
}

impl<K> Propagation<K> {
    pub fn of(position: &Position) -> Result<Self, Contradiction> {
        let cells = position.board().cells();
        let mut new = Self {
            position: position.clone(),
            fates: position.codes().iter().map(|&code| Fate::of_code(code)).collect(),
            rests: vec![0; cells],
            unknown: vec![0; cells],
            region_of: vec![NONE; cells],
            regions: BTreeMap::new(),
            sorted: Sorted::default(),
        };
        Learning::new(position.board(), &mut new, cells).finish(0..cells as Cell)?;
        new.sort_cells();
        Ok(new)
    }

    /// The cells of which another position knows more; None if it knows less, or something else.
    pub fn news(&self, position: &Position) -> Option<Vec<Cell>> {
        news(&self.position, position)
    }

    /// Of a position with such news.
    pub fn after(&self, position: &Position, news: &[Cell]) -> Result<Self, Contradiction> {
        let mut new = Self { position: position.clone(), ..self.clone() };
        let mut learning = Learning::new(position.board(), &mut new, 4 * news.len());
        news.iter().try_for_each(|&cell| learning.relabel(cell))?;
        let moved = learning.finish(news.iter().copied())?;
        new.move_cells(moved);
        Ok(new)
    }

    /// How many mines an opened cell still needs, and among how many.
    #[inline]
    fn hint(&self, cell: Cell) -> (u32, u32) {
        (self.rests[cell as usize], self.unknown[cell as usize])
    }

    /// The number of cells of the board.
    pub fn cells(&self) -> usize {
        self.fates.len()
    }

    /// The regions, by their first hints.
    pub fn regions(&self) -> impl ExactSizeIterator<Item = &Arc<Region<K>>> {
        self.regions.values()
    }

    pub fn sorted(&self) -> &Sorted {
        &self.sorted
    }

    pub fn into_sorted(self) -> Sorted {
        self.sorted
    }

    fn sort_cells(&mut self) {
        // Every cell is written to the end of some list: to look at the lists costs less than to
        // guess, cell by cell, which of them is next. The last list is never looked at again.
        const IN_NONE: usize = Fate::Opened as usize;
        let list = || vec![0; self.cells()];
        let mut lists = [list(), list(), list(), vec![0]];
        let mut lengths = [0; 4];
        for (cell, (&fate, &region)) in (0..).zip(self.fates.iter().zip(&self.region_of)) {
            let list = if region == NONE { fate as usize } else { IN_NONE };
            lists[list][lengths[list]] = cell;
            lengths[list] += usize::from(list != IN_NONE);
        }
        lists.iter_mut().zip(lengths).for_each(|(list, length)| list.truncate(length));
        let [loose, mined, safe, _] = lists;
        self.sorted = Sorted { mined, safe, loose };
    }

    /// Some cells may belong to other lists than before.
    fn move_cells(&mut self, mut moved: Vec<Cell>) {
        moved.sort_unstable();
        moved.dedup();
        let (fates, region_of) = (&self.fates, &self.region_of);
        let having = |fate| moved.iter().copied().filter(move |&c| fates[c as usize] == fate);
        let Sorted { mined, safe, loose } = &mut self.sorted;
        remove(mined, &moved);
        merge(mined, having(Fate::Mined));
        remove(safe, &moved);
        merge(safe, having(Fate::Free));
        // Nothing that is tied to a hint ever becomes loose.
        let is_loose =
            |&c: &Cell| fates[c as usize] == Fate::Unknown && region_of[c as usize] == NONE;
        debug_assert!(!moved.iter().any(is_loose));
        remove(loose, &moved);
    }

    /// Bytes held, without regions.
    pub fn bytes(&self) -> usize {
        let cell = size_of::<i32>() + size_of::<Fate>() + 4 * size_of::<u32>();
        size_of::<Self>() + cell * self.fates.len()
    }
}

/// Take some cells, ascending, out of an ascending list where they are in it.
fn remove(list: &mut Vec<Cell>, cells: &[Cell]) {
    let mut found = Vec::with_capacity(cells.len());
    found.extend(cells.iter().filter_map(|cell| list.binary_search(cell).ok()));
    let Some(&first) = found.first() else { return };
    let mut end = first;
    for (i, &at) in found.iter().enumerate() {
        let next = found.get(i + 1).map_or(list.len(), |&next| next);
        list.copy_within(at + 1..next, end);
        end += next - at - 1;
    }
    list.truncate(end);
}

/// Put more cells into an ascending list.
fn merge(list: &mut Vec<Cell>, cells: impl Iterator<Item = Cell>) {
    let before = list.len();
    list.extend(cells);
    if list.len() > before {
        // Two sorted runs, which this sort knows to merge.
        list.sort();
    }
}

fn news(before: &Position, after: &Position) -> Option<Vec<Cell>> {
    if before.board() != after.board() {
        return None;
    }
    let mut news = Vec::new();
    let blocks = before.codes().chunks(BLOCK).zip(after.codes().chunks(BLOCK));
    for (first, (old, new)) in (0..).step_by(BLOCK).zip(blocks) {
        if old == new {
            continue;
        }
        for (cell, (&old, &new)) in (first..).zip(old.iter().zip(new)) {
            match (Label::of_code(old), Label::of_code(new)) {
                (old, new) if old == new => {}
                (Label::Covered, _) | (Label::Free, Label::Count(_)) => news.push(cell),
                _ => return None,
            }
        }
    }
    Some(news)
}

/// Labels that are compared at once.
const BLOCK: usize = 32;

/// One step from a position to the next.
struct Learning<'a, K> {
    board: &'a Board,
    state: &'a mut Propagation<K>,
    /// Hints that decide all their cells.
    queue: Vec<Cell>,
    /// Cells and hints whose regions are no longer what they were, and new hints.
    changed: Vec<Cell>,
    /// Cells with another fate, or in another region.
    moved: Vec<Cell>,
}

impl<'a, K> Learning<'a, K> {
    fn new(board: &'a Board, state: &'a mut Propagation<K>, expected: usize) -> Self {
        let list = || Vec::with_capacity(expected);
        Self { board, state, queue: list(), changed: list(), moved: Vec::new() }
    }

    /// The fates are those of the labels; draw the conclusions from some cells. Returns the cells
    /// that became something else.
    fn finish(mut self, cells: impl Iterator<Item = Cell>) -> Result<Vec<Cell>, Contradiction> {
        for cell in cells {
            // Most cells of a new board are covered, and told apart at a glance.
            if self.state.fates[cell as usize] == Fate::Opened
                && let Label::Count(count) = self.state.position.label(cell)
            {
                self.open(cell, count)?;
            }
        }
        self.decide_all()?;
        self.regrow();
        Ok(self.moved)
    }

    /// Take the fate of a cell from its new label.
    fn relabel(&mut self, cell: Cell) -> Result<(), Contradiction> {
        let fate = Fate::of_code(self.state.position.codes()[cell as usize]);
        let before = std::mem::replace(&mut self.state.fates[cell as usize], fate);
        self.moved.push(cell);
        match before {
            // No hint of an earlier position knows a cell without a region.
            Fate::Unknown if self.state.region_of[cell as usize] == NONE => Ok(()),
            Fate::Unknown => self.tell(cell, fate),
            _ if (before == Fate::Mined) == (fate == Fate::Mined) => Ok(()),
            _ => Err(Contradiction),
        }
    }

    fn open(&mut self, cell: Cell, count: u32) -> Result<(), Contradiction> {
        let state = &mut *self.state;
        let near = self.board.neighbours(cell);
        let tally: u64 = near.iter().map(|&n| Fate::TALLY[state.fates[n as usize] as usize]).sum();
        let (mined, unknown) = ((tally >> 32) as u32, tally as u32);
        let rest = count.checked_sub(mined).filter(|&rest| rest <= unknown).ok_or(Contradiction)?;
        if unknown > 0 {
            state.rests[cell as usize] = rest;
            state.unknown[cell as usize] = unknown;
            self.changed.push(cell);
            if !state.regions.is_empty() {
                let is_unknown = |&&n: &&Cell| state.fates[n as usize] == Fate::Unknown;
                self.changed.extend(near.iter().filter(is_unknown));
            }
            self.queue_if_decided(cell);
        }
        Ok(())
    }

    #[inline]
    fn queue_if_decided(&mut self, cell: Cell) {
        let (rest, unknown) = self.state.hint(cell);
        if unknown > 0 && (rest == 0 || rest == unknown) {
            self.queue.push(cell);
        }
    }

    fn decide_all(&mut self) -> Result<(), Contradiction> {
        while let Some(hint) = self.queue.pop() {
            let (rest, unknown) = self.state.hint(hint);
            // Queued twice, or emptied since: nothing is left to decide.
            if unknown == 0 {
                continue;
            }
            let fate = if rest == 0 { Fate::Free } else { Fate::Mined };
            for &cell in self.board.neighbours(hint) {
                if self.state.fates[cell as usize] == Fate::Unknown {
                    self.state.fates[cell as usize] = fate;
                    self.moved.push(cell);
                    self.tell(cell, fate)?;
                }
            }
        }
        Ok(())
    }

    /// The hints around a cell learn its fate.
    fn tell(&mut self, cell: Cell, fate: Fate) -> Result<(), Contradiction> {
        if self.state.region_of[cell as usize] != NONE {
            self.changed.push(cell);
        }
        for &n in self.board.neighbours(cell) {
            let unknown = &mut self.state.unknown[n as usize];
            if *unknown == 0 {
                continue;
            }
            *unknown -= 1;
            let rest = &mut self.state.rests[n as usize];
            if fate == Fate::Mined {
                *rest = rest.checked_sub(1).ok_or(Contradiction)?;
            }
            if *rest > *unknown {
                return Err(Contradiction);
            }
            self.queue_if_decided(n);
        }
        Ok(())
    }

    /// Take the changed regions apart, and let what is left of them grow together anew.
    fn regrow(&mut self) {
        let mut starts = Vec::with_capacity(self.changed.len());
        for cell in std::mem::take(&mut self.changed) {
            match self.state.region_of[cell as usize] {
                NONE => starts.push(cell),
                region => self.dissolve(region, &mut starts),
            }
        }
        starts.retain(|&cell| self.state.unknown[cell as usize] > 0);
        // A region begins with the first of its hints, as it does when all regions are new.
        starts.sort_unstable();
        let mut growing = Growing::default();
        for start in starts {
            if self.state.region_of[start as usize] == NONE {
                let region = self.grow(start, &mut growing);
                self.state.regions.insert(start, Arc::new(region));
            }
        }
    }

    fn dissolve(&mut self, region: Cell, hints: &mut Vec<Cell>) {
        let Some(region) = self.state.regions.remove(&region) else { return };
        for &cell in region.hints.iter().chain(&region.cells) {
            self.state.region_of[cell as usize] = NONE;
        }
        hints.extend_from_slice(&region.hints);
    }

    fn grow(&mut self, start: Cell, growing: &mut Growing) -> Region<K> {
        growing.clear();
        self.enter(start, start, growing);
        let mut next = 0;
        while let Some(&cell) = growing.cells.get(next) {
            for &n in self.board.neighbours(cell) {
                if self.state.unknown[n as usize] > 0 && self.state.region_of[n as usize] == NONE {
                    self.enter(n, start, growing);
                }
            }
            next += 1;
        }
        self.moved.extend_from_slice(&growing.cells);
        self.number(growing);
        growing.grown()
    }

    /// Hints and cells in the order of the board, whatever the way on which they were reached.
    fn number(&mut self, growing: &mut Growing) {
        growing.hints.sort_unstable();
        growing.cells.sort_unstable();
        growing.numbers.resize(self.state.cells(), 0);
        for (number, &cell) in (0..).zip(&growing.hints) {
            growing.numbers[cell as usize] = number;
            growing.rests.push(self.state.rests[cell as usize]);
        }
        for &cell in &growing.cells {
            let hints = self.board.neighbours(cell).iter().map(|&n| n as usize);
            let hints = hints.filter(|&n| self.state.unknown[n] > 0);
            growing.touching.push(hints.map(|n| growing.numbers[n]));
        }
    }

    /// The hint, with its cells, becomes part of the region that begins with `start`.
    fn enter(&mut self, cell: Cell, start: Cell, growing: &mut Growing) {
        growing.hints.push(cell);
        self.state.region_of[cell as usize] = start;
        for &n in self.board.neighbours(cell) {
            let is_unknown = self.state.fates[n as usize] == Fate::Unknown;
            if is_unknown && self.state.region_of[n as usize] == NONE {
                self.state.region_of[n as usize] = start;
                growing.cells.push(n);
            }
        }
    }
}

/// A region as far as it is reached. The lists serve one region after the other.
#[derive(Default)]
struct Growing {
    cells: Vec<Cell>,
    hints: Vec<Cell>,
    rests: Vec<u32>,
    touching: Lists,
    /// The number of each hint in its region.
    numbers: Vec<u32>,
}

impl Growing {
    fn clear(&mut self) {
        self.cells.clear();
        self.hints.clear();
        self.rests.clear();
        self.touching.clear();
    }

    fn grown<K>(&self) -> Region<K> {
        Region {
            cells: self.cells.clone(),
            hints: self.hints.clone(),
            rests: self.rests.clone(),
            touching: self.touching.clone(),
            known: OnceLock::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;

    /// A random graph, and a label for each cell: true to some mines, or to none.
    fn world(random: &mut Random, truthful: bool) -> (Board, Vec<Label>) {
        let cells = 2 + random.below(30);
        let pairs = (0..cells as i64).flat_map(|u| (0..u).map(move |v| (u, v)));
        let edges: Vec<_> = pairs.filter(|_| random.below(cells) < 3).collect();
        let board = Board::new(cells as usize, edges.into_iter()).unwrap();
        let mined: Vec<bool> = (0..cells).map(|_| random.below(4) == 0).collect();
        let label = |cell: Cell| {
            let near = board.neighbours(cell).iter().filter(|&&n| mined[n as usize]).count();
            match (mined[cell as usize], random.below(6)) {
                (_, 0) if !truthful => Label::Count(random.below(4) as u32),
                (true, _) => Label::Mined,
                (false, 1) => Label::Free,
                (false, _) => Label::Count(near as u32),
            }
        };
        let labels = (0..cells as Cell).map(label).collect();
        (board, labels)
    }

    type Facts = (Vec<Fate>, Vec<Cell>, Vec<(u32, u32)>, Sorted, Vec<String>);

    /// All that a propagation says.
    fn facts(propagation: &Propagation<()>) -> Facts {
        let cells = 0..propagation.cells() as Cell;
        let hints = cells.map(|cell| match propagation.hint(cell) {
            (_, 0) => (0, 0),
            hint => hint,
        });
        let regions = propagation.regions().map(|region| format!("{region:?}"));
        (
            propagation.fates.clone(),
            propagation.region_of.clone(),
            hints.collect(),
            propagation.sorted.clone(),
            regions.collect(),
        )
    }

    fn labelled(board: &Board, labels: &[Label], known: impl Fn(usize) -> bool) -> Position {
        let label = |(i, &label)| if known(i) { label } else { Label::Covered };
        Position::new(board.clone(), labels.iter().enumerate().map(label).collect(), None).unwrap()
    }

    #[test]
    fn going_on_is_the_same_as_a_new_start() {
        let mut random = Random::new(1);
        for round in 0..2000 {
            let (board, labels) = world(&mut random, round % 2 == 0);
            let cells = labels.len();
            let order = random.front(cells as u32, cells);
            let turn: Vec<usize> =
                (0..cells).map(|c| order.iter().position(|&x| x as usize == c).unwrap()).collect();
            let mut shown = 0;
            let mut position = labelled(&board, &labels, |_| false);
            let mut kept = Propagation::<()>::of(&position).unwrap();
            while shown < cells {
                shown += 1 + random.below(3) as usize;
                position = labelled(&board, &labels, |cell| turn[cell] < shown);
                let news = kept.news(&position).expect("more is known");
                let next = kept.after(&position, &news);
                match (next, Propagation::<()>::of(&position)) {
                    (Ok(next), Ok(new)) => {
                        assert_eq!(facts(&next), facts(&new));
                        kept = next;
                    }
                    (Err(_), Err(_)) => break,
                    (next, new) => panic!("{:?} but {:?}", next.is_ok(), new.is_ok()),
                }
            }
        }
    }

    #[test]
    fn what_is_known_less_of_is_no_news() {
        let (board, labels) = world(&mut Random::new(2), true);
        let all = labelled(&board, &labels, |_| true);
        let some = labelled(&board, &labels, |cell| cell > 0);
        let kept = Propagation::<()>::of(&all).unwrap();
        assert_eq!(kept.news(&all), Some(vec![]));
        assert_eq!(kept.news(&some), None);
        assert_eq!(Propagation::<()>::of(&some).unwrap().news(&all), Some(vec![0]));
        let smaller = Board::new(1, [].into_iter()).unwrap();
        assert_eq!(kept.news(&labelled(&smaller, &[Label::Free], |_| true)), None);
    }
}
