//! Variants: built in, and from definitions.

use engine::library::Library;
use engine::options;
use engine::play::Game;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{self, VariantError};

/// Variant: the rules of a game on a board.
///
/// A size such as "10x10" chooses the board, in games with several.
#[pyclass(frozen, from_py_object, module = "menagerie")]
#[derive(Clone)]
pub(crate) struct Variant {
    rules: variants::Variant,
    /// Games that the definition was read with, for files of networks.
    library: Library,
}

impl Variant {
    /// Returns the variant of a name, on its default board or another.
    fn find(library: Library, name: &str, size: Option<&str>) -> PyResult<Self> {
        let size = options::board_size(size.unwrap_or(options::NATIVE));
        let size = size.map_err(|error| errors::variant(&error))?;
        let rules = library.variant(name, size).map_err(|error| errors::variant(&error))?;
        Ok(Variant { rules, library })
    }

    /// Returns the variant of a game.
    pub(crate) fn of(game: &Game) -> Self {
        Variant { rules: game.variant().clone(), library: game.library().clone() }
    }

    /// Returns a game at its start, or at a position.
    pub(crate) fn game(&self, fen: Option<&str>) -> PyResult<Game> {
        let start = Game::start(&self.library, self.rules.clone());
        match fen {
            Some(fen) => start.at(fen).map_err(|error| errors::fen(&error)),
            None => Ok(start),
        }
    }
}

#[pymethods]
impl Variant {
    #[new]
    #[pyo3(signature = (name, size=None))]
    fn new(name: &str, size: Option<&str>) -> PyResult<Self> {
        Self::find(Library::builtin(), name, size)
    }

    /// Name.
    #[getter]
    fn name(&self) -> &str {
        &self.rules.definition().name
    }

    /// Title.
    #[getter]
    fn title(&self) -> &str {
        &self.rules.definition().title
    }

    /// Board size, such as "8x8".
    #[getter]
    fn size(&self) -> String {
        self.rules.definition().size.to_string()
    }

    /// Start position as a FEN.
    #[getter]
    fn start(&self) -> &str {
        &self.rules.definition().start
    }

    /// Names of the pieces by their letters in a FEN.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        for piece in &self.rules.definition().pieces {
            pieces.set_item(piece.fen(variants::Color::White), &piece.name)?;
        }
        Ok(pieces)
    }

    fn __repr__(&self) -> String {
        format!("Variant('{}', size='{}')", self.name(), self.size())
    }
}

/// Argument that names a variant.
#[derive(FromPyObject)]
pub(crate) enum Chosen {
    /// Name of a built-in variant.
    Name(String),
    /// Variant.
    Variant(Variant),
}

impl Chosen {
    /// Returns the variant.
    pub(crate) fn variant(self, size: Option<&str>) -> PyResult<Variant> {
        match (self, size) {
            (Chosen::Name(name), size) => Variant::find(Library::builtin(), &name, size),
            (Chosen::Variant(variant), None) => Ok(variant),
            (Chosen::Variant(variant), size) => {
                Variant::find(variant.library.clone(), variant.name(), size)
            }
        }
    }
}

/// Returns the names of the built-in variants.
#[pyfunction(name = "variants")]
pub(crate) fn variant_names() -> Vec<String> {
    Library::builtin().names()
}

/// Reads definitions (TOML) and returns their variants by name.
#[pyfunction]
pub(crate) fn load_variants<'py>(py: Python<'py>, toml: &str) -> PyResult<Bound<'py, PyDict>> {
    let reading = py.detach(|| Library::builtin().check(toml));
    if !reading.faults.is_empty() {
        let faults: Vec<String> = reading.faults.iter().map(ToString::to_string).collect();
        return Err(VariantError::new_err(faults.join("\n")));
    }
    let library = Library::of(reading.catalog);
    let variants = PyDict::new(py);
    for name in reading.names {
        let variant = Variant::find(library.clone(), &name, None)?;
        variants.set_item(name, variant)?;
    }
    Ok(variants)
}
