//! Prove: why a cell is safe or mined, with as few numbers as possible.

use std::ops::RangeInclusive;

use crate::base::{Meter, Result, Sort};
use crate::board::Cell;
use crate::proof::near::{Near, beside};
use crate::proof::small_sets::{LARGEST_SET, SmallSets};
use crate::proof::subset::{Found, MOST_WORK, Question};
use crate::sat::{Sat, Switches};
use crate::system::{Constraints, MineCounter};

/// Small sets that are tried per cell before the solver takes over.
const MOST_SETS: usize = 5_000;
/// Steps for the numbers around one cell.
const REACH_STEPS: usize = 16;
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
    /// Whether no smaller set of numbers proves this cell in the same way, with the number of mines or
    /// without it; false if the search for one ended early.
    pub smallest: bool,
}

/// A cell, and whether it is mined.
type Claim = (Cell, bool);

/// The result of trying small sets.
enum Small {
    Proved(Proof),
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

    /// The proof that a covered cell is mined, or safe; None if there is none. `tries` bounds the
    /// search for a smaller proof.
    pub fn prove(&mut self, claim: Claim, tries: usize) -> Result<Option<Proof>> {
        self.work_left = MOST_WORK;
        match self.try_small(claim, 1..=LARGEST_SET)? {
            Small::Proved(proof) => Ok(Some(proof)),
            Small::AtLeast(least) => match self.prove_joined(claim, tries, least)? {
                None => self.prove_counted(claim, tries),
                proof => Ok(proof),
            },
        }
    }

    /// A proof by so many numbers that a covered cell is safe, if there is one.
    pub fn by_few(&mut self, cell: Cell, numbers: usize) -> Result<Option<Proof>> {
        match self.try_small((cell, false), numbers..=numbers)? {
            Small::Proved(proof) => Ok(Some(proof)),
            Small::AtLeast(_) => Ok(None),
        }
    }

    /// A simple proof that one of these cells is safe, none of them by one or two numbers; None if there
    /// is none.
    pub fn simplest(&mut self, safe: &[Cell], tries: usize) -> Result<Option<Proof>> {
        for &cell in safe {
            if let Small::Proved(proof) = self.try_small((cell, false), 3..=LARGEST_SET)? {
                return Ok(Some(proof));
            }
        }
        let mut best: Option<Proof> = None;
        for &cell in safe.iter().take(PROVED_FOR_HINT) {
            if best.is_some() && self.is_tired() {
                break;
            }
            let proof = self.prove_joined((cell, false), 0, LARGEST_SET + 1)?;
            if let Some(proof) = proof
                && best.as_ref().is_none_or(|best| proof.numbers.len() < best.numbers.len())
            {
                best = Some(proof);
            }
        }
        match (best, safe.first()) {
            (Some(best), _) if self.is_tired() => Ok(Some(best)),
            (Some(best), _) => self.prove_joined((best.cell, false), tries, LARGEST_SET + 1),
            (None, Some(&cell)) => self.prove_counted((cell, false), tries),
            (None, None) => Ok(None),
        }
    }

    /// Whether too little work is left for another proof.
    fn is_tired(&self) -> bool {
        self.work_left < MOST_WORK / 2
    }

    /// Try the sets of these sizes whose numbers are joined to each other and to the cell. Other numbers
    /// cannot contribute to a proof.
    fn try_small(&mut self, claim: Claim, sizes: RangeInclusive<usize>) -> Result<Small> {
        let Some(place) = self.constraints.place(claim.0) else { return Ok(Small::AtLeast(1)) };
        let around = self.constraints.touching.get(place as usize);
        let mut sets: Vec<Vec<u32>> = around.iter().map(|&number| vec![number]).collect();
        let (mut size, mut tried) = (1, 0);
        loop {
            for set in sets.iter().filter(|_| size >= *sizes.start()) {
                self.meter.steps(100)?;
                if !self.small_sets.allow(set, (place, !claim.1), self.meter)? {
                    let found = Found { numbers: set.clone(), smallest: true };
                    return Ok(Small::Proved(self.make_proof(claim, false, found)));
                }
            }
            tried += sets.len();
            if size == *sizes.end() || tried > MOST_SETS {
                return Ok(Small::AtLeast(size + 1));
            }
            sets = self.grow_each(&sets, around)?;
            size += 1;
        }
    }

    /// Each set with one more number, around the cell or joined to the set.
    fn grow_each(&self, sets: &[Vec<u32>], around: &[u32]) -> Result<Vec<Vec<u32>>> {
        let mut grown = Vec::new();
        for set in sets {
            let cells = |&number: &u32| self.constraints.members.get(number as usize).len();
            self.meter.steps(REACH_STEPS * set.iter().map(cells).sum::<usize>())?;
            let joined = set.iter().flat_map(|&number| beside(self.constraints, number));
            for number in around.iter().copied().chain(joined) {
                if let Err(at) = set.binary_search(&number) {
                    let mut larger = set.clone();
                    larger.insert(at, number);
                    grown.push(larger);
                }
            }
        }
        grown.ascend();
        grown.dedup();
        Ok(grown)
    }

    /// A proof by numbers that are joined to the cell, none of them smaller than `least`.
    fn prove_joined(&mut self, claim: Claim, tries: usize, least: usize) -> Result<Option<Proof>> {
        let Some(place) = self.constraints.place(claim.0) else { return Ok(None) };
        let found = self.find_joined(place, claim, tries, least)?;
        Ok(found.map(|found| self.make_proof(claim, false, found)))
    }

    fn find_joined(
        &mut self,
        place: u32,
        claim: Claim,
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
            let all = &near.numbers;
            found = self.ask(all, None, claim, |question| question.minimal(all))?;
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
        let others = found.iter().filter(|number| !all.contains(number));
        let both: Vec<u32> = all.iter().chain(others).copied().collect();
        self.ask(&both, None, claim, |question| question.smallest(found, all, least, tries))
            .map(Some)
    }

    /// A proof by any numbers and the number of mines.
    fn prove_counted(&mut self, claim: Claim, tries: usize) -> Result<Option<Proof>> {
        let Some(counter) = self.constraints.counter else { return Ok(None) };
        // The search for a proof without the number of mines may have taken all the work.
        self.work_left = MOST_WORK;
        let place = self.constraints.place(claim.0);
        let counter = if place.is_some() { counter } else { counter.decide_loose(!claim.1) };
        let all = self.near_to_far(place);
        let found =
            self.ask(&all, Some(counter), claim, |question| question.find_smallest(&all, tries))?;
        Ok(found.map(|found| self.make_proof(claim, true, found)))
    }

    /// Ask a solver with these numbers, and the number of mines if it is given, whether the claim may
    /// be wrong. The answer takes from the work that is left.
    fn ask<T>(
        &mut self,
        numbers: &[u32],
        counter: Option<MineCounter>,
        (cell, mined): Claim,
        ask: impl FnOnce(&mut Question<'_, '_>) -> Result<T>,
    ) -> Result<T> {
        let Self { constraints, meter, work_left, .. } = *self;
        let sat = Sat::new(constraints, numbers, counter, Switches::Free, meter)?;
        let (counted, assumed) = (counter.is_some(), Some((cell, !mined)));
        let mut question = Question::new(constraints, sat, counted, assumed, work_left, meter);
        let answer = ask(&mut question);
        self.work_left = work_left.saturating_sub(question.work());
        answer
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

    fn make_proof(&self, (cell, mined): Claim, counter: bool, found: Found) -> Proof {
        let numbers = cells_of(self.constraints, found.numbers);
        Proof { cell, mined, numbers, counter, smallest: found.smallest }
    }
}

/// The cells of these numbers, ascending.
pub fn cells_of(constraints: &Constraints, numbers: Vec<u32>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = numbers.iter().map(|&n| constraints.numbers[n as usize]).collect();
    cells.ascend();
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
                    let proof =
                        Prover::new(&constraints, &meter).prove((cell, is_mined), 10).unwrap();
                    assert_eq!(proof.is_some(), expected, "{position:?} {cell}");
                    *if expected { &mut proved } else { &mut open } += 1;
                }
            }
        }
        assert!(proved > 100 && open > 100, "{proved} {open}");
    }
}
