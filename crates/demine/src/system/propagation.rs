//! Propagation: cells that a single count decides.
//!
//! It is kept, and brought up to date from one position of a game to the next at the cost of what
//! changed. What comes out depends on the position alone and not on the way there: decisions reach
//! the same fixed point in any order.
//!
//! A *hint* is an opened cell with unknown neighbours. It holds two numbers, of which each decision
//! around it takes something away:
//!
//! ```text
//! rest      mines that it still needs             − 1 for each neighbour that turns out mined
//! unknown   neighbours of which nothing is known  − 1 for each neighbour that is decided
//!
//! rest = 0          all its unknown neighbours are free
//! rest = unknown    all its unknown neighbours are mined
//! rest > unknown    nobody can give it what it needs: a contradiction
//! ```
//!
//! A rest below 0 wraps around and is then larger than any number of neighbours, so that one
//! comparison meets both contradictions.

use crate::base::{Lists, with_zeroed_buffer};
use crate::board::{Board, Cell};
use crate::position::{Label, Position};
use crate::system::component::Contradiction;

/// What became of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Unknown,
    Mined,
    Free,
    Opened,
}

/// The order of codes on which [`Fate::of_code`] relies: counts are all that is not negative.
const _: () =
    assert!(Label::Mined.code() == -3 && Label::Free.code() == -2 && Label::Covered.code() == -1);

impl Fate {
    #[inline]
    fn of_code(code: i32) -> Self {
        const FATES: [Fate; 4] = [Fate::Mined, Fate::Free, Fate::Unknown, Fate::Opened];
        FATES[(code.clamp(-3, 0) + 3) as usize]
    }

    /// What it adds to the numbers around a cell, both in one: mined neighbours above, unknown ones below.
    #[inline]
    fn weight(self) -> u64 {
        const WEIGHTS: [u64; 4] = [1, 1 << u32::BITS, 0, 0];
        WEIGHTS[self as usize]
    }
}

/// What an opened cell still says of its unknown neighbours; nothing for any other cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hint {
    pub rest: u32,
    pub unknown: u32,
}

impl Hint {
    #[inline]
    pub fn is_open(self) -> bool {
        self.unknown > 0
    }

    /// What is around a cell, seen from the count that it says.
    #[inline]
    fn with_count(self, count: u32) -> Self {
        Self { rest: count.wrapping_add(self.rest), ..self }
    }

    /// What becomes of its cells, if it decides them.
    #[inline]
    fn fate(self) -> Fate {
        if self.rest == 0 { Fate::Free } else { Fate::Mined }
    }

    /// Whether its cells may still be either: at least one of them mined, at least one free.
    #[inline]
    fn is_undecided(self) -> bool {
        self.rest.wrapping_sub(1) < self.unknown.saturating_sub(1)
    }
}

/// What reduction starts from: how many mines each hint still needs, and the hints of each cell.
#[derive(Clone, Debug, Default)]
pub struct Unreduced {
    pub cells: Vec<Cell>,
    pub rests: Vec<u32>,
    /// The hints of each cell, by number; every cell has one.
    pub touching: Lists,
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

#[derive(Clone, Debug)]
pub struct Propagation {
    position: Position,
    fates: Vec<Fate>,
    hints: Vec<Hint>,
    sorted: Sorted,
}

impl Propagation {
    /// What follows from each count alone, and the constraints that are left, all regions together.
    pub fn of(position: &Position) -> Result<(Self, Unreduced), Contradiction> {
        let board = position.board();
        let fates: Vec<Fate> = position.codes().iter().map(|&code| Fate::of_code(code)).collect();
        let hints = vec![Hint::default(); fates.len()];
        let mut new = Self { position: position.clone(), fates, hints, sorted: Sorted::default() };
        let mut learning = Learning::new(board, &mut new, 16);
        for (cell, count) in learning.read(position.codes())? {
            learning.open(cell, count, around(cell, board, &learning.state.fates))?;
        }
        learning.decide_all()?;
        let hints = learning.opened;
        let constraints = with_zeroed_buffer(board.cells(), |places| new.sort_cells(hints, places));
        Ok((new, constraints))
    }

    /// The cells of which another position knows more; None if it knows less, or something else.
    pub fn news(&self, position: &Position) -> Option<Vec<Cell>> {
        news(&self.position, position)
    }

    /// Of a position with such news; and the cells that are now something else: known, or next to a
    /// hint that is new.
    pub fn after(
        &self,
        position: &Position,
        news: &[Cell],
    ) -> Result<(Self, Vec<Cell>), Contradiction> {
        let mut new = Self { position: position.clone(), ..self.clone() };
        let board = position.board();
        let mut learning = Learning::new(board, &mut new, 4 * news.len());
        learning.moves = true;
        learning.moved.reserve(16 * news.len());
        news.iter().try_for_each(|&cell| learning.relabel(cell))?;
        for &cell in news {
            if let Label::Number(count) = position.label(cell) {
                learning.open(cell, count, around(cell, board, &learning.state.fates))?;
                learning.move_around(cell);
            }
        }
        learning.decide_all()?;
        let moved = learning.into_moved();
        new.move_cells(&moved);
        Ok((new, moved))
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    #[inline]
    pub fn fate(&self, cell: Cell) -> Fate {
        self.fates[cell as usize]
    }

    #[inline]
    pub fn hint(&self, cell: Cell) -> Hint {
        self.hints[cell as usize]
    }

    /// The number of cells of the board.
    pub fn cells(&self) -> usize {
        self.fates.len()
    }

    pub fn sorted(&self) -> &Sorted {
        &self.sorted
    }

    /// Sort all cells, and collect what the hints, ascending, say of those that are next to one.
    fn sort_cells(&mut self, mut hints: Vec<Cell>, places: &mut [u32]) -> Unreduced {
        hints.retain(|&hint| self.hint(hint).is_open());
        let items = self.count_around(&hints, places);
        let list = || Vec::with_capacity(self.cells() / 4);
        let loose = Vec::with_capacity(self.cells() / 2);
        let mut sorted = Sorted { mined: list(), safe: list(), loose };
        let mut cells = list();
        for (cell, &fate) in (0..).zip(&self.fates) {
            match fate {
                Fate::Opened => {}
                Fate::Mined => sorted.mined.push(cell),
                Fate::Free => sorted.safe.push(cell),
                Fate::Unknown if places[cell as usize] > 0 => cells.push(cell),
                Fate::Unknown => sorted.loose.push(cell),
            }
        }
        self.sorted = sorted;
        self.collect(&hints, cells, items, places)
    }

    /// What some hints say of some unknown cells, which hang together; both ascending.
    pub fn constraints(&self, hints: &[Cell], cells: &[Cell]) -> Unreduced {
        with_zeroed_buffer(self.cells(), |places| {
            let items = self.count_around(hints, places);
            self.collect(hints, cells.to_vec(), items, places)
        })
    }

    /// How many open hints each unknown cell has, and all of them together.
    fn count_around(&self, hints: &[Cell], counts: &mut [u32]) -> usize {
        let mut items = 0;
        for &hint in hints {
            items += self.hint(hint).unknown as usize;
            for &cell in self.position.board().neighbours(hint) {
                counts[cell as usize] += u32::from(self.fate(cell) == Fate::Unknown);
            }
        }
        items
    }

    /// What hints say of their cells: there are few of them, so that cells are looked at from there. Each
    /// cell's count of hints becomes the place of its next one.
    fn collect(
        &self,
        hints: &[Cell],
        cells: Vec<Cell>,
        items: usize,
        places: &mut [u32],
    ) -> Unreduced {
        let mut touching = Lists::with_lengths(cells.iter().map(|&c| places[c as usize]), items);
        for (i, &cell) in cells.iter().enumerate() {
            places[cell as usize] = touching.start(i);
        }
        for (number, &hint) in (0..).zip(hints) {
            for &cell in self.position.board().neighbours(hint) {
                if self.fate(cell) == Fate::Unknown {
                    touching.put(&mut places[cell as usize], number);
                }
            }
        }
        let rests = hints.iter().map(|&hint| self.hint(hint).rest).collect();
        Unreduced { cells, rests, touching }
    }

    /// Some cells, ascending, may belong to other lists than before.
    fn move_cells(&mut self, moved: &[Cell]) {
        let fates = &self.fates;
        let having = |fate| moved.iter().copied().filter(move |&c| fates[c as usize] == fate);
        let Sorted { mined, safe, loose } = &mut self.sorted;
        remove(mined, moved);
        merge(mined, having(Fate::Mined));
        remove(safe, moved);
        merge(safe, having(Fate::Free));
        // Whatever moved is known, or next to a hint; and nothing ever becomes loose.
        remove(loose, moved);
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let cell = size_of::<i32>() + size_of::<Fate>() + size_of::<Hint>() + size_of::<Cell>();
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

/// Put more cells, ascending, into an ascending list.
fn merge(list: &mut Vec<Cell>, cells: impl DoubleEndedIterator<Item = Cell> + Clone) {
    let mut end = list.len();
    list.extend(cells.clone());
    // From the back, so that nothing is written over that is still needed.
    let mut place = list.len();
    for cell in cells.rev() {
        let start = list[..end].partition_point(|&other| other < cell);
        list.copy_within(start..end, place - (end - start));
        place -= end - start + 1;
        list[place] = cell;
        end = start;
    }
}

fn news(before: &Position, after: &Position) -> Option<Vec<Cell>> {
    if before.board() != after.board() {
        return None;
    }
    let mut news = Vec::with_capacity(8);
    let blocks = before.codes().chunks(BLOCK).zip(after.codes().chunks(BLOCK));
    for (first, (old, new)) in (0..).step_by(BLOCK).zip(blocks) {
        if old == new {
            continue;
        }
        let pairs = (first..).zip(old.iter().zip(new));
        for (cell, (&old, &new)) in pairs.filter(|(_, (old, new))| old != new) {
            match (Label::of_code(old), Label::of_code(new)) {
                (Label::Covered, _) | (Label::Free, Label::Number(_)) => news.push(cell),
                _ => return None,
            }
        }
    }
    Some(news)
}

/// Labels that are compared at once.
const BLOCK: usize = 32;

/// What is around a cell: its unknown neighbours, and a rest less than 0 by its mined ones.
#[inline]
fn around(cell: Cell, board: &Board, fates: &[Fate]) -> Hint {
    let near = board.neighbours(cell).iter().map(|&n| fates[n as usize].weight()).sum::<u64>();
    Hint { rest: ((near >> u32::BITS) as u32).wrapping_neg(), unknown: near as u32 }
}

/// One step from a position to the next.
struct Learning<'a> {
    board: &'a Board,
    state: &'a mut Propagation,
    /// Hints that decide all their cells.
    queue: Vec<Cell>,
    /// New hints.
    opened: Vec<Cell>,
    /// Cells with another fate, or next to a new hint, if somebody is going to ask.
    moved: Vec<Cell>,
    moves: bool,
}

impl<'a> Learning<'a> {
    fn new(board: &'a Board, state: &'a mut Propagation, expected: usize) -> Self {
        let list = || Vec::with_capacity(expected);
        Self { board, state, queue: list(), opened: list(), moved: Vec::new(), moves: false }
    }

    /// Go once through all counts and decide what each decides when its turn comes: most of what there is
    /// to decide, and nobody needs to be told. Returns the counts that were undecided then.
    fn read(&mut self, codes: &[i32]) -> Result<Vec<(Cell, u32)>, Contradiction> {
        let mut left = Vec::with_capacity(32);
        for (cell, &code) in (0..).zip(codes).filter(|&(_, &code)| code >= 0) {
            let hint = around(cell, self.board, &self.state.fates).with_count(code as u32);
            if hint.is_undecided() {
                left.push((cell, code as u32));
            } else if hint.rest > hint.unknown {
                return Err(Contradiction);
            } else if hint.is_open() {
                self.settle(cell, hint.fate());
            }
        }
        Ok(left)
    }

    /// All unknown neighbours of a cell have the same fate.
    fn settle(&mut self, cell: Cell, fate: Fate) {
        for &n in self.board.neighbours(cell) {
            let known = &mut self.state.fates[n as usize];
            *known = if *known == Fate::Unknown { fate } else { *known };
        }
    }

    /// Take the fate of a cell from its new label.
    fn relabel(&mut self, cell: Cell) -> Result<(), Contradiction> {
        let fate = Fate::of_code(self.state.position.codes()[cell as usize]);
        let before = std::mem::replace(&mut self.state.fates[cell as usize], fate);
        self.moved.push(cell);
        match before {
            Fate::Unknown => self.tell(cell, fate),
            _ if (before == Fate::Mined) == (fate == Fate::Mined) => Ok(()),
            _ => Err(Contradiction),
        }
    }

    /// A cell says a count, given what is around it.
    fn open(&mut self, cell: Cell, count: u32, around: Hint) -> Result<(), Contradiction> {
        let hint = around.with_count(count);
        if hint.is_open() {
            self.state.hints[cell as usize] = hint;
            self.opened.push(cell);
        }
        if hint.is_undecided() { Ok(()) } else { self.decide(cell, hint) }
    }

    /// The hint decides its cells, if it has any, or nobody can give it what it needs.
    fn decide(&mut self, cell: Cell, hint: Hint) -> Result<(), Contradiction> {
        if hint.rest > hint.unknown {
            return Err(Contradiction);
        }
        if hint.is_open() {
            self.queue.push(cell);
        }
        Ok(())
    }

    /// The unknown neighbours of a new hint are next to it.
    fn move_around(&mut self, cell: Cell) {
        let near = self.board.neighbours(cell).iter();
        self.moved.extend(near.filter(|&&n| self.state.fates[n as usize] == Fate::Unknown));
    }

    fn decide_all(&mut self) -> Result<(), Contradiction> {
        while let Some(cell) = self.queue.pop() {
            // It says all that it has to say, and need not be told of what it decides.
            let hint = std::mem::take(&mut self.state.hints[cell as usize]);
            // Queued twice, or emptied since: nothing is left to decide.
            if !hint.is_open() {
                continue;
            }
            let fate = hint.fate();
            for &n in self.board.neighbours(cell) {
                if self.state.fates[n as usize] == Fate::Unknown {
                    self.state.fates[n as usize] = fate;
                    if self.moves {
                        self.moved.push(n);
                    }
                    self.tell(n, fate)?;
                }
            }
        }
        Ok(())
    }

    /// The hints around a cell learn its fate.
    #[inline]
    fn tell(&mut self, cell: Cell, fate: Fate) -> Result<(), Contradiction> {
        let mine = u32::from(fate == Fate::Mined);
        for &n in self.board.neighbours(cell) {
            let hint = &mut self.state.hints[n as usize];
            if !hint.is_open() {
                continue;
            }
            *hint = Hint { rest: hint.rest.wrapping_sub(mine), unknown: hint.unknown - 1 };
            let hint = *hint;
            if !hint.is_undecided() {
                self.decide(n, hint)?;
            }
        }
        Ok(())
    }

    /// Ascending, each once.
    fn into_moved(self) -> Vec<Cell> {
        let mut moved = self.moved;
        moved.sort_unstable();
        moved.dedup();
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;
    use crate::system::regions::Regions;

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
                (_, 0) if !truthful => Label::Number(random.below(4) as u32),
                (true, _) => Label::Mined,
                (false, 1) => Label::Free,
                (false, _) => Label::Number(near as u32),
            }
        };
        let labels = (0..cells as Cell).map(label).collect();
        (board, labels)
    }

    /// All that a propagation says.
    fn facts(propagation: &Propagation) -> (&[Fate], &[Hint], &Sorted) {
        (&propagation.fates, &propagation.hints, &propagation.sorted)
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
            let (mut kept, _) = Propagation::of(&position).unwrap();
            let mut regions = Regions::of(&kept);
            while shown < cells {
                shown += 1 + random.below(3) as usize;
                position = labelled(&board, &labels, |cell| turn[cell] < shown);
                let news = kept.news(&position).expect("more is known");
                let next = kept.after(&position, &news);
                match (next, Propagation::of(&position)) {
                    (Ok((next, moved)), Ok((new, _))) => {
                        assert_eq!(facts(&next), facts(&new));
                        regions = regions.after(&next, &moved).0;
                        assert_eq!(regions, Regions::of(&new));
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
        let (kept, _) = Propagation::of(&all).unwrap();
        assert_eq!(kept.news(&all), Some(vec![]));
        assert_eq!(kept.news(&some), None);
        assert_eq!(Propagation::of(&some).unwrap().0.news(&all), Some(vec![0]));
        let smaller = Board::new(1, [].into_iter()).unwrap();
        assert_eq!(kept.news(&labelled(&smaller, &[Label::Free], |_| true)), None);
    }
}
