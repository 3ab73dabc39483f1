//! System: turns the numbers of a position into independent components: reduced constraints over
//! classes of interchangeable cells.

mod bounds;
mod component;
mod constraints;
mod propagation;
mod reduction;
mod regions;

pub use component::{Certain, Failure};
pub(crate) use component::{Component, Contradiction, Settled};
pub(crate) use constraints::{Constraints, MineCounter};
pub(crate) use propagation::{Constraint, Propagation, Sorted, Unreduced, news};
pub(crate) use reduction::System;
pub(crate) use regions::Regions;
