//! Exceptions.

use std::error::Error;

use engine::causes::with_causes;
use engine::play::PlayError;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::{PyErr, create_exception};

create_exception!(menagerie, MenagerieError, PyValueError, "Invalid input.");
create_exception!(
    menagerie,
    VariantError,
    MenagerieError,
    "Unknown variant or invalid definition."
);
create_exception!(menagerie, FenError, MenagerieError, "Invalid position.");
create_exception!(menagerie, IllegalMoveError, MenagerieError, "Illegal move.");
create_exception!(menagerie, GameOverError, MenagerieError, "Game without a legal move.");
create_exception!(menagerie, TooManyMovesError, MenagerieError, "Turns that are too many to list.");
create_exception!(menagerie, OptionError, MenagerieError, "Invalid option or limit.");
create_exception!(menagerie, SearchError, PyRuntimeError, "Failure of the engine.");

/// Returns the exception of an unknown variant or an invalid definition.
pub(crate) fn variant(error: &(dyn Error + 'static)) -> PyErr {
    VariantError::new_err(with_causes(error))
}

/// Returns the exception of an invalid position.
pub(crate) fn fen(error: &(dyn Error + 'static)) -> PyErr {
    FenError::new_err(with_causes(error))
}

/// Returns the exception of an illegal move.
pub(crate) fn illegal(error: &variants::TurnError) -> PyErr {
    IllegalMoveError::new_err(with_causes(error))
}

/// Returns the exception of an invalid option.
pub(crate) fn option(error: &(dyn Error + 'static)) -> PyErr {
    OptionError::new_err(with_causes(error))
}

/// Returns the exception of a failed search.
pub(crate) fn search(error: &(dyn Error + 'static)) -> PyErr {
    SearchError::new_err(with_causes(error))
}

/// Returns the exception of a search.
pub(crate) fn play(error: &PlayError) -> PyErr {
    match error {
        PlayError::Engine(_) => search(error),
        _ => option(error),
    }
}
