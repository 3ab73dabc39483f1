//! Count: the answers about a position. It is taken apart, each component goes to the method that
//! is cheapest for it, and the results are put together; a cache keeps them for the next position.

mod analysis;
mod answer;
mod cache;
mod counted;
mod density;
mod known;
mod many;
mod part;
mod parts;
mod swept;
mod trees;

pub(crate) use analysis::Analysis as Counting;
pub(crate) use analysis::{count, counts_by_mines, is_consistent as is_consistent_by_counting};
pub use answer::Analysis;
pub(crate) use answer::is_consistent;
pub use cache::{Cache, Usage};
pub use density::{BadDensity, Density};
pub(crate) use many::analyze as analyze_many;
pub use many::{Analyses, Columns, Verdict};
pub use part::Method;
pub(crate) use part::Resources;
pub(crate) use parts::Parts;
