//! The end of a match that this program plays: pages get its last state before the program ends.

use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// Longest time for which the end of the program waits for its pages.
const PATIENCE: Duration = Duration::from_secs(2);

/// End of a match, and the pages that are open.
#[derive(Debug, Default)]
pub(super) struct Ending {
    words: OnceLock<String>,
    pages: Mutex<usize>,
    left: Condvar,
}

/// Page that is open.
#[derive(Debug)]
pub(super) struct OpenPage<'a>(&'a Ending);

impl Ending {
    /// Notes that a page is open, until the result is dropped.
    pub(super) fn open(&self) -> OpenPage<'_> {
        *self.pages.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        OpenPage(self)
    }

    /// Description of the end; `None` while the match is played.
    pub(super) fn words(&self) -> Option<&str> {
        self.words.get().map(String::as_str)
    }

    /// Ends the match, and waits until all pages know it, for a limited time.
    pub(super) fn end(&self, words: String) {
        let _ = self.words.set(words);
        let pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = self.left.wait_timeout_while(pages, PATIENCE, |pages| *pages > 0);
    }
}

impl Drop for OpenPage<'_> {
    fn drop(&mut self) {
        *self.0.pages.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.left.notify_all();
    }
}
