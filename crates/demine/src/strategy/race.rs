//! Race: play-outs of the best candidates of a decision, until one is ahead.
//!
//! The values of a few play-outs are mostly luck, so they are weighed against the learned score. The
//! weight depends on how much play-outs differ from board to board, and on how much scores are known
//! to err. A candidate that falls too far behind is dropped. The number of boards follows from the
//! number of undecided cells, never from a clock, and boards are drawn from a stream that follows from
//! the labels. So the same position has the same result.

use std::borrow::Cow;

use crate::base::{Meter, Random, Result, Sort, Stopped};
use crate::board::Cell;
use crate::count::{Cache, Work};
use crate::position::{Label, Position};
use crate::strategy::GAME_CACHE_BYTES;
use crate::strategy::lookahead::Situation;
use crate::strategy::notes::Notes;
use crate::strategy::playout::{Boards, Playout};
use crate::strategy::strongest::{Candidate, SAME_SCORE};

/// The standard deviation of learned scores from the truth within a decision. The judge measured .007
/// to .017.
const SCORE_ERROR: f64 = 0.012;
/// The standard deviation of play-outs on one board from those on all boards, as the judge measured
/// it, and the number of boards for which this prior counts.
const BOARD_NOISE: f64 = 0.11;
const PRIOR_BOARDS: f64 = 8.0;

/// Candidates at the start of a race. Each takes its share of the work.
const RACERS: usize = 4;
/// Boards between two rankings.
const ROUND: usize = 4;
/// Fewer boards are not worth their time, and more tell nothing new.
const LEAST_BOARDS: usize = 12;
const MOST_BOARDS: usize = 400;
/// Work per candidate for each effort above 1, and the work of one play-out beside the square of the
/// number of undecided cells. Both only set the number of boards.
const WORK: usize = 300_000;
const PLAYOUT_WORK: usize = 12_000;
/// States of a race for each effort.
const RACE_STATES: usize = 4_000_000;

/// The best of some candidates, by scores and play-outs; of equal ones the first.
pub fn race(
    situation: Situation<'_>,
    candidates: &[Candidate],
    effort: usize,
    meter: &Meter,
) -> Result<Option<Cell>> {
    let (cache, meter) = (&Cache::new(GAME_CACHE_BYTES), &meter.limit(RACE_STATES * effort));
    let work = Work::new(Some(cache), meter);
    let mut racers: Vec<Racer> = candidates.iter().map(Racer::new).collect();
    racers.arrange(|a, b| b.score.total_cmp(&a.score));
    racers.truncate(RACERS);
    let mut race = Race { situation, work, racers };
    race.drop_beaten();
    Stopped::unless_too_wide(race.run(boards_for(situation.notes, effort - 1)))?;
    Ok(race.racers.first().map(|racer| racer.cell))
}

/// The number of boards for this much extra effort. With more undecided cells games have more turns,
/// and each turn takes longer.
fn boards_for(notes: &Notes, effort: usize) -> usize {
    let cells = notes.undecided().count();
    let boards = WORK * effort / (PLAYOUT_WORK + cells * cells);
    if boards < LEAST_BOARDS { 0 } else { boards.min(MOST_BOARDS) }
}

/// A candidate in the race.
struct Racer {
    cell: Cell,
    survival: f64,
    score: f64,
    /// By board: the probability of winning with it.
    values: Vec<f64>,
    /// The boards on which it is free, once they are needed.
    free: Option<Boards>,
}

struct Race<'a> {
    situation: Situation<'a>,
    work: Work<'a>,
    /// By the last ranking, the best first.
    racers: Vec<Racer>,
}

impl Race<'_> {
    fn run(&mut self, most: usize) -> Result<()> {
        if most == 0 || self.racers.len() < 2 {
            return Ok(());
        }
        let boards = Boards::of(self.situation.position, self.work)?;
        let mut draws = stream(self.situation.position);
        for number in 1..=most {
            let Some(board) = boards.draw(&mut draws, self.work.meter)? else { break };
            self.play_out(&board, &Random::new(draws.word()))?;
            if number % ROUND == 0 || number == most {
                self.drop_beaten();
            }
            if self.racers.len() < 2 {
                break;
            }
        }
        Ok(())
    }

    /// Play all candidates out on one board, with the same luck.
    fn play_out(&mut self, board: &[Cell], luck: &Random) -> Result<()> {
        let Self { situation, work, ref mut racers } = *self;
        let play_out = |racer: &mut Racer| racer.play_out(situation, board, luck, work);
        let values = racers.iter_mut().map(play_out).collect::<Result<Vec<f64>>>()?;
        self.racers.iter_mut().zip(values).for_each(|(racer, value)| racer.values.push(value));
        Ok(())
    }

    /// Rank the candidates, and drop those that are too far behind.
    fn drop_beaten(&mut self) {
        let weight = self.weight();
        let middle = mean(self.racers.iter().map(Racer::surprise));
        let worth = |racer: &Racer| racer.score + weight * (racer.surprise() - middle);
        let racers = std::mem::take(&mut self.racers).into_iter();
        let mut ranked: Vec<(f64, Racer)> = racers.map(|racer| (worth(&racer), racer)).collect();
        ranked.arrange(|a, b| b.0.total_cmp(&a.0));
        let best = ranked.first().map_or(0.0, |&(worth, _)| worth);
        // The standard deviation of the difference of two candidates, each with the variance
        // SCORE_ERROR² · (1 − weight).
        let far = SCORE_ERROR * (2.0 * (1.0 - weight)).sqrt();
        ranked.retain(|&(worth, _)| worth >= best - far);
        self.racers = ranked.into_iter().map(|(_, racer)| racer).collect();
    }

    /// The weight of play-outs against scores, each by the inverse of its variance: SCORE_ERROR² for
    /// scores, the noise of one board over the number of boards for play-outs.
    fn weight(&self) -> f64 {
        let boards = self.racers.first().map_or(0, |racer| racer.values.len());
        if boards == 0 || self.racers.len() < 2 {
            return 0.0;
        }
        let prior = PRIOR_BOARDS * BOARD_NOISE * BOARD_NOISE;
        let noise = (prior + self.squares(boards)) / (PRIOR_BOARDS + boards as f64 - 1.0);
        SCORE_ERROR * SCORE_ERROR / (SCORE_ERROR * SCORE_ERROR + noise / boards as f64)
    }

    /// The sum of squares of the candidates' differences from board to board.
    fn squares(&self, boards: usize) -> f64 {
        let middle = mean(self.racers.iter().map(Racer::mean));
        let on_board = |board: usize| {
            let here = mean(self.racers.iter().map(|racer| racer.values[board]));
            let apart = |racer: &Racer| racer.values[board] - here - racer.mean() + middle;
            self.racers.iter().map(|racer| apart(racer).powi(2)).sum::<f64>()
        };
        (0..boards).map(on_board).sum::<f64>() / (self.racers.len() - 1) as f64
    }
}

impl Racer {
    /// Scores are rounded, so that equal ones are equal floats.
    fn new(candidate: &Candidate) -> Self {
        let score = (candidate.score / SAME_SCORE).round() * SAME_SCORE;
        let (cell, survival) = (candidate.outlook.cell, 1.0 - candidate.outlook.risk);
        Self { cell, survival, score, values: Vec::new(), free: None }
    }

    fn mean(&self) -> f64 {
        mean(self.values.iter().copied())
    }

    /// The difference between play-outs and score.
    fn surprise(&self) -> f64 {
        self.mean() - self.score
    }

    /// The probability that the candidate is free and the game is won on this board. If the candidate
    /// is mined there, another board is drawn with the same luck.
    fn play_out(
        &mut self,
        Situation { notes, position, .. }: Situation<'_>,
        board: &[Cell],
        luck: &Random,
        work: Work,
    ) -> Result<f64> {
        let mut luck = luck.clone();
        let mut board = Cow::Borrowed(board);
        if board.binary_search(&self.cell).is_ok() {
            let boards = match &self.free {
                Some(boards) => boards,
                None => self.free.insert(Boards::without(position, self.cell, work)?),
            };
            let Some(other) = boards.draw(&mut luck, work.meter)? else { return Ok(0.0) };
            board = Cow::Owned(other);
        }
        let playout = Playout::new(notes, &board, luck, work);
        Ok(self.survival * playout.play_on(self.cell)?)
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let number = values.len().max(1) as f64;
    values.sum::<f64>() / number
}

/// A random stream that follows from the labels.
fn stream(position: &Position) -> Random {
    // Not `Label::code`: choices depend on these numbers, so they must never change.
    let code = |label: Label| match label {
        Label::Covered => 0,
        Label::Free => 1,
        Label::Mined => 2,
        Label::Number(number) => 3 + u64::from(number),
    };
    let mix = |state, label| Random::new(state ^ code(label)).word();
    Random::new(position.labels().fold(0, mix))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::board::Board;
    use crate::count::Counted;
    use crate::strategy::lookahead::Outlook;

    /// A square grid with five mines, of which the first corner shows a 1.
    fn corner() -> Position {
        let mut labels = vec![Label::Covered; 36];
        labels[0] = Label::Number(1);
        Position::new(Board::grid(6, 6), labels, Some(5)).unwrap()
    }

    fn won_by(scores: [f64; 2], effort: usize) -> Option<Cell> {
        let (position, meter) = (corner(), Meter::unwatched(Budget::default()));
        // Beside the 1, and in the corner that is farthest from it.
        let candidate = |cell, risk, score| {
            let outlook = Outlook { cell, risk, ..Outlook::default() };
            Candidate { outlook, score, features: Vec::new() }
        };
        let candidates = [candidate(1, 1.0 / 3.0, scores[0]), candidate(35, 4.0 / 32.0, scores[1])];
        let analysis = &Counted::of(&position, Work::new(None, &meter)).unwrap();
        let situation = Situation { notes: &Notes::of(&position), position: &position, analysis };
        race(situation, &candidates, effort, &meter).unwrap()
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
