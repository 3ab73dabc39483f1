//! Circuit: a component's dynamic programme, compiled along its plan once and evaluated over any
//! algebra: totals upward, marginals downward.

mod compile;
mod compiled;
mod evaluate;
mod odds;
mod packed;
mod splitting;

pub(crate) use compiled::Compiled;
pub(crate) use evaluate::{ByClass, Evaluation, Graded, Totals, Ungraded};
pub(crate) use odds::Odds;
pub(crate) use packed::{Field, Layout, Limits, swept_fields};
