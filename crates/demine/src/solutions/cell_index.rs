//! Cell index: the role of each cell in a set of solutions.

use crate::board::Cell;

/// The role of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In no solution.
    Free,
    /// In every solution.
    Mined,
    Loose,
    Factor(u32),
}

#[derive(Clone, Debug)]
pub struct CellIndex {
    places: Vec<Place>,
    mined: usize,
    loose: usize,
}

impl CellIndex {
    pub fn free(cells: usize) -> Self {
        Self { places: vec![Place::Free; cells], mined: 0, loose: 0 }
    }

    #[inline]
    pub fn get(&self, cell: Cell) -> Place {
        self.places[cell as usize]
    }

    pub fn set(&mut self, cell: Cell, place: Place) {
        let before = std::mem::replace(&mut self.places[cell as usize], place);
        self.mined += usize::from(place == Place::Mined);
        self.mined -= usize::from(before == Place::Mined);
        self.loose += usize::from(place == Place::Loose);
        self.loose -= usize::from(before == Place::Loose);
    }

    pub fn iter(&self) -> impl Iterator<Item = Place> + '_ {
        self.places.iter().copied()
    }

    /// The cells with this place, sorted.
    pub fn cells_at(&self, place: Place) -> Vec<Cell> {
        let places = (0..).zip(&self.places);
        places.filter(|&(_, &other)| other == place).map(|(cell, _)| cell).collect()
    }

    pub fn mined(&self) -> usize {
        self.mined
    }

    pub fn loose(&self) -> usize {
        self.loose
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_counted_where_they_stand() {
        let mut places = CellIndex::free(4);
        places.set(0, Place::Loose);
        places.set(1, Place::Mined);
        places.set(2, Place::Factor(7));
        assert_eq!((places.mined(), places.loose()), (1, 1));
        places.set(0, Place::Mined);
        places.set(1, Place::Free);
        assert_eq!((places.mined(), places.loose()), (1, 0));
        assert_eq!(places.cells_at(Place::Free), [1, 3]);
        assert_eq!(places.get(2), Place::Factor(7));
    }
}
