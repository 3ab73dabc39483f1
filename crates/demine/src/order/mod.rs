//! Order: in which order a component is worked through, and what that costs. Elimination orders,
//! tree decompositions of boards, sweeps and plans.

mod decomposition;
mod elimination;
mod plan;
mod sweep;

pub use decomposition::Decomposition;
pub(crate) use elimination::{Rule, eliminate};
pub(crate) use plan::{Act, Operation, Plan, plan};
pub(crate) use sweep::{MOST_TRIES, sweep};
