//! The arena and its strategies: many games in one crossing, or one choice.

use demine::{
    Cell, Choice, Contest, End, First, GameKey, Games, Judged, Measure, Options, Outcome, Outlook,
    Strategy, Trial,
};
use numpy::{PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::Graph;
use crate::budget::{Limits, run};
use crate::errors::{check_cell, of_game};
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
pub fn play<'py>(
    py: Python<'py>,
    contest: PyContest,
    seed: u64,
    games: u64,
    workers: usize,
) -> PyResult<Outcomes<'py>> {
    let contest = contest.check()?;
    let games = games_of(seed, games, workers)?;
    let outcomes = run(py, None, |options| contest.play(&games, options))?;
    let ends = PyArray1::from_iter(py, outcomes.iter().map(code_of));
    let guesses = PyArray1::from_iter(py, outcomes.iter().map(|outcome| outcome.guesses));
    let fallbacks = PyArray1::from_iter(py, outcomes.iter().map(|outcome| outcome.fallbacks));
    Ok((ends, guesses, fallbacks))
}

/// How likely the games of the seeds `seed..seed + games` are won: see the core's `survival`.
#[pyfunction]
pub fn survive<'py>(
    py: Python<'py>,
    contest: PyContest,
    seed: u64,
    games: u64,
    workers: usize,
) -> PyResult<Survivals<'py>> {
    let contest = contest.check()?;
    let games = games_of(seed, games, workers)?;
    let all = run(py, None, |options| contest.survive(&games, options))?;
    let chances = PyArray1::from_iter(py, all.iter().map(|survival| survival.chance));
    let guesses = PyArray1::from_iter(py, all.iter().map(|survival| survival.guesses));
    let fallbacks = PyArray1::from_iter(py, all.iter().map(|survival| survival.fallbacks));
    Ok((chances, guesses, fallbacks))
}

/// Per candidate of a decision: seed, turn and cell; how likely the game got there, how likely it is won
/// with this cell, by how many boards, risk and look-ahead, the value by either half of the boards, whether
/// it was chosen, how many cells were open; its features.
type Verdicts<'py> =
    (Bound<'py, PyArray2<u64>>, Bound<'py, PyArray2<f64>>, Bound<'py, PyArray2<f32>>);

/// Judge the decisions of the games of the seeds `seed..seed + games`: see the core's `judge`.
#[pyfunction]
#[pyo3(signature = (contest, seed, games, workers, boards, overruled=false))]
pub fn judge<'py>(
    py: Python<'py>,
    contest: PyContest,
    seed: u64,
    games: u64,
    workers: usize,
    boards: usize,
    overruled: bool,
) -> PyResult<Verdicts<'py>> {
    let contest = contest.check()?;
    let games = games_of(seed, games, workers)?;
    let all = run(py, None, |options| contest.judge(&games, Trial { boards, overruled }, options))?;
    let keys: Vec<Vec<u64>> =
        all.iter().map(|j| vec![j.seed, j.turn.into(), j.outlook.cell.into()]).collect();
    let values: Vec<Vec<f64>> = all.iter().map(|j| numbers_of(j).to_vec()).collect();
    let features: Vec<Vec<f32>> = all.into_iter().map(|j| j.features).collect();
    Ok((
        PyArray2::from_vec2(py, &keys)?,
        PyArray2::from_vec2(py, &values)?,
        PyArray2::from_vec2(py, &features)?,
    ))
}

/// In the order in which scripts read them.
fn numbers_of(j: &Judged) -> [f64; 9] {
    let [one, other] = j.halves;
    let (boards, open) = (f64::from(j.boards), f64::from(j.open));
    let chosen = f64::from(u8::from(j.is_chosen));
    [j.reached, j.value, boards, j.outlook.risk, j.outlook.blend(), one, other, chosen, open]
}

/// The learned score of candidates, row by row of their features; 0 where nothing was learned.
#[pyfunction]
pub fn score<'py>(
    py: Python<'py>,
    features: PyReadonlyArray2<'py, f32>,
) -> Bound<'py, PyArray1<f64>> {
    let rows = features.as_array();
    let scores = rows.outer_iter().map(|row| demine::learned_score(&row.to_vec()).unwrap_or(0.0));
    PyArray1::from_iter(py, scores.collect::<Vec<f64>>())
}

/// A `demine.arena.Contest` whose strategy is one of ours.
#[derive(FromPyObject)]
pub struct PyContest {
    board: PyBoard,
    mines: i64,
    first: String,
    strategy: String,
    key: Option<GameKey>,
    effort: usize,
    start: Option<usize>,
}

/// A `demine.Board`.
#[derive(FromPyObject)]
struct PyBoard {
    graph: Py<Graph>,
}

impl PyContest {
    fn check(self) -> PyResult<Contest> {
        let (first, strategy) = (first_of(&self.first)?, strategy_of(&self.strategy)?);
        let board = self.board.graph.get().0.clone();
        let start = self.start.map(|start| check_cell(start, board.cells())).transpose()?;
        let contest = Contest::new(board, self.mines, first, strategy);
        let contest = contest.map_err(of_game)?;
        Ok(contest.under(self.key).with_effort(self.effort).with_start(start))
    }
}

fn games_of(seed: u64, games: u64, workers: usize) -> PyResult<Games> {
    let end = seed.checked_add(games).ok_or_else(|| {
        PyValueError::new_err(format!("{games} games from seed {seed}: seeds end at 2^64"))
    })?;
    Ok(Games { numbers: seed..end, workers })
}

/// Where a strategy begins, if it does not choose that as it does any other cell.
#[pyfunction]
pub fn start(graph: &Bound<'_, Graph>, first: &str, strategy: &str) -> PyResult<Option<Cell>> {
    let opens = first_of(first)? == First::Opening;
    strategy_of(strategy)?;
    let inside = strategy == "strongest" && opens;
    Ok(if inside { graph.get().0.inside() } else { None })
}

/// What a strategy opens, whether that is a guess, the state of chance afterwards, and by what it chose.
#[pyfunction]
#[pyo3(signature = (strategy, position, state, effort=1))]
pub fn choose(
    py: Python<'_>,
    strategy: &str,
    position: &PyPosition,
    state: u64,
    effort: usize,
) -> PyResult<(Vec<Cell>, bool, u64, &'static str)> {
    let strategy = strategy_of(strategy)?;
    let choose = |options: &Options<'_>| strategy.advise(&position.0, state, effort, options);
    let (choice, state, measure) = run(py, None, choose)?;
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
#[pyo3(signature = (position, most, limits=None))]
pub fn outlooks(
    py: Python<'_>,
    position: &PyPosition,
    most: usize,
    limits: Option<Limits>,
) -> PyResult<Vec<Row>> {
    let ask = |options: &Options<'_>| position.0.outlooks(most, options);
    let outlooks = run(py, limits, ask)?;
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

fn strategy_of(name: &str) -> PyResult<Strategy> {
    Strategy::named(name).ok_or_else(|| {
        let known: Vec<&str> = Strategy::names().collect();
        PyValueError::new_err(format!("strategy {name:?}: expected one of {}", known.join(", ")))
    })
}
