//! `strongest`: perfect play in endgames, else look-ahead over one guess and a learned score.
//!
//! 1. It opens safe cells, those that one number alone decides first.
//! 2. Where few legal assignments are left, it searches them to the end (see [`search`]).
//! 3. Else it compares candidates by [`lookahead`], and the best of these by a [`learned`] score of
//!    their look-ahead and surroundings. With more than the usual effort it plays the best of them
//!    out (see [`race`]).
//!
//! Nothing depends on the clock: `effort` scales the states that each step may take. Where a position
//! is too wide to be analysed with them, the local estimates of `equations` decide, and the turn
//! counts as a fallback.
//!
//! [`search`]: crate::search
//! [`lookahead`]: crate::strategy::lookahead
//! [`learned`]: crate::strategy::learned
//! [`race`]: crate::strategy::race

use std::cmp::Reverse;

use crate::base::{Meter, Result, Sort, Stopped};
use crate::board::Cell;
use crate::count::{Counted, Work};
use crate::position::Position;
use crate::search::Optimal;
use crate::strategy::lookahead::{Lookahead, Outlook, Situation};
use crate::strategy::notes::Notes;
use crate::strategy::race::race;
use crate::strategy::safest::SAME_RISK;
use crate::strategy::{Choice, Measure, Turn, equations, learned};
use crate::system::Failure;

// These four are for effort 1, and scale with it: more of each wins more games and takes longer.
// docs/strategies.md has the winning rates and the milliseconds per game to which they lead.

/// Up to this many legal assignments the end is searched, with at most this many states.
const END_ASSIGNMENTS: usize = 10_000;
pub const END_STATES: usize = 200_000;
/// States of the analysis of a turn, hundreds of times what usual boards take.
pub const ANALYSIS_STATES: usize = 1_000_000;
/// States of the look-ahead of a turn.
const AHEAD_STATES: usize = 4_000_000;

/// Candidates of a turn that are next to a number, and loose ones. Each costs several analyses.
const NEAR_CANDIDATES: usize = 12;
const LOOSE_CANDIDATES: usize = 8;
/// Candidates with the best look-ahead that are also compared by score.
const SHORTLIST: usize = 8;

/// A candidate is skipped if its chance of survival is further than this below the best look-ahead.
/// Its own look-ahead cannot be better than its survival; the slack is what a score may make up for.
const SLACK: f64 = 0.03;

/// Scores closer than this are equal: they are made of floats of single precision.
pub const SAME_SCORE: f64 = 1e-6;

pub fn choose(turn: &mut Turn<'_>) -> Result<Choice> {
    let position = turn.notes.position();
    let meter = turn.work.meter.limit(ANALYSIS_STATES * turn.effort);
    match Counted::of(&position, turn.work.with(&meter)) {
        Err(Failure::Stopped(Stopped::TooWide { .. })) => {
            turn.measure = Measure::Local;
            equations::choose_first(turn.notes, turn.work.meter)
        }
        Err(Failure::Stopped(stopped)) => Err(stopped),
        Err(Failure::Contradiction) => Ok(Choice::Nothing),
        Ok(analysis) if analysis.safe().is_empty() => guess(turn, &position, &analysis),
        Ok(analysis) => Ok(Choice::Safe(analysis.safe().to_vec())),
    }
}

fn guess(turn: &mut Turn<'_>, position: &Position, analysis: &Counted) -> Result<Choice> {
    let (notes, work, effort) = (&*turn.notes, turn.work, turn.effort);
    let situation = Situation { notes, position, analysis };
    let first = || candidates(situation).first().copied();
    turn.measure = Measure::Ahead;
    // With nothing open all cells have much the same prospects.
    if notes.covered().count() == notes.board.cells() {
        return Ok(Choice::guess(first()));
    }
    let meter = work.meter.limit(END_STATES * effort);
    if let Some((cell, won)) = search_end(position, analysis, END_ASSIGNMENTS * effort, &meter)? {
        (turn.measure, turn.win_probability) = (Measure::Perfect, Some(won));
        return Ok(Choice::Guess(cell));
    }
    let meter = work.meter.limit(AHEAD_STATES * effort);
    let (outlooks, is_cut) = look_ahead(&Lookahead::new(situation, work.with(&meter))?)?;
    if is_cut {
        turn.measure = Measure::Cut;
    }
    let listed = score(situation, shortlist(outlooks, SHORTLIST));
    let chosen = match effort {
        1 => best_of(&listed),
        effort => race(situation, &listed, effort, work.meter)?,
    };
    Ok(Choice::guess(chosen.or_else(first)))
}

/// A cell that may be opened next.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The prospects of opening it.
    pub outlook: Outlook,
    /// Its learned score.
    pub score: f64,
    /// The inputs of that score: its own numbers, the position's, its window.
    pub features: Vec<f32>,
}

/// The candidates that the strategy compares by score, with up to this many of the best look-ahead.
pub fn scored_candidates(position: &Position, most: usize, work: Work) -> Result<Vec<Candidate>> {
    ahead_of(position, work, |lookahead| {
        let (outlooks, _) = look_ahead(lookahead)?;
        Ok(score(lookahead.situation, shortlist(outlooks, most)))
    })
}

/// The outlooks of all candidates of a position, the best first; at most this many.
pub fn outlooks(position: &Position, most: usize, work: Work) -> Result<Vec<Outlook>> {
    ahead_of(position, work, |lookahead| {
        let cells = candidates(lookahead.situation).into_iter();
        let mut outlooks = cells.map(|c| lookahead.outlook(c)).collect::<Result<Vec<_>, _>>()?;
        outlooks.arrange(|a, b| b.blend().total_cmp(&a.blend()));
        outlooks.truncate(most);
        Ok(outlooks)
    })
}

/// A question about the look-ahead of a position. Where labels contradict each other, nothing is ahead.
fn ahead_of<T>(
    position: &Position,
    work: Work,
    ask: impl FnOnce(&Lookahead<'_>) -> Result<Vec<T>>,
) -> Result<Vec<T>> {
    match Failure::or_contradiction(Counted::of(position, work))? {
        Err(_) => Ok(Vec::new()),
        Ok(analysis) => {
            let situation =
                Situation { notes: &Notes::of(position), position, analysis: &analysis };
            ask(&Lookahead::new(situation, work)?)
        }
    }
}

/// The candidates with the best look-ahead, and the least likely mine, in the same order.
fn shortlist(mut outlooks: Vec<Outlook>, most: usize) -> Vec<Outlook> {
    let mut blends: Vec<f64> = outlooks.iter().map(Outlook::blend).collect();
    blends.arrange(|a, b| b.total_cmp(a));
    let least = blends.get(most - 1).map_or(f64::MIN, |blend| blend - SAME_SCORE);
    let mut is_first = true;
    outlooks.retain(|outlook| std::mem::take(&mut is_first) || outlook.blend() >= least);
    outlooks
}

fn score(situation: Situation<'_>, outlooks: Vec<Outlook>) -> Vec<Candidate> {
    let rows = learned::features(situation, &outlooks);
    let scored = |(outlook, features): (Outlook, Vec<f32>)| {
        let score = learned::score(&features);
        Candidate { outlook, score, features }
    };
    outlooks.into_iter().zip(rows).map(scored).collect()
}

/// The first cell with the greatest score.
fn best_of(candidates: &[Candidate]) -> Option<Cell> {
    let better = |a: &Candidate, b: &Candidate| b.score > a.score + SAME_SCORE;
    let best = candidates.iter().reduce(|a, b| if better(a, b) { b } else { a });
    best.map(|best| best.outlook.cell)
}

/// The outlooks of the candidates, the least likely mine first, without those that are too risky; and
/// whether the budget ended the look-ahead.
fn look_ahead(lookahead: &Lookahead<'_>) -> Result<(Vec<Outlook>, bool)> {
    let (mut outlooks, mut most) = (Vec::new(), 0.0f64);
    for cell in candidates(lookahead.situation) {
        let survival = 1.0 - lookahead.situation.risk(cell);
        if survival < most - SLACK {
            break;
        }
        let Some(outlook) = Stopped::unless_too_wide(lookahead.outlook(cell))? else {
            return Ok((outlooks, true));
        };
        most = most.max(outlook.blend());
        outlooks.push(outlook);
    }
    Ok((outlooks, false))
}

/// A cell of perfect play and its probability of winning; None if there are more legal assignments
/// than `most`, or too little budget.
pub fn search_end(
    position: &Position,
    analysis: &Counted,
    most: usize,
    meter: &Meter,
) -> Result<Option<(Cell, f64)>> {
    let ways = analysis.approximate_count(meter)?;
    if ways.exact().is_none_or(|ways| ways > most as u64 + 1) {
        return Ok(None);
    }
    let picked = Optimal::of(position, most, meter).and_then(|found| match found {
        Some(mut optimal) => optimal.pick(meter),
        None => Ok(None),
    });
    Ok(Stopped::unless_too_wide(picked)?.flatten())
}

/// The candidates of a turn, the least likely mine first. Loose cells are equally risky. Half of those
/// taken have the fewest neighbours, so that they are the likeliest to show a 0. The other half share
/// the most neighbours with undecided cells near a number.
fn candidates(situation: Situation<'_>) -> Vec<Cell> {
    let Situation { notes, .. } = situation;
    let is_near = notes.near_numbers();
    let (mut near, mut loose): (Vec<Cell>, Vec<Cell>) =
        notes.undecided().filter(|&c| situation.risk(c) < 1.0).partition(|&c| is_near[c as usize]);
    let by_risk = |&cell: &Cell| {
        let opened = notes.opened_around(cell);
        // The same number for equal risks, whatever their rounding errors.
        let risk = (situation.risk(cell) / SAME_RISK).round() as u64;
        (risk, Reverse(opened), notes.board.degree(cell), cell)
    };
    near.arrange_by_key(by_risk);
    near.truncate(NEAR_CANDIDATES);
    loose.arrange_by_key(|&cell| (notes.board.degree(cell), cell));
    let corners: Vec<Cell> = loose.iter().copied().take(LOOSE_CANDIDATES / 2).collect();
    let shared = |&cell: &Cell| {
        let around = notes.board.neighbours(cell).iter();
        let near = around.filter(|&&v| notes.is_undecided(v) && is_near[v as usize]).count();
        (Reverse(near), cell)
    };
    loose.retain(|cell| !corners.contains(cell));
    loose.sort_by_cached_key(shared);
    near.extend(
        corners.into_iter().chain(loose.into_iter().take(LOOSE_CANDIDATES - LOOSE_CANDIDATES / 2)),
    );
    near.arrange_by_key(by_risk);
    near
}
