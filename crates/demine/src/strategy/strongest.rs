//! `strongest`: exact endgames, else look-ahead over one guess.
//!
//! 1. What is safe is opened, what one count alone decides first.
//! 2. Where few legal assignments are left they are searched to the end (see `optimal`).
//! 3. Else candidates are compared by what opening them leads to (see [`lookahead`]), and the best of
//!    them by a learned score of that and of their surroundings (see [`learned`]). With more than the
//!    usual effort the best of these are played out (see [`race`](crate::strategy::race)).
//!
//! Nothing depends on the clock: `effort` scales the states that each step may take. Where a position
//! is too wide to be analysed with them, the local estimates of `equations` are taken, and the turn
//! counts as a fallback.

use crate::base::{Meter, Stopped};
use crate::board::Cell;
use crate::count::{Cache, Counted};
use crate::position::Position;
use crate::search::Optimal;
use crate::strategy::guess::EQUAL;
use crate::strategy::lookahead::{Lookahead, Outlook};
use crate::strategy::notes::Notes;
use crate::strategy::race::{self, Runner};
use crate::strategy::{Choice, Measure, Turn, equations, learned};
use crate::system::Failure;

/// With effort 1: legal assignments up to which the end is searched, and states of that search.
const WORLDS: usize = 10_000;
const SEARCHED: usize = 200_000;
/// States of one analysis, and of the look-ahead of a turn.
const ANALYSED: usize = 1_000_000;
const AHEAD: usize = 4_000_000;
/// Candidates of a turn: cells next to a count, and loose ones.
const CANDIDATES: usize = 12;
const LOOSE: usize = 8;
/// Those that are compared by more than look-ahead.
pub const LISTED: usize = 8;

/// A candidate whose chance of survival is further below the best look-ahead is not looked at.
const SLACK: f64 = 0.03;

/// Scores this close are equal: floats of less than double precision make them.
pub const CLOSE: f64 = 1e-6;

pub fn choose(turn: &mut Turn<'_>) -> Result<Choice, Stopped> {
    let sure = turn.notes.sure();
    if !sure.is_empty() {
        return Ok(Choice::Sure(sure));
    }
    let position = turn.notes.position(turn.notes.mines());
    let meter = turn.meter.limit(ANALYSED * turn.effort);
    match Counted::of(&position, turn.cache, &meter) {
        Err(Failure::Stopped(Stopped::TooWide { .. })) => {
            turn.measure = Measure::Local;
            Ok(equations::choose_first(turn.notes))
        }
        Err(Failure::Stopped(stopped)) => Err(stopped),
        Err(Failure::Contradiction) => Ok(Choice::Nothing),
        Ok(analysis) if analysis.safe().is_empty() => guess(turn, &position, &analysis),
        Ok(analysis) => Ok(Choice::Sure(analysis.safe().to_vec())),
    }
}

fn guess(turn: &mut Turn<'_>, position: &Position, analysis: &Counted) -> Result<Choice, Stopped> {
    turn.measure = Measure::Ahead;
    // With nothing open every cell leads to much the same: the first candidate is as good as any.
    if turn.notes.covered().count() == turn.notes.board().cells() {
        return Ok(Choice::guess(candidates(turn.notes, analysis).first().copied()));
    }
    if let Some(cell) = perfect(turn, position, analysis, WORLDS * turn.effort)? {
        return Ok(Choice::Guess(cell));
    }
    let meter = turn.meter.limit(AHEAD * turn.effort);
    let lookahead = Lookahead::new(turn.notes, position, analysis, turn.cache, &meter)?;
    let seen = look_ahead(turn.notes, analysis, &lookahead)?;
    if seen.is_cut {
        turn.measure = Measure::Cut;
    }
    let listed = shortlist(seen.outlooks, LISTED);
    let scores = scores(turn.notes, analysis, &listed);
    let chosen = match turn.effort {
        1 => best_of(&listed, &scores),
        _ => race(turn, position, &listed, &scores)?,
    };
    Ok(Choice::guess(chosen.or_else(|| candidates(turn.notes, analysis).first().copied())))
}

/// The best by score and play-outs.
fn race(
    turn: &Turn<'_>,
    position: &Position,
    listed: &[Outlook],
    scores: &[f64],
) -> Result<Option<Cell>, Stopped> {
    let runner = |(o, &score): (&Outlook, &f64)| Runner { cell: o.cell, risk: o.risk, score };
    let runners: Vec<Runner> = listed.iter().zip(scores).map(runner).collect();
    race::winner(turn.notes, position, &runners, turn.effort, turn.meter)
}

/// So many candidates with the best look-ahead, and the least likely mine, in the same order.
pub fn shortlist(mut outlooks: Vec<Outlook>, listed: usize) -> Vec<Outlook> {
    let mut blends: Vec<f64> = outlooks.iter().map(Outlook::blend).collect();
    blends.sort_by(|a, b| b.total_cmp(a));
    let least = blends.get(listed - 1).map_or(f64::MIN, |blend| blend - CLOSE);
    let mut is_first = true;
    outlooks.retain(|outlook| std::mem::take(&mut is_first) || outlook.blend() >= least);
    outlooks
}

/// By what is learned; by look-ahead alone where nothing is.
pub fn scores(notes: &Notes, analysis: &Counted, outlooks: &[Outlook]) -> Vec<f64> {
    let ahead = || outlooks.iter().map(Outlook::blend).collect();
    learned::scores(notes, analysis, outlooks).unwrap_or_else(ahead)
}

/// The first cell with the greatest score.
pub fn best_of(outlooks: &[Outlook], scores: &[f64]) -> Option<Cell> {
    let mut best: Option<(Cell, f64)> = None;
    for (outlook, &score) in outlooks.iter().zip(scores) {
        if best.is_none_or(|(_, most)| score > most + CLOSE) {
            best = Some((outlook.cell, score));
        }
    }
    best.map(|(cell, _)| cell)
}

/// What was looked at.
pub struct Seen {
    pub outlooks: Vec<Outlook>,
    /// Whether the budget ended the look-ahead.
    pub is_cut: bool,
}

/// The outlooks of the candidates, the least likely mine first; not of those that are too risky to be
/// worth it whatever they lead to.
pub fn look_ahead(
    notes: &Notes,
    analysis: &Counted,
    lookahead: &Lookahead<'_>,
) -> Result<Seen, Stopped> {
    let (mut outlooks, mut most) = (Vec::new(), 0.0f64);
    for cell in candidates(notes, analysis) {
        let survival = 1.0 - analysis.probabilities()[cell as usize];
        if survival < most - SLACK {
            break;
        }
        let Some(outlook) = Stopped::unless_too_wide(lookahead.outlook(cell))? else {
            return Ok(Seen { outlooks, is_cut: true });
        };
        most = most.max(outlook.blend());
        outlooks.push(outlook);
    }
    Ok(Seen { outlooks, is_cut: false })
}

/// What the candidates of a position lead to, the best first; at most so many.
pub fn outlooks(
    position: &Position,
    most: usize,
    cache: Option<&Cache>,
    meter: &Meter<'_>,
) -> Result<Vec<Outlook>, Stopped> {
    let notes = Notes::of(position);
    let Ok(analysis) = Failure::or_contradiction(Counted::of(position, cache, meter))? else {
        return Ok(Vec::new());
    };
    let lookahead = Lookahead::new(&notes, position, &analysis, cache, meter)?;
    let cells = candidates(&notes, &analysis).into_iter();
    let mut outlooks = cells.map(|c| lookahead.outlook(c)).collect::<Result<Vec<_>, _>>()?;
    outlooks.sort_by(|a, b| b.blend().total_cmp(&a.blend()));
    outlooks.truncate(most);
    Ok(outlooks)
}

/// A cell of perfect play, where that is in reach.
fn perfect(
    turn: &mut Turn<'_>,
    position: &Position,
    analysis: &Counted,
    most: usize,
) -> Result<Option<Cell>, Stopped> {
    let meter = turn.meter.limit(SEARCHED * turn.effort);
    let found = search_end(position, analysis, most, &meter)?;
    if let Some((_, promise)) = found {
        (turn.measure, turn.promise) = (Measure::Perfect, Some(promise));
    }
    Ok(found.map(|(cell, _)| cell))
}

/// A cell of perfect play and how likely it wins; None if that is out of reach.
pub fn search_end(
    position: &Position,
    analysis: &Counted,
    most: usize,
    meter: &Meter<'_>,
) -> Result<Option<(Cell, f64)>, Stopped> {
    let ways = analysis.approximate_count(meter)?;
    if ways.exact().is_none_or(|ways| ways > most as u64 + 1) {
        return Ok(None);
    }
    Ok(Stopped::unless_too_wide(search(position, most, meter))?.flatten())
}

/// A cell of perfect play and how likely it wins; None if there are too many legal assignments.
fn search(
    position: &Position,
    most: usize,
    meter: &Meter<'_>,
) -> Result<Option<(Cell, f64)>, Stopped> {
    let Some(mut optimal) = Optimal::of(position, most, meter)? else { return Ok(None) };
    let worlds = optimal.worlds() as f64;
    Ok(optimal.pick(meter)?.map(|(cell, won)| (cell, f64::from(won) / worlds)))
}

/// Cells worth a look, the least likely mine first. Cells next to no count are all as risky; of these
/// some with the fewest neighbours, which are the likeliest to show a 0, and some that share the most
/// neighbours with cells in question.
pub fn candidates(notes: &Notes, analysis: &Counted) -> Vec<Cell> {
    let risk = |cell: Cell| analysis.probabilities()[cell as usize];
    let (mut loose, mut near): (Vec<Cell>, Vec<Cell>) =
        notes.open_questions().filter(|&c| risk(c) < 1.0).partition(|&c| notes.is_loose(c));
    let by_risk = |&cell: &Cell| {
        let told = notes.opened_around(cell);
        (round_risk(risk(cell)), std::cmp::Reverse(told), notes.board().degree(cell), cell)
    };
    near.sort_by_key(by_risk);
    near.truncate(CANDIDATES);
    loose.sort_by_key(|&cell| (notes.board().degree(cell), cell));
    let corners: Vec<Cell> = loose.iter().copied().take(LOOSE / 2).collect();
    let shared = |&cell: &Cell| {
        let around = notes.board().neighbours(cell).iter();
        let near = around.filter(|&&v| notes.is_open_question(v) && !notes.is_loose(v)).count();
        (std::cmp::Reverse(near), cell)
    };
    loose.retain(|cell| !corners.contains(cell));
    loose.sort_by_cached_key(shared);
    near.extend(corners.into_iter().chain(loose.into_iter().take(LOOSE - LOOSE / 2)));
    near.sort_by_key(by_risk);
    near
}

/// Risks that should be equal are.
fn round_risk(risk: f64) -> u64 {
    (risk / EQUAL).round() as u64
}
