//! Modulus: arithmetic modulo the primes of a fixed list.

use std::sync::Mutex;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::number::scaled::power;

/// Every prime is 1 modulo 2²⁴, so that polynomials of up to that length can be transformed.
pub const TRANSFORM_BITS: u32 = 24;
/// Every prime has this many binary digits.
const PRIME_BITS: u64 = 62;

/// Arithmetic modulo a prime, with values in Montgomery form (v·2⁶⁴ mod p).
#[derive(Clone, Copy, Debug)]
pub struct Modulus {
    pub prime: u64,
    /// −1/p mod 2⁶⁴.
    inverse: u64,
    /// 2⁶⁴ and 2¹²⁸ mod p.
    pub one: u64,
    square: u64,
}

impl Modulus {
    pub fn new(prime: u64) -> Self {
        // Newton: each round doubles the correct digits of 1/p mod 2⁶⁴. An odd p is its own inverse
        // modulo 8, so the first three digits are right, and all 64 after five rounds.
        let inverse = (0..5)
            .fold(prime, |x: u64, _| x.wrapping_mul(2u64.wrapping_sub(prime.wrapping_mul(x))));
        let one = (u128::from(u64::MAX) + 1) % u128::from(prime);
        let square = one * one % u128::from(prime);
        Self { prime, inverse: inverse.wrapping_neg(), one: one as u64, square: square as u64 }
    }

    pub fn add(&self, a: u64, b: u64) -> u64 {
        self.within(a + b)
    }

    pub fn sub(&self, a: u64, b: u64) -> u64 {
        let difference = a.wrapping_sub(b);
        difference.min(difference.wrapping_add(self.prime))
    }

    pub fn mul(&self, a: u64, b: u64) -> u64 {
        self.reduce(u128::from(a) * u128::from(b))
    }

    /// The product of any word and a value below p, which is below 2p instead of p.
    pub fn mul_below_twice(&self, a: u64, b: u64) -> u64 {
        self.reduce_below_twice(u128::from(a) * u128::from(b))
    }

    /// t/2⁶⁴ mod p, for t below p·2⁶⁴.
    pub fn reduce(&self, t: u128) -> u64 {
        self.within(self.reduce_below_twice(t))
    }

    /// The same, but below 2p: with m = −t/p mod 2⁶⁴ the sum t + m·p is divisible by 2⁶⁴, and the
    /// quotient is below 2p.
    fn reduce_below_twice(&self, t: u128) -> u64 {
        let m = (t as u64).wrapping_mul(self.inverse);
        ((t + u128::from(m) * u128::from(self.prime)) >> 64) as u64
    }

    /// Converts to Montgomery form.
    pub fn enter(&self, value: u64) -> u64 {
        let rest = if value < self.prime { value } else { value % self.prime };
        self.mul(rest, self.square)
    }

    /// The remainder of a number below 2p: for a number below p the difference wraps around.
    pub fn within(&self, value: u64) -> u64 {
        value.min(value.wrapping_sub(self.prime))
    }

    /// The same for 2p and a number below 4p, which fits into a word.
    pub fn within_twice(&self, value: u64) -> u64 {
        value.min(value.wrapping_sub(2 * self.prime))
    }

    /// Converts from Montgomery form.
    pub fn leave(&self, value: u64) -> u64 {
        self.reduce(u128::from(value))
    }

    pub fn power(&self, base: u64, exponent: u64) -> u64 {
        power(base, self.one, exponent, |a, b| self.mul(a, b))
    }

    /// By Fermat's little theorem: value^(p − 1) = 1.
    pub fn invert(&self, value: u64) -> u64 {
        self.power(value, self.prime - 2)
    }

    pub fn natural(&self, n: &BigUint) -> u64 {
        let rest = (n % self.prime).to_u64().expect("a remainder is below the prime");
        self.enter(rest)
    }

    /// 0!, …, n! and their inverses.
    pub fn factorials(&self, n: usize) -> (Vec<u64>, Vec<u64>) {
        let mut values = vec![self.one; n + 1];
        for i in 1..values.len() {
            values[i] = self.mul(values[i - 1], self.enter(i as u64));
        }
        let mut inverses = vec![self.invert(values[n]); values.len()];
        for i in (1..values.len()).rev() {
            inverses[i - 1] = self.mul(inverses[i], self.enter(i as u64));
        }
        (values, inverses)
    }

    /// A primitive root of unity of order 2^bits, for at most [`TRANSFORM_BITS`].
    pub fn root_of_unity(&self, bits: u32) -> u64 {
        debug_assert!(bits <= TRANSFORM_BITS);
        (2..)
            .map(|x| self.power(self.enter(x), (self.prime - 1) >> bits))
            .find(|&root| bits == 0 || self.power(root, 1 << (bits - 1)) != self.one)
            .expect("a prime field has generators")
    }
}

/// The first `count` of a fixed, descending list of primes.
pub fn primes(count: usize) -> Vec<u64> {
    static KNOWN: Mutex<Vec<u64>> = Mutex::new(Vec::new());
    // Never wait: after a fork, the lock may be held for ever by a thread that no longer exists.
    match KNOWN.try_lock() {
        Ok(mut known) => first_primes(&mut known, count),
        Err(_) => first_primes(&mut Vec::new(), count),
    }
}

/// The first `count` primes; `known` holds a prefix of the list and grows as needed.
fn first_primes(known: &mut Vec<u64>, count: usize) -> Vec<u64> {
    while known.len() < count {
        let step = 1 << TRANSFORM_BITS;
        let below = known.last().copied().unwrap_or((1 << PRIME_BITS) + 1);
        let next = (1..).map(|i| below - i * step).find(|&p| is_prime(p));
        known.push(next.expect("there are billions of them"));
    }
    known[..count].to_vec()
}

/// How many primes determine an integer of this many binary digits.
pub fn primes_for(bits: u64) -> usize {
    // All primes are well above 2⁶¹.
    bits.div_ceil(PRIME_BITS - 1) as usize
}

/// Miller–Rabin: these bases decide every 64-bit number.
fn is_prime(n: u64) -> bool {
    let small = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if small.iter().any(|&p| n.is_multiple_of(p)) {
        return false;
    }
    let modulus = Modulus::new(n);
    let minus_one = modulus.sub(0, modulus.one);
    let twos = (n - 1).trailing_zeros();
    small.iter().all(|&base| {
        let mut x = modulus.power(modulus.enter(base), (n - 1) >> twos);
        x == modulus.one
            || (0..twos).any(|_| {
                let witness = x == minus_one;
                x = modulus.mul(x, x);
                witness
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_primes_are_prime_and_transform() {
        for p in primes(20) {
            assert_eq!(64 - p.leading_zeros() as u64, PRIME_BITS);
            assert_eq!(p % (1 << TRANSFORM_BITS), 1);
            let modulus = Modulus::new(p);
            let root = modulus.root_of_unity(10);
            assert_eq!(modulus.power(root, 1024), modulus.one);
            assert_ne!(modulus.power(root, 512), modulus.one);
        }
    }

    #[test]
    fn arithmetic_agrees_with_remainders() {
        let modulus = Modulus::new(primes(1)[0]);
        let p = u128::from(modulus.prime);
        for (a, b) in [
            (0, 0),
            (1, modulus.prime - 1),
            (1 << 61, 12345),
            (modulus.prime - 1, modulus.prime - 1),
        ] {
            let (x, y) = (modulus.enter(a), modulus.enter(b));
            let (a, b) = (u128::from(a), u128::from(b));
            assert_eq!(u128::from(modulus.leave(modulus.mul(x, y))), a * b % p);
            assert_eq!(u128::from(modulus.leave(modulus.add(x, y))), (a + b) % p);
            assert_eq!(u128::from(modulus.leave(modulus.sub(x, y))), (a + p - b) % p);
            for word in [a as u64, modulus.prime, 4 * modulus.prime - 1, u64::MAX] {
                let product = modulus.mul_below_twice(word, y);
                assert!(u128::from(product) < 2 * p);
                assert_eq!(u128::from(modulus.within(product)), u128::from(word) * b % p);
            }
        }
    }
}
