//! How long large boards take inside Rust: `cargo bench --bench large [SIDE …]`.
//!
//! Square boards, 30 % mined, 40 % of the free cells opened, without a cache: mines unknown, and
//! analysed once more with their number known.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{glance, time};
use demine::{Options, Position};

fn main() {
    let given = std::env::args().filter_map(|word| word.parse().ok());
    let mut sides: Vec<i64> = given.collect();
    if sides.is_empty() {
        sides = vec![100, 300];
    }
    let options = Options::default();
    for side in sides {
        let known = glance(side);
        let (board, labels) = (known.board().clone(), known.labels().collect());
        let position = Position::new(board, labels, None).expect("a label per cell");
        let (analysing, analysis) = time(|| position.analyze(&options).expect("true labels"));
        let (counting, count) = time(|| position.count(&options).expect("within the budget"));
        assert_eq!(analysis.count(&options).expect("within the budget"), count);
        drop(analysis);
        let (knowing, analysis) = time(|| known.analyze(&options).expect("true labels"));
        let sum: f64 = analysis.probabilities().iter().sum();
        let mines = f64::from(known.mines().expect("they are known"));
        assert!((sum / mines - 1.0).abs() < 1e-9, "{sum} mines instead of {mines}");
        println!(
            "{side}×{side}: analysed in {analysing:.3} s, with known mines in {knowing:.3} s, \
             counted in {counting:.3} s; {} digits",
            count.to_string().len()
        );
    }
}
