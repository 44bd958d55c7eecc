//! Jobs on all threads.
//!
//! Rayon's iterators are compiled anew for each closure and each type of position; here one copy
//! serves all games.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use crate::error::SolveError;

/// Runs a job for each number below `count` on all threads, each with data of its own. Returns
/// these data, in no order.
///
/// # Errors
/// That of a job; others that have not begun are left out then.
pub(crate) fn for_each<T: Send>(
    count: u64,
    data: impl Fn() -> T + Sync,
    job: impl Fn(&mut T, u64) -> Result<(), SolveError> + Sync,
) -> Result<Vec<T>, SolveError> {
    let idle = Mutex::new(Vec::new());
    run(count, &|number| {
        let own = lock(&idle).pop();
        let mut own = own.unwrap_or_else(&data);
        let result = job(&mut own, number);
        lock(&idle).push(own);
        result
    })?;
    Ok(idle.into_inner().unwrap_or_else(PoisonError::into_inner))
}

#[inline(never)]
fn run(count: u64, job: &(dyn Fn(u64) -> Result<(), SolveError> + Sync)) -> Result<(), SolveError> {
    (0..count).into_par_iter().try_for_each(job)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
