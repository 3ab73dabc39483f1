//! Contest: a strategy plays many games of one setup.
//!
//! The seed of a game makes its mines and, one-way, the strategy's random stream. So results depend
//! neither on how games are distributed to workers nor on the number of workers. Under a key games
//! have numbers, and only the holder of the key knows their seeds.

use std::ops::Range;

use crate::arena::survival::chance_of;
use crate::base::{Meter, Result, Stopped, in_parallel};
use crate::board::Cell;
use crate::count::{Cache, Work};
use crate::game::{Chance, First, Game, GameSetup, Key, Status, seal};
use crate::position::Label;
use crate::strategy::{Choice, GAME_CACHE_BYTES, Measure, Notes, Strategy, Turn};

/// The setup of the games and the strategy that plays them.
#[derive(Clone)]
pub struct Contest {
    pub(crate) setup: GameSetup,
    strategy: Strategy,
    key: Option<Key>,
    effort: usize,
    start: Option<Cell>,
    weighs_luck: bool,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The strategy opened a mine on a guess, or gave up.
    Lost,
    /// The strategy opened every free cell.
    Won,
    /// The strategy opened a mine that it had called safe.
    Blundered,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The end of the game.
    pub end: End,
    /// The number of guesses after the first turn.
    pub guesses: u32,
    /// The number of turns for which the position was too wide for the strategy's usual method.
    pub fallbacks: u32,
    /// The number of cells that the strategy opened itself; a 0 opens further ones.
    pub moves: u32,
    /// The number of clicks: cells opened, flags and chords.
    pub clicks: u32,
    /// The 3BV of a game that was won, else 0.
    pub three_bv: u32,
    /// The probability of surviving all guesses that the strategy made, if the contest weighs luck; not a
    /// number where it is not known.
    pub luck: f64,
}

impl Default for Outcome {
    /// Of a game that has not begun.
    fn default() -> Self {
        let (end, luck) = (End::Lost, 1.0);
        Self { end, guesses: 0, fallbacks: 0, moves: 0, clicks: 0, three_bv: 0, luck }
    }
}

impl Contest {
    /// Games of this setup, played by a strategy with the usual effort.
    pub fn new(setup: GameSetup, strategy: Strategy) -> Self {
        Self { setup, strategy, key: None, effort: 1, start: None, weighs_luck: false }
    }

    /// Allow this many times the usual work, if the strategy can use more.
    pub fn with_effort(self, effort: usize) -> Self {
        Self { effort: effort.max(1), ..self }
    }

    /// Begin with this cell instead of the strategy's choice.
    pub fn with_start(self, start: Option<Cell>) -> Self {
        Self { start, ..self }
    }

    /// Also find the luck of every game, which takes an exact analysis per guess.
    pub fn with_luck(self, weighs_luck: bool) -> Self {
        Self { weighs_luck, ..self }
    }

    /// Derive the seeds of games from their numbers under a key.
    pub fn under(self, key: Option<Key>) -> Self {
        Self { key, ..self }
    }

    /// The seed of a game: its number, unless there is a key.
    pub(crate) fn seed_of(&self, number: u64) -> u64 {
        self.key.as_ref().map_or(number, |key| seal(key, number))
    }

    /// Play the game of a number.
    pub(crate) fn play_one(&self, number: u64, meter: &Meter) -> Result<Outcome> {
        let seed = self.seed_of(number);
        let mut session = Session::new(self.setup.game(seed), seed);
        while session.goes_on() {
            let choice = session.choose(self, meter)?;
            if self.weighs_luck {
                session.weigh_luck(&self.setup, &choice, meter)?;
            }
            session.act(&choice);
            meter.steps(self.setup.board.cells())?;
        }
        if !session.is_even {
            session.outcome.luck = f64::NAN;
        }
        Ok(session.outcome)
    }
}

/// The games of consecutive numbers, which are their seeds unless the contest has a key.
#[derive(Clone, Debug)]
pub struct Games {
    /// The numbers of the games.
    pub numbers: Range<u64>,
    /// The number of threads. Results do not depend on it.
    pub workers: usize,
}

impl Games {
    /// The result of `play` for each game, in order.
    pub(crate) fn each<T: Send>(
        &self,
        meter: &Meter,
        play: impl Fn(u64, &Meter) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        let Self { numbers, workers } = self;
        let games = usize::try_from(numbers.end - numbers.start).unwrap_or(usize::MAX);
        in_parallel(*workers, games, meter, |i, meter| play(numbers.start + i as u64, meter))
    }
}

/// One game in progress, and its player.
pub(crate) struct Session {
    pub(crate) game: Game,
    pub(crate) outcome: Outcome,
    /// The probability of winning, if the strategy has just searched the game to its end.
    pub(crate) win_probability: Option<f64>,
    notes: Notes,
    chance: Chance,
    pub(crate) cache: Cache,
    gave_up: bool,
    /// Whether all boards that agree with the labels are equally likely. They are not where the
    /// first-click rule promised an opening for which there was no room.
    pub(crate) is_even: bool,
}

impl Session {
    pub(crate) fn new(game: Game, seed: u64) -> Self {
        Self {
            notes: Notes::new(game.board().clone(), Some(game.mines())),
            game,
            outcome: Outcome::default(),
            win_probability: None,
            chance: Chance::of(seed),
            cache: Cache::new(GAME_CACHE_BYTES),
            gave_up: false,
            is_even: true,
        }
    }

    /// A strategy that opens nothing gives up.
    pub(crate) fn goes_on(&self) -> bool {
        !self.game.status().is_over() && !self.gave_up
    }

    pub(crate) fn choose(&mut self, contest: &Contest, meter: &Meter) -> Result<Choice> {
        if let (Some(start), Status::Ready) = (contest.start, self.game.status()) {
            return Ok(Choice::Guess(start));
        }
        // Every turn has the whole budget of states.
        let meter = &meter.renew();
        let (notes, chance) = (&mut self.notes, &mut self.chance);
        let mut turn =
            Turn::new(notes, chance, Work::new(Some(&self.cache), meter), contest.effort);
        turn.flags = if self.game.flags() > 0 { self.game.flagged().collect() } else { Vec::new() };
        let choice = contest.strategy.choose_on(&mut turn)?;
        let is_fallback = matches!(turn.measure, Measure::Cut | Measure::Local);
        self.outcome.fallbacks += u32::from(is_fallback);
        self.win_probability = turn.win_probability;
        Ok(choice)
    }

    pub(crate) fn begins(&self) -> bool {
        self.game.status() == Status::Ready
    }

    /// Multiplies the luck by the chance of the guess that follows, unless it is too wide to count.
    fn weigh_luck(&mut self, setup: &GameSetup, choice: &Choice, meter: &Meter) -> Result<()> {
        let Choice::Guess(cell) = choice else { return Ok(()) };
        self.outcome.luck *= if !self.begins() {
            let meter = &meter.renew();
            let survival = chance_of(&self.game, *cell, Work::new(Some(&self.cache), meter));
            Stopped::unless_too_wide(survival)?.map_or(f64::NAN, |(chance, _)| chance)
        } else if setup.first == First::Risky {
            1.0 - f64::from(setup.mines) / setup.board.cells() as f64
        } else {
            1.0
        };
        Ok(())
    }

    pub(crate) fn act(&mut self, choice: &Choice) {
        let (guess, begins) = (matches!(choice, Choice::Guess(_)), self.begins());
        self.outcome.guesses += u32::from(guess && !begins);
        match choice {
            Choice::Chord { flags, cell, .. } => self.chord(flags, *cell),
            _ => choice.cells().iter().for_each(|&cell| self.open(cell)),
        }
        if let (Choice::Guess(cell), true) = (choice, begins) {
            let is_promised = self.game.first() == First::Opening;
            self.is_even = !is_promised || self.game.label(*cell) == Label::Number(0);
        }
        self.gave_up = *choice == Choice::Nothing;
        self.outcome.end = match self.game.status() {
            Status::Won => End::Won,
            Status::Lost if !guess => End::Blundered,
            _ => End::Lost,
        };
        if self.outcome.end == End::Won {
            self.outcome.three_bv = self.game.three_bv().map_or(0, |clicks| clicks as u32);
        }
    }

    fn open(&mut self, cell: Cell) {
        let is_click = u32::from(self.game.label(cell) == Label::Covered);
        self.outcome.moves += is_click;
        self.outcome.clicks += is_click;
        let opened = self.game.open(cell);
        self.notes.learn_from(&self.game, &opened);
    }

    fn chord(&mut self, flags: &[Cell], cell: Cell) {
        self.outcome.clicks += flags.len() as u32 + 1;
        for &flag in flags {
            self.game.flag(flag);
        }
        let opened = self.game.chord(cell);
        self.notes.learn_from(&self.game, &opened);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::board::Board;
    use crate::game::First;

    fn contest(strategy: &str) -> Contest {
        let setup = GameSetup::new(Board::grid(6, 6), 5, First::Safe).unwrap();
        Contest::new(setup, Strategy::named(strategy).unwrap())
    }

    fn play(contest: &Contest, workers: usize, meter: &Meter) -> Vec<Outcome> {
        let games = Games { numbers: 0..200, workers };
        games.each(meter, |number, meter| contest.play_one(number, meter)).unwrap()
    }

    fn play_named(strategy: &str, workers: usize) -> Vec<Outcome> {
        play(&contest(strategy), workers, &Meter::unwatched(Budget::default()))
    }

    fn wins(strategy: &str) -> usize {
        play_named(strategy, 1).iter().filter(|outcome| outcome.end == End::Won).count()
    }

    #[test]
    fn workers_make_no_difference() {
        for strategy in Strategy::names() {
            assert_eq!(play_named(strategy, 1), play_named(strategy, 3));
        }
    }

    #[test]
    fn no_strategy_blunders() {
        for strategy in Strategy::names() {
            assert!(play_named(strategy, 1).iter().all(|outcome| outcome.end != End::Blundered));
        }
    }

    #[test]
    fn knowledge_wins() {
        assert!(wins("random") < wins("single-point"));
        assert!(wins("single-point") < wins("ratio"));
        assert!(wins("ratio") < wins("safest"));
    }

    #[test]
    fn a_key_makes_other_games() {
        let meter = Meter::unwatched(Budget::default());
        let under = |key| play(&contest("random").under(Some(key)), 1, &meter);
        assert_eq!(under([7; 32]), under([7; 32]));
        assert_ne!(under([7; 32]), under([8; 32]));
        assert_ne!(under([7; 32]), play_named("random", 1));
    }

    #[test]
    fn a_budget_of_states_is_for_each_turn() {
        let meter = Meter::unwatched(Budget { states: 20_000, seconds: None });
        assert_eq!(play(&contest("safest"), 1, &meter).len(), 200);
    }
}
