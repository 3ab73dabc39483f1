//! CSR: many short lists of indices in two flat arrays (compressed sparse rows).

use super::scratch::with_zeroed_buffer;

/// List `i` is `items[offsets[i]..offsets[i + 1]]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lists {
    offsets: Vec<u32>,
    items: Vec<u32>,
}

impl Default for Lists {
    fn default() -> Self {
        Self { offsets: vec![0], items: Vec::new() }
    }
}

impl<'a> FromIterator<&'a [u32]> for Lists {
    fn from_iter<I: IntoIterator<Item = &'a [u32]>>(lists: I) -> Self {
        let lists = lists.into_iter();
        let least = lists.size_hint().0;
        let mut new = Self::with_capacity(least, 3 * least);
        lists.for_each(|list| new.push(list.iter().copied()));
        new
    }
}

impl Lists {
    pub fn with_capacity(lists: usize, items: usize) -> Self {
        let mut offsets = Vec::with_capacity(lists + 1);
        offsets.push(0);
        Self { offsets, items: Vec::with_capacity(items) }
    }

    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    pub fn items(&self) -> usize {
        self.items.len()
    }

    pub fn get(&self, i: usize) -> &[u32] {
        &self.items[self.offsets[i] as usize..self.offsets[i + 1] as usize]
    }

    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len()).map(|i| self.get(i))
    }

    pub fn push(&mut self, list: impl IntoIterator<Item = u32>) {
        self.items.extend(list);
        self.offsets.push(self.items.len() as u32);
    }

    /// Replaces every item by its new name.
    pub fn rename(&mut self, name: impl Fn(u32) -> u32) {
        self.items.iter_mut().for_each(|item| *item = name(*item));
    }

    /// Lists of the given lengths, `items` in all, to be filled with `put`.
    pub fn with_lengths(lengths: impl ExactSizeIterator<Item = u32>, items: usize) -> Self {
        let mut offsets = Vec::with_capacity(lengths.len() + 1);
        offsets.push(0);
        let mut end = 0;
        offsets.extend(lengths.map(|length| {
            end += length;
            end
        }));
        Self { offsets, items: vec![0; items] }
    }

    /// The index of the list's first item.
    pub fn start(&self, i: usize) -> u32 {
        self.offsets[i]
    }

    /// Writes an item at an index and advances the index.
    pub fn put(&mut self, place: &mut u32, item: u32) {
        self.items[*place as usize] = item;
        *place += 1;
    }

    /// List `x` holds every `i` with `list[i] == x`, ascending.
    pub fn inverse(list: &[u32], lists: usize) -> Self {
        Self::of_pairs(lists, (0..).zip(list.iter().copied()))
    }

    /// The inverse relation: list `x` holds every `i` whose list holds `x`, ascending.
    pub fn transpose(&self, lists: usize) -> Self {
        let mut offsets = vec![0u32; lists + 1];
        self.items.iter().for_each(|&x| offsets[x as usize + 1] += 1);
        let pairs = (0..).zip(self.iter()).flat_map(|(i, list)| list.iter().map(move |&x| (i, x)));
        Self::fill(offsets, self.items.len(), pairs)
    }

    /// List `x` holds the `i` of every pair `(i, x)`, in the order of the pairs.
    pub fn of_pairs(lists: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut offsets = vec![0u32; lists + 1];
        let mut items = 0;
        for (_, x) in pairs.clone() {
            offsets[x as usize + 1] += 1;
            items += 1;
        }
        Self::fill(offsets, items, pairs)
    }

    /// The items of a list, which keeps its length.
    pub fn get_mut(&mut self, i: usize) -> &mut [u32] {
        &mut self.items[self.offsets[i] as usize..self.offsets[i + 1] as usize]
    }

    /// Puts each `i` of the pairs `(i, x)` into list `x`. Entry x + 1 of `offsets` holds the length
    /// of list x at first, then its start, and its end when all items are in place.
    fn fill(mut offsets: Vec<u32>, items: usize, pairs: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut start = 0;
        for offset in &mut offsets[1..] {
            start += std::mem::replace(offset, start);
        }
        let mut items = vec![0; items];
        for (i, x) in pairs {
            let end = &mut offsets[x as usize + 1];
            items[*end as usize] = i;
            *end += 1;
        }
        Self { offsets, items }
    }
}

/// Lists that only shrink and keep their order.
#[derive(Clone, Debug)]
pub struct Shrinking {
    lists: Lists,
    lengths: Vec<u32>,
}

impl From<Lists> for Shrinking {
    fn from(lists: Lists) -> Self {
        let lengths = lists.iter().map(|list| list.len() as u32).collect();
        Self { lists, lengths }
    }
}

impl Shrinking {
    pub fn get(&self, i: usize) -> &[u32] {
        let start = self.lists.offsets[i] as usize;
        &self.lists.items[start..start + self.lengths[i] as usize]
    }

    pub fn clear(&mut self, i: usize) {
        self.lengths[i] = 0;
    }

    pub fn retain(&mut self, i: usize, keep: impl Fn(u32) -> bool) {
        let start = self.lists.offsets[i] as usize;
        let list = &mut self.lists.items[start..start + self.lengths[i] as usize];
        let mut kept = 0;
        for j in 0..list.len() {
            if keep(list[j]) {
                list[kept] = list[j];
                kept += 1;
            }
        }
        self.lengths[i] = kept as u32;
    }
}

/// Classes of items with equal lists.
pub struct Grouping {
    pub class: Vec<u32>,
    /// The first item of each class.
    pub first: Vec<u32>,
}

/// Groups `0..items` by their lists, in expected time linear in the total length.
///
/// Open addressing: a slot holds class + 1, or 0. At most half of the slots are used, so every
/// search ends.
pub fn group<L: Iterator<Item = u32>>(items: usize, list: impl Fn(usize) -> L) -> Grouping {
    let (mut class, mut first) = (Vec::with_capacity(items), Vec::with_capacity(items));
    with_zeroed_buffer((2 * items).next_power_of_two(), |slots| {
        let mask = slots.len() - 1;
        for item in 0..items {
            let mut slot = hash(list(item)) as usize & mask;
            let is_same = |class: u32| list(first[class as usize - 1] as usize).eq(list(item));
            while slots[slot] != 0 && !is_same(slots[slot]) {
                slot = (slot + 1) & mask;
            }
            if slots[slot] == 0 {
                first.push(item as u32);
                slots[slot] = first.len() as u32;
            }
            class.push(slots[slot] - 1);
        }
    });
    Grouping { class, first }
}

fn hash(list: impl Iterator<Item = u32>) -> u64 {
    let mixed = list.fold(0u64, |hash, x| {
        (hash ^ (u64::from(x) + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
    });
    mixed ^ (mixed >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_twice_gives_the_same_lists() {
        let mut lists = Lists::default();
        lists.push([0, 2]);
        lists.push([]);
        lists.push([1, 2]);
        assert_eq!(lists.transpose(3).get(2), [0, 2]);
        assert_eq!(lists.transpose(3).transpose(3), lists);
    }
}
