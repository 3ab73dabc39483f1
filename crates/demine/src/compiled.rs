//! Compiled: a component with its circuit, ready for questions.

use crate::budget::{Meter, Stopped};
use crate::circuit::Circuit;
use crate::component::Component;
use crate::plan::plan;

pub struct Compiled {
    pub component: Component,
    pub circuit: Circuit,
}

impl Compiled {
    pub fn new(component: Component, meter: &Meter<'_>) -> Result<Self, Stopped> {
        let plan = plan(&component, meter)?;
        let circuit = Circuit::compile(&component, &plan, meter)?;
        Ok(Self { component, circuit })
    }

    pub fn has_solution(&self) -> bool {
        self.circuit.root.is_some()
    }

    /// Bytes held, for caches.
    pub fn bytes(&self) -> usize {
        self.component.bytes() + self.circuit.bytes()
    }
}
