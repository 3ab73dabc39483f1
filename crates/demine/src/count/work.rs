//! Work: how a question is answered.

use std::sync::Arc;

use crate::base::Meter;
use crate::count::cache::Cache;
use crate::count::memo::{Memo, Method};
use crate::system::Component;

/// The method, cache and meter of a question.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    pub method: Method,
    pub cache: Option<&'a Cache>,
    pub meter: &'a Meter<'a>,
}

impl<'a> Work<'a> {
    /// The engine chooses the method.
    pub fn new(cache: Option<&'a Cache>, meter: &'a Meter<'a>) -> Self {
        Self { method: Method::Auto, cache, meter }
    }

    pub fn by(self, method: Method) -> Self {
        Self { method, ..self }
    }

    /// The same with another meter.
    pub fn with(self, meter: &'a Meter<'a>) -> Self {
        Self { meter, ..self }
    }

    /// The memo of a component, from the cache if it has one.
    pub fn memo(self, component: Component) -> Arc<Memo> {
        match self.cache {
            Some(cache) => cache.memo(component),
            None => Arc::new(Memo::new(component)),
        }
    }
}
