//! Ownership of match files: resuming a match runs the programs that its settings name.

use std::fmt::Write as _;
use std::fs;
use std::hash::Hasher;
use std::io::{self, Write};

use anyhow::{Context, Result, ensure};
use protocol::text::printable;
use siphasher::sip128::{Hasher128, SipHasher24};
use tempfile::NamedTempFile;

use arena::{EngineSpec, Match, Program};

/// Length of the key, in bytes.
const KEY: usize = 16;

/// Marks settings as this user's. Without a place for the key, they have no mark.
pub fn mark(plan: &mut Match) {
    plan.mark = None;
    match key().and_then(|key| seal(plan, key)) {
        Ok(mark) => plan.mark = Some(mark),
        Err(error) => {
            let why = format!("{error:#}");
            let _ = writeln!(
                io::stderr(),
                "menagerie: the match is not marked as your own: {}",
                printable(&why)
            );
        }
    }
}

/// Whether the settings carry this user's mark.
pub fn is_marked(plan: &Match) -> bool {
    let Some(mark) = &plan.mark else { return false };
    let bare = Match { mark: None, ..plan.clone() };
    key().and_then(|key| seal(&bare, key)).is_ok_and(|own| own == *mark)
}

/// Lists the programs that a match runs, one per line; empty if it runs none.
pub fn programs(plan: &Match) -> String {
    let mut text = String::new();
    for engine in &plan.engines {
        if let Some(command) = command(engine) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {}", printable(&command));
        }
    }
    text
}

fn command(engine: &EngineSpec) -> Option<String> {
    let mut text = format!("{}: ", engine.name);
    match &engine.program {
        Program::Random | Program::Greedy => return None,
        Program::Own => text += "this program",
        Program::Command { path, args } => {
            let words = [path.to_string_lossy().into_owned()].into_iter().chain(args.clone());
            text += &words.map(|word| format!("{word:?}")).collect::<Vec<_>>().join(" ");
        }
    }
    if let Some(dir) = &engine.dir {
        text += &format!(", in {}", dir.display());
    }
    if let Some(file) = &engine.stderr {
        text += &format!(", its errors to {}", file.display());
    }
    for (name, value) in &engine.options {
        text += &format!(", option {name}={}", value.as_deref().unwrap_or_default());
    }
    for line in &engine.init {
        text += &format!(", initstr {line:?}");
    }
    Some(text)
}

/// Returns a keyed checksum of these settings, which only the owner of the key can compute.
fn seal(plan: &Match, key: [u8; KEY]) -> Result<String> {
    let mut hasher = SipHasher24::new_with_key(&key);
    hasher.write(serde_json::to_string(plan)?.as_bytes());
    Ok(format!("{:032x}", hasher.finish128().as_u128()))
}

/// Returns this user's key; it is created on first use.
fn key() -> Result<[u8; KEY]> {
    let path =
        crate::folders::state().context("cannot find the user's state folder")?.join("match-key");
    let read = || -> io::Result<Vec<u8>> { fs::read(&path) };
    let bytes = match read() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let folder = path.parent().context("no folder")?;
            fs::create_dir_all(folder)?;
            let mut key = [0; KEY];
            getrandom::fill(&mut key)
                .map_err(|error| anyhow::anyhow!("cannot create a random key: {error}"))?;
            let mut file = NamedTempFile::new_in(folder)?;
            file.write_all(&key)?;
            // Another process may have been first: then its key counts.
            let _ = file.persist_noclobber(&path);
            read()
        }
        bytes => bytes,
    };
    let bytes = bytes.with_context(|| path.display().to_string())?;
    ensure!(bytes.len() == KEY, "{}: expected {KEY} bytes", path.display());
    bytes.try_into().ok().context("no key")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_depends_on_the_key_and_on_every_word() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let engine = |text: &str| EngineSpec::parse(&[], &words(text)).unwrap();
        let plan = |second: &str| Match {
            event: "test".to_owned(),
            variant: "chess".to_owned(),
            size: None,
            variant_paths: Vec::new(),
            engines: vec![engine("random"), engine(second)],
            tournament: Default::default(),
            games_per_round: 2,
            rounds: 1,
            openings: arena::OpeningSource::Start,
            seed: 1,
            adjudication: Default::default(),
            tables: None,
            sprt: None,
            recover: false,
            fingerprints: Default::default(),
            shard: None,
            identity: Default::default(),
            mark: None,
        };
        let plain = plan("cmd=/a/b st=1 name=x arg=-y");
        let seal = |plan: &Match, key| seal(plan, [key; KEY]).unwrap();
        assert_eq!(seal(&plain, 1), seal(&plain, 1));
        assert_ne!(seal(&plain, 1), seal(&plain, 2));
        assert_ne!(seal(&plain, 1), seal(&plan("cmd=/a/b st=1 name=x arg=-z"), 1));
        assert_eq!(programs(&plain), "  x: \"/a/b\" \"-y\"\n");
        assert_eq!(programs(&plan("greedy")), "");
        let odd = plan("self st=1 name=x dir=/d stderr=/e option.A=\u{1b} initstr=i");
        let expected =
            "  x: this program, in /d, its errors to /e, option A=\\x1b, initstr \"i\"\n";
        assert_eq!(programs(&odd), expected);
    }
}
