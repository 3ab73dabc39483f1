//! Solutions: the set of all legal assignments of a position, as a product of diagrams, by three
//! constructions (Suzuki, Hao and Minato), and what can be asked of it.

pub mod cell_index;
pub mod degree;
pub mod equality;
pub mod factors;
pub mod frontier;
pub mod intersection;
pub mod minefield;
pub mod reveal;
pub mod set;
