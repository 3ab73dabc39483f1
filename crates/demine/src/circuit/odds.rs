//! Odds: in how many ways a cell of a class is mined, and in how many it is free.

use crate::number::Scaled;

/// Added up over the cells of the class.
#[derive(Clone, Copy, Debug)]
pub struct Odds {
    pub mined: Scaled,
    pub free: Scaled,
}

impl Odds {
    /// From the ways in which a class of such a size holds 0, 1, 2 … mines.
    pub fn of_class(size: u32, marginals: &[Scaled]) -> Self {
        // Most classes are a single cell.
        if let (1, &[free, mined]) = (size, marginals) {
            return Self { mined, free };
        }
        let mut odds = Self { mined: Scaled::ZERO, free: Scaled::ZERO };
        for (mines, &ways) in (0..).zip(marginals) {
            odds.mined = odds.mined.plus(ways.times_ratio(f64::from(mines), 1.0));
            odds.free = odds.free.plus(ways.times_ratio(f64::from(size - mines), 1.0));
        }
        odds
    }

    /// 0 and 1 exactly when certain: a float that would round there is kept apart.
    pub fn probability(self) -> f64 {
        const LEAST: f64 = f64::MIN_POSITIVE;
        const MOST: f64 = 1.0 - f64::EPSILON / 2.0;
        match (self.mined.is_zero(), self.free.is_zero()) {
            (true, _) => 0.0,
            (_, true) => 1.0,
            _ => self.mined.over(self.mined.plus(self.free)).clamp(LEAST, MOST),
        }
    }
}
