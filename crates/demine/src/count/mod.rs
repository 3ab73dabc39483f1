//! Count: the answers about a position. It is taken apart, each component goes to the method that
//! is cheapest for it, and the results are put together; a cache keeps them for the next position.

mod analysis;
mod answer;
mod cache;
mod density;
mod diagram;
mod dossier;
mod inversion;
mod many;
mod rest;
mod scan;
mod split;
mod trees;

pub(crate) use analysis::{
    Counted, count, counts_by_mines, is_consistent as is_consistent_by_counting,
};
pub use answer::Analysis;
pub(crate) use answer::is_consistent;
pub use cache::{Cache, Usage};
pub use density::{BadDensity, Density};
pub(crate) use diagram::search;
pub use dossier::Method;
pub use many::{Analyses, Columns, Verdict};
pub(crate) use many::{Shares, analyze as analyze_many};
pub(crate) use scan::{Findings, Scan};
pub(crate) use split::{Resources, Split};
