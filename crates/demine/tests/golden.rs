//! The golden files that both languages read.

mod common;

use common::{by, data, expert, label};
use demine::{Board, Label, Method, Options, Position};
use num_bigint::BigUint;

#[test]
fn polynomials() {
    let text = data("polynomials.txt");
    for block in text.trim_end().split("\n\n").skip(1) {
        let lines: Vec<&str> = block.lines().collect();
        let [name, cells, edges, labels, counts] = lines[..] else { panic!("five lines: {block}") };
        let edge = |edge: &str| {
            let (u, v) = edge.split_once('-').expect("an edge");
            (u.parse().unwrap(), v.parse().unwrap())
        };
        let edges: Vec<(i64, i64)> = edges.split_whitespace().map(edge).collect();
        let board = Board::new(cells.parse().unwrap(), edges.into_iter()).unwrap();
        let labels = labels.split_whitespace().map(label).collect();
        let position = Position::new(board, labels, None).unwrap();
        let counts: Vec<BigUint> = counts.split_whitespace().map(|n| n.parse().unwrap()).collect();
        for method in [Method::Auto, Method::Circuit, Method::Tree, Method::Sweep] {
            let found = position.counts_by_mines(&by(method)).unwrap();
            assert_eq!(found, counts, "{name} by {method:?}");
        }
    }
}

#[test]
fn paper_sized_systems() {
    let text = data("suzuki.txt");
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let mut word = || words.next().expect("a word");
        let (name, cells, expected) = (word(), word().parse::<usize>().unwrap(), word());
        let (mut edges, mut labels) = (Vec::new(), vec![Label::Covered; cells]);
        for word in words {
            let (number, around) = word.split_once(':').expect("a number and its cells");
            let cells = around.split(',').map(|cell| cell.parse::<i64>().unwrap());
            edges.extend(cells.map(|cell| (cell, labels.len() as i64)));
            labels.push(Label::Number(number.parse().unwrap()));
        }
        let board = Board::new(labels.len(), edges.into_iter()).unwrap();
        let position = Position::new(board, labels, None).unwrap();
        let count = position.count(&Options::default()).unwrap();
        assert_eq!(count.to_string(), expected, "{name}");
    }
}

#[test]
fn expert_positions() {
    for kind in ["stuck", "guess"] {
        let facts = data(&format!("expert-{kind}-counts.txt"));
        let facts = facts.lines().filter(|line| !line.starts_with('#'));
        let options = Options::default();
        for (position, facts) in expert(&format!("expert-{kind}.txt")).iter().zip(facts) {
            let analysis = position.analyze(&options).expect("it comes from a game");
            let (safe, mined) = (analysis.safe().len(), analysis.mined().len());
            let count = analysis.count(&options).unwrap();
            assert_eq!(format!("{count} {safe} {mined}"), facts);
        }
    }
}
