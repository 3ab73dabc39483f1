//! How long an analysis of a mid-game Expert position takes inside Rust: `cargo bench`.
//!
//! The best of several repetitions per position, without a cache; safe and mined cells are checked
//! against the golden file.

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use common::{data, expert};
use demine::{Options, Position};

const REPETITIONS: usize = 20;

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

fn main() {
    for kind in ["stuck", "guess"] {
        let facts = data(&format!("expert-{kind}-counts.txt"));
        let facts: Vec<&str> = facts.lines().filter(|line| !line.starts_with('#')).collect();
        let positions = expert(&format!("expert-{kind}.txt"));
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
}
