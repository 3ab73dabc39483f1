//! Simultaneous: many games on one board, for agents that learn.
//!
//! A step opens one cell in every game. A game that is over is followed by the next of its row. The
//! seeds of a row come from its own random stream, so a row plays the same games whatever other rows
//! there are.

use crate::base::Random;
use crate::board::Cell;
use crate::game::{Game, GameSetup, Status, next_of_row};
use crate::position::Label;

const COVERED: i16 = Label::Covered.code() as i16;

/// The effect of a step on one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// This many cells were opened; none if the cell was open already.
    Opened(u32),
    /// The last free cells were opened: this many.
    Won(u32),
    /// A mine was hit.
    Lost,
    /// The game was over: the row begins its next game, and the move was not made.
    Restarted,
}

/// Rows of games on one board.
#[derive(Clone, Debug)]
pub struct Simultaneous {
    setup: GameSetup,
    games: Vec<Game>,
    chances: Vec<Random>,
    /// Row after row, one label per cell.
    labels: Vec<i16>,
}

impl Simultaneous {
    /// A row of games per seed.
    pub fn new(setup: GameSetup, seeds: &[u64]) -> Self {
        let mut rows = Self {
            labels: vec![COVERED; setup.board.cells() * seeds.len()],
            games: vec![setup.game(0); seeds.len()],
            chances: seeds.iter().map(|&seed| Random::new(seed)).collect(),
            setup,
        };
        (0..seeds.len()).for_each(|row| rows.restart(row));
        rows
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.games.len()
    }

    /// The number of cells of the board.
    pub fn cells(&self) -> usize {
        self.setup.board.cells()
    }

    /// Row after row, a code per cell: the number that it shows, −1 if covered, −3 for an opened mine.
    pub fn labels(&self) -> &[i16] {
        &self.labels
    }

    /// The 3BV of the game of a row; None before it is over.
    pub fn three_bv(&self, row: usize) -> Option<usize> {
        self.games[row].three_bv()
    }

    /// Replace the games of a row by those of this seed.
    pub fn seed(&mut self, row: usize, seed: u64) {
        self.chances[row] = Random::new(seed);
        self.restart(row);
    }

    /// Give the game of a row up and begin the next one.
    pub fn restart(&mut self, row: usize) {
        self.games[row] = self.setup.game(next_of_row(&mut self.chances[row]));
        let cells = self.cells();
        self.labels[row * cells..][..cells].fill(COVERED);
    }

    /// Replace the game of a row by the game of this seed itself, not one of its sequence.
    pub fn begin(&mut self, row: usize, seed: u64) {
        self.games[row] = self.setup.game(seed);
        let cells = self.cells();
        self.labels[row * cells..][..cells].fill(COVERED);
    }

    /// Open a cell of a row; a game that is over stays as it is.
    pub fn open(&mut self, row: usize, cell: Cell) -> Event {
        match self.games[row].status() {
            Status::Ready | Status::Playing => self.open_next(row, cell),
            Status::Won => Event::Won(0),
            Status::Lost => Event::Lost,
        }
    }

    /// Open a cell in every game; one event per row.
    pub fn step(&mut self, cells: &[Cell]) -> Vec<Event> {
        cells.iter().enumerate().map(|(row, &cell)| self.open_or_restart(row, cell)).collect()
    }

    fn open_or_restart(&mut self, row: usize, cell: Cell) -> Event {
        if self.games[row].status().is_over() {
            self.restart(row);
            return Event::Restarted;
        }
        self.open_next(row, cell)
    }

    fn open_next(&mut self, row: usize, cell: Cell) -> Event {
        let changed = self.games[row].open(cell);
        let first = row * self.cells();
        for &cell in &changed {
            let code = self.games[row].label(cell).code();
            self.labels[first + cell as usize] = i16::try_from(code).unwrap_or(i16::MAX);
        }
        let opened = changed.len() as u32;
        match self.games[row].status() {
            Status::Ready | Status::Playing => Event::Opened(opened),
            Status::Won => Event::Won(opened),
            Status::Lost => Event::Lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::game::First;

    fn rows(mines: i64, first: First, seeds: &[u64]) -> Simultaneous {
        Simultaneous::new(GameSetup::new(Board::path(9), mines, first).unwrap(), seeds)
    }

    #[test]
    fn each_row_plays_the_games_of_its_own_seed() {
        let mut rows = rows(2, First::Safe, &[5, 7]);
        let mut chance = Random::new(7);
        let mut game = Game::new(Board::path(9), 2, next_of_row(&mut chance), First::Safe).unwrap();
        for cell in (0..9).cycle().take(60) {
            let was_over = game.status().is_over();
            let event = rows.step(&[8 - cell, cell])[1];
            if was_over {
                game = Game::new(Board::path(9), 2, next_of_row(&mut chance), First::Safe).unwrap();
                assert_eq!(event, Event::Restarted);
            } else {
                game.open(cell);
                assert_eq!(matches!(event, Event::Won(_)), game.status() == Status::Won);
                assert_eq!(event == Event::Lost, game.status() == Status::Lost);
            }
            let labels: Vec<i16> = (0..9).map(|v| game.label(v).code() as i16).collect();
            assert_eq!(rows.labels()[9..], labels);
        }
    }

    #[test]
    fn a_seed_begins_a_row_again() {
        let mut rows = rows(2, First::Risky, &[5]);
        let run = |rows: &mut Simultaneous| (0..9).map(|v| rows.step(&[v])[0]).collect::<Vec<_>>();
        let once = run(&mut rows);
        rows.seed(0, 5);
        assert_eq!(run(&mut rows), once);
    }

    #[test]
    fn a_row_plays_the_game_of_a_seed_to_its_end_and_stops() {
        let mut rows = rows(2, First::Risky, &[1, 2]);
        for seed in 0..20 {
            let mut game = Game::new(Board::path(9), 2, seed, First::Risky).unwrap();
            rows.begin(1, seed);
            for cell in 0..9 {
                let over = game.status().is_over();
                let before = rows.labels()[9..].to_vec();
                let event = rows.open(1, cell);
                assert!(!over || rows.labels()[9..] == before);
                if !over {
                    game.open(cell);
                }
                assert_eq!(matches!(event, Event::Won(_)), game.status() == Status::Won);
                assert_eq!(event == Event::Lost, game.status() == Status::Lost);
            }
        }
    }

    #[test]
    fn opening_an_open_cell_does_nothing() {
        let mut rows = rows(4, First::Safe, &[1]);
        rows.step(&[4]);
        assert_eq!(rows.step(&[4]), [Event::Opened(0)]);
    }
}
