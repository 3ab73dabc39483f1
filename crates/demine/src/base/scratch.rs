//! Scratch: a buffer per thread, so that small questions allocate no memory.

use std::cell::Cell;

thread_local! {
    static BUFFER: Cell<Vec<u32>> = const { Cell::new(Vec::new()) };
}

/// Longer buffers are freed after use, so that one large board does not keep memory for good.
const MOST_KEPT: usize = 1 << 16;

/// Calls `work` with a buffer of `length` zeros.
pub fn with_zeroed_buffer<T>(length: usize, work: impl FnOnce(&mut [u32]) -> T) -> T {
    // A nested call finds the buffer taken and allocates its own.
    let mut buffer = BUFFER.take();
    buffer.clear();
    buffer.resize(length, 0);
    let done = work(&mut buffer);
    if buffer.capacity() <= MOST_KEPT {
        BUFFER.set(buffer);
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_buffer_is_zeroed_after_every_use() {
        for length in [5, 3, MOST_KEPT + 1, 9] {
            with_zeroed_buffer(length, |zeros| {
                assert_eq!(zeros, vec![0; length]);
                zeros.fill(7);
                with_zeroed_buffer(length, |others| assert_eq!(others, vec![0; length]));
                assert_eq!(zeros, vec![7; length]);
            });
        }
    }
}
