//! Reduction: what can be decided or simplified before anything is counted.
//!
//! If every class of A is in B, then B says the same as B ∖ A with the difference of the rests.
//! Constraints only ever shrink, so this ends; it decides what subset reasoning can decide, and
//! makes both the constraints and the classes fewer. Large systems are probed as well (see
//! [`bounds`](crate::system::bounds)).

use crate::base::{
    Lists, Shrinking, Sort, cores, first_seen, flood, group, in_parallel_largest_first,
};
use crate::base::{Meter, Result};
use crate::board::Cell;
use crate::system::bounds::probe;
use crate::system::component::{Component, Contradiction, Failure, Settled};
use crate::system::propagation::{Constraint, Unreduced};

/// What reduction leaves of some constraints. Every solution combines independent choices: `mined` and
/// `safe` cells as they are, `mines` cells of each settled class, and a solution of each component. A
/// component may still have no solution; only counting tells.
#[derive(Clone, Debug, Default)]
pub struct System {
    pub mined: Vec<Cell>,
    pub safe: Vec<Cell>,
    pub settled: Vec<Settled>,
    /// By their first cells.
    pub components: Vec<Component>,
}

impl System {
    pub fn of(constraints: Unreduced, meter: &Meter) -> Result<Self, Failure> {
        let Unreduced { cells, rests, touching } = constraints;
        let mut system = Self::default();
        if rests.is_empty() {
            return Ok(system);
        }
        if let [mines] = rests[..]
            && (1..cells.len() as u32).contains(&mines)
        {
            system.settled.push(Settled { cells, mines });
            return Ok(system);
        }
        let (touching, classes) = classes(&cells, &touching);
        let mut reduction = Reduction::new(rests, touching, &classes);
        reduction.run(meter)?;
        reduction.finish(&mut system);
        let workers = if cells.len() < THREADED_CELLS { 1 } else { cores() };
        system.probe(workers, meter)?;
        Ok(system)
    }

    /// Probes large components, reduces them again where that decides something, and probes the rest
    /// of them in turn.
    fn probe(&mut self, workers: usize, meter: &Meter) -> Result<(), Failure> {
        let mut done = Vec::new();
        while !self.components.is_empty() {
            let components = std::mem::take(&mut self.components);
            let size = |i: usize| components[i].constraints();
            let probe = |i: usize, meter: &Meter| {
                Failure::or_contradiction(probe_one(&components[i], meter))
            };
            let found = in_parallel_largest_first(workers, components.len(), meter, size, probe)?;
            for (component, found) in components.into_iter().zip(found) {
                match found? {
                    None => done.push(component),
                    Some(Probed { mut system, is_worth_more }) => {
                        if !is_worth_more {
                            done.append(&mut system.components);
                        }
                        self.extend(system);
                    }
                }
            }
        }
        done.arrange_by_key(Component::first_cell);
        self.components = done;
        Ok(())
    }

    fn extend(&mut self, more: Self) {
        self.mined.extend(more.mined);
        self.safe.extend(more.safe);
        self.settled.extend(more.settled);
        self.components.extend(more.components);
    }
}

/// Systems with fewer cells are probed on one thread: starting more costs more than it saves.
const THREADED_CELLS: usize = 1 << 12;

/// A component after probing.
struct Probed {
    system: System,
    /// Whether the rest of it is worth probing again.
    is_worth_more: bool,
}

/// Where probing decides fewer than one in so many classes, another round would hardly decide more.
const PROBE_AGAIN: usize = 200;

/// None where probing decides nothing.
fn probe_one(component: &Component, meter: &Meter) -> Result<Option<Probed>, Failure> {
    let fixed = probe(component, meter)?;
    if fixed.is_empty() {
        return Ok(None);
    }
    let is_worth_more = fixed.len() * PROBE_AGAIN >= component.classes();
    let (rests, touching) = (component.rests.clone(), component.touching.clone());
    let mut reduction = Reduction::new(rests, touching, &component.cells);
    for (class, mines) in fixed {
        reduction.fix(&[class], |_| mines, meter)?;
    }
    reduction.run(meter)?;
    let mut system = System::default();
    reduction.finish(&mut system);
    Ok(Some(Probed { system, is_worth_more }))
}

/// Groups cells into classes: the numbers and the cells of each.
fn classes(cells: &[Cell], numbers_of: &Lists) -> (Lists, Lists) {
    let grouping = group(cells.len(), |i| numbers_of.get(i).iter().copied());
    let mut classes = Lists::inverse(&grouping.class, grouping.first.len());
    classes.rename(|i| cells[i as usize]);
    let mut touching = Lists::with_capacity(classes.len(), numbers_of.items());
    grouping.first.iter().for_each(|&i| touching.push(numbers_of.get(i as usize).iter().copied()));
    (touching, classes)
}

/// In a list that is so many times as long as another, the items of the other are searched one by one.
const LONGER: usize = 32;

struct Reduction<'a> {
    /// The cells of each class.
    classes: &'a Lists,
    sizes: Vec<u32>,
    rests: Vec<u32>,
    /// Cells in each constraint.
    capacities: Vec<u32>,
    /// Classes of each constraint and constraints of each class. Both only shrink, keeping order.
    members: Shrinking,
    touching: Shrinking,
    /// Classes whose number of mines is certain, with that number.
    fixed: Vec<(u32, u32)>,
    queue: Vec<u32>,
    queued: Vec<bool>,
    /// `mark[class] == stamp` while the class is in the constraint at hand.
    mark: Vec<u32>,
    stamp: u32,
    /// The constraints that the step at hand changes. Each list is changed once: on a hub, one change
    /// for each of its cells would take quadratic time.
    changed: Vec<u32>,
}

impl<'a> Reduction<'a> {
    fn new(rests: Vec<u32>, touching: Lists, classes: &'a Lists) -> Self {
        let sizes: Vec<u32> = classes.iter().map(|cells| cells.len() as u32).collect();
        let members = touching.transpose(rests.len());
        let capacity = |list: &[u32]| list.iter().map(|&class| sizes[class as usize]).sum();
        Self {
            classes,
            capacities: members.iter().map(capacity).collect(),
            members: members.into(),
            touching: touching.into(),
            fixed: Vec::new(),
            queue: (0..rests.len() as u32).collect(),
            queued: vec![true; rests.len()],
            mark: vec![0; sizes.len()],
            stamp: 0,
            changed: Vec::new(),
            sizes,
            rests,
        }
    }

    fn run(&mut self, meter: &Meter) -> Result<(), Failure> {
        while let Some(constraint) = self.queue.pop() {
            self.queued[constraint as usize] = false;
            if !self.settle(constraint, meter)? {
                self.subtract_from_supersets(constraint, meter)?;
            }
        }
        Ok(())
    }

    fn requeue(&mut self, constraint: u32) {
        if !std::mem::replace(&mut self.queued[constraint as usize], true) {
            self.queue.push(constraint);
        }
    }

    /// Whether the constraint alone decides all its classes (it has then none left).
    fn settle(&mut self, constraint: u32, meter: &Meter) -> Result<bool, Failure> {
        let rest = self.rests[constraint as usize];
        let all = Constraint { rest, cells: self.capacities[constraint as usize] };
        if all.is_impossible() {
            return Err(Failure::Contradiction);
        }
        if all.is_undecided() {
            return Ok(false);
        }
        let classes: Vec<u32> =
            self.members.get(constraint as usize).iter().rev().copied().collect();
        self.fix(&classes, |size| if rest > 0 { size } else { 0 }, meter)?;
        Ok(true)
    }

    /// Decides some classes; `mines` says how many mines a class of so many cells has.
    fn fix(
        &mut self,
        classes: &[u32],
        mines: impl Fn(u32) -> u32,
        meter: &Meter,
    ) -> Result<(), Failure> {
        self.stamp += 1;
        let mut changed = std::mem::take(&mut self.changed);
        for &class in classes {
            let size = self.sizes[class as usize];
            let mines = mines(size);
            self.fixed.push((class, mines));
            self.mark[class as usize] = self.stamp;
            changed.extend(self.touching.get(class as usize));
            for i in 0..self.touching.get(class as usize).len() {
                let constraint = self.touching.get(class as usize)[i];
                let c = constraint as usize;
                self.capacities[c] -= size;
                self.rests[c] = self.rests[c].checked_sub(mines).ok_or(Contradiction)?;
                self.requeue(constraint);
            }
            self.touching.clear(class as usize);
        }
        changed.ascend();
        changed.dedup();
        for constraint in changed.drain(..) {
            self.drop_marked(constraint, meter)?;
        }
        self.changed = changed;
        Ok(())
    }

    /// Removes the marked classes from a constraint.
    fn drop_marked(&mut self, constraint: u32, meter: &Meter) -> Result<(), Failure> {
        meter.steps(1 + self.members.get(constraint as usize).len())?;
        let (mark, stamp) = (&self.mark, self.stamp);
        self.members.retain(constraint as usize, |class| mark[class as usize] != stamp);
        Ok(())
    }

    fn subtract_from_supersets(&mut self, subset: u32, meter: &Meter) -> Result<(), Failure> {
        let members = self.members.get(subset as usize);
        meter.steps(1 + members.len())?;
        self.stamp += 1;
        members.iter().for_each(|&class| self.mark[class as usize] = self.stamp);
        let rarest = members.iter().min_by_key(|&&class| self.touching.get(class as usize).len());
        let rarest = *rarest.expect("an unsettled constraint has classes") as usize;
        let mut supersets = std::mem::take(&mut self.changed);
        for &superset in self.touching.get(rarest).iter().rev() {
            if superset != subset && self.contains_marked(superset, subset, meter)? {
                supersets.push(superset);
            }
        }
        for &superset in &supersets {
            self.subtract(superset, subset, meter)?;
        }
        self.forget(subset, &mut supersets, meter)?;
        supersets.clear();
        self.changed = supersets;
        Ok(())
    }

    /// Whether the classes of a constraint, which are marked, are all in another one.
    fn contains_marked(&self, constraint: u32, marked: u32, meter: &Meter) -> Result<bool> {
        let members = self.members.get(constraint as usize);
        let marked = self.members.get(marked as usize);
        if members.len() < marked.len() {
            return Ok(false);
        }
        if members.len() / LONGER > marked.len() {
            meter.steps(LONGER * marked.len())?;
            return Ok(marked.iter().all(|class| members.binary_search(class).is_ok()));
        }
        meter.steps(members.len())?;
        let is_marked = |&&class: &&u32| self.mark[class as usize] == self.stamp;
        Ok(members.iter().filter(is_marked).count() == marked.len())
    }

    /// Leaves to the superset what it says beyond the subset.
    fn subtract(&mut self, superset: u32, subset: u32, meter: &Meter) -> Result<(), Failure> {
        let (b, a) = (superset as usize, subset as usize);
        self.rests[b] = self.rests[b].checked_sub(self.rests[a]).ok_or(Contradiction)?;
        self.capacities[b] -= self.capacities[a];
        self.drop_marked(superset, meter)?;
        self.requeue(superset);
        Ok(())
    }

    /// The classes of the subset are in none of these supersets any more.
    fn forget(&mut self, subset: u32, supersets: &mut [u32], meter: &Meter) -> Result<()> {
        if supersets.is_empty() {
            return Ok(());
        }
        supersets.ascend();
        for &class in self.members.get(subset as usize) {
            meter.steps(self.touching.get(class as usize).len())?;
            let is_superset = |other: &u32| supersets.binary_search(other).is_ok();
            self.touching.retain(class as usize, |other| !is_superset(&other));
        }
        Ok(())
    }

    /// Shrinking may have made more classes alike: group them anew, and split into components.
    fn finish(self, system: &mut System) {
        for &(class, mines) in &self.fixed {
            let cells = self.classes.get(class as usize);
            match mines as usize {
                0 => system.safe.extend_from_slice(cells),
                all if all == cells.len() => system.mined.extend_from_slice(cells),
                _ => system.settled.push(Settled { cells: cells.to_vec(), mines }),
            }
        }
        let touching = |class: u32| self.touching.get(class as usize);
        let open: Vec<u32> =
            (0..self.sizes.len() as u32).filter(|&class| !touching(class).is_empty()).collect();
        let grouping = group(open.len(), |i| touching(open[i]).iter().copied());
        let new_touching: Lists =
            grouping.first.iter().map(|&i| touching(open[i as usize])).collect();
        let regrouping = Regrouping {
            classes: self.classes,
            members: new_touching.transpose(self.rests.len()),
            touching: new_touching,
            merged: Lists::inverse(&grouping.class, grouping.first.len()),
            open,
            rests: &self.rests,
        };
        regrouping.run(system);
    }
}

const NONE: u32 = u32::MAX;

/// Classes and constraints on their way into components.
struct Regrouping<'a> {
    /// The cells of each old class.
    classes: &'a Lists,
    /// The old classes that are left, and which of them make each new class.
    open: Vec<u32>,
    merged: Lists,
    rests: &'a [u32],
    touching: Lists,
    members: Lists,
}

/// Old numbers of the classes and constraints of one component, in their new order.
struct Reached {
    classes: Vec<u32>,
    constraints: Vec<u32>,
}

impl Regrouping<'_> {
    fn run(&self, system: &mut System) {
        let mut new_class = vec![NONE; self.merged.len()];
        let mut seen = vec![false; self.rests.len()];
        let mut reached = Reached {
            classes: Vec::with_capacity(self.merged.len()),
            constraints: Vec::with_capacity(self.rests.len()),
        };
        for start in 0..self.merged.len() as u32 {
            if new_class[start as usize] != NONE {
                continue;
            }
            self.reach(start, &mut new_class, &mut seen, &mut reached);
            // A single constraint has a single class, since its classes would be alike.
            match (&reached.classes[..], &reached.constraints[..]) {
                (&[class], &[constraint]) => system.settled.push(Settled {
                    cells: self.cells(class).collect(),
                    mines: self.rests[constraint as usize],
                }),
                _ => system.components.push(self.component(&reached, &new_class)),
            }
        }
    }

    fn cells(&self, class: u32) -> impl Iterator<Item = Cell> + '_ {
        let old = self.merged.get(class as usize).iter().map(|&i| self.open[i as usize]);
        old.flat_map(|old| self.classes.get(old as usize).iter().copied())
    }

    fn reach(&self, start: u32, new_class: &mut [u32], seen: &mut [bool], reached: &mut Reached) {
        let Reached { classes, constraints } = reached;
        classes.clear();
        constraints.clear();
        classes.push(start);
        new_class[start as usize] = 0;
        flood(classes, |class, classes| {
            for &constraint in self.touching.get(class as usize) {
                if !first_seen(seen, constraint) {
                    continue;
                }
                constraints.push(constraint);
                for &class in self.members.get(constraint as usize) {
                    if new_class[class as usize] == NONE {
                        new_class[class as usize] = classes.len() as u32;
                        classes.push(class);
                    }
                }
            }
        });
    }

    fn component(&self, reached: &Reached, new_class: &[u32]) -> Component {
        let mut cells = Lists::with_capacity(reached.classes.len(), 2 * reached.classes.len());
        for &class in &reached.classes {
            cells.push(self.cells(class));
        }
        let mut members =
            Lists::with_capacity(reached.constraints.len(), 4 * reached.constraints.len());
        for &constraint in &reached.constraints {
            let classes = self.members.get(constraint as usize).iter();
            members.push(classes.map(|&class| new_class[class as usize]));
        }
        let rests = reached.constraints.iter().map(|&c| self.rests[c as usize]).collect();
        Component::new(cells, rests, members)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::board::Board;
    use crate::position::{Label, Position};
    use crate::system::propagation::{Propagation, Sorted};

    fn system(
        cells: usize,
        edges: &[(i64, i64)],
        labels: &str,
    ) -> Result<(Sorted, System), Failure> {
        let board = Board::new(cells, edges.iter().copied()).unwrap();
        let label = |c: char| match c {
            '?' => Label::Covered,
            '.' => Label::Free,
            '*' => Label::Mined,
            digit => Label::Number(digit.to_digit(10).unwrap()),
        };
        let position = Position::new(board, labels.chars().map(label).collect(), None).unwrap();
        let (propagation, constraints) = Propagation::of(&position)?;
        let system = System::of(constraints, &Meter::unwatched(Budget::default()))?;
        Ok((propagation.sorted.clone(), system))
    }

    #[test]
    fn one_count_decides_its_neighbours() {
        let (sorted, _) = system(4, &[(0, 1), (1, 2), (2, 3)], "?1*?").unwrap();
        assert_eq!((sorted.safe, sorted.mined, sorted.loose), (vec![0], vec![2], vec![3]));
    }

    /// Many numbers that say the same about two cells, below a number that has one cell more.
    #[test]
    fn equal_constraints_take_linear_time() {
        let steps = |numbers: i64| {
            let around = |number| [(number, numbers), (number, numbers + 1)];
            let hub = (0..3).map(|cell| (numbers + 3, numbers + cell));
            let edges = (0..numbers).flat_map(around).chain(hub);
            let edges: Vec<_> = edges.collect();
            let board = Board::new(numbers as usize + 4, edges.into_iter()).unwrap();
            let mut labels = vec![Label::Number(1); numbers as usize];
            labels.extend([Label::Covered, Label::Covered, Label::Covered, Label::Number(2)]);
            let position = Position::new(board, labels, None).unwrap();
            let (_, constraints) = Propagation::of(&position).unwrap();
            let meter = Meter::unwatched(Budget::default());
            let system = System::of(constraints, &meter).unwrap();
            assert_eq!(system.mined, [numbers as Cell + 2]);
            meter.steps_taken()
        };
        assert!(steps(20_000) < 3 * steps(10_000));
        assert!(steps(20_000) > 20_000);
    }

    #[test]
    fn interchangeable_cells_are_settled() {
        let (_, s) = system(4, &[(0, 1), (0, 2), (0, 3)], "1???").unwrap();
        assert_eq!(s.settled, [Settled { cells: vec![1, 2, 3], mines: 1 }]);
        assert!(s.components.is_empty());
    }

    #[test]
    fn a_count_above_the_degree_is_a_contradiction() {
        assert!(system(2, &[(0, 1)], "2?").is_err());
        assert!(system(1, &[], "1").is_err());
        assert!(system(2, &[(0, 1)], "0*").is_err());
    }

    #[test]
    fn a_triangle_of_counts_is_one_component() {
        // Golan's Example 5.1.
        let edges = [(0, 3), (1, 3), (1, 4), (2, 4), (2, 5), (0, 5)];
        let (_, s) = system(6, &edges, "111???").unwrap();
        assert_eq!(s.components.len(), 1);
        let c = &s.components[0];
        assert_eq!((c.classes(), c.constraints(), c.is_tree()), (3, 3, false));
    }
}
