//! Order: the order in which a component is processed, and its cost. Elimination orders, tree
//! decompositions of boards, rotations, sweeps and plans.

mod choice;
mod decomposition;
mod elimination;
mod plan;
mod rotation;
mod sweep;

pub(crate) use choice::plan;
pub use decomposition::Decomposition;
pub(crate) use elimination::{Rule, eliminate};
pub(crate) use plan::{Act, Operation, Plan};
pub(crate) use sweep::{MOST_SWEEPS, sweep};
