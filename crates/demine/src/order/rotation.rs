//! Rotation: narrower elimination orders, by simulated annealing.
//!
//! In the forest of an order, a vertex is below the first vertex of its bag to be eliminated. A
//! rotation lets a vertex and the one above it change places. It changes two bags only, and
//! rotations lead from any order to any other. A bag costs twice as much as one that is a vertex
//! smaller, so that the widest bags decide. Everything is exact in floats, hence the same
//! everywhere.

use crate::base::{Deadline, Meter, Random, Result, cores, in_parallel};
use crate::board::Board;
use crate::order::elimination::Elimination;

/// Larger boards would need too much memory, and more rotations than there is time for.
const MOST_CELLS: usize = 4096;
/// Runs side by side, from other seeds; the odd ones begin cool, so that they keep the given order.
const RUNS: usize = 4;
/// Rotations of a run per cell, and most words that a run reads; more effort allows more of both.
const PER_CELL: usize = 8000;
const MOST_WORDS: usize = 160_000_000;
/// How much wider a bag may become at first, and at first in a cool run: a share of the widest bag.
const HOT: f64 = 4.0;
const COOL: f64 = 0.5;
/// The share of the seconds left that the runs may use, and turns between two looks at the clock.
const SHARE: f64 = 0.8;
const OFTEN: usize = 1024;
/// The heat falls so often in a run, each time by this factor: to a seventieth in all.
const FALLS: usize = 64;
const FALL: f64 = 0.9365;

const NONE: u32 = u32::MAX;

/// An elimination that is narrower than the order; None if none is found. It stops at the width
/// `least`, which no order is below, and when most of the time is over. `effort` makes the runs
/// longer.
pub fn rotate(
    board: &Board,
    order: &[u32],
    least: usize,
    effort: usize,
    meter: &Meter,
) -> Result<Option<Elimination>> {
    let words = 4 * board.cells() * board.cells().div_ceil(64);
    if board.cells() > MOST_CELLS || !meter.has_room(8 * words) {
        return Ok(None);
    }
    let near = Rows::of(board);
    let first = Forest::of(&near, order, meter)?;
    if first.width <= least {
        return Ok(None);
    }
    let end = meter.hurry(SHARE).deadline();
    let run = |i: usize, meter: &Meter| {
        Run::new(&near, order, i as u64, least, meter)?.go(effort, &end, meter)
    };
    let found = in_parallel(cores(), RUNS, meter, run)?;
    let best = found.into_iter().flatten().min_by_key(|&(width, _)| width);
    let narrower = best.filter(|&(width, _)| width < first.width);
    narrower.map(|(_, order)| Ok(Forest::of(&near, &order, meter)?.elimination(order))).transpose()
}

/// A width that no order is below: the largest of the smallest degrees met while edges are
/// contracted, one after the other (Bodlaender, Koster and Wolle 2006). 0 for large boards.
pub fn least_width(board: &Board, meter: &Meter) -> Result<usize> {
    if board.cells() > MOST_CELLS {
        return Ok(0);
    }
    let mut near = Rows::of(board);
    let mut left: Vec<u32> = (0..board.cells() as u32).collect();
    let mut degrees: Vec<usize> = left.iter().map(|&v| near.count(v)).collect();
    let mut best = 0;
    while let Some(at) = (0..left.len()).min_by_key(|&i| degrees[left[i] as usize]) {
        let v = left.swap_remove(at);
        best = best.max(degrees[v as usize]);
        meter.steps(left.len() + near.words * (degrees[v as usize] + 1))?;
        near.contract(v, &mut degrees);
    }
    Ok(best)
}

/// A set of vertices for each vertex, as bits.
struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    fn of(board: &Board) -> Self {
        let words = board.cells().div_ceil(64);
        let mut new = Self { words, bits: vec![0; words * board.cells()] };
        for (u, v) in board.edges() {
            new.insert(u, v);
            new.insert(v, u);
        }
        new
    }

    fn row(&self, v: u32) -> &[u64] {
        &self.bits[v as usize * self.words..][..self.words]
    }

    fn row_mut(&mut self, v: u32) -> &mut [u64] {
        &mut self.bits[v as usize * self.words..][..self.words]
    }

    fn copy(&mut self, from: u32, to: u32) {
        let start = from as usize * self.words;
        self.bits.copy_within(start..start + self.words, to as usize * self.words);
    }

    fn contains(&self, v: u32, u: u32) -> bool {
        self.bits[v as usize * self.words + u as usize / 64] >> (u % 64) & 1 == 1
    }

    fn insert(&mut self, v: u32, u: u32) {
        insert(self.row_mut(v), u);
    }

    fn count(&self, v: u32) -> usize {
        count(self.row(v))
    }

    /// Joins the vertices of the row of `v` to each other, and removes `v` from their rows.
    fn eliminate(&mut self, v: u32) -> Vec<u64> {
        let row = self.row(v).to_vec();
        for u in members(&row) {
            self.row_mut(u).iter_mut().zip(&row).for_each(|(word, more)| *word |= more);
            remove(self.row_mut(u), u);
            remove(self.row_mut(u), v);
        }
        row
    }

    /// Contracts `v` into the neighbour with which it shares the fewest.
    fn contract(&mut self, v: u32, degrees: &mut [usize]) {
        let row = self.row(v).to_vec();
        let shared = |u: u32| self.row(u).iter().zip(&row).map(|(a, b)| (a & b).count_ones()).sum();
        let Some(into) = members(&row).min_by_key(|&u| -> u32 { shared(u) }) else { return };
        for u in members(&row) {
            remove(self.row_mut(u), v);
            if u != into {
                self.insert(u, into);
                self.insert(into, u);
            }
        }
        members(&row).for_each(|u| degrees[u as usize] = self.count(u));
    }
}

fn insert(row: &mut [u64], v: u32) {
    row[v as usize / 64] |= 1 << (v % 64);
}

fn remove(row: &mut [u64], v: u32) {
    row[v as usize / 64] &= !(1 << (v % 64));
}

fn count(row: &[u64]) -> usize {
    row.iter().map(|word| word.count_ones() as usize).sum()
}

fn members(row: &[u64]) -> impl Iterator<Item = u32> {
    row.iter().zip(0..).flat_map(|(&word, at)| {
        let next = |rest: &u64| Some(rest & (rest - 1)).filter(|&rest| rest != 0);
        std::iter::successors(Some(word).filter(|&word| word != 0), next)
            .map(move |rest| 64 * at + rest.trailing_zeros())
    })
}

/// The forest of an order, with the bag of each vertex: its neighbours when it is eliminated.
struct Forest {
    bags: Rows,
    sizes: Vec<usize>,
    /// How many bags have each size.
    counts: Vec<usize>,
    width: usize,
    above: Vec<u32>,
    below: Vec<Vec<u32>>,
}

impl Forest {
    fn of(near: &Rows, order: &[u32], meter: &Meter) -> Result<Self> {
        let vertices = order.len();
        let mut bags = Rows { words: near.words, bits: near.bits.clone() };
        let mut turn = vec![0u32; vertices];
        (0..).zip(order).for_each(|(i, &v)| turn[v as usize] = i);
        let mut new = Self {
            sizes: vec![0; vertices],
            counts: vec![0; vertices + 1],
            width: 0,
            above: vec![NONE; vertices],
            below: vec![Vec::new(); vertices],
            bags: Rows { words: 0, bits: Vec::new() },
        };
        for &v in order {
            let bag = bags.eliminate(v);
            meter.steps((count(&bag) + 1) * near.words)?;
            let above = members(&bag).min_by_key(|&u| turn[u as usize]);
            if let Some(above) = above {
                new.above[v as usize] = above;
                new.below[above as usize].push(v);
            }
            new.sizes[v as usize] = count(&bag);
            new.counts[count(&bag)] += 1;
            new.width = new.width.max(count(&bag));
        }
        new.bags = bags;
        Ok(new)
    }

    /// The bag of `above` if it changes places with `v`, which is below it.
    fn bag_after(&self, near: &Rows, v: u32, above: u32, bag: &mut [u64]) {
        let joint = near.row(above).iter().zip(self.bags.row(above));
        bag.iter_mut().zip(joint).for_each(|(word, (a, b))| *word = a & b);
        let siblings = self.below[above as usize].iter().filter(|&&w| w != v);
        let moving = self.below[v as usize].iter().filter(|&&w| self.bags.contains(w, above));
        for &w in siblings.chain(moving) {
            bag.iter_mut().zip(self.bags.row(w)).for_each(|(word, more)| *word |= more);
        }
        remove(bag, above);
        insert(bag, v);
    }

    /// Lets `v` and the vertex above it change places; that one gets this bag.
    fn rotate(&mut self, v: u32, above: u32, bag: &[u64], size: usize) {
        let (i, j) = (v as usize, above as usize);
        self.bags.copy(above, v);
        self.bags.row_mut(above).copy_from_slice(bag);
        self.counts[self.sizes[i]] -= 1;
        self.counts[size] += 1;
        (self.sizes[i], self.sizes[j]) = (self.sizes[j], size);
        let top = self.above[j];
        (self.above[i], self.above[j]) = (top, v);
        if top != NONE {
            let place = self.below[top as usize].iter().position(|&w| w == above);
            self.below[top as usize][place.expect("it is below")] = v;
        }
        self.below[j].retain(|&w| w != v);
        let mut children = std::mem::take(&mut self.below[i]);
        children.retain(|&w| {
            let moves = self.bags.contains(w, above);
            if moves {
                self.above[w as usize] = above;
                self.below[j].push(w);
            }
            !moves
        });
        children.push(above);
        self.below[i] = children;
        self.width = self.width.max(size);
        while self.counts[self.width] == 0 {
            self.width -= 1;
        }
    }

    /// Every vertex after all below it.
    fn order(&self) -> Vec<u32> {
        let is_top = |&v: &u32| self.above[v as usize] == NONE;
        let mut waiting: Vec<u32> = (0..self.above.len() as u32).filter(is_top).collect();
        let mut order = Vec::with_capacity(self.above.len());
        while let Some(v) = waiting.pop() {
            order.push(v);
            waiting.extend(&self.below[v as usize]);
        }
        order.reverse();
        order
    }

    fn elimination(&self, order: Vec<u32>) -> Elimination {
        let neighbours = order.iter().map(|&v| members(self.bags.row(v)).collect()).collect();
        Elimination { order, neighbours }
    }
}

/// One run of the annealing.
struct Run<'a> {
    near: &'a Rows,
    forest: Forest,
    random: Random,
    heat: f64,
    least: usize,
    /// The least width so far, and its order if it is less than at the start.
    best: (usize, Option<Vec<u32>>),
}

impl<'a> Run<'a> {
    fn new(near: &'a Rows, order: &[u32], seed: u64, least: usize, meter: &Meter) -> Result<Self> {
        let forest = Forest::of(near, order, meter)?;
        let heat = if seed.is_multiple_of(2) { HOT } else { COOL };
        let best = (forest.width, None);
        Ok(Self { near, forest, random: Random::new(seed), heat, least, best })
    }

    /// The least width found, and its order, if it is narrower than the first.
    fn go(
        mut self,
        effort: usize,
        end: &Deadline,
        meter: &Meter,
    ) -> Result<Option<(usize, Vec<u32>)>> {
        let rotations = effort * PER_CELL * self.forest.sizes.len() / FALLS;
        let mut bag = vec![0; self.near.words];
        for _ in 0..FALLS {
            let (mut tried, mut words) = (0, 0);
            while tried < rotations && words < effort * MOST_WORDS / FALLS {
                if self.best.0 <= self.least || tried.is_multiple_of(OFTEN) && end.is_over() {
                    return Ok(self.found());
                }
                let read = self.turn(&mut bag);
                meter.steps(read)?;
                (tried, words) = (tried + 1, words + read);
            }
            self.heat *= FALL;
        }
        Ok(self.found())
    }

    fn found(self) -> Option<(usize, Vec<u32>)> {
        let (width, order) = self.best;
        order.map(|order| (width, order))
    }

    /// Tries one rotation. Returns how many words it reads.
    fn turn(&mut self, bag: &mut [u64]) -> usize {
        let v = self.random.below(self.forest.sizes.len() as u64) as u32;
        let above = self.forest.above[v as usize];
        if above == NONE {
            return 1;
        }
        let around = [v, above].map(|w| self.forest.below[w as usize].len());
        let read = (2 + around[0] + around[1]) * bag.len();
        self.forest.bag_after(self.near, v, above, bag);
        let size = count(bag);
        let more = self.cost(size) - self.cost(self.forest.sizes[v as usize]);
        if more > 0.0 && more > self.heat * self.patience() {
            return read;
        }
        self.forest.rotate(v, above, bag, size);
        if self.forest.width < self.best.0 {
            self.best = (self.forest.width, Some(self.forest.order()));
        }
        read
    }

    /// 1 for a bag of the least width so far, and twice as much for each vertex more.
    fn cost(&self, size: usize) -> f64 {
        let more = (size as i64 - self.best.0 as i64).clamp(-60, 60);
        f64::from_bits(((1023 + more) as u64) << 52)
    }

    /// A random number that is nearly exponentially distributed, without a logarithm.
    fn patience(&mut self) -> f64 {
        let word = self.random.word();
        f64::from(word.leading_zeros()) + (word as u32) as f64 / 4_294_967_296.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;

    /// The treewidth of a 6×6 grid in which diagonal cells are neighbours.
    const GRID_6: usize = 7;

    /// Eliminating along the order has these bags.
    fn check(board: &Board, found: &Elimination) {
        let near = Rows::of(board);
        let forest = Forest::of(&near, &found.order, &Meter::unwatched(Budget::default())).unwrap();
        assert_eq!(forest.elimination(found.order.clone()).neighbours, found.neighbours);
        assert_eq!(forest.width, found.width());
        let mut all = found.order.clone();
        all.sort_unstable();
        assert_eq!(all, (0..board.cells() as u32).collect::<Vec<_>>());
    }

    #[test]
    fn a_rotated_forest_is_the_forest_of_its_order() {
        let meter = Meter::unwatched(Budget::default());
        let board = Board::grid(4, 5);
        let near = Rows::of(&board);
        let order: Vec<u32> = (0..20).collect();
        let mut run = Run::new(&near, &order, 0, 0, &meter).unwrap();
        let mut bag = vec![0; near.words];
        for turn in 0..2000 {
            run.turn(&mut bag);
            if turn % 50 == 0 {
                let order = run.forest.order();
                check(&board, &run.forest.elimination(order));
            }
        }
    }

    #[test]
    fn a_bad_order_becomes_the_best() {
        let meter = Meter::unwatched(Budget::default());
        let board = Board::grid(6, 6);
        let spread: Vec<u32> = (0..36).map(|i| i * 5 % 36).collect();
        let least = least_width(&board, &meter).unwrap();
        let found = rotate(&board, &spread, least, 1, &meter).unwrap().expect("it is narrower");
        check(&board, &found);
        assert_eq!(found.width(), GRID_6);
        let again = rotate(&board, &found.order, found.width(), 1, &meter).unwrap();
        assert!(again.is_none(), "it cannot be narrower");
    }

    #[test]
    fn the_least_width_is_a_lower_bound() {
        let meter = Meter::unwatched(Budget::default());
        let complete =
            |n: i64| -> Vec<_> { (0..n).flat_map(move |u| (0..u).map(move |v| (u, v))).collect() };
        for (board, width) in [
            (Board::path(9), 1),
            (Board::new(5, [].into_iter()).unwrap(), 0),
            (Board::new(0, [].into_iter()).unwrap(), 0),
            (Board::new(7, complete(7).into_iter()).unwrap(), 6),
        ] {
            assert_eq!(least_width(&board, &meter).unwrap(), width);
        }
        assert!((3..=6).contains(&least_width(&Board::grid(6, 6), &meter).unwrap()));
    }
}
