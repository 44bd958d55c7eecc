//! Threads of the search.

use std::sync::LazyLock;
use std::thread::available_parallelism;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Maximum number of threads.
pub const MAX_THREADS: usize = 1024;

/// Whether the system has threads. In WebAssembly a search runs on its caller's thread.
pub(crate) const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// Stack size of a thread in bytes: twice what the deepest line needs. The system allocates only
/// what is used.
const STACK: usize = 32 << 20;

/// Number of threads that the machine runs at a time; `usize::MAX` if unknown.
static PROCESSORS: LazyLock<usize> =
    LazyLock::new(|| available_parallelism().map_or(usize::MAX, usize::from));

/// Maximum threads per processor: more would only wait for each other.
const PER_PROCESSOR: usize = 4;
/// Number of threads that is always allowed.
const ALWAYS: usize = 16;

/// Returns the number of threads used for a requested number: from 1 to [`MAX_THREADS`], and no
/// more than the machine can serve in a short time. Each thread has to run at the beginning and the
/// end of a search, and needs memory of its own.
#[must_use]
pub fn usable_threads(threads: usize) -> usize {
    if !HAS_THREADS {
        return 1;
    }
    let most = PROCESSORS.saturating_mul(PER_PROCESSOR).clamp(ALWAYS, MAX_THREADS);
    threads.clamp(1, most)
}

/// Whether there are more threads than the machine runs at a time.
pub(crate) fn is_crowded(threads: usize) -> bool {
    threads > *PROCESSORS
}

/// Threads of an engine.
#[derive(Debug)]
pub(crate) enum Pool {
    /// A separate pool: search must not wait for other users of rayon, nor they for it.
    Threads(ThreadPool),
    /// The caller's thread.
    Caller,
}

impl Pool {
    /// Starts the threads.
    pub(crate) fn new(threads: usize) -> Result<Self, ThreadPoolBuildError> {
        if !HAS_THREADS {
            return Ok(Pool::Caller);
        }
        let pool = ThreadPoolBuilder::new()
            .num_threads(usable_threads(threads))
            .stack_size(STACK)
            .thread_name(|index| format!("search-{index}"))
            .build()?;
        Ok(Pool::Threads(pool))
    }

    /// Number of threads.
    pub(crate) fn threads(&self) -> usize {
        match self {
            Pool::Threads(pool) => pool.current_num_threads(),
            Pool::Caller => 1,
        }
    }

    /// Runs a job on one of the threads.
    pub(crate) fn run<T: Send>(&self, job: impl FnOnce() -> T + Send) -> T {
        match self {
            Pool::Threads(pool) => pool.install(job),
            Pool::Caller => job(),
        }
    }

    /// Runs a job on each thread, with its number from 0; returns the results in this order.
    pub(crate) fn broadcast<T: Send>(&self, job: impl Fn(usize) -> T + Sync) -> Vec<T> {
        match self {
            Pool::Threads(pool) => pool.broadcast(|thread| job(thread.index())),
            Pool::Caller => vec![job(0)],
        }
    }
}
