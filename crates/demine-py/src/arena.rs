//! The arena and its strategies: many games per call, or one choice.

use demine::{
    Cell, Choice, Contest, End, First, GameKey, GameSetup, Games, Options, Outcome, Strategy,
};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::Graph;
use crate::budget::{PyBudget, run};
use crate::errors::{check_cell, of_game};
use crate::game::first_of;
use crate::position::PyPosition;

/// Per game its end (0 lost, 1 won, 2 lost on a cell called safe), its guesses, its fallbacks, its
/// moves, its luck, its clicks and, if it was won, its 3BV.
type Outcomes<'py> = (
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<u32>>,
);

/// Per game its probability of winning, its guesses and its fallbacks.
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
    let column = |of: fn(&Outcome) -> u32| PyArray1::from_iter(py, outcomes.iter().map(of));
    let ends = PyArray1::from_iter(py, outcomes.iter().map(code_of));
    let lucks = PyArray1::from_iter(py, outcomes.iter().map(|outcome| outcome.luck));
    let [guesses, fallbacks, moves] =
        [column(|o| o.guesses), column(|o| o.fallbacks), column(|o| o.moves)];
    Ok((ends, guesses, fallbacks, moves, lucks, column(|o| o.clicks), column(|o| o.three_bv)))
}

/// The probabilities of winning the games of the seeds `seed..seed + games`, or of these numbers under
/// a key, by games that no guess ends.
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

/// A `demine.arena.Contest` with a strategy of the engine.
#[derive(FromPyObject)]
pub struct PyContest {
    board: PyBoard,
    mines: i64,
    first: String,
    strategy: String,
    key: Option<GameKey>,
    effort: usize,
    start: Option<usize>,
    luck: bool,
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
        let setup = GameSetup::new(board, self.mines, first).map_err(of_game)?;
        let contest = Contest::new(setup, strategy);
        Ok(contest.under(self.key).with_effort(self.effort).with_start(start).with_luck(self.luck))
    }
}

fn games_of(seed: u64, games: u64, workers: usize) -> PyResult<Games> {
    let end = seed.checked_add(games).ok_or_else(|| {
        PyValueError::new_err(format!("{games} games from seed {seed}: seeds end at 2^64"))
    })?;
    Ok(Games { numbers: seed..end, workers })
}

/// The first cell of a strategy; None if it chooses that cell like any other.
#[pyfunction]
pub fn start(graph: &Bound<'_, Graph>, first: &str, strategy: &str) -> PyResult<Option<Cell>> {
    let opens = first_of(first)? == First::Opening;
    strategy_of(strategy)?;
    let by_book = strategy == "strongest" && opens;
    Ok(if by_book { graph.get().0.first_cell() } else { None })
}

/// The cells that a strategy opens, whether that is a guess, the state of its random stream afterwards,
/// and how it chose.
#[pyfunction]
#[pyo3(signature = (strategy, position, state, effort=1, limits=None))]
pub fn choose(
    py: Python<'_>,
    strategy: &str,
    position: &PyPosition,
    state: u64,
    effort: usize,
    limits: Option<PyBudget>,
) -> PyResult<(Vec<Cell>, bool, u64, &'static str)> {
    let strategy = strategy_of(strategy)?;
    let choose = |options: &Options<'_>| strategy.choose(&position.0, state, effort, options);
    let (choice, state, measure) = run(py, limits, choose)?;
    let guess = matches!(choice, Choice::Guess(_));
    Ok((choice.cells().to_vec(), guess, state, measure.name()))
}

/// The state of a strategy's random stream at the start of the game of a seed.
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
