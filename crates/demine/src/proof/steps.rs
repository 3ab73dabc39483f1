//! Steps: an argument from numbers to a cell or to a contradiction, as a person would follow it.
//!
//! A step names its rule and its arguments; a catalogue makes sentences of them. If numbers force cells
//! one after another, the argument follows them. Two overlapping numbers are compared. Otherwise it
//! supposes the opposite and derives a contradiction; if that is too long to follow, it only counts
//! the cases. An argument by the mine counter compares it with the numbers.

use std::collections::BTreeSet;

use crate::board::Cell;
use crate::position::{Label, Position};
use crate::proof::refute::{Case, Constraint, Forced, Known, force, order, refute, totals};

/// Most lines of a refutation that a person still follows; longer ones are summed up.
const LONGEST_CHAIN: usize = 16;
/// Most cases to try for the totals of mines that the numbers allow; a reader waits for them.
const SUMMED: usize = 20_000;
/// Most cases to count when a refutation is summed up; more are called too many to list.
const COUNTED: usize = 300;

/// A number of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitedNumber {
    /// The opened cell.
    pub cell: Cell,
    /// What it shows; −1 for Golan's label.
    pub label: i64,
    /// Mines known by their labels next to it.
    pub known: i64,
}

/// From what a step follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// Nothing was assumed.
    Fact,
    /// It is the first step of a contradiction.
    Start,
    /// An assumption, or earlier steps of a contradiction.
    Then,
}

/// An argument of a rule.
#[allow(missing_docs, reason = "the variants are named after what they hold")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    Cell(Cell),
    Cells(Vec<Cell>),
    Count(i64),
    Counts(Vec<i64>),
    /// A number of cases; None if they are too many to list.
    Cases(Option<usize>),
    Flag(bool),
    Number(CitedNumber),
    Numbers(Vec<CitedNumber>),
    Link(Link),
}

/// A step: its rule, and the cells to point at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The name of the rule.
    pub rule: &'static str,
    /// The arguments of the rule by their names.
    pub arguments: Vec<(&'static str, Argument)>,
    /// Opened cells whose numbers it uses.
    pub numbers: Vec<Cell>,
    /// Covered cells that it speaks of.
    pub cells: Vec<Cell>,
    /// What it says of them: mined, free, or nothing.
    pub mined: Option<bool>,
    /// How many cases it is inside of.
    pub depth: usize,
}

impl Step {
    fn new(rule: &'static str, arguments: Vec<(&'static str, Argument)>) -> Self {
        Self { rule, arguments, numbers: vec![], cells: vec![], mined: None, depth: 0 }
    }

    fn by(self, numbers: &[&Constraint]) -> Self {
        let numbers = numbers.iter().filter_map(|number| number.source).collect();
        Self { numbers, ..self }
    }

    fn at(self, cells: &[Cell], mined: Option<bool>) -> Self {
        Self { cells: cells.to_vec(), mined, ..self }
    }
}

/// Why a cell is mined, or safe, given numbers (and the counter) that prove it.
pub fn argue(
    position: &Position,
    cell: Cell,
    mined: bool,
    numbers: &[Cell],
    counter: bool,
) -> Vec<Step> {
    let speaker = Speaker::new(position, numbers, counter);
    if let Some(counter) = &speaker.counter {
        return speaker.prove_by_counter(counter, cell, mined);
    }
    if numbers.is_empty() {
        return vec![about("known", cell, mined)];
    }
    let found = speaker.chain(cell).or_else(|| speaker.pair(cell, mined));
    found.unwrap_or_else(|| speaker.refutation(cell, mined))
}

/// Why numbers (and the counter) cannot all be true, given that they cannot.
pub fn contradict(position: &Position, numbers: &[Cell], counter: bool) -> Vec<Step> {
    let speaker = Speaker::new(position, numbers, counter);
    match &speaker.counter {
        Some(counter) => speaker.contradict_counter(counter),
        None => speaker.contradiction(),
    }
}

/// A step about one cell.
fn about(rule: &'static str, cell: Cell, mined: bool) -> Step {
    let arguments = vec![("cell", Argument::Cell(cell)), ("mined", Argument::Flag(mined))];
    Step::new(rule, arguments).at(&[cell], Some(mined))
}

struct Speaker<'p> {
    position: &'p Position,
    numbers: Vec<Constraint>,
    counter: Option<Constraint>,
    /// Most cases to count, and most to try for totals.
    counted: usize,
    summed: usize,
}

impl<'p> Speaker<'p> {
    fn new(position: &'p Position, numbers: &[Cell], counter: bool) -> Self {
        let numbers = numbers.iter().map(|&number| constraint(position, number)).collect();
        let counter = position.mines().filter(|_| counter).map(|mines| Constraint {
            source: None,
            cells: cells_labelled(position, Label::Covered),
            mines: i64::from(mines) - cells_labelled(position, Label::Mined).len() as i64,
        });
        Self { position, numbers, counter, counted: COUNTED, summed: SUMMED }
    }

    fn cite(&self, number: &Constraint) -> CitedNumber {
        let cell = number.source.expect("the counter is not cited as a number");
        let label = shown(self.position, cell);
        CitedNumber { cell, label, known: label - number.mines }
    }

    fn number(&self, number: &Constraint) -> Argument {
        Argument::Number(self.cite(number))
    }

    fn all_numbers(&self) -> Argument {
        Argument::Numbers(self.numbers.iter().map(|number| self.cite(number)).collect())
    }

    /// A step that all numbers make together.
    fn together(&self, rule: &'static str, arguments: Vec<(&'static str, Argument)>) -> Step {
        let arguments = [vec![("numbers", self.all_numbers())], arguments].concat();
        Step::new(rule, arguments).by(&self.numbers.iter().collect::<Vec<_>>())
    }

    /// What the numbers force one after another; None if that does not lead to the cell.
    fn chain(&self, cell: Cell) -> Option<Vec<Step>> {
        let steps = force(&self.numbers).steps;
        let leads = steps.iter().any(|step| step.cells.contains(&cell));
        let needed = needed(&self.numbers, BTreeSet::from([cell]), &steps);
        leads.then(|| self.forced(&needed, Link::Fact, &Known::new()))
    }

    fn forced(&self, steps: &[&Forced], link: Link, known: &Known) -> Vec<Step> {
        let mut seen = known.clone();
        let mut say = |step: &&Forced| {
            let said = self.decided(step, link, &seen);
            seen.extend(step.cells.iter().map(|&cell| (cell, step.mined)));
            said
        };
        steps.iter().map(&mut say).collect()
    }

    fn decided(&self, step: &Forced, link: Link, known: &Known) -> Step {
        let number = &self.numbers[step.by];
        let rule = if step.mined { "only_left" } else { "satisfied" };
        let arguments = vec![
            ("link", Argument::Link(link)),
            ("number", self.number(number)),
            ("mines", Argument::Cells(mines_of(number, known))),
            ("cells", Argument::Cells(step.cells.clone())),
        ];
        Step::new(rule, arguments).by(&[number]).at(&step.cells, Some(step.mined))
    }

    // Two numbers that overlap.

    /// Only one of two numbers touches the cell, and the other leaves it no choice. Were the cell next
    /// to both, or had they no cell in common, one of them would be enough.
    fn pair(&self, cell: Cell, mined: bool) -> Option<Vec<Step>> {
        let [one, other] = &self.numbers[..] else { return None };
        let (a, b) = if one.cells.contains(&cell) { (one, other) } else { (other, one) };
        let shared: Vec<Cell> = a.cells.iter().copied().filter(|v| b.cells.contains(v)).collect();
        let numbers = Argument::Numbers(vec![self.cite(a), self.cite(b)]);
        let arguments = vec![("numbers", numbers), ("cells", Argument::Cells(shared.clone()))];
        let share = Step::new("share", arguments).by(&[a, b]).at(&shared, None);
        let weighed = if mined { self.at_most(a, b) } else { self.at_least(a, b, shared) };
        Some([vec![share], weighed.to_vec()].concat())
    }

    fn at_most(&self, a: &Constraint, b: &Constraint) -> [Step; 2] {
        let alone = without(&a.cells, &b.cells);
        let allows = vec![
            ("number", self.number(b)),
            ("most", Argument::Count(b.mines)),
            ("other", self.number(a)),
            ("needs", Argument::Count(a.mines)),
        ];
        let rest = Argument::Count(a.mines - b.mines);
        let so = vec![("count", rest), ("cells", Argument::Cells(alone.clone()))];
        let so = Step::new("rest_mined", so).by(&[a]).at(&alone, Some(true));
        [Step::new("at_most", allows).by(&[b, a]), so]
    }

    fn at_least(&self, a: &Constraint, b: &Constraint, shared: Vec<Cell>) -> [Step; 2] {
        let (alone, beyond) = (without(&a.cells, &b.cells), without(&b.cells, &a.cells));
        let needs = vec![
            ("number", self.number(b)),
            ("needs", Argument::Count(b.mines)),
            ("beyond", Argument::Cells(beyond.clone())),
            ("shared", Argument::Cells(shared)),
            ("least", Argument::Count(a.mines)),
        ];
        let so = vec![("number", self.number(a)), ("cells", Argument::Cells(alone.clone()))];
        let so = Step::new("needs_no_more", so).by(&[a]).at(&alone, Some(false));
        [Step::new("at_least", needs).by(&[b]).at(&beyond, None), so]
    }

    // The opposite, led to a contradiction.

    /// The cases of the opposite, each impossible; or their number, if there are many.
    fn refutation(&self, cell: Cell, mined: bool) -> Vec<Step> {
        let opposite = Known::from([(cell, !mined)]);
        let Ok(Some(case)) = refute(&self.numbers, &opposite, self.counted) else {
            return vec![self.sum_up(cell, mined, None)];
        };
        let steps = self.case(&case, &opposite);
        if steps.len() > LONGEST_CHAIN {
            return vec![self.sum_up(cell, mined, Some(case.ends()))];
        }
        let (suppose, conclude) = (about("suppose", cell, !mined), about("conclude", cell, mined));
        [vec![suppose], steps, vec![conclude]].concat()
    }

    fn sum_up(&self, cell: Cell, mined: bool, cases: Option<usize>) -> Step {
        let arguments = vec![
            ("counter", Argument::Flag(self.counter.is_some())),
            ("cell", Argument::Cell(cell)),
            ("mined", Argument::Flag(mined)),
            ("cases", Argument::Cases(cases)),
        ];
        self.together("summed_up", arguments).at(&[cell], Some(mined))
    }

    /// What follows from an assumption, down to the contradiction in each case.
    fn case(&self, case: &Case, known: &Known) -> Vec<Step> {
        let steps = match case.broken {
            Some(by) => {
                let wanted = self.numbers[by].cells.iter().copied().collect();
                needed(&self.numbers, wanted, &case.steps)
            }
            None => case.steps.iter().collect(),
        };
        let mut said = self.forced(&steps, Link::Then, known);
        let mut after = known.clone();
        for step in &case.steps {
            after.extend(step.cells.iter().map(|&cell| (cell, step.mined)));
        }
        if let Some(by) = case.broken {
            said.push(self.broken(&self.numbers[by], &after));
        }
        if let Some((cell, branches)) = &case.split {
            for (mined, branch) in [true, false].into_iter().zip(&branches[..]) {
                said.push(about("if_case", *cell, mined));
                let mut assumed = after.clone();
                assumed.insert(*cell, mined);
                let inner = self.case(branch, &assumed).into_iter();
                said.extend(inner.map(|step| Step { depth: step.depth + 1, ..step }));
            }
        }
        said
    }

    fn broken(&self, number: &Constraint, known: &Known) -> Step {
        let mines = mines_of(number, known);
        let cited = ("number", self.number(number));
        if mines.len() as i64 > number.mines {
            let arguments = vec![cited, ("mines", Argument::Cells(mines.clone()))];
            return Step::new("broken_by_more", arguments).by(&[number]).at(&mines, None);
        }
        let is_possible = |cell: &&Cell| known.get(cell) != Some(&false);
        let most = number.cells.iter().filter(is_possible).count() as i64;
        let at = if mines.is_empty() { &number.cells } else { &mines };
        let arguments = vec![cited, ("most", Argument::Count(most))];
        Step::new("broken_by_less", arguments).by(&[number]).at(at, None)
    }

    // The mine counter.

    /// The mines that are left, against what the numbers and the other cells can hold.
    fn prove_by_counter(&self, counter: &Constraint, cell: Cell, mined: bool) -> Vec<Step> {
        if self.numbers.is_empty() {
            let rule = if counter.mines == 0 { "none_left" } else { "all_mined" };
            return vec![Step::new(rule, vec![]).at(&counter.cells, Some(counter.mines != 0))];
        }
        let beside = self.beside();
        let is_beside = beside.contains(&cell);
        let others = self.others(counter) - i64::from(!is_beside);
        let here = i64::from(!mined && !is_beside);
        let opposite = Known::from([(cell, !mined)]);
        let Ok(held) = totals(&order(&self.numbers), &opposite, self.summed) else {
            return vec![self.sum_up(cell, mined, None)];
        };
        let held: Vec<i64> = held.into_iter().map(|total| total + here).collect();
        vec![
            says(counter),
            about("suppose", cell, !mined),
            self.failure(Link::Then, &held, others, counter),
            about("conclude", cell, mined),
        ]
    }

    /// The cells of the numbers.
    fn beside(&self) -> BTreeSet<Cell> {
        self.numbers.iter().flat_map(|number| number.cells.iter().copied()).collect()
    }

    /// How many cells of the counter touch no number.
    fn others(&self, counter: &Constraint) -> i64 {
        let beside = self.beside();
        counter.cells.iter().filter(|cell| !beside.contains(cell)).count() as i64
    }

    /// Why no total that the numbers allow fits the counter.
    fn failure(&self, link: Link, held: &[i64], others: i64, counter: &Constraint) -> Step {
        let (rule, arguments) = match held {
            [] => ("cannot_hold", vec![]),
            [least, ..] if *least > counter.mines => {
                ("too_many", vec![("least", Argument::Count(*least))])
            }
            [.., most] if most + others < counter.mines => {
                ("too_few", vec![("most", Argument::Count(most + others))])
            }
            _ => {
                let totals = ("totals", Argument::Counts(held.to_vec()));
                let others = ("others", Argument::Count(others));
                ("never", vec![totals, others, ("mines", Argument::Count(counter.mines))])
            }
        };
        let mut step = self.together(rule, arguments);
        step.arguments.insert(0, ("link", Argument::Link(link)));
        step
    }

    // Contradictions.

    /// What the numbers lead to; or in how many cases they fail, if there are many.
    fn contradiction(&self) -> Vec<Step> {
        if let [number] = &self.numbers[..] {
            return vec![self.alone(number)];
        }
        let head = self.together("cannot_all_hold", vec![]);
        let fail = |cases| Step::new("fail_every_case", vec![("cases", Argument::Cases(cases))]);
        let Ok(Some(case)) = refute(&self.numbers, &Known::new(), self.counted) else {
            return vec![head, fail(None)];
        };
        let mut steps = self.case(&case, &Known::new());
        if steps.len() > LONGEST_CHAIN {
            return vec![head, fail(Some(case.ends()))];
        }
        for (name, argument) in &mut steps[0].arguments {
            if *name == "link" {
                *argument = Argument::Link(Link::Start);
            }
        }
        [vec![head], steps].concat()
    }

    fn alone(&self, number: &Constraint) -> Step {
        let mut arguments = vec![("number", self.number(number))];
        let mut rule = "has_too_many";
        if number.mines >= 0 {
            rule = "has_too_few";
            arguments.push(("covered", Argument::Count(number.cells.len() as i64)));
        }
        Step::new(rule, arguments).by(&[number]).at(&number.cells, None)
    }

    fn contradict_counter(&self, counter: &Constraint) -> Vec<Step> {
        if self.numbers.is_empty() {
            if counter.mines < 0 {
                return vec![Step::new("counter_exceeded", vec![])];
            }
            let said = Step { rule: "counter_impossible", ..says(counter) };
            return vec![said.at(&counter.cells, None)];
        }
        let fail = match totals(&order(&self.numbers), &Known::new(), self.summed) {
            Err(_) => self.together("contradicts", vec![]),
            Ok(held) => self.failure(Link::Start, &held, self.others(counter), counter),
        };
        vec![says(counter), fail]
    }
}

/// What the counter says.
fn says(counter: &Constraint) -> Step {
    let covered = Argument::Count(counter.cells.len() as i64);
    Step::new("counter_says", vec![("mines", Argument::Count(counter.mines)), ("covered", covered)])
}

/// The constraint of a number on its covered neighbours.
pub fn constraint(position: &Position, number: Cell) -> Constraint {
    let around = position.board().neighbours(number).iter().copied();
    let labelled = |label| around.clone().filter(move |&v| position.label(v) == label);
    let mines = shown(position, number) - labelled(Label::Mined).count() as i64;
    Constraint { source: Some(number), cells: labelled(Label::Covered).collect(), mines }
}

/// The number that an opened cell shows; −1 for Golan's label.
fn shown(position: &Position, cell: Cell) -> i64 {
    match position.label(cell) {
        Label::IMPOSSIBLE => -1,
        Label::Number(number) => i64::from(number),
        _ => unreachable!("proofs cite opened cells"),
    }
}

fn cells_labelled(position: &Position, label: Label) -> Vec<Cell> {
    (0..).zip(position.labels()).filter(|&(_, one)| one == label).map(|(cell, _)| cell).collect()
}

fn mines_of(number: &Constraint, known: &Known) -> Vec<Cell> {
    number.cells.iter().copied().filter(|cell| known.get(cell) == Some(&true)).collect()
}

fn without(cells: &[Cell], others: &[Cell]) -> Vec<Cell> {
    cells.iter().copied().filter(|cell| !others.contains(cell)).collect()
}

/// The steps that decide some of the cells, and the steps needed for these.
fn needed<'s>(
    numbers: &[Constraint],
    mut wanted: BTreeSet<Cell>,
    steps: &'s [Forced],
) -> Vec<&'s Forced> {
    let mut needed = Vec::new();
    for step in steps.iter().rev() {
        if step.cells.iter().any(|cell| wanted.contains(cell)) {
            needed.push(step);
            wanted.extend(&numbers[step.by].cells);
        }
    }
    needed.reverse();
    needed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One of 0 and 1 is mined, and one of 1 and 2. So 0 is what 2 is, and 3 what both are not: a mine.
    fn ring() -> Position {
        Position::with_numbers(4, &[(1, vec![0, 1]), (1, vec![1, 2]), (1, vec![0, 2, 3])], None)
    }

    fn rules(steps: &[Step]) -> Vec<&'static str> {
        steps.iter().map(|step| step.rule).collect()
    }

    #[test]
    fn the_opposite_is_led_to_a_contradiction() {
        let steps = argue(&ring(), 3, true, &[4, 5, 6], false);
        let rules = rules(&steps);
        assert_eq!((rules[0], rules.last()), ("suppose", Some(&"conclude")));
        assert!(rules.contains(&"if_case"));
        let broken = rules.iter().filter(|rule| rule.starts_with("broken_by_"));
        assert_eq!(broken.count(), 2);
    }

    #[test]
    fn endless_refutations_are_not_told() {
        let position = ring();
        let short = |numbers: &[Cell]| {
            let speaker = Speaker::new(&position, numbers, false);
            Speaker { counted: 0, summed: 0, ..speaker }
        };
        let steps = short(&[4, 5, 6]).refutation(3, true);
        assert_eq!(rules(&steps), ["summed_up"]);
        assert!(steps[0].arguments.contains(&("cases", Argument::Cases(None))));
        assert_eq!((&steps[0].numbers, &steps[0].cells), (&vec![4, 5, 6], &vec![3]));
        let steps = short(&[4, 5, 6]).contradiction();
        assert_eq!(rules(&steps), ["cannot_all_hold", "fail_every_case"]);
        let counter = Constraint { source: None, cells: vec![0, 1, 2, 3], mines: 3 };
        let steps = short(&[4, 5]).prove_by_counter(&counter, 3, true);
        assert_eq!(rules(&steps), ["summed_up"]);
        let steps = short(&[4, 5]).contradict_counter(&counter);
        assert_eq!(rules(&steps), ["counter_says", "contradicts"]);
    }
}
