//! Component: a connected system of constraints over classes.
//!
//! A *constraint* is an opened cell: so many of its covered neighbours are mined. A *class* is a
//! set of covered cells with the same constraints: they are interchangeable, so only their number
//! of mines matters, with a binomial weight. Classes and constraints are the two kinds of vertices
//! of the incidence graph; Golan's W? and W# (2011, §5) are the two kinds of members of its bags.
//!
//! The general constraint is Σ w·x = rest, with weights w ≥ 1 and several mines per cell. The
//! classic one has no [`Weighted`] part: all weights are 1, and a cell holds at most one mine.

use std::fmt;

use num_bigint::BigUint;

use crate::base::{Lists, Meter, Result, Sort, Stopped};
use crate::board::Cell;
use crate::number::Ways;

/// Cells that all legal assignments agree on, each list ascending in answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Certain {
    /// Unopened and free.
    pub safe: Vec<Cell>,
    /// Mined.
    pub mined: Vec<Cell>,
}

/// A class whose number of mines is known, but not which of its cells they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    pub cells: Vec<Cell>,
    pub mines: u32,
}

impl Settled {
    /// The natural logarithm of the ways in which the cells hold their mines, rounded.
    pub fn ln_ways(&self) -> f64 {
        let cells = self.cells.len() as f64;
        (0..self.mines).map(f64::from).map(|i| ((cells - i) / (i + 1.0)).ln()).sum()
    }
}

/// A connected system of constraints over classes that reduction cannot decide.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Component {
    /// The cells of each class; none for a copy (see [`splitting`](crate::circuit::splitting)).
    pub cells: Lists,
    /// How many mines each class holds if all its cells are mined.
    pub sizes: Vec<u32>,
    /// How many mines each constraint still needs.
    pub rests: Vec<u32>,
    /// How many cells each constraint looks at.
    pub capacities: Vec<u32>,
    /// The classes of each constraint.
    pub members: Lists,
    /// The constraints of each class.
    pub touching: Lists,
    /// What is beyond the classic; None if nothing is.
    pub weighted: Option<Box<Weighted>>,
}

/// What a component has beyond the classic: weights, and classes with several mines per cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Weighted {
    /// How much a mine of each class counts in each of its constraints, as in `touching`.
    weights: Lists,
    pub classes: Vec<WeightedClass>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WeightedClass {
    /// In how many ways the class holds 0, 1, 2 … mines.
    pub ways: Ways,
    /// Which numbers of mines a copy may stand for; None for all.
    pub allowed: Option<Box<[bool]>>,
}

impl Component {
    pub fn new(cells: Lists, rests: Vec<u32>, members: Lists) -> Self {
        let sizes = cells.iter().map(|cells| cells.len() as u32).collect();
        Self::with_sizes(sizes, cells, rests, members)
    }

    pub fn with_sizes(sizes: Vec<u32>, cells: Lists, rests: Vec<u32>, members: Lists) -> Self {
        let touching = members.transpose(cells.len());
        let capacity = |classes: &[u32]| classes.iter().map(|&class| sizes[class as usize]).sum();
        let capacities = members.iter().map(capacity).collect();
        Self { cells, sizes, rests, capacities, members, touching, weighted: None }
    }

    /// The general case: `weights` are parallel to `members`.
    pub fn weighted(
        cells: Lists,
        rests: Vec<u32>,
        members: Lists,
        weights: &Lists,
        classes: Vec<WeightedClass>,
    ) -> Self {
        let sizes = classes.iter().map(|class| class.ways.most()).collect();
        let mut of_class = vec![Vec::new(); classes.len()];
        for (members, weights) in members.iter().zip(weights.iter()) {
            let pairs = members.iter().zip(weights);
            pairs.for_each(|(&class, &weight)| of_class[class as usize].push(weight));
        }
        let weights = of_class.iter().map(Vec::as_slice).collect();
        let mut new = Self::with_sizes(sizes, cells, rests, members);
        new.weighted = Some(Box::new(Weighted { weights, classes }));
        new.capacities.fill(0);
        for class in 0..new.classes() {
            for (place, &constraint) in new.touching.get(class).iter().enumerate() {
                new.capacities[constraint as usize] += new.gives(class, place);
            }
        }
        new
    }

    /// How much a mine of the class counts in the constraint at this place of its list.
    pub fn weight(&self, class: usize, place: usize) -> u32 {
        self.weighted.as_ref().map_or(1, |weighted| weighted.weights.get(class)[place])
    }

    /// The weights of the members of each constraint; None if all are 1.
    pub fn weights_of_members(&self) -> Option<Vec<Vec<u32>>> {
        let weighted = self.weighted.as_ref()?;
        let mut weights = vec![Vec::new(); self.constraints()];
        let mut places = vec![0; self.classes()];
        for (weights, members) in weights.iter_mut().zip(self.members.iter()) {
            for &class in members {
                let place = &mut places[class as usize];
                weights.push(weighted.weights.get(class as usize)[*place]);
                *place += 1;
            }
        }
        Some(weights)
    }

    /// How much the class can give at most to the constraint at this place of its list.
    pub fn gives(&self, class: usize, place: usize) -> u32 {
        match &self.weighted {
            None => self.size(class),
            Some(weighted) => self.size(class) * weighted.weights.get(class)[place],
        }
    }

    /// In how many ways the class holds 0, 1, 2 … mines; None if these are binomials.
    pub fn ways(&self, class: usize, meter: &Meter) -> Result<Option<&[BigUint]>> {
        let weighted = self.weighted.as_ref();
        weighted.map(|weighted| weighted.classes[class].ways.numbers(meter)).transpose()
    }

    /// Which numbers of mines the class may hold; None for all.
    pub fn allowed(&self, class: usize) -> Option<&[bool]> {
        self.weighted.as_ref()?.classes[class].allowed.as_deref()
    }

    pub fn classes(&self) -> usize {
        self.cells.len()
    }

    pub fn constraints(&self) -> usize {
        self.rests.len()
    }

    /// Identifies the component: components of one position have no cell in common.
    pub fn first_cell(&self) -> Cell {
        self.cells.get(0)[0]
    }

    pub fn size(&self, class: usize) -> u32 {
        self.sizes[class]
    }

    /// Whether the class is a copy of another: it has no cells and no mines of its own.
    pub fn is_copy(&self, class: usize) -> bool {
        self.cells.get(class).is_empty()
    }

    /// The incidence graph as ascending adjacency lists: constraints first, then classes.
    pub fn incidence(&self) -> Vec<Vec<u32>> {
        let constraints = self.constraints() as u32;
        let classes_of = |classes: &[u32]| {
            let mut list: Vec<u32> = classes.iter().map(|&class| class + constraints).collect();
            list.ascend();
            list
        };
        let mut adjacency: Vec<Vec<u32>> = self.members.iter().map(classes_of).collect();
        adjacency.extend(self.touching.iter().map(<[u32]>::to_vec));
        adjacency
    }

    /// How many mines the class can hold at most.
    pub fn most(&self, class: usize) -> u32 {
        let rests = self.touching.get(class).iter().map(|&c| self.rests[c as usize]);
        match &self.weighted {
            None => rests.fold(self.size(class), u32::min),
            Some(weighted) => rests
                .zip(weighted.weights.get(class))
                .fold(self.size(class), |most, (rest, weight)| most.min(rest / weight)),
        }
    }

    /// How many different sums `held` of its cells can give to a constraint, if the other cells are
    /// to give the rest. Weights count as cells.
    pub fn sums(&self, constraint: usize, held: u32) -> u32 {
        let (rest, others) = (self.rests[constraint], self.capacities[constraint] - held);
        rest.min(held) - rest.saturating_sub(others) + 1
    }

    /// Bytes held, for caches.
    pub fn bytes(&self) -> usize {
        let lists = |lists: &Lists| size_of::<u32>() * (lists.items() + lists.len() + 1);
        lists(&self.cells)
            + lists(&self.members)
            + lists(&self.touching)
            + 8 * self.rests.len()
            + 4 * self.sizes.len()
            + self.weighted.as_ref().map_or(0, |weighted| weighted.bytes())
    }

    /// Whether classes and constraints form a tree, as they do whenever the board is a forest.
    pub fn is_tree(&self) -> bool {
        self.members.items() + 1 == self.classes() + self.constraints()
    }
}

impl Weighted {
    fn bytes(&self) -> usize {
        let class = |class: &WeightedClass| {
            let allowed = class.allowed.as_ref().map_or(0, |allowed| allowed.len());
            size_of::<WeightedClass>() + allowed + class.ways.bytes()
        };
        4 * (self.weights.items() + self.weights.len() + 1)
            + self.classes.iter().map(class).sum::<usize>()
    }
}

/// The position has no legal assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction;

/// Why there is no answer about a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Failure {
    /// It has no legal assignment.
    Contradiction,
    /// The budget was spent, or the caller interrupted.
    Stopped(Stopped),
}

impl Failure {
    /// Separates the two failures: a contradiction is an answer, being stopped is none.
    pub(crate) fn or_contradiction<T>(answer: Result<T, Self>) -> Result<Result<T, Contradiction>> {
        match answer {
            Ok(value) => Ok(Ok(value)),
            Err(Self::Contradiction) => Ok(Err(Contradiction)),
            Err(Self::Stopped(stopped)) => Err(stopped),
        }
    }

    /// The answer about a position of a game, whose own mines are a legal assignment.
    pub(crate) fn of_game<T>(answer: Result<T, Self>) -> Result<T> {
        Ok(Self::or_contradiction(answer)?.expect("the mines of a game are legal"))
    }
}

impl From<Contradiction> for Failure {
    fn from(_: Contradiction) -> Self {
        Self::Contradiction
    }
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contradiction => f.write_str("the position has no legal assignment"),
            Self::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}

#[cfg(test)]
impl Component {
    /// Classes of so many cells each, numbered in turn, and constraints that all need `rest` mines.
    pub fn uniform<const N: usize>(
        sizes: impl IntoIterator<Item = u32>,
        rest: u32,
        constraints: impl IntoIterator<Item = [u32; N]>,
    ) -> Self {
        let (mut cells, mut members, mut first) = (Lists::default(), Lists::default(), 0);
        for size in sizes {
            cells.push(first..first + size);
            first += size;
        }
        constraints.into_iter().for_each(|classes| members.push(classes));
        Self::new(cells, vec![rest; members.len()], members)
    }

    /// A class of one cell that all constraints share, and a class of its own for each: all are 1.
    pub fn hub(constraints: u32, own: u32) -> Self {
        let sizes = (0..=constraints).map(|class| if class == 0 { 1 } else { own });
        Self::uniform(sizes, 1, (1..=constraints).map(|class| [0, class]))
    }

    /// Classes of three cells around a circle, with a constraint of 3 between each two.
    pub fn circle(length: u32) -> Self {
        Self::uniform((0..length).map(|_| 3), 3, (0..length).map(|i| [i, (i + 1) % length]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_says_why() {
        let stopped = Stopped::Timeout { seconds: 1.0 };
        assert_eq!(Failure::Stopped(stopped).to_string(), stopped.to_string());
        let said = Failure::Contradiction.to_string();
        assert_eq!(said, "the position has no legal assignment");
    }
}
