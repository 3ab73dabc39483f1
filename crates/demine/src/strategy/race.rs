//! Race: the best candidates of a decision, played out until one is ahead.
//!
//! What a few play-outs say is mostly luck. So it is weighed against the learned score: by how much
//! play-outs differ from board to board, and by how much scores are known to err. A candidate that is
//! too far behind is played out no more. The number of boards follows from the cells in question, never
//! from a clock, and boards are drawn from a stream that follows from what is seen: nothing else makes
//! a difference.

use std::borrow::Cow;

use crate::base::{Meter, Random, Stopped};
use crate::board::Cell;
use crate::count::Cache;
use crate::position::{Label, Position};
use crate::strategy::notes::Notes;
use crate::strategy::playout::{Boards, Playout};
use crate::strategy::strongest::CLOSE;

/// How far learned scores are from the truth, and play-outs on one board from those on all: standard
/// deviations within a decision, as the judge has them. The second counts as much as so many boards.
const ERROR: f64 = 0.012;
const NOISE: f64 = 0.11;
const PRIOR: f64 = 8.0;

/// Candidates of a race.
const RUNNERS: usize = 4;
/// Boards between two looks at how it stands.
const ROUND: usize = 4;
/// Fewer boards are not worth their time, and more tell nothing new.
const LEAST: usize = 12;
const MOST: usize = 400;
/// What each effort above 1 may cost on one candidate, and what a play-out costs beside the square of
/// the cells in question.
const WORK: usize = 300_000;
const FIXED: usize = 12_000;
/// States of a race, for each effort.
const RACED: usize = 4_000_000;

const CACHE_BYTES: usize = 1 << 22;

/// A candidate by what is known of it before it is played out.
#[derive(Clone, Copy, Debug)]
pub struct Runner {
    pub cell: Cell,
    pub risk: f64,
    pub score: f64,
}

/// The best of some candidates, by scores and play-outs; of equal ones the first.
pub fn winner(
    notes: &Notes,
    position: &Position,
    runners: &[Runner],
    effort: usize,
    meter: &Meter<'_>,
) -> Result<Option<Cell>, Stopped> {
    let (cache, meter) = (&Cache::new(CACHE_BYTES), &meter.limit(RACED * effort));
    let mut race = Race { notes, position, cache, meter, lanes: lanes(runners) };
    race.drop_beaten();
    Stopped::unless_too_wide(race.run(boards_for(notes, effort - 1)))?;
    Ok(race.lanes.first().map(|lane| lane.cell))
}

/// The more cells are in question, the longer is a game, and each of its turns.
fn boards_for(notes: &Notes, times: usize) -> usize {
    let cells = notes.open_questions().count();
    let boards = WORK * times / (FIXED + cells * cells);
    if boards < LEAST { 0 } else { boards.min(MOST) }
}

/// Those with the best scores, the best first.
fn lanes(runners: &[Runner]) -> Vec<Lane> {
    let mut lanes: Vec<Lane> = runners.iter().map(Lane::new).collect();
    lanes.sort_by(|a, b| b.score.total_cmp(&a.score));
    lanes.truncate(RUNNERS);
    lanes
}

/// A candidate in the race.
struct Lane {
    cell: Cell,
    survival: f64,
    score: f64,
    /// By board: how likely the game is won with it.
    values: Vec<f64>,
    /// The boards on which it is free, once they are needed.
    free: Option<Boards>,
}

struct Race<'a> {
    notes: &'a Notes,
    position: &'a Position,
    cache: &'a Cache,
    meter: &'a Meter<'a>,
    /// The best first, as far as is known.
    lanes: Vec<Lane>,
}

impl Race<'_> {
    fn run(&mut self, most: usize) -> Result<(), Stopped> {
        if most == 0 || self.lanes.len() < 2 {
            return Ok(());
        }
        let boards = Boards::of(self.position, Some(self.cache), self.meter)?;
        let mut draws = stream(self.position);
        for number in 1..=most {
            let Some(board) = boards.draw(&mut draws, self.meter)? else { break };
            self.play_out(&board, &Random::new(draws.word()))?;
            if number % ROUND == 0 || number == most {
                self.drop_beaten();
            }
            if self.lanes.len() < 2 {
                break;
            }
        }
        Ok(())
    }

    /// All candidates on one board, with the same luck.
    fn play_out(&mut self, board: &[Cell], luck: &Random) -> Result<(), Stopped> {
        let mut values = Vec::with_capacity(self.lanes.len());
        let Self { notes, position, cache, meter, .. } = *self;
        for lane in &mut self.lanes {
            values.push(lane.play_out(notes, position, board, luck, cache, meter)?);
        }
        self.lanes.iter_mut().zip(values).for_each(|(lane, value)| lane.values.push(value));
        Ok(())
    }

    /// Put the best first, and leave out those that are too far behind.
    fn drop_beaten(&mut self) {
        let weight = self.weight();
        let middle = mean(self.lanes.iter().map(Lane::surprise));
        let worth = |lane: &Lane| lane.score + weight * (lane.surprise() - middle);
        let mut ranked: Vec<(f64, Lane)> =
            std::mem::take(&mut self.lanes).into_iter().map(|lane| (worth(&lane), lane)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let best = ranked.first().map_or(0.0, |&(worth, _)| worth);
        // The standard deviation of the difference of two candidates, each known up to ERROR² · (1 − weight).
        let far = ERROR * (2.0 * (1.0 - weight)).sqrt();
        ranked.retain(|&(worth, _)| worth >= best - far);
        self.lanes = ranked.into_iter().map(|(_, lane)| lane).collect();
    }

    /// How much play-outs count, and the rest of 1 is for scores: what is less uncertain counts more. Scores
    /// err by ERROR², the mean over all boards by the noise of one board over their number.
    fn weight(&self) -> f64 {
        let boards = self.lanes.first().map_or(0, |lane| lane.values.len());
        if boards == 0 || self.lanes.len() < 2 {
            return 0.0;
        }
        let noise = (PRIOR * NOISE * NOISE + self.squares(boards)) / (PRIOR + boards as f64 - 1.0);
        ERROR * ERROR / (ERROR * ERROR + noise / boards as f64)
    }

    /// How far the candidates' differences are from board to board, squared and summed up.
    fn squares(&self, boards: usize) -> f64 {
        let middle = mean(self.lanes.iter().map(Lane::mean));
        let on_board = |board: usize| {
            let here = mean(self.lanes.iter().map(|lane| lane.values[board]));
            let apart = |lane: &Lane| lane.values[board] - here - lane.mean() + middle;
            self.lanes.iter().map(|lane| apart(lane).powi(2)).sum::<f64>()
        };
        (0..boards).map(on_board).sum::<f64>() / (self.lanes.len() - 1) as f64
    }
}

impl Lane {
    /// Scores that should be equal are.
    fn new(runner: &Runner) -> Self {
        let score = (runner.score / CLOSE).round() * CLOSE;
        let (cell, survival) = (runner.cell, 1.0 - runner.risk);
        Self { cell, survival, score, values: Vec::new(), free: None }
    }

    fn mean(&self) -> f64 {
        mean(self.values.iter().copied())
    }

    /// How much more play-outs say than the score.
    fn surprise(&self) -> f64 {
        self.mean() - self.score
    }

    /// How likely the candidate is free and the game is won on this board; on another with the same
    /// luck, if it is mined here.
    fn play_out(
        &mut self,
        notes: &Notes,
        position: &Position,
        board: &[Cell],
        luck: &Random,
        cache: &Cache,
        meter: &Meter<'_>,
    ) -> Result<f64, Stopped> {
        let mut luck = luck.clone();
        let mut board = Cow::Borrowed(board);
        if board.binary_search(&self.cell).is_ok() {
            let boards = match &self.free {
                Some(boards) => boards,
                None => self.free.insert(Boards::without(position, self.cell, Some(cache), meter)?),
            };
            let Some(other) = boards.draw(&mut luck, meter)? else { return Ok(0.0) };
            board = Cow::Owned(other);
        }
        let playout = Playout::new(notes, &board, luck, Some(cache), meter);
        Ok(self.survival * playout.play_on(self.cell)?)
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let number = values.len().max(1) as f64;
    values.sum::<f64>() / number
}

/// Chance that follows from what is seen.
fn stream(position: &Position) -> Random {
    // Not the codes of labels: whoever plays hangs on these numbers, which never change.
    let code = |label: Label| match label {
        Label::Covered => 0,
        Label::Free => 1,
        Label::Mined => 2,
        Label::Number(count) => 3 + u64::from(count),
    };
    let mix = |state, label| Random::new(state ^ code(label)).word();
    Random::new(position.labels().fold(0, mix))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::board::Board;

    /// A square grid with five mines, of which the first corner shows a 1.
    fn corner() -> Position {
        let mut labels = vec![Label::Covered; 36];
        labels[0] = Label::Number(1);
        Position::new(Board::grid(6, 6), labels, Some(5)).unwrap()
    }

    fn won_by(scores: [f64; 2], effort: usize) -> Option<Cell> {
        let (position, meter) = (corner(), Meter::unwatched(Budget::default()));
        // Beside the 1, and in the corner that is farthest from it.
        let runner = |(cell, risk), score| Runner { cell, risk, score };
        let runners = [runner((1, 1.0 / 3.0), scores[0]), runner((35, 4.0 / 32.0), scores[1])];
        winner(&Notes::of(&position), &position, &runners, effort, &meter).unwrap()
    }

    #[test]
    fn play_outs_overrule_scores_that_err_a_little() {
        assert_eq!(won_by([0.01, 0.0], 4), Some(35));
    }

    #[test]
    fn a_score_far_ahead_needs_no_play_outs() {
        assert_eq!(won_by([0.1, 0.0], 4), Some(1));
    }

    #[test]
    fn without_effort_scores_decide() {
        assert_eq!(won_by([0.01, 0.0], 1), Some(1));
    }

    #[test]
    fn chance_follows_from_what_is_seen() {
        let seen = corner();
        assert_eq!(stream(&seen).state(), stream(&corner()).state());
        let labels =
            [Label::Covered, Label::Free, Label::Mined, Label::Number(0), Label::Number(1)];
        let states = labels.map(|label| stream(&seen.with_labels(&[(35, label)])).state());
        assert_eq!(states[0], stream(&seen).state());
        (0..5).for_each(|i| assert!(!states[..i].contains(&states[i]), "{:?}", labels[i]));
    }
}
