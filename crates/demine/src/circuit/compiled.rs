//! Compiled: a component with its circuit.

use std::sync::Arc;

use crate::base::{Meter, Result, Stopped};
use crate::circuit::compile::Circuit;
use crate::circuit::splitting::split_wide_classes;
use crate::order::{Plan, plan};
use crate::system::Component;

/// Estimated steps per state of the budget above which a plan is expected to be too wide. Estimates
/// are upper bounds, often thousands of times too large.
const MOST_STEPS_PER_STATE: f64 = 1e4;
/// A sweep that is expected to be too wide gets 1/8 of the budget: if its estimate was wrong, that
/// is enough, and if not, little time is lost.
const TRIAL_SHARE: usize = 8;

/// A component with its plan, not compiled yet.
pub struct Draft {
    component: Arc<Component>,
    split: Option<Component>,
    plan: Plan,
}

impl Draft {
    pub fn new(component: Arc<Component>, meter: &Meter) -> Result<Self> {
        let split = split_wide_classes(&component, meter)?;
        let plan = plan(split.as_ref().unwrap_or(&component), meter)?;
        Ok(Self { component, split, plan })
    }

    /// The order of the component's own classes, if the plan is a sweep over them that takes at
    /// least `steps` steps.
    pub fn long_sweep(&self, steps: f64) -> Option<&[u32]> {
        let is_long = self.split.is_none() && self.plan.cost >= steps;
        self.plan.sweep.as_deref().filter(|_| is_long)
    }

    pub fn compile(self, meter: &Meter) -> Result<Compiled> {
        let states = meter.budget().states;
        let is_too_wide = self.plan.cost > MOST_STEPS_PER_STATE * states as f64;
        let circuit = match is_too_wide {
            false => self.circuit(meter)?,
            // The estimates of joins are closer to the truth than those of sweeps.
            true if self.plan.sweep.is_none() => return Err(meter.too_wide()),
            true => {
                let trial = self.circuit(&meter.limit(states / TRIAL_SHARE));
                Stopped::unless_too_wide(trial)?.ok_or_else(|| meter.too_wide())?
            }
        };
        let Self { component, split, .. } = self;
        Ok(Compiled { component, split, circuit })
    }

    fn circuit(&self, meter: &Meter) -> Result<Circuit> {
        let component = self.split.as_ref().unwrap_or(&self.component);
        Circuit::compile(component, &self.plan, meter)
    }
}

pub struct Compiled {
    pub component: Arc<Component>,
    /// With copies of classes that have too many constraints; the original classes come first.
    split: Option<Component>,
    pub circuit: Circuit,
}

impl Compiled {
    /// The component whose classes the circuit's stages name.
    pub fn split_component(&self) -> &Component {
        self.split.as_ref().unwrap_or(&self.component)
    }

    pub fn has_solution(&self) -> bool {
        self.circuit.root.is_some()
    }

    pub fn bytes(&self) -> usize {
        let split = self.split.as_ref().map_or(0, Component::bytes);
        self.component.bytes() + split + self.circuit.bytes()
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;
    use crate::base::Budget;
    use crate::circuit::{count_along, exact_total};

    #[test]
    fn many_open_numbers_take_more_words_until_they_are_too_many() {
        let meter = Meter::unwatched(Budget::default());
        for numbers in [20, 100, 200, 500, 2000] {
            let component = Arc::new(Component::hub(numbers, 3));
            let classes: Vec<u32> = (0..=numbers).collect();
            let along = count_along(&component, &classes, &meter);
            let plan = plan(&component, &meter).unwrap();
            let circuit = Circuit::compile(&component, &plan, &meter);
            let total = circuit.and_then(|circuit| {
                exact_total(&Compiled { component, split: None, circuit }, &meter)
            });
            let expected = match numbers {
                2000 => Err(meter.too_wide()),
                _ => Ok(BigUint::from(3u32).pow(numbers) + 1u32),
            };
            assert_eq!((along, total), (expected.clone(), expected));
        }
    }
}
