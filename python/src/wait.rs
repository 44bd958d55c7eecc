//! Long work on a thread of its own, without the GIL; Ctrl-C stops it.

use std::io;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use search::Control;
use thiserror::Error;

use crate::errors;

/// Time between two looks for signals.
const POLL: Duration = Duration::from_millis(50);

/// Error of work on a thread.
#[derive(Debug, Error)]
enum WorkError {
    /// Thread that cannot be started.
    #[error("cannot start a thread")]
    Thread(#[from] io::Error),
    /// Panic.
    #[error("internal error of the engine")]
    Panic,
}

/// Runs a job that `control` stops.
///
/// # Errors
/// The exception of a signal's handler, such as `KeyboardInterrupt`; a failure of the job.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    control: &Control,
    job: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (done, finished) = channel::<()>();
            let work = move || {
                // Dropped at the end, also by a panic.
                let _done = done;
                job()
            };
            let worker = thread::Builder::new().name("menagerie".to_owned());
            let worker = worker.spawn_scoped(scope, work);
            let worker = worker.map_err(|error| errors::search(&WorkError::from(error)))?;
            let mut signal = Ok(());
            while finished.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
                if signal.is_ok() {
                    // Without Python nobody waits for the result.
                    signal = Python::try_attach(|py| py.check_signals()).unwrap_or_else(|| {
                        control.stop();
                        Ok(())
                    });
                }
                if signal.is_err() {
                    control.stop();
                }
            }
            let result = worker.join().map_err(|_| errors::search(&WorkError::Panic));
            signal.and(result)
        })
    })
}
