//! Replaces some entries of a list that is sorted by key, in one pass.

/// `list` without the keys in `gone` and with the entries of `new`; all are sorted by key.
pub fn replace_entries<V: Clone>(
    list: &[(u32, V)],
    gone: &[u32],
    new: Vec<(u32, V)>,
) -> Vec<(u32, V)> {
    let mut all = Vec::with_capacity(list.len() + new.len());
    let (mut gone, mut new) = (gone.iter().peekable(), new.into_iter().peekable());
    for entry in list {
        if gone.next_if_eq(&&entry.0).is_some() {
            continue;
        }
        while let Some(next) = new.next_if(|next| next.0 < entry.0) {
            all.push(next);
        }
        all.push(entry.clone());
    }
    all.extend(new);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_go_and_come() {
        let list = [(1, 'a'), (4, 'b'), (6, 'c'), (9, 'd')];
        let new = vec![(0, 'x'), (4, 'y'), (7, 'z'), (12, 'w')];
        let all = [(0, 'x'), (1, 'a'), (4, 'y'), (6, 'c'), (7, 'z'), (12, 'w')];
        assert_eq!(replace_entries(&list, &[4, 9], new), all);
        assert_eq!(replace_entries(&list, &[], vec![]), list);
    }
}
