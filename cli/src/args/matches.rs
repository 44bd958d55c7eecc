//! The command line of matches and studies.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{ArgAction, ArgMatches, Args, FromArgMatches, Subcommand};
use variants::BoardSize;

use super::count;

use arena::{OpeningOrder, Tournament};

/// What `match --help` says at its end.
const AFTER_MATCH: &str = "\
Engines: KEY=VALUE words, for one (--engine) or for all (--each):
  cmd=PROGRAM       a program, or self (this one), random (legal turns by chance), greedy (the turn
                    that wins most at once); these three also without cmd=
  name=NAME         its name in the match
  proto=uci|xboard  the language it speaks (uci)
  tc=[MOVES/]TIME[+INCREMENT]   a clock, in seconds or minutes:seconds, such as 40/60+0.5
  st=SECONDS, nodes=N, depth=N  for each turn
  timemargin=MS     how late a turn may be before it loses (0; with st= 100)
  option.NAME=VALUE an option of the engine
  arg=ARGUMENT, dir=FOLDER, initstr=LINES, stderr=FILE, restart=on|off
  variant=NAME      what the engine calls the game, if it has another name for it

Examples:
  menagerie match --engine self --engine greedy --each st=0.1 --variant cheskers --games 20
  menagerie match --engine self name=new --engine cmd=old/menagerie name=old --each tc=10+0.1 \\
      --variant pacific --games 2 --rounds 500 --sprt elo0=0 elo1=10 --concurrency 2 --recover
  menagerie match --resume match.jsonl

An interrupted match (Ctrl-C, or worse) goes on with --resume. Exit codes: 0 played to its end,
1 failure, 2 wrong usage, 3 played to its end without a decision of --sprt, 130 interrupted.";

/// `menagerie match`: its settings, or what else there is to do with matches.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, after_help = AFTER_MATCH)]
pub struct Match {
    #[command(subcommand)]
    pub command: Option<MatchCommand>,

    #[command(flatten)]
    pub engines: EngineWords,

    /// The game; `menagerie variants` lists them
    #[arg(long, value_name = "NAME", default_value = "chess")]
    pub variant: String,

    /// The board, where the game has several, such as 10x10
    #[arg(long, value_name = "WxH")]
    pub size: Option<BoardSize>,

    /// Who meets whom: everyone everyone, or the first all others
    #[arg(long, value_enum, default_value_t)]
    pub tournament: Tournament,

    /// Games of each pairing, two from each opening, with colours reversed; with --rounds: in a round,
    /// all from one opening [default: 2]
    #[arg(long, value_name = "N", value_parser = count)]
    pub games: Option<NonZeroUsize>,

    /// Number of rounds, each with an opening of its own [default: as many as --games needs]
    #[arg(long, value_name = "N", value_parser = count)]
    pub rounds: Option<NonZeroUsize>,

    /// Where games begin: start; random:PLIES or random:PLIES:BOUND (legal turns by chance after
    /// which a quick search finds neither side better by more than BOUND, in percent of the points
    /// to be expected, such as 55%, or in centipawns; 60% if it is not said, any for whatever
    /// comes); or a file, each line a FEN or turns from the start
    #[arg(long, value_name = "WHERE", default_value = "random:8")]
    pub openings: String,

    /// The order in which a file's openings are taken
    #[arg(long, value_enum, default_value_t)]
    pub order: OpeningOrder,

    /// What chance begins with; the same number makes the same openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Call a draw: movenumber=40 movecount=8 score=10 (after so many moves, when for so many
    /// moves both scores, in centipawns, are so near zero; a capture, a pawn's move or what else
    /// the game's rules call progress begins the count anew)
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    pub draw: Option<Vec<String>>,

    /// Call a loss: movecount=3 score=500 [twosided=true] (when an engine's score is so bad for so
    /// many of its moves; twosided: and the other's so good)
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    pub resign: Option<Vec<String>>,

    /// Call a draw after so many moves of both sides
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub maxmoves: Option<u32>,

    /// Stop when it is clear which is true, for two engines: elo0=0 elo1=5 [alpha=0.05]
    /// [beta=0.05] [model=logistic|normalized|bayeselo]
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    pub sprt: Option<Vec<String>>,

    #[command(flatten)]
    pub work: Work,

    /// Go on with a fresh process when a program crashes, hangs, does not start or breaks its
    /// protocol; that game it has lost
    #[arg(long)]
    pub recover: bool,

    /// Go on with an interrupted match, by its .jsonl file; the settings are there
    #[arg(long, value_name = "FILE", conflicts_with_all = ["engine", "each", "out"])]
    pub resume: Option<PathBuf>,

    /// Go on also with a match that was begun by someone else: its programs are run
    #[arg(long, requires = "resume")]
    pub yes: bool,

    /// What the match is called in PGN
    #[arg(long, value_name = "NAME", default_value = "Menagerie match")]
    pub event: String,

    /// Tell Elo and the test's state each so many games
    #[arg(long, value_name = "N", default_value = "10", value_parser = count)]
    pub ratinginterval: NonZeroUsize,
}

/// How games are played and where they are kept.
#[derive(Debug, Args)]
pub struct Work {
    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = count)]
    pub concurrency: NonZeroUsize,

    /// Keep the games in NAME.jsonl and NAME.pgn [default: VARIANT-DATE-TIME]
    #[arg(long, value_name = "NAME")]
    pub out: Option<PathBuf>,
}

/// What else there is to do with matches.
#[derive(Debug, Subcommand)]
pub enum MatchCommand {
    /// Show what games in files (.jsonl of this program, or .pgn) say
    Report(Report),
}

#[derive(Debug, Args)]
pub struct Report {
    /// The files
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Draw Elo over games, or with --game a game's score curves
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Which game's curves to draw, by its number
    #[arg(long, value_name = "N", requires = "svg")]
    pub game: Option<usize>,
}

/// `menagerie study`.
#[derive(Debug, Args)]
pub struct Study {
    /// The game; `menagerie variants` lists them
    pub variant: String,

    /// The board, where the game has several, such as 10x10
    #[arg(long, value_name = "WxH")]
    pub size: Option<BoardSize>,

    /// Number of games
    #[arg(long, value_name = "N", default_value = "100", value_parser = count)]
    pub games: NonZeroUsize,

    /// What each turn may use: nodes=N, st=SECONDS, depth=N or tc=CLOCK
    #[arg(long, value_name = "KEY=VALUE", default_value = "nodes=20000")]
    pub limit: String,

    /// Where games begin, as for a match; random:PLIES takes whatever comes: balanced openings would
    /// hide which side the game favours
    #[arg(long, value_name = "WHERE", default_value = "random:4")]
    pub openings: String,

    /// Call a draw after so many moves of both sides
    #[arg(long, value_name = "N", default_value_t = 300,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub maxmoves: u32,

    /// What chance begins with
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    #[command(flatten)]
    pub work: Work,

    /// Look at games that were played already, instead of playing some
    #[arg(long, num_args = 1.., value_name = "FILE")]
    pub from: Vec<PathBuf>,
}

/// KEY=VALUE words of engines, in the groups in which they were given.
#[derive(Clone, Debug, Default)]
pub struct EngineWords {
    /// One group an engine.
    pub engines: Vec<Vec<String>>,
    /// Words for all of them.
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
            .arg(arg("engine", "An engine, in words as below; given once for each engine"))
            .arg(arg("each", "Words for all engines"))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}
