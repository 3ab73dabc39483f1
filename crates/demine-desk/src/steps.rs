//! Steps as JSON: a rule with its arguments, and the cells to point at. Catalogues make sentences of
//! rules and arguments, so there are no words in them.

use demine::{Argument, Cell, CitedNumber, Label, Link, Position, Step};
use serde_json::{Map, Value, json};

use crate::fraction::Fraction;

/// The steps of an argument.
pub fn write_steps(steps: &[Step]) -> Value {
    steps.iter().map(write_step).collect()
}

fn write_step(step: &Step) -> Value {
    let arguments = step.arguments.iter().map(|(name, value)| (name.to_string(), write(value)));
    json!({
        "rule": step.rule,
        "arguments": arguments.collect::<Map<_, _>>(),
        "numbers": step.numbers,
        "cells": step.cells,
        "mined": step.mined,
        "depth": step.depth,
    })
}

fn write(argument: &Argument) -> Value {
    match argument {
        Argument::Cell(cell) => json!(cell),
        Argument::Cells(cells) => json!(cells),
        Argument::Count(count) => json!(count),
        Argument::Counts(counts) => json!(counts),
        Argument::Cases(cases) => json!(cases),
        Argument::Flag(flag) => json!(flag),
        Argument::Number(number) => cite(number),
        Argument::Numbers(numbers) => numbers.iter().map(cite).collect(),
        Argument::Link(Link::Fact) => json!("fact"),
        Argument::Link(Link::Start) => json!("start"),
        Argument::Link(Link::Then) => json!("then"),
    }
}

fn cite(number: &CitedNumber) -> Value {
    let CitedNumber { cell, label, known } = number;
    json!({"kind": "number", "cell": cell, "label": label, "known": known})
}

/// A sentence that is no step of an argument, about some cells.
pub fn say(rule: &str, arguments: Value, cells: &[Cell]) -> Value {
    json!({
        "rule": rule, "arguments": arguments, "numbers": [], "cells": cells, "mined": null, "depth": 0,
    })
}

/// A number as a thing to look at.
pub fn thing(position: &Position, cell: Cell) -> Value {
    let label = match position.label(cell) {
        Label::IMPOSSIBLE => -1,
        Label::Number(number) => i64::from(number),
        _ => unreachable!("proofs cite opened cells"),
    };
    cite(&CitedNumber { cell, label, known: 0 })
}

/// A chance as an argument.
pub fn chance(value: &Fraction, is_exact: bool) -> Value {
    match is_exact {
        true => json!({"kind": "exact", "float": value.float(), "fraction": value.to_string()}),
        false => json!({"kind": "estimated", "float": value.float(), "fraction": null}),
    }
}
