//! Analysis: the answers about a position. The only place that chooses a method.
//!
//! Components are counted apart and multiplied; loose cells and settled classes have closed
//! forms; a known number of mines ties them together (see [`combination`](crate::combination)).

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};

use crate::algebra::{Algebra, Approximate, Scaled, Truth, balanced_product, binomial};
use crate::budget::{Meter, Stopped};
use crate::cache::Cache;
use crate::combination::{Combination, Polynomial};
use crate::compiled::Compiled;
use crate::evaluate::{ByClass, Evaluation, Graded, Ungraded};
use crate::position::Position;
use crate::residues::exactly;
use crate::system::System;
use crate::board::Cell;

/// What a question may use.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    pub cache: Option<&'a Cache>,
    pub meter: &'a Meter<'a>,
}

/// Whether the position has a legal assignment.
pub fn is_consistent(position: &Position, means: Means<'_>) -> Result<bool, Stopped> {
    let Some(parts) = Parts::of(position, means)? else { return Ok(false) };
    match parts.mines_left {
        None => Ok(true),
        Some(mines) => {
            let polynomials = parts.polynomials(&Truth, means.meter)?;
            Ok(Combination::new(&Truth, &polynomials, parts.system.loose.len(), mines).total())
        }
    }
}

/// The number of legal assignments.
pub fn count(position: &Position, means: Means<'_>) -> Result<BigUint, Stopped> {
    match Parts::of(position, means)? {
        None => Ok(BigUint::ZERO),
        Some(parts) => parts.count(means.meter),
    }
}

/// A position taken apart.
struct Parts {
    system: System,
    components: Vec<Arc<Compiled>>,
    /// Mines in components and loose cells together, if known. May be impossible.
    mines_left: Option<i64>,
}

impl Parts {
    /// None if a part has no solution.
    fn of(position: &Position, means: Means<'_>) -> Result<Option<Self>, Stopped> {
        let Ok(mut system) = System::of(position, means.meter)? else { return Ok(None) };
        let mut components = Vec::with_capacity(system.components.len());
        for component in std::mem::take(&mut system.components) {
            let make = |component| Compiled::new(component, means.meter);
            let compiled = match means.cache {
                Some(cache) => cache.get(component, make)?,
                None => Arc::new(make(component)?),
            };
            if !compiled.has_solution() {
                return Ok(None);
            }
            components.push(compiled);
        }
        let certain = system.certain_mines() as i64;
        let mines_left = position.mines().map(|mines| i64::from(mines) - certain);
        Ok(Some(Self { system, components, mines_left }))
    }

    fn polynomials<A: Algebra>(
        &self,
        algebra: &A,
        meter: &Meter<'_>,
    ) -> Result<Vec<Polynomial<A::Value>>, Stopped> {
        self.components.iter().map(|part| polynomial(algebra, part, meter)).collect()
    }

    /// In how many ways the settled classes hold their mines.
    fn settled_ways(&self) -> BigUint {
        let ways = |s: &crate::component::Settled| binomial(s.cells.len() as u64, s.mines.into());
        balanced_product(self.system.settled.iter().map(ways).collect())
    }

    fn count(&self, meter: &Meter<'_>) -> Result<BigUint, Stopped> {
        let rest = match self.mines_left {
            Some(mines) => self.count_with(mines, meter)?,
            None => {
                let mut factors = vec![BigUint::one() << self.system.loose.len()];
                for part in &self.components {
                    factors.push(count_component(part, meter)?);
                }
                balanced_product(factors)
            }
        };
        Ok(rest * self.settled_ways())
    }

    fn count_with(&self, mines: i64, meter: &Meter<'_>) -> Result<BigUint, Stopped> {
        let loose = self.system.loose.len();
        let rough = self.polynomials(&Approximate, meter)?;
        let rough = Combination::new(&Approximate, &rough, loose, mines).total();
        let exact = exactly(rough.bits(), meter, |residues, meter| {
            let polynomials = self.polynomials(residues, meter)?;
            Ok(vec![Combination::new(residues, &polynomials, loose, mines).total()])
        })?;
        Ok(exact.into_iter().next().unwrap_or_default())
    }
}

fn polynomial<A: Algebra>(
    algebra: &A,
    part: &Compiled,
    meter: &Meter<'_>,
) -> Result<Polynomial<A::Value>, Stopped> {
    let grading = Graded::new(&part.circuit, meter)?;
    let evaluation = Evaluation::new(algebra, &part.component, &part.circuit, &grading, meter)?;
    Ok(Polynomial { least: evaluation.least(), coefficients: evaluation.total().to_vec() })
}

fn count_component(part: &Compiled, meter: &Meter<'_>) -> Result<BigUint, Stopped> {
    let grading = Ungraded::new(&part.circuit);
    let Compiled { component, circuit } = part;
    let rough = Evaluation::new(&Approximate, component, circuit, &grading, meter)?.total()[0];
    if let Some(exact) = rough.exact() {
        return Ok(BigUint::from(exact));
    }
    let exact = exactly(rough.bits(), meter, |residues, meter| {
        Ok(Evaluation::new(residues, component, circuit, &grading, meter)?.total().to_vec())
    })?;
    Ok(exact.into_iter().next().unwrap_or_default())
}
