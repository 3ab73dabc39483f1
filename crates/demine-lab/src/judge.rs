//! Judge: decisions of a strategy, and the value of each candidate by play-outs.
//!
//! A decision is a guess for which perfect play is out of reach. Some boards are drawn from all that
//! agree with its position. Each candidate is played out on each board where it is free. Its value is
//! the mean of these chances of winning, times its chance of being free. All candidates of a decision
//! are played out on the same boards, so that luck cancels in their differences.

use demine::{Candidate, Cell, Contest, Decision, Games, Label, Options, Outlook, Stopped};

/// Decisions with fewer opened cells are early: their candidates differ more and play-outs take
/// longer. More candidates are judged, on fewer boards.
const EARLY: usize = 60;
const EARLY_CANDIDATES: usize = 14;
/// Candidates of later decisions, as many as the strategy itself compares by score, and the number of
/// boards, as a fraction of that of early ones.
const CANDIDATES: usize = 8;
const LATER_BOARDS: (usize, usize) = (12, 5);
/// There are few positions with fewer opened cells than this, and they come up again and again. One
/// game in `ONE_GAME_IN` is enough for them.
const FIRST_CELLS: usize = 4;
const ONE_GAME_IN: u64 = 8;
/// Scores closer than this are equal, as in the engine.
const SAME_SCORE: f64 = 1e-6;

/// A candidate of a decision, with its value.
pub struct JudgedCandidate {
    /// The number of the game.
    pub game: u64,
    /// The turn of the game.
    pub turn: u32,
    /// Its prospects by look-ahead.
    pub outlook: Outlook,
    /// Its learned score.
    pub score: f64,
    /// The probability of surviving all guesses before.
    pub reached: f64,
    /// The probability of winning with it, by all boards.
    pub value: f64,
    /// The same by the even boards, and by the odd ones.
    pub halves: [f64; 2],
    /// The number of boards on which it was played out.
    pub boards: u32,
    /// Whether the strategy chose it.
    pub is_chosen: bool,
    /// The number of opened cells.
    pub opened: usize,
    /// The inputs of its score: its own numbers, the position's, its window.
    pub features: Vec<f32>,
}

/// The decisions to judge, and how.
#[derive(Clone, Copy)]
pub struct Settings {
    /// The number of boards of an early decision.
    pub boards: usize,
    /// Whether to judge only decisions against the best score, and of these only the chosen candidate
    /// and the one with that score.
    pub overruled: bool,
}

/// The candidates of all decisions of these games.
pub fn judge(
    contest: &Contest,
    games: &Games,
    settings: Settings,
) -> Result<Vec<JudgedCandidate>, Stopped> {
    let study = |decision| judge_one(&decision, settings);
    let judged = contest.study(games, &Options::default(), study)?;
    Ok(judged.into_iter().flatten().collect())
}

fn judge_one(decision: &Decision, settings: Settings) -> Result<Vec<JudgedCandidate>, Stopped> {
    let is_opened = |label: &Label| matches!(label, Label::Number(_));
    let opened = decision.position.labels().filter(is_opened).count();
    let candidates = candidates(decision, opened, settings)?;
    if candidates.len() < 2 {
        return Ok(Vec::new());
    }
    let boards = if opened < EARLY {
        settings.boards
    } else {
        settings.boards * LATER_BOARDS.0 / LATER_BOARDS.1
    };
    let cells: Vec<Cell> = candidates.iter().map(|candidate| candidate.outlook.cell).collect();
    let seeds = [decision.seed; 2];
    let played = decision.position.play_outs(&cells, boards, seeds, &Options::default())?;
    let judged = candidates.into_iter().zip(played);
    Ok(judged.map(|(candidate, values)| value(decision, opened, candidate, &values)).collect())
}

/// The candidates to play out.
fn candidates(
    decision: &Decision,
    opened: usize,
    settings: Settings,
) -> Result<Vec<Candidate>, Stopped> {
    let list = |most| decision.position.candidates(most, &Options::default());
    if settings.overruled {
        let mut listed = list(CANDIDATES)?;
        let best = best_of(&listed);
        listed.retain(|c| [Some(decision.chosen), best].contains(&Some(c.outlook.cell)));
        return Ok(listed);
    }
    if opened < FIRST_CELLS && !decision.game.is_multiple_of(ONE_GAME_IN) {
        return Ok(Vec::new());
    }
    list(if opened < EARLY { EARLY_CANDIDATES } else { CANDIDATES })
}

/// The first candidate with the greatest score.
fn best_of(candidates: &[Candidate]) -> Option<Cell> {
    let better = |a: &Candidate, b: &Candidate| b.score > a.score + SAME_SCORE;
    let best = candidates.iter().reduce(|a, b| if better(a, b) { b } else { a });
    best.map(|best| best.outlook.cell)
}

fn value(
    decision: &Decision,
    opened: usize,
    candidate: Candidate,
    values: &[Option<f64>],
) -> JudgedCandidate {
    let Candidate { outlook, score, features } = candidate;
    let half = |parity: usize| values.iter().skip(parity).step_by(2).flatten().copied();
    let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let value = |values: Vec<f64>| (1.0 - outlook.risk) * mean(values);
    JudgedCandidate {
        game: decision.game,
        turn: decision.turn,
        outlook,
        score,
        reached: decision.reached,
        value: value(values.iter().flatten().copied().collect()),
        halves: [0, 1].map(|parity| value(half(parity).collect())),
        boards: values.iter().flatten().count() as u32,
        is_chosen: outlook.cell == decision.chosen,
        opened,
        features,
    }
}
