//! Count: a position is reduced and split into components, each component is counted by the
//! cheapest algorithm, and the results are combined. A cache keeps them for the next position.

mod cache;
mod counted;
mod density;
mod diagram;
mod inversion;
mod memo;
mod reduced;
mod sampling;
mod split;
mod spread;
mod totals;
mod trees;
mod work;

pub use cache::{Cache, Usage};
pub(crate) use counted::{Counted, Marginals, Weights};
pub use density::{BadDensity, Density};
pub(crate) use diagram::search;
pub use memo::Method;
pub(crate) use reduced::{Reduced, ReducedRegion};
pub(crate) use split::Split;
pub use spread::Spread;
pub(crate) use spread::{count_variant, counts_of_variant, is_possible};
pub(crate) use totals::{count, counts_by_mines};
pub(crate) use work::Work;
