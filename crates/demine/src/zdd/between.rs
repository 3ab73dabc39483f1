//! Between: the sets of a diagram that have at least and at most so many of some cells.
//!
//! Z ∩ (S(X, k) ∗ 2^(U∖X)) for all k from the least to the most, without making the second factor.

use crate::base::{Meter, Stopped};
use crate::board::Cell;
use crate::zdd::diagram::{Next, Spec, UNIT, Zdd, build};

/// The sets with exactly `count` of the chosen cells.
pub fn exactly(
    zdd: &Zdd,
    chosen: impl Fn(Cell) -> bool,
    count: u32,
    meter: &Meter<'_>,
) -> Result<Zdd, Stopped> {
    between(zdd, chosen, count, count, meter)
}

/// The sets with `least` to `most` of the chosen cells.
pub fn between(
    zdd: &Zdd,
    chosen: impl Fn(Cell) -> bool,
    least: u32,
    most: u32,
    meter: &Meter<'_>,
) -> Result<Zdd, Stopped> {
    let chosen: Vec<bool> = zdd.order().iter().map(|&cell| chosen(cell)).collect();
    let bounds = zdd.upward(None, Some((0, 0)), |node, lo: &Option<(u32, u32)>, hi| {
        let more = u32::from(chosen[node.level as usize]);
        let (few, many) = hi.expect("a 1-edge never leads to the 0-terminal");
        let hi = (few + more, many + more);
        Some(lo.map_or(hi, |lo| (lo.0.min(hi.0), lo.1.max(hi.1))))
    });
    meter.steps(zdd.size())?;
    build(zdd.order(), &Between { zdd, chosen, bounds, least, most }, meter)
}

/// All sets below are in, however many chosen cells were mined above.
const ALL: u32 = u32::MAX;

struct Between<'a> {
    zdd: &'a Zdd,
    /// By level.
    chosen: Vec<bool>,
    /// The fewest and the most chosen cells of the sets below each node; None for ⊥.
    bounds: Vec<Option<(u32, u32)>>,
    least: u32,
    most: u32,
}

impl Between<'_> {
    /// Go on below a node after so many chosen cells.
    #[inline]
    fn go(&self, id: u32, mined: u32) -> Next<1> {
        let Some((few, many)) = self.bounds[id as usize] else { return Next::Empty };
        if mined != ALL && (mined + many < self.least || mined + few > self.most) {
            return Next::Empty;
        }
        if id == UNIT {
            return Next::Unit;
        }
        let all = mined == ALL || (mined + few >= self.least && mined + many <= self.most);
        let state = u64::from(id) | u64::from(if all { ALL } else { mined }) << 32;
        Next::At(self.zdd.level(id), [state])
    }
}

impl Spec<1> for Between<'_> {
    fn start(&self) -> Next<1> {
        self.go(self.zdd.root(), 0)
    }

    #[inline]
    fn next(&self, level: u32, [state]: [u64; 1], mined: bool) -> Next<1> {
        let (id, before) = (state as u32, (state >> 32) as u32);
        let child = self.zdd.children(id, level)[usize::from(mined)];
        let more = u32::from(mined && self.chosen[level as usize]);
        self.go(child, if before == ALL { ALL } else { before + more })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::zdd::rank::count;

    #[test]
    fn subsets_of_two_or_three_of_five() {
        let meter = Meter::new(Budget::default(), &|| false);
        let all = Zdd::any_of(&[0, 1, 2, 3, 4]);
        let between = |least, most| between(&all, |_| true, least, most, &meter).unwrap();
        assert_eq!(count(&between(2, 3), &meter).unwrap(), 20u32.into());
        assert_eq!(between(0, 5), all);
        assert!(between(6, 9).is_empty());
        assert!(between(3, 2).is_empty());
    }

    #[test]
    fn only_chosen_cells_are_counted() {
        let meter = Meter::new(Budget::default(), &|| false);
        let all = Zdd::any_of(&[0, 1, 2, 3, 4]);
        for k in 0..4 {
            let some = exactly(&all, |cell| cell % 2 == 0, k, &meter).unwrap();
            for bits in 0..32u32 {
                let holds = some.contains(|cell| bits >> cell & 1 == 1);
                assert_eq!(holds, (bits & 0b10101).count_ones() == k);
            }
        }
    }
}
