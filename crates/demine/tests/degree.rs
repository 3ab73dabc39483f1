//! Theorem 1 of Suzuki et al.: degree constrained subgraphs and legal assignments correspond one
//! to one, on random hints.

use std::collections::{BTreeSet, HashSet};

use demine::base::random::Random;
use demine::solutions::degree::Subgraphs;
use demine::solutions::minefield::Minefield;
use demine::system::component::Component;
use demine::zdd::rank::Walk;
use demine::{Budget, Cell, Meter};

/// Hints of up to four cells each over a few cells, most of which can be met.
fn field(random: &mut Random) -> Minefield {
    let cells = 1 + random.below(7) as u32;
    let mut field = Minefield { cells: (10..10 + cells).collect(), ..Minefield::default() };
    for _ in 0..1 + random.below(4) {
        let length = 1 + random.below(4) as usize;
        let around = random.front(cells, length);
        let count = random.below(around.len() as u64 + 1) as u32;
        field.hint(count, &around).unwrap();
    }
    field
}

/// Every choice of edges that keeps the constraints (1) and (2), by brute force.
fn constrained(part: &Component, edges: &[(Cell, u32)]) -> HashSet<Vec<u32>> {
    let all: Vec<u32> = (0..edges.len() as u32).collect();
    let degree = |chosen: &[u32], is_end: &dyn Fn((Cell, u32)) -> bool| {
        chosen.iter().filter(|&&e| is_end(edges[e as usize])).count()
    };
    let holds = |chosen: &Vec<u32>| {
        let cells = edges.iter().all(|&(cell, _)| {
            let kept = degree(chosen, &|edge| edge.0 == cell);
            kept == 0 || kept == degree(&all, &|edge| edge.0 == cell)
        });
        let met = |hint: usize| degree(chosen, &|edge| edge.1 == hint as u32) as u32;
        cells && (0..part.constraints()).all(|hint| met(hint) == part.rests[hint])
    };
    let chosen = |bits: u32| all.iter().copied().filter(|e| bits >> e & 1 == 1).collect();
    (0..1 << edges.len()).map(chosen).filter(holds).collect()
}

/// Every set of cells that meets all hints, by brute force.
fn legal(part: &Component) -> HashSet<BTreeSet<Cell>> {
    let cells: Vec<Cell> = part.cells.iter().map(|cells| cells[0]).collect();
    let met = |mined: &BTreeSet<Cell>| {
        part.members.iter().zip(&part.rests).all(|(members, &rest)| {
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

fn check(part: &Component) {
    let subgraphs = Subgraphs::of(part, &Meter::unwatched(Budget::default())).unwrap();
    let edges = &subgraphs.edges;
    let found: Vec<Vec<u32>> = Walk::new(subgraphs.zdd.clone()).collect();
    let unique: HashSet<Vec<u32>> = found.iter().cloned().collect();
    assert_eq!(unique.len(), found.len());
    assert_eq!(unique, constrained(part, edges));

    // A mine on each cell that kept its edges: no two subgraphs agree, and nothing is missed.
    let assignment = |chosen: &Vec<u32>| chosen.iter().map(|&e| edges[e as usize].0).collect();
    let assignments: HashSet<BTreeSet<Cell>> = found.iter().map(assignment).collect();
    assert_eq!(assignments.len(), found.len());
    assert_eq!(assignments, legal(part));
    let swept = Walk::new(subgraphs.assignments()).map(|cells| cells.into_iter().collect());
    assert_eq!(assignments, swept.collect());

    // All edges of the mined cells: the way back.
    let induced = |mined: &BTreeSet<Cell>| -> Vec<u32> {
        (0..edges.len() as u32).filter(|&e| mined.contains(&edges[e as usize].0)).collect()
    };
    assert_eq!(unique, legal(part).iter().map(induced).collect());
}

#[test]
fn subgraphs_and_assignments_correspond_one_to_one() {
    let mut random = Random::new(2015);
    let mut solvable = 0;
    for _ in 0..500 {
        for part in field(&mut random).parts() {
            check(&part);
            solvable += usize::from(!legal(&part).is_empty());
        }
    }
    assert!(solvable > 200, "only {solvable} parts can be met");
}
