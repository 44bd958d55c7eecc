//! Command line.

pub mod cutechess;
mod learn;
mod matches;
mod parse;
mod play;
mod shard;
mod solve;
mod tune;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use variants::BoardSize;

use engine::options;

pub use learn::{Learn, LearnCommand, LearnGames};
pub use matches::{Match, MatchCommand, OpeningFile, Report, Study, Work};
pub use parse::parse;
pub use play::{EngineSide, Play};
pub use shard::Sharding;
pub use solve::Solve;
pub use tune::{Tune, TuneEval, TuneSearch, TuneWdl};

/// Version with what the program was built from, and for which processors.
const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit: ",
    env!("MENAGERIE_COMMIT"),
    "\ntarget: ",
    env!("MENAGERIE_TARGET"),
    "\nprofile: ",
    env!("MENAGERIE_PROFILE"),
    "\nprocessor features: ",
    env!("MENAGERIE_FEATURES"),
);

/// Text after the list of commands in `--help`.
const AFTER: &str = "\
Without a command, Menagerie speaks a chess protocol (UCI) on standard input and output: load it \
in a chess program, or type `help`.

Exit codes: 0 success, 1 failure (also: faults in a checked file), 2 wrong usage.";

/// Engine for hybrid and large-board chess variants.
#[derive(Debug, Parser)]
#[command(name = "menagerie", version, long_version = VERSION, about, after_help = AFTER)]
pub struct Cli {
    /// Definition file with games of your own; may be given several times
    #[arg(long, global = true, value_name = "FILE")]
    pub variant_path: Vec<PathBuf>,

    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Commands; without one, the program speaks a protocol.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play on a board, in the browser or in the terminal
    Play(Play),
    /// List the games
    Variants(Variants),
    /// Show a board
    Show(Show),
    /// Count the leaves of the tree of legal moves
    Perft(Perft),
    /// Search fixed positions and report speed and node count
    Bench(Bench),
    /// Play a game against itself on the screen, with a board after each move
    Selfplay(Selfplay),
    /// Play a match between engines
    Match(Box<Match>),
    /// Measure how fair and how long a game is, and what its pieces are worth
    Study(Study),
    /// Solve endings: win, draw or loss of every position with some pieces
    Solve(Solve),
    /// Tune evaluation and search parameters by self-play
    #[command(subcommand)]
    Tune(Tune),
    /// Train a net for a game by self-play
    Learn(Box<Learn>),
    /// Check a file of variant definitions
    Check(Check),
    /// Convert games of other programs to variant definitions
    Import(Import),
    /// Write a game as a variant definition, or for another program
    Export(Export),
    /// Copy this program to a folder of programs, and register it with XBoard
    Install(Install),
    /// Remove the files written by install
    Uninstall(Uninstall),
    /// Print the completions of commands and options for a shell
    Completions(Completions),
    /// Write the manual pages to a folder
    Man(ManPages),
    /// Kill the remaining engines of a match once its process has ended
    #[command(hide = true)]
    GuardMatch(GuardMatch),
}

#[derive(Debug, Args)]
pub struct Completions {
    /// Shell
    pub shell: Shell,
}

#[derive(Debug, Args)]
pub struct ManPages {
    /// Folder, such as /usr/share/man/man1
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Engines to be guarded.
#[derive(Debug, Args)]
pub struct GuardMatch {
    /// Tag that identifies them
    pub tag: String,
}

#[derive(Debug, Args)]
pub struct Variants {
    /// Describe each game in a sentence
    #[arg(long)]
    pub long: bool,
}

/// Game and position.
#[derive(Debug, Args)]
pub struct Place {
    /// Game; see `menagerie variants`
    pub variant: String,

    /// Position [default: the start position]
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,

    /// Board size, for games that have several, such as 10x10
    #[arg(long, value_name = "WxH")]
    pub size: Option<BoardSize>,
}

#[derive(Debug, Args)]
pub struct Show {
    #[command(flatten)]
    pub place: Place,

    /// Moves to make first, such as e2e4 or c3e5,e5g7
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    pub moves: Vec<String>,

    /// Folder of endgame tables: print the value of the position and of each move
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Perft {
    #[command(flatten)]
    pub place: Place,

    /// Depth in plies (in steps where a turn has several)
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(engine::perft::MAX_DEPTH)))]
    pub depth: u32,

    /// Print the count below each move
    #[arg(long)]
    pub divide: bool,

    /// Count the turns of 1 to DEPTH steps instead: sequences of steps, those left when each order
    /// of independent steps counts once, and the positions that they end in
    #[arg(long, conflicts_with_all = ["divide", "threads", "hash"])]
    pub turns: bool,

    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=options::MAX_THREADS))]
    pub threads: Option<u32>,

    /// Store counts of repeated positions in a hash table of about this size, in MB
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..))]
    pub hash: Option<u32>,
}

#[derive(Debug, Args)]
pub struct Bench {
    /// Game [default: all games]
    pub variant: Option<String>,

    /// Depth in plies [default: each game's own]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,

    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=options::MAX_THREADS))]
    pub threads: u32,
}

#[derive(Debug, Args)]
pub struct Selfplay {
    #[command(flatten)]
    pub place: Place,

    /// Time per move, in ms
    #[arg(long, value_name = "MS", default_value_t = 200)]
    pub movetime: u64,
}

#[derive(Debug, Args)]
pub struct Check {
    /// Definition file
    pub file: PathBuf,
}

#[derive(Debug, Args)]
pub struct Import {
    /// File: Fairy-Stockfish's variants.ini, or the text of an Interactive Diagram
    pub file: PathBuf,

    /// Game of the file; may be given several times [default: all games]
    #[arg(long, value_name = "NAME")]
    pub game: Vec<String>,

    /// Definition file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Export {
    /// Game; see `menagerie variants`
    pub variant: String,

    /// Write a section of Fairy-Stockfish's variants.ini
    #[arg(long)]
    pub ini: bool,

    /// File to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Destination of the installation.
#[derive(Debug, Args)]
pub struct InstallPlace {
    /// Folder above bin [default: the system's (on Unix /usr/local) if you may write there,
    /// otherwise your own (~/.local)]
    #[arg(long, value_name = "DIR")]
    pub prefix: Option<PathBuf>,

    /// Staging folder in place of the root, to build a package
    #[arg(long, value_name = "DIR")]
    pub destdir: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Install {
    #[command(flatten)]
    pub place: InstallPlace,

    /// Overwrite files of other programs
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
pub struct Uninstall {
    #[command(flatten)]
    pub place: InstallPlace,
}

/// Parses a number above 0.
fn count(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a whole number from 1".to_owned())
}

/// Parses a number from 0 to 1.
fn part(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(part) if (0.0..=1.0).contains(&part) => Ok(part),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn counts_are_above_zero() {
        assert_eq!(count("12").map(NonZeroUsize::get), Ok(12));
        for bad in ["0", "-1", "", "x", "1.5", "99999999999999999999"] {
            assert_eq!(count(bad), Err("expected a whole number from 1".to_owned()), "{bad}");
        }
    }
}
