//! The daily boards: the seed of a day, the cell where its game begins, and streaks.

use std::collections::BTreeMap;

use demine::daily_seed;
use serde_json::{Map, Value, json};

use crate::live::Wanted;

/// Presets that have a daily board, with guesses and without.
const LEVELS: [&str; 3] = ["beginner", "intermediate", "expert"];

/// The first-click rule of all daily boards.
pub const FIRST: &str = "opening";

/// The seed of the game of a day; without guesses, the search for a board begins there.
pub fn seed(day: &str, wanted: &Wanted, no_guess: bool) -> u64 {
    let kind = if no_guess { "-no-guess" } else { "" };
    daily_seed(&format!("demine {day} {}-{}-{}{kind}", wanted.name, wanted.mines, wanted.first))
}

/// The cell that is nearest to the centre of a board, by its geometry; the first of several.
pub fn middle(geometry: &Value) -> usize {
    let flat = geometry["centres"].as_array().into_iter().flatten().filter_map(Value::as_f64);
    let flat: Vec<f64> = flat.collect();
    let cells = flat.len() / 2;
    let mean = |axis: usize| flat.iter().skip(axis).step_by(2).sum::<f64>() / cells as f64;
    let centre = [mean(0), mean(1)];
    // Rounded, so that cells which are as near as each other are so on every machine.
    let away = |cell: &usize| -> i64 {
        let square = |axis: usize| (flat[2 * cell + axis] - centre[axis]).powi(2);
        ((square(0) + square(1)) * 1e6).round() as i64
    };
    (0..cells).min_by_key(away).unwrap_or(0)
}

/// The days since a fixed one, of a date such as 2026-11-18; None if there is no such day.
pub fn day_number(day: &str) -> Option<i64> {
    let parts: Vec<&str> = day.split('-').collect();
    let is_date = parts.iter().map(|part| part.len()).eq([4, 2, 2])
        && parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    let numbers: Vec<i64> = parts.iter().filter_map(|part| part.parse().ok()).collect();
    let &[year, month, date] = numbers.as_slice() else { return None };
    let is_day = is_date && (1..=12).contains(&month) && (1..=length(year, month)).contains(&date);
    // The year begins in March here, so that a leap day is its last.
    let (years, months) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leaps = years / 4 - years / 100 + years / 400;
    (is_day && year > 0).then(|| 365 * years + leaps + (153 * months + 2) / 5 + date)
}

fn length(year: i64, month: i64) -> i64 {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + i64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days in a row, up to this one and at most. The day may still be won.
fn streak(won: &[i64], today: i64) -> (i64, i64) {
    let (mut run, mut longest, mut last) = (0, 0, None);
    for &day in won {
        run = if last == Some(day - 1) { run + 1 } else { 1 };
        (longest, last) = (longest.max(run), Some(day));
    }
    let is_alive = last.is_some_and(|last| today - last <= 1);
    (if is_alive { run } else { 0 }, longest)
}

type Row = Map<String, Value>;

/// The boards of a day: per level and kind the result of the first try, and the streak.
pub fn boards<'a>(day: &str, presets: &Value, rows: impl Iterator<Item = &'a Row>) -> Value {
    let is_over = |row: &&Row| row["status"] == "won" || row["status"] == "lost";
    let is_daily = |row: &&Row| row.get("daily").is_some_and(Value::is_string);
    let rows: Vec<&Row> = rows.filter(is_over).filter(is_daily).collect();
    let kinds = LEVELS.into_iter().flat_map(|level| [(level, true), (level, false)]);
    let told: Vec<Value> =
        kinds.map(|(level, no_guess)| describe(level, no_guess, day, presets, &rows)).collect();
    json!({"day": day, "boards": told})
}

fn describe(level: &str, no_guess: bool, day: &str, presets: &Value, rows: &[&Row]) -> Value {
    let preset = &presets[level];
    let is_mine = |row: &&&Row| {
        row["board"] == preset["board"]
            && row["mines"] == preset["mines"]
            && row["no_guess"] == no_guess
    };
    let mut firsts: BTreeMap<&str, &Row> = BTreeMap::new();
    for row in rows.iter().filter(is_mine) {
        firsts.entry(row["daily"].as_str().unwrap_or_default()).or_insert(row);
    }
    let is_won = |row: &Row| row["status"] == "won" && row["helped"] == false;
    let won = firsts.iter().filter(|(_, row)| is_won(row));
    let won: Vec<i64> = won.filter_map(|(day, _)| day_number(day)).collect();
    let (now, longest) = streak(&won, day_number(day).unwrap_or(0));
    let first = firsts
        .get(day)
        .map(|row| json!({"status": row["status"], "seconds": row["seconds"], "key": row["key"]}));
    json!({"preset": level, "no_guess": no_guess, "streak": now, "longest": longest, "first": first})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_follow_each_other() {
        let day = |text| day_number(text).unwrap();
        assert_eq!(day("2024-02-29") + 1, day("2024-03-01"));
        assert_eq!(day("2025-02-28") + 1, day("2025-03-01"));
        assert_eq!(day("2026-12-31") + 1, day("2027-01-01"));
        assert_eq!(day("2027-01-01") - day("2026-01-01"), 365);
        for none in ["2026-02-29", "2026-13-01", "2026-1-1", "0000-01-01", "x", "2026-11-1٣"] {
            assert_eq!(day_number(none), None, "{none}");
        }
    }

    #[test]
    fn streaks_end_after_a_day_without_a_win() {
        assert_eq!(streak(&[], 9), (0, 0));
        assert_eq!(streak(&[7, 8], 9), (2, 2));
        assert_eq!(streak(&[1, 2, 3, 8, 9], 9), (2, 3));
        assert_eq!(streak(&[1, 2, 3, 7], 9), (0, 3));
    }
}
