//! Estimate: how likely cells are mined, roughly, where counting would be too wide.
//!
//! Belief propagation (Pearl 1988): each number tells each of its cells how likely it is mined, judged
//! by what the cell's neighbours under that number hear from their other numbers, until little changes.
//! Where numbers and cells form a tree this is exact; where cycles are long it is close. A known number
//! of mines sets how likely a mine is before anything is said. Nothing certain ever rests on it.

use crate::base::Lists;
use crate::base::{Meter, Stopped};
use crate::board::Cell;
use crate::sat::Certain;
use crate::sat::Clues;

/// Rounds of messages, at most.
const ROUNDS: usize = 200;
/// Messages are taken as settled when none changes by more.
const SETTLED: f64 = 1e-6;
/// How much of an old message is kept, so that they do not swing.
const KEPT: f64 = 0.3;
/// A number with more work than this is taken as if its cells were alike.
const MOST_WORK: usize = 200_000;
/// What is not certain is never called certain.
const NEVER: f64 = 1e-6;

/// The odds of a mine before anything is said, where no number of mines sets them.
#[derive(Clone, Copy)]
pub enum Prior<'a> {
    Same(f64),
    /// One per cell of the board.
    Each(&'a [f64]),
}

impl Prior<'_> {
    /// What all cells have in common.
    fn common(self) -> f64 {
        if let Self::Same(odds) = self { odds } else { 1.0 }
    }

    /// What a cell has beside that.
    fn own(self, cell: Cell) -> f64 {
        if let Self::Each(odds) = self { odds[cell as usize] } else { 1.0 }
    }
}

/// How likely each cell of the board is mined: exact where it is certain.
pub fn estimate(
    clues: &Clues,
    certain: &Certain,
    prior: Prior<'_>,
    cells: usize,
    meter: &Meter<'_>,
) -> Result<Vec<f64>, Stopped> {
    let own = clues.cells.iter().map(|&cell| prior.own(cell)).collect();
    let mut beliefs = Beliefs { prior: prior.common(), own, ..Beliefs::new(clues, certain) };
    beliefs.settle(meter)?;
    let mut risks = vec![0.0; cells];
    for &cell in &clues.loose {
        risks[cell as usize] = never_certain(chance(beliefs.prior * prior.own(cell)));
    }
    for (i, &cell) in clues.cells.iter().enumerate() {
        risks[cell as usize] = never_certain(chance(beliefs.odds(i)));
    }
    certain.safe.iter().for_each(|&cell| risks[cell as usize] = 0.0);
    certain.mined.iter().for_each(|&cell| risks[cell as usize] = 1.0);
    Ok(risks)
}

struct Beliefs {
    /// The numbers over open cells: the places of each number, one per cell, as ranges of `said`.
    members: Lists,
    touching: Vec<Vec<u32>>,
    needs: Vec<usize>,
    /// What a number tells a cell: the odds of a mine.
    said: Vec<f64>,
    /// Open cells next to a number, and those next to none.
    open: Vec<bool>,
    loose: f64,
    /// Mines under open cells, if known.
    mines: Option<f64>,
    /// The odds of a mine before anything is said: what all cells have in common, and each its own.
    prior: f64,
    own: Vec<f64>,
}

impl Beliefs {
    fn new(clues: &Clues, certain: &Certain) -> Self {
        let is = |list: &[Cell], cell| list.binary_search(&cell).is_ok();
        let mined: Vec<bool> = clues.cells.iter().map(|&cell| is(&certain.mined, cell)).collect();
        let open = clues.cells.iter().zip(&mined);
        let open: Vec<bool> =
            open.map(|(&cell, &mined)| !mined && !is(&certain.safe, cell)).collect();
        let (mut members, mut needs) = (Lists::default(), Vec::new());
        let mut touching = vec![Vec::new(); clues.cells.len()];
        let mut said = 0;
        for (cells, &need) in clues.members.iter().zip(&clues.needs) {
            let held = cells.iter().filter(|&&cell| mined[cell as usize]).count();
            let left = cells.iter().copied().filter(|&cell| open[cell as usize]);
            for cell in left.clone() {
                touching[cell as usize].push(said);
                said += 1;
            }
            members.push(left);
            needs.push((need - held as i64).max(0) as usize);
        }
        let is_certain = clues.loose.iter().any(|&c| is(&certain.safe, c) || is(&certain.mined, c));
        let loose = if is_certain { 0 } else { clues.loose.len() };
        let mines = clues.counter.map(|counter| counter.mines as f64 - certain.mined.len() as f64);
        let said = vec![1.0; said as usize];
        let own = vec![1.0; clues.cells.len()];
        Self { members, touching, needs, said, open, loose: loose as f64, mines, prior: 1.0, own }
    }

    fn odds(&self, cell: usize) -> f64 {
        let said = self.touching[cell].iter().map(|&at| self.said[at as usize]);
        said.fold(self.prior * self.own[cell], |odds, said| (odds * said).clamp(1e-12, 1e12))
    }

    fn settle(&mut self, meter: &Meter<'_>) -> Result<(), Stopped> {
        for _ in 0..ROUNDS {
            self.set_prior();
            let mut change: f64 = 0.0;
            let mut at = 0;
            for number in 0..self.needs.len() {
                change = change.max(self.tell(number, at, meter)?);
                at += self.members.get(number).len();
            }
            if change < SETTLED {
                break;
            }
        }
        Ok(())
    }

    /// A number tells all its cells; how much that changes.
    fn tell(&mut self, number: usize, at: usize, meter: &Meter<'_>) -> Result<f64, Stopped> {
        let cells = self.members.get(number);
        let heard: Vec<f64> =
            (at..).zip(cells).map(|(at, &cell)| self.odds(cell as usize) / self.said[at]).collect();
        meter.steps(heard.len() * (self.needs[number] + 8))?;
        let told = messages(&heard, self.needs[number]);
        let mut change: f64 = 0.0;
        for (said, told) in self.said[at..].iter_mut().zip(told) {
            let new = (said.ln() * KEPT + told.ln() * (1.0 - KEPT)).exp();
            change = change.max((chance(new) - chance(*said)).abs());
            *said = new;
        }
        Ok(change)
    }

    /// Move the prior toward odds under which as many mines are expected as there are; not all the way
    /// at once, so that it does not swing.
    fn set_prior(&mut self) {
        let Some(mines) = self.mines else { return };
        let open = (0..self.open.len()).filter(|&cell| self.open[cell]);
        let (expected, cells) =
            open.fold((0.0, self.loose), |(sum, n), cell| (sum + chance(self.odds(cell)), n + 1.0));
        if cells == 0.0 {
            return;
        }
        let expected = expected + self.loose * chance(self.prior);
        let (wanted, have) = (odds_of(mines / cells), odds_of(expected / cells));
        self.prior = (self.prior * (wanted / have).powf(1.0 - KEPT)).clamp(1e-9, 1e9);
    }
}

/// What a number with such a need tells each of its cells, given what these hear from elsewhere: the
/// odds that the others hold one mine less than it needs, against all that it needs.
fn messages(heard: &[f64], need: usize) -> Vec<f64> {
    let most = heard.len().saturating_sub(1);
    if need == 0 || need > most || heard.len() * need * need > MOST_WORK {
        let share = need as f64 / (heard.len() as f64 - need as f64).max(0.5);
        return vec![share.clamp(1e-9, 1e9); heard.len()];
    }
    let before = sums(heard.iter().copied(), need);
    let after = sums(heard.iter().rev().copied(), need);
    (0..heard.len())
        .map(|i| {
            let (left, right) = (&before[i], &after[heard.len() - 1 - i]);
            let ways = |mines: usize| (0..=mines).map(|m| left[m] * right[mines - m]).sum::<f64>();
            (ways(need - 1) / ways(need)).clamp(1e-9, 1e9)
        })
        .collect()
}

/// For each front of a list of odds: how likely it holds no mine, one mine and so on.
fn sums(odds: impl Iterator<Item = f64>, need: usize) -> Vec<Vec<f64>> {
    let mut row = vec![0.0; need + 1];
    row[0] = 1.0;
    let mut rows = vec![row.clone()];
    for odds in odds {
        let chance = chance(odds);
        for mines in (0..=need).rev() {
            let fewer = if mines > 0 { row[mines - 1] } else { 0.0 };
            row[mines] = row[mines] * (1.0 - chance) + fewer * chance;
        }
        rows.push(row.clone());
    }
    rows
}

fn chance(odds: f64) -> f64 {
    odds / (1.0 + odds)
}

fn odds_of(chance: f64) -> f64 {
    let chance = chance.clamp(1e-9, 1.0 - 1e-9);
    chance / (1.0 - chance)
}

fn never_certain(chance: f64) -> f64 {
    chance.clamp(NEVER, 1.0 - NEVER)
}
