//! Counts: sets of variables of which so many are true, as a theory of the CDCL solver.
//!
//! A set counts its true and its false variables. When as many are true as allowed, the others are
//! false, and the other way round; the literals that filled it are the reason. A set with a switch
//! holds only while its switch is true, and the switch is part of its reasons.

use std::cell::Cell as Slot;
use std::rc::Rc;

use batsat::intmap::AsIndex;
use batsat::{Lit, Theory, TheoryArg, Var, lbool};

use crate::base::Lists;

const NONE: u32 = u32::MAX;

/// Of the variables, at least `least` and at most `most` are true, if the switch is.
pub struct Set {
    pub least: u32,
    pub most: u32,
    pub switch: Option<Lit>,
}

/// The state of a set: whether it holds, and how many of its variables are true and false.
#[derive(Clone, Copy, Default)]
struct Standing {
    on: bool,
    trues: u32,
    falses: u32,
}

pub struct Counts {
    sets: Vec<Set>,
    members: Lists,
    /// The sets of each variable, and the set that it switches.
    sets_of: Lists,
    switched: Vec<u32>,
    standings: Vec<Standing>,
    /// The literals seen, in the order of the solver's trail, and the place of each variable in it.
    trail: Vec<Lit>,
    at: Vec<u32>,
    levels: Vec<usize>,
    /// Which set decided a variable, and how much of the trail was seen then.
    reasons: Vec<(u32, u32)>,
    touched: Vec<u32>,
    /// The check that last examined each set, and the number of this one. Thousands of variables of a
    /// set may touch it at once; to examine it for each of them took the square of their number.
    examined: Vec<u32>,
    check: u32,
    said: Vec<Lit>,
    /// The set, the side and the place of the trail that `said` explains. A set that decides thousands
    /// of variables at once gives the same reason for each.
    explained: Option<(u32, bool, u32)>,
    /// Variables looked at since the meter was charged for them.
    work: Rc<Slot<usize>>,
}

impl Counts {
    /// `members` are the variables of each set, by index; `variables` is one more than the largest. Its
    /// work is added to `work`.
    pub fn new(sets: Vec<Set>, members: Lists, variables: usize, work: Rc<Slot<usize>>) -> Self {
        let mut switched = vec![NONE; variables];
        for (i, set) in (0..).zip(&sets) {
            if let Some(switch) = set.switch {
                switched[switch.var().as_index()] = i;
            }
        }
        let standing = |set: &Set| Standing { on: set.switch.is_none(), ..Standing::default() };
        Self {
            standings: sets.iter().map(standing).collect(),
            touched: (0..sets.len() as u32).collect(),
            examined: vec![0; sets.len()],
            check: 0,
            sets_of: members.transpose(variables),
            at: vec![NONE; variables],
            reasons: vec![(NONE, 0); variables],
            trail: Vec::new(),
            levels: Vec::new(),
            said: Vec::new(),
            explained: None,
            work,
            sets,
            members,
            switched,
        }
    }

    /// Counts a literal, which is now at this place of the trail, or discounts it.
    fn move_to(&mut self, at: u32, literal: Lit) {
        let variable = literal.var().as_index();
        if let Some(place) = self.at.get_mut(variable) {
            *place = at;
            self.switch(variable, at != NONE && literal.sign());
            self.count(variable, literal.sign(), if at == NONE { u32::MAX } else { 1 });
        }
    }

    fn switch(&mut self, variable: usize, on: bool) {
        let set = self.switched[variable];
        if set != NONE {
            self.standings[set as usize].on = on;
            self.touched.push(set);
        }
    }

    /// `by` is 1, or its negative in wrapping arithmetic.
    fn count(&mut self, variable: usize, value: bool, by: u32) {
        for &set in self.sets_of.get(variable) {
            let standing = &mut self.standings[set as usize];
            let counted = if value { &mut standing.trues } else { &mut standing.falses };
            *counted = counted.wrapping_add(by);
            if standing.on {
                self.touched.push(set);
            }
        }
    }

    /// Propagates a set; false if it is a contradiction.
    fn examine(&mut self, set: u32, acts: &mut TheoryArg<'_>) -> bool {
        let Set { least, most, .. } = self.sets[set as usize];
        let Standing { on, trues, falses } = self.standings[set as usize];
        let spare = self.members.get(set as usize).len() as u32 - least;
        if !on || (trues < most && falses < spare) {
            return true;
        }
        if trues > most || falses > spare {
            self.explain(set, trues > most, NONE);
            self.explained = None;
            self.said.iter_mut().for_each(|literal| *literal = !*literal);
            acts.raise_conflict(&self.said, false);
            return false;
        }
        if trues == most {
            self.decide(set, false, acts);
        }
        if falses == spare {
            self.decide(set, true, acts);
        }
        true
    }

    fn decide(&mut self, set: u32, value: bool, acts: &mut TheoryArg<'_>) {
        let seen = self.trail.len() as u32;
        self.note_work(self.members.get(set as usize).len());
        for &variable in self.members.get(set as usize) {
            let var = Var::from_index(variable as usize);
            if acts.value(var) == lbool::UNDEF {
                self.reasons[variable as usize] = (set, seen);
                acts.propagate(Lit::new(var, value));
            }
        }
    }

    /// Collects the literals, seen before `before`, that leave a set no choice: its true ones or its false
    /// ones, and its switch.
    fn explain(&mut self, set: u32, value: bool, before: u32) {
        let asked = Some((set, value, before));
        if self.explained == asked {
            return self.note_work(self.said.len());
        }
        self.explained = asked;
        self.note_work(self.members.get(set as usize).len());
        self.said.clear();
        self.said.extend(self.sets[set as usize].switch);
        for &variable in self.members.get(set as usize) {
            let at = self.at[variable as usize];
            if at < before && at != NONE && self.trail[at as usize].sign() == value {
                self.said.push(self.trail[at as usize]);
            }
        }
    }

    fn note_work(&self, variables: usize) {
        self.work.set(self.work.get() + variables);
    }
}

impl Theory for Counts {
    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.partial_check(acts);
    }

    fn partial_check(&mut self, acts: &mut TheoryArg<'_>) {
        while let Some(&literal) = acts.model().get(self.trail.len()) {
            self.move_to(self.trail.len() as u32, literal);
            self.trail.push(literal);
        }
        self.check = self.check.wrapping_add(1);
        while let Some(set) = self.touched.pop() {
            let last = std::mem::replace(&mut self.examined[set as usize], self.check);
            if last != self.check && !self.examine(set, acts) {
                self.touched.clear();
            }
        }
    }

    fn create_level(&mut self) {
        self.levels.push(self.trail.len());
    }

    fn pop_levels(&mut self, n: usize) {
        let level = self.levels.len() - n;
        let Some(&seen) = self.levels.get(level) else { return };
        self.levels.truncate(level);
        while self.trail.len() > seen {
            let literal = self.trail.pop().expect("longer than what was seen");
            self.move_to(NONE, literal);
        }
        // With fewer literals no set propagates more.
        self.touched.clear();
        self.explained = None;
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn explain_propagation(&mut self, p: Lit) -> &[Lit] {
        let (set, before) = self.reasons[p.var().as_index()];
        // A set decides the opposite of the literals that filled it.
        self.explain(set, !p.sign(), before);
        &self.said
    }
}
