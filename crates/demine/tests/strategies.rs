//! Strategies in unusual positions: contradictory labels, a spent budget, an interrupt.

mod common;

use common::{Analyses, expert, king};
use demine::{
    Board, Budget, Choice, Label, Options, Position, Stopped, Strategy, Verdict, analyze_into,
};

/// Three cells, one mine in each pair of them: no number alone decides a cell, and the three numbers
/// contradict each other.
fn odd_ring() -> Position {
    let edges = [(3, 0), (3, 1), (4, 1), (4, 2), (5, 2), (5, 0)];
    let one = Label::Number(1);
    let covered = Label::Covered;
    let labels = vec![covered, covered, covered, one, one, one];
    Position::new(Board::new(6, edges.into_iter()).unwrap(), labels, Some(1)).unwrap()
}

/// A number in the middle of four cells, and two cells beside them.
fn plain() -> Position {
    let edges = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 5), (2, 6)];
    let labels = [&[Label::Number(2)][..], &[Label::Covered; 6]].concat();
    Position::new(Board::new(7, edges.into_iter()).unwrap(), labels, Some(3)).unwrap()
}

fn named(name: &str) -> Strategy {
    Strategy::named(name).expect("it is one of the names")
}

#[test]
fn nothing_is_chosen_where_labels_contradict_each_other() {
    let options = Options::default();
    assert!(!odd_ring().is_consistent(&options).unwrap());
    for name in ["safest", "strongest", "csp"] {
        let (choice, ..) = named(name).choose(&odd_ring(), 7, 1, &options).unwrap();
        assert_eq!(choice, Choice::Nothing, "{name}");
    }
    assert!(odd_ring().outlooks(8, &options).unwrap().is_empty());
}

#[test]
fn the_same_position_and_chance_have_the_same_choice() {
    let options = Options::default();
    for name in Strategy::names() {
        let strategy = named(name);
        let (choice, state, measure) = strategy.choose(&plain(), 7, 1, &options).unwrap();
        let again = strategy.choose(&plain(), 7, 1, &options).unwrap();
        assert_eq!((choice.clone(), state, measure), again, "{name}");
        assert!(choice.cells().iter().all(|&cell| cell > 0 && cell < 7), "{name}: {choice:?}");
    }
}

#[test]
fn a_budget_that_is_spent_ends_the_choice() {
    let budget = Budget { states: 1, seconds: None };
    let options = Options { budget, ..Options::default() };
    for name in ["safest", "csp"] {
        let stopped =
            named(name).choose(&expert("expert-guess.txt")[0], 7, 1, &options).unwrap_err();
        assert_eq!(stopped, Stopped::TooWide { states: 1 }, "{name}");
    }
}

/// Every fourth cell of a very large board is a 3: far too much to count, or to deduce, before somebody
/// looks up.
fn wide() -> Position {
    const SIDE: i64 = 120;
    let label = |cell: i64| match (cell / SIDE % 2, cell % SIDE % 2) {
        (1, 1) => Label::Number(3),
        _ => Label::Covered,
    };
    Position::new(king(SIDE, SIDE), (0..SIDE * SIDE).map(label).collect(), None).unwrap()
}

#[test]
fn an_interrupt_ends_the_choice() {
    let options = Options { interrupt: Some(&|| true), ..Options::default() };
    for name in ["safest", "strongest", "csp"] {
        let stopped = named(name).choose(&wide(), 7, 1, &options).unwrap_err();
        assert_eq!(stopped, Stopped::Interrupted, "{name}");
    }
}

#[test]
fn a_certain_mine_wins_nothing() {
    // One of 0 and 1 is mined, and 3 is.
    let edges = [(2, 0), (2, 1), (4, 3)];
    let [covered, one] = [Label::Covered, Label::Number(1)];
    let labels = vec![covered, covered, one, covered, one];
    let position = Position::new(Board::new(5, edges.into_iter()).unwrap(), labels, None).unwrap();
    let found = position.optimal_after(&[0, 1, 3], &Options::default()).unwrap();
    assert_eq!(found, (vec![1, 1, 0], 2));
}

#[test]
fn candidates_of_contradictory_labels_are_none() {
    assert!(odd_ring().candidates(8, &Options::default()).unwrap().is_empty());
}

#[test]
fn many_positions_are_answered_as_each_alone() {
    let edge = Board::new(2, [(0, 1)].into_iter()).unwrap();
    let label = [Label::Covered, Label::Number(0), Label::Number(1), Label::Number(2)];
    let says =
        |i: usize| Position::new(edge.clone(), vec![label[i], Label::Covered], None).unwrap();
    for workers in 1..=2 {
        let mut found = Analyses::new(4, 2);
        let (each, options) = (Budget::default(), Options::default());
        analyze_into(says, 2, found.columns(), workers, each, &options).unwrap();
        for (i, verdict) in found.verdicts.iter().enumerate() {
            match says(i).analyze(&Options::default()) {
                Ok(alone) => {
                    assert_eq!(*verdict, Verdict::Answered);
                    assert_eq!(&found.probabilities[2 * i..2 * i + 2], alone.probabilities());
                }
                Err(_) => assert_eq!(*verdict, Verdict::Impossible),
            }
        }
        assert_eq!(found.verdicts[3], Verdict::Impossible);
    }
}
