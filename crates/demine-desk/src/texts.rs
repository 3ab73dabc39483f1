//! Texts: positions on king grids as rows of symbols, as people paste them. Python reads them here, too.
//!
//! The format `mine`: `COLSxROWSxMINES` (`?` for an unknown number of mines), then a line per row of
//! `H` or `?` hidden, `F` flagged, `M` known mine, `S` known free, `0` to `8`. `O` and `I` are flags as
//! well: other programs write them for flags that they did not count, and for mines without a flag.
//!
//! Rows without that line are those of other programs, with an unknown number of mines. minesweepr: `.`
//! a 0, `x` covered, `*` a mine. Gecode's example: `.` covered. Other rows have the symbols of `mine`,
//! and `#`, `-` or `_` for covered cells. There may be spaces, commas or bars between all symbols.

use demine::{Label, Position};
use serde_json::{Value, json};

use crate::problem::Problem;

/// A position on a king grid.
pub struct Read {
    /// Rows of the grid.
    pub rows: usize,
    /// Columns of the grid.
    pub columns: usize,
    /// The labels row by row: as many as the grid has cells.
    pub labels: Vec<Label>,
    /// The number of mines, if it is known.
    pub mines: Option<i64>,
}

/// Characters of a text that a message quotes.
const LONGEST: usize = 40;
const MOST_DIGITS: usize = 9;

/// A line and its number from 1.
type Line<'t> = (usize, &'t str);

/// Reads a text. Other formats than these need the server.
pub fn read(text: &str, trust_flags: bool) -> Result<Read, Problem> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let unspaced = without_spaces(text);
    let text = unspaced.as_deref().unwrap_or(text);
    match lines_of(text).first() {
        None => Err(broken("the text is empty: expected a position")),
        Some((_, first)) if is_rows(text) || first.starts_with(|c: char| c.is_ascii_digit()) => {
            read_rows(text, trust_flags)
        }
        Some((number, first)) => Err(broken(format!(
            "line {number}: {} begins no known format: expected COLSxROWSxMINES (mine); the pages \
             without a server read no other format",
            show(first)
        ))),
    }
}

/// Reads rows of symbols with nothing between them, below a header or without one.
pub fn read_rows(text: &str, trust_flags: bool) -> Result<Read, Problem> {
    let lines = lines_of(text);
    match is_board(&lines) {
        true => read_board(&lines),
        false => read_mine(&lines, trust_flags),
    }
}

/// Whether a text has rows of symbols without a header.
pub fn is_rows(text: &str) -> bool {
    is_board(&lines_of(text))
}

/// The text without what stands between its symbols; None if that is nothing, or no rows of symbols.
pub fn without_spaces(text: &str) -> Option<String> {
    let lines = lines_of(text);
    let bare = |line: &str| line.trim().trim_matches('|').trim().to_string();
    let mut rows: Vec<String> = lines.iter().map(|(_, line)| bare(line)).collect();
    if rows.first().is_some_and(|row| read_head(row).is_some()) {
        rows.remove(0);
    }
    let width = |row: &str| row.chars().filter(|&c| !is_between(c)).count();
    let widest = rows.iter().map(|row| width(row)).max()?;
    let is_even = widest > 2 && rows.iter().all(|row| width(row) == widest);
    // Two columns of digits are points.
    let has_letters =
        rows.iter().any(|row| !row.chars().all(|c| c.is_ascii_digit() || " \t,;|".contains(c)));
    let is_spaced = (is_even || has_letters) && rows.iter().all(|row| is_spaced(row));
    let unspaced = |line: &str| line.chars().filter(|&c| !is_between(c) || c == '\n').collect();
    is_spaced.then(|| unspaced(&text.replace("\r\n", "\n")))
}

/// Whether a character may stand between symbols.
fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '|' | ';')
}

/// Whether a row is two or more symbols with blanks, or one other sign, between any two.
fn is_spaced(row: &str) -> bool {
    let mut rest = row.chars().peekable();
    let mut symbols = 0;
    loop {
        match rest.next() {
            Some(symbol) if !is_between(symbol) => symbols += 1,
            _ => return false,
        }
        let gap: Vec<char> = std::iter::from_fn(|| rest.next_if(|&c| is_between(c))).collect();
        if gap.is_empty() {
            return symbols > 1 && rest.peek().is_none();
        }
        if gap.iter().filter(|c| !c.is_whitespace()).count() > 1 {
            return false;
        }
    }
}

/// The lines with their numbers, without blank ones at either end.
fn lines_of(text: &str) -> Vec<Line<'_>> {
    let numbered = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    let mut lines: Vec<Line<'_>> = (1..).zip(numbered).collect();
    let is_blank = |line: &Line<'_>| line.1.trim().is_empty();
    while lines.last().is_some_and(is_blank) {
        lines.pop();
    }
    let start = lines.iter().take_while(|line| is_blank(line)).count();
    lines.split_off(start)
}

fn read_mine(lines: &[Line<'_>], trust_flags: bool) -> Result<Read, Problem> {
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
        _ => number(symbol),
    }
}

/// The symbols of rows without a header: of two other programs, and of any others.
const ROW_SYMBOLS: &str = ".xX*012345678";
const OTHER_SYMBOLS: &str = "HhFfMmSs?#_*-012345678";

/// Whether lines can be a board without a header: rows of its symbols alone.
fn is_board(lines: &[Line<'_>]) -> bool {
    let rows: Vec<&str> = lines.iter().map(|(_, line)| line.trim()).collect();
    let is_row = |row: &str, symbols: &str| {
        !row.is_empty() && row.chars().all(|symbol| symbols.contains(symbol))
    };
    if rows.len() > 1 && rows.iter().all(|row| is_row(row, OTHER_SYMBOLS)) {
        return true;
    }
    let Some(first) = rows.first().filter(|row| is_row(row, ROW_SYMBOLS)) else { return false };
    let is_whole = rows.iter().all(|row| is_row(row, ROW_SYMBOLS) && row.len() == first.len());
    (is_whole && rows.len() > 1) || first.contains('.') || first.starts_with(['x', 'X', '*'])
}

fn read_board(lines: &[Line<'_>]) -> Result<Read, Problem> {
    let rows: Vec<Line<'_>> = lines.iter().map(|&(number, line)| (number, line.trim())).collect();
    let columns = rows[0].1.chars().count();
    let meaning = meaning(&rows);
    let mut labels = Vec::new();
    for &(number, row) in &rows {
        for symbol in row.chars() {
            labels.push(meaning(symbol).ok_or_else(|| {
                let wrong = show(&symbol.to_string());
                broken(format!("line {number}: {wrong} is not a cell: expected . x * or 0 to 8"))
            })?);
        }
        let found = row.chars().count();
        if found != columns {
            let said = format!("line {number}: {found} cells, the first row has {columns}");
            return Err(broken(said));
        }
    }
    Ok(Read { rows: rows.len(), columns, labels, mines: None })
}

/// What the symbols mean, by those that appear.
fn meaning(rows: &[Line<'_>]) -> fn(char) -> Option<Label> {
    let has = |symbols: &[char]| rows.iter().any(|(_, row)| row.contains(symbols));
    if has(&['x', 'X']) || (has(&['.']) && has(&['*'])) {
        return |symbol| match symbol {
            '.' => Some(Label::Number(0)),
            'x' | 'X' => Some(Label::Covered),
            '*' => Some(Label::Mined),
            _ => number(symbol),
        };
    }
    if has(&['.']) {
        return |symbol| if symbol == '.' { Some(Label::Covered) } else { number(symbol) };
    }
    |symbol| match symbol {
        'H' | 'h' | 'F' | 'f' | '?' | '#' | '-' | '_' => Some(Label::Covered),
        'M' | 'm' | '*' => Some(Label::Mined),
        'S' | 's' => Some(Label::Free),
        _ => number(symbol),
    }
}

fn number(symbol: char) -> Option<Label> {
    symbol.to_digit(9).map(Label::Number)
}

/// The labels as the protocol writes them.
pub(crate) fn write_labels(labels: impl Iterator<Item = Label>) -> Value {
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

pub(crate) fn broken(line: impl Into<String>) -> Problem {
    Problem::new(422, "FormatError", line)
}

/// A text as a message shows it: in quotes, on one line, and short.
pub(crate) fn show(text: &str) -> String {
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
pub(crate) fn unbase64(text: &str) -> Option<Vec<u8>> {
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
