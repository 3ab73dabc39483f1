//! Exact covers beside dancing links: `cargo bench --bench covers`.
//!
//! The twelve pentominoes in a rectangle, and dominoes. Both sides count the same covers of the same
//! lists, and their counts must agree. Dancing links (Knuth 2000) is written here, with arrays for
//! pointers and the shortest column first.

#[path = "../tests/common/mod.rs"]
mod common;

use std::collections::BTreeSet;

use common::time;
use demine::{Board, Budget, Construction, Label, Options, Position};

type Square = (usize, usize);
/// The numbers of the things that each choice covers.
type Choices = Vec<Vec<usize>>;

const PIECES: [&str; 12] = [
    "01 02 10 11 21",
    "00 10 20 30 40",
    "00 10 20 30 31",
    "01 11 20 21 30",
    "00 01 10 11 20",
    "00 01 02 11 21",
    "00 02 10 11 12",
    "00 10 20 21 22",
    "00 10 11 21 22",
    "01 10 11 12 21",
    "01 10 11 21 31",
    "00 01 11 21 22",
];
const CROSS: usize = 9;

fn main() {
    for (rows, columns) in [(3, 20), (4, 15), (5, 12), (6, 10)] {
        let choices = pentominoes(rows, columns);
        let is_even = rows % 2 == 0 && columns % 2 == 0;
        let crosses = is_even.then(|| quarter(&choices, rows, columns));
        compare(&format!("pentominoes {rows}×{columns}"), &choices, PIECES.len() + 60, crosses);
    }
    for side in [6, 8] {
        compare(&format!("dominoes {side}×{side}"), &dominoes(side, side), side * side, None);
    }
}

fn compare(name: &str, choices: &Choices, things: usize, crosses: Option<Vec<u32>>) {
    let (links, theirs) = time(|| Links::new(choices, things).count());
    let (engine, ours) = time(|| count(choices, things, crosses));
    assert_eq!(ours, theirs, "{name}");
    println!(
        "{name:<18} {theirs:>11} covers   dancing links {links:>8.3} s   demine {engine:>8.3} s   {:>6.2}×",
        engine / links
    );
}

/// As a Minesweeper graph: a covered cell per choice, a number 1 per thing. One of the crosses of a quarter
/// of the rectangle, if they are given, stands for four.
fn count(choices: &Choices, things: usize, crosses: Option<Vec<u32>>) -> u64 {
    let options =
        Options { budget: Budget { states: 20_000_000_000, seconds: None }, ..Options::default() };
    let position = covers(choices, things);
    let sum = |position: &Position| -> u64 {
        let set = position.solutions(Construction::Cells, &options).unwrap();
        set.count(&options).unwrap().try_into().unwrap()
    };
    match crosses {
        None => sum(&position),
        Some(crosses) => {
            let parts =
                crosses.into_iter().map(|cell| position.with_labels(&[(cell, Label::Mined)]));
            4 * parts.map(|part| sum(&part)).sum::<u64>()
        }
    }
}

/// The crosses of one quarter of a rectangle with even sides: a known cross makes the rest narrower.
fn quarter(choices: &Choices, rows: usize, columns: usize) -> Vec<u32> {
    let in_quarter = |choice: &Vec<usize>| {
        let middle = choice[3] - PIECES.len();
        choice[0] == CROSS && middle / columns < rows / 2 && middle % columns < columns / 2
    };
    (0..choices.len()).filter(|&i| in_quarter(&choices[i])).map(|i| i as u32).collect()
}

fn covers(choices: &Choices, things: usize) -> Position {
    let edges: Vec<(i64, i64)> = (0..choices.len())
        .flat_map(|i| {
            choices[i].iter().map(move |&thing| (i as i64, (choices.len() + thing) as i64))
        })
        .collect();
    let board = Board::new(choices.len() + things, edges.into_iter()).unwrap();
    let mut labels = vec![Label::Covered; choices.len()];
    labels.extend(vec![Label::Number(1); things]);
    Position::new(board, labels, None).unwrap()
}

fn dominoes(rows: usize, columns: usize) -> Choices {
    let square = |r: usize, c: usize| r * columns + c;
    let across =
        (0..rows).flat_map(|r| (1..columns).map(move |c| vec![square(r, c - 1), square(r, c)]));
    let down =
        (1..rows).flat_map(|r| (0..columns).map(move |c| vec![square(r - 1, c), square(r, c)]));
    across.chain(down).collect()
}

fn pentominoes(rows: usize, columns: usize) -> Choices {
    let mut choices = Vec::new();
    for (piece, squares) in PIECES.iter().enumerate() {
        for shape in orientations(squares) {
            for (r, c) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
                if shape.iter().all(|&(y, x)| r + y < rows && c + x < columns) {
                    let covered =
                        shape.iter().map(|&(y, x)| PIECES.len() + (r + y) * columns + c + x);
                    choices.push([piece].into_iter().chain(covered).collect());
                }
            }
        }
    }
    choices
}

/// The piece turned and mirrored, each with its upper left corner at the origin.
fn orientations(squares: &str) -> BTreeSet<Vec<Square>> {
    let digit = |byte: u8| i32::from(byte - b'0');
    let mut turned: Vec<(i32, i32)> = squares
        .split(' ')
        .map(|word| (digit(word.as_bytes()[0]), digit(word.as_bytes()[1])))
        .collect();
    let mut found = BTreeSet::new();
    for _ in 0..4 {
        turned = turned.iter().map(|&(r, c)| (c, -r)).collect();
        found.insert(to_corner(&turned));
        found.insert(to_corner(&turned.iter().map(|&(r, c)| (r, -c)).collect::<Vec<_>>()));
    }
    found
}

fn to_corner(squares: &[(i32, i32)]) -> Vec<Square> {
    let top = squares.iter().map(|s| s.0).min().unwrap();
    let left = squares.iter().map(|s| s.1).min().unwrap();
    let mut moved: Vec<Square> =
        squares.iter().map(|&(r, c)| ((r - top) as usize, (c - left) as usize)).collect();
    moved.sort_unstable();
    moved
}

/// Dancing links: node 0 is the head, nodes 1 to `things` are columns, then a node per 1.
struct Links {
    left: Vec<usize>,
    right: Vec<usize>,
    up: Vec<usize>,
    down: Vec<usize>,
    column: Vec<usize>,
    size: Vec<usize>,
}

impl Links {
    fn new(choices: &Choices, things: usize) -> Self {
        let nodes = 1 + things + choices.iter().map(Vec::len).sum::<usize>();
        let same: Vec<usize> = (0..nodes).collect();
        let mut links = Self {
            left: (0..nodes).map(|i| if i == 0 { things } else { i - 1 }).collect(),
            right: (0..nodes).map(|i| if i == things { 0 } else { i + 1 }).collect(),
            up: same.clone(),
            down: same.clone(),
            column: same,
            size: vec![0; things + 1],
        };
        let mut node = things + 1;
        for choice in choices {
            let first = node;
            for &thing in choice {
                links.append(node, thing + 1);
                (links.left[node], links.right[node]) = (node.wrapping_sub(1), node + 1);
                node += 1;
            }
            (links.left[first], links.right[node - 1]) = (node - 1, first);
        }
        links
    }

    fn append(&mut self, node: usize, column: usize) {
        let last = self.up[column];
        (self.up[node], self.down[node], self.column[node]) = (last, column, column);
        (self.down[last], self.up[column]) = (node, node);
        self.size[column] += 1;
    }

    fn count(&mut self) -> u64 {
        let Some(column) = self.shortest() else { return 1 };
        self.cover(column);
        let (mut found, mut row) = (0, self.down[column]);
        while row != column {
            self.each_other(row, false, Self::cover);
            found += self.count();
            self.each_other(row, true, Self::uncover);
            row = self.down[row];
        }
        self.uncover(column);
        found
    }

    /// The columns of the other nodes of a row, there or back.
    fn each_other(&mut self, row: usize, back: bool, change: fn(&mut Self, usize)) {
        let next =
            |links: &Self, node: usize| if back { links.left[node] } else { links.right[node] };
        let mut node = next(self, row);
        while node != row {
            change(self, self.column[node]);
            node = next(self, node);
        }
    }

    fn shortest(&self) -> Option<usize> {
        let (mut best, mut column) = (None, self.right[0]);
        while column != 0 {
            if best.is_none_or(|b: usize| self.size[column] < self.size[b]) {
                best = Some(column);
            }
            column = self.right[column];
        }
        best
    }

    fn cover(&mut self, column: usize) {
        let (l, r) = (self.left[column], self.right[column]);
        (self.right[l], self.left[r]) = (r, l);
        let mut row = self.down[column];
        while row != column {
            let mut node = self.right[row];
            while node != row {
                let (u, d) = (self.up[node], self.down[node]);
                (self.down[u], self.up[d]) = (d, u);
                self.size[self.column[node]] -= 1;
                node = self.right[node];
            }
            row = self.down[row];
        }
    }

    fn uncover(&mut self, column: usize) {
        let mut row = self.up[column];
        while row != column {
            let mut node = self.left[row];
            while node != row {
                let (u, d) = (self.up[node], self.down[node]);
                self.size[self.column[node]] += 1;
                (self.down[u], self.up[d]) = (node, node);
                node = self.left[node];
            }
            row = self.up[row];
        }
        let (l, r) = (self.left[column], self.right[column]);
        (self.right[l], self.left[r]) = (column, column);
    }
}
