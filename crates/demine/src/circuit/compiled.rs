//! Compiled: a component with its circuit, ready for questions.

use std::sync::Arc;

use crate::base::{Meter, Stopped};
use crate::circuit::compile::Circuit;
use crate::circuit::splitting::wired;
use crate::order::plan;
use crate::system::Component;

pub struct Compiled {
    pub component: Arc<Component>,
    /// With copies of classes that have too many constraints; its other classes come first.
    wired: Option<Component>,
    pub circuit: Circuit,
}

impl Compiled {
    pub fn new(component: Arc<Component>, meter: &Meter<'_>) -> Result<Self, Stopped> {
        let wired = wired(&component, meter)?;
        let planned = wired.as_ref().unwrap_or(&component);
        let circuit = Circuit::compile(planned, &plan(planned, meter)?, meter)?;
        Ok(Self { component, wired, circuit })
    }

    /// The component that the circuit's layers speak of.
    pub fn wired(&self) -> &Component {
        self.wired.as_ref().unwrap_or(&self.component)
    }

    pub fn has_solution(&self) -> bool {
        self.circuit.root.is_some()
    }

    /// Bytes held, for caches.
    pub fn bytes(&self) -> usize {
        let wired = self.wired.as_ref().map_or(0, Component::bytes);
        self.component.bytes() + wired + self.circuit.bytes()
    }
}
