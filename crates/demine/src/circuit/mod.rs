//! Circuit: the dynamic programme of a component, compiled once along a plan and evaluated over any
//! algebra: totals upward, marginals downward.

mod compile;
mod compiled;
mod evaluate;
mod exact;
mod frontier;
mod odds;
mod packed;
mod splitting;
mod stream;

pub(crate) use compiled::{Compiled, Draft};
pub(crate) use evaluate::{ByClass, ByMines, Evaluation, Grading, Totals};
pub(crate) use exact::exact_total;
pub(crate) use frontier::{Frontier, Layer, Level, Sink};
pub(crate) use odds::Odds;
pub(crate) use packed::{Field, Layout, assign_fields_along};
pub(crate) use stream::{count as count_along, polynomial as polynomial_along};
