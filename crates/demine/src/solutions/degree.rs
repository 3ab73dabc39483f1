//! Degree: the degree constrained subgraph model (Suzuki et al., §4).
//!
//! MG is the bipartite graph of covered cells and numbers. A mined cell keeps all its edges and a
//! free one none, dc = {0, d}; a number c keeps c edges, dc = {c}. The subgraphs under these
//! constraints correspond one to one to the legal assignments (Theorem 1). Frontier-based search
//! over the edges finds them; its *mate* is the degree of every vertex with both decided and
//! undecided edges.

use std::sync::Arc;

use crate::base::{Meter, Result};
use crate::board::Cell;
use crate::circuit::{Field, Frontier, Layer, Layout, assign_fields_along};
use crate::count::search;
use crate::order::sweep;
use crate::system::Component;
use crate::zdd::{EMPTY, Node, TERMINALS, UNIT, Zdd};

/// The degree constrained subgraphs of a connected MG.
pub struct Subgraphs {
    /// Covered cell and number of each edge; the edges of a cell are consecutive.
    pub edges: Vec<(Cell, u32)>,
    /// Sets of edges, by their numbers.
    pub zdd: Zdd,
}

impl Subgraphs {
    /// `component` must have a class per cell.
    pub fn of(component: &Component, meter: &Meter) -> Result<Self> {
        let classes = sweep(component, 1, meter)?;
        let layout = assign_fields_along(component, &classes);
        // One more word holds the degree of the current covered cell.
        match layout.words + 1 {
            0..=2 => Self::build_along::<2>(component, &classes, layout, meter),
            3..=4 => Self::build_along::<4>(component, &classes, layout, meter),
            5..=16 => Self::build_along::<16>(component, &classes, layout, meter),
            _ => Err(meter.too_wide()),
        }
    }

    fn build_along<const N: usize>(
        component: &Component,
        classes: &[u32],
        layout: Layout,
        meter: &Meter,
    ) -> Result<Self> {
        let mut frontier = Frontier::<N>::new(component, layout.fields);
        let (mut edges, mut layers) = (Vec::new(), Vec::new());
        for &class in classes {
            let cell = component.cells.get(class as usize)[0];
            let numbers = component.touching.get(class as usize);
            edges.extend(numbers.iter().map(|&number| (cell, number)));
            let degree = Field::alone(layout.words, numbers.len() as u32);
            for (taken, number) in (1..).zip(numbers) {
                let layer = frontier.decide(&[*number]);
                layers.push(constrain(layer, &degree, taken, taken as usize == numbers.len()));
            }
        }
        let order: Arc<[u32]> = (0..edges.len() as u32).collect();
        let zdd = search(&order, &layers, meter)?;
        Ok(Self { edges, zdd })
    }

    /// The legal assignments of the subgraphs: a cell is mined if it has an edge.
    pub fn assignments(&self) -> Zdd {
        let mut order: Vec<Cell> = Vec::new();
        let mut level = Vec::with_capacity(self.edges.len());
        for (i, &(cell, _)) in self.edges.iter().enumerate() {
            let is_first = i == 0 || self.edges[i - 1].0 != cell;
            if is_first {
                order.push(cell);
            }
            level.push(is_first.then(|| order.len() as u32 - 1));
        }
        // After its first edge a cell is decided: its other edges lead straight down.
        let mut nodes = Vec::with_capacity(self.zdd.size());
        let mut number = vec![EMPTY, UNIT];
        for node in self.zdd.nodes() {
            let [lo, hi] = [node.lo, node.hi].map(|child| number[child as usize]);
            number.push(match level[node.level as usize] {
                Some(level) => {
                    nodes.push(Node { level, lo, hi });
                    nodes.len() as u32 - 1 + TERMINALS
                }
                None => hi,
            });
        }
        Zdd::keep_reached(order.into(), &nodes, number[self.zdd.root() as usize])
    }
}

/// The `taken`-th edge of a covered cell: none of its edges was chosen so far, or all of them,
/// since no other degree can end in {0, d}.
fn constrain<const N: usize>(
    mut layer: Layer<N>,
    degree: &Field,
    taken: u32,
    is_last: bool,
) -> Layer<N> {
    degree.add(&mut layer.one, 1);
    for (limits, chosen) in layer.limits.iter_mut().zip([0, taken]) {
        limits.bound(degree, chosen, chosen);
        if is_last {
            limits.close(degree);
        }
    }
    layer
}

#[cfg(test)]
mod tests {
    //! Theorem 1 of Suzuki et al.: degree constrained subgraphs and legal assignments correspond
    //! one to one, on random numbers.

    use std::collections::{BTreeSet, HashSet};

    use super::*;
    use crate::base::{Budget, Random};
    use crate::board::Board;
    use crate::position::{Label, Position};
    use crate::solutions::minefield::components;
    use crate::system::Constraints;
    use crate::zdd::SetIterator;

    /// Numbers of up to four cells each over a few cells, most of which can be met.
    fn field(random: &mut Random) -> Constraints {
        let cells = 1 + random.below(7) as u32;
        let mut labels = vec![Label::Covered; cells as usize];
        let mut edges = Vec::new();
        for _ in 0..1 + random.below(4) {
            let length = 1 + random.below(4) as usize;
            let around = random.front(cells, length);
            edges.extend(around.iter().map(|&cell| (labels.len() as i64, i64::from(cell))));
            labels.push(Label::Number(random.below(around.len() as u64 + 1) as u32));
        }
        let board = Board::new(labels.len(), edges.into_iter()).unwrap();
        Constraints::of(&Position::new(board, labels, None).unwrap())
    }

    /// Every choice of edges that keeps the constraints (1) and (2), by brute force.
    fn subgraphs(component: &Component, edges: &[(Cell, u32)]) -> HashSet<Vec<u32>> {
        let all: Vec<u32> = (0..edges.len() as u32).collect();
        let degree = |chosen: &[u32], is_end: &dyn Fn((Cell, u32)) -> bool| {
            chosen.iter().filter(|&&e| is_end(edges[e as usize])).count()
        };
        let holds = |chosen: &Vec<u32>| {
            let cells = edges.iter().all(|&(cell, _)| {
                let kept = degree(chosen, &|edge| edge.0 == cell);
                kept == 0 || kept == degree(&all, &|edge| edge.0 == cell)
            });
            let met = |number: usize| degree(chosen, &|edge| edge.1 == number as u32) as u32;
            cells
                && (0..component.constraints()).all(|number| met(number) == component.rests[number])
        };
        let chosen = |bits: u32| all.iter().copied().filter(|e| bits >> e & 1 == 1).collect();
        (0..1 << edges.len()).map(chosen).filter(holds).collect()
    }

    /// Every set of cells that meets all numbers, by brute force.
    fn legal(component: &Component) -> HashSet<BTreeSet<Cell>> {
        let cells: Vec<Cell> = component.cells.iter().map(|cells| cells[0]).collect();
        let met = |mined: &BTreeSet<Cell>| {
            component.members.iter().zip(&component.rests).all(|(members, &rest)| {
                let mines = members.iter().filter(|&&class| mined.contains(&cells[class as usize]));
                mines.count() as u32 == rest
            })
        };
        let chosen = |bits: u32| {
            let chosen = cells.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
            chosen.map(|(_, &cell)| cell).collect()
        };
        (0..1 << cells.len()).map(chosen).filter(met).collect()
    }

    fn check(component: &Component) {
        let subgraphs = Subgraphs::of(component, &Meter::unwatched(Budget::default())).unwrap();
        let edges = &subgraphs.edges;
        let found: Vec<Vec<u32>> = SetIterator::new(subgraphs.zdd.clone()).collect();
        let unique: HashSet<Vec<u32>> = found.iter().cloned().collect();
        assert_eq!(unique.len(), found.len());
        assert_eq!(unique, self::subgraphs(component, edges));

        // A mine on each cell that kept its edges: no two subgraphs agree, and nothing is missed.
        let assignment = |chosen: &Vec<u32>| chosen.iter().map(|&e| edges[e as usize].0).collect();
        let assignments: HashSet<BTreeSet<Cell>> = found.iter().map(assignment).collect();
        assert_eq!(assignments.len(), found.len());
        assert_eq!(assignments, legal(component));
        let swept =
            SetIterator::new(subgraphs.assignments()).map(|cells| cells.into_iter().collect());
        assert_eq!(assignments, swept.collect());

        // All edges of the mined cells: the way back.
        let induced = |mined: &BTreeSet<Cell>| -> Vec<u32> {
            (0..edges.len() as u32).filter(|&e| mined.contains(&edges[e as usize].0)).collect()
        };
        assert_eq!(unique, legal(component).iter().map(induced).collect());
    }

    #[test]
    fn subgraphs_and_assignments_correspond_one_to_one() {
        let mut random = Random::new(2015);
        let mut solvable = 0;
        for _ in 0..500 {
            for component in components(&field(&mut random)) {
                check(&component);
                solvable += usize::from(!legal(&component).is_empty());
            }
        }
        assert!(solvable > 200, "only {solvable} components can be met");
    }
}
