//! Solutions: the set of all legal assignments of a position.
//!
//! The set is kept as a product of *factors*, diagrams over disjoint cells, with certain mines
//! and loose cells beside them, and the number of mines as one more constraint. Counting and
//! membership ask the factors. Whatever needs the diagram of the whole set chains them, applies
//! the number of mines, and keeps the result.

use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

use crate::apply::{Operator, apply, exactly, restrict};
use crate::board::{Board, Cell};
use crate::budget::{Meter, Stopped};
use crate::pieces::{Construction, Pieces};
use crate::position::{Label, Position};
use crate::rank::{count, counts, nth, polynomial};
use crate::zdd::Zdd;

/// A diagram, with what was asked of it before.
#[derive(Debug)]
pub struct Factor {
    pub zdd: Zdd,
    count: OnceLock<BigUint>,
    /// The number of sets of each size.
    sizes: OnceLock<Vec<BigUint>>,
    /// One of the sets, ascending.
    witness: OnceLock<Vec<Cell>>,
}

impl Factor {
    pub fn new(zdd: Zdd) -> Arc<Self> {
        let (count, sizes, witness) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Arc::new(Self { zdd, count, sizes, witness })
    }

    pub(crate) fn count(&self, meter: &Meter<'_>) -> Result<&BigUint, Stopped> {
        kept(&self.count, || count(&self.zdd, meter))
    }

    fn sizes(&self, meter: &Meter<'_>) -> Result<&[BigUint], Stopped> {
        Ok(kept(&self.sizes, || polynomial(&self.zdd, meter))?)
    }

    /// Whether the cell is mined in one certain set of the diagram.
    pub(crate) fn witnesses(&self, cell: Cell) -> bool {
        self.witness.get_or_init(|| sorted(&self.zdd.witness())).binary_search(&cell).is_ok()
    }

    /// Its cells, ascending.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        sorted(self.zdd.order())
    }
}

/// What is in the lock, or else what `make` makes. Another thread may be first: it made the same.
fn kept<V>(lock: &OnceLock<V>, make: impl FnOnce() -> Result<V, Stopped>) -> Result<&V, Stopped> {
    if lock.get().is_none() {
        let _ = lock.set(make()?);
    }
    Ok(lock.get().expect("set above"))
}

fn sorted(cells: &[Cell]) -> Vec<Cell> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

/// Where a cell of the board stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// In no solution.
    Free,
    /// In every solution.
    Mined,
    Loose,
    Factor(u32),
}

/// A set of solutions, as a product under a number of mines.
#[derive(Debug)]
pub struct Solutions {
    pub(crate) board: Board,
    /// What is known of each cell; None for a set that is not that of a position.
    pub(crate) labels: Option<Vec<Label>>,
    pub(crate) homes: Vec<Home>,
    pub(crate) factors: Vec<Arc<Factor>>,
    pub(crate) mines: Option<u32>,
    /// Suzuki's convention: loose cells belong to no solution.
    pub(crate) ignores_loose: bool,
    whole: OnceLock<Zdd>,
    counts: OnceLock<Vec<BigUint>>,
}

impl Solutions {
    /// Of a position; the empty set if it has no legal assignment.
    pub fn of(
        position: &Position,
        construction: Construction,
        ignores_loose: bool,
        meter: &Meter<'_>,
    ) -> Result<Self, Stopped> {
        let mut new = Self::from_zdd(position.board().clone(), Zdd::empty(Arc::new([])));
        if let Ok(pieces) = Pieces::of(position, construction, meter)? {
            new.factors.clear();
            new.add(pieces);
            new.labels = Some(position.labels().to_vec());
            new.mines = position.mines();
            new.ignores_loose = ignores_loose;
        }
        Ok(new)
    }

    /// The sets of a diagram over cells of the board.
    pub fn from_zdd(board: Board, zdd: Zdd) -> Self {
        let mut new = Self {
            homes: vec![Home::Free; board.cells()],
            board,
            labels: None,
            factors: Vec::new(),
            mines: None,
            ignores_loose: false,
            whole: OnceLock::new(),
            counts: OnceLock::new(),
        };
        new.add(Pieces { zdds: vec![zdd], ..Pieces::default() });
        new
    }

    /// Multiply by pieces whose cells were free so far.
    pub(crate) fn add(&mut self, pieces: Pieces) {
        pieces.mined.iter().for_each(|&cell| self.homes[cell as usize] = Home::Mined);
        pieces.loose.iter().for_each(|&cell| self.homes[cell as usize] = Home::Loose);
        for zdd in pieces.zdds {
            let home = Home::Factor(self.factors.len() as u32);
            zdd.order().iter().for_each(|&cell| self.homes[cell as usize] = home);
            self.factors.push(Factor::new(zdd));
        }
    }

    /// Take a factor out; its cells are free then. The last factor takes its place.
    pub(crate) fn remove(&mut self, i: usize) {
        let removed = self.factors.swap_remove(i);
        removed.zdd.order().iter().for_each(|&cell| self.homes[cell as usize] = Home::Free);
        if let Some(moved) = self.factors.get(i) {
            let cells = moved.zdd.order().iter();
            cells.for_each(|&cell| self.homes[cell as usize] = Home::Factor(i as u32));
        }
    }

    /// The same set, with nothing asked of the whole yet.
    pub(crate) fn copy(&self) -> Self {
        Self {
            board: self.board.clone(),
            labels: self.labels.clone(),
            homes: self.homes.clone(),
            factors: self.factors.clone(),
            mines: self.mines,
            ignores_loose: self.ignores_loose,
            whole: OnceLock::new(),
            counts: OnceLock::new(),
        }
    }

    /// No solution on the same board.
    pub(crate) fn nothing(&self) -> Self {
        Self::from_zdd(self.board.clone(), Zdd::empty(Arc::new([])))
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The cells that are at home there, ascending.
    pub(crate) fn cells_at(&self, home: Home) -> Vec<Cell> {
        let homes = (0..).zip(&self.homes);
        homes.filter(|&(_, &found)| found == home).map(|(cell, _)| cell).collect()
    }

    /// The loose cells that belong to solutions.
    pub(crate) fn loose(&self) -> Vec<Cell> {
        if self.ignores_loose { Vec::new() } else { self.cells_at(Home::Loose) }
    }

    fn number_at(&self, home: Home) -> usize {
        self.homes.iter().filter(|&&found| found == home).count()
    }

    /// The diagram of the whole set.
    pub fn whole(&self, meter: &Meter<'_>) -> Result<&Zdd, Stopped> {
        kept(&self.whole, || {
            let mined = Zdd::all_of(&self.cells_at(Home::Mined));
            let loose = Zdd::any_of(&self.loose());
            let factors = self.factors.iter().map(|factor| &factor.zdd);
            let parts: Vec<&Zdd> = [&mined].into_iter().chain(factors).chain([&loose]).collect();
            let all = Zdd::chain(&parts, meter)?;
            match self.mines {
                Some(mines) => exactly(&all, |_| true, mines, meter),
                None => Ok(all),
            }
        })
    }

    /// The number of solutions.
    pub fn count(&self, meter: &Meter<'_>) -> Result<BigUint, Stopped> {
        let loose = if self.ignores_loose { 0 } else { self.number_at(Home::Loose) };
        match self.mines {
            None => self.factors.iter().try_fold(BigUint::one() << loose, |product, factor| {
                Ok(product * factor.count(meter)?)
            }),
            Some(mines) => match (mines as usize).checked_sub(self.number_at(Home::Mined)) {
                Some(left) => self.count_with(left, loose, meter),
                None => Ok(BigUint::zero()),
            },
        }
    }

    /// With so many mines in factors and loose cells together.
    fn count_with(
        &self,
        mines: usize,
        loose: usize,
        meter: &Meter<'_>,
    ) -> Result<BigUint, Stopped> {
        let mut product = vec![BigUint::one()];
        for factor in &self.factors {
            product = times(&product, factor.sizes(meter)?, mines + 1);
            meter.steps(product.len())?;
        }
        let mut ways = BigUint::one();
        let mut total = BigUint::zero();
        for in_loose in 0..=loose.min(mines) {
            if let Some(coefficient) = product.get(mines - in_loose) {
                total += coefficient * &ways;
            }
            ways = ways * (loose - in_loose) / (in_loose + 1);
        }
        Ok(total)
    }

    /// Whether the set of these cells is a solution.
    pub fn contains(&self, cells: &[Cell]) -> bool {
        let mut mined = vec![false; self.board.cells()];
        cells.iter().for_each(|&cell| mined[cell as usize] = true);
        let number = mined.iter().filter(|&&mined| mined).count();
        let is_possible = |(cell, home): (usize, Home)| match home {
            Home::Free => !mined[cell],
            Home::Mined => mined[cell],
            Home::Loose => !self.ignores_loose || !mined[cell],
            Home::Factor(_) => true,
        };
        self.mines.is_none_or(|mines| mines as usize == number)
            && self.homes.iter().copied().enumerate().all(is_possible)
            && self.factors.iter().all(|factor| factor.zdd.contains(|cell| mined[cell as usize]))
    }

    /// The solutions of the given ranks, which must be below their number.
    pub fn nth(&self, ranks: &[BigUint], meter: &Meter<'_>) -> Result<Vec<Vec<Cell>>, Stopped> {
        let whole = self.whole(meter)?;
        let counts = kept(&self.counts, || counts(whole, meter))?;
        let set = |rank| {
            meter.steps(whole.order().len())?;
            Ok(nth(whole, counts, rank))
        };
        ranks.iter().map(set).collect()
    }

    /// Those with exactly so many mines.
    pub fn with_mines(&self, mines: u32) -> Self {
        match self.mines {
            Some(known) if known != mines => self.nothing(),
            _ => Self { mines: Some(mines), ..self.copy() },
        }
    }

    /// Those in which the given cells are mined or free as they are given.
    pub fn given(&self, given: &FxHashMap<Cell, bool>, meter: &Meter<'_>) -> Result<Self, Stopped> {
        let mut new = self.copy();
        let mut touched = vec![false; self.factors.len()];
        for (&cell, &mined) in given {
            match self.homes[cell as usize] {
                Home::Free if mined => return Ok(self.nothing()),
                Home::Mined if !mined => return Ok(self.nothing()),
                Home::Loose if mined && self.ignores_loose => return Ok(self.nothing()),
                Home::Loose if mined => new.homes[cell as usize] = Home::Mined,
                Home::Loose => new.homes[cell as usize] = Home::Free,
                Home::Factor(i) => touched[i as usize] = true,
                Home::Free | Home::Mined => {}
            }
        }
        for i in (0..touched.len()).filter(|&i| touched[i]) {
            let zdd = restrict(&self.factors[i].zdd, given, meter)?;
            if zdd.is_empty() {
                return Ok(self.nothing());
            }
            new.factors[i] = Factor::new(zdd);
        }
        new.labels.iter_mut().for_each(|labels| relabel(labels, given));
        Ok(new)
    }

    /// ∩, ∪ or ∖ with a set on the same board.
    pub fn combine(
        &self,
        operator: Operator,
        other: &Self,
        meter: &Meter<'_>,
    ) -> Result<Self, Stopped> {
        let zdd = apply(operator, self.whole(meter)?, other.whole(meter)?, meter)?;
        Ok(Self::from_zdd(self.board.clone(), zdd))
    }

    /// Bytes held: the factors', and the whole diagram's if it was asked for.
    pub fn bytes(&self) -> usize {
        let factors: usize = self.factors.iter().map(|factor| factor.zdd.bytes()).sum();
        factors + self.whole.get().map_or(0, Zdd::bytes)
    }
}

fn relabel(labels: &mut [Label], given: &FxHashMap<Cell, bool>) {
    for (&cell, &mined) in given {
        if labels[cell as usize] == Label::Covered {
            labels[cell as usize] = if mined { Label::Mined } else { Label::Free };
        }
    }
}

/// The product of two polynomials as far as the first `length` coefficients.
fn times(a: &[BigUint], b: &[BigUint], length: usize) -> Vec<BigUint> {
    let mut product = vec![BigUint::zero(); (a.len() + b.len() - 1).min(length)];
    for (i, x) in a.iter().enumerate().filter(|(_, x)| !x.is_zero()) {
        for (j, y) in b.iter().enumerate().take(length.saturating_sub(i)) {
            if !y.is_zero() {
                product[i + j] += x * y;
            }
        }
    }
    product
}
