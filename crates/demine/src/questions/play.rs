//! Of a policy and of a contest.

use std::ops::Range;

use crate::base::{Random, Stopped};
use crate::board::Board;
use crate::play::{self, Choice, Contest, First, GameError, Notes, Outcome};
use crate::position::Position;
use crate::questions::Options;

/// A strategy in Rust: what to open next, from a position and from chance alone.
#[derive(Clone, Copy)]
pub struct Policy(pub(crate) play::Policy);

impl Policy {
    /// The policy of this name, if there is one.
    ///
    /// ```
    /// assert!(demine::Policy::named("safest").is_some());
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        play::named(name).map(Self)
    }

    /// The names of all policies.
    pub fn names() -> impl Iterator<Item = &'static str> {
        play::POLICIES.iter().map(|&(name, _)| name)
    }

    /// What it opens, and the state of its chance afterwards.
    ///
    /// ```
    /// use demine::{Board, Choice, Label, Options, Policy, Position};
    ///
    /// let edge = Board::new(2, [(0, 1)].into_iter())?;
    /// let position = Position::new(edge, vec![Label::Count(0), Label::Covered], None)?;
    /// let safest = Policy::named("safest").expect("it is one of the names");
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
        let mut random = Random::new(chance);
        let meter = options.meter();
        let choice = (self.0)(&mut Notes::of(position), &mut random, options.resources(&meter))?;
        Ok((choice, random.state()))
    }
}

impl Contest {
    /// Who plays what: so many mines, placed after the first click as `first` says.
    pub fn new(board: Board, mines: i64, first: First, policy: Policy) -> Result<Self, GameError> {
        Self::of(board, mines, first, policy.0)
    }

    /// The outcomes of the games of these seeds (under a key, of these numbers), in order, on so many
    /// threads. The budget of states
    /// is for each turn.
    ///
    /// ```
    /// use demine::{Board, Contest, End, First, Options, Policy};
    ///
    /// let board = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
    /// let safest = Policy::named("safest").expect("it is one of the names");
    /// let contest = Contest::new(board, 0, First::Safe, safest)?;
    /// let outcomes = contest.play(0..10, 1, &Options::default())?;
    /// assert!(outcomes.iter().all(|outcome| outcome.end == End::Won));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(
        &self,
        seeds: Range<u64>,
        workers: usize,
        options: &Options<'_>,
    ) -> Result<Vec<Outcome>, Stopped> {
        self.play_all(seeds, workers, &options.meter())
    }
}

/// The state of a strategy's chance at the start of the game of a seed. It tells nothing of the mines.
pub fn chance(seed: u64) -> u64 {
    play::chance(seed).state()
}
