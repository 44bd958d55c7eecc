//! `genfens`: openings for data generation by OpenBench
//! (<https://github.com/AndyGrant/OpenBench>), which passes protocol commands as words of the command
//! line: `menagerie "genfens N seed S book FILE [variant NAME] [plies N]" quit`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::SplitWhitespace;

use ::variants::{AnyGame, counted};
use anyhow::{Result, bail};
use arena::{
    DEFAULT_BOUND, OpeningOrder, OpeningSource, Openings, Purpose, random_line, random_stream,
};
use engine::options;
use protocol::text::excerpt;
use protocol::{Command, Dialect, Uci};

use crate::{commands, exit};

/// Random plies of an opening from the start.
const PLIES: usize = 8;
/// Random plies after a position of a book.
const BOOK_PLIES: usize = 4;
/// Attempts to find random turns after which the game goes on.
const ATTEMPTS: usize = 100;
/// Value of an option for no text, as UCI writes it.
const EMPTY: &str = "<empty>";

/// Arguments of the command.
#[derive(Debug, PartialEq, Eq)]
struct Request {
    count: usize,
    seed: u64,
    /// File of positions; `None` is the start.
    book: Option<String>,
    variant: String,
    plies: Option<usize>,
}

impl Request {
    /// Reads the command; `variant` is the game unless it names one itself.
    fn parse(text: &str, variant: Option<&str>) -> Result<Self> {
        let mut words = text.split_whitespace();
        let expected = "expected genfens N seed S book None|FILE [variant NAME] [plies N]";
        let wrong = || exit::usage(anyhow::anyhow!("'{}': {expected}", excerpt(text)));
        fn number<T: std::str::FromStr>(words: &mut SplitWhitespace<'_>) -> Option<T> {
            words.next()?.parse().ok()
        }
        if words.next() != Some("genfens") {
            return Err(wrong());
        }
        let count = number(&mut words).ok_or_else(wrong)?;
        let variant = variant.unwrap_or(options::DEFAULT_VARIANT).to_owned();
        let mut request = Request { count, seed: 0, book: None, variant, plies: None };
        while let Some(key) = words.next() {
            let known = match key {
                "seed" => number(&mut words).map(|seed| request.seed = seed),
                "plies" => number(&mut words).map(|plies| request.plies = Some(plies)),
                "variant" => words.next().map(|name| request.variant = name.to_owned()),
                "book" => words.next().map(|book| {
                    let is_none = book.eq_ignore_ascii_case("none");
                    request.book = (!is_none).then(|| book.to_owned());
                }),
                _ => None,
            };
            known.ok_or_else(wrong)?;
        }
        Ok(request)
    }
}

/// Options before the command that name a definition file and the game.
#[derive(Debug, Default, PartialEq, Eq)]
struct Setting {
    variant: Option<String>,
    /// File of definitions.
    file: Option<PathBuf>,
}

impl Setting {
    /// Reads the options; others are ignored.
    fn parse(words: &[String]) -> Result<Self> {
        let mut setting = Setting::default();
        for word in words {
            let Some(Command::SetOption { name, value }) = Uci::new().parse(word.as_bytes())?
            else {
                continue;
            };
            let is = |known: &str| name.eq_ignore_ascii_case(known);
            let value = value.filter(|value| !["", EMPTY].contains(&value.as_str()));
            if is(options::VARIANT) {
                setting.variant = value;
            } else if is(options::VARIANT_PATH) {
                setting.file = value.map(PathBuf::from);
            }
        }
        Ok(setting)
    }
}

/// Carries out the first `genfens` among commands of UCI; `None` if there is none.
pub fn genfens(paths: &[PathBuf], words: &[String]) -> Option<Result<ExitCode>> {
    let at = words.iter().position(|word| word.starts_with("genfens "))?;
    Some(print(paths, &words[..at], &words[at]))
}

/// Prints positions: `info string genfens FEN`, each as soon as it is found.
fn print(paths: &[PathBuf], before: &[String], text: &str) -> Result<ExitCode> {
    let setting = Setting::parse(before)?;
    let paths: Vec<PathBuf> = paths.iter().cloned().chain(setting.file).collect();
    let library = commands::library(&paths)?;
    let request = Request::parse(text, setting.variant.as_deref())?;
    let variant = commands::variant(&library, &request.variant, None)?;
    let source = match &request.book {
        None => {
            let plies = request.plies.unwrap_or(PLIES).max(1);
            OpeningSource::Random { plies, bound: Some(DEFAULT_BOUND), either_begins: false }
        }
        Some(path) => OpeningSource::File { path: path.into(), order: OpeningOrder::Random },
    };
    let openings = Openings::new(&source, &variant, request.seed)?;
    let more = request.book.as_ref().map_or(0, |_| request.plies.unwrap_or(BOOK_PLIES));
    for index in 0..request.count {
        let opening = openings.get(index)?;
        let mut game = match &opening.fen {
            Some(fen) => variant.game(fen)?,
            None => variant.start(),
        };
        for turn in &opening.turns {
            game.play_turn(turn)?;
        }
        let Some(game) = continued(&game, more, request.seed, index) else {
            let plies = counted(more, "ply", "plies");
            bail!("the game was over within {plies} in each of {ATTEMPTS} attempts");
        };
        writeln!(io::stdout(), "info string genfens {}", game.fen())?;
        io::stdout().flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays random turns after which the game goes on; `None` if there are none.
fn continued(game: &AnyGame, plies: usize, seed: u64, index: usize) -> Option<AnyGame> {
    let mut numbers = random_stream(seed, Purpose::Opening, index);
    for _ in 0..ATTEMPTS {
        let mut game = game.clone();
        if random_line(&mut game, plies, &mut numbers).is_some() {
            return Some(game);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_openbench() {
        let chess = || "chess".to_owned();
        let parse = |text: &str| Request::parse(text, None).ok();
        let none = Request { count: 64, seed: 7, book: None, variant: chess(), plies: None };
        assert_eq!(parse("genfens 64 seed 7 book None "), Some(none));
        let book = Request {
            count: 1,
            seed: 7,
            book: Some("Books/x.epd".to_owned()),
            variant: "pacific".to_owned(),
            plies: Some(3),
        };
        let text = "genfens 1 seed 7 book Books/x.epd variant pacific plies 3";
        assert_eq!(parse(text), Some(book));
        let by_option = Request::parse("genfens 1 seed 7 book None", Some("pacific")).unwrap();
        assert_eq!(by_option.variant, "pacific");
        let by_word = Request::parse("genfens 1 variant chess", Some("pacific")).unwrap();
        assert_eq!(by_word.variant, "chess");
        for text in ["genfens", "genfens x", "genfens 1 seed", "genfens 1 sed 7", "fens 1"] {
            let error = Request::parse(text, None).unwrap_err().to_string();
            assert!(error.starts_with(&format!("'{text}': expected genfens N seed S")), "{error}");
        }
    }
}
