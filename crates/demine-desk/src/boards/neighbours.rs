//! Neighbours: the steps between cells, and the pairs of cells that they join.

use crate::boards::name::{Recipe, Steps};

/// A step from a cell: how far along each axis.
type Step = Vec<i64>;

/// Steps × cells: a longer list of pairs would take more than a gigabyte.
const MOST_PAIRS: usize = 1 << 26;

/// Each pair of neighbours once, the smaller cell first, ascending; None if they are too many to hold.
pub fn edges(recipe: &Recipe) -> Option<Vec<[usize; 2]>> {
    // By the kind of the cell where they start: rows or triangles alternate.
    let steps: [Vec<Step>; 2] = match recipe.topology {
        "hexagonal" => [false, true].map(|odd| honeycomb(odd, recipe)),
        "triangular" => [false, true].map(|down| triangle(down, recipe.corners)),
        _ => [lattice(recipe)?, Vec::new()],
    };
    let sides: Vec<i64> = recipe.sides.iter().map(|&side| side as i64).collect();
    let mut place = vec![0i64; sides.len()];
    let mut pairs = Vec::new();
    for cell in 0..recipe.sides.iter().product() {
        let kind = match recipe.topology {
            "hexagonal" => place[0] % 2,
            "triangular" => (place[0] + place[1]) % 2,
            _ => 0,
        };
        for step in &steps[kind as usize] {
            match lead(&place, step, &sides, recipe.torus) {
                Some(other) if other != cell => pairs.push([cell.min(other), cell.max(other)]),
                _ => {}
            }
        }
        advance(&mut place, &sides);
    }
    pairs.sort_unstable();
    pairs.dedup();
    Some(pairs)
}

/// The cell to which a step leads; None if it leaves the board.
fn lead(place: &[i64], step: &[i64], sides: &[i64], torus: bool) -> Option<usize> {
    let mut cell = 0;
    for ((&at, &by), &side) in place.iter().zip(step).zip(sides) {
        let to = if torus { (at + by).rem_euclid(side) } else { at + by };
        if !(0..side).contains(&to) {
            return None;
        }
        cell = cell * side + to;
    }
    Some(cell as usize)
}

/// The next place, the last axis fastest.
pub fn advance(place: &mut [i64], sides: &[i64]) {
    for (at, &side) in place.iter_mut().zip(sides).rev() {
        *at += 1;
        if *at < side {
            return;
        }
        *at = 0;
    }
}

/// The steps on a lattice, without those that are longer than the board; None if there are too many.
fn lattice(recipe: &Recipe) -> Option<Vec<Step>> {
    let axes = recipe.sides.len();
    let radius = recipe.radius as i64;
    let most = MOST_PAIRS / recipe.sides.iter().product::<usize>().max(1);
    // Corners are trimmed later, and no cell is its own neighbour.
    let room = most + (1 << axes) + 1;
    if recipe.steps == Steps::Knight {
        // On a torus, even a move longer than a side leads to another cell.
        let mut steps = ball(&vec![3; axes], 2, 3, room)?;
        steps.retain(|step| {
            let mut far: Vec<i64> = step.iter().map(|far| far.abs()).collect();
            far.sort_unstable();
            far.ends_with(&[1, 2])
        });
        return (steps.len() <= most).then_some(steps);
    }
    let total = if recipe.steps == Steps::Rook { radius } else { radius * axes as i64 };
    let mut steps = ball(&recipe.sides, radius, total, room)?;
    steps.retain(|step| step.iter().any(|&far| far != 0));
    if recipe.steps == Steps::Trimmed {
        steps.retain(|step| step.iter().any(|far| far.abs() < radius));
    }
    if steps.len() > most {
        return None;
    }
    // Each step or its reverse is enough.
    steps.retain(|step| recipe.torus || step.iter().find(|&&far| far != 0) > Some(&0));
    Some(steps)
}

/// Steps of at most `reach` per axis and `total` in all, none longer than the box; None if there is no
/// room for them.
fn ball(sides: &[usize], reach: i64, total: i64, room: usize) -> Option<Vec<Step>> {
    let Some((&side, others)) = sides.split_first() else { return Some(vec![Vec::new()]) };
    let longest = reach.min(total).min(side as i64 - 1);
    let mut steps = Vec::new();
    for far in -longest..=longest {
        let rests = ball(others, reach, total - far.abs(), room)?;
        steps.extend(rests.into_iter().map(|rest| [vec![far], rest].concat()));
        if steps.len() > room {
            return None;
        }
    }
    Some(steps)
}

/// The forward steps to hexagons within a radius, from an even or an odd row.
fn honeycomb(odd: bool, recipe: &Recipe) -> Vec<Step> {
    // No two cells are farther apart than the sum of the sides.
    let radius = recipe.radius.min(recipe.sides.iter().sum()) as i64;
    let mut found = Vec::new();
    for down in 0..=radius {
        let row = i64::from(odd) + down;
        let skew = (row - row % 2) / 2;
        for across in -2 * radius..=2 * radius {
            let slant: i64 = across - skew;
            let far = slant.abs().max(down).max((slant + down).abs());
            if far <= radius && (down, across) > (0, 0) {
                found.push(vec![down, across]);
            }
        }
    }
    found
}

/// The forward steps from a triangle that points up or down.
fn triangle(down: bool, corners: bool) -> Vec<Step> {
    let beside = if corners { 1..=2 } else { 1..=1 };
    let below = match (corners, down) {
        (true, false) => -2..=2,
        (true, true) => -1..=1,
        (false, false) => 0..=0,
        (false, true) => return beside.map(|far| vec![0, far]).collect(),
    };
    beside.map(|far| vec![0, far]).chain(below.map(|far| vec![1, far])).collect()
}
