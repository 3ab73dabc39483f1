//! Constraints: the numbers of a position and the covered cells that they touch, before anything is
//! deduced; or the reduced constraints of its components.

use crate::base::Lists;
use crate::board::Cell;
use crate::position::{Label, Position};
use crate::system::component::Component;

/// Constraints over covered cells, both by index. Each stands for a number of the position, unless
/// they are those of its components.
#[derive(Clone, Debug)]
pub struct Constraints {
    /// The position of these constraints.
    pub position: Position,
    /// Covered cells next to a number, ascending.
    pub cells: Vec<Cell>,
    /// Covered cells next to none, ascending.
    pub loose: Vec<Cell>,
    /// Opened cells that touch covered ones, or that cannot be right, ascending.
    pub numbers: Vec<Cell>,
    /// How many mines each number needs among its covered cells; may be impossible.
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
}

impl Constraints {
    pub fn of(position: &Position) -> Self {
        let (cells, loose) = covered_cells(position);
        let counter = position.mines().map(|mines| {
            let mined = position.labels().filter(|&label| label == Label::Mined).count() as i64;
            MineCounter { mines: i64::from(mines) - mined, loose: loose.len() as i64 }
        });
        let all = 0..position.board().cells() as Cell;
        Self { counter, loose, ..Self::of_numbers(position, cells, all) }
    }

    /// Only the numbers around a covered cell, and those that share a cell with one of them; without the
    /// number of mines. They take as long on a large board as on a small one.
    pub fn around(position: &Position, cell: Cell) -> Self {
        let numbers = |cell| {
            let near = position.board().neighbours(cell).iter().copied();
            near.filter(|&n| matches!(position.label(n), Label::Number(_)))
        };
        let covered = |number| position.number(number).into_iter().flat_map(|(_, cells)| cells);
        let all = |cells: Vec<Cell>| sorted(cells.into_iter().flat_map(numbers).collect());
        let numbers = all(sorted(all(vec![cell]).into_iter().flat_map(covered).collect()));
        let cells = sorted(numbers.iter().copied().flat_map(covered).collect());
        Self::of_numbers(position, cells, numbers)
    }

    /// The numbers of opened cells, whose covered neighbours are among these cells.
    fn of_numbers(
        position: &Position,
        cells: Vec<Cell>,
        opened: impl IntoIterator<Item = Cell>,
    ) -> Self {
        let mut places = vec![0; position.board().cells()];
        (0..).zip(&cells).for_each(|(i, &cell)| places[cell as usize] = i);
        let (mut numbers, mut needs, mut members) = (Vec::new(), Vec::new(), Lists::default());
        for cell in opened {
            let Some((need, covered)) = position.number(cell) else { continue };
            let touched: Vec<u32> = covered.map(|n| places[n as usize]).collect();
            if need != 0 || !touched.is_empty() {
                numbers.push(cell);
                needs.push(need);
                members.push(touched);
            }
        }
        let touching = members.transpose(cells.len());
        let position = position.clone();
        let (loose, counter) = (Vec::new(), None);
        Self { position, cells, loose, numbers, needs, members, touching, counter }
    }

    /// The constraints of components over their cells. `mines` counts those in components and loose
    /// cells, if known. These constraints stand for no opened cells: `numbers` are their own indices.
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

    /// Whether the number has too few cells for its mines, or needs less than none.
    pub fn is_broken(&self, number: u32) -> bool {
        let need = self.needs[number as usize];
        need < 0 || need > self.members.get(number as usize).len() as i64
    }
}

/// Ascending, each once.
fn sorted(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The covered cells next to a number, and the others.
fn covered_cells(position: &Position) -> (Vec<Cell>, Vec<Cell>) {
    let is_covered = |&cell: &Cell| position.label(cell) == Label::Covered;
    let is_number = |&n: &Cell| matches!(position.label(n), Label::Number(_));
    let touches = |&cell: &Cell| position.board().neighbours(cell).iter().any(is_number);
    (0..position.board().cells() as Cell).filter(is_covered).partition(touches)
}
