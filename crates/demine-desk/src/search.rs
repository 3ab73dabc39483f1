//! Search: boards that need no guess, some at a time, so that progress can be told in between.

use demine::{Budget, Cell, Deduction, GameSetup, Options, Stopped};

use crate::live::Wanted;
use crate::problem::Problem;

/// Boards to try between two reports of progress.
const TOGETHER: usize = 16;

/// A search for a game without guesses from a start.
pub struct Search {
    pub wanted: Wanted,
    pub setup: GameSetup,
    pub start: Cell,
    /// When it began, and how long it may take.
    pub began: f64,
    pub seconds: f64,
    pub states: usize,
    pub tried: usize,
}

/// A game that needs no guess: its seed, and its certificate as a file.
pub struct Certified {
    pub seed: u64,
    pub certificate: String,
}

impl Search {
    /// Tries some more boards; None if they all need a guess.
    pub fn go_on(&mut self, now: f64) -> Result<Option<Certified>, Problem> {
        let left = self.seconds - (now - self.began);
        if left <= 0.0 {
            return Err(self.timeout());
        }
        let budget = Budget { states: self.states, seconds: Some(left) };
        let options = Options { budget, ..Options::default() };
        let (seed, skipped) = (self.wanted.seed, self.tried);
        let found = self.setup.find_no_guess(self.start, seed, skipped, TOGETHER, &options);
        let found = match found {
            Err(Stopped::Timeout { .. }) => return Err(self.timeout()),
            found => found?,
        };
        let Some(found) = found else {
            self.tried = skipped + TOGETHER;
            return Ok(None);
        };
        self.tried = found.index + 1;
        if !self.setup.game(found.seed).is_certified(self.start, &found.steps) {
            return Ok(None);
        }
        let id = self.wanted.id(found.seed);
        let certificate = write_certificate(&id, self.start, &found.steps);
        Ok(Some(Certified { seed: found.seed, certificate }))
    }

    fn timeout(&self) -> Problem {
        let (seconds, tried) = (self.seconds, self.tried);
        let line = format!(
            "no board without a guess in {seconds} seconds: {tried} were tried (this is the limit of \
             the browser)"
        );
        Problem::new(422, "Timeout", line)
    }
}

/// The certificate as `demine` reads and writes it.
fn write_certificate(id: &str, start: Cell, steps: &[Deduction]) -> String {
    let proof = |step: &Deduction| {
        let Deduction { cell, numbers, counter } = step;
        format!("{{\"cell\": {cell}, \"numbers\": {numbers:?}, \"counter\": {counter}}}")
    };
    let proofs: Vec<String> = steps.iter().map(proof).collect();
    let proofs = proofs.join(", ");
    format!(
        "{{\"certificate\": 2, \"id\": \"{id}\", \"start\": {start}, \"proofs\": [{proofs}]}}\n"
    )
}
