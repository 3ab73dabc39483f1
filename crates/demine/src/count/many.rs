//! Many: the analyses of many positions, shared among threads, in flat arrays.
//!
//! Each position has a budget of its own. One that runs out of it is marked, and the others are
//! answered.

use crate::base::{Budget, Meter, Stopped, in_parallel_by};
use crate::count::analysis::Analysis;
use crate::count::part::{Method, Resources};
use crate::position::Position;
use crate::system::Failure;

/// What became of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Its probabilities are exact but for rounding, its certain cells exact.
    Answered,
    /// It has no legal assignment.
    Impossible,
    /// It needs more states than its budget has.
    TooWide,
    /// It needs more time than its budget has.
    Timeout,
}

/// A row per position. Where there is no answer, floats are NaN and no cell is certain.
#[derive(Default)]
pub struct Rows {
    /// How likely each cell is to be mined.
    pub probabilities: Vec<f64>,
    /// Whether each cell is free in every legal assignment, and unopened.
    pub safe: Vec<bool>,
    /// Whether each cell is mined in every legal assignment.
    pub mined: Vec<bool>,
    /// Natural logarithms of the numbers of legal assignments: minus infinity where there are none.
    pub ln_counts: Vec<f64>,
    /// What became of each position.
    pub verdicts: Vec<Verdict>,
}

/// Positions that a thread takes at a time: enough that taking them costs nothing.
const BLOCK: usize = 32;

/// Analyse `position(0..positions)`, each within the budget, on so many threads.
pub fn analyze(
    positions: usize,
    position: impl Fn(usize) -> Position + Sync,
    budget: Budget,
    workers: usize,
    meter: &Meter<'_>,
) -> Result<Rows, Stopped> {
    let blocks = in_parallel_by(workers, positions.div_ceil(BLOCK), meter, |block, meter| {
        let mut rows = Rows::default();
        for i in block * BLOCK..positions.min((block + 1) * BLOCK) {
            rows.push(&position(i), budget, meter)?;
        }
        Ok(rows)
    })?;
    Ok(Rows::concatenate(blocks))
}

impl Rows {
    fn push(
        &mut self,
        position: &Position,
        budget: Budget,
        meter: &Meter<'_>,
    ) -> Result<(), Stopped> {
        let cells = position.board().cells();
        meter.steps(cells)?;
        match answer(position, &meter.question(budget)) {
            Ok((analysis, ln_count)) => self.push_answer(&analysis, ln_count),
            Err(Failure::Contradiction) => {
                self.push_nothing(cells, Verdict::Impossible, f64::NEG_INFINITY)
            }
            Err(Failure::Stopped(stopped)) => match stopped {
                Stopped::TooWide { .. } => self.push_nothing(cells, Verdict::TooWide, f64::NAN),
                Stopped::Timeout { .. } => self.push_nothing(cells, Verdict::Timeout, f64::NAN),
                Stopped::Interrupted => return Err(stopped),
            },
        }
        Ok(())
    }

    fn push_answer(&mut self, analysis: &Analysis, ln_count: f64) {
        let first = self.probabilities.len();
        self.probabilities.extend_from_slice(analysis.probabilities());
        self.extend_certain(self.probabilities.len() - first);
        analysis.safe().iter().for_each(|&cell| self.safe[first + cell as usize] = true);
        analysis.mined().iter().for_each(|&cell| self.mined[first + cell as usize] = true);
        self.ln_counts.push(ln_count);
        self.verdicts.push(Verdict::Answered);
    }

    fn push_nothing(&mut self, cells: usize, verdict: Verdict, ln_count: f64) {
        self.probabilities.resize(self.probabilities.len() + cells, f64::NAN);
        self.extend_certain(cells);
        self.ln_counts.push(ln_count);
        self.verdicts.push(verdict);
    }

    fn extend_certain(&mut self, cells: usize) {
        self.safe.resize(self.safe.len() + cells, false);
        self.mined.resize(self.mined.len() + cells, false);
    }

    fn concatenate(blocks: Vec<Self>) -> Self {
        let mut all = Self::default();
        all.probabilities.reserve_exact(blocks.iter().map(|rows| rows.probabilities.len()).sum());
        for rows in blocks {
            all.probabilities.extend(rows.probabilities);
            all.safe.extend(rows.safe);
            all.mined.extend(rows.mined);
            all.ln_counts.extend(rows.ln_counts);
            all.verdicts.extend(rows.verdicts);
        }
        all
    }
}

fn answer(position: &Position, meter: &Meter<'_>) -> Result<(Analysis, f64), Failure> {
    let resources = Resources { cache: None, method: Method::Auto, meter };
    let analysis = Analysis::of(position, resources)?;
    let ln_count = analysis.ln_count(meter)?;
    Ok((analysis, ln_count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::position::Label;

    /// A path whose middle says a number, and paths without a number.
    fn position(i: usize) -> Position {
        let board = Board::new(3, [(0, 1), (1, 2)].into_iter()).unwrap();
        let middle = if i % 5 == 4 { Label::Covered } else { Label::Count(i as u32 % 5) };
        Position::new(board, vec![Label::Covered, middle, Label::Covered], None).unwrap()
    }

    #[test]
    fn every_position_has_its_row() {
        let meter = Meter::unwatched(Budget::default());
        let rows = analyze(100, position, Budget::default(), 3, &meter).unwrap();
        for i in 0..100 {
            let expected = match i % 5 {
                0 | 2 => (Verdict::Answered, 1.0),
                1 => (Verdict::Answered, 2.0),
                3 => (Verdict::Impossible, 0.0),
                _ => (Verdict::Answered, 8.0),
            };
            assert_eq!(rows.verdicts[i], expected.0, "{i}");
            assert!((rows.ln_counts[i].exp() - expected.1).abs() < 1e-9, "{i}");
            assert_eq!(&rows.safe[3 * i..3 * i + 3], [i % 5 == 0, false, i % 5 == 0]);
            assert_eq!(&rows.mined[3 * i..3 * i + 3], [i % 5 == 2, false, i % 5 == 2]);
        }
    }
}
