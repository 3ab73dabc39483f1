//! Replays: a game's id and its moves, as JSON lines that anybody can check.

use demine::Cell;
use serde_json::{Map, Value};

use crate::asked::{FIRSTS, saturated};
use crate::live::{KINDS, LiveGame, Move, Wanted};
use crate::problem::Problem;
use crate::texts::{broken, show};

/// What a replay file says.
pub struct Replay {
    pub wanted: Wanted,
    pub undos: usize,
    steps: Vec<Step>,
}

/// A move, and what it did.
struct Step {
    made: Move,
    changed: usize,
    status: String,
}

/// The file of a game.
pub fn write(live: &LiveGame) -> String {
    let helps: Vec<String> = live.helps().iter().map(|help| format!("\"{help}\"")).collect();
    let helps = match helps.is_empty() {
        true => String::new(),
        false => format!(", \"helps\": [{}]", helps.join(", ")),
    };
    let mut text = format!(
        "{{\"replay\": 1, \"id\": \"{}\", \"undos\": {}{helps}}}\n",
        live.id(),
        live.undos()
    );
    live.play_again(|game, one, changed| {
        let (status, at) = (game.status(), Value::from(one.at));
        text += &format!(
            "{{\"move\": \"{}\", \"cell\": {}, \"at\": {at}, \"changed\": {}, \"status\": \"{status}\"}}\n",
            one.kind,
            one.cell,
            changed.len()
        );
    });
    text
}

/// Reads the file of one game.
pub fn read(text: &str) -> Result<Replay, Problem> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = (1..).zip(text.split('\n')).filter(|(_, line)| !line.trim().is_empty());
    let mut lines: Vec<(usize, &str)> = lines.collect();
    // A kill may have torn the last line.
    if lines.len() > 1 && lines.last().is_some_and(|(_, line)| !line.trim_end().ends_with('}')) {
        lines.pop();
    }
    let [head, steps @ ..] = &lines[..] else {
        return Err(broken("line 1: the text is empty, expected a replay"));
    };
    if steps.iter().any(|(_, line)| line.contains("\"replay\"")) {
        return Err(broken("the text holds several games: expected one"));
    }
    let line = Line::read(*head)?;
    if line.entries.get("replay") != Some(&1.into()) {
        return Err(line.wrong("replay", "1"));
    }
    let id = line.text("id")?;
    let wanted = read_id(id).ok_or_else(|| {
        let line = format!("game {}: the pages without a server cannot make it again", show(id));
        Problem::new(501, "NotOffered", line)
    })?;
    let undos = line.whole("undos")?;
    let steps = steps.iter().map(|&line| read_step(Line::read(line)?)).collect::<Result<_, _>>()?;
    Ok(Replay { wanted, undos, steps })
}

fn read_step(line: Line) -> Result<Step, Problem> {
    let kind = line.text("move")?;
    let kind = KINDS.into_iter().find(|known| *known == kind);
    let kind = kind.ok_or_else(|| line.wrong("move", "one of open, flag, chord"))?;
    let at = line.entries.get("at").and_then(Value::as_f64).filter(|at| (0.0..=1e9).contains(at));
    let at = at.ok_or_else(|| line.wrong("at", "seconds from 0 to 1e+09"))?;
    let cell = Cell::try_from(line.whole("cell")?);
    let cell = cell.map_err(|_| line.wrong("cell", "a whole number from 0, or [x, y]"))?;
    let status = line.text("status")?.to_string();
    Ok(Step { made: Move { kind, cell, at }, changed: line.whole("changed")?, status })
}

/// The board, mines, first-click rule and seed of an id.
fn read_id(id: &str) -> Option<Wanted> {
    let mut parts = id.rsplitn(4, '-');
    let (seed, first, mines, name) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let first = FIRSTS.iter().find(|(known, _)| *known == first)?.0;
    Some(Wanted {
        key: String::new(),
        name: name.into(),
        mines: mines.parse().ok()?,
        first,
        seed: seed.parse().ok()?,
        made: 0.0,
        daily: None,
    })
}

impl Replay {
    /// Plays a new game by these moves; every step is checked.
    pub fn play(&self, live: &mut LiveGame) -> Result<(), Problem> {
        let mut now = 0.0;
        for (place, Step { made, changed, status }) in (1..).zip(&self.steps) {
            if made.at < now {
                let said = format!("move {place} is made at {}, before the one before", made.at);
                return Err(broken(said));
            }
            now = made.at;
            let cells = live.board().cells();
            if made.cell as usize >= cells {
                let said = format!("cell {} is not on a board of {cells} cells", made.cell);
                return Err(broken(said));
            }
            let found = live.redo(made.clone());
            if (found, live.status()) != (*changed, status) {
                return Err(broken(format!(
                    "move {place}: the replay says {changed} cells changed and {status}, the game has \
                     {found} cells changed and {}",
                    live.status()
                )));
            }
        }
        Ok(())
    }
}

/// A line of a file, as an object.
struct Line {
    number: usize,
    entries: Map<String, Value>,
}

impl Line {
    fn read((number, text): (usize, &str)) -> Result<Self, Problem> {
        match serde_json::from_str(text) {
            Ok(Value::Object(entries)) => Ok(Self { number, entries }),
            _ => Err(broken(format!("line {number}: not a JSON object, expected a replay"))),
        }
    }

    fn text(&self, key: &str) -> Result<&str, Problem> {
        let found = self.entries.get(key).and_then(Value::as_str);
        found.ok_or_else(|| self.wrong(key, "a text"))
    }

    fn whole(&self, key: &str) -> Result<usize, Problem> {
        let found = self.entries.get(key).and_then(Value::as_u64);
        found.map(saturated).ok_or_else(|| self.wrong(key, "a whole number from 0"))
    }

    fn wrong(&self, key: &str, expected: &str) -> Problem {
        let number = self.number;
        match self.entries.get(key) {
            None => broken(format!("line {number}: \"{key}\" is missing, expected {expected}")),
            Some(value) => {
                broken(format!("line {number}: \"{key}\" is {value}, expected {expected}"))
            }
        }
    }
}
