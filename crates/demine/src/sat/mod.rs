//! Sat: what numbers allow, decided by a CDCL solver, where counting would be too wide.
//!
//! The counts are cardinality constraints of their own (see [`counts`]), not clauses; each number can
//! be switched on and off between questions, and an impossible question names the numbers that make it
//! so. Only the counter of all mines and numbers with many cells become clauses ([`totalizer`]): sums of
//! sums need names of their own to be refuted in few steps.

mod annealing;
mod certain;
mod constraints;
mod counts;
mod estimate;
mod local_search;
mod solver;
mod totalizer;

pub(crate) use certain::{Certain, certain, is_consistent_within};
pub(crate) use constraints::{Constraints, MineCounter};
pub(crate) use estimate::{Prior, estimate};
pub(crate) use solver::{Sat, Switches};
