//! Number: the number types that counts are computed in, and fast products of long polynomials.
//! Exact numbers, scaled floats and truth values; nothing here depends on a board.

mod algebra;
mod binomials;
mod circle;
mod combination;
mod float_convolution;
mod modulus;
mod moments;
mod ntt;
mod polynomials;
mod residues;
mod scaled;
mod ways;
mod whole;
mod word_polynomial;

pub(crate) use algebra::{
    Algebra, Approximate, Product, Truth, balanced_product, binomial, multiply_add,
};
pub(crate) use circle::{CircleAlgebra, CircleTotal, ComplexLanes};
pub(crate) use combination::{ApproximateTotal, Combination, Polynomial, Scale};
pub(crate) use moments::MomentAlgebra;
pub(crate) use polynomials::{Graded, Matrix, Semiring, apply, product_of_all};
pub(crate) use residues::by_residues;
pub(crate) use scaled::{Scaled, draw_one};
pub(crate) use ways::Ways;
pub(crate) use whole::Whole;
pub(crate) use word_polynomial::{WordPolynomial, number_of_words};
