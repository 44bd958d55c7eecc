//! Ctrl-C during long work: the first ends it in order, the second ends the process.

use std::io;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::exit::INTERRUPTED;

/// Returns a flag that Ctrl-C sets (on Unix also the signals that ask a process to end).
///
/// # Errors
/// When the thread cannot be started, or the signal handlers cannot be installed.
pub fn flag() -> io::Result<Arc<AtomicBool>> {
    raised_by(signal)
}

/// Returns a flag that Ctrl-C alone sets: other signals end the process at once.
///
/// # Errors
/// As [`flag`].
pub fn key() -> io::Result<Arc<AtomicBool>> {
    raised_by(tokio::signal::ctrl_c)
}

fn raised_by<F: Future<Output = io::Result<()>>>(
    wait: impl Fn() -> F + Send + 'static,
) -> io::Result<Arc<AtomicBool>> {
    let raised = Arc::new(AtomicBool::new(false));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let flag = Arc::clone(&raised);
    let watch = move || {
        runtime.block_on(async {
            while wait().await.is_ok() {
                if flag.swap(true, Ordering::Relaxed) {
                    process::exit(i32::from(INTERRUPTED));
                }
            }
        });
    };
    thread::Builder::new().name("signals".to_owned()).spawn(watch)?;
    Ok(raised)
}

#[cfg(unix)]
pub async fn signal() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        interrupt = tokio::signal::ctrl_c() => interrupt,
        _ = terminate.recv() => Ok(()),
    }
}

#[cfg(not(unix))]
pub async fn signal() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}
