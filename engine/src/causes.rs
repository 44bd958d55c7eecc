//! Errors with their causes, and panics, for people.

use std::any::Any;
use std::error::Error;
use std::iter::successors;

/// Returns an error and its causes as one line: `outer: inner`.
pub fn with_causes(error: &(dyn Error + 'static)) -> String {
    let chain = successors(Some(error), |&error| error.source());
    chain.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// Returns the message of a panic.
pub fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::path::Path;

    use super::*;
    use crate::files::FileError;

    #[test]
    fn each_cause_is_shown_once() {
        let error = FileError::io("read", Path::new("x"), io::Error::other("broken"));
        assert_eq!(with_causes(&error), "cannot read x: broken");
        let error = crate::library::LibraryError::from(error);
        assert_eq!(with_causes(&error), "cannot read x: broken");
    }
}
