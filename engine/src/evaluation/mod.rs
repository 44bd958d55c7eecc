//! Static evaluation of each game: weights of the HCE, and a net for some games. Both are bundled,
//! or from the user's files.

mod describe;
mod nets;
mod registry;
pub mod weights;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use ::nets::{Inputs, Net, NetError};
use search::{WdlModel, Weights};
use thiserror::Error;
use variants::{BoardSizeError, Definition, SizeError};

use self::registry::{Registry, are_alike, best, builtin};
use self::weights::WeightsFileError;
use crate::files::{FileError, read_bytes, shown};
use crate::library::{Library, LibraryError};

pub use self::describe::describe;

/// Error of a user's files of weights and nets.
#[derive(Debug, Error)]
pub enum EvaluationError {
    /// Too many files.
    #[error("more than {MAX_FILES} files")]
    TooMany,
    /// Files that are too large together.
    #[error("the files have more than {} MB", MAX_BYTES >> 20)]
    TooLarge,
    /// File that cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// Invalid content.
    #[error("{}", shown(path))]
    Invalid {
        /// Path of the file.
        path: PathBuf,
        /// Cause.
        source: Box<EvaluationFileError>,
    },
}

/// Error of the content of a file of weights or a net.
#[derive(Debug, Error)]
pub enum EvaluationFileError {
    /// Neither a net nor UTF-8.
    #[error("expected a net, or weights as text")]
    NotText(#[source] FromUtf8Error),
    /// Invalid weights.
    #[error(transparent)]
    Weights(#[from] WeightsFileError),
    /// Invalid net.
    #[error(transparent)]
    Net(#[from] NetError),
    /// Invalid board size of a net.
    #[error("board '{board}'")]
    Board {
        /// Text that was given.
        board: String,
        /// Cause.
        source: BoardSizeError,
    },
    /// Unknown game.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// Board size that the game cannot have.
    #[error(transparent)]
    Size(#[from] SizeError),
}

/// Static evaluation of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Weights of the HCE; `None`: generic ones.
    pub weights: Option<Arc<Weights>>,
    /// Net; `None`: HCE only.
    pub net: Option<Arc<Net>>,
    /// Percentage of the HCE in its blend with the net; `None`: the game's default. See
    /// [`search::Engine::set_blend`].
    pub blend: Option<u8>,
}

impl Evaluation {
    /// Returns the WDL model.
    pub fn wdl(&self) -> WdlModel {
        self.weights.as_ref().and_then(|weights| weights.wdl).unwrap_or_default()
    }
}

/// Maximum number of files of weights and nets: several for each game.
const MAX_FILES: usize = 64;
/// Maximum total size of these files, in bytes.
const MAX_BYTES: usize = 256 << 20;

/// A game with its evaluation.
type Known = (Weak<Definition>, Evaluation);

/// Evaluations of several games, bundled and from the user's files.
#[derive(Clone)]
pub struct Evaluations {
    /// Weights and networks of the user's files.
    files: Arc<Registry>,
    /// Whether networks are used.
    use_nets: bool,
    /// Results of earlier calls.
    known: Arc<Mutex<Vec<Known>>>,
}

impl Default for Evaluations {
    fn default() -> Self {
        Evaluations { files: Arc::default(), use_nets: true, known: Arc::default() }
    }
}

/// Returns the bundled evaluation of a game.
pub fn bundled(definition: &Definition) -> Evaluation {
    Evaluations::default().find(definition)
}

impl Evaluations {
    /// Returns the evaluation of a game: made for it, or for a game with the same board and pieces.
    pub fn of(&self, definition: &Arc<Definition>) -> Evaluation {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |(known, _): &&(Weak<Definition>, Evaluation)| {
            known.as_ptr() == Arc::as_ptr(definition)
        };
        if let Some((_, evaluation)) = known.iter().find(is_it) {
            return evaluation.clone();
        }
        known.retain(|(definition, _)| definition.strong_count() > 0);
        let evaluation = self.find(definition);
        known.push((Arc::downgrade(definition), evaluation.clone()));
        evaluation
    }

    /// Uses these files for their games from now on, before the bundled ones.
    pub fn set_files(&mut self, files: Files) {
        self.files = Arc::new(files.0);
        self.known = Arc::default();
    }

    /// Turns networks on or off.
    pub fn set_use_nets(&mut self, use_nets: bool) {
        self.use_nets = use_nets;
        self.known = Arc::default();
    }

    /// Returns the names of the games of the user's files, if none of the files fits this one.
    pub fn other_games(&self, definition: &Definition) -> Vec<String> {
        let Registry { weights, nets } = &*self.files;
        let weights = weights.iter().map(|file| &file.definition);
        let mut games: Vec<_> = weights.chain(nets.iter().map(|file| &file.definition)).collect();
        if games.iter().any(|made_for| are_alike(made_for, definition)) {
            games.clear();
        }
        let mut names: Vec<String> = games.into_iter().map(|game| game.name.clone()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn find(&self, definition: &Definition) -> Evaluation {
        // If the start positions differ, the layouts may differ too.
        let fit = |weights: &Arc<Weights>| weights.fit(definition);
        let own_weights = best(&self.files.weights, definition).filter(fit);
        let builtin = builtin();
        let net = match best(&self.files.nets, definition) {
            // A user's own weights are used without a bundled net.
            None if own_weights.is_none() => best(&builtin.nets, definition),
            own => own,
        };
        let net = net.filter(|net| self.use_nets && net.fits(definition));
        let weights = own_weights.or_else(|| best(&builtin.weights, definition).filter(fit));
        Evaluation { weights, net, blend: None }
    }
}

/// Returns the other games of a library that share the nets of this one.
pub fn kin(library: &Library, definition: &Definition) -> Vec<Arc<Definition>> {
    let inputs = Inputs::new(definition);
    let on_its_board =
        |name: String| library.definition(&name).ok()?.resized(definition.size).ok().map(Arc::new);
    let shares = |other: &Arc<Definition>| {
        other.name != definition.name
            && are_alike(other, definition)
            && Inputs::new(other) == inputs
    };
    library.names().into_iter().filter_map(on_its_board).filter(shares).collect()
}

/// Returns the paths of a list that is separated as in `PATH`.
fn split_paths(paths: &str) -> Vec<PathBuf> {
    // WebAssembly has no such variable.
    if cfg!(target_family = "wasm") {
        return paths.split(':').map(PathBuf::from).collect();
    }
    std::env::split_paths(paths).collect()
}

/// Weights and nets from files.
#[derive(Default)]
pub struct Files(Registry);

impl Files {
    /// Reads files of weights and nets for the games that they name. The paths are separated as in
    /// `PATH`; an empty text is no file. A repeated file is read once.
    ///
    /// # Errors
    /// If a file cannot be read or does not fit its game, or if there are more than 64
    /// files, or more than 256 MB in them.
    pub fn read(paths: &str, library: &Library) -> Result<Self, EvaluationError> {
        let is_one = Path::new(paths).exists();
        let paths = if is_one { vec![paths.into()] } else { split_paths(paths) };
        let mut files = Files::default();
        let mut seen = HashSet::new();
        let mut total = 0;
        for path in paths.iter().filter(|path| !path.as_os_str().is_empty()) {
            if !seen.insert(path) {
                continue;
            }
            if seen.len() > MAX_FILES {
                return Err(EvaluationError::TooMany);
            }
            let bytes = read_bytes(path)?;
            total += bytes.len();
            if total > MAX_BYTES {
                return Err(EvaluationError::TooLarge);
            }
            let added = files.0.add(bytes, library);
            added.map_err(|error| EvaluationError::Invalid {
                path: path.clone(),
                source: Box::new(error),
            })?;
        }
        Ok(files)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use search::{Control, Engine, Limits, SearchRequest};
    use variants::{Catalog, Variant};

    use super::*;
    use crate::fingerprint::{checksum, fingerprint};

    fn definition(name: &str) -> Arc<Definition> {
        Arc::clone(Catalog::builtin().get(name).unwrap())
    }

    #[test]
    fn the_nets_that_come_along_are_sound() {
        for (name, bytes) in nets::FILES {
            let net = Net::read(bytes, &definition(name));
            let net = net.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(net.header().variant, name);
            let path = format!("{}/nets/{name}.toml", env!("CARGO_MANIFEST_DIR"));
            let origin = std::fs::read_to_string(&path).unwrap();
            let origin: toml::Table = origin.parse().unwrap_or_else(|e| panic!("{path}: {e}"));
            assert_eq!(origin["net"]["checksum"].as_str(), Some(&*checksum(&net)), "{path}");
            let fingerprint = fingerprint(&definition(name));
            assert_eq!(origin["settings"]["fingerprint"].as_str(), Some(&*fingerprint), "{path}");
        }
    }

    #[test]
    fn a_game_takes_the_weights_of_one_with_the_same_pieces() {
        let pacific = bundled(&definition("pacific"));
        assert!(pacific.weights.is_some());
        assert_eq!(bundled(&definition("pacific-gollon")), pacific);
        assert!(bundled(&definition("cheskers-free")).weights.is_some());
        let larger = definition("cheskers").resized("10x10".parse().unwrap()).unwrap();
        assert_eq!(bundled(&larger), Evaluation::default());
    }

    #[test]
    fn a_file_named_twice_is_read_once_and_their_number_is_bounded() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::builtin();
        let write = |name: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, "game = \"chess\"\n").unwrap();
            path
        };
        let path = write("one.toml");
        let many = std::env::join_paths(std::iter::repeat_n(&path, 60_000)).unwrap();
        let files = Files::read(many.to_str().unwrap(), &library).unwrap();
        assert_eq!(files.0.weights.len(), 1);
        let paths: Vec<_> = (0..=MAX_FILES).map(|n| write(&format!("{n}.toml"))).collect();
        let read = |paths: &[PathBuf]| {
            let joined = std::env::join_paths(paths).unwrap();
            Files::read(joined.to_str().unwrap(), &library).map(|files| files.0.weights.len())
        };
        assert_eq!(read(&paths[1..]).unwrap(), MAX_FILES);
        assert_eq!(read(&paths).unwrap_err().to_string(), "more than 64 files");
    }

    #[test]
    fn rule_sets_share_nets() {
        let library = Library::builtin();
        let kin = |definition: &Definition| -> Vec<String> {
            kin(&library, definition).iter().map(|other| other.name.clone()).collect()
        };
        let others = ["pacific", "pacific-triple", "pacific-castling"];
        assert_eq!(kin(&definition("pacific-gollon")), others);
        let larger = definition("cheskers").resized("10x10".parse().unwrap()).unwrap();
        assert_eq!(kin(&larger), ["cheskers-free", "cheskers-most"]);
        assert_eq!(kin(&definition("chess")), ["torpedo", "pawnsideways", "fischerandom"]);
        // Spanish and Thai draughts have their pieces on the squares of the other colour.
        let draughts = ["russian-draughts", "pool-checkers", "czech-draughts"];
        assert_eq!(kin(&definition("brazilian-draughts")), draughts);
    }

    #[test]
    fn a_blend_is_between_the_net_and_the_weights() {
        let definition = definition("pacific");
        let with_net = bundled(&definition);
        let game = Variant::compile(Arc::clone(&definition)).unwrap().start();
        let found = |blend: Option<u8>, net: bool| {
            let mut engine = Engine::new(1, 1).unwrap();
            engine.set_weights(with_net.weights.clone());
            engine.set_net(with_net.net.clone().filter(|_| net));
            engine.set_blend(blend);
            let (clock, control) = (|| Duration::ZERO, Control::default());
            let request = SearchRequest::new(&game, Limits::depth(7), &clock, &control);
            let result = engine.search_any(&request, &mut |_| ());
            (result.score, result.nodes)
        };
        let (net, hand_made) = (found(Some(0), true), found(None, false));
        assert_eq!(found(None, true), net);
        assert_eq!(found(Some(100), true), hand_made);
        assert_eq!(found(Some(40), false), hand_made);
        assert!(found(Some(40), true) != net && found(Some(40), true) != hand_made);
    }
}
