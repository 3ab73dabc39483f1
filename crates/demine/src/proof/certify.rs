//! Certify: whether the proofs of a game hold, tried case by case. The engine's proofs come from a
//! solver; this only adds up what each number may hold.

use std::collections::BTreeSet;

use crate::board::Cell;
use crate::game::{Game, Status};
use crate::position::Label;
use crate::proof::noguess::Deduction;
use crate::proof::refute::{Known, totals};
use crate::proof::steps::constraint;

/// Most cases for each number that a proof cites: nobody wants to check longer ones.
const CASES: usize = 300;

/// Whether the start and these proofs win a new game, each proved by its numbers alone.
pub fn is_certified(game: &mut Game, start: Cell, steps: &[Deduction]) -> bool {
    game.open(start);
    for step in steps {
        if !holds(game, step) {
            return false;
        }
        game.open(step.cell);
    }
    game.status() == Status::Won
}

fn holds(game: &Game, step: &Deduction) -> bool {
    let position = game.position();
    let is_open = |&&number: &&Cell| matches!(position.label(number), Label::Number(_));
    if position.label(step.cell) != Label::Covered || !step.numbers.iter().all(|n| is_open(&n)) {
        return false;
    }
    let numbers: Vec<_> = step.numbers.iter().map(|&n| constraint(&position, n)).collect();
    let mined = Known::from([(step.cell, true)]);
    let Ok(held) = totals(&numbers, &mined, CASES * (1 + numbers.len())) else { return false };
    if !step.counter {
        return held.is_empty();
    }
    let beside: BTreeSet<Cell> = numbers.iter().flat_map(|one| one.cells.clone()).collect();
    let covered = (0..).zip(position.labels()).filter(|&(_, label)| label == Label::Covered);
    let others = covered.filter(|(cell, _)| !beside.contains(cell)).count() as i64;
    let least = i64::from(!beside.contains(&step.cell));
    let fits = |total: &i64| (least..=others).contains(&(i64::from(game.mines()) - total));
    !held.iter().any(fits)
}
