//! Of a strategy and of a contest.

use crate::arena::{Contest, Games, Judged, Outcome, Survival, Trial};
use crate::base::{Meter, Random, Stopped};
use crate::board::{Board, Cell};
use crate::game::{self, Chance, First, GameError};
use crate::position::Position;
use crate::questions::Options;
use crate::strategy::{self, Choice, Measure, Notes, Turn};

/// A strategy in Rust: what to open next, from a position and from chance alone.
#[derive(Clone, Copy)]
pub struct Strategy(pub(crate) strategy::Strategy);

impl Strategy {
    /// The strategy of this name, if there is one.
    ///
    /// ```
    /// assert!(demine::Strategy::named("safest").is_some());
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        strategy::named(name).map(Self)
    }

    /// The names of all strategies.
    pub fn names() -> impl Iterator<Item = &'static str> {
        strategy::STRATEGIES.iter().map(|&(name, _)| name)
    }

    /// What it opens, and the state of its chance afterwards.
    ///
    /// ```
    /// use demine::{Board, Choice, Label, Options, Strategy, Position};
    ///
    /// let edge = Board::new(2, [(0, 1)].into_iter())?;
    /// let position = Position::new(edge, vec![Label::Number(0), Label::Covered], None)?;
    /// let safest = Strategy::named("safest").expect("it is one of the names");
    /// let (choice, _) = safest.choose(&position, 7, &Options::default())?;
    /// assert_eq!(choice, Choice::Sure(vec![1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choose(
        self,
        position: &Position,
        chance: u64,
        options: &Options<'_>,
    ) -> Result<(Choice, u64), Stopped> {
        let (choice, state, _) = self.advise(position, chance, 1, options)?;
        Ok((choice, state))
    }

    /// The same with so many times the usual work, and by what the choice was made.
    ///
    /// ```
    /// use demine::{Board, Choice, Label, Measure, Options, Strategy, Position};
    ///
    /// let path = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
    /// let labels = vec![Label::Covered, Label::Number(1), Label::Covered];
    /// let position = Position::new(path, labels, Some(1))?;
    /// let strongest = Strategy::named("strongest").expect("it is one of the names");
    /// let (choice, _, measure) = strongest.advise(&position, 7, 1, &Options::default())?;
    /// assert_eq!((choice, measure), (Choice::Guess(0), Measure::Perfect));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advise(
        self,
        position: &Position,
        chance: u64,
        effort: usize,
        options: &Options<'_>,
    ) -> Result<(Choice, u64, Measure), Stopped> {
        let (mut notes, mut chance) = (Notes::of(position), Chance::from(Random::new(chance)));
        let meter = options.meter();
        let (cache, meter) = (options.cache(), &meter);
        let (notes, chance, measure) = (&mut notes, &mut chance, Measure::Rule);
        let mut turn = Turn { notes, chance, cache, meter, effort, measure, promise: None };
        let choice = (self.0)(&mut turn)?;
        let (measure, state) = (turn.measure, turn.chance.stream().state());
        Ok((choice, state, measure))
    }
}

impl Contest {
    /// Who plays what: so many mines, placed after the first click as `first` says.
    pub fn new(
        board: Board,
        mines: i64,
        first: First,
        strategy: Strategy,
    ) -> Result<Self, GameError> {
        Self::of(board, mines, first, strategy.0)
    }

    /// The outcomes of these games, in order. The budget of states is for each turn.
    ///
    /// ```
    /// use demine::{Board, Contest, End, First, Games, Options, Strategy};
    ///
    /// let board = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
    /// let safest = Strategy::named("safest").expect("it is one of the names");
    /// let contest = Contest::new(board, 0, First::Safe, safest)?;
    /// let games = Games { numbers: 0..10, workers: 1 };
    /// let outcomes = contest.play(&games, &Options::default())?;
    /// assert!(outcomes.iter().all(|outcome| outcome.end == End::Won));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&self, games: &Games, options: &Options<'_>) -> Result<Vec<Outcome>, Stopped> {
        games.each(&options.meter(), |number, meter| self.play_one(number, meter))
    }

    /// How likely these games are won, without a death: at each guess the exact chance of
    /// survival is multiplied in, and the game goes on. The mean is the winning rate, without bias.
    ///
    /// ```
    /// use demine::{Board, Contest, First, Games, Options, Strategy};
    ///
    /// let edge = Board::new(2, [(0, 1)].into_iter())?;
    /// let safest = Strategy::named("safest").expect("it is one of the names");
    /// let contest = Contest::new(edge, 1, First::Risky, safest)?;
    /// let games = Games { numbers: 0..10, workers: 1 };
    /// let survivals = contest.survive(&games, &Options::default())?;
    /// assert!(survivals.iter().all(|game| game.chance == 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn survive(&self, games: &Games, options: &Options<'_>) -> Result<Vec<Survival>, Stopped> {
        games.each(&options.meter(), |number, meter| self.survive_one(number, meter))
    }

    /// The decisions of these games, their candidates played out.
    pub fn judge(
        &self,
        games: &Games,
        trial: Trial,
        options: &Options<'_>,
    ) -> Result<Vec<Judged>, Stopped> {
        let judge = |number, meter: &Meter<'_>| self.judge_one(number, trial, meter);
        Ok(games.each(&options.meter(), judge)?.into_iter().flatten().collect())
    }
}

impl Board {
    /// Where to begin a game that opens with its first click: inside, not in a corner.
    ///
    /// ```
    /// use demine::Board;
    ///
    /// let path = Board::new(5, [(0, 1), (1, 2), (2, 3), (3, 4)].into_iter())?;
    /// assert_eq!(path.inside(), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn inside(&self) -> Option<Cell> {
        strategy::inside(self)
    }
}

/// The learned score of a candidate with these features, as [`Contest::judge`] gives them; None if they
/// are not so many.
pub fn learned_score(features: &[f32]) -> Option<f64> {
    strategy::score(features)
}

/// The state of a strategy's chance at the start of the game of a seed. It tells nothing of the mines.
pub fn chance(seed: u64) -> u64 {
    game::chance(seed).state()
}
