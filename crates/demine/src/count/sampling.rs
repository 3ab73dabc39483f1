//! Sampling: legal assignments drawn at random, each equally likely.

use crate::base::{Meter, Result, Sort};
use crate::board::Cell;
use crate::count::split::{PlannedComponent, Split};
use crate::number::{Approximate, Combination, Polynomial, Scale, Scaled, draw_one};

impl Split {
    /// The mined cells of a legal assignment, ascending; None if the mines do not fit.
    pub fn draw(
        &self,
        uniform: &mut dyn FnMut() -> f64,
        meter: &Meter,
    ) -> Result<Option<Vec<Cell>>> {
        let polynomials = self.approximate_polynomials(meter)?;
        let Some(terms) = self.draw_terms(&polynomials, uniform, meter)? else { return Ok(None) };
        let mut mined = self.certain.mined.clone();
        for class in self.settled() {
            draw_some(&class.cells, class.mines, &mut mined, uniform);
        }
        for (PlannedComponent { memo, .. }, &term) in self.components.iter().zip(&terms) {
            let by_class = memo.draw(term, uniform, meter)?;
            for (cells, &mines) in memo.component.cells.iter().zip(&by_class) {
                draw_some(cells, mines, &mut mined, uniform);
            }
        }
        let loose = self.loose();
        let left = match self.mines_left {
            Some(mines) => {
                let held = polynomials.iter().zip(&terms).map(|(p, &term)| p.least + term);
                mines - held.map(i64::from).sum::<i64>()
            }
            None => loose.iter().filter(|_| uniform() < 0.5).count() as i64,
        };
        draw_some(loose, left as u32, &mut mined, uniform);
        mined.ascend();
        Ok(Some(mined))
    }

    /// The coefficient of each component's polynomial to which a random solution belongs.
    fn draw_terms(
        &self,
        polynomials: &[Polynomial<Scaled>],
        uniform: &mut dyn FnMut() -> f64,
        meter: &Meter,
    ) -> Result<Option<Vec<u32>>> {
        let Some(mines) = self.mines_left else {
            let term = |p: &Polynomial<Scaled>| draw_one(p.coefficients.iter().copied(), uniform);
            return Ok(Some(polynomials.iter().map(term).map(|term| term as u32).collect()));
        };
        let (loose, scale) = (self.loose().len(), Scale::Relative);
        let all = Combination::new(&Approximate, polynomials, loose, scale, mines, meter)?;
        Ok((!all.total().is_zero()).then(|| all.draw(polynomials, uniform)))
    }
}

/// Adds so many of the cells, chosen at random, to a list.
fn draw_some(cells: &[Cell], mines: u32, mined: &mut Vec<Cell>, uniform: &mut dyn FnMut() -> f64) {
    let mut cells = cells.to_vec();
    for i in 0..(mines as usize).min(cells.len()) {
        let left = cells.len() - i;
        let j = i + ((uniform() * left as f64) as usize).min(left - 1);
        cells.swap(i, j);
        mined.push(cells[i]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, Random};
    use crate::count::{Counted, Method, Work};
    use crate::position::{Label, Position};

    const DRAWS: usize = 3000;

    /// Every draw is legal, and cells are mined as often as they are likely to be.
    fn check_draws(position: &Position) {
        let meter = Meter::unwatched(Budget::default());
        let split =
            Split::of(position, Work::new(None, &meter).by(Method::Circuit)).unwrap().unwrap();
        let analysis = Counted::of(position, Work::new(None, &meter)).unwrap();
        let mut random = Random::new(7);
        let mut often = vec![0; position.board().cells()];
        for _ in 0..DRAWS {
            let mined = split.draw(&mut || random.uniform(), &meter).unwrap().unwrap();
            assert!(position.mines().is_none_or(|mines| mined.len() == mines as usize));
            for (cell, label) in (0..).zip(position.labels()) {
                let near = position.board().neighbours(cell).iter();
                let around = near.filter(|near| mined.binary_search(near).is_ok()).count();
                assert!(!matches!(label, Label::Number(count) if count as usize != around));
            }
            mined.into_iter().for_each(|cell| often[cell as usize] += 1);
        }
        for (&often, &likely) in often.iter().zip(analysis.probabilities()) {
            let share = f64::from(often) / DRAWS as f64;
            assert!((share - likely).abs() < 0.05, "{share} is far from {likely}");
        }
    }

    #[test]
    fn assignments_are_drawn_whether_mines_are_known_or_not() {
        let numbers = [(1, vec![0, 1, 2]), (2, vec![2, 3, 4, 5]), (2, vec![6, 7, 8])];
        for mines in [None, Some(6), Some(8)] {
            check_draws(&Position::with_numbers(12, &numbers, mines));
        }
    }

    #[test]
    fn assignments_are_drawn_where_tables_are_joined() {
        check_draws(&Position::tree_of_rings(40, 4));
    }
}
