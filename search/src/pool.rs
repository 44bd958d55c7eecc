//! Thread pool of the search.

use std::sync::LazyLock;
use std::thread::available_parallelism;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Maximum number of threads.
pub const MAX_THREADS: usize = 1024;

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
    let most = PROCESSORS.saturating_mul(PER_PROCESSOR).clamp(ALWAYS, MAX_THREADS);
    threads.clamp(1, most)
}

/// Whether there are more threads than the machine runs at a time.
pub(crate) fn is_crowded(threads: usize) -> bool {
    threads > *PROCESSORS
}

/// Builds a separate pool: search must not wait for other users of rayon, nor they for it.
pub(crate) fn build(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    ThreadPoolBuilder::new()
        .num_threads(usable_threads(threads))
        .stack_size(STACK)
        .thread_name(|index| format!("search-{index}"))
        .build()
}
