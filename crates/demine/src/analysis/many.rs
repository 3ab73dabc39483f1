//! Many: the analyses of many positions, shared among threads, in flat arrays.
//!
//! Each position has a budget of its own, and all may share some seconds. A position that runs out of
//! either is marked, and the others are answered.

use std::ops::Range;
use std::sync::Mutex;
use std::time::Instant;

use crate::base::{Budget, Meter, Result, Stopped, in_parallel};
use crate::count::Counted;
use crate::position::Position;
use crate::system::Failure;

/// The result of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
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
pub struct Analyses {
    /// How likely each cell is to be mined.
    pub probabilities: Vec<f64>,
    /// Whether each cell is free in every legal assignment, and unopened.
    pub safe: Vec<bool>,
    /// Whether each cell is mined in every legal assignment.
    pub mined: Vec<bool>,
    /// Natural logarithms of the numbers of legal assignments: minus infinity where there are none.
    pub ln_counts: Vec<f64>,
    /// The result of each position.
    pub verdicts: Vec<Verdict>,
}

/// The caller's arrays for the answers, laid out as those of [`Analyses`]. Answers are written directly
/// into them, because copying millions of rows takes as long as finding them.
pub struct Columns<'a> {
    /// How likely each cell is to be mined.
    pub probabilities: &'a mut [f64],
    /// Whether each cell is free in every legal assignment, and unopened.
    pub safe: &'a mut [bool],
    /// Whether each cell is mined in every legal assignment.
    pub mined: &'a mut [bool],
    /// Natural logarithms of the numbers of legal assignments.
    pub ln_counts: &'a mut [f64],
    /// The result of each position.
    pub verdicts: &'a mut [Verdict],
}

/// Positions that a thread takes at a time: enough that the hand-over costs nothing.
const BLOCK_POSITIONS: usize = 32;

/// The budget of the next position: its own, or what is left of the seconds of all since `started`.
/// A position without any seconds left is skipped: a small one would not notice that it is late, and
/// millions of them take long.
fn next_budget(each: Budget, all: Option<f64>, started: Instant) -> Result<Budget> {
    let Some(seconds) = all else { return Ok(each) };
    let left = seconds - started.elapsed().as_secs_f64();
    if left <= 0.0 {
        return Err(Stopped::Timeout { seconds });
    }
    let seconds = each.seconds.map_or(left, |each| each.min(left));
    Ok(Budget { seconds: Some(seconds), ..each })
}

/// Analyses `position(0..)`, one per verdict, on so many threads. Each has a budget of its own, and
/// `seconds` limits all of them together.
pub fn analyze(
    position: impl Fn(usize) -> Position + Sync,
    cells: usize,
    columns: Columns<'_>,
    each: Budget,
    seconds: Option<f64>,
    workers: usize,
    meter: &Meter,
) -> Result<()> {
    let started = Instant::now();
    // Every block is locked once: the lock only proves to the compiler that threads do not share it.
    let blocks: Vec<_> = columns.blocks(cells).into_iter().map(Mutex::new).collect();
    in_parallel(workers, blocks.len(), meter, |block, meter| {
        let mut columns = blocks[block].lock().expect("each block is locked once");
        for i in 0..columns.verdicts.len() {
            meter.steps(cells)?;
            let ask =
                |budget| answer(&position(block * BLOCK_POSITIONS + i), &meter.with_budget(budget));
            let budget = next_budget(each, seconds, started).map_err(Failure::from);
            columns.write(i, cells, budget.and_then(ask))?;
        }
        Ok(())
    })?;
    Ok(())
}

impl Analyses {
    /// Room for so many positions of so many cells.
    pub fn new(positions: usize, cells: usize) -> Self {
        Self {
            probabilities: vec![0.0; positions * cells],
            safe: vec![false; positions * cells],
            mined: vec![false; positions * cells],
            ln_counts: vec![0.0; positions],
            verdicts: vec![Verdict::Answered; positions],
        }
    }

    /// The same, to be written.
    pub fn columns(&mut self) -> Columns<'_> {
        Columns {
            probabilities: &mut self.probabilities,
            safe: &mut self.safe,
            mined: &mut self.mined,
            ln_counts: &mut self.ln_counts,
            verdicts: &mut self.verdicts,
        }
    }
}

impl<'a> Columns<'a> {
    /// The columns of [`BLOCK_POSITIONS`] positions after the other. A board without cells has no chunks.
    fn blocks(self, cells: usize) -> Vec<Self> {
        let positions = self.verdicts.len();
        let (mut safe, mut mined) = (self.safe, self.mined);
        let (mut probabilities, mut ln_counts) = (self.probabilities, self.ln_counts);
        let mut verdicts = self.verdicts;
        (0..positions.div_ceil(BLOCK_POSITIONS))
            .map(|_| {
                let rows = verdicts.len().min(BLOCK_POSITIONS);
                Columns {
                    probabilities: split_off(&mut probabilities, rows * cells),
                    safe: split_off(&mut safe, rows * cells),
                    mined: split_off(&mut mined, rows * cells),
                    ln_counts: split_off(&mut ln_counts, rows),
                    verdicts: split_off(&mut verdicts, rows),
                }
            })
            .collect()
    }

    fn write(
        &mut self,
        row: usize,
        cells: usize,
        found: Result<(Counted, f64), Failure>,
    ) -> Result<()> {
        let here = row * cells..(row + 1) * cells;
        self.safe[here.clone()].fill(false);
        self.mined[here.clone()].fill(false);
        let (verdict, ln_count) = match found {
            Ok((analysis, ln_count)) => {
                self.write_cells(here, &analysis);
                (Verdict::Answered, ln_count)
            }
            Err(failure) => {
                self.probabilities[here].fill(f64::NAN);
                verdict_of(failure)?
            }
        };
        self.verdicts[row] = verdict;
        self.ln_counts[row] = ln_count;
        Ok(())
    }

    fn write_cells(&mut self, here: Range<usize>, analysis: &Counted) {
        self.probabilities[here.clone()].copy_from_slice(analysis.probabilities());
        let (safe, mined) = (&mut self.safe[here.clone()], &mut self.mined[here]);
        analysis.safe().iter().for_each(|&cell| safe[cell as usize] = true);
        analysis.marginals.certain.mined.iter().for_each(|&cell| mined[cell as usize] = true);
    }
}

/// Take the first elements away from a slice.
fn split_off<'a, T>(from: &mut &'a mut [T], length: usize) -> &'a mut [T] {
    let (first, rest) = std::mem::take(from).split_at_mut(length);
    *from = rest;
    first
}

/// The row of a position without an answer; an interrupt ends the whole call.
fn verdict_of(failure: Failure) -> Result<(Verdict, f64)> {
    match failure {
        Failure::Contradiction => Ok((Verdict::Impossible, f64::NEG_INFINITY)),
        Failure::Stopped(Stopped::TooWide { .. }) => Ok((Verdict::TooWide, f64::NAN)),
        Failure::Stopped(Stopped::Timeout { .. }) => Ok((Verdict::Timeout, f64::NAN)),
        Failure::Stopped(Stopped::Interrupted) => Err(Stopped::Interrupted),
    }
}

fn answer(position: &Position, meter: &Meter) -> Result<(Counted, f64), Failure> {
    let analysis = Counted::of(position, None, meter)?;
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
        let middle = if i % 5 == 4 { Label::Covered } else { Label::Number(i as u32 % 5) };
        Position::new(board, vec![Label::Covered, middle, Label::Covered], None).unwrap()
    }

    #[test]
    fn every_position_has_its_row() {
        let meter = Meter::unwatched(Budget::default());
        let mut rows = Analyses::new(100, 3);
        let (each, all) = (Budget::default(), Some(f64::INFINITY));
        analyze(position, 3, rows.columns(), each, all, 3, &meter).unwrap();
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

    #[test]
    fn positions_that_come_too_late_are_marked() {
        let meter = Meter::unwatched(Budget::default());
        let mut rows = Analyses::new(100, 3);
        analyze(position, 3, rows.columns(), Budget::default(), Some(0.0), 3, &meter).unwrap();
        assert_eq!(rows.verdicts, [Verdict::Timeout; 100]);
        assert!(rows.probabilities.iter().chain(&rows.ln_counts).all(|number| number.is_nan()));
    }

    #[test]
    fn a_position_has_the_least_of_its_own_seconds_and_those_of_all() {
        let seconds = |each, all| {
            let each = Budget { seconds: each, ..Budget::default() };
            next_budget(each, all, Instant::now()).map(|budget| budget.seconds)
        };
        assert_eq!(seconds(None, None), Ok(None));
        assert_eq!(seconds(Some(2.0), None), Ok(Some(2.0)));
        assert_eq!(seconds(Some(2.0), Some(1e9)), Ok(Some(2.0)));
        assert!(seconds(Some(1e9), Some(1e6)).unwrap().unwrap() < 1e6);
        assert_eq!(seconds(Some(2.0), Some(0.0)), Err(Stopped::Timeout { seconds: 0.0 }));
    }

    #[test]
    fn an_interrupt_ends_all_and_anything_else_one_position() {
        let stopped = |stopped| verdict_of(Failure::Stopped(stopped)).map(|(verdict, _)| verdict);
        assert_eq!(stopped(Stopped::Timeout { seconds: 1.0 }), Ok(Verdict::Timeout));
        assert_eq!(stopped(Stopped::TooWide { states: 1 }), Ok(Verdict::TooWide));
        assert_eq!(stopped(Stopped::Interrupted), Err(Stopped::Interrupted));
    }
}
