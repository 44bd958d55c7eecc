//! Arguments of `play`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use engine::options;
use variants::BoardSize;

/// Board in the browser, or in the terminal.
#[derive(Debug, Args)]
pub struct Play {
    /// Game to begin with [default: the first one of the files of --variant-path, or the game that
    /// was on the board last]
    pub variant: Option<String>,

    /// Position to start from [default: the start position]
    #[arg(long, value_name = "FEN", requires = "variant")]
    pub fen: Option<String>,

    /// Board size, for games that have several, such as 10x10
    #[arg(long, value_name = "WxH", requires = "variant")]
    pub size: Option<BoardSize>,

    /// Side that the engine plays [default: black]
    #[arg(long, value_name = "SIDE")]
    pub engine: Option<EngineSide>,

    /// Level of the engine: 1 is a beginner, 10 full strength [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub level: Option<u8>,

    /// Clock of each side in seconds, with an increment, such as 300+5 [default: none]
    #[arg(long, value_name = "SECONDS[+INCREMENT]", value_parser = clock)]
    pub clock: Option<(u32, u32)>,

    /// Show matches instead: files of games as JSON lines, also while they are played
    #[arg(long, value_name = "FILE", num_args = 1..,
        conflicts_with_all = ["variant", "engine", "level", "clock", "games", "threads", "hash"])]
    pub watch: Vec<PathBuf>,

    /// Play in the terminal: pieces as letters, moves typed
    #[arg(long, conflicts_with_all = ["port", "no_open", "watch"])]
    pub tui: bool,

    /// Port of 127.0.0.1 to listen on [default: that of the last time, or any free one]
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    pub port: u16,

    /// Print the address alone, and open no browser
    #[arg(long)]
    pub no_open: bool,

    /// Folder that keeps the games [default: of this user's state, such as
    /// ~/.local/state/menagerie/games]
    #[arg(long, value_name = "DIR")]
    pub games: Option<PathBuf>,

    /// Threads of the engine
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=options::MAX_THREADS))]
    pub threads: u32,

    /// Transposition table, in MB
    #[arg(long, value_name = "MB", default_value_t = 64,
        value_parser = clap::value_parser!(u32).range(1..=options::MAX_HASH))]
    pub hash: u32,

    /// Folder of endgame tables: show the value of a position that is in them; at full strength the engine
    /// plays by them [default: those of the installation]
    #[arg(long, value_name = "DIR", conflicts_with = "watch")]
    pub tables: Option<PathBuf>,
}

/// Side that the engine plays.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum EngineSide {
    /// White
    White,
    /// Black
    Black,
    /// Both sides
    Both,
    /// Neither: two people at one board
    None,
}

/// Parses a clock.
fn clock(text: &str) -> Result<(u32, u32), String> {
    let (seconds, increment) = text.split_once('+').unwrap_or((text, "0"));
    let number = |text: &str| text.parse().ok();
    match (number(seconds), number(increment)) {
        (Some(seconds), Some(increment)) if seconds > 0 => Ok((seconds, increment)),
        _ => {
            Err("expected seconds, such as 300, or seconds and increment, such as 300+5".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_seconds_with_an_increment() {
        assert_eq!(clock("300+5"), Ok((300, 5)));
        assert_eq!(clock("60"), Ok((60, 0)));
        for bad in ["", "0", "5:00", "300+", "+5", "-1", "1.5"] {
            assert!(clock(bad).is_err(), "{bad}");
        }
    }
}
