//! Packed: the state of a table in a few words.
//!
//! Each open constraint has a bit field with the mines that its absorbed classes give it, and a
//! guard bit on top. The field is the same in every table, so joining two states is one addition.
//! Testing all bounds is one subtraction: a guard bit that survives shows that its bound holds.

use crate::base::{Key, subtract};
use crate::order::Plan;
use crate::system::Component;

#[derive(Clone, Copy, Debug, Default)]
pub struct Field {
    word: u32,
    shift: u32,
    /// Bits of the sum, without the guard bit.
    width: u32,
}

impl Field {
    /// A field with a word of its own, for sums up to `most`.
    pub fn alone(word: usize, most: u32) -> Self {
        Self { word: word as u32, shift: 0, width: width(most) }
    }

    fn mask(&self) -> u64 {
        // width < 33, so the shift is never 64.
        ((2u64 << self.width) - 1) << self.shift
    }

    fn guard(&self) -> u64 {
        1 << (self.shift + self.width)
    }

    pub fn add<const N: usize>(&self, key: &mut Key<N>, value: u32) {
        key[self.word as usize] += u64::from(value) << self.shift;
    }

    pub fn get<const N: usize>(&self, key: &Key<N>) -> u32 {
        ((key[self.word as usize] & self.mask()) >> self.shift) as u32
    }

    pub fn set<const N: usize>(&self, key: &mut Key<N>, value: u32) {
        let word = &mut key[self.word as usize];
        *word = *word & !self.mask() | u64::from(value) << self.shift;
    }
}

/// The field of every constraint.
pub struct Layout {
    pub fields: Vec<Field>,
    pub words: usize,
}

/// Assigns a field to each constraint, so that constraints open in one table never overlap.
///
/// Runs backwards: the constraints that stay open in an operation already have a field when its
/// closing ones get theirs. This colours a chordal graph along its perfect elimination order.
pub fn assign_fields(component: &Component, plan: &Plan) -> Layout {
    let mut fields = vec![Field::default(); component.constraints()];
    let mut used = Vec::new();
    let mut words = 0;
    for operation in plan.operations.iter().rev() {
        let closing = plan.closing(operation);
        if closing.is_empty() {
            continue;
        }
        used.clear();
        for open in plan.staying(operation) {
            occupy(&mut used, &fields[open.constraint as usize]);
        }
        for open in closing {
            let field = first_fit(&used, width(component.rests[open.constraint as usize]));
            occupy(&mut used, &field);
            fields[open.constraint as usize] = field;
        }
        words = words.max(used.len());
    }
    Layout { fields, words }
}

/// Assigns fields along a sweep; each is used from the constraint's first class to its last.
pub fn assign_fields_along(component: &Component, classes: &[u32]) -> Layout {
    let mut fields = vec![Field::default(); component.constraints()];
    let mut left: Vec<usize> = component.members.iter().map(<[u32]>::len).collect();
    let mut used = Vec::new();
    for &class in classes {
        let touching = component.touching.get(class as usize);
        for &constraint in touching {
            let c = constraint as usize;
            if left[c] == component.members.get(c).len() {
                fields[c] = first_fit(&used, width(component.rests[c]));
                occupy(&mut used, &fields[c]);
            }
            left[c] -= 1;
        }
        for &constraint in touching.iter().filter(|&&c| left[c as usize] == 0) {
            let field = &fields[constraint as usize];
            used[field.word as usize] &= !field.mask();
        }
    }
    Layout { fields, words: used.len() }
}

fn width(most: u32) -> u32 {
    u32::BITS - most.leading_zeros()
}

fn occupy(used: &mut Vec<u64>, field: &Field) {
    let word = field.word as usize;
    if used.len() <= word {
        used.resize(word + 1, 0);
    }
    used[word] |= field.mask();
}

fn first_fit(used: &[u64], width: u32) -> Field {
    for (word, &bits) in used.iter().enumerate() {
        let mut field = Field { word: word as u32, shift: 0, width };
        while field.shift + width < u64::BITS {
            let clash = bits & field.mask();
            if clash == 0 {
                return field;
            }
            field.shift = u64::BITS - clash.leading_zeros();
        }
    }
    Field { word: used.len() as u32, shift: 0, width }
}

/// The bounds on the sums of one operation.
///
/// One subtraction tests all fields of a word. With a field of two bits and its guard G:
///
/// ```text
/// upper bound 2, sum 1:   G10 − 001 = G01    the guard survives: 1 ≤ 2
/// upper bound 2, sum 3:   G10 − 011 = 0 11   the guard was borrowed: 3 > 2
/// lower bound 2, sum 3:   G11 − 010 = G01    the guard survives: 3 ≥ 2
/// lower bound 2, sum 1:   G01 − 010 = 0 11   the guard was borrowed: 1 < 2
/// ```
///
/// A field borrows from its own guard first, so fields do not affect each other as long as a sum
/// stays below twice the guard. It does: both summands are at most the rest, which is below the
/// guard.
#[derive(Clone, Copy)]
pub struct Limits<const N: usize> {
    guards: Key<N>,
    least: Key<N>,
    /// With the guards set.
    most: Key<N>,
    closing: Key<N>,
    rests: Key<N>,
}

impl<const N: usize> Default for Limits<N> {
    fn default() -> Self {
        let zero = [0; N];
        Self { guards: zero, least: zero, most: zero, closing: zero, rests: zero }
    }
}

impl<const N: usize> Limits<N> {
    pub fn bound(&mut self, field: &Field, least: u32, most: u32) {
        let word = field.word as usize;
        self.guards[word] |= field.guard();
        field.add(&mut self.least, least);
        field.add(&mut self.most, most);
        self.most[word] |= field.guard();
    }

    /// Raises the lower bound by one.
    pub fn raise(&mut self, field: &Field) {
        field.add(&mut self.least, 1);
    }

    /// Removes the bounds of a field.
    pub fn forget(&mut self, field: &Field) {
        let word = field.word as usize;
        for key in [&mut self.guards, &mut self.least, &mut self.most] {
            key[word] &= !field.mask();
        }
    }

    /// Closes a field, whose bounds are equal: its sum must be the rest, and leaves the state.
    pub fn close(&mut self, field: &Field) {
        let word = field.word as usize;
        self.closing[word] |= field.mask();
        self.rests[word] |= self.most[word] & field.mask() & !field.guard();
    }

    /// No sum exceeds its upper bound. Sums of two states within bounds never overflow a guard.
    pub fn below(&self, sums: Key<N>) -> bool {
        let left = subtract(self.most, sums);
        (0..N).all(|w| left[w] & self.guards[w] == self.guards[w])
    }

    /// No sum is below its lower bound; meaningless for a sum above its upper bound.
    pub fn above(&self, sums: Key<N>) -> bool {
        (0..N).all(|w| {
            let more = (sums[w] | self.guards[w]).wrapping_sub(self.least[w]);
            more & self.guards[w] == self.guards[w]
        })
    }

    pub fn hold(&self, sums: Key<N>) -> bool {
        self.below(sums) & self.above(sums)
    }

    pub fn after(&self, sums: Key<N>) -> Key<N> {
        std::array::from_fn(|w| sums[w] & !self.closing[w])
    }

    pub fn closing_part(&self, key: Key<N>) -> Key<N> {
        std::array::from_fn(|w| key[w] & self.closing[w])
    }

    /// What the other side of a join must give to the closing constraints.
    pub fn missing(&self, key: Key<N>) -> Key<N> {
        subtract(self.rests, self.closing_part(key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_test_every_field_at_once() {
        let a = Field { word: 0, shift: 0, width: 2 };
        let b = Field { word: 0, shift: 3, width: 1 };
        let mut limits = Limits::<1>::default();
        limits.bound(&a, 1, 3);
        limits.bound(&b, 0, 1);
        let within = |x: u64, y: u64| {
            let sums = [x | y << 3];
            limits.below(sums) && limits.above(sums)
        };
        for x in 0..=6 {
            for y in 0..=2 {
                assert_eq!(within(x, y), (1..=3).contains(&x) && y <= 1, "{x} {y}");
            }
        }
    }

    #[test]
    fn fields_fill_words_without_straddling() {
        let mut used = vec![];
        for i in 0..40 {
            let field = first_fit(&used, 2);
            assert_eq!((field.word, field.shift), (i / 21, i % 21 * 3));
            occupy(&mut used, &field);
        }
    }
}
