//! No-guess: boards that can be won by proof alone from a start, and their proofs.
//!
//! A seed makes a stream of boards, all equally likely. The first that needs no guess is the board of
//! the seed. So seeds have independent boards, and all boards without a guess are equally likely.

use crate::analysis::Analysis;
use crate::base::{Meter, Random, Result, Stopped};
use crate::board::{Board, Cell};
use crate::count::{Cache, Work};
use crate::game::{Game, GameSetup, Status};
use crate::position::Label;
use crate::proof::prove::Prover;
use crate::strategy::{GAME_CACHE_BYTES, Notes};
use crate::system::{Constraints, Failure};

/// A cell to open next, and the proof that it is safe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deduction {
    /// The cell.
    pub cell: Cell,
    /// The numbers of the proof, in an order in which a verifier meets few cases.
    pub numbers: Vec<Cell>,
    /// Whether the proof needs the number of mines.
    pub counter: bool,
}

/// Steps of the meter for each board, beside those of its proofs: a clock is read at least once per
/// some boards, however easy they are.
pub const BOARD_STEPS: usize = 1 << 14;

/// A board that needs no guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoGuess {
    /// The number of boards of the seed before this one.
    pub index: usize,
    /// The seed of this board.
    pub seed: u64,
    /// The cells to open after the start, each with its proof.
    pub steps: Vec<Deduction>,
}

/// The first board that needs no guess among `tries` boards of a seed, after the first `skipped`. A
/// board that is too wide to prove is skipped.
pub fn find_no_guess(
    setup: &GameSetup,
    start: Cell,
    seed: u64,
    skipped: usize,
    tries: usize,
    meter: &Meter,
) -> Result<Option<NoGuess>> {
    let mut random = Random::new(seed);
    let seeds = std::iter::repeat_with(|| random.word());
    for (index, seed) in seeds.enumerate().skip(skipped).take(tries) {
        // The budget of states is for each board, that of seconds for all.
        meter.steps(BOARD_STEPS)?;
        let proved = prove_all(&setup.game(seed), start, &meter.renew());
        if let Some(steps) = Stopped::unless_too_wide(proved)?.flatten() {
            return Ok(Some(NoGuess { index, seed, steps }));
        }
    }
    Ok(None)
}

/// The proofs that win a game; None if it needs a guess. Playing it first costs less than proofs.
fn prove_all(game: &Game, start: Cell, meter: &Meter) -> Result<Option<Vec<Deduction>>> {
    if !Player::new(&mut game.clone()).play(start, meter)? {
        return Ok(None);
    }
    steps(&mut game.clone(), start, meter)
}

/// Play a game to its end. Returns the proof of every cell after the start; None if it needs a guess.
pub fn steps(game: &mut Game, start: Cell, meter: &Meter) -> Result<Option<Vec<Deduction>>> {
    let mut player = Player::new(game);
    let mut steps = Vec::new();
    player.open(start);
    while player.game.status() == Status::Playing {
        let safe = player.safe(meter)?;
        // A proof stays valid while more cells are opened.
        let constraints = Constraints::of(&player.game.position());
        let mut prover = Prover::new(&constraints, meter);
        for &cell in &safe {
            if player.game.label(cell) != Label::Covered {
                continue;
            }
            let Some(proof) = prover.prove((cell, false), 0)? else { return Ok(None) };
            let numbers = order_numbers(player.game.board(), proof.numbers);
            steps.push(Deduction { cell, numbers, counter: proof.counter });
            player.open(cell);
        }
        if safe.is_empty() {
            return Ok(None);
        }
    }
    Ok((player.game.status() == Status::Won).then_some(steps))
}

/// Numbers in an order in which each brings as few new cells as possible.
fn order_numbers(board: &Board, mut left: Vec<Cell>) -> Vec<Cell> {
    let mut order: Vec<Cell> = Vec::with_capacity(left.len());
    let mut seen: Vec<Cell> = Vec::new();
    while !left.is_empty() {
        let fresh = |&number: &Cell| {
            let around = board.neighbours(number);
            let old = around.iter().filter(|n| seen.contains(n)).count();
            (old == 0, around.len() - old)
        };
        let next = (0..left.len()).min_by_key(|&i| fresh(&left[i])).expect("some are left");
        let number = left.remove(next);
        seen.extend(board.neighbours(number));
        order.push(number);
    }
    order
}

/// A player who opens safe cells only.
pub struct Player<'g> {
    game: &'g mut Game,
    notes: Notes,
    cache: Cache,
}

impl<'g> Player<'g> {
    pub fn new(game: &'g mut Game) -> Self {
        let notes = Notes::new(game.board().clone(), Some(game.mines()));
        Self { game, notes, cache: Cache::new(GAME_CACHE_BYTES) }
    }

    /// Whether opening the start and then only safe cells wins the game.
    pub fn play(&mut self, start: Cell, meter: &Meter) -> Result<bool> {
        self.open(start);
        while self.game.status() == Status::Playing {
            let safe = self.safe(meter)?;
            if safe.is_empty() {
                return Ok(false);
            }
            safe.into_iter().for_each(|cell| self.open(cell));
        }
        Ok(self.game.status() == Status::Won)
    }

    /// For each cell whether it is certain.
    pub fn certain(&self, meter: &Meter) -> Result<Vec<bool>> {
        let mut certain = vec![false; self.game.board().cells()];
        let analysis = self.analysis(meter)?;
        for cells in [analysis.safe(), analysis.mined()] {
            cells.iter().for_each(|&cell| certain[cell as usize] = true);
        }
        Ok(certain)
    }

    fn open(&mut self, cell: Cell) {
        let opened = self.game.open(cell);
        self.notes.learn_from(self.game, &opened);
    }

    /// Safe covered cells, ascending: those that one number decides, or else all.
    fn safe(&mut self, meter: &Meter) -> Result<Vec<Cell>> {
        let safe = self.notes.take_safe();
        if !safe.is_empty() {
            return Ok(safe);
        }
        Ok(self.analysis(meter)?.safe().to_vec())
    }

    fn analysis(&self, meter: &Meter) -> Result<Analysis> {
        let position = self.notes.position();
        Failure::of_game(Analysis::of(&position, Work::new(Some(&self.cache), meter)))
    }
}
