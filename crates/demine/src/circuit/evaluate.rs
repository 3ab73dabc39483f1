//! Evaluate: totals and marginals of a circuit, over any algebra, with or without numbers of mines.
//!
//! A state's total counts the ways into it. With a *grading* by mines it is a polynomial, with a
//! coefficient per number of mines so far; without, it is that polynomial at x = 1. Marginals take
//! one pass backwards from the root. It starts from a *seed*: the worth of one solution, by mines.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::One;

use crate::base::{Meter, Result};
use crate::circuit::compile::{Circuit, Stage, Step};
use crate::circuit::compiled::Compiled;
use crate::number::{Algebra, Polynomial, Product, Scaled, draw_one, multiply_add};
use crate::system::Component;

/// How many coefficients each state has, and where they are stored.
pub trait Grading: Sync {
    fn entries(&self) -> usize;
    fn place(&self, state: u32) -> Range<usize>;
    /// The least number of mines on a way into the state: that of its first coefficient.
    fn least(&self, state: u32) -> u32;
    /// The index of the state's coefficient for this many mines.
    fn entry(&self, state: u32, mines: u32) -> usize;
}

/// One value per state, for any number of mines.
impl Grading for Circuit {
    fn entries(&self) -> usize {
        self.states
    }

    fn place(&self, state: u32) -> Range<usize> {
        state as usize..state as usize + 1
    }

    fn least(&self, _: u32) -> u32 {
        0
    }

    fn entry(&self, state: u32, _: u32) -> usize {
        state as usize
    }
}

/// One value per state and number of mines.
pub struct ByMines {
    least: Vec<u32>,
    offsets: Vec<usize>,
}

impl ByMines {
    pub fn new(compiled: &Compiled, meter: &Meter) -> Result<Self> {
        let (component, circuit) = (compiled.split_component(), &compiled.circuit);
        let mut least = vec![u32::MAX; circuit.states];
        let mut most = vec![0; circuit.states];
        least[0] = 0;
        for stage in &circuit.stages {
            for step in &circuit.steps[stage.steps.clone()] {
                let (from, with, to) = (step.from as usize, step.with as usize, step.to as usize);
                let (low, high) = match stage.class {
                    Some(class) if component.is_copy(class as usize) => (0, 0),
                    Some(_) => (step.with, step.with),
                    None => (least[with], most[with]),
                };
                least[to] = least[to].min(least[from] + low);
                most[to] = most[to].max(most[from] + high);
            }
        }
        let mut offsets = Vec::with_capacity(circuit.states + 1);
        offsets.push(0);
        for (&low, &high) in least.iter().zip(&most) {
            // Trimmed states cannot be reached and have no entries.
            let length = if low > high { 0 } else { (high - low + 1) as usize };
            offsets.push(offsets[offsets.len() - 1] + length);
        }
        meter.states(offsets[circuit.states])?;
        Ok(Self { least, offsets })
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&self.least[..]) + size_of_val(&self.offsets[..])
    }
}

impl Grading for ByMines {
    fn entries(&self) -> usize {
        self.offsets[self.offsets.len() - 1]
    }

    fn place(&self, state: u32) -> Range<usize> {
        self.offsets[state as usize]..self.offsets[state as usize + 1]
    }

    fn least(&self, state: u32) -> u32 {
        self.least[state as usize]
    }

    fn entry(&self, state: u32, mines: u32) -> usize {
        self.offsets[state as usize] + (mines - self.least[state as usize]) as usize
    }
}

/// A value per class and number of mines in it.
#[derive(Clone, Debug)]
pub struct ByClass<V> {
    offsets: Arc<[u32]>,
    values: Vec<V>,
}

impl<V: Copy> ByClass<V> {
    fn new(component: &Component, mut value: impl FnMut(usize, u32) -> Result<V>) -> Result<Self> {
        let mut offsets = Vec::with_capacity(component.classes() + 1);
        let mut values = Vec::with_capacity(2 * component.classes());
        offsets.push(0);
        for class in 0..component.classes() {
            for mines in 0..=component.most(class) {
                values.push(value(class, mines)?);
            }
            offsets.push(values.len() as u32);
        }
        Ok(Self { offsets: offsets.into(), values })
    }

    /// One value for every class and number of mines of `other`.
    fn like<W>(other: &ByClass<W>, value: V) -> Self {
        Self { offsets: Arc::clone(&other.offsets), values: vec![value; other.values.len()] }
    }

    pub fn get(&self, class: usize) -> &[V] {
        &self.values[self.offsets[class] as usize..self.offsets[class + 1] as usize]
    }

    /// The values of all classes, one after the other.
    pub fn all(&self) -> &[V] {
        &self.values
    }

    fn get_mut(&mut self, class: usize) -> &mut [V] {
        &mut self.values[self.offsets[class] as usize..self.offsets[class + 1] as usize]
    }
}

/// Zeros written between two checks of the clock.
const ZEROS_PER_CHECK: usize = 1 << 16;

/// A list of zeros. A very long one takes seconds to write, so it can be interrupted.
fn zeros<A: Algebra>(algebra: &A, count: usize, meter: &Meter) -> Result<Vec<A::Value>> {
    let mut zeros = Vec::with_capacity(count);
    while zeros.len() < count {
        zeros.resize(count.min(zeros.len() + ZEROS_PER_CHECK), algebra.zero());
        meter.steps(ZEROS_PER_CHECK.min(count))?;
    }
    Ok(zeros)
}

/// Classes with more cells: each of their binomial coefficients is made from the one before.
const FEW_CELLS: u64 = 64;

/// The weights of the mines of each class, times the ways to place them. A copy weighs 1.
fn weights<A: Algebra>(
    algebra: &A,
    component: &Component,
    meter: &Meter,
) -> Result<ByClass<A::Value>> {
    let mut ways = BigUint::one();
    ByClass::new(component, |class, mines| {
        if mines == 0 {
            ways = BigUint::one();
        }
        if mines == 0 || component.is_copy(class) {
            return Ok(algebra.one());
        }
        let several = component.ways(class, meter)?;
        let (size, mines) = (u64::from(component.size(class)), u64::from(mines));
        let placed = match (size, several) {
            (1, _) => algebra.one(),
            (_, Some(several)) => {
                let ways = &several[mines as usize];
                meter.steps(1 + ways.bits() as usize / 8)?;
                algebra.natural(ways)
            }
            (..=FEW_CELLS, _) => algebra.binomial(size, mines),
            _ => {
                meter.steps(1 + ways.bits() as usize / 8)?;
                ways = &ways * (size + 1).saturating_sub(mines) / mines;
                algebra.natural(&ways)
            }
        };
        Ok(algebra.weigh(placed, mines as u32))
    })
}

/// Whether every number of mines in the class weighs 1.
fn is_plain<A: Algebra>(_: &A, component: &Component, class: usize) -> bool {
    component.is_copy(class) || (component.size(class) == 1 && !A::WEIGHS_MINES)
}

/// The result of the upward pass: the weights of the classes, and the total of every state.
#[derive(Clone, Debug)]
pub struct Totals<V> {
    weights: ByClass<V>,
    states: Vec<V>,
}

impl<V> Totals<V> {
    pub fn bytes(&self) -> usize {
        size_of::<V>() * (self.states.len() + self.weights.values.len())
    }
}

pub struct Evaluation<'a, A: Algebra, G: Grading> {
    algebra: &'a A,
    component: &'a Component,
    circuit: &'a Circuit,
    grading: &'a G,
    pub totals: Cow<'a, Totals<A::Value>>,
}

impl<'a, A: Algebra, G: Grading> Evaluation<'a, A, G> {
    /// Computes the totals of all states.
    pub fn new(
        algebra: &'a A,
        compiled: &'a Compiled,
        grading: &'a G,
        meter: &Meter,
    ) -> Result<Self> {
        let (component, circuit) = (compiled.split_component(), &compiled.circuit);
        let weights = weights(algebra, component, meter)?;
        let mut states = zeros(algebra, grading.entries(), meter)?;
        states[0] = algebra.one();
        let totals = Cow::Owned(Totals { weights, states });
        let mut new = Self { algebra, component, circuit, grading, totals };
        for stage in &circuit.stages {
            match stage.class {
                Some(class) => new.absorb(stage, class, meter)?,
                None => new.join(stage, meter)?,
            }
        }
        Ok(new)
    }

    /// Takes totals that were computed before.
    pub fn resume(
        algebra: &'a A,
        compiled: &'a Compiled,
        grading: &'a G,
        totals: &'a Totals<A::Value>,
    ) -> Self {
        let (component, circuit) = (compiled.split_component(), &compiled.circuit);
        Self { algebra, component, circuit, grading, totals: Cow::Borrowed(totals) }
    }

    /// The total of the root; empty if there is no solution.
    pub fn total(&self) -> &[A::Value] {
        self.circuit.root.map_or(&[], |root| &self.totals.states[self.grading.place(root)])
    }

    fn least(&self) -> u32 {
        self.circuit.root.map_or(0, |root| self.grading.least(root))
    }

    pub fn polynomial(&self) -> Polynomial<A::Value> {
        Polynomial { least: self.least(), coefficients: self.total().to_vec() }
    }

    /// The worth of the solutions with each number of mines in a class. The seed has a value per
    /// coefficient of the total.
    pub fn marginals(&self, seed: &[A::Value], meter: &Meter) -> Result<ByClass<A::Value>> {
        let algebra = self.algebra;
        let mut worth = zeros(algebra, self.grading.entries(), meter)?;
        if let Some(root) = self.circuit.root {
            worth[self.grading.place(root)].copy_from_slice(seed);
        }
        let mut marginals = ByClass::like(&self.totals.weights, algebra.zero());
        for stage in self.circuit.stages.iter().rev() {
            match stage.class {
                Some(class) => {
                    let own = marginals.get_mut(class as usize);
                    self.release(stage, class, &mut worth, own, meter)?;
                }
                None => self.part(stage, &mut worth, meter)?,
            }
        }
        Ok(marginals)
    }

    /// Mines per class in a uniformly random solution of one coefficient of the total.
    pub fn draw(&self, coefficient: u32, uniform: &mut dyn FnMut() -> f64) -> Vec<u32>
    where
        A: Algebra<Value = Scaled>,
    {
        let mut mines = vec![0; self.component.classes()];
        let root = self.circuit.root.expect("a component with solutions");
        let mut open = vec![(root, self.grading.least(root) + coefficient)];
        while let Some((state, held)) = open.pop() {
            if state > 0 {
                self.draw_step(state, held, &mut mines, &mut open, uniform);
            }
        }
        mines
    }

    /// Draws the step that led to a state with this many mines.
    fn draw_step(
        &self,
        state: u32,
        held: u32,
        mines: &mut [u32],
        open: &mut Vec<(u32, u32)>,
        uniform: &mut dyn FnMut() -> f64,
    ) where
        A: Algebra<Value = Scaled>,
    {
        let at = self.circuit.stages.partition_point(|stage| stage.first <= state) - 1;
        let stage = &self.circuit.stages[at];
        let steps = self.circuit.steps[stage.steps.clone()].iter().filter(|step| step.to == state);
        match stage.class {
            Some(class) => {
                let own = if self.component.is_copy(class as usize) { 0 } else { 1 };
                let weights = self.totals.weights.get(class as usize);
                let ways: Vec<(&Step, Scaled)> = steps
                    .map(|step| {
                        let before = self.ways(step.from, held.checked_sub(own * step.with));
                        (step, before.times(weights[step.with as usize]))
                    })
                    .collect();
                let (step, _) = ways[draw_one(ways.iter().map(|&(_, ways)| ways), uniform)];
                mines[class as usize] = step.with;
                open.push((step.from, held - own * step.with));
            }
            None => {
                let split = |step: &Step| {
                    let (from, with) = (step.from, step.with);
                    (0..=held).map(move |left| (from, with, left))
                };
                let ways: Vec<(u32, u32, u32)> = steps.flat_map(split).collect();
                let worth = |&(from, with, left): &(u32, u32, u32)| {
                    self.ways(from, Some(left)).times(self.ways(with, Some(held - left)))
                };
                let (from, with, left) = ways[draw_one(ways.iter().map(worth), uniform)];
                open.extend([(from, left), (with, held - left)]);
            }
        }
    }

    /// The ways into a state with this many mines.
    fn ways(&self, state: u32, mines: Option<u32>) -> Scaled
    where
        A: Algebra<Value = Scaled>,
    {
        let place = self.grading.place(state);
        let index = mines.and_then(|mines| mines.checked_sub(self.grading.least(state)));
        let value = index.and_then(|i| self.totals.states[place].get(i as usize));
        value.copied().unwrap_or(Scaled::ZERO)
    }

    fn absorb(&mut self, stage: &Stage, class: u32, meter: &Meter) -> Result<()> {
        let (algebra, grading) = (self.algebra, self.grading);
        let start = grading.place(stage.first).start;
        let totals = self.totals.to_mut();
        let (before, after) = totals.states.split_at_mut(start);
        let weights = totals.weights.get(class as usize);
        let plain = is_plain(algebra, self.component, class as usize);
        let copy = self.component.is_copy(class as usize);
        for step in &self.circuit.steps[stage.steps.clone()] {
            let from = &before[grading.place(step.from)];
            let at = entry_after(grading, step, copy) - start;
            let to = &mut after[at..at + from.len()];
            meter.steps(to.len())?;
            if plain {
                to.iter_mut().zip(from).for_each(|(t, &f)| *t = algebra.add(*t, f));
            } else {
                multiply_add(algebra, to, weights[step.with as usize], from);
            }
        }
        Ok(())
    }

    fn join(&mut self, stage: &Stage, meter: &Meter) -> Result<()> {
        let start = self.grading.place(stage.first).start;
        let (before, after) = self.totals.to_mut().states.split_at_mut(start);
        let products = products(self.circuit, self.grading, stage);
        self.algebra.add_products(before, &products, after, meter)
    }

    /// The transpose of `absorb`.
    ///
    /// `absorb` adds w(m)·xᵐ·T(from) to T(to) for each step with m mines in the class. The total of
    /// the root is linear in every T, with slope W. So W(from) gets w(m)·xᵐ·W(to), and the
    /// solutions that take this step are worth ⟨T(from), w(m)·xᵐ·W(to)⟩. `at` shifts by xᵐ; w(m) is
    /// multiplied in at the end, since it is the same for all steps with m mines.
    fn release(
        &self,
        stage: &Stage,
        class: u32,
        worth: &mut [A::Value],
        marginals: &mut [A::Value],
        meter: &Meter,
    ) -> Result<()> {
        let (algebra, grading) = (self.algebra, self.grading);
        let start = grading.place(stage.first).start;
        let (before, after) = worth.split_at_mut(start);
        let weights = self.totals.weights.get(class as usize);
        let plain = is_plain(algebra, self.component, class as usize);
        let copy = self.component.is_copy(class as usize);
        for step in &self.circuit.steps[stage.steps.clone()] {
            let place = grading.place(step.from);
            let at = entry_after(grading, step, copy) - start;
            let to = &after[at..at + place.len()];
            meter.steps(to.len())?;
            let solutions = algebra.dot(&self.totals.states[place.clone()], to);
            let marginal = &mut marginals[step.with as usize];
            *marginal = algebra.add(*marginal, solutions);
            let from = &mut before[place];
            if plain {
                from.iter_mut().zip(to).for_each(|(f, &t)| *f = algebra.add(*f, t));
            } else {
                multiply_add(algebra, from, weights[step.with as usize], to);
            }
        }
        if !plain {
            marginals.iter_mut().zip(weights).for_each(|(m, &w)| *m = algebra.mul(*m, w));
        }
        Ok(())
    }

    /// The transpose of `join`: T(to) gets T(left)·T(right), so W(left) gets W(to)·T(right) and
    /// W(right) gets W(to)·T(left).
    fn part(&self, stage: &Stage, worth: &mut [A::Value], meter: &Meter) -> Result<()> {
        let (before, after) = worth.split_at_mut(self.grading.place(stage.first).start);
        let products = products(self.circuit, self.grading, stage);
        self.algebra.add_transposed(&self.totals.states, &products, before, after, meter)
    }
}

/// The entry of the state after a step that takes the first coefficient of the state before it.
fn entry_after<G: Grading>(grading: &G, step: &Step, is_copy: bool) -> usize {
    let mines = if is_copy { 0 } else { step.with };
    grading.entry(step.to, grading.least(step.from) + mines)
}

/// The products that a join adds up; targets are relative to its first state.
fn products<G: Grading>(circuit: &Circuit, grading: &G, stage: &Stage) -> Vec<Product> {
    let start = grading.place(stage.first).start;
    let product = |step: &Step| {
        let least = grading.least(step.from) + grading.least(step.with);
        Product {
            left: grading.place(step.from),
            right: grading.place(step.with),
            at: grading.entry(step.to, least) - start,
        }
    };
    circuit.steps[stage.steps.clone()].iter().map(product).collect()
}
