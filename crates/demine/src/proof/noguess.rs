//! No-guess: boards that proof alone wins from a start, and the proofs.
//!
//! A seed makes a stream of boards, each as likely as any other; the first that needs no guess is
//! taken. So each seed has its own board, independent of all others, and all boards without a guess are
//! equally likely.

use crate::analysis::Analysis;
use crate::base::Random;
use crate::base::{Meter, Stopped};
use crate::board::{Board, Cell};
use crate::count::Cache;
use crate::game::{First, Game, Status};
use crate::position::Label;
use crate::proof::prove::Prover;
use crate::strategy::Notes;
use crate::system::Constraints;
use crate::system::Failure;

/// A cell to open next, and what proves it safe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deduction {
    /// The cell.
    pub cell: Cell,
    /// In an order in which a verifier meets few cases.
    pub numbers: Vec<Cell>,
    /// Whether the number of mines is needed, too.
    pub counter: bool,
}

/// Steps that a board is charged with besides its own.
pub const BOARD_STEPS: usize = 1 << 14;

/// What is dealt, again and again.
pub struct Deal {
    pub(crate) board: Board,
    pub(crate) mines: u32,
    pub(crate) first: First,
    /// The first cell to open.
    pub(crate) start: Cell,
}

/// The seeds of the boards that a seed stands for.
fn seeds(seed: u64) -> impl Iterator<Item = u64> {
    let mut random = Random::new(seed);
    std::iter::repeat_with(move || random.word())
}

/// A board that needs no guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoGuess {
    /// How many boards of the seed come before it.
    pub dealt: usize,
    /// The seed of this board.
    pub seed: u64,
    /// What to open after the start, each with its proof.
    pub steps: Vec<Deduction>,
}

/// The first board that needs no guess among `tries` of those of a seed, after the first `dealt`.
/// One that is too wide counts as dealt.
pub fn find_no_guess(
    deal: &Deal,
    seed: u64,
    dealt: usize,
    tries: usize,
    meter: &Meter<'_>,
) -> Result<Option<NoGuess>, Stopped> {
    for (i, seed) in seeds(seed).enumerate().skip(dealt).take(tries) {
        // Each board has a meter of its own, but the watch is shared.
        meter.steps(BOARD_STEPS)?;
        let proved = Stopped::unless_too_wide(deal.prove_all(seed, &meter.renew()))?;
        if let Some(steps) = proved.flatten() {
            return Ok(Some(NoGuess { dealt: i, seed, steps }));
        }
    }
    Ok(None)
}

impl Deal {
    fn game(&self, seed: u64) -> Game {
        Game::new(self.board.clone(), self.mines.into(), seed, self.first)
            .expect("a deal is checked")
    }

    /// The proofs that win the board of a seed; None if it needs a guess.
    fn prove_all(&self, seed: u64, meter: &Meter<'_>) -> Result<Option<Vec<Deduction>>, Stopped> {
        let mut game = self.game(seed);
        if !Player::new(&mut game).play(self.start, meter)? {
            return Ok(None);
        }
        steps(&mut self.game(seed), self.start, meter)
    }

    /// The cells that the first-click rule keeps from mines, as far as the mines have room elsewhere.
    pub(crate) fn protected_cells(&self) -> Vec<bool> {
        let cells = self.board.cells();
        let mut protected = vec![false; cells];
        if self.first != First::Risky {
            protected[self.start as usize] = true;
        }
        let around = self.board.neighbours(self.start);
        if self.first == First::Opening && self.mines as usize + around.len() < cells {
            around.iter().for_each(|&cell| protected[cell as usize] = true);
        }
        protected
    }
}

/// The proofs that win a game after the start, which is played so; None if it needs a guess.
pub fn steps(
    game: &mut Game,
    start: Cell,
    meter: &Meter<'_>,
) -> Result<Option<Vec<Deduction>>, Stopped> {
    let mut player = Player::new(game);
    let mut steps = Vec::new();
    player.open(start);
    while player.game.status() == Status::Playing {
        let safe = player.safe(meter)?;
        // What is proved stays proved while more is opened.
        let constraints = Constraints::of(&player.game.position());
        let mut prover = Prover::new(&constraints, meter);
        for &cell in &safe {
            if player.game.label(cell) != Label::Covered {
                continue;
            }
            let Some(proof) = prover.prove(cell, false, 0)? else { return Ok(None) };
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

/// Numbers in an order in which the next brings the fewest new cells.
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

/// Somebody who opens nothing but safe cells.
pub struct Player<'g> {
    game: &'g mut Game,
    notes: Notes,
    cache: Cache,
}

impl<'g> Player<'g> {
    const CACHE_BYTES: usize = 1 << 22;

    pub fn new(game: &'g mut Game) -> Self {
        let notes = Notes::new(game.board().clone(), Some(game.mines()));
        Self { game, notes, cache: Cache::new(Self::CACHE_BYTES) }
    }

    /// Whether opening the start and then only safe cells wins the game.
    pub fn play(&mut self, start: Cell, meter: &Meter<'_>) -> Result<bool, Stopped> {
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

    /// Whether each cell is certain to be mined, or to be free.
    pub fn certain(&self, meter: &Meter<'_>) -> Result<Vec<bool>, Stopped> {
        let mut certain = vec![false; self.game.board().cells()];
        let analysis = self.analysis(meter)?;
        for cells in [analysis.safe(), analysis.mined()] {
            cells.iter().for_each(|&cell| certain[cell as usize] = true);
        }
        Ok(certain)
    }

    fn open(&mut self, cell: Cell) {
        for opened in self.game.open(cell) {
            if let Label::Number(count) = self.game.label(opened) {
                self.notes.learn(opened, count);
            }
        }
    }

    /// Covered cells that are safe, ascending: those that one number decides, or else all.
    fn safe(&mut self, meter: &Meter<'_>) -> Result<Vec<Cell>, Stopped> {
        let sure = self.notes.sure();
        if !sure.is_empty() {
            return Ok(sure);
        }
        Ok(self.analysis(meter)?.safe().to_vec())
    }

    fn analysis(&self, meter: &Meter<'_>) -> Result<Analysis, Stopped> {
        let position = self.notes.position(self.notes.mines());
        Failure::of_game(Analysis::of(&position, Some(&self.cache), meter))
    }
}
