//! Simultaneous: many games on one board, each a move further at every step.
//!
//! For agents that learn: a step opens one cell in every game, and a game that is over is followed
//! by the next of its row. The seeds of a row come from its own source of chance, so that a row
//! plays the same games however many others stand beside it.

use crate::base::Random;
use crate::board::{Board, Cell};
use crate::game::next_of_row;
use crate::game::{First, Game, GameError, Status};
use crate::position::Label;

/// How labels are written: a count as it is, or one of these.
const COVERED: i16 = Label::Covered.code() as i16;
const MINED: i16 = Label::Mined.code() as i16;

/// What a step did to one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// So many cells were opened; none if the cell was open already.
    Opened(u32),
    /// The last free cells were opened: so many.
    Won(u32),
    /// A mine was hit.
    Lost,
    /// The game before was over: a new one is dealt, and the move was not made.
    Dealt,
}

/// Rows of games on one board.
#[derive(Clone, Debug)]
pub struct Simultaneous {
    board: Board,
    mines: i64,
    first: First,
    games: Vec<Game>,
    chances: Vec<Random>,
    /// Row after row, one label per cell.
    labels: Vec<i16>,
}

impl Simultaneous {
    /// A row of games per seed.
    pub fn new(board: Board, mines: i64, first: First, seeds: &[u64]) -> Result<Self, GameError> {
        let any = Game::new(board.clone(), mines, 0, first)?;
        let mut rows = Self {
            labels: vec![COVERED; board.cells() * seeds.len()],
            games: vec![any; seeds.len()],
            chances: seeds.iter().map(|&seed| Random::new(seed)).collect(),
            board,
            mines,
            first,
        };
        (0..seeds.len()).for_each(|row| rows.deal(row));
        Ok(rows)
    }

    /// How many games are played side by side.
    pub fn rows(&self) -> usize {
        self.games.len()
    }

    /// How many cells the board has.
    pub fn cells(&self) -> usize {
        self.board.cells()
    }

    /// Row after row, a number per cell: its count, −1 if covered, −3 for a mine that was hit.
    pub fn labels(&self) -> &[i16] {
        &self.labels
    }

    /// Begin the row again, with the games of this seed.
    pub fn seed(&mut self, row: usize, seed: u64) {
        self.chances[row] = Random::new(seed);
        self.deal(row);
    }

    /// Give the game up and deal the next one of the row.
    pub fn deal(&mut self, row: usize) {
        let seed = next_of_row(&mut self.chances[row]);
        self.games[row] = Game::new(self.board.clone(), self.mines, seed, self.first)
            .expect("the first game was well-formed");
        self.labels_of(row).fill(COVERED);
    }

    /// Open a cell in every game; one event per row.
    pub fn step(&mut self, cells: &[Cell]) -> Vec<Event> {
        cells.iter().enumerate().map(|(row, &cell)| self.open(row, cell)).collect()
    }

    fn open(&mut self, row: usize, cell: Cell) -> Event {
        if self.games[row].status().is_over() {
            self.deal(row);
            return Event::Dealt;
        }
        let changed = self.games[row].open(cell);
        let first = row * self.board.cells();
        for &cell in &changed {
            self.labels[first + cell as usize] = code_of(self.games[row].label(cell));
        }
        let opened = changed.len() as u32;
        match self.games[row].status() {
            Status::Ready | Status::Playing => Event::Opened(opened),
            Status::Won => Event::Won(opened),
            Status::Lost => Event::Lost,
        }
    }

    fn labels_of(&mut self, row: usize) -> &mut [i16] {
        let cells = self.board.cells();
        &mut self.labels[row * cells..(row + 1) * cells]
    }
}

fn code_of(label: Label) -> i16 {
    match label {
        Label::Number(count) => i16::try_from(count).unwrap_or(i16::MAX),
        Label::Mined => MINED,
        _ => COVERED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_plays_the_games_of_its_own_seed() {
        let mut rows = Simultaneous::new(Board::path(9), 2, First::Safe, &[5, 7]).unwrap();
        let mut chance = Random::new(7);
        let mut game = Game::new(Board::path(9), 2, next_of_row(&mut chance), First::Safe).unwrap();
        for cell in (0..9).cycle().take(60) {
            let was_over = game.status().is_over();
            let event = rows.step(&[8 - cell, cell])[1];
            if was_over {
                game = Game::new(Board::path(9), 2, next_of_row(&mut chance), First::Safe).unwrap();
                assert_eq!(event, Event::Dealt);
            } else {
                game.open(cell);
                assert_eq!(matches!(event, Event::Won(_)), game.status() == Status::Won);
                assert_eq!(event == Event::Lost, game.status() == Status::Lost);
            }
            let labels: Vec<i16> = (0..9).map(|v| code_of(game.label(v))).collect();
            assert_eq!(rows.labels()[9..], labels);
        }
    }

    #[test]
    fn a_seed_begins_a_row_again() {
        let mut rows = Simultaneous::new(Board::path(9), 2, First::Risky, &[5]).unwrap();
        let run = |rows: &mut Simultaneous| (0..9).map(|v| rows.step(&[v])[0]).collect::<Vec<_>>();
        let once = run(&mut rows);
        rows.seed(0, 5);
        assert_eq!(run(&mut rows), once);
    }

    #[test]
    fn opening_an_open_cell_does_nothing() {
        let mut rows = Simultaneous::new(Board::path(9), 4, First::Safe, &[1]).unwrap();
        rows.step(&[4]);
        assert_eq!(rows.step(&[4]), [Event::Opened(0)]);
    }
}
