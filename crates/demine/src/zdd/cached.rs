//! CachedZdd: a diagram that caches its answers.

use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;

use crate::base::{Meter, Result, Sort, get_or_make};
use crate::board::Cell;
use crate::zdd::diagram::Zdd;
use crate::zdd::rank::{Sizes, count, sizes};

#[derive(Debug)]
pub struct CachedZdd {
    pub zdd: Zdd,
    count: OnceLock<BigUint>,
    sizes: OnceLock<Sizes>,
    /// One of the sets, sorted.
    witness: OnceLock<Vec<Cell>>,
}

impl CachedZdd {
    pub fn new(zdd: Zdd) -> Arc<Self> {
        let (count, sizes, witness) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Arc::new(Self { zdd, count, sizes, witness })
    }

    pub fn count(&self, meter: &Meter) -> Result<&BigUint> {
        get_or_make(&self.count, || count(&self.zdd, meter))
    }

    pub fn sizes(&self, meter: &Meter) -> Result<&Sizes> {
        get_or_make(&self.sizes, || sizes(&self.zdd, meter))
    }

    /// Whether the cell is mined in one fixed set of the diagram.
    pub fn witnesses(&self, cell: Cell) -> bool {
        self.witness.get_or_init(|| sort(&self.zdd.witness())).binary_search(&cell).is_ok()
    }

    /// Its cells, sorted.
    pub fn cells(&self) -> Vec<Cell> {
        sort(self.zdd.order())
    }
}

fn sort(cells: &[Cell]) -> Vec<Cell> {
    let mut cells = cells.to_vec();
    cells.ascend();
    cells
}
