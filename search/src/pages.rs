//! Asking the system for large pages of memory.

/// Bytes of a large page, or a multiple of them.
#[cfg(all(target_os = "linux", not(miri)))]
const LARGE: usize = 2 << 20;

/// Asks the system to put what lies in `thread_data`, but for its edges, on large pages when it is first
/// written to: what is read at random is found faster then
/// (<https://www.chessprogramming.org/Memory#HugePages>). Changes nothing but time; where the
/// system has no such thing, not even that.
#[allow(unsafe_code)]
pub(crate) fn prefer_large<T>(thread_data: &[T]) {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        let range = thread_data.as_ptr_range();
        let start = (range.start as usize).next_multiple_of(LARGE);
        let end = range.end as usize / LARGE * LARGE;
        if start < end {
            // SAFETY: the range is within `thread_data`, and this advice changes nothing that is in it:
            // it only says which size of pages serves it best. A refusal does no harm.
            unsafe { libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = thread_data;
}
