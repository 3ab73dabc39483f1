//! Of a position and of its analysis.

use num_bigint::BigUint;

use crate::base::{Budget, Stopped};
use crate::board::Cell;
use crate::count::{self, Analysis, Rows};
use crate::position::Position;
use crate::questions::{Options, Solutions};
use crate::solutions::{Construction, Set};
use crate::system::Failure;

impl Position {
    /// Whether there is a legal assignment: the NP-complete question.
    ///
    /// ```
    /// use demine::{Board, Label, Options, Position};
    ///
    /// let edge = Board::new(2, [(0, 1)].into_iter())?;
    /// let says = |count| Position::new(edge.clone(), vec![Label::Count(count), Label::Covered], None);
    /// assert!(says(1)?.is_consistent(&Options::default())?);
    /// assert!(!says(2)?.is_consistent(&Options::default())?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_consistent(&self, options: &Options<'_>) -> Result<bool, Stopped> {
        count::is_consistent(self, options.resources(&options.meter()))
    }

    /// The number of legal assignments; with a known number of mines, of those with so many.
    ///
    /// ```
    /// use demine::{Board, Label, Options, Position};
    ///
    /// let star = Board::new(4, [(0, 1), (0, 2), (0, 3)].into_iter())?;
    /// let mut labels = vec![Label::Covered; 4];
    /// labels[0] = Label::Count(2);
    /// let position = Position::new(star, labels, None)?;
    /// assert_eq!(position.count(&Options::default())?, 3u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self, options: &Options<'_>) -> Result<BigUint, Stopped> {
        count::count(self, options.resources(&options.meter()))
    }

    /// The coefficients of P(G) = Σ #CC(G, k)·xᵏ: the legal assignments with 0, 1, 2 … mines, one
    /// number more than the board has cells. The number of mines of the position is ignored.
    ///
    /// ```
    /// use demine::{Board, Label, Options, Position};
    ///
    /// let path = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
    /// let position = Position::new(path, vec![Label::Covered; 3], None)?;
    /// let counts = position.counts_by_mines(&Options::default())?;
    /// assert_eq!(counts, [1u32, 3, 3, 1].map(Into::into));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn counts_by_mines(&self, options: &Options<'_>) -> Result<Vec<BigUint>, Stopped> {
        count::counts_by_mines(self, options.resources(&options.meter()))
    }

    /// Exact probabilities, safe and mined cells.
    ///
    /// ```
    /// use demine::{Board, Label, Options, Position};
    ///
    /// let path = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
    /// let labels = vec![Label::Covered, Label::Count(1), Label::Mined];
    /// let analysis = Position::new(path, labels, None)?.analyze(&Options::default())?;
    /// assert_eq!((analysis.safe(), analysis.mined()), (&[0][..], &[2][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn analyze(&self, options: &Options<'_>) -> Result<Analysis, Failure> {
        Analysis::of(self, options.resources(&options.meter()))
    }

    /// The set of all legal assignments, by one of three constructions.
    ///
    /// ```
    /// use demine::{Board, Construction, Label, Options, Position};
    ///
    /// let edge = Board::new(2, [(0, 1)].into_iter())?;
    /// let position = Position::new(edge, vec![Label::Covered; 2], Some(1))?;
    /// let options = Options::default();
    /// let solutions = position.solutions(Construction::Cells, &options)?;
    /// let all: Vec<Vec<u32>> = solutions.walk(&options)?.collect();
    /// assert_eq!(all, [[1], [0]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solutions(
        &self,
        construction: Construction,
        options: &Options<'_>,
    ) -> Result<Solutions, Stopped> {
        Set::of(self, construction, false, &options.meter()).map(Solutions)
    }

    /// The same by the convention of Suzuki, Hao and Minato: covered cells next to no count belong
    /// to no solution.
    ///
    /// ```
    /// use demine::{Board, Construction, Label, Options, Position};
    ///
    /// let position = Position::new(Board::new(2, [].into_iter())?, vec![Label::Covered; 2], None)?;
    /// let options = Options::default();
    /// let solutions = position.solutions_without_loose(Construction::Cells, &options)?;
    /// assert_eq!(solutions.count(&options)?, 1u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solutions_without_loose(
        &self,
        construction: Construction,
        options: &Options<'_>,
    ) -> Result<Solutions, Stopped> {
        Set::of(self, construction, true, &options.meter()).map(Solutions)
    }
}

/// The analyses of `position(0..positions)` on so many threads, each within the budget of the options:
/// one that runs out of it is marked, and the others are answered.
///
/// ```
/// use demine::{Board, Label, Options, Position, Verdict};
///
/// let edge = Board::new(2, [(0, 1)].into_iter())?;
/// let says = |i: usize| {
///     let labels = vec![Label::Count(i as u32), Label::Covered];
///     Position::new(edge.clone(), labels, None).expect("two labels for two cells")
/// };
/// let rows = demine::analyze_many(3, says, 1, &Options::default())?;
/// assert_eq!(rows.verdicts, [Verdict::Answered, Verdict::Answered, Verdict::Impossible]);
/// assert_eq!(rows.probabilities[..4], [0.0, 0.0, 0.0, 1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyze_many(
    positions: usize,
    position: impl Fn(usize) -> Position + Sync,
    workers: usize,
    options: &Options<'_>,
) -> Result<Rows, Stopped> {
    let watch = Options { budget: Budget::default(), ..*options };
    count::analyze_many(positions, position, options.budget, workers, &watch.meter())
}

impl Analysis {
    /// The number of legal assignments. Only the budget of the options is used.
    ///
    /// ```
    /// use demine::{Board, Label, Options, Position};
    ///
    /// let position = Position::new(Board::new(5, [].into_iter())?, vec![Label::Covered; 5], None)?;
    /// let options = Options::default();
    /// assert_eq!(position.analyze(&options)?.count(&options)?, 32u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self, options: &Options<'_>) -> Result<BigUint, Stopped> {
        self.total(&options.meter())
    }

    /// How likely the cell is to be mined: numerator and denominator, not in lowest terms. Only the
    /// budget of the options is used.
    ///
    /// ```
    /// use demine::{Board, Label, Options, Position};
    ///
    /// let star = Board::new(4, [(0, 1), (0, 2), (0, 3)].into_iter())?;
    /// let mut labels = vec![Label::Covered; 4];
    /// labels[0] = Label::Count(1);
    /// let options = Options::default();
    /// let analysis = Position::new(star, labels, None)?.analyze(&options)?;
    /// let (numerator, denominator) = analysis.probability(2, &options)?;
    /// assert_eq!(numerator * 3u32, denominator);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn probability(
        &self,
        cell: Cell,
        options: &Options<'_>,
    ) -> Result<(BigUint, BigUint), Stopped> {
        self.fraction(cell, &options.meter())
    }
}
