//! Survival: the probability that a strategy wins a game, estimated without a lost guess.
//!
//! A guess multiplies the estimate by the exact chance of survival. If the guess hits a mine, another
//! board is drawn from those that agree with every label and with survival, and play goes on. The
//! product is an unbiased estimate of the winning probability, with far less variance than the wins.
//! Where the strategy searches the game to its end, the product ends with the probability found.

use crate::arena::contest::{Contest, Session};
use crate::base::{Meter, Random, Result};
use crate::board::Cell;
use crate::count::{Counted, Work};
use crate::game::{First, Game, GameSetup, Status, chance};
use crate::position::Position;
use crate::strategy::{Boards, Choice};
use crate::system::Failure;

/// The result of a game that no guess ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Survival {
    /// The product of the chances of all guesses; 0 if the game could not be won any more.
    pub chance: f64,
    /// The number of guesses after the first turn, until the end was searched.
    pub guesses: u32,
    /// The number of turns for which the position was too wide for the strategy's usual method.
    pub fallbacks: u32,
}

/// A guess for which perfect play was out of reach, before it is made.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The number of the game.
    pub game: u64,
    /// The turn of the game.
    pub turn: u32,
    /// The position of the player.
    pub position: Position,
    /// The cell that the strategy chose.
    pub chosen: Cell,
    /// The probability of surviving all guesses before.
    pub reached: f64,
    /// A seed that reveals nothing about the random streams of the game itself.
    pub seed: u64,
}

impl Contest {
    /// Play the game of a number, and call `study` at every decision.
    pub(crate) fn survive_one(
        &self,
        number: u64,
        meter: &Meter,
        mut study: impl FnMut(Decision) -> Result<()>,
    ) -> Result<Survival> {
        let (mut game, mut turn) = (DeathlessGame::new(self, number), 0);
        while game.session.goes_on() {
            meter.steps(self.setup.board.cells())?;
            turn += 1;
            let begins = game.session.begins();
            let choice = game.session.choose(self, meter)?;
            if let Some(won) = game.session.win_probability
                && game.session.is_even
            {
                return Ok(game.survival(game.chance * won));
            }
            let is_searched = game.session.win_probability.is_some();
            if let (Choice::Guess(chosen), false) = (&choice, begins || is_searched) {
                study(game.decision(number, turn, *chosen))?;
            }
            game.act(&choice, meter)?;
        }
        let won = game.session.game.status() == Status::Won;
        Ok(game.survival(if won { game.chance } else { 0.0 }))
    }
}

/// The chance that a guess survives, and the position.
pub(crate) fn chance_of(game: &Game, cell: Cell, work: Work) -> Result<(f64, Position)> {
    let position = game.position();
    let analysis = Failure::of_game(Counted::of(&position, work))?;
    Ok((1.0 - analysis.probabilities()[cell as usize], position))
}

/// The chance that a guess survives. If it would not, the mines move to another board on which it does.
pub(crate) fn survive(game: &mut Game, cell: Cell, draws: &mut Random, work: Work) -> Result<f64> {
    let (chance, position) = chance_of(game, cell, work)?;
    if chance > 0.0 && game.hides_mine(cell) {
        let boards = Boards::without(&position, cell, work)?;
        if let Some(mined) = boards.draw(draws, work.meter)? {
            game.replace_mines(&mined);
        }
    }
    Ok(chance)
}

/// A game that goes on when a guess hits a mine.
struct DeathlessGame {
    session: Session,
    draws: Random,
    chance: f64,
}

impl DeathlessGame {
    fn new(contest: &Contest, number: u64) -> Self {
        let (setup, seed) = (contest.setup.clone(), contest.seed_of(number));
        let (cells, mines) = (setup.board.cells() as f64, f64::from(setup.mines));
        let risky = setup.first == First::Risky;
        let setup = GameSetup { first: if risky { First::Safe } else { setup.first }, ..setup };
        Self {
            session: Session::new(setup.game(seed), seed),
            draws: Random::new(!chance(seed).word()),
            chance: if risky { 1.0 - mines / cells } else { 1.0 },
        }
    }

    fn decision(&self, game: u64, turn: u32, chosen: Cell) -> Decision {
        let (position, reached) = (self.session.game.position(), self.chance);
        Decision { game, turn, position, chosen, reached, seed: !self.draws.clone().word() }
    }

    fn act(&mut self, choice: &Choice, meter: &Meter) -> Result<()> {
        if let (Choice::Guess(cell), false) = (choice, self.session.begins()) {
            self.survive(*cell, meter)?;
        }
        self.session.act(choice);
        Ok(())
    }

    /// Multiply the chance by that of a guess, and move its mine away if there is one.
    fn survive(&mut self, cell: Cell, meter: &Meter) -> Result<()> {
        if !self.session.is_even {
            return Ok(());
        }
        let meter = &meter.renew();
        let work = Work::new(Some(&self.session.cache), meter);
        self.chance *= survive(&mut self.session.game, cell, &mut self.draws, work)?;
        Ok(())
    }

    fn survival(&self, chance: f64) -> Survival {
        let outcome = self.session.outcome;
        Survival { chance, guesses: outcome.guesses, fallbacks: outcome.fallbacks }
    }
}
