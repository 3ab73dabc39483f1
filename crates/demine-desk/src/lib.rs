//! The desk: questions about positions and games, JSON in and JSON out.
//!
//! The protocol is the one of the server's API: a method, a path and an object. Two programs answer
//! it. The server in Python reads requests itself and calls [`odds`] for its answers; a browser runs
//! the whole [`Desk`], compiled to WebAssembly. `tests/data/desk.jsonl` has requests and answers, and
//! tests compare both with it.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod asked;
pub mod boards;
mod daily;
mod desk;
mod fraction;
mod guesses;
mod help;
mod live;
pub mod odds;
mod problem;
mod records;
mod replay;
mod review;
mod search;
mod steps;
mod strongest;
pub mod texts;
mod time;

pub use desk::{Desk, Host, Reply};
pub use problem::Problem;
pub use steps::write_steps;
