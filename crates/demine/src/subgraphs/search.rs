//! Search: frontier-based search over the edges of a component (Suzuki et al., §4.3, Figure 13).
//!
//! A level decides one edge. Its state packs the class of every open vertex; deciding an edge moves
//! its two ends along their automata. A vertex without an allowed degree in reach prunes the state,
//! and equal states are merged.

use std::sync::Arc;

use crate::base::{Key, Meter, Result};
use crate::circuit::{Field, Layout, assign_fields_along};
use crate::order::{MOST_SWEEPS, sweep};
use crate::subgraphs::automaton::{Automaton, DEAD};
use crate::system::Component;
use crate::zdd::{Next, Spec, Zdd, build};

/// The subgraphs of a component: its classes are edges, its constraints are vertices.
pub fn search(component: &Component, automata: &[&Automaton], meter: &Meter) -> Result<Zdd> {
    let edges = sweep(component, MOST_SWEEPS, meter)?;
    let Layout { fields, words } = assign_fields_along(component, &edges);
    let cells = edges.iter().map(|&edge| component.cells.get(edge as usize)[0]);
    let order: Arc<[u32]> = cells.collect();
    let search = Search { levels: levels(component, automata, &fields, &edges) };
    match words {
        0..=1 => build::<1, _>(&order, &search, meter),
        2 => build::<2, _>(&order, &search, meter),
        3..=4 => build::<4, _>(&order, &search, meter),
        5..=16 => build::<16, _>(&order, &search, meter),
        _ => Err(meter.too_wide()),
    }
}

fn levels<'a>(
    component: &Component,
    automata: &[&'a Automaton],
    fields: &[Field],
    edges: &[u32],
) -> Vec<Vec<Move<'a>>> {
    let mut decided = vec![0; automata.len()];
    let mut next = |&vertex: &u32| {
        let v = vertex as usize;
        decided[v] += 1;
        Move { field: fields[v], rows: automata[v].step(decided[v] - 1) }
    };
    let level = |&edge: &u32| component.touching.get(edge as usize).iter().map(&mut next).collect();
    edges.iter().map(level).collect()
}

/// The step of one end of an edge.
struct Move<'a> {
    field: Field,
    rows: &'a [[u32; 2]],
}

struct Search<'a> {
    /// The one or two ends of each edge that have a constraint.
    levels: Vec<Vec<Move<'a>>>,
}

impl Search<'_> {
    fn at<const N: usize>(&self, level: usize, state: Key<N>) -> Next<N> {
        // After the last edge every vertex is in its last class, 0.
        if level == self.levels.len() { Next::Unit } else { Next::At(level as u32, state) }
    }
}

impl<const N: usize> Spec<N> for Search<'_> {
    fn start(&self) -> Next<N> {
        self.at(0, [0; N])
    }

    fn next(&self, level: u32, mut state: Key<N>, chosen: bool) -> Next<N> {
        for Move { field, rows } in &self.levels[level as usize] {
            let class = rows[field.get(&state) as usize][usize::from(chosen)];
            if class == DEAD {
                return Next::Empty;
            }
            field.set(&mut state, class);
        }
        self.at(level as usize + 1, state)
    }
}
