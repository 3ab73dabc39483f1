//! Threads: runs many jobs on all cores under one meter.

use super::sort::Sort;
use std::cmp::Reverse;
use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;
use std::time::Duration;

use super::budget::{Meter, Result};

/// Pause between two checks of the clock while the calling thread waits for its helpers: short
/// enough that a timeout is not noticed late.
const WAIT: Duration = Duration::from_millis(5);

/// Runs `job(0..jobs)` on up to `workers` threads, this one included; results keep their order.
///
/// This thread checks the meter for all of them; the first failure stops everyone. WebAssembly has
/// one thread.
pub fn in_parallel<T: Send>(
    workers: usize,
    jobs: usize,
    meter: &Meter,
    job: impl Fn(usize, &Meter) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    if jobs <= 1 || workers <= 1 || cfg!(target_family = "wasm") {
        return (0..jobs).map(|i| job(i, meter)).collect();
    }
    if let Some(pool) = meter.pool() {
        return share(workers, jobs, meter, pool, job);
    }
    let states = meter.take_states();
    let pool = AtomicUsize::new(states);
    let done = share(workers, jobs, meter, &pool, job);
    // A failed computation keeps no states.
    meter.give_back(if done.is_ok() { pool.into_inner() } else { states });
    done
}

/// [`in_parallel`] for jobs of different sizes: the largest start first, so that none of them is
/// still running alone at the end.
pub fn in_parallel_largest_first<T: Send>(
    workers: usize,
    jobs: usize,
    meter: &Meter,
    size: impl Fn(usize) -> usize,
    job: impl Fn(usize, &Meter) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    if workers <= 1 {
        return in_parallel(1, jobs, meter, job);
    }
    let order = largest_first(jobs, size);
    let done = in_parallel(workers, jobs, meter, |i, meter| job(order[i], meter))?;
    Ok(in_order(order.into_iter().zip(done).collect()))
}

/// Results sorted by the numbers of their jobs.
fn in_order<T>(mut done: Vec<(usize, T)>) -> Vec<T> {
    done.arrange_by_key(|&(i, _)| i);
    done.into_iter().map(|(_, result)| result).collect()
}

fn largest_first(jobs: usize, size: impl Fn(usize) -> usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..jobs).collect();
    order.arrange_by_key(|&i| Reverse(size(i)));
    order
}

/// The results of one thread, each with the number of its job.
type Done<T> = Result<Vec<(usize, T)>>;

/// [`in_parallel`] with a pool from which all threads draw their states.
fn share<T: Send>(
    workers: usize,
    jobs: usize,
    meter: &Meter,
    pool: &AtomicUsize,
    job: impl Fn(usize, &Meter) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let stop = AtomicBool::new(false);
    let next = AtomicUsize::new(0);
    let work = |meter: &Meter| -> Done<T> {
        let mut done = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= jobs || stop.load(Ordering::Relaxed) {
                pool.fetch_add(meter.take_states(), Ordering::Relaxed);
                return Ok(done);
            }
            let result = job(i, meter).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
            done.push((i, result));
        }
    };
    let done = std::thread::scope(|scope| {
        let caller = std::thread::current();
        let helpers: Vec<_> = (1..workers.min(jobs))
            .map(|_| {
                let (stop, work, caller) = (&stop, &work, caller.clone());
                let (budget, taken) = (meter.budget(), meter.steps_so_far());
                scope.spawn(move || {
                    let done = work(&Meter::helper(budget, taken, pool, stop));
                    caller.unpark();
                    done
                })
            })
            .collect();
        let own = work(&meter.with_pool(pool));
        let watched = watch(&helpers, meter, &stop);
        gather(own.and_then(|own| watched.map(|()| own)), helpers)
    })?;
    Ok(in_order(done))
}

/// Waits for the helpers and checks the clock and the interrupt for them.
fn watch<T>(helpers: &[ScopedJoinHandle<'_, T>], meter: &Meter, stop: &AtomicBool) -> Result<()> {
    let mut watched = Ok(());
    while helpers.iter().any(|helper| !helper.is_finished()) {
        std::thread::park_timeout(WAIT);
        if let Err(stopped) = meter.look() {
            stop.store(true, Ordering::Relaxed);
            watched = watched.and(Err(stopped));
        }
    }
    watched
}

/// The results of this thread and its helpers, or the first failure.
fn gather<T>(own: Done<T>, helpers: Vec<ScopedJoinHandle<'_, Done<T>>>) -> Done<T> {
    helpers.into_iter().fold(own, |done, helper| {
        let more = helper.join().unwrap_or_else(|panic| resume_unwind(panic));
        done.and_then(|mut done| {
            done.extend(more?);
            Ok(done)
        })
    })
}

/// The number of cores. Cached: the system call takes longer than a small position.
pub fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, |n| n.get()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Stopped;
    use crate::base::budget::Budget;

    #[test]
    fn parallel_results_keep_their_order() {
        let meter = Meter::unwatched(Budget::default());
        let squares = in_parallel(cores(), 100, &meter, |i, _| Ok(i * i)).unwrap();
        assert_eq!(squares, (0..100).map(|i| i * i).collect::<Vec<_>>());
    }

    #[test]
    fn large_jobs_start_first_and_results_keep_their_order() {
        let meter = Meter::unwatched(Budget::default());
        let sizes = [3, 9, 1, 9, 4];
        let size = |i: usize| sizes[i];
        assert_eq!(largest_first(5, size), [1, 3, 4, 0, 2]);
        for workers in [1, 3] {
            let done = in_parallel_largest_first(workers, 5, &meter, size, |i, _| Ok(size(i)));
            assert_eq!(done.unwrap(), sizes);
        }
    }

    #[test]
    fn one_failure_stops_all() {
        let meter = Meter::unwatched(Budget::default());
        let failed = in_parallel(cores(), 100, &meter, |i, _| {
            if i == 7 { Err(Stopped::TooWide { states: 7 }) } else { Ok(i) }
        });
        assert_eq!(failed, Err(Stopped::TooWide { states: 7 }));
    }

    /// WebAssembly has no helpers.
    #[cfg(not(target_family = "wasm"))]
    #[test]
    fn the_waiting_thread_checks_the_clock_for_its_helpers() {
        let meter = Meter::unwatched(Budget { seconds: Some(0.0), ..Budget::default() });
        let (caller, begun) = (std::thread::current().id(), AtomicBool::new(false));
        // The helper runs until the flag is set; the caller is done once the helper has begun.
        let ended = in_parallel(2, 2, &meter, |_, meter| {
            if std::thread::current().id() != caller {
                begun.store(true, Ordering::Relaxed);
                while meter.look().is_ok() {}
                return meter.look();
            }
            while !begun.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            Ok(())
        });
        assert_eq!(ended, Err(Stopped::Timeout { seconds: 0.0 }));
    }
}
