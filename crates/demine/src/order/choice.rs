//! Choice: the cheapest of several plans for a component; a high cost justifies more attempts.
//!
//! Small components are swept, or swept and eliminated in a few orders. In a large one every good
//! order closes most constraints in the same way. The cost is decided in its kernel (see
//! [`elimination`](crate::order::elimination)), so many orders of the kernel are tried.

use crate::base::{Meter, Result, cores, in_parallel};
use crate::order::elimination::{Kernel, Rule, eliminate};
use crate::order::plan::{Plan, Planner};
use crate::order::sweep::{MOST_SWEEPS, far_end, sweep_below, sweep_from, worth};
use crate::system::Component;

/// Components up to this many constraints are swept: comparing plans would cost more.
const TINY_COMPONENT: usize = 10;
/// A sweep of fewer steps is taken at once: comparing plans costs more than it can save.
const SHORT_SWEEP: f64 = 1_500.0;
/// A component with more constraints is planned by its kernel: a short sweep is unlikely.
const SMALL_COMPONENT: usize = 128;
/// Steps that one plan costs per class and constraint.
const STEPS_PER_PLAN: f64 = 50.0;
/// Joins along a wider elimination would never finish.
const WIDEST_JOIN: usize = 80;
/// Most plans of a small component: bounds the time for planning.
const MOST_PLANS: usize = 24;
/// A plan that costs more is compared with the best of many sweeps.
const COSTLY_PLAN: f64 = 20_000.0;
/// A step of a sweep needs no hash table: four of them cost as much as a step of another plan.
const SWEEP_SPEED: f64 = 4.0;
/// Most orders of a kernel: bounds the time for planning.
const MOST_ORDERS: usize = 32;
/// Plans made at once, on all threads. Fixed, so that plans do not depend on the number of cores.
const PLANS_AT_ONCE: usize = 4;
/// Steps that one order of a kernel costs per vertex.
const STEPS_PER_ORDER: f64 = 25.0;
/// How far the estimate exceeds the true steps on large components.
const OVERESTIMATE: f64 = 40.0;

/// The cheapest of several plans.
pub fn plan(component: &Component, meter: &Meter) -> Result<Plan> {
    if component.constraints() > SMALL_COMPONENT {
        return plan_large(component, meter);
    }
    let start = far_end(component, 0);
    let sweep = sweep_from(component, start, meter)?;
    if sweep.cost <= SHORT_SWEEP || component.constraints() <= TINY_COMPONENT {
        return Ok(Plan::along(component, sweep));
    }
    // Sweeping a dense component takes less time than eliminating its constraints.
    if worth(component, sweep.cost, SWEEP_SPEED * STEPS_PER_PLAN) == 0 {
        let better = sweep_below(component, sweep.cost, MOST_SWEEPS, meter)?;
        return Ok(Plan::along(component, better.unwrap_or(sweep)));
    }
    plan_small(component, far_end(component, start), meter)
}

/// Tries sweeps and eliminations of the whole component.
fn plan_small(component: &Component, start: u32, meter: &Meter) -> Result<Plan> {
    let Some(first) = eliminate_first(component, 0, meter)? else {
        return plan_widest(component, meter);
    };
    if let Some(swept) = plan_cheaper_sweep(component, &first, meter)? {
        return Ok(swept);
    }
    let attempt = |i: usize, meter: &Meter| match i {
        1 | 2 => {
            let from = if i == 1 { start } else { far_end(component, start) };
            Ok(Some(Plan::along(component, sweep_from(component, from, meter)?)))
        }
        seed => eliminate_first(component, seed as u64, meter),
    };
    let plans = |cost: f64| worth(component, cost, STEPS_PER_PLAN).min(MOST_PLANS);
    best_of(first, plans, attempt, meter)
}

/// The cheapest of `first` and of attempts 1, 2, …: as many as the best cost so far justifies.
fn best_of(
    first: Plan,
    worth: impl Fn(f64) -> usize,
    attempt: impl Fn(usize, &Meter) -> Result<Option<Plan>> + Sync,
    meter: &Meter,
) -> Result<Plan> {
    let (mut best, mut tried) = (first, 1);
    while tried < worth(best.cost) {
        let batch =
            in_parallel(cores(), PLANS_AT_ONCE, meter, |i, meter| attempt(tried + i, meter))?;
        tried += batch.len();
        let cheaper = |a: Plan, b: Plan| if b.cost < a.cost { b } else { a };
        best = batch.into_iter().flatten().fold(best, cheaper);
    }
    Ok(best)
}

/// Eliminates the easy vertices once, then tries several orders of the kernel.
fn plan_large(component: &Component, meter: &Meter) -> Result<Plan> {
    let Some(kernel) = Kernel::of(component.incidence(), WIDEST_JOIN, meter)? else {
        return plan_widest(component, meter);
    };
    let mut easy = Planner::new(component);
    easy.follow(&kernel.easy);
    let attempt = |seed: usize, meter: &Meter| -> Result<Option<Plan>> {
        let order = kernel.eliminate(seed as u64, WIDEST_JOIN, meter)?;
        Ok(order.map(|order| {
            let mut planner = easy.fork();
            planner.follow(&order);
            planner.plan
        }))
    };
    let Some(first) = attempt(1, meter)? else { return plan_widest(component, meter) };
    if let Some(swept) = plan_cheaper_sweep(component, &first, meter)? {
        return Ok(swept);
    }
    let one_order = STEPS_PER_ORDER * kernel.vertices.len() as f64;
    let orders = |cost: f64| ((cost / OVERESTIMATE / one_order) as usize).min(MOST_ORDERS);
    let best = best_of(first, orders, |i, meter| attempt(i + 1, meter), meter)?;
    Ok(easy.plan.then(best))
}

/// A sweep, for components whose joins are too wide in any order.
fn plan_widest(component: &Component, meter: &Meter) -> Result<Plan> {
    let best = sweep_below(component, f64::INFINITY, MOST_SWEEPS, meter)?;
    Ok(Plan::along(component, best.expect("nothing costs more than infinity")))
}

/// A sweep that is cheaper than a costly plan, if there is one.
fn plan_cheaper_sweep(component: &Component, plan: &Plan, meter: &Meter) -> Result<Option<Plan>> {
    if plan.cost <= COSTLY_PLAN {
        return Ok(None);
    }
    let sweep = sweep_below(component, SWEEP_SPEED * plan.cost, MOST_SWEEPS, meter)?;
    Ok(sweep.map(|sweep| Plan::along(component, sweep)))
}

/// Closes constraints in their elimination order in the incidence graph; None if that is too wide.
fn eliminate_first(component: &Component, seed: u64, meter: &Meter) -> Result<Option<Plan>> {
    let elimination = eliminate(component.incidence(), Rule::Fill { seed }, WIDEST_JOIN, meter)?;
    Ok(elimination.map(|elimination| {
        let mut planner = Planner::new(component);
        planner.follow(&elimination.order);
        planner.plan
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, Lists};

    /// A binary tree of rings of constraints: each shares a cell with the next of its ring and with
    /// its like above. A sweep has to hold a ring of every level, where joins hold two rings.
    fn tree_of_rings(rings: u32, length: u32) -> Component {
        let (mut cells, mut members) =
            (Lists::default(), vec![Vec::new(); (rings * length) as usize]);
        let mut share = |a: u32, b: u32| {
            let class = cells.len() as u32;
            cells.push([class]);
            members[a as usize].push(class);
            members[b as usize].push(class);
        };
        for (ring, i) in (0..rings).flat_map(|ring| (0..length).map(move |i| (ring, i))) {
            share(ring * length + i, ring * length + (i + 1) % length);
            if ring > 0 {
                share(ring * length + i, (ring - 1) / 2 * length + i);
            }
        }
        let mut lists = Lists::default();
        members.into_iter().for_each(|members| lists.push(members));
        Component::new(cells, vec![2; (rings * length) as usize], lists)
    }

    #[test]
    fn a_plan_that_goes_on_is_that_of_the_whole_order() {
        let (component, meter) = (tree_of_rings(31, 11), Meter::unwatched(Budget::default()));
        let kernel = Kernel::of(component.incidence(), WIDEST_JOIN, &meter).unwrap().unwrap();
        let order = kernel.eliminate(3, WIDEST_JOIN, &meter).unwrap().unwrap();
        let mut easy = Planner::new(&component);
        easy.follow(&kernel.easy);
        let mut more = easy.fork();
        more.follow(&order);
        let plan = easy.plan.then(more.plan);
        let mut whole = Planner::new(&component);
        whole.follow(&[kernel.easy, order].concat());
        let whole = whole.plan;
        assert_eq!(plan.cost, whole.cost);
        assert_eq!(plan.operations.len(), whole.operations.len());
        for (a, b) in plan.operations.iter().zip(&whole.operations) {
            assert_eq!(a.act, b.act);
            assert_eq!(plan.closing(a), whole.closing(b));
            assert_eq!(plan.staying(a), whole.staying(b));
        }
    }

    #[test]
    fn a_plan_that_is_dear_is_held_against_others() {
        let meter = Meter::unwatched(Budget::default());
        for (rings, length) in [(15, 10), (15, 11), (31, 11)] {
            let component = tree_of_rings(rings, length);
            let first = eliminate_first(&component, 0, &meter).unwrap().unwrap();
            assert!(worth(&component, first.cost, STEPS_PER_PLAN) > 1);
            let best = plan(&component, &meter).unwrap();
            assert!(3.0 * best.cost < first.cost, "{} is not below {}", best.cost, first.cost);
            assert!(best.sweep.is_none());
        }
    }
}
