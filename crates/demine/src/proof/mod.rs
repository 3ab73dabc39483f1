//! Proof: the fewest numbers that prove a cell safe or mined, or that contradict each other.
//!
//! A proof cites numbers, and the number of mines where it needs it. Every other opened cell counts as
//! a free cell without a number. All solver calls of one question are on one position, whose numbers
//! are switched on and off.

mod conflict;
mod hitting;
mod near;
mod noguess;
mod prove;
mod repair;
mod small_sets;
mod subset;

pub use conflict::Conflict;
pub(crate) use conflict::conflict;
pub use noguess::{Deduction, NoGuess};
pub(crate) use noguess::{find_no_guess, steps};
pub use prove::Proof;
pub(crate) use prove::Prover;
pub use repair::RepairedBoard;
pub(crate) use repair::repair;
