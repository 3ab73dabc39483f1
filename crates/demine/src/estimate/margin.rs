//! Margin: estimates from several runs, each with a margin by how far the runs are apart.
//!
//! With six runs, the spread of one cell says little about its error. The spreads of all cells together say how
//! many independent assignments the runs are worth, and each cell gets a mixture of both. The factors are
//! measured: the bench of estimates compares intervals with exact probabilities.

use crate::estimate::tempering::{Frequencies, Run};

/// How likely something is, and how far that may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub chance: f64,
    pub margin: f64,
}

impl Estimate {
    /// The same, so far away from 0 and 1.
    pub fn never_certain(self, away: f64) -> Self {
        Self { chance: self.chance.clamp(away, 1.0 - away), ..self }
    }
}

/// Standard deviations on either side.
const DEVIATIONS: f64 = 2.6;
/// By how many runs the spread of all cells outweighs that of one.
const POOLED_RUNS: f64 = 5.0;
/// What was never seen in n assignments has a chance of at most so many n-ths (the rule of three).
const UNSEEN: f64 = 3.0;
/// With fewer legal assignments than this, nearly legal ones count.
const LEAST_LEGAL: f64 = 30.0;
/// The margin of frequencies in nearly legal assignments, which may be biased.
const BIAS: f64 = 0.04;
/// A variance if one run alone has something to say.
const UNKNOWN: f64 = 0.1;

/// Runs agree if their mean has the error of this many independent assignments.
const ENOUGH: f64 = 500.0;

/// A chance, the variance of its error, and by how far the prior has moved it.
struct Guess {
    chance: f64,
    variance: f64,
    moved: f64,
}

impl Guess {
    /// The variance of one assignment.
    fn spread(&self) -> f64 {
        self.chance * (1.0 - self.chance)
    }
}

/// Whether the runs are so close together that more of them would say little more.
pub fn agree(runs: &[&Run]) -> bool {
    let (seen, bias) = chosen(runs);
    bias == 0.0 && ENOUGH * share(&guesses(&seen)) <= 1.0
}

/// The cells, from what all runs saw of them.
pub fn of_cells(runs: &[&Run]) -> Vec<Estimate> {
    let (seen, bias) = chosen(runs);
    let guesses = guesses(&seen);
    let (share, runs) = (share(&guesses), runs.len() as f64 - 1.0);
    let estimate = |guess: Guess| {
        let pooled = share * guess.spread();
        let variance = (runs * guess.variance + POOLED_RUNS * pooled) / (runs + POOLED_RUNS);
        let margin = DEVIATIONS * variance.sqrt() + UNSEEN * share + bias + guess.moved;
        Estimate { chance: guess.chance, margin: margin.min(1.0) }
    };
    guesses.into_iter().map(estimate).collect()
}

fn guesses(seen: &[&Frequencies]) -> Vec<Guess> {
    let cells = seen.first().map_or(0, |first| first.seen.len());
    (0..cells).map(|cell| guess(seen.iter().map(|run| run.seen[cell]), 0.5)).collect()
}

/// The variance of all errors, as a share of that of a single assignment.
fn share(guesses: &[Guess]) -> f64 {
    let all: f64 = guesses.iter().map(Guess::spread).sum();
    guesses.iter().map(|guess| guess.variance).sum::<f64>() / all.max(f64::MIN_POSITIVE)
}

/// A loose cell.
pub fn of_loose(runs: &[&Run]) -> Estimate {
    let (seen, bias) = chosen(runs);
    let Guess { chance, variance, .. } = guess(seen.iter().map(|run| run.loose), 0.0);
    let margin = if variance > 0.0 { DEVIATIONS * variance.sqrt() + bias } else { 0.0 };
    Estimate { chance, margin: margin.min(1.0) }
}

/// The frequencies that count, and the margin that they need in addition.
fn chosen<'r>(runs: &[&'r Run]) -> (Vec<&'r Frequencies>, f64) {
    let legal: f64 = runs.iter().map(|run| run.legal.loose.1).sum();
    match legal >= LEAST_LEGAL {
        true => (runs.iter().map(|run| &run.legal).collect(), 0.0),
        false => (runs.iter().map(|run| &run.nearly).collect(), BIAS),
    }
}

/// The mean of all runs, and by how far they are apart. `prior` is how often a mine was seen in one more
/// assignment, if not 0.
fn guess(runs: impl Iterator<Item = (f64, f64)> + Clone, prior: f64) -> Guess {
    let (sum, all) = runs.clone().fold((0.0, 0.0), |(sum, all), (s, n)| (sum + s, all + n));
    let more = 2.0 * prior;
    let chance = if all + more > 0.0 { (sum + prior) / (all + more) } else { 0.5 };
    // As many runs as these are worth if some saw more than others.
    let squares: f64 = runs.clone().map(|(_, n)| (n / all.max(1.0)).powi(2)).sum();
    let worth = 1.0 / squares.max(f64::MIN_POSITIVE);
    if all == 0.0 || worth < 1.2 {
        return Guess { chance, variance: UNKNOWN, moved: 0.0 };
    }
    let mean = sum / all;
    let apart = runs.filter(|(_, n)| *n > 0.0).map(|(s, n)| (n / all * (s / n - mean)).powi(2));
    let variance = apart.sum::<f64>() * worth / (worth - 1.0);
    Guess { chance, variance, moved: (chance - mean).abs() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, Lists, Meter};
    use crate::estimate::tempering::runs;
    use crate::estimate::walk::Rules;

    fn rules(cells: usize, numbers: &[(i32, &[u32])], mines: Option<f64>, loose: f64) -> Rules {
        let mut members = Lists::default();
        numbers.iter().for_each(|(_, cells)| members.push(cells.iter().copied()));
        let needs = numbers.iter().map(|&(need, _)| need).collect();
        Rules::new(members, needs, vec![0.0; cells], mines, loose)
    }

    fn ask_within(rules: &Rules, seconds: Option<f64>) -> (Vec<Estimate>, Estimate) {
        let meter = Meter::unwatched(Budget::default());
        let deadline = Meter::unwatched(Budget { seconds, ..Budget::default() }).deadline();
        let found = runs(rules, agree, deadline, &meter).unwrap();
        let found: Vec<&Run> = found.iter().collect();
        (of_cells(&found), of_loose(&found))
    }

    fn ask(rules: &Rules) -> (Vec<Estimate>, Estimate) {
        ask_within(rules, None)
    }

    fn assert_near(found: &[Estimate], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            let off = (found.chance - expected).abs();
            assert!(off < 0.03 && off <= found.margin, "{found:?} is not near {expected}");
        }
    }

    #[test]
    fn estimates_are_near_the_probabilities() {
        // Of 0, 1, 2 one is mined, and of 2, 3 one is: 2, or 3 and one of 0 and 1.
        let both: [(i32, &[u32]); 2] = [(1, &[0, 1, 2]), (1, &[2, 3])];
        let third = 1.0 / 3.0;
        assert_near(&ask(&rules(4, &both, None, 0.0)).0, &[third, third, third, 2.0 * third]);
        // With one mine it is 2; with two among these and a loose cell, 2 and the loose one, or two others.
        assert_near(&ask(&rules(4, &both, Some(1.0), 0.0)).0, &[0.0, 0.0, 1.0, 0.0]);
        let (cells, loose) = ask(&rules(4, &both, Some(2.0), 1.0));
        assert_near(&cells, &[third, third, third, 2.0 * third]);
        assert_near(&[loose], &[third]);
    }

    #[test]
    fn odds_of_cells_tell_them_apart() {
        let numbers: [(i32, &[u32]); 1] = [(1, &[0, 1])];
        let mut rules = rules(2, &numbers, None, 0.0);
        rules.ln_odds = vec![4.0f64.ln(), 1.0f64.ln()];
        assert_near(&ask(&rules).0, &[0.8, 0.2]);
    }

    #[test]
    fn without_time_there_is_an_estimate_with_a_wide_margin() {
        let ring: Vec<[u32; 3]> = (0..20).map(|i| [i, (i + 1) % 20, (i + 2) % 20]).collect();
        let numbers: Vec<(i32, &[u32])> = ring.iter().map(|cells| (1, &cells[..])).collect();
        let rules = rules(20, &numbers[..18], None, 0.0);
        let [late, early] = [Some(0.0), None].map(|seconds| ask_within(&rules, seconds).0);
        let width = |found: &[Estimate]| found.iter().map(|one| one.margin).sum::<f64>();
        assert!(width(&late) > 3.0 * width(&early), "{late:?} {early:?}");
        for (late, early) in late.iter().zip(&early) {
            assert!((late.chance - early.chance).abs() <= late.margin + early.margin);
        }
    }

    #[test]
    fn a_legal_assignment_that_is_known_is_a_start() {
        let numbers: [(i32, &[u32]); 1] = [(2, &[0, 1, 2, 3])];
        let start = vec![true, false, true, false];
        let rules = rules(4, &numbers, None, 0.0).starting_from(vec![start]);
        assert_near(&ask(&rules).0, &[0.5; 4]);
    }

    #[test]
    fn what_cannot_be_true_or_says_nothing_has_an_estimate() {
        let wrong: [(i32, &[u32]); 2] = [(2, &[0, 1]), (0, &[0, 1])];
        let (cells, _) = ask(&rules(3, &wrong, Some(9.0), 2.0));
        assert!(cells.iter().all(|one| (0.0..=1.0).contains(&one.chance) && one.margin > 0.03));
        assert!(ask(&rules(0, &[], None, 5.0)).0.is_empty());
        assert_eq!(ask(&rules(0, &[], Some(2.0), 4.0)).1, Estimate { chance: 0.5, margin: 0.0 });
    }
}
