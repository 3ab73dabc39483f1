//! Odds: the ways in which the cells of a class are mined, and in which they are free.

use crate::number::Scaled;

/// Summed over the cells of the class.
#[derive(Clone, Copy, Debug)]
pub struct Odds {
    pub mined: Scaled,
    pub free: Scaled,
}

impl Odds {
    /// From the ways in which a class of this size holds 0, 1, 2 … mines.
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

    /// 0 and 1 only when certain: values that would round to them are moved to the nearest float.
    pub fn probability(self) -> f64 {
        const LEAST_PROBABILITY: f64 = f64::MIN_POSITIVE;
        const GREATEST_PROBABILITY: f64 = 1.0 - f64::EPSILON / 2.0;
        match (self.mined.is_zero(), self.free.is_zero()) {
            (true, _) => 0.0,
            (_, true) => 1.0,
            _ => self
                .mined
                .over(self.mined.plus(self.free))
                .clamp(LEAST_PROBABILITY, GREATEST_PROBABILITY),
        }
    }
}
