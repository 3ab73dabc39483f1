//! How long an analysis of a mid-game Expert position takes inside Rust: `cargo bench`.
//!
//! The best of several repetitions per position, without a cache; safe and mined cells are checked
//! against the golden file. Then all positions one after the other, so that none is met warm: one by
//! one, and by `analyze_many` on one thread and on two.

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use common::{Analyses, data, expert};
use demine::{Options, Position, analyze_into};

const REPETITIONS: usize = 20;
const PASSES: usize = 30;

fn microseconds(position: &Position, facts: &str) -> f64 {
    let once = || {
        let start = Instant::now();
        let analysis = position.analyze(&Options::default()).expect("it comes from a game");
        let time = start.elapsed().as_secs_f64() * 1e6;
        let found = format!("{} {}", analysis.safe().len(), analysis.mined().len());
        assert!(facts.ends_with(&format!(" {found}")), "found {found}, expected {facts}");
        time
    };
    (0..REPETITIONS).map(|_| once()).fold(f64::INFINITY, f64::min)
}

/// The least time of a pass over so many positions, for each of them, in microseconds.
fn in_turns(positions: usize, mut pass: impl FnMut()) -> f64 {
    let mut once = || {
        let start = Instant::now();
        pass();
        start.elapsed().as_secs_f64() * 1e6 / positions as f64
    };
    (0..PASSES).map(|_| once()).fold(f64::INFINITY, f64::min)
}

fn one_after_the_other(positions: &[Position]) {
    let (options, cells) = (Options::default(), positions[0].board().cells());
    let alone = in_turns(positions.len(), || {
        for position in positions {
            let analysis = position.analyze(&options).expect("it comes from a game");
            std::hint::black_box(analysis.probabilities());
        }
    });
    println!("one after the other: {alone:.1} µs each");
    let mut found = Analyses::new(positions.len(), cells);
    for workers in [1, 2] {
        let each = in_turns(positions.len(), || {
            let position = |i: usize| positions[i].clone();
            analyze_into(position, cells, found.columns(), workers, options.budget, &options)
                .expect("no limits");
        });
        println!("many, {workers} threads: {each:.1} µs each, {:.0} per second", 1e6 / each);
    }
}

fn main() {
    let mut all = Vec::new();
    for kind in ["stuck", "guess"] {
        let facts = data(&format!("expert-{kind}-counts.txt"));
        let facts: Vec<&str> = facts.lines().filter(|line| !line.starts_with('#')).collect();
        let positions = expert(&format!("expert-{kind}.txt"));
        all.extend(positions.iter().cloned());
        assert_eq!(positions.len(), facts.len());
        let mut times: Vec<f64> =
            positions.iter().zip(facts).map(|(p, facts)| microseconds(p, facts)).collect();
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        println!(
            "{kind}: mean {mean:.1}, median {:.1}, p90 {:.1}, max {:.1} µs",
            at(0.5),
            at(0.9),
            at(1.0)
        );
    }
    one_after_the_other(&all);
}
