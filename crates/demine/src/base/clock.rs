//! Clock: the time that budgets measure.
//!
//! In a browser the standard library has no clock and panics. There the host sets one; until then,
//! time stands still and no budget of seconds ends.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use host::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use host::set_clock;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod host {
    use std::sync::OnceLock;
    use std::time::Duration;

    static MILLISECONDS: OnceLock<fn() -> f64> = OnceLock::new();

    /// Sets the clock: a function that returns milliseconds since any fixed moment. Only the first call
    /// has an effect.
    pub fn set_clock(milliseconds: fn() -> f64) {
        let _ = MILLISECONDS.set(milliseconds);
    }

    /// A moment on the host's clock, used like the one of the standard library.
    #[derive(Clone, Copy)]
    pub(crate) struct Instant(f64);

    impl Instant {
        pub fn now() -> Self {
            Self(MILLISECONDS.get().map_or(0.0, |milliseconds| milliseconds()))
        }

        /// The time since then; none if the host has set its clock back.
        pub fn elapsed(self) -> Duration {
            Duration::try_from_secs_f64((Self::now().0 - self.0) / 1000.0).unwrap_or_default()
        }
    }
}
