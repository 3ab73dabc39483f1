//! Base: what any program needs and no word of the game: short lists, lazy values, budgets,
//! threads, random numbers, interned keys, room for a moment. It knows no other room.

mod budget;
mod bulk;
mod csr;
mod exchange;
mod flood;
mod interner;
mod lazy;
mod random;
mod scratch;
mod threads;

pub(crate) use budget::Meter;
pub use budget::{Budget, Stopped};
pub(crate) use bulk::Bulk;
pub(crate) use csr::{Lists, Shrinking, group};
pub(crate) use exchange::exchange;
pub(crate) use flood::{first_seen, flood, try_flood};
pub(crate) use interner::{Interner, Key, add, subtract};
pub(crate) use lazy::get_or_make;
pub(crate) use random::Random;
pub(crate) use scratch::with_zeros;
pub(crate) use threads::{cores, in_parallel, in_parallel_by, in_parallel_largest_first};
