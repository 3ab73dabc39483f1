//! Of a position and of its analysis.

use num_bigint::BigUint;

use crate::analysis::{self, Analyses, Analysis, Columns};
use crate::arena;
use crate::base::{Budget, Meter, Stopped};
use crate::board::Cell;
use crate::count::{self, Density};
use crate::position::Position;
use crate::questions::{Options, Solutions};
use crate::search::Optimal;
use crate::solutions::{Construction, Set};
use crate::strategy::{self, Outlook};
use crate::system::Failure;

impl Position {
    /// Whether there is a legal assignment: the NP-complete question.
    ///
    /// ```
    /// use demine::{Board, Label, Options, Position};
    ///
    /// let edge = Board::new(2, [(0, 1)].into_iter())?;
    /// let says = |count| Position::new(edge.clone(), vec![Label::Number(count), Label::Covered], None);
    /// assert!(says(1)?.is_consistent(&Options::default())?);
    /// assert!(!says(2)?.is_consistent(&Options::default())?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_consistent(&self, options: &Options<'_>) -> Result<bool, Stopped> {
        analysis::is_consistent(self, options.method, options.cache(), &options.meter())
    }

    /// The number of legal assignments; with a known number of mines, of those with so many.
    ///
    /// ```
    /// use demine::{Board, Label, Options, Position};
    ///
    /// let star = Board::new(4, [(0, 1), (0, 2), (0, 3)].into_iter())?;
    /// let mut labels = vec![Label::Covered; 4];
    /// labels[0] = Label::Number(2);
    /// let position = Position::new(star, labels, None)?;
    /// assert_eq!(position.count(&Options::default())?, 3u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self, options: &Options<'_>) -> Result<BigUint, Stopped> {
        count::count(self, options.method, options.cache(), &options.meter())
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
        count::counts_by_mines(self, options.method, options.cache(), &options.meter())
    }

    /// Exact probabilities, safe and mined cells.
    ///
    /// ```
    /// use demine::{Board, Label, Options, Position};
    ///
    /// let path = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
    /// let labels = vec![Label::Covered, Label::Number(1), Label::Mined];
    /// let analysis = Position::new(path, labels, None)?.analyze(&Options::default())?;
    /// assert_eq!((analysis.safe(), analysis.mined()), (&[0][..], &[2][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn analyze(&self, options: &Options<'_>) -> Result<Analysis, Failure> {
        Analysis::by(self, options.method, options.cache(), &options.meter())
    }

    /// The same if, before anything was known, each cell was mined with this probability, independent
    /// of the others. The number of mines of the position is ignored.
    ///
    /// ```
    /// use demine::{Board, Density, Label, Options, Position};
    ///
    /// let board = Board::new(3, [(0, 1)].into_iter())?;
    /// let labels = vec![Label::Number(1), Label::Covered, Label::Covered];
    /// let fifth = Density::new(1u32.into(), 5u32.into())?;
    /// let analysis = Position::new(board, labels, None)?.analyze_under(fifth, &Options::default())?;
    /// assert_eq!(analysis.probabilities(), [0.0, 1.0, 0.2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn analyze_under(
        &self,
        density: Density,
        options: &Options<'_>,
    ) -> Result<Analysis, Failure> {
        Analysis::under(self, density, options.cache(), &options.meter())
    }

    /// The same with a probability per cell of the board. Cells that differ in it are not
    /// interchangeable, so the diagrams of all solutions are built for it; where these are too wide,
    /// safe and mined cells are deduced, and the other probabilities are estimates.
    ///
    /// ```
    /// use demine::{Board, Density, Label, Options, Position};
    ///
    /// let path = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
    /// let labels = vec![Label::Covered, Label::Number(1), Label::Covered];
    /// let likely = |n: u32| Density::new(n.into(), 10u32.into());
    /// let densities = [likely(1)?, likely(5)?, likely(2)?];
    /// let position = Position::new(path, labels, None)?;
    /// let analysis = position.analyze_under_each(&densities, &Options::default())?;
    /// // 1/10 · 8/10 against 9/10 · 2/10.
    /// let (numerator, denominator) = analysis.probability(0, &Options::default())?;
    /// assert_eq!(numerator * 26u32, denominator * 8u32);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn analyze_under_each(
        &self,
        densities: &[Density],
        options: &Options<'_>,
    ) -> Result<Analysis, Failure> {
        Analysis::under_each(self, densities, &options.meter())
    }

    /// Perfect play: how many legal assignments it wins, how many there are, and every cell to go on
    /// with. An exhaustive search, for positions with few legal assignments.
    ///
    /// ```
    /// use demine::{Board, Label, Options, Position};
    ///
    /// let path = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
    /// let position = Position::new(path, vec![Label::Covered; 3], Some(1))?;
    /// // Of the ends of a path with one mine, either tells which of the others it is.
    /// assert_eq!(position.optimal(&Options::default())?, (2, 3, vec![0, 2]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn optimal(&self, options: &Options<'_>) -> Result<(u32, usize, Vec<Cell>), Stopped> {
        let meter = &options.meter();
        let mut optimal = self.search(meter)?;
        Ok((optimal.count_won(meter)?, optimal.assignments(), optimal.best(meter)?))
    }

    /// How many legal assignments perfect play wins after opening each of these cells, and how many
    /// there are.
    ///
    /// ```
    /// use demine::{Board, Label, Options, Position};
    ///
    /// let path = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
    /// let position = Position::new(path, vec![Label::Covered; 3], Some(1))?;
    /// assert_eq!(position.optimal_after(&[0, 1], &Options::default())?, (vec![2, 1], 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn optimal_after(
        &self,
        cells: &[Cell],
        options: &Options<'_>,
    ) -> Result<(Vec<u32>, usize), Stopped> {
        let meter = &options.meter();
        let mut optimal = self.search(meter)?;
        let won =
            cells.iter().map(|&cell| optimal.won_by(cell, meter)).collect::<Result<_, _>>()?;
        Ok((won, optimal.assignments()))
    }

    fn search(&self, meter: &Meter<'_>) -> Result<Optimal, Stopped> {
        let optimal = Optimal::of(self, u32::MAX as usize, meter)?;
        optimal.ok_or_else(|| meter.too_wide())?.with_symmetries(self, meter)
    }

    /// What the candidates for a guess lead to, by look-ahead over one guess: the best first, at most
    /// so many.
    ///
    /// ```
    /// use demine::{Board, Label, Options, Position};
    ///
    /// let path = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
    /// let position = Position::new(path, vec![Label::Covered; 3], Some(1))?;
    /// let outlooks = position.outlooks(2, &Options::default())?;
    /// assert_eq!(outlooks[0].cell, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outlooks(&self, most: usize, options: &Options<'_>) -> Result<Vec<Outlook>, Stopped> {
        strategy::outlooks(self, most, options.cache(), &options.meter())
    }

    /// How likely a game is won that goes on with each of these cells, estimated by play-outs on so many
    /// boards. The same question has the same answer.
    ///
    /// ```
    /// use demine::{Board, Label, Options, Position};
    ///
    /// let edge = Board::new(2, [(0, 1)].into_iter())?;
    /// let position = Position::new(edge, vec![Label::Covered; 2], Some(1))?;
    /// assert_eq!(position.estimates(&[0, 1], 10, &Options::default())?, [0.5, 0.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn estimates(
        &self,
        cells: &[Cell],
        boards: usize,
        options: &Options<'_>,
    ) -> Result<Vec<f64>, Failure> {
        let meter = options.meter();
        let analysis = Analysis::of(self, options.cache(), &meter)?;
        let risk = |&cell: &Cell| analysis.probabilities()[cell as usize];
        let risks: Vec<f64> = cells.iter().map(risk).collect();
        Ok(arena::estimates(self, cells, &risks, boards, options.cache(), &meter)?)
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

/// The analyses of `position(0..positions)`, all on boards of so many cells, on so many threads, each
/// within the budget of the options: one that runs out of it is marked, and the others are answered.
///
/// ```
/// use demine::{Board, Label, Options, Position, Verdict};
///
/// let edge = Board::new(2, [(0, 1)].into_iter())?;
/// let says = |i: usize| {
///     let labels = vec![Label::Number(i as u32), Label::Covered];
///     Position::new(edge.clone(), labels, None).expect("two labels for two cells")
/// };
/// let found = demine::analyze_many(3, says, 2, 1, &Options::default())?;
/// assert_eq!(found.verdicts, [Verdict::Answered, Verdict::Answered, Verdict::Impossible]);
/// assert_eq!(found.probabilities[..4], [0.0, 0.0, 0.0, 1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyze_many(
    positions: usize,
    position: impl Fn(usize) -> Position + Sync,
    cells: usize,
    workers: usize,
    options: &Options<'_>,
) -> Result<Analyses, Stopped> {
    let mut found = Analyses::new(positions, cells);
    let together = Options { budget: Budget::default(), ..*options };
    analyze_into(position, cells, found.columns(), workers, options.budget, &together)?;
    Ok(found)
}

/// The same into arrays of the caller's: a position per verdict, each within its own budget. The seconds
/// of the options are for all together, and mark those that are not answered when they are over.
pub fn analyze_into(
    position: impl Fn(usize) -> Position + Sync,
    cells: usize,
    columns: Columns<'_>,
    workers: usize,
    each: Budget,
    options: &Options<'_>,
) -> Result<(), Stopped> {
    let (seconds, watch) =
        (options.budget.seconds, Options { budget: Budget::default(), ..*options });
    analysis::analyze_many(position, cells, columns, each, seconds, workers, &watch.meter())
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
    /// labels[0] = Label::Number(1);
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
