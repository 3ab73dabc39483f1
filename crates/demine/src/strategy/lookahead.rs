//! Look-ahead over one guess: what each candidate leads to, by exact transitions.
//!
//! After a cell is opened its count is one of few, and how likely each is follows from the numbers of
//! legal assignments before and after. Each position that may follow is analysed from its parent's
//! scan, so that only what the new count touches is computed.

use crate::base::{Meter, Stopped};
use crate::board::Cell;
use crate::count::{Cache, Counted};
use crate::number::Scaled;
use crate::position::{Label, Position};
use crate::strategy::notes::Notes;
use crate::system::Failure;

/// Counts less likely than this are taken to be no better and no worse than the others.
const UNLIKELY: f64 = 1e-4;

/// What opening a cell leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outlook {
    /// The cell.
    pub cell: Cell,
    /// How likely the cell is mined.
    pub risk: f64,
    /// How likely it is to survive this cell and the least likely mine after it.
    pub best: f64,
    /// The same with the second least likely mine.
    pub second: f64,
    /// How likely it is to survive with some other cell then certain to be safe.
    pub progress: f64,
    /// The same with three such cells.
    pub stride: f64,
    /// How many other cells are then certain to be safe, on average; 0 where the cell is mined.
    pub certain: f64,
    /// How likely it shows a 0 that opens at least two cells.
    pub zero: f64,
    /// How much its count tells, in nats.
    pub told: f64,
}

impl Outlook {
    /// The measure by which candidates are compared where nothing better is known.
    pub fn blend(&self) -> f64 {
        0.8 * self.best + 0.2 * self.second
    }
}

/// What a position after the guess offers.
struct Offer {
    best: f64,
    second: f64,
    safe: usize,
}

pub struct Lookahead<'a> {
    notes: &'a Notes,
    position: &'a Position,
    analysis: &'a Counted,
    ways: Scaled,
    cache: Option<&'a Cache>,
    meter: &'a Meter<'a>,
}

impl<'a> Lookahead<'a> {
    pub fn new(
        notes: &'a Notes,
        position: &'a Position,
        analysis: &'a Counted,
        cache: Option<&'a Cache>,
        meter: &'a Meter<'a>,
    ) -> Result<Self, Stopped> {
        let ways = analysis.approximate_count(meter)?;
        Ok(Self { notes, position, analysis, ways, cache, meter })
    }

    /// Of opening one cell.
    pub fn outlook(&self, cell: Cell) -> Result<Outlook, Stopped> {
        let risk = self.analysis.probabilities()[cell as usize];
        let mut outlook = Outlook { cell, risk, ..Outlook::default() };
        let (least, unknown) = self.range(cell);
        let (mut told, mut seen) = (0.0, 0.0);
        // A 0 opens all around: where that is at least two cells it is not looked at, and as likely
        // as what the other counts leave.
        let opens = least == 0 && unknown > 1;
        for count in (least + u32::from(opens)..=least + unknown).rev() {
            let (chance, offer) = self.after(cell, count)?;
            told += chance;
            outlook.told += entropy(chance);
            if let Some(offer) = offer {
                seen += chance;
                outlook.add(chance, &offer);
            }
        }
        let zero = if opens { 1.0 - risk - told } else { 0.0 };
        outlook.told += entropy(zero);
        if zero > UNLIKELY {
            seen += zero;
            outlook.zero = zero;
            let safe = unknown as usize;
            outlook.add(zero, &Offer { best: 1.0, second: 1.0, safe });
        }
        outlook.stretch(1.0 - risk, seen);
        Ok(outlook)
    }

    /// The least count that a cell can show, and how much more it may be.
    fn range(&self, cell: Cell) -> (u32, u32) {
        let risks = self.analysis.probabilities();
        let around = self.notes.board().neighbours(cell).iter().copied();
        let (mut mined, mut unknown) = (0, 0);
        for v in around.filter(|&v| !self.notes.is_opened(v)) {
            match risks[v as usize] {
                1.0 => mined += 1,
                0.0 => {}
                _ => unknown += 1,
            }
        }
        (mined, unknown)
    }

    /// How likely a count is, and what the position with it offers.
    fn after(&self, cell: Cell, count: u32) -> Result<(f64, Option<Offer>), Stopped> {
        let next = self.position.with_labels(&[(cell, Label::Number(count))]);
        let analysis = self.analysis.after(&next, self.cache, self.meter);
        let Ok(analysis) = Failure::or_contradiction(analysis)? else {
            return Ok((0.0, None));
        };
        let chance = analysis.approximate_count(self.meter)?.over(self.ways);
        let offer = (chance > UNLIKELY).then(|| self.offer(cell, &analysis));
        Ok((chance, offer))
    }

    fn offer(&self, opened: Cell, analysis: &Counted) -> Offer {
        let risks = analysis.probabilities();
        let (mut first, mut second, mut safe) = (1.0f64, 1.0f64, 0);
        let mut left = 0;
        for cell in self.notes.open_questions().filter(|&cell| cell != opened) {
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
            // Nothing is left to open, or nothing else: that game is won, or as good as its last cell.
            0 => Offer { best: 1.0, second: 1.0, safe: 0 },
            1 => Offer { best: 1.0 - first, second: 1.0 - first, safe },
            _ => Offer { best: 1.0 - first, second: 1.0 - second, safe },
        }
    }
}

/// What an outcome of this probability tells, on average over all outcomes.
fn entropy(chance: f64) -> f64 {
    if chance > 0.0 { -chance * chance.ln() } else { 0.0 }
}

impl Outlook {
    fn add(&mut self, chance: f64, offer: &Offer) {
        self.best += chance * offer.best;
        self.second += chance * offer.second;
        self.progress += if offer.safe > 0 { chance } else { 0.0 };
        self.stride += if offer.safe > 2 { chance } else { 0.0 };
        self.certain += chance * offer.safe as f64;
    }

    /// Counts that were left out are like the others.
    fn stretch(&mut self, survival: f64, seen: f64) {
        if seen > 0.0 {
            let factor = survival / seen;
            self.best *= factor;
            self.second *= factor;
        }
    }
}
