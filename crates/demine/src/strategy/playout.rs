//! Play-outs: what candidates are worth, by games on boards that may lie behind a position.
//!
//! Boards are drawn from all that agree with what is seen, and the same boards serve all candidates, so
//! that luck cancels in their differences. A candidate is opened and a plain strategy plays on without
//! deaths: at a guess the chance of survival is multiplied in, and where there is a mine another board
//! is drawn from those without it. Where few legal assignments are left perfect play tells the rest.

use crate::base::{Meter, Random, Stopped, flood};
use crate::board::Cell;
use crate::count::Counted;
use crate::count::{Cache, Method, Split};
use crate::position::{Label, Position};
use crate::strategy::notes::Notes;
use crate::strategy::{safest, strongest};
use crate::system::Failure;

/// Up to so many legal assignments the end is searched, if so many states are enough.
const WORLDS: usize = 100;
const SEARCHED: usize = 200_000;

/// The boards that may lie behind a position, each equally likely.
pub struct Boards(Option<Split>);

impl Boards {
    pub fn of(
        position: &Position,
        cache: Option<&Cache>,
        meter: &Meter<'_>,
    ) -> Result<Self, Stopped> {
        Split::of(position, Method::Circuit, cache, meter).map(Self)
    }

    /// Those on which a cell is free.
    pub fn without(
        position: &Position,
        cell: Cell,
        cache: Option<&Cache>,
        meter: &Meter<'_>,
    ) -> Result<Self, Stopped> {
        Self::of(&position.with_labels(&[(cell, Label::Free)]), cache, meter)
    }

    /// The mined cells of one of them, ascending; None if there is none.
    pub fn draw(
        &self,
        draws: &mut Random,
        meter: &Meter<'_>,
    ) -> Result<Option<Vec<Cell>>, Stopped> {
        match &self.0 {
            Some(split) => split.draw(&mut || draws.uniform(), meter),
            None => Ok(None),
        }
    }
}

/// A game on a board that may be the one, and its player's notes.
pub struct Playout<'a> {
    notes: Notes,
    mined: Vec<bool>,
    draws: Random,
    cache: Option<&'a Cache>,
    meter: &'a Meter<'a>,
}

impl<'a> Playout<'a> {
    pub fn new(
        notes: &Notes,
        board: &[Cell],
        draws: Random,
        cache: Option<&'a Cache>,
        meter: &'a Meter<'a>,
    ) -> Self {
        let mined = vec![false; notes.board().cells()];
        let mut new = Self { notes: notes.clone(), mined, draws, cache, meter };
        new.lay(board);
        new
    }

    /// How likely the game is won when a cell, which is free, is opened and play goes on.
    pub fn play_on(mut self, cell: Cell) -> Result<f64, Stopped> {
        let mut chance = 1.0;
        self.open(&[cell]);
        while !self.is_won() {
            let sure = self.notes.sure();
            match sure.is_empty() {
                false => self.open(&sure),
                true => match self.next_step()? {
                    Step::Open(cells) => self.open(&cells),
                    Step::Guess(cell, survival) => {
                        chance *= survival;
                        self.survive(cell)?;
                    }
                    Step::End(promise) => return Ok(chance * promise),
                },
            }
        }
        Ok(chance)
    }

    fn next_step(&self) -> Result<Step, Stopped> {
        let meter = self.meter;
        meter.steps(self.mined.len())?;
        let position = self.notes.position(self.notes.mines());
        let analysis = Failure::of_game(Counted::of(&position, self.cache, meter))?;
        if !analysis.safe().is_empty() {
            return Ok(Step::Open(analysis.safe().to_vec()));
        }
        let meter = meter.limit(SEARCHED);
        if let Some((_, promise)) = strongest::search_end(&position, &analysis, WORLDS, &meter)? {
            return Ok(Step::End(promise));
        }
        let least = safest::safest_cell(&self.notes, analysis.probabilities());
        let guess = |cell| Step::Guess(cell, 1.0 - analysis.probabilities()[cell as usize]);
        Ok(least.map_or(Step::End(0.0), guess))
    }

    /// Open a cell that may be mined, on another board if it is.
    fn survive(&mut self, cell: Cell) -> Result<(), Stopped> {
        if self.mined[cell as usize] {
            let position = self.notes.position(self.notes.mines());
            let boards = Boards::without(&position, cell, self.cache, self.meter)?;
            if let Some(board) = boards.draw(&mut self.draws, self.meter)? {
                self.lay(&board);
            }
        }
        self.open(&[cell]);
        Ok(())
    }

    fn lay(&mut self, board: &[Cell]) {
        self.mined.fill(false);
        board.iter().for_each(|&cell| self.mined[cell as usize] = true);
    }

    fn is_won(&self) -> bool {
        self.notes.covered().all(|cell| self.mined[cell as usize])
    }

    /// Open free cells; a 0 opens its neighbours.
    fn open(&mut self, cells: &[Cell]) {
        flood(&mut cells.to_vec(), |cell, reached| {
            if self.notes.is_opened(cell) {
                return;
            }
            let around = self.notes.board().neighbours(cell);
            let count = around.iter().filter(|&&v| self.mined[v as usize]).count() as u32;
            if count == 0 {
                reached.extend(around);
            }
            self.notes.learn(cell, count);
        });
    }
}

/// What the plain strategy does.
enum Step {
    /// Cells that are safe.
    Open(Vec<Cell>),
    /// A cell, and how likely it is free.
    Guess(Cell, f64),
    /// How likely the game is won from here on.
    End(f64),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, Meter};
    use crate::board::Board;
    use crate::position::Label;

    #[test]
    fn boards_without_a_mine_that_is_certain_are_none() {
        let board = Board::new(3, [(0, 1), (1, 2)].into_iter()).unwrap();
        let meter = Meter::unwatched(Budget::default());
        for (count, expected) in [(1, Some(vec![2])), (2, None)] {
            let labels = vec![Label::Covered, Label::Number(count), Label::Covered];
            let position = Position::new(board.clone(), labels, None).unwrap();
            let boards = Boards::without(&position, 0, None, &meter).unwrap();
            assert_eq!(boards.draw(&mut Random::new(1), &meter).unwrap(), expected);
        }
    }
}
