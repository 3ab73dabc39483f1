//! Polynomials in y over a semiring, products of many factors, and products of matrices.
//!
//! A tree is counted over one of two semirings: [`Whole`](crate::number::Whole) numbers, or
//! [`Graded`] polynomials in x, which count by mines over any algebra.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::{Range, RangeInclusive};

use crate::base::{Meter, Result};
use crate::number::algebra::Algebra;
use crate::number::combination::Polynomial;

/// A commutative semiring whose values may be long, so that the order of multiplication matters.
pub trait Semiring {
    /// The default is 0.
    type Value: Clone + Default;

    fn one(&self) -> Self::Value;
    /// How long a value is. Values of about the same length are multiplied fastest.
    fn length(&self, value: &Self::Value) -> usize;
    fn sum(&self, a: Self::Value, b: Self::Value) -> Self::Value;
    fn product(&self, a: &Self::Value, b: &Self::Value) -> Result<Self::Value>;
    /// In how many ways so many cells hold each of these numbers of mines. The first of these
    /// numbers counts as no mine.
    fn ways(&self, cells: u32, mines: RangeInclusive<u32>) -> Result<Vec<Self::Value>>;
    /// The coefficients `wanted` of the product of two polynomials in y; those beyond its degree
    /// may be left out.
    fn rows(
        &self,
        a: &[Self::Value],
        b: &[Self::Value],
        wanted: Range<usize>,
    ) -> Result<Vec<Self::Value>>;
    /// Polynomials in y with the same product, of which the first `end` coefficients are wanted.
    /// There are fewer of them if a power takes fewer steps than equal factors one by one.
    fn join_equal(
        &self,
        factors: Vec<Vec<Self::Value>>,
        _end: usize,
    ) -> Result<Vec<Vec<Self::Value>>> {
        Ok(factors)
    }
}

/// Rows of equal length, of which there is at least one.
pub type Matrix<V> = Vec<Vec<V>>;

/// So many coefficients are computed one by one; more come out of one long product.
pub const FEW_ROWS: usize = 4;
/// Products of larger matrices cost more than applying them to a vector one by one.
const SMALL_MATRIX: usize = 3;
/// Fewer matrices are applied to the vector one by one: their products are too short to gain.
const MANY_MATRICES: usize = 8;

/// The product of all factors, the two shortest first; None if there are no factors. `times` learns
/// whether its product is the last.
pub fn product_of_all<T: Default>(
    mut factors: Vec<T>,
    length: impl Fn(&T) -> usize,
    mut times: impl FnMut(&T, &T, bool) -> Result<T>,
) -> Result<Option<T>> {
    let lengths = factors.iter().enumerate().map(|(i, factor)| Reverse((length(factor), i)));
    let mut heap: BinaryHeap<_> = lengths.collect();
    while let Some(Reverse((_, i))) = heap.pop() {
        let a = std::mem::take(&mut factors[i]);
        let Some(Reverse((_, j))) = heap.pop() else { return Ok(Some(a)) };
        factors[j] = times(&a, &factors[j], heap.is_empty())?;
        heap.push(Reverse((length(&factors[j]), j)));
    }
    Ok(None)
}

/// The product of all matrices and the vector, from right to left. Many small matrices in a row are
/// multiplied in pairs first.
pub fn apply<S: Semiring>(
    semiring: &S,
    matrices: &[Matrix<S::Value>],
    mut vector: Vec<S::Value>,
) -> Result<Vec<S::Value>> {
    let small = |m: &Matrix<S::Value>| m.len().max(m[0].len()) <= SMALL_MATRIX;
    for run in matrices.chunk_by(|a, b| small(a) && small(b)).rev() {
        let mut run = Cow::Borrowed(run);
        while run.len() > MANY_MATRICES {
            run = Cow::Owned(halve(semiring, &run)?);
        }
        for matrix in run.iter().rev() {
            let row = |row: &Vec<S::Value>| row_times(semiring, row, vector.iter());
            vector = matrix.iter().map(row).collect::<Result<_>>()?;
        }
    }
    Ok(vector)
}

fn halve<S: Semiring>(
    semiring: &S,
    matrices: &[Matrix<S::Value>],
) -> Result<Vec<Matrix<S::Value>>> {
    let pair = |pair: &[Matrix<S::Value>]| match pair {
        [a, b] => matrix_product(semiring, a, b),
        _ => Ok(pair[0].clone()),
    };
    matrices.chunks(2).map(pair).collect()
}

fn matrix_product<S: Semiring>(
    semiring: &S,
    a: &Matrix<S::Value>,
    b: &Matrix<S::Value>,
) -> Result<Matrix<S::Value>> {
    let entry = |row: &Vec<_>, j: usize| row_times(semiring, row, b.iter().map(|r| &r[j]));
    a.iter().map(|row| (0..b[0].len()).map(|j| entry(row, j)).collect()).collect()
}

fn row_times<'b, S: Semiring>(
    semiring: &S,
    row: &[S::Value],
    column: impl Iterator<Item = &'b S::Value>,
) -> Result<S::Value>
where
    S::Value: 'b,
{
    let mut sum = S::Value::default();
    for (a, b) in row.iter().zip(column) {
        sum = semiring.sum(sum, semiring.product(a, b)?);
    }
    Ok(sum)
}

/// Polynomials in x over an algebra, by the number of mines; without coefficients it is 0.
pub struct Graded<'a, A> {
    pub algebra: &'a A,
    pub meter: &'a Meter<'a>,
}

/// All binomial coefficients of so many cells fit into a word.
const FEW_CELLS: u32 = 60;

impl<A: Algebra> Semiring for Graded<'_, A> {
    type Value = Polynomial<A::Value>;

    fn one(&self) -> Self::Value {
        Polynomial { least: 0, coefficients: vec![self.algebra.one()] }
    }

    fn length(&self, value: &Self::Value) -> usize {
        value.coefficients.len()
    }

    fn sum(&self, a: Self::Value, b: Self::Value) -> Self::Value {
        if a.coefficients.is_empty() || b.coefficients.is_empty() {
            return if a.coefficients.is_empty() { b } else { a };
        }
        let (mut low, high) = if a.least <= b.least { (a, b) } else { (b, a) };
        let from = (high.least - low.least) as usize;
        let length = low.coefficients.len().max(from + high.coefficients.len());
        low.coefficients.resize(length, self.algebra.zero());
        let places = low.coefficients[from..].iter_mut();
        places.zip(high.coefficients).for_each(|(x, y)| *x = self.algebra.add(*x, y));
        low
    }

    fn product(&self, a: &Self::Value, b: &Self::Value) -> Result<Self::Value> {
        if a.coefficients.is_empty() || b.coefficients.is_empty() {
            return Ok(Polynomial::default());
        }
        let coefficients = self.algebra.product(&a.coefficients, &b.coefficients, self.meter)?;
        Ok(Polynomial { least: a.least + b.least, coefficients })
    }

    fn ways(&self, cells: u32, mines: RangeInclusive<u32>) -> Result<Vec<Self::Value>> {
        self.meter.steps(mines.clone().count())?;
        let (n, first, last) = (cells.into(), (*mines.start()).into(), (*mines.end()).into());
        let binomials = match cells {
            ..=FEW_CELLS => (first..=last).map(|k| self.algebra.binomial(n, k)).collect(),
            _ => self.algebra.binomials(n, first..=last),
        };
        let monomial = |(least, ways)| Polynomial { least, coefficients: vec![ways] };
        Ok((0..).zip(binomials).map(monomial).collect())
    }

    fn rows(
        &self,
        a: &[Self::Value],
        b: &[Self::Value],
        wanted: Range<usize>,
    ) -> Result<Vec<Self::Value>> {
        let wanted = wanted.start..wanted.end.min(a.len() + b.len() - 1);
        let ((from_a, a), (from_b, b)) = (self.aligned(a), self.aligned(b));
        let rows = if wanted.len().min(a.len()).min(b.len()) > FEW_ROWS {
            self.flat_product(&a, &b, wanted)?
        } else {
            let degrees = longest(&a) + longest(&b) - 1;
            let mut rows = self.algebra.rows(&a, &b, wanted, self.meter)?;
            rows.iter_mut().for_each(|row| row.truncate(degrees));
            rows
        };
        let least = from_a + from_b;
        Ok(rows.into_iter().map(|coefficients| Polynomial { least, coefficients }).collect())
    }
}

fn longest<V>(rows: &[Vec<V>]) -> usize {
    rows.iter().map(Vec::len).max().unwrap_or(0).max(1)
}

impl<A: Algebra> Graded<'_, A> {
    /// The coefficients of each row from the least degree of all on, and this degree.
    fn aligned(&self, rows: &[Polynomial<A::Value>]) -> (u32, Vec<Vec<A::Value>>) {
        let some = rows.iter().filter(|row| !row.coefficients.is_empty());
        let least = some.map(|row| row.least).min().unwrap_or(0);
        let aligned = |row: &Polynomial<A::Value>| {
            if row.coefficients.is_empty() {
                return Vec::new();
            }
            let mut all = vec![self.algebra.zero(); (row.least - least) as usize];
            all.extend_from_slice(&row.coefficients);
            all
        };
        (least, rows.iter().map(aligned).collect())
    }

    /// Substitutes y = x^stride, with a stride above the degree of every row of the product.
    fn flat_product(
        &self,
        a: &[Vec<A::Value>],
        b: &[Vec<A::Value>],
        wanted: Range<usize>,
    ) -> Result<Vec<Vec<A::Value>>> {
        let stride = longest(a) + longest(b) - 1;
        let (a, b) = (self.flat(a, stride), self.flat(b, stride));
        let product = self.algebra.product(&a, &b, self.meter)?;
        let rows = product.chunks(stride).skip(wanted.start).take(wanted.len());
        Ok(rows.map(<[A::Value]>::to_vec).collect())
    }

    fn flat(&self, rows: &[Vec<A::Value>], stride: usize) -> Vec<A::Value> {
        let mut flat = vec![self.algebra.zero(); rows.len() * stride];
        for (part, row) in flat.chunks_mut(stride).zip(rows) {
            part[..row.len()].copy_from_slice(row);
        }
        flat
    }
}
