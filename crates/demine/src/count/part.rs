//! Part: a component with the method by which it is counted. The only place that chooses one.

use std::sync::Arc;

use num_bigint::BigUint;

use crate::base::kept;
use crate::base::{Meter, Stopped};
use crate::circuit::{Evaluation, Graded, Ungraded};
use crate::count::cache::Cache;
use crate::count::counted::Counted;
use crate::count::known::Piece;
use crate::count::trees;
use crate::number::Polynomial;
use crate::number::Scaled;
use crate::number::exactly;
use crate::number::{Algebra, Approximate};
use crate::system::Component;

/// What a question may use.
#[derive(Clone, Copy)]
pub struct Resources<'a> {
    pub cache: Option<&'a Cache>,
    pub method: Method,
    pub meter: &'a Meter<'a>,
}

/// How components are counted. The answers are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// By what is expected to be fastest.
    #[default]
    Auto,
    /// Every component by a circuit (Theorem 2.4).
    Circuit,
    /// Every component that is a tree as one (Theorems 2.1–2.3).
    Tree,
}

/// From this many constraints on a tree is counted as one, unless told otherwise.
const LARGE_TREE: usize = 64;

impl Method {
    fn takes_as_tree(self, component: &Component) -> bool {
        let from = match self {
            Self::Auto => LARGE_TREE,
            Self::Circuit => usize::MAX,
            Self::Tree => 0,
        };
        component.constraints() >= from && component.is_tree()
    }
}

pub enum Part {
    Circuit(Arc<Counted>),
    Tree(Arc<Component>),
}

impl Part {
    pub fn new(piece: &Piece, resources: Resources<'_>) -> Result<Self, Stopped> {
        if resources.method.takes_as_tree(&piece.component) {
            return Ok(Self::Tree(Arc::clone(&piece.component)));
        }
        if let (Some(_), Some(cache)) = (piece.counted.get(), resources.cache) {
            cache.hit();
        }
        let make = |component| Counted::new(component, resources.meter);
        let counted = kept(&piece.counted, || match resources.cache {
            Some(cache) => cache.get(&piece.component, make),
            None => Ok(Arc::new(make(Arc::clone(&piece.component))?)),
        })?;
        Ok(Self::Circuit(Arc::clone(counted)))
    }

    pub fn has_solution(&self) -> bool {
        match self {
            Self::Circuit(counted) => counted.compiled.has_solution(),
            Self::Tree(component) => trees::is_consistent(component),
        }
    }

    /// P of the component, roughly.
    pub fn rough_polynomial(&self, meter: &Meter<'_>) -> Result<Polynomial<Scaled>, Stopped> {
        match self {
            Self::Circuit(counted) => Ok(counted.polynomial(meter)?.clone()),
            Self::Tree(_) => self.polynomial(&Approximate, meter),
        }
    }

    /// P of the component.
    pub fn polynomial<A: Algebra>(
        &self,
        algebra: &A,
        meter: &Meter<'_>,
    ) -> Result<Polynomial<A::Value>, Stopped> {
        match self {
            Self::Circuit(counted) => {
                let compiled = &counted.compiled;
                let grading = Graded::new(compiled, meter)?;
                Ok(Evaluation::new(algebra, compiled, &grading, meter)?.polynomial())
            }
            Self::Tree(component) => {
                let coefficients = trees::polynomial(algebra, component, true, meter)?;
                Ok(Polynomial { least: 0, coefficients })
            }
        }
    }

    /// P of the component at x = 1.
    fn total<A: Algebra>(&self, algebra: &A, meter: &Meter<'_>) -> Result<A::Value, Stopped> {
        match self {
            Self::Circuit(counted) => {
                let compiled = &counted.compiled;
                let grading = Ungraded::new(&compiled.circuit);
                Ok(Evaluation::new(algebra, compiled, &grading, meter)?.total()[0])
            }
            Self::Tree(component) => Ok(trees::polynomial(algebra, component, false, meter)?[0]),
        }
    }

    pub fn rough_count(&self, meter: &Meter<'_>) -> Result<Scaled, Stopped> {
        self.total(&Approximate, meter)
    }

    pub fn count(&self, meter: &Meter<'_>) -> Result<BigUint, Stopped> {
        let rough = self.rough_count(meter)?;
        if let Some(exact) = rough.exact() {
            return Ok(BigUint::from(exact));
        }
        let exact =
            exactly(rough.bits(), meter, |residues, meter| Ok(vec![self.total(residues, meter)?]))?;
        Ok(exact.into_iter().next().unwrap_or_default())
    }
}
