//! Combination: independent parts and loose cells under a known number of mines.
//!
//! The total is the coefficient of xᵐ in (1 + x)^loose · ∏ P(part). For each part the *seed* says what
//! one of its solutions with j mines is worth: in how many ways everything else holds the other mines.

use std::borrow::Borrow;

use num_bigint::BigUint;

use crate::base::{Meter, Stopped};
use crate::number::algebra::Algebra;
use crate::number::binomials::Binomials;
use crate::number::scaled::{Scaled, draw_one};

/// Coefficients from the lowest degree that matters on.
#[derive(Clone, Debug, PartialEq)]
pub struct Polynomial<V> {
    pub least: u32,
    pub coefficients: Vec<V>,
}

/// How the binomials of the loose cells are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Without their common factor.
    Relative,
    Plain,
}

pub struct Combination<V> {
    /// Prefix i is the product of the parts before part i.
    prefixes: Vec<Polynomial<V>>,
    /// `tails[i][k]`: in how many ways parts i, i + 1, … and the loose cells complete the k-th
    /// coefficient of `prefixes[i]`.
    tails: Vec<Vec<V>>,
    /// The same as the last tail, with one loose cell set to mined and to free.
    loose: Option<[Vec<V>; 2]>,
    binomials: Option<Binomials>,
}

impl<V: Copy> Combination<V> {
    /// `mines` mines in all of the parts and the loose cells.
    ///
    /// Prefixes run forward and tails backward, so that everything but part i is one prefix and one
    /// tail, and all seeds together cost as much as two products:
    ///
    /// ```text
    /// total = Σₖ prefix[i](k) · tail[i](k)                            for every i
    /// tail[i](k)   = Σⱼ Pᵢ(j) · tail[i + 1](k + j)                    part i holds j mines
    /// tail[last](k) = C(loose, mines − least − k)                     the loose cells hold the rest
    /// seed[i](j)   = Σₖ prefix[i](k) · tail[i + 1](k + j)
    /// ```
    ///
    /// To tell a loose cell apart, the last tail is made of C(loose − 1, …): that cell mined, plus free.
    pub fn new<A: Algebra<Value = V>>(
        algebra: &A,
        parts: &[impl Borrow<Polynomial<V>>],
        loose: usize,
        scale: Scale,
        mines: i64,
        meter: &Meter<'_>,
    ) -> Result<Self, Stopped> {
        let count = parts.len();
        let parts = || parts.iter().map(Borrow::borrow);
        let prefixes = prefixes(algebra, parts(), meter)?;
        let all = &prefixes[count];
        let left = |k: usize| mines - i64::from(all.least) - k as i64;
        let span = all.coefficients.len();
        let binomials = (loose > 0).then(|| Binomials::new(loose - 1, left(span)..left(0) + 1));
        let mut tails: Vec<Vec<V>> = Vec::with_capacity(count + 1);
        let loose = if let Some(binomials) = &binomials {
            // One loose cell apart; the k-th coefficient leaves `left(k)` mines to the loose cells.
            let binomials = match scale {
                Scale::Relative => binomials.relative(algebra),
                Scale::Plain => binomials.plain(algebra),
            };
            let mined: Vec<V> = (0..span).map(|k| binomials[span - 1 - k]).collect();
            let free: Vec<V> = (0..span).map(|k| binomials[span - k]).collect();
            tails.push(mined.iter().zip(&free).map(|(&m, &f)| algebra.add(m, f)).collect());
            Some([mined, free])
        } else {
            let empty = |k| if left(k) == 0 { algebra.one() } else { algebra.zero() };
            tails.push((0..span).map(empty).collect());
            None
        };
        for (part, prefix) in parts().zip(&prefixes).rev() {
            let next = &tails[tails.len() - 1];
            let length = part.coefficients.len();
            let tail = |k: usize| algebra.dot(&part.coefficients, &next[k..k + length]);
            meter.steps(length * prefix.coefficients.len())?;
            tails.push((0..prefix.coefficients.len()).map(tail).collect());
        }
        tails.reverse();
        Ok(Self { prefixes, tails, loose, binomials })
    }

    /// The coefficient, or as many times less of it as the scale says. So are all other values: what
    /// matters are their ratios.
    pub fn total(&self) -> V {
        self.tails[0][0]
    }

    /// The coefficient itself, from a relative one.
    pub fn absolute(&self, total: BigUint) -> BigUint {
        match &self.binomials {
            Some(binomials) => binomials.absolute(total),
            None => total,
        }
    }

    /// What a solution of part `i` is worth, by the coefficient of its number of mines.
    pub fn seed<A: Algebra<Value = V>>(&self, algebra: &A, i: usize) -> Vec<V> {
        let (prefix, tail) = (&self.prefixes[i].coefficients, &self.tails[i + 1]);
        let span = tail.len() + 1 - prefix.len();
        (0..span).map(|j| algebra.dot(prefix, &tail[j..j + prefix.len()])).collect()
    }

    /// In how many ways a given loose cell is mined, and in how many free.
    pub fn loose<A: Algebra<Value = V>>(&self, algebra: &A) -> Option<[V; 2]> {
        let all = &self.prefixes[self.prefixes.len() - 1].coefficients;
        self.loose.as_ref().map(|ways| [0, 1].map(|i: usize| algebra.dot(all, &ways[i])))
    }
}

/// The products of the first 0, 1, 2 … parts.
fn prefixes<'p, A: Algebra>(
    algebra: &A,
    parts: impl ExactSizeIterator<Item = &'p Polynomial<A::Value>>,
    meter: &Meter<'_>,
) -> Result<Vec<Polynomial<A::Value>>, Stopped>
where
    A::Value: 'p,
{
    let mut prefixes = Vec::with_capacity(parts.len() + 1);
    prefixes.push(Polynomial { least: 0, coefficients: vec![algebra.one()] });
    for part in parts {
        let before: &Polynomial<A::Value> = &prefixes[prefixes.len() - 1];
        let coefficients = algebra.product(&before.coefficients, &part.coefficients, meter)?;
        prefixes.push(Polynomial { least: before.least + part.least, coefficients });
    }
    Ok(prefixes)
}

/// A coefficient as it comes from relative values.
#[derive(Clone)]
pub struct RoughTotal {
    relative: Scaled,
    binomials: Option<Binomials>,
}

impl RoughTotal {
    /// The natural logarithm of the coefficient.
    pub fn ln(&self) -> f64 {
        let factor = self.binomials.as_ref().map_or(0.0, Binomials::factor_bits);
        self.relative.ln() + factor * std::f64::consts::LN_2
    }
}

impl Combination<Scaled> {
    /// The coefficient, to be made into a logarithm if somebody asks: that sums a logarithm per mine.
    pub fn rough_total(&self) -> RoughTotal {
        RoughTotal { relative: self.total(), binomials: self.binomials.clone() }
    }

    /// The coefficient itself, roughly, where values are relative.
    pub fn rough_absolute(&self) -> Scaled {
        let factor = self.binomials.as_ref().map_or(Scaled::ONE, Binomials::factor);
        if self.total().is_zero() { Scaled::ZERO } else { self.total().times(factor) }
    }

    /// Which coefficient of each part a random solution takes, all solutions being equally likely.
    pub fn draw(&self, parts: &[Polynomial<Scaled>], uniform: &mut dyn FnMut() -> f64) -> Vec<u32> {
        let mut at = 0;
        let draw = |(part, tail): (&Polynomial<Scaled>, &Vec<Scaled>)| {
            let worth = part.coefficients.iter().zip(&tail[at..]).map(|(&c, &t)| c.times(t));
            let chosen = draw_one(worth, uniform);
            at += chosen;
            chosen as u32
        };
        parts.iter().zip(&self.tails[1..]).map(draw).collect()
    }

    /// The scale on which the total is the smaller number, and its binary digits there. Asked of
    /// relative values.
    pub fn shorter(&self) -> (Scale, u64) {
        let bits = self.total().bits();
        match self.binomials.as_ref().map(Binomials::factor_bits) {
            // Two digits for the roughness of the factor.
            Some(factor) if factor < -2.0 => {
                (Scale::Plain, bits.saturating_sub((-factor) as u64) + 2)
            }
            _ => (Scale::Relative, bits),
        }
    }
}
