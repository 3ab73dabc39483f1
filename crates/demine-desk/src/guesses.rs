//! Guesses: the best cells to open, compared by their chances of winning.

use demine::{
    Analysis, Budget, Cell, Compared, Failure, Label, Options, Position, Stopped, Win, WinEstimate,
};
use serde_json::{Value, json};

use crate::fraction::Fraction;
use crate::help::write_chance;
use crate::odds::{fraction_of, shows};
use crate::problem::Problem;

/// Candidates that are compared.
const CANDIDATES: usize = 8;
/// Boards on which candidates are played out, where perfect play is out of reach.
const BOARDS: usize = 16;
/// Seconds for the comparison.
const SECONDS: f64 = 2.0;

/// The best cells to open.
pub fn guesses(position: &Position, options: &Options) -> Result<Value, Problem> {
    let analysis = position.analyze(options)?;
    let seconds = options.budget.seconds.map_or(SECONDS, |seconds| seconds.min(SECONDS));
    let short = Options { budget: Budget { seconds: Some(seconds), ..options.budget }, ..*options };
    let compared = match analysis.is_exact() {
        true => position.compare(&analysis, CANDIDATES, BOARDS, &short),
        false => Ok(Vec::new()),
    };
    let rows: Vec<Value> = match compared {
        Ok(rows) if !rows.is_empty() => rows
            .iter()
            .map(|row| write(position, &analysis, row.cell, Some(row), options))
            .collect::<Result<_, _>>()?,
        Ok(_) | Err(Failure::Stopped(Stopped::TooWide { .. })) => {
            let cells = least_risky(position, &analysis);
            let rows = cells.iter().map(|&cell| write(position, &analysis, cell, None, options));
            rows.collect::<Result<_, _>>()?
        }
        Err(failure) => return Err(failure.into()),
    };
    Ok(json!({"candidates": rows}))
}

/// Safe cells, else the least likely mines.
fn least_risky(position: &Position, analysis: &Analysis) -> Vec<Cell> {
    let is_in = |cells: &[Cell], cell: &Cell| cells.binary_search(cell).is_ok();
    let covered = (0..).zip(position.labels()).filter(|&(_, label)| label == Label::Covered);
    let covered: Vec<Cell> = covered.map(|(cell, _)| cell).collect();
    let safe = |cell: &Cell| is_in(analysis.safe(), cell);
    let mut cells: Vec<Cell> = match covered.iter().any(safe) {
        true => covered.into_iter().filter(safe).collect(),
        false => covered.into_iter().filter(|cell| !is_in(analysis.mined(), cell)).collect(),
    };
    let risk = |cell: Cell| analysis.probabilities()[cell as usize];
    cells.sort_by(|&a, &b| risk(a).total_cmp(&risk(b)));
    cells.truncate(CANDIDATES);
    cells
}

fn write(
    position: &Position,
    analysis: &Analysis,
    cell: Cell,
    compared: Option<&Compared>,
    options: &Options,
) -> Result<Value, Failure> {
    let risk = fraction_of(analysis, cell, options)?;
    if !analysis.is_exact() {
        // A safe cell is certain, so its risk is no estimate.
        let risk = match analysis.safe().binary_search(&cell) {
            Ok(_) => risk.chance(),
            Err(_) => json!({"float": risk.float(), "fraction": null, "estimate": true}),
        };
        let none = Value::Null;
        return Ok(json!({
            "cell": cell, "risk": risk, "win": none, "next": none, "progress": none, "opening": none,
        }));
    }
    let shown = shows(position, analysis, cell, options)?;
    let zero = shown.as_array().and_then(|rows| rows.iter().find(|row| row["count"] == 0));
    let opening = match zero {
        Some(zero) => json!({"float": zero["float"], "fraction": zero["fraction"]}),
        None => json!({"float": 0.0, "fraction": "0"}),
    };
    let float = |value: Option<f64>| value.map(|float| json!({"float": float, "fraction": null}));
    Ok(json!({
        "cell": cell,
        "risk": write_chance(&risk, true),
        "win": compared.map(|row| write_win(row.win)),
        "next": float(compared.map(|row| row.ahead)),
        "progress": float(compared.map(|row| row.progress)),
        "opening": opening,
    }))
}

/// The chance of winning; an estimate is within its margin in 95 % of the cases.
fn write_win(win: Win) -> Value {
    match win {
        Win::Exact(won, all) => {
            let win = Fraction::new(won.into(), all.into());
            json!({
                "float": win.float(), "fraction": win.to_string(), "estimate": false, "margin": 0.0,
            })
        }
        Win::Estimated(WinEstimate { win, margin }) => {
            let margin = (margin * 1e4).round_ties_even() / 1e4;
            json!({"float": win, "fraction": null, "estimate": true, "margin": margin})
        }
    }
}
