//! Stream: counts the solutions of a component along a sweep, cell by cell.
//!
//! Only the states of one level are kept, each with its total: the number of ways into it, or a
//! polynomial by the number of mines so far. A step adds the totals of at most two parents. All
//! totals have as many words as the largest needs; when one is full, all get one word more. So
//! nothing is rounded, and most levels take one addition per state.

use num_bigint::BigUint;

use crate::base::{LargeVec, Meter, Result};
use crate::circuit::frontier::{Frontier, Layer, Level, Sink};
use crate::circuit::packed::assign_fields_along;
use crate::number::{Polynomial, number_of_words};
use crate::system::Component;

/// Memory is given back with its level, time is not: each word of a level costs a share of a state. A default
/// budget is then worth about five seconds.
const WORDS_PER_STATE: usize = 16;

/// The number of solutions.
pub(crate) fn count(component: &Component, classes: &[u32], meter: &Meter) -> Result<BigUint> {
    let totals: Words = stream(component, classes, meter)?;
    Ok(totals.number(0))
}

/// The number of solutions by mines: at least one coefficient, which may be 0.
pub(crate) fn polynomial(
    component: &Component,
    classes: &[u32],
    meter: &Meter,
) -> Result<Polynomial<BigUint>> {
    let totals: RunningPolynomials = stream(component, classes, meter)?;
    let Some(&least) = totals.least.first() else {
        return Ok(Polynomial { least: 0, coefficients: vec![BigUint::ZERO] });
    };
    let coefficients = (0..totals.length(0)).map(|i| totals.words.number(i)).collect();
    Ok(Polynomial { least, coefficients })
}

/// The totals of all states of a level.
trait RunningTotals {
    /// The total of the only state before the first cell.
    fn start() -> Self;

    /// Clears `next` and gives it the width that sums of these totals need.
    fn prepare(&self, next: &mut Self);

    /// Appends the total of a state with one parent or two.
    fn merge(&mut self, before: &Self, parents: [u32; 2], are_parents: [bool; 2]);

    /// Appends the total of a state with one parent, with one more mine if chosen.
    fn copy(&mut self, before: &Self, from: u32, choice: usize);

    /// Words held.
    fn size(&self) -> usize;
}

/// Computes the totals of the next level.
struct Advance<'a, T> {
    before: &'a T,
    after: &'a mut T,
}

impl<T: RunningTotals> Sink for Advance<'_, T> {
    fn merge(&mut self, heads: [u32; 2], are_parents: [bool; 2]) {
        self.after.merge(self.before, heads, are_parents);
    }

    fn move_on(&mut self, from: u32, choice: usize) {
        self.after.copy(self.before, from, choice);
    }
}

fn stream<T: RunningTotals>(component: &Component, classes: &[u32], meter: &Meter) -> Result<T> {
    let layout = assign_fields_along(component, classes);
    match layout.words {
        0..=1 => run::<1, T>(&Frontier::new(component, layout.fields).layers(classes), meter),
        2 => run::<2, T>(&Frontier::new(component, layout.fields).layers(classes), meter),
        3..=4 => run::<4, T>(&Frontier::new(component, layout.fields).layers(classes), meter),
        5..=16 => run::<16, T>(&Frontier::new(component, layout.fields).layers(classes), meter),
        _ => Err(meter.too_wide()),
    }
}

/// The totals of the last level, which has one state or none.
fn run<const N: usize, T: RunningTotals>(layers: &[Layer<N>], meter: &Meter) -> Result<T> {
    let mut level = Level::<N>::start();
    let (mut before, mut after) = (T::start(), T::start());
    for layer in layers {
        let words = level.states.len() * N + before.size();
        // Two levels are held at a time, of eight bytes a word.
        meter.states(words)?;
        before.prepare(&mut after);
        level.advance(layer, &mut Advance { before: &before, after: &mut after }, meter)?;
        std::mem::swap(&mut before, &mut after);
        meter.give_back(words - words / WORDS_PER_STATE);
    }
    Ok(before)
}

/// Integers of equally many words, one after the other.
struct Words {
    /// Words per number.
    width: usize,
    words: LargeVec<u64>,
    /// An upper bound on the bits in any number's highest word.
    bits: u32,
}

impl Words {
    /// The most bits in any number's highest word.
    fn highest_bits(&self) -> u32 {
        let highest = self.words.iter().skip(self.width - 1).step_by(self.width);
        u64::BITS - highest.fold(0, |bits, word| bits | word).leading_zeros()
    }

    fn get(&self, i: usize) -> &[u64] {
        &self.words[i * self.width..(i + 1) * self.width]
    }

    /// Appends a number that may be narrower.
    fn push(&mut self, number: &[u64]) {
        self.words.extend_from_slice(number);
        self.words.extend((number.len()..self.width).map(|_| 0));
    }

    /// Adds a number, which may be narrower, to the one at `i`.
    fn add(&mut self, i: usize, number: &[u64]) {
        let at = &mut self.words[i * self.width..(i + 1) * self.width];
        let mut carry = false;
        for (word, &more) in at.iter_mut().zip(number.iter().chain(std::iter::repeat(&0))) {
            let (sum, over) = word.overflowing_add(more);
            let (sum, again) = sum.overflowing_add(u64::from(carry));
            (*word, carry) = (sum, over | again);
        }
    }

    /// The number at `i`; 0 if the list is empty.
    fn number(&self, i: usize) -> BigUint {
        if self.words.is_empty() { BigUint::ZERO } else { number_of_words(self.get(i)) }
    }
}

/// One number per state.
impl RunningTotals for Words {
    fn start() -> Self {
        Self { width: 1, words: LargeVec::from(vec![1]), bits: 1 }
    }

    // A sum of two numbers has at most one bit more: they are inspected only if that might overflow.
    fn prepare(&self, next: &mut Self) {
        next.words.clear();
        let bits = if self.bits < u64::BITS { self.bits } else { self.highest_bits() };
        let is_full = bits == u64::BITS;
        next.width = self.width + usize::from(is_full);
        next.bits = if is_full { 1 } else { bits + 1 };
    }

    fn merge(&mut self, before: &Self, [a, b]: [u32; 2], [is_a, is_b]: [bool; 2]) {
        if self.width == 1 {
            let value = |i: u32, is: bool| before.words[i as usize] & u64::from(is).wrapping_neg();
            return self.words.push(value(a, is_a) + value(b, is_b));
        }
        self.push(before.get(if is_a { a } else { b } as usize));
        if is_a && is_b {
            let last = self.words.len() / self.width - 1;
            self.add(last, before.get(b as usize));
        }
    }

    fn copy(&mut self, before: &Self, from: u32, _: usize) {
        self.push(before.get(from as usize));
    }

    fn size(&self) -> usize {
        self.words.len()
    }
}

/// A polynomial per state, by the number of mines so far.
struct RunningPolynomials {
    /// The least number of mines of each state, and where its coefficients end.
    least: Vec<u32>,
    ends: Vec<u32>,
    words: Words,
}

impl RunningPolynomials {
    fn start_of(&self, state: usize) -> usize {
        if state == 0 { 0 } else { self.ends[state - 1] as usize }
    }

    fn length(&self, state: usize) -> usize {
        self.ends[state] as usize - self.start_of(state)
    }

    /// The range of mines of a state, with `more` mines in the last cell.
    fn mines(&self, state: usize, more: u32) -> (u32, u32) {
        let least = self.least[state] + more;
        (least, least + self.length(state) as u32)
    }

    /// The words of all coefficients of a state.
    fn coefficients(&self, state: usize) -> &[u64] {
        let width = self.words.width;
        &self.words.words[self.start_of(state) * width..self.ends[state] as usize * width]
    }

    /// Appends a state with coefficients 0.
    fn open(&mut self, least: u32, end: u32) {
        let length = (end - least) as usize;
        let words = self.words.words.len() + length * self.words.width;
        self.words.words.resize(words, 0);
        self.close(least);
    }

    /// Completes a state whose coefficients are appended.
    fn close(&mut self, least: u32) {
        self.least.push(least);
        self.ends.push((self.words.words.len() / self.words.width) as u32);
    }

    /// Adds the total of a parent to the last state.
    fn add(&mut self, before: &Self, parent: u32, more: u32) {
        let last = self.least.len() - 1;
        let shift = (before.least[parent as usize] + more - self.least[last]) as usize;
        let (from, to) = (before.start_of(parent as usize), self.start_of(last) + shift);
        let length = before.length(parent as usize);
        (0..length).for_each(|i| self.words.add(to + i, before.words.get(from + i)));
    }

    /// Appends the sum of two one-word lists of coefficients; the second starts `later` words
    /// later.
    fn push_sum(&mut self, a: &[u64], b: &[u64], later: usize) {
        let words = &mut self.words.words;
        let (alone, a) = a.split_at(later.min(a.len()));
        words.extend_from_slice(alone);
        words.extend((alone.len()..later).map(|_| 0));
        words.extend(a.iter().zip(b).map(|(a, b)| a + b));
        let both = a.len().min(b.len());
        words.extend_from_slice(&a[both..]);
        words.extend_from_slice(&b[both..]);
    }
}

impl RunningTotals for RunningPolynomials {
    fn start() -> Self {
        Self { least: vec![0], ends: vec![1], words: Words::start() }
    }

    fn prepare(&self, next: &mut Self) {
        next.least.clear();
        next.ends.clear();
        self.words.prepare(&mut next.words);
    }

    fn merge(&mut self, before: &Self, [a, b]: [u32; 2], are_parents: [bool; 2]) {
        match are_parents {
            [true, true] => {
                let (x, y) = (before.mines(a as usize, 0), before.mines(b as usize, 1));
                if self.words.width > 1 {
                    self.open(x.0.min(y.0), x.1.max(y.1));
                    self.add(before, a, 0);
                    self.add(before, b, 1);
                    return;
                }
                let (a, b) = (before.coefficients(a as usize), before.coefficients(b as usize));
                if x.0 <= y.0 {
                    self.push_sum(a, b, (y.0 - x.0) as usize);
                } else {
                    self.push_sum(b, a, (x.0 - y.0) as usize);
                }
                self.close(x.0.min(y.0));
            }
            [true, false] => self.copy(before, a, 0),
            _ => self.copy(before, b, 1),
        }
    }

    fn copy(&mut self, before: &Self, from: u32, choice: usize) {
        let (least, end) = before.mines(from as usize, choice as u32);
        if before.words.width < self.words.width {
            self.open(least, end);
            self.add(before, from, choice as u32);
            return;
        }
        self.words.words.extend_from_slice(before.coefficients(from as usize));
        self.close(least);
    }

    fn size(&self) -> usize {
        self.words.words.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;

    #[test]
    fn states_may_take_several_words() {
        let meter = Meter::unwatched(Budget::default());
        for numbers in [20, 50, 100, 200, 500] {
            let classes: Vec<u32> = (0..=numbers).collect();
            let found = polynomial(&Component::hub(numbers, 1), &classes, &meter).unwrap();
            // Either the cell that all share, or all others.
            let (last, rest) = found.coefficients.split_last().unwrap();
            assert_eq!((found.least, found.coefficients.len()), (1, numbers as usize));
            assert_eq!((last, &rest[0]), (&1u32.into(), &1u32.into()));
            assert!(rest[1..].iter().all(|count| *count == BigUint::ZERO));
        }
        let classes: Vec<u32> = (0..=2000).collect();
        assert_eq!(count(&Component::hub(2000, 1), &classes, &meter), Err(meter.too_wide()));
    }

    #[test]
    fn nothing_is_counted_as_nothing() {
        // Three classes of one cell, of each two of which one is mined.
        let component = Component::uniform([1; 3], 1, (0..3).map(|i| [i, (i + 1) % 3]));
        let meter = Meter::unwatched(Budget::default());
        assert_eq!(count(&component, &[0, 1, 2], &meter), Ok(BigUint::ZERO));
        let found = polynomial(&component, &[0, 1, 2], &meter).unwrap();
        assert_eq!(found.coefficients, [BigUint::ZERO]);
    }

    #[test]
    fn totals_grow_beyond_a_word() {
        let (length, meter) = (60, Meter::unwatched(Budget::default()));
        let component = Component::circle(length);
        let classes: Vec<u32> = (0..length).collect();
        // All even classes hold v mines and all odd ones 3 − v: C(3, v) ways each.
        let ways = |v: u64| BigUint::from([1u64, 3, 3, 1][v as usize]).pow(length);
        let expected: BigUint = (0..4).map(ways).sum();
        assert_eq!(count(&component, &classes, &meter).unwrap(), expected);
        let found = polynomial(&component, &classes, &meter).unwrap();
        assert_eq!(found.least, 3 * length / 2);
        assert_eq!(found.coefficients, [expected]);
    }
}
