//! Swept: a component that is counted along a sweep, and its counts when they were asked for.

use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;

use crate::base::{Meter, Stopped, kept};
use crate::circuit::{count_along, polynomial_along};
use crate::number::{Algebra, Polynomial};
use crate::system::Component;

pub struct Swept {
    component: Arc<Component>,
    /// Its classes in the order of the sweep.
    classes: Vec<u32>,
    count: OnceLock<BigUint>,
    polynomial: OnceLock<Polynomial<BigUint>>,
}

impl Swept {
    pub fn new(component: Arc<Component>, classes: Vec<u32>) -> Self {
        Self { component, classes, count: OnceLock::new(), polynomial: OnceLock::new() }
    }

    pub fn count(&self, meter: &Meter<'_>) -> Result<&BigUint, Stopped> {
        kept(&self.count, || match self.polynomial.get() {
            Some(known) => Ok(known.coefficients.iter().sum()),
            None => count_along(&self.component, &self.classes, meter),
        })
    }

    pub fn polynomial<A: Algebra>(
        &self,
        algebra: &A,
        meter: &Meter<'_>,
    ) -> Result<Polynomial<A::Value>, Stopped> {
        let make = || polynomial_along(&self.component, &self.classes, meter);
        let Polynomial { least, coefficients } = kept(&self.polynomial, make)?;
        let coefficients = coefficients.iter().map(|n| algebra.natural(n)).collect();
        Ok(Polynomial { least: *least, coefficients })
    }
}
