//! Lattices: the neighbours on grids, boxes, honeycombs and triangles, as in a browser.

use demine_desk::boards::{Recipe, Steps, join};
use numpy::{PyArray2, ToPyArray, ndarray::Array2};
use pyo3::prelude::*;

/// Each pair of neighbours on a board without holes, ascending; None if they are too many to hold.
#[pyfunction]
#[pyo3(signature = (topology, sides, torus, steps="king", radius=1, corners=true))]
pub fn lattice<'py>(
    py: Python<'py>,
    topology: &str,
    sides: Vec<usize>,
    torus: bool,
    steps: &str,
    radius: usize,
    corners: bool,
) -> Option<Bound<'py, PyArray2<i64>>> {
    let plain = Recipe::new(topology, sides)?;
    let recipe = Recipe { torus, steps: Steps::of(steps)?, radius, corners, ..plain };
    let pairs = py.detach(|| join(&recipe))?;
    let flat: Vec<i64> = pairs.iter().flatten().map(|&cell| cell as i64).collect();
    let shape = (flat.len() / 2, 2);
    Some(Array2::from_shape_vec(shape, flat).expect("two ends per pair").to_pyarray(py))
}
