//! Command line of `tune`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use variants::BoardSize;

use super::{Sharding, count, part};

/// `menagerie tune`: subject of the tuning.
#[derive(Debug, Subcommand)]
pub enum Tune {
    /// Tune evaluation weights by self-play games
    Eval(TuneEval),
    /// Tune search parameters, or weights, by self-play games (SPSA)
    Search(TuneSearch),
    /// Fit the WDL model to the scores of played games
    Wdl(TuneWdl),
}

#[derive(Debug, Args)]
pub struct TuneEval {
    /// Game; see `menagerie variants`
    pub variant: String,

    /// Board size, for games that have several, such as 10x10
    #[arg(long, value_name = "WxH")]
    pub size: Option<BoardSize>,

    /// Number of games, including those in the data file
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub games: u32,

    /// Nodes per turn
    #[arg(long, value_name = "N", default_value_t = 2000,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Random turns at the start of each game
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub opening: u32,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Number of concurrent games
    #[arg(long, alias = "threads", value_name = "N", default_value = "1", value_parser = count)]
    pub concurrency: NonZeroUsize,

    /// Weight of the game result against the search score, from 0 to 1
    #[arg(long, value_name = "PART", default_value_t = 0.6, value_parser = part)]
    pub result: f64,

    /// Freedom of the weights relative to the generic ones: 2 allows twice the distance
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0)]
    pub freedom: f64,

    /// Epochs of the fit
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub epochs: u32,

    /// Files of games; one file is extended, several are only read [default: VARIANT-games.jsonl]
    #[arg(long, value_name = "FILE")]
    pub data: Vec<PathBuf>,

    #[command(flatten)]
    pub sharding: Sharding,

    /// File of the weights [default: VARIANT.toml]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct TuneSearch {
    /// Game; see `menagerie variants`
    pub variant: String,

    /// Board size, for games that have several, such as 10x10
    #[arg(long, value_name = "WxH")]
    pub size: Option<BoardSize>,

    /// Number of games, played in pairs
    #[arg(long, value_name = "N", default_value_t = 2000,
        value_parser = clap::value_parser!(u64).range(2..))]
    pub games: u64,

    /// Nodes per turn
    #[arg(long, value_name = "N", default_value_t = 3000,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Tune evaluation weights instead, each group by a percentage; nets are not used then
    #[arg(long)]
    pub weights: bool,

    /// Parameters, each NAME, NAME=MIN:MAX or NAME=MIN:MAX:STEP [default: all]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub params: Vec<String>,

    /// List the parameters and exit
    #[arg(long)]
    pub list: bool,

    /// Pairs of games with the same perturbation before an update
    #[arg(long, value_name = "N", default_value_t = 4,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub batch: u64,

    /// Movement of a parameter per pair of games at the end, in its steps [default: one over the
    /// root of the number of pairs]
    #[arg(long, value_name = "R")]
    pub rate: Option<f64>,

    /// Openings, as for a match
    #[arg(long, value_name = "WHERE", default_value = "random:8")]
    pub openings: String,

    /// Adjudicate a draw after N moves of both sides
    #[arg(long, value_name = "N", default_value_t = 200,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub maxmoves: u32,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Number of concurrent games
    #[arg(long, value_name = "N", default_value = "1", value_parser = count)]
    pub concurrency: NonZeroUsize,

    /// File of the run's state; if it exists, the run is resumed [default: VARIANT-search.json, or
    /// VARIANT-weights.json]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct TuneWdl {
    /// Files of games written by `menagerie match` (.jsonl), or .pgn with scores
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Use the scores of this engine only
    #[arg(long, value_name = "NAME")]
    pub engine: Option<String>,

    /// Use this game only [default: all games in the files]
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
}
