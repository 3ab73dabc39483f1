//! Trees: components whose classes and constraints form a tree (Golan 2011, §4).
//!
//! Whenever the board is a forest, and often when it is not, what is left of a position is a
//! forest of classes and constraints. Root a tree at a class. For a class u let f_u(v) count the
//! ways below u with v mines in u (his P□ and P* for v = 0, 1), and for a constraint c let g_c(t)
//! count the ways below c if its parent gives it t mines:
//!
//! - f_u(v) = C(size, v)·xᵛ·∏ g_c(v) over the child constraints c of u (cases i–iii);
//! - g_c(t) = the coefficient of y^(rest − t) in ∏ Σ_v f_w(v)·yᵛ over the child classes w of c
//!   (case iv).
//!
//! Consistency (Theorem 2.1) keeps only the interval of possible v and is linear. Counting and
//! constrained counting (Theorems 2.2 and 2.3) compute f and g on these intervals alone. Every
//! product of many factors multiplies the shortest first, after equal ones have become powers. A
//! heavy path is a balanced product of matrices. So no long product is made more than a logarithmic
//! number of times. Nothing recurses: a path may have 10⁶ vertices.

use std::ops::Range;

use num_bigint::BigUint;

use crate::base::{Meter, Result, flood};
use crate::number::{Algebra, Graded, Matrix, Polynomial, Semiring, Whole};
use crate::number::{apply, product_of_all};
use crate::system::Component;

const NONE: u32 = u32::MAX;
/// Shorter heavy paths are followed class by class: products of so few matrices gain nothing.
const MANY_CLASSES: usize = 9;

/// A tree of classes and constraints, with class 0 as its root.
struct Rooted<'a> {
    component: &'a Component,
    /// Classes, parents before children.
    order: Vec<u32>,
    /// The parent constraint of each class and the parent class of each constraint.
    above_class: Vec<u32>,
    above_constraint: Vec<u32>,
}

impl<'a> Rooted<'a> {
    fn new(component: &'a Component) -> Self {
        debug_assert!(component.is_tree());
        let mut above_class = vec![NONE; component.classes()];
        let mut above_constraint = vec![NONE; component.constraints()];
        let mut order = Vec::with_capacity(component.classes());
        order.push(0);
        flood(&mut order, |class, order| {
            for c in below(component.touching.get(class as usize), above_class[class as usize]) {
                above_constraint[c as usize] = class;
                for child in below(component.members.get(c as usize), class) {
                    above_class[child as usize] = c;
                    order.push(child);
                }
            }
        });
        Self { component, order, above_class, above_constraint }
    }

    fn constraints_below(&self, class: u32) -> impl Iterator<Item = u32> + '_ {
        below(self.component.touching.get(class as usize), self.above_class[class as usize])
    }

    fn rest(&self, constraint: u32) -> i64 {
        self.component.rests[constraint as usize].into()
    }

    fn classes_below(&self, constraint: u32) -> impl Iterator<Item = u32> + '_ {
        below(
            self.component.members.get(constraint as usize),
            self.above_constraint[constraint as usize],
        )
    }
}

/// All neighbours but the parent.
fn below(neighbours: &[u32], parent: u32) -> impl Iterator<Item = u32> + '_ {
    neighbours.iter().copied().filter(move |&n| n != parent)
}

/// Whether there is a solution, in linear time (Theorem 2.1).
pub fn is_consistent(component: &Component, meter: &Meter) -> Result<bool> {
    let edges: usize = component.members.iter().map(<[u32]>::len).sum();
    meter.steps(component.classes() + edges)?;
    Ok(possible_below(&Rooted::new(component)).is_some())
}

/// The fewest and the most mines of a class.
type Interval = (i64, i64);

fn plus(a: Interval, b: Interval) -> Interval {
    (a.0 + b.0, a.1 + b.1)
}

/// What is left for the others if some classes give so many mines.
fn complement(rest: i64, (least, most): Interval) -> Interval {
    (rest - most, rest - least)
}

fn meet(a: Interval, b: Interval) -> Interval {
    (a.0.max(b.0), a.1.min(b.1))
}

/// The possible numbers of mines of each class as far as the tree below it goes; None if a class has
/// none.
///
/// They are an interval: each constraint below asks that its other classes, which can give an
/// interval by induction, complete the rest.
fn possible_below(tree: &Rooted<'_>) -> Option<Vec<Interval>> {
    let component = tree.component;
    let mut possible: Vec<Interval> =
        (0..component.classes()).map(|class| (0, component.size(class).into())).collect();
    for &class in tree.order.iter().rev() {
        let mut own = possible[class as usize];
        for constraint in tree.constraints_below(class) {
            let children = tree.classes_below(constraint).map(|child| possible[child as usize]);
            own = meet(own, complement(tree.rest(constraint), children.fold((0, 0), plus)));
        }
        if own.0 > own.1 {
            return None;
        }
        possible[class as usize] = own;
    }
    Some(possible)
}

/// The possible numbers of mines of each class, in the whole tree. All mines beyond the fewest are
/// counted from there, so that every interval starts at 0.
struct Bounds {
    least: Vec<u32>,
    /// The most mines above the fewest.
    most: Vec<u32>,
    /// What the mines above the fewest must give to each constraint.
    rests: Vec<usize>,
}

impl Bounds {
    /// None if there is no solution.
    fn new(tree: &Rooted<'_>) -> Option<Self> {
        let (component, mut possible) = (tree.component, possible_below(tree)?);
        let mut rests = vec![0; component.constraints()];
        for &class in &tree.order {
            for constraint in tree.constraints_below(class) {
                let members = component.members.get(constraint as usize);
                let all = members.iter().map(|&c| possible[c as usize]).fold((0, 0), plus);
                let rest = tree.rest(constraint);
                for child in tree.classes_below(constraint) {
                    let own = possible[child as usize];
                    let others = (all.0 - own.0, all.1 - own.1);
                    possible[child as usize] = meet(own, complement(rest, others));
                }
                let least: i64 = members.iter().map(|&c| possible[c as usize].0).sum();
                rests[constraint as usize] = (rest - least) as usize;
            }
        }
        let least = possible.iter().map(|interval| interval.0 as u32).collect();
        let most = possible.iter().map(|interval| (interval.1 - interval.0) as u32).collect();
        Some(Self { least, most, rests })
    }
}

/// The number of solutions (Theorem 2.2).
pub fn count(component: &Component, meter: &Meter) -> Result<BigUint> {
    let tree = Rooted::new(component);
    let Some(bounds) = Bounds::new(&tree) else { return Ok(BigUint::ZERO) };
    Counting::new(&tree, &bounds, &Whole::new(meter), meter).total()
}

/// P of the component (Theorem 2.3).
pub fn polynomial<A: Algebra>(
    algebra: &A,
    component: &Component,
    meter: &Meter,
) -> Result<Polynomial<A::Value>> {
    let tree = Rooted::new(component);
    let Some(bounds) = Bounds::new(&tree) else { return Ok(Polynomial::default()) };
    let ring = Graded { algebra, meter };
    let found = Counting::new(&tree, &bounds, &ring, meter).total()?;
    // All algebras start at the same degree.
    let mut coefficients = vec![algebra.zero(); found.least as usize];
    coefficients.extend(found.coefficients);
    Ok(Polynomial { least: bounds.least.iter().sum(), coefficients })
}

/// The degree at which `polynomial` starts.
pub fn least_mines(component: &Component) -> u32 {
    Bounds::new(&Rooted::new(component)).map_or(0, |bounds| bounds.least.iter().sum())
}

/// The child with the most cells below it, of each class and of each constraint.
struct Heavy {
    of_class: Vec<u32>,
    of_constraint: Vec<u32>,
}

impl Heavy {
    fn new(tree: &Rooted<'_>) -> Self {
        let component = tree.component;
        let mut cells: Vec<u64> =
            (0..component.classes()).map(|c| component.size(c).into()).collect();
        let mut below = vec![0u64; component.constraints()];
        let mut new = Self {
            of_class: vec![NONE; component.classes()],
            of_constraint: vec![NONE; component.constraints()],
        };
        for &class in tree.order.iter().rev() {
            for constraint in tree.constraints_below(class) {
                let heaviest = tree.classes_below(constraint).max_by_key(|&c| cells[c as usize]);
                new.of_constraint[constraint as usize] = heaviest.unwrap_or(NONE);
                below[constraint as usize] =
                    tree.classes_below(constraint).map(|c| cells[c as usize]).sum();
                cells[class as usize] += below[constraint as usize];
            }
            let heaviest = tree.constraints_below(class).max_by_key(|&c| below[c as usize]);
            new.of_class[class as usize] = heaviest.unwrap_or(NONE);
        }
        new
    }

    /// The classes of the heavy path from a class down.
    fn path(&self, top: u32) -> Vec<u32> {
        let below = |&class: &u32| {
            let constraint = self.of_class[class as usize];
            let next = || self.of_constraint[constraint as usize];
            (constraint != NONE).then(next).filter(|&class| class != NONE)
        };
        std::iter::successors(Some(top), below).collect()
    }

    /// Whether no heavy path comes into the class from above.
    fn is_top(&self, tree: &Rooted<'_>, class: u32) -> bool {
        let constraint = tree.above_class[class as usize];
        constraint == NONE || self.of_constraint[constraint as usize] != class || {
            let parent = tree.above_constraint[constraint as usize];
            self.of_class[parent as usize] != constraint
        }
    }
}

struct Counting<'a, S: Semiring> {
    tree: &'a Rooted<'a>,
    bounds: &'a Bounds,
    heavy: Heavy,
    ring: &'a S,
    meter: &'a Meter<'a>,
    /// f of the tops that are done and not yet used.
    done: Vec<Vec<S::Value>>,
}

impl<'a, S: Semiring> Counting<'a, S> {
    fn new(tree: &'a Rooted<'a>, bounds: &'a Bounds, ring: &'a S, meter: &'a Meter<'a>) -> Self {
        let done = vec![Vec::new(); tree.component.classes()];
        Self { tree, bounds, heavy: Heavy::new(tree), ring, meter, done }
    }

    fn total(mut self) -> Result<S::Value> {
        let tree = self.tree;
        for &class in tree.order.iter().rev() {
            if self.heavy.is_top(tree, class) {
                self.done[class as usize] = self.path(class)?;
            }
        }
        let root = std::mem::take(&mut self.done[0]);
        Ok(root.into_iter().fold(S::Value::default(), |sum, ways| self.ring.sum(sum, ways)))
    }

    /// f of the top of a heavy path.
    fn path(&mut self, top: u32) -> Result<Vec<S::Value>> {
        let path = self.heavy.path(top);
        if path.len() > MANY_CLASSES {
            return self.long_path(&path);
        }
        for &class in path.iter().rev() {
            self.done[class as usize] = self.ways(class, NONE)?;
        }
        Ok(std::mem::take(&mut self.done[top as usize]))
    }

    /// The same as a product of matrices.
    ///
    /// A step above → constraint → below is linear in f of the class below: g(t) = Σⱼ M(t, j)·f(j),
    /// where the light classes of the constraint give what t and j leave of its rest.
    fn long_path(&mut self, path: &[u32]) -> Result<Vec<S::Value>> {
        let mut steps = Vec::with_capacity(path.len() - 1);
        for pair in path.windows(2) {
            let constraint = self.heavy.of_class[pair[0] as usize];
            let ways = self.ways(pair[0], constraint)?;
            let mut matrix = self.matrix(constraint, pair[0], pair[1])?;
            for (row, ways) in matrix.iter_mut().zip(&ways) {
                for entry in row {
                    *entry = self.ring.product(entry, ways)?;
                }
            }
            steps.push(matrix);
        }
        let last = self.ways(path[path.len() - 1], NONE)?;
        apply(self.ring, &steps, last)
    }

    /// f of a class without one of its constraints.
    fn ways(&mut self, class: u32, but: u32) -> Result<Vec<S::Value>> {
        let (least, most) = (self.bounds.least[class as usize], self.most(class));
        let size = self.tree.component.size(class as usize);
        let own = self.ring.ways(size, least..=least + most as u32)?;
        let mut factors: Vec<Vec<S::Value>> = own.into_iter().map(|ways| vec![ways]).collect();
        let tree = self.tree;
        for constraint in tree.constraints_below(class).filter(|&constraint| constraint != but) {
            let given = self.given(constraint, most)?;
            factors.iter_mut().zip(given).for_each(|(factors, given)| factors.push(given));
        }
        factors.into_iter().map(|factors| self.product(factors)).collect()
    }

    fn product(&self, factors: Vec<S::Value>) -> Result<S::Value> {
        let times = |a: &_, b: &_, _| self.ring.product(a, b);
        let product = product_of_all(factors, |value| self.ring.length(value), times)?;
        Ok(product.expect("the class itself is a factor"))
    }

    /// How many mines above the fewest the class can hold.
    fn most(&self, class: u32) -> usize {
        self.bounds.most[class as usize] as usize
    }

    /// g of a constraint, for each number of mines of the class above.
    fn given(&mut self, constraint: u32, most: usize) -> Result<Vec<S::Value>> {
        let rest = self.bounds.rests[constraint as usize];
        let mut rows = self.classes(constraint, NONE, rest.saturating_sub(most)..rest + 1)?;
        let mut take = |row: usize| rows.get_mut(row).map(std::mem::take).unwrap_or_default();
        Ok((0..=most).map(|t| rest.checked_sub(t).map(&mut take).unwrap_or_default()).collect())
    }

    /// Entry (t, j): the ways to complete the constraint if the class above gives t mines and the
    /// heavy class below gives j.
    fn matrix(&mut self, constraint: u32, above: u32, below: u32) -> Result<Matrix<S::Value>> {
        let rest = self.bounds.rests[constraint as usize];
        let (width, height) = (self.most(below), self.most(above));
        let light =
            self.classes(constraint, below, rest.saturating_sub(width + height)..rest + 1)?;
        let entry = |given: usize| {
            let wanted = rest.checked_sub(given);
            wanted.and_then(|row| light.get(row)).cloned().unwrap_or_default()
        };
        Ok((0..=height).map(|t| (0..=width).map(|j| entry(t + j)).collect()).collect())
    }

    /// ∏ Σ f_w(v)·yᵛ over the classes below a constraint but one; only the wanted coefficients in y
    /// are promised.
    fn classes(
        &mut self,
        constraint: u32,
        but: u32,
        wanted: Range<usize>,
    ) -> Result<Vec<S::Value>> {
        let (tree, ring) = (self.tree, self.ring);
        let classes = tree.classes_below(constraint).filter(|&class| class != but);
        let factors: Vec<_> =
            classes.map(|class| std::mem::take(&mut self.done[class as usize])).collect();
        self.meter.steps(8 * factors.len() + 8)?;
        let factors = ring.join_equal(factors, wanted.end)?;
        let length = |rows: &Vec<S::Value>| rows.iter().map(|row| ring.length(row) + 1).sum();
        let product = product_of_all(factors, length, |a, b, is_last| {
            if !is_last {
                return ring.rows(a, b, 0..wanted.end);
            }
            let mut rows = vec![S::Value::default(); wanted.start];
            rows.extend(ring.rows(a, b, wanted.clone())?);
            Ok(rows)
        })?;
        Ok(product.unwrap_or_else(|| vec![ring.one()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis;
    use crate::base::{Budget, Random};
    use crate::board::Board;
    use crate::count::Method;
    use crate::count::totals::{count, counts_by_mines};
    use crate::count::work::Work;
    use crate::position::{Label, Position};
    use crate::questions::Options;

    /// A number with so many arms, each a cell, a 2 and as many cells as it is long.
    fn hub(lengths: &[usize], rest: u32) -> Position {
        let mut edges = Vec::new();
        let mut labels = vec![Label::Number(rest)];
        for &length in lengths {
            let first = labels.len() as i64;
            edges.extend([(0, first), (first, first + 1)]);
            labels.extend([Label::Covered, Label::Number(2)]);
            edges.extend((0..length as i64).map(|i| (first + 1, first + 2 + i)));
            labels.extend(vec![Label::Covered; length]);
        }
        Position::new(Board::new(labels.len(), edges.into_iter()).unwrap(), labels, None).unwrap()
    }

    /// A number with covered arms, each above two numbers with 2 to 7 leaves; few arms are alike.
    fn mixed_arms(cells: usize) -> Position {
        let mut random = Random::new(cells as u64);
        let (mut edges, mut labels, mut mined) = (Vec::new(), vec![Label::Number(0)], 0);
        while labels.len() < cells {
            let arm = labels.len() as i64;
            let is_mined = random.below(3) == 0;
            mined += u32::from(is_mined);
            edges.push((0, arm));
            labels.push(Label::Covered);
            for _ in 0..2 {
                let (hub, leaves) = (labels.len() as i64, 2 + random.below(6));
                let number = 1 + random.below(leaves - 1) as u32;
                edges.push((arm, hub));
                edges.extend((1..=leaves as i64).map(|leaf| (hub, hub + leaf)));
                labels.push(Label::Number(number + u32::from(is_mined)));
                labels.extend(vec![Label::Covered; leaves as usize]);
            }
        }
        labels[0] = Label::Number(mined);
        Position::new(Board::new(labels.len(), edges.into_iter()).unwrap(), labels, None).unwrap()
    }

    /// A number with so many leaves, and so many arms that end in a number with as many leaves.
    fn wide(leaves: usize, arms: usize) -> Position {
        let (mut edges, mut labels) = (Vec::new(), Vec::new());
        let number = |edges: &mut Vec<_>, labels: &mut Vec<_>| {
            let hub = labels.len() as i64;
            edges.extend((1..=leaves as i64).map(|leaf| (hub, hub + leaf)));
            labels.push(Label::Number(leaves as u32 / 3));
            labels.extend(vec![Label::Covered; leaves]);
            hub
        };
        number(&mut edges, &mut labels);
        for _ in 0..arms {
            let hub = number(&mut edges, &mut labels);
            edges.extend([(0, labels.len() as i64), (hub, labels.len() as i64)]);
            labels.push(Label::Covered);
        }
        Position::new(Board::new(labels.len(), edges.into_iter()).unwrap(), labels, None).unwrap()
    }

    /// A root with so many numbers below it, each with so many covered leaves; one is mined.
    fn hubs(root: Label, numbers: usize, leaves: usize) -> Position {
        let (mut edges, mut labels) = (Vec::new(), vec![root]);
        let number = Label::Number(1 + u32::from(root == Label::Mined));
        for _ in 0..numbers {
            let hub = labels.len() as i64;
            edges.push((0, hub));
            edges.extend((1..=leaves as i64).map(|leaf| (hub, hub + leaf)));
            labels.push(number);
            labels.extend(vec![Label::Covered; leaves]);
        }
        Position::new(Board::new(labels.len(), edges.into_iter()).unwrap(), labels, None).unwrap()
    }

    /// A path of covered cells and 1s, each 1 with a covered leg.
    fn caterpillar(numbers: usize) -> Position {
        let mut edges: Vec<_> = (1..2 * numbers as i64).map(|v| (v - 1, v)).collect();
        edges.extend((0..numbers as i64).map(|i| (2 * i + 1, 2 * numbers as i64 + i)));
        let mut labels = [Label::Covered, Label::Number(1)].repeat(numbers);
        labels.extend(vec![Label::Covered; numbers]);
        Position::new(Board::new(labels.len(), edges.into_iter()).unwrap(), labels, None).unwrap()
    }

    /// A 1 at every odd depth unless it is a leaf, below parents that come before.
    fn ones(cells: usize, mut parent: impl FnMut(usize) -> usize) -> Position {
        let (mut depth, mut inner) = (vec![0u32; cells], vec![false; cells]);
        let mut edges = Vec::with_capacity(cells);
        for v in 1..cells {
            let parent = parent(v);
            (depth[v], inner[parent]) = (depth[parent] + 1, true);
            edges.push((parent as i64, v as i64));
        }
        let is_number = |v: usize| depth[v] % 2 == 1 && inner[v];
        let label = |v| if is_number(v) { Label::Number(1) } else { Label::Covered };
        let labels = (0..cells).map(label).collect();
        Position::new(Board::new(cells, edges.into_iter()).unwrap(), labels, None).unwrap()
    }

    /// The parents of a random tree, each among the `reach` vertices before.
    fn random_parent(cells: usize, reach: usize) -> impl FnMut(usize) -> usize {
        let mut random = Random::new(cells as u64);
        move |v| v - 1 - random.below(v.min(reach) as u64) as usize
    }

    /// The parents of a random tree, each chosen in proportion to its degree.
    fn preferred_parent(cells: usize) -> impl FnMut(usize) -> usize {
        let (mut random, mut ends) = (Random::new(cells as u64), vec![0]);
        move |v| {
            let parent = ends[random.below(ends.len() as u64) as usize];
            ends.extend([parent, v]);
            parent
        }
    }

    /// Trees of every kind with about so many cells.
    fn families(cells: usize) -> Vec<(&'static str, Position)> {
        let (root, each) = (cells.isqrt(), cells / 4);
        let mut found = vec![
            ("star", wide(cells, 0)),
            ("path", ones(cells, |v| v - 1)),
            ("spider", ones(cells, |v| if v % root == 1 { 0 } else { v - 1 })),
            ("broom", ones(cells, |v| v.min(cells / 4 * 2) - 1)),
            ("binary", ones(cells, |v| (v - 1) / 2)),
            ("caterpillar", caterpillar(cells / 3)),
            ("random recursive", ones(cells, random_parent(cells, cells))),
            ("preferential", ones(cells, preferred_parent(cells))),
            ("deep", ones(cells, random_parent(cells, 4))),
            ("arms below a number", hub(&vec![2; each], each as u32 / 3)),
            ("long arms below a number", hub(&vec![root; root], root as u32 / 3)),
            ("mixed arms", mixed_arms(cells)),
            ("few wide numbers", wide(cells / 11, 10)),
        ];
        for top in [Label::Covered, Label::Free, Label::Mined, Label::Number(0)] {
            found.extend([
                ("2 leaves per hub", hubs(top, cells / 3, 2)),
                ("10 leaves per hub", hubs(top, cells / 11, 10)),
                ("√n leaves per hub", hubs(top, root, root)),
            ]);
        }
        found
    }

    /// The elementary steps of a question, as the engine answers it.
    fn steps(position: &Position, ask: impl Fn(&Position, Work<'_>)) -> f64 {
        let meter = Meter::unwatched(Budget::default());
        ask(position, Work::new(None, &meter));
        meter.steps_taken() as f64
    }

    /// Checks that four times as many cells take at most four times as many steps as `bound` allows,
    /// with a fifth to spare for lengths that are rounded up; and no more steps than the bound.
    fn check_growth(
        sizes: [usize; 2],
        bound: impl Fn(f64) -> f64,
        question: impl Fn(&Position, Work<'_>) + Copy,
    ) {
        let [few, many] = sizes.map(|cells| bound(cells as f64));
        let [small, large] = sizes.map(families);
        for ((name, small), (_, large)) in small.iter().zip(&large) {
            let [before, after] = [small, large].map(|position| steps(position, question));
            assert!(after <= 1.2 * many / few * before, "{name}: {before} steps, then {after}");
            assert!(after <= many, "{name}: {after} steps");
        }
    }

    #[test]
    fn consistency_takes_no_more_steps_than_theorem_2_1_allows() {
        check_growth(
            [2_000, 8_000],
            |n| 64.0 * n,
            |position, work| {
                assert!(analysis::is_consistent(position, work).unwrap());
            },
        );
    }

    #[test]
    fn counting_takes_no_more_steps_than_theorem_2_2_allows() {
        check_growth(
            [4_000, 16_000],
            |n| n * n * n.log2(),
            |position, work| {
                count(position, work).unwrap();
            },
        );
    }

    #[test]
    fn constrained_counting_takes_no_more_steps_than_theorem_2_3_allows() {
        check_growth(
            [1_000, 4_000],
            |n| n * n * n * n.log2(),
            |position, work| {
                counts_by_mines(position, work).unwrap();
            },
        );
    }

    fn by(method: Method) -> Options<'static> {
        Options { method, ..Options::default() }
    }

    #[test]
    fn many_light_classes_are_multiplied_small_with_small() {
        let lengths = [2, 3, 4, 5, 6, 7, 3, 2, 4, 5, 3, 2];
        for arms in 2..=lengths.len() {
            for rest in 0..=arms as u32 {
                let position = hub(&lengths[..arms], rest);
                let [tree, circuit] = [Method::Tree, Method::Circuit]
                    .map(|method| position.counts_by_mines(&by(method)).unwrap());
                assert_eq!(tree, circuit, "{arms} arms, {rest} mines");
                assert_eq!(position.count(&by(Method::Tree)).unwrap(), tree.iter().sum());
            }
        }
    }

    #[test]
    fn a_tree_without_a_solution_is_known_as_one() {
        // Arms of two cells each give at most one mine more than they must.
        let position = |rest| hub(&[1, 1, 1, 4], rest);
        for (rest, has_solution) in [(0, false), (2, false), (3, true), (4, true)] {
            let found = position(rest).is_consistent(&by(Method::Tree)).unwrap();
            assert_eq!(found, has_solution, "{rest} mines");
        }
    }

    #[test]
    fn products_of_many_light_classes_are_taken_at_once() {
        for rest in [0, 4, 5, 12, 20, 24] {
            let position = hub(&[3; 24], rest);
            let [tree, circuit] = [Method::Tree, Method::Circuit]
                .map(|method| position.counts_by_mines(&by(method)).unwrap());
            assert_eq!(tree, circuit, "{rest} mines");
        }
    }

    #[test]
    fn a_tree_in_which_two_numbers_ask_too_much_of_a_class_has_no_solution() {
        // Three cells next to both numbers, one next to the first alone, and two next to the second.
        let edges = [(0, 6), (1, 6), (2, 6), (3, 6), (0, 7), (1, 7), (2, 7), (4, 7), (5, 7)];
        let board = Board::new(8, edges.into_iter()).unwrap();
        for (first, second) in (1..4).flat_map(|first| (1..5).map(move |second| (first, second))) {
            let mut labels = vec![Label::Covered; 6];
            labels.extend([Label::Number(first), Label::Number(second)]);
            let position = Position::new(board.clone(), labels, None).unwrap();
            // So many of the three are mined; the others must make up for the rest.
            let fits = |all: u32| {
                (0..2).contains(&(first as i32 - all as i32))
                    && (0..3).contains(&(second as i32 - all as i32))
            };
            let expected = (0..4).any(fits);
            for method in [Method::Tree, Method::Circuit, Method::Sweep] {
                let found = position.is_consistent(&by(method)).unwrap();
                assert_eq!(found, expected, "{first} {second} {method:?}");
            }
        }
    }
}
