//! Set: all legal assignments of a position.
//!
//! The set is stored as a product of *factors*, which are diagrams over disjoint cells, plus
//! certain mines, loose cells and the number of mines. Counting and membership use the factors.
//! Other questions chain them into the diagram of the whole set, which is then cached.

use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;
use num_traits::Zero;
use rustc_hash::FxHashMap;

use crate::base::{Meter, Result, get_or_make};
use crate::board::{Board, Cell};
use crate::number::{WordPolynomial, binomial};
use crate::position::{Label, Position};
use crate::solutions::cell_index::{CellIndex, Place};
use crate::solutions::factors::{Construction, Factors};
use crate::solutions::units;
use crate::system::Failure;
use crate::variant::Variant;
use crate::zdd::{CachedZdd, Operator, Zdd, apply, counts, join, maximal, minimal, nth};
use crate::zdd::{restrict, with_cardinality};

/// A set of solutions, as a product under a number of mines. [`Solutions`](crate::Solutions) documents
/// the questions to it.
#[derive(Debug)]
pub struct Set {
    pub(crate) board: Board,
    /// The label of each cell as a code; None for a set that does not belong to a position.
    pub(crate) codes: Option<Vec<i32>>,
    pub(crate) places: CellIndex,
    pub(crate) factors: Vec<Arc<CachedZdd>>,
    pub(crate) mines: Option<u32>,
    /// Suzuki's convention: loose cells are in no solution.
    pub(crate) ignores_loose: bool,
    diagram: OnceLock<Zdd>,
    counts: OnceLock<Vec<BigUint>>,
}

impl Set {
    /// The solutions of a position; empty if it has no legal assignment.
    pub fn of(
        position: &Position,
        construction: Construction,
        ignores_loose: bool,
        meter: &Meter,
    ) -> Result<Self> {
        let board = position.board().clone();
        match Failure::or_contradiction(Factors::of(position, construction, meter))? {
            Err(_) => Ok(Self::empty(board)),
            Ok(factors) => Ok(Self {
                codes: Some(position.codes().to_vec()),
                mines: position.mines(),
                ignores_loose,
                ..Self::of_factors(board, factors)
            }),
        }
    }

    /// The legal assignments of a variant as sets of [units](crate::solutions::units).
    pub fn of_variant(variant: &Variant, meter: &Meter) -> Result<Self> {
        let cells = units::starts(variant).pop().unwrap_or(0) as usize;
        let board = match units::are_cells(variant) {
            true => variant.board().clone(),
            false => Board::new(cells, std::iter::empty()).map_err(|_| meter.too_wide())?,
        };
        match Failure::or_contradiction(units::factors(variant, meter))? {
            Err(_) => Ok(Self::empty(board)),
            Ok(factors) => Ok(Self { mines: variant.mines(), ..Self::of_factors(board, factors) }),
        }
    }

    /// No set at all.
    pub fn empty(board: Board) -> Self {
        Self::from_zdd(board, Zdd::empty(Arc::new([])))
    }

    /// The sets of a diagram over cells of the board.
    pub fn from_zdd(board: Board, zdd: Zdd) -> Self {
        let diagrams = vec![CachedZdd::new(zdd)];
        Self::of_factors(board, Factors { diagrams, ..Factors::default() })
    }

    /// The product of factors over cells of the board.
    pub fn of_factors(board: Board, factors: Factors) -> Self {
        let mut new = Self {
            places: CellIndex::free(board.cells()),
            board,
            codes: None,
            factors: Vec::new(),
            mines: None,
            ignores_loose: false,
            diagram: OnceLock::new(),
            counts: OnceLock::new(),
        };
        new.add(factors);
        new
    }

    /// Multiplies by factors whose cells were free.
    pub(crate) fn add(&mut self, factors: Factors) {
        factors.mined.iter().for_each(|&cell| self.places.set(cell, Place::Mined));
        factors.loose.iter().for_each(|&cell| self.places.set(cell, Place::Loose));
        for factor in factors.diagrams {
            let place = Place::Factor(self.factors.len() as u32);
            factor.zdd.order().iter().for_each(|&cell| self.places.set(cell, place));
            self.factors.push(factor);
        }
    }

    /// Removes a factor; its cells become free. The last factor takes its index.
    pub(crate) fn remove(&mut self, i: usize) {
        let removed = self.factors.swap_remove(i);
        removed.zdd.order().iter().for_each(|&cell| self.places.set(cell, Place::Free));
        if let Some(moved) = self.factors.get(i) {
            let cells = moved.zdd.order().iter();
            cells.for_each(|&cell| self.places.set(cell, Place::Factor(i as u32)));
        }
    }

    /// A copy without the cached diagram.
    pub(crate) fn copy(&self) -> Self {
        Self {
            board: self.board.clone(),
            codes: self.codes.clone(),
            places: self.places.clone(),
            factors: self.factors.clone(),
            mines: self.mines,
            ignores_loose: self.ignores_loose,
            diagram: OnceLock::new(),
            counts: OnceLock::new(),
        }
    }

    /// The empty set on the same board.
    pub(crate) fn nothing(&self) -> Self {
        Self::empty(self.board.clone())
    }

    /// The loose cells that belong to solutions.
    pub(crate) fn loose(&self) -> Vec<Cell> {
        if self.ignores_loose { Vec::new() } else { self.places.cells_at(Place::Loose) }
    }

    pub(crate) fn loose_count(&self) -> usize {
        if self.ignores_loose { 0 } else { self.places.loose }
    }

    /// The diagram of the whole set.
    pub fn diagram(&self, meter: &Meter) -> Result<&Zdd> {
        get_or_make(&self.diagram, || {
            let mined = Zdd::all_of(&self.places.cells_at(Place::Mined));
            let loose = Zdd::any_of(&self.loose());
            let factors = self.factors.iter().map(|factor| &factor.zdd);
            let parts: Vec<&Zdd> = [&mined].into_iter().chain(factors).chain([&loose]).collect();
            let all = Zdd::chain(&parts, meter)?;
            match self.mines {
                Some(mines) => with_cardinality(&all, |_| true, mines..=mines, meter),
                None => Ok(all),
            }
        })
    }

    pub fn count(&self, meter: &Meter) -> Result<BigUint> {
        match self.mines {
            None => self.product(meter),
            Some(mines) => match (mines as usize).checked_sub(self.places.mined) {
                Some(left) => self.count_with(left, self.loose_count(), meter),
                None => Ok(BigUint::zero()),
            },
        }
    }

    /// The number of solutions with `mines` mines in factors and loose cells.
    fn count_with(&self, mines: usize, loose: usize, meter: &Meter) -> Result<BigUint> {
        let mut least = 0;
        for factor in &self.factors {
            if factor.zdd.is_empty() {
                return Ok(BigUint::zero());
            }
            least += factor.sizes(meter)?.least;
        }
        let Some(most_loose) = mines.checked_sub(least) else { return Ok(BigUint::zero()) };
        let mut sizes = WordPolynomial::of_words(vec![1]);
        for factor in &self.factors {
            let more = WordPolynomial::of_numbers(&factor.sizes(meter)?.counts);
            meter.states(more.states())?;
            let product = sizes.times(&more, meter)?;
            meter.give_back(more.states() + sizes.states());
            sizes = product;
        }
        // The k-th coefficient leaves `most_loose − k` mines for the loose cells.
        let skipped = most_loose.saturating_sub(loose);
        let ways = falling_binomials(loose, most_loose.min(loose));
        let mut pairs = sizes.numbers().skip(skipped).zip(ways);
        let count = pairs.try_fold(BigUint::zero(), |sum, (size, ways)| {
            meter.steps(ways.bits() as usize / 16 + 1)?;
            Ok(sum + size * ways)
        });
        meter.give_back(sizes.states());
        count
    }

    pub fn contains(&self, cells: &[Cell]) -> bool {
        let mut mined = vec![false; self.board.cells()];
        cells.iter().for_each(|&cell| mined[cell as usize] = true);
        let number = mined.iter().filter(|&&mined| mined).count();
        let is_possible = |(cell, place): (usize, Place)| match place {
            Place::Free => !mined[cell],
            Place::Mined => mined[cell],
            Place::Loose => !self.ignores_loose || !mined[cell],
            Place::Factor(_) => true,
        };
        self.mines.is_none_or(|mines| mines as usize == number)
            && self.places.iter().enumerate().all(is_possible)
            && self.factors.iter().all(|factor| factor.zdd.contains(|cell| mined[cell as usize]))
    }

    /// The solutions of the given ranks, which must be below their number.
    pub fn nth(&self, ranks: &[BigUint], meter: &Meter) -> Result<Vec<Vec<Cell>>> {
        let whole = self.diagram(meter)?;
        let counts = get_or_make(&self.counts, || counts(whole, meter))?;
        let set = |rank| {
            meter.steps(whole.order().len())?;
            Ok(nth(whole, counts, rank))
        };
        ranks.iter().map(set).collect()
    }

    pub fn with_mines(&self, mines: u32) -> Self {
        match self.mines {
            Some(known) if known != mines => self.nothing(),
            _ => Self { mines: Some(mines), ..self.copy() },
        }
    }

    pub fn given(&self, given: &FxHashMap<Cell, bool>, meter: &Meter) -> Result<Self> {
        let mut new = self.copy();
        let mut touched = vec![false; self.factors.len()];
        for (&cell, &mined) in given {
            match self.places.get(cell) {
                Place::Free if mined => return Ok(self.nothing()),
                Place::Mined if !mined => return Ok(self.nothing()),
                Place::Loose if mined && self.ignores_loose => return Ok(self.nothing()),
                Place::Loose if mined => new.places.set(cell, Place::Mined),
                Place::Loose => new.places.set(cell, Place::Free),
                Place::Factor(i) => touched[i as usize] = true,
                Place::Free | Place::Mined => {}
            }
        }
        for i in (0..touched.len()).filter(|&i| touched[i]) {
            let zdd = restrict(&self.factors[i].zdd, given, meter)?;
            if zdd.is_empty() {
                return Ok(self.nothing());
            }
            new.factors[i] = CachedZdd::new(zdd);
        }
        new.codes.iter_mut().for_each(|codes| relabel(codes, given));
        Ok(new)
    }

    pub fn minimal(&self, meter: &Meter) -> Result<Self> {
        self.extreme(Place::Free, |zdd| minimal(zdd, meter))
    }

    pub fn maximal(&self, meter: &Meter) -> Result<Self> {
        self.extreme(Place::Mined, |zdd| maximal(zdd, meter))
    }

    /// A product is extreme if its factors are. With a number of mines, no solution contains
    /// another.
    fn extreme(&self, loose: Place, of: impl Fn(&Zdd) -> Result<Zdd>) -> Result<Self> {
        let mut new = self.copy();
        if self.mines.is_some() {
            return Ok(new);
        }
        new.codes = None;
        for factor in &mut new.factors {
            *factor = CachedZdd::new(of(&factor.zdd)?);
        }
        for cell in self.loose() {
            new.places.set(cell, loose);
        }
        Ok(new)
    }

    pub fn between(&self, least: u32, most: u32, meter: &Meter) -> Result<Self> {
        match self.mines {
            Some(mines) if (least..=most).contains(&mines) => Ok(self.copy()),
            Some(_) => Ok(self.nothing()),
            None => {
                let zdd = with_cardinality(self.diagram(meter)?, |_| true, least..=most, meter)?;
                Ok(Self::from_zdd(self.board.clone(), zdd))
            }
        }
    }

    pub fn combine(&self, operator: Operator, other: &Self, meter: &Meter) -> Result<Self> {
        let zdd = apply(operator, self.diagram(meter)?, other.diagram(meter)?, meter)?;
        Ok(Self::from_zdd(self.board.clone(), zdd))
    }

    /// The direct product {p ∪ q}: a set of each, united.
    ///
    /// Without common cells and without numbers of mines, the factors of both stay factors.
    pub fn times(&self, other: &Self, meter: &Meter) -> Result<Self> {
        let (Some(mut all), Some(theirs)) = (self.as_factors(), other.as_factors()) else {
            return self.join(other, meter);
        };
        let mut is_taken = vec![false; self.board.cells()];
        all.cells().for_each(|cell| is_taken[cell as usize] = true);
        if theirs.cells().any(|cell| is_taken[cell as usize]) {
            return self.join(other, meter);
        }
        all.extend(theirs);
        Ok(Self::of_factors(self.board.clone(), all))
    }

    fn join(&self, other: &Self, meter: &Meter) -> Result<Self> {
        let zdd = join(self.diagram(meter)?, other.diagram(meter)?, meter)?;
        Ok(Self::from_zdd(self.board.clone(), zdd))
    }

    /// The set as a product; None if the number of mines ties its factors together.
    fn as_factors(&self) -> Option<Factors> {
        let mined = self.places.cells_at(Place::Mined);
        let factors = Factors { mined, loose: self.loose(), diagrams: self.factors.clone() };
        self.mines.is_none().then_some(factors)
    }

    /// Bytes held by the factors and the cached diagram.
    pub fn bytes(&self) -> usize {
        let factors: usize = self.factors.iter().map(|factor| factor.zdd.bytes()).sum();
        factors + self.diagram.get().map_or(0, Zdd::bytes)
    }
}

fn relabel(codes: &mut [i32], given: &FxHashMap<Cell, bool>) {
    for (&cell, &mined) in given {
        let code = &mut codes[cell as usize];
        if Label::of_code(*code) == Label::Covered {
            *code = if mined { Label::Mined } else { Label::Free }.code();
        }
    }
}

/// C(n, k), C(n, k − 1) … C(n, 0).
fn falling_binomials(n: usize, k: usize) -> impl Iterator<Item = BigUint> {
    let mut ways = binomial(n as u64, k as u64);
    (0..=k).rev().map(move |k| {
        let next = if k > 0 { &ways * k / (n - k + 1) } else { BigUint::zero() };
        std::mem::replace(&mut ways, next)
    })
}
