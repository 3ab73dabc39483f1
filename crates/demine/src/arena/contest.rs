//! Arena: strategies at play. The only place where game and strategy meet.
//!
//! A game of the arena is its seed: it makes the mines and, one-way, the strategy's chance. So results
//! depend neither on how games are dealt to workers nor on how many of them there are. Under a key
//! games are known by their numbers, and only who has the key knows their seeds.

use std::ops::Range;

use crate::base::in_parallel;
use crate::base::{Meter, Stopped};
use crate::board::{Board, Cell};
use crate::count::Cache;
use crate::game::{Chance, Key, seal};
use crate::game::{First, Game, GameError, Status};
use crate::position::Label;
use crate::strategy::{Choice, Measure, Notes, Strategy, Turn};

/// Who plays what.
#[derive(Clone)]
pub struct Contest {
    board: Board,
    mines: u32,
    first: First,
    strategy: Strategy,
    key: Option<Key>,
    effort: usize,
    start: Option<Cell>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Opened a mine on a guess, or gave up.
    Lost,
    /// Opened every free cell.
    Won,
    /// Lost on a cell that the strategy called free.
    Blundered,
}

/// What became of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// Turns, after the first, on which the strategy took its chance.
    pub guesses: u32,
    /// Turns on which it had to do with less than it does otherwise.
    pub fallbacks: u32,
}

impl Contest {
    pub(crate) fn of(
        board: Board,
        mines: i64,
        first: First,
        strategy: Strategy,
    ) -> Result<Self, GameError> {
        let checked = Game::new(board.clone(), mines, 0, first)?;
        Ok(Self {
            board,
            mines: checked.mines(),
            first,
            strategy,
            key: None,
            effort: 1,
            start: None,
        })
    }

    /// With so many times the work, where the strategy can make use of it.
    pub fn with_effort(self, effort: usize) -> Self {
        Self { effort: effort.max(1), ..self }
    }

    /// Begun with this cell, whatever the strategy would choose.
    pub fn with_start(self, start: Option<Cell>) -> Self {
        Self { start, ..self }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    pub(crate) fn mines(&self) -> u32 {
        self.mines
    }

    pub(crate) fn first(&self) -> First {
        self.first
    }

    /// The same contest, its games dealt under a key.
    pub fn under(self, key: Option<Key>) -> Self {
        Self { key, ..self }
    }

    /// The seed of a game: its number, or what the key makes of it.
    pub(crate) fn seed_of(&self, number: u64) -> u64 {
        self.key.as_ref().map_or(number, |key| seal(key, number))
    }

    /// The outcome of the game of a number.
    pub(crate) fn play_one(&self, number: u64, meter: &Meter<'_>) -> Result<Outcome, Stopped> {
        let mut session = Session::new(self, self.seed_of(number), self.first);
        while session.goes_on() {
            let choice = session.choose(self, meter)?;
            session.act(&choice);
            meter.steps(self.board.cells())?;
        }
        Ok(session.outcome)
    }
}

/// The games of consecutive numbers, which are their seeds unless there is a key; on so many threads.
#[derive(Clone, Debug)]
pub struct Games {
    /// The numbers of the games.
    pub numbers: Range<u64>,
    /// How many threads play them. Results do not depend on it.
    pub workers: usize,
}

impl Games {
    /// What becomes of each, in order.
    pub(crate) fn each<T: Send>(
        &self,
        meter: &Meter<'_>,
        play: impl Fn(u64, &Meter<'_>) -> Result<T, Stopped> + Sync,
    ) -> Result<Vec<T>, Stopped> {
        let Self { numbers, workers } = self;
        let games = (numbers.end - numbers.start) as usize;
        in_parallel(*workers, games, meter, |i, meter| play(numbers.start + i as u64, meter))
    }
}

/// One game in progress, and its player.
pub(crate) struct Session {
    pub(crate) game: Game,
    pub(crate) outcome: Outcome,
    /// How likely the game is won, if its player has just searched it to its end.
    pub(crate) promise: Option<f64>,
    notes: Notes,
    chance: Chance,
    cache: Cache,
    gave_up: bool,
}

impl Session {
    const CACHE_BYTES: usize = 1 << 22;

    pub(crate) fn new(contest: &Contest, seed: u64, first: First) -> Self {
        let mines = contest.mines;
        Self {
            game: Game::new(contest.board.clone(), mines.into(), seed, first)
                .expect("a contest is checked"),
            outcome: Outcome { end: End::Lost, guesses: 0, fallbacks: 0 },
            promise: None,
            notes: Notes::new(contest.board.clone(), Some(mines)),
            chance: Chance::of(seed),
            cache: Cache::new(Self::CACHE_BYTES),
            gave_up: false,
        }
    }

    /// Who opens nothing gives up.
    pub(crate) fn goes_on(&self) -> bool {
        !self.game.status().is_over() && !self.gave_up
    }

    pub(crate) fn cache(&self) -> &Cache {
        &self.cache
    }

    pub(crate) fn choose(
        &mut self,
        contest: &Contest,
        meter: &Meter<'_>,
    ) -> Result<Choice, Stopped> {
        if let (Some(start), Status::Ready) = (contest.start, self.game.status()) {
            return Ok(Choice::Guess(start));
        }
        // Every turn has the whole budget of states.
        let meter = &meter.renew();
        let cache = Some(&self.cache);
        let (notes, chance) = (&mut self.notes, &mut self.chance);
        let (effort, measure) = (contest.effort, Measure::Rule);
        let mut turn = Turn { notes, chance, cache, meter, effort, measure, promise: None };
        let choice = (contest.strategy)(&mut turn)?;
        self.outcome.fallbacks += u32::from(turn.measure.is_fallback());
        self.promise = turn.promise;
        Ok(choice)
    }

    pub(crate) fn act(&mut self, choice: &Choice) {
        let guess = matches!(choice, Choice::Guess(_));
        self.outcome.guesses += u32::from(guess && self.game.status() != Status::Ready);
        choice.cells().iter().for_each(|&cell| self.open(cell));
        self.gave_up = *choice == Choice::Nothing;
        self.outcome.end = match self.game.status() {
            Status::Won => End::Won,
            Status::Lost if !guess => End::Blundered,
            _ => End::Lost,
        };
    }

    fn open(&mut self, cell: Cell) {
        for opened in self.game.open(cell) {
            if let Label::Number(count) = self.game.label(opened) {
                self.notes.learn(opened, count);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::strategy::{STRATEGIES, named};

    fn contest(strategy: &str) -> Contest {
        Contest::of(Board::grid(6, 6), 5, First::Safe, named(strategy).unwrap()).unwrap()
    }

    fn play(contest: &Contest, workers: usize, meter: &Meter<'_>) -> Vec<Outcome> {
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
        for (strategy, _) in STRATEGIES {
            assert_eq!(play_named(strategy, 1), play_named(strategy, 3));
        }
    }

    #[test]
    fn no_strategy_blunders() {
        for (strategy, _) in STRATEGIES {
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
