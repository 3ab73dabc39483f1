//! Part: a component with the method by which it is counted. The only place that chooses one.

use std::sync::Arc;

use num_bigint::BigUint;

use crate::base::kept;
use crate::base::{Meter, Stopped};
use crate::circuit::{Draft, Evaluation, Graded, Ungraded, whole_total};
use crate::count::cache::Cache;
use crate::count::counted::Counted;
use crate::count::known::Piece;
use crate::count::swept::Swept;
use crate::count::trees;
use crate::number::Polynomial;
use crate::number::Scaled;
use crate::number::exactly;
use crate::number::{Algebra, Approximate};
use crate::order::{MOST_TRIES, sweep};
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
    /// Every component along a sweep, one cell after the other, as a set of solutions is built.
    Sweep,
}

/// From this many constraints on a tree is counted as one, unless told otherwise.
const LARGE_TREE: usize = 64;

impl Method {
    fn takes_as_tree(self, component: &Component) -> bool {
        let from = match self {
            Self::Auto => LARGE_TREE,
            Self::Circuit | Self::Sweep => usize::MAX,
            Self::Tree => 0,
        };
        component.constraints() >= from && component.is_tree()
    }
}

pub enum Part {
    Circuit(Arc<Counted>),
    Tree(Arc<Component>),
    Sweep(Arc<Swept>),
}

/// Why a component is not compiled.
enum Detour {
    /// A sweep in this order is cheaper, and needs no circuit.
    Sweep(Vec<u32>),
    Stopped(Stopped),
}

impl From<Stopped> for Detour {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

/// Counts with more binary digits than this are made of whole numbers instead of remainders.
const LONG_COUNT: u64 = 1_000;

/// Sweeps of fewer steps are compiled: the next question may need the circuit.
const LONG_SWEEP: f64 = 4_096.0;

impl Part {
    pub fn new(piece: &Piece, resources: Resources<'_>) -> Result<Self, Stopped> {
        let (method, meter) = (resources.method, resources.meter);
        if method.takes_as_tree(&piece.component) {
            return Ok(Self::Tree(Arc::clone(&piece.component)));
        }
        if method == Method::Sweep {
            let classes = sweep(&piece.component, MOST_TRIES, meter)?;
            return Ok(Self::swept(piece, classes));
        }
        if let (Method::Auto, Some(swept)) = (method, piece.swept.get()) {
            return Ok(Self::Sweep(Arc::clone(swept)));
        }
        match Self::counted(piece, resources) {
            Ok(counted) => Ok(Self::Circuit(counted)),
            Err(Detour::Sweep(classes)) => Ok(Self::swept(piece, classes)),
            Err(Detour::Stopped(stopped)) => Err(stopped),
        }
    }

    fn swept(piece: &Piece, classes: Vec<u32>) -> Self {
        let make = || Arc::new(Swept::new(Arc::clone(&piece.component), classes));
        Self::Sweep(Arc::clone(piece.swept.get_or_init(make)))
    }

    /// The component compiled, from the piece, from the cache, or now.
    fn counted(piece: &Piece, resources: Resources<'_>) -> Result<Arc<Counted>, Detour> {
        if let (Some(_), Some(cache)) = (piece.counted.get(), resources.cache) {
            cache.hit();
        }
        let make = |component| {
            let draft = Draft::new(component, resources.meter)?;
            match draft.long_sweep(LONG_SWEEP) {
                Some(classes) if resources.method == Method::Auto => {
                    Err(Detour::Sweep(classes.to_vec()))
                }
                _ => Ok(Counted::new(draft, resources.meter)?),
            }
        };
        let counted = kept(&piece.counted, || match resources.cache {
            Some(cache) => cache.get(&piece.component, make),
            None => Ok(Arc::new(make(Arc::clone(&piece.component))?)),
        })?;
        Ok(Arc::clone(counted))
    }

    /// Whether it is known already that there is no solution.
    pub fn is_hopeless(&self) -> bool {
        match self {
            Self::Circuit(counted) => !counted.compiled.has_solution(),
            Self::Tree(component) => !trees::is_consistent(component),
            Self::Sweep(_) => false,
        }
    }

    pub fn has_solution(&self, meter: &Meter<'_>) -> Result<bool, Stopped> {
        match self {
            Self::Sweep(swept) => Ok(*swept.count(meter)? != BigUint::ZERO),
            _ => Ok(!self.is_hopeless()),
        }
    }

    /// Its circuit, if it was compiled.
    pub fn compiled(&self) -> &Arc<Counted> {
        match self {
            Self::Circuit(counted) => counted,
            Self::Tree(_) | Self::Sweep(_) => {
                unreachable!("asked where every component is compiled")
            }
        }
    }

    /// P of the component, roughly.
    pub fn rough_polynomial(&self, meter: &Meter<'_>) -> Result<Polynomial<Scaled>, Stopped> {
        match self {
            Self::Circuit(counted) => Ok(counted.polynomial(meter)?.clone()),
            Self::Tree(_) | Self::Sweep(_) => self.polynomial(&Approximate, meter),
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
            Self::Sweep(swept) => swept.polynomial(algebra, meter),
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
            Self::Sweep(swept) => Ok(algebra.natural(swept.count(meter)?)),
        }
    }

    pub fn rough_count(&self, meter: &Meter<'_>) -> Result<Scaled, Stopped> {
        self.total(&Approximate, meter)
    }

    pub fn count(&self, meter: &Meter<'_>) -> Result<BigUint, Stopped> {
        if let Self::Sweep(swept) = self {
            return swept.count(meter).cloned();
        }
        let rough = self.rough_count(meter)?;
        if let Some(exact) = rough.exact() {
            return Ok(BigUint::from(exact));
        }
        if let (Self::Circuit(counted), true) = (self, rough.bits() > LONG_COUNT) {
            return whole_total(&counted.compiled, meter);
        }
        let exact =
            exactly(rough.bits(), meter, |residues, meter| Ok(vec![self.total(residues, meter)?]))?;
        Ok(exact.into_iter().next().unwrap_or_default())
    }
}
