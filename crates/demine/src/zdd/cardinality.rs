//! Cardinality: the sets of a diagram with a given number of some cells.
//!
//! Z ∩ (S(X, k) ∗ 2^(U∖X)) for every allowed k, without building the second factor.

use std::ops::RangeInclusive;

use crate::base::{Meter, Result, pack, unpack};
use crate::board::Cell;
use crate::zdd::diagram::{Next, Spec, UNIT, Zdd, build};

/// The sets in which the number of chosen cells is within `allowed`.
pub fn with_cardinality(
    zdd: &Zdd,
    chosen: impl Fn(Cell) -> bool,
    allowed: RangeInclusive<u32>,
    meter: &Meter,
) -> Result<Zdd> {
    let chosen: Vec<bool> = zdd.order().iter().map(|&cell| chosen(cell)).collect();
    let bounds = zdd.upward(None, Some((0, 0)), meter, |node, lo: &Option<(u32, u32)>, hi| {
        let more = u32::from(chosen[node.level as usize]);
        let (least, most) = hi.expect("a 1-edge never leads to the 0-terminal");
        let hi = (least + more, most + more);
        Some(lo.map_or(hi, |lo| (lo.0.min(hi.0), lo.1.max(hi.1))))
    })?;
    let (least, most) = allowed.into_inner();
    build(zdd.order(), &WithCardinality { zdd, chosen, bounds, least, most }, meter)
}

/// Every set below is allowed, whatever was chosen above.
const ALL: u32 = u32::MAX;

struct WithCardinality<'a> {
    zdd: &'a Zdd,
    /// By level.
    chosen: Vec<bool>,
    /// The least and the most chosen cells in the sets below each node; None for ⊥.
    bounds: Vec<Option<(u32, u32)>>,
    least: u32,
    most: u32,
}

impl WithCardinality<'_> {
    /// The state of a node below which `before` cells are already chosen.
    fn state(&self, id: u32, before: u32) -> Next<1> {
        let Some((least, most)) = self.bounds[id as usize] else { return Next::Empty };
        if before != ALL && (before + most < self.least || before + least > self.most) {
            return Next::Empty;
        }
        if id == UNIT {
            return Next::Unit;
        }
        let all = before == ALL || (before + least >= self.least && before + most <= self.most);
        Next::At(self.zdd.level(id), pack(id, if all { ALL } else { before }))
    }
}

impl Spec<1> for WithCardinality<'_> {
    fn start(&self) -> Next<1> {
        self.state(self.zdd.root(), 0)
    }

    fn next(&self, level: u32, state: [u64; 1], mined: bool) -> Next<1> {
        let [id, before] = unpack(state);
        let child = self.zdd.children(id, level)[usize::from(mined)];
        let more = u32::from(mined && self.chosen[level as usize]);
        self.state(child, if before == ALL { ALL } else { before + more })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::zdd::rank::count;

    #[test]
    fn subsets_of_two_or_three_of_five() {
        let meter = Meter::unwatched(Budget::default());
        let all = Zdd::any_of(&[0, 1, 2, 3, 4]);
        let between =
            |least: u32, most: u32| with_cardinality(&all, |_| true, least..=most, &meter).unwrap();
        assert_eq!(count(&between(2, 3), &meter).unwrap(), 20u32.into());
        assert_eq!(between(0, 5), all);
        assert!(between(6, 9).is_empty());
        assert!(between(3, 2).is_empty());
    }

    #[test]
    fn only_chosen_cells_are_counted() {
        let meter = Meter::unwatched(Budget::default());
        let all = Zdd::any_of(&[0, 1, 2, 3, 4]);
        for k in 0..4 {
            let some = with_cardinality(&all, |cell| cell % 2 == 0, k..=k, &meter).unwrap();
            for bits in 0..32u32 {
                let holds = some.contains(|cell| bits >> cell & 1 == 1);
                assert_eq!(holds, (bits & 0b10101).count_ones() == k);
            }
        }
    }
}
