//! Options: what each does when it is set.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use protocol::{Event, OptionValue};
use variants::{BoardSize, Variant};

use super::Session;
use crate::evaluation;
use crate::info;
use crate::library::{Library, Loaded};
use crate::logging;
use crate::memory;
use crate::options;

impl Session {
    /// Sets an option, or says why not; then nothing has changed.
    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) {
        if let Err(error) = self.try_set_option(name, value) {
            self.error(format!("{error:#}"));
        }
    }

    fn try_set_option(&mut self, name: &str, text: Option<&str>) -> Result<()> {
        let (spec, value) = self.options.validate(name, text)?;
        let name = spec.name.clone();
        self.apply(&name, &value).with_context(|| format!("option '{name}'"))?;
        self.options.set(&name, text)?;
        self.debug(|| format!("option {name} is now '{value}'"));
        Ok(())
    }

    /// Does what an option's new value means.
    fn apply(&mut self, name: &str, value: &OptionValue) -> Result<()> {
        match (name, value) {
            (options::VARIANT, OptionValue::Combo(variant)) => {
                let variant = self.library.variant(variant, None)?;
                self.play(variant);
                self.options.set(options::BOARD_SIZE, Some(options::NATIVE))?;
            }
            (options::BOARD_SIZE, OptionValue::String(size)) => {
                let size = board_size(size)?;
                // Where the game is chosen by a command of its own, this waits for the next.
                if !self.keeper.has_begun() {
                    let name = self.variant.definition().name.clone();
                    let variant = self.library.variant(&name, size)?;
                    self.play(variant);
                }
            }
            (options::VARIANT_PATH, OptionValue::String(path)) => self.load(path)?,
            (options::EVAL_FILE, OptionValue::String(paths)) => {
                evaluation::load(paths, &self.library)?;
                self.tell_misfit();
            }
            (options::USE_NNUE, &OptionValue::Check(wanted)) => evaluation::use_nets(wanted),
            (options::THREADS, &OptionValue::Spin(threads)) => {
                self.set_threads(usize::try_from(threads)?)?;
            }
            (options::HASH, &OptionValue::Spin(megabytes)) => self.set_hash(megabytes)?,
            (options::CLEAR_HASH, _) => self.engine().new_game(),
            (options::LOG_FILE, OptionValue::String(path)) => {
                let path = Some(path).filter(|path| !path.is_empty());
                logging::to_file(path.map(Path::new))
                    .with_context(|| format!("cannot write {}", path.map_or("", |path| path)))?;
            }
            // The others are looked up when they matter.
            _ => {}
        }
        Ok(())
    }

    /// Says so when the user's evaluation is not for the game that is played.
    fn tell_misfit(&mut self) {
        let name = &self.variant.definition().name;
        let others = evaluation::other_games(self.variant.definition());
        if !others.is_empty() {
            let others = others.join(" and ");
            let text = format!("EvalFile is for {others} and does not fit {name}: not used");
            self.send(&Event::InfoString(text));
        }
    }

    /// Goes over to a game, at its start.
    pub(super) fn play(&mut self, variant: Variant) {
        self.game = variant.start();
        self.variant = variant;
        self.tell_misfit();
        self.start_over();
        let info = info::variant_info(&self.variant, &self.library);
        self.send(&Event::Variant(info));
    }

    /// Reads a file with games, in place of the one read before; an empty path: none.
    fn load(&mut self, path: &str) -> Result<()> {
        let Loaded { library, names, faults } = if path.is_empty() {
            Loaded { library: self.base.clone(), names: Vec::new(), faults: Vec::new() }
        } else {
            self.base.with_file(Path::new(path))?
        };
        // The game that is being played may be gone, or be another of the same name.
        let current = &self.variant.definition().name;
        let kept = self.base.definition(current).is_ok();
        let variant = match kept {
            true => None,
            false => Some(variant_or_default(&library, current)?),
        };
        self.options.define(options::variant_option(library.names()))?;
        self.library = library;
        self.send(&Event::Variants(self.library.names()));
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

    fn set_threads(&mut self, threads: usize) -> Result<()> {
        self.engine().set_threads(threads)?;
        let used = search::usable_threads(threads);
        if used < threads {
            self.inform(format!(
                "{} {threads}: {used} search, as more would only slow this machine down",
                options::THREADS
            ));
        }
        Ok(())
    }

    fn set_hash(&mut self, megabytes: i64) -> Result<()> {
        let megabytes = usize::try_from(megabytes)?;
        let mut engine = self.engine();
        let before = engine.hash_megabytes();
        // The system hands out memory that it does not have, and ends programs that use it.
        if megabytes > before
            && let Some(free) = memory::free(before)
            && megabytes > free
        {
            bail!(
                "{megabytes} MB are more than the {free} MB of memory that are free; \
                 the table still has {before} MB"
            );
        }
        let Err(error) = engine.set_hash(megabytes) else { return Ok(()) };
        // The old table made room for the new one; now it comes back, empty.
        engine
            .set_hash(before)
            .with_context(|| format!("{error}; nor is there room for the old"))?;
        Err(anyhow!("{error}; the table still has {before} MB"))
    }
}

/// A game at its own size, or the first of all where there is no such game.
fn variant_or_default(library: &Library, name: &str) -> Result<Variant> {
    let name = library.definition(name).map_or(options::DEFAULT_VARIANT, |known| &known.name);
    library.variant(name, None)
}

/// A board's size as the option has it; `None` for a game's own.
pub(super) fn board_size(text: &str) -> Result<Option<BoardSize>> {
    if text.is_empty() || text.eq_ignore_ascii_case(options::NATIVE) {
        return Ok(None);
    }
    Ok(Some(text.to_ascii_lowercase().parse::<BoardSize>()?))
}
