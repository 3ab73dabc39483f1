//! Circuit: a component's dynamic programme, compiled along its plan once and evaluated over any
//! algebra: totals upward, marginals downward.

pub mod compile;
pub mod compiled;
pub mod evaluate;
pub mod odds;
pub mod packed;
pub mod splitting;
