//! Command line of matches and studies.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{ArgAction, ArgMatches, Args, FromArgMatches, Subcommand};
use engine::options;
use variants::BoardSize;

use super::{Sharding, count};

use arena::{OpeningOrder, Tournament};

/// Text at the end of `match --help`.
const AFTER_MATCH: &str = "\
Engines: KEY=VALUE words, for one (--engine) or for all (--each):
  cmd=PROGRAM       a program, or self (this one), random (random turns), greedy (the turn
                    that wins the most material); these three also without cmd=
  name=NAME         name in the match
  proto=PROTOCOL    uci, xboard or hub (draughts programs) [default: uci]
  tc=[MOVES/]TIME[+INCREMENT]   clock in seconds or minutes:seconds, such as 40/60+0.5
  st=SECONDS, nodes=N, depth=N  limit per turn
  timemargin=MS     overstep allowed before a time forfeit, in ms [default: 0; with st=: 100]
  option.NAME=VALUE engine option
  ponder            think on the opponent's time
  arg=ARGUMENT, dir=FOLDER, initstr=LINES, stderr=FILE, restart=on|off
  variant=NAME      the engine's name of the game, if it differs

Examples:
  menagerie match --engine self --engine greedy --each st=0.1 --variant cheskers --games 20
  menagerie match --engine self name=new --engine cmd=old/menagerie name=old --each tc=10+0.1 \\
      --variant pacific --games 2 --rounds 500 --sprt elo0=0 elo1=10 --concurrency 2 --recover
  menagerie match --resume match.jsonl

Resume an interrupted match (Ctrl-C, or a crash) with --resume. Exit codes: 0 complete, 1 failure,
2 wrong usage, 3 complete without a decision of --sprt, 130 interrupted.";

/// Settings that a match file has.
const IN_THE_FILE: [&str; 16] = [
    "engine",
    "each",
    "out",
    "variant",
    "size",
    "openings",
    "order",
    "seed",
    "tournament",
    "games",
    "rounds",
    "draw",
    "resign",
    "maxmoves",
    "tb",
    "sprt",
];

/// `menagerie match`: settings of a match, or a subcommand.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, after_help = AFTER_MATCH)]
#[command(mut_arg("shard", |shard| shard.requires("out").conflicts_with("resume")))]
pub struct Match {
    #[command(subcommand)]
    pub command: Option<MatchCommand>,

    #[command(flatten)]
    pub engines: EngineWords,

    #[command(flatten)]
    pub source: OpeningArgs,

    /// Tournament format: every engine plays every other, or the first plays all others
    #[arg(long, value_enum, default_value_t)]
    pub tournament: Tournament,

    /// Games of each pairing, two from each opening, with colours reversed; with --rounds: per
    /// round, all from one opening [default: 2]
    #[arg(long, value_name = "N", value_parser = count)]
    pub games: Option<NonZeroUsize>,

    /// Number of rounds, each with an opening of its own [default: as many as --games needs]
    #[arg(long, value_name = "N", value_parser = count)]
    pub rounds: Option<NonZeroUsize>,

    /// Adjudicate draws: movenumber=40 movecount=8 score=10 (after MOVENUMBER moves, if for
    /// MOVECOUNT moves both scores are within SCORE centipawns of zero; a capture, a pawn move or
    /// other progress by the game's rules resets the count)
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    pub draw: Option<Vec<String>>,

    /// Adjudicate losses: movecount=3 score=500 [twosided=true] (if an engine's score is at most
    /// -SCORE centipawns for MOVECOUNT of its moves; twosided: and the other's at least SCORE)
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    pub resign: Option<Vec<String>>,

    /// Adjudicate a draw after N moves of both sides
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub maxmoves: Option<u32>,

    /// Adjudicate positions that are in the endgame tables of a folder; see `menagerie solve`
    #[arg(long, value_name = "DIR")]
    pub tb: Option<PathBuf>,

    /// Show the match in the browser, its games as they are played
    #[arg(long)]
    pub board: bool,

    /// With --board, print the address of the page alone
    #[arg(long, requires = "board")]
    pub no_open: bool,

    /// SPRT of two engines, which ends the match early: elo0=0 elo1=5 [alpha=0.05] [beta=0.05]
    /// [model=logistic|normalized|bayeselo]
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    pub sprt: Option<Vec<String>>,

    #[command(flatten)]
    pub work: Work,

    /// Continue with a new process when a program crashes, hangs, does not start or violates its
    /// protocol; it loses that game
    #[arg(long)]
    pub recover: bool,

    /// Resume an interrupted match by its .jsonl file, with the settings in it
    #[arg(long, value_name = "FILE", conflicts_with_all = IN_THE_FILE)]
    pub resume: Option<PathBuf>,

    /// Resume even a match that another user started: its programs are run
    #[arg(long, requires = "resume")]
    pub yes: bool,

    #[command(flatten)]
    pub sharding: Sharding,

    /// Event name in PGN
    #[arg(long, value_name = "NAME", default_value = "Menagerie match")]
    pub event: String,

    /// Interval of Elo and SPRT reports, in games
    #[arg(long, value_name = "N", default_value = "10", value_parser = count)]
    pub ratinginterval: NonZeroUsize,
}

/// Game and openings.
#[derive(Debug, Args)]
pub struct OpeningArgs {
    /// Game; see `menagerie variants`
    #[arg(long, value_name = "NAME", default_value = "chess")]
    pub variant: String,

    /// Board size, for games that have several, such as 10x10
    #[arg(long, value_name = "WxH")]
    pub size: Option<BoardSize>,

    /// Openings: start; random:PLIES or random:PLIES:BOUND (random legal turns; by a quick search
    /// neither side may be better by more than BOUND, an expected score in percent, such as 55%, or
    /// centipawns; `any` for no bound; 60% if omitted); or a file, each line a FEN or turns from
    /// the start
    #[arg(long, value_name = "WHERE", default_value = "random:8")]
    pub openings: String,

    /// Order of a file's openings
    #[arg(long, value_enum, default_value_t)]
    pub order: OpeningOrder,

    /// Random seed; the same seed gives the same openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// Concurrency and output of games.
#[derive(Debug, Args)]
pub struct Work {
    /// Number of concurrent games
    #[arg(long, value_name = "N", default_value = "1", value_parser = count)]
    pub concurrency: NonZeroUsize,

    /// Write the games to NAME.jsonl and NAME.pgn (draughts: .pdn) [default: VARIANT-DATE-TIME]
    #[arg(long, value_name = "NAME")]
    pub out: Option<PathBuf>,

    /// Write all lines to and from the engines to a file
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

/// Subcommands of `match`.
#[derive(Debug, Subcommand)]
pub enum MatchCommand {
    /// Report on games in files (.jsonl of this program, or .pgn or .pdn); shards of a match are
    /// merged
    Report(Report),
    /// Write the openings of a match to a file, so that its shards need not find them again
    Openings(OpeningFile),
}

#[derive(Debug, Args)]
pub struct OpeningFile {
    #[command(flatten)]
    pub source: OpeningArgs,

    /// Number of openings
    #[arg(long, value_name = "N", value_parser = count)]
    pub count: NonZeroUsize,

    /// File to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

#[derive(Debug, Args)]
pub struct Report {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Decide a test of the first two engines by all games: elo0=0 elo1=5 [alpha=0.05] [beta=0.05]
    /// [model=logistic|normalized|bayeselo]
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    pub sprt: Option<Vec<String>>,

    /// Draw Elo over games, or with --game the score curves of a game
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Number of the game whose curves to draw
    #[arg(long, value_name = "N", requires = "svg")]
    pub game: Option<usize>,
}

/// `menagerie study`.
#[derive(Debug, Args)]
pub struct Study {
    /// Game; see `menagerie variants`
    pub variant: String,

    /// Board size, for games that have several, such as 10x10
    #[arg(long, value_name = "WxH")]
    pub size: Option<BoardSize>,

    /// Number of games
    #[arg(long, value_name = "N", default_value = "100", value_parser = count)]
    pub games: NonZeroUsize,

    /// Limit per turn: nodes=N, st=SECONDS, depth=N or tc=CLOCK
    #[arg(long, value_name = "KEY=VALUE", default_value = "nodes=20000")]
    pub limit: String,

    /// Openings, as for a match; random:PLIES has no bound here, as balanced openings would hide
    /// which side the game favours
    #[arg(long, value_name = "WHERE", default_value = "random:4")]
    pub openings: String,

    /// Adjudicate a draw after N moves of both sides
    #[arg(long, value_name = "N", default_value_t = 300,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub maxmoves: u32,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Engine option, such as EvalFile=my.net; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    pub option: Vec<String>,

    #[command(flatten)]
    pub work: Work,

    /// Search each first move too, with this limit: nodes=N, st=SECONDS or depth=N; searches are kept beside the
    /// page, in FILE.moves.json, and go on when the command is given again
    #[arg(long, value_name = "KEY=VALUE")]
    pub first_moves: Option<String>,

    /// Memory of each search of a first move for its transposition table, in MB
    #[arg(long, value_name = "MB", default_value_t = 64, requires = "first_moves",
        value_parser = clap::value_parser!(u32).range(1..=options::MAX_HASH))]
    pub hash: u32,

    /// Write the study as a page to FILE.html, and its data to FILE.json [default: beside the games]
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,

    /// Study games from files instead of playing new ones
    #[arg(long, num_args = 1.., value_name = "FILE")]
    pub from: Vec<PathBuf>,
}

/// KEY=VALUE words of engines, grouped as given.
#[derive(Clone, Debug, Default)]
pub struct EngineWords {
    /// Words of each engine.
    pub engines: Vec<Vec<String>>,
    /// Words for all engines.
    pub each: Vec<String>,
}

impl FromArgMatches for EngineWords {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut words = EngineWords::default();
        words.update_from_arg_matches(matches)?;
        Ok(words)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let groups = |id| {
            let groups = matches.get_occurrences::<String>(id).into_iter().flatten();
            groups.map(|words| words.cloned().collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        self.engines = groups("engine");
        self.each = groups("each").concat();
        Ok(())
    }
}

impl Args for EngineWords {
    fn augment_args(command: clap::Command) -> clap::Command {
        let arg = |id: &'static str, help: &'static str| {
            clap::Arg::new(id)
                .long(id)
                .num_args(1..)
                .action(ArgAction::Append)
                .value_name("KEY=VALUE")
                .help(help)
        };
        command
            .arg(arg("engine", "An engine, as KEY=VALUE words; once for each engine"))
            .arg(arg("each", "Settings for all engines, as KEY=VALUE words"))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}
