//! Degree: the degree constrained subgraph model (Suzuki et al., §4).
//!
//! MG is the bipartite graph of covered vertices and hint vertices. A mined cell keeps all its
//! edges and a free one none, dc = {0, d}; a hint keeps as many as it says, dc = {c}. The subgraphs
//! under these constraints correspond one to one to the legal assignments (Theorem 1). They are
//! found by frontier-based search over the edges; its *mate* is the degree of every vertex that
//! has both decided and undecided edges.

use std::sync::Arc;

use crate::base::budget::{Meter, Stopped};
use crate::board::Cell;
use crate::circuit::packed::{Field, Layout, swept_fields};
use crate::order::sweep::sweep;
use crate::solutions::frontier::{Frontier, Layer, search};
use crate::system::component::Component;
use crate::zdd::diagram::{Node, UNIT, Zdd};

/// The degree constrained subgraphs of a connected MG.
pub struct Subgraphs {
    /// Covered cell and hint of each edge; the edges of a cell are consecutive.
    pub edges: Vec<(Cell, u32)>,
    /// Sets of edges, by their numbers.
    pub zdd: Zdd,
}

impl Subgraphs {
    /// Of a part of a minefield, whose classes are single cells.
    pub fn of(part: &Component, meter: &Meter<'_>) -> Result<Self, Stopped> {
        let classes = sweep(part, 1, meter)?;
        let layout = swept_fields(part, &classes);
        // One more word holds the degree of the covered vertex at hand.
        match layout.words + 1 {
            0..=2 => Self::along::<2>(part, &classes, layout, meter),
            3..=4 => Self::along::<4>(part, &classes, layout, meter),
            5..=16 => Self::along::<16>(part, &classes, layout, meter),
            _ => Err(meter.too_wide()),
        }
    }

    fn along<const N: usize>(
        part: &Component,
        classes: &[u32],
        layout: Layout,
        meter: &Meter<'_>,
    ) -> Result<Self, Stopped> {
        let mut frontier = Frontier::<N>::new(part, layout.fields);
        let (mut edges, mut layers) = (Vec::new(), Vec::new());
        for &class in classes {
            let cell = part.cells.get(class as usize)[0];
            let hints = part.touching.get(class as usize);
            edges.extend(hints.iter().map(|&hint| (cell, hint)));
            let degree = Field::alone(layout.words, hints.len() as u32);
            for (taken, hint) in (1..).zip(hints) {
                let layer = frontier.decide(&[*hint]);
                layers.push(constrained(layer, &degree, taken, taken as usize == hints.len()));
            }
        }
        let order: Arc<[u32]> = (0..edges.len() as u32).collect();
        let zdd = search(&order, &layers, meter)?;
        Ok(Self { edges, zdd })
    }

    /// The assignments that the subgraphs stand for: a cell is mined if it has an edge.
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
        // After its first edge a cell has no choice left: its other edges lead straight down.
        let mut nodes = Vec::with_capacity(self.zdd.size());
        let mut number = vec![0, UNIT];
        for node in self.zdd.nodes() {
            let [lo, hi] = [node.lo, node.hi].map(|child| number[child as usize]);
            number.push(match level[node.level as usize] {
                Some(level) => {
                    nodes.push(Node { level, lo, hi });
                    nodes.len() as u32 + 1
                }
                None => hi,
            });
        }
        Zdd::reached(order.into(), &nodes, number[self.zdd.root() as usize])
    }
}

/// The `taken`-th edge of a covered vertex: none of them was chosen so far, or all, since no other
/// degree can end in {0, d}.
fn constrained<const N: usize>(
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
