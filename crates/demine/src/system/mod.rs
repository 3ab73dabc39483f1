//! System: the constraints that are left of a position. A position comes in; components over
//! classes of interchangeable cells, reduced and independent, come out.

mod bounds;
mod component;
mod constraints;
mod propagation;
mod reduction;
mod regions;

pub use component::Failure;
pub(crate) use component::{Certain, Component, Contradiction, Settled};
pub(crate) use constraints::{Constraints, MineCounter};
pub(crate) use propagation::{Propagation, Sorted, Unreduced};
pub(crate) use reduction::System;
pub(crate) use regions::Regions;
