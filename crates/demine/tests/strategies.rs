//! What strategies do where there is nothing to play for: labels that contradict each other, a budget
//! that is spent, a caller who wants to stop.

mod common;

use common::{expert, king};
use demine::{
    Board, Budget, Choice, Label, Options, Position, Stopped, Strategy, Verdict, analyze_many,
    learned_score,
};

/// Three cells, of each two of which one is mined: no cell follows from one hint alone, and all of
/// them together cannot be true.
fn odd_ring() -> Position {
    let edges = [(3, 0), (3, 1), (4, 1), (4, 2), (5, 2), (5, 0)];
    let hint = Label::Number(1);
    let covered = Label::Covered;
    let labels = vec![covered, covered, covered, hint, hint, hint];
    Position::new(Board::new(6, edges.into_iter()).unwrap(), labels, Some(1)).unwrap()
}

/// A hint in the middle of four cells, and two beside them.
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
        let (choice, _) = named(name).choose(&odd_ring(), 7, &options).unwrap();
        assert_eq!(choice, Choice::Nothing, "{name}");
    }
    assert!(odd_ring().outlooks(8, &options).unwrap().is_empty());
}

#[test]
fn a_choice_is_the_advice_with_the_usual_work() {
    let options = Options::default();
    for name in Strategy::names() {
        let strategy = named(name);
        let (choice, state) = strategy.choose(&plain(), 7, &options).unwrap();
        let (advice, after, _) = strategy.advise(&plain(), 7, 1, &options).unwrap();
        assert_eq!((&choice, state), (&advice, after), "{name}");
        assert!(choice.cells().iter().all(|&cell| cell > 0 && cell < 7), "{name}: {choice:?}");
    }
}

#[test]
fn a_budget_that_is_spent_ends_the_choice() {
    let budget = Budget { states: 1, seconds: None };
    let options = Options { budget, ..Options::default() };
    for name in ["safest", "csp"] {
        let stopped = named(name).choose(&expert("expert-guess.txt")[0], 7, &options).unwrap_err();
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
fn who_interrupts_gets_no_choice() {
    let options = Options { interrupt: Some(&|| true), ..Options::default() };
    for name in ["safest", "strongest", "csp"] {
        let stopped = named(name).choose(&wide(), 7, &options).unwrap_err();
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
fn what_is_no_row_of_features_has_no_score() {
    assert_eq!(learned_score(&[]), None);
    assert_eq!(learned_score(&[0.5; 7]), None);
}

#[test]
fn many_positions_are_answered_as_each_alone() {
    let edge = Board::new(2, [(0, 1)].into_iter()).unwrap();
    let label = [Label::Covered, Label::Number(0), Label::Number(1), Label::Number(2)];
    let says =
        |i: usize| Position::new(edge.clone(), vec![label[i], Label::Covered], None).unwrap();
    for workers in 1..=2 {
        let found = analyze_many(4, says, 2, workers, &Options::default()).unwrap();
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
