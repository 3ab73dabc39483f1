//! The desk itself: which question a request asks, and what has to be kept afterwards.

use std::rc::Rc;

use demine::{Board, Budget, Cache, GameSetup, Position};
use rustc_hash::FxHashMap;
use serde_json::{Map, Value, json};

use crate::asked::{Asked, check_day, first_of, saturated};
use crate::boards::{self, Largest};
use crate::daily;
use crate::guesses::guesses;
use crate::help::{self, Found};
use crate::live::{KINDS, LiveGame, Wanted, object};
use crate::odds;
use crate::problem::Problem;
use crate::records::records;
use crate::replay;
use crate::review::review;
use crate::search::Search;
use crate::strongest::strongest;
use crate::texts;
use crate::time::Time;

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
    /// It has tried so many boards: see [`Desk::go_on`].
    Searching(usize),
}

/// Why a request has no answer yet.
enum Unanswered {
    Problem(Problem),
    NeedsBoard(String),
    Searching(usize),
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

/// How requests for the boards of a day begin.
const DAILY: &str = "daily?day=";
/// The name under which the settings are kept; games are kept under their keys.
const SETTINGS: &str = "settings";
/// Games that are kept; the oldest beyond that are deleted.
const KEPT: usize = 1000;
/// The version of the file of all games.
const KEPT_VERSION: i64 = 1;
/// Bytes of the cache: far below what a phone has.
const CACHE_BYTES: usize = 16 << 20;
/// The questions about positions, as the paths name them.
const QUESTIONS: [&str; 7] =
    ["analyse", "cell", "curve", "explain", "guesses", "strongest", "write"];
/// Boards that are remembered.
const BOARDS: usize = 64;
/// Tiers of a hint.
const TIERS: i64 = 4;
/// The name of the format that is written.
const MINE: &str = "mine";

/// Answers the requests of one player, and holds the mines of the games.
pub struct Desk {
    host: Host,
    /// Presets, topologies and limits, as the host shows them at `/api/about`.
    about: Value,
    boards: FxHashMap<String, KnownBoard>,
    /// The rows of all games by their keys, the latest last.
    rows: Vec<(String, Map<String, Value>)>,
    live: FxHashMap<String, LiveGame>,
    settings: Value,
    cache: Rc<Cache>,
    /// The last hint: a player asks for its tiers one after the other.
    hint: Option<(Position, Found)>,
    /// The search for a board without guesses that goes on.
    search: Option<Search>,
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
        sort_rows(&mut rows);
        Self {
            host,
            about,
            boards: FxHashMap::default(),
            rows,
            live: FxHashMap::default(),
            settings,
            cache: Rc::new(Cache::new(CACHE_BYTES)),
            hint: None,
            search: None,
            changed: Vec::new(),
        }
    }

    /// Takes the geometry of a board: its name, its edges, and an address per cell. False if it is no
    /// board.
    pub fn receive(&mut self, geometry: Value) -> bool {
        let Some((name, board)) = boards::read(&geometry) else { return false };
        self.remember(name, KnownBoard { board, geometry });
        true
    }

    fn remember(&mut self, name: String, known: KnownBoard) {
        if self.boards.len() >= BOARDS {
            self.boards.clear();
        }
        self.boards.insert(name, known);
    }

    /// Answers a request.
    pub fn ask(&mut self, method: &str, path: &str, body: &Value) -> Reply {
        let empty = Map::new();
        let asked = Asked(body.as_object().unwrap_or(&empty));
        self.search = None;
        let answer = self.answer(method, path, &asked);
        self.reply(answer)
    }

    /// Goes on with the search of the last request.
    pub fn go_on(&mut self) -> Reply {
        let answer = self.search_on();
        self.reply(answer)
    }

    fn reply(&mut self, answer: Answer) -> Reply {
        let changed = std::mem::take(&mut self.changed);
        match answer {
            Ok((status, answer)) => Reply::Answer(status, answer, changed),
            Err(Unanswered::NeedsBoard(name)) => Reply::NeedsBoard(name),
            Err(Unanswered::Searching(tried)) => Reply::Searching(tried),
            Err(Unanswered::Problem(problem)) => {
                Reply::Answer(problem.status, problem.as_json(), changed)
            }
        }
    }

    fn answer(&mut self, method: &str, path: &str, asked: &Asked) -> Answer {
        let parts: Vec<&str> = path.trim_start_matches("/api/").split('/').collect();
        match (method, parts.as_slice()) {
            ("GET", ["boards", name]) => Ok((200, self.known(name)?.geometry.clone())),
            ("POST", ["board"]) => Ok((200, self.known(asked.board_name()?)?.geometry.clone())),
            ("GET", ["session"]) => self.session(),
            ("GET", ["settings"]) => Ok((200, self.settings.clone())),
            ("PUT", ["settings"]) => Ok((200, self.keep_settings(asked))),
            ("GET", ["kept"]) => Ok((200, self.write_kept())),
            ("POST", ["kept"]) => self.take_kept(asked),
            ("GET", ["records"]) => {
                Ok((200, json!({"records": records(self.rows.iter().map(|(_, row)| row))})))
            }
            ("GET", ["games"]) => Ok((200, self.latest())),
            ("GET", [asked]) if asked.starts_with(DAILY) => self.daily(&asked[DAILY.len()..]),
            ("POST", ["games"]) => self.create(asked),
            (_, ["games", key, rest @ ..]) => self.about_game(method, key, rest, asked),
            ("POST", ["read"]) => self.read(asked),
            ("POST", ["review"]) => self.review_file(asked),
            ("POST", [question]) if QUESTIONS.contains(question) => self.question(question, asked),
            _ => Err(not_offered().into()),
        }
    }

    fn question(&mut self, question: &str, asked: &Asked) -> Answer {
        let (name, position) = self.position(asked)?;
        let budget = asked.budget(self.limits())?;
        let addresses = self.known(&name)?.geometry["addresses"].clone();
        let time = Time::new(self.host.seconds, budget, &self.cache);
        let options = time.rest()?;
        let cell = || asked.cell(position.board());
        let found = match question {
            "analyse" => odds::analyse(&position, &options)?,
            "cell" => odds::cell(&position, cell()?, &options)?,
            "curve" => odds::curve(&position, &options)?,
            "explain" => {
                let cell = cell()?;
                let address = addresses[cell as usize].as_str().unwrap_or_default();
                help::explain(&position, cell, address, &options)?
            }
            "guesses" => guesses(&position, &options)?,
            "strongest" => strongest(&position, &options)?,
            _ => self.write(&name, &position, asked)?,
        };
        Ok((200, found))
    }

    /// The name of the board of a position, and the position: by labels, or in a text.
    fn position(&mut self, asked: &Asked) -> Result<(String, Position), Unanswered> {
        let Some(text) = asked.pasted()? else {
            let name = asked.board_name()?.to_string();
            let board = self.known(&name)?.board.clone();
            return Ok((name, asked.position(&board)?));
        };
        let read = texts::read(&text, asked.truth("trust_flags")?)?;
        let name = format!("grid-{}x{}", read.rows, read.columns);
        let board = self.known(&name)?.board.clone();
        let position = Position::new(board, read.labels, read.mines);
        Ok((name, position.map_err(|error| texts::broken(error.to_string()))?))
    }

    /// Reads a position in a text: the geometry of its board, its labels, its mines.
    fn read(&mut self, asked: &Asked) -> Answer {
        let (name, position) = self.position(asked)?;
        let geometry = self.known(&name)?.geometry.clone();
        let labels = texts::write_labels(position.labels());
        Ok((200, json!({"board": geometry, "labels": labels, "mines": position.mines()})))
    }

    /// Writes a position on a king grid as a text.
    fn write(&self, name: &str, position: &Position, asked: &Asked) -> Result<Value, Problem> {
        asked.word("format", &[MINE])?;
        let geometry = &self.boards[name].geometry;
        let side = |axis: usize| geometry["sides"][axis].as_u64().unwrap_or(0) as usize;
        let (rows, columns) = (side(0), side(1));
        if geometry["name"] != format!("grid-{rows}x{columns}") {
            let title = geometry["title"].as_str().unwrap_or_default();
            return Err(texts::broken(format!(
                "{title} is not a king grid with a border and no holes, the only boards of the mine \
                 format: use the graph format"
            )));
        }
        let place = |cell: usize| format!("({}, {})", cell / columns, cell % columns);
        let text = texts::write(position, [rows, columns], place)?;
        Ok(json!({"format": MINE, "text": text}))
    }

    fn hint(
        &mut self,
        position: Position,
        tier: i64,
        addresses: &Value,
        budget: Budget,
    ) -> Result<Value, Problem> {
        let cache = Rc::clone(&self.cache);
        let time = Time::new(self.host.seconds, budget, &cache);
        let kept = self.hint.take().filter(|(known, _)| *known == position);
        let found = match kept {
            Some((_, found)) => found,
            None => help::hint(&position, &time)?,
        };
        let told = help::write_hint(&position, &found, tier, addresses, &time.rest()?)?;
        self.hint = Some((position, found));
        Ok(told)
    }

    fn create(&mut self, asked: &Asked) -> Answer {
        if asked.0.contains_key("endless") || asked.0.contains_key("text") {
            return Err(not_offered().into());
        }
        let (name, mines) = self.wanted(asked)?;
        let known = self.known(&name)?;
        let name = known.geometry["name"].as_str().unwrap_or_default().to_string();
        let board = known.board.clone();
        let cells = board.cells() as i64;
        if cells < 2 {
            let line = "a board of one cell: expected at least two cells to play on";
            return Err(Problem::bad(line).into());
        }
        let mines = mines.map_or_else(|| asked.whole("mines", 0, cells - 1), Ok)?;
        let no_guess = asked.truth("no_guess")?;
        let first = asked.first(if no_guess { "opening" } else { "safe" })?;
        let day = asked.daily()?.map(String::from);
        let first = if day.is_some() { daily::FIRST } else { first };
        let middle = day.as_ref().map(|_| daily::middle(&known.geometry) as i64);
        let (key, seed) = self.draw();
        let made = (self.host.time)();
        let mut wanted = Wanted { key, name, mines, first, seed, made, daily: day };
        if let Some(day) = &wanted.daily {
            wanted.seed = daily::seed(day, &wanted, no_guess);
        }
        if !no_guess {
            return Ok((201, self.begin(LiveGame::new(wanted, board)?, middle)?));
        }
        let start = middle.map_or_else(|| asked.whole("start", 0, cells - 1), Ok)?;
        let setup = GameSetup::new(board, mines, first_of(first));
        self.search = Some(Search {
            wanted,
            setup: setup.map_err(|error| Problem::new(409, "InvalidGame", error.to_string()))?,
            start: start as u32,
            began: (self.host.seconds)(),
            seconds: self.about["limits"]["search"].as_f64().unwrap_or(f64::INFINITY),
            states: self.limits().states,
            tried: 0,
        });
        Err(Unanswered::Searching(0))
    }

    fn search_on(&mut self) -> Answer {
        let Some(mut search) = self.search.take() else { return Err(not_offered().into()) };
        let Some(found) = search.go_on((self.host.seconds)())? else {
            let tried = search.tried;
            self.search = Some(search);
            return Err(Unanswered::Searching(tried));
        };
        let wanted = Wanted { seed: found.seed, ..search.wanted };
        let board = self.known(&wanted.name)?.board.clone();
        let live = LiveGame::new(wanted.clone(), board)?.certified(found.certificate);
        let start = wanted.daily.is_some().then_some(i64::from(search.start));
        Ok((201, self.begin(live, start)?))
    }

    /// Keeps a new game; a daily board begins with the same cell for everybody.
    fn begin(&mut self, mut live: LiveGame, start: Option<i64>) -> Result<Value, Problem> {
        if let Some(cell) = start {
            live.make("open", cell as u32, (self.host.seconds)())?;
        }
        Ok(self.add(live.key().into(), live))
    }

    /// The boards of a day, with the streaks.
    fn daily(&self, day: &str) -> Answer {
        let rows = self.rows.iter().map(|(_, row)| row);
        Ok((200, daily::boards(check_day(day)?, &self.about["presets"], rows)))
    }

    /// Reviews a replay file.
    fn review_file(&mut self, asked: &Asked) -> Answer {
        let replay = replay::read(asked.text("replay")?)?;
        let board = self.known(&replay.wanted.name)?.board.clone();
        let mut live = LiveGame::new(replay.wanted.clone(), board)?;
        replay.play(&mut live)?;
        live.set_undos(replay.undos);
        if !live.is_over() {
            let line = "the game of the replay is not over: expected a finished game";
            return Err(Problem::bad(line).into());
        }
        let budget = asked.budget(self.limits())?;
        Ok((200, self.review(&live, budget)?))
    }

    fn review(&mut self, live: &LiveGame, budget: Budget) -> Result<Value, Unanswered> {
        let geometry = self.known(live.name())?.geometry.clone();
        let mut told = review(live, &Time::new(self.host.seconds, budget, &self.cache))?;
        told.insert("board".into(), geometry);
        Ok(told.into())
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
            ("POST", ["hint"]) => self.hint_for(key, asked),
            ("POST", ["risks"]) => {
                live.check_running()?;
                live.note_help();
                let position = live.position();
                self.keep(key);
                let budget = asked.budget(self.limits())?;
                let time = Time::new(self.host.seconds, budget, &self.cache);
                Ok((200, odds::analyse(&position, &time.rest()?)?))
            }
            ("GET", ["certificate"]) => Ok((200, live.certificate()?.into())),
            ("GET", ["replay"]) => {
                live.check_over("replay")?;
                Ok((200, replay::write(live).into()))
            }
            ("GET", ["review"]) => {
                live.check_over("replay")?;
                let live = self.live.remove(key).expect("it was woken");
                let told = self.review(&live, self.limits());
                self.live.insert(key.into(), live);
                Ok((200, told?))
            }
            _ => Err(not_offered().into()),
        }
    }

    /// One tier of a hint in a game; the game no longer counts as a record.
    fn hint_for(&mut self, key: &str, asked: &Asked) -> Answer {
        let tier = asked.whole("tier", 1, TIERS)?;
        let live = self.live.get_mut(key).expect("it was woken");
        live.check_running()?;
        if live.is_over() {
            let line = "the game is over: there are no more hints";
            return Err(Problem::new(409, "InvalidGame", line).into());
        }
        if live.is_ready() && live.first() != "risky" {
            return Ok((200, json!({"tier": tier, "certain": true, "free": true})));
        }
        live.note_help();
        let (position, name) = (live.position(), live.name().to_string());
        self.keep(key);
        let addresses = self.known(&name)?.geometry["addresses"].clone();
        Ok((200, self.hint(position, tier, &addresses, self.limits())?))
    }

    /// Makes a kept game live.
    fn wake(&mut self, key: &str) -> Result<(), Unanswered> {
        if self.live.contains_key(key) {
            return Ok(());
        }
        let missing = || Problem::new(404, "NotFound", "there is no such game");
        let row = self.row(key).ok_or_else(missing)?.clone();
        let name = row.get("board").and_then(Value::as_str).ok_or_else(missing)?;
        let board = self.known(name)?.board.clone();
        let live = LiveGame::restore(&row, board, (self.host.seconds)()).ok_or_else(missing)?;
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

    /// The settings and all games, for a file of the player.
    fn write_kept(&self) -> Value {
        let games: Vec<&Map<String, Value>> = self.rows.iter().map(|(_, row)| row).collect();
        json!({"kept": KEPT_VERSION, "settings": self.settings, "games": games})
    }

    /// Takes the games and settings of such a file; games that are here stay as they are.
    fn take_kept(&mut self, asked: &Asked) -> Answer {
        let wrong = || Problem::bad("the file has no games: expected one that these pages saved");
        let games = asked.0.get("games").and_then(Value::as_array).ok_or_else(wrong)?;
        if asked.0.get("kept") != Some(&KEPT_VERSION.into()) {
            return Err(wrong().into());
        }
        let mut fresh = Vec::new();
        for row in games.iter().rev().take(KEPT) {
            let row = row.as_object().ok_or_else(wrong)?;
            let key = row.get("key").and_then(Value::as_str).ok_or_else(wrong)?;
            let name = row.get("board").and_then(Value::as_str).ok_or_else(wrong)?;
            let board = self.known(name)?.board.clone();
            let live = LiveGame::restore(row, board, (self.host.seconds)()).ok_or_else(wrong)?;
            if self.row(key).is_none() {
                fresh.push((key.to_string(), object(live.row((self.host.seconds)()))));
            }
        }
        if let Some(settings) = asked.0.get("settings").filter(|one| one.is_object()) {
            self.settings = settings.clone();
            self.changed.push((SETTINGS.into(), settings.clone()));
        }
        let added = fresh.len();
        self.changed.extend(fresh.iter().map(|(key, row)| (key.clone(), row.clone().into())));
        self.rows.extend(fresh);
        sort_rows(&mut self.rows);
        while self.rows.len() > KEPT {
            let oldest = self.rows[0].0.clone();
            self.drop_game(&oldest);
        }
        Ok((200, json!({"added": added})))
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

    /// The board of a name: one that is remembered, or made on the spot.
    fn known(&mut self, name: &str) -> Result<&KnownBoard, Unanswered> {
        if !self.boards.contains_key(name) {
            let most = |limit: &str| self.about["limits"][limit].as_u64().map_or(0, saturated);
            let largest = Largest { cells: most("cells"), edges: most("edges") };
            let missing = || Unanswered::NeedsBoard(name.into());
            let geometry = boards::geometry(name, largest)?.ok_or_else(missing)?;
            let (_, board) = boards::read(&geometry).ok_or_else(missing)?;
            self.remember(name.into(), KnownBoard { board, geometry });
        }
        Ok(&self.boards[name])
    }

    /// The largest budget of a question.
    fn limits(&self) -> Budget {
        let limits = &self.about["limits"];
        let states = limits["states"].as_u64().map_or(Budget::DEFAULT_STATES, saturated);
        Budget { states, seconds: limits["seconds"].as_f64() }
    }
}

/// The latest games last.
fn sort_rows(rows: &mut [(String, Map<String, Value>)]) {
    let made = |row: &Map<String, Value>| row.get("made").and_then(Value::as_f64).unwrap_or(0.0);
    rows.sort_by(|(_, one), (_, other)| made(one).total_cmp(&made(other)));
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
