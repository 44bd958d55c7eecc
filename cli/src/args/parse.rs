//! The command line, parsed; its errors and its help, printed.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Command, CommandFactory, FromArgMatches};

use super::Cli;
use crate::exit;

/// Messages of the standard library about numbers, and their replacements.
const NUMBERS: [(&str, &str); 6] = [
    ("invalid digit found in string", "expected a whole number"),
    ("cannot parse integer from empty string", "expected a whole number"),
    ("number too large to fit in target type", "expected a smaller number"),
    ("number too small to fit in target type", "expected a larger number"),
    ("invalid float literal", "expected a number"),
    ("cannot parse float from empty string", "expected a number"),
];

/// Message of clap about a number outside a range.
const NOT_IN: &str = " is not in ";

/// Parses the command line. Prints help, the version or an error, and returns the exit code then.
pub fn parse() -> Result<Cli, ExitCode> {
    let mut command = with_negative_numbers(Cli::command());
    let parsed = command.try_get_matches_from_mut(std::env::args_os());
    let error = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => return Ok(cli),
        Err(error) => error,
    };
    let text = in_words(error.render().ansi().to_string());
    let printed = match error.use_stderr() {
        true => write!(anstream::stderr(), "{text}"),
        false => {
            let mut out = anstream::stdout();
            write!(out, "{text}").and_then(|()| out.flush())
        }
    };
    Err(match printed {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr(), "menagerie: cannot write: {error}");
            ExitCode::FAILURE
        }
        _ => u8::try_from(error.exit_code()).unwrap_or(exit::USAGE).into(),
    })
}

/// Replaces messages of the standard library by what was expected.
fn in_words(text: String) -> String {
    let text = NUMBERS.iter().fold(text, |text, (message, words)| text.replace(message, words));
    text.split('\n').map(range_in_words).collect::<Vec<_>>().join("\n")
}

/// Replaces `300 is not in 1..=256` at the end of a line by what was expected.
fn range_in_words(line: &str) -> String {
    let in_words = || {
        let (before, range) = line.split_once(NOT_IN)?;
        let (first, last) = range.split_once("..=")?;
        let value = before.rsplit(' ').next()?;
        Some(format!("{}expected a number from {first} to {last}", before.strip_suffix(value)?))
    };
    in_words().unwrap_or_else(|| line.to_owned())
}

/// Allows values such as `-1` for options and arguments, so that the error says what was expected;
/// no option has such a name.
fn with_negative_numbers(command: Command) -> Command {
    let command = command.mut_args(|arg| match arg.get_action().takes_values() {
        true => arg.allow_negative_numbers(true),
        false => arg,
    });
    command.mut_subcommands(with_negative_numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_none_are_answered_with_what_was_expected() {
        let said = |words: &[&str]| {
            let mut command = with_negative_numbers(Cli::command());
            let words = [&["menagerie"], words].concat();
            in_words(command.try_get_matches_from_mut(words).unwrap_err().to_string())
        };
        with_negative_numbers(Cli::command()).debug_assert();
        for (words, part) in [
            (&["perft", "chess", "abc"][..], "'<DEPTH>': expected a whole number"),
            (&["perft", "chess", "-1"], "'<DEPTH>': expected a number from 0 to "),
            (&["study", "chess", "--games", "-1"], "'--games <N>': expected a whole number from 1"),
            (&["selfplay", "chess", "--movetime", ""], "expected a whole number"),
            (&["bench", "--depth", "99999999999999999999"], "expected a smaller number"),
        ] {
            assert!(said(words).contains(part), "{}", said(words));
        }
    }
}
