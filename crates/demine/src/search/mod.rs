//! Search: perfect play, by exhaustive search over the legal assignments of a position.

mod assignments;
mod optimal;
mod symmetry;

pub(crate) use optimal::Optimal;
