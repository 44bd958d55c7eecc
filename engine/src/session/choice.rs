//! Effects of options.

use std::io;
use std::num::TryFromIntError;
use std::path::Path;
use std::sync::Arc;

use protocol::{Event, OptionError, OptionValue};
use search::{Engine, EngineError};
use thiserror::Error;
use variants::{BoardSizeError, Variant};

use super::background::OnStop;
use super::{Session, lock};
use crate::causes::with_causes;
use crate::endings::{Endings, EndingsError};
use crate::evaluation::{self, EvaluationError};
use crate::info;
use crate::library::{Library, LibraryError, Loaded};
use crate::logging;
use crate::memory;
use crate::options;
use crate::strength::weak_engine;
use crate::task::Effect;
use crate::xboard::UnsupportedRule;

/// Error of an option's new value.
#[derive(Debug, Error)]
pub(super) enum ChoiceError {
    /// Game that is not available.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// Game that XBoard cannot show.
    #[error("{}: expected another game, or UCI", .1.sentence(.0))]
    Unsupported(String, UnsupportedRule),
    /// Invalid board size.
    #[error(transparent)]
    Size(#[from] BoardSizeError),
    /// Invalid folder of endgame tables.
    #[error(transparent)]
    Endings(#[from] EndingsError),
    /// Invalid weights or nets.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// Number that is out of range.
    #[error(transparent)]
    Number(#[from] TryFromIntError),
    /// Threads that cannot be started.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Hash table that does not fit in memory; the old one is kept.
    #[error("{reason}; the table still has {before} MB")]
    Hash { reason: String, before: usize },
    /// Hash table that does not fit in memory; nor does the old one.
    #[error("{wanted}; no memory for the old table either")]
    NoHash { wanted: EngineError, source: EngineError },
    /// Log file that cannot be opened.
    #[error("cannot write {path}")]
    Log { path: String, source: io::Error },
    /// Other option that cannot follow.
    #[error(transparent)]
    Option(#[from] OptionError),
}

type Result<T> = std::result::Result<T, ChoiceError>;

/// Effect of a new value, once the long part is done.
type Change = Box<dyn FnOnce(&mut Session) -> Result<()> + Send>;
/// Long part of setting an option.
type Preparation = Box<dyn FnOnce() -> Result<Change> + Send>;

impl Session {
    /// Sets an option; on an error nothing changes, and the reason is reported.
    pub(super) fn set_option(&mut self, name: &str, text: Option<String>) {
        let (spec, value) = match self.options.validate(name, text.as_deref()) {
            Ok(valid) => valid,
            Err(error) => return self.error(error.to_string()),
        };
        let name = spec.name.clone();
        let prepare = self.preparation(&name, &value);
        // A table or threads that the engine already has cannot be undone.
        let stop = match name.as_str() {
            options::THREADS | options::HASH | options::CLEAR_HASH => OnStop::Finish,
            _ => OnStop::Cancel,
        };
        self.run_in_background("setoption", stop, move |_| {
            let change = prepare();
            Effect::new(move |session| {
                let done = change.and_then(|change| change(session));
                if let Err(error) = done {
                    return session.error(format!("option '{name}': {}", with_causes(&error)));
                }
                match session.options.set(&name, text.as_deref()) {
                    Ok(_) => session.debug(|| format!("option {name} is now '{value}'")),
                    Err(error) => session.error(error.to_string()),
                }
            })
        });
    }

    /// Returns the action for an option's new value.
    fn preparation(&mut self, name: &str, value: &OptionValue) -> Preparation {
        let engine = Arc::clone(&self.engine);
        match (name, value.clone()) {
            (options::VARIANT, OptionValue::Combo(name)) => self.compile_variant(name),
            (options::BOARD_SIZE, OptionValue::String(size)) => self.compile_size(size),
            (options::VARIANT_PATH, OptionValue::String(path)) => self.load(path),
            (options::EVAL_FILE, OptionValue::String(paths)) => self.read_evaluations(paths),
            (options::TABLE_PATH, OptionValue::String(path)) => self.open_tables(path),
            (options::USE_NNUE, OptionValue::Check(wanted)) => Box::new(move || {
                change(move |session| {
                    session.evaluations.set_use_nets(wanted);
                    Ok(())
                })
            }),
            (options::CHESS960, OptionValue::Check(on)) => Box::new(move || {
                change(move |session| {
                    session.game.set_castling_by_rook(on);
                    Ok(())
                })
            }),
            (options::THREADS, OptionValue::Spin(threads)) => Box::new(move || {
                let threads = usize::try_from(threads)?;
                lock(&engine).set_threads(threads)?;
                change(move |session| {
                    session.report_thread_limit(threads);
                    Ok(())
                })
            }),
            (options::HASH, OptionValue::Spin(megabytes)) => Box::new(move || {
                set_hash(&mut lock(&engine), megabytes)?;
                change(|_| Ok(()))
            }),
            (options::CLEAR_HASH, _) => Box::new(move || {
                lock(&engine).new_game();
                change(|_| Ok(()))
            }),
            (options::LOG_FILE, OptionValue::String(path)) => open_log(path),
            (name, value) if self.skill.needs_engine(name, &value) => Box::new(|| {
                let engine = weak_engine()?;
                change(|session| {
                    session.skill.set_engine(engine);
                    Ok(())
                })
            }),
            // The others are read when they are used.
            _ => Box::new(|| change(|_| Ok(()))),
        }
    }

    /// Compiles a game, to be played on its own board.
    fn compile_variant(&self, name: String) -> Preparation {
        let library = self.library.clone();
        Box::new(move || {
            let variant = library.variant(&name, None)?;
            change(|session| {
                session.play(variant);
                session.options.set(options::BOARD_SIZE, Some(options::NATIVE))?;
                Ok(())
            })
        })
    }

    /// Compiles the current game for a board of another size.
    fn compile_size(&self, size: String) -> Preparation {
        let library = self.library.clone();
        let name = self.variant.definition().name.clone();
        // If a separate command chooses the game, this applies from the next one on.
        let is_cecp = self.cecp.is_active();
        Box::new(move || {
            let size = options::board_size(&size)?;
            if is_cecp {
                return change(|_| Ok(()));
            }
            let variant = library.variant(&name, size)?;
            change(|session| {
                session.play(variant);
                Ok(())
            })
        })
    }

    /// Reads a user's networks and weights.
    fn read_evaluations(&self, paths: String) -> Preparation {
        let library = self.library.clone();
        Box::new(move || {
            let files = evaluation::Files::read(&paths, &library)?;
            change(move |session| {
                session.evaluations.set_files(files);
                session.report_unused_eval_file();
                Ok(())
            })
        })
    }

    /// Opens the endgame tables of a folder.
    fn open_tables(&self, path: String) -> Preparation {
        let engine = Arc::clone(&self.engine);
        Box::new(move || {
            let endings = Arc::new(Endings::in_folder(Path::new(&path))?);
            // Values with and without tables are not mixed.
            lock(&engine).new_game();
            change(move |session| {
                session.endings = endings;
                Ok(())
            })
        })
    }

    /// Reports a user's evaluation that does not fit the current game.
    fn report_unused_eval_file(&mut self) {
        let name = &self.variant.definition().name;
        let others = self.evaluations.other_games(self.variant.definition());
        if !others.is_empty() {
            let others = others.join(" and ");
            let text = format!("EvalFile is for {others}, not for {name}: not used");
            self.send(&Event::InfoString(text));
        }
    }

    /// Switches to a game, at its start.
    pub(super) fn play(&mut self, variant: Variant) {
        self.adopt(variant.start());
        self.variant = variant;
        self.report_unused_eval_file();
        self.start_over();
        let info = info::variant_info(&self.variant, &self.library);
        self.send(&Event::Variant(info));
    }

    /// Loads a file of games, which replaces the previous one; an empty path: none.
    fn load(&mut self, path: String) -> Preparation {
        let base = self.base.clone();
        let current = self.variant.definition().name.clone();
        Box::new(move || {
            let loaded = match path.as_str() {
                "" => Loaded { library: base.clone(), names: Vec::new(), faults: Vec::new() },
                path => base.with_file(Path::new(path))?,
            };
            // The current game may be gone, or be another of the same name.
            let variant = match base.definition(&current) {
                Ok(_) => None,
                Err(_) => Some(variant_or_default(&loaded.library, &current)?),
            };
            change(move |session| session.take_games(loaded, variant, &path))
        })
    }

    /// Reports if fewer threads than requested are used.
    fn report_thread_limit(&mut self, threads: usize) {
        let used = search::usable_threads(threads);
        if used < threads {
            self.inform(format!(
                "{} {threads}: {used} search, as more would only slow this machine down",
                options::THREADS
            ));
        }
    }

    /// Replaces the library, and switches to one of its games.
    fn take_games(&mut self, loaded: Loaded, variant: Option<Variant>, path: &str) -> Result<()> {
        let Loaded { library, names, faults } = loaded;
        self.options.define(options::variant_option(library.names()))?;
        self.library = library;
        self.send(&Event::Variants(self.library.names_for_xboard()));
        if !names.is_empty() {
            self.inform(format!("{path} has the variants {}", names.join(", ")));
        }
        if !faults.is_empty() {
            self.error(faults.join("\n"));
        }
        if let Some(variant) = variant {
            let name = variant.definition().name.clone();
            self.play(variant);
            self.options.set(options::VARIANT, Some(&name))?;
            self.options.set(options::BOARD_SIZE, Some(options::NATIVE))?;
        }
        Ok(())
    }
}

fn change(change: impl FnOnce(&mut Session) -> Result<()> + Send + 'static) -> Result<Change> {
    Ok(Box::new(change))
}

/// Opens the file that the log goes to; an empty path: stderr.
fn open_log(path: String) -> Preparation {
    Box::new(move || {
        let path = Some(path).filter(|path| !path.is_empty());
        let file = path.map(|path| {
            let file = logging::open(Path::new(&path));
            file.map_err(|source| ChoiceError::Log { path, source })
        });
        let file = file.transpose()?;
        change(|_| {
            logging::write_to(file);
            Ok(())
        })
    })
}

fn set_hash(engine: &mut Engine, megabytes: i64) -> Result<()> {
    let megabytes = usize::try_from(megabytes)?;
    let before = engine.hash_megabytes();
    // The system overcommits memory, and kills programs that use it.
    if megabytes > before
        && let Some(free) = memory::free(before)
        && megabytes > free
    {
        let reason = format!("{megabytes} MB: expected at most {free} MB (free memory)");
        return Err(ChoiceError::Hash { reason, before });
    }
    let Err(error) = engine.set_hash(megabytes) else { return Ok(()) };
    // The old table was freed for the new one; it is restored, empty.
    match engine.set_hash(before) {
        Ok(()) => Err(ChoiceError::Hash { reason: error.to_string(), before }),
        Err(source) => Err(ChoiceError::NoHash { wanted: error, source }),
    }
}

/// Returns a game on its default board, or the first game if there is no such game.
fn variant_or_default(library: &Library, name: &str) -> std::result::Result<Variant, LibraryError> {
    let name = library.definition(name).map_or(options::DEFAULT_VARIANT, |known| &known.name);
    library.variant(name, None)
}
