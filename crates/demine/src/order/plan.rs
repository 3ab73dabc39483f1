//! Plan: the order in which a component's constraints are closed, and its estimated cost.
//!
//! The dynamic programme keeps *tables*. A table has absorbed some classes; its state is the number
//! of mines that they give to each constraint still *open* in the table. There are two operations:
//! *absorb* branches on the mines of one more class, *join* combines two tables that share an open
//! constraint. A constraint *closes* when no other class or table can add to it: only states that
//! meet its rest exactly survive.
//!
//! The order of closing fixes all operations. A class is absorbed when the first of its constraints
//! closes, so a state never holds a class. This is elimination on the incidence graph (Golan 2011,
//! §5, where a bag holds both), with every class forgotten as early as possible.
//!
//! Planning counts nothing: it tracks the scopes of tables, so that several orders can be compared
//! (see [`choice`](crate::order::choice)) before the cheapest is compiled.

use std::ops::Range;

use crate::base::Sort;
use crate::order::sweep::SweepOrder;
use crate::system::Component;

/// A constraint open in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    pub constraint: u32,
    /// How many of its cells the table has absorbed; with weights, how much they give at most.
    pub held: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Into the table of operation `table`; None is the empty table, with one state.
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

    /// The constraints that stay open after the operation.
    pub fn staying(&self, operation: &Operation) -> &[Open] {
        &self.scopes
            [(operation.scope.start + operation.closing) as usize..operation.scope.end as usize]
    }

    /// One running table along a sweep, without joins.
    pub fn along(component: &Component, sweep: SweepOrder) -> Self {
        let operations = Vec::with_capacity(sweep.classes.len());
        let scopes = Vec::with_capacity(4 * sweep.classes.len());
        let mut plan = Self { operations, scopes, cost: sweep.cost, sweep: None };
        let mut open: Vec<Open> = Vec::with_capacity(16);
        let mut raw: Vec<u32> =
            component.members.iter().map(|classes| classes.len() as u32).collect();
        for (i, &class) in (0..).zip(&sweep.classes) {
            for (place, &constraint) in component.touching.get(class as usize).iter().enumerate() {
                let held = component.gives(class as usize, place);
                raw[constraint as usize] -= 1;
                match open.iter_mut().find(|open| open.constraint == constraint) {
                    Some(open) => open.held += held,
                    None => open.push(Open { constraint, held }),
                }
            }
            let act = Act::Absorb { table: u32::checked_sub(i, 1), class };
            plan.push(act, &mut open, |open| raw[open.constraint as usize] == 0);
        }
        Self { sweep: Some(sweep.classes), ..plan }
    }

    /// Appends an operation, whose closing constraints leave `open`. Returns them.
    fn push(
        &mut self,
        act: Act,
        open: &mut Vec<Open>,
        is_closing: impl Fn(&Open) -> bool,
    ) -> &[Open] {
        let start = self.scopes.len();
        self.scopes.extend(open.iter().filter(|open| is_closing(open)));
        let closing = self.scopes.len() - start;
        open.retain(|open| !is_closing(open));
        self.scopes.extend_from_slice(open);
        let scope = start as u32..self.scopes.len() as u32;
        self.operations.push(Operation { act, scope, closing: closing as u32 });
        &self.scopes[start..start + closing]
    }

    /// This plan followed by another that continues with its tables and includes its cost.
    pub fn then(mut self, more: Self) -> Self {
        let moved = self.scopes.len() as u32;
        self.operations.extend(more.operations.into_iter().map(|operation| Operation {
            scope: operation.scope.start + moved..operation.scope.end + moved,
            ..operation
        }));
        self.scopes.extend(more.scopes);
        Self { cost: more.cost, ..self }
    }
}

/// The scope and the estimated size of a table.
#[derive(Clone, Default)]
struct Sketch {
    /// The operation that made it; None for the empty table.
    made_by: Option<u32>,
    open: Vec<Open>,
    /// Absorbed classes with an open constraint.
    border: Vec<u32>,
    /// Binary logarithm of the estimated number of states.
    size: f32,
}

/// Builds a plan while it estimates the tables.
pub struct Planner<'a> {
    component: &'a Component,
    absorbed: Vec<bool>,
    closed: Vec<bool>,
    /// How many classes of each constraint are not absorbed yet.
    raw: Vec<u32>,
    tables: Vec<Sketch>,
    /// The tables in which each constraint is open.
    holders: Vec<Vec<u32>>,
    /// How many operations precede those of the plan.
    before: u32,
    pub plan: Plan,
}

impl<'a> Planner<'a> {
    pub fn new(component: &'a Component) -> Self {
        let constraints = component.constraints();
        Self {
            component,
            absorbed: vec![false; component.classes()],
            closed: vec![false; constraints],
            raw: component.members.iter().map(|members| members.len() as u32).collect(),
            tables: Vec::new(),
            holders: vec![Vec::new(); constraints],
            before: 0,
            plan: Plan::default(),
        }
    }

    /// A planner that continues from here and records only new operations.
    pub fn fork(&self) -> Self {
        Self {
            component: self.component,
            absorbed: self.absorbed.clone(),
            closed: self.closed.clone(),
            raw: self.raw.clone(),
            tables: self.tables.clone(),
            holders: self.holders.clone(),
            before: self.before + self.plan.operations.len() as u32,
            plan: Plan { cost: self.plan.cost, ..Plan::default() },
        }
    }

    /// Closes the constraints in the given order of vertices of the incidence graph.
    pub fn follow(&mut self, order: &[u32]) {
        let constraints = self.component.constraints() as u32;
        for &constraint in order.iter().filter(|&&vertex| vertex < constraints) {
            if !self.closed[constraint as usize] {
                self.close(constraint);
            }
        }
    }

    /// Plans the operations that close a constraint.
    fn close(&mut self, constraint: u32) {
        let mut holders = self.holders[constraint as usize].clone();
        holders.arrange(|&a, &b| {
            self.tables[a as usize].size.total_cmp(&self.tables[b as usize].size)
        });
        let mut others = holders.into_iter();
        // The smallest table absorbs; joins then match on the closing constraint.
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
        let touching = self.component.touching.get(class as usize);
        for (place, &constraint) in touching.iter().enumerate() {
            self.raw[constraint as usize] -= 1;
            let held = self.component.gives(class as usize, place);
            self.hold(table, Open { constraint, held });
        }
        let sketch = &mut self.tables[table as usize];
        sketch.border.push(class);
        let branches = self.component.most(class as usize) as f64 + 1.0;
        let steps = f64::from(sketch.size).exp2() * branches;
        let act = Act::Absorb { table: sketch.made_by, class };
        self.write(table, act, steps);
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
        // Only pairs that agree on the closing constraints are considered.
        let steps = a.exp2() + b.exp2() + (a + b - matched).max(0.0).exp2();
        self.write(table, act, steps);
    }

    fn is_closable(&self, open: &Open) -> bool {
        let c = open.constraint as usize;
        self.raw[c] == 0 && self.holders[c].len() == 1
    }

    fn closable_size(&self, table: u32) -> f64 {
        let open = self.tables[table as usize].open.iter().filter(|open| self.is_closable(open));
        open.map(|open| f64::from(self.component.rests[open.constraint as usize] + 1).log2()).sum()
    }

    /// Appends the operation, closes its constraints and estimates the new table.
    fn write(&mut self, table: u32, act: Act, steps: f64) {
        let mut sketch = std::mem::take(&mut self.tables[table as usize]);
        let mut plan = std::mem::take(&mut self.plan);
        sketch.made_by = Some(self.before + plan.operations.len() as u32);
        let closing = plan.push(act, &mut sketch.open, |open| self.is_closable(open));
        for open in closing {
            self.closed[open.constraint as usize] = true;
            self.holders[open.constraint as usize].clear();
        }
        if !closing.is_empty() {
            let touching = &self.component.touching;
            sketch.border.retain(|&class| {
                touching.get(class as usize).iter().any(|&c| !self.closed[c as usize])
            });
        }
        sketch.size = self.size(&sketch);
        plan.cost += steps + f64::from(sketch.size).exp2();
        self.plan = plan;
        self.tables[table as usize] = sketch;
    }

    /// The lesser of two bounds: values of the open constraints, or of the classes at the border.
    fn size(&self, sketch: &Sketch) -> f32 {
        let log_sums =
            |open: &Open| (self.component.sums(open.constraint as usize, open.held) as f32).log2();
        let by_sums: f32 = sketch.open.iter().map(log_sums).sum();
        let most = |&class: &u32| (self.component.most(class as usize) as f32 + 1.0).log2();
        let by_classes: f32 = sketch.border.iter().map(most).sum();
        by_sums.min(by_classes)
    }
}
