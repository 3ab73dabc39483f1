//! Dossier: all that is known about one component: its circuit, its counts, its diagram, each made
//! when first asked for and then kept. The only place that chooses how a component is counted.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;

use crate::base::{Meter, Stopped, get_or_make};
use crate::circuit::{AnyMines, Totals};
use crate::circuit::{ByClass, ByMines, Compiled, Draft, Evaluation, Grading, Odds};
use crate::circuit::{count_along, exact_total, polynomial_along};
use crate::count::diagram;
use crate::count::trees;
use crate::number::by_residues;
use crate::number::{Algebra, Approximate, Polynomial, Scaled, Truth, WordPolynomial};
use crate::number::{CircleAlgebra, CircleTotal, ComplexLanes, MomentAlgebra, Moments};
use crate::order::{MOST_TRIES, sweep};
use crate::system::Component;
use crate::zdd::CachedZdd;

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

/// How one component is counted. What its way needs is made before it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Circuit,
    Tree,
    Sweep,
}

/// Counts with more binary digits than this are made of whole numbers instead of remainders.
const LONG_COUNT: u64 = 1_000;

/// Sweeps of fewer steps are compiled: the next question may need the circuit.
const LONG_SWEEP: f64 = 4_096.0;

pub struct Dossier {
    component: Arc<Component>,
    circuit: OnceLock<Compiled>,
    /// Its classes in the order of a sweep that is cheaper than a circuit, and what was counted along.
    sweep: OnceLock<Vec<u32>>,
    count: OnceLock<BigUint>,
    polynomial: OnceLock<Polynomial<BigUint>>,
    rough: OnceLock<Rough>,
    alone: OnceLock<Vec<f64>>,
    diagram: OnceLock<Arc<CachedZdd>>,
    /// Its bytes when a cache last looked.
    weighed: AtomicUsize,
}

/// A component if mines are turned by angles, over what it weighs at the angle 0.
pub struct DossierWaves<const L: usize> {
    /// E e^(iθX) for its number X of mines.
    pub total: ComplexLanes<L>,
    /// The same where a given cell of each class is mined.
    pub mined: Vec<ComplexLanes<L>>,
    /// How likely the cells of each class are to be mined at the angle 0.
    pub tilted: Vec<f64>,
}

/// The totals by number of mines.
struct Rough {
    grading: ByMines,
    totals: Totals<Scaled>,
    polynomial: Polynomial<Scaled>,
}

impl Dossier {
    pub fn new(component: Component) -> Self {
        Self {
            component: Arc::new(component),
            circuit: OnceLock::new(),
            sweep: OnceLock::new(),
            count: OnceLock::new(),
            polynomial: OnceLock::new(),
            rough: OnceLock::new(),
            alone: OnceLock::new(),
            diagram: OnceLock::new(),
            weighed: AtomicUsize::new(0),
        }
    }

    pub fn component(&self) -> &Component {
        &self.component
    }

    /// Whether it was compiled.
    pub fn is_compiled(&self) -> bool {
        self.circuit.get().is_some()
    }

    /// The circuit of a component whose way it is.
    pub fn circuit(&self) -> &Compiled {
        self.circuit.get().expect("compiled when its way was chosen")
    }

    /// By which way the component is counted.
    pub fn way(&self, method: Method, meter: &Meter<'_>) -> Result<Way, Stopped> {
        if method.takes_as_tree(&self.component) {
            return Ok(Way::Tree);
        }
        if method == Method::Sweep {
            get_or_make(&self.sweep, || sweep(&self.component, MOST_TRIES, meter))?;
            return Ok(Way::Sweep);
        }
        if method == Method::Auto && self.sweep.get().is_some() {
            return Ok(Way::Sweep);
        }
        if !self.is_compiled() {
            let draft = Draft::new(Arc::clone(&self.component), meter)?;
            if let (Method::Auto, Some(classes)) = (method, draft.long_sweep(LONG_SWEEP)) {
                self.sweep.get_or_init(|| classes.to_vec());
                return Ok(Way::Sweep);
            }
            // Another thread may be first; it made the same.
            let _ = self.circuit.set(draft.compile(meter)?);
        }
        Ok(Way::Circuit)
    }

    /// Whether it is known already that there is no solution.
    pub fn is_hopeless(&self, way: Way) -> bool {
        match way {
            Way::Circuit => !self.circuit().has_solution(),
            Way::Tree => !trees::is_consistent(&self.component),
            Way::Sweep => false,
        }
    }

    pub fn has_solution(&self, way: Way, meter: &Meter<'_>) -> Result<bool, Stopped> {
        match way {
            Way::Sweep => Ok(*self.count_along_sweep(meter)? != BigUint::ZERO),
            _ => Ok(!self.is_hopeless(way)),
        }
    }

    /// Whether P of the circuit was computed already, roughly.
    pub fn knows_polynomial(&self) -> bool {
        self.rough.get().is_some()
    }

    /// P of a component that is compiled, roughly.
    pub fn circuit_polynomial(&self, meter: &Meter<'_>) -> Result<&Polynomial<Scaled>, Stopped> {
        Ok(&self.rough(meter)?.polynomial)
    }

    /// P of the component, roughly.
    pub fn rough_polynomial(
        &self,
        way: Way,
        meter: &Meter<'_>,
    ) -> Result<Polynomial<Scaled>, Stopped> {
        match way {
            Way::Circuit => self.circuit_polynomial(meter).cloned(),
            Way::Tree | Way::Sweep => self.polynomial(way, &Approximate, meter),
        }
    }

    /// P of the component.
    pub fn polynomial<A: Algebra>(
        &self,
        way: Way,
        algebra: &A,
        meter: &Meter<'_>,
    ) -> Result<Polynomial<A::Value>, Stopped> {
        if way == Way::Sweep {
            self.polynomial_along_sweep(meter)?;
        }
        if let Some(Polynomial { least, coefficients }) = self.polynomial.get() {
            let coefficients = coefficients.iter().map(|n| algebra.natural(n)).collect();
            return Ok(Polynomial { least: *least, coefficients });
        }
        if way == Way::Tree {
            let coefficients = trees::polynomial(algebra, &self.component, true, meter)?;
            return Ok(Polynomial { least: 0, coefficients });
        }
        let grading = &self.rough(meter)?.grading;
        meter.states(grading.entries())?;
        let polynomial = Evaluation::new(algebra, self.circuit(), grading, meter)?.polynomial();
        meter.give_back(grading.entries());
        Ok(polynomial)
    }

    /// Make P of the component in whole numbers, and keep it: all remainders are then those of its
    /// coefficients.
    pub fn know_polynomial(&self, way: Way, meter: &Meter<'_>) -> Result<(), Stopped> {
        let make = || {
            let least = self.polynomial(way, &Truth, meter)?.least;
            let bits = self.rough_count(way, meter)?.bits();
            let coefficients = self.coefficients(way, bits, meter)?;
            Ok(Polynomial { least, coefficients })
        };
        get_or_make(&self.polynomial, make).map(drop)
    }

    /// The coefficients of P, of which none has more than so many binary digits.
    fn coefficients(
        &self,
        way: Way,
        bits: u64,
        meter: &Meter<'_>,
    ) -> Result<Vec<BigUint>, Stopped> {
        by_residues(bits, meter, |residues, meter| {
            Ok(self.polynomial(way, residues, meter)?.coefficients)
        })
    }

    /// The coefficients of P in whole numbers, given what they are roughly.
    pub fn whole_polynomial(
        &self,
        way: Way,
        rough: &Polynomial<Scaled>,
        meter: &Meter<'_>,
    ) -> Result<WordPolynomial, Stopped> {
        if way == Way::Sweep {
            return Ok(WordPolynomial::of_numbers(
                &self.polynomial_along_sweep(meter)?.coefficients,
            ));
        }
        let total = rough.total();
        if total.exact().is_some() {
            return Ok(WordPolynomial::of_words(
                rough.coefficients.iter().filter_map(|c| c.exact()).collect(),
            ));
        }
        Ok(WordPolynomial::of_numbers(&self.coefficients(way, total.bits(), meter)?))
    }

    /// P of the component at x = 1.
    fn total<A: Algebra>(
        &self,
        way: Way,
        algebra: &A,
        meter: &Meter<'_>,
    ) -> Result<A::Value, Stopped> {
        match way {
            Way::Circuit => {
                let grading = AnyMines::new(&self.circuit().circuit);
                Ok(Evaluation::new(algebra, self.circuit(), &grading, meter)?.total()[0])
            }
            Way::Tree => Ok(trees::polynomial(algebra, &self.component, false, meter)?[0]),
            Way::Sweep => Ok(algebra.natural(self.count_along_sweep(meter)?)),
        }
    }

    pub fn rough_count(&self, way: Way, meter: &Meter<'_>) -> Result<Scaled, Stopped> {
        self.total(way, &Approximate, meter)
    }

    pub fn count(&self, way: Way, meter: &Meter<'_>) -> Result<BigUint, Stopped> {
        if way == Way::Sweep {
            return self.count_along_sweep(meter).cloned();
        }
        let rough = self.rough_count(way, meter)?;
        if let Some(exact) = rough.exact() {
            return Ok(BigUint::from(exact));
        }
        if way == Way::Circuit && rough.bits() > LONG_COUNT {
            return exact_total(self.circuit(), meter);
        }
        let exact = by_residues(rough.bits(), meter, |residues, meter| {
            Ok(vec![self.total(way, residues, meter)?])
        })?;
        Ok(exact.into_iter().next().unwrap_or_default())
    }

    fn count_along_sweep(&self, meter: &Meter<'_>) -> Result<&BigUint, Stopped> {
        get_or_make(&self.count, || match self.polynomial.get() {
            Some(known) => Ok(known.coefficients.iter().sum()),
            None => count_along(&self.component, self.classes(), meter),
        })
    }

    fn polynomial_along_sweep(&self, meter: &Meter<'_>) -> Result<&Polynomial<BigUint>, Stopped> {
        get_or_make(&self.polynomial, || polynomial_along(&self.component, self.classes(), meter))
    }

    fn classes(&self) -> &[u32] {
        self.sweep.get().expect("ordered when its way was chosen")
    }

    /// All its solutions.
    pub fn diagram(&self, meter: &Meter<'_>) -> Result<&Arc<CachedZdd>, Stopped> {
        get_or_make(&self.diagram, || {
            Ok(CachedZdd::new(diagram::solutions(&self.component, meter)?))
        })
    }

    /// How likely the cells of each class are to be mined, if a solution with so many mines is
    /// worth what the seed says.
    pub fn probabilities(
        &self,
        seed: &[Scaled],
        meter: &Meter<'_>,
    ) -> Result<impl Iterator<Item = f64> + use<'_>, Stopped> {
        let Rough { grading, totals, .. } = self.rough(meter)?;
        let evaluation = Evaluation::resume(&Approximate, self.circuit(), grading, totals);
        Ok(self.by_class(evaluation.marginals(seed, meter)?))
    }

    /// The same if all solutions are worth the same.
    pub fn probabilities_alone(&self, meter: &Meter<'_>) -> Result<&[f64], Stopped> {
        let make = || {
            let grading = AnyMines::new(&self.circuit().circuit);
            let evaluation = Evaluation::new(&Approximate, self.circuit(), &grading, meter)?;
            Ok(self.by_class(evaluation.marginals(&[Scaled::ONE], meter)?).collect())
        };
        Ok(get_or_make(&self.alone, make)?)
    }

    /// How the mines of its solutions are spread if a mine weighs so much.
    pub fn spread(&self, mine: f64, meter: &Meter<'_>) -> Result<Moments, Stopped> {
        self.total(Way::Circuit, &MomentAlgebra::new(Scaled::new(mine)), meter)
    }

    /// Totals and mines of the classes at several angles.
    pub fn waves<const L: usize>(
        &self,
        turned: &CircleAlgebra<L>,
        meter: &Meter<'_>,
    ) -> Result<DossierWaves<L>, Stopped> {
        let grading = AnyMines::new(&self.circuit().circuit);
        let evaluation = Evaluation::new(turned, self.circuit(), &grading, meter)?;
        let marginals = evaluation.marginals(&[turned.one()], meter)?;
        let all = evaluation.total()[0];
        let total = all.total();
        let sizes = self.component.sizes.iter().enumerate();
        let mined = sizes.clone().map(|(class, &size)| {
            let mut lanes = turned.mines(marginals.get(class)).over(total);
            lanes.scale(1.0 / f64::from(size));
            lanes
        });
        let tilted = sizes.map(|(class, &size)| {
            let ways: Vec<Scaled> = marginals.get(class).iter().map(CircleTotal::total).collect();
            Odds::of_class(size, &ways).probability()
        });
        Ok(DossierWaves {
            mined: mined.collect(),
            tilted: tilted.collect(),
            total: all.over(total),
        })
    }

    /// Mines per class in a random solution among those of a coefficient of P.
    pub fn draw(
        &self,
        coefficient: u32,
        uniform: &mut dyn FnMut() -> f64,
        meter: &Meter<'_>,
    ) -> Result<Vec<u32>, Stopped> {
        let Rough { grading, totals, .. } = self.rough(meter)?;
        let evaluation = Evaluation::resume(&Approximate, self.circuit(), grading, totals);
        Ok(evaluation.draw(coefficient, uniform))
    }

    fn by_class(&self, marginals: ByClass<Scaled>) -> impl Iterator<Item = f64> + use<'_> {
        let sizes = self.component.sizes.iter().enumerate();
        sizes.map(move |(class, &size)| Odds::of_class(size, marginals.get(class)).probability())
    }

    fn rough(&self, meter: &Meter<'_>) -> Result<&Rough, Stopped> {
        get_or_make(&self.rough, || {
            let grading = ByMines::new(self.circuit(), meter)?;
            let evaluation = Evaluation::new(&Approximate, self.circuit(), &grading, meter)?;
            let polynomial = evaluation.polynomial();
            let totals = evaluation.into_totals();
            Ok(Rough { grading, totals, polynomial })
        })
    }

    /// Bytes held, for caches. More may come with the next question.
    pub fn bytes(&self) -> usize {
        let rough = |rough: &Rough| rough.grading.bytes() + rough.totals.bytes();
        let numbers = |p: &Polynomial<BigUint>| {
            p.coefficients.iter().map(|n| size_of::<BigUint>() + n.bits() as usize / 8).sum()
        };
        size_of::<Self>()
            + self.circuit.get().map_or(self.component.bytes(), Compiled::bytes)
            + self.sweep.get().map_or(0, |classes| size_of_val(&classes[..]))
            + self.rough.get().map_or(0, rough)
            + self.alone.get().map_or(0, |alone| size_of_val(&alone[..]))
            + self.polynomial.get().map_or(0, numbers)
            + self.diagram.get().map_or(0, |factor| factor.zdd.bytes())
    }

    /// Whether it holds more bytes than when last asked.
    pub fn has_grown(&self) -> bool {
        let bytes = self.bytes();
        self.weighed.swap(bytes, Ordering::Relaxed) < bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;

    #[test]
    fn what_was_counted_along_a_sweep_is_taken_again() {
        let (dossier, meter) =
            (Dossier::new(Component::circle(20)), Meter::unwatched(Budget::default()));
        assert_eq!(dossier.way(Method::Sweep, &meter), Ok(Way::Sweep));
        let polynomial = dossier.polynomial(Way::Sweep, &Approximate, &meter).unwrap();
        let expected = 2 + 2 * 3u64.pow(20);
        assert_eq!(polynomial.total().exact(), Some(expected));
        assert_eq!(dossier.count(Way::Sweep, &meter), Ok(BigUint::from(expected)));
        let rough = dossier.rough_count(Way::Sweep, &meter).unwrap();
        assert_eq!(rough.exact(), Some(expected));
        assert_eq!(dossier.way(Method::Auto, &meter), Ok(Way::Sweep));
        assert_eq!(dossier.way(Method::Circuit, &meter), Ok(Way::Circuit));
    }

    #[test]
    fn long_counts_are_the_same_by_every_way() {
        let meter = Meter::unwatched(Budget::default());
        let expected = BigUint::from(2u32) + BigUint::from(2u32) * BigUint::from(3u32).pow(700);
        for method in [Method::Circuit, Method::Sweep] {
            let dossier = Dossier::new(Component::circle(700));
            let way = dossier.way(method, &meter).unwrap();
            assert_eq!(dossier.count(way, &meter).unwrap(), expected, "{method:?}");
        }
    }
}
