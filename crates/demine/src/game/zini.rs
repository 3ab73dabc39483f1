//! ZiNi: the number of clicks of a greedy player who knows the mines, flags them and chords.
//!
//! A chord at a cell saves its *premium*: the clicks for all that it opens, less the flags that are
//! missing around it, less the chord itself and, if the cell is covered, the click that opens it. The
//! player chords where the premium is largest. If every premium is negative, the player opens the
//! first cell that nothing else opens. On grids this is the greedy ZiNi of C. Nikolaus, whose rules
//! say nothing of ties: here the first cell of a given order wins.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::base::{Sort, first_seen, flood};
use crate::board::{Board, Cell};

/// The clicks of the greedy player. Ties go to the cell that comes first in the order, which lists all
/// cells.
pub fn zini(board: &Board, mined: &[bool], numbers: &[u32], order: &[Cell]) -> usize {
    zini_from(board, mined, numbers, order, &[], &[])
}

/// The same greedy player in the middle of a game, with these cells opened and flagged.
pub fn zini_from(
    board: &Board,
    mined: &[bool],
    numbers: &[u32],
    order: &[Cell],
    opened: &[Cell],
    flagged: &[Cell],
) -> usize {
    let mut player = Player::new(board, mined, numbers, order);
    player.resume(opened, flagged);
    while player.left > 0 {
        match player.best() {
            Some(cell) => player.chord(cell),
            None => player.click_next(),
        }
    }
    player.clicks
}

struct Player<'a> {
    board: &'a Board,
    mined: &'a [bool],
    numbers: &'a [u32],
    order: &'a [Cell],
    /// The place of each cell in the order.
    ranks: Vec<u32>,
    premiums: Vec<i64>,
    /// The free cells, best premium first.
    queue: BTreeSet<(Reverse<i64>, u32)>,
    /// The cells that one click on a zero opens, and of which openings each cell is part.
    openings: Vec<Vec<Cell>>,
    parts: Vec<Vec<u32>>,
    opened: Vec<bool>,
    flagged: Vec<bool>,
    /// The place in the order from which the next click is sought.
    next: usize,
    /// Free cells that are not opened yet.
    left: usize,
    clicks: usize,
}

impl<'a> Player<'a> {
    fn new(board: &'a Board, mined: &'a [bool], numbers: &'a [u32], order: &'a [Cell]) -> Self {
        let cells = board.cells();
        let mut ranks = vec![0; cells];
        (0..).zip(order).for_each(|(rank, &cell)| ranks[cell as usize] = rank);
        let mut new = Self {
            board,
            mined,
            numbers,
            order,
            ranks,
            premiums: Vec::new(),
            queue: BTreeSet::new(),
            openings: Vec::new(),
            parts: vec![Vec::new(); cells],
            opened: vec![false; cells],
            flagged: vec![false; cells],
            next: 0,
            left: mined.iter().filter(|&&mined| !mined).count(),
            clicks: 0,
        };
        new.find_openings();
        new.premiums = (0..cells as Cell).map(|cell| new.first_premium(cell)).collect();
        new
    }

    /// Takes over a game, and fills the queue.
    fn resume(&mut self, opened: &[Cell], flagged: &[Cell]) {
        for &flag in flagged {
            if first_seen(&mut self.flagged, flag) {
                self.add_around(flag, 1);
            }
        }
        opened.iter().for_each(|&cell| self.reveal(cell));
        let free = (0..self.board.cells() as Cell).filter(|&cell| !self.mined[cell as usize]);
        self.queue = free.map(|cell| self.key(cell)).collect();
    }

    fn find_openings(&mut self) {
        let mut seen = vec![false; self.board.cells()];
        for cell in 0..self.board.cells() as Cell {
            if self.is_zero(cell) && first_seen(&mut seen, cell) {
                let mut zeros = vec![cell];
                flood(&mut zeros, |zero, zeros| {
                    let near = self.board.neighbours(zero).iter().copied();
                    zeros.extend(near.filter(|&v| self.is_zero(v) && first_seen(&mut seen, v)));
                });
                let around = zeros.iter().flat_map(|&zero| self.board.neighbours(zero));
                let mut all: Vec<Cell> = around.chain(&zeros).copied().collect();
                all.ascend();
                all.dedup();
                let number = self.openings.len() as u32;
                all.iter().for_each(|&cell| self.parts[cell as usize].push(number));
                self.openings.push(all);
            }
        }
    }

    /// The premium of a covered cell before any click.
    fn first_premium(&self, cell: Cell) -> i64 {
        let number = i64::from(self.numbers[cell as usize]);
        let gain = self.parts[cell as usize].len() as i64;
        let alone = if number == 0 { 0 } else { self.alone_around(cell) };
        gain + alone - number - 2
    }

    /// Cells at and around a cell that only a click of their own, or a chord, opens.
    fn alone_around(&self, cell: Cell) -> i64 {
        let around = self.board.neighbours(cell).iter().chain([&cell]);
        around.filter(|&&v| !self.mined[v as usize] && self.is_alone(v)).count() as i64
    }

    fn is_alone(&self, cell: Cell) -> bool {
        self.parts[cell as usize].is_empty()
    }

    fn is_zero(&self, cell: Cell) -> bool {
        !self.mined[cell as usize] && self.numbers[cell as usize] == 0
    }

    fn key(&self, cell: Cell) -> (Reverse<i64>, u32) {
        (Reverse(self.premiums[cell as usize]), self.ranks[cell as usize])
    }

    fn add(&mut self, cell: Cell, change: i64) {
        let is_queued = self.queue.remove(&self.key(cell));
        self.premiums[cell as usize] += change;
        if is_queued {
            self.queue.insert(self.key(cell));
        }
    }

    fn add_around(&mut self, cell: Cell, change: i64) {
        self.add(cell, change);
        let board = self.board;
        board.neighbours(cell).iter().for_each(|&near| self.add(near, change));
    }

    /// The cell with the best premium, if that is not negative.
    fn best(&self) -> Option<Cell> {
        let &(Reverse(premium), rank) = self.queue.first()?;
        (premium >= 0).then(|| self.order[rank as usize])
    }

    /// Open a cell if it is covered, flag the mines around it, and chord.
    fn chord(&mut self, cell: Cell) {
        if !self.opened[cell as usize] {
            self.click(cell);
        }
        let board = self.board;
        for &near in board.neighbours(cell) {
            if self.mined[near as usize] && first_seen(&mut self.flagged, near) {
                self.clicks += 1;
                self.add_around(near, 1);
            }
        }
        self.clicks += 1;
        for &near in board.neighbours(cell) {
            if !self.mined[near as usize] {
                self.reveal(near);
            }
        }
    }

    /// Click the next cell of the order that is a zero, or that only a click of its own opens.
    fn click_next(&mut self) {
        while let Some(&cell) = self.order.get(self.next) {
            let is_free = !self.mined[cell as usize] && !self.opened[cell as usize];
            if is_free && (self.is_zero(cell) || self.is_alone(cell)) {
                return self.click(cell);
            }
            self.next += 1;
        }
    }

    fn click(&mut self, cell: Cell) {
        self.clicks += 1;
        self.reveal(cell);
    }

    fn reveal(&mut self, cell: Cell) {
        if self.opened[cell as usize] {
            return;
        }
        if !self.is_zero(cell) {
            return self.open(cell);
        }
        let opening = self.parts[cell as usize][0] as usize;
        for member in std::mem::take(&mut self.openings[opening]) {
            if !self.opened[member as usize] {
                self.open(member);
            }
            self.add(member, -1);
        }
    }

    fn open(&mut self, cell: Cell) {
        self.opened[cell as usize] = true;
        self.left -= 1;
        self.add(cell, 1);
        if self.is_alone(cell) {
            self.add_around(cell, -1);
        }
    }
}
