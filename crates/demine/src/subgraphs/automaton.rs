//! Automaton: the classes of degrees of a vertex while its edges are decided one by one.
//!
//! After some edges, two degrees are in one class if the same choices of the other edges lead to an
//! allowed degree: the states of the smallest automaton that accepts the allowed choices. With the
//! degrees {0, 4} of a covered cell there are two classes at a time; with any degree, there is one.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::{Interner, Meter, Result, pack, unpack};

/// From here no allowed degree is in reach.
pub const DEAD: u32 = u32::MAX;

pub struct Automaton {
    /// By number of decided edges, then by class: the class if the next edge is left out, and if it
    /// is chosen. Before the first edge and after the last there is one class, 0.
    rows: Vec<Vec<[u32; 2]>>,
}

impl Automaton {
    /// `degrees` is not empty, ascending, and at most `edges`.
    fn new(degrees: &[u32], edges: u32, meter: &Meter) -> Result<Self> {
        let largest = degrees[degrees.len() - 1];
        let mut below = vec![DEAD; largest as usize + 2];
        degrees.iter().for_each(|&degree| below[degree as usize] = 0);
        let mut rows = Vec::new();
        for decided in (0..edges).rev() {
            let mut classes = Interner::<1>::default();
            // Ascending, so that the class of the next degree is not yet overwritten.
            for degree in 0..=decided.min(largest) as usize {
                let (lo, hi) = (below[degree], below[degree + 1]);
                let is_dead = lo == DEAD && hi == DEAD;
                below[degree] = if is_dead { DEAD } else { classes.intern(pack(lo, hi)) };
            }
            meter.steps(4 * decided.min(largest) as usize + 4)?;
            meter.states(classes.keys().len() + 1)?;
            rows.push(classes.keys().iter().map(|&pair| unpack(pair)).collect::<Vec<_>>());
        }
        rows.reverse();
        Ok(Self { rows })
    }

    /// The largest number of a class.
    pub fn most(&self) -> u32 {
        self.rows.iter().map(|row| row.len() as u32 - 1).max().unwrap_or(0)
    }

    /// The step after so many decided edges.
    pub fn step(&self, decided: usize) -> &[[u32; 2]] {
        &self.rows[decided]
    }
}

/// Automata by what they accept: on a grid, most vertices share a few.
#[derive(Default)]
pub struct Automata(FxHashMap<(Vec<u32>, u32), Arc<Automaton>>);

impl Automata {
    pub fn get(&mut self, degrees: Vec<u32>, edges: u32, meter: &Meter) -> Result<Arc<Automaton>> {
        let key = (degrees, edges);
        if let Some(known) = self.0.get(&key) {
            return Ok(known.clone());
        }
        let new = Arc::new(Automaton::new(&key.0, edges, meter)?);
        self.0.insert(key, new.clone());
        Ok(new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;

    /// Every set of degrees, every choice of up to five edges: the automaton ends alive if and only
    /// if the degree is allowed, and no two classes have the same future.
    #[test]
    fn it_accepts_the_allowed_degrees_with_the_fewest_classes() {
        let meter = Meter::unwatched(Budget::default());
        for edges in 1..=5u32 {
            for allowed in 1..1u32 << (edges + 1) {
                let degrees: Vec<u32> = (0..=edges).filter(|d| allowed >> d & 1 == 1).collect();
                let automaton = Automaton::new(&degrees, edges, &meter).unwrap();
                for choices in 0..1u32 << edges {
                    let follow = |class: u32, edge: u32| match class {
                        DEAD => DEAD,
                        class => {
                            let choice = choices >> edge & 1;
                            automaton.step(edge as usize)[class as usize][choice as usize]
                        }
                    };
                    let end = (0..edges).fold(0, follow);
                    assert_eq!(end == 0, allowed >> choices.count_ones() & 1 == 1);
                }
                for decided in 0..edges {
                    let futures = |d: u32| allowed >> d & ((2 << (edges - decided)) - 1);
                    let mut alive: Vec<u32> =
                        (0..=decided).map(futures).filter(|f| *f > 0).collect();
                    alive.sort_unstable();
                    alive.dedup();
                    assert_eq!(automaton.step(decided as usize).len(), alive.len());
                }
            }
        }
    }
}
