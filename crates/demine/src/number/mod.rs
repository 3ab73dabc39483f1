//! Number: what a count can be, and how long polynomials of counts are multiplied. Exact numbers,
//! scaled floats and truth values come out; nothing here knows a board.

mod algebra;
mod binomials;
mod combination;
mod float_convolution;
mod modulus;
mod ntt;
mod polynomials;
mod residues;
mod scaled;
mod spread;
mod waves;
mod whole;

pub(crate) use algebra::{
    Algebra, Approximate, Product, Truth, balanced_product, binomial, multiply_add,
};
pub(crate) use combination::{Combination, Polynomial, RoughTotal, Scale};
pub(crate) use polynomials::{Matrix, Polynomials, Rows};
pub(crate) use residues::by_residues;
pub(crate) use scaled::{Scaled, draw_one};
pub(crate) use spread::{Moments, Spread};
pub(crate) use waves::{Lanes, Turned, Waves};
pub(crate) use whole::Whole;
