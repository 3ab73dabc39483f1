//! Questions about a variant: a position under rules beyond the classic ones.

use num_bigint::BigUint;

use crate::base::Result;
use crate::board::Cell;
use crate::count::{self, Spread};
use crate::questions::{Options, Solutions};
use crate::solutions::Set;
use crate::system::Failure;
use crate::variant::Variant;

/// ```
/// use demine::{Board, Label, Options, Position, Rules, Variant};
///
/// // Two cells next to a 3, each of which holds up to two mines.
/// let path = Board::new(3, [(0, 1), (1, 2)].into_iter())?;
/// let labels = vec![Label::Covered, Label::Number(3), Label::Covered];
/// let rules = Rules { capacities: vec![2; 3], ..Rules::default() };
/// let variant = Variant::new(Position::new(path, labels, None)?, rules, None)?;
/// assert_eq!(variant.count(&Options::default())?, 2u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Variant {
    /// Whether there is a legal assignment.
    pub fn is_consistent(&self, options: &Options) -> Result<bool> {
        count::is_possible(self, &options.meter())
    }

    /// The number of legal assignments; with a known number of mines, of those with so many.
    pub fn count(&self, options: &Options) -> Result<BigUint> {
        count::count_variant(self, &options.meter())
    }

    /// The legal assignments with 0, 1, 2 … mines, up to as many as all cells hold. The number of
    /// mines of the position is ignored.
    pub fn counts_by_mines(&self, options: &Options) -> Result<Vec<BigUint>> {
        count::counts_of_variant(&self.clone().without_mines(), &options.meter())
    }

    /// How many mines each cell holds: counted, or too wide.
    pub fn analyze(&self, options: &Options) -> Result<Spread, Failure> {
        Spread::of(self, &options.meter())
    }

    /// All legal assignments as sets of units. A cell of capacity c has c units, one cell after the
    /// other; x mines in it are its first x units. If no cell holds more than one mine, the units
    /// are the cells.
    pub fn solutions(&self, options: &Options) -> Result<Solutions> {
        Set::of_variant(self, &options.meter()).map(Solutions)
    }
}

impl Spread {
    /// The number of legal assignments. Uses only the budget of the options.
    pub fn count(&self, options: &Options) -> Result<BigUint> {
        self.total(&options.meter())
    }

    /// In how many legal assignments the cell holds the mines of [`Spread::shares`], without a
    /// factor that all have. Uses only the budget of the options.
    pub fn ways(&self, cell: Cell, options: &Options) -> Result<Vec<BigUint>> {
        self.distribution(cell, &options.meter())
    }
}
