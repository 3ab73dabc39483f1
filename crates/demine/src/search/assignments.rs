//! Worlds: the legal assignments of a position one by one, and what each cell shows in them.

use crate::base::{Meter, Stopped};
use crate::board::Cell;
use crate::position::{Label, Position};
use crate::solutions::Construction;
use crate::solutions::Set;
use crate::zdd::SetIterator;

/// What a mined cell shows; a free one shows its count plus one.
pub const MINE: u16 = 0;

/// Cells that are looked at together.
const BLOCK: usize = 16;

pub struct Worlds {
    /// How many there are.
    pub number: usize,
    /// Unopened cells that are free in every world, ascending.
    pub safe: Vec<Cell>,
    /// Cells that do not show the same in every world, ascending; some may be safe.
    pub cells: Vec<Cell>,
    /// What they show, world after world, cell after cell, in rows of this width.
    shown: Vec<u16>,
    width: usize,
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
            width: 0,
            equal_mines: mines.windows(2).all(|pair| pair[0].len() == pair[1].len()),
        };
        new.look(&Views::new(position, &unopened, &mines, meter)?, meter)?;
        Ok(Some(new))
    }

    /// What the unopened cells show; those that always show the same are left out.
    fn look(&mut self, views: &Views<'_>, meter: &Meter<'_>) -> Result<(), Stopped> {
        meter.steps(views.shown.len())?;
        let mut kept = Vec::new();
        for (i, &cell) in views.unopened.iter().enumerate() {
            let column = views.shown.iter().skip(i).step_by(views.unopened.len());
            let first = column.clone().next();
            if column.clone().all(|&shown| shown != MINE) {
                self.safe.push(cell);
            }
            if !column.clone().all(|shown| Some(shown) == first) {
                self.cells.push(cell);
                kept.push(i);
            }
        }
        self.width = kept.len().next_multiple_of(BLOCK);
        self.shown.reserve(self.width * self.number);
        for row in views.shown.chunks_exact(views.unopened.len().max(1)) {
            self.shown.extend(kept.iter().map(|&i| row[i]));
            self.shown.resize(self.shown.len().next_multiple_of(BLOCK), MINE);
        }
        Ok(())
    }

    /// What the cells show in a world; beyond them all is mined, which tells nothing.
    #[inline]
    pub fn row(&self, world: u32) -> &[u16] {
        &self.shown[world as usize * self.width..][..self.width]
    }

    /// What a cell shows in a world.
    #[inline]
    pub fn shows(&self, world: u32, i: u32) -> u16 {
        self.shown[world as usize * self.width + i as usize]
    }

    /// The cells that do not show the same in each of these worlds, ascending.
    #[inline]
    pub fn survey(&self, worlds: &[u32], mut told: impl FnMut(u32, Sight)) {
        for from in (0..self.width).step_by(BLOCK) {
            let block = self.block(worlds, from);
            for i in 0..BLOCK {
                let (mined, dead) =
                    (block.mined[i], block.least[i].wrapping_add(1) >= block.most[i]);
                if !(dead && (mined == 0 || mined as usize == worlds.len())) {
                    told((from + i) as u32, Sight { mined, dead });
                }
            }
        }
    }

    /// Some cells at once.
    #[inline]
    fn block(&self, worlds: &[u32], from: usize) -> Block {
        let (mut least, mut most) = ([u16::MAX; BLOCK], [MINE; BLOCK]);
        let mut mined = [0; BLOCK];
        for some in worlds.chunks(usize::from(u16::MAX)) {
            let mut here = [0u16; BLOCK];
            for &world in some {
                let row = &self.shown[world as usize * self.width + from..][..BLOCK];
                for i in 0..BLOCK {
                    here[i] += u16::from(row[i] == MINE);
                    least[i] = least[i].min(row[i].wrapping_sub(1));
                    most[i] = most[i].max(row[i]);
                }
            }
            mined.iter_mut().zip(here).for_each(|(sum, here)| *sum += u32::from(here));
        }
        Block { mined, least, most }
    }
}

/// What so many cells show, which are looked at together.
struct Block {
    mined: [u32; BLOCK],
    /// The least and the greatest of what is shown where it is free, the least less one: a mine less
    /// one is the greatest number.
    least: [u16; BLOCK],
    most: [u16; BLOCK],
}

/// A cell in some worlds.
#[derive(Clone, Copy)]
pub struct Sight {
    /// In how many of them it is mined.
    pub mined: u32,
    /// Whether it shows the same wherever it is free.
    pub dead: bool,
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
    for mined in SetIterator::new(solutions.diagram(meter)?.clone()) {
        meter.states(mined.len() / 4 + 2)?;
        meter.steps(unopened)?;
        all.push(mined);
    }
    Ok(all)
}

/// What unopened cells show, world after world.
struct Views<'a> {
    unopened: &'a [Cell],
    shown: Vec<u16>,
}

impl<'a> Views<'a> {
    fn new(
        position: &Position,
        unopened: &'a [Cell],
        mines: &[Vec<Cell>],
        meter: &Meter<'_>,
    ) -> Result<Self, Stopped> {
        let board = position.board();
        let mut place = vec![usize::MAX; board.cells()];
        unopened.iter().enumerate().for_each(|(i, &cell)| place[cell as usize] = i);
        // Mines of all worlds are counted once.
        let mut times = vec![0usize; board.cells()];
        mines.iter().flatten().for_each(|&mine| times[mine as usize] += 1);
        let is_common = |mine: &Cell| times[*mine as usize] == mines.len();
        let add = |row: &mut [u16], mine: Cell| {
            for &v in board.neighbours(mine) {
                if let Some(count) = row.get_mut(place[v as usize]) {
                    *count = count.saturating_add(1);
                }
            }
        };
        let mut base = vec![1; unopened.len()];
        let common = mines.first().into_iter().flatten().copied();
        common.filter(is_common).for_each(|mine| add(&mut base, mine));
        let mut shown = Vec::with_capacity(unopened.len() * mines.len());
        for mined in mines {
            meter.steps(16 * mined.len() + unopened.len())?;
            let from = shown.len();
            shown.extend_from_slice(&base);
            let row = &mut shown[from..];
            mined.iter().filter(|mine| !is_common(mine)).for_each(|&mine| add(row, mine));
            mined.iter().for_each(|&mine| {
                if let Some(count) = row.get_mut(place[mine as usize]) {
                    *count = MINE;
                }
            });
        }
        Ok(Self { unopened, shown })
    }
}
