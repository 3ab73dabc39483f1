//! Counted: a compiled component, with what was roughly counted of it kept for the next question.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::base::kept;
use crate::base::{Meter, Stopped};
use crate::circuit::Odds;
use crate::circuit::{ByClass, Evaluation, Graded, Totals, Ungraded};
use crate::circuit::{Compiled, Draft};
use crate::number::Approximate;
use crate::number::Polynomial;
use crate::number::Scaled;
use crate::system::Component;

pub struct Counted {
    pub compiled: Compiled,
    rough: OnceLock<Rough>,
    alone: OnceLock<Vec<f64>>,
    /// Its bytes when a cache last looked.
    weighed: AtomicUsize,
}

/// The totals by number of mines.
struct Rough {
    grading: Graded,
    totals: Totals<Scaled>,
    polynomial: Polynomial<Scaled>,
}

impl Counted {
    pub fn new(draft: Draft, meter: &Meter<'_>) -> Result<Self, Stopped> {
        let compiled = draft.compile(meter)?;
        let (rough, alone) = (OnceLock::new(), OnceLock::new());
        Ok(Self { compiled, rough, alone, weighed: AtomicUsize::new(0) })
    }

    pub fn component(&self) -> &Component {
        &self.compiled.component
    }

    /// P of the component, roughly.
    pub fn polynomial(&self, meter: &Meter<'_>) -> Result<&Polynomial<Scaled>, Stopped> {
        Ok(&self.rough(meter)?.polynomial)
    }

    /// How likely the cells of each class are to be mined, if a solution with so many mines is
    /// worth what the seed says.
    pub fn probabilities(&self, seed: &[Scaled], meter: &Meter<'_>) -> Result<Vec<f64>, Stopped> {
        let Rough { grading, totals, .. } = self.rough(meter)?;
        let evaluation = Evaluation::resumed(&Approximate, &self.compiled, grading, totals);
        Ok(self.by_class(&evaluation.marginals(seed, meter)?))
    }

    /// The same if all solutions are worth the same.
    pub fn probabilities_alone(&self, meter: &Meter<'_>) -> Result<&[f64], Stopped> {
        let make = || {
            let grading = Ungraded::new(&self.compiled.circuit);
            let evaluation = Evaluation::new(&Approximate, &self.compiled, &grading, meter)?;
            Ok(self.by_class(&evaluation.marginals(&[Scaled::ONE], meter)?))
        };
        Ok(kept(&self.alone, make)?)
    }

    /// Mines per class in a solution drawn at random among those of a coefficient of P.
    pub fn draw(
        &self,
        coefficient: u32,
        uniform: &mut dyn FnMut() -> f64,
        meter: &Meter<'_>,
    ) -> Result<Vec<u32>, Stopped> {
        let Rough { grading, totals, .. } = self.rough(meter)?;
        let evaluation = Evaluation::resumed(&Approximate, &self.compiled, grading, totals);
        Ok(evaluation.draw(coefficient, uniform))
    }

    fn by_class(&self, marginals: &ByClass<Scaled>) -> Vec<f64> {
        let component = self.component();
        let odds = |class| Odds::of_class(component.size(class), marginals.get(class));
        (0..component.classes()).map(|class| odds(class).probability()).collect()
    }

    fn rough(&self, meter: &Meter<'_>) -> Result<&Rough, Stopped> {
        kept(&self.rough, || {
            let grading = Graded::new(&self.compiled, meter)?;
            let evaluation = Evaluation::new(&Approximate, &self.compiled, &grading, meter)?;
            let polynomial = evaluation.polynomial();
            let totals = evaluation.into_totals();
            Ok(Rough { grading, totals, polynomial })
        })
    }

    /// Bytes held, for caches. More may come with the next question.
    pub fn bytes(&self) -> usize {
        let rough = |rough: &Rough| rough.grading.bytes() + rough.totals.bytes();
        size_of::<Self>()
            + self.compiled.bytes()
            + self.rough.get().map_or(0, rough)
            + self.alone.get().map_or(0, |alone| size_of_val(&alone[..]))
    }

    /// Whether it holds more bytes than when last asked.
    pub fn has_grown(&self) -> bool {
        let bytes = self.bytes();
        self.weighed.swap(bytes, Ordering::Relaxed) < bytes
    }
}
