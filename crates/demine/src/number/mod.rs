//! Number: what a count can be, and how long polynomials of counts are multiplied. Exact numbers,
//! scaled floats and truth values come out; nothing here knows a board.

pub mod algebra;
pub mod binomials;
pub mod combination;
pub mod float_convolution;
pub mod modulus;
pub mod ntt;
pub mod polynomials;
pub mod residues;
pub mod scaled;
