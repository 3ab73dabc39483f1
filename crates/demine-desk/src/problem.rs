//! Problems: everything that goes wrong, as a status, a kind for programs and a line for people.

use demine::{Failure, Stopped};
use serde_json::{Value, json};

/// A request that cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The status of HTTP that fits.
    pub status: u16,
    /// The kind of problem, for programs.
    pub kind: &'static str,
    /// What happened, for people.
    pub line: String,
}

impl Problem {
    pub(crate) fn new(status: u16, kind: &'static str, line: impl Into<String>) -> Self {
        Self { status, kind, line: line.into() }
    }

    /// A request with a missing or wrong value.
    pub(crate) fn bad(line: impl Into<String>) -> Self {
        Self::new(422, "BadRequest", line)
    }

    /// The problem as JSON.
    pub fn as_json(&self) -> Value {
        json!({"error": self.line, "kind": self.kind})
    }
}

impl From<Stopped> for Problem {
    fn from(stopped: Stopped) -> Self {
        let kind = match stopped {
            Stopped::TooWide { .. } => "TooWide",
            Stopped::Timeout { .. } => "Timeout",
            Stopped::Interrupted => "Interrupted",
        };
        Self::new(422, kind, format!("{stopped} (this is the limit of the browser)"))
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Stopped(stopped) => stopped.into(),
            Failure::Contradiction => {
                let line = "the position has no legal assignment, so it has no probabilities";
                Self::new(409, "NoLegalAssignment", line)
            }
        }
    }
}
