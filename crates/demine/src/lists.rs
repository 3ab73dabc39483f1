//! Lists: many short lists of indices in two flat arrays.

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

impl Lists {
    pub fn with_capacity(lists: usize, items: usize) -> Self {
        let mut offsets = Vec::with_capacity(lists + 1);
        offsets.push(0);
        Self { offsets, items: Vec::with_capacity(items) }
    }

    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn items(&self) -> usize {
        self.items.len()
    }

    #[inline]
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

    /// The same pairs seen from the other side: list `x` holds every `i` whose list holds `x`,
    /// ascending.
    pub fn transposed(&self, lists: usize) -> Self {
        let mut offsets = vec![0u32; lists + 1];
        for &x in &self.items {
            offsets[x as usize + 1] += 1;
        }
        for x in 0..lists {
            offsets[x + 1] += offsets[x];
        }
        let mut next = offsets.clone();
        let mut items = vec![0; self.items.len()];
        for i in 0..self.len() {
            for &x in self.get(i) {
                items[next[x as usize] as usize] = i as u32;
                next[x as usize] += 1;
            }
        }
        Self { offsets, items }
    }
}

/// Items with equal lists share a class.
pub struct Grouping {
    pub class: Vec<u32>,
    /// The first item of each class.
    pub first: Vec<u32>,
}

/// Group `0..items` by their lists, in linear time.
///
/// Lists are compared by hash first, and by content only with the first list of that hash: a
/// collision can at worst leave equal items apart, which costs time but never correctness.
pub fn group<L: Iterator<Item = u32>>(items: usize, list: impl Fn(usize) -> L) -> Grouping {
    let mut seen = rustc_hash::FxHashMap::default();
    let mut grouping = Grouping { class: Vec::with_capacity(items), first: Vec::new() };
    for item in 0..items {
        let new = grouping.first.len() as u32;
        let known = *seen.entry(hash(list(item))).or_insert(new);
        let equal =
            known == new || list(grouping.first[known as usize] as usize).eq(list(item));
        let class = if equal { known } else { new };
        if class == new {
            grouping.first.push(item as u32);
        }
        grouping.class.push(class);
    }
    grouping
}

fn hash(list: impl Iterator<Item = u32>) -> u64 {
    list.fold(0, |hash, x| {
        (hash ^ (u64::from(x) + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
    })
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
        assert_eq!(lists.transposed(3).get(2), [0, 2]);
        assert_eq!(lists.transposed(3).transposed(3), lists);
    }
}
