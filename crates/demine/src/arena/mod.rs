//! Arena: strategies play games here. No other module knows both.

mod contest;
mod estimates;
mod judge;
mod simultaneous;
mod survival;

pub use contest::{Contest, End, Games, Outcome};
pub(crate) use estimates::estimates;
pub use judge::{Judged, Trial};
pub use simultaneous::{Event, Simultaneous};
pub use survival::Survival;
