//! Large pages of memory.

/// Size of a large page in bytes, or a multiple of it.
#[cfg(all(target_os = "linux", not(miri)))]
const LARGE: usize = 2 << 20;

/// Advises the system to use large pages for `words`, except its edges, when it is first
/// written to: random reads are faster then (<https://www.chessprogramming.org/Memory#HugePages>).
/// Affects speed only; no effect where the system does not support it.
#[allow(unsafe_code)]
pub(crate) fn prefer_large<T>(words: &[T]) {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        let range = words.as_ptr_range();
        let start = (range.start as usize).next_multiple_of(LARGE);
        let end = range.end as usize / LARGE * LARGE;
        if start < end {
            // SAFETY: the range is within `words`, and this advice does not change its
            // contents: it only requests the page size. A refusal does no harm.
            unsafe { libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = words;
}
