//! Help: why a cell is safe or mined, and hints in tiers, each of which says more than the one before.

use demine::{
    Analysis, Cell, Choice, Failure, Hint, Label, Measure, Options, Position, Proof, Stopped,
};
use serde_json::{Map, Value, json};

use crate::fraction::Fraction;
use crate::live::object;
use crate::odds::fraction_of;
use crate::problem::Problem;
use crate::steps::{chance, say, thing, write_steps};
use crate::time::Time;

/// Most engine calls in search of a smaller proof.
const PROOF_TRIES: usize = 300;
/// The same for a hint: few, because a player waits for it.
const HINT_TRIES: usize = 60;
/// Cells to guess that are listed with their risks.
const SHOWN: usize = 8;
/// Safe cells that a sentence lists.
const NAMED: usize = 12;

/// Why a cell is as it is.
pub enum Reason {
    /// It is safe or mined.
    Proved(Proof),
    /// It is neither; whether it is the best guess.
    Undecided(Analysis, Cell, bool),
}

/// A cell to open, and the reason. A guess says by which measure it was chosen.
pub struct Found {
    cell: Cell,
    reason: Reason,
    measure: &'static str,
}

/// Why a cell is safe or mined; its chance of a mine if it is neither.
pub fn explain(
    position: &Position,
    cell: Cell,
    address: &str,
    options: &Options,
) -> Result<Value, Problem> {
    if matches!(position.label(cell), Label::Number(_)) {
        let line = format!("cell {address} is open: expected a covered cell to explain");
        return Err(Problem::new(422, "InvalidPosition", line));
    }
    write_reason(position, &reason_of(position, cell, options)?, options)
}

fn reason_of(position: &Position, cell: Cell, options: &Options) -> Result<Reason, Failure> {
    let (analysis, proof) = position.explain(cell, PROOF_TRIES, options)?;
    let label = position.label(cell);
    if label != Label::Covered {
        let (mined, numbers) = (label == Label::Mined, Vec::new());
        let known = Proof { cell, mined, numbers, counter: false, smallest: true };
        return Ok(Reason::Proved(known));
    }
    Ok(proof.map_or(Reason::Undecided(analysis, cell, false), Reason::Proved))
}

/// What to open next: a safe cell with a simple proof, else the best guess.
pub fn hint(position: &Position, time: &Time) -> Result<Found, Problem> {
    let analysis = match position.hint(HINT_TRIES, &time.rest()?)? {
        Hint::Proved(proof) => {
            return Ok(Found { cell: proof.cell, reason: Reason::Proved(proof), measure: "proof" });
        }
        Hint::Undecided(analysis) => analysis,
    };
    let labels = || (0..).zip(position.labels());
    if let Some((cell, _)) = labels().find(|&(_, label)| label == Label::Free) {
        let reason = reason_of(position, cell, &time.rest()?)?;
        return Ok(Found { cell, reason, measure: "proof" });
    }
    let covered = labels().filter(|&(_, label)| label == Label::Covered);
    let covered: Vec<Cell> = covered.map(|(cell, _)| cell).collect();
    let invalid = |line: &str| Problem::new(422, "InvalidPosition", line);
    if covered.is_empty() {
        return Err(invalid("no cell is covered: expected a position with something to open"));
    }
    if covered.iter().all(|cell| analysis.mined().binary_search(cell).is_ok()) {
        return Err(invalid("every covered cell is mined: nothing is left to open"));
    }
    let (cell, measure) = best_guess(position, &analysis, &covered, &time.rest()?)?;
    Ok(Found { cell, reason: Reason::Undecided(analysis, cell, true), measure })
}

/// The cell that `strongest` would open; the one with the least risk where it only estimates or is too
/// wide.
fn best_guess(
    position: &Position,
    analysis: &Analysis,
    covered: &[Cell],
    options: &Options,
) -> Result<(Cell, &'static str), Problem> {
    if analysis.is_exact() {
        match position.advise(options) {
            Ok((Choice::Guess(cell), measure)) if measure != Measure::Local => {
                return Ok((cell, measure.name()));
            }
            Ok(_) | Err(Stopped::TooWide { .. }) => {}
            Err(stopped) => return Err(stopped.into()),
        }
    }
    let measure = if analysis.is_exact() { "least risk" } else { "least estimated risk" };
    let risk = |cell: Cell| analysis.probabilities()[cell as usize];
    let least = covered.iter().copied().min_by(|&a, &b| risk(a).total_cmp(&risk(b)));
    Ok((least.expect("a cell is covered"), measure))
}

/// One tier of a hint, and nothing of the later tiers.
pub fn write_hint(
    position: &Position,
    found: &Found,
    tier: i64,
    addresses: &Value,
    options: &Options,
) -> Result<Value, Problem> {
    let is_certain = matches!(found.reason, Reason::Proved(_));
    let mut told = object(json!({"tier": tier, "certain": is_certain}));
    if let (2.., Reason::Proved(proof)) = (tier, &found.reason) {
        told.extend(object(json!({"numbers": proof.numbers, "counter": proof.counter})));
    }
    if tier > 2 || (tier > 1 && !is_certain) {
        told.insert("cell".into(), found.cell.into());
        told.insert("address".into(), addresses[found.cell as usize].clone());
    }
    if tier > 2 {
        told.insert("reason".into(), write_reason(position, &found.reason, options)?);
    }
    let lines = say_tier(position, found, tier, &told, options)?;
    told.insert("lines".into(), lines);
    Ok(told.into())
}

/// The sentences of a tier.
fn say_tier(
    position: &Position,
    found: &Found,
    tier: i64,
    told: &Map<String, Value>,
    options: &Options,
) -> Result<Value, Problem> {
    let cell = found.cell;
    Ok(match (tier, &found.reason) {
        (1, Reason::Proved(_)) => json!([say("hint_certain", json!({}), &[])]),
        (1, _) => json!([say("hint_guess", json!({}), &[])]),
        (2, Reason::Proved(proof)) => {
            let mut look = say("look_at", json!({"things": things(position, proof)}), &[]);
            look["numbers"] = json!(proof.numbers);
            json!([look])
        }
        (2, _) => {
            let measure = found.measure.replace([' ', '-'], "_");
            json!([say("hint_best", json!({"cell": cell, "measure": measure}), &[cell])])
        }
        (3, Reason::Proved(_)) => told["reason"]["steps"].clone(),
        (3, _) => json!([told["reason"]["lines"][0]]),
        (_, Reason::Proved(_)) => json!([say("open_safe", json!({"cell": cell}), &[cell])]),
        (_, Reason::Undecided(analysis, ..)) => {
            let risk = chance(&fraction_of(analysis, cell, options)?, analysis.is_exact());
            json!([say("open_guess", json!({"cell": cell, "chance": risk}), &[cell])])
        }
    })
}

fn things(position: &Position, proof: &Proof) -> Vec<Value> {
    let mut things: Vec<Value> = proof.numbers.iter().map(|&n| thing(position, n)).collect();
    things.extend(proof.counter.then(|| json!({"kind": "counter"})));
    if things.is_empty() {
        things.push(json!({"kind": "cell", "cell": proof.cell}));
    }
    things
}

/// A proof; for an undecided cell its chance of a mine, and better cells to guess.
pub fn write_reason(
    position: &Position,
    reason: &Reason,
    options: &Options,
) -> Result<Value, Problem> {
    match reason {
        Reason::Proved(proof) => Ok(write_proof(position, proof)),
        Reason::Undecided(analysis, cell, is_best) => {
            Ok(write_undecided(position, analysis, *cell, *is_best, options)?)
        }
    }
}

/// The numbers of a proof, and its steps.
pub fn write_proof(position: &Position, proof: &Proof) -> Value {
    let Proof { cell, mined, numbers, counter, smallest } = proof;
    let steps = position.argue(*cell, *mined, numbers, *counter);
    json!({
        "proved": if *mined { "mined" } else { "safe" }, "cell": cell, "numbers": numbers,
        "counter": counter, "smallest": smallest, "steps": write_steps(&steps),
    })
}

fn write_undecided(
    position: &Position,
    analysis: &Analysis,
    cell: Cell,
    is_best: bool,
    options: &Options,
) -> Result<Value, Failure> {
    let is_exact = analysis.is_exact();
    let is_in = |cells: &[Cell], cell: Cell| cells.binary_search(&cell).is_ok();
    let covered = (0..).zip(position.labels()).filter(|&(_, label)| label == Label::Covered);
    let covered: Vec<Cell> = covered.map(|(cell, _)| cell).collect();
    let safe = covered.iter().copied().filter(|&v| is_in(analysis.safe(), v)).collect::<Vec<_>>();
    let decided = |v: Cell| is_in(analysis.safe(), v) || is_in(analysis.mined(), v);
    let mut candidates: Vec<(Cell, Fraction)> = Vec::new();
    for &v in covered.iter().filter(|&&v| !decided(v)) {
        candidates.push((v, fraction_of(analysis, v, options)?));
    }
    candidates.sort_by(|(a, x), (b, y)| {
        let first = |v: Cell| !(is_best && v == cell);
        first(*a).cmp(&first(*b)).then_with(|| x.cmp(y))
    });
    let own = fraction_of(analysis, cell, options)?;
    let undecided = json!({"cell": cell, "chance": chance(&own, is_exact)});
    let next = if safe.is_empty() {
        say("guess_needed", json!({"best": is_best}), &[])
    } else {
        let named = &safe[..safe.len().min(NAMED)];
        say("no_guess_needed", json!({"cells": named, "more": safe.len() - named.len()}), named)
    };
    let row = |(v, risk): &(Cell, Fraction)| {
        let mut row = object(write_chance(risk, is_exact));
        row.insert("cell".into(), (*v).into());
        Value::from(row)
    };
    let mut told = object(json!({
        "proved": null, "cell": cell, "exact": is_exact,
        "lines": [say("undecided", undecided, &[cell]), next],
        "candidates": candidates.iter().take(SHOWN).map(row).collect::<Vec<_>>(),
        "more": candidates.len().saturating_sub(SHOWN),
    }));
    told.extend(object(write_chance(&own, is_exact)));
    Ok(told.into())
}

/// A chance as a float, and as a fraction unless it is an estimate.
pub fn write_chance(value: &Fraction, is_exact: bool) -> Value {
    match is_exact {
        true => value.chance(),
        false => json!({"float": value.float(), "fraction": null}),
    }
}
