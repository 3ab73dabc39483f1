//! Sorting: that of the standard library, and for browsers a short one.
//!
//! The standard library has kilobytes of code for each type that is sorted. That was a sixth of the
//! engine that a phone loads. There, one small sort serves all types. Both give the same order.

use std::cmp::Ordering;

/// Lists that can be sorted.
pub(crate) trait Sort<T> {
    /// Sorts ascending. Elements that compare as equal are the same.
    fn ascend(&mut self)
    where
        T: Ord;

    /// Sorts by a comparison. Elements that compare as equal keep their order.
    fn arrange(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// The same by a key.
    fn arrange_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
impl<T> Sort<T> for [T] {
    fn ascend(&mut self)
    where
        T: Ord,
    {
        self.sort_unstable();
    }

    fn arrange(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        self.sort_by(compare);
    }

    fn arrange_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K) {
        self.sort_by_key(key);
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
impl<T> Sort<T> for [T] {
    fn ascend(&mut self)
    where
        T: Ord,
    {
        short::sort(self, T::cmp);
    }

    fn arrange(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        short::sort(self, compare);
    }

    fn arrange_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        short::sort(self, |a, b| key(a).cmp(&key(b)));
    }
}

/// A stable sort with little code per type: a merge of numbers, the same for all types.
#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod short {
    use super::Ordering;

    /// Lists up to this length are sorted by insertion.
    const SHORT: usize = 12;

    pub fn sort<T>(list: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
        if list.len() <= SHORT {
            insert_each(list, compare);
        } else if !list.is_sorted_by(|a, b| compare(a, b).is_le()) {
            let mut order = order_of(list.len(), &mut |a, b| compare(&list[a], &list[b]).is_gt());
            permute(list, &mut order);
        }
    }

    fn insert_each<T>(list: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
        for end in 1..list.len() {
            let mut at = end;
            while at > 0 && compare(&list[at - 1], &list[at]).is_gt() {
                list.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    /// The places of a list in ascending order of their elements.
    fn order_of(count: usize, is_after: &mut dyn FnMut(usize, usize) -> bool) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        let mut merged = Vec::with_capacity(count);
        let mut length = 1;
        while length < count {
            for pair in order.chunks(2 * length) {
                let (mut left, mut right) = pair.split_at(length.min(pair.len()));
                while let (Some(&a), Some(&b)) = (left.first(), right.first()) {
                    let next = if is_after(a, b) { &mut right } else { &mut left };
                    merged.push(next[0]);
                    *next = &next[1..];
                }
                merged.extend_from_slice(left);
                merged.extend_from_slice(right);
            }
            std::mem::swap(&mut order, &mut merged);
            merged.clear();
            length *= 2;
        }
        order
    }

    /// Puts the element at `order[place]` at each place, cycle by cycle.
    fn permute<T>(list: &mut [T], order: &mut [usize]) {
        for start in 0..list.len() {
            let mut at = start;
            loop {
                let from = std::mem::replace(&mut order[at], at);
                if from == start {
                    break;
                }
                list.swap(at, from);
                at = from;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::short;
    use crate::base::Random;

    #[test]
    fn the_short_sort_gives_the_order_of_the_standard_library() {
        let mut random = Random::new(1);
        for length in (0..40).chain([100, 1000, 1025]) {
            for range in [1, 3, 1 << 30] {
                let numbered = (0..length).map(|place| (random.below(range), place));
                let mut list: Vec<_> = numbered.collect();
                let mut expected = list.clone();
                expected.sort_by_key(|&(key, _)| key);
                short::sort(&mut list, |a, b| a.0.cmp(&b.0));
                assert_eq!(list, expected);
            }
        }
    }
}
