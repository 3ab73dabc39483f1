//! Family: operations of family algebra, by memoised recursion with an explicit stack, because
//! diagrams may be deep.
//!
//! Minimal sets by *nonsupersets* and maximal sets by *nonsubsets* are Knuth's (TAOCP 7.1.4,
//! exercises 236 and 237). The direct product is P ∗ Q = {p ∪ q | p ∈ P, q ∈ Q} (Suzuki et al.,
//! §3.1): at the first cell c that either decides, the sets without c are P₀ ∗ Q₀, and those with c
//! are (P₁ ∗ (Q₀ ∪ Q₁)) ∪ (P₀ ∗ Q₁).

use rustc_hash::FxHashMap;

use crate::base::{Meter, Result};
use crate::zdd::apply::{joint_order, reorder};
use crate::zdd::diagram::{EMPTY, Node, UNIT, UniqueTable, Zdd};

/// The sets that contain no other set of the diagram.
pub fn minimal(zdd: &Zdd, meter: &Meter) -> Result<Zdd> {
    Recursion::of(zdd).run(zdd, Job::Minimal(zdd.root()), meter)
}

/// The sets that no other set of the diagram contains.
pub fn maximal(zdd: &Zdd, meter: &Meter) -> Result<Zdd> {
    Recursion::of(zdd).run(zdd, Job::Maximal(zdd.root()), meter)
}

/// The direct product along the order of `a`, followed by the other cells of `b`.
pub fn join(a: &Zdd, b: &Zdd, meter: &Meter) -> Result<Zdd> {
    let order = joint_order(a, b);
    let (a, b) = (reorder(a, &order, meter)?, reorder(b, &order, meter)?);
    let mut join = Recursion::of(&a);
    let b_root = join.insert(&b);
    join.run(&a, Job::product(a.root(), b_root), meter)
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
    /// This and the union are symmetric: the smaller number is first.
    Product(u32, u32),
    Union(u32, u32),
}

impl Job {
    fn product(f: u32, g: u32) -> Self {
        Self::Product(f.min(g), f.max(g))
    }

    fn union(f: u32, g: u32) -> Self {
        Self::Union(f.min(g), f.max(g))
    }
}

/// The answer, or a job that must be done first.
type Attempt = Result<u32, Job>;

/// A solved job: its result, and a node; both in tables that grow by doubling.
const JOB_STATES: usize = 4;

struct Recursion {
    levels: u32,
    table: UniqueTable,
    done: FxHashMap<Job, u32>,
}

impl Recursion {
    fn of(zdd: &Zdd) -> Self {
        let levels = zdd.order().len() as u32;
        Self { levels, table: UniqueTable::of(zdd), done: FxHashMap::default() }
    }

    /// Adds the nodes of a diagram along the same order, and returns its root.
    fn insert(&mut self, zdd: &Zdd) -> u32 {
        let mut number = vec![EMPTY, UNIT];
        for node in zdd.nodes() {
            let [lo, hi] = [node.lo, node.hi].map(|child| number[child as usize]);
            number.push(self.table.node(Node { level: node.level, lo, hi }));
        }
        number[zdd.root() as usize]
    }

    /// The diagram of a job, along the order of `zdd`.
    fn run(mut self, zdd: &Zdd, job: Job, meter: &Meter) -> Result<Zdd> {
        let root = self.solve(job, meter)?;
        Ok(Zdd::keep_reached(zdd.order().clone(), self.table.nodes.as_slice(), root))
    }

    fn solve(&mut self, job: Job, meter: &Meter) -> Result<u32> {
        let mut stack = vec![job];
        while let Some(&job) = stack.last() {
            meter.steps(4)?;
            match self.look_up(job).or_else(|_| self.attempt(job)) {
                Ok(found) => {
                    meter.states(JOB_STATES)?;
                    self.done.insert(job, found);
                    stack.pop();
                }
                Err(first) => stack.push(first),
            }
        }
        Ok(self.done[&job])
    }

    /// The answer of a job that is done, or of a trivial product or union.
    fn look_up(&self, job: Job) -> Attempt {
        match job {
            Job::Product(EMPTY, _) => Ok(EMPTY),
            Job::Product(UNIT, g) | Job::Union(EMPTY, g) => Ok(g),
            Job::Union(f, g) if f == g => Ok(f),
            _ => self.done.get(&job).copied().ok_or(job),
        }
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
            Job::Product(f, g) => self.product(f, g),
            Job::Union(f, g) => self.union(f, g),
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

    fn product(&mut self, f: u32, g: u32) -> Attempt {
        let (level, [f0, f1], [g0, g1]) = self.first_branch(f, g);
        let lo = self.look_up(Job::product(f0, g0))?;
        let either = self.look_up(Job::union(g0, g1))?;
        let mine = self.look_up(Job::product(f1, either))?;
        let other = self.look_up(Job::product(f0, g1))?;
        let hi = self.look_up(Job::union(mine, other))?;
        Ok(self.table.node(Node { level, lo, hi }))
    }

    fn union(&mut self, f: u32, g: u32) -> Attempt {
        let (level, [f0, f1], [g0, g1]) = self.first_branch(f, g);
        let lo = self.look_up(Job::union(f0, g0))?;
        let hi = self.look_up(Job::union(f1, g1))?;
        Ok(self.table.node(Node { level, lo, hi }))
    }

    /// The first level that either node decides, and the children of both there.
    fn first_branch(&self, f: u32, g: u32) -> (u32, [u32; 2], [u32; 2]) {
        let level_of = |id| self.table.get(id).map_or(self.levels, |node| node.level);
        let level = level_of(f).min(level_of(g));
        let children = |id| match self.table.get(id) {
            Some(node) if node.level == level => [node.lo, node.hi],
            _ => [id, EMPTY],
        };
        (level, children(f), children(g))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::zdd::apply::{Operator, apply};
    use crate::zdd::rank::{SetIterator, count};

    /// Every family of subsets of three cells, against the definition.
    #[test]
    fn all_families_of_subsets_of_three_cells() {
        let meter = Meter::unwatched(Budget::default());
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

    /// Every two families of subsets of two cells, and some of three in different orders.
    #[test]
    fn products_by_definition() {
        check(&[0, 1], &[0, 1], 1);
        check(&[0, 1, 2], &[2, 0, 1], 7);
    }

    /// Every `step`-th family along one order with every `step`-th along the other.
    fn check(first: &[u32], second: &[u32], step: usize) {
        let meter = Meter::unwatched(Budget::default());
        let families = || (0..1u32 << (1u32 << first.len())).step_by(step);
        for a in families() {
            for b in families() {
                let (one, other) = (family(first, a, &meter), family(second, b, &meter));
                let found = join(&one, &other, &meter).unwrap();
                assert_eq!(members(&found), product(a, b), "{a:b} {b:b}");
            }
        }
    }

    fn product(a: u32, b: u32) -> u32 {
        let sets = |family: u32| (0..32).filter(move |set| family >> set & 1 == 1);
        sets(a).flat_map(|p| sets(b).map(move |q| p | q)).fold(0, |all, set: u32| all | 1 << set)
    }

    /// Bit s of a family is set if it has the set whose cells are the bits of s.
    fn family(order: &[u32], family: u32, meter: &Meter) -> Zdd {
        let sets = (0..32).filter(|set| family >> set & 1 == 1);
        let mut table = Recursion::of(&Zdd::empty(order.into()));
        let mut root = EMPTY;
        for set in sets {
            let levels = (0..order.len() as u32).rev();
            let levels = levels.filter(|&level| set >> order[level as usize] & 1 == 1);
            let one =
                levels.fold(UNIT, |hi, level| table.table.node(Node { level, lo: EMPTY, hi }));
            root = table.solve(Job::union(root, one), meter).unwrap();
        }
        Zdd::keep_reached(order.into(), table.table.nodes.as_slice(), root)
    }

    fn members(zdd: &Zdd) -> u32 {
        let bits =
            SetIterator::new(zdd.clone()).map(|set| set.iter().map(|cell| 1 << cell).sum::<u32>());
        bits.fold(0, |all, set| all | 1 << set)
    }
}
