//! Polynomials in x over an algebra, polynomials in y over those, and their matrices.

use std::ops::Range;

use crate::base::{Meter, Result};
use crate::number::algebra::Algebra;

/// Coefficients of y⁰, y¹, …, each a polynomial in x; an empty list is 0.
pub type Rows<V> = Vec<Vec<V>>;
pub type Matrix<V> = Vec<Rows<V>>;

pub struct Polynomials<'a, A> {
    pub algebra: &'a A,
    pub meter: &'a Meter<'a>,
}

/// With fewer rows, one product per pair of rows is faster than one flat product.
const FEW_ROWS: usize = 4;
/// Products of larger matrices cost more than applying them to a vector one by one.
const SMALL_MATRIX: usize = 3;
/// Fewer matrices are applied to the vector one by one: their products are too short to gain.
const MANY_MATRICES: usize = 8;

impl<A: Algebra> Polynomials<'_, A> {
    pub fn sum(&self, mut a: Vec<A::Value>, mut b: Vec<A::Value>) -> Vec<A::Value> {
        if a.len() < b.len() {
            std::mem::swap(&mut a, &mut b);
        }
        a.iter_mut().zip(b).for_each(|(x, y)| *x = self.algebra.add(*x, y));
        a
    }

    pub fn product(&self, a: &[A::Value], b: &[A::Value]) -> Result<Vec<A::Value>> {
        if a.is_empty() || b.is_empty() {
            return Ok(Vec::new());
        }
        self.algebra.product(a, b, self.meter)
    }

    /// The product modulo y^end.
    pub fn rows_product(
        &self,
        a: &Rows<A::Value>,
        b: &Rows<A::Value>,
        end: usize,
    ) -> Result<Rows<A::Value>> {
        let (a, b) = (&a[..a.len().min(end)], &b[..b.len().min(end)]);
        if a.len().min(b.len()) > FEW_ROWS {
            return self.flat_product(a, b, end);
        }
        let mut product = vec![Vec::new(); (a.len() + b.len() - 1).min(end)];
        for (i, x) in a.iter().enumerate() {
            for (row, y) in product[i..].iter_mut().zip(b) {
                *row = self.sum(std::mem::take(row), self.product(x, y)?);
            }
        }
        Ok(product)
    }

    /// The coefficients `wanted` in y of the product; all lower ones are set to 0.
    pub fn rows_within(
        &self,
        a: &Rows<A::Value>,
        b: &Rows<A::Value>,
        wanted: Range<usize>,
    ) -> Result<Rows<A::Value>> {
        let mut rows = vec![Vec::new(); wanted.start];
        rows.extend(self.algebra.rows(a, b, wanted, self.meter)?);
        Ok(rows)
    }

    /// Substitutes y = x^stride, with a stride above the degree of every row of the product.
    fn flat_product(
        &self,
        a: &[Vec<A::Value>],
        b: &[Vec<A::Value>],
        end: usize,
    ) -> Result<Rows<A::Value>> {
        let longest = |rows: &[Vec<A::Value>]| rows.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let stride = longest(a) + longest(b) - 1;
        let product = self.product(&self.flat(a, stride), &self.flat(b, stride))?;
        let rows = (a.len() + b.len() - 1).min(end);
        Ok(product.chunks(stride).take(rows).map(<[A::Value]>::to_vec).collect())
    }

    fn flat(&self, rows: &[Vec<A::Value>], stride: usize) -> Vec<A::Value> {
        let mut flat = vec![self.algebra.zero(); rows.len() * stride];
        for (part, row) in flat.chunks_mut(stride).zip(rows) {
            part[..row.len()].copy_from_slice(row);
        }
        flat
    }

    /// The product of all matrices and the vector, from right to left. Many small matrices are
    /// multiplied in pairs first.
    pub fn apply(
        &self,
        mut matrices: Vec<Matrix<A::Value>>,
        mut vector: Rows<A::Value>,
    ) -> Result<Rows<A::Value>> {
        let small = |m: &Matrix<A::Value>| m.len().max(m[0].len()) <= SMALL_MATRIX;
        while matrices.len() > MANY_MATRICES && matrices.iter().all(small) {
            matrices = self.halve(&matrices)?;
        }
        for matrix in matrices.iter().rev() {
            let row = |row: &Rows<A::Value>| self.row_times(row, vector.iter());
            vector = matrix.iter().map(row).collect::<Result<_, _>>()?;
        }
        Ok(vector)
    }

    fn halve(&self, matrices: &[Matrix<A::Value>]) -> Result<Vec<Matrix<A::Value>>> {
        let pair = |pair: &[Matrix<A::Value>]| match pair {
            [a, b] => self.matrix_product(a, b),
            _ => Ok(pair[0].clone()),
        };
        matrices.chunks(2).map(pair).collect()
    }

    fn matrix_product(
        &self,
        a: &Matrix<A::Value>,
        b: &Matrix<A::Value>,
    ) -> Result<Matrix<A::Value>> {
        let entry = |row: &Rows<A::Value>, j: usize| self.row_times(row, b.iter().map(|r| &r[j]));
        a.iter().map(|row| (0..b[0].len()).map(|j| entry(row, j)).collect()).collect()
    }

    fn row_times<'b>(
        &self,
        row: &Rows<A::Value>,
        column: impl Iterator<Item = &'b Vec<A::Value>>,
    ) -> Result<Vec<A::Value>>
    where
        A::Value: 'b,
    {
        let mut sum = Vec::new();
        for (a, b) in row.iter().zip(column) {
            sum = self.sum(sum, self.product(a, b)?);
        }
        Ok(sum)
    }
}
