//! Interner: numbers distinct keys of a few words.

/// A packed state. No field crosses a word boundary, so words are added independently.
pub type Key<const N: usize> = [u64; N];

pub fn add<const N: usize>(a: Key<N>, b: Key<N>) -> Key<N> {
    std::array::from_fn(|w| a[w].wrapping_add(b[w]))
}

pub fn subtract<const N: usize>(a: Key<N>, b: Key<N>) -> Key<N> {
    std::array::from_fn(|w| a[w].wrapping_sub(b[w]))
}

/// Two numbers as one key.
pub fn pack(a: u32, b: u32) -> Key<1> {
    [u64::from(a) | u64::from(b) << 32]
}

pub fn unpack([key]: Key<1>) -> [u32; 2] {
    [key as u32, (key >> 32) as u32]
}

/// Numbers distinct keys 0, 1, … in the order of their first appearance.
#[derive(Default)]
pub struct Interner<const N: usize> {
    keys: Vec<Key<N>>,
    /// Open addressing: number + 1, or 0. Empty while the keys are searched one by one.
    slots: Vec<u32>,
}

/// Up to this many keys a linear search is cheaper than hashing.
const LINEAR_KEYS: usize = 12;

impl<const N: usize> Interner<N> {
    pub fn with_capacity(keys: usize) -> Self {
        Self { keys: Vec::with_capacity(keys), slots: Vec::new() }
    }

    /// The number of a key, which is added if it is new.
    pub fn intern(&mut self, key: Key<N>) -> u32 {
        if self.slots.is_empty() {
            return self.search(key);
        }
        let slot = self.slot(&key);
        if self.slots[slot] == 0 {
            self.keys.push(key);
            self.slots[slot] = self.keys.len() as u32;
            if 2 * self.keys.len() > self.slots.len() {
                self.grow();
            }
            return self.keys.len() as u32 - 1;
        }
        self.slots[slot] - 1
    }

    fn search(&mut self, key: Key<N>) -> u32 {
        if let Some(known) = self.keys.iter().position(|&known| known == key) {
            return known as u32;
        }
        self.keys.push(key);
        if self.keys.len() > LINEAR_KEYS {
            self.grow();
        }
        self.keys.len() as u32 - 1
    }

    /// The slot of the key, or the free slot where it belongs.
    fn slot(&self, key: &Key<N>) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(key) as usize & mask;
        while self.slots[slot] != 0 && self.keys[self.slots[slot] as usize - 1] != *key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let slots = (4 * self.keys.len()).next_power_of_two();
        self.slots.clear();
        self.slots.resize(slots, 0);
        for i in 0..self.keys.len() {
            let slot = self.slot(&self.keys[i]);
            self.slots[slot] = i as u32 + 1;
        }
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn keys(&self) -> &[Key<N>] {
        &self.keys
    }

    /// Removes all keys and prepares for `room` new ones.
    pub fn reset(&mut self, room: usize) {
        self.keys.clear();
        self.slots.clear();
        if room > LINEAR_KEYS {
            self.slots.resize((2 * room).next_power_of_two(), 0);
        }
    }

    pub fn into_keys(self) -> Vec<Key<N>> {
        self.keys
    }

    /// Returns the keys and starts again with the memory of `room`.
    pub fn take(&mut self, mut room: Vec<Key<N>>) -> Vec<Key<N>> {
        self.slots.clear();
        room.clear();
        std::mem::replace(&mut self.keys, room)
    }
}

fn hash<const N: usize>(key: &Key<N>) -> u64 {
    let mixed = key.iter().fold(0u64, |h, &word| (h ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed ^ (mixed >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interning_numbers_keys_by_first_appearance() {
        let mut interner = Interner::<2>::default();
        let numbers: Vec<u32> = (0..1000).map(|i| interner.intern([i % 100, 7])).collect();
        assert_eq!(numbers, (0..1000).map(|i| i % 100).collect::<Vec<u32>>());
        assert_eq!(interner.take(Vec::new()).len(), 100);
        assert_eq!(interner.intern([5, 5]), 0);
    }
}
