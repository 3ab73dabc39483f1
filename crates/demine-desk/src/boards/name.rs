//! Names of boards: a topology, its sides, and the options that differ from their defaults.

use crate::problem::Problem;

/// The topologies of the registry; those that are made on the spot come first.
const TOPOLOGIES: [&str; 7] =
    ["grid", "hexagonal", "triangular", "box", "cube", "geodesic", "voronoi"];
const MADE_HERE: usize = 4;
const MOST_AXES: usize = 16;
/// Digits of a number in a name.
const DIGITS: usize = 9;

/// Which steps lead from a square to its neighbours.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Steps {
    /// No coordinate moves by more than the radius (Moore).
    King,
    /// The moves of all coordinates sum to at most the radius (von Neumann).
    Rook,
    /// One coordinate moves by 1, another by 2.
    Knight,
    /// The king's steps without the corners, where all coordinates move by the radius.
    Trimmed,
}

impl Steps {
    /// The steps of this name.
    pub fn of(name: &str) -> Option<Self> {
        STEPS.iter().find(|(known, _)| *known == name).map(|&(_, steps)| steps)
    }
}

const STEPS: [(&str, Steps); 4] = [
    ("king", Steps::King),
    ("rook", Steps::Rook),
    ("knight", Steps::Knight),
    ("trimmed", Steps::Trimmed),
];

/// How a board is made: by which topology, of what sides, with which options.
pub struct Recipe {
    /// Its name in the registry.
    pub topology: &'static str,
    /// How many cells along each axis.
    pub sides: Vec<usize>,
    /// Whether it wraps around.
    pub torus: bool,
    /// The steps on grids and boxes.
    pub steps: Steps,
    /// How far they lead.
    pub radius: usize,
    /// Whether triangles that share a corner are neighbours.
    pub corners: bool,
}

impl Recipe {
    /// A plain recipe of these sides; None if boards of this topology are not made here.
    pub fn new(topology: &str, sides: Vec<usize>) -> Option<Self> {
        let topology = TOPOLOGIES[..MADE_HERE].iter().find(|known| **known == topology)?;
        let (torus, steps, radius, corners) = (false, Steps::King, 1, true);
        Some(Self { topology, sides, torus, steps, radius, corners })
    }

    /// The recipe of a name; None for an irregular board.
    pub(crate) fn read(name: &str) -> Result<Option<Self>, Problem> {
        let (topology, rest) = name.split_once('-').unwrap_or((name, ""));
        let Some(place) = TOPOLOGIES.iter().position(|known| *known == topology) else {
            return if topology == "graph" { Ok(None) } else { Err(unknown(name)) };
        };
        if place >= MADE_HERE {
            return Ok(None);
        }
        let mut words = rest.split('-');
        let sides = words.next().unwrap_or_default().split('x').map(number);
        let sides: Vec<usize> = sides.collect::<Option<_>>().ok_or_else(|| unknown(name))?;
        if topology != "box" && sides.len() != 2 {
            return Err(unknown(name));
        }
        let mut made = Self::new(topology, sides).ok_or_else(|| unknown(name))?;
        words.try_for_each(|word| made.take(word)).map_err(|()| unknown(name))?;
        Ok(Some(made))
    }

    /// Takes an option by its word.
    fn take(&mut self, word: &str) -> Result<(), ()> {
        let is_lattice = matches!(self.topology, "grid" | "box");
        match (word, word.strip_prefix('r').and_then(number), Steps::of(word)) {
            ("torus", ..) => self.torus = true,
            ("sides", ..) if self.topology == "triangular" => self.corners = false,
            (_, Some(radius), _) if self.topology != "triangular" => self.radius = radius,
            (.., Some(steps)) if is_lattice => self.steps = steps,
            _ => return Err(()),
        }
        Ok(())
    }

    /// At most how many cells and pairs of neighbours it has.
    pub(crate) fn size(&self) -> (u128, u128) {
        let sides = self.sides.iter().map(|&side| side as u128);
        let cells = sides.clone().fold(1u128, u128::saturating_mul);
        // The widest neighbourhood of radius 1 in two dimensions is the triangle's, far below 24.
        let around = match self.radius == 1 && self.sides.len() == 2 {
            true => 24,
            false => sides
                .map(|side| side.min(2 * self.radius as u128 + 1))
                .fold(1u128, u128::saturating_mul),
        };
        (cells, cells.saturating_mul(around.min(cells)) / 2)
    }

    /// Why there is no such board.
    pub(crate) fn check(&self) -> Result<(), String> {
        let (rows, columns) = (self.sides[0], self.sides.get(1).copied().unwrap_or(1));
        if self.sides.len() > MOST_AXES {
            return Err(format!("a box of {} sides: expected 1 to {MOST_AXES}", self.sides.len()));
        }
        if self.radius == 0 {
            return Err("radius is 0: expected at least 1".into());
        }
        if self.steps == Steps::Knight && self.radius != 1 {
            return Err(format!("radius {} with a knight's move: expected 1", self.radius));
        }
        match self.topology {
            "hexagonal" if self.torus && rows % 2 == 1 => {
                Err(format!("a hexagonal torus of {rows} rows: expected an even number of rows"))
            }
            "triangular" if self.torus && (rows % 2 == 1 || columns % 2 == 1) => Err(format!(
                "a triangular torus of {rows} rows and {columns} columns: expected even numbers of both"
            )),
            _ => Ok(()),
        }
    }

    /// The name with the options in their usual order.
    pub(crate) fn name(&self) -> String {
        let sides: Vec<String> = self.sides.iter().map(usize::to_string).collect();
        let mut words = vec![self.topology.to_string(), sides.join("x")];
        words.extend((!self.corners).then(|| "sides".into()));
        words.extend(self.torus.then(|| "torus".into()));
        words.extend(self.unusual_steps().map(String::from));
        words.extend((self.radius != 1).then(|| format!("r{}", self.radius)));
        words.join("-")
    }

    /// The call in Python that makes the board.
    pub(crate) fn call(&self) -> String {
        let sides: Vec<String> = self.sides.iter().map(usize::to_string).collect();
        let sides = match (self.topology, &sides[..]) {
            ("box", [side]) => format!("({side},)"),
            ("box", _) => format!("({})", sides.join(", ")),
            _ => sides.join(", "),
        };
        let mut given = vec![sides];
        given.extend((!self.corners).then(|| "corners=False".into()));
        given.extend(self.torus.then(|| "torus=True".into()));
        given.extend(self.unusual_steps().map(|steps| format!("neighbourhood='{steps}'")));
        given.extend((self.radius != 1).then(|| format!("radius={}", self.radius)));
        format!("{}({})", self.topology, given.join(", "))
    }

    fn unusual_steps(&self) -> Option<&'static str> {
        let named = STEPS.iter().find(|&&(_, steps)| steps == self.steps && steps != Steps::King);
        named.map(|&(name, _)| name)
    }
}

fn number(digits: &str) -> Option<usize> {
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && (1..=DIGITS).contains(&digits.len())).then(|| digits.parse().ok())?
}

fn unknown(name: &str) -> Problem {
    let topologies = TOPOLOGIES.join(", ");
    let line = format!(
        "board '{name}': expected a topology ({topologies}), its sides and options, as in grid-16x30 \
         or grid-8x8-torus; `demine boards` lists them"
    );
    Problem::new(422, "FormatError", line)
}
