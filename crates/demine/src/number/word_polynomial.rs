//! WordPolynomial: polynomials whose exact coefficients all take the same number of words.
//!
//! If one factor is short, multiplying word by word is cheaper than one evaluation per prime, and
//! no integer has to be restored from remainders.

use num_bigint::BigUint;
use num_traits::One;

use crate::base::{Budget, Meter, Result};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordPolynomial {
    /// Binary digits that suffice for the sum of all coefficients.
    bits: u64,
    /// Words per coefficient, the lowest word first.
    width: usize,
    words: Vec<u64>,
}

fn words_for(bits: u64) -> usize {
    bits.div_ceil(u64::BITS.into()).max(1) as usize
}

impl WordPolynomial {
    /// From coefficients whose sum fits into one word.
    pub fn of_words(words: Vec<u64>) -> Self {
        let sum: u64 = words.iter().sum();
        Self { bits: (u64::BITS - sum.leading_zeros()).into(), width: 1, words }
    }

    pub fn of_numbers(numbers: &[BigUint]) -> Self {
        let bits = numbers.iter().sum::<BigUint>().bits();
        let width = words_for(bits);
        let mut words = vec![0; numbers.len() * width];
        for (place, number) in words.chunks_mut(width).zip(numbers) {
            place.iter_mut().zip(number.iter_u64_digits()).for_each(|(word, digit)| *word = digit);
        }
        Self { bits, width, words }
    }

    /// (1 + x)ⁿ.
    pub fn binomials(n: usize, meter: &Meter) -> Result<Self> {
        let bits = n as u64 + 1;
        let width = words_for(bits);
        meter.bytes((n + 1).saturating_mul(8 * width))?;
        let mut words = vec![0; (n + 1) * width];
        let mut ways = BigUint::one();
        for k in 0..=n / 2 {
            meter.steps(width)?;
            // C(n, k) = C(n, n − k).
            for place in [k, n - k] {
                let place = words[place * width..].iter_mut();
                place.zip(ways.iter_u64_digits()).for_each(|(word, digit)| *word = digit);
            }
            ways = ways * (n - k) / (k + 1);
        }
        Ok(Self { bits, width, words })
    }

    /// The states that the meter was charged for a product of this size.
    pub fn states(&self) -> usize {
        size_of_val(&self.words[..]) / Budget::STATE_BYTES
    }

    fn len(&self) -> usize {
        self.words.len() / self.width
    }

    /// The coefficients without leading zero words.
    fn coefficients(&self) -> Vec<&[u64]> {
        let significant =
            |number: &[u64]| number.iter().rposition(|&word| word != 0).map_or(0, |at| at + 1);
        self.words.chunks(self.width).map(|number| &number[..significant(number)]).collect()
    }

    pub fn times(&self, other: &Self, meter: &Meter) -> Result<Self> {
        let bits = self.bits + other.bits;
        let width = words_for(bits);
        let length = self.len() + other.len() - 1;
        meter.bytes(length.saturating_mul(8 * width))?;
        let mut words = vec![0; length * width];
        let others = other.coefficients();
        for (a, places) in self.coefficients().into_iter().zip(0..) {
            meter.steps(a.len() * other.words.len() + 1)?;
            for (b, place) in others.iter().zip(words[places * width..].chunks_mut(width)) {
                add_product(place, a, b);
            }
        }
        Ok(Self { bits, width, words })
    }

    /// The coefficients, one at a time.
    pub fn numbers(&self) -> impl Iterator<Item = BigUint> {
        self.words.chunks(self.width).map(number_of_words)
    }
}

/// The number with these words, the lowest first.
pub fn number_of_words(words: &[u64]) -> BigUint {
    BigUint::new(words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect())
}

/// Adds a product to a number that has room for the sum.
pub fn add_product(sum: &mut [u64], a: &[u64], b: &[u64]) {
    for (i, &factor) in a.iter().enumerate() {
        let (mut carry, places) = (0, &mut sum[i..]);
        for (word, &digit) in places.iter_mut().zip(b) {
            let added =
                u128::from(*word) + u128::from(factor) * u128::from(digit) + u128::from(carry);
            (*word, carry) = (added as u64, (added >> u64::BITS) as u64);
        }
        for word in places.iter_mut().skip(b.len()) {
            if carry == 0 {
                break;
            }
            let (added, over) = word.overflowing_add(carry);
            (*word, carry) = (added, over.into());
        }
        debug_assert_eq!(carry, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;
    use crate::number::algebra::binomial;

    fn meter() -> Meter<'static> {
        Meter::unwatched(Budget::default())
    }

    #[test]
    fn binomials_are_binomials() {
        for n in [0, 1, 2, 3, 10, 63, 64, 65, 130, 401] {
            let row = WordPolynomial::binomials(n, &meter()).unwrap();
            let row: Vec<_> = row.numbers().collect();
            let expected: Vec<_> = (0..=n as u64).map(|k| binomial(n as u64, k)).collect();
            assert_eq!(row, expected);
        }
    }

    #[test]
    fn products_are_those_of_naturals() {
        let mut random = Random::new(7);
        let mut numbers = |length: u64, bits: u64| -> Vec<BigUint> {
            let word = |random: &mut Random| BigUint::from(random.below(1 << 31)) << 31;
            (0..length)
                .map(|_| (0..bits).fold(BigUint::ZERO, |n, _| (n << 62) + word(&mut random)))
                .collect()
        };
        for (short, long, bits) in [(1, 1, 0), (1, 5, 1), (3, 9, 2), (12, 40, 5), (7, 7, 9)] {
            let (a, b) = (numbers(short, bits), numbers(long, 2));
            let mut expected = vec![BigUint::ZERO; a.len() + b.len() - 1];
            for (i, x) in a.iter().enumerate() {
                b.iter().enumerate().for_each(|(j, y)| expected[i + j] += x * y);
            }
            let product = WordPolynomial::of_numbers(&a)
                .times(&WordPolynomial::of_numbers(&b), &meter())
                .unwrap();
            assert_eq!(product.numbers().collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn words_are_numbers() {
        let words = [3, 0, 1u64 << 40];
        let numbers = words.map(BigUint::from);
        assert_eq!(WordPolynomial::of_words(words.to_vec()).numbers().collect::<Vec<_>>(), numbers);
        assert_eq!(WordPolynomial::of_numbers(&numbers).numbers().collect::<Vec<_>>(), numbers);
    }
}
