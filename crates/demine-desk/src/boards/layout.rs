//! Layout: where cells are drawn, how they look, and how a person names them.

use crate::boards::name::Recipe;
use crate::boards::neighbours::advance;

/// The corners of a cell around its middle: x, y, x, y and so on, in units of one cell.
type Outline = Vec<f64>;

pub struct Layout<'r> {
    recipe: &'r Recipe,
    pub tiling: &'static str,
    /// The coordinates of each cell.
    places: Vec<Vec<i64>>,
}

impl<'r> Layout<'r> {
    pub fn of(recipe: &'r Recipe) -> Self {
        let tiling = match recipe.topology {
            "hexagonal" => "hexagon",
            "triangular" => "triangle",
            _ => "square",
        };
        let sides: Vec<i64> = recipe.sides.iter().map(|&side| side as i64).collect();
        let mut next = vec![0; sides.len()];
        let step = |_| {
            let place = next.clone();
            advance(&mut next, &sides);
            place
        };
        let places = (0..recipe.sides.iter().product::<usize>()).map(step).collect();
        Self { recipe, tiling, places }
    }

    /// The middle of each cell, as x, y, x, y and so on.
    pub fn centres(&self) -> Vec<f64> {
        self.places.iter().flat_map(|place| self.centre(place)).map(rounded).collect()
    }

    /// The last axis runs right and the one before it down. Further axes place slices side by side,
    /// right and down in turn, each with a wider gap.
    fn centre(&self, place: &[i64]) -> [f64; 2] {
        let x = self.unroll(place, 0);
        let y = self.unroll(place, 1);
        let height = 3f64.sqrt() / 2.0;
        match self.tiling {
            "hexagon" => [(2 * x + y % 2) as f64 / 2.0, y as f64 * height],
            "triangle" => {
                let middle = if points_up(place) { 2.0 / 3.0 } else { 1.0 / 3.0 };
                [x as f64 / 2.0, (y as f64 + middle) * height]
            }
            _ => [x as f64, y as f64],
        }
    }

    /// The axes that run right (from the last one) or down, the fastest first, as one number.
    fn unroll(&self, place: &[i64], skipped: usize) -> i64 {
        let axes = place.iter().zip(&self.recipe.sides).rev().skip(skipped).step_by(2);
        let (mut found, mut stride) = (0, 1);
        for (gap, (&at, &side)) in (1..).zip(axes) {
            found += stride * at;
            stride = stride * side as i64 + gap;
        }
        found
    }

    /// The distinct outlines in ascending order, and the index of each cell's if there are several.
    pub fn shapes(&self) -> (Vec<Outline>, Vec<usize>) {
        let kind = |place: &Vec<i64>| self.tiling == "triangle" && !points_up(place);
        let kinds: Vec<bool> = self.places.iter().map(kind).collect();
        let mut shapes: Vec<(Outline, bool)> = Vec::new();
        for is_down in [false, true] {
            if kinds.contains(&is_down) {
                shapes.push((outline(self.tiling, is_down), is_down));
            }
        }
        if let [one, other] = &mut shapes[..] {
            if other.0 < one.0 {
                std::mem::swap(one, other);
            }
        } else {
            return (shapes.into_iter().map(|(shape, _)| shape).collect(), vec![]);
        }
        let index = |&is_down: &bool| usize::from(shapes[0].1 != is_down);
        let shape = kinds.iter().map(index).collect();
        (shapes.into_iter().map(|(shape, _)| shape).collect(), shape)
    }

    /// The length of each row of cells.
    pub fn rows(&self) -> Vec<usize> {
        match &self.recipe.sides[..] {
            [cells] => vec![*cells],
            [others @ .., columns] => vec![*columns; others.iter().product()],
            [] => vec![],
        }
    }

    /// Letters for the column and a number from 1 for the row; slices come first, as in 2.a5.
    pub fn addresses(&self) -> Vec<String> {
        let name = |place: &Vec<i64>| {
            let (column, others) = place.split_last().expect("a board has axes");
            let (row, slice) = others.split_last().unwrap_or((&0, &[]));
            let slice: String = slice.iter().map(|part| format!("{}.", part + 1)).collect();
            format!("{slice}{}{}", letters(*column), row + 1)
        };
        self.places.iter().map(name).collect()
    }
}

/// The corners of a cell; `is_down` turns a triangle.
fn outline(tiling: &str, is_down: bool) -> Outline {
    let height = 3f64.sqrt() / 2.0;
    let way = if is_down { -1.0 } else { 1.0 };
    let corners: Vec<(f64, f64)> = match tiling {
        "hexagon" => {
            let turns = (0..6).map(|turn| f64::from(turn) * std::f64::consts::FRAC_PI_3);
            turns.map(|turn| (turn.sin() / 3f64.sqrt(), -turn.cos() / 3f64.sqrt())).collect()
        }
        "triangle" => [(0.0, -2.0), (0.5, 1.0), (-0.5, 1.0)]
            .map(|(x, thirds)| (way * x, way * thirds / 3.0 * height))
            .to_vec(),
        _ => vec![(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)],
    };
    corners.into_iter().flat_map(|(x, y)| [rounded(x), rounded(y)]).collect()
}

/// Whether the triangle points up: those with an even row + column do.
fn points_up(place: &[i64]) -> bool {
    place.iter().sum::<i64>() % 2 == 0
}

/// The letters of a column: a to z, then aa, ab and so on.
fn letters(column: i64) -> String {
    let (mut left, mut name) = (column + 1, Vec::new());
    while left > 0 {
        name.push(b'a' + ((left - 1) % 26) as u8);
        left = (left - 1) / 26;
    }
    name.iter().rev().map(|&letter| letter as char).collect()
}

/// To four decimals, half to even.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round_ties_even() / 1e4
}
