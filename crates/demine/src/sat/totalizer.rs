//! Totalizer: clauses that count (Bailleux and Boufkhad 2003), for the counter of all mines and for
//! numbers with many cells.
//!
//! A balanced tree over the variables. Each node holds in unary how many of its leaves are true, up to a
//! bound, so that partial sums have names.

use batsat::{Callbacks, Lit, Solver, SolverInterface};

use crate::base::{Meter, Result};
use crate::sat::solver::variable_states;

/// Which clauses are needed.
#[derive(Clone, Copy)]
pub struct Sides {
    /// True leaves make outputs true.
    pub upward: bool,
    /// True outputs need true leaves.
    pub downward: bool,
}

/// About how many clauses a tree over so many leaves takes.
pub fn cost(leaves: usize, bound: usize) -> usize {
    if leaves < 2 {
        return 0;
    }
    let (left, right) = (leaves / 2, leaves - leaves / 2);
    let here = left.min(bound).saturating_mul(right.min(bound));
    here.saturating_add(cost(left, bound)).saturating_add(cost(right, bound))
}

/// Outputs `o[j]`: more than `j` of the leaves are true, as far as `bound` outputs.
pub fn totals<C: Callbacks>(
    solver: &mut Solver<C>,
    leaves: &[Lit],
    bound: usize,
    sides: Sides,
    meter: &Meter,
) -> Result<Vec<Lit>> {
    if leaves.len() < 2 {
        return Ok(leaves.to_vec());
    }
    let (left, right) = leaves.split_at(leaves.len() / 2);
    let left = totals(solver, left, bound, sides, meter)?;
    let right = totals(solver, right, bound, sides, meter)?;
    let outputs = (left.len() + right.len()).min(bound);
    let variables = variable_states(solver.num_vars() as usize, outputs);
    meter.states(left.len() * right.len() + variables)?;
    meter.steps(50 * left.len() * right.len())?;
    Ok(merge(solver, &left, &right, bound, sides))
}

fn merge<C: Callbacks>(
    solver: &mut Solver<C>,
    left: &[Lit],
    right: &[Lit],
    bound: usize,
    sides: Sides,
) -> Vec<Lit> {
    let outputs = (left.len() + right.len()).min(bound);
    let sums: Vec<Lit> = (0..outputs).map(|_| Lit::new(solver.new_var_default(), true)).collect();
    let mut clause = Vec::with_capacity(3);
    for i in 0..=left.len() {
        for j in 0..=right.len() {
            // At least i and at least j are i + j.
            if sides.upward && i + j > 0 && i + j <= outputs {
                clause.clear();
                clause.extend(i.checked_sub(1).map(|i| !left[i]));
                clause.extend(j.checked_sub(1).map(|j| !right[j]));
                clause.push(sums[i + j - 1]);
                solver.add_clause_reuse(&mut clause);
            }
            // At most i and at most j are no more than i + j.
            if sides.downward && i + j < outputs {
                clause.clear();
                clause.extend(left.get(i));
                clause.extend(right.get(j));
                clause.push(!sums[i + j]);
                solver.add_clause_reuse(&mut clause);
            }
        }
    }
    sums
}
