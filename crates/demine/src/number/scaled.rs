//! Scaled: floats without bounds on their size, which are 0 only if the true value is.

/// A non-negative number with the precision of a float and an exponent of any size.
///
/// Nothing is ever subtracted. So every operation is accurate to a few units in the last place, and
/// a result is **zero exactly when the true value is zero**.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scaled {
    /// 0, or at least 1 and below 2^256.
    pub(super) mantissa: f64,
    /// In steps of 256 binary digits.
    pub(super) exponent: i64,
}

/// 2²⁵⁶.
pub const SCALE: f64 = 1.157_920_892_373_162e77;
const UNSCALE: f64 = 1.0 / SCALE;
pub const SCALE_BITS: i64 = 256;

/// The index of a random weight, drawn in proportion to the weights.
pub fn draw_one(
    weights: impl Iterator<Item = Scaled> + Clone,
    uniform: &mut dyn FnMut() -> f64,
) -> usize {
    let total = weights.clone().fold(Scaled::ZERO, Scaled::plus);
    let (mut left, mut last) = (uniform(), 0);
    for (i, weight) in weights.enumerate().filter(|(_, weight)| !weight.is_zero()) {
        left -= weight.over(total);
        last = i;
        if left < 0.0 {
            break;
        }
    }
    last
}

/// A power, by repeated squaring.
pub fn power<V: Copy>(mut base: V, one: V, mut exponent: u64, mul: impl Fn(V, V) -> V) -> V {
    let mut power = one;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = mul(power, base);
        }
        base = mul(base, base);
        exponent >>= 1;
    }
    power
}

impl Scaled {
    pub const ZERO: Self = Self { mantissa: 0.0, exponent: 0 };
    pub const ONE: Self = Self { mantissa: 1.0, exponent: 0 };

    /// `value` must be finite and not negative.
    pub fn new(value: f64) -> Self {
        debug_assert!(value >= 0.0 && value.is_finite());
        Self { mantissa: value, exponent: 0 }.normalize()
    }

    /// `value` · 2^(256 · exponent); `value` must be finite and not negative.
    pub fn with_exponent(value: f64, exponent: i64) -> Self {
        Self { mantissa: value, exponent }.normalize()
    }

    pub fn is_zero(self) -> bool {
        self.mantissa == 0.0
    }

    fn normalize(mut self) -> Self {
        if self.mantissa == 0.0 {
            return Self::ZERO;
        }
        while self.mantissa >= SCALE {
            self.mantissa *= UNSCALE;
            self.exponent += 1;
        }
        while self.mantissa < 1.0 {
            self.mantissa *= SCALE;
            self.exponent -= 1;
        }
        self
    }

    pub fn times(self, other: Self) -> Self {
        let mut mantissa = self.mantissa * other.mantissa;
        let mut exponent = self.exponent + other.exponent;
        if mantissa >= SCALE {
            mantissa *= UNSCALE;
            exponent += 1;
        }
        Self { mantissa, exponent }
    }

    pub fn power(self, times: u32) -> Self {
        power(self, Self::ONE, times.into(), Self::times)
    }

    pub fn plus(self, other: Self) -> Self {
        if self.exponent == other.exponent {
            let sum = Self { mantissa: self.mantissa + other.mantissa, exponent: self.exponent };
            return if sum.mantissa < SCALE { sum } else { sum.normalize() };
        }
        self.plus_uneven(other)
    }

    #[cold]
    fn plus_uneven(self, other: Self) -> Self {
        if other.is_zero() {
            return self;
        }
        if self.is_zero() {
            return other;
        }
        let (large, small) =
            if self.exponent > other.exponent { (self, other) } else { (other, self) };
        if large.exponent - small.exponent > 1 {
            return large;
        }
        Self { mantissa: large.mantissa + small.mantissa * UNSCALE, ..large }.normalize()
    }

    /// `self / other` as a float.
    pub fn over(self, other: Self) -> f64 {
        let ratio = self.mantissa / other.mantissa;
        // Further apart a float is 0 or infinite anyway.
        ratio * SCALE.powi((self.exponent - other.exponent).clamp(-8, 8) as i32)
    }

    /// `self / other`, without bounds.
    pub fn divide(self, other: Self) -> Self {
        Self::with_exponent(self.mantissa / other.mantissa, self.exponent - other.exponent)
    }

    /// `self · factor / divisor`.
    pub fn times_ratio(self, factor: f64, divisor: f64) -> Self {
        Self { mantissa: self.mantissa * factor / divisor, exponent: self.exponent }.normalize()
    }

    /// The natural logarithm; minus infinity for 0.
    pub fn ln(self) -> f64 {
        self.mantissa.ln() + (self.exponent * SCALE_BITS) as f64 * std::f64::consts::LN_2
    }

    /// The number with this natural logarithm.
    pub fn of_ln(ln: f64) -> Self {
        let step = SCALE_BITS as f64 * std::f64::consts::LN_2;
        let exponent = (ln / step).floor();
        Self::with_exponent((ln - exponent * step).exp(), exponent as i64)
    }

    /// The integer itself, if it is small enough that floats represent it exactly.
    pub fn exact(self) -> Option<u64> {
        const EXACT_LIMIT: f64 = (1u64 << f64::MANTISSA_DIGITS) as f64;
        (self.exponent == 0 && self.mantissa < EXACT_LIMIT).then_some(self.mantissa as u64)
    }

    /// An upper bound on the binary digits of any integer that this approximates.
    pub fn bits(self) -> u64 {
        if self.is_zero() {
            return 1;
        }
        // One digit for rounding down, one for the error of the approximation.
        let bits = self.mantissa.log2() as i64 + self.exponent * SCALE_BITS + 2;
        bits.max(1) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_made_of_its_logarithm() {
        for ln in [-1000.0, -1.0, 0.0, 0.5, 177.0, 178.0, 1e5] {
            assert!((Scaled::of_ln(ln).ln() - ln).abs() < 1e-9 * f64::max(1.0, ln.abs()), "{ln}");
        }
    }
}
