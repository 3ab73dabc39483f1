//! Survival: how likely a strategy wins, game by game, without a single death.
//!
//! At a guess the exact chance of survival is multiplied in. If the board has a mine there, another
//! board is drawn from those that agree with everything seen and with survival, and play goes on. The
//! product is an unbiased estimate of the winning probability, with far less variance than the wins.
//! Where the strategy has searched the game to its end the product ends with the probability found.

use crate::arena::contest::{Contest, Session};
use crate::base::Random;
use crate::base::{Meter, Stopped};
use crate::board::Cell;
use crate::count::Counted;
use crate::game::chance;
use crate::game::{First, Status};
use crate::position::{Label, Position};
use crate::strategy::{Boards, Choice};
use crate::system::Failure;

/// What became of a game that no guess ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Survival {
    /// The product of the chances at each guess; 0 if the game could not be won any more.
    pub chance: f64,
    /// Turns, after the first, on which the strategy took its chance, up to where the end was searched.
    pub guesses: u32,
    /// Turns on which it had to do with less than it does otherwise.
    pub fallbacks: u32,
}

impl Contest {
    /// Of the game of a number.
    pub(crate) fn survive_one(&self, number: u64, meter: &Meter<'_>) -> Result<Survival, Stopped> {
        let mut game = Rebirth::new(self, number);
        game.play(self, meter)?;
        Ok(game.survival())
    }
}

/// A game that is not lost by a guess.
pub(crate) struct Rebirth {
    session: Session,
    draws: Random,
    chance: f64,
    /// Whether every board that agrees with what is seen is equally likely. It is not where the first
    /// click was promised an opening for which there was no room.
    is_even: bool,
    /// How likely the game is won, once that is known.
    settled: Option<f64>,
}

impl Rebirth {
    pub(crate) fn new(contest: &Contest, number: u64) -> Self {
        let seed = contest.seed_of(number);
        let (cells, mines) = (contest.board().cells() as f64, f64::from(contest.mines()));
        let risky = contest.first() == First::Risky;
        Self {
            session: Session::new(contest, seed, if risky { First::Safe } else { contest.first() }),
            draws: Random::new(!chance(seed).word()),
            chance: if risky { 1.0 - mines / cells } else { 1.0 },
            is_even: true,
            settled: None,
        }
    }

    /// Play on to the end, or to where the strategy has searched to the end: what it wins from there
    /// on is then known, and nothing is left to luck.
    fn play(&mut self, contest: &Contest, meter: &Meter<'_>) -> Result<(), Stopped> {
        while self.goes_on() {
            meter.steps(contest.board().cells())?;
            let choice = self.choose(contest, meter)?;
            if let (Some(promise), true) = (self.session.promise, self.is_even) {
                self.settled = Some(self.chance * promise);
                return Ok(());
            }
            self.act(contest, &choice, meter)?;
        }
        Ok(())
    }

    pub(crate) fn goes_on(&self) -> bool {
        self.session.goes_on()
    }

    /// Whether nothing is open yet.
    pub(crate) fn begins(&self) -> bool {
        self.session.game.status() == Status::Ready
    }

    /// Whether its player has just searched it to its end.
    pub(crate) fn is_searched(&self) -> bool {
        self.session.promise.is_some()
    }

    pub(crate) fn position(&self) -> Position {
        self.session.game.position()
    }

    /// A stream of its own, which tells nothing of what the game itself draws.
    pub(crate) fn luck(&self) -> Random {
        Random::new(!self.draws.clone().word())
    }

    /// How likely it is to get so far.
    pub(crate) fn chance(&self) -> f64 {
        self.chance
    }

    pub(crate) fn choose(
        &mut self,
        contest: &Contest,
        meter: &Meter<'_>,
    ) -> Result<Choice, Stopped> {
        self.session.choose(contest, meter)
    }

    pub(crate) fn act(
        &mut self,
        contest: &Contest,
        choice: &Choice,
        meter: &Meter<'_>,
    ) -> Result<(), Stopped> {
        let begins = self.begins();
        if let (Choice::Guess(cell), false) = (choice, begins) {
            self.weigh(*cell, meter)?;
        }
        self.session.act(choice);
        if let (Choice::Guess(cell), true) = (choice, begins) {
            let is_promised = contest.first() == First::Opening;
            self.is_even = !is_promised || self.session.game.label(*cell) == Label::Number(0);
        }
        Ok(())
    }

    /// Survive a guess, as far as that is possible.
    fn weigh(&mut self, cell: Cell, meter: &Meter<'_>) -> Result<(), Stopped> {
        if !self.is_even {
            return Ok(());
        }
        let meter = &meter.renew();
        let position = self.position();
        let cache = Some(self.session.cache());
        let analysis = Failure::of_game(Counted::of(&position, cache, meter))?;
        self.chance *= 1.0 - analysis.probabilities()[cell as usize];
        if self.chance > 0.0 && self.session.game.hides_mine(cell) {
            let boards = Boards::without(&position, cell, cache, meter)?;
            if let Some(mined) = boards.draw(&mut self.draws, meter)? {
                self.session.game.lay(&mined);
            }
        }
        Ok(())
    }

    fn survival(&self) -> Survival {
        let won = self.session.game.status() == Status::Won;
        Survival {
            chance: self.settled.unwrap_or(if won { self.chance } else { 0.0 }),
            guesses: self.session.outcome.guesses,
            fallbacks: self.session.outcome.fallbacks,
        }
    }
}
