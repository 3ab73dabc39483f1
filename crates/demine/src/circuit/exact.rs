//! Exact: the total of a circuit in integers, each as long as it needs to be.
//!
//! Residues take one pass per 61 binary digits of the answer, over all states. In a tree-shaped
//! circuit only the totals near the root are long. So one pass over integers is cheaper when the
//! answer is long.

use num_bigint::BigUint;
use num_traits::One;

use crate::base::{Meter, Result, cores, in_parallel};
use crate::circuit::compile::{Circuit, Stage, Step};
use crate::circuit::compiled::Compiled;
use crate::number::binomial;
use crate::system::Component;

/// Sharing a stage of fewer steps costs more than the threads save.
const MANY_STEPS: usize = 1 << 14;

/// The number of solutions.
pub(crate) fn exact_total(compiled: &Compiled, meter: &Meter) -> Result<BigUint> {
    total_shared_from(MANY_STEPS, compiled, meter)
}

/// The number of solutions; threads share every stage of at least `many` steps.
fn total_shared_from(many: usize, compiled: &Compiled, meter: &Meter) -> Result<BigUint> {
    let (component, circuit) = (compiled.split_component(), &compiled.circuit);
    let Some(root) = circuit.root else { return Ok(BigUint::ZERO) };
    let mut totals = vec![BigUint::ZERO; circuit.states];
    totals[0] = BigUint::one();
    for stage in &circuit.stages {
        let (before, after) = totals.split_at_mut(stage.first as usize);
        let mut pass = Pass { before, after, first: stage.first };
        let threads = if stage.steps.len() < many { 1 } else { cores() };
        pass.add(circuit, component, stage, threads, meter)?;
        pass.forget(circuit, stage);
    }
    Ok(std::mem::take(&mut totals[root as usize]))
}

/// The totals before a stage, and those that it computes.
struct Pass<'a> {
    before: &'a mut [BigUint],
    after: &'a mut [BigUint],
    first: u32,
}

impl Pass<'_> {
    /// Thread i of n adds the steps into states i, i + n, i + 2n, …
    fn add(
        &mut self,
        circuit: &Circuit,
        component: &Component,
        stage: &Stage,
        threads: usize,
        meter: &Meter,
    ) -> Result<()> {
        let weights = stage.class.map(|class| weights(component, class as usize, meter));
        let weights = weights.transpose()?;
        let steps = &circuit.steps[stage.steps.clone()];
        let sums = in_parallel(threads, threads, meter, |thread, meter| {
            let own = steps.iter().filter(|step| self.place(step) % threads == thread);
            self.sums(own, threads, weights.as_deref(), meter)
        })?;
        for (thread, sums) in sums.into_iter().enumerate() {
            let places = self.after.iter_mut().skip(thread).step_by(threads);
            places.zip(sums).for_each(|(place, sum)| *place = sum);
        }
        Ok(())
    }

    fn place(&self, step: &Step) -> usize {
        (step.to - self.first) as usize
    }

    /// The sums of steps into every `every`-th state.
    fn sums<'s>(
        &self,
        steps: impl Iterator<Item = &'s Step>,
        every: usize,
        weights: Option<&[BigUint]>,
        meter: &Meter,
    ) -> Result<Vec<BigUint>> {
        let mut sums = Vec::new();
        for step in steps {
            let at = self.place(step) / every;
            if at >= sums.len() {
                sums.resize(at + 1, BigUint::ZERO);
            }
            let (to, from) = (&mut sums[at], &self.before[step.from as usize]);
            match weights {
                Some(weights) if weights[step.with as usize].is_one() => *to += from,
                Some(weights) => *to += from * &weights[step.with as usize],
                None => *to += from * &self.before[step.with as usize],
            }
            let digits = to.bits() as usize / 64 + 1;
            let more = if weights.is_none() { digits * digits / 64 } else { 0 };
            meter.steps(digits + more)?;
        }
        Ok(sums)
    }

    /// Frees totals that no later stage uses: each table but the empty one is used once.
    fn forget(&mut self, circuit: &Circuit, stage: &Stage) {
        for &Step { from, with, .. } in &circuit.steps[stage.steps.clone()] {
            if from != 0 {
                self.before[from as usize] = BigUint::ZERO;
            }
            if stage.class.is_none() {
                self.before[with as usize] = BigUint::ZERO;
            }
        }
    }
}

/// The ways in which the class holds 0, 1, 2 … mines.
fn weights(component: &Component, class: usize, meter: &Meter) -> Result<Vec<BigUint>> {
    let several = component.ways(class, meter)?;
    let ways = |mines| {
        let ways = match (component.is_copy(class), several) {
            (true, _) => BigUint::one(),
            (_, Some(ways)) => ways[mines as usize].clone(),
            (_, None) => binomial(component.size(class).into(), u64::from(mines)),
        };
        meter.steps(1 + ways.bits() as usize / 64)?;
        Ok(ways)
    };
    (0..=component.most(class)).map(ways).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::base::Budget;
    use crate::circuit::compiled::Draft;

    #[test]
    fn a_ring_of_classes_is_counted_whole() {
        // Classes of three cells around numbers 3: neighbours hold v and 3 − v mines.
        let (numbers, meter) = (40, Meter::unwatched(Budget::default()));
        let ring = Arc::new(Component::circle(numbers));
        let compiled = Draft::new(ring, &meter).unwrap().compile(&meter).unwrap();
        let expected = BigUint::from(2u32) + BigUint::from(2u32) * BigUint::from(3u32).pow(numbers);
        assert_eq!(exact_total(&compiled, &meter).unwrap(), expected);
    }

    #[test]
    fn threads_that_share_a_stage_count_the_same() {
        let meter = Meter::unwatched(Budget::default());
        let shapes = [Component::circle(40), Component::hub(100, 3), Component::hub(30, 5)];
        for component in shapes {
            let draft = Draft::new(Arc::new(component), &meter).unwrap();
            let compiled = draft.compile(&meter).unwrap();
            let shared = total_shared_from(0, &compiled, &meter);
            assert_eq!(shared, total_shared_from(usize::MAX, &compiled, &meter));
        }
    }

    #[test]
    fn copies_of_a_class_add_no_ways_of_their_own() {
        // A cell next to a hundred 1s, each with three cells of its own: either it is the only
        // mine, or each 1 has one among its three.
        let star = Arc::new(Component::hub(100, 3));
        let meter = Meter::unwatched(Budget::default());
        let compiled = Draft::new(star, &meter).unwrap().compile(&meter).unwrap();
        assert!(compiled.split_component().classes() > 101);
        let expected = BigUint::from(3u32).pow(100) + 1u32;
        assert_eq!(exact_total(&compiled, &meter).unwrap(), expected);
    }
}
