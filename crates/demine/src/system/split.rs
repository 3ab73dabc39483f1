//! Split: the constraints left of a Position after propagation, over classes, in components.
//!
//! Two steps shrink a position before anything is counted: cells that one count alone decides
//! ([`propagation`](crate::system::propagation)), then constraints contained in others
//! ([`reduction`](crate::system::reduction)), region after region.

use crate::base::Meter;
use crate::base::{Lists, group};
use crate::board::Cell;
use crate::position::{Label, Position};
use crate::system::component::{Component, Failure, Settled};
use crate::system::propagation::{Propagation, Region, Sorted};
use crate::system::reduction::{Constraints, Reduced, reduce};

/// What is left to count. Every legal assignment is one choice per part, freely combined:
/// `mined` and `safe` cells as they are, any subset of `loose`, `mines` cells of each settled
/// class, and a solution of each component.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// Mined in every legal assignment, `*` included.
    pub mined: Vec<Cell>,
    /// Unopened and free in every legal assignment, `□` included.
    pub safe: Vec<Cell>,
    /// Covered and next to no constraint.
    pub loose: Vec<Cell>,
    pub settled: Vec<Settled>,
    pub components: Vec<Component>,
}

impl System {
    /// The system of a position. Some system is no promise that there is a legal assignment: only
    /// the components know.
    pub fn of(position: &Position, meter: &Meter<'_>) -> Result<Self, Failure> {
        if position.codes().iter().all(|&code| code < 0) {
            return Ok(Self::without_counts(position));
        }
        let propagation = Propagation::<()>::of(position)?;
        let mut system = Self::default();
        for region in propagation.regions() {
            system.take_region(region, meter)?;
        }
        let Sorted { mined, safe, loose } = propagation.into_sorted();
        system.mined.extend(mined);
        system.safe.extend(safe);
        system.loose = loose;
        Ok(system)
    }

    /// Where no cell is opened, nothing follows from anything.
    fn without_counts(position: &Position) -> Self {
        let mut system = Self::default();
        for (cell, label) in (0..).zip(position.labels()) {
            match label {
                Label::Mined => system.mined.push(cell),
                Label::Free => system.safe.push(cell),
                _ => system.loose.push(cell),
            }
        }
        system
    }

    /// The system of one region.
    pub fn of_region<K>(region: &Region<K>, meter: &Meter<'_>) -> Result<Self, Failure> {
        let mut system = Self::default();
        system.take_region(region, meter)?;
        Ok(system)
    }

    /// The system of hints given by their rests and, in `hints_of`, by the hints of each cell.
    /// Each cell must have a hint.
    pub fn of_hints(
        cells: &[Cell],
        rests: Vec<u32>,
        hints_of: &Lists,
        meter: &Meter<'_>,
    ) -> Result<Self, Failure> {
        let mut system = Self::default();
        system.take(cells, rests, hints_of, meter)?;
        Ok(system)
    }

    /// Add what can be said of a region.
    fn take_region<K>(&mut self, region: &Region<K>, meter: &Meter<'_>) -> Result<(), Failure> {
        if let [mines] = region.rests[..] {
            self.settled.push(Settled { cells: region.cells.clone(), mines });
            return Ok(());
        }
        self.take(&region.cells, region.rests.clone(), &region.touching, meter)
    }

    /// Add what can be said of cells with such hints.
    fn take(
        &mut self,
        cells: &[Cell],
        rests: Vec<u32>,
        hints_of: &Lists,
        meter: &Meter<'_>,
    ) -> Result<(), Failure> {
        let (touching, classes) = classes(cells, hints_of);
        let reduced = reduce(Constraints { rests, touching }, &classes, meter)?;
        self.add(reduced, &classes);
        Ok(())
    }

    fn add(&mut self, reduced: Reduced, classes: &Lists) {
        for (class, mines) in reduced.fixed {
            let cells = classes.get(class as usize);
            match mines as usize {
                0 => self.safe.extend_from_slice(cells),
                all if all == cells.len() => self.mined.extend_from_slice(cells),
                _ => self.settled.push(Settled { cells: cells.to_vec(), mines }),
            }
        }
        self.settled.extend(reduced.settled);
        self.components.extend(reduced.components);
    }
}

/// Group cells into classes: the hints and the cells of each.
fn classes(cells: &[Cell], hints_of: &Lists) -> (Lists, Lists) {
    let grouping = group(cells.len(), |i| hints_of.get(i).iter().copied());
    let members = Lists::inverse(&grouping.class, grouping.first.len());
    let mut classes = Lists::with_capacity(members.len(), cells.len());
    members.iter().for_each(|items| classes.push(items.iter().map(|&i| cells[i as usize])));
    let mut touching = Lists::with_capacity(members.len(), hints_of.items());
    grouping.first.iter().for_each(|&i| touching.push(hints_of.get(i as usize).iter().copied()));
    (touching, classes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::board::Board;

    fn system(cells: usize, edges: &[(i64, i64)], labels: &str) -> Result<System, Failure> {
        let board = Board::new(cells, edges.iter().copied()).unwrap();
        let label = |c: char| match c {
            '?' => Label::Covered,
            '.' => Label::Free,
            '*' => Label::Mined,
            digit => Label::Count(digit.to_digit(10).unwrap()),
        };
        let position = Position::new(board, labels.chars().map(label).collect(), None).unwrap();
        System::of(&position, &Meter::unwatched(Budget::default()))
    }

    #[test]
    fn one_count_decides_its_neighbours() {
        let s = system(4, &[(0, 1), (1, 2), (2, 3)], "?1*?").unwrap();
        assert_eq!((s.safe, s.mined, s.loose), (vec![0], vec![2], vec![3]));
    }

    #[test]
    fn interchangeable_cells_are_settled() {
        let s = system(4, &[(0, 1), (0, 2), (0, 3)], "1???").unwrap();
        assert_eq!(s.settled, [Settled { cells: vec![1, 2, 3], mines: 1 }]);
        assert!(s.components.is_empty());
    }

    #[test]
    fn a_count_above_the_degree_is_a_contradiction() {
        assert!(system(2, &[(0, 1)], "2?").is_err());
        assert!(system(1, &[], "1").is_err());
        assert!(system(2, &[(0, 1)], "0*").is_err());
    }

    #[test]
    fn a_triangle_of_counts_is_one_component() {
        // Golan's Example 5.1.
        let edges = [(0, 3), (1, 3), (1, 4), (2, 4), (2, 5), (0, 5)];
        let s = system(6, &edges, "111???").unwrap();
        assert_eq!(s.components.len(), 1);
        let c = &s.components[0];
        assert_eq!((c.classes(), c.constraints(), c.is_tree()), (3, 3, false));
    }
}
