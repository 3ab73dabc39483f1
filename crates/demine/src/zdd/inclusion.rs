//! Inclusion: the minimal and the maximal sets of a diagram.
//!
//! The recursions are Knuth's (TAOCP 7.1.4, exercises 236 and 237): minimal sets by *nonsupersets*,
//! maximal sets by *nonsubsets*. They use an explicit stack, because diagrams may be deep.

use rustc_hash::FxHashMap;

use crate::base::{Meter, Result};
use crate::zdd::diagram::{EMPTY, Node, UNIT, UniqueTable, Zdd};

/// The sets that contain no other set of the diagram.
pub fn minimal(zdd: &Zdd, meter: &Meter) -> Result<Zdd> {
    Inclusion::run(zdd, Job::Minimal(zdd.root()), meter)
}

/// The sets that no other set of the diagram contains.
pub fn maximal(zdd: &Zdd, meter: &Meter) -> Result<Zdd> {
    Inclusion::run(zdd, Job::Maximal(zdd.root()), meter)
}

/// A diagram to compute from those of one or two nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Job {
    Minimal(u32),
    Maximal(u32),
    /// The sets of the first that contain none of the second.
    NotAbove(u32, u32),
    /// The sets of the first that none of the second contains.
    NotBelow(u32, u32),
}

/// The answer, or a job that must be done first.
type Attempt = Result<u32, Job>;

struct Inclusion {
    levels: u32,
    table: UniqueTable,
    done: FxHashMap<Job, u32>,
}

impl Inclusion {
    fn run(zdd: &Zdd, job: Job, meter: &Meter) -> Result<Zdd> {
        let mut new = Self {
            levels: zdd.order().len() as u32,
            table: UniqueTable::of(zdd),
            done: FxHashMap::default(),
        };
        let root = new.solve(job, meter)?;
        Ok(Zdd::keep_reached(zdd.order().clone(), new.table.nodes.as_slice(), root))
    }

    fn solve(&mut self, job: Job, meter: &Meter) -> Result<u32> {
        let mut stack = vec![job];
        while let Some(&job) = stack.last() {
            meter.steps(4)?;
            match self.attempt(job) {
                Ok(found) => {
                    meter.states(1)?;
                    self.done.insert(job, found);
                    stack.pop();
                }
                Err(first) => stack.push(first),
            }
        }
        Ok(self.done[&job])
    }

    /// The answer of a job that is already done.
    fn look_up(&self, job: Job) -> Attempt {
        self.done.get(&job).copied().ok_or(job)
    }

    fn look_up_both(&self, node: &Node, job: fn(u32) -> Job) -> Result<(u32, u32), Job> {
        Ok((self.look_up(job(node.lo))?, self.look_up(job(node.hi))?))
    }

    fn attempt(&mut self, job: Job) -> Attempt {
        match job {
            Job::Minimal(id) => self.minimal(id),
            Job::Maximal(id) => self.maximal(id),
            Job::NotAbove(f, g) => self.not_above(f, g),
            Job::NotBelow(f, g) => self.not_below(f, g),
        }
    }

    fn minimal(&mut self, id: u32) -> Attempt {
        let Some(node) = self.table.get(id) else { return Ok(id) };
        let (lo, hi) = self.look_up_both(&node, Job::Minimal)?;
        let hi = self.look_up(Job::NotAbove(hi, lo))?;
        Ok(self.table.node(Node { level: node.level, lo, hi }))
    }

    fn maximal(&mut self, id: u32) -> Attempt {
        let Some(node) = self.table.get(id) else { return Ok(id) };
        let (lo, hi) = self.look_up_both(&node, Job::Maximal)?;
        let lo = self.look_up(Job::NotBelow(lo, hi))?;
        Ok(self.table.node(Node { level: node.level, lo, hi }))
    }

    /// At the first cell that either decides: sets of f without it can contain only sets of g
    /// without it; sets of f with it can contain any set of g.
    fn not_above(&mut self, f: u32, g: u32) -> Attempt {
        if f == EMPTY || g == UNIT || f == g {
            return Ok(EMPTY);
        }
        if g == EMPTY {
            return Ok(f);
        }
        let ([f_level, f_lo, f_hi], [g_level, g_lo, g_hi]) = (self.branch(f), self.branch(g));
        if f_level > g_level {
            return self.look_up(Job::NotAbove(f, g_lo));
        }
        let (lo, hi) = if f_level < g_level {
            (self.look_up(Job::NotAbove(f_lo, g))?, self.look_up(Job::NotAbove(f_hi, g))?)
        } else {
            let rest = self.look_up(Job::NotAbove(f_hi, g_hi))?;
            (self.look_up(Job::NotAbove(f_lo, g_lo))?, self.look_up(Job::NotAbove(rest, g_lo))?)
        };
        Ok(self.table.node(Node { level: f_level, lo, hi }))
    }

    /// The mirror image: sets of f with the cell can lie only in sets of g with it; sets of f
    /// without it can lie in any set of g.
    fn not_below(&mut self, f: u32, g: u32) -> Attempt {
        if g == EMPTY {
            return Ok(f);
        }
        if f == EMPTY || f == UNIT || f == g {
            return Ok(EMPTY);
        }
        let ([f_level, f_lo, f_hi], [g_level, g_lo, g_hi]) = (self.branch(f), self.branch(g));
        if f_level > g_level {
            let rest = self.look_up(Job::NotBelow(f, g_lo))?;
            return self.look_up(Job::NotBelow(rest, g_hi));
        }
        let (lo, hi) = if f_level < g_level {
            (self.look_up(Job::NotBelow(f_lo, g))?, f_hi)
        } else {
            let rest = self.look_up(Job::NotBelow(f_lo, g_lo))?;
            (self.look_up(Job::NotBelow(rest, g_hi))?, self.look_up(Job::NotBelow(f_hi, g_hi))?)
        };
        Ok(self.table.node(Node { level: f_level, lo, hi }))
    }

    /// Level and children; a terminal is below all levels.
    fn branch(&self, id: u32) -> [u32; 3] {
        self.table.get(id).map_or([self.levels, id, EMPTY], |node| [node.level, node.lo, node.hi])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::zdd::apply::{Operator, apply};
    use crate::zdd::rank::count;

    /// Every family of subsets of three cells, against the definition.
    #[test]
    fn all_families_of_subsets_of_three_cells() {
        let meter = Meter::new(Budget::default(), &|| false);
        for family in 1u32..1 << 8 {
            let sets: Vec<u32> = (0..8).filter(|set| family >> set & 1 == 1).collect();
            let zdd = diagram(&sets, &meter);
            let within = |a: u32, b: u32| a != b && a & b == a;
            let least = sets.iter().filter(|&&s| !sets.iter().any(|&t| within(t, s)));
            let most = sets.iter().filter(|&&s| !sets.iter().any(|&t| within(s, t)));
            let least: Vec<u32> = least.copied().collect();
            let most: Vec<u32> = most.copied().collect();
            assert_eq!(minimal(&zdd, &meter).unwrap(), diagram(&least, &meter), "{sets:?}");
            assert_eq!(maximal(&zdd, &meter).unwrap(), diagram(&most, &meter), "{sets:?}");
        }
    }

    fn diagram(sets: &[u32], meter: &Meter) -> Zdd {
        let order = [0, 1, 2];
        let none = Zdd::empty(order.into());
        let all = sets.iter().fold(none, |all, set| {
            let cells: Vec<u32> = order.into_iter().filter(|cell| set >> cell & 1 == 1).collect();
            apply(Operator::Or, &all, &Zdd::all_of(&cells), meter).unwrap()
        });
        assert_eq!(count(&all, meter).unwrap(), sets.len().into());
        all
    }
}
