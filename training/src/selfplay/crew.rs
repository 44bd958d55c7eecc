//! Worker threads that play games until a deadline.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use engine::workers::{ThreadError, Workers};

use super::SelfplayError;

/// Deadline and stop flag of the work.
#[derive(Clone, Copy, Debug)]
pub struct Until<'a> {
    /// Set when the user interrupts.
    pub stop: &'a AtomicBool,
    /// Deadline; `None` is none.
    pub at: Option<Instant>,
}

impl Until<'_> {
    /// Whether the work has to end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.at.is_some_and(|at| Instant::now() >= at)
    }
}

/// Job of a worker; returns `None` if there is none, or the flag was set, upon which it is abandoned.
type Job<'a, W, T> = dyn Fn(&mut W, &AtomicBool) -> Result<Option<T>, SelfplayError> + Sync + 'a;

/// Worker threads. Each creates a worker `W` and processes jobs until there are none.
pub struct Crew<'a, W, T> {
    /// Number of threads.
    pub size: usize,
    /// Creates a worker, on its own thread.
    pub worker: &'a (dyn Fn() -> Result<W, SelfplayError> + Sync),
    /// Runs the next job.
    pub job: &'a Job<'a, W, T>,
}

impl<W, T: Send> Crew<'_, W, T> {
    /// Runs the threads. `done` receives the result of each job, on this thread, and `None` first
    /// and from time to time; it may end the work.
    ///
    /// # Errors
    /// When a thread cannot be started, or one of the functions fails; then all work ends.
    pub fn run<E: Send + From<SelfplayError> + From<ThreadError>>(
        &self,
        until: &Until<'_>,
        done: &mut dyn FnMut(Option<T>) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let halt = AtomicBool::new(false);
        let workers = Workers {
            count: self.size,
            name: "selfplay",
            worker: &|| Ok((self.worker)()?),
            job: &|worker, send| {
                let Some(found) = (self.job)(worker, &halt)? else {
                    return Ok(ControlFlow::Break(()));
                };
                send(found);
                Ok(ControlFlow::Continue(()))
            },
            halt: &halt,
        };
        workers.run(&mut |found| {
            let flow = done(found)?;
            if until.is_over() {
                halt.store(true, Ordering::Relaxed);
            }
            Ok(flow)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use super::*;
    use crate::learn::LearnError;

    #[test]
    fn all_is_done_once_or_ends_early() {
        let (stop, next) = (AtomicBool::new(false), AtomicU32::new(0));
        let mut found = Vec::new();
        let mut run = |until: &Until<'_>, last: u32| {
            let job = |(): &mut (), halt: &AtomicBool| {
                let number = next.fetch_add(1, Ordering::Relaxed);
                while number >= last && !halt.load(Ordering::Relaxed) {
                    std::thread::yield_now();
                }
                Ok((number < last.min(50)).then_some(number))
            };
            let crew = Crew { size: 3, worker: &|| Ok(()), job: &job };
            crew.run(until, &mut |one| {
                found.extend(one);
                Ok::<_, LearnError>(ControlFlow::Continue(()))
            })
        };
        run(&Until { stop: &stop, at: None }, u32::MAX).unwrap();
        // Jobs that never end by themselves.
        let soon = Instant::now() + std::time::Duration::from_millis(100);
        run(&Until { stop: &stop, at: Some(soon) }, 0).unwrap();
        stop.store(true, Ordering::Relaxed);
        run(&Until { stop: &stop, at: None }, 0).unwrap();
        found.sort_unstable();
        assert!(found.into_iter().eq(0..50));
    }
}
