//! Units: the legal assignments of a variant as sets of *units*.
//!
//! A cell of capacity c has c units; x mines in it are its first x units. So every assignment is one
//! set, and without larger capacities the units are the cells. Each sum alone allows a diagram, and
//! the solutions of a component are the intersection, as in
//! [`intersection`](crate::solutions::intersection).

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::{Budget, Meter, Result};
use crate::board::Cell;
use crate::order::{MOST_SWEEPS, sweep};
use crate::solutions::factors::Factors;
use crate::system::{Component, Failure, Lowered, bound};
use crate::variant::{Sum, Variant};
use crate::zdd::{CachedZdd, Next, Operator, Spec, Zdd, apply, build};

/// Bytes of the tables of a sum for each unit, with what they took while they grew.
const LEVEL_BYTES: usize = 64;

/// Whether no cell holds more than one mine, so that the units are the cells.
pub fn are_cells(variant: &Variant) -> bool {
    variant.capacities().iter().all(|&capacity| capacity <= 1)
}

/// The first unit of each cell, and their number last.
pub fn starts(variant: &Variant) -> Vec<u32> {
    let are_cells = are_cells(variant);
    let mut starts = vec![0];
    for &capacity in variant.capacities() {
        let units = if are_cells { 1 } else { capacity };
        starts.push(starts[starts.len() - 1] + units);
    }
    starts
}

/// All legal assignments, whatever their number of mines.
pub fn factors(variant: &Variant, meter: &Meter) -> Result<Factors, Failure> {
    let starts = starts(variant);
    let (domains, sums) = bound(variant, meter)?;
    let units =
        |cell: Cell, from: u32, to: u32| starts[cell as usize] + from..starts[cell as usize] + to;
    let mut factors = Factors::default();
    for (cell, &(least, _)) in (0..).zip(&domains) {
        factors.mined.extend(units(cell, 0, least));
    }
    let lowered = Lowered::of(variant, meter)?;
    let component_of: FxHashMap<Cell, usize> = (0..)
        .zip(&lowered.components)
        .flat_map(|(i, component)| component.cells.iter().flatten().map(move |&cell| (cell, i)))
        .collect();
    let mut own: Vec<Vec<&Sum>> = vec![Vec::new(); lowered.components.len()];
    sums.iter().for_each(|sum| own[component_of[&sum.terms[0].0]].push(sum));
    for (component, sums) in lowered.components.iter().zip(own) {
        let cells = cells_in_order(component, meter)?;
        let column = |&cell: &Cell| {
            let (least, most) = domains[cell as usize];
            (cell, units(cell, least, most).collect())
        };
        let zdd = solutions(&cells.iter().map(column).collect::<Vec<_>>(), &sums, meter)?;
        if zdd.is_empty() {
            return Err(Failure::Contradiction);
        }
        factors.diagrams.push(CachedZdd::new(zdd));
    }
    Ok(factors)
}

fn cells_in_order(component: &Component, meter: &Meter) -> Result<Vec<Cell>> {
    let classes = sweep(component, MOST_SWEEPS, meter)?;
    let cells = classes.iter().flat_map(|&class| component.cells.get(class as usize));
    Ok(cells.copied().collect())
}

/// The solutions of some sums over these cells, each with its units.
fn solutions(cells: &[(Cell, Vec<u32>)], sums: &[&Sum], meter: &Meter) -> Result<Zdd> {
    let order: Arc<[u32]> = cells.iter().flat_map(|(_, units)| units.iter().copied()).collect();
    let place: FxHashMap<Cell, usize> =
        cells.iter().enumerate().map(|(place, &(cell, _))| (cell, place)).collect();
    let mut sums = sums.to_vec();
    // A sum whose last cell comes early prunes early.
    sums.sort_by_cached_key(|sum| sum.terms.iter().map(|(cell, _)| place[cell]).max());
    let nothing = Sum { terms: Vec::new(), values: vec![0] };
    let all = allow(&order, cells, &nothing, meter)?;
    sums.into_iter().try_fold(all, |valid, sum| {
        apply(Operator::And, &valid, &allow(&order, cells, sum, meter)?, meter)
    })
}

/// The solutions of one sum. Its tables are as long as all units, so there is one at a time.
fn allow(order: &Arc<[u32]>, cells: &[(Cell, Vec<u32>)], sum: &Sum, meter: &Meter) -> Result<Zdd> {
    let taken = order.len() * LEVEL_BYTES;
    meter.steps(order.len())?;
    meter.bytes(taken)?;
    let found = build(order, &Allowed::new(cells, sum), meter);
    meter.give_back(taken / Budget::STATE_BYTES);
    found
}

/// What one sum allows.
struct Allowed {
    /// By level: the weight of the unit, and the first level of the next cell.
    weights: Vec<i64>,
    next: Vec<u32>,
    /// What the units from a level on give at least and at most.
    below: Vec<(i64, i64)>,
    /// The first level without weights below.
    end: usize,
    values: Vec<i64>,
    /// The least that all units can give.
    low: i64,
}

/// The state where the sum is met, whatever follows.
const MET: u64 = u64::MAX;

impl Allowed {
    fn new(cells: &[(Cell, Vec<u32>)], sum: &Sum) -> Self {
        let of_cell: FxHashMap<Cell, i64> = sum.terms.iter().copied().collect();
        let (mut weights, mut next) = (Vec::new(), Vec::new());
        for (cell, units) in cells {
            let end = weights.len() + units.len();
            weights.resize(end, of_cell.get(cell).copied().unwrap_or(0));
            next.resize(end, end as u32);
        }
        let mut below = vec![(0, 0); weights.len() + 1];
        for level in (0..weights.len()).rev() {
            let end = next[level] as usize;
            let rest = weights[level] * (end - level) as i64;
            below[level] = (below[end].0 + rest.min(0), below[end].1 + rest.max(0));
        }
        let end = weights.iter().rposition(|&weight| weight != 0).map_or(0, |last| last + 1);
        Self { low: below[0].0, weights, next, below, end, values: sum.values.clone() }
    }

    fn state(&self, level: usize, sum: i64) -> Next<1> {
        let (low, high) = self.below[level];
        let first = self.values.partition_point(|&value| value < sum + low);
        if self.values.get(first).is_none_or(|&value| value > sum + high) {
            return Next::Empty;
        }
        let state = if level >= self.end { MET } else { (sum - self.low) as u64 };
        if level == self.weights.len() { Next::Unit } else { Next::At(level as u32, [state]) }
    }
}

impl Spec<1> for Allowed {
    fn start(&self) -> Next<1> {
        self.state(0, 0)
    }

    fn next(&self, level: u32, [state]: [u64; 1], mined: bool) -> Next<1> {
        let next = if mined { level + 1 } else { self.next[level as usize] } as usize;
        if state == MET {
            let is_last = next == self.weights.len();
            return if is_last { Next::Unit } else { Next::At(next as u32, [MET]) };
        }
        let more = if mined { self.weights[level as usize] } else { 0 };
        self.state(next, state as i64 + self.low + more)
    }
}
