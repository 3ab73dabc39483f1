//! Judge: decisions of a policy with what each candidate is worth, played out.
//!
//! At every guess for which perfect play is out of reach some boards are drawn from all that agree
//! with what is seen. Each candidate is opened on each of them where it is free, and the game played
//! on by a plain policy without deaths (see [`survival`](crate::play::survival)). Its value is the
//! mean of the chances, times the chance that it is free. The boards are the same for all candidates
//! of a decision, so that luck cancels in their differences.

use crate::base::{Meter, Stopped};
use crate::board::Cell;
use crate::count::Counting as Analysis;
use crate::count::{Method, Resources};
use crate::play::arena::Contest;
use crate::play::policy::{Choice, Lookahead, Notes, Outlook, features, strongest, surroundings};
use crate::play::survival::{Rebirth, draw_board};
use crate::system::Failure;

/// With fewer open cells candidates lie far apart and play-outs are long: more candidates are judged,
/// on fewer boards.
const EARLY: usize = 60;
const LISTED_EARLY: usize = 14;
/// So many boards in all other positions for one in these.
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
    /// Of how many boards that is the mean.
    pub boards: u32,
    /// Candidate, position, window: see `surroundings`.
    pub features: Vec<f32>,
}

impl Contest {
    /// The decisions of the game of a seed, each played out on so many boards.
    pub(crate) fn judge_one(
        &self,
        seed: u64,
        boards: usize,
        meter: &Meter<'_>,
    ) -> Result<Vec<Judged>, Stopped> {
        let mut game = Rebirth::new(self, seed);
        let (mut judged, mut turn) = (Vec::new(), 0);
        while game.goes_on() {
            turn += 1;
            let choice = game.choose(self, meter)?;
            if game.is_searched() {
                break;
            }
            if matches!(choice, Choice::Guess(_)) && !game.begins() {
                let decision = Decision { game: &mut game, seed, turn, boards };
                judged.extend(decision.judged(self, meter)?);
            }
            game.act(self, &choice, meter)?;
        }
        Ok(judged)
    }
}

struct Decision<'a> {
    game: &'a mut Rebirth,
    seed: u64,
    turn: u32,
    boards: usize,
}

impl Decision<'_> {
    fn judged(self, contest: &Contest, meter: &Meter<'_>) -> Result<Vec<Judged>, Stopped> {
        let meter = &meter.renewed();
        let position = self.game.position();
        let notes = Notes::of(&position);
        let resources = Resources { cache: None, method: Method::Auto, meter };
        let Ok(analysis) = Failure::or_contradiction(Analysis::of(&position, resources))? else {
            return Ok(Vec::new());
        };
        let open = notes.board().cells() - notes.covered().count();
        if open < FIRST && !self.seed.is_multiple_of(ONE_IN) {
            return Ok(Vec::new());
        }
        let (listed, number) = match open < EARLY {
            true => (LISTED_EARLY, self.boards),
            false => (strongest::LISTED, self.boards * LATER.0 / LATER.1),
        };
        let lookahead = Lookahead::new(&notes, &position, &analysis, resources)?;
        let seen = strongest::seen(&notes, &analysis, &lookahead)?.outlooks;
        let chosen = strongest::shortlist(seen, listed);
        if chosen.len() < 2 {
            return Ok(Vec::new());
        }
        let mut boards = Vec::with_capacity(number);
        for _ in 0..number {
            boards.extend(draw_board(&position, self.game.draws(), resources)?);
        }
        let squares = surroundings::Squares::of(notes.board());
        let rows = features(&notes, &analysis, &chosen, squares.as_ref());
        let mut judged = Vec::with_capacity(chosen.len());
        for (outlook, features) in chosen.into_iter().zip(rows) {
            let (sum, number) = self.play_out(contest, outlook.cell, &boards, meter)?;
            judged.push(Judged {
                seed: self.seed,
                turn: self.turn,
                outlook,
                reached: self.game.chance(),
                value: (1.0 - outlook.risk) * sum / f64::from(number.max(1)),
                boards: number,
                features,
            });
        }
        Ok(judged)
    }

    fn play_out(
        &self,
        contest: &Contest,
        cell: Cell,
        boards: &[Vec<Cell>],
        meter: &Meter<'_>,
    ) -> Result<(f64, u32), Stopped> {
        let (mut sum, mut number) = (0.0, 0);
        for board in boards.iter().filter(|board| board.binary_search(&cell).is_err()) {
            sum += self.game.fork(board).play_on(contest, cell, meter)?;
            number += 1;
        }
        Ok((sum, number))
    }
}
