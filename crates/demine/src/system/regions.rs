//! Regions: connected numbers and undecided cells. The results for a region stay true as long as
//! nothing in it changes, so the next position reuses them.

use std::sync::Arc;

use crate::base::{Sort, flood, replace_entries};
use crate::board::Cell;
use crate::system::propagation::{Fate, Propagation, Unreduced};

const NONE: u32 = u32::MAX;

/// Connected numbers and undecided cells, both ascending.
#[derive(Debug, PartialEq, Eq)]
struct Region {
    numbers: Vec<Cell>,
    cells: Vec<Cell>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions {
    /// The first number of the region, for its numbers and cells.
    first: Vec<Cell>,
    /// By their first numbers, ascending.
    regions: Vec<(Cell, Arc<Region>)>,
}

/// How the regions of a position differ from those before, by their first numbers, ascending.
#[derive(Debug, Default)]
pub struct Change {
    pub gone: Vec<Cell>,
    pub new: Vec<Cell>,
}

impl Regions {
    pub fn of(propagation: &Propagation) -> Self {
        let first = vec![NONE; propagation.cells()];
        let mut new = Self { first, regions: Vec::new() };
        let cells = 0..propagation.cells() as Cell;
        let starts = cells.filter(|&cell| propagation.constraint(cell).is_open());
        new.regions = new.grow_all(starts, propagation);
        new
    }

    /// After some cells moved (see [`Propagation::after`]): their old regions are
    /// dissolved, and the numbers that are left grow new ones.
    pub fn after(&self, propagation: &Propagation, moved: &[Cell]) -> (Self, Change) {
        let mut new = Self { first: self.first.clone(), regions: Vec::new() };
        let mut change = Change::default();
        let mut starts = Vec::with_capacity(4 * moved.len());
        for &cell in moved {
            let first = new.first[cell as usize];
            if first != NONE {
                let Region { numbers, cells } = self.region(first);
                numbers.iter().chain(cells).for_each(|&cell| new.first[cell as usize] = NONE);
                starts.extend_from_slice(numbers);
                change.gone.push(first);
            }
            starts.push(cell);
        }
        change.gone.ascend();
        starts.retain(|&cell| propagation.constraint(cell).is_open());
        // A region begins with the first of its numbers, as it does when all regions are new.
        starts.ascend();
        let grown = new.grow_all(starts.into_iter(), propagation);
        change.new = grown.iter().map(|&(first, _)| first).collect();
        new.regions = replace_entries(&self.regions, &change.gone, grown);
        (new, change)
    }

    /// The first number of the region that a cell or number is part of.
    pub fn first(&self, cell: Cell) -> Cell {
        self.first[cell as usize]
    }

    /// The first numbers of all regions, ascending.
    pub fn all(&self) -> impl Iterator<Item = Cell> + '_ {
        self.regions.iter().map(|&(first, _)| first)
    }

    fn region(&self, first: Cell) -> &Region {
        let at = self.regions.binary_search_by_key(&first, |&(first, _)| first);
        &self.regions[at.expect("a region is known by its first number")].1
    }

    /// The constraints of a region.
    pub fn constraints(&self, first: Cell, propagation: &Propagation) -> Unreduced {
        let region = self.region(first);
        propagation.constraints(&region.numbers, &region.cells)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let cells = |region: &Arc<Region>| region.numbers.len() + region.cells.len();
        let regions = self.regions.iter().map(|(_, r)| size_of::<Region>() + 4 * cells(r));
        4 * self.first.len() + regions.sum::<usize>()
    }

    /// Grows regions from numbers, ascending.
    fn grow_all(
        &mut self,
        starts: impl Iterator<Item = Cell>,
        propagation: &Propagation,
    ) -> Vec<(Cell, Arc<Region>)> {
        let mut new = Vec::new();
        for start in starts {
            if self.first[start as usize] == NONE {
                let region = self.grow(start, propagation);
                new.push((start, Arc::new(region)));
            }
        }
        new
    }

    fn grow(&mut self, start: Cell, propagation: &Propagation) -> Region {
        let board = propagation.position.board();
        let first = &mut self.first;
        let (mut numbers, mut cells) = (Vec::with_capacity(16), Vec::with_capacity(16));
        numbers.push(start);
        first[start as usize] = start;
        flood(&mut numbers, |number, numbers| {
            for &cell in board.neighbours(number) {
                if propagation.fate(cell) != Fate::Undecided || first[cell as usize] != NONE {
                    continue;
                }
                first[cell as usize] = start;
                cells.push(cell);
                for &n in board.neighbours(cell) {
                    if propagation.constraint(n).is_open() && first[n as usize] == NONE {
                        first[n as usize] = start;
                        numbers.push(n);
                    }
                }
            }
        });
        numbers.ascend();
        cells.ascend();
        Region { numbers, cells }
    }
}
