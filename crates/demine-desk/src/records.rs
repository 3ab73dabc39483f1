//! Records: per board, the games, the wins, and the best wins without help.

use rustc_hash::FxHashMap;
use serde_json::{Map, Value, json};

/// Boards that are listed.
const MOST: usize = 200;

#[derive(Default)]
struct Record {
    won: usize,
    lost: usize,
    helped: usize,
    best: Option<f64>,
    efficiency: Option<f64>,
}

impl Record {
    fn add(&mut self, row: &Map<String, Value>) {
        let number = |name: &str| row.get(name).and_then(Value::as_f64);
        let is_won = row["status"] == "won";
        let helped = row["helped"] == true;
        self.won += usize::from(is_won);
        self.lost += usize::from(!is_won);
        self.helped += usize::from(helped);
        if !is_won || helped {
            return;
        }
        self.best = least(self.best, number("seconds"), |a, b| a < b);
        let efficiency = number("three_bv").zip(number("clicks")).map(|(bv, clicks)| bv / clicks);
        self.efficiency = least(self.efficiency, efficiency, |a, b| a > b);
    }
}

/// The better of two values.
fn least(one: Option<f64>, other: Option<f64>, is_better: fn(f64, f64) -> bool) -> Option<f64> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if is_better(other, one) { other } else { one }),
        _ => one.or(other),
    }
}

/// The records of finished games but those for practice, the boards with the most games first.
pub fn records<'a>(rows: impl Iterator<Item = &'a Map<String, Value>>) -> Vec<Value> {
    let mut found: FxHashMap<[String; 4], Record> = FxHashMap::default();
    let is_practice =
        |row: &Map<String, Value>| row.get("practice").is_some_and(|practice| practice == true);
    let is_over = |row: &Map<String, Value>| row["status"] == "won" || row["status"] == "lost";
    for row in rows.filter(|row| is_over(row) && !is_practice(row)) {
        let group = ["board", "first", "mines", "no_guess"].map(|name| row[name].to_string());
        found.entry(group).or_default().add(row);
    }
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by_key(|(group, record)| (usize::MAX - record.won - record.lost, group.clone()));
    found.truncate(MOST);
    found.into_iter().map(|(group, record)| write(group, &record)).collect()
}

fn write(group: [String; 4], record: &Record) -> Value {
    let [board, first, mines, no_guess] =
        group.map(|text| serde_json::from_str(&text).unwrap_or(Value::Null));
    let Record { won, lost, helped, best, efficiency } = record;
    json!({
        "board": board, "mines": mines, "first": first, "no_guess": no_guess, "games": won + lost,
        "won": won, "lost": lost, "helped": helped, "best": best, "efficiency": efficiency,
    })
}
