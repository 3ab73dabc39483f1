//! Of what proves a cell, or contradicts itself; and boards that need no guess.

use crate::analysis::Analysis;
use crate::base::Stopped;
use crate::board::{Board, Cell};
use crate::game::{First, Game, GameError};
use crate::position::{Label, Position};
use crate::proof::{self, Conflict, Deal, Deduction, Mended, NoGuess, Proof};
use crate::questions::Options;
use crate::system::Constraints;
use crate::system::Failure;

impl Position {
    /// A smallest set of numbers that cannot all be true; None if there is a legal assignment. `tries`
    /// bounds the search for smaller sets.
    ///
    /// ```
    /// use demine::{Board, Label, Options, Position};
    ///
    /// let path = Board::new(4, [(0, 1), (1, 2), (2, 3)].into_iter())?;
    /// let labels = vec![Label::Number(1), Label::Covered, Label::Number(0), Label::Covered];
    /// let conflict = Position::new(path, labels, None)?.conflict(100, &Options::default())?;
    /// assert_eq!(conflict.map(|conflict| conflict.numbers), Some(vec![0, 2]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn conflict(
        &self,
        tries: usize,
        options: &Options<'_>,
    ) -> Result<Option<Conflict>, Stopped> {
        proof::conflict(&Constraints::of(self), tries, &options.meter())
    }

    /// The analysis, and the proof of a cell if it is covered and certain. `tries` bounds the search for
    /// a smaller proof.
    ///
    /// ```
    /// use demine::{Board, Label, Options, Position};
    ///
    /// let path = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
    /// let labels = vec![Label::Number(0), Label::Covered, Label::Covered];
    /// let position = Position::new(path, labels, None)?;
    /// let (_, proof) = position.explain(1, 100, &Options::default())?;
    /// assert_eq!(proof.map(|proof| (proof.mined, proof.numbers)), Some((false, vec![0])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(
        &self,
        cell: Cell,
        tries: usize,
        options: &Options<'_>,
    ) -> Result<(Analysis, Option<Proof>), Failure> {
        let meter = options.meter();
        let analysis = Analysis::of(self, options.cache(), &meter)?;
        let mined = analysis.mined().binary_search(&cell).is_ok();
        let is_certain = mined || analysis.safe().binary_search(&cell).is_ok();
        if !is_certain || self.label(cell) != Label::Covered {
            return Ok((analysis, None));
        }
        let proof = proof::prove(&Constraints::of(self), cell, mined, tries, &meter.renew())?;
        Ok((analysis, proof))
    }

    /// The analysis, and a simple proof of a safe cell, if one is covered.
    ///
    /// ```
    /// use demine::{Board, Label, Options, Position};
    ///
    /// let path = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
    /// let labels = vec![Label::Number(0), Label::Covered, Label::Covered];
    /// let (_, proof) = Position::new(path, labels, None)?.hint(100, &Options::default())?;
    /// assert_eq!(proof.map(|proof| proof.cell), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hint(
        &self,
        tries: usize,
        options: &Options<'_>,
    ) -> Result<(Analysis, Option<Proof>), Failure> {
        let meter = options.meter();
        let analysis = Analysis::of(self, options.cache(), &meter)?;
        let is_covered = |&cell: &Cell| self.label(cell) == Label::Covered;
        let safe: Vec<Cell> = analysis.safe().iter().copied().filter(is_covered).collect();
        let proof = proof::simplest(&Constraints::of(self), &safe, tries, &meter.renew())?;
        Ok((analysis, proof))
    }
}

impl Deal {
    /// So many mines under a board, placed after the first click on `start`, a cell of it, as `first` says.
    pub fn new(board: Board, mines: i64, first: First, start: Cell) -> Result<Self, GameError> {
        let mines = Game::new(board.clone(), mines, 0, first)?.mines();
        Ok(Self { board, mines, first, start })
    }

    /// Of the boards of a seed, the first that proof alone wins, and its proofs; the first `dealt` are
    /// left out, and `tries` of the others are looked at. Each seed has its own boards, all equally
    /// likely. One that is too wide is passed over.
    ///
    /// ```
    /// use demine::{Board, Deal, First, Options};
    ///
    /// let path = Board::new(5, [(0, 1), (1, 2), (2, 3), (3, 4)].into_iter())?;
    /// let deal = Deal::new(path, 1, First::Opening, 0)?;
    /// assert!(deal.find_no_guess(7, 0, 100, &Options::default())?.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_no_guess(
        &self,
        seed: u64,
        dealt: usize,
        tries: usize,
        options: &Options<'_>,
    ) -> Result<Option<NoGuess>, Stopped> {
        proof::find_no_guess(self, seed, dealt, tries, &options.meter())
    }

    /// A board of a seed, mended where it needs a guess until proof alone wins it; None if none of so
    /// many can be mended. Such boards are not equally likely, but may be much denser.
    ///
    /// ```
    /// use demine::{Board, Deal, First, Options};
    ///
    /// let path = Board::new(5, [(0, 1), (1, 2), (2, 3), (3, 4)].into_iter())?;
    /// let deal = Deal::new(path, 1, First::Opening, 0)?;
    /// assert!(deal.mend(7, 10, &Options::default())?.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mend(
        &self,
        seed: u64,
        tries: usize,
        options: &Options<'_>,
    ) -> Result<Option<Mended>, Stopped> {
        proof::mend(self, seed, tries, &options.meter())
    }
}

impl Game {
    /// The proofs that win the game, which is not begun, after the start; None if it needs a guess.
    ///
    /// ```
    /// use demine::{Board, First, Game, Options};
    ///
    /// let path = Board::new(5, [(0, 1), (1, 2), (2, 3), (3, 4)].into_iter())?;
    /// let game = Game::new(path, 0, 7, First::Safe)?;
    /// assert_eq!(game.proofs(2, &Options::default())?, Some(vec![]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn proofs(
        &self,
        start: Cell,
        options: &Options<'_>,
    ) -> Result<Option<Vec<Deduction>>, Stopped> {
        proof::steps(&mut self.clone(), start, &options.meter())
    }
}
