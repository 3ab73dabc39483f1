//! ZDD: sets of sets of cells as decision diagrams: built, combined, counted, ranked, searched for
//! the cheapest. It knows no position.

pub mod apply;
pub mod cheapest;
pub mod diagram;
pub mod rank;
