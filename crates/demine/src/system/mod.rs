//! System: the constraints that are left of a position. A position comes in; components over
//! classes of interchangeable cells, reduced and independent, come out.

pub mod bounds;
pub mod component;
pub mod propagation;
pub mod reduction;
pub mod split;
