//! Pool of worker threads that do jobs until there are none, or the work is ended.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Longest time between two calls of the function that receives messages.
const TICK: Duration = Duration::from_millis(50);

/// Thread that could not be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start a thread")]
pub struct ThreadError(#[source] pub io::Error);

/// Pool of worker threads. Each creates a worker `W`, does jobs, and sends messages `M`.
pub struct Workers<'a, W, M, E> {
    /// Number of threads.
    pub count: usize,
    /// Name of the threads.
    pub name: &'a str,
    /// Creates a worker, on its own thread.
    pub worker: &'a (dyn Fn() -> Result<W, E> + Sync),
    /// Does the next job; a break ends the thread.
    pub job: &'a Job<'a, W, M, E>,
    /// Set when the work ends, upon which jobs are abandoned.
    pub halt: &'a AtomicBool,
}

/// Job of a worker, which sends messages.
pub type Job<'a, W, M, E> = dyn Fn(&mut W, &dyn Fn(M)) -> Result<ControlFlow<()>, E> + Sync + 'a;

impl<W, M: Send, E: Send + From<ThreadError>> Workers<'_, W, M, E> {
    /// Runs the threads. `receive` gets their messages on this thread, in their order, and `None`
    /// first and from time to time; a break ends the work.
    ///
    /// # Errors
    /// If a thread cannot be started, or one of the functions fails; then all work ends.
    pub fn run(
        &self,
        receive: &mut dyn FnMut(Option<M>) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let (sender, receiver) = mpsc::channel::<Result<M, E>>();
        thread::scope(|scope| {
            // Every exit of this function ends the threads too: the scope waits for them.
            let _guard = Raise(self.halt);
            for number in 1..=self.count {
                let sender = sender.clone();
                let work = move || {
                    // There is no receiver once the work has ended.
                    let send = |message| drop(sender.send(Ok(message)));
                    if let Err(error) = self.work(&send) {
                        let _ = sender.send(Err(error));
                    }
                };
                let builder = thread::Builder::new().name(format!("{} {number}", self.name));
                builder.spawn_scoped(scope, work).map_err(ThreadError)?;
            }
            drop(sender);
            let mut message = None;
            while receive(message)?.is_continue() {
                message = match receiver.recv_timeout(TICK) {
                    Ok(received) => Some(received?),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => break,
                };
            }
            Ok(())
        })
    }

    fn work(&self, send: &dyn Fn(M)) -> Result<(), E> {
        let mut worker = (self.worker)()?;
        while !self.halt.load(Ordering::Relaxed) && (self.job)(&mut worker, send)?.is_continue() {}
        Ok(())
    }
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

    #[derive(Debug)]
    struct Failed;

    impl From<ThreadError> for Failed {
        fn from(_: ThreadError) -> Self {
            Failed
        }
    }

    /// Runs jobs 0 to 4, and then one that ends when it is abandoned; number `fault` fails.
    fn run(
        fault: u32,
        receive: &mut dyn FnMut(Option<u32>) -> Result<ControlFlow<()>, Failed>,
    ) -> bool {
        let (next, halt) = (AtomicU32::new(0), AtomicBool::new(false));
        let job = |(): &mut (), send: &dyn Fn(u32)| {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number == fault {
                return Err(Failed);
            }
            if number < 5 {
                send(number);
                return Ok(ControlFlow::Continue(()));
            }
            while !halt.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            Ok(ControlFlow::Break(()))
        };
        let worker = || Ok(());
        Workers { count: 3, name: "test", worker: &worker, job: &job, halt: &halt }
            .run(receive)
            .is_ok()
    }

    #[test]
    fn jobs_are_done_once_until_the_work_is_ended_or_fails() {
        let mut heard = Vec::new();
        assert!(run(9, &mut |number| {
            heard.extend(number);
            Ok(if heard.len() < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        }));
        heard.sort_unstable();
        assert_eq!(heard, [0, 1, 2, 3, 4]);
        assert!(!run(3, &mut |_| Ok(ControlFlow::Continue(()))));
        assert!(!run(9, &mut |_| Err(Failed)));
    }
}
