//! ZDD: sets of sets of cells as decision diagrams: build, combine, count, rank, find the cheapest.
//! Independent of positions.

mod apply;
mod cached;
mod cardinality;
mod cheapest;
mod diagram;
mod family;
mod rank;

pub use apply::Operator;
pub(crate) use apply::{apply, is_same, projects_into, restrict};
pub(crate) use cached::CachedZdd;
pub(crate) use cardinality::with_cardinality;
pub(crate) use cheapest::Cheapest;
pub(crate) use diagram::{EMPTY, Levels, Next, Spec, TERMINALS, UNIT, build};
pub use diagram::{Node, Zdd};
pub(crate) use family::{join, maximal, minimal};
pub use rank::SetIterator;
pub(crate) use rank::{counts, nth};
