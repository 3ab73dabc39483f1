//! Hitting: a smallest set that has a member in each of the given sets.

use crate::base::{Meter, Result};

/// Members that a search may try. A search that needs more takes longer than a smaller proof is worth.
const MOST_CHOICES: usize = 20_000;

#[derive(Default)]
pub struct Hitting {
    /// Small ones first, each ascending.
    sets: Vec<Vec<u32>>,
    /// No smaller set hits them all.
    least: usize,
}

/// The result of a search for a smallest set.
#[derive(Debug, PartialEq, Eq)]
pub enum Smallest {
    Is(Vec<u32>),
    /// No set is as small as required.
    NotBelow,
    /// The search took too long.
    Unknown,
}

impl Hitting {
    pub fn add(&mut self, set: Vec<u32>) {
        let at = self.sets.partition_point(|other| other.len() <= set.len());
        self.sets.insert(at, set);
    }

    /// A smallest hitting set, if it has fewer than `most` members.
    pub fn smallest(&mut self, most: usize, meter: &Meter) -> Result<Smallest> {
        let mut choices = MOST_CHOICES;
        while self.least < most {
            let mut chosen = Vec::new();
            if self.hit(&mut chosen, self.least, &mut choices, meter)? {
                return Ok(Smallest::Is(chosen));
            }
            if choices == 0 {
                return Ok(Smallest::Unknown);
            }
            self.least += 1;
        }
        Ok(Smallest::NotBelow)
    }

    /// Choose up to `more` members that hit all sets not yet hit.
    fn hit(
        &self,
        chosen: &mut Vec<u32>,
        more: usize,
        choices: &mut usize,
        meter: &Meter,
    ) -> Result<bool> {
        meter.steps(8 * self.sets.len() + 1)?;
        let missed = self.disjoint(chosen);
        let Some(&first) = missed.first() else { return Ok(true) };
        if missed.len() > more {
            return Ok(false);
        }
        for &member in first {
            let Some(left) = choices.checked_sub(1) else { return Ok(false) };
            *choices = left;
            chosen.push(member);
            if self.hit(chosen, more - 1, choices, meter)? {
                return Ok(true);
            }
            chosen.pop();
        }
        Ok(false)
    }

    /// Disjoint sets that are not hit: each needs a member of its own.
    fn disjoint(&self, chosen: &[u32]) -> Vec<&Vec<u32>> {
        let mut apart: Vec<&Vec<u32>> = Vec::new();
        for set in &self.sets {
            let is_hit = set.iter().any(|member| chosen.contains(member));
            let shares = |other: &&Vec<u32>| other.iter().any(|m| set.binary_search(m).is_ok());
            if !is_hit && !apart.iter().any(shares) {
                apart.push(set);
            }
        }
        apart
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;

    #[test]
    fn the_smallest_set_hits_all() {
        let meter = Meter::unwatched(Budget::default());
        let mut hitting = Hitting::default();
        assert_eq!(hitting.smallest(1, &meter), Ok(Smallest::Is(vec![])));
        for set in [vec![1, 2], vec![2, 3], vec![3, 4]] {
            hitting.add(set);
        }
        assert_eq!(hitting.smallest(9, &meter), Ok(Smallest::Is(vec![1, 3])));
        assert_eq!(hitting.smallest(2, &meter), Ok(Smallest::NotBelow));
    }
}
