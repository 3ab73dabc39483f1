//! Questions about strategies, about contests of them, and about the setup of games.

use crate::arena::{self, Contest, Decision, Games, Outcome, Survival};
use crate::base::{Random, Result};
use crate::board::{Board, Cell};
use crate::game::{self, Chance, Game};
use crate::position::Position;
use crate::questions::Options;
use crate::strategy::{self, Candidate, Choice, Measure, Notes, Strategy, Turn};

impl Strategy {
    /// The strategy's choice, the state of its random stream afterwards, and how it chose. `chance` is
    /// the state of its stream before, `effort` how many times the usual work it may do.
    ///
    /// ```
    /// use demine::{Board, Choice, Label, Measure, Options, Position, Strategy};
    ///
    /// let path = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
    /// let labels = vec![Label::Covered, Label::Number(1), Label::Covered];
    /// let position = Position::new(path, labels, Some(1))?;
    /// let strongest = Strategy::named("strongest").expect("it is one of the names");
    /// let (choice, _, measure) = strongest.choose(&position, 7, 1, &Options::default())?;
    /// assert_eq!((choice, measure), (Choice::Guess(0), Measure::Perfect));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choose(
        self,
        position: &Position,
        chance: u64,
        effort: usize,
        options: &Options,
    ) -> Result<(Choice, u64, Measure)> {
        let (mut notes, mut chance) = (Notes::of(position), Chance::from(Random::new(chance)));
        let meter = options.meter();
        let mut turn = Turn::new(&mut notes, &mut chance, options.work(&meter), effort);
        let choice = self.choose_on(&mut turn)?;
        let measure = turn.measure;
        Ok((choice, chance.stream().state(), measure))
    }
}

impl Contest {
    /// The outcomes of these games, in order. The budget of states is for each turn.
    ///
    /// ```
    /// use demine::{Board, Contest, End, First, Games, GameSetup, Options, Strategy};
    ///
    /// let board = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
    /// let safest = Strategy::named("safest").expect("it is one of the names");
    /// let contest = Contest::new(GameSetup::new(board, 0, First::Safe)?, safest);
    /// let games = Games { numbers: 0..10, workers: 1 };
    /// let outcomes = contest.play(&games, &Options::default())?;
    /// assert!(outcomes.iter().all(|outcome| outcome.end == End::Won));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&self, games: &Games, options: &Options) -> Result<Vec<Outcome>> {
        games.each(&options.meter(), |number, meter| self.play_one(number, meter))
    }

    /// The probabilities of winning these games, by games that no guess ends: each guess multiplies
    /// in its exact chance of survival. The mean is an unbiased estimate of the winning rate.
    pub fn survive(&self, games: &Games, options: &Options) -> Result<Vec<Survival>> {
        games.each(&options.meter(), |number, meter| self.survive_one(number, meter, |_| Ok(())))
    }

    /// The result of `study` for every decision of the games of [`survive`](Self::survive), in order.
    pub fn study<T: Send>(
        &self,
        games: &Games,
        options: &Options,
        study: impl Fn(Decision) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        let studied = games.each(&options.meter(), |number, meter| {
            let mut results = Vec::new();
            self.survive_one(number, meter, |decision| {
                results.push(study(decision)?);
                Ok(())
            })?;
            Ok(results)
        })?;
        Ok(studied.into_iter().flatten().collect())
    }
}

impl Game {
    /// The chance that a guess at this covered cell survives. If the cell is mined and need not be, the
    /// mines move to another board that agrees with every number. `draws` is the state of the stream
    /// from which that board is drawn. The mean of the products of such chances is a winning rate.
    pub fn survive(&mut self, cell: Cell, draws: &mut u64, options: &Options) -> Result<f64> {
        let (meter, mut stream) = (options.meter(), Random::new(*draws));
        let chance = arena::survive(self, cell, &mut stream, options.work(&meter))?;
        *draws = stream.state();
        Ok(chance)
    }
}

impl Position {
    /// What `strongest` opens next, and how it chose.
    ///
    /// ```
    /// use demine::{Board, Choice, Label, Measure, Options, Position};
    ///
    /// let path = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
    /// let labels = vec![Label::Covered, Label::Number(1), Label::Covered];
    /// let position = Position::new(path, labels, Some(1))?;
    /// let advice = position.advise(&Options::default())?;
    /// assert_eq!(advice, (Choice::Guess(0), Measure::Perfect));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advise(&self, options: &Options) -> Result<(Choice, Measure)> {
        let (mut notes, mut chance) = (Notes::of(self), Chance::from(Random::new(0)));
        let meter = options.meter();
        let mut turn = Turn::new(&mut notes, &mut chance, options.work(&meter), 1);
        let choice = Strategy::choose_strongest(&mut turn)?;
        Ok((choice, turn.measure))
    }

    /// The cells that `strongest` compares by score: the least likely mine, and up to `most` with the
    /// best look-ahead. None if the labels contradict each other.
    pub fn candidates(&self, most: usize, options: &Options) -> Result<Vec<Candidate>> {
        strategy::scored_candidates(self, most, options.work(&options.meter()))
    }

    /// For each cell, board by board, the probability of winning with it; None where it is mined.
    /// Boards are drawn from the first seed, and replaced from the second when a later guess hits a
    /// mine.
    pub fn play_outs(
        &self,
        cells: &[Cell],
        boards: usize,
        seeds: [u64; 2],
        options: &Options,
    ) -> Result<Vec<Vec<Option<f64>>>> {
        arena::play_outs(self, cells, boards, seeds, options.work(&options.meter()))
    }
}

impl Board {
    /// The cell with which `strongest` begins a game whose first click opens several cells: some steps
    /// from the edge.
    pub fn first_cell(&self) -> Option<Cell> {
        strategy::first_cell(self)
    }
}

/// The state of a strategy's random stream at the start of the game of a seed. It reveals nothing about
/// the mines.
pub fn chance(seed: u64) -> u64 {
    game::chance(seed).state()
}
