//! The arena and its policies: many games in one crossing, or one choice.

use demine::Cell;
use demine::base::random::Random;
use demine::count::part::{Means, Method};
use demine::play::arena::{Contest, End, Outcome};
use demine::play::policy::notes::Notes;
use demine::play::policy::{Choice, POLICIES, Policy, named};
use demine::play::seeds::{self, Key};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::Graph;
use crate::budget::{budget, run};
use crate::errors::raise;
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
    key: Option<Key>,
) -> PyResult<Outcomes<'py>> {
    let py = graph.py();
    let contest = Contest::new(graph.get().0.clone(), mines, first_of(first)?, policy_of(policy)?)
        .map_err(|e| raise(py, "InvalidGame", e.to_string()))?
        .under(key);
    let end = seed.checked_add(games).ok_or_else(|| {
        PyValueError::new_err(format!("{games} games from seed {seed}: seeds end at 2^64"))
    })?;
    let outcomes =
        run(py, budget(states, None)?, |meter| contest.play_all(seed..end, workers, meter))?;
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
    run(py, budget(states, None)?, |meter| {
        let mut chance = Random::new(state);
        let means = Means { cache: None, method: Method::Auto, meter };
        let choice = policy(&mut Notes::of(&position.0), &mut chance, means)?;
        let guess = matches!(choice, Choice::Guess(_));
        Ok((choice.cells().to_vec(), guess, chance.state()))
    })
}

/// The state of a strategy's chance at the start of the game of a seed.
#[pyfunction]
pub fn chance(seed: u64) -> u64 {
    seeds::chance(seed).state()
}

fn code_of(outcome: &Outcome) -> u8 {
    match outcome.end {
        End::Lost => 0,
        End::Won => 1,
        End::Blundered => 2,
    }
}

fn policy_of(name: &str) -> PyResult<Policy> {
    named(name).ok_or_else(|| {
        let known: Vec<&str> = POLICIES.iter().map(|&(name, _)| name).collect();
        PyValueError::new_err(format!("policy {name:?}: expected one of {}", known.join(", ")))
    })
}
