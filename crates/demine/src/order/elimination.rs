//! Elimination: elimination orders of a graph.
//!
//! Eliminating a vertex connects its neighbours to one another and removes it. An order is good if
//! every vertex has few neighbours at its turn. The most neighbours are the width of a tree
//! decomposition (see [`decomposition`](crate::order::decomposition)), which decides the cost of
//! dynamic programmes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::base::{Meter, Result, Sort};

/// Greedy rules: what to minimise at each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Edges that the elimination adds; the seed shuffles ties.
    Fill { seed: u64 },
    /// Neighbours. Cheaper to maintain.
    Degree,
    /// Nothing if the elimination is safe: if the graph has an order of at most the width `most`,
    /// so has the rest (Bodlaender, Koster and van den Eijkhof 2005).
    Safe { most: usize },
}

/// Vertices in elimination order, each with its neighbours at that time.
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

/// Eliminates all vertices of a graph, given by sorted adjacency lists. None as soon as a vertex
/// has more than `most` neighbours at its turn.
pub fn eliminate(
    adjacency: Vec<Vec<u32>>,
    rule: Rule,
    most: usize,
    meter: &Meter,
) -> Result<Option<Elimination>> {
    let mut eliminator = Eliminator::new(adjacency, rule);
    let is_done = eliminator.run(most, u64::MAX, meter)?;
    Ok(is_done.then_some(eliminator.elimination))
}

/// Eliminates the vertices in this order.
pub fn eliminate_along(
    adjacency: Vec<Vec<u32>>,
    order: Vec<u32>,
    meter: &Meter,
) -> Result<Elimination> {
    let mut graph = Graph { adjacency, rule: Rule::Degree };
    let mut touched = Vec::new();
    let mut neighbours = Vec::with_capacity(order.len());
    for &v in &order {
        touched.clear();
        let bag = graph.remove(v, &mut touched);
        meter.states(bag.len() + 1)?;
        meter.steps(bag.len().pow(2))?;
        neighbours.push(bag);
    }
    Ok(Elimination { order, neighbours })
}

/// A graph without the vertices that every order eliminates first because that adds hardly an edge.
/// The rest is small and decides the width, so many orders of it can be tried.
pub struct Kernel {
    /// The eliminated vertices, in order.
    pub easy: Vec<u32>,
    /// The remaining vertices; `adjacency` names them by their index in this list.
    pub vertices: Vec<u32>,
    adjacency: Vec<Vec<u32>>,
}

/// A vertex is easy if its elimination adds fewer edges than this. More would leave a smaller
/// kernel, but fix choices that decide the width.
const HARD_FILL: u64 = 3;

impl Kernel {
    /// None if a vertex has more than `most` neighbours at its turn.
    pub fn of(adjacency: Vec<Vec<u32>>, most: usize, meter: &Meter) -> Result<Option<Self>> {
        Self::below(adjacency, Rule::Fill { seed: 1 }, most, HARD_FILL << 32, meter)
    }

    /// What safe eliminations leave: it has an order of at most this width if the graph has one.
    pub fn safe(adjacency: Vec<Vec<u32>>, most: usize, meter: &Meter) -> Result<Self> {
        let kernel = Self::below(adjacency, Rule::Safe { most }, usize::MAX, 1, meter)?;
        Ok(kernel.expect("no vertex has more neighbours than there are numbers"))
    }

    /// Without the vertices that score below the limit.
    fn below(
        adjacency: Vec<Vec<u32>>,
        rule: Rule,
        most: usize,
        limit: u64,
        meter: &Meter,
    ) -> Result<Option<Self>> {
        let mut eliminator = Eliminator::new(adjacency, rule);
        if !eliminator.run(most, limit, meter)? {
            return Ok(None);
        }
        let Eliminator { graph, scores, elimination, .. } = eliminator;
        let mut places = vec![0; scores.len()];
        let is_left = |&v: &u32| scores[v as usize] != ELIMINATED;
        let vertices: Vec<u32> = (0..scores.len() as u32).filter(is_left).collect();
        (0..).zip(&vertices).for_each(|(place, &v)| places[v as usize] = place);
        let near = |&v: &u32| graph.adjacency[v as usize].iter().map(|&w| places[w as usize]);
        let adjacency = vertices.iter().map(|v| near(v).collect()).collect();
        Ok(Some(Self { easy: elimination.order, vertices, adjacency }))
    }

    /// The edges between the remaining vertices, named by their index.
    pub fn edges(&self) -> Vec<(i64, i64)> {
        let of = |(v, near): (i64, &Vec<u32>)| -> Vec<(i64, i64)> {
            near.iter().map(|&w| (v, w.into())).filter(|(v, w)| v < w).collect()
        };
        (0..).zip(&self.adjacency).flat_map(of).collect()
    }

    /// The kernel's vertices in elimination order; None if it is too wide.
    pub fn eliminate(&self, seed: u64, most: usize, meter: &Meter) -> Result<Option<Vec<u32>>> {
        let mut eliminator = Eliminator::new(self.adjacency.clone(), Rule::Fill { seed });
        let is_done = eliminator.run(most, u64::MAX, meter)?;
        let Elimination { order, neighbours } = eliminator.elimination;
        meter.give_back(neighbours.iter().map(|list| list.len() + 1).sum());
        let names = |order: Vec<u32>| order.iter().map(|&v| self.vertices[v as usize]).collect();
        Ok(is_done.then(|| names(order)))
    }
}

/// A graph while it is eliminated.
struct Eliminator {
    graph: Graph,
    scores: Vec<u64>,
    /// The least score first. An entry is valid only if it matches `scores`.
    heap: BinaryHeap<Reverse<(u64, u32)>>,
    elimination: Elimination,
}

impl Eliminator {
    fn new(adjacency: Vec<Vec<u32>>, rule: Rule) -> Self {
        let graph = Graph { adjacency, rule };
        let vertices = graph.adjacency.len() as u32;
        let scores: Vec<u64> = (0..vertices).map(|v| graph.score(v)).collect();
        let heap = scores.iter().zip(0..).map(|(&score, v)| Reverse((score, v))).collect();
        Self { graph, scores, heap, elimination: Elimination::default() }
    }

    /// Eliminates vertices that score below the limit. Returns false if one had more than `most`
    /// neighbours at its turn.
    fn run(&mut self, most: usize, limit: u64, meter: &Meter) -> Result<bool> {
        let mut touched = Vec::new();
        while let Some(Reverse((score, v))) = self.heap.pop() {
            // ELIMINATED matches no score.
            if score != self.scores[v as usize] {
                continue;
            }
            if score >= limit {
                break;
            }
            if self.graph.adjacency[v as usize].len() > most {
                return Ok(false);
            }
            self.scores[v as usize] = ELIMINATED;
            touched.clear();
            let neighbours = self.graph.remove(v, &mut touched);
            meter.states(neighbours.len() + 1)?;
            meter.steps(neighbours.len().pow(2))?;
            self.score_again(&touched, meter)?;
            self.elimination.order.push(v);
            self.elimination.neighbours.push(neighbours);
        }
        Ok(true)
    }

    fn score_again(&mut self, touched: &[u32], meter: &Meter) -> Result<()> {
        for &w in touched {
            let score = self.graph.score(w);
            meter.steps(self.graph.adjacency[w as usize].len().pow(2))?;
            if score != self.scores[w as usize] {
                self.scores[w as usize] = score;
                self.heap.push(Reverse((score, w)));
            }
        }
        Ok(())
    }
}

const ELIMINATED: u64 = u64::MAX;

/// The remaining graph.
struct Graph {
    adjacency: Vec<Vec<u32>>,
    rule: Rule,
}

impl Graph {
    fn score(&self, v: u32) -> u64 {
        let degree = self.adjacency[v as usize].len() as u64;
        match self.rule {
            Rule::Degree => degree,
            Rule::Fill { seed } => self.fill(v) << 32 | shuffle(v, seed),
            Rule::Safe { most } => u64::from(!self.is_safe(v, most)),
        }
    }

    /// Whether all neighbours but one are joined to each other, or another vertex has the same
    /// three neighbours.
    fn is_safe(&self, v: u32, most: usize) -> bool {
        let near = &self.adjacency[v as usize];
        if near.len() > most {
            return false;
        }
        let pairs = near.iter().enumerate();
        let pairs = pairs.flat_map(|(i, &a)| near[i + 1..].iter().map(move |&b| (a, b)));
        let is_missing =
            |&(a, b): &(u32, u32)| self.adjacency[a as usize].binary_search(&b).is_err();
        let missing: Vec<(u32, u32)> = pairs.filter(is_missing).collect();
        let Some(&(a, b)) = missing.first() else { return true };
        let is_in_all = |u: u32| missing.iter().all(|&(c, d)| c == u || d == u);
        is_in_all(a) || is_in_all(b) || near.len() == 3 && self.has_twin(v)
    }

    /// Whether another vertex has the same neighbours.
    fn has_twin(&self, v: u32) -> bool {
        let near = &self.adjacency[v as usize];
        let others = &self.adjacency[near[0] as usize];
        others.iter().any(|&u| u != v && self.adjacency[u as usize] == *near)
    }

    fn fill(&self, v: u32) -> u64 {
        let neighbours = &self.adjacency[v as usize];
        let missing = |(i, &a): (usize, &u32)| {
            let known = &self.adjacency[a as usize];
            neighbours[i + 1..].iter().filter(|b| known.binary_search(b).is_err()).count() as u64
        };
        neighbours.iter().enumerate().map(missing).sum()
    }

    /// Removes the vertex and collects the vertices whose score may change.
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
        touched.ascend();
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
            // Each common neighbour now has one missing edge less.
            let (of_a, of_b) = (&self.adjacency[a as usize], &self.adjacency[b as usize]);
            let (few, many) = if of_a.len() < of_b.len() { (of_a, of_b) } else { (of_b, of_a) };
            touched.extend(few.iter().filter(|w| many.binary_search(w).is_ok()));
        }
    }
}

/// 32 pseudorandom bits; with seed 0 the vertex itself.
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

    /// A square grid; with a single row, a path.
    fn grid(rows: u32, columns: u32) -> Vec<Vec<u32>> {
        let near = |v: u32| {
            let (row, column) = (v / columns, v % columns);
            let steps = [
                (row > 0).then(|| v - columns),
                (column > 0).then(|| v - 1),
                (column + 1 < columns).then(|| v + 1),
                (row + 1 < rows).then(|| v + columns),
            ];
            steps.into_iter().flatten().collect()
        };
        (0..rows * columns).map(near).collect()
    }

    #[test]
    fn a_path_is_easy_and_a_grid_has_a_kernel() {
        let meter = Meter::unwatched(Budget::default());
        let path = Kernel::of(grid(1, 50), 1, &meter).unwrap().expect("width 1");
        assert_eq!((path.easy.len(), path.vertices.len()), (50, 0));
        assert_eq!(path.eliminate(1, 0, &meter), Ok(Some(Vec::new())));
        let kernel = Kernel::of(grid(20, 20), 40, &meter).unwrap().expect("at most 20 or so");
        assert!((1..400).contains(&kernel.vertices.len()), "only corners are easy");
        for seed in 1..5 {
            let rest = kernel.eliminate(seed, 40, &meter).unwrap().expect("at most 20 or so");
            let mut all = [&kernel.easy[..], &rest].concat();
            all.sort_unstable();
            assert_eq!(all, (0..400).collect::<Vec<_>>());
        }
        assert!(kernel.eliminate(1, 3, &meter).unwrap().is_none());
        assert!(Kernel::of(grid(20, 20), 1, &meter).unwrap().is_none());
    }

    #[test]
    fn safe_eliminations_keep_the_treewidth() {
        let meter = Meter::unwatched(Budget::default());
        // Three vertices that share three neighbours: twins. Its treewidth is 3.
        let twins = || vec![vec![3, 4, 5]; 3].into_iter().chain(vec![vec![0, 1, 2]; 3]).collect();
        assert_eq!(Kernel::safe(twins(), 3, &meter).unwrap().vertices.len(), 0);
        assert_eq!(Kernel::safe(twins(), 2, &meter).unwrap().vertices.len(), 6);
        // A cycle is of width 2: each vertex is almost simplicial.
        assert_eq!(Kernel::safe(cycle(9), 2, &meter).unwrap().vertices.len(), 0);
        assert_eq!(Kernel::safe(cycle(9), 1, &meter).unwrap().vertices.len(), 9);
        // The corners of a grid go for width 2, and more of it for width 3, which it has not.
        let corners = Kernel::safe(grid(4, 4), 2, &meter).unwrap();
        assert_eq!((corners.vertices.len(), corners.edges().len()), (12, 20));
        let kernel = Kernel::safe(grid(4, 4), 3, &meter).unwrap();
        assert_eq!((kernel.vertices.len(), kernel.edges().len()), (8, 16));
    }

    #[test]
    fn along_its_order_an_elimination_has_the_same_neighbours() {
        let meter = Meter::unwatched(Budget::default());
        let found = eliminate(grid(5, 6), Rule::Fill { seed: 3 }, 30, &meter).unwrap().unwrap();
        let again = eliminate_along(grid(5, 6), found.order.clone(), &meter).unwrap();
        assert_eq!(again.neighbours, found.neighbours);
    }

    #[test]
    fn an_order_of_a_kernel_keeps_no_states() {
        let meter = Meter::unwatched(Budget { states: 20_000, seconds: None });
        let kernel = Kernel::of(grid(20, 20), 40, &meter).unwrap().unwrap();
        for _ in 0..100 {
            assert!(kernel.eliminate(1, 40, &meter).unwrap().is_some());
            assert!(kernel.eliminate(1, 5, &meter).unwrap().is_none());
        }
    }
}
