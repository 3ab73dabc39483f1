//! `efficient`: wins as often as `strongest`, with fewer clicks.
//!
//! Where no cell is safe it guesses as `strongest` does. Guesses are made only there, and then every
//! safe cell is open, so both reach the same positions and win the same games.
//!
//! Where cells are safe, it compares the clicks that may come next: to open a safe cell, or to flag
//! the mines around a number and chord. A click is worth what it saves: the 3BV that it is expected to
//! gain, less its own clicks. Boards drawn from all legal assignments say what each click gains: a cell
//! that a 0 will open later gains nothing, and a chord gains every cell that would need a click.
//! A newly opened number may allow a chord at once, which counts as well. With more than the usual
//! effort, the best clicks are played out: how many clicks do some of the boards take after each?

use crate::base::{Meter, Random, Result, Sort, Stopped, first_seen, flood};
use crate::board::Cell;
use crate::count::{Counted, Work};
use crate::game::zini_from;
use crate::position::{Label, Position};
use crate::strategy::playout::Boards;
use crate::strategy::{Choice, Turn, strongest};

/// Boards that are drawn on a turn, and how many of them are played out for each further effort.
const BOARDS: usize = 48;
const PLAYED: usize = 12;

/// Cells of the largest board for which so many boards are drawn.
const USUAL_CELLS: usize = 1000;

/// The stream of the boards, fixed so that the same labels and flags lead to the same choice.
const BOARDS_SEED: u64 = 11;

/// What a flag is worth for later chords, and what a chord is worth beside its cells: it leaves flags
/// behind and opens numbers. Both are in clicks.
const FLAG_VALUE: f64 = 0.15;
const CHORD_VALUE: f64 = 0.25;

/// What finding an opening is worth beside its 3BV: no click is wasted on its other cells.
const ZERO_VALUE: f64 = 1.0;

/// What the next chord is worth now: other clicks may open its cells first.
const NEXT_VALUE: f64 = 0.85;

/// The clicks that are played out: at most so many, and none that is so much worse than the best.
const CANDIDATES: usize = 5;
const SLACK: f64 = 1.0;

/// Values closer than this are equal.
const SAME_VALUE: f64 = 1e-9;

pub fn choose(turn: &mut Turn<'_>) -> Result<Choice> {
    let position = turn.notes.position();
    let meter = turn.work.meter.limit(strongest::ANALYSIS_STATES * turn.effort);
    let work = turn.work.with(&meter);
    let analysis = match Counted::of(&position, work) {
        Ok(analysis) if !analysis.safe().is_empty() => analysis,
        _ => return as_strongest(turn),
    };
    let boards = Stopped::unless_too_wide(draw(&position, work))?.unwrap_or_default();
    let view = View::of(&position, &analysis, &turn.flags);
    let best = view.best(&boards, turn.effort, turn.work.meter)?;
    Ok(best.unwrap_or_else(|| Choice::Safe(analysis.safe().to_vec())))
}

/// The choice of `strongest`, which expects to be asked only where one number alone makes no cell safe.
fn as_strongest(turn: &mut Turn<'_>) -> Result<Choice> {
    let safe = turn.notes.take_safe();
    if safe.is_empty() { strongest::choose(turn) } else { Ok(Choice::Safe(safe)) }
}

fn draw(position: &Position, work: Work) -> Result<Vec<Drawn>> {
    let (all, mut draws) = (Boards::of(position, work)?, Random::new(BOARDS_SEED));
    let mut drawn = Vec::new();
    for _ in 0..share(BOARDS, position.board().cells()) {
        let Some(mined) = all.draw(&mut draws, work.meter)? else { break };
        work.meter.steps(8 * position.board().cells())?;
        drawn.push(Drawn::of(position, &mined));
    }
    Ok(drawn)
}

/// So many boards, or fewer where a board has more cells than usual.
fn share(boards: usize, cells: usize) -> usize {
    (boards * USUAL_CELLS / cells.max(1)).clamp(1, boards)
}

/// No opening, for cells that are not covered zeros.
const NONE: u32 = u32::MAX;

/// A board that agrees with the position: what its covered cells show.
struct Drawn {
    numbers: Vec<u32>,
    mined: Vec<bool>,
    /// For each covered 0 the opening to which it belongs.
    openings: Vec<u32>,
    /// Whether a covered free cell is not opened by any 0.
    is_alone: Vec<bool>,
}

impl Drawn {
    fn of(position: &Position, mined: &[Cell]) -> Self {
        let board = position.board();
        let cells = board.cells();
        let mut numbers = vec![0; cells];
        mined
            .iter()
            .flat_map(|&mine| board.neighbours(mine))
            .for_each(|&v| numbers[v as usize] += 1);
        let mut is_alone: Vec<bool> = position.labels().map(is_covered).collect();
        mined.iter().for_each(|&mine| is_alone[mine as usize] = false);
        let is_zero = |v: Cell, is_alone: &[bool]| numbers[v as usize] == 0 && is_alone[v as usize];
        let zeros: Vec<Cell> = (0..cells as Cell).filter(|&v| is_zero(v, &is_alone)).collect();
        let (mut openings, mut seen) = (vec![NONE; cells], vec![true; cells]);
        zeros.iter().for_each(|&zero| seen[zero as usize] = false);
        for (opening, &zero) in zeros.iter().enumerate() {
            if first_seen(&mut seen, zero) {
                flood(&mut vec![zero], |zero, reached| {
                    openings[zero as usize] = opening as u32;
                    let near = board.neighbours(zero).iter().copied();
                    reached.extend(near.filter(|&v| first_seen(&mut seen, v)));
                });
            }
        }
        let around = zeros.iter().flat_map(|&zero| board.neighbours(zero)).chain(&zeros);
        around.for_each(|&v| is_alone[v as usize] = false);
        let mut is_mined = vec![false; cells];
        mined.iter().for_each(|&v| is_mined[v as usize] = true);
        Self { numbers, mined: is_mined, openings, is_alone }
    }

    /// The 3BV that opening these covered free cells gains.
    fn gain(&self, cells: &[Cell], seen: &mut Vec<u32>) -> f64 {
        seen.clear();
        let mut alone = 0;
        for &cell in cells {
            let opening = self.openings[cell as usize];
            if opening != NONE {
                seen.push(opening);
            }
            alone += usize::from(self.is_alone[cell as usize]);
        }
        seen.ascend();
        seen.dedup();
        (alone + seen.len()) as f64
    }
}

/// How likely a covered cell is a 0.
fn zero_chance(cell: Cell, boards: &[Drawn]) -> f64 {
    let zeros = boards.iter().filter(|drawn| drawn.openings[cell as usize] != NONE);
    zeros.count() as f64 / boards.len() as f64
}

fn is_covered(label: Label) -> bool {
    matches!(label, Label::Covered | Label::Free)
}

/// What the player knows of a covered cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Opened,
    Safe,
    Mined,
    Uncertain,
}

/// A click, or flags and a chord, and what it saves.
struct Click {
    value: f64,
    choice: Choice,
}

/// The position as its player knows it.
struct View<'a> {
    position: &'a Position,
    safe: &'a [Cell],
    known: Vec<Known>,
    is_flagged: Vec<bool>,
}

impl<'a> View<'a> {
    fn of(position: &'a Position, analysis: &'a Counted, flags: &[Cell]) -> Self {
        let chances = analysis.probabilities();
        let known = |(label, &chance): (Label, &f64)| match label {
            Label::Number(_) => Known::Opened,
            Label::Mined => Known::Mined,
            Label::Free => Known::Safe,
            Label::Covered if chance == 0.0 => Known::Safe,
            Label::Covered if chance == 1.0 => Known::Mined,
            Label::Covered => Known::Uncertain,
        };
        let mut is_flagged: Vec<bool> = position.labels().map(|l| l == Label::Mined).collect();
        flags.iter().for_each(|&flag| is_flagged[flag as usize] = true);
        let known = position.labels().zip(chances).map(known).collect();
        Self { position, safe: analysis.safe(), known, is_flagged }
    }

    /// The click that saves most; None without boards.
    fn best(&self, boards: &[Drawn], effort: usize, meter: &Meter) -> Result<Option<Choice>> {
        if boards.is_empty() {
            return Ok(None);
        }
        let mut clicks = self.clicks(boards, meter)?;
        if effort > 1 {
            let most = share(PLAYED * (effort - 1), self.known.len());
            self.play_out_all(&mut clicks, &boards[..most.min(boards.len())], meter)?;
        }
        let better = |a: &Click, b: &Click| b.value > a.value + SAME_VALUE;
        let best = clicks.into_iter().reduce(|a, b| if better(&a, &b) { b } else { a });
        Ok(best.map(|click| click.choice))
    }

    /// All clicks that may come next, chords first.
    fn clicks(&self, boards: &[Drawn], meter: &Meter) -> Result<Vec<Click>> {
        let next = self.next_values(boards, meter)?;
        let mut clicks = Vec::new();
        for cell in self.cells() {
            meter.steps(self.work_at(cell, boards))?;
            clicks.extend(self.chord(cell, boards, &next));
        }
        for cell in self.openable() {
            meter.steps(boards.len())?;
            clicks.push(self.open(cell, boards, &next));
        }
        Ok(clicks)
    }

    /// The steps of looking at the neighbours of a cell on each board.
    fn work_at(&self, cell: Cell, boards: &[Drawn]) -> usize {
        (self.position.board().degree(cell) + 1) * (boards.len() + 1)
    }

    /// Keep the best of the clicks and value them by the clicks that these boards take.
    fn play_out_all(&self, clicks: &mut Vec<Click>, boards: &[Drawn], meter: &Meter) -> Result<()> {
        clicks.arrange(|a, b| b.value.total_cmp(&a.value));
        clicks.truncate(CANDIDATES);
        let least = clicks.first().map_or(0.0, |best| best.value) - SLACK;
        clicks.retain(|click| click.value > least);
        if clicks.len() > 1 {
            for click in clicks {
                meter.steps(boards.len() * self.known.len())?;
                click.value = -self.play_out(&click.choice, boards);
            }
        }
        Ok(())
    }

    /// The clicks that these boards take from here on, the first of which is given: the others are
    /// those of a greedy player who knows the mines ([`zini_from`]).
    fn play_out(&self, choice: &Choice, boards: &[Drawn]) -> f64 {
        let is_opened = |&cell: &Cell| self.known[cell as usize] == Known::Opened;
        let is_flagged = |&cell: &Cell| self.is_flagged[cell as usize];
        let opened: Vec<Cell> =
            self.cells().filter(is_opened).chain(choice.cells().to_vec()).collect();
        let mut flagged: Vec<Cell> = self.cells().filter(is_flagged).collect();
        let own = match choice {
            Choice::Chord { flags, .. } => {
                flagged.extend(flags);
                flags.len() + 1
            }
            _ => 1,
        };
        let order: Vec<Cell> = self.cells().collect();
        let board = self.position.board();
        let clicks = |drawn: &Drawn| {
            zini_from(board, &drawn.mined, &drawn.numbers, &order, &opened, &flagged)
        };
        own as f64 + boards.iter().map(clicks).sum::<usize>() as f64 / boards.len() as f64
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        0..self.known.len() as Cell
    }

    /// Safe cells without a flag.
    fn openable(&self) -> impl Iterator<Item = Cell> + '_ {
        self.safe.iter().copied().filter(|&cell| !self.is_flagged[cell as usize])
    }

    fn open(&self, cell: Cell, boards: &[Drawn], next: &[f64]) -> Click {
        let later = NEXT_VALUE * next[cell as usize] + ZERO_VALUE * zero_chance(cell, boards);
        let value = self.mean_gain(&[cell], boards) - 1.0 + later;
        Click { value, choice: Choice::Safe(vec![cell]) }
    }

    /// The chord at a number, if all mines around it are known and it opens anything.
    fn chord(&self, cell: Cell, boards: &[Drawn], next: &[f64]) -> Option<Click> {
        let around = self.around(cell)?;
        if self.known[cell as usize] != Known::Opened || !around.unsure.is_empty() {
            return None;
        }
        let opens = around.safe;
        let most = opens.iter().map(|&v| next[v as usize]).fold(0.0, f64::max);
        let flags = self.unflagged(&around.mined);
        let cost = 1.0 + (1.0 - FLAG_VALUE) * flags.len() as f64;
        let later = NEXT_VALUE * most + CHORD_VALUE;
        let value = self.mean_gain(&opens, boards) - cost + later;
        (!opens.is_empty()).then_some(Click { value, choice: Choice::Chord { flags, cell, opens } })
    }

    fn unflagged(&self, mined: &[Cell]) -> Vec<Cell> {
        mined.iter().copied().filter(|&v| !self.is_flagged[v as usize]).collect()
    }

    fn mean_gain(&self, cells: &[Cell], boards: &[Drawn]) -> f64 {
        let mut seen = Vec::new();
        let all: f64 = boards.iter().map(|drawn| drawn.gain(cells, &mut seen)).sum();
        all / boards.len() as f64
    }

    /// For each safe cell, what a chord at it saves if its number allows one.
    fn next_values(&self, boards: &[Drawn], meter: &Meter) -> Result<Vec<f64>> {
        let mut values = vec![0.0; self.known.len()];
        for cell in self.openable() {
            meter.steps(self.work_at(cell, boards))?;
            values[cell as usize] = self.next_value(cell, boards);
        }
        Ok(values)
    }

    fn next_value(&self, cell: Cell, boards: &[Drawn]) -> f64 {
        let Some(around) = self.around(cell) else { return 0.0 };
        let (known, unsure) = (around.mined.len(), around.unsure.len());
        let missing = self.unflagged(&around.mined).len();
        let all: Vec<Cell> = around.safe.iter().chain(&around.unsure).copied().collect();
        let mut value = self.value_at(cell, known, &all, missing, boards);
        if unsure > 0 {
            value += self.value_at(cell, known + unsure, &around.safe, missing + unsure, boards);
        }
        value
    }

    /// What a chord at a cell saves that opens these cells, if the cell shows this number.
    fn value_at(
        &self,
        cell: Cell,
        number: usize,
        opens: &[Cell],
        flags: usize,
        boards: &[Drawn],
    ) -> f64 {
        let (mut seen, mut value) = (Vec::new(), 0.0);
        let cost = 1.0 + (1.0 - FLAG_VALUE) * flags as f64;
        for drawn in boards {
            if number > 0 && drawn.numbers[cell as usize] as usize == number {
                value += drawn.gain(opens, &mut seen) - cost;
            }
        }
        (value / boards.len() as f64).max(0.0)
    }

    /// The covered cells around a cell; None if a flag is not on a mine.
    fn around(&self, cell: Cell) -> Option<Around> {
        let mut found = Around::default();
        for &v in self.position.board().neighbours(cell) {
            match self.known[v as usize] {
                Known::Opened => {}
                Known::Mined => found.mined.push(v),
                _ if self.is_flagged[v as usize] => return None,
                Known::Safe => found.safe.push(v),
                Known::Uncertain => found.unsure.push(v),
            }
        }
        Some(found)
    }
}

/// The covered cells around a cell, by what is known of them.
#[derive(Default)]
struct Around {
    safe: Vec<Cell>,
    mined: Vec<Cell>,
    unsure: Vec<Cell>,
}
