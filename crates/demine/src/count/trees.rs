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
//! constrained counting (Theorems 2.2 and 2.3) multiply the children of a constraint small with
//! small, and pass along heavy paths by balanced products of matrices, so that no long product is
//! made more than a logarithmic number of times. Nothing recurses: a path may have 10⁶ vertices.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use crate::base::{Meter, Result, flood};
use crate::number::Algebra;
use crate::number::{Matrix, Polynomials, Rows};
use crate::system::Component;

const NONE: u32 = u32::MAX;

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
///
/// The possible numbers of mines in a class are an interval: each constraint below asks that what
/// its other classes can give, an interval by induction, completes the rest.
pub fn is_consistent(component: &Component) -> bool {
    let tree = Rooted::new(component);
    let mut bounds: Vec<(i64, i64)> =
        (0..component.classes()).map(|class| (0, i64::from(component.size(class)))).collect();
    for &class in tree.order.iter().rev() {
        let (mut least, mut most) = bounds[class as usize];
        for constraint in tree.constraints_below(class) {
            let rest = i64::from(component.rests[constraint as usize]);
            let (low, high) = tree.classes_below(constraint).fold((0, 0), |sum, child| {
                let (low, high) = bounds[child as usize];
                (sum.0 + low, sum.1 + high)
            });
            (least, most) = (least.max(rest - high), most.min(rest - low));
        }
        if least > most {
            return false;
        }
        bounds[class as usize] = (least, most);
    }
    true
}

/// P of the component by mines from 0 on (Theorem 2.3), or its value at x = 1 alone
/// (Theorem 2.2) if not `graded`.
pub fn polynomial<A: Algebra>(
    algebra: &A,
    component: &Component,
    graded: bool,
    meter: &Meter,
) -> Result<Vec<A::Value>> {
    let tree = Rooted::new(component);
    let heavy = Heavy::new(&tree);
    let ring = Polynomials { algebra, meter };
    let mut counting = Counting { tree: &tree, heavy: &heavy, ring, graded, done: Vec::new() };
    counting.done.resize(component.classes(), None);
    for &top in tree.order.iter().rev().filter(|&&class| heavy.is_top(&tree, class)) {
        meter.steps(16)?;
        let ways = counting.path(top)?;
        counting.done[top as usize] = Some(ways);
    }
    let root = counting.done[0].take().expect("the root is a top");
    Ok(root.into_iter().fold(Vec::new(), |sum, ways| counting.ring.sum(sum, ways)))
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

    /// Whether no heavy path comes into the class from above.
    fn is_top(&self, tree: &Rooted<'_>, class: u32) -> bool {
        let constraint = tree.above_class[class as usize];
        constraint == NONE || self.of_constraint[constraint as usize] != class || {
            let parent = tree.above_constraint[constraint as usize];
            self.of_class[parent as usize] != constraint
        }
    }
}

struct Counting<'a, A: Algebra> {
    tree: &'a Rooted<'a>,
    heavy: &'a Heavy,
    ring: Polynomials<'a, A>,
    graded: bool,
    /// f of the tops that are done and not yet used.
    done: Vec<Option<Rows<A::Value>>>,
}

impl<A: Algebra> Counting<'_, A> {
    /// f of the top of a heavy path.
    fn path(&mut self, top: u32) -> Result<Rows<A::Value>> {
        let mut steps = Vec::new();
        let mut class = top;
        loop {
            let ways = self.light_ways(class)?;
            let constraint = self.heavy.of_class[class as usize];
            if constraint == NONE {
                return self.ring.apply(steps, ways);
            }
            let below = self.heavy.of_constraint[constraint as usize];
            let mut matrix = self.matrix(constraint, class, below)?;
            for (row, ways) in matrix.iter_mut().zip(&ways) {
                for entry in row {
                    *entry = self.ring.product(entry, ways)?;
                }
            }
            steps.push(matrix);
            class = below;
        }
    }

    /// f of a class without its heavy constraint.
    fn light_ways(&mut self, class: u32) -> Result<Rows<A::Value>> {
        let component = self.tree.component;
        let size = u64::from(component.size(class as usize));
        let mut ways: Rows<A::Value> = (0..=component.most(class as usize))
            .map(|mines| self.monomial(self.ring.algebra.binomial(size, mines.into()), mines))
            .collect();
        let tree = self.tree;
        for constraint in tree.constraints_below(class) {
            if constraint != self.heavy.of_class[class as usize] {
                let below = self.heavy.of_constraint[constraint as usize];
                let matrix = self.matrix(constraint, class, below)?;
                let child = self.take(below);
                let given = self.ring.apply(vec![matrix], child)?;
                for (ways, given) in ways.iter_mut().zip(&given) {
                    *ways = self.ring.product(ways, given)?;
                }
            }
        }
        Ok(ways)
    }

    fn monomial(&self, coefficient: A::Value, mines: u32) -> Vec<A::Value> {
        let zeros = if self.graded { mines as usize } else { 0 };
        let mut monomial = vec![self.ring.algebra.zero(); zeros];
        monomial.push(coefficient);
        monomial
    }

    fn take(&mut self, top: u32) -> Rows<A::Value> {
        self.done[top as usize].take().expect("children come before parents, and are used once")
    }

    /// A step along a heavy path, above → constraint → below, is linear in f of the class below:
    /// g(t) = Σⱼ M(t, j)·f(j), where the light classes of the constraint give what t and j leave of its
    /// rest, M(t, j) = [y^(rest − t − j)] ∏ Σ f_w(v)·yᵛ. So a whole path is a product of matrices.
    ///
    /// Entry (t, j): the ways to complete the constraint if the class above gives t mines and the
    /// heavy class below gives j.
    fn matrix(&mut self, constraint: u32, above: u32, below: u32) -> Result<Matrix<A::Value>> {
        let component = self.tree.component;
        let rest = component.rests[constraint as usize] as usize;
        let (width, height) =
            (component.most(below as usize) as usize, component.most(above as usize) as usize);
        let light =
            self.light_classes(constraint, below, rest.saturating_sub(width + height)..rest + 1)?;
        let entry = |given: usize| {
            let wanted = rest.checked_sub(given);
            wanted.and_then(|row| light.get(row)).cloned().unwrap_or_default()
        };
        Ok((0..=height).map(|t| (0..=width).map(|j| entry(t + j)).collect()).collect())
    }

    /// ∏ Σ f_w(v)·yᵛ over the light classes of a constraint, small with small; only the wanted
    /// coefficients in y are promised.
    fn light_classes(
        &mut self,
        constraint: u32,
        heavy: u32,
        wanted: Range<usize>,
    ) -> Result<Rows<A::Value>> {
        let size = |rows: &Rows<A::Value>| rows.iter().map(|row| row.len() + 1).sum::<usize>();
        let tree = self.tree;
        let mut factors: Vec<Rows<A::Value>> = tree
            .classes_below(constraint)
            .filter(|&class| class != heavy)
            .map(|class| self.take(class))
            .collect();
        let mut heap: BinaryHeap<_> =
            factors.iter().enumerate().map(|(i, rows)| Reverse((size(rows), i))).collect();
        while let (Some(Reverse((_, i))), Some(Reverse((_, j)))) = (heap.pop(), heap.pop()) {
            let (a, b) = (std::mem::take(&mut factors[i]), std::mem::take(&mut factors[j]));
            factors[j] = if heap.is_empty() {
                self.ring.rows_within(&a, &b, wanted.clone())?
            } else {
                self.ring.rows_product(&a, &b, wanted.end)?
            };
            heap.push(Reverse((size(&factors[j]), j)));
        }
        // A single factor was popped alone; with none, the empty product.
        let last = factors.into_iter().find(|rows| !rows.is_empty());
        Ok(last.unwrap_or_else(|| vec![vec![self.ring.algebra.one()]]))
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Board;
    use crate::count::Method;
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
