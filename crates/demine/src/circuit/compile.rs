//! Compile: turns a component and a plan into a circuit, which is evaluated many times.
//!
//! States are numbered; state 0 is the only state of the empty table. A step leads from a state of
//! one table to a state of the next, with a number of mines for the absorbed class or with a state
//! of a second table. Steps are in topological order, so totals take one pass forward and marginals
//! one pass backward, over any algebra.

use std::ops::Range;

use crate::base::{Interner, Key, Meter, Result, Sort, add};
use crate::circuit::packed::{Field, Limits, assign_fields};
use crate::order::{Act, Operation, Plan};
use crate::system::Component;

#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub from: u32,
    /// The mines of the absorbed class, or a state of the second table of a join.
    pub with: u32,
    pub to: u32,
}

#[derive(Clone, Debug)]
pub struct Stage {
    /// The absorbed class; None for a join.
    pub class: Option<u32>,
    /// The first state of the new table; all steps start from earlier states.
    pub first: u32,
    pub steps: Range<usize>,
}

#[derive(Clone, Debug, Default)]
pub struct Circuit {
    pub stages: Vec<Stage>,
    pub steps: Vec<Step>,
    /// The number of states, including that of the empty table.
    pub states: usize,
    /// The state that meets every constraint; None if the component has no solution.
    pub root: Option<u32>,
}

impl Circuit {
    pub fn compile(component: &Component, plan: &Plan, meter: &Meter) -> Result<Self> {
        let layout = assign_fields(component, plan);
        match layout.words {
            0..=1 => Compiler::<1>::new(component, plan, layout.fields, meter).run(),
            2 => Compiler::<2>::new(component, plan, layout.fields, meter).run(),
            3..=4 => Compiler::<4>::new(component, plan, layout.fields, meter).run(),
            5..=16 => Compiler::<16>::new(component, plan, layout.fields, meter).run(),
            _ => Err(meter.too_wide()),
        }
    }

    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.stages.len() * size_of::<Stage>()
            + self.steps.len() * size_of::<Step>()
    }

    /// Drops the states that cannot reach the root, and the steps into them.
    fn trim(&mut self) {
        let mut live = vec![0; self.states];
        if let Some(root) = self.root {
            live[root as usize] = 1;
        }
        let mut dead = 0;
        for stage in self.stages.iter().rev() {
            for step in &self.steps[stage.steps.clone()] {
                if live[step.to as usize] == 1 {
                    live[step.from as usize] = 1;
                    if stage.class.is_none() {
                        live[step.with as usize] = 1;
                    }
                } else {
                    dead += 1;
                }
            }
        }
        if dead > 0 {
            self.retain(live);
        }
    }

    /// Keeps the states marked by 1, in their order, and renumbers them without gaps.
    fn retain(&mut self, mut live: Vec<u32>) {
        // From here on: twice the number of live states before it, plus 1 if it is live itself.
        let mut states = 0;
        for state in &mut live {
            states += std::mem::replace(state, 2 * states + *state);
        }
        let number = |state: u32| live[state as usize] / 2;
        let mut kept = 0;
        for stage in &mut self.stages {
            let start = kept;
            for i in stage.steps.clone() {
                let Step { from, with, to } = self.steps[i];
                if live[to as usize] % 2 == 1 {
                    let with = if stage.class.is_none() { number(with) } else { with };
                    self.steps[kept] = Step { from: number(from), with, to: number(to) };
                    kept += 1;
                }
            }
            stage.first = number(stage.first);
            stage.steps = start..kept;
        }
        self.steps.truncate(kept);
        self.root = self.root.map(number);
        self.states = states as usize;
    }
}

/// From this many steps on, the states of a sweep are kept sorted, so that equal ones meet without
/// a hash table (see [`frontier`](crate::circuit::frontier)). That tripled the speed of long
/// sweeps; short ones are faster with a table.
const LONG_SWEEP: f64 = 4_096.0;

/// Looking at so many numbers of mines, or at so many states, is a step.
const HEADS_PER_STEP: usize = 8;

/// The states that one operation made.
struct Table<const N: usize> {
    first: u32,
    keys: Vec<Key<N>>,
}

struct Compiler<'a, const N: usize> {
    component: &'a Component,
    plan: &'a Plan,
    fields: Vec<Field>,
    meter: &'a Meter<'a>,
    interner: Interner<N>,
    tables: Vec<Option<Table<N>>>,
    circuit: Circuit,
}

impl<'a, const N: usize> Compiler<'a, N> {
    fn new(
        component: &'a Component,
        plan: &'a Plan,
        fields: Vec<Field>,
        meter: &'a Meter<'a>,
    ) -> Self {
        let circuit = Circuit {
            stages: Vec::with_capacity(plan.operations.len()),
            steps: Vec::with_capacity(8 * plan.operations.len()),
            states: 1,
            root: None,
        };
        let tables = Vec::with_capacity(plan.operations.len());
        let interner = Interner::with_capacity(16);
        Self { component, plan, fields, meter, interner, tables, circuit }
    }

    fn run(mut self) -> Result<Circuit> {
        for operation in &self.plan.operations {
            let table = match operation.act {
                Act::Absorb { table, class } => self.absorb(operation, table, class)?,
                Act::Join { left, right } => self.join(operation, left, right)?,
            };
            if table.keys.is_empty() {
                return Ok(Circuit::default());
            }
            self.tables.push(Some(table));
        }
        self.circuit.root = Some(self.circuit.states as u32 - 1);
        let (states, steps) = (self.circuit.states, self.circuit.steps.len());
        self.circuit.trim();
        // Keys and dead steps are needed only while compiling.
        self.meter.give_back((states - 1) * N + steps - self.circuit.steps.len());
        Ok(self.circuit)
    }

    fn take(&mut self, made_by: u32) -> Table<N> {
        self.tables[made_by as usize].take().expect("each table is used once")
    }

    fn limits(&self, operation: &Operation) -> Limits<N> {
        let (closing, staying) = (self.plan.closing(operation), self.plan.staying(operation));
        let mut limits = Limits::default();
        for open in closing.iter().chain(staying) {
            let constraint = open.constraint as usize;
            let rest = self.component.rests[constraint];
            let others = self.component.capacities[constraint] - open.held;
            limits.bound(&self.fields[constraint], rest.saturating_sub(others), rest);
        }
        closing.iter().for_each(|open| limits.close(&self.fields[open.constraint as usize]));
        limits
    }

    fn absorb(
        &mut self,
        operation: &Operation,
        table: Option<u32>,
        class: u32,
    ) -> Result<Table<N>> {
        let empty = || Table { first: 0, keys: vec![[0; N]] };
        let table = table.map_or_else(empty, |made_by| self.take(made_by));
        let limits = self.limits(operation);
        let most = self.component.most(class as usize);
        let mut one_mine = [0; N];
        for (place, &c) in self.component.touching.get(class as usize).iter().enumerate() {
            // A weight may exceed its field where the class must be free.
            let weight = if most > 0 { self.component.weight(class as usize, place) } else { 0 };
            self.fields[c as usize].add(&mut one_mine, weight);
        }
        let allowed = self.component.allowed(class as usize);
        let is_classic = self.component.weighted.is_none();
        if self.plan.sweep.is_some() && self.plan.cost >= LONG_SWEEP && is_classic {
            return self.absorb_ascending(&table, &limits, one_mine, class);
        }
        let alone = if is_classic { None } else { self.alone(operation, class) };
        let start = self.circuit.steps.len();
        for (i, &key) in table.keys.iter().enumerate() {
            let mut sums = key;
            let least = alone.as_ref().map_or(0, |alone| alone.skip(&mut sums, most));
            let (before, known) = (self.circuit.steps.len(), self.interner.len());
            self.meter.steps(most.saturating_sub(least) as usize / HEADS_PER_STEP)?;
            for mines in least..=most {
                if mines > least {
                    sums = add(sums, one_mine);
                }
                if !limits.below(sums) {
                    break;
                }
                let is_allowed = allowed.is_none_or(|allowed| allowed[mines as usize]);
                if is_allowed && limits.above(sums) {
                    self.step(table.first + i as u32, mines, limits.after(sums));
                }
            }
            self.spend(self.circuit.steps.len() - before + 1, known)?;
        }
        let keys = self.interner.take(table.keys);
        Ok(self.finish(keys, Some(class), start))
    }

    /// The only constraint of a class, if it has no other.
    fn alone(&self, operation: &Operation, class: u32) -> Option<Alone> {
        let &[constraint] = self.component.touching.get(class as usize) else { return None };
        let mut opens = self.plan.closing(operation).iter().chain(self.plan.staying(operation));
        let open = opens.find(|open| open.constraint == constraint)?;
        let c = constraint as usize;
        let others = self.component.capacities[c] - open.held;
        Some(Alone {
            field: self.fields[c],
            least: self.component.rests[c].saturating_sub(others),
            weight: self.component.weight(class as usize, 0),
        })
    }

    /// `absorb` for sorted states, which stay sorted: merges one list of states per number of
    /// mines.
    fn absorb_ascending(
        &mut self,
        table: &Table<N>,
        limits: &Limits<N>,
        one_mine: Key<N>,
        class: u32,
    ) -> Result<Table<N>> {
        let mut mines = [0; N];
        let mut heads = Vec::new();
        for _ in 0..=self.component.most(class as usize) {
            self.meter.steps(table.keys.len() / HEADS_PER_STEP)?;
            heads.push(Head::first(mines, &table.keys, limits));
            mines = add(mines, one_mine);
        }
        let (start, states) = (self.circuit.steps.len(), self.circuit.states as u32);
        let mut keys: Vec<Key<N>> = Vec::new();
        while let Some(least) = heads.iter().filter_map(|head| head.key).min() {
            let (before, to) = (self.circuit.steps.len(), states + keys.len() as u32);
            keys.push(least);
            for (with, head) in (0..).zip(&mut heads).filter(|(_, head)| head.key == Some(least)) {
                let from = table.first + head.at as u32;
                self.circuit.steps.push(Step { from, with, to });
                head.advance(head.at + 1, &table.keys, limits);
            }
            let steps = self.circuit.steps.len() - before;
            self.meter.states(steps + N)?;
            self.meter.steps(4 * steps + heads.len() / HEADS_PER_STEP)?;
        }
        Ok(self.finish(keys, Some(class), start))
    }

    fn join(&mut self, operation: &Operation, left: u32, right: u32) -> Result<Table<N>> {
        let (left, right) = (self.take(left), self.take(right));
        let limits = self.limits(operation);
        let right_by_part = sort_by_closing_part(&right.keys, &limits);
        let start = self.circuit.steps.len();
        for (i, &key) in left.keys.iter().enumerate() {
            let matches = entries_with(&right_by_part, limits.missing(key));
            let known = self.interner.len();
            for &(_, j) in matches {
                let sums = add(key, right.keys[j as usize]);
                if limits.below(sums) && limits.above(sums) {
                    self.step(left.first + i as u32, right.first + j, limits.after(sums));
                }
            }
            self.spend(matches.len() + 1, known)?;
        }
        let keys = self.interner.take(left.keys);
        Ok(self.finish(keys, None, start))
    }

    fn step(&mut self, from: u32, with: u32, key: Key<N>) {
        let to = self.circuit.states as u32 + self.interner.intern(key);
        self.circuit.steps.push(Step { from, with, to });
    }

    /// Spends steps and new states; wide keys take more memory.
    fn spend(&self, steps: usize, known: usize) -> Result<()> {
        self.meter.states(steps + (self.interner.len() - known) * N)?;
        self.meter.steps(steps)
    }

    fn finish(&mut self, keys: Vec<Key<N>>, class: Option<u32>, start: usize) -> Table<N> {
        let table = Table { first: self.circuit.states as u32, keys };
        let steps = start..self.circuit.steps.len();
        self.circuit.stages.push(Stage { class, first: table.first, steps });
        self.circuit.states += table.keys.len();
        table
    }
}

/// The only constraint of a class: each state needs a least number of mines of it. A copy may stand
/// for thousands of numbers, of which a state takes a single one.
struct Alone {
    field: Field,
    /// The lower bound of its sum.
    least: u32,
    weight: u32,
}

impl Alone {
    /// Adds the least number of mines to a state and returns it; more than `most` if there is none.
    fn skip<const N: usize>(&self, sums: &mut Key<N>, most: u32) -> u32 {
        let missing = self.least.saturating_sub(self.field.get(sums)).div_ceil(self.weight);
        if missing <= most {
            self.field.add(sums, missing * self.weight);
        }
        missing
    }
}

/// The next state within bounds of a sorted table, with a fixed number of mines added.
struct Head<const N: usize> {
    added: Key<N>,
    at: usize,
    key: Option<Key<N>>,
}

impl<const N: usize> Head<N> {
    fn first(added: Key<N>, keys: &[Key<N>], limits: &Limits<N>) -> Self {
        let mut head = Self { added, at: 0, key: None };
        head.advance(0, keys, limits);
        head
    }

    fn advance(&mut self, from: usize, keys: &[Key<N>], limits: &Limits<N>) {
        let sums = |at: usize| add(keys[at], self.added);
        match (from..keys.len()).find(|&at| limits.hold(sums(at))) {
            Some(at) => (self.at, self.key) = (at, Some(limits.after(sums(at)))),
            None => self.key = None,
        }
    }
}

/// The states of a table, sorted by what they give to the closing constraints.
fn sort_by_closing_part<const N: usize>(keys: &[Key<N>], limits: &Limits<N>) -> Vec<(Key<N>, u32)> {
    let part = |(j, &key): (usize, &Key<N>)| (limits.closing_part(key), j as u32);
    let mut sorted: Vec<_> = keys.iter().enumerate().map(part).collect();
    sorted.ascend();
    sorted
}

fn entries_with<const N: usize>(sorted: &[(Key<N>, u32)], part: Key<N>) -> &[(Key<N>, u32)] {
    let start = sorted.partition_point(|entry| entry.0 < part);
    let length = sorted[start..].partition_point(|entry| entry.0 == part);
    &sorted[start..start + length]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::order::plan;

    /// The number of solutions, by the meaning of stages and steps.
    fn count(circuit: &Circuit, component: &Component) -> u128 {
        let mut totals = vec![0u128; circuit.states];
        totals[0] = 1;
        for stage in &circuit.stages {
            for step in &circuit.steps[stage.steps.clone()] {
                let ways = match stage.class.map(|class| component.size(class as usize)) {
                    Some(3) if (1..3).contains(&step.with) => 3,
                    Some(_) => 1,
                    None => totals[step.with as usize],
                };
                totals[step.to as usize] += ways * totals[step.from as usize];
            }
        }
        circuit.root.map_or(0, |root| totals[root as usize])
    }

    #[test]
    fn states_take_one_word_or_two() {
        // A cell next to so many 1s, each with three cells of its own: all 1s are open at once, and
        // each takes two bits.
        let meter = Meter::unwatched(Budget::default());
        for numbers in [31, 32, 33, 50, 64] {
            let star = Component::hub(numbers, 3);
            let plan = plan(&star, &meter).unwrap();
            assert_eq!(assign_fields(&star, &plan).words, numbers.div_ceil(32) as usize);
            let circuit = Circuit::compile(&star, &plan, &meter).unwrap();
            assert_eq!(count(&circuit, &star), 3u128.pow(numbers) + 1);
        }
    }
}
