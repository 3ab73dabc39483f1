//! Memo: one component and everything computed for it so far: its circuit, its counts, its diagram.
//! Each is made when first needed and then kept. The only place that chooses how a component is
//! counted.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;

use crate::base::{Meter, Result, get_or_make};
use crate::circuit::Totals;
use crate::circuit::{ByClass, ByMines, Compiled, Draft, Evaluation, Grading, Odds};
use crate::circuit::{count_along, exact_total, polynomial_along};
use crate::count::diagram;
use crate::count::trees;
use crate::number::by_residues;
use crate::number::{Algebra, Approximate, Polynomial, Scaled, Truth, WordPolynomial};
use crate::number::{CircleAlgebra, CircleTotal, ComplexLanes};
use crate::order::{MOST_SWEEPS, sweep};
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

/// `Method::Auto` counts a large tree as a tree, a smaller one by a circuit, which later questions
/// can use again. A tree is large with so many constraints,
const LARGE_TREE: usize = 64;
/// or if a circuit may need so many states: for each constraint the square of its cells.
const WIDE_TREE: usize = 1_024;

impl Method {
    fn takes_as_tree(self, component: &Component) -> bool {
        let may_be = match self {
            Self::Auto => is_large(component),
            Self::Circuit | Self::Sweep => false,
            Self::Tree => true,
        };
        may_be && component.is_tree()
    }
}

fn is_large(component: &Component) -> bool {
    let squares = component.capacities.iter().map(|&cells| (cells as usize).pow(2));
    component.constraints() >= LARGE_TREE || squares.sum::<usize>() >= WIDE_TREE
}

/// How one component is counted. Choosing it prepares the circuit or the sweep that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    Circuit,
    Tree,
    Sweep,
}

/// Longer counts, in binary digits, are made of whole numbers; shorter ones of remainders modulo
/// primes.
const LONG_COUNT: u64 = 1_000;

/// Sweeps of fewer steps are compiled, since the next question may need the circuit.
const LONG_SWEEP: f64 = 4_096.0;

pub struct Memo {
    pub component: Arc<Component>,
    circuit: OnceLock<Compiled>,
    /// Its classes in the order of a sweep that is cheaper than a circuit.
    sweep: OnceLock<Vec<u32>>,
    count: OnceLock<BigUint>,
    polynomial: OnceLock<Polynomial<BigUint>>,
    graded: OnceLock<GradedTotals>,
    alone: OnceLock<Vec<f64>>,
    diagram: OnceLock<Arc<CachedZdd>>,
    /// Its bytes when a cache last asked.
    weighed: AtomicUsize,
}

/// Sums over the solutions of a component with each mine turned by some angles, divided by the sum
/// at the angle 0.
pub struct ComponentWaves<const L: usize> {
    /// E e^(iθX) for its number X of mines.
    pub total: ComplexLanes<L>,
    /// The same where a given cell of each class is mined.
    pub mined: Vec<ComplexLanes<L>>,
    /// How likely the cells of each class are to be mined at the angle 0.
    pub tilted: Vec<f64>,
}

/// Totals by the number of mines, in floats.
struct GradedTotals {
    grading: ByMines,
    totals: Totals<Scaled>,
    polynomial: Polynomial<Scaled>,
}

impl Memo {
    pub fn new(component: Component) -> Self {
        Self {
            component: Arc::new(component),
            circuit: OnceLock::new(),
            sweep: OnceLock::new(),
            count: OnceLock::new(),
            polynomial: OnceLock::new(),
            graded: OnceLock::new(),
            alone: OnceLock::new(),
            diagram: OnceLock::new(),
            weighed: AtomicUsize::new(0),
        }
    }

    pub fn is_compiled(&self) -> bool {
        self.circuit.get().is_some()
    }

    /// The circuit of a component that is counted by it.
    pub fn circuit(&self) -> &Compiled {
        self.circuit.get().expect("compiled when its algorithm was chosen")
    }

    /// The algorithm that counts this component.
    pub fn choose(&self, method: Method, meter: &Meter) -> Result<Algorithm> {
        // Only circuits know weights and several mines per cell.
        let is_classic = self.component.weighted.is_none();
        let method = if is_classic { method } else { Method::Circuit };
        if method.takes_as_tree(&self.component) {
            return Ok(Algorithm::Tree);
        }
        if method == Method::Sweep {
            get_or_make(&self.sweep, || sweep(&self.component, MOST_SWEEPS, meter))?;
            return Ok(Algorithm::Sweep);
        }
        if method == Method::Auto && self.sweep.get().is_some() {
            return Ok(Algorithm::Sweep);
        }
        if !self.is_compiled() {
            let draft = Draft::new(Arc::clone(&self.component), meter)?;
            if let (Method::Auto, Some(classes)) = (method, draft.long_sweep(LONG_SWEEP)) {
                if self.component.is_tree() {
                    return Ok(Algorithm::Tree);
                }
                self.sweep.get_or_init(|| classes.to_vec());
                return Ok(Algorithm::Sweep);
            }
            // Another thread may be first; it made the same.
            let _ = self.circuit.set(draft.compile(meter)?);
        }
        Ok(Algorithm::Circuit)
    }

    /// Whether it is known already that there is no solution.
    pub fn is_hopeless(&self, algorithm: Algorithm, meter: &Meter) -> Result<bool> {
        match algorithm {
            Algorithm::Circuit => Ok(!self.circuit().has_solution()),
            Algorithm::Tree => Ok(!trees::is_consistent(&self.component, meter)?),
            Algorithm::Sweep => Ok(false),
        }
    }

    pub fn has_solution(&self, algorithm: Algorithm, meter: &Meter) -> Result<bool> {
        match algorithm {
            Algorithm::Sweep => Ok(*self.count_along_sweep(meter)? != BigUint::ZERO),
            _ => Ok(!self.is_hopeless(algorithm, meter)?),
        }
    }

    /// Whether its circuit has at least so many states, and P was not computed along it yet.
    pub fn is_long(&self, states: usize) -> bool {
        self.graded.get().is_none() && self.circuit().circuit.states >= states
    }

    /// P of a compiled component in floats.
    pub fn circuit_polynomial(&self, meter: &Meter) -> Result<&Polynomial<Scaled>> {
        Ok(&self.graded(meter)?.polynomial)
    }

    /// P of the component in floats.
    pub fn approximate_polynomial(
        &self,
        algorithm: Algorithm,
        meter: &Meter,
    ) -> Result<Polynomial<Scaled>> {
        match algorithm {
            Algorithm::Circuit => self.circuit_polynomial(meter).cloned(),
            Algorithm::Tree | Algorithm::Sweep => self.polynomial(algorithm, &Approximate, meter),
        }
    }

    /// P of the component.
    pub fn polynomial<A: Algebra>(
        &self,
        algorithm: Algorithm,
        algebra: &A,
        meter: &Meter,
    ) -> Result<Polynomial<A::Value>> {
        if algorithm == Algorithm::Sweep {
            self.polynomial_along_sweep(meter)?;
        }
        if let Some(Polynomial { least, coefficients }) = self.polynomial.get() {
            let coefficients = coefficients.iter().map(|n| algebra.natural(n)).collect();
            return Ok(Polynomial { least: *least, coefficients });
        }
        if algorithm == Algorithm::Tree {
            return trees::polynomial(algebra, &self.component, meter);
        }
        let grading = &self.graded(meter)?.grading;
        meter.states(grading.entries())?;
        let polynomial = Evaluation::new(algebra, self.circuit(), grading, meter)?.polynomial();
        meter.give_back(grading.entries());
        Ok(polynomial)
    }

    /// The degree at which P starts.
    pub fn least_mines(&self, algorithm: Algorithm, meter: &Meter) -> Result<u32> {
        match algorithm {
            Algorithm::Tree => Ok(trees::least_mines(&self.component)),
            _ => Ok(self.polynomial(algorithm, &Truth, meter)?.least),
        }
    }

    /// Stores P of the component in whole numbers. Remainders modulo primes are then those of its
    /// coefficients.
    pub fn store_polynomial(&self, algorithm: Algorithm, meter: &Meter) -> Result<()> {
        let make = || {
            let least = self.least_mines(algorithm, meter)?;
            let bits = self.total(algorithm, &Approximate, meter)?.bits();
            let coefficients = self.coefficients(algorithm, bits, meter)?;
            Ok(Polynomial { least, coefficients })
        };
        get_or_make(&self.polynomial, make).map(drop)
    }

    /// The coefficients of P, of which none has more than so many binary digits.
    fn coefficients(&self, algorithm: Algorithm, bits: u64, meter: &Meter) -> Result<Vec<BigUint>> {
        by_residues(bits, meter, |residues, meter| {
            Ok(self.polynomial(algorithm, residues, meter)?.coefficients)
        })
    }

    /// The coefficients of P in whole numbers, given their floats.
    pub fn whole_polynomial(
        &self,
        algorithm: Algorithm,
        floats: &Polynomial<Scaled>,
        meter: &Meter,
    ) -> Result<WordPolynomial> {
        if algorithm == Algorithm::Sweep {
            return Ok(WordPolynomial::of_numbers(
                &self.polynomial_along_sweep(meter)?.coefficients,
            ));
        }
        let total = floats.total();
        if total.exact().is_some() {
            return Ok(WordPolynomial::of_words(
                floats.coefficients.iter().filter_map(|c| c.exact()).collect(),
            ));
        }
        Ok(WordPolynomial::of_numbers(&self.coefficients(algorithm, total.bits(), meter)?))
    }

    /// P of the component at x = 1.
    pub fn total<A: Algebra>(
        &self,
        algorithm: Algorithm,
        algebra: &A,
        meter: &Meter,
    ) -> Result<A::Value> {
        match algorithm {
            Algorithm::Circuit => {
                let grading = &self.circuit().circuit;
                Ok(Evaluation::new(algebra, self.circuit(), grading, meter)?.total()[0])
            }
            Algorithm::Tree => Ok(algebra.natural(self.count_tree(meter)?)),
            Algorithm::Sweep => Ok(algebra.natural(self.count_along_sweep(meter)?)),
        }
    }

    pub fn count(&self, algorithm: Algorithm, meter: &Meter) -> Result<BigUint> {
        match algorithm {
            Algorithm::Sweep => return self.count_along_sweep(meter).cloned(),
            Algorithm::Tree => return self.count_tree(meter).cloned(),
            Algorithm::Circuit => {}
        }
        let float = self.total(algorithm, &Approximate, meter)?;
        if let Some(exact) = float.exact() {
            return Ok(BigUint::from(exact));
        }
        if float.bits() > LONG_COUNT {
            return exact_total(self.circuit(), meter);
        }
        let exact = by_residues(float.bits(), meter, |residues, meter| {
            Ok(vec![self.total(algorithm, residues, meter)?])
        })?;
        Ok(exact.into_iter().next().unwrap_or_default())
    }

    fn count_tree(&self, meter: &Meter) -> Result<&BigUint> {
        get_or_make(&self.count, || trees::count(&self.component, meter))
    }

    fn count_along_sweep(&self, meter: &Meter) -> Result<&BigUint> {
        get_or_make(&self.count, || match self.polynomial.get() {
            Some(known) => Ok(known.coefficients.iter().sum()),
            None => count_along(&self.component, self.classes(), meter),
        })
    }

    fn polynomial_along_sweep(&self, meter: &Meter) -> Result<&Polynomial<BigUint>> {
        get_or_make(&self.polynomial, || polynomial_along(&self.component, self.classes(), meter))
    }

    fn classes(&self) -> &[u32] {
        self.sweep.get().expect("ordered when its algorithm was chosen")
    }

    /// All its solutions.
    pub fn diagram(&self, meter: &Meter) -> Result<&Arc<CachedZdd>> {
        get_or_make(&self.diagram, || {
            Ok(CachedZdd::new(diagram::solutions(&self.component, meter)?))
        })
    }

    /// How likely the cells of each class are to be mined, if the seed weights solutions by their
    /// number of mines.
    pub fn probabilities(
        &self,
        seed: &[Scaled],
        meter: &Meter,
    ) -> Result<impl Iterator<Item = f64> + use<'_>> {
        let GradedTotals { grading, totals, .. } = self.graded(meter)?;
        let evaluation = Evaluation::resume(&Approximate, self.circuit(), grading, totals);
        Ok(self.by_class(evaluation.marginals(seed, meter)?))
    }

    /// The same if all solutions have the same weight.
    pub fn probabilities_alone(&self, meter: &Meter) -> Result<&[f64]> {
        let make = || {
            let grading = &self.circuit().circuit;
            let evaluation = Evaluation::new(&Approximate, self.circuit(), grading, meter)?;
            Ok(self.by_class(evaluation.marginals(&[Scaled::ONE], meter)?).collect())
        };
        Ok(get_or_make(&self.alone, make)?)
    }

    /// In how many ways each class holds 0, 1, 2 … mines; a seed weights solutions by their mines.
    pub fn ways_by_class(&self, seed: Option<&[Scaled]>, meter: &Meter) -> Result<ByClass<Scaled>> {
        if let Some(seed) = seed {
            let GradedTotals { grading, totals, .. } = self.graded(meter)?;
            let evaluation = Evaluation::resume(&Approximate, self.circuit(), grading, totals);
            return evaluation.marginals(seed, meter);
        }
        let grading = &self.circuit().circuit;
        let evaluation = Evaluation::new(&Approximate, self.circuit(), grading, meter)?;
        evaluation.marginals(&[Scaled::ONE], meter)
    }

    /// Totals and mines of the classes at several angles.
    pub fn waves<const L: usize>(
        &self,
        turned: &CircleAlgebra<L>,
        meter: &Meter,
    ) -> Result<ComponentWaves<L>> {
        let grading = &self.circuit().circuit;
        let evaluation = Evaluation::new(turned, self.circuit(), grading, meter)?;
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
        Ok(ComponentWaves {
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
        meter: &Meter,
    ) -> Result<Vec<u32>> {
        let GradedTotals { grading, totals, .. } = self.graded(meter)?;
        let evaluation = Evaluation::resume(&Approximate, self.circuit(), grading, totals);
        Ok(evaluation.draw(coefficient, uniform))
    }

    fn by_class(&self, marginals: ByClass<Scaled>) -> impl Iterator<Item = f64> + use<'_> {
        let sizes = self.component.sizes.iter().enumerate();
        sizes.map(move |(class, &size)| Odds::of_class(size, marginals.get(class)).probability())
    }

    fn graded(&self, meter: &Meter) -> Result<&GradedTotals> {
        get_or_make(&self.graded, || {
            let grading = ByMines::new(self.circuit(), meter)?;
            let evaluation = Evaluation::new(&Approximate, self.circuit(), &grading, meter)?;
            let polynomial = evaluation.polynomial();
            let totals = evaluation.totals.into_owned();
            Ok(GradedTotals { grading, totals, polynomial })
        })
    }

    /// Bytes held, for caches. More may come with the next question.
    pub fn bytes(&self) -> usize {
        let graded = |graded: &GradedTotals| graded.grading.bytes() + graded.totals.bytes();
        let numbers = |p: &Polynomial<BigUint>| {
            p.coefficients.iter().map(|n| size_of::<BigUint>() + n.bits() as usize / 8).sum()
        };
        size_of::<Self>()
            + self.circuit.get().map_or(self.component.bytes(), Compiled::bytes)
            + self.sweep.get().map_or(0, |classes| size_of_val(&classes[..]))
            + self.graded.get().map_or(0, graded)
            + self.alone.get().map_or(0, |alone| size_of_val(&alone[..]))
            + self.count.get().map_or(0, |count| count.bits() as usize / 8)
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
        let (memo, meter) = (Memo::new(Component::circle(20)), Meter::unwatched(Budget::default()));
        assert_eq!(memo.choose(Method::Sweep, &meter), Ok(Algorithm::Sweep));
        let polynomial = memo.polynomial(Algorithm::Sweep, &Approximate, &meter).unwrap();
        let expected = 2 + 2 * 3u64.pow(20);
        assert_eq!(polynomial.total().exact(), Some(expected));
        assert_eq!(memo.count(Algorithm::Sweep, &meter), Ok(BigUint::from(expected)));
        let float = memo.total(Algorithm::Sweep, &Approximate, &meter).unwrap();
        assert_eq!(float.exact(), Some(expected));
        assert_eq!(memo.choose(Method::Auto, &meter), Ok(Algorithm::Sweep));
        assert_eq!(memo.choose(Method::Circuit, &meter), Ok(Algorithm::Circuit));
    }

    #[test]
    fn long_counts_are_the_same_by_every_algorithm() {
        let meter = Meter::unwatched(Budget::default());
        let expected = BigUint::from(2u32) + BigUint::from(2u32) * BigUint::from(3u32).pow(700);
        for method in [Method::Circuit, Method::Sweep] {
            let memo = Memo::new(Component::circle(700));
            let algorithm = memo.choose(method, &meter).unwrap();
            assert_eq!(memo.count(algorithm, &meter).unwrap(), expected, "{method:?}");
        }
    }
}
