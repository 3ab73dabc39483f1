//! Combination: independent components and loose cells under a known number of mines.
//!
//! The total is the coefficient of xᵐ in (1 + x)^loose · ∏ P(component). The *seed* of a component
//! gives, for each number j of its mines, the ways to place the other mines elsewhere.

use std::borrow::Borrow;

use num_bigint::BigUint;

use crate::base::{Meter, Result};
use crate::number::algebra::Algebra;
use crate::number::binomials::Binomials;
use crate::number::scaled::{Scaled, draw_one};

/// Coefficients from degree `least` on.
#[derive(Clone, Debug, PartialEq)]
pub struct Polynomial<V> {
    pub least: u32,
    pub coefficients: Vec<V>,
}

/// Zero, without coefficients.
impl<V> Default for Polynomial<V> {
    fn default() -> Self {
        Self { least: 0, coefficients: Vec::new() }
    }
}

impl Polynomial<Scaled> {
    pub fn total(&self) -> Scaled {
        self.coefficients.iter().copied().fold(Scaled::ZERO, Scaled::plus)
    }
}

/// How the binomials of the loose cells are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Without their common factor.
    Relative,
    Plain,
}

pub struct Combination<V> {
    /// Where the coefficients of each prefix start, and where the last one ends. Tails use the same
    /// ranges.
    starts: Vec<usize>,
    /// Prefix i is the product of the components before component i.
    prefixes: Vec<V>,
    /// `tail(i)[k]`: the ways in which components i, i + 1, … and the loose cells complete the k-th
    /// coefficient of `prefix(i)`.
    tails: Vec<V>,
    /// The last tail with one loose cell free; from the second entry on, with that cell mined.
    loose: Option<Vec<V>>,
    binomials: Option<Binomials>,
}

impl<V: Copy> Combination<V> {
    /// `mines` mines in the components and loose cells together.
    ///
    /// Prefixes run forward and tails backward, so that everything but component i is one prefix
    /// and one tail, and all seeds together cost as much as two products:
    ///
    /// ```text
    /// total = Σₖ prefix[i](k) · tail[i](k)                            for every i
    /// tail[i](k)   = Σⱼ Pᵢ(j) · tail[i + 1](k + j)                    component i holds j mines
    /// tail[last](k) = C(loose, mines − least − k)                     the loose cells hold the rest
    /// seed[i](j)   = Σₖ prefix[i](k) · tail[i + 1](k + j)
    /// ```
    ///
    /// To single out one loose cell, the last tail is the sum of C(loose − 1, …) with it mined and
    /// free.
    pub fn new<A: Algebra<Value = V>>(
        algebra: &A,
        components: &[impl Borrow<Polynomial<V>>],
        loose: usize,
        scale: Scale,
        mines: i64,
        meter: &Meter,
    ) -> Result<Self> {
        let least: i64 =
            components.iter().map(|component| i64::from(component.borrow().least)).sum();
        let mut new = Self::of_prefixes(algebra, components, meter)?;
        let span = new.prefix(components.len()).len() as i64;
        let left = mines - least;
        new.binomials = (loose > 0).then(|| Binomials::new(loose - 1, left - span..left + 1));
        new.complete(algebra, scale, left);
        new.add_tails(algebra, components, meter)?;
        Ok(new)
    }

    fn of_prefixes<A: Algebra<Value = V>>(
        algebra: &A,
        components: &[impl Borrow<Polynomial<V>>],
        meter: &Meter,
    ) -> Result<Self> {
        let mut starts = Vec::with_capacity(components.len() + 2);
        let mut prefixes = Vec::with_capacity(8 * (components.len() + 1));
        starts.extend([0, 1]);
        prefixes.push(algebra.one());
        for (i, component) in components.iter().enumerate() {
            let before = &prefixes[starts[i]..];
            prefixes.extend(algebra.product(before, &component.borrow().coefficients, meter)?);
            starts.push(prefixes.len());
        }
        let tails = vec![algebra.zero(); prefixes.len()];
        Ok(Self { starts, prefixes, tails, loose: None, binomials: None })
    }

    /// The last tail: its k-th coefficient leaves `left` − k mines for the loose cells.
    fn complete<A: Algebra<Value = V>>(&mut self, algebra: &A, scale: Scale, left: i64) {
        let last = self.starts.len() - 2;
        let tail = &mut self.tails[self.starts[last]..];
        let Some(binomials) = &self.binomials else {
            if let Some(empty) = usize::try_from(left).ok().and_then(|left| tail.get_mut(left)) {
                *empty = algebra.one();
            }
            return;
        };
        let mut ways = match scale {
            Scale::Relative => binomials.relative(algebra),
            Scale::Plain => binomials.plain(algebra),
        };
        ways.reverse();
        for (k, value) in tail.iter_mut().enumerate() {
            *value = algebra.add(ways[k + 1], ways[k]);
        }
        self.loose = Some(ways);
    }

    fn add_tails<A: Algebra<Value = V>>(
        &mut self,
        algebra: &A,
        components: &[impl Borrow<Polynomial<V>>],
        meter: &Meter,
    ) -> Result<()> {
        for (i, component) in components.iter().enumerate().rev() {
            let component = &component.borrow().coefficients;
            let (before, next) = self.tails.split_at_mut(self.starts[i + 1]);
            let tail = &mut before[self.starts[i]..];
            meter.steps(component.len() * tail.len())?;
            for (k, value) in tail.iter_mut().enumerate() {
                *value = algebra.dot(component, &next[k..k + component.len()]);
            }
        }
        Ok(())
    }

    fn prefix(&self, i: usize) -> &[V] {
        &self.prefixes[self.starts[i]..self.starts[i + 1]]
    }

    fn tail(&self, i: usize) -> &[V] {
        &self.tails[self.starts[i]..self.starts[i + 1]]
    }

    /// The coefficient, without the common factor on a relative scale. All values share that scale;
    /// only their ratios matter.
    pub fn total(&self) -> V {
        self.tails[0]
    }

    /// The coefficient itself, from a total on the relative scale.
    pub fn absolute(&self, total: BigUint) -> BigUint {
        match &self.binomials {
            Some(binomials) => binomials.absolute(total),
            None => total,
        }
    }

    /// The seed of component `i`, by the coefficients of its polynomial.
    pub fn seed<A: Algebra<Value = V>>(&self, algebra: &A, i: usize) -> Vec<V> {
        let (prefix, tail) = (self.prefix(i), self.tail(i + 1));
        tail.windows(prefix.len()).map(|tail| algebra.dot(prefix, tail)).collect()
    }

    /// The ways in which a given loose cell is mined, and in which it is free.
    pub fn loose<A: Algebra<Value = V>>(&self, algebra: &A) -> Option<[V; 2]> {
        let all = self.prefix(self.starts.len() - 2);
        let dot = |ways: &[V]| algebra.dot(all, ways);
        self.loose.as_ref().map(|ways| [dot(&ways[1..]), dot(&ways[..all.len()])])
    }
}

/// A coefficient to float precision: without its common factor, or as a natural logarithm.
#[derive(Clone)]
pub enum ApproximateTotal {
    Relative { relative: Scaled, binomials: Option<Binomials> },
    Ln(f64),
}

impl ApproximateTotal {
    /// The natural logarithm of the coefficient.
    pub fn ln(&self) -> f64 {
        match self {
            Self::Ln(ln) => *ln,
            Self::Relative { relative, binomials } => {
                let factor = binomials.as_ref().map_or(0.0, Binomials::factor_bits);
                relative.ln() + factor * std::f64::consts::LN_2
            }
        }
    }
}

impl Combination<Scaled> {
    /// The total, to be turned into a logarithm on demand: that takes a step per mine.
    pub fn approximate_total(&self) -> ApproximateTotal {
        ApproximateTotal::Relative { relative: self.total(), binomials: self.binomials.clone() }
    }

    /// The coefficient itself, to float precision. Values must be on the relative scale.
    pub fn approximate_absolute(&self) -> Scaled {
        let factor = self.binomials.as_ref().map_or(Scaled::ONE, Binomials::factor);
        if self.total().is_zero() { Scaled::ZERO } else { self.total().times(factor) }
    }

    /// The coefficient that a uniformly random solution takes in each component.
    pub fn draw(
        &self,
        components: &[Polynomial<Scaled>],
        uniform: &mut dyn FnMut() -> f64,
    ) -> Vec<u32> {
        let mut at = 0;
        let draw = |(i, component): (usize, &Polynomial<Scaled>)| {
            let tail = &self.tail(i + 1)[at..];
            let worth = component.coefficients.iter().zip(tail).map(|(&c, &t)| c.times(t));
            let chosen = draw_one(worth, uniform);
            at += chosen;
            chosen as u32
        };
        components.iter().enumerate().map(draw).collect()
    }

    /// The scale on which the total is smaller, and its binary digits there. Values must be on the
    /// relative scale.
    pub fn shorter(&self) -> (Scale, u64) {
        let bits = self.total().bits();
        match self.binomials.as_ref().map(Binomials::factor_bits) {
            // Two digits for the rounding of the factor.
            Some(factor) if factor < -2.0 => {
                (Scale::Plain, bits.saturating_sub((-factor) as u64) + 2)
            }
            _ => (Scale::Relative, bits),
        }
    }
}
