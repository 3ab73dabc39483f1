//! Compare: which of the best cells to open wins most often, exactly where the game is short.

use std::cmp::Ordering;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::analysis::{self, Analysis};
use crate::arena::{self, WinEstimate};
use crate::base::{Budget, Meter, Result, Sort, Stopped};
use crate::board::Cell;
use crate::position::{Label, Position};
use crate::questions::Options;
use crate::search::Optimal;
use crate::strategy;
use crate::system::Failure;

/// Up to this many legal assignments, candidates are compared by perfect play.
const EXACT_ASSIGNMENTS: u32 = 4000;
/// States for perfect play, unless the caller allows another number. More would be exact more often,
/// but a person waits for the answer.
const EXACT_STATES: usize = 20_000_000;

/// The chance of winning with a cell. The legal assignment in which every covered cell is mined, if
/// there is one, counts as won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Win {
    /// Under perfect play: so many of so many legal assignments.
    Exact(u32, u32),
    /// Under plain play, estimated by play-outs.
    Estimated(WinEstimate),
}

/// A cell that may be opened next.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The cell.
    pub cell: Cell,
    /// The chance of surviving this cell and the best one after it.
    pub ahead: f64,
    /// The chance of surviving it with some other cell then safe.
    pub progress: f64,
    /// The chance of winning with it.
    pub win: Win,
}

impl Position {
    /// Up to `most` cells to open, safe ones if there are any: those with the best look-ahead, sorted by
    /// their chance of winning and then by their risk. `analysis` is the exact one of this position.
    ///
    /// ```
    /// use demine::{Board, Label, Options, Position, Win};
    ///
    /// let path = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
    /// let position = Position::new(path, vec![Label::Covered; 3], Some(1))?;
    /// let analysis = position.analyze(&Options::default())?;
    /// let compared = position.compare(&analysis, 8, 16, &Options::default())?;
    /// assert_eq!((compared[0].cell, compared[0].win), (0, Win::Exact(2, 3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compare(
        &self,
        analysis: &Analysis,
        most: usize,
        boards: usize,
        options: &Options,
    ) -> Result<Vec<Compared>, Failure> {
        let meter = options.meter();
        let mut found = strategy::outlooks(self, most, options.work(&meter.renew()))?;
        // Play-outs are noisy: a guess may seem to win more than a safe cell, but is never advised.
        let is_safe = |cell: Cell| analysis.safe().binary_search(&cell).is_ok();
        if found.iter().any(|one| is_safe(one.cell)) {
            found.retain(|one| is_safe(one.cell));
        }
        let cells: Vec<Cell> = found.iter().map(|one| one.cell).collect();
        let wins = self.wins(analysis, &cells, boards, options, &meter)?;
        let mut rows = Vec::with_capacity(cells.len());
        for (one, win) in found.into_iter().zip(wins) {
            let row = Compared { cell: one.cell, ahead: one.blend(), progress: one.progress, win };
            rows.push((row, analysis.fraction(one.cell, &meter.renew())?));
        }
        rows.arrange(|(a, x), (b, y)| by_win(b.win, a.win).then_with(|| compare(x, y)));
        Ok(rows.into_iter().map(|(row, _)| row).collect())
    }

    fn wins(
        &self,
        analysis: &Analysis,
        cells: &[Cell],
        boards: usize,
        options: &Options,
        meter: &Meter,
    ) -> Result<Vec<Win>, Failure> {
        let over = self.count_over(options, meter)?;
        let count = analysis.total(&meter.renew())?;
        if count <= EXACT_ASSIGNMENTS.into() {
            let reach = match options.budget.states {
                Budget::DEFAULT_STATES => meter.limit(EXACT_STATES),
                _ => meter.renew(),
            };
            if let Some(wins) = Stopped::unless_too_wide(self.perfect(cells, over, &reach))? {
                return Ok(wins);
            }
        }
        let share = f64::from(over) / count.to_f64().unwrap_or(f64::INFINITY);
        let risk = |&cell: &Cell| analysis.probabilities()[cell as usize];
        let risks: Vec<f64> = cells.iter().map(risk).collect();
        let fresh = meter.renew();
        let wins = arena::estimates(self, cells, &risks, boards, options.work(&fresh))?;
        let beside = |one: WinEstimate| Win::Estimated(WinEstimate { win: one.win + share, ..one });
        Ok(wins.into_iter().map(beside).collect())
    }

    fn perfect(&self, cells: &[Cell], over: u32, meter: &Meter) -> Result<Vec<Win>> {
        let optimal = Optimal::of(self, u32::MAX as usize, meter)?;
        let mut optimal = optimal.ok_or_else(|| meter.too_wide())?.with_symmetries(self, meter)?;
        let number = optimal.assignments.number as u32;
        let win = |&cell: &Cell| Ok(Win::Exact(optimal.won_by(cell, meter)? + over, number));
        cells.iter().map(win).collect()
    }

    /// 1 if the game may be over, that is if all covered cells can be mined, else 0. With a known number
    /// of mines, they are only if they are certain, and then nothing is compared.
    fn count_over(&self, options: &Options, meter: &Meter) -> Result<u32> {
        if self.mines().is_some() {
            return Ok(0);
        }
        let covered = (0..).zip(self.labels()).filter(|&(_, label)| label == Label::Covered);
        let mined: Vec<_> = covered.map(|(cell, _)| (cell, Label::Mined)).collect();
        let fresh = meter.renew();
        let can_be = analysis::is_consistent(&self.with_labels(&mined), options.work(&fresh))?;
        Ok(u32::from(can_be))
    }
}

fn by_win(one: Win, other: Win) -> Ordering {
    match (one, other) {
        (Win::Exact(one, _), Win::Exact(other, _)) => one.cmp(&other),
        (Win::Estimated(one), Win::Estimated(other)) => one.win.total_cmp(&other.win),
        _ => unreachable!("all are exact, or none"),
    }
}

/// Which of two fractions is smaller.
fn compare(one: &(BigUint, BigUint), other: &(BigUint, BigUint)) -> Ordering {
    (&one.0 * &other.1).cmp(&(&other.0 * &one.1))
}
