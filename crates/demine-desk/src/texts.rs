//! Texts: positions on king grids as rows of symbols, as people paste them.
//!
//! The format `mine`: `COLSxROWSxMINES` (`?` for an unknown number of mines), then a line per row of
//! `H` or `?` hidden, `F` flagged, `M` known mine, `S` known free, `0` to `8`. Rows without that line
//! are those of two other programs: `.` a 0, `x` covered, `*` a mine; or `.` covered.

use demine::{Label, Position};
use serde_json::{Value, json};

use crate::problem::Problem;

/// A position on a king grid.
pub struct Read {
    pub rows: usize,
    pub columns: usize,
    pub labels: Vec<Label>,
    pub mines: Option<i64>,
}

/// Characters of a text that a message quotes.
const LONGEST: usize = 40;
const MOST_DIGITS: usize = 9;

/// Reads a text. Other formats than these need the server.
pub fn read(text: &str, trust_flags: bool) -> Result<Read, Problem> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    let lines: Vec<(usize, &str)> = (1..).zip(text.split('\n')).collect();
    let is_blank = |line: &&(usize, &str)| line.1.trim().is_empty();
    let end = lines.len() - lines.iter().rev().take_while(is_blank).count();
    let start = lines.iter().take_while(is_blank).count().min(end);
    match &lines[start..end] {
        [] => Err(broken("the text is empty: expected a position")),
        rows if is_board(rows) => read_rows(rows),
        lines @ [(_, first), ..] if first.starts_with(|c: char| c.is_ascii_digit()) => {
            read_mine(lines, trust_flags)
        }
        [(number, first), ..] => Err(broken(format!(
            "line {number}: {} begins no known format: expected COLSxROWSxMINES (mine); the pages \
             without a server read no other format",
            show(first)
        ))),
    }
}

fn read_mine(lines: &[(usize, &str)], trust_flags: bool) -> Result<Read, Problem> {
    let (number, head) = lines[0];
    let (columns, rows, mines) = read_head(head).ok_or_else(|| {
        broken(format!("line {number}: {} found, expected COLSxROWSxMINES", show(head)))
    })?;
    if columns == 0 || rows == 0 {
        let said = format!("line {number}: {columns}x{rows} cells, expected at least 1x1");
        return Err(broken(said));
    }
    let body = &lines[1..];
    if body.len() != rows {
        let (last, found) = (lines[lines.len() - 1].0, body.len());
        let said = format!("line {last}: the header promises {rows} rows, found {found}");
        return Err(broken(said));
    }
    let mut labels = Vec::new();
    for &(number, row) in body {
        for (column, symbol) in (1..).zip(row.chars()) {
            labels.push(mine_label(symbol, trust_flags).ok_or_else(|| {
                let wrong = show(&symbol.to_string());
                broken(format!(
                    "line {number}, column {column}: {wrong} is not a cell: expected H, F, M, S or 0 to 8"
                ))
            })?);
        }
        let found = row.chars().count();
        if found != columns {
            let said = format!("line {number}: {found} cells, the header promises {columns}");
            return Err(broken(said));
        }
    }
    Ok(Read { rows, columns, labels, mines })
}

fn read_head(head: &str) -> Option<(usize, usize, Option<i64>)> {
    let number = |digits: &str| {
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        (is_number && digits.len() <= MOST_DIGITS).then(|| digits.parse::<usize>().ok())?
    };
    let [columns, rows, mines] = head.split('x').collect::<Vec<_>>().try_into().ok()?;
    let mines = if mines == "?" { None } else { Some(number(mines)? as i64) };
    Some((number(columns)?, number(rows)?, mines))
}

fn mine_label(symbol: char, trust_flags: bool) -> Option<Label> {
    match symbol {
        'F' | 'O' | 'I' if trust_flags => Some(Label::Mined),
        'H' | '?' | 'F' | 'O' | 'I' => Some(Label::Covered),
        'M' => Some(Label::Mined),
        'S' => Some(Label::Free),
        '0'..='8' => symbol.to_digit(10).map(Label::Number),
        _ => None,
    }
}

const ROW_SYMBOLS: &str = ".xX*012345678";

/// Whether lines can be a board without a header: rows of its symbols alone.
fn is_board(lines: &[(usize, &str)]) -> bool {
    let rows: Vec<&str> = lines.iter().map(|(_, line)| line.trim()).collect();
    let is_row = |row: &&str| !row.is_empty() && row.chars().all(|c| ROW_SYMBOLS.contains(c));
    if !is_row(&rows[0]) {
        return false;
    }
    let is_whole = rows.iter().all(is_row) && rows.iter().all(|row| row.len() == rows[0].len());
    (is_whole && rows.len() > 1) || rows[0].contains('.') || rows[0].starts_with(['x', 'X', '*'])
}

fn read_rows(lines: &[(usize, &str)]) -> Result<Read, Problem> {
    let rows: Vec<(usize, &str)> =
        lines.iter().map(|&(number, line)| (number, line.trim())).collect();
    let columns = rows[0].1.chars().count();
    let has_covered = rows.iter().any(|(_, row)| row.contains(['x', 'X', '*']));
    let mut labels = Vec::new();
    for &(number, row) in &rows {
        if let Some(wrong) = row.chars().find(|&c| !ROW_SYMBOLS.contains(c)) {
            let wrong = show(&wrong.to_string());
            let said = format!("line {number}: {wrong} is not a cell: expected . x * or 0 to 8");
            return Err(broken(said));
        }
        if row.chars().count() != columns {
            let found = row.chars().count();
            return Err(broken(format!(
                "line {number}: {found} cells, the first row has {columns}"
            )));
        }
        labels.extend(row.chars().map(|symbol| match symbol {
            '.' if has_covered => Label::Number(0),
            '.' | 'x' | 'X' => Label::Covered,
            '*' => Label::Mined,
            digit => Label::Number(digit.to_digit(10).unwrap_or(0)),
        }));
    }
    Ok(Read { rows: rows.len(), columns, labels, mines: None })
}

/// The labels as the protocol writes them.
pub fn write_labels(labels: impl Iterator<Item = Label>) -> Value {
    let written = labels.map(|label| match label {
        Label::Covered => json!("?"),
        Label::Free => json!("□"),
        Label::Mined => json!("*"),
        Label::IMPOSSIBLE => json!(-1),
        Label::Number(number) => json!(number),
    });
    written.collect()
}

/// A position on a king grid in the format `mine`.
pub fn write(
    position: &Position,
    [rows, columns]: [usize; 2],
    name: impl Fn(usize) -> String,
) -> Result<String, Problem> {
    let mines = position.mines().map_or("?".into(), |mines| mines.to_string());
    let mut text = format!("{columns}x{rows}x{mines}\n");
    for (cell, label) in position.labels().enumerate() {
        text.push(match label {
            Label::Covered => 'H',
            Label::Free => 'S',
            Label::Mined => 'M',
            Label::Number(number @ 0..=8) => char::from(b'0' + number as u8),
            Label::Number(number) => {
                return Err(broken(format!(
                    "cell {} is labelled {number}: the mine format writes numbers 0 to 8; use the \
                     graph format",
                    name(cell)
                )));
            }
        });
        if (cell + 1) % columns == 0 {
            text.push('\n');
        }
    }
    Ok(text)
}

pub fn broken(line: impl Into<String>) -> Problem {
    Problem::new(422, "FormatError", line)
}

/// A text as a message shows it: in quotes, on one line, and short.
pub fn show(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut shown = String::from(quote);
    for letter in text.chars() {
        match letter {
            '\\' => shown.push_str("\\\\"),
            '\t' => shown.push_str("\\t"),
            '\r' => shown.push_str("\\r"),
            '\n' => shown.push_str("\\n"),
            _ if letter == quote => shown.extend(['\\', quote]),
            ' '..='~' => shown.push(letter),
            _ if (letter as u32) < 0x100 => shown.push_str(&format!("\\x{:02x}", letter as u32)),
            _ if (letter as u32) < 0x10000 => shown.push_str(&format!("\\u{:04x}", letter as u32)),
            _ => shown.push_str(&format!("\\U{:08x}", letter as u32)),
        }
    }
    shown.push(quote);
    let line = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// The bytes of a text in base64; None if it is not.
pub fn unbase64(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=');
    let is_whole = text.len().is_multiple_of(4) && text.len() - digits.len() <= 2;
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut held, mut bits) = (0u32, 0);
    for digit in digits.bytes() {
        let value = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        held = held << 6 | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
    }
    is_whole.then_some(bytes)
}
