//! Many: the analyses of many positions, shared among threads, in flat arrays.
//!
//! Each position has a budget of its own, and all may share some seconds. A position that runs out of
//! either is marked, and the others are answered.

use std::sync::Mutex;

use crate::base::{Budget, Instant, Meter, Result, Stopped, in_parallel};
use crate::count::{Counted, Work};
use crate::position::Position;
use crate::system::{Certain, Failure};

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

/// The caller's arrays for the answers, a row per position. Where there is no answer, floats are NaN
/// and no cell is certain. Answers are written directly into them, because copying millions of rows
/// takes as long as finding them.
pub struct Columns<'a> {
    /// How likely each cell is to be mined.
    pub probabilities: &'a mut [f64],
    /// Whether each cell is free in every legal assignment, and unopened.
    pub safe: &'a mut [bool],
    /// Whether each cell is mined in every legal assignment.
    pub mined: &'a mut [bool],
    /// Natural logarithms of the numbers of legal assignments: minus infinity where there are none.
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

impl Columns<'_> {
    /// The columns of [`BLOCK_POSITIONS`] positions after the other. A board without cells has no chunks.
    fn blocks(mut self, cells: usize) -> Vec<Self> {
        let mut blocks = Vec::new();
        while !self.verdicts.is_empty() {
            let rows = self.verdicts.len().min(BLOCK_POSITIONS);
            blocks.push(Columns {
                probabilities: split_off(&mut self.probabilities, rows * cells),
                safe: split_off(&mut self.safe, rows * cells),
                mined: split_off(&mut self.mined, rows * cells),
                ln_counts: split_off(&mut self.ln_counts, rows),
                verdicts: split_off(&mut self.verdicts, rows),
            });
        }
        blocks
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
                self.probabilities[here.clone()].copy_from_slice(analysis.probabilities());
                let (safe, mined) = (&mut self.safe[here.clone()], &mut self.mined[here]);
                let Certain { safe: is_safe, mined: is_mined } = &analysis.marginals.certain;
                is_safe.iter().for_each(|&cell| safe[cell as usize] = true);
                is_mined.iter().for_each(|&cell| mined[cell as usize] = true);
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
}

/// Take the first elements away from a slice.
fn split_off<'a, T>(from: &mut &'a mut [T], length: usize) -> &'a mut [T] {
    from.split_off_mut(..length).expect("no longer than the slice")
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
    let analysis = Counted::of(position, Work::new(None, meter))?;
    let ln_count = analysis.ln_count(meter)?;
    Ok((analysis, ln_count))
}

#[cfg(test)]
mod tests {
    use super::*;

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
