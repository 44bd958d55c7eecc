//! Prefetching of memory into the processor's cache.

/// Prefetches the cache line of `target`, where the processor supports it
/// (<https://www.chessprogramming.org/Transposition_Table#Prefetch>). Affects only the time of
/// reading it.
#[inline]
#[allow(unsafe_code)]
pub(super) fn prefetch<T>(target: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = std::ptr::from_ref(target).cast::<i8>();
        // SAFETY: all processors of this architecture have SSE, which has the instruction. It is a
        // hint: it neither reads nor writes for the program, and faults at no address; this one
        // is valid besides, since it comes from a reference.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = target;
}
