//! Engine of a match, in the syntax of cutechess-cli: `cmd=menagerie tc=10+0.1 option.Hash=64`.

use std::path::{Path, PathBuf};

use protocol::text::excerpt;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{LimitsError, TurnLimits};

/// Engine of a match and its settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSpec {
    /// Name in the match.
    pub name: String,
    /// Program to run, or built-in player.
    pub program: Program,
    /// Protocol of the engine.
    pub protocol: WireProtocol,
    /// Working directory; `None` is the current one.
    pub dir: Option<PathBuf>,
    /// Options in the order in which they are set; a button has no value.
    pub options: Vec<(String, Option<String>)>,
    /// Limits of a turn.
    pub limits: TurnLimits,
    /// Name of the variant in the engine, where it differs from ours.
    pub variant: Option<String>,
    /// Lines sent verbatim once the engine is ready.
    pub init: Vec<String>,
    /// File that standard error is appended to; `None` discards it.
    pub stderr: Option<PathBuf>,
    /// Whether to start a new process for every game.
    pub restart: bool,
    /// Whether the engine thinks on the opponent's time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ponders: bool,
}

/// Program or built-in player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Program {
    /// Player of random moves.
    Random,
    /// Player of the turn with the largest immediate gain of material.
    Greedy,
    /// This program.
    Own,
    /// External program.
    Command {
        /// Path of the file, or its name on the search path.
        path: PathBuf,
        /// Arguments.
        args: Vec<String>,
    },
}

/// Protocol of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WireProtocol {
    /// Universal Chess Interface (UCI).
    #[default]
    Uci,
    /// XBoard protocol (CECP).
    Xboard,
    /// Hub protocol of draughts programs.
    Hub,
}

/// Invalid engine specification.
#[derive(Debug, Error)]
pub enum EngineError {
    /// Word that is not KEY=VALUE, or has an unknown key.
    #[error("engine: '{0}': expected KEY=VALUE with one of the keys {KEYS}")]
    Word(String),
    /// Invalid value of a key.
    #[error("engine: {key}={value}: expected {expected}")]
    Value {
        /// Key.
        key: &'static str,
        /// Offending value.
        value: String,
        /// Expected values.
        expected: &'static str,
    },
    /// Invalid limit.
    #[error("engine: {0}")]
    Limits(LimitsError),
    /// Missing program.
    #[error("engine{0}: missing cmd=: expected a program, or one of self, random, greedy")]
    NoCommand(String),
    /// Pondering with a protocol that is not played so.
    #[error("engine: ponder: expected proto=uci or proto=xboard")]
    HubPonder,
    /// Missing limit of the search.
    #[error(
        "engine {0}: no limit: expected one of tc= (other than inf), st=, nodes=, depth= (for all: --each)"
    )]
    NoLimit(String),
}

/// Keys of an engine.
const KEYS: &str = "cmd, arg, name, proto, dir, option.NAME, tc, st, nodes, depth, timemargin, \
                    variant, initstr, stderr, restart, ponder, conf";

impl EngineSpec {
    /// Returns an engine with default settings: no limits, no options.
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
            ponders: false,
        }
    }

    /// Parses words such as `cmd=menagerie`, `tc=10+0.1`, `option.Hash=64`. `each` are the words
    /// for all engines; those in `own` override them.
    ///
    /// # Errors
    /// When a word is invalid, or something is missing.
    pub fn parse(each: &[String], own: &[String]) -> Result<Self, EngineError> {
        let mut engine = EngineSpec::new("", Program::Own);
        let mut command = None;
        let mut args = Vec::new();
        for word in each.iter().chain(own) {
            // As a convenience, the built-in players need no key.
            if ["self", "random", "greedy"].contains(&word.as_str()) {
                command = Some(word.clone());
                continue;
            }
            // As in cutechess-cli.
            if word == "ponder" {
                engine.ponders = true;
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
                "restart" => {
                    engine.restart = value != "auto" && switch("restart", value, "on, off or auto")?
                }
                "ponder" => engine.ponders = switch("ponder", value, "on or off")?,
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
        if engine.ponders && engine.protocol == WireProtocol::Hub {
            return Err(EngineError::HubPonder);
        }
        let baseline = matches!(engine.program, Program::Random | Program::Greedy);
        if !baseline && !engine.limits.is_limited() {
            return Err(EngineError::NoLimit(engine.name));
        }
        Ok(engine)
    }
}

/// Returns the default name of an engine.
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
    // A path may contain blanks and quotes; a command line in one word is split as in a shell.
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

/// Splits a command line into words; on Windows a backslash separates folders.
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

/// Whether the text is a valid engine name.
pub(super) fn is_name(text: &str) -> bool {
    !text.trim().is_empty() && !text.chars().any(char::is_control) && text.len() <= 200
}

fn protocol_of(value: &str) -> Result<WireProtocol, EngineError> {
    match value.to_ascii_lowercase().as_str() {
        "uci" => Ok(WireProtocol::Uci),
        "xboard" | "cecp" => Ok(WireProtocol::Xboard),
        "hub" => Ok(WireProtocol::Hub),
        _ => {
            let expected = "uci, xboard or hub";
            Err(EngineError::Value { key: "proto", value: excerpt(value), expected })
        }
    }
}

fn switch(key: &'static str, value: &str, expected: &'static str) -> Result<bool, EngineError> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(EngineError::Value { key, value: excerpt(value), expected }),
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
        // Not valid shell words: left unchanged.
        assert_eq!(program("cmd=/a/b\"c"), command("/a/b\"c", &[]));
        // Blanks in the name of an existing program.
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
            ("st=1", "engine: missing cmd=: expected a program, or one of self, random, greedy"),
            (
                "cmd=self",
                "engine menagerie: no limit: expected one of tc= (other than inf), st=, nodes=, depth= (for all: --each)",
            ),
            ("cmd=self|st=x", "engine: st=x: expected seconds above 0"),
            ("cmd=self|proto=ucci", "engine: proto=ucci: expected uci, xboard or hub"),
            ("cmd=self|restart=maybe", "engine: restart=maybe: expected on, off or auto"),
            ("cmd=self|ponder=maybe", "engine: ponder=maybe: expected on or off"),
            (
                "cmd=self|st=1|proto=hub|ponder",
                "engine: ponder: expected proto=uci or proto=xboard",
            ),
        ] {
            assert_eq!(parse("", own).unwrap_err().to_string(), expected);
        }
        for word in ["fast", "speed=3", "option.=3"] {
            let error = parse("", &format!("cmd=self|{word}")).unwrap_err().to_string();
            assert!(error.starts_with(&format!("engine: '{word}': expected KEY=VALUE")), "{error}");
        }
    }
}
