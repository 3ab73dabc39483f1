//! Questions about a position and its analysis.

use num_bigint::BigUint;

use crate::analysis::{self, Analysis, Columns, Knowledge};
use crate::arena::{self, WinEstimate};
use crate::base::{Budget, Meter, Result};
use crate::board::Cell;
use crate::count::{self, Density};
use crate::position::{Label, Position};
use crate::questions::{Options, Solutions};
use crate::search::Optimal;
use crate::solutions::{Construction, Set};
use crate::strategy::{self, Outlook};
use crate::system::{Certain, Failure};

impl Position {
    /// Whether there is a legal assignment: the NP-complete question.
    pub fn is_consistent(&self, options: &Options) -> Result<bool> {
        analysis::is_consistent(self, options.work(&options.meter()))
    }

    /// The number of legal assignments; with a known number of mines, of those with so many.
    pub fn count(&self, options: &Options) -> Result<BigUint> {
        count::count(self, options.work(&options.meter()))
    }

    /// The coefficients of P(G) = Σ #CC(G, k)·xᵏ: the legal assignments with 0, 1, 2 … mines, one
    /// number more than the board has cells. The number of mines of the position is ignored.
    pub fn counts_by_mines(&self, options: &Options) -> Result<Vec<BigUint>> {
        count::counts_by_mines(self, options.work(&options.meter()))
    }

    /// Exact probabilities, safe and mined cells.
    pub fn analyze(&self, options: &Options) -> Result<Analysis, Failure> {
        Analysis::of(self, options.work(&options.meter()))
    }

    /// All safe and all mined cells. Where counting is too wide, a solver finds them, and nothing is
    /// estimated: then this is faster than [`analyze`](Self::analyze).
    ///
    /// ```
    /// use demine::{Board, Label, Options, Position};
    ///
    /// let path = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
    /// let labels = vec![Label::Covered, Label::Number(2), Label::Covered];
    /// let certain = Position::new(path, labels, None)?.certain(&Options::default())?;
    /// assert_eq!((certain.safe, certain.mined), (vec![], vec![0, 2]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn certain(&self, options: &Options) -> Result<Certain, Failure> {
        let meter = options.meter();
        let knowledge = Knowledge::of(self, options.work(&meter))?;
        if knowledge.is_complete() { Ok(knowledge.certain()) } else { Err(meter.timeout().into()) }
    }

    /// The same if each cell was mined with this probability before any number was seen, independently
    /// of the others. The number of mines of the position is ignored.
    pub fn analyze_under(&self, density: Density, options: &Options) -> Result<Analysis, Failure> {
        Analysis::under(self, density, options.work(&options.meter()))
    }

    /// The same with a probability per cell of the board. Such cells are not interchangeable, so this
    /// builds the diagrams of all solutions. Where these are too wide, the solver deduces safe and mined
    /// cells, and the other probabilities are estimates.
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
        options: &Options,
    ) -> Result<Analysis, Failure> {
        Analysis::under_each(self, densities, &options.meter())
    }

    /// What the legal assignments weigh together if some labels are replaced, once for each list of
    /// changes: quotients of these weights are probabilities. Without densities each assignment weighs 1.
    /// One density is for all cells, several are one per cell; the number of mines is then ignored.
    ///
    /// ```
    /// use demine::{Board, Label, Options, Position};
    ///
    /// let path = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
    /// let position = Position::new(path, vec![Label::Covered; 3], Some(1))?;
    /// let shows = |number| vec![(0, Label::Number(number))];
    /// let weights = position.weights(&[vec![], shows(0), shows(1)], &[], &Options::default())?;
    /// assert_eq!(weights, [3u32.into(), 1u32.into(), 1u32.into()]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn weights(
        &self,
        changes: &[Vec<(Cell, Label)>],
        densities: &[Density],
        options: &Options,
    ) -> Result<Vec<BigUint>> {
        analysis::weights(self, changes, densities, options.work(&options.meter()))
    }

    /// The probabilities of all cells if each of these cells is mined, one row after the other: exact, or
    /// too wide. Densities as in [`Position::weights`].
    pub fn probabilities_given(
        &self,
        cells: &[Cell],
        densities: &[Density],
        options: &Options,
    ) -> Result<Vec<f64>, Failure> {
        analysis::probabilities_given(self, cells, densities, options.work(&options.meter()))
    }

    /// Perfect play: how many legal assignments it wins, how many there are, and every best cell. An
    /// exhaustive search, for positions with few legal assignments.
    ///
    /// ```
    /// use demine::{Board, Label, Options, Position};
    ///
    /// let path = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
    /// let position = Position::new(path, vec![Label::Covered; 3], Some(1))?;
    /// // Either end of the path tells which of the other two cells is mined.
    /// assert_eq!(position.optimal(&Options::default())?, (2, 3, vec![0, 2]));
    /// assert_eq!(position.optimal_after(&[0, 1], &Options::default())?, (vec![2, 1], 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn optimal(&self, options: &Options) -> Result<(u32, usize, Vec<Cell>)> {
        let meter = &options.meter();
        let mut optimal = self.search(meter)?;
        Ok((optimal.count_won(meter)?, optimal.assignments.number, optimal.best(meter)?))
    }

    /// How many legal assignments perfect play wins after opening each of these cells, and how many
    /// there are.
    pub fn optimal_after(&self, cells: &[Cell], options: &Options) -> Result<(Vec<u32>, usize)> {
        let meter = &options.meter();
        let mut optimal = self.search(meter)?;
        let won =
            cells.iter().map(|&cell| optimal.won_by(cell, meter)).collect::<Result<_, _>>()?;
        Ok((won, optimal.assignments.number))
    }

    fn search(&self, meter: &Meter) -> Result<Optimal> {
        let optimal = Optimal::of(self, u32::MAX as usize, meter)?;
        optimal.ok_or_else(|| meter.too_wide())?.with_symmetries(self, meter)
    }

    /// What look-ahead over one guess says about the candidates: the best first, at most so many.
    pub fn outlooks(&self, most: usize, options: &Options) -> Result<Vec<Outlook>> {
        strategy::outlooks(self, most, options.work(&options.meter()))
    }

    /// How likely the game is won after opening each of these cells, estimated by play-outs on so many
    /// boards. The same question has the same answer.
    pub fn estimates(
        &self,
        cells: &[Cell],
        boards: usize,
        options: &Options,
    ) -> Result<Vec<WinEstimate>, Failure> {
        let meter = options.meter();
        let work = options.work(&meter);
        let analysis = Analysis::of(self, work)?;
        let risk = |&cell: &Cell| analysis.probabilities()[cell as usize];
        let risks: Vec<f64> = cells.iter().map(risk).collect();
        Ok(arena::estimates(self, cells, &risks, boards, work)?)
    }

    /// The set of all legal assignments, by one of three constructions.
    pub fn solutions(&self, construction: Construction, options: &Options) -> Result<Solutions> {
        Set::of(self, construction, false, &options.meter()).map(Solutions)
    }

    /// The same by the convention of Suzuki, Hao and Minato: covered cells next to no number belong to
    /// no solution.
    pub fn solutions_without_loose(
        &self,
        construction: Construction,
        options: &Options,
    ) -> Result<Solutions> {
        Set::of(self, construction, true, &options.meter()).map(Solutions)
    }
}

/// Analyses one position per verdict of the columns, all on boards of so many cells, on so many
/// threads. Each position has a budget of its own, and the seconds of the options limit all together. A
/// position that runs out of either is marked, and the others are answered.
///
/// ```
/// use demine::{Board, Budget, Columns, Label, Options, Position, Verdict};
///
/// let edge = Board::new(2, [(0, 1)].into_iter())?;
/// let position = |i: usize| {
///     let labels = vec![Label::Number(i as u32), Label::Covered];
///     Position::new(edge.clone(), labels, None).expect("two labels for two cells")
/// };
/// let (mut probabilities, mut safe, mut mined) = ([0.0; 6], [false; 6], [false; 6]);
/// let (mut ln_counts, mut verdicts) = ([0.0; 3], [Verdict::Answered; 3]);
/// let columns = Columns {
///     probabilities: &mut probabilities,
///     safe: &mut safe,
///     mined: &mut mined,
///     ln_counts: &mut ln_counts,
///     verdicts: &mut verdicts,
/// };
/// let each = Budget::default();
/// demine::analyze_into(position, 2, columns, 1, each, &Options::default())?;
/// assert_eq!(verdicts, [Verdict::Answered, Verdict::Answered, Verdict::Impossible]);
/// assert_eq!(probabilities[..4], [0.0, 0.0, 0.0, 1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyze_into(
    position: impl Fn(usize) -> Position + Sync,
    cells: usize,
    columns: Columns<'_>,
    workers: usize,
    each: Budget,
    options: &Options,
) -> Result<()> {
    let seconds = options.budget.seconds;
    let watch = Options { budget: Budget::default(), ..*options }.meter();
    analysis::analyze_many(position, cells, columns, each, seconds, workers, &watch)
}

impl Analysis {
    /// The number of legal assignments: exact, or too wide. Uses only the budget of the options.
    pub fn count(&self, options: &Options) -> Result<BigUint> {
        self.total(&options.meter())
    }

    /// How likely the cell is to be mined: numerator and denominator, not in lowest terms. Uses only the
    /// budget of the options.
    pub fn probability(&self, cell: Cell, options: &Options) -> Result<(BigUint, BigUint)> {
        self.fraction(cell, &options.meter())
    }
}
