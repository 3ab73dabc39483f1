//! Compiled: a component with its circuit, ready for questions.

use std::sync::Arc;

use crate::base::{Meter, Stopped};
use crate::circuit::compile::Circuit;
use crate::circuit::splitting::split_wide_classes;
use crate::order::{Plan, plan};
use crate::system::Component;

/// A component with its plan, before anything is compiled.
pub struct Draft {
    component: Arc<Component>,
    split: Option<Component>,
    plan: Plan,
}

impl Draft {
    pub fn new(component: Arc<Component>, meter: &Meter<'_>) -> Result<Self, Stopped> {
        let split = split_wide_classes(&component, meter)?;
        let plan = plan(split.as_ref().unwrap_or(&component), meter)?;
        meter.expect_steps(plan.cost)?;
        Ok(Self { component, split, plan })
    }

    /// The order of the component's own classes, if the plan is to sweep over them and that takes
    /// at least so many steps.
    pub fn long_sweep(&self, steps: f64) -> Option<&[u32]> {
        let is_long = self.split.is_none() && self.plan.cost >= steps;
        self.plan.sweep.as_deref().filter(|_| is_long)
    }

    pub fn compile(self, meter: &Meter<'_>) -> Result<Compiled, Stopped> {
        let Self { component, split, plan } = self;
        let circuit = Circuit::compile(split.as_ref().unwrap_or(&component), &plan, meter)?;
        Ok(Compiled { component, split, circuit })
    }
}

pub struct Compiled {
    pub component: Arc<Component>,
    /// With copies of classes that have too many constraints; its other classes come first.
    split: Option<Component>,
    pub circuit: Circuit,
}

impl Compiled {
    /// The component that the circuit's stages speak of.
    pub fn split_component(&self) -> &Component {
        self.split.as_ref().unwrap_or(&self.component)
    }

    pub fn has_solution(&self) -> bool {
        self.circuit.root.is_some()
    }

    /// Bytes held, for caches.
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
    use crate::circuit::{count_along, whole_total};

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
                whole_total(&Compiled { component, split: None, circuit }, &meter)
            });
            let expected = match numbers {
                2000 => Err(meter.too_wide()),
                _ => Ok(BigUint::from(3u32).pow(numbers) + 1u32),
            };
            assert_eq!((along, total), (expected.clone(), expected));
        }
    }
}
