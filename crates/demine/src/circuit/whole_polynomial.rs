//! Whole polynomial: P of a circuit in whole numbers, each as long as its table needs.
//!
//! Remainders modulo primes take a pass over all tables for every 61 binary digits of the answer. But only
//! tables near the root have long coefficients, and most of the work is far from it. So the coefficients of
//! a table all have the words that its largest needs, which is known from a pass in floats.

use num_bigint::BigUint;

use crate::base::{Meter, Result};
use crate::circuit::compile::{Circuit, Stage, Step};
use crate::circuit::compiled::Compiled;
use crate::circuit::evaluate::{ByMines, Grading};
use crate::number::{Polynomial, Scaled, binomial, number_of_words};
use crate::system::Component;

/// Products that take more multiplications of words are left to long integers.
const LONG_PRODUCT: usize = 1 << 12;

/// P of a circuit with solutions, given the totals of all states in floats; None if a class has too many
/// cells for its ways to fit in a word.
pub(crate) fn whole_polynomial(
    compiled: &Compiled,
    grading: &ByMines,
    floats: &[Scaled],
    meter: &Meter,
) -> Result<Option<Polynomial<BigUint>>> {
    let (component, circuit) = (compiled.split_component(), &compiled.circuit);
    let Some(root) = circuit.root else { return Ok(None) };
    let mut pass = Pass { component, circuit, grading, tables: Vec::new() };
    let ends = circuit.stages.iter().skip(1).map(|stage| stage.first as usize);
    for (stage, end) in circuit.stages.iter().zip(ends.chain([circuit.states])) {
        let Some(table) = pass.table(stage, end, floats, meter)? else { return Ok(None) };
        pass.tables.push(Some(table));
    }
    let last = pass.take(root, meter);
    let coefficients = last.words.chunks(last.width).map(number_of_words).collect();
    Ok(Some(Polynomial { least: grading.least(root), coefficients }))
}

/// The coefficients of all states that an operation made.
struct Table {
    /// The place of the first.
    start: usize,
    /// The words of each.
    width: usize,
    words: Vec<u64>,
}

impl Table {
    /// The table with nothing in it: one state, with one way into it.
    fn empty() -> Self {
        Self { start: 0, width: 1, words: vec![1] }
    }

    fn get(&self, grading: &ByMines, state: u32) -> &[u64] {
        let place = grading.place(state);
        let from = (place.start - self.start) * self.width;
        &self.words[from..from + place.len() * self.width]
    }

    fn states(&self) -> usize {
        self.words.len() / 2
    }
}

struct Pass<'a> {
    component: &'a Component,
    circuit: &'a Circuit,
    grading: &'a ByMines,
    /// One per stage so far; none if it was used.
    tables: Vec<Option<Table>>,
}

impl Pass<'_> {
    /// The table of a stage, whose states end before `end`; None if its class has too many cells.
    fn table(
        &mut self,
        stage: &Stage,
        end: usize,
        floats: &[Scaled],
        meter: &Meter,
    ) -> Result<Option<Table>> {
        let weights = match stage.class {
            Some(class) => match weights(self.component, class as usize) {
                Some(weights) => Some(weights),
                None => return Ok(None),
            },
            None => None,
        };
        let steps = &self.circuit.steps[stage.steps.clone()];
        let Some(&Step { from, with, .. }) = steps.last() else { return Ok(Some(Table::empty())) };
        let start = self.grading.place(stage.first).start;
        let end = self.grading.place(end as u32 - 1).end;
        let bits = floats[start..end].iter().copied().fold(Scaled::ZERO, Scaled::max).bits();
        // One digit more, so that no sum overflows.
        let width = (bits as usize + 1).div_ceil(64);
        let mut table = Table { start, width, words: Vec::new() };
        meter.states((end - start) * width / 2)?;
        table.words.resize((end - start) * width, 0);
        let left = self.take(from, meter);
        match weights {
            Some(weights) => self.absorb(steps, &left, &weights, &mut table, meter)?,
            None => {
                let right = self.take(with, meter);
                self.join(steps, [&left, &right], &mut table, meter)?;
            }
        }
        Ok(Some(table))
    }

    /// The table of a state, which is needed only once.
    fn take(&mut self, state: u32, meter: &Meter) -> Table {
        if state == 0 {
            return Table::empty();
        }
        let stage = self.circuit.stages.partition_point(|stage| stage.first <= state) - 1;
        let table = self.tables[stage].take().expect("each table is used once");
        meter.give_back(table.states());
        table
    }

    fn absorb(
        &self,
        steps: &[Step],
        from: &Table,
        weights: &[(u32, u64)],
        to: &mut Table,
        meter: &Meter,
    ) -> Result<()> {
        for step in steps {
            let (mines, weight) = weights[step.with as usize];
            let source = from.get(self.grading, step.from);
            let least = self.grading.least(step.from) + mines;
            let at = (self.grading.entry(step.to, least) - to.start) * to.width;
            meter.steps(source.len() + 4)?;
            let target = &mut to.words[at..];
            for (source, target) in source.chunks(from.width).zip(target.chunks_mut(to.width)) {
                add_times(target, source, weight);
            }
        }
        Ok(())
    }

    fn join(
        &self,
        steps: &[Step],
        [left, right]: [&Table; 2],
        to: &mut Table,
        meter: &Meter,
    ) -> Result<()> {
        let mut wide = Wide::default();
        for step in steps {
            let a = left.get(self.grading, step.from);
            let b = right.get(self.grading, step.with);
            let least = self.grading.least(step.from) + self.grading.least(step.with);
            let at = (self.grading.entry(step.to, least) - to.start) * to.width;
            let target = &mut to.words[at..];
            if a.len() * b.len() <= LONG_PRODUCT || to.width == 1 {
                meter.steps(a.len() * b.len() / 4 + 4)?;
                add_product(target, to.width, [(a, left.width), (b, right.width)]);
            } else {
                let (a, b) = wide.both(step, [(a, left.width), (b, right.width)], to.width);
                meter.steps(
                    a.bits().min(b.bits()) as usize * a.bits().max(b.bits()) as usize >> 14,
                )?;
                add_words(target, (a * b).iter_u64_digits());
            }
        }
        Ok(())
    }
}

/// The mines of a class, and in how many ways it holds them; a copy has no mines of its own.
fn weights(component: &Component, class: usize) -> Option<Vec<(u32, u64)>> {
    let ways = |mines| match component.is_copy(class) {
        true => Some((0, 1)),
        false => {
            let ways = binomial(component.size(class).into(), u64::from(mines));
            u64::try_from(ways).ok().map(|ways| (mines, ways))
        }
    };
    (0..=component.most(class)).map(ways).collect()
}

/// Polynomials of the states of two tables as long integers, each made once.
#[derive(Default)]
struct Wide {
    left: Option<(u32, BigUint)>,
    right: rustc_hash::FxHashMap<u32, BigUint>,
}

impl Wide {
    fn both(
        &mut self,
        step: &Step,
        [a, b]: [(&[u64], usize); 2],
        width: usize,
    ) -> (&BigUint, &BigUint) {
        // Steps come in the order of their left states.
        if self.left.as_ref().is_none_or(|(state, _)| *state != step.from) {
            self.left = Some((step.from, spaced(a, width)));
        }
        let right = self.right.entry(step.with).or_insert_with(|| spaced(b, width));
        (&self.left.as_ref().expect("just made").1, right)
    }
}

/// Coefficients as one long integer, each in so many words.
fn spaced((words, width): (&[u64], usize), wider: usize) -> BigUint {
    let mut digits = Vec::with_capacity(2 * wider * words.len() / width);
    for coefficient in words.chunks(width) {
        let zeros = std::iter::repeat_n(0, wider - width);
        for word in coefficient.iter().copied().chain(zeros) {
            digits.extend([word as u32, (word >> 32) as u32]);
        }
    }
    BigUint::new(digits)
}

/// Adds a number times a word.
fn add_times(target: &mut [u64], number: &[u64], weight: u64) {
    let mut carry = 0u128;
    for (i, word) in target.iter_mut().enumerate() {
        let more = number.get(i).map_or(0, |&n| u128::from(n) * u128::from(weight));
        let sum = u128::from(*word) + more + carry;
        (*word, carry) = (sum as u64, sum >> 64);
        if carry == 0 && i >= number.len() {
            break;
        }
    }
}

/// Adds the digits of a long integer.
fn add_words(target: &mut [u64], digits: impl Iterator<Item = u64>) {
    let mut digits = digits;
    let mut carry = false;
    for word in target {
        let Some(digit) = digits.next().or_else(|| carry.then_some(0)) else { return };
        let (sum, over) = word.overflowing_add(digit);
        let (sum, again) = sum.overflowing_add(u64::from(carry));
        (*word, carry) = (sum, over | again);
    }
}

/// Adds the product of two polynomials, given with the words of their coefficients.
fn add_product(target: &mut [u64], width: usize, [a, b]: [(&[u64], usize); 2]) {
    for (i, x) in a.0.chunks(a.1).enumerate() {
        if width == 1 {
            let target = &mut target[i..];
            b.0.iter().zip(target).for_each(|(y, t)| *t += x[0] * y);
            continue;
        }
        for (j, y) in b.0.chunks(b.1).enumerate() {
            let target = &mut target[(i + j) * width..(i + j + 1) * width];
            let longest = x.len().min(width);
            for (k, &word) in x[..longest].iter().enumerate().filter(|(_, word)| **word != 0) {
                add_times(&mut target[k..], y, word);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::base::Budget;
    use crate::circuit::{Draft, Evaluation};
    use crate::number::{Approximate, by_residues};

    /// P by remainders, and in whole numbers.
    fn both(component: Component) -> (Vec<BigUint>, Vec<BigUint>) {
        let meter = Meter::unwatched(Budget::default());
        let compiled = Draft::new(Arc::new(component), &meter).unwrap().compile(&meter).unwrap();
        let grading = ByMines::new(&compiled, &meter).unwrap();
        let floats = Evaluation::new(&Approximate, &compiled, &grading, &meter).unwrap();
        let bits = floats.polynomial().total().bits();
        let residues = by_residues(bits, &meter, |residues, meter| {
            Ok(Evaluation::new(residues, &compiled, &grading, meter)?.polynomial().coefficients)
        });
        let whole = whole_polynomial(&compiled, &grading, floats.totals.states(), &meter);
        (residues.unwrap(), whole.unwrap().unwrap().coefficients)
    }

    #[test]
    fn whole_numbers_are_those_of_remainders() {
        let hubs = [(3, 3), (40, 2), (100, 3), (30, 5), (60, 9)];
        for (numbers, size) in hubs {
            let (residues, whole) = both(Component::hub(numbers, size));
            assert_eq!(residues, whole, "{numbers} numbers of {size} cells");
        }
        for length in [5, 40, 300, 1000] {
            let (residues, whole) = both(Component::circle(length));
            assert_eq!(residues, whole, "a circle of {length}");
        }
    }

    #[test]
    fn products_of_any_width_are_the_same() {
        let mut random = crate::base::Random::new(1);
        for (lengths, widths, width) in
            [([3, 4], [1, 1], 3), ([5, 2], [2, 1], 4), ([6, 7], [2, 3], 6), ([1, 1], [3, 3], 7)]
        {
            let [a, b] = [0, 1].map(|i| {
                let words = (0..lengths[i] * widths[i]).map(|_| random.word());
                words.collect::<Vec<u64>>()
            });
            let mut found = vec![0; (lengths[0] + lengths[1] - 1) * width];
            let mut expected = found.clone();
            add_product(&mut found, width, [(&a, widths[0]), (&b, widths[1])]);
            let product = spaced((&a, widths[0]), width) * spaced((&b, widths[1]), width);
            add_words(&mut expected, product.iter_u64_digits());
            assert_eq!(found, expected);
        }
    }
}
