//! Tempering: how often cells are mined in legal assignments, by parallel tempering.
//!
//! A run moves several assignments at once, each at a temperature of its own (Geyer 1991; Hukushima and
//! Nemoto 1996). Neighbours now and then exchange their temperatures, so that what is stuck where it is
//! cold becomes warm and moves on. At any temperature assignments without energy are legal and all equally
//! likely, so their frequencies have no bias but that of a run that is too short. Several runs that know
//! nothing of each other show by how much they differ.

use std::sync::Mutex;

use crate::base::{Deadline, Meter, Random, Result, Sort, cores, in_parallel};
use crate::estimate::walk::{Rules, Walk, accepts};

/// Runs, which know nothing of each other.
pub const RUNS: usize = 6;
/// The cost of energy at each temperature, from warm to cold, in natural logarithms.
const COSTS: [f64; 12] = [0.25, 0.4, 0.6, 0.85, 1.15, 1.5, 1.9, 2.4, 3.0, 3.7, 4.6, 6.0];
/// So many of the coldest assignments also count where only numbers elsewhere are wrong.
const COLD: usize = 3;
/// Sweeps of each assignment in the first round, and in all rounds, within these bounds as many as the moves
/// allow, of all runs together.
const FIRST_SWEEPS: usize = 32;
const MOST_SWEEPS: usize = 4_000;
const MOST_MOVES: usize = 64_000_000;
/// Each round is this many times as long as all before together. What was seen in the first is forgotten.
const LONGER: usize = 1;

/// Sweeps of so many moves are made even if the time is over: a few milliseconds for all runs.
const SHORT_SWEEP: usize = 4_000;

/// How often each cell was mined.
pub struct Frequencies {
    /// For each cell how often it was mined, and of how many assignments.
    pub seen: Vec<(f64, f64)>,
    /// The share of mined loose cells, summed over assignments, and how many these are.
    pub loose: (f64, f64),
}

impl Frequencies {
    fn new(cells: usize) -> Self {
        Self { seen: vec![(0.0, 0.0); cells], loose: (0.0, 0.0) }
    }

    fn note(&mut self, walk: &Walk<'_>, rules: &Rules) {
        for (seen, &mined) in self.seen.iter_mut().zip(&walk.mined) {
            seen.0 += f64::from(u8::from(mined));
            seen.1 += 1.0;
        }
        self.loose.0 += (walk.rest / rules.loose.max(1.0)).clamp(0.0, 1.0);
        self.loose.1 += 1.0;
    }

    /// Notes a walk, but for the cells near a wrong number.
    fn note_elsewhere(&mut self, walk: &Walk<'_>, rules: &Rules) {
        self.note(walk, rules);
        let mut near: Vec<u32> = Vec::new();
        for number in walk.wrong() {
            near.extend(rules.members.get(number as usize));
        }
        near.ascend();
        near.dedup();
        for cell in near {
            let seen = &mut self.seen[cell as usize];
            seen.0 -= f64::from(u8::from(walk.mined[cell as usize]));
            seen.1 -= 1.0;
        }
    }
}

/// What a run saw.
pub struct Run {
    /// In legal assignments.
    pub legal: Frequencies,
    /// In cold assignments, of cells whose numbers all hold.
    pub nearly: Frequencies,
}

/// What the legal assignments of a short run said of each cell, and one of them.
pub struct Glimpse {
    seen: Frequencies,
    pub legal: Option<Vec<bool>>,
}

impl Glimpse {
    /// Sweeps with legal assignments, at most.
    const MOST_SWEEPS: usize = 64;
    /// Moves, at most, with legal assignments, and until the first of them.
    const MOST_MOVES: usize = 2_000_000;
    const SEARCHING_MOVES: usize = 6_000_000;

    pub fn of(rules: &Rules, meter: &Meter) -> Result<Self> {
        let mut ladder = Ladder::new(rules, 0);
        let sweeps = |moves: usize| moves / (COSTS.len() * rules.sweep()).max(1);
        let mut left = sweeps(Self::SEARCHING_MOVES).min(4 * Self::MOST_SWEEPS);
        let mut legal = None;
        while left > 0 {
            ladder.sweep(meter)?;
            ladder.note();
            left -= 1;
            if legal.is_none()
                && let Some(walk) = ladder.walks.iter().find(|walk| walk.energy == 0.0)
            {
                legal = Some(walk.mined.clone());
                left = sweeps(Self::MOST_MOVES).min(Self::MOST_SWEEPS);
            }
        }
        Ok(Self { seen: ladder.seen.legal, legal })
    }

    /// Whether the cell was mined, or free, in one of them.
    pub fn was(&self, cell: u32, mined: bool) -> bool {
        let (times_mined, times) = self.seen.seen[cell as usize];
        if mined { times_mined > 0.0 } else { times_mined < times }
    }
}

/// All runs, round by round, until they agree, the moves are used up, or the deadline is over.
pub fn runs(
    rules: &Rules,
    agree: impl Fn(&[&Run]) -> bool,
    deadline: Deadline,
    meter: &Meter,
) -> Result<Vec<Run>> {
    let ladders: Vec<_> = (0..RUNS).map(|run| Mutex::new(Ladder::new(rules, run))).collect();
    let lock = |run: usize| ladders[run].lock().expect("no run panics");
    let sweep = (RUNS * COSTS.len() * rules.sweep()).max(1);
    let all = (MOST_MOVES / sweep).clamp(2 * FIRST_SWEEPS, MOST_SWEEPS);
    let (mut done, mut sweeps) = (0, FIRST_SWEEPS);
    loop {
        in_parallel(cores(), RUNS, meter, |run, meter| lock(run).run(sweeps, deadline, meter))?;
        done += sweeps;
        let seen: Vec<_> = (0..RUNS).map(lock).collect();
        let is_late = done >= all || deadline.is_over();
        if is_late
            || (done > FIRST_SWEEPS && agree(&seen.iter().map(|l| &l.seen).collect::<Vec<_>>()))
        {
            drop(seen);
            return Ok(ladders.into_iter().map(Ladder::finish).collect());
        }
        if done == FIRST_SWEEPS {
            seen.into_iter().for_each(|mut ladder| ladder.forget());
        }
        sweeps = (LONGER * done).min(all - done);
    }
}

/// The assignments of a run, from warm to cold.
struct Ladder<'r> {
    rules: &'r Rules,
    random: Random,
    walks: Vec<Walk<'r>>,
    seen: Run,
}

impl<'r> Ladder<'r> {
    fn new(rules: &'r Rules, run: usize) -> Self {
        let start = |i: usize| {
            // Half of the assignments start from what is known to be legal.
            let at = run * COSTS.len() + i;
            let known = rules.starts.len().checked_sub(1).filter(|_| 2 * i >= COSTS.len());
            Walk::new(rules, known.map(|last| &rules.starts[at % (last + 1)][..]))
        };
        let nothing = || Frequencies::new(rules.cells());
        Self {
            rules,
            random: Random::new(run as u64 + 1),
            walks: (0..COSTS.len()).map(start).collect(),
            seen: Run { legal: nothing(), nearly: nothing() },
        }
    }

    /// So many sweeps, or fewer if the deadline is over: then one if that is short.
    fn run(&mut self, sweeps: usize, deadline: Deadline, meter: &Meter) -> Result<()> {
        let least = usize::from(self.rules.sweep() <= SHORT_SWEEP);
        for i in 0..sweeps {
            if i >= least && deadline.is_over() {
                break;
            }
            self.sweep(meter)?;
            self.note();
        }
        Ok(())
    }

    fn forget(&mut self) {
        let nothing = || Frequencies::new(self.rules.cells());
        self.seen = Run { legal: nothing(), nearly: nothing() };
    }

    fn finish(ladder: Mutex<Self>) -> Run {
        ladder.into_inner().expect("no run panics").seen
    }

    fn sweep(&mut self, meter: &Meter) -> Result<()> {
        for (walk, cost) in self.walks.iter_mut().zip(COSTS) {
            walk.go(self.rules.sweep(), cost, &mut self.random);
            meter.steps(16 * self.rules.sweep())?;
        }
        self.exchange();
        Ok(())
    }

    /// Exchanges neighbours that are about as likely the other way round.
    fn exchange(&mut self) {
        for i in (1..self.walks.len()).rev() {
            let colder = COSTS[i] - COSTS[i - 1];
            let gain = colder * (self.walks[i].energy - self.walks[i - 1].energy);
            if accepts(gain, &mut self.random) {
                self.walks.swap(i - 1, i);
            }
        }
    }

    fn note(&mut self) {
        let Run { legal, nearly } = &mut self.seen;
        for walk in self.walks.iter().filter(|walk| walk.energy == 0.0) {
            legal.note(walk, self.rules);
        }
        for walk in &self.walks[COSTS.len() - COLD..] {
            nearly.note_elsewhere(walk, self.rules);
        }
    }
}
