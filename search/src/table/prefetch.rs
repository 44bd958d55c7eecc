//! Asking the processor for memory before it is needed.

/// Lets the processor fetch the line of the cache in which `target` is, where that can be asked
/// for (<https://www.chessprogramming.org/Transposition_Table#Prefetch>). Changes nothing but
/// the time that reading it takes.
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
