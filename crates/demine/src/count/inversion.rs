//! Inversion: how likely cells are to be mined under a known number of mines, without polynomials.
//!
//! With a known number k of mines, what a component holds depends on what all others hold. On a large
//! board the polynomials that say so are long, and a product of them longer. But there only one number
//! is asked of them, so let every mine weigh r, such that a random solution has about k mines (see
//! [`MomentAlgebra`](crate::number::MomentAlgebra)). It then has X mines, with the deviation σ, and the *inversion
//! formula* gives for any event, such as a mine on a cell,
//!
//! ```text
//! P(event and X = k)  =  1/M · Σⱼ e^(−ikθⱼ) · E(event · e^(iθⱼX)),    θⱼ = 2πj/M, j = 0 … M − 1
//!                        − what is k ± M, k ± 2M, … mines
//! ```
//!
//! The solutions with exactly k mines all weigh the same, so P(event | X = k) is what is asked for.
//! Two things are left out, and both are bounded, not guessed. What is k ± M mines or further is less
//! than Chernoff's bound, from two other tilts. And an expectation is no longer than that of the loose
//! cells alone, (1 − 2q(1 − q)(1 − cos θ))^(loose/2) with q = r/(1 + r), which falls so fast that some
//! dozen angles are enough. Independent components have products of expectations, so every circuit is
//! evaluated on its own, over [waves](crate::number::CircleTotal).

use std::f64::consts::PI;

use crate::base::{Meter, Result};
use crate::count::memo::{Algorithm, ComponentWaves, Memo};
use crate::count::split::{PlannedComponent, Split};
use crate::number::{CircleAlgebra, CircleTotal, ComplexLanes, MomentAlgebra, Scaled};

/// Circuits with fewer states are as fast with polynomials,
const LONG_CIRCUIT: usize = 1 << 14;
/// unless all components have so many cells: their product takes the square of its length.
const MANY_CELLS: u32 = 1 << 15;
/// Standard deviations between k and the nearest numbers of mines that the formula confuses with it.
const REACH: f64 = 8.6;
/// The largest error of a probability, apart from rounding.
const TOLERANCE: f64 = 1e-11;
/// A probability closer to 0 or 1 might be certain; only counting can decide that.
const UNCERTAIN: f64 = 1e-8;
/// With more angles, polynomials are as fast.
const MOST_ANGLES: usize = 64;
/// Steps of Newton's method, at most, to find a tilt with about k mines.
const MOST_TILTS: usize = 12;
/// With a smaller standard deviation, polynomials are short and fast.
const LEAST_DEVIATION: f64 = 8.0;
/// Angles that are evaluated at once.
const LANES: usize = 4;

/// Batches of angles that are held at once, for each thread.
const BATCHES_PER_WORKER: usize = 2;

/// What is known of the cells if all components and loose cells together have a number of mines.
pub struct Inversion {
    /// How likely the cells of each class are to be mined, component by component.
    pub classes: Vec<Vec<f64>>,
    /// How likely a loose cell is to be mined, if there is one.
    pub loose: Option<f64>,
    /// The natural logarithm of the number of solutions.
    pub ln_total: f64,
}

/// Whether it is faster than polynomials.
pub fn pays(split: &Split) -> bool {
    let cells = |part: &PlannedComponent| part.memo.component.sizes.iter().sum::<u32>();
    split.components.iter().any(|part| part.memo.is_long(LONG_CIRCUIT))
        || split.components.iter().map(cells).sum::<u32>() >= MANY_CELLS
}

/// Whether there surely is a solution with so many mines: false says nothing.
///
/// Under a tilt the components have S mines, and by Chebyshev's inequality some solution has no more
/// than a deviation more or fewer than the mean. If the loose cells can make up for that, all is well.
pub fn surely_fits(split: &Split, mines: i64, meter: &Meter) -> Result<bool> {
    if !split.components.iter().all(|component| component.memo.is_compiled()) {
        return Ok(false);
    }
    let Some(tilt) = Tilt::search(split, mines, meter)? else { return Ok(false) };
    let (loose, q) = (split.loose().len() as f64, tilt.mine / (1.0 + tilt.mine));
    let mean = tilt.mean - loose * q;
    // Somewhat more than a deviation, for floats are rounded.
    let deviation = 1.01 * (tilt.variance - loose * q * (1.0 - q)).max(0.0).sqrt() + 0.01;
    let left = mines as f64 - mean;
    Ok(left - deviation >= 0.0 && left + deviation <= loose)
}

impl Inversion {
    /// None where polynomials are as good, or needed: few angles do not suffice, or something is so
    /// unlikely that it may be impossible.
    pub fn of(split: &Split, mines: i64, meter: &Meter) -> Result<Option<Self>> {
        let Some(tilt) = Tilt::search(split, mines, meter)? else { return Ok(None) };
        let Some(angles) = Angles::of(split, &tilt, mines, meter)? else { return Ok(None) };
        let batches: Vec<[f64; LANES]> = angles.batches().collect();
        let Some(workers) = workers_within(split, meter) else { return Ok(None) };
        let mut sums: Option<Sums> = None;
        // What all batches say of the classes would take more memory than the circuits.
        for some in batches.chunks(BATCHES_PER_WORKER * workers) {
            let parts =
                split.ask_each_often(workers, some.len(), meter, |part, batch, meter| {
                    let mine = Scaled::new(tilt.mine);
                    part.memo.waves(&CircleAlgebra { mine, angles: some[batch] }, meter)
                })?;
            let of_batch = |batch: usize| parts.iter().skip(batch).step_by(some.len());
            let sums = sums.get_or_insert_with(|| {
                let tilted = of_batch(0).map(|part| part.tilted.clone()).collect();
                Sums::new(&tilt, !split.loose().is_empty(), tilted)
            });
            for (i, &angles) in some.iter().enumerate() {
                sums.turn(
                    split.loose().len(),
                    &tilt,
                    angles,
                    mines,
                    &of_batch(i).collect::<Vec<_>>(),
                );
            }
        }
        Ok(sums.and_then(|sums| sums.divide(&tilt, &angles, mines)))
    }
}

/// On how many threads there is room for it within the budget; None if there is none. Held at a time
/// are two values per state of the largest circuit on each thread, and what its batches say of the
/// classes; nothing of it is kept.
fn workers_within(split: &Split, meter: &Meter) -> Option<usize> {
    let memos = || split.components.iter().map(|component| &component.memo);
    let states = memos().map(|memo| memo.circuit().circuit.states).max().unwrap_or(0);
    let classes: usize = memos().map(|memo| memo.component.classes()).sum();
    let of_classes = BATCHES_PER_WORKER * classes * size_of::<ComplexLanes<LANES>>();
    let of_states = 2 * states * size_of::<CircleTotal<LANES>>();
    let has_room = |&workers: &usize| meter.has_room(workers * (of_classes + of_states));
    [split.workers(), 1].into_iter().find(has_room)
}

/// All components and loose cells if a mine weighs so much.
struct Tilt {
    mine: f64,
    ln_total: f64,
    mean: f64,
    variance: f64,
}

impl Tilt {
    fn new(split: &Split, mine: f64, meter: &Meter) -> Result<Self> {
        let (loose, q) = (split.loose().len() as f64, mine / (1.0 + mine));
        let mut tilt = Self {
            mine,
            ln_total: loose * mine.ln_1p(),
            mean: loose * q,
            variance: loose * q * (1.0 - q),
        };
        let weights = MomentAlgebra { mine: Scaled::new(mine) };
        let spread =
            |c: &PlannedComponent, meter: &Meter| c.memo.total(Algorithm::Circuit, &weights, meter);
        for part in split.ask_each(meter, spread)? {
            tilt.ln_total += part.total.ln();
            tilt.mean += part.mean;
            tilt.variance += part.variance;
        }
        Ok(tilt)
    }

    /// One whose mean is about that number of mines: Newton's method, for the mean grows by the
    /// variance when the logarithm of the weight grows by 1.
    fn search(split: &Split, mines: i64, meter: &Meter) -> Result<Option<Self>> {
        let cells = |memo: &Memo| memo.component.sizes.iter().sum::<u32>() as usize;
        let held = split.components.iter().map(|c| cells(&c.memo)).sum::<usize>();
        let share = mines as f64 / (held + split.loose().len()) as f64;
        if !(share > 0.0 && share < 1.0) {
            return Ok(None);
        }
        let mut ln_mine = (share / (1.0 - share)).ln();
        for _ in 0..MOST_TILTS {
            let tilt = Self::new(split, ln_mine.exp(), meter)?;
            let (off, deviation) = (mines as f64 - tilt.mean, tilt.deviation());
            if deviation < LEAST_DEVIATION {
                return Ok(None);
            }
            if off.abs() < deviation / 4.0 {
                return Ok(Some(tilt));
            }
            ln_mine += (off / tilt.variance).clamp(-1.0, 1.0);
        }
        Ok(None)
    }

    fn deviation(&self) -> f64 {
        self.variance.sqrt()
    }

    /// How likely exactly so many mines are, roughly.
    fn likelihood(&self, mines: i64) -> f64 {
        let off = mines as f64 - self.mean;
        (-off * off / (2.0 * self.variance)).exp() / (2.0 * PI * self.variance).sqrt()
    }

    /// An upper bound on how likely so many mines are, or numbers further from the mean on that side:
    /// E e^(s(X − mines)), for the s that is best for a normal distribution.
    fn tail(&self, split: &Split, mines: f64, meter: &Meter) -> Result<f64> {
        let s = (mines - self.mean) / self.variance;
        let other = Self::new(split, self.mine * s.exp(), meter)?;
        Ok((other.ln_total - self.ln_total - s * mines).exp())
    }
}

/// The angles of the formula that are not negligible, without 0, each standing for its opposite, too.
struct Angles {
    angles: Vec<f64>,
    /// M.
    points: f64,
}

impl Angles {
    /// None if too many would be needed.
    fn of(split: &Split, tilt: &Tilt, mines: i64, meter: &Meter) -> Result<Option<Self>> {
        let half = (REACH * tilt.deviation() / 2.0).ceil();
        let points = 2.0 * half + 1.0;
        let most_off = TOLERANCE * tilt.likelihood(mines) / 2.0;
        let angle = |j: usize| 2.0 * PI * j as f64 / points;
        // If a given loose cell is mined, only the others shorten an expectation.
        let others = split.loose().len().saturating_sub(1);
        // From the smallest expectations on: those that may be left out.
        let (mut left_out, mut needed) = (0.0, half as usize);
        while needed > 0 {
            left_out += 2.0 * loose_length(others, tilt.mine, angle(needed)) / points;
            if left_out > most_off {
                break;
            }
            needed -= 1;
        }
        if needed > MOST_ANGLES {
            return Ok(None);
        }
        let mut aliased = 0.0;
        for other in [mines as f64 - points, mines as f64 + points] {
            aliased += tilt.tail(split, other, meter)?;
        }
        let angles = (1..=needed).map(angle).collect();
        Ok((aliased <= most_off).then_some(Self { angles, points }))
    }

    /// Some at a time, the last ones filled up with 0.
    fn batches(&self) -> impl Iterator<Item = [f64; LANES]> {
        self.angles.chunks(LANES).map(|some| {
            let mut batch = [0.0; LANES];
            batch[..some.len()].copy_from_slice(some);
            batch
        })
    }
}

/// The length of E e^(iθX) for the mines X of loose cells.
fn loose_length(loose: usize, mine: f64, angle: f64) -> f64 {
    let q = mine / (1.0 + mine);
    (loose as f64 / 2.0 * (-2.0 * q * (1.0 - q) * (1.0 - angle.cos())).ln_1p()).exp()
}

/// The sums of the formula so far. At the angle 0 all is real: the term of an event is how likely it is
/// under the tilt.
struct Sums {
    total: f64,
    loose: Option<f64>,
    classes: Vec<Vec<f64>>,
    /// The terms of the angle 0: exactly 0 and 1 where a class is certain.
    tilted: Vec<Vec<f64>>,
}

impl Sums {
    fn new(tilt: &Tilt, has_loose: bool, tilted: Vec<Vec<f64>>) -> Self {
        let loose = has_loose.then_some(tilt.mine / (1.0 + tilt.mine));
        Self { total: 1.0, loose, classes: tilted.clone(), tilted }
    }

    /// Add the terms of some angles, given what the components say at them.
    fn turn(
        &mut self,
        loose: usize,
        tilt: &Tilt,
        angles: [f64; LANES],
        mines: i64,
        parts: &[&ComponentWaves<LANES>],
    ) {
        // An angle stands for its opposite, too; lanes without an angle have none.
        let times = angles.map(|angle| if angle > 0.0 { 2.0 } else { 0.0 });
        let turns = ComplexLanes::polar(times, angles.map(|angle| -angle * mines as f64));
        let rest = turns.times(&loose_waves(loose, tilt.mine, angles));
        self.add(rest, &loose_mined(tilt.mine, angles), parts);
    }

    /// The terms of everything but the components, and of each component.
    fn add(
        &mut self,
        rest: ComplexLanes<LANES>,
        loose: &ComplexLanes<LANES>,
        parts: &[&ComponentWaves<LANES>],
    ) {
        // What comes after each part, from the last on; what comes before is gathered on the way.
        let mut after = vec![ComplexLanes::ONE; parts.len() + 1];
        for (i, part) in parts.iter().enumerate().rev() {
            after[i] = after[i + 1].times(&part.total);
        }
        let mut before = rest;
        for (i, part) in parts.iter().enumerate() {
            let others = before.times(&after[i + 1]);
            for (sum, mined) in self.classes[i].iter_mut().zip(&part.mined) {
                *sum += mined.real_dot(&others);
            }
            before = before.times(&part.total);
        }
        self.total += before.real_dot(&ComplexLanes::ONE);
        self.loose = self.loose.map(|sum| sum + before.real_dot(loose));
    }

    /// The probabilities, unless one of them might be certain, or this number of mines is so much less
    /// likely than those around it that what was left out may matter.
    fn divide(self, tilt: &Tilt, angles: &Angles, mines: i64) -> Option<Inversion> {
        let likelihood = self.total / angles.points;
        if likelihood < tilt.likelihood(mines) / 2.0 {
            return None;
        }
        let probability = |sum: f64| {
            let probability = sum / self.total;
            (UNCERTAIN..=1.0 - UNCERTAIN).contains(&probability).then_some(probability)
        };
        let class = |(&sum, &tilted): (&f64, &f64)| match tilted {
            0.0 | 1.0 => Some(tilted),
            _ => probability(sum),
        };
        let classes = self.classes.iter().zip(&self.tilted);
        let classes = classes.map(|(sums, tilted)| sums.iter().zip(tilted).map(class).collect());
        Some(Inversion {
            classes: classes.collect::<Option<_>>()?,
            loose: match self.loose {
                Some(sum) => Some(probability(sum)?),
                None => None,
            },
            ln_total: tilt.ln_total - mines as f64 * tilt.mine.ln() + likelihood.ln(),
        })
    }
}

/// E e^(iθX) for the mines X of loose cells.
fn loose_waves(loose: usize, mine: f64, angles: [f64; LANES]) -> ComplexLanes<LANES> {
    let q = mine / (1.0 + mine);
    let turn = |angle: f64| (q * angle.sin()).atan2(1.0 - q + q * angle.cos());
    let lengths = angles.map(|angle| loose_length(loose, mine, angle));
    ComplexLanes::polar(lengths, angles.map(|angle| loose as f64 * turn(angle)))
}

/// By what an expectation changes where a given loose cell is mined: q·e^(iθ) / (1 − q + q·e^(iθ)).
fn loose_mined(mine: f64, angles: [f64; LANES]) -> ComplexLanes<LANES> {
    let q = mine / (1.0 + mine);
    let whole = |angle: f64| (1.0 - q + q * angle.cos(), q * angle.sin());
    let lengths = angles.map(|angle| q / whole(angle).0.hypot(whole(angle).1));
    let turns = angles.map(|angle| angle - whole(angle).1.atan2(whole(angle).0));
    ComplexLanes::polar(lengths, turns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, Random};
    use crate::board::{Board, Cell};
    use crate::count::{Counted, Method, Reduced, Weights, Work};
    use crate::number::{Approximate, Combination, Polynomial, Scale};
    use crate::position::{Label, Position};

    /// A glance at a board: true labels, and the number of mines, or more or fewer.
    fn glance(board: Board, mined: u64, opened: u64, more: i64, random: &mut Random) -> Position {
        let mines: Vec<bool> = (0..board.cells()).map(|_| random.below(100) < mined).collect();
        let label = |cell: Cell| {
            if mines[cell as usize] || random.below(100) >= opened {
                return Label::Covered;
            }
            let around = board.neighbours(cell).iter().filter(|&&n| mines[n as usize]);
            Label::Number(around.count() as u32)
        };
        let labels = (0..board.cells() as Cell).map(label).collect();
        let all = mines.iter().filter(|&&mined| mined).count() as i64;
        Position::new(board, labels, Some(all + more)).unwrap()
    }

    fn split(position: &Position, meter: &Meter) -> Split {
        Split::of(position, Work::new(None, meter).by(Method::Circuit)).unwrap().unwrap()
    }

    /// What polynomials say: the logarithm of the total, of loose cells, and of each component's classes.
    fn by_polynomials(split: &Split, mines: i64, meter: &Meter) -> Inversion {
        let parts: Vec<Polynomial<_>> = split.approximate_polynomials(meter).unwrap();
        let (loose, scale) = (split.loose().len(), Scale::Relative);
        let all = Combination::new(&Approximate, &parts, loose, scale, mines, meter).unwrap();
        let classes = split.components.iter().enumerate().map(|(i, component)| {
            let seed = all.seed(&Approximate, i);
            component.memo.probabilities(&seed, meter).unwrap().collect()
        });
        let loose = all.loose(&Approximate);
        Inversion {
            classes: classes.collect(),
            loose: loose.map(|[mined, free]| mined.over(mined.plus(free))),
            ln_total: all.approximate_total().ln(),
        }
    }

    /// A grid, a forest of hubs, whose leaves are wide classes, or a random graph.
    fn board(kind: usize, random: &mut Random) -> Board {
        let cells = 1000 + random.below(1000);
        let neighbours = match kind {
            0 => return Board::grid(cells as i64 / 40, 40),
            1 => cells / 20,
            _ => cells,
        };
        let ends = |_| (random.below(cells) as i64, random.below(neighbours) as i64);
        let mut edges: Vec<_> = (0..2 * cells).map(ends).filter(|(u, v)| u > v).collect();
        edges.sort_unstable();
        edges.dedup();
        Board::new(cells as usize, edges.into_iter()).unwrap()
    }

    #[test]
    fn angles_say_what_polynomials_say() {
        let (mut random, meter) = (Random::new(1), Meter::unwatched(Budget::default()));
        let mut inverted = 0;
        for round in 0..150 {
            let (mined, opened) = (5 + random.below(60), 1 + random.below(25));
            let (board, more) = (board(round % 3, &mut random), random.below(100) as i64 - 50);
            let split = split(&glance(board, mined, opened, more, &mut random), &meter);
            let mines = split.mines_left.unwrap();
            let Some(found) = Inversion::of(&split, mines, &meter).unwrap() else { continue };
            inverted += 1;
            assert_same(&found, &by_polynomials(&split, mines, &meter), round);
        }
        assert!(inverted > 100, "{inverted} of 150");
    }

    fn assert_same(found: &Inversion, expected: &Inversion, round: usize) {
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-11, "round {round}: {a} {b}");
        near(found.ln_total / expected.ln_total, 1.0);
        near(found.loose.unwrap_or(0.0), expected.loose.unwrap_or(0.0));
        assert_eq!(found.loose.is_some(), expected.loose.is_some());
        let pairs = found.classes.iter().flatten().zip(expected.classes.iter().flatten());
        for (&own, &other) in pairs {
            near(own, other);
            assert_eq!((own == 0.0, own == 1.0), (other == 0.0, other == 1.0));
        }
    }

    #[test]
    fn what_cannot_be_said_by_few_angles_is_left_to_polynomials() {
        let (mut random, meter) = (Random::new(2), Meter::unwatched(Budget::default()));
        let split = split(&glance(Board::grid(45, 45), 20, 20, 0, &mut random), &meter);
        let parts: Vec<Polynomial<_>> = split.approximate_polynomials(&meter).unwrap();
        let least: i64 = parts.iter().map(|part| i64::from(part.least)).sum();
        let degrees: usize = parts.iter().map(|part| part.coefficients.len() - 1).sum();
        let most = least + (degrees + split.loose().len()) as i64;
        // With the fewest or the most mines nearly all is certain; with others there is no solution.
        for mines in [-1, 0, least - 1, least, least + 1, most - 1, most, most + 1, 2025, 5000] {
            assert!(Inversion::of(&split, mines, &meter).unwrap().is_none(), "{mines}");
            assert!(!surely_fits(&split, mines, &meter).unwrap(), "{mines}");
        }
    }

    #[test]
    fn a_budget_bounds_the_angles() {
        let mut random = Random::new(3);
        let position = glance(Board::grid(45, 45), 20, 20, 0, &mut random);
        let split = split(&position, &Meter::unwatched(Budget::default()));
        for (states, is_enough) in [(100, false), (1_000_000, true)] {
            let meter = Meter::unwatched(Budget { states, seconds: None });
            let found = Inversion::of(&split, split.mines_left.unwrap(), &meter).unwrap();
            assert_eq!(found.is_some(), is_enough);
        }
    }

    /// Fans: cells that each have so many 1s around them, every 1 with a leaf of its own. The mines of a
    /// fan are either its middle or all of its leaves.
    fn fans(fans: i64, leaves: i64, loose: usize, mines: i64) -> Position {
        let (mut labels, mut edges) = (vec![Label::Covered; loose], Vec::new());
        for _ in 0..fans {
            let middle = labels.len() as i64;
            labels.push(Label::Covered);
            for number in (0..leaves).map(|leaf| middle + 1 + 2 * leaf) {
                edges.extend([(middle, number), (number, number + 1)]);
                labels.extend([Label::Number(1), Label::Covered]);
            }
        }
        let board = Board::new(labels.len(), edges.into_iter()).unwrap();
        Position::new(board, labels, Some(mines)).unwrap()
    }

    #[test]
    fn what_loose_cells_can_make_up_for_surely_fits() {
        // Ten fans have 10 to 20 mines, and a thousand loose cells the rest of them.
        let meter = Meter::unwatched(Budget::default());
        for mines in [300, 500, 800] {
            assert!(surely_fits(&split(&fans(10, 2, 1000, mines), &meter), mines, &meter).unwrap());
        }
        // Without loose cells nobody makes up for anything, and 1021 mines are too many.
        assert!(!surely_fits(&split(&fans(300, 2, 0, 450), &meter), 450, &meter).unwrap());
        assert!(!surely_fits(&split(&fans(10, 2, 1000, 1021), &meter), 1021, &meter).unwrap());
    }

    #[test]
    fn what_no_tilt_makes_likely_is_left_to_polynomials() {
        // With a tilt that is a little less than 1 the middle is mined, and then there are too few
        // mines; with a little more the leaves are, and there are too many.
        let meter = Meter::unwatched(Budget::default());
        let split = split(&fans(1, 1000, 1000, 755), &meter);
        assert!(Inversion::of(&split, 755, &meter).unwrap().is_none());
        assert!(!surely_fits(&split, 755, &meter).unwrap());
        let expected = by_polynomials(&split, 755, &meter);
        assert!((expected.loose.unwrap() - 0.754).abs() < 1e-11);
        assert_eq!(expected.classes[0].iter().sum::<f64>(), 1.0);
    }

    #[test]
    fn without_loose_cells_wide_spreads_are_left_to_polynomials() {
        let meter = Meter::unwatched(Budget::default());
        for (number, is_narrow) in [(600, true), (1200, false)] {
            let mines = number * 3 / 2;
            let split = split(&fans(number, 2, 0, mines), &meter);
            let found = Inversion::of(&split, mines, &meter).unwrap();
            assert_eq!(found.is_some(), is_narrow, "{number}");
            if let Some(found) = found {
                assert_same(&found, &by_polynomials(&split, mines, &meter), number as usize);
            }
        }
    }

    #[test]
    fn a_number_of_mines_between_likely_ones_is_left_to_polynomials() {
        // Fans of three leaves have 1 mine or 3: an odd number of mines in 150 of them is impossible.
        let meter = Meter::unwatched(Budget::default());
        for mines in 260..280 {
            let split = split(&fans(150, 3, 0, mines), &meter);
            let found = Inversion::of(&split, mines, &meter).unwrap();
            assert_eq!(found.is_some(), mines % 2 == 0, "{mines}");
            if let Some(found) = found {
                assert_same(&found, &by_polynomials(&split, mines, &meter), mines as usize);
            }
        }
    }

    #[test]
    fn angles_are_taken_of_classes_with_more_ways_than_a_word_can_say() {
        // Two numbers with 200 cells each, of which they share 100; 500 cells are loose.
        let mut labels = vec![Label::Covered; 800];
        labels.extend([Label::Number(70), Label::Number(60)]);
        let edges =
            (0..400i32).map(i64::from).map(|i| if i < 200 { (i, 800) } else { (i - 100, 801) });
        let position = Position::new(Board::new(802, edges).unwrap(), labels, Some(300)).unwrap();
        let meter = Meter::unwatched(Budget::default());
        let split = split(&position, &meter);
        let found = Inversion::of(&split, 300, &meter).unwrap().unwrap();
        assert_same(&found, &by_polynomials(&split, 300, &meter), 0);
    }

    #[test]
    fn an_analysis_by_angles_counts_roughly_what_polynomials_count() {
        let (mut random, meter) = (Random::new(4), Meter::unwatched(Budget::default()));
        let mut glances = (0..20).map(|_| glance(Board::grid(90, 90), 30, 40, 0, &mut random));
        let position = glances.find(|position| pays(&split(position, &meter))).unwrap();
        let [angles, polynomials] = [Method::Auto, Method::Circuit].map(|method| {
            let reduced = Reduced::of(&position, Work::new(None, &meter)).unwrap();
            Counted::of_reduced(
                reduced,
                position.mines(),
                Weights::Equal,
                Work::new(None, &meter).by(method),
            )
            .unwrap()
        });
        let expected = polynomials.ln_count(&meter).unwrap();
        let rough = angles.approximate_count(&meter).unwrap().ln();
        let swept = polynomials.approximate_count(&meter).unwrap().ln();
        for found in [angles.ln_count(&meter).unwrap(), rough, swept] {
            assert!((found / expected - 1.0).abs() < 1e-11, "{found} {expected}");
        }
        assert_ne!(angles.ln_count(&meter).unwrap(), expected);
    }
}
