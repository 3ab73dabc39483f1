//! Base: general-purpose code that does not depend on the game: short lists, lazy values, clock, budgets,
//! threads, random numbers, interned keys, reusable buffers. It uses no other module.

mod budget;
mod clock;
mod csr;
mod flood;
mod interner;
mod large_vec;
mod lazy;
mod random;
mod replace_entries;
mod scratch;
mod sort;
mod threads;

pub use budget::{Budget, Result, Stopped};
pub(crate) use budget::{Deadline, Meter};
pub(crate) use clock::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use clock::set_clock;
pub(crate) use csr::{Lists, Shrinking, group};
pub(crate) use flood::{first_seen, flood};
pub(crate) use interner::{Interner, Key, add, pack, subtract, unpack};
pub(crate) use large_vec::LargeVec;
pub(crate) use lazy::get_or_make;
pub(crate) use random::Random;
pub(crate) use replace_entries::replace_entries;
pub(crate) use scratch::with_zeroed_buffer;
pub(crate) use sort::Sort;
pub(crate) use threads::{cores, in_parallel, in_parallel_largest_first};
