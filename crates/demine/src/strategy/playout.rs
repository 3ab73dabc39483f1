//! Play-outs: the value of a candidate, by games on boards that agree with a position.
//!
//! Boards are drawn from all legal assignments. All candidates are played out on the same boards, so
//! that luck cancels in their differences. After the candidate a plain strategy plays on, and no mine
//! ends the game: a guess multiplies the value by its chance of survival, and if it hits a mine,
//! another board without that mine is drawn. Where few legal assignments are left, the probability of
//! winning under perfect play ends the play-out.

use crate::base::{Meter, Random, Result, flood};
use crate::board::Cell;
use crate::count::{Counted, Method, Split, Work};
use crate::position::{Label, Position};
use crate::strategy::notes::Notes;
use crate::strategy::{safest, strongest};
use crate::system::Failure;

/// Up to this many legal assignments the end is searched. Searched ends take luck out of the value,
/// and time.
const PLAYOUT_END: usize = 100;

/// The boards that agree with a position, each equally likely.
pub struct Boards(Option<Split>);

impl Boards {
    pub fn of(position: &Position, work: Work) -> Result<Self> {
        Split::of(position, work.by(Method::Circuit)).map(Self)
    }

    /// The boards on which a cell is free.
    pub fn without(position: &Position, cell: Cell, work: Work) -> Result<Self> {
        Self::of(&position.with_labels(&[(cell, Label::Free)]), work)
    }

    /// Draw a board: its mined cells, ascending. None if there is no board.
    pub fn draw(&self, draws: &mut Random, meter: &Meter) -> Result<Option<Vec<Cell>>> {
        match &self.0 {
            Some(split) => split.draw(&mut || draws.uniform(), meter),
            None => Ok(None),
        }
    }
}

/// A game on a board that was drawn, and its player's notes.
pub struct Playout<'a> {
    notes: Notes,
    mined: Vec<bool>,
    draws: Random,
    work: Work<'a>,
}

impl<'a> Playout<'a> {
    pub fn new(notes: &Notes, board: &[Cell], draws: Random, work: Work<'a>) -> Self {
        let mined = vec![false; notes.board.cells()];
        let mut new = Self { notes: notes.clone(), mined, draws, work };
        new.place(board);
        new
    }

    /// The probability of winning after this cell, which is free.
    pub fn play_on(mut self, cell: Cell) -> Result<f64> {
        let mut chance = 1.0;
        self.open(&[cell]);
        // The game is won once every covered cell is mined.
        while self.notes.covered().any(|cell| !self.mined[cell as usize]) {
            match self.next_step()? {
                Step::Open(cells) => self.open(&cells),
                Step::Guess(cell, survival) => {
                    chance *= survival;
                    self.survive(cell)?;
                }
                Step::End(won) => return Ok(chance * won),
            }
        }
        Ok(chance)
    }

    fn next_step(&mut self) -> Result<Step> {
        let safe = self.notes.take_safe();
        if !safe.is_empty() {
            return Ok(Step::Open(safe));
        }
        self.work.meter.steps(self.mined.len())?;
        let position = self.notes.position();
        let analysis = Failure::of_game(Counted::of(&position, self.work))?;
        if !analysis.safe().is_empty() {
            return Ok(Step::Open(analysis.safe().to_vec()));
        }
        let meter = self.work.meter.limit(strongest::END_STATES);
        let end = strongest::search_end(&position, &analysis, PLAYOUT_END, &meter)?;
        if let Some((_, won)) = end {
            return Ok(Step::End(won));
        }
        let least = safest::safest_cell(&self.notes, analysis.probabilities());
        let guess = |cell| Step::Guess(cell, 1.0 - analysis.probabilities()[cell as usize]);
        Ok(least.map_or(Step::End(0.0), guess))
    }

    /// Open a cell. If it is mined, draw another board first.
    fn survive(&mut self, cell: Cell) -> Result<()> {
        if self.mined[cell as usize] {
            let position = self.notes.position();
            let boards = Boards::without(&position, cell, self.work)?;
            if let Some(board) = boards.draw(&mut self.draws, self.work.meter)? {
                self.place(&board);
            }
        }
        self.open(&[cell]);
        Ok(())
    }

    fn place(&mut self, board: &[Cell]) {
        self.mined.fill(false);
        board.iter().for_each(|&cell| self.mined[cell as usize] = true);
    }

    /// Open free cells; a 0 opens its neighbours.
    fn open(&mut self, cells: &[Cell]) {
        flood(&mut cells.to_vec(), |cell, reached| {
            if self.notes.is_opened(cell) {
                return;
            }
            let around = self.notes.board.neighbours(cell);
            let number = around.iter().filter(|&&v| self.mined[v as usize]).count() as u32;
            if number == 0 {
                reached.extend(around);
            }
            self.notes.learn(cell, number);
        });
    }
}

/// A turn of the plain strategy.
enum Step {
    /// Open safe cells.
    Open(Vec<Cell>),
    /// Open a cell that is free with this probability.
    Guess(Cell, f64),
    /// Stop: the probability of winning from here on.
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
            let boards = Boards::without(&position, 0, Work::new(None, &meter)).unwrap();
            assert_eq!(boards.draw(&mut Random::new(1), &meter).unwrap(), expected);
        }
    }
}
