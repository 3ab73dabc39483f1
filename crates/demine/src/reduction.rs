//! Reduction: constraints contained in others are subtracted from them, to the fixed point.
//!
//! If every class of A is in B, then B says the same as B ∖ A with the difference of the rests.
//! Constraints only ever shrink, so this ends; it decides what subset reasoning can decide, and
//! makes both the constraints and the classes fewer.

use crate::board::Cell;
use crate::component::{Component, Contradiction, Settled};
use crate::lists::{Lists, group};

/// What reduction starts from: some constraints may have no class left.
pub struct Constraints {
    pub rests: Vec<u32>,
    pub touching: Lists,
}

#[derive(Default)]
pub struct Reduced {
    /// Classes that are wholly mined (true) or wholly free (false).
    pub decided: Vec<(u32, bool)>,
    pub settled: Vec<Settled>,
    pub components: Vec<Component>,
}

/// `classes` are the cells of each class of `constraints`.
pub fn reduce(constraints: Constraints, classes: &Lists) -> Result<Reduced, Contradiction> {
    let mut reduction = Reduction::new(constraints, classes);
    reduction.run()?;
    Ok(reduction.finish(classes))
}

struct Reduction {
    sizes: Vec<u32>,
    rests: Vec<u32>,
    /// Cells in each constraint.
    capacities: Vec<u32>,
    /// Classes of each constraint and constraints of each class. Both only shrink, keeping order.
    members: Vec<Vec<u32>>,
    touching: Vec<Vec<u32>>,
    decided: Vec<(u32, bool)>,
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
            members: members.iter().map(<[u32]>::to_vec).collect(),
            touching: touching.iter().map(<[u32]>::to_vec).collect(),
            decided: Vec::new(),
            queue: (0..rests.len() as u32).collect(),
            queued: vec![true; rests.len()],
            mark: vec![0; sizes.len()],
            stamp: 0,
            sizes,
            rests,
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
        let (rest, capacity) = (self.rests[constraint as usize], self.capacities[constraint as usize]);
        if rest > capacity {
            return Err(Contradiction);
        }
        if rest > 0 && rest < capacity {
            return Ok(false);
        }
        for class in std::mem::take(&mut self.members[constraint as usize]) {
            self.decide(class, rest > 0)?;
        }
        Ok(true)
    }

    fn decide(&mut self, class: u32, mined: bool) -> Result<(), Contradiction> {
        self.decided.push((class, mined));
        let size = self.sizes[class as usize];
        for constraint in std::mem::take(&mut self.touching[class as usize]) {
            let c = constraint as usize;
            self.members[c].retain(|&other| other != class);
            self.capacities[c] -= size;
            if mined {
                self.rests[c] = self.rests[c].checked_sub(size).ok_or(Contradiction)?;
            }
            self.requeue(constraint);
        }
        Ok(())
    }

    fn subtract_from_supersets(&mut self, subset: u32) -> Result<(), Contradiction> {
        let members = &self.members[subset as usize];
        self.stamp += 1;
        members.iter().for_each(|&class| self.mark[class as usize] = self.stamp);
        let rarest = members.iter().min_by_key(|&&class| self.touching[class as usize].len());
        let rarest = *rarest.expect("an unsettled constraint has classes") as usize;
        for i in (0..self.touching[rarest].len()).rev() {
            let superset = self.touching[rarest][i];
            if superset != subset && self.contains_marked(superset, self.members[subset as usize].len())
            {
                self.subtract(superset, subset)?;
            }
        }
        Ok(())
    }

    fn contains_marked(&self, constraint: u32, marked: usize) -> bool {
        let members = &self.members[constraint as usize];
        members.len() >= marked
            && members.iter().filter(|&&class| self.mark[class as usize] == self.stamp).count()
                == marked
    }

    fn subtract(&mut self, superset: u32, subset: u32) -> Result<(), Contradiction> {
        let (b, a) = (superset as usize, subset as usize);
        self.rests[b] = self.rests[b].checked_sub(self.rests[a]).ok_or(Contradiction)?;
        self.capacities[b] -= self.capacities[a];
        self.members[b].retain(|&class| self.mark[class as usize] != self.stamp);
        for &class in &self.members[a] {
            self.touching[class as usize].retain(|&other| other != superset);
        }
        self.requeue(superset);
        Ok(())
    }

    fn finish(self, classes: &Lists) -> Reduced {
        let open: Vec<u32> =
            (0..self.sizes.len() as u32).filter(|&c| !self.touching[c as usize].is_empty()).collect();
        // Shrinking may have made more classes alike.
        let grouping = group(open.len(), |i| self.touching[open[i] as usize].iter().copied());
        let mut cells: Vec<Vec<Cell>> = vec![Vec::new(); grouping.first.len()];
        for (&old, &new) in open.iter().zip(&grouping.class) {
            cells[new as usize].extend_from_slice(classes.get(old as usize));
        }
        let first = |new: usize| open[grouping.first[new] as usize] as usize;
        let touching: Vec<&[u32]> =
            (0..cells.len()).map(|new| self.touching[first(new)].as_slice()).collect();
        let mut reduced = Reduced { decided: self.decided, ..Reduced::default() };
        split(&mut reduced, cells, &touching, &self.rests);
        reduced
    }
}

/// Connected components by depth-first search. A single constraint holds a single class, since
/// its classes would be alike: that class is settled.
fn split(reduced: &mut Reduced, mut cells: Vec<Vec<Cell>>, touching: &[&[u32]], rests: &[u32]) {
    const NONE: u32 = u32::MAX;
    let mut new_constraint = vec![NONE; rests.len()];
    let mut new_class = vec![NONE; cells.len()];
    let members = {
        let mut lists = Lists::with_capacity(touching.len(), 4 * touching.len());
        touching.iter().for_each(|list| lists.push(list.iter().copied()));
        lists.transposed(rests.len())
    };
    let (mut classes, mut constraints) = (Vec::new(), Vec::new());
    for start in 0..cells.len() as u32 {
        if new_class[start as usize] != NONE {
            continue;
        }
        classes.clear();
        constraints.clear();
        classes.push(start);
        new_class[start as usize] = 0;
        let mut next = 0;
        while next < classes.len() {
            for &constraint in touching[classes[next] as usize] {
                if new_constraint[constraint as usize] == NONE {
                    new_constraint[constraint as usize] = constraints.len() as u32;
                    constraints.push(constraint);
                    for &class in members.get(constraint as usize) {
                        if new_class[class as usize] == NONE {
                            new_class[class as usize] = classes.len() as u32;
                            classes.push(class);
                        }
                    }
                }
            }
            next += 1;
        }
        if let ([class], [constraint]) = (&classes[..], &constraints[..]) {
            let cells = std::mem::take(&mut cells[*class as usize]);
            reduced.settled.push(Settled { cells, mines: rests[*constraint as usize] });
            continue;
        }
        let mut own_cells = Lists::with_capacity(classes.len(), 2 * classes.len());
        classes.iter().for_each(|&c| own_cells.push(std::mem::take(&mut cells[c as usize])));
        let mut own_members = Lists::with_capacity(constraints.len(), 4 * constraints.len());
        for &c in &constraints {
            own_members.push(members.get(c as usize).iter().map(|&class| new_class[class as usize]));
        }
        let own_rests = constraints.iter().map(|&c| rests[c as usize]).collect();
        reduced.components.push(Component::new(own_cells, own_rests, own_members));
    }
}
