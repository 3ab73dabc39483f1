//! Arena: strategies play games here. No other module knows both.

mod contest;
mod play_outs;
mod simultaneous;
mod survival;

pub use contest::{Contest, End, Games, Outcome};
pub use play_outs::WinEstimate;
pub(crate) use play_outs::{estimates, play_outs};
pub use simultaneous::{Event, Simultaneous};
pub(crate) use survival::survive;
pub use survival::{Decision, Survival};
