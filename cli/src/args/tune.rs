//! The command line of fitting the engine's numbers to games.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use variants::BoardSize;

use super::{count, part};

/// `menagerie tune`: what is fitted.
#[derive(Debug, Subcommand)]
pub enum Tune {
    /// Fit the weights of a game's evaluation to games that the engine plays against itself
    Eval(TuneEval),
    /// Find the parameters of search, or weights, by games against itself (SPSA)
    Search(TuneSearch),
    /// Find out what scores mean for results, from games that were played
    Wdl(TuneWdl),
}

#[derive(Debug, Args)]
pub struct TuneEval {
    /// The game; `menagerie variants` lists them
    pub variant: String,

    /// The board, where the game has several, such as 10x10
    #[arg(long, value_name = "WxH")]
    pub size: Option<BoardSize>,

    /// Games to play; those that the data file has already count
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub games: u32,

    /// Nodes for each turn
    #[arg(long, value_name = "N", default_value_t = 2000,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Turns by chance at the beginning of each game
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub opening: u32,

    /// Where chance starts
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// How many games are played at a time
    #[arg(long, alias = "threads", value_name = "N", default_value = "1", value_parser = count)]
    pub concurrency: NonZeroUsize,

    /// How much a game's result counts beside the search's score, from 0 to 1
    #[arg(long, value_name = "PART", default_value_t = 0.6, value_parser = part)]
    pub result: f64,

    /// How freely weights may leave the generic ones: 2 allows twice the distance
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0)]
    pub freedom: f64,

    /// Times that the fit goes through all positions
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub epochs: u32,

    /// The games' file; VARIANT-games.jsonl, if not said. More of them are read, one alone is added to
    #[arg(long, value_name = "FILE")]
    pub data: Vec<PathBuf>,

    /// The weights' file; VARIANT.toml, if not said
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct TuneSearch {
    /// The game; `menagerie variants` lists them
    pub variant: String,

    /// The board, where the game has several, such as 10x10
    #[arg(long, value_name = "WxH")]
    pub size: Option<BoardSize>,

    /// Number of games; they are played in pairs
    #[arg(long, value_name = "N", default_value_t = 2000,
        value_parser = clap::value_parser!(u64).range(2..))]
    pub games: u64,

    /// Nodes for each turn
    #[arg(long, value_name = "N", default_value_t = 3000,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Tune the weights of the evaluation instead, each group by how many percent of them it gets;
    /// nets do not judge then
    #[arg(long)]
    pub weights: bool,

    /// The parameters, each NAME, NAME=MIN:MAX or NAME=MIN:MAX:STEP; all, if not said
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub params: Vec<String>,

    /// List the parameters, and play nothing
    #[arg(long)]
    pub list: bool,

    /// Pairs of games that try the same change, before anything is learnt from them
    #[arg(long, value_name = "N", default_value_t = 4,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub batch: u64,

    /// How far a pair of games moves a parameter at the end, in its steps [default: one over the
    /// root of the number of pairs]
    #[arg(long, value_name = "R")]
    pub rate: Option<f64>,

    /// Where games begin, as for a match
    #[arg(long, value_name = "WHERE", default_value = "random:8")]
    pub openings: String,

    /// Call a draw after so many moves of both sides
    #[arg(long, value_name = "N", default_value_t = 200,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub maxmoves: u32,

    /// What chance begins with
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = count)]
    pub concurrency: NonZeroUsize,

    /// Where it is kept how far it has come; if the file is there, it goes on from there
    /// [default: VARIANT-search.json, or VARIANT-weights.json]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct TuneWdl {
    /// Files of games, as `menagerie match` writes them (.jsonl), or .pgn with scores
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Take the scores of this engine alone
    #[arg(long, value_name = "NAME")]
    pub engine: Option<String>,

    /// One game alone; all that the files have, if not said
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
}
