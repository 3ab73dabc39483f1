//! Proof: the fewest numbers that prove a cell safe or mined, or that contradict each other.
//!
//! A proof cites numbers, and the number of mines where it needs it. Every other opened cell counts as
//! a free cell without a number. All solver calls of one question are on one position, whose numbers
//! are switched on and off. `steps` finds the argument that a person can follow from the numbers.

mod certify;
mod conflict;
mod hitting;
mod near;
mod noguess;
mod prove;
mod refute;
mod repair;
mod scan;
mod small_sets;
mod steps;
mod subset;

pub(crate) use certify::is_certified;
pub use conflict::Conflict;
pub(crate) use conflict::conflict;
pub use noguess::{Deduction, NoGuess};
pub(crate) use noguess::{find_no_guess, steps};
pub use prove::Proof;
pub(crate) use prove::Prover;
pub use repair::RepairedBoard;
pub(crate) use repair::repair;
pub(crate) use scan::by_one_or_two;
pub use steps::{Argument, CitedNumber, Link, Step};
pub(crate) use steps::{argue, contradict};
