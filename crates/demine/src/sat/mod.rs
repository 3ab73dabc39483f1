//! Sat: decides by a CDCL solver what numbers allow, where counting would be too wide.
//!
//! Numbers are cardinality constraints of their own (see [`counts`]), not clauses. Each number can be
//! switched on and off between questions, and an impossible question names the numbers that make it
//! so. Only the counter of all mines and numbers with many cells become clauses ([`totalizer`]): sums
//! of sums need names of their own to be refuted in few steps.

mod counts;
mod solver;
mod totalizer;

pub(crate) use solver::{Sat, Switches};
