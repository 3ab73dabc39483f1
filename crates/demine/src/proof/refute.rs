//! Refute: why an assumption contradicts some numbers, step by step, as a person follows it.
//!
//! It follows what each number forces on its own, and tries a cell both ways when nothing is forced.
//! `totals` says how many mines the numbers allow in all, for comparison with the mine counter.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;

use crate::board::Cell;

/// Exactly `mines` of the cells are mined. The source is a number, or None for the mine counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    pub source: Option<Cell>,
    /// Ascending.
    pub cells: Vec<Cell>,
    pub mines: i64,
}

/// Which cells are known, and whether they are mined.
pub type Known = BTreeMap<Cell, bool>;

/// Cells that a constraint decides: all are mined, or all are free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forced {
    /// The index of the constraint.
    pub by: usize,
    pub cells: Vec<Cell>,
    pub mined: bool,
}

/// The consequences of an assumption: forced cells, then a broken constraint or two cases.
#[derive(Debug, Default)]
pub struct Case {
    pub steps: Vec<Forced>,
    pub broken: Option<usize>,
    /// A cell, and the cases in which it is mined and free.
    pub split: Option<(Cell, Box<[Case; 2]>)>,
}

impl Case {
    /// In how many cases it ends.
    pub fn ends(&self) -> usize {
        self.split.as_ref().map_or(1, |(_, branches)| branches.iter().map(Self::ends).sum())
    }
}

/// The limit on cases was too small.
#[derive(Debug, PartialEq, Eq)]
pub struct TooManyCases;

/// How the assumption contradicts the constraints; None if it does not.
pub fn refute(
    constraints: &[Constraint],
    assumed: &Known,
    cases: usize,
) -> Result<Option<Case>, TooManyCases> {
    Search { constraints, cases }.refute(assumed.clone())
}

/// What follows without case distinctions.
pub fn force(constraints: &[Constraint]) -> Case {
    Search { constraints, cases: 1 }.follow(&mut Known::new())
}

struct Search<'c> {
    constraints: &'c [Constraint],
    cases: usize,
}

impl Search<'_> {
    fn refute(&mut self, mut known: Known) -> Result<Option<Case>, TooManyCases> {
        self.cases = self.cases.checked_sub(1).ok_or(TooManyCases)?;
        let mut case = self.follow(&mut known);
        if case.broken.is_some() {
            return Ok(Some(case));
        }
        let Some(cell) = self.choose(&known) else { return Ok(None) };
        let mut branches = Vec::with_capacity(2);
        for mined in [true, false] {
            let mut assumed = known.clone();
            assumed.insert(cell, mined);
            let Some(branch) = self.refute(assumed)? else { return Ok(None) };
            branches.push(branch);
        }
        let branches = branches.try_into().expect("there are two of them");
        case.split = Some((cell, Box::new(branches)));
        Ok(Some(case))
    }

    fn follow(&self, known: &mut Known) -> Case {
        let mut case = Case::default();
        loop {
            let before = case.steps.len();
            for (by, constraint) in self.constraints.iter().enumerate() {
                let Some((cells, mined)) = decide(constraint, known) else {
                    case.broken = Some(by);
                    return case;
                };
                if !cells.is_empty() {
                    known.extend(cells.iter().map(|&cell| (cell, mined)));
                    case.steps.push(Forced { by, cells, mined });
                }
            }
            if case.steps.len() == before {
                return case;
            }
        }
    }

    /// A cell of the number with the fewest undecided cells; None if no number has any.
    fn choose(&self, known: &Known) -> Option<Cell> {
        let numbers = self.constraints.iter().filter(|number| number.source.is_some());
        let open = numbers.map(|number| undecided(number, known)).filter(|cells| !cells.is_empty());
        open.min_by_key(Vec::len).map(|cells| cells[0])
    }
}

fn undecided(constraint: &Constraint, known: &Known) -> Vec<Cell> {
    constraint.cells.iter().copied().filter(|cell| !known.contains_key(cell)).collect()
}

/// The cells that the constraint decides, possibly none, and whether they are mined; None if it is
/// broken.
fn decide(constraint: &Constraint, known: &Known) -> Option<(Vec<Cell>, bool)> {
    let open = undecided(constraint, known);
    let is_mined = |cell: &&Cell| known.get(cell) == Some(&true);
    let mines = constraint.mines - constraint.cells.iter().filter(is_mined).count() as i64;
    let most = open.len() as i64;
    if !(0..=most).contains(&mines) {
        return None;
    }
    let is_decided = mines == 0 || mines == most;
    Some((if is_decided { open } else { Vec::new() }, mines > 0))
}

/// How many mines the cells of the constraints can hold in all, `known` ones included, ascending.
///
/// Cells in the same constraints are interchangeable. So a case is the number of mines that each
/// constraint still needs, with all totals that lead to it.
pub fn totals(
    constraints: &[Constraint],
    known: &Known,
    mut cases: usize,
) -> Result<Vec<i64>, TooManyCases> {
    let is_held = |cell: &&Cell| known.get(cell) == Some(&true);
    let held: BTreeSet<Cell> =
        constraints.iter().flat_map(|one| one.cells.iter().filter(is_held)).copied().collect();
    let own = |one: &Constraint| one.cells.iter().filter(is_held).count() as i64;
    let needs: Vec<i64> = constraints.iter().map(|one| one.mines - own(one)).collect();
    let classes = classes(constraints, known);
    let mut capacities = vec![0; constraints.len()];
    for (touched, size) in &classes {
        touched.iter().for_each(|&i| capacities[i] += size);
    }
    let mut states = States::new();
    if needs.iter().zip(&capacities).all(|(need, most)| (0..=*most).contains(need)) {
        states.insert(needs, BigUint::from(1u32) << held.len());
    }
    for (touched, size) in &classes {
        touched.iter().for_each(|&i| capacities[i] -= size);
        states = absorb(states, touched, *size, &capacities);
        cases = cases.checked_sub(states.len()).ok_or(TooManyCases)?;
    }
    let last = states.remove(&vec![0; constraints.len()]).unwrap_or_default();
    Ok((0..last.bits()).filter(|&place| last.bit(place)).map(|place| place as i64).collect())
}

/// What each constraint still needs, and a bit for each total that leads there.
type States = BTreeMap<Vec<i64>, BigUint>;

/// Classes of cells in the same constraints: the constraints, and how many cells it has.
fn classes(constraints: &[Constraint], known: &Known) -> Vec<(Vec<usize>, i64)> {
    let mut touching: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
    for (i, constraint) in constraints.iter().enumerate() {
        for cell in undecided(constraint, known) {
            touching.entry(cell).or_default().push(i);
        }
    }
    let mut sizes: BTreeMap<Vec<usize>, i64> = BTreeMap::new();
    touching.into_values().for_each(|touched| *sizes.entry(touched).or_default() += 1);
    sizes.into_iter().collect()
}

/// The cases after a class of `size` cells, for every number of mines that it may hold.
fn absorb(states: States, touched: &[usize], size: i64, capacities: &[i64]) -> States {
    let mut after = States::new();
    for (needs, found) in states {
        let most = touched.iter().map(|&i| needs[i]).min().map_or(size, |need| need.min(size));
        for mines in 0..=most {
            let mut left = needs.clone();
            touched.iter().for_each(|&i| left[i] -= mines);
            if touched.iter().all(|&i| left[i] <= capacities[i]) {
                *after.entry(left).or_default() |= &found << mines;
            }
        }
    }
    after
}

/// An order with few cases: each next constraint adds the fewest new cells.
pub fn order(constraints: &[Constraint]) -> Vec<Constraint> {
    let mut left: Vec<&Constraint> = constraints.iter().collect();
    let (mut seen, mut order) = (BTreeSet::<Cell>::new(), Vec::new());
    while !left.is_empty() {
        let fresh =
            |one: &&Constraint| one.cells.iter().filter(|cell| !seen.contains(cell)).count();
        let joins = |one: &&Constraint| fresh(one) < one.cells.len();
        let any = left.iter().any(joins);
        let joined = (0..left.len()).filter(|&i| !any || joins(&left[i]));
        let next = joined.min_by_key(|&i| fresh(&left[i])).expect("some are left");
        let following = left.remove(next);
        seen.extend(&following.cells);
        order.push(following.clone());
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(source: Cell, cells: &[Cell], mines: i64) -> Constraint {
        Constraint { source: Some(source), cells: cells.to_vec(), mines }
    }

    #[test]
    fn numbers_force_one_after_another() {
        let numbers = [number(9, &[0, 1], 1), number(8, &[0], 0)];
        let case = force(&numbers);
        let found: Vec<_> = case.steps.iter().map(|step| (step.by, step.cells.clone())).collect();
        assert_eq!(found, [(1, vec![0]), (0, vec![1])]);
        assert!(case.steps[1].mined);
    }

    #[test]
    fn a_ring_of_three_ones_is_refuted_in_cases() {
        let ring = [number(7, &[0, 1], 1), number(8, &[1, 2], 1), number(9, &[2, 0], 1)];
        let case = refute(&ring, &Known::new(), 10).unwrap().expect("three is odd");
        assert_eq!((case.ends(), case.split.map(|(cell, _)| cell)), (2, Some(0)));
        assert_eq!(refute(&ring, &Known::new(), 2).err(), Some(TooManyCases));
        assert!(refute(&ring[..2], &Known::new(), 10).unwrap().is_none());
    }

    #[test]
    fn totals_are_those_of_brute_force() {
        let numbers = [number(7, &[0, 1, 2], 1), number(8, &[2, 3, 4], 2)];
        for known in [Known::new(), Known::from([(2, true)]), Known::from([(0, true), (4, false)])]
        {
            let fits = |bits: &u32| {
                let is_mined = |cell: &Cell| bits >> cell & 1 == 1;
                let sum =
                    |one: &Constraint| one.cells.iter().filter(|c| is_mined(c)).count() as i64;
                numbers.iter().all(|one| sum(one) == one.mines)
                    && known.iter().all(|(cell, &mined)| is_mined(cell) == mined)
            };
            let found: BTreeSet<i64> =
                (0..32u32).filter(fits).map(|bits| i64::from(bits.count_ones())).collect();
            let found: Vec<i64> = found.into_iter().collect();
            assert_eq!(totals(&order(&numbers), &known, 100), Ok(found));
        }
        assert_eq!(totals(&numbers, &Known::new(), 1), Err(TooManyCases));
    }
}
