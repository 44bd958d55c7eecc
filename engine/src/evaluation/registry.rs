//! Registry of weights and nets by game, the bundled ones among them.

use std::sync::{Arc, LazyLock, OnceLock};

use ::nets::{Net, NetError};
use search::Weights;
use variants::{Catalog, Color, Definition};

use super::{EvaluationFileError, nets, weights};
use crate::causes::with_causes;
use crate::library::Library;

/// Weights or a net, with the game that they were made for.
pub(super) struct Registered<T> {
    pub definition: Arc<Definition>,
    /// Made when it is first needed; `None` if its file is invalid.
    made: LazyLock<Option<Arc<T>>, Make<T>>,
}

/// Reads weights or a net.
type Make<T> = Box<dyn FnOnce() -> Option<Arc<T>> + Send>;

impl<T: Send + Sync + 'static> Registered<T> {
    fn new(definition: Arc<Definition>, made: T) -> Self {
        Self::lazy(definition, |_| Some(made))
    }

    fn lazy(
        definition: Arc<Definition>,
        read: impl FnOnce(&Definition) -> Option<T> + Send + 'static,
    ) -> Self {
        let game = Arc::clone(&definition);
        let make: Make<T> = Box::new(move || read(&game).map(Arc::new));
        Registered { definition, made: LazyLock::new(make) }
    }
}

/// Weights and nets of several games.
#[derive(Default)]
pub(super) struct Registry {
    pub weights: Vec<Registered<Weights>>,
    pub nets: Vec<Registered<Net>>,
}

impl Registry {
    /// Adds the contents of a file.
    pub fn add(&mut self, bytes: Vec<u8>, library: &Library) -> Result<(), EvaluationFileError> {
        match Net::read_header(&bytes) {
            // The magic number of a net cannot occur in weights.
            Err(NetError::Magic) => {
                let text = String::from_utf8(bytes).map_err(EvaluationFileError::NotText)?;
                let (definition, weights) = weights::source(&text, library)?;
                self.weights.push(Registered::new(definition, weights));
            }
            _ => {
                let (definition, net) = nets::source(&bytes, library)?;
                self.nets.push(Registered::new(definition, net));
            }
        }
        Ok(())
    }
}

/// Returns the source made for the game of this name, or else for a similar one.
pub(super) fn best<T>(sources: &[Registered<T>], definition: &Definition) -> Option<Arc<T>> {
    let alike = || sources.iter().filter(|source| are_alike(&source.definition, definition));
    let same_name = |source: &&Registered<T>| source.definition.name == definition.name;
    alike().find(same_name).or_else(|| alike().next()).and_then(|source| (*source.made).clone())
}

/// Whether games are won in the same ways and have the same board and, except for promoting pieces,
/// the same pieces.
pub(super) fn are_alike(one: &Definition, other: &Definition) -> bool {
    one.family.is_won_as(&other.family)
        && one.misere == other.misere
        && one.size == other.size
        && one.pieces.len() == other.pieces.len()
        && one.pieces.iter().zip(&other.pieces).all(|(a, b)| {
            a.fen(Color::White) == b.fen(Color::White)
                && a.royal == b.royal
                && a.promotes == b.promotes
                && (!a.promotes.is_empty() || (a.moves == b.moves && a.jumps == b.jumps))
        })
}

/// Returns the bundled weights and nets, each read when it is first needed. An invalid file is skipped: a
/// test finds it.
pub(super) fn builtin() -> &'static Registry {
    static BUILTIN: OnceLock<Registry> = OnceLock::new();
    BUILTIN.get_or_init(|| {
        let catalog = Catalog::builtin();
        let mut registry = Registry {
            weights: registered(&weights::FILES, &catalog, |text, game| {
                weights::read(text, game).ok()
            }),
            nets: registered(&nets::FILES, &catalog, |bytes, game| Net::read(bytes, game).ok()),
        };
        if let Some(bytes) = nets::CHOSEN {
            match nets::source(bytes, &Library::builtin()) {
                Ok((definition, net)) => {
                    registry.nets.retain(|net| net.definition.name != definition.name);
                    registry.nets.insert(0, Registered::new(definition, net));
                }
                Err(error) => log::error!("the net chosen at build time: {}", with_causes(&error)),
            }
        }
        registry
    })
}

fn registered<F: Copy + Send + 'static, T: Send + Sync + 'static>(
    files: &[(&str, F)],
    catalog: &Catalog,
    read: fn(F, &Definition) -> Option<T>,
) -> Vec<Registered<T>> {
    let source = |&(name, file): &(&str, F)| {
        let definition = Arc::clone(catalog.get(name)?);
        Some(Registered::lazy(definition, move |definition| read(file, definition)))
    };
    files.iter().filter_map(source).collect()
}
