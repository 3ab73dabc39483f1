//! Propagation: cells that a single number decides.
//!
//! The next position of a game updates it at the cost of what changed. The result depends on the
//! position alone: decisions reach the same fixed point in any order.
//!
//! The *constraint* of a number holds two counts:
//!
//! ```text
//! rest     mines that the number still needs   − 1 for each neighbour that turns out mined
//! cells    its undecided neighbours            − 1 for each neighbour that is decided
//!
//! rest = 0        all its undecided neighbours are free
//! rest = cells    all its undecided neighbours are mined
//! rest > cells    a contradiction
//! ```
//!
//! A rest below 0 wraps around and is then larger than any number of neighbours, so that one
//! comparison finds both contradictions.

use crate::base::{Lists, Sort, with_zeroed_buffer};
use crate::board::{Board, Cell};
use crate::position::{Label, Position};
use crate::system::component::Contradiction;

/// The state of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Undecided,
    Mined,
    Free,
    Opened,
}

/// The order of codes on which [`Fate::of_code`] relies: numbers are not negative.
const _: () =
    assert!(Label::Mined.code() == -3 && Label::Free.code() == -2 && Label::Covered.code() == -1);

impl Fate {
    fn of_code(code: i32) -> Self {
        const FATES: [Fate; 4] = [Fate::Mined, Fate::Free, Fate::Undecided, Fate::Opened];
        FATES[(code.clamp(-3, 0) + 3) as usize]
    }

    /// Its share of the constraints around it, both counts in one word: mined above, undecided below.
    fn weight(self) -> u64 {
        const WEIGHTS: [u64; 4] = [1, 1 << u32::BITS, 0, 0];
        WEIGHTS[self as usize]
    }
}

/// What a number still says about its undecided neighbours; empty for any other cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Constraint {
    pub rest: u32,
    pub cells: u32,
}

impl Constraint {
    pub fn is_open(self) -> bool {
        self.cells > 0
    }

    /// Whether its cells are too few for the mines that it needs.
    pub fn is_impossible(self) -> bool {
        self.rest > self.cells
    }

    /// Whether it decides all its cells, and has some.
    pub fn decides(self) -> bool {
        self.is_open() && (self.rest == 0 || self.rest == self.cells)
    }

    /// The constraint of a cell that shows a number, given the mines around it.
    fn with_number(self, number: u32) -> Self {
        Self { rest: number.wrapping_add(self.rest), ..self }
    }

    /// The state of its cells, if it decides them.
    fn fate(self) -> Fate {
        if self.rest == 0 { Fate::Free } else { Fate::Mined }
    }

    /// Whether at least one of its cells is mined and at least one is free.
    pub fn is_undecided(self) -> bool {
        self.rest.wrapping_sub(1) < self.cells.saturating_sub(1)
    }
}

/// The input of reduction: how many mines each number still needs, and the numbers of each cell.
#[derive(Clone, Debug, Default)]
pub struct Unreduced {
    pub cells: Vec<Cell>,
    pub rests: Vec<u32>,
    /// The numbers of each cell, by index; every cell has one.
    pub touching: Lists,
}

/// The unopened cells of a position by their state, each list ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sorted {
    pub mined: Vec<Cell>,
    /// Unopened and free.
    pub safe: Vec<Cell>,
    /// Undecided, and next to no number.
    pub loose: Vec<Cell>,
}

#[derive(Clone, Debug)]
pub struct Propagation {
    pub position: Position,
    fates: Vec<Fate>,
    /// By cell.
    constraints: Vec<Constraint>,
    pub sorted: Sorted,
}

impl Propagation {
    /// The decisions of single numbers, and the constraints that are left, of all regions together.
    pub fn of(position: &Position) -> Result<(Self, Unreduced), Contradiction> {
        let board = position.board();
        let fates: Vec<Fate> = position.codes().iter().map(|&code| Fate::of_code(code)).collect();
        let constraints = vec![Constraint::default(); fates.len()];
        let sorted = Sorted::default();
        let mut new = Self { position: position.clone(), fates, constraints, sorted };
        let mut update = Update::new(board, &mut new, 16);
        for (cell, count) in update.read(position.codes())? {
            update.open(cell, count, around(cell, board, &update.state.fates))?;
        }
        update.decide_all()?;
        let numbers = update.opened;
        let constraints =
            with_zeroed_buffer(board.cells(), |places| new.sort_cells(numbers, places));
        Ok((new, constraints))
    }

    /// Without constraints, for cells that were sorted by other means.
    pub fn sorted(position: &Position, sorted: Sorted) -> Self {
        let fates: Vec<Fate> = position.codes().iter().map(|&code| Fate::of_code(code)).collect();
        let constraints = vec![Constraint::default(); fates.len()];
        Self { position: position.clone(), fates, constraints, sorted }
    }

    /// For a position with such news; and the cells that changed: decided, or next to a new number.
    pub fn after(
        &self,
        position: &Position,
        news: &[Cell],
    ) -> Result<(Self, Vec<Cell>), Contradiction> {
        let mut new = Self { position: position.clone(), ..self.clone() };
        let board = position.board();
        let mut update = Update::new(board, &mut new, 4 * news.len());
        update.moves = true;
        update.moved.reserve(16 * news.len());
        news.iter().try_for_each(|&cell| update.relabel(cell))?;
        for &cell in news {
            if let Label::Number(count) = position.label(cell) {
                update.open(cell, count, around(cell, board, &update.state.fates))?;
                let near = board.neighbours(cell).iter().copied();
                update.moved.extend(near.filter(|&n| update.state.fate(n) == Fate::Undecided));
            }
        }
        update.decide_all()?;
        let mut moved = update.moved;
        moved.ascend();
        moved.dedup();
        new.move_cells(&moved);
        Ok((new, moved))
    }

    pub fn fate(&self, cell: Cell) -> Fate {
        self.fates[cell as usize]
    }

    pub fn constraint(&self, cell: Cell) -> Constraint {
        self.constraints[cell as usize]
    }

    /// The number of cells of the board.
    pub fn cells(&self) -> usize {
        self.fates.len()
    }

    /// Sorts all cells, and collects the constraints of these numbers, ascending.
    fn sort_cells(&mut self, mut numbers: Vec<Cell>, places: &mut [u32]) -> Unreduced {
        numbers.retain(|&number| self.constraint(number).is_open());
        let items = self.count_around(&numbers, places);
        let list = || Vec::with_capacity(self.cells() / 4);
        let loose = Vec::with_capacity(self.cells() / 2);
        let mut sorted = Sorted { mined: list(), safe: list(), loose };
        let mut cells = list();
        for (cell, &fate) in (0..).zip(&self.fates) {
            match fate {
                Fate::Opened => {}
                Fate::Mined => sorted.mined.push(cell),
                Fate::Free => sorted.safe.push(cell),
                Fate::Undecided if places[cell as usize] > 0 => cells.push(cell),
                Fate::Undecided => sorted.loose.push(cell),
            }
        }
        self.sorted = sorted;
        self.collect(&numbers, cells, items, places)
    }

    /// The constraints of some numbers over some connected cells; both ascending.
    pub fn constraints(&self, numbers: &[Cell], cells: &[Cell]) -> Unreduced {
        with_zeroed_buffer(self.cells(), |places| {
            let items = self.count_around(numbers, places);
            self.collect(numbers, cells.to_vec(), items, places)
        })
    }

    /// How many of the numbers each undecided cell has, and their sum.
    fn count_around(&self, numbers: &[Cell], counts: &mut [u32]) -> usize {
        let mut items = 0;
        for &number in numbers {
            items += self.constraint(number).cells as usize;
            for &cell in self.position.board().neighbours(number) {
                counts[cell as usize] += u32::from(self.fate(cell) == Fate::Undecided);
            }
        }
        items
    }

    /// Collects constraints number by number, since there are fewer numbers than cells. Each cell's
    /// count of numbers becomes the place of its next one.
    fn collect(
        &self,
        numbers: &[Cell],
        cells: Vec<Cell>,
        items: usize,
        places: &mut [u32],
    ) -> Unreduced {
        let mut touching = Lists::with_lengths(cells.iter().map(|&c| places[c as usize]), items);
        for (i, &cell) in cells.iter().enumerate() {
            places[cell as usize] = touching.start(i);
        }
        for (index, &number) in (0..).zip(numbers) {
            for &cell in self.position.board().neighbours(number) {
                if self.fate(cell) == Fate::Undecided {
                    touching.put(&mut places[cell as usize], index);
                }
            }
        }
        let rests = numbers.iter().map(|&number| self.constraint(number).rest).collect();
        Unreduced { cells, rests, touching }
    }

    /// Moves cells, ascending, to the lists of their new states.
    fn move_cells(&mut self, moved: &[Cell]) {
        let fates = &self.fates;
        let having = |fate| moved.iter().copied().filter(move |&c| fates[c as usize] == fate);
        let Sorted { mined, safe, loose } = &mut self.sorted;
        remove(mined, moved);
        merge(mined, having(Fate::Mined));
        remove(safe, moved);
        merge(safe, having(Fate::Free));
        // A cell that moved is decided or next to a number; no cell ever becomes loose.
        remove(loose, moved);
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let cell =
            size_of::<i32>() + size_of::<Fate>() + size_of::<Constraint>() + size_of::<Cell>();
        size_of::<Self>() + cell * self.fates.len()
    }
}

/// Removes cells, ascending, from an ascending list.
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

/// Inserts cells, ascending, into an ascending list.
fn merge(list: &mut Vec<Cell>, cells: impl DoubleEndedIterator<Item = Cell> + Clone) {
    let mut end = list.len();
    list.extend(cells.clone());
    // From the back, so that nothing is overwritten before it is read.
    let mut place = list.len();
    for cell in cells.rev() {
        let start = list[..end].partition_point(|&other| other < cell);
        list.copy_within(start..end, place - (end - start));
        place -= end - start + 1;
        list[place] = cell;
        end = start;
    }
}

/// Labels per comparison: two positions of a game differ in few blocks.
const COMPARED_LABELS: usize = 32;

/// The cells that have a more precise label in the second position; None if some label is less precise
/// or contradicts the first.
pub fn news(before: &Position, after: &Position) -> Option<Vec<Cell>> {
    if before.board() != after.board() {
        return None;
    }
    let mut news = Vec::with_capacity(8);
    let blocks = before.codes().chunks(COMPARED_LABELS).zip(after.codes().chunks(COMPARED_LABELS));
    for (first, (old, new)) in (0..).step_by(COMPARED_LABELS).zip(blocks) {
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

/// The neighbours of a cell: how many are undecided, and minus how many are mined.
fn around(cell: Cell, board: &Board, fates: &[Fate]) -> Constraint {
    let near = board.neighbours(cell).iter().map(|&n| fates[n as usize].weight()).sum::<u64>();
    Constraint { rest: ((near >> u32::BITS) as u32).wrapping_neg(), cells: near as u32 }
}

/// The step from one position to the next.
struct Update<'a> {
    board: &'a Board,
    state: &'a mut Propagation,
    /// Numbers that decide all their cells.
    queue: Vec<Cell>,
    /// New numbers.
    opened: Vec<Cell>,
    /// Cells with another state, or next to a new number, if `moves`.
    moved: Vec<Cell>,
    moves: bool,
}

impl<'a> Update<'a> {
    fn new(board: &'a Board, state: &'a mut Propagation, expected: usize) -> Self {
        let list = || Vec::with_capacity(expected);
        Self { board, state, queue: list(), opened: list(), moved: Vec::new(), moves: false }
    }

    /// Reads all numbers once and applies what each decides at that moment: most of all decisions, and
    /// cheap, since no constraint needs an update yet. Returns the numbers that decided nothing.
    fn read(&mut self, codes: &[i32]) -> Result<Vec<(Cell, u32)>, Contradiction> {
        let mut left = Vec::with_capacity(32);
        for (cell, &code) in (0..).zip(codes).filter(|&(_, &code)| code >= 0) {
            let constraint = around(cell, self.board, &self.state.fates).with_number(code as u32);
            if constraint.is_undecided() {
                left.push((cell, code as u32));
            } else if constraint.is_impossible() {
                return Err(Contradiction);
            } else if constraint.is_open() {
                self.settle(cell, constraint.fate());
            }
        }
        Ok(left)
    }

    /// Gives all undecided neighbours of a cell the same state.
    fn settle(&mut self, cell: Cell, fate: Fate) {
        for &n in self.board.neighbours(cell) {
            let known = &mut self.state.fates[n as usize];
            *known = if *known == Fate::Undecided { fate } else { *known };
        }
    }

    /// Takes the state of a cell from its new label.
    fn relabel(&mut self, cell: Cell) -> Result<(), Contradiction> {
        let fate = Fate::of_code(self.state.position.codes()[cell as usize]);
        let before = std::mem::replace(&mut self.state.fates[cell as usize], fate);
        self.moved.push(cell);
        match before {
            Fate::Undecided => self.tell(cell, fate),
            _ if (before == Fate::Mined) == (fate == Fate::Mined) => Ok(()),
            _ => Err(Contradiction),
        }
    }

    /// Adds a number, given the neighbours of its cell.
    fn open(&mut self, cell: Cell, number: u32, around: Constraint) -> Result<(), Contradiction> {
        let constraint = around.with_number(number);
        if constraint.is_open() {
            self.state.constraints[cell as usize] = constraint;
            self.opened.push(cell);
        }
        if constraint.is_undecided() { Ok(()) } else { self.decide(cell, constraint) }
    }

    /// The number decides its cells, if it has any, or contradicts them.
    fn decide(&mut self, cell: Cell, constraint: Constraint) -> Result<(), Contradiction> {
        if constraint.is_impossible() {
            return Err(Contradiction);
        }
        if constraint.is_open() {
            self.queue.push(cell);
        }
        Ok(())
    }

    fn decide_all(&mut self) -> Result<(), Contradiction> {
        while let Some(cell) = self.queue.pop() {
            // Its own constraint is done, and needs no updates by its own decisions.
            let constraint = std::mem::take(&mut self.state.constraints[cell as usize]);
            // Queued twice, or emptied since: nothing is left to decide.
            if !constraint.is_open() {
                continue;
            }
            let fate = constraint.fate();
            for &n in self.board.neighbours(cell) {
                if self.state.fates[n as usize] == Fate::Undecided {
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

    /// Updates the constraints around a decided cell.
    fn tell(&mut self, cell: Cell, fate: Fate) -> Result<(), Contradiction> {
        let mine = u32::from(fate == Fate::Mined);
        for &n in self.board.neighbours(cell) {
            let constraint = &mut self.state.constraints[n as usize];
            if !constraint.is_open() {
                continue;
            }
            constraint.rest = constraint.rest.wrapping_sub(mine);
            constraint.cells -= 1;
            let constraint = *constraint;
            if !constraint.is_undecided() {
                self.decide(n, constraint)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;
    use crate::system::regions::Regions;

    /// A random graph, and a label for each cell: true to some mines, or to none.
    fn random_labels(random: &mut Random, truthful: bool) -> (Board, Vec<Label>) {
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

    /// Everything in a propagation.
    fn facts(propagation: &Propagation) -> (&[Fate], &[Constraint], &Sorted) {
        (&propagation.fates, &propagation.constraints, &propagation.sorted)
    }

    fn labelled(board: &Board, labels: &[Label], known: impl Fn(usize) -> bool) -> Position {
        let label = |(i, &label)| if known(i) { label } else { Label::Covered };
        Position::new(board.clone(), labels.iter().enumerate().map(label).collect(), None).unwrap()
    }

    #[test]
    fn going_on_is_the_same_as_a_new_start() {
        let mut random = Random::new(1);
        for round in 0..2000 {
            let (board, labels) = random_labels(&mut random, round % 2 == 0);
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
                let news = news(&kept.position, &position).expect("more is known");
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
        let (board, labels) = random_labels(&mut Random::new(2), true);
        let all = labelled(&board, &labels, |_| true);
        let some = labelled(&board, &labels, |cell| cell > 0);
        let (kept, _) = Propagation::of(&all).unwrap();
        assert_eq!(news(&kept.position, &all), Some(vec![]));
        assert_eq!(news(&kept.position, &some), None);
        assert_eq!(news(&some, &all), Some(vec![0]));
        let smaller = Board::new(1, [].into_iter()).unwrap();
        assert_eq!(news(&kept.position, &labelled(&smaller, &[Label::Free], |_| true)), None);
    }
}
