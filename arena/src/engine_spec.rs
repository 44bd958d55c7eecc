//! An engine of a match, in cutechess-cli's words: `cmd=menagerie tc=10+0.1 option.Hash=64`.

use std::path::{Path, PathBuf};

use protocol::text::excerpt;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{LimitsError, TurnLimits};

/// An engine, and how it is to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSpec {
    /// Its name in the match.
    pub name: String,
    /// What plays.
    pub program: Program,
    /// The language it is spoken to in.
    pub protocol: WireProtocol,
    /// The folder it runs in; `None`: the present one.
    pub dir: Option<PathBuf>,
    /// Its options in the order in which they are set; a button has no value.
    pub options: Vec<(String, Option<String>)>,
    /// What it may use for its turns.
    pub limits: TurnLimits,
    /// What it calls the game, if that is not our name for it.
    pub variant: Option<String>,
    /// Lines that are sent to it as they are, once it is ready.
    pub init: Vec<String>,
    /// The file that its standard error is appended to; `None`: nowhere.
    pub stderr: Option<PathBuf>,
    /// Whether every game gets a fresh process.
    pub restart: bool,
}

/// What plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Program {
    /// A legal turn by chance.
    Random,
    /// The turn that wins most material at once.
    Greedy,
    /// This program itself.
    Own,
    /// Another program.
    Command {
        /// Its file, or its name on the search path.
        path: PathBuf,
        /// Its arguments.
        args: Vec<String>,
    },
}

/// The language of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WireProtocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// XBoard's protocol (CECP).
    Xboard,
}

/// An engine that cannot be read.
#[derive(Debug, Error)]
pub enum EngineError {
    /// A word that is not KEY=VALUE, or has a key that nobody knows.
    #[error("engine: '{0}': expected KEY=VALUE with one of the keys {KEYS}")]
    Word(String),
    /// A value that its key cannot have.
    #[error("engine: {key}={value}: expected {expected}")]
    Value {
        /// The key.
        key: &'static str,
        /// The offending value.
        value: String,
        /// What it can be.
        expected: &'static str,
    },
    /// A limit that cannot be read.
    #[error("engine: {0}")]
    Limits(LimitsError),
    /// Nothing says what plays.
    #[error("engine{0}: cmd= is missing: a program, or one of self, random, greedy")]
    NoCommand(String),
    /// Nothing ends its searches.
    #[error("engine {0}: no limit: expected one of tc=, st=, nodes=, depth= (for all: --each)")]
    NoLimit(String),
}

/// The keys of an engine.
const KEYS: &str = "cmd, arg, name, proto, dir, option.NAME, tc, st, nodes, depth, timemargin, \
                    variant, initstr, stderr, restart, conf";

impl EngineSpec {
    /// An engine without limits, options or anything else that is not said here.
    #[must_use]
    pub fn new(name: &str, program: Program) -> Self {
        EngineSpec {
            name: name.to_owned(),
            program,
            protocol: WireProtocol::Uci,
            dir: None,
            options: Vec::new(),
            limits: TurnLimits::default(),
            variant: None,
            init: Vec::new(),
            stderr: None,
            restart: false,
        }
    }

    /// Reads an engine from words such as `cmd=menagerie`, `tc=10+0.1`, `option.Hash=64`; `each`
    /// are words for all engines, over which its own go.
    ///
    /// # Errors
    /// When a word cannot be read, or something is missing.
    pub fn parse(each: &[String], own: &[String]) -> Result<Self, EngineError> {
        let mut engine = EngineSpec::new("", Program::Own);
        let mut command = None;
        let mut args = Vec::new();
        for word in each.iter().chain(own) {
            // As a convenience the built-in ones need no key.
            if ["self", "random", "greedy"].contains(&word.as_str()) {
                command = Some(word.clone());
                continue;
            }
            let unknown = || EngineError::Word(excerpt(word));
            let (key, value) = word.split_once('=').ok_or_else(unknown)?;
            if engine.limits.set(key, value).map_err(EngineError::Limits)? {
                continue;
            }
            match key {
                "cmd" | "conf" => command = Some(value.to_owned()),
                "arg" => args.push(value.to_owned()),
                "name" => engine.name = name(value)?,
                "proto" => engine.protocol = protocol_of(value)?,
                "dir" => engine.dir = Some(value.into()),
                "variant" => engine.variant = Some(value.to_owned()),
                "initstr" => engine.init.extend(value.split("\\n").map(str::to_owned)),
                "stderr" => engine.stderr = Some(value.into()),
                "restart" => engine.restart = restart(value)?,
                _ => match key.strip_prefix("option.") {
                    Some(option) if !option.trim().is_empty() => {
                        engine.options.retain(|(name, _)| !name.eq_ignore_ascii_case(option));
                        engine.options.push((option.to_owned(), Some(value.to_owned())));
                    }
                    _ => return Err(unknown()),
                },
            }
        }
        let shown =
            if engine.name.is_empty() { String::new() } else { format!(" {}", engine.name) };
        let command = command.filter(|command| !command.trim().is_empty());
        engine.program =
            program(&command.ok_or(EngineError::NoCommand(shown))?, args, engine.dir.as_deref());
        if engine.name.is_empty() {
            engine.name = default_name(&engine.program);
        }
        let partner = matches!(engine.program, Program::Random | Program::Greedy);
        if !partner && !engine.limits.is_limited() {
            return Err(EngineError::NoLimit(engine.name));
        }
        Ok(engine)
    }
}

/// What an engine is called that was given no name.
fn default_name(program: &Program) -> String {
    match program {
        Program::Random => "random".to_owned(),
        Program::Greedy => "greedy".to_owned(),
        Program::Own => "menagerie".to_owned(),
        Program::Command { path, .. } => {
            let stem = path.file_stem().unwrap_or(path.as_os_str());
            stem.to_string_lossy().into_owned()
        }
    }
}

fn program(command: &str, mut args: Vec<String>, dir: Option<&Path>) -> Program {
    match command {
        "random" => return Program::Random,
        "greedy" => return Program::Greedy,
        "self" => return Program::Own,
        _ => {}
    }
    let mut path = PathBuf::from(command);
    // A path may hold blanks and quotes; a command line in one word is read as a shell would.
    let is_there = path.exists() || dir.is_some_and(|dir| dir.join(&path).exists());
    if !is_there
        && command.contains(|letter: char| letter.is_whitespace() || "\"'".contains(letter))
        && let Some([first, rest @ ..]) = split(command).as_deref()
    {
        path = first.into();
        args.splice(0..0, rest.iter().cloned());
    }
    Program::Command { path, args }
}

/// The words of a command line; on Windows a backslash parts folders.
fn split(command: &str) -> Option<Vec<String>> {
    if cfg!(windows) { shlex::split(&command.replace('\\', r"\\")) } else { shlex::split(command) }
}

fn name(value: &str) -> Result<String, EngineError> {
    if is_name(value) {
        return Ok(value.trim().to_owned());
    }
    let expected = "a name of at most 200 bytes without control characters";
    Err(EngineError::Value { key: "name", value: excerpt(value), expected })
}

/// Whether an engine can be called so.
pub(super) fn is_name(text: &str) -> bool {
    !text.trim().is_empty() && !text.chars().any(char::is_control) && text.len() <= 200
}

fn protocol_of(value: &str) -> Result<WireProtocol, EngineError> {
    match value.to_ascii_lowercase().as_str() {
        "uci" => Ok(WireProtocol::Uci),
        "xboard" | "cecp" => Ok(WireProtocol::Xboard),
        _ => {
            let expected = "uci or xboard";
            Err(EngineError::Value { key: "proto", value: excerpt(value), expected })
        }
    }
}

fn restart(value: &str) -> Result<bool, EngineError> {
    match value {
        "on" => Ok(true),
        "off" | "auto" => Ok(false),
        _ => {
            let expected = "on, off or auto";
            Err(EngineError::Value { key: "restart", value: excerpt(value), expected })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(each: &str, own: &str) -> Result<EngineSpec, EngineError> {
        let words = |text: &str| {
            text.split('|').filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>()
        };
        EngineSpec::parse(&words(each), &words(own))
    }

    #[test]
    fn an_engine_in_words() {
        let engine = parse(
            "tc=10+0.1|option.Hash=64",
            "cmd=no/such engine|name=a b|proto=xboard|option.hash=32|dir=/tmp",
        )
        .unwrap();
        assert_eq!(engine.name, "a b");
        // No such file: the rest are arguments.
        assert_eq!(
            engine.program,
            Program::Command { path: "no/such".into(), args: vec!["engine".into()] }
        );
        let program = |text: &str| parse("st=1", text).unwrap().program;
        let command = |path: &str, args: &[&str]| Program::Command {
            path: path.into(),
            args: args.iter().map(|&arg| arg.to_owned()).collect(),
        };
        assert_eq!(program(r#"cmd="/a b/eng""#), command("/a b/eng", &[]));
        assert_eq!(program("cmd='/a b/eng'"), command("/a b/eng", &[]));
        assert_eq!(
            program(r#"cmd="/a b/eng" -x "y z"|arg=w"#),
            command("/a b/eng", &["-x", "y z", "w"])
        );
        // Not words of a shell: left as it is.
        assert_eq!(program("cmd=/a/b\"c"), command("/a/b\"c", &[]));
        // Blanks in the name of a program that is there.
        let folder = crate::store::tests::Folder::new();
        std::fs::write(folder.path("my engine"), "").unwrap();
        let dir = folder.path("").display().to_string();
        assert_eq!(program(&format!("cmd=my engine|dir={dir}")), command("my engine", &[]));
        assert_eq!(engine.protocol, WireProtocol::Xboard);
        assert_eq!(engine.options, [("hash".to_owned(), Some("32".to_owned()))]);
        assert_eq!(engine.limits.to_string(), "10+0.1");
        assert_eq!(parse("", "greedy").unwrap().program, Program::Greedy);
        assert_eq!(parse("", "cmd=self|st=1").unwrap().name, "menagerie");
    }

    #[test]
    fn errors_show_what_was_given_and_what_was_expected() {
        for (own, expected) in [
            ("st=1", "engine: cmd= is missing: a program, or one of self, random, greedy"),
            (
                "cmd=self",
                "engine menagerie: no limit: expected one of tc=, st=, nodes=, depth= (for all: --each)",
            ),
            ("cmd=self|st=x", "engine: st=x: expected seconds above 0"),
            ("cmd=self|proto=ucci", "engine: proto=ucci: expected uci or xboard"),
            ("cmd=self|restart=maybe", "engine: restart=maybe: expected on, off or auto"),
        ] {
            assert_eq!(parse("", own).unwrap_err().to_string(), expected);
        }
        for word in ["fast", "speed=3", "option.=3"] {
            let error = parse("", &format!("cmd=self|{word}")).unwrap_err().to_string();
            assert!(error.starts_with(&format!("engine: '{word}': expected KEY=VALUE")), "{error}");
        }
    }
}
