//! Boards: those that are laid out on the spot from their names, with all that pages need to draw them.
//!
//! Grids, boxes, honeycombs and triangles are made here. Irregular boards come as files.

mod layout;
mod name;
mod neighbours;

use demine::Board;
use serde_json::{Value, json};

use crate::boards::layout::Layout;
pub use crate::boards::name::{Recipe, Steps};
use crate::problem::Problem;

/// The most cells and pairs of neighbours of a board.
#[derive(Clone, Copy)]
pub(crate) struct Largest {
    pub cells: usize,
    pub edges: usize,
}

/// The geometry of a board by its name; None if the name is that of an irregular board.
///
/// The size is checked before anything is built.
pub(crate) fn geometry(name: &str, largest: Largest) -> Result<Option<Value>, Problem> {
    let Some(recipe) = Recipe::read(name)? else { return Ok(None) };
    check_size(&recipe, largest)?;
    recipe
        .check()
        .map_err(|why| Problem::new(422, "FormatError", format!("board '{name}': {why}")))?;
    Ok(Some(draw(&recipe)?))
}

/// Each pair of neighbours on a board without holes, ascending, by its recipe: the engine lays out the
/// boards of Python, too. None if there are too many to hold.
pub fn join(recipe: &Recipe) -> Option<Vec<[usize; 2]>> {
    neighbours::edges(recipe)
}

fn check_size(recipe: &Recipe, largest: Largest) -> Result<(), Problem> {
    let (cells, edges) = recipe.size();
    let (most_cells, most_edges) = (largest.cells as u128, largest.edges as u128);
    if cells > most_cells || edges > most_edges {
        let what = match cells > most_cells {
            true => format!("{cells} cells"),
            false => format!("{edges} pairs of neighbours"),
        };
        let expected = format!("{most_cells} cells and {most_edges} pairs of neighbours");
        let line = format!("a board of {what}: expected at most {expected}");
        return Err(Problem::new(413, "TooLarge", line));
    }
    if cells < 1 {
        return Err(Problem::bad("the board is empty: expected at least one cell"));
    }
    Ok(())
}

fn draw(recipe: &Recipe) -> Result<Value, Problem> {
    let too_many = || Problem::new(413, "TooLarge", "a board of too many pairs of neighbours");
    let layout = Layout::of(recipe);
    let pairs = join(recipe).ok_or_else(too_many)?;
    let edges: Vec<usize> = pairs.into_iter().flatten().collect();
    let (shapes, shape) = layout.shapes();
    Ok(json!({
        "name": recipe.name(),
        "title": recipe.call(),
        "tiling": layout.tiling,
        "sides": recipe.sides,
        "centres": layout.centres(),
        "shapes": shapes,
        "shape": shape,
        "edges": edges,
        "rows": layout.rows(),
        "addresses": layout.addresses(),
        "names": null,
    }))
}

/// The board of a geometry, and its name; None if it is no board.
pub(crate) fn read(geometry: &Value) -> Option<(String, Board)> {
    let cells = geometry["addresses"].as_array()?.len();
    let ends: Option<Vec<i64>> = geometry["edges"].as_array()?.iter().map(Value::as_i64).collect();
    let ends = ends?;
    let edges = ends.chunks_exact(2).map(|pair| (pair[0], pair[1]));
    Some((geometry["name"].as_str()?.into(), Board::new(cells, edges).ok()?))
}
