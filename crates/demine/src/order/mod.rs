//! Order: in which order a component is worked through, and what that costs. Elimination orders,
//! tree decompositions of boards, sweeps and plans.

pub mod decomposition;
pub mod elimination;
pub mod plan;
pub mod sweep;
