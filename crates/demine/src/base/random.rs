//! Random: seeds are a public contract, so this generator must never change.
//!
//! SplitMix64 (Steele, Lea, Flood 2014), unbiased integers below a bound (Lemire 2019), and a
//! partial Fisher–Yates shuffle. A seed gives the same numbers on every platform.

/// SplitMix64.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A seed for the rest of the sequence.
    pub fn state(&self) -> u64 {
        self.state
    }

    /// 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Uniform over `0..bound`: the high word of a product, drawn again where that would be biased.
    pub fn below(&mut self, bound: u64) -> u64 {
        loop {
            let product = u128::from(self.word()) * u128::from(bound);
            if product as u64 >= bound.wrapping_neg() % bound {
                return (product >> 64) as u64;
            }
        }
    }

    /// Uniform over [0, 1), with 53 bits.
    pub fn uniform(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// The first `length` items of a uniformly random permutation of `0..items`.
    pub fn front(&mut self, items: u32, length: usize) -> Vec<u32> {
        let mut order: Vec<u32> = (0..items).collect();
        for i in 0..length.min(order.len()) {
            let j = i + self.below((order.len() - i) as u64) as usize;
            order.swap(i, j);
        }
        order.truncate(length);
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_seed_never_change() {
        // The published test vector of SplitMix64 for this seed.
        let mut random = Random::new(1_234_567);
        let numbers: Vec<u64> = (0..3).map(|_| random.word()).collect();
        let published =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(numbers, published);
    }

    #[test]
    fn a_whole_front_is_a_permutation() {
        let mut order = Random::new(7).front(100, 100);
        order.sort_unstable();
        assert_eq!(order, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn a_shorter_front_is_the_start_of_a_longer_one() {
        assert_eq!(Random::new(3).front(50, 10), Random::new(3).front(50, 40)[..10]);
    }

    #[test]
    fn a_bound_that_does_not_divide_the_words_is_kept() {
        // Half of all words are drawn again.
        let (mut random, bound) = (Random::new(1), (1 << 63) + 1);
        let drawn: Vec<u64> = (0..100).map(|_| random.below(bound)).collect();
        assert!(drawn.iter().all(|&number| number < bound));
        let low = drawn.iter().filter(|&&number| number < bound / 2).count();
        assert!((30..=70).contains(&low), "{low} of 100 in the lower half");
    }
}
