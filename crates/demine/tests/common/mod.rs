//! Shared by tests and benches: the golden files of both languages, and brute force.
#![allow(dead_code)]

use std::path::Path;
use std::time::Instant;

use demine::{Board, Cell, Columns, Label, Method, Options, Position, Verdict};

/// The allocator of the package, so that benches measure the same as users.
#[cfg(target_pointer_width = "64")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A file of the repository's `tests/data`.
pub fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Arrays for the analyses of many positions.
pub struct Analyses {
    pub probabilities: Vec<f64>,
    pub safe: Vec<bool>,
    pub mined: Vec<bool>,
    pub ln_counts: Vec<f64>,
    pub verdicts: Vec<Verdict>,
}

impl Analyses {
    pub fn new(positions: usize, cells: usize) -> Self {
        Self {
            probabilities: vec![0.0; positions * cells],
            safe: vec![false; positions * cells],
            mined: vec![false; positions * cells],
            ln_counts: vec![0.0; positions],
            verdicts: vec![Verdict::Answered; positions],
        }
    }

    pub fn columns(&mut self) -> Columns<'_> {
        Columns {
            probabilities: &mut self.probabilities,
            safe: &mut self.safe,
            mined: &mut self.mined,
            ln_counts: &mut self.ln_counts,
            verdicts: &mut self.verdicts,
        }
    }
}

/// No cache, and one method.
pub fn by(method: Method) -> Options<'static> {
    Options { method, ..Options::default() }
}

pub fn label(text: &str) -> Label {
    match text {
        "?" => Label::Covered,
        "□" => Label::Free,
        "*" => Label::Mined,
        count => Label::Number(count.parse().expect("a count")),
    }
}

/// The positions of a file of Expert positions: blocks of a header and 16 rows.
pub fn expert(name: &str) -> Vec<Position> {
    let board = king(16, 30);
    let text = data(name);
    let position = |block: &str| {
        let rows: String = block.lines().skip(1).collect();
        let label = |c: char| c.to_digit(10).map_or(Label::Covered, Label::Number);
        Position::new(board.clone(), rows.chars().map(label).collect(), Some(99)).unwrap()
    };
    text.trim().split("\n\n").map(position).collect()
}

/// A grid whose cells have up to eight neighbours.
pub fn king(rows: i64, columns: i64) -> Board {
    let mut edges = Vec::new();
    for (r, c) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
        for (dr, dc) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            if (0..rows).contains(&(r + dr)) && (0..columns).contains(&(c + dc)) {
                edges.push((r * columns + c, (r + dr) * columns + c + dc));
            }
        }
    }
    Board::new((rows * columns) as usize, edges.into_iter()).unwrap()
}

/// Pseudorandom numbers below 1000.
struct Stream(u64);

impl Stream {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % 1000
    }
}

/// A position on a square board: 30 % of the cells are mined, 40 % of the free cells are opened.
pub fn glance(side: i64) -> Position {
    let board = king(side, side);
    let mut stream = Stream(side as u64);
    let mined: Vec<bool> = (0..board.cells()).map(|_| stream.next() < 300).collect();
    let is_mined = |cell: &&Cell| mined[**cell as usize];
    let label = |cell: usize| match mined[cell] || stream.next() >= 400 {
        true => Label::Covered,
        false => {
            Label::Number(board.neighbours(cell as Cell).iter().filter(is_mined).count() as u32)
        }
    };
    let labels = (0..board.cells()).map(label).collect();
    let mines = mined.iter().filter(|&&mined| mined).count() as i64;
    Position::new(board, labels, Some(mines)).expect("a label per cell")
}

/// The result of `work`, and the seconds that it took.
pub fn time<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let made = work();
    (start.elapsed().as_secs_f64(), made)
}

/// All legal assignments as bit sets of mined cells, by brute force.
pub fn legal_assignments(position: &Position) -> Vec<u32> {
    let cells = position.board().cells() as u32;
    let legal = |mines: &u32| {
        let mined = |cell: u32| mines >> cell & 1 == 1;
        let around = |cell: u32| {
            position.board().neighbours(cell).iter().filter(|&&n| mined(n)).count() as u32
        };
        let agrees = |cell: u32| match position.label(cell) {
            Label::Covered => true,
            Label::Free => !mined(cell),
            Label::Mined => mined(cell),
            Label::Number(count) => !mined(cell) && around(cell) == count,
        };
        (0..cells).all(agrees) && position.mines().is_none_or(|m| m == mines.count_ones())
    };
    (0..1 << cells).filter(legal).collect()
}
