//! Questions about proofs, contradictions and boards that need no guess.

use crate::analysis::{self, Analysis, Knowledge};
use crate::base::Result;
use crate::board::Cell;
use crate::game::{Game, GameSetup};
use crate::position::{Label, Position};
use crate::proof::{self, Conflict, Deduction, NoGuess, Proof, Prover, RepairedBoard, Step};
use crate::questions::Options;
use crate::system::{Constraints, Contradiction, Failure};

/// What to open next.
pub enum Hint {
    /// A safe cell.
    Proved(Proof),
    /// No covered cell is safe.
    Undecided(Analysis),
}

impl Position {
    /// A smallest set of numbers that cannot all be true; None if there is a legal assignment. `tries`
    /// bounds the search for smaller sets.
    pub fn conflict(&self, tries: usize, options: &Options) -> Result<Option<Conflict>> {
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
        options: &Options,
    ) -> Result<(Analysis, Option<Proof>), Failure> {
        let meter = options.meter();
        let analysis = Analysis::of(self, options.work(&meter))?;
        let mined = analysis.mined().binary_search(&cell).is_ok();
        let is_certain = mined || analysis.safe().binary_search(&cell).is_ok();
        if !is_certain || self.label(cell) != Label::Covered {
            return Ok((analysis, None));
        }
        let proof =
            Prover::new(&Constraints::of(self), &meter.renew()).prove((cell, mined), tries)?;
        Ok((analysis, proof))
    }

    /// A simple proof of a safe cell if one is covered, else the analysis. A proof by one or two numbers
    /// needs no analysis, so it also comes at once where that takes long, or where the board is large.
    /// Then the position may contradict itself elsewhere, if that is not found quickly.
    ///
    /// ```
    /// use demine::{Board, Hint, Label, Options, Position};
    ///
    /// let path = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
    /// let labels = vec![Label::Number(0), Label::Covered, Label::Covered];
    /// let position = Position::new(path, labels, None)?;
    /// let hint = position.hint(100, &Options::default())?;
    /// assert!(matches!(hint, Hint::Proved(proof) if proof.cell == 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hint(&self, tries: usize, options: &Options) -> Result<Hint, Failure> {
        let meter = options.meter();
        if let Some(proof) = proof::by_one_or_two(self, &meter)? {
            let known = analysis::is_consistent_at_a_glance(self, options.work(&meter))?;
            return if known == Some(false) {
                Err(Contradiction.into())
            } else {
                Ok(Hint::Proved(proof))
            };
        }
        let knowledge = Knowledge::of(self, options.work(&meter))?;
        let mut safe = knowledge.certain().safe;
        safe.retain(|&cell| self.label(cell) == Label::Covered);
        let proof = Prover::new(&Constraints::of(self), &meter.renew()).simplest(&safe, tries)?;
        match proof {
            Some(proof) => Ok(Hint::Proved(proof)),
            None => knowledge.analysis(self, options.work(&meter)).map(Hint::Undecided),
        }
    }

    /// Why the cell is mined, or safe, step by step, given numbers that prove it; with the number of
    /// mines if `counter`. The numbers have to be opened cells.
    ///
    /// ```
    /// use demine::{Board, Label, Position};
    ///
    /// let path = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
    /// let labels = vec![Label::Number(0), Label::Covered, Label::Covered];
    /// let position = Position::new(path, labels, None)?;
    /// assert_eq!(position.argue(1, false, &[0], false)[0].rule, "satisfied");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn argue(&self, cell: Cell, mined: bool, numbers: &[Cell], counter: bool) -> Vec<Step> {
        proof::argue(self, cell, mined, numbers, counter)
    }

    /// Why these numbers cannot all be true, step by step, given that they cannot; with the number of
    /// mines if `counter`.
    pub fn contradict(&self, numbers: &[Cell], counter: bool) -> Vec<Step> {
        proof::contradict(self, numbers, counter)
    }
}

impl GameSetup {
    /// Of the boards of a seed, the first that proof alone wins from `start`, and its proofs. The first
    /// `skipped` boards are left out, and `tries` of the others are tried. Seeds have different boards,
    /// all equally likely. A board that is too wide to prove is skipped.
    ///
    /// ```
    /// use demine::{Board, First, GameSetup, Options};
    ///
    /// let path = Board::new(5, [(0, 1), (1, 2), (2, 3), (3, 4)].into_iter())?;
    /// let setup = GameSetup::new(path, 1, First::Opening)?;
    /// assert!(setup.find_no_guess(0, 7, 0, 100, &Options::default())?.is_some());
    /// assert!(setup.repair(0, 7, 10, &Options::default())?.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_no_guess(
        &self,
        start: Cell,
        seed: u64,
        skipped: usize,
        tries: usize,
        options: &Options,
    ) -> Result<Option<NoGuess>> {
        proof::find_no_guess(self, start, seed, skipped, tries, &options.meter())
    }

    /// A board of a seed, changed where it needs a guess until proof alone wins it from `start`; None
    /// if none of `tries` boards can be repaired. Such boards are not equally likely, but may be much
    /// denser.
    pub fn repair(
        &self,
        start: Cell,
        seed: u64,
        tries: usize,
        options: &Options,
    ) -> Result<Option<RepairedBoard>> {
        proof::repair(self, start, seed, tries, &options.meter())
    }
}

impl Game {
    /// The proofs that win this new game from `start`; None if it needs a guess.
    ///
    /// ```
    /// use demine::{Board, First, Game, Options};
    ///
    /// let path = Board::new(5, [(0, 1), (1, 2), (2, 3), (3, 4)].into_iter())?;
    /// let game = Game::new(path, 0, 7, First::Safe)?;
    /// assert_eq!(game.proofs(2, &Options::default())?, Some(vec![]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn proofs(&self, start: Cell, options: &Options) -> Result<Option<Vec<Deduction>>> {
        proof::steps(&mut self.clone(), start, &options.meter())
    }

    /// Whether opening the start and then the cells of these proofs wins this new game, and each proof
    /// holds by its numbers alone. It tries their cases one by one, without a solver; a proof with too
    /// many cases for that does not count.
    pub fn is_certified(&self, start: Cell, steps: &[Deduction]) -> bool {
        proof::is_certified(&mut self.clone(), start, steps)
    }
}
