//! Threads: many jobs on all cores under one meter.

use std::cmp::Reverse;
use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;
use std::time::Duration;

use super::budget::{Meter, Stopped};

/// How often the clock is looked at while helpers finish their work.
const WATCH_EVERY: Duration = Duration::from_millis(5);

/// Run `job(0..jobs)` on all cores and return the results in order.
pub fn in_parallel<T: Send>(
    jobs: usize,
    meter: &Meter<'_>,
    job: impl Fn(usize, &Meter<'_>) -> Result<T, Stopped> + Sync,
) -> Result<Vec<T>, Stopped> {
    in_parallel_by(cores(), jobs, meter, job)
}

/// Run `job(0..jobs)` on so many threads, this one included, and return the results in order.
///
/// This thread watches the meter for all; the first failure stops everyone.
pub fn in_parallel_by<T: Send>(
    workers: usize,
    jobs: usize,
    meter: &Meter<'_>,
    job: impl Fn(usize, &Meter<'_>) -> Result<T, Stopped> + Sync,
) -> Result<Vec<T>, Stopped> {
    if jobs <= 1 || workers <= 1 {
        return (0..jobs).map(|i| job(i, meter)).collect();
    }
    if let Some(pool) = meter.pool() {
        return share(workers, jobs, meter, pool, job);
    }
    let states = meter.take_states();
    let pool = AtomicUsize::new(states);
    let done = share(workers, jobs, meter, &pool, job);
    // What failed has kept nothing.
    meter.give_back(if done.is_ok() { pool.into_inner() } else { states });
    done
}

/// The same for jobs of different sizes: the largest begin first, so that nobody waits for one of them
/// at the end.
pub fn in_parallel_largest_first<T: Send>(
    workers: usize,
    jobs: usize,
    meter: &Meter<'_>,
    size: impl Fn(usize) -> usize,
    job: impl Fn(usize, &Meter<'_>) -> Result<T, Stopped> + Sync,
) -> Result<Vec<T>, Stopped> {
    if workers <= 1 {
        return in_parallel_by(1, jobs, meter, job);
    }
    let order = largest_first(jobs, size);
    let done = in_parallel_by(workers, jobs, meter, |i, meter| job(order[i], meter))?;
    let mut done: Vec<_> = order.into_iter().zip(done).collect();
    done.sort_unstable_by_key(|&(i, _)| i);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

fn largest_first(jobs: usize, size: impl Fn(usize) -> usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..jobs).collect();
    order.sort_by_key(|&i| Reverse(size(i)));
    order
}

/// Results with the numbers of their jobs.
type Done<T> = Result<Vec<(usize, T)>, Stopped>;

/// The same, all threads taking their states from one pool.
fn share<T: Send>(
    workers: usize,
    jobs: usize,
    meter: &Meter<'_>,
    pool: &AtomicUsize,
    job: impl Fn(usize, &Meter<'_>) -> Result<T, Stopped> + Sync,
) -> Result<Vec<T>, Stopped> {
    let stop = AtomicBool::new(false);
    let next = AtomicUsize::new(0);
    let work = |meter: &Meter<'_>| -> Done<T> {
        let mut done = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= jobs || stop.load(Ordering::Relaxed) {
                meter.settle(pool);
                return Ok(done);
            }
            let result = job(i, meter).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
            done.push((i, result));
        }
    };
    let mut done = std::thread::scope(|scope| {
        let caller = std::thread::current();
        let helpers: Vec<_> = (1..workers.min(jobs))
            .map(|_| {
                let (meter, work, caller) = (meter.helper(pool, &stop), &work, caller.clone());
                scope.spawn(move || {
                    let done = work(&meter.start());
                    caller.unpark();
                    done
                })
            })
            .collect();
        let own = work(&meter.with_pool(pool));
        let watched = watch(&helpers, meter, &stop);
        gather(own.and_then(|own| watched.map(|()| own)), helpers)
    })?;
    done.sort_by_key(|&(i, _)| i);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// Wait for helpers, which cannot see the clock, nor the caller's interrupt.
fn watch<T>(
    helpers: &[ScopedJoinHandle<'_, T>],
    meter: &Meter<'_>,
    stop: &AtomicBool,
) -> Result<(), Stopped> {
    let mut watched = Ok(());
    while helpers.iter().any(|helper| !helper.is_finished()) {
        std::thread::park_timeout(WATCH_EVERY);
        if let Err(stopped) = meter.look() {
            stop.store(true, Ordering::Relaxed);
            watched = watched.and(Err(stopped));
        }
    }
    watched
}

/// What this thread has done, and what its helpers have; or the first failure.
fn gather<T>(own: Done<T>, helpers: Vec<ScopedJoinHandle<'_, Done<T>>>) -> Done<T> {
    helpers.into_iter().fold(own, |done, helper| {
        let more = helper.join().unwrap_or_else(|panic| resume_unwind(panic));
        done.and_then(|mut done| {
            done.extend(more?);
            Ok(done)
        })
    })
}

/// The cores of this machine. The system is asked once: that costs more than many a position.
pub fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, |n| n.get()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::budget::Budget;

    #[test]
    fn parallel_results_keep_their_order() {
        let meter = Meter::unwatched(Budget::default());
        let squares = in_parallel(100, &meter, |i, _| Ok(i * i)).unwrap();
        assert_eq!(squares, (0..100).map(|i| i * i).collect::<Vec<_>>());
    }

    #[test]
    fn large_jobs_begin_first_and_results_keep_their_order() {
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
        let failed = in_parallel(100, &meter, |i, _| {
            if i == 7 { Err(Stopped::TooWide { states: 7 }) } else { Ok(i) }
        });
        assert_eq!(failed, Err(Stopped::TooWide { states: 7 }));
    }

    #[test]
    fn whoever_waits_for_helpers_watches_the_clock_for_them() {
        let meter = Meter::unwatched(Budget { seconds: Some(0.0), ..Budget::default() });
        let (caller, begun) = (std::thread::current().id(), AtomicBool::new(false));
        // The helper ends only when it is told to, and the caller is done once the helper has begun.
        let ended = in_parallel_by(2, 2, &meter, |_, meter| {
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
