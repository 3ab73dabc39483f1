//! Compares every method with brute force on every graph of up to four cells, every labelling and
//! every number of mines.

mod common;

use common::{by, legal_assignments};
use demine::{Analysis, Board, Failure, Label, Method, Options, Position};
use num_bigint::BigUint;

const METHODS: [Method; 4] = [Method::Auto, Method::Circuit, Method::Tree, Method::Sweep];

fn graphs(cells: u32) -> Vec<Board> {
    let pairs: Vec<(i64, i64)> =
        (0..i64::from(cells)).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
    let graph = |edges: u32| {
        let chosen: Vec<_> =
            (0..pairs.len()).filter(|&i| edges >> i & 1 == 1).map(|i| pairs[i]).collect();
        Board::new(cells as usize, chosen.into_iter()).unwrap()
    };
    (0..1 << pairs.len()).map(graph).collect()
}

/// All labels with different meanings: one number above the degree stands for all such numbers.
fn labels(board: &Board, cell: u32) -> Vec<Label> {
    let counts = (0..=board.degree(cell) as u32 + 1).map(Label::Number);
    [Label::Covered, Label::Free, Label::Mined].into_iter().chain(counts).collect()
}

fn labellings(board: &Board) -> Vec<Vec<Label>> {
    let mut labellings = vec![vec![]];
    for cell in 0..board.cells() as u32 {
        let longer = |labelling: Vec<Label>| {
            let with = move |label| [&labelling[..], &[label]].concat();
            labels(board, cell).into_iter().map(with)
        };
        labellings = labellings.into_iter().flat_map(longer).collect();
    }
    labellings
}

#[test]
fn every_small_board_by_every_method() {
    for board in (0..=4).flat_map(graphs) {
        for labelling in labellings(&board) {
            let position = Position::new(board.clone(), labelling, None).unwrap();
            let all = legal_assignments(&position);
            check_totals(&position, &all);
            check_marginals(&position, &all);
        }
    }
}

fn check_totals(position: &Position, all: &[u32]) {
    let by_mines: Vec<BigUint> = (0..=position.board().cells() as u32)
        .map(|k| BigUint::from(all.iter().filter(|mines| mines.count_ones() == k).count()))
        .collect();
    for method in METHODS {
        let options = by(method);
        let consistent = position.is_consistent(&options).unwrap();
        assert_eq!(consistent, !all.is_empty(), "{method:?} {position:?}");
        let count = position.count(&options).unwrap();
        assert_eq!(count, all.len().into(), "{method:?} {position:?}");
        let counts = position.counts_by_mines(&options).unwrap();
        assert_eq!(counts, by_mines, "{method:?} {position:?}");
    }
}

fn check_marginals(position: &Position, all: &[u32]) {
    let cells = position.board().cells() as i64;
    for mines in (0..=cells).map(Some).chain([None]) {
        let position =
            Position::new(position.board().clone(), position.labels().collect(), mines).unwrap();
        let some: Vec<u32> = all
            .iter()
            .copied()
            .filter(|a| mines.is_none_or(|k| i64::from(a.count_ones()) == k))
            .collect();
        for method in METHODS {
            let options = by(method);
            assert_eq!(position.is_consistent(&options).unwrap(), !some.is_empty());
            assert_eq!(position.count(&options).unwrap(), some.len().into());
        }
        match position.analyze(&Options::default()) {
            Ok(analysis) => check_cells(&position, &analysis, &some),
            Err(Failure::Contradiction) => assert!(some.is_empty(), "{position:?}"),
            Err(Failure::Stopped(stopped)) => panic!("{stopped}"),
        }
    }
}

fn check_cells(position: &Position, analysis: &Analysis, some: &[u32]) {
    let options = Options::default();
    for cell in 0..position.board().cells() as u32 {
        let mined = some.iter().filter(|&&mines| mines >> cell & 1 == 1).count();
        let (n, d) = analysis.probability(cell, &options).unwrap();
        assert_eq!(n * some.len(), d * mined, "cell {cell} of {position:?}");
        let rough = analysis.probabilities()[cell as usize];
        assert!((rough - mined as f64 / some.len() as f64).abs() < 1e-15);
        let opened = matches!(position.label(cell), Label::Number(_));
        assert_eq!(analysis.safe().contains(&cell), mined == 0 && !opened);
        assert_eq!(analysis.mined().contains(&cell), mined == some.len());
    }
}
