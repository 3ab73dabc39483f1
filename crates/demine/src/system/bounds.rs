//! Bounds: how many mines each class can hold, by propagation and by probing.
//!
//! Propagation tightens the bounds of a class by those of the other classes of each constraint, to the
//! fixed point. Probing supposes that a class is at one end of its bounds; if propagation then meets a
//! contradiction, that end is impossible. Probing takes as long as planning. On large components it
//! decides about a fifth of the classes, and the width falls with them.

use std::ops::Range;

use crate::base::{Meter, cores, in_parallel};
use crate::system::component::{Component, Contradiction, Failure};

/// The fewest and the most mines of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bound {
    least: u32,
    most: u32,
}

impl Bound {
    /// What both allow.
    fn meet(self, other: Self) -> Result<Self, Contradiction> {
        let both = Self { least: self.least.max(other.least), most: self.most.min(other.most) };
        if both.least > both.most { Err(Contradiction) } else { Ok(both) }
    }
}

/// Constraints that a supposition may touch: it stops there, so that probing takes linear time.
const SUPPOSITION_REACH: usize = 100;
/// Components with fewer constraints are not probed: counting them takes less time than probing.
const PROBED_CONSTRAINTS: usize = 40;
/// Components with more classes are probed in parallel ranges, which see each other's results only
/// after a round.
const PARALLEL_CLASSES: usize = 1 << 13;
/// The number of ranges. It does not depend on the number of threads, so the result does not either.
const RANGES: usize = 16;

/// A round that decides at least one in so many classes is worth another.
const ANOTHER_ROUND: usize = 50;

/// The classes of a component whose number of mines is certain, by probing, if that is worth it.
pub fn probe(component: &Component, meter: &Meter) -> Result<Vec<(u32, u32)>, Failure> {
    // On a tree propagation is complete, so probing would decide nothing more.
    if component.constraints() < PROBED_CONSTRAINTS || component.is_tree() {
        return Ok(Vec::new());
    }
    let mut bounds = Bounds::new(component)?;
    bounds.probe(meter)?;
    Ok(bounds.fixed().collect())
}

#[derive(Clone)]
struct Bounds<'a> {
    component: &'a Component,
    bounds: Vec<Bound>,
    /// The numbers of mines below 64 that were possible for each class in this round, as bits.
    seen: Vec<u64>,
    /// Earlier bounds, to be restored after a supposition.
    trail: Vec<(u32, Bound)>,
    queue: Vec<u32>,
    queued: Vec<bool>,
}

impl<'a> Bounds<'a> {
    fn new(component: &'a Component) -> Result<Self, Contradiction> {
        let bounds = (0..component.classes()).map(|c| Bound { least: 0, most: component.size(c) });
        let mut new = Self {
            component,
            bounds: bounds.collect(),
            seen: Vec::new(),
            trail: Vec::new(),
            queue: (0..component.constraints() as u32).collect(),
            queued: vec![true; component.constraints()],
        };
        new.propagate(usize::MAX)?;
        Ok(new)
    }

    /// Probes rounds of all classes as long as a round decides many of them. Tighter bounds that leave a
    /// choice do not count, since they are not kept.
    fn probe(&mut self, meter: &Meter) -> Result<(), Failure> {
        let mut decided = self.fixed().count();
        loop {
            self.probe_round(meter)?;
            let before = std::mem::replace(&mut decided, self.fixed().count());
            if (decided - before) * ANOTHER_ROUND < self.component.classes() {
                return Ok(());
            }
        }
    }

    fn probe_round(&mut self, meter: &Meter) -> Result<(), Failure> {
        self.trail.clear();
        self.seen.clear();
        self.seen.resize(self.component.classes(), 0);
        let classes = self.component.classes();
        match classes <= PARALLEL_CLASSES {
            true => self.probe_some(0..classes as u32, meter).map(drop),
            false => self.probe_parts(meter),
        }
    }

    /// Each range of classes starts with the bounds before the round.
    fn probe_parts(&mut self, meter: &Meter) -> Result<(), Failure> {
        let classes = self.component.classes();
        let part = |i: usize| (i * classes / RANGES) as u32..((i + 1) * classes / RANGES) as u32;
        let found = in_parallel(cores(), RANGES, meter, |i, meter| {
            Failure::or_contradiction(self.clone().probe_some(part(i), meter))
        })?;
        let found = found.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
        for (class, within) in found {
            self.restrict(class, self.bounds[class as usize].meet(within)?, usize::MAX)?;
        }
        Ok(())
    }

    /// Supposes each end of some classes' bounds. Returns the classes of which one end is impossible, and
    /// the rest of their bounds.
    ///
    /// A consequence of a supposition without a contradiction need not be supposed itself.
    fn probe_some(
        &mut self,
        classes: Range<u32>,
        meter: &Meter,
    ) -> Result<Vec<(u32, Bound)>, Failure> {
        let mut found = Vec::new();
        for class in classes {
            meter.steps(256)?;
            let Bound { least, most } = self.bounds[class as usize];
            if least == most {
                continue;
            }
            let ends = [Bound { least, most: least }, Bound { least: most, most }];
            let within = [Bound { least: least + 1, most }, Bound { least, most: most - 1 }];
            for (end, rest) in ends.into_iter().zip(within) {
                if !self.can_be(class, end) {
                    found.push((class, rest));
                    self.restrict(class, rest, usize::MAX)?;
                    break;
                }
            }
        }
        Ok(found)
    }

    /// The classes whose number of mines is certain.
    fn fixed(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let bounds = self.bounds.iter().enumerate();
        bounds.filter(|(_, b)| b.least == b.most).map(|(class, b)| (class as u32, b.least))
    }

    fn can_be(&mut self, class: u32, supposed: Bound) -> bool {
        if self.seen[class as usize] & bit(supposed.least) != 0 {
            return true;
        }
        self.trail.clear();
        let possible = self.restrict(class, supposed, SUPPOSITION_REACH).is_ok();
        if possible {
            self.see_trail();
        }
        while let Some((class, bound)) = self.trail.pop() {
            self.bounds[class as usize] = bound;
        }
        possible
    }

    fn see_trail(&mut self) {
        for &(class, _) in &self.trail {
            let Bound { least, most } = self.bounds[class as usize];
            if least == most {
                self.seen[class as usize] |= bit(least);
            }
        }
    }

    fn restrict(&mut self, class: u32, bound: Bound, most: usize) -> Result<(), Contradiction> {
        self.tighten(class, bound);
        let done = self.propagate(most);
        self.queue.drain(..).for_each(|constraint| self.queued[constraint as usize] = false);
        done
    }

    fn tighten(&mut self, class: u32, bound: Bound) {
        let old = std::mem::replace(&mut self.bounds[class as usize], bound);
        self.trail.push((class, old));
        for &constraint in self.component.touching.get(class as usize) {
            if !std::mem::replace(&mut self.queued[constraint as usize], true) {
                self.queue.push(constraint);
            }
        }
    }

    fn propagate(&mut self, most: usize) -> Result<(), Contradiction> {
        for _ in 0..most {
            let Some(constraint) = self.queue.pop() else { return Ok(()) };
            self.queued[constraint as usize] = false;
            self.propagate_one(constraint as usize)?;
        }
        Ok(())
    }

    fn propagate_one(&mut self, constraint: usize) -> Result<(), Contradiction> {
        let (component, rest) = (self.component, self.component.rests[constraint]);
        let members = component.members.get(constraint);
        let (mut least, mut most) = (0, 0);
        for &class in members {
            least += self.bounds[class as usize].least;
            most += self.bounds[class as usize].most;
        }
        if rest < least || rest > most {
            return Err(Contradiction);
        }
        // The others hold at least `least − old.least`, so this class holds at most `old.least + slack`;
        // they hold at most `most − old.most`, so it holds at least `old.most − lack`.
        let (slack, lack) = (rest - least, most - rest);
        for &class in members {
            let old = self.bounds[class as usize];
            let new = Bound {
                least: old.least.max(old.most.saturating_sub(lack)),
                most: old.most.min(old.least + slack),
            };
            if new != old {
                // Slack and lack are those before any change: still true, and the constraint is queued
                // again for what they miss.
                self.tighten(class, new);
            }
        }
        Ok(())
    }
}

/// 0 for a number that has no bit.
fn bit(number: u32) -> u64 {
    1u64.checked_shl(number).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, Lists, Random};

    /// Classes in a row, and constraints that each look at some of the next six; a rest is now and then
    /// one too many, so that there may be no solution.
    fn component(random: &mut Random) -> Component {
        let sizes: Vec<u32> = (0..40).map(|_| 1 + random.below(2) as u32).collect();
        let truth: Vec<u32> =
            sizes.iter().map(|&s| random.below(u64::from(s) + 1) as u32).collect();
        let (mut cells, mut members, mut rests) = (Lists::default(), Lists::default(), Vec::new());
        let mut first = 0;
        for size in sizes {
            cells.push(first..first + size);
            first += size;
        }
        for start in 0..34 {
            let classes: Vec<u32> = (start..start + 6).filter(|_| random.below(2) == 0).collect();
            let extra = u32::from(random.below(200) == 0);
            rests.push(classes.iter().map(|&class| truth[class as usize]).sum::<u32>() + extra);
            members.push(classes);
        }
        Component::new(cells, rests, members)
    }

    /// The bounds once a round finds nothing more.
    fn fixed_point(
        component: &Component,
        round: impl Fn(&mut Bounds<'_>) -> Result<(), Failure>,
    ) -> Result<Vec<Bound>, Failure> {
        let mut bounds = Bounds::new(component)?;
        loop {
            bounds.seen = vec![0; component.classes()];
            let before = bounds.bounds.clone();
            round(&mut bounds)?;
            if bounds.bounds == before {
                return Ok(before);
            }
        }
    }

    #[test]
    fn parts_find_what_one_round_after_the_other_finds() {
        let (mut random, meter) = (Random::new(1), Meter::unwatched(Budget::default()));
        let (mut contradictions, mut certain) = (0, 0);
        for _ in 0..300 {
            let component = component(&mut random);
            let all = 0..component.classes() as u32;
            let whole = fixed_point(&component, |b| b.probe_some(all.clone(), &meter).map(drop));
            let parts = fixed_point(&component, |bounds| bounds.probe_parts(&meter));
            assert_eq!(whole, parts);
            match whole {
                Ok(bounds) => certain += bounds.iter().filter(|b| b.least == b.most).count(),
                Err(_) => contradictions += 1,
            }
        }
        assert!(contradictions > 10 && certain > 1000, "{contradictions} {certain}");
    }
}
