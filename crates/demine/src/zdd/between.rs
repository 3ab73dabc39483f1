//! Between: the sets of a diagram that have at least and at most so many cells.

use crate::base::{Meter, Stopped};
use crate::zdd::diagram::{EMPTY, Next, Spec, UNIT, Zdd, build};

/// The sets with `least` to `most` cells.
pub fn between(zdd: &Zdd, least: u32, most: u32, meter: &Meter<'_>) -> Result<Zdd, Stopped> {
    let sizes = zdd.upward(None, Some((0, 0)), |_, lo: &Option<(u32, u32)>, hi| {
        let (few, many) = hi.expect("a 1-edge never leads to the 0-terminal");
        let hi = (few + 1, many + 1);
        Some(lo.map_or(hi, |lo| (lo.0.min(hi.0), lo.1.max(hi.1))))
    });
    meter.steps(zdd.size())?;
    build(zdd.order(), &Between { zdd, sizes, least, most }, meter)
}

/// All sets below are in, however many cells were chosen above.
const ALL: u32 = u32::MAX;

struct Between<'a> {
    zdd: &'a Zdd,
    /// The fewest and the most cells of the sets below each node; None for ⊥.
    sizes: Vec<Option<(u32, u32)>>,
    least: u32,
    most: u32,
}

impl Between<'_> {
    /// Go on below a node after so many cells.
    #[inline]
    fn go(&self, id: u32, chosen: u32) -> Next<1> {
        let Some((few, many)) = self.sizes[id as usize] else { return Next::Empty };
        if chosen != ALL && (chosen + many < self.least || chosen + few > self.most) {
            return Next::Empty;
        }
        if id == UNIT {
            return Next::Unit;
        }
        let all = chosen == ALL || (chosen + few >= self.least && chosen + many <= self.most);
        let state = u64::from(id) | u64::from(if all { ALL } else { chosen }) << 32;
        Next::At(self.zdd.level(id), [state])
    }
}

impl Spec<1> for Between<'_> {
    fn start(&self) -> Next<1> {
        self.go(self.zdd.root(), 0)
    }

    #[inline]
    fn next(&self, level: u32, [state]: [u64; 1], mined: bool) -> Next<1> {
        let (id, chosen) = (state as u32, (state >> 32) as u32);
        let child = self.zdd.children(id, level)[usize::from(mined)];
        if child == EMPTY {
            return Next::Empty;
        }
        self.go(child, if chosen == ALL { ALL } else { chosen + u32::from(mined) })
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
        let some = between(&all, 2, 3, &meter).unwrap();
        assert_eq!(count(&some, &meter).unwrap(), 20u32.into());
        assert_eq!(between(&all, 0, 5, &meter).unwrap(), all);
        assert!(between(&all, 6, 9, &meter).unwrap().is_empty());
        assert!(between(&all, 3, 2, &meter).unwrap().is_empty());
    }
}
