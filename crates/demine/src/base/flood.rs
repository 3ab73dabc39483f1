//! Flood: breadth-first search.

/// Breadth-first search from the vertices in `reached`. `expand` is called once per vertex and
/// appends the neighbours that are new.
pub fn flood(reached: &mut Vec<u32>, mut expand: impl FnMut(u32, &mut Vec<u32>)) {
    let mut next = 0;
    while let Some(&vertex) = reached.get(next) {
        expand(vertex, reached);
        next += 1;
    }
}

/// Marks a vertex as seen. Returns whether it is new.
pub fn first_seen(seen: &mut [bool], vertex: u32) -> bool {
    !std::mem::replace(&mut seen[vertex as usize], true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_vertices_come_first_and_seen_ones_never() {
        let from = |start: u32, seen: &mut [bool]| {
            let mut reached = Vec::new();
            reached.extend(first_seen(seen, start).then_some(start));
            flood(&mut reached, |v, reached| {
                let around = [v.wrapping_sub(2), v + 2].into_iter().filter(|&w| w < 10);
                reached.extend(around.filter(|&w| first_seen(seen, w)));
            });
            reached
        };
        let mut seen = [false; 10];
        assert_eq!(from(4, &mut seen), [4, 2, 6, 0, 8]);
        assert!(from(4, &mut seen).is_empty());
        seen[3] = true;
        assert_eq!(from(1, &mut seen), [1]);
    }
}
