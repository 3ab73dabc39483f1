//! Live games: a game, its moves, its clock and its help, as the player may see them and as a browser
//! keeps them.

use demine::{Board, Cell, Game, Position, Status};
use serde_json::{Map, Value, json};

use crate::asked::{FIRSTS, first_of, saturated};
use crate::problem::Problem;

/// A move: its kind, its cell, and its time in seconds since the first opening.
#[derive(Clone)]
pub struct Move {
    pub kind: &'static str,
    pub cell: Cell,
    pub at: f64,
}

/// The moves that have a cell.
pub const KINDS: [&str; 3] = ["open", "flag", "chord"];

/// What a new game needs.
#[derive(Clone)]
pub struct Wanted {
    pub key: String,
    pub name: String,
    pub mines: i64,
    pub first: &'static str,
    pub seed: u64,
    pub made: f64,
    /// The day, if it is a daily board.
    pub daily: Option<String>,
}

impl Wanted {
    /// The id of the game with a seed.
    pub fn id(&self, seed: u64) -> String {
        format!("{}-{}-{}-{seed}", self.name, self.mines, self.first)
    }
}

/// A game in progress, or a finished one.
pub struct LiveGame {
    wanted: Wanted,
    board: Board,
    game: Game,
    moves: Vec<Move>,
    undos: usize,
    helped: bool,
    /// Whether the player had a hint, or saw the risks, before any undo.
    hinted: bool,
    /// The proof that it needs no guess, if it was searched for.
    certificate: Option<String>,
    paused: bool,
    /// Whether it is a copy of a finished game, which the records leave out.
    practice: bool,
    /// Seconds of play that are over.
    passed: f64,
    /// When the clock was started, in seconds, if it runs.
    since: Option<f64>,
}

impl LiveGame {
    /// A new game; fails if no cell would be free.
    pub fn new(wanted: Wanted, board: Board) -> Result<Self, Problem> {
        let game = deal(&wanted, &board)?;
        Ok(Self {
            wanted,
            board,
            game,
            moves: Vec::new(),
            undos: 0,
            helped: false,
            hinted: false,
            certificate: None,
            paused: false,
            practice: false,
            passed: 0.0,
            since: None,
        })
    }

    /// The same game with the proof that it needs no guess.
    pub fn certified(self, certificate: String) -> Self {
        Self { certificate: Some(certificate), ..self }
    }

    /// The same game before its first move.
    pub fn fresh(&self) -> Self {
        Self::new(self.wanted.clone(), self.board.clone()).expect("the same game was dealt before")
    }

    /// A copy of a finished game for practice, its last move taken back; this game stays.
    pub fn practise(&self, key: String, made: f64, now: f64) -> Result<Self, Problem> {
        let mut copy = Self::new(
            Wanted { key, made, daily: None, ..self.wanted.clone() },
            self.board.clone(),
        )?;
        (copy.moves, copy.undos) = (self.moves.clone(), self.undos);
        (copy.practice, copy.passed) = (true, self.passed);
        copy.certificate = self.certificate.clone();
        copy.undo(now)?;
        Ok(copy)
    }

    /// The game of a kept row; None if the row is damaged.
    pub fn restore(row: &Map<String, Value>, board: Board, now: f64) -> Option<Self> {
        let text = |name: &str| row.get(name).and_then(Value::as_str);
        let number = |name: &str| row.get(name).and_then(Value::as_f64);
        let wanted = Wanted {
            key: text("key")?.into(),
            name: text("board")?.into(),
            mines: row.get("mines")?.as_i64()?,
            first: FIRSTS.iter().find(|(name, _)| Some(*name) == text("first"))?.0,
            seed: text("seed")?.parse().ok()?,
            made: number("made")?,
            daily: text("daily").map(String::from),
        };
        let mut live = Self::new(wanted, board).ok()?;
        for one in row.get("moves")?.as_array()? {
            let kind = KINDS.into_iter().find(|kind| one[0] == *kind)?;
            let cell = one[1].as_u64().filter(|&cell| cell < live.board.cells() as u64)? as Cell;
            live.moves.push(Move { kind, cell, at: one[2].as_f64()? });
        }
        live.replay();
        live.undos = saturated(row.get("undos")?.as_u64()?);
        live.helped = row.get("helped")?.as_bool()?;
        live.hinted = row.get("hinted").and_then(Value::as_bool).unwrap_or(live.helped);
        live.certificate = text("certificate").map(String::from);
        live.paused = row.get("paused")?.as_bool()?;
        live.practice = row.get("practice").and_then(Value::as_bool).unwrap_or(false);
        live.passed = live.moves.iter().map(|one| one.at).fold(number("seconds")?, f64::max);
        if live.game.status() == Status::Playing && !live.paused {
            live.since = Some(now);
        }
        Some(live)
    }

    /// The row from which [`restore`](Self::restore) makes the game again.
    pub fn row(&self, now: f64) -> Value {
        let moves: Vec<_> =
            self.moves.iter().map(|one| json!([one.kind, one.cell, one.at])).collect();
        let Wanted { key, name, mines, first, seed, made, daily } = &self.wanted;
        json!({
            "key": key, "board": name, "mines": mines, "first": first, "seed": seed.to_string(),
            "made": made, "moves": moves, "undos": self.undos, "helped": self.helped,
            "paused": self.paused, "seconds": self.seconds(now), "status": self.status(),
            "clicks": self.moves.len(), "three_bv": self.game.three_bv(),
            "no_guess": self.certificate.is_some(), "certificate": self.certificate,
            "practice": self.practice, "hinted": self.hinted, "daily": daily,
        })
    }

    /// The key of the game.
    pub fn key(&self) -> &str {
        &self.wanted.key
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The id, which makes the game again.
    pub fn id(&self) -> String {
        self.wanted.id(self.wanted.seed)
    }

    /// The name of the board.
    pub fn name(&self) -> &str {
        &self.wanted.name
    }

    pub fn mines(&self) -> i64 {
        self.wanted.mines
    }

    pub fn first(&self) -> &'static str {
        self.wanted.first
    }

    pub fn is_ready(&self) -> bool {
        self.game.status() == Status::Ready
    }

    pub fn is_flagged(&self, cell: Cell) -> bool {
        self.game.is_flagged(cell)
    }

    /// The mines, once the game is over.
    pub fn mined(&self) -> Option<Vec<Cell>> {
        self.game.mined()
    }

    pub fn three_bv(&self) -> Option<usize> {
        self.game.three_bv()
    }

    pub fn undos(&self) -> usize {
        self.undos
    }

    pub fn set_undos(&mut self, undos: usize) {
        self.undos = undos;
    }

    /// The kinds of help that the player had.
    pub fn helps(&self) -> Vec<&'static str> {
        let mut helps = Vec::new();
        helps.extend(self.hinted.then_some("hint"));
        helps.extend((self.undos > 0).then_some("undo"));
        helps
    }

    /// The file that proves that the finished game needed no guess.
    pub fn certificate(&self) -> Result<&str, Problem> {
        self.check_over("certificate")?;
        let line = "this game has no certificate: it may need guesses";
        self.certificate.as_deref().ok_or_else(|| Problem::new(404, "NotFound", line))
    }

    /// Fails unless the game is over.
    pub fn check_over(&self, what: &str) -> Result<(), Problem> {
        if self.is_over() {
            return Ok(());
        }
        let line = format!("the {what} is available after the end of the game");
        Err(Problem::new(409, "InvalidGame", line))
    }

    /// The position that the player sees.
    pub fn position(&self) -> Position {
        self.game.position()
    }

    /// Whether it is won or lost.
    pub fn is_over(&self) -> bool {
        self.game.status().is_over()
    }

    /// Whether its result stays: undo makes a copy for practice.
    pub fn is_final(&self) -> bool {
        self.is_over() && !self.practice
    }

    /// Fails if the game is paused.
    pub fn check_running(&self) -> Result<(), Problem> {
        if self.paused {
            return Err(Problem::new(409, "InvalidGame", "the game is paused: resume it first"));
        }
        Ok(())
    }

    /// The state without the cells; with the mines once the game is over.
    pub fn progress(&self, now: f64) -> Map<String, Value> {
        let left = self.wanted.mines - self.game.flags() as i64;
        let mut told = object(json!({
            "key": self.wanted.key, "status": self.status(), "mines_left": left,
            "clicks": self.moves.len(), "undos": self.undos, "seconds": self.seconds(now),
            "paused": self.paused, "helped": self.helped,
        }));
        if self.is_over() {
            told.extend(self.ending());
        }
        told
    }

    /// Everything that the player may see; no cell during a pause.
    pub fn state(&self, now: f64) -> Map<String, Value> {
        let Wanted { name, mines, first, daily, .. } = &self.wanted;
        let mut told = self.progress(now);
        told.extend(object(json!({
            "board": name, "mines": mines, "first": first,
            "no_guess": self.certificate.is_some(), "commitment": null, "practice": self.practice,
            "daily": daily,
        })));
        if !self.paused {
            let flags: Vec<Cell> = self.game.flagged().collect();
            told.extend(object(json!({"codes": self.position().codes(), "flags": flags})));
        }
        told
    }

    /// Open, flag or chord. The state, with the cells that changed.
    pub fn make(
        &mut self,
        kind: &'static str,
        cell: Cell,
        now: f64,
    ) -> Result<Map<String, Value>, Problem> {
        self.check_running()?;
        let mut changed = self.apply(kind, cell);
        if !changed.is_empty() {
            self.moves.push(Move { kind, cell, at: self.seconds(now) });
            self.watch(kind, now);
        }
        changed.sort_unstable();
        let mut told = self.progress(now);
        told.insert("changed".into(), self.write_changes(&changed));
        Ok(told)
    }

    /// Each of these cells with its code and whether it has a flag.
    pub fn write_changes(&self, cells: &[Cell]) -> Value {
        let position = self.position();
        let row = |&cell: &Cell| {
            json!([cell, position.codes()[cell as usize], u8::from(self.game.is_flagged(cell))])
        };
        cells.iter().map(row).collect()
    }

    /// Make a move again, at its own time; how many cells it changed.
    pub fn redo(&mut self, one: Move) -> usize {
        let changed = self.apply(one.kind, one.cell).len();
        self.moves.push(one);
        changed
    }

    /// Make all moves again on the same game: `show` gets it after each move, and the changed cells,
    /// ascending.
    pub fn play_again(&self, mut show: impl FnMut(&Self, &Move, Vec<Cell>)) {
        let mut same = self.fresh();
        for one in &self.moves {
            let mut changed = same.apply(one.kind, one.cell);
            changed.sort_unstable();
            show(&same, one, changed);
        }
    }

    /// Take the last move back; it counts as help.
    pub fn undo(&mut self, now: f64) -> Result<Map<String, Value>, Problem> {
        self.check_running()?;
        if self.moves.pop().is_none() {
            return Err(Problem::new(409, "InvalidGame", "there is no move to undo"));
        }
        (self.undos, self.helped) = (self.undos + 1, true);
        self.replay();
        match self.game.status() {
            Status::Playing => self.start(now),
            Status::Ready => self.stop(now),
            Status::Won | Status::Lost => {}
        }
        Ok(self.state(now))
    }

    /// Stop the clock.
    pub fn pause(&mut self, now: f64) -> Map<String, Value> {
        if self.game.status() == Status::Playing {
            self.stop(now);
            self.paused = true;
        }
        self.progress(now)
    }

    /// Start the clock again, and show the cells.
    pub fn resume(&mut self, now: f64) -> Map<String, Value> {
        if std::mem::take(&mut self.paused) {
            self.start(now);
        }
        self.state(now)
    }

    /// Note that the player was helped: the game no longer counts as a record.
    pub fn note_help(&mut self) {
        self.hinted |= !self.is_over() && !self.helped;
        self.helped |= !self.is_over();
    }

    fn apply(&mut self, kind: &str, cell: Cell) -> Vec<Cell> {
        match kind {
            "open" => self.game.open(cell),
            "chord" => self.game.chord(cell),
            _ if self.game.flag(cell) => vec![cell],
            _ => Vec::new(),
        }
    }

    /// Make all moves again from the start.
    fn replay(&mut self) {
        self.game = deal(&self.wanted, &self.board).expect("the same game was dealt before");
        for i in 0..self.moves.len() {
            let Move { kind, cell, .. } = self.moves[i];
            self.apply(kind, cell);
        }
    }

    /// Time passes from the first opening to the end.
    fn watch(&mut self, kind: &str, now: f64) {
        if self.is_over() {
            self.stop(now);
        } else if kind != "flag" {
            self.start(now);
        }
    }

    fn start(&mut self, now: f64) {
        self.since.get_or_insert(now);
    }

    fn stop(&mut self, now: f64) {
        self.passed += self.since.take().map_or(0.0, |since| now - since);
    }

    /// Seconds of play, to the millisecond.
    fn seconds(&self, now: f64) -> f64 {
        let all = self.passed + self.since.map_or(0.0, |since| now - since);
        (all * 1000.0).round() / 1000.0
    }

    /// Whether it is ready, playing, won or lost.
    pub fn status(&self) -> &'static str {
        match self.game.status() {
            Status::Ready => "ready",
            Status::Playing => "playing",
            Status::Won => "won",
            Status::Lost => "lost",
        }
    }

    fn ending(&self) -> Map<String, Value> {
        let (three_bv, clicks) = (self.game.three_bv().unwrap_or(0), self.moves.len());
        let is_won = self.game.status() == Status::Won && clicks > 0;
        object(json!({
            "mined": self.game.mined(), "id": self.id(), "nonce": null,
            "three_bv": three_bv, "efficiency": is_won.then(|| three_bv as f64 / clicks as f64),
        }))
    }
}

fn deal(wanted: &Wanted, board: &Board) -> Result<Game, Problem> {
    Game::new(board.clone(), wanted.mines, wanted.seed, first_of(wanted.first))
        .map_err(|error| Problem::new(409, "InvalidGame", error.to_string()))
}

/// The entries of an object that was written as JSON.
pub fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(entries) => entries,
        _ => unreachable!("an object was written"),
    }
}
