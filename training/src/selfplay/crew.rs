//! Worker threads that process jobs until a deadline.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// Poll interval of the deadline.
const TICK: Duration = Duration::from_millis(100);

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

/// Worker threads. Each creates a worker `W` and processes jobs until there are none.
pub struct Crew<'a, W, T> {
    /// Number of threads.
    pub size: usize,
    /// Creates a worker, on its own thread.
    pub worker: &'a (dyn Fn() -> Result<W> + Sync),
    /// Runs the next job; returns `None` if there is none, or the flag was set, upon which a job is
    /// abandoned.
    pub job: &'a (dyn Fn(&mut W, &AtomicBool) -> Result<Option<T>> + Sync),
}

/// Runs the worker threads. `done` receives the result of each job, on this thread, and `None` from
/// time to time; it may end the work.
///
/// # Errors
/// When a thread cannot be started, or one of the functions fails; then all work ends.
pub fn crew<W, T: Send>(
    crew: &Crew<'_, W, T>,
    until: &Until<'_>,
    done: &mut dyn FnMut(Option<T>) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let halt = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel::<Result<T>>();
    thread::scope(|scope| {
        // Every exit of this function ends the threads too: the scope waits for them.
        let _guard = Raise(&halt);
        for _ in 0..crew.size {
            let (halt, sender) = (&halt, sender.clone());
            let work = move || {
                let result = || {
                    let mut worker = (crew.worker)()?;
                    while !halt.load(Ordering::Relaxed) {
                        let Some(found) = (crew.job)(&mut worker, halt)? else { break };
                        // There is no receiver once the work has ended.
                        let _ = sender.send(Ok(found));
                    }
                    Ok(())
                };
                if let Err(error) = result() {
                    let _ = sender.send(Err(error));
                }
            };
            thread::Builder::new()
                .name("crew".to_owned())
                .spawn_scoped(scope, work)
                .context("cannot start a thread")?;
        }
        drop(sender);
        loop {
            let flow = match receiver.recv_timeout(TICK) {
                Ok(found) => done(Some(found?))?,
                Err(RecvTimeoutError::Timeout) => done(None)?,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            if flow.is_break() {
                return Ok(());
            }
            if until.is_over() {
                halt.store(true, Ordering::Relaxed);
            }
        }
    })
}

/// Sets a flag when dropped.
struct Raise<'a>(&'a AtomicBool);

impl Drop for Raise<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use super::*;

    fn run(
        until: &Until<'_>,
        job: impl Fn(u32, &AtomicBool) -> Result<Option<u32>> + Sync,
        done: &mut dyn FnMut(Option<u32>) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let next = AtomicU32::new(0);
        let job = |(): &mut (), halt: &AtomicBool| job(next.fetch_add(1, Ordering::Relaxed), halt);
        crew(&Crew { size: 3, worker: &|| Ok(()), job: &job }, until, done)
    }

    #[test]
    fn all_is_done_once_or_ends_early() {
        let stop = AtomicBool::new(false);
        let all = Until { stop: &stop, at: None };
        let mut found = Vec::new();
        run(&all, |number, _| Ok((number < 50).then_some(number)), &mut |one| {
            found.extend(one);
            Ok(ControlFlow::Continue(()))
        })
        .unwrap();
        found.sort_unstable();
        assert!(found.into_iter().eq(0..50));
        // Jobs that never end by themselves.
        let wait = |number, halt: &AtomicBool| {
            while number > 5 && !halt.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            Ok((number <= 5).then_some(number))
        };
        let soon = Until { at: Some(Instant::now() + TICK), ..all };
        run(&soon, wait, &mut |_| Ok(ControlFlow::Continue(()))).unwrap();
        run(&all, wait, &mut |_| Ok(ControlFlow::Break(()))).unwrap();
        assert!(run(&all, wait, &mut |_| anyhow::bail!("no")).is_err());
        let fail = |number, halt: &AtomicBool| {
            anyhow::ensure!(number != 3, "three");
            wait(number, halt)
        };
        assert!(run(&all, fail, &mut |_| Ok(ControlFlow::Continue(()))).is_err());
    }
}
