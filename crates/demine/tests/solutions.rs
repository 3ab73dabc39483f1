//! Sets of solutions beyond the small boards: counts above 128 bits, numbers shared by several factors,
//! and contradictions.

mod common;

use common::legal_assignments;
use demine::{Board, Cell, Construction, Label, Options, Position, Solutions};
use num_bigint::BigUint;

const COVERED: Label = Label::Covered;

fn position(cells: usize, edges: &[(i64, i64)], numbers: &[(usize, u32)]) -> Position {
    let mut labels = vec![COVERED; cells];
    numbers.iter().for_each(|&(cell, number)| labels[cell] = Label::Number(number));
    Position::new(Board::new(cells, edges.iter().copied()).unwrap(), labels, None).unwrap()
}

fn solutions(position: &Position) -> Solutions {
    position.solutions(Construction::Cells, &Options::default()).unwrap()
}

fn count(solutions: &Solutions) -> BigUint {
    solutions.count(&Options::default()).unwrap()
}

/// As sorted bit sets.
fn all(solutions: &Solutions) -> Vec<u32> {
    let mut walk = solutions.walk(&Options::default()).unwrap();
    let sets = walk.take(usize::MAX, &Options::default()).unwrap();
    let bits = |cells: &Vec<Cell>| cells.iter().map(|cell| 1 << cell).sum();
    let mut all: Vec<u32> = sets.iter().map(bits).collect();
    all.sort_unstable();
    all
}

fn binomial(n: u32, k: u32) -> BigUint {
    if k > n {
        return BigUint::ZERO;
    }
    (0..k).fold(BigUint::from(1u32), |ways, i| ways * (n - i) / (i + 1))
}

#[test]
fn counts_may_need_more_than_128_bits() {
    // A hub among 140 cells, and ten cells beside them.
    let edges: Vec<(i64, i64)> = (1..=140).map(|cell| (0, cell)).collect();
    let found = solutions(&position(151, &edges, &[(0, 70)]));
    let around = binomial(140, 70);
    assert!(around.bits() > 128);
    assert_eq!(count(&found), &around << 10);
    for mines in [69, 70, 75, 80, 81] {
        let beside = if mines < 70 { BigUint::ZERO } else { binomial(10, mines - 70) };
        assert_eq!(count(&found.with_mines(mines)), &around * beside, "{mines} mines");
    }
}

#[test]
fn sizes_of_one_diagram_may_need_more_than_128_bits() {
    // Two hubs that share 90 cells: the more mines they share, the fewer there are.
    let hub = |hub: i64, cells: std::ops::Range<i64>| cells.map(move |cell| (hub, cell));
    let edges: Vec<(i64, i64)> = hub(0, 2..152).chain(hub(1, 62..212)).collect();
    let found = solutions(&position(212, &edges, &[(0, 75), (1, 75)]));
    for mines in [75, 80, 100, 120, 135, 140] {
        let shared = 150 - mines;
        let ways = binomial(90, shared) * binomial(60, 75 - shared).pow(2);
        assert_eq!(count(&found.with_mines(mines)), ways, "{mines} mines");
    }
}

#[test]
fn a_number_keeps_the_mines_of_other_factors() {
    // 4 needs a mine at 0 or 1, and 5 needs two among 0 to 3: so one is at 2 or 3, independently.
    let edges = [(4, 0), (4, 1), (5, 0), (5, 1), (5, 2), (5, 3), (6, 2), (6, 7)];
    let numbers = [(4, 1), (5, 2)];
    let before = solutions(&position(8, &edges, &numbers));
    for shown in 0..=3 {
        let after = position(8, &edges, &[numbers[0], numbers[1], (6, shown)]);
        let revealed = before.reveal(&[(6, shown)], &Options::default()).unwrap();
        assert_eq!(all(&revealed), legal_assignments(&after), "{shown} around the opened cell");
    }
}

#[test]
fn a_contradicting_number_leaves_no_solution() {
    // The old number needs one mine in two cells, the new one needs two.
    let edges = [(2, 0), (2, 1), (3, 0), (3, 1)];
    let before = solutions(&position(4, &edges, &[(2, 1)]));
    let revealed = before.reveal(&[(3, 2)], &Options::default()).unwrap();
    assert_eq!(count(&revealed), BigUint::ZERO);
    assert_eq!(count(&before.reveal(&[(3, 1)], &Options::default()).unwrap()), 2u32.into());
}

#[test]
fn what_cannot_be_given_leaves_nothing() {
    // 0 is mined, and one of 2 and 3.
    let found = solutions(&position(5, &[(1, 0), (4, 2), (4, 3)], &[(1, 1), (4, 1)]));
    let given = |cells: &[(u32, bool)]| found.given(cells, &Options::default()).unwrap();
    assert_eq!(all(&found), [0b00101, 0b01001]);
    assert_eq!(all(&given(&[(0, true), (2, true)])), [0b00101]);
    for impossible in [&[(0, false)][..], &[(1, true)], &[(2, true), (3, true)]] {
        let nothing = given(impossible);
        assert_eq!(count(&nothing), BigUint::ZERO, "{impossible:?}");
        assert_eq!(count(&nothing.with_mines(2)), BigUint::ZERO, "{impossible:?}");
    }
}
