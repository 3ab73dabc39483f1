//! Large boards with a known number of mines: characteristic functions and polynomials agree.

mod common;

use common::{by, glance};
use demine::Method;

/// Boards with a component large enough for characteristic functions, which polynomials replace on
/// request.
#[test]
fn angles_and_polynomials_agree() {
    for side in [95, 100, 121] {
        let position = glance(side);
        let [auto, circuit] = [Method::Auto, Method::Circuit].map(by);
        let angles = position.analyze(&auto).unwrap();
        let polynomials = position.analyze(&circuit).unwrap();
        assert!(angles.is_exact() && polynomials.is_exact());
        assert_eq!(angles.safe(), polynomials.safe());
        assert_eq!(angles.mined(), polynomials.mined());
        let pairs = angles.probabilities().iter().zip(polynomials.probabilities());
        let off = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        // Equal up to rounding: the two methods add floats in different orders.
        assert!(off > 0.0 && off < 1e-11, "{side}: {off}");
        assert!(position.is_consistent(&auto).unwrap());
    }
}
