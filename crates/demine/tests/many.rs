//! Many positions at once, each with its row of answers.

mod common;

use common::Analyses;
use demine::{Board, Budget, Label, Options, Position, Verdict, analyze_into};

/// A path whose middle says a number, and paths without a number.
fn position(i: usize) -> Position {
    let board = Board::new(3, [(0, 1), (1, 2)].into_iter()).unwrap();
    let middle = if i % 5 == 4 { Label::Covered } else { Label::Number(i as u32 % 5) };
    Position::new(board, vec![Label::Covered, middle, Label::Covered], None).unwrap()
}

/// The answers for so many positions, within so many seconds.
fn analyze(positions: usize, seconds: f64) -> Analyses {
    let budget = Budget { seconds: Some(seconds), ..Budget::default() };
    let options = Options { budget, ..Options::default() };
    let mut rows = Analyses::new(positions, 3);
    analyze_into(position, 3, rows.columns(), 3, Budget::default(), &options).unwrap();
    rows
}

#[test]
fn every_position_has_its_row() {
    let rows = analyze(100, f64::INFINITY);
    for i in 0..100 {
        let expected = match i % 5 {
            0 | 2 => (Verdict::Answered, 1.0),
            1 => (Verdict::Answered, 2.0),
            3 => (Verdict::Impossible, 0.0),
            _ => (Verdict::Answered, 8.0),
        };
        assert_eq!(rows.verdicts[i], expected.0, "{i}");
        assert!((rows.ln_counts[i].exp() - expected.1).abs() < 1e-9, "{i}");
        assert_eq!(&rows.safe[3 * i..3 * i + 3], [i % 5 == 0, false, i % 5 == 0]);
        assert_eq!(&rows.mined[3 * i..3 * i + 3], [i % 5 == 2, false, i % 5 == 2]);
    }
}

#[test]
fn positions_that_come_too_late_are_marked() {
    let rows = analyze(100, 0.0);
    assert_eq!(rows.verdicts, [Verdict::Timeout; 100]);
    assert!(rows.probabilities.iter().chain(&rows.ln_counts).all(|number| number.is_nan()));
}
