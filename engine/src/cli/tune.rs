//! The command line of fitting the engine's numbers to games.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use variants::BoardSize;

use crate::options;

/// `menagerie tune`: what is fitted.
#[derive(Debug, Subcommand)]
pub enum Tune {
    /// Fit the weights of a game's evaluation to games that the engine plays against itself
    Eval(TuneEval),
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
    #[arg(long, value_name = "T", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=options::MAX_THREADS))]
    pub threads: u32,

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

/// A number from 0 to 1.
fn part(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(part) if (0.0..=1.0).contains(&part) => Ok(part),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}
