//! The desk itself: which question a request asks, and what has to be kept afterwards.

use std::collections::HashMap;

use demine::{Board, Budget, Cache, Options};
use serde_json::{Map, Value, json};

use crate::asked::Asked;
use crate::live::{KINDS, LiveGame, Wanted, object};
use crate::odds;
use crate::problem::Problem;
use crate::records::records;

/// What the desk needs from the program around it.
pub struct Host {
    /// Seconds since any fixed moment; never runs back.
    pub seconds: fn() -> f64,
    /// The time of day: seconds since 1970.
    pub time: fn() -> f64,
    /// 64 random bits that nobody can guess.
    pub random: fn() -> u64,
}

/// What the desk says to a request.
pub enum Reply {
    /// A status and an answer; rows to keep under their keys, or to delete if they are null.
    Answer(u16, Value, Vec<(String, Value)>),
    /// It needs the geometry of this board first: see [`Desk::receive`].
    NeedsBoard(String),
}

/// Why a request has no answer yet.
enum Unanswered {
    Problem(Problem),
    NeedsBoard(String),
}

impl<T: Into<Problem>> From<T> for Unanswered {
    fn from(problem: T) -> Self {
        Self::Problem(problem.into())
    }
}

type Answer = Result<(u16, Value), Unanswered>;

struct KnownBoard {
    board: Board,
    geometry: Value,
}

/// The name under which the settings are kept; games are kept under their keys.
const SETTINGS: &str = "settings";
/// Games that are kept; the oldest beyond that are deleted.
const KEPT: usize = 1000;
/// Bytes of the cache: far below what a phone has.
const CACHE_BYTES: usize = 16 << 20;
/// The questions about positions, as the paths name them.
const QUESTIONS: [&str; 3] = ["analyse", "cell", "curve"];

/// Answers the requests of one player, and holds the mines of the games.
pub struct Desk {
    host: Host,
    /// Presets, topologies and limits, as `GET /api/about` shows them.
    about: Value,
    boards: HashMap<String, KnownBoard>,
    /// The rows of all games by their keys, the latest last.
    rows: Vec<(String, Map<String, Value>)>,
    live: HashMap<String, LiveGame>,
    settings: Value,
    cache: Cache,
    /// What the current request has changed.
    changed: Vec<(String, Value)>,
}

impl Desk {
    /// A desk with what it offers, and with the rows that were kept.
    pub fn new(host: Host, about: Value, kept: Vec<(String, Value)>) -> Self {
        let mut settings = json!({});
        let mut rows = Vec::new();
        for (key, value) in kept {
            match value {
                _ if key == SETTINGS => settings = value,
                Value::Object(row) => rows.push((key, row)),
                _ => {}
            }
        }
        let made =
            |row: &Map<String, Value>| row.get("made").and_then(Value::as_f64).unwrap_or(0.0);
        rows.sort_by(|(_, one), (_, other)| made(one).total_cmp(&made(other)));
        let (boards, live, changed) = (HashMap::new(), HashMap::new(), Vec::new());
        Self { host, about, boards, rows, live, settings, cache: Cache::new(CACHE_BYTES), changed }
    }

    /// Takes the geometry of a board: its name, its edges, and an address per cell. False if it is no
    /// board.
    pub fn receive(&mut self, geometry: Value) -> bool {
        let Some((name, board)) = read_board(&geometry) else { return false };
        self.boards.insert(name, KnownBoard { board, geometry });
        true
    }

    /// Answers a request.
    pub fn ask(&mut self, method: &str, path: &str, body: &Value) -> Reply {
        let empty = Map::new();
        let asked = Asked(body.as_object().unwrap_or(&empty));
        let answer = self.answer(method, path, &asked);
        let changed = std::mem::take(&mut self.changed);
        match answer {
            Ok((status, answer)) => Reply::Answer(status, answer, changed),
            Err(Unanswered::NeedsBoard(name)) => Reply::NeedsBoard(name),
            Err(Unanswered::Problem(problem)) => {
                Reply::Answer(problem.status, problem.as_json(), changed)
            }
        }
    }

    fn answer(&mut self, method: &str, path: &str, asked: &Asked) -> Answer {
        let parts: Vec<&str> = path.trim_start_matches("/api/").split('/').collect();
        match (method, parts.as_slice()) {
            ("GET", ["about"]) => Ok((200, self.about.clone())),
            ("GET", ["boards", name]) => Ok((200, self.known(name)?.geometry.clone())),
            ("POST", ["board"]) => Ok((200, self.known(asked.board_name()?)?.geometry.clone())),
            ("GET", ["session"]) => self.session(),
            ("GET", ["settings"]) => Ok((200, self.settings.clone())),
            ("PUT", ["settings"]) => Ok((200, self.keep_settings(asked))),
            ("GET", ["records"]) => {
                Ok((200, json!({"records": records(self.rows.iter().map(|(_, row)| row))})))
            }
            ("GET", ["games"]) => Ok((200, self.latest())),
            ("POST", ["games"]) => self.create(asked),
            (_, ["games", key, rest @ ..]) => self.about_game(method, key, rest, asked),
            ("POST", [question]) if QUESTIONS.contains(question) => self.question(question, asked),
            _ => Err(not_offered().into()),
        }
    }

    fn question(&mut self, question: &str, asked: &Asked) -> Answer {
        let budget = asked.budget(self.limits())?;
        let board = &self.known(asked.board_name()?)?.board;
        let position = asked.position(board)?;
        let options = Options { cache: Some(&self.cache), budget, ..Options::default() };
        let found = match question {
            "analyse" => odds::analyse(&position, &options)?,
            "cell" => odds::cell(&position, asked.cell(board)?, &options)?,
            _ => odds::curve(&position, &options)?,
        };
        Ok((200, found))
    }

    fn create(&mut self, asked: &Asked) -> Answer {
        let is_other =
            asked.0.contains_key("endless") || asked.0.get("no_guess") == Some(&true.into());
        if is_other || asked.0.contains_key("text") {
            return Err(not_offered().into());
        }
        let (name, mines) = self.wanted(asked)?;
        let board = self.known(&name)?.board.clone();
        let cells = board.cells() as i64;
        let mines = mines.map_or_else(|| asked.whole("mines", 0, cells - 1), Ok)?;
        let (key, seed) = self.draw();
        let (first, made) = (asked.first()?, (self.host.time)());
        let live =
            LiveGame::new(Wanted { key: key.clone(), name, mines, first, seed, made }, board)?;
        Ok((201, self.add(key, live)))
    }

    /// A copy of a finished game for practice.
    fn practise(&mut self, key: &str) -> Answer {
        let (copied, _) = self.draw();
        let (made, now) = ((self.host.time)(), (self.host.seconds)());
        let live = self.live[key].practise(copied.clone(), made, now)?;
        Ok((200, self.add(copied, live)))
    }

    /// A new key, and a seed.
    fn draw(&mut self) -> (String, u64) {
        (format!("{:016x}", (self.host.random)()), (self.host.random)())
    }

    /// Keeps a new game; its state.
    fn add(&mut self, key: String, live: LiveGame) -> Value {
        let state = live.state((self.host.seconds)());
        self.live.insert(key.clone(), live);
        self.keep(&key);
        state.into()
    }

    /// The name of the board of a new game, and its mines if a preset has them.
    fn wanted(&self, asked: &Asked) -> Result<(String, Option<i64>), Problem> {
        let Some(presets) =
            self.about["presets"].as_object().filter(|_| asked.0.contains_key("preset"))
        else {
            return Ok((asked.board_name()?.into(), None));
        };
        let names: Vec<&str> = presets.keys().map(String::as_str).collect();
        let preset = &presets[asked.word("preset", &names)?];
        Ok((preset["board"].as_str().unwrap_or_default().into(), preset["mines"].as_i64()))
    }

    fn about_game(&mut self, method: &str, key: &str, rest: &[&str], asked: &Asked) -> Answer {
        self.wake(key)?;
        let now = (self.host.seconds)();
        let live = self.live.get_mut(key).expect("it was woken");
        match (method, rest) {
            ("GET", []) => {
                let mut told = live.state(now);
                told.insert("yours".into(), true.into());
                Ok((200, told.into()))
            }
            ("DELETE", []) => {
                self.drop_game(key);
                Ok((200, json!({"dropped": true})))
            }
            ("POST", ["moves"])
                if live.is_final() && asked.0.get("move") == Some(&"undo".into()) =>
            {
                self.practise(key)
            }
            ("POST", ["moves"]) => {
                let told = make(live, asked, now)?;
                self.keep(key);
                Ok((200, told.into()))
            }
            ("POST", ["risks"]) => {
                live.check_running()?;
                live.note_help();
                let position = live.position();
                self.keep(key);
                let budget = asked.budget(self.limits())?;
                let options = Options { cache: Some(&self.cache), budget, ..Options::default() };
                Ok((200, odds::analyse(&position, &options)?))
            }
            _ => Err(not_offered().into()),
        }
    }

    /// Makes a kept game live.
    fn wake(&mut self, key: &str) -> Result<(), Unanswered> {
        if self.live.contains_key(key) {
            return Ok(());
        }
        let missing = || Problem::new(404, "NotFound", "there is no such game");
        let row = self.row(key).ok_or_else(missing)?;
        let name = row.get("board").and_then(Value::as_str).ok_or_else(missing)?;
        let board = self.known(name)?.board.clone();
        let live = LiveGame::restore(row, board, (self.host.seconds)()).ok_or_else(missing)?;
        self.live.insert(key.into(), live);
        Ok(())
    }

    fn row(&self, key: &str) -> Option<&Map<String, Value>> {
        self.rows.iter().rev().find(|(known, _)| known == key).map(|(_, row)| row)
    }

    /// Keeps the present state of a live game.
    fn keep(&mut self, key: &str) {
        let row = self.live[key].row((self.host.seconds)());
        self.changed.push((key.into(), row.clone()));
        let row = object(row);
        match self.rows.iter_mut().rev().find(|(known, _)| known == key) {
            Some((_, kept)) => *kept = row,
            None => self.rows.push((key.into(), row)),
        }
        if self.rows.len() > KEPT {
            let oldest = self.rows[0].0.clone();
            self.drop_game(&oldest);
        }
    }

    fn drop_game(&mut self, key: &str) {
        self.live.remove(key);
        self.rows.retain(|(known, _)| known != key);
        self.changed.push((key.into(), Value::Null));
    }

    fn session(&mut self) -> Answer {
        let last = self
            .rows
            .last()
            .filter(|(_, row)| row["status"] == "ready" || row["status"] == "playing");
        let Some(key) = last.map(|(key, _)| key.clone()) else {
            return Ok((200, json!({"settings": self.settings, "game": null})));
        };
        self.wake(&key)?;
        let state = self.live[&key].state((self.host.seconds)());
        Ok((200, json!({"settings": self.settings, "game": state})))
    }

    fn keep_settings(&mut self, asked: &Asked) -> Value {
        self.settings = Value::Object(asked.0.clone());
        self.changed.push((SETTINGS.into(), self.settings.clone()));
        self.settings.clone()
    }

    /// The latest games, without their moves.
    fn latest(&self) -> Value {
        const SHOWN: [&str; 8] =
            ["key", "board", "mines", "first", "status", "made", "seconds", "helped"];
        let show = |row: &Map<String, Value>| -> Map<String, Value> {
            SHOWN
                .iter()
                .map(|&name| (name.into(), row.get(name).cloned().unwrap_or_default()))
                .collect()
        };
        let rows: Vec<_> = self.rows.iter().rev().take(20).map(|(_, row)| show(row)).collect();
        json!({"games": rows})
    }

    fn known(&self, name: &str) -> Result<&KnownBoard, Unanswered> {
        self.boards.get(name).ok_or_else(|| Unanswered::NeedsBoard(name.into()))
    }

    /// The largest budget of a question.
    fn limits(&self) -> Budget {
        let limits = &self.about["limits"];
        let states = limits["states"].as_u64().map_or(Budget::DEFAULT_STATES, |most| most as usize);
        Budget { states, seconds: limits["seconds"].as_f64() }
    }
}

/// Makes the move of a request.
fn make(live: &mut LiveGame, asked: &Asked, now: f64) -> Result<Map<String, Value>, Problem> {
    let words = [&KINDS[..], &["undo", "pause", "resume"]].concat();
    match asked.word("move", &words)? {
        "undo" => live.undo(now),
        "pause" => Ok(live.pause(now)),
        "resume" => Ok(live.resume(now)),
        kind => {
            let cell = asked.cell(live.board())?;
            live.make(kind, cell, now)
        }
    }
}

fn not_offered() -> Problem {
    let line = "this needs the server: the pages without a server do not offer it yet";
    Problem::new(501, "NotOffered", line)
}

fn read_board(geometry: &Value) -> Option<(String, Board)> {
    let cells = geometry["addresses"].as_array()?.len();
    let ends: Option<Vec<i64>> = geometry["edges"].as_array()?.iter().map(Value::as_i64).collect();
    let ends = ends?;
    let edges = ends.chunks_exact(2).map(|pair| (pair[0], pair[1]));
    Some((geometry["name"].as_str()?.into(), Board::new(cells, edges).ok()?))
}
