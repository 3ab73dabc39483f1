//! Flood: breadth-first search, the only one.

/// What can be reached from a start, each once and in the order in which it is reached, without what
/// was seen before. `neighbours` tells those of a vertex, as often as it likes.
pub fn flood(
    start: u32,
    seen: &mut [bool],
    mut neighbours: impl FnMut(u32, &mut dyn FnMut(u32)),
) -> Vec<u32> {
    let mut reached = Vec::new();
    let mut enter = |vertex: u32, reached: &mut Vec<u32>| {
        if !std::mem::replace(&mut seen[vertex as usize], true) {
            reached.push(vertex);
        }
    };
    enter(start, &mut reached);
    let mut next = 0;
    while let Some(&vertex) = reached.get(next) {
        neighbours(vertex, &mut |neighbour| enter(neighbour, &mut reached));
        next += 1;
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_vertices_come_first_and_seen_ones_never() {
        let around = |v: u32, tell: &mut dyn FnMut(u32)| {
            [v.wrapping_sub(2), v + 2].into_iter().filter(|&w| w < 10).for_each(tell)
        };
        let mut seen = [false; 10];
        assert_eq!(flood(4, &mut seen, around), [4, 2, 6, 0, 8]);
        assert!(flood(4, &mut seen, around).is_empty());
        seen[3] = true;
        assert_eq!(flood(1, &mut seen, around), [1]);
    }
}
