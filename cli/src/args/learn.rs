//! The command line of learning a net.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use jiff::SignedDuration;
use variants::BoardSize;

use super::{count, part};

#[derive(Debug, Args)]
pub struct Learn {
    /// The game; `menagerie variants` lists them
    pub variant: String,

    /// The board, where the game has several, such as 10x10
    #[arg(long, value_name = "WxH")]
    pub size: Option<BoardSize>,

    /// Time for all of it, such as 90m or 1h30m; the same command with more goes on improving
    #[arg(long, value_name = "DURATION", default_value = "2h", value_parser = duration)]
    pub time: Duration,

    /// Threads that play and learn; all that the machine has, if not said
    #[arg(long, value_name = "N", value_parser = count)]
    pub concurrency: Option<NonZeroUsize>,

    /// Rounds that share the time: each plays games, trains a net with them, and tests it
    #[arg(long, value_name = "N", default_value = "3", value_parser = count)]
    pub rounds: NonZeroUsize,

    /// Nodes for each turn of the games to learn from [default: 200, or 2000 where a turn moves
    /// several units]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Turns by chance at the beginning of each game
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub opening: u32,

    /// Games in a round, at most; 0 learns from --data alone [default: as there is time for]
    #[arg(long, value_name = "N")]
    pub games: Option<u32>,

    /// Times that training goes through all positions [default: as there is time for]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub epochs: Option<u32>,

    /// Positions to learn from at most, the newest; they take some 100 bytes each
    #[arg(long, value_name = "N", default_value_t = 20_000_000,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub positions: u32,

    /// The greatest step of a weight, which falls to a hundredth in the course of a training
    #[arg(long, value_name = "STEP", default_value_t = 0.0003, value_parser = rate)]
    pub rate: f64,

    /// Net to begin with: a file, or `builtin` for the one that comes along. It plays the first games,
    /// and the first net goes on from it [default: the hand-made evaluation]
    #[arg(long, value_name = "NET")]
    pub from: Option<String>,

    /// Numbers in the net's hidden layer: a multiple of 32. Wider nets know more, and are slower.
    /// One of --from can grow [default: 128, or as in --from]
    #[arg(long, value_name = "N")]
    pub hidden: Option<usize>,

    /// Outputs of the net, each for positions with so many pieces. One of --from can get more
    /// [default: 4, or as in --from]
    #[arg(long, value_name = "N")]
    pub buckets: Option<usize>,

    /// How much what came after a position counts beside its own score, from 0, the score alone, to
    /// 1, the game's result alone
    #[arg(long, value_name = "PART", default_value_t = 0.9, value_parser = part)]
    pub lambda: f64,

    /// How much the hand-made evaluation's word counts beside the net's in the games to learn from, in
    /// percent; tests are of the net as it plays [default: 40 where turns have one step and pieces do
    /// not jump over each other, 0 elsewhere]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(..=100))]
    pub blend: Option<u8>,

    /// Time for each turn in tests of a new net, in milliseconds [default: 20, or 200 where a turn
    /// moves several units]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub gate_time: Option<u64>,

    /// Nodes for each turn in tests of a new net, instead of time: the same on every machine
    #[arg(long, value_name = "N", conflicts_with = "gate_time",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub gate_nodes: Option<u64>,

    /// Games in a test, at most
    #[arg(long, value_name = "N", default_value_t = 400,
        value_parser = clap::value_parser!(u32).range(2..))]
    pub gate_games: u32,

    /// Where chance starts
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// The folder where all is kept [default: VARIANT-net]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,

    /// Games to learn from beside its own, as `learn` and `tune eval` write them
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub data: Vec<PathBuf>,
}

/// A length of time above 0.
fn duration(text: &str) -> Result<Duration, String> {
    let fault = || "expected a time such as 90m, 2h or 1h30m".to_owned();
    let found: SignedDuration = text.parse().map_err(|_| fault())?;
    Duration::try_from(found).ok().filter(|time| !time.is_zero()).ok_or_else(fault)
}

/// A step of weights, which are of the order of 1.
fn rate(text: &str) -> Result<f64, String> {
    let found: Option<f64> = text.parse().ok().filter(|rate| (1e-6..=0.1).contains(rate));
    found.ok_or_else(|| "expected a number from 0.000001 to 0.1".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_read() {
        assert_eq!([rate("0.0003"), rate("1e-3")], [Ok(0.0003), Ok(0.001)]);
        for bad in ["", "0", "-0.1", "0.2", "nan", "fast"] {
            assert!(rate(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn times_are_read() {
        for (text, seconds) in [("90m", 5400), ("2h", 7200), ("1h30m", 5400), ("1h 30m", 5400)] {
            assert_eq!(duration(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for bad in ["", "2", "0s", "-2h", "soon"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }
}
