//! Circuit: a component's dynamic programme, compiled along its plan once and evaluated over any
//! algebra: totals upward, marginals downward.

mod compile;
mod compiled;
mod evaluate;
mod frontier;
mod odds;
mod packed;
mod splitting;
mod stream;
mod whole;

pub(crate) use compiled::{Compiled, Draft};
pub(crate) use evaluate::{ByClass, Evaluation, Graded, Grading, Totals, Ungraded};
pub(crate) use frontier::{Frontier, Layer, Level, Sink};
pub(crate) use odds::Odds;
pub(crate) use packed::{Field, Layout, assign_fields_along};
pub(crate) use stream::{count as count_along, polynomial as polynomial_along};
pub(crate) use whole::whole_total;
