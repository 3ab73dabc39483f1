//! Look-ahead over one guess: the positions to which each candidate leads, and their probabilities.
//!
//! An opened cell shows one of few numbers. The probability of each follows from the counts of legal
//! assignments before and after. Each next position is analysed from its parent's scan, so only the
//! components that the new number touches are counted again.

use crate::base::Result;
use crate::board::Cell;
use crate::count::{Counted, Work};
use crate::number::Scaled;
use crate::position::{Label, Position};
use crate::strategy::notes::Notes;
use crate::system::Failure;

/// Numbers less likely than this are not analysed: they could change a probability by no more.
const UNLIKELY: f64 = 1e-4;

/// The prospects of opening a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outlook {
    /// The cell.
    pub cell: Cell,
    /// The probability of a mine.
    pub risk: f64,
    /// The probability of surviving this cell and the least likely mine after it.
    pub best: f64,
    /// The same with the second least likely mine.
    pub second: f64,
    /// The probability of surviving, and of some other cell then being safe.
    pub progress: f64,
    /// The same with at least three such cells.
    pub stride: f64,
    /// The expected number of other cells that are then safe; 0 where the cell is mined.
    pub certain: f64,
    /// The probability of a 0 that opens at least two cells.
    pub zero: f64,
    /// The information of its number, in nats.
    pub information: f64,
}

impl Outlook {
    /// The look-ahead of a candidate in one number: the chance of surviving two guesses.
    pub fn blend(&self) -> f64 {
        0.8 * self.best + 0.2 * self.second
    }

    fn add(&mut self, chance: f64, offer: &Offer) {
        self.best += chance * offer.best;
        self.second += chance * offer.second;
        self.progress += if offer.safe > 0 { chance } else { 0.0 };
        self.stride += if offer.safe > 2 { chance } else { 0.0 };
        self.certain += chance * offer.safe as f64;
    }

    /// Take the numbers that were not analysed to be like the others.
    fn stretch(&mut self, survival: f64, seen: f64) {
        if seen > 0.0 {
            let factor = survival / seen;
            self.best *= factor;
            self.second *= factor;
        }
    }
}

/// How safe the two least likely mines of the next position are, and its number of safe cells.
struct Offer {
    best: f64,
    second: f64,
    safe: usize,
}

/// A position, its player's notes and its analysis.
#[derive(Clone, Copy)]
pub struct Situation<'a> {
    pub notes: &'a Notes,
    pub position: &'a Position,
    pub analysis: &'a Counted,
}

impl Situation<'_> {
    pub fn risk(&self, cell: Cell) -> f64 {
        self.analysis.probabilities()[cell as usize]
    }
}

pub struct Lookahead<'a> {
    pub situation: Situation<'a>,
    ways: Scaled,
    work: Work<'a>,
}

impl<'a> Lookahead<'a> {
    pub fn new(situation: Situation<'a>, work: Work<'a>) -> Result<Self> {
        Ok(Self { situation, ways: situation.analysis.approximate_count(work.meter)?, work })
    }

    /// The prospects of one cell.
    pub fn outlook(&self, cell: Cell) -> Result<Outlook> {
        let risk = self.situation.risk(cell);
        let mut outlook = Outlook { cell, risk, ..Outlook::default() };
        let (least, undecided) = self.range(cell);
        let (mut shown, mut seen) = (0.0, 0.0);
        // A 0 that opens at least two cells is not analysed. Its probability is the rest.
        let opens = least == 0 && undecided > 1;
        for number in (least + u32::from(opens)..=least + undecided).rev() {
            let (chance, offer) = self.after(cell, number)?;
            shown += chance;
            outlook.information += entropy(chance);
            if let Some(offer) = offer {
                seen += chance;
                outlook.add(chance, &offer);
            }
        }
        let zero = if opens { 1.0 - risk - shown } else { 0.0 };
        outlook.information += entropy(zero);
        if zero > UNLIKELY {
            seen += zero;
            outlook.zero = zero;
            let safe = undecided as usize;
            outlook.add(zero, &Offer { best: 1.0, second: 1.0, safe });
        }
        outlook.stretch(1.0 - risk, seen);
        Ok(outlook)
    }

    /// The least number that a cell can show, and how much greater it may be.
    fn range(&self, cell: Cell) -> (u32, u32) {
        let notes = self.situation.notes;
        let around = notes.board.neighbours(cell).iter().copied();
        let (mut mined, mut undecided) = (0, 0);
        for v in around.filter(|&v| !notes.is_opened(v)) {
            match self.situation.risk(v) {
                1.0 => mined += 1,
                0.0 => {}
                _ => undecided += 1,
            }
        }
        (mined, undecided)
    }

    /// The probability of a number, and the offer of the position with it.
    fn after(&self, cell: Cell, number: u32) -> Result<(f64, Option<Offer>)> {
        // The labels are copied, and every cell is looked at: on a hub of a large board, once for each of
        // thousands of numbers.
        self.work.meter.steps(self.situation.notes.board.cells())?;
        let next = self.situation.position.with_labels(&[(cell, Label::Number(number))]);
        let analysis = self.situation.analysis.after(&next, self.work);
        let Ok(analysis) = Failure::or_contradiction(analysis)? else {
            return Ok((0.0, None));
        };
        let chance = analysis.approximate_count(self.work.meter)?.over(self.ways);
        let offer = (chance > UNLIKELY).then(|| self.offer(cell, &analysis));
        Ok((chance, offer))
    }

    fn offer(&self, opened: Cell, analysis: &Counted) -> Offer {
        let risks = analysis.probabilities();
        let (mut first, mut second, mut safe) = (1.0f64, 1.0f64, 0);
        let mut left = 0;
        for cell in self.situation.notes.undecided().filter(|&cell| cell != opened) {
            let risk = risks[cell as usize];
            left += usize::from(risk < 1.0);
            safe += usize::from(risk == 0.0);
            if risk < first {
                (first, second) = (risk, first);
            } else if risk < second {
                second = risk;
            }
        }
        match left {
            // No cell is left, so the game is won; or one, which decides it.
            0 => Offer { best: 1.0, second: 1.0, safe: 0 },
            1 => Offer { best: 1.0 - first, second: 1.0 - first, safe },
            _ => Offer { best: 1.0 - first, second: 1.0 - second, safe },
        }
    }
}

/// The share of an outcome of this probability in the entropy, in nats.
fn entropy(chance: f64) -> f64 {
    if chance > 0.0 { -chance * chance.ln() } else { 0.0 }
}
