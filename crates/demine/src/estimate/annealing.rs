//! Annealing: how often cells are mined in nearly legal assignments.
//!
//! A wrong number costs energy (Metropolis et al. 1953; Kirkpatrick, Gelatt and Vecchi 1983). At a high
//! temperature mines move almost freely; at a low one hardly any number is wrong. Message passing fails
//! where numbers overlap in most of their cells, because messages reinforce themselves in loops.

use crate::base::{Lists, Meter, Random, Result};

/// Samples of an estimate: as many as the moves allow, within these bounds. More samples mean smaller
/// errors and more time.
const MOST_SAMPLES: usize = 300;
const LEAST_SAMPLES: usize = 60;
const MOST_MOVES: usize = 12_000_000;
/// The cost of one mine too many or too few at each temperature, from warm to cold, in natural
/// logarithms.
const COSTS: [f64; 12] = [0.2, 0.35, 0.5, 0.7, 0.9, 1.2, 1.5, 1.9, 2.3, 2.8, 3.4, 4.0];
/// One of so many moves changes a single cell; the others move a mine within a number.
const CHANGE_ONE_IN: u64 = 4;
/// How strongly energy reduces the weight of a sample, divided by the square root of the number of
/// numbers.
const ENERGY_WEIGHT: f64 = 4.0;

/// The constraints of the walk.
pub struct Rules {
    pub members: Lists,
    /// How many mines each number still needs.
    pub needs: Vec<i32>,
    /// The logarithm of the odds of a mine in each cell, where the number of mines is not known.
    pub ln_odds: Vec<f64>,
    /// Mines in these cells and in the loose ones, if known.
    pub mines: Option<f64>,
    pub loose: f64,
}

impl Rules {
    /// The energy of leaving so many mines to the loose cells.
    fn wrong_rest(&self, rest: f64) -> f64 {
        let most = if self.mines.is_some() { self.loose } else { f64::INFINITY };
        let least = if self.mines.is_some() { 0.0 } else { f64::NEG_INFINITY };
        (least - rest).max(rest - most).max(0.0).powi(2)
    }
}

/// How often each cell was mined, and a loose one, if the number of mines is known.
pub fn frequencies(rules: &Rules, meter: &Meter) -> Result<(Vec<f64>, Option<f64>)> {
    let mut walk = Walk::new(rules);
    let moves = 2 * rules.members.items();
    let samples = MOST_MOVES.checked_div(COSTS.len() * moves).unwrap_or(0);
    let samples = samples.clamp(LEAST_SAMPLES, MOST_SAMPLES);
    let (mut seen, mut loose, mut weights) = (vec![0.0; rules.ln_odds.len()], 0.0, 0.0);
    for _ in 0..samples {
        walk.cool(moves, meter)?;
        let weight = walk.weight();
        let mined = seen.iter_mut().zip(&walk.mined).filter(|(_, mined)| **mined);
        mined.for_each(|(seen, _)| *seen += weight);
        loose += weight * (walk.rest / rules.loose.max(1.0)).clamp(0.0, 1.0);
        weights += weight;
    }
    // As if one more sample had each cell half mined.
    let once = weights / samples as f64;
    seen.iter_mut().for_each(|seen| *seen = (*seen + once / 2.0) / (weights + once));
    Ok((seen, rules.mines.map(|_| loose / weights)))
}

/// A walk through assignments, legal or not.
struct Walk<'r> {
    rules: &'r Rules,
    random: Random,
    /// Every pair of a number and one of its cells.
    places: Vec<(u32, u32)>,
    touching: Lists,
    mined: Vec<bool>,
    /// How many mines each number lacks; negative if it has too many.
    lacks: Vec<i32>,
    /// Mines that are left to the loose cells.
    rest: f64,
}

impl<'r> Walk<'r> {
    fn new(rules: &'r Rules) -> Self {
        let numbers = (0..).zip(rules.members.iter());
        let places = numbers.flat_map(|(number, cells)| cells.iter().map(move |&c| (number, c)));
        let cells = rules.ln_odds.len();
        Self {
            rules,
            random: Random::new(1),
            places: places.collect(),
            touching: rules.members.transpose(cells),
            mined: vec![false; cells],
            lacks: rules.needs.clone(),
            rest: rules.mines.unwrap_or(0.0),
        }
    }

    /// From warm to cold, so many moves at each step.
    fn cool(&mut self, moves: usize, meter: &Meter) -> Result<()> {
        for cost in COSTS {
            for _ in 0..moves {
                self.step(cost);
            }
            meter.steps(16 * moves)?;
        }
        Ok(())
    }

    /// Samples with less energy have more weight.
    fn weight(&self) -> f64 {
        let wrong: i32 = self.lacks.iter().map(|lack| lack * lack).sum();
        let energy = f64::from(wrong) + self.rules.wrong_rest(self.rest);
        let numbers = self.lacks.len() as f64;
        (-energy * ENERGY_WEIGHT / numbers.sqrt().max(ENERGY_WEIGHT)).exp().max(f64::MIN_POSITIVE)
    }

    fn step(&mut self, cost: f64) {
        let (number, a) = self.places[self.random.below(self.places.len() as u64) as usize];
        if self.random.below(CHANGE_ONE_IN) == 0 {
            return self.try_change(a, cost);
        }
        let cells = self.rules.members.get(number as usize);
        let b = cells[self.random.below(cells.len() as u64) as usize];
        if self.mined[a as usize] != self.mined[b as usize] {
            self.try_swap(a, b, cost);
        }
    }

    fn try_change(&mut self, cell: u32, cost: f64) {
        let by = if self.mined[cell as usize] { -1 } else { 1 };
        let rest = self.rest - f64::from(by);
        let more = self.rules.wrong_rest(rest) - self.rules.wrong_rest(self.rest);
        let wrong = f64::from(self.change(cell, by)) + more;
        if self.accepts(self.likelier(cell, by) - cost * wrong) {
            self.mined[cell as usize] = by > 0;
            self.rest = rest;
        } else {
            self.change(cell, -by);
        }
    }

    /// The logarithm of how much likelier a change is before any number was seen.
    fn likelier(&self, cell: u32, by: i32) -> f64 {
        if self.rules.mines.is_none() {
            return f64::from(by) * self.rules.ln_odds[cell as usize];
        }
        // In how many ways the loose cells hold the rest: C(n, r − 1) / C(n, r), or C(n, r + 1) / C(n, r).
        let (filled, free) = (self.rest, self.rules.loose - self.rest);
        let ratio = |more: f64, fewer: f64| more.max(0.5) / (fewer + 1.0).max(0.5);
        if by > 0 { ratio(filled, free).ln() } else { ratio(free, filled).ln() }
    }

    fn try_swap(&mut self, a: u32, b: u32, cost: f64) {
        let by = if self.mined[a as usize] { -1 } else { 1 };
        let wrong = self.change(a, by) + self.change(b, -by);
        let odds = |cell: u32| self.rules.ln_odds[cell as usize];
        let likelier = match self.rules.mines {
            Some(_) => 0.0,
            None => f64::from(by) * (odds(a) - odds(b)),
        };
        if self.accepts(likelier - cost * f64::from(wrong)) {
            self.mined.swap(a as usize, b as usize);
        } else {
            self.change(a, -by);
            self.change(b, by);
        }
    }

    fn accepts(&mut self, logarithm: f64) -> bool {
        logarithm >= 0.0 || self.random.uniform() < logarithm.exp()
    }

    /// Give the numbers of a cell one mine more, or one less; by how much the squares of what they lack
    /// grow.
    fn change(&mut self, cell: u32, by: i32) -> i32 {
        let mut wrong = 0;
        for &number in self.touching.get(cell as usize) {
            let lack = &mut self.lacks[number as usize];
            wrong += 1 - 2 * by * *lack;
            *lack -= by;
        }
        wrong
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;

    fn rules(cells: usize, numbers: &[(i32, &[u32])], mines: Option<f64>, loose: f64) -> Rules {
        let mut members = Lists::default();
        numbers.iter().for_each(|(_, cells)| members.push(cells.iter().copied()));
        let needs = numbers.iter().map(|&(need, _)| need).collect();
        Rules { members, needs, ln_odds: vec![0.0; cells], mines, loose }
    }

    fn ask(rules: &Rules) -> (Vec<f64>, Option<f64>) {
        frequencies(rules, &Meter::unwatched(Budget::default())).unwrap()
    }

    fn assert_near(found: &[f64], expected: &[f64]) {
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 0.1, "{found} is not near {expected}");
        }
    }

    #[test]
    fn frequencies_are_near_the_probabilities() {
        // Of 0, 1, 2 one is mined, and of 2, 3 one is: 2, or 3 and one of 0 and 1.
        let both: [(i32, &[u32]); 2] = [(1, &[0, 1, 2]), (1, &[2, 3])];
        let third = 1.0 / 3.0;
        assert_near(&ask(&rules(4, &both, None, 0.0)).0, &[third, third, third, 2.0 * third]);
        // With one mine it is 2; with two among these and a loose cell, 2 and the loose one, or two others.
        assert_near(&ask(&rules(4, &both, Some(1.0), 0.0)).0, &[0.0, 0.0, 1.0, 0.0]);
        let shared = ask(&rules(4, &both, Some(2.0), 1.0));
        assert_near(&shared.0, &[third, third, third, 2.0 * third]);
        assert_near(&[shared.1.unwrap()], &[third]);
    }

    #[test]
    fn odds_of_cells_tell_them_apart() {
        let numbers: [(i32, &[u32]); 1] = [(1, &[0, 1])];
        let mut rules = rules(2, &numbers, None, 0.0);
        rules.ln_odds = vec![4.0f64.ln(), 1.0f64.ln()];
        assert_near(&ask(&rules).0, &[0.8, 0.2]);
    }

    #[test]
    fn what_cannot_be_true_or_says_nothing_has_frequencies_all_the_same() {
        let wrong: [(i32, &[u32]); 2] = [(2, &[0, 1]), (0, &[0, 1])];
        let found = ask(&rules(3, &wrong, Some(9.0), 2.0));
        assert!(found.0.iter().all(|share| (0.0..=1.0).contains(share)));
        let nothing = ask(&rules(0, &[], None, 5.0));
        assert!(nothing.0.is_empty() && nothing.1.is_none());
        assert_near(&[ask(&rules(0, &[], Some(2.0), 4.0)).1.unwrap()], &[0.5]);
    }
}
