//! Plan: in which order a component's constraints are closed, and what that will cost.
//!
//! The dynamic programme keeps *tables*. A table has absorbed some classes; its state is the
//! number of mines that these give to each constraint still *open* in the table. Two operations
//! make tables: *absorb* branches on the number of mines of one more class, *join* combines two
//! tables that share an open constraint. A constraint *closes* in the operation after which no
//! class and no other table can add to it: only states that meet its rest exactly survive.
//!
//! The order in which constraints are closed fixes all operations. A class is absorbed when the
//! first of its constraints is closed, so the state never holds a class: this is elimination on
//! the incidence graph (Golan 2011, §5, where a bag holds both) with every class forgotten as
//! early as possible. Its value stays readable from the constraints that it opened.
//!
//! Nothing is counted here. Tables are sketched by their scopes, so that several orders can be
//! compared before the cheapest is carried out.

use std::ops::Range;

use crate::base::in_parallel;
use crate::base::{Meter, Stopped};
use crate::order::elimination::{Rule, eliminate};
use crate::order::sweep::{MOST_TRIES, SweepOrder, far_end, sweep_below, sweep_from, worth};
use crate::system::Component;

/// A constraint open in a table.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    pub constraint: u32,
    /// How many of its cells the table has absorbed.
    pub held: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Into the table that the operation `table` made; None is the empty table, with one state.
    Absorb {
        table: Option<u32>,
        class: u32,
    },
    Join {
        left: u32,
        right: u32,
    },
}

#[derive(Clone, Debug)]
pub struct Operation {
    pub act: Act,
    scope: Range<u32>,
    closing: u32,
}

#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub operations: Vec<Operation>,
    scopes: Vec<Open>,
    /// Estimated elementary steps.
    pub cost: f64,
    /// The order of the classes, if one running table absorbs them all.
    pub sweep: Option<Vec<u32>>,
}

impl Plan {
    /// The constraints that close in the operation.
    pub fn closing(&self, operation: &Operation) -> &[Open] {
        let start = operation.scope.start as usize;
        &self.scopes[start..start + operation.closing as usize]
    }

    /// The constraints that stay open in the table that the operation makes.
    pub fn staying(&self, operation: &Operation) -> &[Open] {
        &self.scopes
            [(operation.scope.start + operation.closing) as usize..operation.scope.end as usize]
    }
}

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

/// The cheapest of several plans: as many are tried as their cost is worth.
pub fn plan(component: &Component, meter: &Meter<'_>) -> Result<Plan, Stopped> {
    let start = far_end(component, 0);
    if component.constraints() <= SMALL {
        let sweep = sweep_from(component, start, meter)?;
        if sweep.cost <= SHORT || component.constraints() <= TINY {
            return Ok(plan_along_short(component, sweep));
        }
        // Dense components are swept in less time than it takes to eliminate their constraints.
        if worth(component, sweep.cost, CHEAPER * PLANNING) == 0 {
            let better = sweep_below(component, sweep.cost, MOST_TRIES, meter)?;
            return Ok(plan_along(component, better.unwrap_or(sweep)));
        }
    }
    let start = far_end(component, start);
    let mut best = match eliminate_first(component, 0, meter)? {
        Some(plan) => plan,
        // Joins explode: another order will not mend that.
        None => {
            let best = sweep_below(component, f64::INFINITY, MOST_TRIES, meter)?;
            return Ok(plan_along(component, best.expect("nothing costs more than infinity")));
        }
    };
    if best.cost > WIDE
        && let Some(sweep) = sweep_below(component, CHEAPER * best.cost, MOST_TRIES, meter)?
    {
        return Ok(plan_along(component, sweep));
    }
    let mut tried = 1;
    while tried < worth(component, best.cost, PLANNING).min(MOST_PLANS) {
        let batch = in_parallel(4, meter, |i, meter| match tried + i {
            1 => plan_sweep(component, start, meter).map(Some),
            2 => plan_sweep(component, far_end(component, start), meter).map(Some),
            seed => eliminate_first(component, seed as u64, meter),
        })?;
        tried += batch.len();
        best = batch.into_iter().flatten().fold(best, cheaper);
    }
    Ok(best)
}

/// Along the sweep from a constraint: one running table, and no join.
fn plan_sweep(component: &Component, start: u32, meter: &Meter<'_>) -> Result<Plan, Stopped> {
    Ok(plan_along(component, sweep_from(component, start, meter)?))
}

fn plan_along(component: &Component, sweep: SweepOrder) -> Plan {
    let plan = Planner::new(component).absorb_all(&sweep.classes);
    Plan { sweep: Some(sweep.classes), ..plan }
}

/// The same where no other plan is held against it, so that its own estimate will do: the scopes of
/// one running table, and nothing else.
fn plan_along_short(component: &Component, sweep: SweepOrder) -> Plan {
    let operations = Vec::with_capacity(sweep.classes.len());
    let scopes = Vec::with_capacity(4 * sweep.classes.len());
    let mut plan = Plan { operations, scopes, cost: sweep.cost, sweep: None };
    let mut open: Vec<Open> = Vec::with_capacity(16);
    let mut raw: Vec<u32> = component.members.iter().map(|classes| classes.len() as u32).collect();
    for (i, &class) in (0..).zip(&sweep.classes) {
        let held = component.size(class as usize);
        for &constraint in component.touching.get(class as usize) {
            raw[constraint as usize] -= 1;
            match open.iter_mut().find(|open| open.constraint == constraint) {
                Some(open) => open.held += held,
                None => open.push(Open { constraint, held }),
            }
        }
        let is_closing = |open: &Open| raw[open.constraint as usize] == 0;
        let start = plan.scopes.len();
        plan.scopes.extend(open.iter().filter(|open| is_closing(open)));
        let closing = plan.scopes.len() - start;
        open.retain(|open| !is_closing(open));
        plan.scopes.extend_from_slice(&open);
        let table = u32::checked_sub(i, 1);
        plan.operations.push(Operation {
            act: Act::Absorb { table, class },
            scope: start as u32..plan.scopes.len() as u32,
            closing: closing as u32,
        });
    }
    Plan { sweep: Some(sweep.classes), ..plan }
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
    let constraints = component.constraints() as u32;
    let elimination = eliminate(component.incidence(), Rule::Fill { seed }, HOPELESS, meter)?;
    Ok(elimination.map(|elimination| {
        let order = elimination.order.into_iter().filter(|&vertex| vertex < constraints);
        Planner::new(component).follow(order)
    }))
}

/// A table by its scope.
#[derive(Default)]
struct Sketch {
    /// The operation that made it; None for the empty table.
    made_by: Option<u32>,
    open: Vec<Open>,
    /// Absorbed classes that touch an open constraint.
    border: Vec<u32>,
    /// Binary logarithm of the estimated number of states.
    size: f32,
}

struct Planner<'a> {
    component: &'a Component,
    absorbed: Vec<bool>,
    closed: Vec<bool>,
    /// How many classes of each constraint are not yet absorbed.
    raw: Vec<u32>,
    tables: Vec<Sketch>,
    /// The tables in which each constraint is open.
    holders: Vec<Vec<u32>>,
    plan: Plan,
}

impl<'a> Planner<'a> {
    fn new(component: &'a Component) -> Self {
        let constraints = component.constraints();
        Self {
            component,
            absorbed: vec![false; component.classes()],
            closed: vec![false; constraints],
            raw: component.members.iter().map(|members| members.len() as u32).collect(),
            tables: Vec::new(),
            holders: vec![Vec::new(); constraints],
            plan: Plan::default(),
        }
    }

    /// Close the constraints in a given order.
    fn follow(mut self, order: impl Iterator<Item = u32>) -> Plan {
        for constraint in order {
            if !self.closed[constraint as usize] {
                self.close(constraint);
            }
        }
        self.plan
    }

    /// Absorb the classes in a given order into one table.
    fn absorb_all(mut self, order: &[u32]) -> Plan {
        self.tables.push(Sketch::default());
        order.iter().for_each(|&class| self.absorb(0, class));
        self.plan
    }

    /// Plan the operations that close a constraint.
    fn close(&mut self, constraint: u32) {
        let mut holders = self.holders[constraint as usize].clone();
        holders.sort_by(|&a, &b| {
            self.tables[a as usize].size.total_cmp(&self.tables[b as usize].size)
        });
        let mut others = holders.into_iter();
        // The smallest table absorbs, so that the joins can match on the closing constraint.
        let table = others.next().unwrap_or_else(|| {
            self.tables.push(Sketch::default());
            self.tables.len() as u32 - 1
        });
        let component = self.component;
        for &class in component.members.get(constraint as usize) {
            if !self.absorbed[class as usize] {
                self.absorb(table, class);
            }
        }
        for other in others {
            self.join(table, other);
        }
        debug_assert!(self.closed[constraint as usize]);
    }

    fn absorb(&mut self, table: u32, class: u32) {
        self.absorbed[class as usize] = true;
        let size = self.component.size(class as usize);
        for &constraint in self.component.touching.get(class as usize) {
            self.raw[constraint as usize] -= 1;
            self.hold(table, Open { constraint, held: size });
        }
        let sketch = &mut self.tables[table as usize];
        sketch.border.push(class);
        let branches = self.component.most(class as usize) as f64 + 1.0;
        let steps = f64::from(sketch.size).exp2() * branches;
        let act = Act::Absorb { table: sketch.made_by, class };
        self.finish(table, act, steps);
    }

    fn hold(&mut self, table: u32, new: Open) {
        let open = &mut self.tables[table as usize].open;
        match open.iter_mut().find(|open| open.constraint == new.constraint) {
            Some(open) => open.held += new.held,
            None => {
                open.push(new);
                self.holders[new.constraint as usize].push(table);
            }
        }
    }

    fn join(&mut self, table: u32, other: u32) {
        let other_sketch = std::mem::take(&mut self.tables[other as usize]);
        for &open in &other_sketch.open {
            self.holders[open.constraint as usize].retain(|&holder| holder != other);
            self.hold(table, open);
        }
        let sketch = &mut self.tables[table as usize];
        let made = |sketch: &Sketch| sketch.made_by.expect("a joined table was made");
        let act = Act::Join { left: made(sketch), right: made(&other_sketch) };
        let (a, b) = (f64::from(sketch.size), f64::from(other_sketch.size));
        sketch.border.extend(other_sketch.border);
        let matched = self.closable_size(table);
        // The two sides are matched on what closes: only one in so many pairs is looked at.
        let steps = a.exp2() + b.exp2() + (a + b - matched).max(0.0).exp2();
        self.finish(table, act, steps);
    }

    fn is_closable(&self, open: &Open) -> bool {
        let c = open.constraint as usize;
        self.raw[c] == 0 && self.holders[c].len() == 1
    }

    fn closable_size(&self, table: u32) -> f64 {
        let open = self.tables[table as usize].open.iter().filter(|open| self.is_closable(open));
        open.map(|open| f64::from(self.component.rests[open.constraint as usize] + 1).log2()).sum()
    }

    /// Write the operation down, close what it closes, and estimate the new table.
    fn finish(&mut self, table: u32, act: Act, steps: f64) {
        let mut sketch = std::mem::take(&mut self.tables[table as usize]);
        let mut scopes = std::mem::take(&mut self.plan.scopes);
        let start = scopes.len();
        scopes.extend(sketch.open.iter().filter(|open| self.is_closable(open)));
        let closing = scopes.len() - start;
        sketch.open.retain(|open| !self.is_closable(open));
        scopes.extend_from_slice(&sketch.open);
        for open in &scopes[start..start + closing] {
            self.closed[open.constraint as usize] = true;
            self.holders[open.constraint as usize].clear();
        }
        self.plan.scopes = scopes;
        if closing > 0 {
            let touching = &self.component.touching;
            sketch.border.retain(|&class| {
                touching.get(class as usize).iter().any(|&c| !self.closed[c as usize])
            });
        }
        sketch.made_by = Some(self.plan.operations.len() as u32);
        sketch.size = self.size(&sketch);
        self.plan.cost += steps + f64::from(sketch.size).exp2();
        self.plan.operations.push(Operation {
            act,
            scope: start as u32..self.plan.scopes.len() as u32,
            closing: closing as u32,
        });
        self.tables[table as usize] = sketch;
    }

    /// Two bounds on the states: one value per open constraint, or one per class at the border.
    fn size(&self, sketch: &Sketch) -> f32 {
        let log_sums =
            |open: &Open| (self.component.sums(open.constraint as usize, open.held) as f32).log2();
        let by_sums: f32 = sketch.open.iter().map(log_sums).sum();
        let most = |&class: &u32| (self.component.most(class as usize) as f32 + 1.0).log2();
        let by_classes: f32 = sketch.border.iter().map(most).sum();
        by_sums.min(by_classes)
    }
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
