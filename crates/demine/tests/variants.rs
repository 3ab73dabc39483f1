//! Compares positions with several mines per cell with brute force: every labelling of the 2×3 board with
//! two mines per cell. Labellings that are images of each other count once.
//!
//! `RULES_EVERY=1 cargo test --release --test variants` checks all of them; without it, one in 40.

use std::collections::HashMap;

use demine::{Board, Failure, Label, Options, Position, Rules, Variant};
use num_bigint::BigUint;

const CELLS: usize = 6;
const CAPACITY: u32 = 2;
const MOST: usize = CELLS * CAPACITY as usize;
/// The images of each cell under the symmetries of the board.
const SYMMETRIES: [[usize; CELLS]; 4] =
    [[0, 1, 2, 3, 4, 5], [2, 1, 0, 5, 4, 3], [3, 4, 5, 0, 1, 2], [5, 4, 3, 2, 1, 0]];

type Fillings = Vec<[u32; CELLS]>;

fn edges() -> Vec<(usize, usize)> {
    let near = |a: usize, b: usize| (a % 3).abs_diff(b % 3) <= 1;
    (0..CELLS).flat_map(|b| (0..b).filter(move |&a| near(a, b)).map(move |a| (a, b))).collect()
}

fn board() -> Board {
    Board::new(CELLS, edges().into_iter().map(|(a, b)| (a as i64, b as i64))).unwrap()
}

/// All labels of a cell: numbers up to the largest that it can have, and one more.
fn labels(cell: usize) -> Vec<Label> {
    let degree = edges().iter().filter(|&&(a, b)| a == cell || b == cell).count() as u32;
    let numbers = (0..=degree * CAPACITY + 1).map(Label::Number);
    [Label::Covered, Label::Free, Label::Mined].into_iter().chain(numbers).collect()
}

/// All fillings of cells that may hold mines, where the label of a number says only that it is free.
fn fillings(kinds: [usize; CELLS]) -> Fillings {
    let mut all = vec![[0; CELLS]];
    for (cell, kind) in kinds.into_iter().enumerate() {
        let range = [0..=CAPACITY, 0..=0, 1..=CAPACITY, 0..=0][kind].clone();
        let with = |filling: [u32; CELLS]| {
            range.clone().map(move |mines| {
                let mut filling = filling;
                filling[cell] = mines;
                filling
            })
        };
        all = all.into_iter().flat_map(with).collect();
    }
    all
}

/// The fillings by the sums that they give to the cells with numbers.
fn by_sums(kinds: [usize; CELLS]) -> HashMap<Vec<u32>, Fillings> {
    let mut found: HashMap<Vec<u32>, Fillings> = HashMap::new();
    for filling in fillings(kinds) {
        let mut sums = [0; CELLS];
        for (a, b) in edges() {
            sums[a] += filling[b];
            sums[b] += filling[a];
        }
        let shown = (0..CELLS).filter(|&cell| kinds[cell] == 3).map(|cell| sums[cell]);
        found.entry(shown.collect()).or_default().push(filling);
    }
    found
}

fn is_first(codes: [i32; CELLS]) -> bool {
    SYMMETRIES.iter().all(|image| image.map(|cell| codes[cell]) >= codes)
}

fn check(labels: [Label; CELLS], legal: &Fillings) {
    let position = Position::new(board(), labels.to_vec(), None).unwrap();
    let rules = Rules { capacities: vec![CAPACITY; CELLS], ..Rules::default() };
    let variant = Variant::new(position, rules, None).unwrap();
    let options = Options::default();
    let mut by_mines = vec![BigUint::ZERO; MOST + 1];
    legal.iter().for_each(|filling| by_mines[filling.iter().sum::<u32>() as usize] += 1u32);
    assert_eq!(variant.counts_by_mines(&options).unwrap(), by_mines, "{labels:?}");
    assert_eq!(variant.count(&options).unwrap(), legal.len().into(), "{labels:?}");
    let spread = match variant.analyze(&options) {
        Err(Failure::Contradiction) => return assert!(legal.is_empty(), "{labels:?}"),
        found => found.unwrap(),
    };
    for cell in 0..CELLS {
        let ways = spread.ways(cell as u32, &options).unwrap();
        let (least, shares) = spread.shares(cell as u32);
        for (more, (ways, share)) in ways.iter().zip(shares).enumerate() {
            let with = |filling: &&[u32; CELLS]| filling[cell] as usize == least as usize + more;
            let expected = legal.iter().filter(with).count();
            let total: BigUint = spread.ways(cell as u32, &options).unwrap().iter().sum();
            assert_eq!(ways * legal.len(), total * expected, "{labels:?} {cell}");
            assert!((share - expected as f64 / legal.len() as f64).abs() < 1e-12);
        }
    }
}

#[test]
fn every_labelling_of_a_small_board_with_two_mines_per_cell() {
    let every = std::env::var("RULES_EVERY").map_or(40, |every| every.parse().unwrap());
    let all: Vec<Vec<Label>> = (0..CELLS).map(labels).collect();
    let mut number = 0usize;
    for pattern in 0..1usize << (2 * CELLS) {
        let kinds: [usize; CELLS] = std::array::from_fn(|cell| pattern >> (2 * cell) & 3);
        let legal = by_sums(kinds);
        let choices: Vec<&[Label]> =
            (0..CELLS)
                .map(|cell| {
                    if kinds[cell] == 3 { &all[cell][3..] } else { &all[cell][kinds[cell]..][..1] }
                })
                .collect();
        let total: usize = choices.iter().map(|labels| labels.len()).product();
        for mut rank in 0..total {
            let labels: [Label; CELLS] = std::array::from_fn(|cell| {
                let label = choices[cell][rank % choices[cell].len()];
                rank /= choices[cell].len();
                label
            });
            if !is_first(labels.map(Label::code)) {
                continue;
            }
            number += 1;
            if number.is_multiple_of(every) {
                let shown = labels.iter().filter_map(|label| match label {
                    Label::Number(number) => Some(*number),
                    _ => None,
                });
                check(labels, legal.get(&shown.collect::<Vec<_>>()).unwrap_or(&Vec::new()));
            }
        }
    }
    assert!(number > 600_000);
}
