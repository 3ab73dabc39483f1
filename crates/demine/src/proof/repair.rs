//! Repair: boards too dense to be won by proof as they are dealt, mended where a guess is needed.
//!
//! In the manner of Tatham's Mines: where proof is stuck, the mines around one number are moved away, or
//! it is surrounded by them, so that it decides its cells. A board is kept if proof gets no less far on
//! it. Such boards are not equally likely.

use crate::base::{Meter, Random, Stopped};
use crate::board::{Board, Cell};
use crate::game::Game;
use crate::position::Label;
use crate::proof::noguess::{BOARD_STEPS, Deal, Deduction, Player, steps};

/// How often a board is mended before a new one is dealt.
const MENDED: usize = 400;
/// One in so many changes is kept on which proof gets less far, so that no dead end is final.
const STEP_BACK: u64 = 20;
/// How often a change is looked for before a board is given up.
const ATTEMPTS: usize = 20;

/// A mended board: where its mines are, and what to open after the start, each with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mended {
    /// Ascending.
    pub mined: Vec<Cell>,
    /// What to open after the start, each with its proof.
    pub steps: Vec<Deduction>,
}

/// Mend boards of a seed until proof alone wins one; None after so many boards.
pub fn mend(
    deal: &Deal,
    seed: u64,
    tries: usize,
    meter: &Meter<'_>,
) -> Result<Option<Mended>, Stopped> {
    let mut random = Random::new(seed);
    for _ in 0..tries {
        let mut mender = Mender::new(deal, &mut random);
        let mended = Stopped::unless_too_wide(mender.mend(&meter.renew()))?;
        if let Some(mended) = mended.flatten() {
            return Ok(Some(mended));
        }
        meter.steps(BOARD_STEPS)?;
    }
    Ok(None)
}

struct Mender<'a> {
    deal: &'a Deal,
    random: &'a mut Random,
    mined: Vec<bool>,
    /// Cells that never get a mine.
    kept_free: Vec<bool>,
}

/// How far proof gets: what it opened and what is certain, and where it is stuck.
struct Reached {
    won: bool,
    opened: usize,
    labels: Vec<Label>,
    certain: Vec<bool>,
}

impl<'a> Mender<'a> {
    fn new(deal: &'a Deal, random: &'a mut Random) -> Self {
        let mut new = Self { deal, mined: Vec::new(), kept_free: deal.protected_cells(), random };
        new.mined = new.deal();
        new
    }

    /// Anywhere but where no mine may be.
    fn deal(&mut self) -> Vec<bool> {
        let cells = self.deal.board.cells();
        let order = self.random.front(cells as u32, cells);
        let places = order.into_iter().filter(|&cell| !self.kept_free[cell as usize]);
        let mut mined = vec![false; cells];
        places.take(self.deal.mines as usize).for_each(|cell| mined[cell as usize] = true);
        mined
    }

    fn mend(&mut self, meter: &Meter<'_>) -> Result<Option<Mended>, Stopped> {
        let mut reached = self.reach(meter)?;
        for _ in 0..MENDED {
            if reached.won {
                let steps = steps(&mut self.game(), self.deal.start, meter)?;
                return Ok(steps.map(|steps| Mended { mined: self.mined_cells(), steps }));
            }
            let before = self.mined.clone();
            if !self.mend_one(&reached) {
                break;
            }
            let after = self.reach(&meter.renew())?;
            if after.won || after.opened >= reached.opened || self.random.below(STEP_BACK) == 0 {
                reached = after;
            } else {
                self.mined = before;
            }
        }
        Ok(None)
    }

    fn game(&self) -> Game {
        let Deal { board, first, .. } = self.deal;
        Game::given(board.clone(), &self.mined_cells(), *first).expect("as many mines as dealt")
    }

    fn mined_cells(&self) -> Vec<Cell> {
        let cells = (0..).zip(&self.mined).filter(|&(_, &mined)| mined);
        cells.map(|(cell, _)| cell).collect()
    }

    fn reach(&self, meter: &Meter<'_>) -> Result<Reached, Stopped> {
        let mut game = self.game();
        let mut player = Player::new(&mut game);
        let won = player.play(self.deal.start, meter)?;
        let certain = if won { Vec::new() } else { player.certain(meter)? };
        let cells = 0..self.deal.board.cells() as Cell;
        let labels: Vec<Label> = cells.map(|cell| game.label(cell)).collect();
        let opened = labels.iter().filter(|label| matches!(label, Label::Number(_))).count();
        Ok(Reached { won, opened, labels, certain })
    }

    /// Clear or fill the open questions around a number; false if there is no room for that anywhere.
    fn mend_one(&mut self, reached: &Reached) -> bool {
        let board = &self.deal.board;
        let is_open = |&cell: &Cell| {
            reached.labels[cell as usize] == Label::Covered && !reached.certain[cell as usize]
        };
        let questions: Vec<Vec<Cell>> = (0..board.cells() as Cell)
            .filter(|&cell| matches!(reached.labels[cell as usize], Label::Number(_)))
            .map(|cell| board.neighbours(cell).iter().copied().filter(is_open).collect())
            .filter(|cells: &Vec<Cell>| !cells.is_empty())
            .collect();
        let covered = (0..board.cells() as Cell)
            .filter(|&cell| reached.labels[cell as usize] == Label::Covered);
        let covered: Vec<Cell> = covered.collect();
        (0..ATTEMPTS).any(|_| {
            let around = match questions.len() {
                // Nothing borders on what is opened: let something do so.
                0 => self.beside_the_opened(board, reached),
                some => questions[self.random.below(some as u64) as usize].clone(),
            };
            let fill = self.random.below(2) == 0;
            self.exchange(&around, fill, &covered)
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

    /// Fill the cells with mines from elsewhere under the covered ones, or clear them; whether there
    /// was something to do and room for it.
    fn exchange(&mut self, cells: &[Cell], fill: bool, covered: &[Cell]) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::board::Board;
    use crate::game::First;

    fn mend_one(cells: usize, edges: &[(i64, i64)], mines: u32) -> Option<Mended> {
        let board = Board::new(cells, edges.iter().copied()).unwrap();
        let deal = Deal { board, mines, first: First::Safe, start: 0 };
        mend(&deal, 1, 3, &Meter::unwatched(Budget::default())).unwrap()
    }

    #[test]
    fn what_no_exchange_can_mend_is_given_up() {
        // Of two neighbours one is mined, and nothing ever tells which.
        assert!(mend_one(3, &[(1, 2)], 1).is_none());
        // Beside the first cell it tells.
        let mended = mend_one(3, &[(0, 1), (1, 2)], 1).unwrap();
        assert_eq!(mended.mined.len(), 1);
    }
}
