//! Forced: the edges that are in every subgraph or in none, as far as single vertices can tell.
//!
//! A vertex whose least allowed degree needs all of its open edges takes them; one whose largest
//! allowed degree is reached refuses them. Each decision may settle the vertex at the other end.

use crate::base::{Lists, Meter, Result};
use crate::board::Cell;

/// Some vertex cannot have an allowed degree.
#[derive(Debug)]
pub struct Impossible;

pub struct Forced<'a> {
    degrees: &'a [Option<Vec<u32>>],
    /// The edges of each vertex.
    incident: Lists,
    /// By edge: in or out; None if open.
    decided: Vec<Option<bool>>,
    /// By vertex.
    held: Vec<Held>,
}

/// The edges of a vertex that are chosen, and those that are open.
#[derive(Clone, Copy)]
struct Held {
    chosen: u32,
    open: u32,
}

impl<'a> Forced<'a> {
    pub fn of(
        vertices: usize,
        ends: &[[Cell; 2]],
        degrees: &'a [Option<Vec<u32>>],
        meter: &Meter,
    ) -> Result<Result<Self, Impossible>> {
        let pairs = (0..).zip(ends).flat_map(|(edge, ends)| ends.map(|end| (edge, end)));
        let incident = Lists::of_pairs(vertices, pairs);
        let held = incident.iter().map(|edges| Held { chosen: 0, open: edges.len() as u32 });
        let (held, decided) = (held.collect(), vec![None; ends.len()]);
        let mut new = Self { degrees, incident, decided, held };
        let mut waiting: Vec<Cell> = (0..vertices as Cell).rev().collect();
        while let Some(vertex) = waiting.pop() {
            meter.steps(1)?;
            match new.verdict(vertex) {
                Err(Impossible) => return Ok(Err(Impossible)),
                Ok(None) => {}
                Ok(Some(choice)) => new.decide(vertex, choice, ends, &mut waiting),
            }
        }
        Ok(Ok(new))
    }

    /// The choice for all open edges of a vertex, if only one is possible.
    fn verdict(&self, vertex: Cell) -> Result<Option<bool>, Impossible> {
        if self.degrees[vertex as usize].is_none() {
            return Ok(None);
        }
        let Held { chosen, open } = self.held[vertex as usize];
        let allowed = self.allowed(vertex);
        match (allowed.first(), allowed.last()) {
            (None, _) | (_, None) => Err(Impossible),
            _ if open == 0 => Ok(None),
            (Some(&least), _) if least == chosen + open => Ok(Some(true)),
            (_, Some(&most)) if most == chosen => Ok(Some(false)),
            _ => Ok(None),
        }
    }

    /// The allowed degrees in reach; none if any is allowed.
    fn allowed(&self, vertex: Cell) -> &[u32] {
        let Held { chosen, open } = self.held[vertex as usize];
        let allowed = self.degrees[vertex as usize].as_deref().unwrap_or_default();
        let start = allowed.partition_point(|&degree| degree < chosen);
        let end = allowed.partition_point(|&degree| degree <= chosen + open);
        &allowed[start..end]
    }

    fn decide(&mut self, vertex: Cell, choice: bool, ends: &[[Cell; 2]], waiting: &mut Vec<Cell>) {
        for &edge in self.incident.get(vertex as usize) {
            if self.decided[edge as usize].is_none() {
                self.decided[edge as usize] = Some(choice);
                for end in ends[edge as usize] {
                    let held = &mut self.held[end as usize];
                    held.open -= 1;
                    held.chosen += u32::from(choice);
                    if end != vertex {
                        waiting.push(end);
                    }
                }
            }
        }
    }

    pub fn vertices(&self) -> usize {
        self.held.len()
    }

    pub fn is_open(&self, edge: u32) -> bool {
        self.decided[edge as usize].is_none()
    }

    pub fn open_edges(&self, vertex: Cell) -> impl Iterator<Item = u32> {
        self.incident.get(vertex as usize).iter().copied().filter(|&edge| self.is_open(edge))
    }

    /// The edges of every subgraph.
    pub fn chosen(&self) -> Vec<u32> {
        let edges = (0..).zip(&self.decided);
        edges.filter(|(_, decided)| **decided == Some(true)).map(|(edge, _)| edge).collect()
    }

    /// How many of its open edges a vertex may still take, and how many there are. None if there is
    /// none, or if it may take any number.
    pub fn rest(&self, vertex: usize) -> Option<(Vec<u32>, u32)> {
        let Held { chosen, open } = self.held[vertex];
        let allowed = self.allowed(vertex as Cell);
        let is_any = self.degrees[vertex].is_none() || allowed.len() as u32 == open + 1;
        (open > 0 && !is_any)
            .then(|| (allowed.iter().map(|degree| degree - chosen).collect(), open))
    }
}
