//! Equality: whether two sets have the same solutions, however they are stored.
//!
//! Diagrams along different orders are hard to compare, so that comes last. If one set belongs to a
//! position, both are checked against its labels: a set that satisfies all numbers, and is as large
//! as the number of legal assignments, contains them all. That number needs no diagram, and each
//! diagram is checked against the numbers separately.

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

use crate::base::{Meter, Result, Sort};
use crate::board::Cell;
use crate::count::{self, Work};
use crate::position::{Label, Position};
use crate::solutions::cell_index::Place;
use crate::solutions::set::Set;
use crate::zdd::{CachedZdd, EMPTY, Zdd, is_same, projects_into, with_cardinality};

impl Set {
    /// Whether both have the same solutions.
    pub fn same(&self, other: &Self, meter: &Meter) -> Result<bool> {
        if self.same_factors(other, |a, b| Ok(a == b))? {
            return Ok(true);
        }
        if let Some(answer) = self.same_by_labels(other, meter)? {
            return Ok(answer);
        }
        let count = self.count(meter)?;
        if count != other.count(meter)? {
            return Ok(false);
        }
        if count.is_zero() || self.same_factors(other, |a, b| is_same(a, b, meter))? {
            return Ok(true);
        }
        // Both have the same size, so inclusion is enough. More factors are easier to check.
        let (few, many) =
            if self.factors.len() < other.factors.len() { (self, other) } else { (other, self) };
        many.includes(few, meter)
    }

    /// Whether both are the same product. Equal sets may be different products.
    fn same_factors(
        &self,
        other: &Self,
        mut same: impl FnMut(&Zdd, &Zdd) -> Result<bool>,
    ) -> Result<bool> {
        let by_cells = |set: &Self| -> Vec<(Vec<Cell>, Arc<CachedZdd>)> {
            let mut list: Vec<_> = set.factors.iter().map(|f| (f.cells(), f.clone())).collect();
            list.arrange(|a, b| a.0.cmp(&b.0));
            list
        };
        let (ours, theirs) = (by_cells(self), by_cells(other));
        if self.mines != other.mines
            || self.places.cells_at(Place::Mined) != other.places.cells_at(Place::Mined)
            || self.loose() != other.loose()
            || !ours.iter().map(|pair| &pair.0).eq(theirs.iter().map(|pair| &pair.0))
        {
            return Ok(false);
        }
        for ((_, a), (_, b)) in ours.iter().zip(&theirs) {
            if !Arc::ptr_eq(a, b) && !same(&a.zdd, &b.zdd)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Compares by the labels of a position that one of the sets belongs to. None if neither
    /// belongs to a position, or if the number of mines could make a difference.
    fn same_by_labels(&self, other: &Self, meter: &Meter) -> Result<Option<bool>> {
        if self.mines != other.mines || self.ignores_loose != other.ignores_loose {
            return Ok(None);
        }
        let by_own = Labels::of(self).map(|labels| (labels, other));
        let by_other = || Labels::of(other).map(|labels| (labels, self));
        let Some((labels, other)) = by_own.or_else(by_other) else { return Ok(None) };
        if other.product(meter)? == labels.count(meter)? && labels.hold_in(other, meter)? {
            return Ok(Some(true));
        }
        // Different products can be equal under a number of mines.
        Ok(self.mines.is_none().then_some(false))
    }

    pub(crate) fn product(&self, meter: &Meter) -> Result<BigUint> {
        let loose = BigUint::one() << self.loose_count();
        self.factors.iter().try_fold(loose, |product, factor| Ok(product * factor.count(meter)?))
    }

    /// Whether this set contains all solutions of the other, checked factor by factor.
    fn includes(&self, other: &Self, meter: &Meter) -> Result<bool> {
        let whole = other.diagram(meter)?;
        if let Some(mines) = self.mines
            && other.mines != Some(mines)
            && with_cardinality(whole, |_| true, mines..=mines, meter)? != *whole
        {
            return Ok(false);
        }
        let mut free = self.places.cells_at(Place::Free);
        if self.ignores_loose {
            free.extend(self.places.cells_at(Place::Loose));
        }
        let (mined, free) =
            (Zdd::all_of(&self.places.cells_at(Place::Mined)), Zdd::unit(free.into()));
        let factors = self.factors.iter().map(|factor| &factor.zdd);
        for part in [&mined, &free].into_iter().chain(factors) {
            if !projects_into(whole, part, meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The labels of a position, without its number of mines.
struct Labels {
    position: Position,
    ignores_loose: bool,
}

impl Labels {
    /// None for a set that does not belong to a position.
    fn of(set: &Set) -> Option<Self> {
        let labels = set.codes.as_ref()?.iter().map(|&code| Label::of_code(code)).collect();
        let position = Position::new(set.board.clone(), labels, None);
        let position = position.expect("the labels are those of a position");
        Some(Self { position, ignores_loose: set.ignores_loose })
    }

    /// The numbers around a cell.
    fn numbers_at(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let near = self.position.board().neighbours(cell).iter().copied();
        near.filter(|&near| matches!(self.position.label(near), Label::Number(_)))
    }

    /// Whether the cell is mined, if its label tells.
    fn known_to_be_mined(&self, cell: Cell) -> Option<bool> {
        match self.position.label(cell) {
            Label::Covered if !self.ignores_loose => None,
            Label::Covered => self.numbers_at(cell).next().is_none().then_some(false),
            label => Some(label == Label::Mined),
        }
    }

    /// The number of legal assignments.
    fn count(&self, meter: &Meter) -> Result<BigUint> {
        let all = count::count(&self.position, Work::new(None, meter))?;
        let cells = 0..self.position.board().cells() as Cell;
        let is_ignored = |cell: &Cell| {
            self.position.label(*cell) == Label::Covered && self.known_to_be_mined(*cell).is_some()
        };
        Ok(all >> cells.filter(is_ignored).count())
    }

    /// Whether every solution of the product is a legal assignment.
    fn hold_in(&self, set: &Set, meter: &Meter) -> Result<bool> {
        let mut given = vec![0; set.board.cells()];
        for (cell, place) in (0..).zip(set.places.iter()) {
            let is_possible = match place {
                Place::Factor(_) => true,
                Place::Loose if !set.ignores_loose => {
                    self.known_to_be_mined(cell).is_none() && self.numbers_at(cell).next().is_none()
                }
                _ => self
                    .known_to_be_mined(cell)
                    .is_none_or(|is_mined| is_mined == (place == Place::Mined)),
            };
            if !is_possible {
                return Ok(false);
            }
            if place == Place::Mined {
                self.numbers_at(cell).for_each(|number| given[number as usize] += 1);
            }
        }
        for factor in &set.factors {
            let Some(gifts) = self.mines_given_by(&factor.zdd, meter)? else { return Ok(false) };
            gifts.into_iter().for_each(|(number, mines)| given[number as usize] += mines);
        }
        let is_met = |(label, mines): (Label, u32)| match label {
            Label::Number(number) => number == mines,
            _ => true,
        };
        Ok(self.position.labels().zip(given).all(is_met))
    }

    /// How many mines every set of a diagram gives to each number around it. None if the sets
    /// differ, or contradict a label.
    fn mines_given_by(&self, zdd: &Zdd, meter: &Meter) -> Result<Option<Vec<(Cell, u32)>>> {
        let mut levels: FxHashMap<Cell, Vec<u32>> = FxHashMap::default();
        let mut said = Vec::new();
        for (level, &cell) in (0..).zip(zdd.order().iter()) {
            self.numbers_at(cell).for_each(|number| levels.entry(number).or_default().push(level));
            said.extend(self.known_to_be_mined(cell).map(|is_mined| (level, is_mined)));
        }
        let (numbers, mut lists): (Vec<Cell>, Vec<Vec<u32>>) = levels.into_iter().unzip();
        lists.extend(said.iter().map(|&(level, _)| vec![level]));
        let Some(mut sums) = sums(zdd, &lists, meter)? else { return Ok(None) };
        let as_said = sums.split_off(numbers.len()).into_iter().zip(said);
        let is_so = as_said.into_iter().all(|(sum, (_, is_mined))| sum == u32::from(is_mined));
        Ok(is_so.then(|| numbers.into_iter().zip(sums).collect()))
    }
}

/// The number of mines on each list of levels, if it is the same in every set of the diagram.
fn sums(zdd: &Zdd, lists: &[Vec<u32>], meter: &Meter) -> Result<Option<Vec<u32>>> {
    meter.states(zdd.size())?;
    let mut sums = Vec::with_capacity(lists.len());
    while sums.len() < lists.len() {
        // As many lists at once as fit into 128 bits.
        let mut steps = vec![0u128; zdd.order().len()];
        let mut fields = Vec::new();
        let mut used = 0;
        for list in &lists[sums.len()..] {
            let width = usize::BITS - list.len().leading_zeros();
            if used + width > u128::BITS {
                break;
            }
            list.iter().for_each(|&level| steps[level as usize] += 1 << used);
            fields.push((used, (1u128 << width) - 1));
            used += width;
        }
        let Some(all) = constant(zdd, &steps, meter)? else { return Ok(None) };
        sums.extend(fields.into_iter().map(|(shift, mask)| (all >> shift & mask) as u32));
    }
    Ok(Some(sums))
}

/// The sum of `steps` over the mined levels of a set, if it is the same for every set. Then it is
/// also the same for all sets below a node.
fn constant(zdd: &Zdd, steps: &[u128], meter: &Meter) -> Result<Option<u128>> {
    let mut sums = Vec::with_capacity(zdd.size() + 2);
    sums.extend([0, 0]);
    for node in zdd.nodes() {
        meter.steps(2)?;
        let mined: u128 = sums[node.hi as usize] + steps[node.level as usize];
        if node.lo != EMPTY && sums[node.lo as usize] != mined {
            return Ok(None);
        }
        sums.push(mined);
    }
    Ok(Some(sums[zdd.root() as usize]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::board::Board;
    use crate::solutions::Construction;

    /// Two rings of three covered cells and three numbers. The numbers of one ring are these, those
    /// of the other are covered.
    fn set(ring: usize, counts: [u32; 3]) -> Set {
        let edges = [(0, 3), (1, 3), (1, 4), (2, 4), (2, 5), (0, 5)];
        let both = [edges, edges.map(|(cell, number)| (cell + 6, number + 6))].concat();
        let mut labels = vec![Label::Covered; 12];
        (0..3).for_each(|i| labels[6 * ring + 3 + i] = Label::Number(counts[i]));
        let position =
            Position::new(Board::new(12, both.into_iter()).unwrap(), labels, None).unwrap();
        let meter = Meter::unwatched(Budget::default());
        Set::of(&position, Construction::Cells, false, &meter).unwrap()
    }

    #[test]
    fn positions_without_solutions_have_the_same() {
        let meter = Meter::unwatched(Budget::default());
        // An odd ring of 1s has no solution.
        let (one, other) = (set(0, [1; 3]), set(1, [1; 3]));
        assert_eq!(one.count(&meter).unwrap(), BigUint::ZERO);
        assert_eq!(one.same(&other, &meter), Ok(true));
        let some = set(1, [1, 1, 2]);
        assert_ne!(some.count(&meter).unwrap(), BigUint::ZERO);
        assert_eq!(one.same(&some, &meter), Ok(false));
        assert_eq!(some.same(&one, &meter), Ok(false));
    }
}
