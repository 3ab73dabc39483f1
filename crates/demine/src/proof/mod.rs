//! Proof: the fewest numbers from which something follows, or which contradict each other.
//!
//! A proof cites numbers, and the counter of mines where it needs it; every other number is taken for a
//! free cell whose count is not known. All probes of one question run here, on one position whose
//! numbers are switched on and off.

mod conflict;
mod few;
mod hitting;
mod near;
mod noguess;
mod prove;
mod repair;
mod subset;

pub use conflict::Conflict;
pub(crate) use conflict::conflict;
pub use noguess::{Deal, Deduction, NoGuess};
pub(crate) use noguess::{find_no_guess, steps};
pub use prove::Proof;
pub(crate) use prove::{prove, simplest};
pub use repair::Mended;
pub(crate) use repair::mend;
