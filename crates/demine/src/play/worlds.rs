//! Worlds: the legal assignments of a position one by one, and what each cell shows in them.

use crate::base::{Meter, Stopped};
use crate::board::Cell;
use crate::position::{Label, Position};
use crate::solutions::Construction;
use crate::solutions::Set;
use crate::zdd::Walk;

/// What a mined cell shows; a free one shows its count plus one.
pub const MINE: u16 = 0;

pub struct Worlds {
    /// How many there are.
    pub number: usize,
    /// Unopened cells that are free in every world, ascending.
    pub safe: Vec<Cell>,
    /// Cells that do not show the same in every world, ascending; some may be safe.
    pub cells: Vec<Cell>,
    /// What they show, cell after cell, world after world.
    shown: Vec<u16>,
    /// Whether there are as many mines in each world.
    pub equal_mines: bool,
}

impl Worlds {
    /// None if there are more than `most` of them.
    pub fn of(
        position: &Position,
        most: usize,
        meter: &Meter<'_>,
    ) -> Result<Option<Self>, Stopped> {
        let solutions = Set::of(position, Construction::Cells, false, meter)?;
        let number = match usize::try_from(solutions.count(meter)?) {
            Ok(number) if number <= most => number,
            _ => return Ok(None),
        };
        let unopened: Vec<Cell> = (0..)
            .zip(position.labels())
            .filter(|(_, label)| matches!(label, Label::Covered | Label::Free))
            .map(|(cell, _)| cell)
            .collect();
        let mines = assignments(&solutions, number, unopened.len(), meter)?;
        let mut new = Self {
            number,
            safe: Vec::new(),
            cells: Vec::new(),
            shown: Vec::new(),
            equal_mines: mines.windows(2).all(|pair| pair[0].len() == pair[1].len()),
        };
        new.look(position, &unopened, &mines, meter)?;
        Ok(Some(new))
    }

    /// What the unopened cells show; those that always show the same are left out.
    fn look(
        &mut self,
        position: &Position,
        unopened: &[Cell],
        mines: &[Vec<Cell>],
        meter: &Meter<'_>,
    ) -> Result<(), Stopped> {
        let views = views(position, unopened, mines, meter)?;
        for (&cell, view) in unopened.iter().zip(views.chunks(self.number.max(1))) {
            if !view.contains(&MINE) {
                self.safe.push(cell);
            }
            if view.iter().any(|&shown| shown != view[0]) {
                self.cells.push(cell);
                self.shown.extend_from_slice(view);
            }
        }
        Ok(())
    }

    /// What the `i`-th cell shows, world after world.
    #[inline]
    pub fn view(&self, i: u32) -> &[u16] {
        &self.shown[i as usize * self.number..][..self.number]
    }
}

/// The mined cells of each legal assignment.
fn assignments(
    solutions: &Set,
    number: usize,
    unopened: usize,
    meter: &Meter<'_>,
) -> Result<Vec<Vec<Cell>>, Stopped> {
    meter.states(number.saturating_mul(unopened) / 8)?;
    let mut all = Vec::with_capacity(number);
    for mined in Walk::new(solutions.whole(meter)?.clone()) {
        meter.states(mined.len() / 4 + 2)?;
        meter.steps(unopened)?;
        all.push(mined);
    }
    Ok(all)
}

/// Cell after cell, world after world.
fn views(
    position: &Position,
    unopened: &[Cell],
    mines: &[Vec<Cell>],
    meter: &Meter<'_>,
) -> Result<Vec<u16>, Stopped> {
    let board = position.board();
    let mut shown = vec![MINE; unopened.len() * mines.len()];
    let mut counts = vec![1u16; board.cells()];
    for (world, mined) in mines.iter().enumerate() {
        meter.steps(16 * mined.len() + unopened.len())?;
        counts.fill(1);
        for &mine in mined {
            let around = board.neighbours(mine);
            around.iter().for_each(|&v| counts[v as usize] = counts[v as usize].saturating_add(1));
        }
        mined.iter().for_each(|&mine| counts[mine as usize] = MINE);
        for (i, &cell) in unopened.iter().enumerate() {
            shown[i * mines.len() + world] = counts[cell as usize];
        }
    }
    Ok(shown)
}
