//! Count: the answers about a position. It is taken apart, each component goes to the method that
//! is cheapest for it, and the results are put together; a cache keeps them for the next position.

pub mod analysis;
pub mod cache;
pub mod counted;
pub mod known;
pub mod many;
pub mod part;
pub mod parts;
pub mod trees;
