//! Absolute paths of a match's files, and fingerprints of its files.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf, absolute};
use std::{env, iter};

use engine::evaluation;
use engine::fingerprint::{checksum, digest_of, fingerprint};
use protocol::text::printable;
use serde::{Deserialize, Serialize};
use variants::{Definition, Variant};

use super::player::find_program;
use super::{EngineSpec, Match, OpeningSource, Program};

impl Match {
    /// Makes all paths absolute, relative to the current directory, which is also the working
    /// directory of engines without one of their own.
    ///
    /// # Errors
    /// When the current directory is not available.
    pub fn settle(&mut self) -> io::Result<()> {
        for path in &mut self.variant_paths {
            *path = absolute(&path)?;
        }
        if let OpeningSource::File { path, .. } = &mut self.openings {
            *path = absolute(&path)?;
        }
        if let Some(path) = &mut self.tables {
            *path = absolute(&path)?;
        }
        self.engines.iter_mut().try_for_each(EngineSpec::settle)
    }
}

impl EngineSpec {
    fn settle(&mut self) -> io::Result<()> {
        if matches!(self.program, Program::Random | Program::Greedy) {
            return Ok(());
        }
        if let Program::Command { path, .. } = &mut self.program
            && let Ok(found) = find_program(path, self.dir.as_deref())
        {
            *path = found;
        }
        self.stderr = self.stderr.as_ref().map(absolute).transpose()?;
        // Paths in options and arguments are relative to it.
        self.dir = Some(match &self.dir {
            Some(dir) => absolute(dir)?,
            None => env::current_dir()?,
        });
        Ok(())
    }
}

/// Fingerprints (hashes) of the things that a match depends on: the variant, the openings, the
/// programs, and the files named by options and arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Fingerprints(BTreeMap<String, String>);

impl Fingerprints {
    /// Computes the current fingerprints.
    #[must_use]
    pub fn of(plan: &Match, variant: &Variant) -> Self {
        let definition = variant.definition();
        let mut all = BTreeMap::new();
        all.insert(format!("the game {}", definition.name), fingerprint(definition));
        all.extend(openings(plan, definition, |path| format!("the openings {}", path.display())));
        for engine in &plan.engines {
            for (what, path) in files(engine) {
                let what = format!("engine {}: {what} {}", engine.name, path.display());
                all.insert(what, digest(&path));
            }
        }
        Fingerprints(all)
    }

    /// Describes each thing of both that has changed.
    #[must_use]
    pub fn altered(&self, now: &Self) -> Vec<String> {
        let altered =
            self.0.iter().filter(|(what, then)| now.0.get(*what).is_some_and(|now| now != *then));
        altered.map(|(what, _)| format!("{} has changed", printable(what))).collect()
    }

    /// Returns a description of each difference; none if no fingerprints were stored.
    #[must_use]
    pub fn changes(&self, now: &Self) -> Vec<String> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let changed = self.0.iter().filter_map(|(what, then)| match now.0.get(what) {
            Some(now) if now == then => None,
            Some(_) => Some(format!("{} has changed", printable(what))),
            None => Some(format!("{} is missing", printable(what))),
        });
        let new = now.0.keys().filter(|what| !self.0.contains_key(*what));
        changed.chain(new.map(|what| format!("{} is new", printable(what)))).collect()
    }
}

/// Returns what decides the openings of a match beside its settings, with its digest: their file,
/// by the given name, or the net that selects balanced random ones.
pub(super) fn openings(
    plan: &Match,
    definition: &Definition,
    name: impl FnOnce(&Path) -> String,
) -> Option<(String, String)> {
    match &plan.openings {
        OpeningSource::File { path, .. } => Some((name(path), digest(path))),
        OpeningSource::Random { bound: Some(_), .. } => {
            let net = &evaluation::bundled(definition).net;
            let name = "the net that finds even openings";
            net.as_ref().map(|net| (name.to_owned(), checksum(net)))
        }
        OpeningSource::Random { bound: None, .. } | OpeningSource::Start => None,
    }
}

/// Returns the known files of an engine.
pub(super) fn files(engine: &EngineSpec) -> Vec<(String, PathBuf)> {
    let mut files = Vec::new();
    match &engine.program {
        Program::Random | Program::Greedy => return files,
        Program::Own => files.extend(env::current_exe().map(|path| ("program".to_owned(), path))),
        Program::Command { path, args } => {
            let found = find_program(path, engine.dir.as_deref());
            files.push(("program".to_owned(), found.unwrap_or_else(|_| path.clone())));
            let args = args.iter().filter_map(|arg| existing(engine, Path::new(arg)));
            files.extend(args.map(|path| ("argument".to_owned(), path)));
        }
    }
    for (name, value) in &engine.options {
        let value = value.as_deref().unwrap_or_default();
        // An option may name several files.
        let paths = iter::once(PathBuf::from(value)).chain(env::split_paths(value));
        let mut named: Vec<PathBuf> = paths.filter_map(|path| existing(engine, &path)).collect();
        named.dedup();
        files.extend(named.into_iter().map(|path| (format!("option {name}"), path)));
    }
    files
}

/// Returns the path of an existing file, resolved as the engine does.
fn existing(engine: &EngineSpec, path: &Path) -> Option<PathBuf> {
    let path = match &engine.dir {
        Some(dir) => dir.join(path),
        None => path.to_owned(),
    };
    path.is_file().then_some(path)
}

/// Returns the digest of a file, or the reason why it cannot be read.
pub(super) fn digest(path: &Path) -> String {
    let digest = File::open(path).and_then(digest_of);
    digest.unwrap_or_else(|error| error.kind().to_string())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::OpeningOrder;
    use crate::store::tests::{Folder, plan, variant};

    fn engine(words: &[&str]) -> EngineSpec {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        EngineSpec::parse(&["st=1".to_owned()], &words).unwrap()
    }

    #[test]
    fn paths_are_absolute() {
        let mut plan = plan("chess", 1);
        plan.variant_paths = vec!["games.toml".into()];
        plan.openings =
            OpeningSource::File { path: "a/book.epd".into(), order: OpeningOrder::Sequential };
        plan.engines.push(engine(&["self", "dir=x", "stderr=log"]));
        plan.engines.push(engine(&["cmd=no-such-engine-anywhere", "option.EvalFile=a.net"]));
        plan.settle().unwrap();
        let here = env::current_dir().unwrap();
        assert_eq!(plan.variant_paths, [here.join("games.toml")]);
        let OpeningSource::File { path, .. } = &plan.openings else { panic!("{plan:?}") };
        assert_eq!(*path, here.join("a/book.epd"));
        assert_eq!(plan.engines[0].dir, None);
        assert_eq!(plan.engines[2].dir, Some(here.join("x")));
        assert_eq!(plan.engines[2].stderr, Some(here.join("log")));
        let Program::Command { path, .. } = &plan.engines[3].program else { panic!("{plan:?}") };
        assert_eq!(path, Path::new("no-such-engine-anywhere"));
        // Engines resolve paths in options as before.
        assert_eq!(plan.engines[3].dir.as_deref(), Some(&*here));
        assert_eq!(plan.engines[3].options[0].1.as_deref(), Some("a.net"));
    }

    #[cfg(unix)]
    #[test]
    fn programs_on_the_search_path_are_found_once() {
        let mut engine = engine(&["cmd=sh"]);
        engine.settle().unwrap();
        let Program::Command { path, .. } = &engine.program else { panic!("{engine:?}") };
        assert!(path.is_absolute() && path.ends_with("sh") && path.is_file(), "{path:?}");
    }

    #[test]
    fn what_has_changed_is_named() {
        let folder = Folder::new();
        let chess = variant("chess");
        let [program, net, script, book] =
            ["engine", "a.net", "run.py", "book"].map(|name| folder.path(name));
        for path in [&program, &net, &script, &book] {
            fs::write(path, "old").unwrap();
        }
        let mut plan = plan("chess", 1);
        let order = OpeningOrder::Sequential;
        plan.openings = OpeningSource::File { path: book.clone(), order };
        let command = format!("cmd={}", program.display());
        let dir = format!("dir={}", folder.path("").display());
        let words = [&*command, "name=x", &dir, "option.Net=a.net", "arg=run.py", "arg=-x"];
        plan.engines.push(engine(&words));
        let then = Fingerprints::of(&plan, &chess);
        let changes = || then.changes(&Fingerprints::of(&plan, &chess));
        assert_eq!(changes(), [""; 0]);
        for (path, what) in [
            (&program, "engine x: program"),
            (&net, "engine x: option Net"),
            (&script, "engine x: argument"),
            (&book, "the openings"),
        ] {
            fs::write(path, "new").unwrap();
            assert_eq!(changes(), [format!("{what} {} has changed", path.display())]);
            fs::write(path, "old").unwrap();
        }
        fs::remove_file(&net).unwrap();
        assert_eq!(changes(), [format!("engine x: option Net {} is missing", net.display())]);
        fs::write(&net, "old").unwrap();
        let other = Fingerprints::of(&plan, &variant("pacific"));
        let changes = then.changes(&other);
        assert_eq!(changes, ["the game chess is missing", "the game pacific is new"]);
        // Match files from before fingerprints existed.
        assert_eq!(Fingerprints::default().changes(&other), [""; 0]);
    }
}
