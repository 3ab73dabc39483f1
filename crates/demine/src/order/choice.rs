//! Choice: the cheapest of several plans for a component, as many as their cost is worth.
//!
//! Small components are swept, or swept and eliminated in a few orders. Of a large one most constraints
//! are closed in the same way by every good order; what it costs is decided in its kernel (see
//! [`elimination`](crate::order::elimination)), of which many orders are tried.

use crate::base::{Meter, Stopped, cores, in_parallel};
use crate::order::elimination::{Kernel, Rule, eliminate};
use crate::order::plan::{Plan, Planner};
use crate::order::sweep::{MOST_TRIES, far_end, sweep_below, sweep_from, worth};
use crate::system::Component;

/// Components up to this many constraints are swept without comparing plans.
const TINY: usize = 10;
/// A sweep of fewer steps is taken without comparing plans, which costs more than it can save.
const SHORT: f64 = 1_500.0;
/// Components with more constraints are not expected to have a short sweep.
const SMALL: usize = 128;
/// What a plan costs per class and constraint, in steps.
const PLANNING: f64 = 50.0;
/// No table can be joined along an elimination wider than this.
const HOPELESS: usize = 80;
/// How often planning is tried at most.
const MOST_PLANS: usize = 24;
/// A plan that costs more is held against the best of many sweeps.
const WIDE: f64 = 20_000.0;
/// A step of a sweep needs no hash table: so many cost as much as one of another plan.
const CHEAPER: f64 = 4.0;
/// How many orders of a kernel are tried at most.
const MOST_ORDERS: usize = 32;
/// So many at once, on all threads: how many are tried does not depend on the threads.
const AT_ONCE: usize = 4;
/// What an order of a kernel costs per vertex, in steps.
const ORDERING: f64 = 25.0;
/// On large components estimated steps are so many times those that come of them.
const OVERESTIMATE: f64 = 40.0;

/// The cheapest of several plans: as many are tried as their cost is worth.
pub fn plan(component: &Component, meter: &Meter<'_>) -> Result<Plan, Stopped> {
    if component.constraints() > SMALL {
        return plan_large(component, meter);
    }
    let start = far_end(component, 0);
    let sweep = sweep_from(component, start, meter)?;
    if sweep.cost <= SHORT || component.constraints() <= TINY {
        return Ok(Plan::along(component, sweep));
    }
    // Dense components are swept in less time than it takes to eliminate their constraints.
    if worth(component, sweep.cost, CHEAPER * PLANNING) == 0 {
        let better = sweep_below(component, sweep.cost, MOST_TRIES, meter)?;
        return Ok(Plan::along(component, better.unwrap_or(sweep)));
    }
    plan_small(component, far_end(component, start), meter)
}

/// Sweeps and eliminations of the whole component.
fn plan_small(component: &Component, start: u32, meter: &Meter<'_>) -> Result<Plan, Stopped> {
    let Some(first) = eliminate_first(component, 0, meter)? else {
        return plan_widest(component, meter);
    };
    if let Some(swept) = plan_cheaper_sweep(component, &first, meter)? {
        return Ok(swept);
    }
    let attempt = |i: usize, meter: &Meter<'_>| match i {
        1 => plan_sweep(component, start, meter).map(Some),
        2 => plan_sweep(component, far_end(component, start), meter).map(Some),
        seed => eliminate_first(component, seed as u64, meter),
    };
    let plans = |cost: f64| worth(component, cost, PLANNING).min(MOST_PLANS);
    best_of(first, plans, attempt, meter)
}

/// The cheapest of the first plan and of attempts 1, 2, …: as many as the best cost so far is worth.
fn best_of(
    first: Plan,
    worth: impl Fn(f64) -> usize,
    attempt: impl Fn(usize, &Meter<'_>) -> Result<Option<Plan>, Stopped> + Sync,
    meter: &Meter<'_>,
) -> Result<Plan, Stopped> {
    let (mut best, mut tried) = (first, 1);
    while tried < worth(best.cost) {
        let batch = in_parallel(cores(), AT_ONCE, meter, |i, meter| attempt(tried + i, meter))?;
        tried += batch.len();
        best = batch.into_iter().flatten().fold(best, cheaper);
    }
    Ok(best)
}

/// What is easy once, and then the best of several orders of what is left.
fn plan_large(component: &Component, meter: &Meter<'_>) -> Result<Plan, Stopped> {
    let Some(kernel) = Kernel::of(component.incidence(), HOPELESS, meter)? else {
        return plan_widest(component, meter);
    };
    let mut easy = Planner::new(component);
    easy.follow(&kernel.easy);
    let attempt = |seed: usize, meter: &Meter<'_>| -> Result<Option<Plan>, Stopped> {
        let order = kernel.eliminate(seed as u64, HOPELESS, meter)?;
        Ok(order.map(|order| {
            let mut planner = easy.fork();
            planner.follow(&order);
            planner.finish()
        }))
    };
    let Some(first) = attempt(1, meter)? else { return plan_widest(component, meter) };
    if let Some(swept) = plan_cheaper_sweep(component, &first, meter)? {
        return Ok(swept);
    }
    let one_order = ORDERING * kernel.vertices.len() as f64;
    let orders = |cost: f64| ((cost / OVERESTIMATE / one_order) as usize).min(MOST_ORDERS);
    let best = best_of(first, orders, |i, meter| attempt(i + 1, meter), meter)?;
    Ok(easy.finish().then(best))
}

/// Where joins explode, whatever the order: a sweep.
fn plan_widest(component: &Component, meter: &Meter<'_>) -> Result<Plan, Stopped> {
    let best = sweep_below(component, f64::INFINITY, MOST_TRIES, meter)?;
    Ok(Plan::along(component, best.expect("nothing costs more than infinity")))
}

/// A sweep that costs less than a dear plan, if there is one.
fn plan_cheaper_sweep(
    component: &Component,
    plan: &Plan,
    meter: &Meter<'_>,
) -> Result<Option<Plan>, Stopped> {
    if plan.cost <= WIDE {
        return Ok(None);
    }
    let sweep = sweep_below(component, CHEAPER * plan.cost, MOST_TRIES, meter)?;
    Ok(sweep.map(|sweep| Plan::along(component, sweep)))
}

/// Along the sweep from a constraint: one running table, and no join.
fn plan_sweep(component: &Component, start: u32, meter: &Meter<'_>) -> Result<Plan, Stopped> {
    Ok(Plan::along(component, sweep_from(component, start, meter)?))
}

/// The first where both cost the same.
fn cheaper(a: Plan, b: Plan) -> Plan {
    if b.cost < a.cost { b } else { a }
}

/// Close constraints in the order of their elimination from the incidence graph, unless that is
/// hopelessly wide.
fn eliminate_first(
    component: &Component,
    seed: u64,
    meter: &Meter<'_>,
) -> Result<Option<Plan>, Stopped> {
    let elimination = eliminate(component.incidence(), Rule::Fill { seed }, HOPELESS, meter)?;
    Ok(elimination.map(|elimination| {
        let mut planner = Planner::new(component);
        planner.follow(&elimination.order);
        planner.finish()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, Lists};

    /// A binary tree of rings of constraints: each shares a cell with the next of its ring and with its
    /// like above. A sweep has to hold a ring of every level, where joins hold two rings.
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
        let kernel = Kernel::of(component.incidence(), HOPELESS, &meter).unwrap().unwrap();
        let order = kernel.eliminate(3, HOPELESS, &meter).unwrap().unwrap();
        let mut easy = Planner::new(&component);
        easy.follow(&kernel.easy);
        let mut more = easy.fork();
        more.follow(&order);
        let plan = easy.finish().then(more.finish());
        let mut whole = Planner::new(&component);
        whole.follow(&[kernel.easy, order].concat());
        let whole = whole.finish();
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
            assert!(worth(&component, first.cost, PLANNING) > 1);
            let best = plan(&component, &meter).unwrap();
            assert!(3.0 * best.cost < first.cost, "{} is not below {}", best.cost, first.cost);
            assert!(best.sweep.is_none());
        }
    }
}
