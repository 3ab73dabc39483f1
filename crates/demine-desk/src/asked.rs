//! Reading requests: loose JSON in, checked numbers, words and labels out.

use demine::{Board, Budget, Cell, First, Label, Position};
use serde_json::{Map, Value};

use crate::daily::day_number;
use crate::problem::Problem;
use crate::texts::{broken, unbase64};

/// The first-click rules by their names.
pub const FIRSTS: [(&str, First); 3] =
    [("safe", First::Safe), ("opening", First::Opening), ("risky", First::Risky)];

/// The first-click rule of a name.
pub fn first_of(name: &str) -> First {
    FIRSTS.iter().find(|(known, _)| *known == name).map_or(First::Safe, |&(_, first)| first)
}

fn bad_day() -> Problem {
    Problem::bad("\"daily\": expected a day such as 2026-11-18")
}

/// The number, or the largest of this machine: 2³² is not 0 where addresses have 32 bits.
pub fn saturated(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The day, if it is one.
pub fn check_day(day: &str) -> Result<&str, Problem> {
    day_number(day).map(|_| day).ok_or_else(bad_day)
}

/// The object of a request.
pub struct Asked<'a>(pub &'a Map<String, Value>);

impl Asked<'_> {
    /// A whole number in a range.
    pub fn whole(&self, name: &str, least: i64, most: i64) -> Result<i64, Problem> {
        let given = self.0.get(name).and_then(Value::as_i64);
        given.filter(|value| (least..=most).contains(value)).ok_or_else(|| {
            Problem::bad(format!("\"{name}\": expected a whole number from {least} to {most}"))
        })
    }

    /// One of some words.
    pub fn word<'w>(&self, name: &str, words: &[&'w str]) -> Result<&'w str, Problem> {
        let given = self.0.get(name).and_then(Value::as_str);
        words.iter().copied().find(|&word| given == Some(word)).ok_or_else(|| {
            Problem::bad(format!("\"{name}\": expected one of {}", words.join(", ")))
        })
    }

    /// The name of the board.
    pub fn board_name(&self) -> Result<&str, Problem> {
        let name = self.0.get("board").and_then(Value::as_str);
        name.ok_or_else(|| Problem::bad("\"board\": expected a name such as grid-16x30"))
    }

    /// A cell: its number from 0.
    pub fn cell(&self, board: &Board) -> Result<Cell, Problem> {
        self.whole("cell", 0, board.cells() as i64 - 1).map(|cell| cell as Cell)
    }

    /// The first-click rule, or that of these games.
    pub fn first(&self, usual: &'static str) -> Result<&'static str, Problem> {
        match self.0.contains_key("first") {
            true => self.word("first", &FIRSTS.map(|(name, _)| name)),
            false => Ok(usual),
        }
    }

    /// True or false; false if it is missing.
    pub fn truth(&self, name: &str) -> Result<bool, Problem> {
        let given = self.0.get(name).map_or(Some(false), Value::as_bool);
        given.ok_or_else(|| Problem::bad(format!("\"{name}\": expected true or false")))
    }

    /// The day of a daily board, if it is one.
    pub fn daily(&self) -> Result<Option<&str>, Problem> {
        match self.0.get("daily") {
            None | Some(Value::Null) => Ok(None),
            Some(day) => {
                day.as_str().map_or_else(|| Err(bad_day()), |day| Ok(Some(check_day(day)?)))
            }
        }
    }

    /// A text.
    pub fn text(&self, name: &str) -> Result<&str, Problem> {
        let given = self.0.get(name).and_then(Value::as_str);
        given.ok_or_else(|| Problem::bad(format!("\"{name}\": expected a text")))
    }

    /// The text of a position, perhaps in the bytes of a file; None if it is given by labels.
    pub fn pasted(&self) -> Result<Option<String>, Problem> {
        if !self.0.contains_key("data") {
            let given = self.0.contains_key("text");
            return if given { Ok(Some(self.text("text")?.into())) } else { Ok(None) };
        }
        let bytes = unbase64(self.text("data")?);
        let bytes = bytes.ok_or_else(|| Problem::bad("\"data\": expected base64"))?;
        let text = String::from_utf8(bytes);
        text.map(Some).map_err(|_| broken("the file is not UTF-8 text: expected rows of symbols"))
    }

    /// The position on a board, from labels and mines.
    pub fn position(&self, board: &Board) -> Result<Position, Problem> {
        let cells = board.cells();
        let labels = self.0.get("labels").and_then(Value::as_array);
        let labels = labels.filter(|labels| labels.len() == cells).ok_or_else(|| {
            Problem::bad(format!("\"labels\": expected a list of {cells}, one per cell"))
        })?;
        let labels = labels.iter().enumerate().map(|(cell, label)| read_label(cell, label, cells));
        let mines = match self.0.get("mines") {
            None | Some(Value::Null) => None,
            Some(_) => Some(self.whole("mines", 0, cells as i64)?),
        };
        Position::new(board.clone(), labels.collect::<Result<_, _>>()?, mines)
            .map_err(|error| Problem::bad(error.to_string()))
    }

    /// The budget: what the request asks for, up to the limit.
    pub fn budget(&self, most: Budget) -> Result<Budget, Problem> {
        let longest = most.seconds.unwrap_or(f64::INFINITY);
        let seconds = match self.0.get("seconds") {
            None => longest,
            Some(given) => {
                given.as_f64().filter(|&s| 0.0 < s && s <= longest).ok_or_else(|| {
                    Problem::bad(format!(
                        "\"seconds\": expected a number above 0 and up to {longest}"
                    ))
                })?
            }
        };
        let states = match self.0.contains_key("states") {
            true => self.whole("states", 1, most.states as i64)? as usize,
            false => most.states,
        };
        Ok(Budget { states, seconds: Some(seconds) })
    }
}

fn read_label(cell: usize, label: &Value, most: usize) -> Result<Label, Problem> {
    match (label.as_str(), label.as_u64()) {
        (Some("?"), _) => Ok(Label::Covered),
        (Some("□"), _) => Ok(Label::Free),
        (Some("*"), _) => Ok(Label::Mined),
        (_, Some(number)) if number <= most as u64 => Ok(Label::Number(number as u32)),
        _ => Err(Problem::bad(format!(
            "\"labels\": cell {cell} is labelled {label}, expected \"?\", \"□\", \"*\" or a number \
             from 0 to {most}"
        ))),
    }
}
