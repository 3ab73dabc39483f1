//! Arena: strategies play games here. No other module knows both.

mod contest;
mod play_outs;
mod simultaneous;
mod survival;

pub use contest::{Contest, End, Games, Outcome};
pub(crate) use play_outs::{estimates, play_outs};
pub use simultaneous::{Event, Simultaneous};
pub use survival::{Decision, Survival};
