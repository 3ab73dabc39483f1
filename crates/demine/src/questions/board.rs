//! Of a board: its tree decomposition, its modules, and its subgraphs.

use crate::base::Result;
use crate::board::{Board, Cell};
use crate::onemine::Modules;
use crate::order::Decomposition;
use crate::questions::{Options, Solutions};
use crate::subgraphs::subgraphs;

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
        self.decomposition_along(&[], 1, options)
    }

    /// The same if some linear orders of all cells may be narrow: the columns of a long grid, say.
    /// An `effort` of n searches n times as long for a narrower one.
    pub fn decomposition_along(
        &self,
        orders: &[Vec<Cell>],
        effort: usize,
        options: &Options,
    ) -> Result<Decomposition> {
        Decomposition::of(self, orders, effort, &options.meter())
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

    /// The degree constrained subgraphs (Suzuki et al., §4.1): all sets of edges that give every
    /// vertex one of its allowed degrees. `degrees` has an entry per cell; None allows any degree.
    /// The result is on a board without edges, whose cell `i` is the `i`-th of [`Board::edges`].
    ///
    /// ```
    /// use demine::{Board, Options};
    ///
    /// // The perfect matchings of a cycle with four edges.
    /// let cycle = Board::new(4, [(0, 1), (1, 2), (2, 3), (3, 0)].into_iter())?;
    /// let matchings = cycle.subgraphs(&vec![Some(vec![1]); 4], &Options::default())?;
    /// assert_eq!(matchings.count(&Options::default())?, 2u32.into());
    /// assert!(matchings.contains(&[0, 3])); // (0, 1) and (2, 3)
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn subgraphs(&self, degrees: &[Option<Vec<u32>>], options: &Options) -> Result<Solutions> {
        subgraphs(self, degrees, &options.meter()).map(Solutions)
    }
}
