//! How long large boards take inside Rust: `cargo bench --bench large [SIDE …]`.
//!
//! Square boards, 30 % mined, 40 % of the free cells opened, without a cache: mines unknown, and
//! analysed once more with their number known.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{king, time};
use demine::{Cell, Label, Options, Position};

/// A stream of numbers below 1000 that look random.
struct Stream(u64);

impl Stream {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % 1000
    }
}

/// A glance at a board of so many cells to a side.
fn glance(side: i64) -> Position {
    let board = king(side, side);
    let mut stream = Stream(side as u64);
    let mined: Vec<bool> = (0..board.cells()).map(|_| stream.next() < 300).collect();
    let is_mined = |cell: &&Cell| mined[**cell as usize];
    let label = |cell: usize| match mined[cell] || stream.next() >= 400 {
        true => Label::Covered,
        false => {
            Label::Count(board.neighbours(cell as Cell).iter().filter(is_mined).count() as u32)
        }
    };
    let labels = (0..board.cells()).map(label).collect();
    let mines = mined.iter().filter(|&&mined| mined).count() as i64;
    Position::new(board, labels, Some(mines)).expect("a label per cell")
}

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
