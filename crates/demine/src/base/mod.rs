//! Base: what any program needs and no word of the game: short lists, lazy values, budgets,
//! threads, random numbers, interned keys. It knows no other room.

pub mod budget;
pub mod bulk;
pub mod csr;
pub mod interner;
pub mod lazy;
pub mod random;
pub mod threads;
