//! Reviews: every guess of a finished game, whether it was needed, what was safe instead, and the luck.
//!
//! A guess opens a cell that was not safe. It is needless if another cell was safe, else forced. A first
//! click that the rule protects is not a guess. The luck of a game is the exact chance that all of its
//! guesses succeed.

use demine::{Analysis, Cell, Hint, Label, Position, Proof};
use serde_json::{Map, Value, json};

use crate::fraction::Fraction;
use crate::live::{LiveGame, Move};
use crate::odds::fraction_of;
use crate::problem::Problem;
use crate::steps::{chance, say, write_steps};
use crate::time::Time;

/// Most engine calls in search of a smaller proof, as for a hint.
const TRIES: usize = 60;
/// Moves that a sentence lists.
const NAMED: usize = 8;
/// Characters of a fraction that is told beside the percentage.
const LONGEST_FRACTION: usize = 15;

struct Guess {
    number: usize,
    cell: Cell,
    opened: Vec<Cell>,
    survival: Fraction,
    is_exact: bool,
    is_hit: bool,
    /// Safe covered cells, and a simple proof of one of them.
    safe: Vec<Cell>,
    proof: Option<(Proof, Value)>,
    best: Cell,
    least: Fraction,
}

impl Guess {
    fn risk(&self) -> Fraction {
        self.survival.complement()
    }

    fn is_needless(&self) -> bool {
        !self.safe.is_empty()
    }
}

/// The review of a finished game, without its board.
pub fn review(live: &LiveGame, time: &Time) -> Result<Map<String, Value>, Problem> {
    let (mut moves, mut guesses) = (Vec::new(), Vec::new());
    let mut failure = None;
    let mut before = live.fresh();
    live.play_again(|game, one, changed| {
        moves.push(write_move(game, one, &changed));
        let number = moves.len();
        let opened = find_opened(&before, one);
        let is_hit = game.status() == "lost";
        if failure.is_none() && !opened.is_empty() {
            match guess(&before.position(), number, one.cell, opened, is_hit, time) {
                Ok(found) => guesses.extend(found),
                Err(problem) => failure = Some(problem),
            }
        }
        before.redo(one.clone());
    });
    if let Some(problem) = failure {
        return Err(problem);
    }
    Ok(write(live, moves, &guesses))
}

fn write_move(game: &LiveGame, one: &Move, changed: &[Cell]) -> Value {
    json!({"move": one.kind, "cell": one.cell, "at": one.at, "changed": game.write_changes(changed)})
}

/// The cells that a move itself opens, without those around a 0. A protected first click opens none that
/// may be mined.
fn find_opened(before: &LiveGame, one: &Move) -> Vec<Cell> {
    let is_promised = before.status() == "ready" && before.first() != "risky";
    match one.kind {
        _ if is_promised => Vec::new(),
        "open" => vec![one.cell],
        "chord" => {
            let position = before.position();
            let is_opened =
                |&v: &Cell| position.label(v) == Label::Covered && !before.is_flagged(v);
            before.board().neighbours(one.cell).iter().copied().filter(is_opened).collect()
        }
        _ => Vec::new(),
    }
}

fn guess(
    position: &Position,
    number: usize,
    cell: Cell,
    opened: Vec<Cell>,
    is_hit: bool,
    time: &Time,
) -> Result<Option<Guess>, Problem> {
    let analysis = position.analyze(&time.rest()?)?;
    let is_safe = |cell: &Cell| analysis.safe().binary_search(cell).is_ok();
    if opened.iter().all(is_safe) {
        return Ok(None);
    }
    let survival = survival(position, &analysis, &opened, time)?;
    let covered = (0..).zip(position.labels()).filter(|&(_, label)| label == Label::Covered);
    let covered: Vec<Cell> = covered.map(|(cell, _)| cell).collect();
    let safe: Vec<Cell> = covered.iter().copied().filter(is_safe).collect();
    let proof = match safe.is_empty() {
        true => None,
        false => match position.hint(TRIES, &time.rest()?)? {
            Hint::Proved(proof) => Some(proof),
            Hint::Undecided(_) => None,
        },
    };
    let risk = |cell: Cell| analysis.probabilities()[cell as usize];
    let least = covered.iter().copied().min_by(|&a, &b| risk(a).total_cmp(&risk(b)));
    let best = proof.as_ref().map_or(least.unwrap_or(cell), |proof| proof.cell);
    let least = fraction_of(&analysis, best, &time.rest()?)?;
    let proof = proof.map(|proof| {
        let steps = position.argue(proof.cell, proof.mined, &proof.numbers, proof.counter);
        let written = write_steps(&steps);
        (proof, written)
    });
    let is_exact = analysis.is_exact();
    Ok(Some(Guess { number, cell, opened, survival, is_exact, is_hit, safe, proof, best, least }))
}

/// The chance that all opened cells are free. Estimates are multiplied as if cells were independent.
fn survival(
    position: &Position,
    analysis: &Analysis,
    opened: &[Cell],
    time: &Time,
) -> Result<Fraction, Problem> {
    if opened.len() > 1 && analysis.is_exact() {
        let free: Vec<_> = opened.iter().map(|&cell| (cell, Label::Free)).collect();
        let count = position.with_labels(&free).count(&time.rest()?)?;
        return Ok(Fraction::new(count, analysis.count(&time.rest()?)?));
    }
    let mut survival = Fraction::one();
    for &cell in opened {
        survival = &survival * &fraction_of(analysis, cell, &time.rest()?)?.complement();
    }
    Ok(survival)
}

fn write(live: &LiveGame, moves: Vec<Value>, guesses: &[Guess]) -> Map<String, Value> {
    let (mut luck, mut curve) = (Fraction::one(), Vec::with_capacity(moves.len()));
    for number in 1..=moves.len() {
        if let Some(guess) = guesses.iter().find(|guess| guess.number == number) {
            luck = &luck * &guess.survival;
        }
        curve.push(luck.float());
    }
    let needless = guesses.iter().filter(|guess| guess.is_needless()).count();
    let turning = turning_point(guesses);
    crate::live::object(json!({
        "id": live.id(), "mines": live.mines(), "first": live.first(), "status": live.status(),
        "mined": live.mined(), "undos": live.undos(), "three_bv": live.three_bv(), "moves": moves,
        "guesses": guesses.iter().map(write_guess).collect::<Vec<_>>(),
        "curve": curve, "luck": luck.chance(), "needless": needless,
        "forced": guesses.len() - needless, "decided": turning.map(|guess| guess.number),
        "lines": verdict(live, guesses, &luck),
    }))
}

/// The guess that lost the game; if none did, the riskiest one.
fn turning_point(guesses: &[Guess]) -> Option<&Guess> {
    let lost = guesses.iter().find(|guess| guess.is_hit);
    // Of equal ones the first.
    lost.or_else(|| guesses.iter().rev().max_by_key(|guess| guess.risk()))
}

fn write_guess(guess: &Guess) -> Value {
    let proof = guess.proof.as_ref().map(
        |(proof, steps)| json!({"cell": proof.cell, "numbers": proof.numbers, "steps": steps}),
    );
    json!({
        "number": guess.number, "opened": guess.opened, "risk": guess.risk().chance(),
        "hit": guess.is_hit, "needless": guess.is_needless(), "safe": guess.safe,
        "best": guess.best, "least": guess.least.chance(), "proof": proof,
    })
}

/// The review in a sentence or two.
fn verdict(live: &LiveGame, guesses: &[Guess], luck: &Fraction) -> Vec<Value> {
    let mut said = match (live.status(), turning_point(guesses)) {
        ("lost", Some(guess)) => say_lost(guess),
        ("lost", None) => vec![say("lost", json!({}), &[])],
        _ if guesses.is_empty() => vec![say("won_without_guess", json!({}), &[])],
        _ => {
            let is_exact = guesses.iter().all(|guess| guess.is_exact);
            vec![say("won_with_luck", json!({"chance": odds(luck, is_exact)}), &[])]
        }
    };
    let survived = guesses.iter().filter(|guess| guess.is_needless() && !guess.is_hit);
    let survived: Vec<usize> = survived.map(|guess| guess.number).collect();
    if !survived.is_empty() {
        let moves = &survived[..survived.len().min(NAMED)];
        let more = survived.len() - moves.len();
        said.push(say("lucky", json!({"moves": moves, "more": more}), &[]));
    }
    said
}

fn say_lost(guess: &Guess) -> Vec<Value> {
    let (cell, risk, number) = (guess.cell, guess.risk(), guess.number);
    if let (true, Some((proof, _))) = (guess.is_hit, &guess.proof) {
        let arguments = json!({"number": number, "cell": cell, "safe": proof.cell});
        let mut said = vec![say("lost_needless", arguments, &[])];
        if risk == Fraction::one() {
            said.push(say("certainly_mine", json!({"cell": cell}), &[]));
        }
        return said;
    }
    let odds = odds(&risk, guess.is_exact);
    let arguments = json!({"number": number, "cell": cell, "chance": odds});
    let mut said = vec![say("lost_forced", arguments, &[])];
    if guess.least < risk {
        let least = self::odds(&guess.least, guess.is_exact);
        said.push(say("was_better", json!({"cell": guess.best, "chance": least}), &[]));
    }
    said
}

/// A chance as an argument; one with a long fraction is only shown rounded.
fn odds(value: &Fraction, is_exact: bool) -> Value {
    let mut given = chance(value, is_exact);
    let fraction = value.to_string();
    if is_exact && !(fraction.contains('/') && fraction.len() <= LONGEST_FRACTION) {
        given["kind"] = "rounded".into();
    }
    given
}
