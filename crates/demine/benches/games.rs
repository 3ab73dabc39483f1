//! What going on costs inside Rust, where a game goes on: `cargo bench --bench games`.
//!
//! Won games, opening by opening: an analysis that goes on from the last against a new one, and a
//! set of solutions revealed against one built again. The best of several repetitions per opening;
//! the answers of both sides must be the same.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{king, time};
use demine::{Cache, Cell, Construction, First, Game, Label, Options, Position, Status};

const REPETITIONS: usize = 9;

/// The position after an opening, and the counts that it showed.
struct Opening {
    position: Position,
    counts: Vec<(Cell, u32)>,
}

/// A lucky player's game: safe cells one by one, else the least likely mine of those that are none.
fn win_by_luck(rows: i64, columns: i64, mines: i64, seed: u64) -> Vec<Opening> {
    let mut game = Game::new(king(rows, columns), mines, seed, First::Safe).unwrap();
    let mut openings = Vec::new();
    while game.status() != Status::Won {
        let analysis = game.position().analyze(&Options::default()).unwrap();
        let mut cells: Vec<Cell> = (0..game.board().cells() as Cell)
            .filter(|&cell| game.label(cell) == Label::Covered)
            .collect();
        let risk = |&cell: &Cell| analysis.probabilities()[cell as usize];
        cells.sort_by(|a, b| risk(a).total_cmp(&risk(b)));
        let lucky = |&cell: &Cell| {
            let mut next = game.clone();
            next.open(cell);
            (next.status() != Status::Lost).then_some(cell)
        };
        let cell = cells.iter().find_map(lucky).expect("a free cell is left");
        let shown = game.open(cell);
        let count = |cell| match game.label(cell) {
            Label::Number(count) => (cell, count),
            label => unreachable!("an opened cell is labelled {label:?}"),
        };
        let counts = shown.into_iter().map(count).collect();
        openings.push(Opening { position: game.position(), counts });
    }
    openings
}

/// Microseconds of an opening, if each is the best of several runs.
struct Microseconds {
    median: f64,
    mean: f64,
}

impl Microseconds {
    fn of(mut seconds: Vec<f64>) -> Self {
        seconds.sort_by(f64::total_cmp);
        let (median, all) = (seconds[seconds.len() / 2], seconds.iter().sum::<f64>());
        Self { median: median * 1e6, mean: all / seconds.len() as f64 * 1e6 }
    }
}

/// A new start, and going on.
fn times(
    games: &[Vec<Opening>],
    mut run: impl FnMut(&[Opening], &mut dyn FnMut(usize, f64, f64)),
) -> [Microseconds; 2] {
    let openings: usize = games.iter().map(Vec::len).sum();
    let mut best = vec![[f64::INFINITY; 2]; openings];
    for _ in 0..REPETITIONS {
        let mut before = 0;
        for game in games {
            run(game, &mut |i, new, on| {
                let best = &mut best[before + i];
                *best = [best[0].min(new), best[1].min(on)];
            });
            before += game.len();
        }
    }
    [0, 1].map(|side| Microseconds::of(best.iter().map(|b| b[side]).collect()))
}

fn analyses(games: &[Vec<Opening>]) -> [Microseconds; 2] {
    times(games, |game, note| {
        let cache = Cache::new(64 << 20);
        for (i, Opening { position, .. }) in game.iter().enumerate() {
            let analyse = |cache| {
                let options = Options { cache, ..Options::default() };
                time(|| position.analyze(&options).unwrap())
            };
            let ((new, expected), (on, found)) = (analyse(None), analyse(Some(&cache)));
            assert_eq!(expected.probabilities(), found.probabilities());
            note(i, new, on);
        }
    })
}

fn sets(games: &[Vec<Opening>]) -> [Microseconds; 2] {
    times(games, |game, note| {
        let options = Options::default();
        let all = |position: &Position| position.solutions(Construction::Cells, &options).unwrap();
        let first = &game[0].position;
        let covered = vec![Label::Covered; first.board().cells()];
        let mines = first.mines().map(i64::from);
        let mut set = all(&Position::new(first.board().clone(), covered, mines).unwrap());
        for (i, Opening { position, counts }) in game.iter().enumerate() {
            let (new, expected) = time(|| all(position));
            let (on, found) = time(|| set.reveal(counts, &options).unwrap());
            assert_eq!(expected.count(&options), found.count(&options));
            note(i, new, on);
            set = found;
        }
    })
}

fn main() {
    for (name, rows, columns, mines, games) in
        [("Expert", 16, 30, 99, 5), ("64×64, 600 mines", 64, 64, 600, 1)]
    {
        let games: Vec<_> =
            (1..=games).map(|seed| win_by_luck(rows, columns, mines, seed)).collect();
        let openings: usize = games.iter().map(Vec::len).sum();
        println!("{name}, {openings} openings of won games:");
        for (what, [new, on]) in [("analysis", analyses(&games)), ("solutions", sets(&games))] {
            let medians = format!("medians {:.1} and {:.1} µs", new.median, on.median);
            let means = format!("means {:.1} and {:.1} µs", new.mean, on.mean);
            let ratio = on.mean / new.mean;
            println!("  {what}, new and going on: {medians}, {means} ({ratio:.2})");
        }
    }
}
