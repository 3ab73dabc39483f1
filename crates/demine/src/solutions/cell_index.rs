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

/// The place of each cell as a code of four bytes: a `Place` takes eight, and every set that is
/// revealed copies them all.
#[derive(Clone, Debug)]
pub struct CellIndex {
    codes: Vec<u32>,
    /// How many cells are mined, and loose.
    pub mined: usize,
    pub loose: usize,
}

impl Place {
    const FREE: u32 = u32::MAX;
    const MINED: u32 = u32::MAX - 1;
    const LOOSE: u32 = u32::MAX - 2;

    fn code(self) -> u32 {
        match self {
            Self::Free => Self::FREE,
            Self::Mined => Self::MINED,
            Self::Loose => Self::LOOSE,
            Self::Factor(i) => i,
        }
    }

    fn of_code(code: u32) -> Self {
        match code {
            Self::FREE => Self::Free,
            Self::MINED => Self::Mined,
            Self::LOOSE => Self::Loose,
            i => Self::Factor(i),
        }
    }
}

impl CellIndex {
    pub fn free(cells: usize) -> Self {
        Self { codes: vec![Place::FREE; cells], mined: 0, loose: 0 }
    }

    pub fn get(&self, cell: Cell) -> Place {
        Place::of_code(self.codes[cell as usize])
    }

    pub fn set(&mut self, cell: Cell, place: Place) {
        let before = std::mem::replace(&mut self.codes[cell as usize], place.code());
        self.mined += usize::from(place == Place::Mined);
        self.mined -= usize::from(before == Place::MINED);
        self.loose += usize::from(place == Place::Loose);
        self.loose -= usize::from(before == Place::LOOSE);
    }

    pub fn iter(&self) -> impl Iterator<Item = Place> + '_ {
        self.codes.iter().map(|&code| Place::of_code(code))
    }

    /// The cells with this place, sorted.
    pub fn cells_at(&self, place: Place) -> Vec<Cell> {
        let codes = (0..).zip(&self.codes);
        codes.filter(|&(_, &code)| code == place.code()).map(|(cell, _)| cell).collect()
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
        assert_eq!((places.mined, places.loose), (1, 1));
        places.set(0, Place::Mined);
        places.set(1, Place::Free);
        assert_eq!((places.mined, places.loose), (1, 0));
        assert_eq!(places.cells_at(Place::Free), [1, 3]);
        assert_eq!(places.get(2), Place::Factor(7));
    }
}
