//! The arena and its policies: many games in one crossing, or one choice.

use std::ops::Range;

use demine::{
    Care, Cell, Choice, Contest, End, First, GameKey, Measure, Options, Outcome, Outlook, Policy,
};
use numpy::{PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::Graph;
use crate::budget::{budget, run};
use crate::errors::of_game;
use crate::game::first_of;
use crate::position::PyPosition;

/// Per game how it ended (0 lost, 1 won, 2 lost on a cell called free), how often it guessed, and how
/// often it had to do with less.
type Outcomes<'py> =
    (Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u32>>);

/// Per game how likely it was won, how often it guessed, and how often it had to do with less.
type Survivals<'py> =
    (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u32>>);

/// Play the games of the seeds `seed..seed + games`, or of these numbers under a key.
#[pyfunction]
#[pyo3(signature = (graph, mines, first, policy, seed, games, workers, states=None, key=None, effort=1, start=None))]
#[expect(clippy::too_many_arguments, reason = "one crossing says it all")]
pub fn play<'py>(
    graph: &Bound<'py, Graph>,
    mines: i64,
    first: &str,
    policy: &str,
    seed: u64,
    games: u64,
    workers: usize,
    states: Option<i64>,
    key: Option<GameKey>,
    effort: usize,
    start: Option<Cell>,
) -> PyResult<Outcomes<'py>> {
    let py = graph.py();
    let contest = contest(graph, mines, first, policy)?;
    let contest = contest.under(key).with_effort(effort).with_start(start);
    let numbers = numbers(seed, games)?;
    let outcomes =
        run(py, budget(states, None)?, |options| contest.play(numbers, workers, options))?;
    let ends = PyArray1::from_iter(py, outcomes.iter().map(code_of));
    let guesses = PyArray1::from_iter(py, outcomes.iter().map(|outcome| outcome.guesses));
    let fallbacks = PyArray1::from_iter(py, outcomes.iter().map(|outcome| outcome.fallbacks));
    Ok((ends, guesses, fallbacks))
}

/// How likely the games of the seeds `seed..seed + games` are won: see the core's `survival`.
#[pyfunction]
#[pyo3(signature = (graph, mines, first, policy, seed, games, workers, states=None, key=None, effort=1, start=None))]
#[expect(clippy::too_many_arguments, reason = "one crossing says it all")]
pub fn survive<'py>(
    graph: &Bound<'py, Graph>,
    mines: i64,
    first: &str,
    policy: &str,
    seed: u64,
    games: u64,
    workers: usize,
    states: Option<i64>,
    key: Option<GameKey>,
    effort: usize,
    start: Option<Cell>,
) -> PyResult<Survivals<'py>> {
    let py = graph.py();
    let contest = contest(graph, mines, first, policy)?;
    let contest = contest.under(key).with_effort(effort).with_start(start);
    let numbers = numbers(seed, games)?;
    let all = run(py, budget(states, None)?, |options| contest.survive(numbers, workers, options))?;
    let chances = PyArray1::from_iter(py, all.iter().map(|survival| survival.chance));
    let guesses = PyArray1::from_iter(py, all.iter().map(|survival| survival.guesses));
    let fallbacks = PyArray1::from_iter(py, all.iter().map(|survival| survival.fallbacks));
    Ok((chances, guesses, fallbacks))
}

/// Per candidate of a decision: seed, turn and cell; how likely the game got there, how likely it is won
/// with this cell, risk and look-ahead; its features.
type Verdicts<'py> =
    (Bound<'py, PyArray2<u64>>, Bound<'py, PyArray2<f64>>, Bound<'py, PyArray2<f32>>);

/// Judge the decisions of the games of the seeds `seed..seed + games`: see the core's `judge`.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one crossing says it all")]
pub fn judge<'py>(
    graph: &Bound<'py, Graph>,
    mines: i64,
    first: &str,
    policy: &str,
    seed: u64,
    games: u64,
    workers: usize,
    candidates: usize,
    boards: usize,
) -> PyResult<Verdicts<'py>> {
    let py = graph.py();
    let start = start(graph, first, policy)?;
    let contest = contest(graph, mines, first, policy)?.with_start(start);
    let (numbers, care) = (numbers(seed, games)?, Care { candidates, boards });
    let all =
        run(py, budget(None, None)?, |options| contest.judge(numbers, care, workers, options))?;
    let keys: Vec<Vec<u64>> =
        all.iter().map(|j| vec![j.seed, j.turn.into(), j.outlook.cell.into()]).collect();
    let values: Vec<Vec<f64>> = all
        .iter()
        .map(|j| vec![j.reached, j.value, f64::from(j.boards), j.outlook.risk, j.outlook.blend()])
        .collect();
    let features: Vec<Vec<f32>> = all.into_iter().map(|j| j.features).collect();
    Ok((
        PyArray2::from_vec2(py, &keys)?,
        PyArray2::from_vec2(py, &values)?,
        PyArray2::from_vec2(py, &features)?,
    ))
}

/// The learned score of candidates, row by row of their features; 0 where nothing was learned.
#[pyfunction]
pub fn learned<'py>(
    py: Python<'py>,
    features: PyReadonlyArray2<'py, f32>,
) -> Bound<'py, PyArray1<f64>> {
    let rows = features.as_array();
    let scores = rows.outer_iter().map(|row| demine::learned(&row.to_vec()).unwrap_or(0.0));
    PyArray1::from_iter(py, scores.collect::<Vec<f64>>())
}

fn contest(graph: &Bound<'_, Graph>, mines: i64, first: &str, policy: &str) -> PyResult<Contest> {
    Contest::new(graph.get().0.clone(), mines, first_of(first)?, policy_of(policy)?)
        .map_err(of_game)
}

fn numbers(seed: u64, games: u64) -> PyResult<Range<u64>> {
    let end = seed.checked_add(games).ok_or_else(|| {
        PyValueError::new_err(format!("{games} games from seed {seed}: seeds end at 2^64"))
    })?;
    Ok(seed..end)
}

/// Where a policy begins, if it does not choose that as it does any other cell.
#[pyfunction]
pub fn start(graph: &Bound<'_, Graph>, first: &str, policy: &str) -> PyResult<Option<Cell>> {
    let opens = first_of(first)? == First::Opening;
    policy_of(policy)?;
    let inside = policy == "strongest" && opens;
    Ok(if inside { graph.get().0.inside() } else { None })
}

/// What a policy opens, whether that is a guess, the state of chance afterwards, and by what it chose.
#[pyfunction]
#[pyo3(signature = (policy, position, state, states=None, effort=1))]
pub fn choose(
    py: Python<'_>,
    policy: &str,
    position: &PyPosition,
    state: u64,
    states: Option<i64>,
    effort: usize,
) -> PyResult<(Vec<Cell>, bool, u64, &'static str)> {
    let policy = policy_of(policy)?;
    let choose = |options: &Options<'_>| policy.advise(&position.0, state, effort, options);
    let (choice, state, measure) = run(py, budget(states, None)?, choose)?;
    let guess = matches!(choice, Choice::Guess(_));
    Ok((choice.cells().to_vec(), guess, state, word_of(measure)))
}

fn word_of(measure: Measure) -> &'static str {
    match measure {
        Measure::Rule => "rule",
        Measure::Perfect => "perfect play",
        Measure::Ahead => "look-ahead",
        Measure::Cut => "look-ahead cut short",
        Measure::Local => "local estimates",
    }
}

/// The cell, its risk, the look-ahead, the chance of progress and the certain cells to expect.
type Row = (Cell, f64, f64, f64, f64);

/// What the candidates of a position lead to, the best look-ahead first. The position has a legal
/// assignment.
#[pyfunction]
#[pyo3(signature = (position, most, states=None, seconds=None))]
pub fn outlooks(
    py: Python<'_>,
    position: &PyPosition,
    most: usize,
    states: Option<i64>,
    seconds: Option<f64>,
) -> PyResult<Vec<Row>> {
    let ask = |options: &Options<'_>| position.0.outlooks(most, options);
    let outlooks = run(py, budget(states, seconds)?, ask)?;
    let row = |o: &Outlook| (o.cell, o.risk, o.blend(), o.progress, o.certain);
    Ok(outlooks.iter().map(row).collect())
}

/// The state of a strategy's chance at the start of the game of a seed.
#[pyfunction]
pub fn chance(seed: u64) -> u64 {
    demine::chance(seed)
}

fn code_of(outcome: &Outcome) -> u8 {
    match outcome.end {
        End::Lost => 0,
        End::Won => 1,
        End::Blundered => 2,
    }
}

fn policy_of(name: &str) -> PyResult<Policy> {
    Policy::named(name).ok_or_else(|| {
        let known: Vec<&str> = Policy::names().collect();
        PyValueError::new_err(format!("policy {name:?}: expected one of {}", known.join(", ")))
    })
}
