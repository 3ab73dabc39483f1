//! Cell index: where each cell of a board stands in a set of solutions.

use crate::board::Cell;

/// Where a cell stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// In no solution.
    Free,
    /// In every solution.
    Mined,
    Loose,
    Factor(u32),
}

/// The home of every cell. A number each, since sets that are revealed step by step copy them all.
#[derive(Clone, Debug)]
pub struct Homes {
    codes: Vec<u32>,
    mined: usize,
    loose: usize,
}

impl Home {
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

impl Homes {
    /// All cells free.
    pub fn free(cells: usize) -> Self {
        Self { codes: vec![Home::FREE; cells], mined: 0, loose: 0 }
    }

    #[inline]
    pub fn get(&self, cell: Cell) -> Home {
        Home::of_code(self.codes[cell as usize])
    }

    pub fn set(&mut self, cell: Cell, home: Home) {
        let before = std::mem::replace(&mut self.codes[cell as usize], home.code());
        self.mined += usize::from(home == Home::Mined);
        self.mined -= usize::from(before == Home::MINED);
        self.loose += usize::from(home == Home::Loose);
        self.loose -= usize::from(before == Home::LOOSE);
    }

    pub fn iter(&self) -> impl Iterator<Item = Home> + '_ {
        self.codes.iter().map(|&code| Home::of_code(code))
    }

    /// The cells that are at home there, ascending.
    pub fn cells_at(&self, home: Home) -> Vec<Cell> {
        let codes = (0..).zip(&self.codes);
        codes.filter(|&(_, &code)| code == home.code()).map(|(cell, _)| cell).collect()
    }

    /// The number of cells that are mined in every solution.
    pub fn mined(&self) -> usize {
        self.mined
    }

    /// The number of loose cells.
    pub fn loose(&self) -> usize {
        self.loose
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_counted_where_they_stand() {
        let mut homes = Homes::free(4);
        homes.set(0, Home::Loose);
        homes.set(1, Home::Mined);
        homes.set(2, Home::Factor(7));
        assert_eq!((homes.mined(), homes.loose()), (1, 1));
        homes.set(0, Home::Mined);
        homes.set(1, Home::Free);
        assert_eq!((homes.mined(), homes.loose()), (1, 0));
        assert_eq!(homes.cells_at(Home::Free), [1, 3]);
        assert_eq!(homes.get(2), Home::Factor(7));
    }
}
