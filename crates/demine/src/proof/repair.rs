//! Repair: boards too dense for `noguess`, changed where they need a guess until proof wins them.
//!
//! In the manner of Tatham's Mines: where proofs end, the mines around one number are moved away, or
//! its neighbours are filled with mines, so that the number decides them. A change is kept if proofs
//! reach at least as far as before. Repaired boards are not equally likely.

use crate::base::{Meter, Random, Result, Stopped};
use crate::board::{Board, Cell};
use crate::game::{First, Game, GameSetup};
use crate::position::Label;
use crate::proof::noguess::{BOARD_STEPS, Deduction, Player, steps};

/// Changes of a board before it is given up for a new one.
const MOST_CHANGES: usize = 400;
/// One in this many changes after which proofs reach less far is kept, so that no dead end is final.
const KEEP_ONE_IN: u64 = 20;
/// Attempts to find a change before a board is given up.
const ATTEMPTS: usize = 20;

/// A repaired board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepairedBoard {
    /// Its mines, ascending.
    pub mined: Vec<Cell>,
    /// The cells to open after the start, each with its proof.
    pub steps: Vec<Deduction>,
}

/// Repair boards of a seed until proof alone wins one; None after this many boards.
pub fn repair(
    setup: &GameSetup,
    start: Cell,
    seed: u64,
    tries: usize,
    meter: &Meter,
) -> Result<Option<RepairedBoard>> {
    let mut random = Random::new(seed);
    for _ in 0..tries {
        let mut repair = Repair::new(setup, start, &mut random);
        let repaired = Stopped::unless_too_wide(repair.run(&meter.renew()))?;
        if let Some(repaired) = repaired.flatten() {
            return Ok(Some(repaired));
        }
        meter.steps(BOARD_STEPS)?;
    }
    Ok(None)
}

struct Repair<'a> {
    setup: &'a GameSetup,
    start: Cell,
    random: &'a mut Random,
    mined: Vec<bool>,
    /// Cells that never get a mine.
    kept_free: Vec<bool>,
}

/// How far proofs reach.
struct Reached {
    won: bool,
    opened: usize,
    labels: Vec<Label>,
    certain: Vec<bool>,
}

impl<'a> Repair<'a> {
    /// Mines anywhere but in cells that are kept free.
    fn new(setup: &'a GameSetup, start: Cell, random: &'a mut Random) -> Self {
        let cells = setup.board.cells();
        let kept_free = protected_cells(setup, start);
        let order = random.front(cells as u32, cells);
        let places = order.into_iter().filter(|&cell| !kept_free[cell as usize]);
        let mut mined = vec![false; cells];
        places.take(setup.mines as usize).for_each(|cell| mined[cell as usize] = true);
        Self { setup, start, random, mined, kept_free }
    }

    fn run(&mut self, meter: &Meter) -> Result<Option<RepairedBoard>> {
        let mut reached = self.reach(meter)?;
        for _ in 0..MOST_CHANGES {
            if reached.won {
                let steps = steps(&mut self.game(), self.start, meter)?;
                return Ok(steps.map(|steps| RepairedBoard { mined: self.mined_cells(), steps }));
            }
            let before = self.mined.clone();
            if !self.change(&reached) {
                break;
            }
            let after = self.reach(&meter.renew())?;
            if after.won || after.opened >= reached.opened || self.random.below(KEEP_ONE_IN) == 0 {
                reached = after;
            } else {
                self.mined = before;
            }
        }
        Ok(None)
    }

    fn game(&self) -> Game {
        let (board, first) = (self.setup.board.clone(), self.setup.first);
        Game::given(board, &self.mined_cells(), first).expect("as many mines as the setup has")
    }

    fn mined_cells(&self) -> Vec<Cell> {
        let cells = (0..).zip(&self.mined).filter(|&(_, &mined)| mined);
        cells.map(|(cell, _)| cell).collect()
    }

    fn reach(&self, meter: &Meter) -> Result<Reached> {
        let mut game = self.game();
        let mut player = Player::new(&mut game);
        let won = player.play(self.start, meter)?;
        let certain = if won { Vec::new() } else { player.certain(meter)? };
        let cells = 0..self.setup.board.cells() as Cell;
        let labels: Vec<Label> = cells.map(|cell| game.label(cell)).collect();
        let opened = labels.iter().filter(|label| matches!(label, Label::Number(_))).count();
        Ok(Reached { won, opened, labels, certain })
    }

    /// Clear or fill the undecided neighbours of a number; false if that is possible nowhere.
    fn change(&mut self, reached: &Reached) -> bool {
        let board = &self.setup.board;
        let is_undecided = |&cell: &Cell| {
            reached.labels[cell as usize] == Label::Covered && !reached.certain[cell as usize]
        };
        let undecided: Vec<Vec<Cell>> = (0..board.cells() as Cell)
            .filter(|&cell| matches!(reached.labels[cell as usize], Label::Number(_)))
            .map(|cell| board.neighbours(cell).iter().copied().filter(is_undecided).collect())
            .filter(|cells: &Vec<Cell>| !cells.is_empty())
            .collect();
        let covered = (0..board.cells() as Cell)
            .filter(|&cell| reached.labels[cell as usize] == Label::Covered);
        let covered: Vec<Cell> = covered.collect();
        (0..ATTEMPTS).any(|_| {
            let around = match undecided.len() {
                // No undecided cell has an opened neighbour: change some that do.
                0 => self.beside_the_opened(board, reached),
                some => undecided[self.random.below(some as u64) as usize].clone(),
            };
            let fill = self.random.below(2) == 0;
            self.swap(&around, fill, &covered)
        })
    }

    /// The covered neighbours of some opened cell.
    fn beside_the_opened(&mut self, board: &Board, reached: &Reached) -> Vec<Cell> {
        let cell = self.random.below(board.cells() as u64) as Cell;
        if !matches!(reached.labels[cell as usize], Label::Number(_)) {
            return Vec::new();
        }
        let around = board.neighbours(cell).iter().copied();
        around.filter(|&n| reached.labels[n as usize] == Label::Covered).collect()
    }

    /// Fill cells with mines from other covered cells, or move their mines there. Returns false if
    /// there is nothing to move, or no room.
    fn swap(&mut self, cells: &[Cell], fill: bool, covered: &[Cell]) -> bool {
        let is_wrong = |&cell: &Cell| {
            self.mined[cell as usize] != fill && !(fill && self.kept_free[cell as usize])
        };
        let wrong: Vec<Cell> = cells.iter().copied().filter(is_wrong).collect();
        let elsewhere = |&cell: &Cell| {
            let may_take = fill || !self.kept_free[cell as usize];
            self.mined[cell as usize] == fill && may_take && !cells.contains(&cell)
        };
        let room: Vec<Cell> = covered.iter().copied().filter(elsewhere).collect();
        if wrong.is_empty() || room.len() < wrong.len() {
            return false;
        }
        let chosen = self.random.front(room.len() as u32, wrong.len());
        for (&cell, other) in wrong.iter().zip(chosen) {
            self.mined[cell as usize] = fill;
            self.mined[room[other as usize] as usize] = !fill;
        }
        true
    }
}

/// The cells that the first-click rule keeps free, as far as the mines have room elsewhere.
fn protected_cells(setup: &GameSetup, start: Cell) -> Vec<bool> {
    let cells = setup.board.cells();
    let mut protected = vec![false; cells];
    if setup.first != First::Risky {
        protected[start as usize] = true;
    }
    let around = setup.board.neighbours(start);
    if setup.first == First::Opening && setup.mines as usize + around.len() < cells {
        around.iter().for_each(|&cell| protected[cell as usize] = true);
    }
    protected
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::board::Board;

    fn repair_one(cells: usize, edges: &[(i64, i64)], mines: i64) -> Option<RepairedBoard> {
        let board = Board::new(cells, edges.iter().copied()).unwrap();
        let setup = GameSetup::new(board, mines, First::Safe).unwrap();
        repair(&setup, 0, 1, 3, &Meter::unwatched(Budget::default())).unwrap()
    }

    #[test]
    fn a_board_that_no_swap_can_repair_is_given_up() {
        // One of two neighbours is mined, and no number can tell which.
        assert!(repair_one(3, &[(1, 2)], 1).is_none());
        // Next to the first cell its number can.
        let repaired = repair_one(3, &[(0, 1), (1, 2)], 1).unwrap();
        assert_eq!(repaired.mined.len(), 1);
    }
}
