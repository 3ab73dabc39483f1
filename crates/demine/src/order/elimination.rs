//! Elimination: elimination orders of a graph.
//!
//! Eliminating a vertex joins its neighbours to one another and removes it. An order is good when
//! no vertex has many neighbours at its turn: their largest number is the width of a tree
//! decomposition (see [`decomposition`](crate::order::decomposition)) and decides the cost of dynamic
//! programmes along it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::base::{Meter, Stopped};

/// Greedy rules, by what is least at each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Edges that the elimination adds; ties in an order that the seed shuffles.
    Fill { seed: u64 },
    /// Neighbours. Cheaper to keep up to date.
    Degree,
}

/// Vertices in the order of their elimination, each with its neighbours at that time.
#[derive(Clone, Debug, Default)]
pub struct Elimination {
    pub order: Vec<u32>,
    pub neighbours: Vec<Vec<u32>>,
}

impl Elimination {
    pub fn width(&self) -> usize {
        self.neighbours.iter().map(Vec::len).max().unwrap_or(0)
    }
}

/// Eliminate all vertices of a graph, given by its ascending adjacency lists. None as soon as a
/// vertex has more than `most` neighbours at its turn.
pub fn eliminate(
    adjacency: Vec<Vec<u32>>,
    rule: Rule,
    most: usize,
    meter: &Meter<'_>,
) -> Result<Option<Elimination>, Stopped> {
    let mut graph = Graph { adjacency, rule };
    let vertices = graph.adjacency.len() as u32;
    let mut scores: Vec<u64> = (0..vertices).map(|v| graph.score(v)).collect();
    let mut heap: BinaryHeap<_> =
        scores.iter().zip(0..vertices).map(|(&score, v)| Reverse((score, v))).collect();
    let mut elimination = Elimination::default();
    let mut touched = Vec::new();
    while let Some(Reverse((score, v))) = heap.pop() {
        // Scores change: only the last one counts, and ELIMINATED matches none.
        if score != scores[v as usize] {
            continue;
        }
        if graph.adjacency[v as usize].len() > most {
            return Ok(None);
        }
        scores[v as usize] = ELIMINATED;
        touched.clear();
        let neighbours = graph.remove(v, &mut touched);
        meter.states(neighbours.len() + 1)?;
        meter.steps(neighbours.len().pow(2))?;
        for &w in &touched {
            let score = graph.score(w);
            meter.steps(graph.adjacency[w as usize].len().pow(2))?;
            if score != scores[w as usize] {
                scores[w as usize] = score;
                heap.push(Reverse((score, w)));
            }
        }
        elimination.order.push(v);
        elimination.neighbours.push(neighbours);
    }
    Ok(Some(elimination))
}

const ELIMINATED: u64 = u64::MAX;

/// What is left of the graph.
struct Graph {
    adjacency: Vec<Vec<u32>>,
    rule: Rule,
}

impl Graph {
    fn are_adjacent(&self, a: u32, b: u32) -> bool {
        self.adjacency[a as usize].binary_search(&b).is_ok()
    }

    fn score(&self, v: u32) -> u64 {
        let degree = self.adjacency[v as usize].len() as u64;
        match self.rule {
            Rule::Degree => degree,
            Rule::Fill { seed } => self.fill(v) << 32 | shuffle(v, seed),
        }
    }

    fn fill(&self, v: u32) -> u64 {
        let neighbours = &self.adjacency[v as usize];
        let missing = |(i, &a): (usize, &u32)| {
            neighbours[i + 1..].iter().filter(|&&b| !self.are_adjacent(a, b)).count() as u64
        };
        neighbours.iter().enumerate().map(missing).sum()
    }

    /// Take the vertex out; tell the vertices whose score may have changed.
    fn remove(&mut self, v: u32, touched: &mut Vec<u32>) -> Vec<u32> {
        let neighbours = std::mem::take(&mut self.adjacency[v as usize]);
        for &w in &neighbours {
            let list = &mut self.adjacency[w as usize];
            let at = list.binary_search(&v).expect("adjacency is symmetric");
            list.remove(at);
        }
        touched.extend_from_slice(&neighbours);
        for (i, &a) in neighbours.iter().enumerate() {
            for &b in &neighbours[i + 1..] {
                self.connect(a, b, touched);
            }
        }
        touched.sort_unstable();
        touched.dedup();
        neighbours
    }

    fn connect(&mut self, a: u32, b: u32, touched: &mut Vec<u32>) {
        for (a, b) in [(a, b), (b, a)] {
            match self.adjacency[a as usize].binary_search(&b) {
                Ok(_) => return,
                Err(at) => self.adjacency[a as usize].insert(at, b),
            }
        }
        if self.rule != Rule::Degree {
            // The new edge was missing among the neighbours of each common neighbour.
            let (of_a, of_b) = (&self.adjacency[a as usize], &self.adjacency[b as usize]);
            let (few, many) = if of_a.len() < of_b.len() { (of_a, of_b) } else { (of_b, of_a) };
            touched.extend(few.iter().filter(|w| many.binary_search(w).is_ok()));
        }
    }
}

/// 32 bits that look random; with seed 0 the vertex itself.
fn shuffle(v: u32, seed: u64) -> u64 {
    if seed == 0 {
        return v.into();
    }
    let mixed = (u64::from(v) + 1).wrapping_mul(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;

    fn cycle(n: u32) -> Vec<Vec<u32>> {
        let around = |v: u32| {
            let mut list = vec![(v + 1) % n, (v + n - 1) % n];
            list.sort_unstable();
            list
        };
        (0..n).map(around).collect()
    }

    #[test]
    fn a_cycle_has_width_two_by_every_rule() {
        let meter = Meter::unwatched(Budget::default());
        for rule in [Rule::Degree, Rule::Fill { seed: 0 }, Rule::Fill { seed: 7 }] {
            let elimination = eliminate(cycle(9), rule, 2, &meter).unwrap().expect("width 2");
            let mut order = elimination.order.clone();
            order.sort_unstable();
            assert_eq!(order, (0..9).collect::<Vec<_>>());
            assert_eq!(elimination.width(), 2);
        }
        assert!(eliminate(cycle(9), Rule::Degree, 1, &meter).unwrap().is_none());
    }
}
