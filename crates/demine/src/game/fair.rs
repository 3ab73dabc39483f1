//! Fair games: a mine is decided only when it must be.
//!
//! The game holds one legal assignment of all that the player sees. A cell that the numbers decide is
//! what they say. Any other cell is a guess, and a rule says whether it is free or mined:
//!
//! 1. A guess is free in an *island*: uncertain cells of which no cell outside can ever tell more.
//! 2. While any cell is safe, every other guess is mined.
//! 3. Where no cell is safe, a guess next to a number is free.
//! 4. So is a guess away from all numbers, if each cell next to a number is a mine, or there is none.
//!    If the player could have guessed next to a number, it is mined, or free by the lenient rules.
//!
//! If the assignment disagrees with the rule, it is replaced by one that agrees, all equally likely.

use crate::base::{Budget, Meter, Random, Sort, first_seen, flood};
use crate::board::Cell;
use crate::count::{Counted, Method, Split, Work, counts_by_mines};
use crate::position::{Label, Position};
use crate::system::Failure;

/// Which guesses are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fairness {
    /// The four rules.
    Fair,
    /// Where no cell is safe, any guess is free.
    Lenient,
    /// The mines stay where they are, but a guess with a chance of exactly 1/2 is free if no cell has a
    /// smaller chance, or it is in an island.
    Mercy,
}

/// Budget of states for one move. Positions that need more are played with the mines as they are. Time
/// is no limit, because the same moves must have the same effect on every machine.
const MOVE_STATES: usize = 1 << 22;

/// Probabilities this close to 1/2 are compared as fractions.
const NEARLY: f64 = 1e-9;

/// Other mines for a game whose player opens this cell; None if the present ones may stay.
pub fn new_mines(
    fairness: Fairness,
    position: &Position,
    cell: Cell,
    is_mined: bool,
    draws: &mut Random,
) -> Option<Vec<Cell>> {
    let meter = Meter::unwatched(Budget { states: MOVE_STATES, seconds: None });
    let work = Work::new(None, &meter);
    let decided = Judge::of(position, work).and_then(|judge| judge.decide(fairness, cell));
    let wanted = decided.ok().flatten().filter(|&mined| mined != is_mined)?;
    let label = if wanted { Label::Mined } else { Label::Free };
    let split = Split::of(&position.with_labels(&[(cell, label)]), work.by(Method::Circuit));
    split.ok()??.draw(&mut || draws.uniform(), &meter).ok()?
}

/// A position with the probabilities of its cells.
struct Judge<'a> {
    position: &'a Position,
    counted: Counted,
    work: Work<'a>,
}

impl<'a> Judge<'a> {
    fn of(position: &'a Position, work: Work<'a>) -> Result<Self, Failure> {
        Ok(Self { position, counted: Counted::of(position, work)?, work })
    }

    /// Whether a cell is to be mined; None if it may be as it is.
    fn decide(&self, fairness: Fairness, cell: Cell) -> Result<Option<bool>, Failure> {
        if !self.is_uncertain(cell) {
            return Ok(None);
        }
        let is_free = match fairness {
            Fairness::Mercy => return Ok(self.is_even(cell)?.then_some(false)),
            _ if self.is_in_island(cell)? => true,
            _ if !self.counted.marginals.certain.safe.is_empty() => false,
            Fairness::Lenient => true,
            Fairness::Fair => self.is_near(cell) || !self.can_guess_near(),
        };
        Ok(Some(!is_free))
    }

    /// Whether the cell is a true 50/50: it has exactly that chance, and there is no better guess.
    fn is_even(&self, cell: Cell) -> Result<bool, Failure> {
        let (mined, all) = self.counted.fraction(cell, self.work.meter)?;
        if mined * 2u32 != all {
            return Ok(false);
        }
        Ok(self.is_in_island(cell)? || !self.has_better()?)
    }

    /// Whether a covered cell is mined with a chance below 1/2.
    fn has_better(&self) -> Result<bool, Failure> {
        let chances = &self.counted.marginals.probabilities;
        for cell in self.cells().filter(|&cell| self.position.label(cell) == Label::Covered) {
            let chance = chances[cell as usize];
            if chance < 0.5 - NEARLY {
                return Ok(true);
            }
            if chance < 0.5 + NEARLY {
                let (mined, all) = self.counted.fraction(cell, self.work.meter)?;
                if mined * 2u32 < all {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether the cell is in an island. That needs two facts: no cell that can be opened is next to the
    /// island, and all its assignments have the same number of mines.
    fn is_in_island(&self, cell: Cell) -> Result<bool, Failure> {
        let island = self.uncertain_around(cell);
        let is_watched = |&cell: &Cell| {
            let near = self.position.board().neighbours(cell).iter();
            near.clone().any(|near| self.is_openable(*near) && island.binary_search(near).is_err())
        };
        if !self.is_near(cell) || island.iter().any(is_watched) {
            return Ok(false);
        }
        let counts = counts_by_mines(&self.only(&island), self.work)?;
        Ok(counts.iter().filter(|&count| *count != 0u32.into()).count() == 1)
    }

    /// The uncertain cells that share numbers with a cell, directly or by way of others; ascending.
    fn uncertain_around(&self, cell: Cell) -> Vec<Cell> {
        let board = self.position.board();
        let mut seen = vec![false; board.cells()];
        seen[cell as usize] = true;
        let mut found = vec![cell];
        flood(&mut found, |cell, found| {
            let numbers = board.neighbours(cell).iter().filter(|&&near| self.is_number(near));
            let near = numbers.flat_map(|&number| board.neighbours(number)).copied();
            found.extend(near.filter(|&v| self.is_uncertain(v) && first_seen(&mut seen, v)));
        });
        found.ascend();
        found
    }

    /// The position with only these uncertain cells and their numbers.
    fn only(&self, cells: &[Cell]) -> Position {
        let board = self.position.board();
        let is_in = |cell: &Cell| cells.binary_search(cell).is_ok();
        let label = |cell: Cell| match self.position.label(cell) {
            Label::Covered if is_in(&cell) => Label::Covered,
            number @ Label::Number(_) if board.neighbours(cell).iter().any(is_in) => number,
            _ if self.counted.marginals.probabilities[cell as usize] == 1.0 => Label::Mined,
            _ => Label::Free,
        };
        let labels = self.cells().map(label).collect();
        Position::new(board.clone(), labels, None).expect("there is a label per cell")
    }

    fn can_guess_near(&self) -> bool {
        self.cells().any(|cell| self.is_openable(cell) && self.is_near(cell))
    }

    /// Whether the cell is next to a number.
    fn is_near(&self, cell: Cell) -> bool {
        self.position.board().neighbours(cell).iter().any(|&near| self.is_number(near))
    }

    fn is_number(&self, cell: Cell) -> bool {
        matches!(self.position.label(cell), Label::Number(_))
    }

    fn is_uncertain(&self, cell: Cell) -> bool {
        let chance = self.counted.marginals.probabilities[cell as usize];
        chance > 0.0 && chance < 1.0
    }

    /// Whether the cell is covered and may be free.
    fn is_openable(&self, cell: Cell) -> bool {
        self.position.label(cell) == Label::Covered
            && self.counted.marginals.probabilities[cell as usize] < 1.0
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        0..self.position.board().cells() as Cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    /// What becomes of each cell of a path, by the fair, the lenient and the merciful rules.
    fn decisions(labels: &str, mines: i64) -> Vec<[Option<bool>; 3]> {
        let label = |letter: char| match letter {
            '?' => Label::Covered,
            digit => Label::Number(digit.to_digit(10).unwrap()),
        };
        let labels: Vec<Label> = labels.chars().map(label).collect();
        let cells = labels.len();
        let position = Position::new(Board::path(cells), labels, Some(mines)).unwrap();
        let meter = Meter::unwatched(Budget::default());
        let judge = Judge::of(&position, Work::new(None, &meter)).ok().unwrap();
        let all = [Fairness::Fair, Fairness::Lenient, Fairness::Mercy];
        let by_all = |cell| all.map(|fairness| judge.decide(fairness, cell).ok().unwrap());
        (0..cells as Cell).map(by_all).collect()
    }

    const CERTAIN: [Option<bool>; 3] = [None; 3];

    #[test]
    fn without_numbers_every_guess_is_free() {
        assert_eq!(decisions("??", 1), [[Some(false); 3]; 2]);
    }

    #[test]
    fn away_from_numbers_the_rules_differ() {
        // Two mines in four cells: one beside the number, one among the others.
        let found = decisions("?1???", 2);
        assert_eq!(found[0], [Some(false); 3]);
        assert_eq!(found[3], [Some(true), Some(false), Some(false)]);
    }

    #[test]
    fn while_a_cell_is_safe_a_guess_is_mined() {
        // The 0 makes the second cell safe. It will tell whether the third is a mine.
        let found = decisions("0????", 2);
        assert_eq!(found[1], CERTAIN);
        assert_eq!(found[3], [Some(true), Some(true), None]);
    }

    #[test]
    fn an_island_may_be_guessed_at_any_time() {
        // One mine left or right of the 1, which no other cell can tell; the 0 makes a cell safe.
        let found = decisions("?1?0", 1);
        assert_eq!((found[0], found[2]), (CERTAIN, CERTAIN));
        let star = Board::new(6, [(0, 1), (0, 2), (3, 4), (4, 5)].into_iter()).unwrap();
        let covered = Label::Covered;
        let labels = vec![Label::Number(1), covered, covered, Label::Number(0), covered, covered];
        let position = Position::new(star, labels, Some(1)).unwrap();
        let meter = Meter::unwatched(Budget::default());
        let judge = Judge::of(&position, Work::new(None, &meter)).ok().unwrap();
        assert!(!judge.counted.marginals.certain.safe.is_empty());
        for fairness in [Fairness::Fair, Fairness::Lenient, Fairness::Mercy] {
            assert_eq!(judge.decide(fairness, 1).ok().unwrap(), Some(false));
        }
    }
}
