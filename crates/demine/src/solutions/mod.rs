//! Solutions: all legal assignments of a position as a product of diagrams, by three constructions
//! (Suzuki, Hao and Minato), and questions about them.

mod cell_index;
mod degree;
mod equality;
mod factors;
mod intersection;
mod minefield;
mod reveal;
mod set;
mod units;
mod weighted;

pub use factors::Construction;
pub(crate) use factors::Factors;
pub(crate) use set::Set;
pub(crate) use weighted::{Fractions, weighted_fractions, weighted_total};
