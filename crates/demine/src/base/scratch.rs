//! Scratch: room for a moment that each thread keeps, so that small questions need not ask the system for
//! memory, nor give it back.

use std::cell::Cell;

thread_local! {
    static ROOM: Cell<Vec<u32>> = const { Cell::new(Vec::new()) };
}

/// More is not kept.
const MOST: usize = 1 << 16;

/// Do something with so many zeros.
pub fn with_zeroed_buffer<T>(length: usize, work: impl FnOnce(&mut [u32]) -> T) -> T {
    // Whoever asks while somebody else has the room gets a new one.
    let mut room = ROOM.take();
    room.clear();
    room.resize(length, 0);
    let done = work(&mut room);
    if room.capacity() <= MOST {
        ROOM.set(room);
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_all_zeros_whoever_had_it_before() {
        for length in [5, 3, MOST + 1, 9] {
            with_zeroed_buffer(length, |zeros| {
                assert_eq!(zeros, vec![0; length]);
                zeros.fill(7);
                with_zeroed_buffer(length, |others| assert_eq!(others, vec![0; length]));
                assert_eq!(zeros, vec![7; length]);
            });
        }
    }
}
