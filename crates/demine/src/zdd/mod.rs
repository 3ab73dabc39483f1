//! ZDD: sets of sets of cells as decision diagrams: built, combined, counted, ranked, searched for
//! the cheapest. It knows no position.

mod apply;
mod between;
mod cheapest;
mod diagram;
mod extremes;
mod factor;
mod rank;

pub use apply::Operator;
pub(crate) use apply::{apply, is_same, projects_into, restrict};
pub(crate) use between::{between, exactly};
pub(crate) use cheapest::Cheapest;
pub(crate) use diagram::{EMPTY, Levels, Next, Spec, TERMINALS, UNIT, build};
pub use diagram::{Node, Zdd};
pub(crate) use extremes::{maximal, minimal};
pub(crate) use factor::Factor;
pub use rank::Walk;
pub(crate) use rank::{counts, nth};
