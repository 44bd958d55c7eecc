//! Python module `menagerie`: rules, notation and search of chess variants.
//!
//! Python code is in `menagerie.pyi`, `README.md` and `docs/guide/python.md`.

#![forbid(unsafe_code)]

mod analysis;
mod errors;
mod game;
mod info;
mod names;
mod tables;
mod variant;
mod wait;

/// Chess variants: rules, notation and an engine.
#[pyo3::pymodule]
mod menagerie {
    #[pymodule_export]
    use crate::analysis::Engine;
    #[pymodule_export]
    use crate::errors::{
        FenError, GameOverError, IllegalMoveError, MenagerieError, OptionError, SearchError,
        TooManyMovesError, VariantError,
    };
    #[pymodule_export]
    use crate::game::{Game, Outcome};
    #[pymodule_export]
    use crate::info::Info;
    #[pymodule_export]
    use crate::tables::{TableValue, Tables};
    #[pymodule_export]
    use crate::variant::{Variant, load_variants, variant_names};

    /// Version of the engine.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
