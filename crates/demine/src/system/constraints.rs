//! Constraints: what a position says, number by number, before anything is deduced from it.

use crate::base::Lists;
use crate::board::Cell;
use crate::position::{Label, Position};
use crate::system::component::Component;

/// The numbers of a position and the covered cells that they touch, both by index.
///
/// A *number* is an opened cell with its count: what [`system`](crate::system) calls a hint.
#[derive(Clone, Debug)]
pub struct Constraints {
    /// What they are taken from.
    pub position: Position,
    /// Covered cells next to a number, ascending.
    pub cells: Vec<Cell>,
    /// Covered cells next to none, ascending.
    pub loose: Vec<Cell>,
    /// Opened cells that touch covered ones, or that cannot be right, ascending.
    pub numbers: Vec<Cell>,
    /// How many mines each number needs among its covered cells; what cannot be may be asked for.
    pub needs: Vec<i64>,
    /// The cells of each number, and the numbers of each cell.
    pub members: Lists,
    pub touching: Lists,
    pub counter: Option<MineCounter>,
}

/// How many mines are under all covered cells, if known, and how many of these are next to no number.
#[derive(Clone, Copy, Debug)]
pub struct MineCounter {
    pub mines: i64,
    pub loose: i64,
}

impl MineCounter {
    /// Once a cell next to no number is mined, or free.
    pub fn decide_loose(self, mined: bool) -> Self {
        Self { mines: self.mines - i64::from(mined), loose: self.loose - 1 }
    }

    pub fn is_possible(&self) -> bool {
        self.mines >= 0
    }
}

const NONE: u32 = u32::MAX;

impl Constraints {
    pub fn of(position: &Position) -> Self {
        let (cells, loose) = covered_cells(position);
        let mut places = vec![NONE; position.board().cells()];
        (0..).zip(&cells).for_each(|(i, &cell)| places[cell as usize] = i);
        let (mut numbers, mut needs, mut members) = (Vec::new(), Vec::new(), Lists::default());
        for (cell, label) in (0..).zip(position.labels()) {
            let Label::Number(count) = label else { continue };
            let around = position.board().neighbours(cell);
            let mined = around.iter().filter(|&&n| position.label(n) == Label::Mined).count();
            let need = i64::from(count) - mined as i64;
            let touched = around.iter().map(|&n| places[n as usize]).filter(|&i| i != NONE);
            let touched: Vec<u32> = touched.collect();
            if need != 0 || !touched.is_empty() {
                numbers.push(cell);
                needs.push(need);
                members.push(touched);
            }
        }
        let touching = members.transpose(cells.len());
        let loose_cells = loose.len() as i64;
        let counter = mines_left(position).map(|mines| MineCounter { mines, loose: loose_cells });
        let position = position.clone();
        Self { position, cells, loose, numbers, needs, members, touching, counter }
    }

    /// Of what reduction leaves: constraints over classes of cells, and so many mines in them and in the
    /// loose cells, if that is known. A constraint stands for no opened cell: numbers are its places.
    pub fn of_components(
        position: &Position,
        components: &[&Component],
        loose: &[Cell],
        mines: Option<i64>,
    ) -> Self {
        let (mut cells, mut needs, mut members) = (Vec::new(), Vec::new(), Lists::default());
        for component in components {
            let start = |class: &u32| component.cells.start(*class as usize) + cells.len() as u32;
            for (classes, &rest) in component.members.iter().zip(&component.rests) {
                let places =
                    |class: &u32| start(class)..start(class) + component.sizes[*class as usize];
                needs.push(i64::from(rest));
                members.push(classes.iter().flat_map(places));
            }
            component.cells.iter().for_each(|class| cells.extend_from_slice(class));
        }
        let counter = mines.map(|mines| MineCounter { mines, loose: loose.len() as i64 });
        Self {
            position: position.clone(),
            touching: members.transpose(cells.len()),
            cells,
            loose: loose.to_vec(),
            numbers: (0..needs.len() as Cell).collect(),
            needs,
            members,
            counter,
        }
    }

    /// The index of a covered cell in `cells`; None if it is next to no number.
    pub fn place(&self, cell: Cell) -> Option<u32> {
        self.cells.binary_search(&cell).ok().map(|place| place as u32)
    }

    /// Whether no choice of its cells can give the number what it needs.
    pub fn is_broken(&self, number: u32) -> bool {
        let need = self.needs[number as usize];
        need < 0 || need > self.members.get(number as usize).len() as i64
    }
}

/// The covered cells next to a number, and the others.
fn covered_cells(position: &Position) -> (Vec<Cell>, Vec<Cell>) {
    let is_covered = |&cell: &Cell| position.label(cell) == Label::Covered;
    let is_number = |&n: &Cell| matches!(position.label(n), Label::Number(_));
    let touches = |&cell: &Cell| position.board().neighbours(cell).iter().any(is_number);
    (0..position.board().cells() as Cell).filter(is_covered).partition(touches)
}

fn mines_left(position: &Position) -> Option<i64> {
    let mined = position.labels().filter(|&label| label == Label::Mined).count() as i64;
    position.mines().map(|mines| i64::from(mines) - mined)
}
