//! System: turns the numbers of a position into independent components: reduced constraints over
//! classes of interchangeable cells. The sums of a variant become components of the same kind.

mod bounds;
mod component;
mod constraints;
mod lowering;
mod propagation;
mod reduction;
mod regions;

pub use component::{Certain, Failure};
pub(crate) use component::{Component, Contradiction, Settled, WeightedClass};
pub(crate) use constraints::{Constraints, MineCounter};
pub(crate) use lowering::{Domains, Lowered, bound};
pub(crate) use propagation::{Constraint, Propagation, Sorted, Unreduced, news};
pub(crate) use reduction::System;
pub(crate) use regions::Regions;
