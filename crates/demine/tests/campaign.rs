//! Random small positions of every kind, consistent and contradictory, against brute force: the
//! campaign of docs/fuzz.md. The number of a round is its seed, so every round can be repeated:
//!
//! DEMINE_ROUND=7 DEMINE_CASES=20000 cargo test --release --test campaign

mod common;

use std::collections::BTreeSet;
use std::env;

use common::by;
use demine::{
    Analysis, Board, Cache, Cell, Construction, Failure, Label, Method, Options, Position,
};

const METHODS: [Method; 4] = [Method::Auto, Method::Circuit, Method::Tree, Method::Sweep];
const SETS: [Construction; 3] =
    [Construction::Cells, Construction::Degree, Construction::Intersection];
/// Most covered cells of a position: brute force tries every subset of them.
const MOST: usize = 11;

#[test]
fn a_round_finds_nothing() {
    let (round, cases) = (setting("DEMINE_ROUND", 0), setting("DEMINE_CASES", 1000));
    let mut random = Random(round.wrapping_mul(0x2545_F491_4F6C_DD1D) ^ 0x6465_6D69_6E65);
    let cache = Cache::new(1 << 20);
    for case in 0..cases {
        let (position, truth) = random_position(&mut random);
        let method = METHODS[(case % 4) as usize];
        check_totals(&position, &truth, method, &cache);
        check_cells(&position, &truth, case % 3 == 0);
        if case % 4 == 0 {
            check_sets(&position, &truth, SETS[(case / 4 % 3) as usize]);
        }
    }
    println!("{cases} positions of round {round}: nothing found");
}

/// A number from an environment variable.
fn setting(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

fn check_totals(position: &Position, truth: &Truth, method: Method, cache: &Cache) {
    let (plain, cached) = (by(method), Options { cache: Some(cache), ..Options::default() });
    let total = truth.legal.len();
    for options in [&plain, &cached] {
        assert_eq!(position.count(options).unwrap(), total.into(), "{method:?} {position:?}");
    }
    let consistent = position.is_consistent(&plain).unwrap();
    assert_eq!(consistent, total > 0, "{method:?} {position:?}");
    let counts = position.counts_by_mines(&plain).unwrap();
    let expected = truth.by_mines.iter().map(|&count| count.into());
    assert!(counts.into_iter().eq(expected), "P(G) by {method:?} {position:?}");
}

fn check_cells(position: &Position, truth: &Truth, exactly: bool) {
    match position.analyze(&Options::default()) {
        Ok(analysis) => {
            assert!(!truth.legal.is_empty(), "an analysis of what cannot be: {position:?}");
            check_odds(position, &analysis, truth, exactly);
        }
        Err(Failure::Contradiction) => assert!(truth.legal.is_empty(), "{position:?}"),
        Err(Failure::Stopped(stopped)) => panic!("{stopped}: {position:?}"),
    }
}

fn check_odds(position: &Position, analysis: &Analysis, truth: &Truth, exactly: bool) {
    let total = truth.legal.len();
    let (mut safe, mut mined) = (Vec::new(), Vec::new());
    for cell in 0..position.board().cells() as Cell {
        let often = truth.mined(cell);
        let rough = analysis.probabilities()[cell as usize];
        assert!((rough - often as f64 / total as f64).abs() < 1e-12, "cell {cell} of {position:?}");
        if often == 0 && !matches!(position.label(cell), Label::Number(_)) {
            safe.push(cell);
        } else if often == total {
            mined.push(cell);
        }
        if exactly {
            let (n, d) = analysis.probability(cell, &Options::default()).unwrap();
            assert_eq!(n * total, d * often, "cell {cell} of {position:?}");
        }
    }
    assert_eq!((analysis.safe(), analysis.mined()), (&safe[..], &mined[..]), "{position:?}");
}

fn check_sets(position: &Position, truth: &Truth, construction: Construction) {
    let options = Options::default();
    let set = position.solutions(construction, &options).unwrap();
    let total = truth.legal.len();
    assert_eq!(set.count(&options).unwrap(), total.into(), "{construction:?} {position:?}");
    let mut walk = set.walk(&options).unwrap();
    let sets = walk.take(usize::MAX, &options).unwrap();
    let mut found: Vec<u32> = sets.iter().map(|one| bits(one)).collect();
    found.sort_unstable();
    assert_eq!(found, truth.legal, "{construction:?} {position:?}");
}

fn bits(cells: &[Cell]) -> u32 {
    cells.iter().map(|cell| 1 << cell).sum()
}

/// The true answers, by brute force over all sets of covered cells.
struct Truth {
    /// The mined cells of each legal assignment, sorted.
    legal: Vec<u32>,
    /// The number of assignments with 0, 1, 2 … mines, for any number of mines.
    by_mines: Vec<u64>,
}

impl Truth {
    fn of(board: &Board, labels: &[Label], mines: Option<i64>) -> Self {
        let all = |wanted: Label| (0..labels.len()).filter(move |&cell| labels[cell] == wanted);
        let covered: Vec<usize> = all(Label::Covered).collect();
        let known = all(Label::Mined).map(|cell| 1 << cell).sum::<u32>();
        let around = |cell: usize| bits(board.neighbours(cell as Cell));
        let numbers: Vec<(u32, u32)> = (0..labels.len())
            .filter_map(|cell| match labels[cell] {
                Label::Number(count) => Some((around(cell), count)),
                _ => None,
            })
            .collect();
        let mut truth = Self { legal: vec![], by_mines: vec![0; labels.len() + 1] };
        for chosen in 0u32..1 << covered.len() {
            let mined = spread(chosen, &covered) | known;
            if numbers.iter().all(|&(near, count)| (mined & near).count_ones() == count) {
                truth.by_mines[mined.count_ones() as usize] += 1;
                if mines.is_none_or(|k| i64::from(mined.count_ones()) == k) {
                    truth.legal.push(mined);
                }
            }
        }
        truth.legal.sort_unstable();
        truth
    }

    fn mined(&self, cell: Cell) -> usize {
        self.legal.iter().filter(|&&one| one >> cell & 1 == 1).count()
    }
}

/// The cells of a subset of the covered cells.
fn spread(chosen: u32, covered: &[usize]) -> u32 {
    covered.iter().enumerate().map(|(bit, &cell)| (chosen >> bit & 1) << cell).sum()
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }

    fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }
}

/// A position and its true answers; at most [`MOST`] cells are covered.
fn random_position(random: &mut Random) -> (Position, Truth) {
    let board = board(random);
    let cells = board.cells();
    let share = random.below(101);
    let mined: Vec<bool> = (0..cells).map(|_| random.percent(share)).collect();
    let around = |cell: usize| board.neighbours(cell as Cell).iter();
    let shown = |cell: usize| around(cell).filter(|&&near| mined[near as usize]).count() as u32;
    let mut covered = 0;
    let mut labels = Vec::with_capacity(cells);
    for (cell, &is_mined) in mined.iter().enumerate() {
        let label = match random.below(20) {
            0..10 if covered < MOST => Label::Covered,
            19 if is_mined => Label::Mined,
            _ if is_mined && covered < MOST => Label::Covered,
            _ if is_mined => Label::Mined,
            10 => Label::Free,
            _ => Label::Number(shown(cell)),
        };
        covered += usize::from(label == Label::Covered);
        labels.push(label);
    }
    spoil(&mut labels, random);
    let true_mines = mined.iter().filter(|&&one| one).count() as i64;
    let mines = [None, Some(true_mines), Some(random.below(cells + 1) as i64)][random.below(3)];
    let truth = Truth::of(&board, &labels, mines);
    (Position::new(board, labels, mines).unwrap(), truth)
}

/// Sometimes a number is wrong.
fn spoil(labels: &mut [Label], random: &mut Random) {
    if labels.is_empty() || !random.percent(20) {
        return;
    }
    let cell = random.below(labels.len());
    if matches!(labels[cell], Label::Number(_)) {
        labels[cell] = Label::Number(random.below(10) as u32);
    }
}

/// A board of at most twenty cells: lattices, tori and graphs.
fn board(random: &mut Random) -> Board {
    let (rows, columns) = (1 + random.below(4) as i64, 1 + random.below(5) as i64);
    match random.below(12) {
        0..5 => lattice(rows, columns, &KING, random.percent(30)),
        5 => lattice(rows, columns, &KNIGHT, random.percent(30)),
        6 => lattice(rows, columns, &ROOK, random.percent(30)),
        7 => lattice(rows, columns, &WIDE, random.percent(30)),
        8 => hexagonal(rows, columns),
        9 => cube(random),
        10 => tree(1 + random.below(16), random),
        _ => graph(random.below(15), random),
    }
}

type Steps = [(i64, i64)];
/// One of each pair of opposite steps.
const KING: [(i64, i64); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
const ROOK: [(i64, i64); 2] = [(0, 1), (1, 0)];
const KNIGHT: [(i64, i64); 4] = [(1, 2), (1, -2), (2, 1), (2, -1)];
const WIDE: [(i64, i64); 12] = [
    (0, 1),
    (0, 2),
    (1, -2),
    (1, -1),
    (1, 0),
    (1, 1),
    (1, 2),
    (2, -2),
    (2, -1),
    (2, 0),
    (2, 1),
    (2, 2),
];

fn lattice(rows: i64, columns: i64, steps: &Steps, torus: bool) -> Board {
    let mut pairs = Vec::new();
    for (r, c) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
        for (dr, dc) in steps {
            let (mut y, mut x) = (r + dr, c + dc);
            if torus {
                (y, x) = (y.rem_euclid(rows), x.rem_euclid(columns));
            }
            if (0..rows).contains(&y) && (0..columns).contains(&x) {
                pairs.push((r * columns + c, y * columns + x));
            }
        }
    }
    simple((rows * columns) as usize, pairs)
}

/// Six neighbours: every other row is shifted.
fn hexagonal(rows: i64, columns: i64) -> Board {
    let near =
        |r: i64| if r % 2 == 0 { [(0, 1), (1, -1), (1, 0)] } else { [(0, 1), (1, 0), (1, 1)] };
    let mut pairs = Vec::new();
    for (r, c) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
        for (dr, dc) in near(r) {
            if r + dr < rows && (0..columns).contains(&(c + dc)) {
                pairs.push((r * columns + c, (r + dr) * columns + c + dc));
            }
        }
    }
    simple((rows * columns) as usize, pairs)
}

/// Up to 2 × 3 × 3 cells; neighbours differ by at most 1 in every coordinate.
fn cube(random: &mut Random) -> Board {
    let sides = [2, 1 + random.below(3) as i64, 1 + random.below(3) as i64];
    let place = |cell: i64| [cell % 2, cell / 2 % sides[1], cell / 2 / sides[1]];
    let cells = sides.iter().product::<i64>();
    let near = |u: i64, v: i64| place(u).iter().zip(place(v)).all(|(a, b)| (a - b).abs() <= 1);
    let pairs = (0..cells).flat_map(|v| (0..v).map(move |u| (u, v)));
    simple(cells as usize, pairs.filter(|&(u, v)| near(u, v)).collect())
}

fn tree(cells: usize, random: &mut Random) -> Board {
    simple(cells, (1..cells).map(|v| (random.below(v) as i64, v as i64)).collect())
}

fn graph(cells: usize, random: &mut Random) -> Board {
    let share = [10, 20, 50, 90][random.below(4)];
    let pairs = (0..cells as i64).flat_map(|v| (0..v).map(move |u| (u, v)));
    simple(cells, pairs.filter(|_| random.percent(share)).collect())
}

/// Each pair of neighbours once, without loops.
fn simple(cells: usize, pairs: Vec<(i64, i64)>) -> Board {
    let ordered = pairs.into_iter().map(|(u, v)| (u.min(v), u.max(v)));
    let edges: BTreeSet<_> = ordered.filter(|(u, v)| u != v).collect();
    Board::new(cells, edges.iter().copied()).unwrap()
}
