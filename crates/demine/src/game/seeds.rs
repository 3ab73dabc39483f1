//! Seeds: random streams derived from the seed of a game, and seeds derived from a secret key.
//!
//! SplitMix64 hides nothing: one word reveals its seed, and the seed of a game reveals its mines. So
//! streams that players may see are derived one-way, by BLAKE2b (RFC 7693), under a name per purpose.

use blake2b_simd::Params;

use crate::base::Random;

/// A secret that turns the numbers of games into their seeds.
pub type Key = [u8; 32];

/// The random stream of a strategy in the game of a seed. It reveals the mines only to an attacker
/// who can try all seeds.
pub fn chance(seed: u64) -> Random {
    Random::new(derive(b"demine chance", &[], seed))
}

/// The random stream by which a fair game of a seed moves its mines.
pub fn decisions(seed: u64) -> Random {
    Random::new(derive(b"demine fair", &[], seed))
}

/// The random stream of a strategy, derived when it first draws. Most strategies never draw, and the
/// hash takes a twentieth of their time.
pub struct Chance {
    /// The seed from which the stream will be derived.
    seed: u64,
    stream: Option<Random>,
}

impl Chance {
    /// The stream in the game of a seed.
    pub fn of(seed: u64) -> Self {
        Self { seed, stream: None }
    }

    pub fn stream(&mut self) -> &mut Random {
        self.stream.get_or_insert_with(|| chance(self.seed))
    }
}

impl From<Random> for Chance {
    fn from(stream: Random) -> Self {
        Self { seed: stream.state(), stream: Some(stream) }
    }
}

/// The seed of the game with this number, under a secret key.
pub fn seal(key: &Key, number: u64) -> u64 {
    derive(b"demine game", key, number)
}

/// The seed of the next game of a row. Players learn the seeds of finished games; these reveal
/// nothing about later ones.
pub fn next_of_row(row: &mut Random) -> u64 {
    derive(b"demine row", &[], row.word())
}

/// The seed of the game of a day, from a text that names the day and the game. Nobody can choose it.
pub fn daily_seed(text: &str) -> u64 {
    hash(b"demine daily", &[], text.as_bytes())
}

fn derive(purpose: &[u8], key: &[u8], number: u64) -> u64 {
    hash(purpose, key, &number.to_le_bytes())
}

fn hash(purpose: &[u8], key: &[u8], data: &[u8]) -> u64 {
    let hash = Params::new().hash_length(8).personal(purpose).key(key).hash(data);
    u64::from_le_bytes(hash.as_bytes().try_into().expect("eight bytes were asked for"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derived_numbers_never_change() {
        // Made by another implementation of BLAKE2b.
        assert_eq!(chance(0).state(), 2_217_044_744_536_918_521);
        assert_eq!(chance(u64::MAX).state(), 5_342_426_336_867_659_486);
        assert_eq!(next_of_row(&mut Random::new(1_234_567)), 18_082_071_881_487_431_064);
        assert_eq!(seal(&std::array::from_fn(|i| i as u8), 7), 13_121_143_983_776_497_756);
    }
}
