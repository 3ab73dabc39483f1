//! Odds: the chance of a mine in each cell, what a cell would show, the number of mines.
//!
//! Both faces give these answers: Python has read the request of the server already, the [`Desk`]
//! (crate::Desk) reads that of a browser.

use std::collections::hash_map::Entry;

use demine::{Analysis, Cell, Conflict, Failure, Label, Options, Position, Result};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;
use serde_json::{Map, Value, json};

use crate::fraction::{Fraction, ratio};
use crate::problem::Problem;
use crate::steps::write_steps;

/// Digits of the fractions of all cells together; beyond, a page asks cell by cell.
const MOST_DIGITS: usize = 400_000;
/// Digits from which on the curve has the logarithm of a count instead of the count.
const LONG: f64 = 60.0;
/// How many smaller sets of numbers are tried for a contradiction.
const TRIES: usize = 3000;

/// The analysis of a position, or the numbers that contradict each other if it has no legal assignment.
pub fn analyse(position: &Position, options: &Options) -> Result<Value, Problem> {
    let analysis = match position.analyze(options) {
        Err(Failure::Contradiction) => {
            let conflict = position.conflict(TRIES, options).ok().flatten();
            let conflict = conflict.map(|found| write_conflict(position, &found));
            return Ok(json!({"consistent": false, "conflict": conflict}));
        }
        answer => answer?,
    };
    let mut written = write_analysis(&analysis, options)?;
    written.insert("consistent".into(), true.into());
    Ok(written.into())
}

/// The numbers of a contradiction, and its steps.
fn write_conflict(position: &Position, found: &Conflict) -> Value {
    let Conflict { numbers, counter, smallest } = found;
    let steps = write_steps(&position.contradict(numbers, *counter));
    json!({"numbers": numbers, "counter": counter, "smallest": smallest, "steps": steps})
}

/// The count, the certain cells and the chances. `kind` of each cell is an index into `fractions` and
/// `floats`.
pub fn write_analysis(analysis: &Analysis, options: &Options) -> Result<Map<String, Value>> {
    let count = match analysis.is_exact() {
        true => Some(analysis.count(options)?.to_string()),
        false => None,
    };
    let floats = analysis.probabilities();
    let are_exact = count.as_ref().is_some_and(|count| floats.len() * count.len() <= MOST_DIGITS);
    let mut kinds = Kinds::default();
    for (cell, &float) in (0..).zip(floats) {
        // A float is 0 or 1 only for a certain cell, so no fraction is counted there.
        if are_exact && 0.0 < float && float < 1.0 {
            kinds.add_counts(analysis.probability(cell, options)?);
        } else {
            kinds.add(Fraction::of_float(float));
        }
    }
    let Value::Object(written) = json!({
        "exact": analysis.is_exact(),
        "count": count,
        "safe": analysis.safe(),
        "mined": analysis.mined(),
        "kind": kinds.of_cell,
        "floats": kinds.distinct.iter().map(Fraction::float).collect::<Vec<_>>(),
        "fractions": are_exact.then(|| kinds.distinct.iter().map(Fraction::to_string).collect::<Vec<_>>()),
        "expected": expected(&kinds, are_exact),
    }) else {
        unreachable!("an object was written")
    };
    Ok(written)
}

/// The expected number of mines.
fn expected(kinds: &Kinds, is_exact: bool) -> Value {
    let each = kinds.distinct.iter().zip(&kinds.sizes).map(|(one, &size)| one.times(size));
    let total = each.fold(Fraction::of_float(0.0), |total, part| &total + &part);
    match is_exact {
        true => total.chance(),
        false => json!({"float": total.float(), "fraction": null}),
    }
}

/// The chance of a mine in a cell.
pub(crate) fn fraction_of(analysis: &Analysis, cell: Cell, options: &Options) -> Result<Fraction> {
    let (mined, all) = analysis.probability(cell, options)?;
    Ok(Fraction::new(mined, all))
}

/// The distinct chances of some cells, in the order of their first cells.
#[derive(Default)]
struct Kinds {
    distinct: Vec<Fraction>,
    /// How many cells have each of them.
    sizes: Vec<usize>,
    of_cell: Vec<usize>,
    places: FxHashMap<Fraction, usize>,
    /// The kinds of counts that were seen: many cells share them, and a fraction takes long to reduce.
    known: FxHashMap<(BigUint, BigUint), usize>,
}

impl Kinds {
    /// Adds a cell that is mined in so many of so many legal assignments.
    fn add_counts(&mut self, counts: (BigUint, BigUint)) {
        match self.known.get(&counts) {
            Some(&kind) => self.add_one(kind),
            None => {
                let kind = self.add(Fraction::new(counts.0.clone(), counts.1.clone()));
                self.known.insert(counts, kind);
            }
        }
    }

    /// Adds a cell with this chance, and returns its kind.
    fn add(&mut self, chance: Fraction) -> usize {
        let kind = match self.places.entry(chance) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.distinct.push(new.key().clone());
                self.sizes.push(0);
                *new.insert(self.sizes.len() - 1)
            }
        };
        self.add_one(kind);
        kind
    }

    fn add_one(&mut self, kind: usize) {
        self.sizes[kind] += 1;
        self.of_cell.push(kind);
    }
}

/// The legal assignments for each number of mines, from `first` mines on: decimal logarithms, shares,
/// and the counts where they are short.
pub fn curve(position: &Position, options: &Options) -> Result<Value> {
    let counts = position.counts_by_mines(options)?;
    let total: BigUint = counts.iter().sum();
    let is_possible = |count: &BigUint| !count.is_zero();
    let first = counts.iter().position(is_possible).unwrap_or(0);
    let end = counts.iter().rposition(is_possible).map_or(0, |last| last + 1);
    let shown = &counts[first..end.max(first)];
    let logs = shown.iter().map(|count| is_possible(count).then(|| rounded(log10(count))));
    let short = |count: &BigUint| log10(count.max(&BigUint::one())) < LONG;
    let written = shown.iter().map(|count| short(count).then(|| count.to_string()));
    Ok(json!({
        "first": first,
        "logs": logs.collect::<Vec<_>>(),
        "shares": shown.iter().map(|count| ratio(count, &total)).collect::<Vec<_>>(),
        "counts": written.collect::<Vec<_>>(),
    }))
}

/// The decimal logarithm of a number from 1 on, as Python computes it.
fn log10(number: &BigUint) -> f64 {
    match number.bits() {
        ..=1023 => ratio(number, &BigUint::one()).log10(),
        bits => ratio(number, &(BigUint::one() << bits)).log10() + 2f64.log10() * bits as f64,
    }
}

/// Rounded to three decimals, half to even, as Python rounds.
fn rounded(value: f64) -> f64 {
    format!("{value:.3}").parse().expect("a number was written")
}

/// The chance of a mine in a cell, and of each number if it is opened.
pub fn cell(position: &Position, cell: Cell, options: &Options) -> Result<Value, Problem> {
    let analysis = position.analyze(options)?;
    let probability = fraction_of(&analysis, cell, options)?.to_string();
    let shows = shows(position, &analysis, cell, options)?;
    Ok(json!({"cell": cell, "probability": probability, "shows": shows}))
}

/// The numbers that the cell may show, with their chances; the rest is the chance of a mine.
pub fn shows(
    position: &Position,
    analysis: &Analysis,
    cell: Cell,
    options: &Options,
) -> Result<Value> {
    let all = analysis.count(options)?;
    let around = position.board().neighbours(cell).iter().map(|&v| position.label(v));
    let known = around.clone().filter(|&label| label == Label::Mined).count() as u32;
    let covered = around.filter(|&label| label == Label::Covered).count() as u32;
    let mut shares = Vec::new();
    for number in known..=known + covered {
        let shown = position.with_labels(&[(cell, Label::Number(number))]);
        let count = shown.count(options)?;
        if !count.is_zero() {
            let share = Fraction::new(count, all.clone());
            shares.push(json!({
                "count": number, "float": share.float(), "fraction": share.to_string(),
            }));
        }
    }
    Ok(shares.into())
}
