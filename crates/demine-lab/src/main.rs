//! Experiments with the engine, for benches and tests. No wheel ships this program.
//!
//! ```sh
//! demine-lab judge STRATEGY MINES FIRST START EFFORT SEED GAMES WORKERS BOARDS ALL|OVERRULED
//! ```
//!
//! `judge` reads a board from standard input: its number of cells, then an edge (two cells) per line.
//! START is a cell, or `-` for the strategy's own choice. The output has two whole numbers of 64 bits,
//! the number of judged candidates and that of their features. Then come three tables, row by row in
//! little-endian order: keys (game, turn, cell; 64 bits), values (see `values_of`; doubles) and features
//! (floats). `benches/strength/laboratory.py` reads it.

mod judge;

use std::error::Error;
use std::io::{Read, Write};

use demine::{Board, Contest, First, GameSetup, Games, Strategy};

use crate::judge::{JudgedCandidate, Settings, judge};

type Failable<T> = Result<T, Box<dyn Error>>;

fn main() -> Failable<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let ["judge", strategy, mines, first, start, effort, seed, games, workers, boards, which] =
        arguments[..]
    else {
        return Err("expected judge and its ten arguments; see the source of demine-lab".into());
    };
    let setup = GameSetup::new(read_board()?, mines.parse()?, first_of(first)?)?;
    let strategy = Strategy::named(strategy).ok_or("no such strategy")?;
    let start = if start == "-" { None } else { Some(start.parse()?) };
    let contest = Contest::new(setup, strategy).with_effort(effort.parse()?).with_start(start);
    let (seed, games): (u64, u64) = (seed.parse()?, games.parse()?);
    let games = Games { numbers: seed..seed + games, workers: workers.parse()? };
    let settings = Settings { boards: boards.parse()?, overruled: which == "overruled" };
    write(&judge(&contest, &games, settings)?)
}

fn first_of(name: &str) -> Failable<First> {
    match name {
        "safe" => Ok(First::Safe),
        "opening" => Ok(First::Opening),
        "risky" => Ok(First::Risky),
        _ => Err(format!("first {name:?}: expected safe, opening or risky").into()),
    }
}

fn read_board() -> Failable<Board> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let numbers: Vec<i64> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    let (cells, ends) = numbers.split_first().ok_or("expected a board on standard input")?;
    let edges = ends.chunks_exact(2).map(|edge| (edge[0], edge[1]));
    Ok(Board::new(usize::try_from(*cells)?, edges)?)
}

fn write(judged: &[JudgedCandidate]) -> Failable<()> {
    let features = judged.first().map_or(0, |candidate| candidate.features.len());
    let mut bytes = Vec::new();
    bytes.extend([judged.len() as u64, features as u64].map(u64::to_le_bytes).concat());
    for candidate in judged {
        let keys = [candidate.game, candidate.turn.into(), candidate.outlook.cell.into()];
        bytes.extend(keys.map(u64::to_le_bytes).concat());
    }
    for candidate in judged {
        bytes.extend(values_of(candidate).map(f64::to_le_bytes).concat());
    }
    for candidate in judged {
        bytes.extend(candidate.features.iter().flat_map(|feature| feature.to_le_bytes()));
    }
    std::io::stdout().write_all(&bytes)?;
    Ok(())
}

/// Reached, value, boards, risk, look-ahead, the values by both halves of the boards, whether it was
/// chosen, the number of opened cells, and the learned score.
fn values_of(candidate: &JudgedCandidate) -> [f64; 10] {
    let [even, odd] = candidate.halves;
    [
        candidate.reached,
        candidate.value,
        f64::from(candidate.boards),
        candidate.outlook.risk,
        candidate.outlook.blend(),
        even,
        odd,
        f64::from(u8::from(candidate.is_chosen)),
        candidate.opened as f64,
        candidate.score,
    ]
}
