//! Prove: why a cell is safe or mined, with as few numbers as possible.

use crate::base::{Meter, Result};
use crate::board::Cell;
use crate::proof::near::{Near, beside};
use crate::proof::small_sets::{LARGEST_SET, SmallSets};
use crate::proof::subset::{Found, MOST_WORK, Question};
use crate::sat::{Sat, Switches};
use crate::system::Constraints;

/// Small sets that are tried per cell before the solver takes over.
const MOST_SETS: usize = 5_000;
/// A hint takes the simplest proof of this many cells; each costs a search.
const PROVED_FOR_HINT: usize = 12;
/// The solver starts with at least this many numbers around the cell: few keep it fast. Without a
/// proof it gets more.
const FIRST_NUMBERS: usize = 24;

/// A certain cell, and the numbers that prove it. None of them can be left out, unless the search for
/// a smaller proof ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The cell.
    pub cell: Cell,
    /// Whether it is mined; if not, it is safe.
    pub mined: bool,
    /// The cells of the numbers, ascending.
    pub numbers: Vec<Cell>,
    /// Whether the proof needs the number of mines.
    pub counter: bool,
    /// Whether no set of numbers is smaller; false if the search for one ended early.
    pub smallest: bool,
}

/// The proof that a covered cell is mined, or safe; None if there is none. `tries` bounds the search
/// for a smaller proof.
pub fn prove(
    constraints: &Constraints,
    cell: Cell,
    mined: bool,
    tries: usize,
    meter: &Meter,
) -> Result<Option<Proof>> {
    Prover::new(constraints, meter).prove(cell, mined, tries)
}

/// A simple proof that one of these cells is safe; None if there is none.
pub fn simplest(
    constraints: &Constraints,
    safe: &[Cell],
    tries: usize,
    meter: &Meter,
) -> Result<Option<Proof>> {
    let mut prover = Prover::new(constraints, meter);
    for size in 1..=LARGEST_SET {
        for &cell in safe {
            if let Small::Proved(numbers) = prover.try_small(cell, false, size..=size)? {
                return Ok(Some(prover.make_proof(cell, false, numbers, false, true)));
            }
        }
    }
    let mut best: Option<Proof> = None;
    for &cell in safe.iter().take(PROVED_FOR_HINT) {
        if best.is_some() && prover.is_tired() {
            break;
        }
        let proof = prover.prove_joined(cell, false, 0, LARGEST_SET + 1)?;
        if let Some(proof) = proof
            && best.as_ref().is_none_or(|best| proof.numbers.len() < best.numbers.len())
        {
            best = Some(proof);
        }
    }
    match (best, safe.first()) {
        (Some(best), _) if prover.is_tired() => Ok(Some(best)),
        (Some(best), _) => prover.prove_joined(best.cell, false, tries, LARGEST_SET + 1),
        (None, Some(&cell)) => prover.prove_counted(cell, false, tries),
        (None, None) => Ok(None),
    }
}

/// The result of trying small sets.
enum Small {
    Proved(Vec<u32>),
    /// No proof has fewer numbers than this.
    AtLeast(usize),
}

/// Proves cells one after the other from the same constraints.
pub struct Prover<'a> {
    constraints: &'a Constraints,
    small_sets: SmallSets<'a>,
    meter: &'a Meter<'a>,
    /// The work that is left to make the current proof small.
    work_left: usize,
}

impl<'a> Prover<'a> {
    pub fn new(constraints: &'a Constraints, meter: &'a Meter<'a>) -> Self {
        Self { constraints, small_sets: SmallSets::new(constraints), meter, work_left: MOST_WORK }
    }

    /// Whether too little work is left for another proof.
    fn is_tired(&self) -> bool {
        self.work_left < MOST_WORK / 2
    }

    pub fn prove(&mut self, cell: Cell, mined: bool, tries: usize) -> Result<Option<Proof>> {
        self.work_left = MOST_WORK;
        match self.try_small(cell, mined, 1..=LARGEST_SET)? {
            Small::Proved(numbers) => Ok(Some(self.make_proof(cell, mined, numbers, false, true))),
            Small::AtLeast(least) => match self.prove_joined(cell, mined, tries, least)? {
                None => self.prove_counted(cell, mined, tries),
                proof => Ok(proof),
            },
        }
    }

    /// Try the sets of these sizes whose numbers are joined to each other and to the cell. Other numbers
    /// cannot contribute to a proof.
    fn try_small(
        &mut self,
        cell: Cell,
        mined: bool,
        sizes: std::ops::RangeInclusive<usize>,
    ) -> Result<Small> {
        let Some(place) = self.constraints.place(cell) else { return Ok(Small::AtLeast(1)) };
        let mut sets: Vec<Vec<u32>> = self
            .constraints
            .touching
            .get(place as usize)
            .iter()
            .map(|&number| vec![number])
            .collect();
        let (mut size, mut tried) = (1, 0);
        loop {
            for set in sets.iter().filter(|_| size >= *sizes.start()) {
                self.meter.steps(100)?;
                if !self.small_sets.allow(set, (place, !mined)) {
                    return Ok(Small::Proved(set.clone()));
                }
            }
            tried += sets.len();
            if size == *sizes.end() || tried > MOST_SETS {
                return Ok(Small::AtLeast(size + 1));
            }
            sets = self.grow_each(&sets, place);
            size += 1;
        }
    }

    /// Each set with one more number.
    fn grow_each(&self, sets: &[Vec<u32>], place: u32) -> Vec<Vec<u32>> {
        let around = self.constraints.touching.get(place as usize);
        let mut grown = Vec::new();
        for set in sets {
            let joined = set.iter().flat_map(|&number| beside(self.constraints, number));
            for number in around.iter().copied().chain(joined) {
                if let Err(at) = set.binary_search(&number) {
                    let mut larger = set.clone();
                    larger.insert(at, number);
                    grown.push(larger);
                }
            }
        }
        grown.sort_unstable();
        grown.dedup();
        grown
    }

    /// A proof by numbers that are joined to the cell, none of them smaller than `least`.
    fn prove_joined(
        &mut self,
        cell: Cell,
        mined: bool,
        tries: usize,
        least: usize,
    ) -> Result<Option<Proof>> {
        let Some(place) = self.constraints.place(cell) else { return Ok(None) };
        let found = self.find_joined(place, (cell, !mined), tries, least)?;
        Ok(found.map(|f| self.make_proof(cell, mined, f.numbers, false, f.smallest)))
    }

    /// A proof by any numbers and the number of mines.
    fn prove_counted(&mut self, cell: Cell, mined: bool, tries: usize) -> Result<Option<Proof>> {
        let found = self.find_counted(cell, mined, tries)?;
        Ok(found.map(|f| self.make_proof(cell, mined, f.numbers, true, f.smallest)))
    }

    fn find_joined(
        &mut self,
        place: u32,
        assumed: (Cell, bool),
        tries: usize,
        least: usize,
    ) -> Result<Option<Found>> {
        let mut near = Near::new(self.constraints, place);
        let mut rings = vec![near.numbers.len()];
        let mut found = None;
        let mut more = true;
        while more && found.is_none() {
            let wanted = FIRST_NUMBERS.max(4 * near.numbers.len());
            while more && near.numbers.len() < wanted {
                more = near.grow();
                rings.push(near.numbers.len());
            }
            found =
                self.ask_among(&near.numbers, assumed, |question| question.minimal(&near.numbers))?;
        }
        let Some(found) = found else { return Ok(None) };
        if tries == 0 || found.len() <= least {
            return Ok(Some(Found { smallest: found.len() <= least, numbers: found }));
        }
        // The numbers of a smaller proof are joined to the cell, so they are at most that many rings away.
        while more && rings.len() < found.len() - 1 {
            more = near.grow();
            rings.push(near.numbers.len());
        }
        let all = &near.numbers[..rings[(found.len() - 2).min(rings.len() - 1)]];
        let both: Vec<u32> =
            all.iter().chain(found.iter().filter(|n| !all.contains(n))).copied().collect();
        self.ask_among(&both, assumed, |question| question.smallest(found, all, least, tries))
            .map(Some)
    }

    /// Ask a solver with these numbers, but without the number of mines.
    fn ask_among<T>(
        &mut self,
        numbers: &[u32],
        assumed: (Cell, bool),
        ask: impl FnOnce(&mut Question<'_, '_>) -> Result<T>,
    ) -> Result<T> {
        let sat = Sat::new(self.constraints, numbers, None, Switches::Free, self.meter)?;
        self.ask(sat, false, Some(assumed), ask)
    }

    /// Ask with the work that is left.
    fn ask<T>(
        &mut self,
        sat: Sat<'a>,
        counter: bool,
        assumed: Option<(Cell, bool)>,
        ask: impl FnOnce(&mut Question<'_, '_>) -> Result<T>,
    ) -> Result<T> {
        let mut question =
            Question::new(self.constraints, sat, counter, assumed, self.work_left, self.meter);
        let answer = ask(&mut question);
        self.work_left = self.work_left.saturating_sub(question.work());
        answer
    }

    fn find_counted(&mut self, cell: Cell, mined: bool, tries: usize) -> Result<Option<Found>> {
        let Some(counter) = self.constraints.counter else { return Ok(None) };
        // The search for a proof without the number of mines may have taken all the work.
        self.work_left = MOST_WORK;
        let place = self.constraints.place(cell);
        let counter = if place.is_some() { counter } else { counter.decide_loose(!mined) };
        let all = self.near_to_far(place);
        let sat = Sat::new(self.constraints, &all, Some(counter), Switches::Free, self.meter)?;
        self.ask(sat, true, Some((cell, !mined)), |question| match question.minimal(&all)? {
            None => Ok(None),
            Some(found) => question.smallest(found, &all, 0, tries).map(Some),
        })
    }

    /// All numbers, the nearest first.
    fn near_to_far(&self, place: Option<u32>) -> Vec<u32> {
        let mut numbers = place.map_or(vec![], |place| {
            let mut near = Near::new(self.constraints, place);
            while near.grow() {}
            near.numbers
        });
        let mut joined = vec![false; self.constraints.numbers.len()];
        numbers.iter().for_each(|&number| joined[number as usize] = true);
        numbers.extend((0..joined.len() as u32).filter(|&number| !joined[number as usize]));
        numbers
    }

    fn make_proof(
        &self,
        cell: Cell,
        mined: bool,
        numbers: Vec<u32>,
        counter: bool,
        smallest: bool,
    ) -> Proof {
        let numbers = cells_of(self.constraints, numbers);
        Proof { cell, mined, numbers, counter, smallest }
    }
}

/// The cells of these numbers, ascending.
pub fn cells_of(constraints: &Constraints, numbers: Vec<u32>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = numbers.iter().map(|&n| constraints.numbers[n as usize]).collect();
    cells.sort_unstable();
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, Random};
    use crate::board::Board;
    use crate::position::{Label, Position};

    /// Assignments with the mines of the position that agree with its numbers.
    fn legal(position: &Position) -> Vec<u32> {
        let is_legal = |mined: &u32| {
            let is_mined = |cell: Cell| mined >> cell & 1 == 1;
            let around = |cell| position.board().neighbours(cell).iter().filter(|&&n| is_mined(n));
            let agrees = |(cell, label): (Cell, Label)| match label {
                Label::Number(count) => !is_mined(cell) && around(cell).count() as u32 == count,
                _ => true,
            };
            position.mines() == Some(mined.count_ones()) && (0..).zip(position.labels()).all(agrees)
        };
        (0..1 << position.board().cells()).filter(is_legal).collect()
    }

    #[test]
    fn exactly_the_certain_cells_are_proved() {
        let (mut random, meter) = (Random::new(1), Meter::unwatched(Budget::default()));
        let (mut proved, mut open) = (0, 0);
        for _ in 0..100 {
            let mined = random.below(1 << 9) as u32;
            let board = Board::grid(3, 3);
            let label = |cell: Cell| {
                let around = board.neighbours(cell).iter().filter(|&&n| mined >> n & 1 == 1);
                let is_open = mined >> cell & 1 == 0 && random.below(3) == 0;
                if is_open { Label::Number(around.count() as u32) } else { Label::Covered }
            };
            let labels = (0..9).map(label).collect();
            let mines = Some(mined.count_ones().into());
            let position = Position::new(board.clone(), labels, mines).unwrap();
            let (constraints, legal) = (Constraints::of(&position), legal(&position));
            for cell in (0..9).filter(|&cell| position.label(cell) == Label::Covered) {
                for is_mined in [false, true] {
                    let expected = legal.iter().all(|mined| (mined >> cell & 1 == 1) == is_mined);
                    let proof = prove(&constraints, cell, is_mined, 10, &meter).unwrap();
                    assert_eq!(proof.is_some(), expected, "{position:?} {cell}");
                    *if expected { &mut proved } else { &mut open } += 1;
                }
            }
        }
        assert!(proved > 100 && open > 100, "{proved} {open}");
    }
}
