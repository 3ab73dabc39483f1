//! Reduction: what can be decided or simplified before anything is counted.
//!
//! If every class of A is in B, then B says the same as B ∖ A with the difference of the rests.
//! Constraints only ever shrink, so this ends; it decides what subset reasoning can decide, and
//! makes both the constraints and the classes fewer. Large systems are probed as well (see
//! [`bounds`](crate::system::bounds)).

use crate::base::Meter;
use crate::base::{Lists, Shrinking, group};
use crate::board::Cell;
use crate::system::bounds::{self, Bounds, LARGE};
use crate::system::component::{Component, Contradiction, Failure, Settled};

/// What reduction starts from: some constraints may have no class left.
pub struct Constraints {
    pub rests: Vec<u32>,
    pub touching: Lists,
}

#[derive(Default)]
pub struct Reduced {
    /// Classes whose number of mines is certain.
    pub fixed: Vec<(u32, u32)>,
    pub components: Vec<Component>,
    pub settled: Vec<Settled>,
}

/// `classes` are the cells of each class of `constraints`.
pub fn reduce(
    constraints: Constraints,
    classes: &Lists,
    meter: &Meter<'_>,
) -> Result<Reduced, Failure> {
    let mut reduction = Reduction::new(constraints, classes);
    reduction.run_and_probe(meter)?;
    Ok(reduction.finish(classes))
}

struct Reduction {
    sizes: Vec<u32>,
    rests: Vec<u32>,
    /// Cells in each constraint.
    capacities: Vec<u32>,
    /// Classes of each constraint and constraints of each class. Both only shrink, keeping order.
    members: Shrinking,
    touching: Shrinking,
    fixed: Vec<(u32, u32)>,
    queue: Vec<u32>,
    queued: Vec<bool>,
    /// `mark[class] == stamp` while the class is in the constraint at hand.
    mark: Vec<u32>,
    stamp: u32,
}

impl Reduction {
    fn new(constraints: Constraints, classes: &Lists) -> Self {
        let Constraints { rests, touching } = constraints;
        let sizes: Vec<u32> = classes.iter().map(|cells| cells.len() as u32).collect();
        let members = touching.transposed(rests.len());
        let capacity = |list: &[u32]| list.iter().map(|&class| sizes[class as usize]).sum();
        Self {
            capacities: members.iter().map(capacity).collect(),
            members: members.into(),
            touching: touching.into(),
            fixed: Vec::new(),
            queue: (0..rests.len() as u32).collect(),
            queued: vec![true; rests.len()],
            mark: vec![0; sizes.len()],
            stamp: 0,
            sizes,
            rests,
        }
    }

    fn run_and_probe(&mut self, meter: &Meter<'_>) -> Result<(), Failure> {
        loop {
            self.run()?;
            let open = (0..self.members.len()).filter(|&c| !self.members.get(c).is_empty()).count();
            if open < LARGE {
                return Ok(());
            }
            let found = {
                let mut bounds = Bounds::new(self)?;
                bounds.probe(meter)?;
                let open = |&(class, _): &(u32, u32)| !self.touching.get(class as usize).is_empty();
                bounds.fixed().filter(open).collect::<Vec<_>>()
            };
            if found.is_empty() {
                return Ok(());
            }
            for (class, mines) in found {
                self.fix(class, mines)?;
            }
        }
    }

    fn run(&mut self) -> Result<(), Contradiction> {
        while let Some(constraint) = self.queue.pop() {
            self.queued[constraint as usize] = false;
            if !self.settle(constraint)? {
                self.subtract_from_supersets(constraint)?;
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
    fn settle(&mut self, constraint: u32) -> Result<bool, Contradiction> {
        let (rest, capacity) =
            (self.rests[constraint as usize], self.capacities[constraint as usize]);
        if rest > capacity {
            return Err(Contradiction);
        }
        if rest > 0 && rest < capacity {
            return Ok(false);
        }
        while let Some(&class) = self.members.get(constraint as usize).last() {
            let mines = if rest > 0 { self.sizes[class as usize] } else { 0 };
            self.fix(class, mines)?;
        }
        Ok(true)
    }

    fn fix(&mut self, class: u32, mines: u32) -> Result<(), Contradiction> {
        self.fixed.push((class, mines));
        for i in 0..self.touching.get(class as usize).len() {
            let constraint = self.touching.get(class as usize)[i];
            let c = constraint as usize;
            self.members.retain(c, |other| other != class);
            self.capacities[c] -= self.sizes[class as usize];
            self.rests[c] = self.rests[c].checked_sub(mines).ok_or(Contradiction)?;
            self.requeue(constraint);
        }
        self.touching.clear(class as usize);
        Ok(())
    }

    fn subtract_from_supersets(&mut self, subset: u32) -> Result<(), Contradiction> {
        let members = self.members.get(subset as usize);
        let length = members.len();
        self.stamp += 1;
        members.iter().for_each(|&class| self.mark[class as usize] = self.stamp);
        let rarest = members.iter().min_by_key(|&&class| self.touching.get(class as usize).len());
        let rarest = *rarest.expect("an unsettled constraint has classes") as usize;
        for i in (0..self.touching.get(rarest).len()).rev() {
            let superset = self.touching.get(rarest)[i];
            if superset != subset && self.contains_marked(superset, length) {
                self.subtract(superset, subset)?;
            }
        }
        Ok(())
    }

    fn contains_marked(&self, constraint: u32, marked: usize) -> bool {
        let members = self.members.get(constraint as usize);
        members.len() >= marked
            && members.iter().filter(|&&class| self.mark[class as usize] == self.stamp).count()
                == marked
    }

    fn subtract(&mut self, superset: u32, subset: u32) -> Result<(), Contradiction> {
        let (b, a) = (superset as usize, subset as usize);
        self.rests[b] = self.rests[b].checked_sub(self.rests[a]).ok_or(Contradiction)?;
        self.capacities[b] -= self.capacities[a];
        let (mark, stamp) = (&self.mark, self.stamp);
        self.members.retain(b, |class| mark[class as usize] != stamp);
        for &class in self.members.get(a) {
            self.touching.retain(class as usize, |other| other != superset);
        }
        self.requeue(superset);
        Ok(())
    }

    /// Shrinking may have made more classes alike: group them anew, and split into components.
    fn finish(self, classes: &Lists) -> Reduced {
        let touching = |class: u32| self.touching.get(class as usize);
        let open: Vec<u32> =
            (0..self.sizes.len() as u32).filter(|&class| !touching(class).is_empty()).collect();
        let grouping = group(open.len(), |i| touching(open[i]).iter().copied());
        let new_touching: Lists =
            grouping.first.iter().map(|&i| touching(open[i as usize])).collect();
        let split = Split {
            classes,
            members: new_touching.transposed(self.rests.len()),
            touching: new_touching,
            merged: Lists::inverse(&grouping.class, grouping.first.len()),
            open,
            rests: &self.rests,
        };
        let (components, settled) = split.run();
        Reduced { fixed: self.fixed, components, settled }
    }
}

impl bounds::Constraints for Reduction {
    fn classes(&self) -> usize {
        self.sizes.len()
    }

    fn constraints(&self) -> usize {
        self.rests.len()
    }

    fn size(&self, class: usize) -> u32 {
        self.sizes[class]
    }

    fn rest(&self, constraint: usize) -> u32 {
        self.rests[constraint]
    }

    fn members(&self, constraint: usize) -> &[u32] {
        self.members.get(constraint)
    }

    fn touching(&self, class: usize) -> &[u32] {
        self.touching.get(class)
    }
}

const NONE: u32 = u32::MAX;

/// Classes and constraints on their way into components.
struct Split<'a> {
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
#[derive(Default)]
struct Part {
    classes: Vec<u32>,
    constraints: Vec<u32>,
}

impl Split<'_> {
    fn run(&self) -> (Vec<Component>, Vec<Settled>) {
        let (mut components, mut settled) = (Vec::new(), Vec::new());
        let mut new_class = vec![NONE; self.merged.len()];
        let mut reached = vec![false; self.rests.len()];
        for start in 0..self.merged.len() as u32 {
            if new_class[start as usize] != NONE {
                continue;
            }
            let part = self.reach(start, &mut new_class, &mut reached);
            // A single constraint has a single class, since its classes would be alike.
            match (&part.classes[..], &part.constraints[..]) {
                (&[class], &[constraint]) => settled.push(Settled {
                    cells: self.cells(class).collect(),
                    mines: self.rests[constraint as usize],
                }),
                _ => components.push(self.component(&part, &new_class)),
            }
        }
        (components, settled)
    }

    fn cells(&self, class: u32) -> impl Iterator<Item = Cell> + '_ {
        let old = self.merged.get(class as usize).iter().map(|&i| self.open[i as usize]);
        old.flat_map(|old| self.classes.get(old as usize).iter().copied())
    }

    fn reach(&self, start: u32, new_class: &mut [u32], reached: &mut [bool]) -> Part {
        let mut part = Part::default();
        part.classes.push(start);
        new_class[start as usize] = 0;
        let mut next = 0;
        while next < part.classes.len() {
            for &constraint in self.touching.get(part.classes[next] as usize) {
                if std::mem::replace(&mut reached[constraint as usize], true) {
                    continue;
                }
                part.constraints.push(constraint);
                for &class in self.members.get(constraint as usize) {
                    if new_class[class as usize] == NONE {
                        new_class[class as usize] = part.classes.len() as u32;
                        part.classes.push(class);
                    }
                }
            }
            next += 1;
        }
        part
    }

    fn component(&self, part: &Part, new_class: &[u32]) -> Component {
        let mut cells = Lists::with_capacity(part.classes.len(), 2 * part.classes.len());
        for &class in &part.classes {
            cells.push(self.cells(class));
        }
        let mut members = Lists::with_capacity(part.constraints.len(), 4 * part.constraints.len());
        for &constraint in &part.constraints {
            let classes = self.members.get(constraint as usize).iter();
            members.push(classes.map(|&class| new_class[class as usize]));
        }
        let rests = part.constraints.iter().map(|&c| self.rests[c as usize]).collect();
        Component::new(cells, rests, members)
    }
}
