//! The arena and its policies: many games in one crossing, or one choice.

use demine::{Cell, Choice, Contest, End, GameKey, Options, Outcome, Policy};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::Graph;
use crate::budget::{budget, run};
use crate::errors::of_game;
use crate::game::first_of;
use crate::position::PyPosition;

/// Per game how it ended (0 lost, 1 won, 2 lost on a cell called free), and how often it guessed.
type Outcomes<'py> = (Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<u32>>);

/// Play the games of the seeds `seed..seed + games`, or of these numbers under a key.
#[pyfunction]
#[pyo3(signature = (graph, mines, first, policy, seed, games, workers, states=None, key=None))]
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
) -> PyResult<Outcomes<'py>> {
    let py = graph.py();
    let contest = Contest::new(graph.get().0.clone(), mines, first_of(first)?, policy_of(policy)?)
        .map_err(of_game)?
        .under(key);
    let end = seed.checked_add(games).ok_or_else(|| {
        PyValueError::new_err(format!("{games} games from seed {seed}: seeds end at 2^64"))
    })?;
    let outcomes =
        run(py, budget(states, None)?, |options| contest.play(seed..end, workers, options))?;
    let ends = PyArray1::from_iter(py, outcomes.iter().map(code_of));
    let guesses = PyArray1::from_iter(py, outcomes.iter().map(|outcome| outcome.guesses));
    Ok((ends, guesses))
}

/// What a policy opens, whether that is a guess, and the state of chance afterwards.
#[pyfunction]
#[pyo3(signature = (policy, position, state, states=None))]
pub fn choose(
    py: Python<'_>,
    policy: &str,
    position: &PyPosition,
    state: u64,
    states: Option<i64>,
) -> PyResult<(Vec<Cell>, bool, u64)> {
    let policy = policy_of(policy)?;
    let choose = |options: &Options<'_>| policy.choose(&position.0, state, options);
    let (choice, state) = run(py, budget(states, None)?, choose)?;
    Ok((choice.cells().to_vec(), matches!(choice, Choice::Guess(_)), state))
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
