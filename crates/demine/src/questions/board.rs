//! Of a board: its tree decomposition, and its modules.

use crate::base::Result;
use crate::board::Board;
use crate::onemine::Modules;
use crate::order::Decomposition;
use crate::questions::Options;

impl Board {
    /// A tree decomposition of small width.
    ///
    /// ```
    /// use demine::{Board, Options};
    ///
    /// let cycle = Board::new(4, [(0, 1), (1, 2), (2, 3), (3, 0)].into_iter())?;
    /// assert_eq!(cycle.decomposition(&Options::default())?.width(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decomposition(&self, options: &Options) -> Result<Decomposition> {
        Decomposition::of(self, &options.meter())
    }

    /// The modular decomposition tree (Golan 2014, §3); None for a board without cells.
    ///
    /// ```
    /// use demine::{Board, Options};
    ///
    /// let edge = Board::new(2, [(0, 1)].into_iter())?;
    /// let modules = edge.modules(&Options::default())?.expect("it has cells");
    /// // One mine in two cells that are neighbours: any guess wins half of the games.
    /// assert_eq!(modules.wins()[0], 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn modules(&self, options: &Options) -> Result<Option<Modules>> {
        Modules::of(self, &options.meter())
    }
}
