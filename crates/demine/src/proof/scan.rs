//! Scan: the first covered cell that one number, or two, prove safe.
//!
//! The scan reads labels cell by cell, and ends as soon as no later number can prove an earlier cell. So a
//! hint on a large board most often takes no longer than on a small one.

use crate::base::{Meter, Result, first_seen};
use crate::board::Cell;
use crate::position::{Label, Position};
use crate::proof::prove::{Proof, Prover};
use crate::system::Constraints;

/// A proof by one number, or else by two, that some covered cell is safe: the first such cell. Needs no
/// analysis.
pub fn by_one_or_two(position: &Position, meter: &Meter) -> Result<Option<Proof>> {
    let scans = [first_by_one, first_by_two];
    for (numbers, scan) in (1..).zip(scans) {
        if let Some(cell) = scan(position, meter)? {
            let constraints = Constraints::around(position, cell);
            let proof = Prover::new(&constraints, meter).by_few(cell, numbers)?;
            if proof.is_some() {
                return Ok(proof);
            }
        }
    }
    Ok(None)
}

/// The first cell next to a number that needs no more mines.
fn first_by_one(position: &Position, meter: &Meter) -> Result<Option<Cell>> {
    each_number(position, meter, |number, first, _| {
        let needs = position.number(number).map(|(need, _)| need);
        Ok((needs == Some(0)).then_some(first))
    })
}

/// The first cell that two numbers prove safe: one of them needs so many mines in cells that the other
/// shares that nothing is left for the others.
fn first_by_two(position: &Position, meter: &Meter) -> Result<Option<Cell>> {
    let mut pairs = Pairs::new(position, meter);
    each_number(position, meter, |number, _, best| pairs.proved_by(number, best))
}

/// The least cell that `prove` returns, given each number, its first covered neighbour, and the least cell so
/// far. Numbers come by their first neighbours, and prove none of their earlier cells.
fn each_number(
    position: &Position,
    meter: &Meter,
    mut prove: impl FnMut(Cell, Cell, Option<Cell>) -> Result<Option<Cell>>,
) -> Result<Option<Cell>> {
    let mut met = vec![false; position.board().cells()];
    let mut best: Option<Cell> = None;
    for cell in 0..position.board().cells() as Cell {
        if position.label(cell) != Label::Covered {
            continue;
        }
        if best.is_some_and(|best| best <= cell) {
            break;
        }
        let near = position.board().neighbours(cell);
        meter.steps(1 + near.len())?;
        for &number in near.iter().filter(|&&n| matches!(position.label(n), Label::Number(_))) {
            if first_seen(&mut met, number) {
                meter.steps(position.board().degree(number))?;
                let found = prove(number, cell, best)?;
                best = [best, found].into_iter().flatten().min();
            }
        }
    }
    Ok(best)
}

/// What is known of a number once its neighbours were read.
#[derive(Clone, Copy, Default)]
struct Read {
    is_read: bool,
    need: i64,
    covered: u32,
}

/// Compares numbers that share cells.
struct Pairs<'p, 'm> {
    position: &'p Position,
    meter: &'m Meter<'m>,
    read: Vec<Read>,
    /// How many cells each number shares with the one at hand.
    shared: Vec<u32>,
}

impl<'p, 'm> Pairs<'p, 'm> {
    fn new(position: &'p Position, meter: &'m Meter<'m>) -> Self {
        let cells = position.board().cells();
        Self { position, meter, read: vec![Read::default(); cells], shared: vec![0; cells] }
    }

    fn read(&mut self, number: Cell) -> Result<Read> {
        if !self.read[number as usize].is_read
            && let Some((need, covered)) = self.position.number(number)
        {
            self.meter.steps(self.position.board().degree(number))?;
            let covered = covered.count() as u32;
            self.read[number as usize] = Read { is_read: true, need, covered };
        }
        Ok(self.read[number as usize])
    }

    /// The first cell that a number and another prove safe, if it is before `best`.
    fn proved_by(&mut self, number: Cell, best: Option<Cell>) -> Result<Option<Cell>> {
        let Self { position, meter, .. } = *self;
        let need = self.read(number)?.need;
        let covered = || position.number(number).into_iter().flat_map(|(_, covered)| covered);
        let is_number = |&&n: &&Cell| matches!(position.label(n), Label::Number(_));
        let beside =
            || covered().flat_map(|cell| position.board().neighbours(cell)).filter(is_number);
        for &other in beside() {
            meter.steps(1)?;
            self.shared[other as usize] += 1;
        }
        let mut first = best;
        for &other in beside() {
            let both = std::mem::take(&mut self.shared[other as usize]);
            if both == 0 || other == number {
                continue;
            }
            let Read { need: others_need, covered: others, .. } = self.read(other)?;
            if others_need - i64::from(others - both) >= need {
                meter.steps(both as usize)?;
                let near = position.board().neighbours(other);
                let found = covered().find(|cell| near.binary_search(cell).is_err());
                first = [first, found].into_iter().flatten().min();
            }
        }
        Ok(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, Random};
    use crate::board::Board;

    /// A random graph with labels that are true of some mines.
    fn random_position(random: &mut Random) -> Position {
        let cells = 1 + random.below(14) as i64;
        let pairs = (0..cells).flat_map(|u| (0..u).map(move |v| (u, v)));
        let edges: Vec<_> = pairs.filter(|_| random.below(4) == 0).collect();
        let board = Board::new(cells as usize, edges.into_iter()).unwrap();
        let mined: Vec<bool> = (0..cells).map(|_| random.below(3) == 0).collect();
        let label = |cell: Cell| {
            let near = board.neighbours(cell).iter().filter(|&&n| mined[n as usize]);
            match (mined[cell as usize], random.below(6)) {
                (true, 0) => Label::Mined,
                (false, 0) => Label::Free,
                (false, 1..4) => Label::Number(near.count() as u32),
                _ => Label::Covered,
            }
        };
        let labels = (0..cells as Cell).map(label).collect();
        Position::new(board, labels, None).unwrap()
    }

    /// The first cell of all that so many numbers prove safe, by trying all cells and sets.
    fn first_of_all(position: &Position, numbers: usize, meter: &Meter) -> Option<Cell> {
        let constraints = Constraints::of(position);
        let mut prover = Prover::new(&constraints, meter);
        let proved = |cell: &&Cell| prover.by_few(**cell, numbers).unwrap().is_some();
        constraints.cells.iter().find(proved).copied()
    }

    #[test]
    fn the_scan_finds_the_first_cell_that_few_numbers_prove() {
        let (mut random, meter) = (Random::new(3), Meter::unwatched(Budget::default()));
        let mut found = [0; 3];
        for _ in 0..4000 {
            let position = random_position(&mut random);
            let scanned = by_one_or_two(&position, &meter).unwrap();
            let one = first_of_all(&position, 1, &meter);
            let expected = one.or_else(|| first_of_all(&position, 2, &meter));
            assert_eq!(scanned.as_ref().map(|proof| proof.cell), expected, "{position:?}");
            found[scanned.map_or(0, |proof| proof.numbers.len())] += 1;
        }
        assert!(found.iter().all(|&times| times > 100), "{found:?}");
    }

    #[test]
    fn a_scan_of_a_large_board_ends_where_nothing_better_can_come() {
        let board = Board::grid(300, 300);
        let label = |cell: usize| match (cell / 300 % 2, cell % 2) {
            (0, 0) => Label::Number(u32::from(cell != 0)),
            _ => Label::Covered,
        };
        let position = Position::new(board, (0..90_000).map(label).collect(), None).unwrap();
        let meter = Meter::unwatched(Budget::default());
        let proof = by_one_or_two(&position, &meter).unwrap().unwrap();
        assert_eq!((proof.cell, proof.numbers), (1, vec![0]));
        assert!(meter.steps_taken() < 10_000, "{} steps", meter.steps_taken());
    }
}
