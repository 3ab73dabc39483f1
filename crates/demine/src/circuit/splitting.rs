//! Splitting: replaces a class with very many constraints by a chain of copies with few each.
//!
//! A table keeps every constraint open that its classes touch, so a class that touches thousands
//! would make even a star too wide. A copy is a class without cells: its weight is 1 and it has no
//! mines of its own. Two constraints tie it to the previous class through an inverted copy:
//! u + ū = size and ū + u′ = size, so that u′ = u.

use crate::base::{Lists, Meter, Result, Sort};
use crate::number::Ways;
use crate::order::{Rule, eliminate};
use crate::system::{Component, WeightedClass};

/// Most constraints of a class, besides ties: more widen every table, fewer need more copies.
const MOST_TOUCHING: usize = 24;
/// Constraints that tie a copy to its neighbours.
const TIES: usize = 2;
/// A wider elimination is stopped: it does not show which constraints belong together.
const WIDEST_SPLIT: usize = 200;

/// The component with chains of copies; None if it needs none.
pub fn split_wide_classes(component: &Component, meter: &Meter) -> Result<Option<Component>> {
    if component.touching.iter().all(|constraints| constraints.len() <= MOST_TOUCHING + TIES) {
        return Ok(None);
    }
    let turns = turns(component, meter)?;
    let mut splitting = Splitting::new(component);
    for class in 0..component.classes() as u32 {
        let mut constraints = component.touching.get(class as usize).to_vec();
        constraints.arrange_by_key(|&c| turns[c as usize]);
        for group in constraints.chunks(MOST_TOUCHING).skip(1) {
            splitting.extend(class, group);
        }
    }
    Ok(Some(splitting.finish(component)))
}

/// The turn at which each constraint is eliminated: near turns should share a copy.
fn turns(component: &Component, meter: &Meter) -> Result<Vec<u32>> {
    let mut turns: Vec<u32> = (0..component.constraints() as u32).collect();
    if let Some(elimination) = eliminate(component.incidence(), Rule::Degree, WIDEST_SPLIT, meter)?
    {
        for (turn, &vertex) in (0..).zip(&elimination.order) {
            if let Some(slot) = turns.get_mut(vertex as usize) {
                *slot = turn;
            }
        }
    }
    Ok(turns)
}

/// A component to which copies are added.
struct Splitting {
    sizes: Vec<u32>,
    rests: Vec<u32>,
    members: Vec<Vec<u32>>,
    /// The weights of the members, if not all are 1.
    weights: Option<Vec<Vec<u32>>>,
    /// The last copy of each original class.
    last: Vec<u32>,
}

impl Splitting {
    fn new(component: &Component) -> Self {
        Self {
            sizes: component.sizes.clone(),
            rests: component.rests.clone(),
            members: component.members.iter().map(<[u32]>::to_vec).collect(),
            weights: component.weights_of_members(),
            last: (0..component.classes() as u32).collect(),
        }
    }

    /// Appends a copy to the chain of the class and moves these constraints to it.
    fn extend(&mut self, class: u32, constraints: &[u32]) {
        let size = self.sizes[class as usize];
        let (inverted, copy) = (self.sizes.len() as u32, self.sizes.len() as u32 + 1);
        self.sizes.extend([size, size]);
        let before = std::mem::replace(&mut self.last[class as usize], copy);
        self.members.extend([vec![before, inverted], vec![inverted, copy]]);
        self.rests.extend([size, size]);
        if let Some(weights) = &mut self.weights {
            weights.extend([vec![1, 1], vec![1, 1]]);
        }
        for &constraint in constraints {
            let members = self.members[constraint as usize].iter_mut();
            members.filter(|member| **member == class).for_each(|member| *member = copy);
        }
    }

    fn finish(self, component: &Component) -> Component {
        let mut cells = component.cells.clone();
        (cells.len()..self.sizes.len()).for_each(|_| cells.push([]));
        let members: Lists = self.members.iter().map(Vec::as_slice).collect();
        let (Some(weights), Some(weighted)) = (self.weights, &component.weighted) else {
            return Component::with_sizes(self.sizes, cells, self.rests, members);
        };
        let copy = |&size| WeightedClass { ways: Ways::new(1, size), allowed: None };
        let mut classes = weighted.classes.clone();
        classes.extend(self.sizes[classes.len()..].iter().map(copy));
        let weights = weights.iter().map(Vec::as_slice).collect();
        Component::weighted(cells, self.rests, members, &weights, classes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;

    #[test]
    fn a_star_becomes_a_chain() {
        let meter = Meter::unwatched(Budget::default());
        let star = Component::hub(100, 1);
        let chain =
            split_wide_classes(&star, &meter).unwrap().expect("100 constraints are too many");
        assert!(chain.touching.iter().all(|list| list.len() <= MOST_TOUCHING + TIES));
        assert_eq!(chain.classes(), 101 + 2 * 4);
        assert!(chain.is_tree());
        assert!(split_wide_classes(&chain, &meter).unwrap().is_none());
    }

    #[test]
    fn copies_keep_the_constraints_of_classes_that_all_touch() {
        // Each class touches all constraints but one: no elimination is narrow.
        let (number, meter) = (WIDEST_SPLIT as u32 + 5, Meter::unwatched(Budget::default()));
        let (mut cells, mut members) = (Lists::default(), Lists::default());
        (0..number).for_each(|cell| cells.push([cell]));
        (0..number).for_each(|c| members.push((0..number).filter(|&class| class != c)));
        let dense = Component::new(cells, vec![1; number as usize], members);
        let split = split_wide_classes(&dense, &meter).unwrap().unwrap();
        assert!(split.touching.iter().all(|list| list.len() <= MOST_TOUCHING + TIES));
        // Constraints that were not there before tie a class to its inversion, and that to a copy.
        let mut original: Vec<u32> = (0..split.classes() as u32).collect();
        for tie in number as usize..split.constraints() {
            let &[before, after] = split.members.get(tie) else { panic!("a tie has two ends") };
            original[after as usize] = original[before as usize];
        }
        for constraint in 0..number as usize {
            let members = split.members.get(constraint).iter();
            let members: Vec<u32> = members.map(|&class| original[class as usize]).collect();
            assert_eq!(members, dense.members.get(constraint));
        }
    }
}
