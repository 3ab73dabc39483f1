//! Sweep: the order in which one running table absorbs the classes of a component.
//!
//! A decision diagram decides cell by cell and never joins, so only the order matters. From a first
//! constraint on, a sweep closes the open constraint that leaves the smallest table, and absorbs
//! first the classes that open least. It tries several first constraints, later with some
//! randomness in the choice. A try stops once it costs more than the best one.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::base::{Meter, Random, Result, Sort, first_seen, flood};
use crate::system::Component;

/// Beyond this cost no better order would help, whatever the budget.
const HOPELESS_COST: f64 = 1e24;
/// Steps that one try costs per class and constraint.
const STEPS_PER_TRY: f64 = 8.0;
/// The first tries are not random.
const PLAIN_TRIES: usize = 8;
/// Randomness added to the size of a table, in bits: enough to vary ties and near ties.
const RANDOM_BITS: f32 = 0.7;
/// Most orders that are compared: bounds the time for planning.
pub const MOST_SWEEPS: usize = 96;

/// An order of the classes, and the estimated steps along it.
#[derive(Clone, Debug)]
pub struct SweepOrder {
    pub classes: Vec<u32>,
    pub cost: f64,
}

pub fn sweep(component: &Component, most_tries: usize, meter: &Meter) -> Result<Vec<u32>> {
    let best = sweep_below(component, f64::INFINITY, most_tries, meter)?;
    Ok(best.expect("nothing costs more than infinity").classes)
}

/// The cheapest of several orders; None if the first two cost more than the limit.
pub fn sweep_below(
    component: &Component,
    limit: f64,
    most_tries: usize,
    meter: &Meter,
) -> Result<Option<SweepOrder>> {
    let constraints = component.constraints() as u32;
    let mut start = far_end(component, far_end(component, 0));
    let mut sweep = Sweep::new(component);
    let mut best: Option<SweepOrder> = None;
    let mut tried = 0;
    loop {
        let least = best.as_ref().map_or(limit, |best| best.cost);
        let chance = (tried >= PLAIN_TRIES).then(|| Random::new(tried as u64));
        if sweep.run(start, chance, least, meter)? {
            best = Some(SweepOrder { classes: sweep.order.clone(), cost: sweep.cost });
        }
        tried += 1;
        let tries = best.as_ref().map_or(2, |best| worth(component, best.cost, STEPS_PER_TRY));
        if tried >= tries.min(most_tries) {
            return Ok(best);
        }
        // Multiples of the golden section are evenly spread, whatever their number.
        start = (start + (0.618 * f64::from(constraints)) as u32 + 1) % constraints;
    }
}

/// The sweep from one constraint.
pub fn sweep_from(component: &Component, start: u32, meter: &Meter) -> Result<SweepOrder> {
    let mut sweep = Sweep::new(component);
    sweep.run(start, None, f64::INFINITY, meter)?;
    Ok(SweepOrder { classes: sweep.order, cost: sweep.cost })
}

/// How many tries an estimated cost justifies, if each takes `trying` steps per class and
/// constraint.
pub fn worth(component: &Component, cost: f64, trying: f64) -> usize {
    if cost > HOPELESS_COST {
        return 1;
    }
    let one_try = trying * (component.classes() + component.constraints()) as f64;
    // Estimates are upper bounds; on many boards the true cost was about this power of them.
    (cost.powf(2.0 / 3.0) / one_try) as usize
}

/// A constraint as far as possible from the given one.
pub fn far_end(component: &Component, from: u32) -> u32 {
    let mut seen = vec![false; component.constraints()];
    seen[from as usize] = true;
    let mut reached = Vec::with_capacity(component.constraints());
    reached.push(from);
    flood(&mut reached, |constraint, reached| {
        for &class in component.members.get(constraint as usize) {
            let others = component.touching.get(class as usize).iter().copied();
            reached.extend(others.filter(|&other| first_seen(&mut seen, other)));
        }
    });
    reached[reached.len() - 1]
}

/// The running table. All sizes are binary logarithms.
struct Sweep<'a> {
    component: &'a Component,
    order: Vec<u32>,
    /// Estimated elementary steps.
    cost: f64,
    /// Two bounds on the states: values of the open constraints, or of the classes at the border.
    by_sums: f32,
    by_classes: f32,
    open: Vec<u32>,
    constraints: Vec<Held>,
    classes: Vec<Border>,
    /// The constraints with `added` cells.
    met: Vec<u32>,
    /// The classes to absorb next, and by how much each would enlarge the table.
    raw: Vec<(f32, u32)>,
    logarithms: Cow<'static, [f32]>,
}

/// Binary logarithms of 0, 1, …, `most` or more. Small tables are cached: computing one would cost
/// as much as a sweep of a small component.
fn logarithms(most: usize) -> Cow<'static, [f32]> {
    static KNOWN: LazyLock<Vec<f32>> = LazyLock::new(|| table(64));
    fn table(most: usize) -> Vec<f32> {
        (0..=most).map(|number| (number as f32).log2()).collect()
    }
    if most < KNOWN.len() { Cow::Borrowed(&KNOWN) } else { Cow::Owned(table(most)) }
}

/// How much of a constraint the table holds.
#[derive(Clone, Copy)]
struct Held {
    cells: u32,
    /// Classes not absorbed yet.
    raw: u32,
    /// Cells of the classes that would be absorbed.
    added: u32,
}

/// A class at the border is absorbed and has constraints that are not closed.
#[derive(Clone, Copy)]
struct Border {
    is_absorbed: bool,
    unclosed: u32,
    size: f32,
}

impl<'a> Sweep<'a> {
    fn new(component: &'a Component) -> Self {
        let most = component.rests.iter().max().map_or(0, |&rest| rest as usize);
        let logarithms = logarithms(most + 1);
        let class = |class| {
            let size = logarithms[component.most(class) as usize + 1];
            Border { is_absorbed: false, unclosed: 0, size }
        };
        Self {
            component,
            order: Vec::with_capacity(component.classes()),
            cost: 0.0,
            by_sums: 0.0,
            by_classes: 0.0,
            open: Vec::with_capacity(component.constraints().min(32)),
            constraints: vec![Held { cells: 0, raw: 0, added: 0 }; component.constraints()],
            classes: (0..component.classes()).map(class).collect(),
            met: Vec::with_capacity(16),
            raw: Vec::with_capacity(16),
            logarithms,
        }
    }

    fn reset(&mut self) {
        self.order.clear();
        self.open.clear();
        (self.cost, self.by_sums, self.by_classes) = (0.0, 0.0, 0.0);
        for (held, members) in self.constraints.iter_mut().zip(self.component.members.iter()) {
            *held = Held { cells: 0, raw: members.len() as u32, added: 0 };
        }
        for (class, touching) in self.classes.iter_mut().zip(self.component.touching.iter()) {
            (class.is_absorbed, class.unclosed) = (false, touching.len() as u32);
        }
    }

    /// Whether the sweep costs less than the limit; if not, it stops early.
    fn run(
        &mut self,
        start: u32,
        mut chance: Option<Random>,
        limit: f64,
        meter: &Meter,
    ) -> Result<bool> {
        self.reset();
        let mut next = Some(start);
        while let Some(constraint) = next {
            self.close(constraint);
            if self.cost >= limit && limit < f64::INFINITY {
                return Ok(false);
            }
            meter.steps(64 * self.open.len())?;
            next = self.cheapest_to_close(chance.as_mut());
        }
        Ok(true)
    }

    fn cheapest_to_close(&mut self, mut chance: Option<&mut Random>) -> Option<u32> {
        let mut best = None;
        for i in 0..self.open.len() {
            let said = chance.as_mut().map_or(0.0, |chance| chance.below(1 << 16) as f32);
            let growth = self.growth(self.open[i]) + said * (RANDOM_BITS / (1 << 16) as f32);
            if best.is_none_or(|(least, _)| growth < least) {
                best = Some((growth, self.open[i]));
            }
        }
        best.map(|(_, constraint)| constraint)
    }

    fn close(&mut self, constraint: u32) {
        let mut raw = std::mem::take(&mut self.raw);
        let classes = self.component.members.get(constraint as usize).iter();
        let left = classes.filter(|&&class| !self.classes[class as usize].is_absorbed);
        raw.extend(left.map(|&class| (self.growth_by(class), class)));
        raw.arrange(|a, b| a.0.total_cmp(&b.0));
        raw.drain(..).for_each(|(_, class)| self.absorb(class));
        self.raw = raw;
    }

    fn absorb(&mut self, class: u32) {
        let component = self.component;
        let branched = self.by_sums.min(self.by_classes) + self.classes[class as usize].size;
        self.order.push(class);
        self.classes[class as usize].is_absorbed = true;
        self.by_sums += self.growth_by(class);
        self.by_classes += self.classes[class as usize].size;
        for (place, &constraint) in component.touching.get(class as usize).iter().enumerate() {
            let held = &mut self.constraints[constraint as usize];
            if held.cells == 0 {
                self.open.push(constraint);
            }
            held.cells += component.gives(class as usize, place);
            held.raw -= 1;
            if held.raw == 0 {
                self.forget(constraint);
            }
        }
        let after = self.by_sums.min(self.by_classes);
        self.cost += f64::from(branched).exp2() + f64::from(after).exp2();
    }

    /// Closes a constraint: classes without another open constraint leave the border.
    fn forget(&mut self, constraint: u32) {
        self.open.retain(|&other| other != constraint);
        for &class in self.component.members.get(constraint as usize) {
            let class = &mut self.classes[class as usize];
            class.unclosed -= 1;
            if class.unclosed == 0 {
                self.by_classes -= class.size;
            }
        }
    }

    /// By how much absorbing the class would enlarge the table.
    fn growth_by(&self, class: u32) -> f32 {
        let touching = self.component.touching.get(class as usize).iter().enumerate();
        let gives = |place| self.component.gives(class as usize, place);
        touching.map(|(place, &constraint)| self.growth_of(constraint, gives(place))).sum()
    }

    /// By how much closing the constraint would enlarge the table.
    fn growth(&mut self, constraint: u32) -> f32 {
        for &class in self.component.members.get(constraint as usize) {
            if self.classes[class as usize].is_absorbed {
                continue;
            }
            let touching = self.component.touching.get(class as usize);
            for (place, &other) in touching.iter().enumerate() {
                let added = &mut self.constraints[other as usize].added;
                if *added == 0 {
                    self.met.push(other);
                }
                *added += self.component.gives(class as usize, place);
            }
        }
        let mut growth = 0.0;
        while let Some(other) = self.met.pop() {
            let added = std::mem::take(&mut self.constraints[other as usize].added);
            growth += self.growth_of(other, added);
        }
        growth
    }

    /// By how much `added` more cells of a constraint would enlarge the table.
    fn growth_of(&self, constraint: u32, added: u32) -> f32 {
        let held = self.constraints[constraint as usize].cells;
        let size = |held| self.logarithms[self.component.sums(constraint as usize, held) as usize];
        size(held + added) - size(held)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, Lists};

    /// A path of constraints, each of which shares a cell with the next.
    fn path(constraints: u32) -> Component {
        let sizes = (0..=constraints).map(|_| 1);
        Component::uniform(sizes, 1, (0..constraints).map(|i| [i, i + 1]))
    }

    #[test]
    fn a_path_is_swept_from_one_end_to_the_other() {
        let meter = Meter::unwatched(Budget::default());
        let mut order = sweep(&path(9), 24, &meter).unwrap();
        if order[0] != 0 {
            order.reverse();
        }
        assert_eq!(order, (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn a_try_that_costs_more_is_given_up() {
        let (component, meter) = (path(9), Meter::unwatched(Budget::default()));
        let mut sweep = Sweep::new(&component);
        assert!(sweep.run(4, None, f64::INFINITY, &meter).unwrap());
        let (cost, order) = (sweep.cost, sweep.order.clone());
        assert!(!sweep.run(4, None, cost, &meter).unwrap());
        assert!(sweep.run(4, None, 2.0 * cost, &meter).unwrap());
        assert_eq!(sweep.order, order);
    }

    #[test]
    fn a_hopeless_component_is_swept_to_its_end() {
        // Closing the hub opens all other constraints: more states than a number can say.
        let leaves = 2000;
        let (mut cells, mut members) = (Lists::default(), Lists::default());
        (0..2 * leaves).for_each(|cell| cells.push([cell]));
        members.push(0..leaves);
        (0..leaves).for_each(|i| members.push([i, leaves + i]));
        let rests = members.iter().map(|members| members.len() as u32 / 2).collect();
        let component = Component::new(cells, rests, members);
        let meter = Meter::unwatched(Budget::default());
        let mut order = sweep(&component, 24, &meter).unwrap();
        order.sort_unstable();
        assert_eq!(order, (0..2 * leaves).collect::<Vec<_>>());
    }
}
