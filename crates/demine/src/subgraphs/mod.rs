//! Subgraphs: all sets of edges of a graph that give every vertex an allowed degree (Suzuki et al.,
//! §4.1), by frontier-based search.
//!
//! First the edges that a vertex forces are decided. The rest falls into components. An order of
//! the edges of a component is chosen so that few vertices are open at a time: some of their edges
//! are decided and some are not. The *mate* of the search holds a class of degrees for each open
//! vertex. Two degrees are in one class if the same further edges lead to an allowed degree.

mod automaton;
mod forced;
mod search;

use std::sync::Arc;

use crate::base::{Lists, Meter, Result, Sort, first_seen, flood};
use crate::board::{Board, Cell};
use crate::solutions::{Factors, Set};
use crate::subgraphs::automaton::{Automata, Automaton};
use crate::subgraphs::forced::{Forced, Impossible};
use crate::system::Component;
use crate::zdd::CachedZdd;

/// All subgraphs of a board, as sets of its edges: edge i of the board is cell i of the set.
///
/// `degrees` holds the allowed degrees of each vertex, ascending; None allows any.
pub fn subgraphs(board: &Board, degrees: &[Option<Vec<u32>>], meter: &Meter) -> Result<Set> {
    let ends: Vec<[Cell; 2]> = board.edges().map(|(u, v)| [u, v]).collect();
    let items = Board::new(ends.len(), [].into_iter()).expect("as many cells as a board has edges");
    match Forced::of(board.cells(), &ends, degrees, meter)? {
        Err(Impossible) => Ok(Set::empty(items)),
        Ok(forced) => Ok(Set::of_factors(items, factors(&ends, &forced, meter)?)),
    }
}

fn factors(ends: &[[Cell; 2]], forced: &Forced, meter: &Meter) -> Result<Factors> {
    let mut automata = Automata::default();
    let mut constrained = Vec::with_capacity(forced.vertices());
    for vertex in 0..forced.vertices() {
        let rest = forced.rest(vertex).map(|(degrees, edges)| automata.get(degrees, edges, meter));
        constrained.push(rest.transpose()?);
    }
    let mut seen: Vec<bool> = constrained.iter().map(Option::is_none).collect();
    let is_loose = |&edge: &u32| {
        forced.is_open(edge) && ends[edge as usize].iter().all(|&end| seen[end as usize])
    };
    let loose = (0..ends.len() as u32).filter(is_loose).collect();
    let mut factors = Factors { mined: forced.chosen(), loose, diagrams: Vec::new() };
    for start in 0..forced.vertices() as Cell {
        if first_seen(&mut seen, start) {
            let part = Part::around(start, ends, forced, &mut seen);
            let zdd =
                search::search(&part.component(&constrained), &part.automata(&constrained), meter)?;
            factors.diagrams.push(CachedZdd::new(zdd));
        }
    }
    Ok(factors)
}

/// Vertices with a constraint that open edges connect, and these edges.
struct Part {
    vertices: Vec<Cell>,
    edges: Vec<u32>,
    /// The edges of each vertex, by their index in `edges`.
    members: Lists,
}

impl Part {
    /// Other vertices count as seen if they have no constraint.
    fn around(start: Cell, ends: &[[Cell; 2]], forced: &Forced, seen: &mut [bool]) -> Self {
        let mut vertices = vec![start];
        flood(&mut vertices, |vertex, vertices| {
            let others = forced.open_edges(vertex).flat_map(|edge| ends[edge as usize]);
            vertices.extend(others.filter(|&other| first_seen(seen, other)));
        });
        let mut edges: Vec<u32> =
            vertices.iter().flat_map(|&vertex| forced.open_edges(vertex)).collect();
        edges.ascend();
        edges.dedup();
        let index = |edge: u32| edges.binary_search(&edge).expect("collected above") as u32;
        let mut members = Lists::default();
        vertices.iter().for_each(|&vertex| members.push(forced.open_edges(vertex).map(index)));
        Self { vertices, edges, members }
    }

    fn automata<'a>(&self, constrained: &'a [Option<Arc<Automaton>>]) -> Vec<&'a Automaton> {
        let automaton = |&vertex: &Cell| constrained[vertex as usize].as_deref();
        self.vertices.iter().filter_map(automaton).collect()
    }

    /// A component of the same shape, for its order and its fields: an edge is a class of one cell,
    /// a vertex with n classes of degrees is a constraint whose sums have n values.
    fn component(&self, constrained: &[Option<Arc<Automaton>>]) -> Component {
        let mut cells = Lists::default();
        self.edges.iter().for_each(|&edge| cells.push([edge]));
        let rests = self.automata(constrained).iter().map(|automaton| automaton.most()).collect();
        Component::new(cells, rests, self.members.clone())
    }
}
