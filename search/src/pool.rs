//! The threads that search.

use std::sync::LazyLock;
use std::thread::available_parallelism;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// The most threads that can be asked for.
pub const MAX_THREADS: usize = 1024;

/// Bytes of a thread's stack: room for the deepest line, twice over. It is taken from the machine
/// only as far as it is used.
const STACK: usize = 32 << 20;

/// How many threads the machine can run at a time; many, where that cannot be known.
static PROCESSORS: LazyLock<usize> =
    LazyLock::new(|| available_parallelism().map_or(usize::MAX, usize::from));

/// Threads for each processor at most: more would only wait for each other.
const PER_PROCESSOR: usize = 4;
/// So many threads search wherever they are asked for.
const ALWAYS: usize = 16;

/// The number of threads that search where so many are asked for: from 1 to [`MAX_THREADS`], and no
/// more than the machine can serve in a short time. Each has to have its turn at the beginning and the
/// end of a search, and memory of its own.
#[must_use]
pub fn usable_threads(threads: usize) -> usize {
    let most = PROCESSORS.saturating_mul(PER_PROCESSOR).clamp(ALWAYS, MAX_THREADS);
    threads.clamp(1, most)
}

/// Whether so many threads are more than can run at a time.
pub(crate) fn is_crowded(threads: usize) -> bool {
    threads > *PROCESSORS
}

/// Starts a pool of its own: search must not wait for other users of rayon, nor they for it.
pub(crate) fn build(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    ThreadPoolBuilder::new()
        .num_threads(usable_threads(threads))
        .stack_size(STACK)
        .thread_name(|index| format!("search-{index}"))
        .build()
}
