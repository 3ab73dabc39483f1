//! Judge: decisions of a strategy with what each candidate is worth, played out.
//!
//! At every guess for which perfect play is out of reach some boards are drawn from all that agree
//! with what is seen. Each candidate is opened on each of them where it is free, and the game played
//! on by a plain strategy without deaths (see [`survival`](crate::arena::survival)). Its value is the
//! mean of the chances, times the chance that it is free. The boards are the same for all candidates
//! of a decision, so that luck cancels in their differences.

use std::ops::Add;

use crate::arena::contest::Contest;
use crate::arena::survival::Rebirth;
use crate::base::{Meter, Stopped};
use crate::board::Cell;
use crate::count::Counted;
use crate::strategy::{
    Boards, Choice, Lookahead, Notes, Outlook, Playout, features, strongest, surroundings,
};
use crate::system::Failure;

/// With fewer open cells candidates lie far apart and play-outs are long: more candidates are judged,
/// on fewer boards.
const EARLY: usize = 60;
const LISTED_EARLY: usize = 14;
/// In all other positions, so many boards for so many in these.
const LATER: (usize, usize) = (12, 5);
/// With fewer open cells there are few positions, which come up again and again: one game in so many
/// is enough.
const FIRST: usize = 4;
const ONE_IN: u64 = 8;

/// A candidate of a decision.
pub struct Judged {
    /// The number of the game.
    pub seed: u64,
    /// The turn of the game.
    pub turn: u32,
    /// What look-ahead says of it.
    pub outlook: Outlook,
    /// How likely the game got so far.
    pub reached: f64,
    /// How likely it is won when this cell is opened, by play-outs.
    pub value: f64,
    /// The same by every other board, and by the rest of them.
    pub halves: [f64; 2],
    /// Of how many boards that is the mean.
    pub boards: u32,
    /// Whether the strategy chose it.
    pub is_chosen: bool,
    /// How many cells were open.
    pub open: u32,
    /// Candidate, position, window: see `surroundings`.
    pub features: Vec<f32>,
}

/// What is judged.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// How many boards.
    pub boards: usize,
    /// Only decisions in which the strategy did not choose what has the best score; and of these only the
    /// cell with the best score and the one that it chose.
    pub overruled: bool,
}

impl Contest {
    /// The decisions of the game of a number, played out.
    pub(crate) fn judge_one(
        &self,
        number: u64,
        trial: Trial,
        meter: &Meter<'_>,
    ) -> Result<Vec<Judged>, Stopped> {
        let mut game = Rebirth::new(self, number);
        let (mut judged, mut turn) = (Vec::new(), 0);
        while game.goes_on() {
            turn += 1;
            let choice = game.choose(self, meter)?;
            if game.is_searched() {
                break;
            }
            if let (Choice::Guess(chosen), false) = (&choice, game.begins()) {
                let decision = Decision { game: &mut game, number, turn, trial, chosen: *chosen };
                judged.extend(decision.judge(&meter.renew())?);
            }
            game.act(self, &choice, meter)?;
        }
        Ok(judged)
    }
}

struct Decision<'a> {
    game: &'a mut Rebirth,
    number: u64,
    turn: u32,
    trial: Trial,
    chosen: Cell,
}

impl Decision<'_> {
    fn judge(self, meter: &Meter<'_>) -> Result<Vec<Judged>, Stopped> {
        let position = self.game.position();
        let notes = Notes::of(&position);
        let analysis = Failure::of_game(Counted::of(&position, None, meter))?;
        let open = notes.board().cells() - notes.covered().count();
        let lookahead = Lookahead::new(&notes, &position, &analysis, None, meter)?;
        let chosen = self.candidates(open, &notes, &analysis, &lookahead)?;
        if chosen.len() < 2 {
            return Ok(Vec::new());
        }
        let boards = self.draw(open, &Boards::of(&position, None, meter)?, meter)?;
        let squares = surroundings::Squares::of(notes.board());
        let rows = features(&notes, &analysis, &chosen, squares.as_ref());
        let mut judged = Vec::with_capacity(chosen.len());
        for (outlook, features) in chosen.into_iter().zip(rows) {
            let played = self.play_out(&notes, outlook.cell, &boards, meter)?;
            let value = |played: Played| (1.0 - outlook.risk) * played.mean();
            judged.push(Judged {
                seed: self.number,
                turn: self.turn,
                outlook,
                reached: self.game.chance(),
                value: value(played[0] + played[1]),
                halves: played.map(value),
                boards: (played[0] + played[1]).boards,
                is_chosen: outlook.cell == self.chosen,
                open: open as u32,
                features,
            });
        }
        Ok(judged)
    }

    /// The candidates that are played out.
    fn candidates(
        &self,
        open: usize,
        notes: &Notes,
        analysis: &Counted,
        lookahead: &Lookahead<'_>,
    ) -> Result<Vec<Outlook>, Stopped> {
        let seen = || Ok(strongest::look_ahead(notes, analysis, lookahead)?.outlooks);
        if !self.trial.overruled {
            let is_left_out = open < FIRST && !self.number.is_multiple_of(ONE_IN);
            let listed = if open < EARLY { LISTED_EARLY } else { strongest::LISTED };
            let none = || Ok(Vec::new());
            return if is_left_out { none() } else { Ok(strongest::shortlist(seen()?, listed)) };
        }
        let mut listed = strongest::shortlist(seen()?, strongest::LISTED);
        let best = strongest::best_of(&listed, &strongest::scores(notes, analysis, &listed));
        listed.retain(|outlook| outlook.cell == self.chosen || Some(outlook.cell) == best);
        Ok(listed)
    }

    fn draw(
        &self,
        open: usize,
        behind: &Boards,
        meter: &Meter<'_>,
    ) -> Result<Vec<Vec<Cell>>, Stopped> {
        let asked = self.trial.boards;
        let number = if open < EARLY { asked } else { asked * LATER.0 / LATER.1 };
        let mut draws = self.game.luck();
        let mut boards = Vec::with_capacity(number);
        for _ in 0..number {
            boards.extend(behind.draw(&mut draws, meter)?);
        }
        Ok(boards)
    }

    /// On every other board, and on the rest of them.
    fn play_out(
        &self,
        notes: &Notes,
        cell: Cell,
        boards: &[Vec<Cell>],
        meter: &Meter<'_>,
    ) -> Result<[Played; 2], Stopped> {
        let mut played = [Played::default(); 2];
        for (i, board) in boards.iter().enumerate() {
            if board.binary_search(&cell).is_err() {
                let (luck, meter) = (self.game.luck(), meter.renew());
                let sum = Playout::new(notes, board, luck, None, &meter).play_on(cell)?;
                played[i % 2] = played[i % 2] + Played { sum, boards: 1 };
            }
        }
        Ok(played)
    }
}

/// What was won on some boards.
#[derive(Clone, Copy, Default)]
struct Played {
    sum: f64,
    boards: u32,
}

impl Played {
    fn mean(self) -> f64 {
        self.sum / f64::from(self.boards.max(1))
    }
}

impl Add for Played {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { sum: self.sum + other.sum, boards: self.boards + other.boards }
    }
}
