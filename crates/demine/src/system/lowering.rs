//! Lowering: turns the sums of a variant into independent components.
//!
//! First every cell gets the narrowest bounds that single sums imply. What is left of each sum
//! becomes one constraint Σ w·x = rest over classes, with weights w ≥ 1, by three rewritings:
//!
//! ```text
//! several values    Σ w·x + s = the largest; the copy s stands for the differences
//! a weight −w       w·ū in place of −w·u, where u + ū = size; every value grows by w·size
//! next to no sum    u + s = size for any s, so that loose cells are a component, too
//! ```
//!
//! A copy has no cells, mines or ways of its own, so solutions stay one to one.

use rustc_hash::FxHashMap;

use crate::base::{Lists, Meter, Result, first_seen, flood};
use crate::board::Cell;
use crate::number::Ways;
use crate::system::component::{Component, Contradiction, Failure, WeightedClass};
use crate::variant::{Sum, Variant};

/// The least and the most mines of each cell.
pub type Domains = Vec<(u32, u32)>;

/// Steps for an item of a list that is made or looked up in a table.
const PER_ITEM: usize = 32;

/// The components of a variant, and what is certain before anything is counted.
pub struct Lowered {
    /// The least and the most mines of each cell. Those between are held by a component.
    pub domains: Domains,
    /// By their first cells.
    pub components: Vec<Component>,
}

impl Lowered {
    pub fn of(variant: &Variant, meter: &Meter) -> Result<Self, Failure> {
        let (domains, sums) = bound(variant, meter)?;
        let mut draft = Draft::default();
        draft.add_classes(&domains, &sums, meter)?;
        for (i, sum) in sums.into_iter().enumerate() {
            meter.steps(PER_ITEM * (draft.of_sum[i].len() + sum.values.len()))?;
            draft.constrain(i, sum);
        }
        draft.free_loose();
        Ok(Self { components: draft.components(meter)?, domains })
    }
}

/// Narrows the bounds of all cells until no single sum narrows one more. Returns the sums over the
/// mines above the lower bounds.
pub fn bound(variant: &Variant, meter: &Meter) -> Result<(Domains, Vec<Sum>), Failure> {
    let cells = variant.board().cells();
    let domains = (0..cells as Cell).map(|cell| variant.domain(cell)).collect();
    let mut sums: Vec<Sum> = Vec::with_capacity(variant.sums().len());
    for sum in variant.sums() {
        meter.steps(PER_ITEM * (sum.terms.len() + sum.values.len()))?;
        sums.push(joined(sum));
    }
    let touching = Lists::of_pairs(
        cells,
        (0..).zip(&sums).flat_map(|(i, sum)| sum.terms.iter().map(move |&(cell, _)| (i, cell))),
    );
    let mut bounds = Bounds { domains, sums, meter };
    bounds.check()?;
    let mut queue: Vec<u32> = (0..bounds.sums.len() as u32).collect();
    let mut queued = vec![true; queue.len()];
    while let Some(i) = queue.pop() {
        queued[i as usize] = false;
        for cell in bounds.narrow(i as usize)? {
            for &other in touching.get(cell as usize) {
                if !std::mem::replace(&mut queued[other as usize], true) {
                    queue.push(other);
                }
            }
        }
    }
    bounds.rest()
}

/// The sum with one term per cell, none of weight 0.
fn joined(sum: &Sum) -> Sum {
    let mut terms = sum.terms.clone();
    terms.sort_unstable();
    terms.dedup_by(|later, first| {
        let same = later.0 == first.0;
        first.1 += if same { later.1 } else { 0 };
        same
    });
    terms.retain(|&(_, weight)| weight != 0);
    Sum { terms, values: sum.values.clone() }
}

struct Bounds<'a> {
    domains: Domains,
    sums: Vec<Sum>,
    meter: &'a Meter<'a>,
}

impl Bounds<'_> {
    fn check(&self) -> Result<(), Contradiction> {
        let is_empty = |&(least, most): &(u32, u32)| least > most;
        if self.domains.iter().any(is_empty) { Err(Contradiction) } else { Ok(()) }
    }

    /// The least and the most that a term gives.
    fn range(&self, (cell, weight): (Cell, i64)) -> (i64, i64) {
        let (least, most) = self.domains[cell as usize];
        let (a, b) = (weight * i64::from(least), weight * i64::from(most));
        (a.min(b), a.max(b))
    }

    /// Drops values that the sum cannot have, and narrows its cells; returns those that changed.
    fn narrow(&mut self, i: usize) -> Result<Vec<Cell>, Failure> {
        let terms = std::mem::take(&mut self.sums[i].terms);
        self.meter.steps(terms.len() + self.sums[i].values.len())?;
        let ranges = terms.iter().map(|&term| self.range(term));
        let (low, high) = ranges.fold((0, 0), |sum, range| (sum.0 + range.0, sum.1 + range.1));
        self.sums[i].values.retain(|value| (low..=high).contains(value));
        let values = &self.sums[i].values;
        let (Some(&least), Some(&most)) = (values.first(), values.last()) else {
            return Err(Failure::Contradiction);
        };
        let mut changed = Vec::new();
        for &(cell, weight) in &terms {
            let range = self.range((cell, weight));
            // What the term itself must give, whatever the others give.
            let (a, b) = (least - (high - range.1), most - (low - range.0));
            let bounds = match weight > 0 {
                true => (ceil(a, weight), b.div_euclid(weight)),
                false => (ceil(-b, -weight), (-a).div_euclid(-weight)),
            };
            let domain = &mut self.domains[cell as usize];
            let narrower = (bounds.0.max(domain.0.into()), bounds.1.min(domain.1.into()));
            if narrower.0 > narrower.1 {
                return Err(Failure::Contradiction);
            }
            let narrower = (narrower.0 as u32, narrower.1 as u32);
            if narrower != *domain {
                *domain = narrower;
                changed.push(cell);
            }
        }
        self.sums[i].terms = terms;
        Ok(changed)
    }

    /// The sums over the mines above the lower bounds; without those that say nothing.
    fn rest(self) -> Result<(Domains, Vec<Sum>), Failure> {
        let Self { domains, sums, meter } = self;
        let mut rest = Vec::with_capacity(sums.len());
        for Sum { mut terms, mut values } in sums {
            meter.steps(PER_ITEM * (terms.len() + values.len()))?;
            let least =
                |&(cell, weight): &(Cell, i64)| weight * i64::from(domains[cell as usize].0);
            let shift: i64 = terms.iter().map(least).sum();
            values.iter_mut().for_each(|value| *value -= shift);
            terms.retain(|&(cell, _)| domains[cell as usize].0 < domains[cell as usize].1);
            divide(&mut terms, &mut values);
            if values.is_empty() {
                return Err(Failure::Contradiction);
            }
            if terms.iter().filter(|term| term.1 < 0).count() * 2 > terms.len() {
                terms.iter_mut().for_each(|term| term.1 = -term.1);
                values.iter_mut().for_each(|value| *value = -*value);
                values.reverse();
            }
            let reach = |&(cell, weight): &(Cell, i64)| {
                let (least, most) = domains[cell as usize];
                weight.abs() * i64::from(most - least)
            };
            // Values that are all that the sum can have exclude nothing.
            if values.len() as i64 <= terms.iter().map(reach).sum::<i64>() {
                rest.push(Sum { terms, values });
            }
        }
        Ok((domains, rest))
    }
}

fn ceil(a: i64, b: i64) -> i64 {
    -(-a).div_euclid(b)
}

/// Divides by the greatest common divisor of the weights; 0 alone is left of a sum without terms.
fn divide(terms: &mut [(Cell, i64)], values: &mut Vec<i64>) {
    let divisor = terms.iter().fold(0, |divisor, term| gcd(divisor, term.1.abs()));
    if divisor == 0 {
        values.retain(|&value| value == 0);
    } else if divisor > 1 {
        terms.iter_mut().for_each(|term| term.1 /= divisor);
        values.retain(|value| value % divisor == 0);
        values.iter_mut().for_each(|value| *value /= divisor);
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Classes and constraints of all components, before they are told apart.
#[derive(Default)]
struct Draft {
    cells: Vec<Vec<Cell>>,
    classes: Vec<WeightedClass>,
    /// The constraints of each class, with weights that may be negative.
    terms: Vec<Vec<(u32, i64)>>,
    /// The copy ū of a class u, where it has one.
    inverted: FxHashMap<u32, u32>,
    /// The classes of each sum, with their weights there.
    of_sum: Vec<Vec<(u32, i64)>>,
    members: Vec<Vec<(u32, u32)>>,
    rests: Vec<u32>,
}

impl Draft {
    /// Groups cells with the same sums, weights and capacity.
    fn add_classes(&mut self, domains: &[(u32, u32)], sums: &[Sum], meter: &Meter) -> Result<()> {
        let mut terms: FxHashMap<Cell, Vec<(u32, i64)>> = FxHashMap::default();
        for (i, sum) in (0..).zip(sums) {
            meter.steps(PER_ITEM * sum.terms.len())?;
            for &(cell, weight) in &sum.terms {
                terms.entry(cell).or_default().push((i, weight));
            }
        }
        let mut known: FxHashMap<(u32, Vec<(u32, i64)>), usize> = FxHashMap::default();
        let mut capacities = Vec::new();
        for (cell, &(least, most)) in (0..).zip(domains).filter(|(_, (least, most))| least < most) {
            let key = (most - least, terms.remove(&cell).unwrap_or_default());
            meter.steps(PER_ITEM * (key.1.len() + 1))?;
            let class = *known.entry(key.clone()).or_insert(self.cells.len());
            if class == self.cells.len() {
                self.cells.push(Vec::new());
                capacities.push(key.0);
                self.terms.push(key.1);
            }
            self.cells[class].push(cell);
        }
        self.of_sum = vec![Vec::new(); sums.len()];
        for (class, terms) in (0..).zip(&self.terms) {
            for &(sum, weight) in terms {
                self.of_sum[sum as usize].push((class, weight));
            }
        }
        for (cells, capacity) in self.cells.iter().zip(capacities) {
            let ways = Ways::new(cells.len() as u32, capacity);
            meter.steps(PER_ITEM)?;
            ways.check_room(meter)?;
            self.classes.push(WeightedClass { ways, allowed: None });
        }
        Ok(())
    }

    /// Adds a class without cells, for which any of these numbers stands once.
    fn copy(&mut self, most: u32, allowed: Option<Box<[bool]>>) -> u32 {
        self.cells.push(Vec::new());
        self.classes.push(WeightedClass { ways: Ways::new(1, most), allowed });
        self.classes.len() as u32 - 1
    }

    fn size(&self, class: u32) -> u32 {
        self.classes[class as usize].ways.most()
    }

    fn add(&mut self, members: Vec<(u32, u32)>, rest: u32) {
        self.members.push(members);
        self.rests.push(rest);
    }

    /// The constraint of a sum.
    fn constrain(&mut self, sum: usize, Sum { values, .. }: Sum) {
        let mut shift = 0;
        let mut members = Vec::new();
        for (class, weight) in std::mem::take(&mut self.of_sum[sum]) {
            if weight > 0 {
                members.push((class, weight as u32));
            } else {
                shift -= weight * i64::from(self.size(class));
                members.push((self.invert(class), -weight as u32));
            }
        }
        let (least, most) = (values[0] + shift, values[values.len() - 1] + shift);
        if least < most {
            let mut allowed = vec![false; (most - least) as usize + 1];
            values.iter().for_each(|value| allowed[(most - value - shift) as usize] = true);
            let allowed = allowed.contains(&false).then_some(allowed.into());
            members.push((self.copy((most - least) as u32, allowed), 1));
        }
        self.add(members, most as u32);
    }

    /// The copy ū of a class u: u + ū = size.
    fn invert(&mut self, class: u32) -> u32 {
        if let Some(&inverted) = self.inverted.get(&class) {
            return inverted;
        }
        let size = self.size(class);
        let inverted = self.copy(size, None);
        self.inverted.insert(class, inverted);
        self.add(vec![(class, 1), (inverted, 1)], size);
        inverted
    }

    /// Gives each class without a sum a constraint that any number of mines meets.
    fn free_loose(&mut self) {
        for class in 0..self.terms.len() as u32 {
            if self.terms[class as usize].is_empty() {
                let size = self.size(class);
                let rest = self.copy(size, None);
                self.add(vec![(class, 1), (rest, 1)], size);
            }
        }
    }

    fn components(&self, meter: &Meter) -> Result<Vec<Component>> {
        let members: Vec<Vec<u32>> =
            self.members.iter().map(|list| list.iter().map(|member| member.0).collect()).collect();
        let members: Lists = members.iter().map(Vec::as_slice).collect();
        let touching = members.transpose(self.classes.len());
        let (mut seen_class, mut seen) =
            (vec![false; self.classes.len()], vec![false; self.members.len()]);
        let mut components = Vec::new();
        // Classes with cells come first, so each component starts with one.
        for start in 0..self.terms.len() as u32 {
            if !first_seen(&mut seen_class, start) {
                continue;
            }
            let (mut classes, mut constraints) = (vec![start], Vec::new());
            flood(&mut classes, |class, classes| {
                for &constraint in touching.get(class as usize) {
                    if first_seen(&mut seen, constraint) {
                        constraints.push(constraint);
                        let members = members.get(constraint as usize).iter().copied();
                        classes.extend(members.filter(|&class| first_seen(&mut seen_class, class)));
                    }
                }
            });
            meter.steps(PER_ITEM * (classes.len() + constraints.len()))?;
            components.push(self.component(&classes, &constraints));
        }
        Ok(components)
    }

    fn component(&self, classes: &[u32], constraints: &[u32]) -> Component {
        let place: FxHashMap<u32, u32> = classes.iter().copied().zip(0..).collect();
        let cells = classes.iter().map(|&class| &self.cells[class as usize][..]).collect();
        let (mut members, mut weights) = (Lists::default(), Lists::default());
        for &constraint in constraints {
            let list = &self.members[constraint as usize];
            members.push(list.iter().map(|(class, _)| place[class]));
            weights.push(list.iter().map(|&(_, weight)| weight));
        }
        let rests = constraints.iter().map(|&c| self.rests[c as usize]).collect();
        let classes = classes.iter().map(|&class| self.classes[class as usize].clone()).collect();
        Component::weighted(cells, rests, members, &weights, classes)
    }
}
