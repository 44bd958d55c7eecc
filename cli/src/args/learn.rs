//! Command line of `learn`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use variants::BoardSize;

use super::{Sharding, count, part};

/// `menagerie learn`: a run, or a subcommand.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Learn {
    #[command(subcommand)]
    pub command: Option<LearnCommand>,

    /// Game; see `menagerie variants`
    #[arg(required = true)]
    pub variant: Option<String>,

    /// Board size, for games that have several, such as 10x10
    #[arg(long, value_name = "WxH")]
    pub size: Option<BoardSize>,

    /// Total time, such as 90m or 1h30m; to resume with more time, rerun the command with it
    #[arg(long, value_name = "DURATION", default_value = "2h", value_parser = duration)]
    pub time: Duration,

    /// Threads for games and training [default: all cores]
    #[arg(long, value_name = "N", value_parser = count)]
    pub concurrency: Option<NonZeroUsize>,

    /// Rounds that share the time, each of self-play, training and a test of the net
    #[arg(long, value_name = "N", default_value = "3", value_parser = count)]
    pub rounds: NonZeroUsize,

    /// Nodes per turn in self-play games [default: 200, or 2000 where a turn moves several units]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Random turns at the start of each game
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub opening: u32,

    /// Maximum number of games per round; 0 trains on --data only [default: as many as time allows]
    #[arg(long, value_name = "N")]
    pub games: Option<u32>,

    /// Epochs per training [default: as many as time allows]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub epochs: Option<u32>,

    /// Maximum number of training positions, newest first; some 100 bytes each
    #[arg(long, value_name = "N", default_value_t = 20_000_000,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub positions: u32,

    /// Peak learning rate; decays to 1 % by the last epoch
    #[arg(long, value_name = "STEP", default_value_t = 0.0003, value_parser = rate)]
    pub rate: f64,

    /// Initial net: a file, or `builtin` for the bundled one. It plays the first games, and
    /// training continues from it [default: the hand-crafted evaluation]
    #[arg(long, value_name = "NET")]
    pub from: Option<String>,

    /// Hidden layer width of the net, a multiple of 32; wider nets are stronger per node, but
    /// slower. A net of --from can be widened [default: 128, or as in --from]
    #[arg(long, value_name = "N")]
    pub hidden: Option<usize>,

    /// Output buckets of the net, by number of pieces. A net of --from can be given more [default:
    /// 4, or as in --from]
    #[arg(long, value_name = "N")]
    pub buckets: Option<usize>,

    /// Lambda of TD(lambda), from 0 (search score only) to 1 (game result only)
    #[arg(long, value_name = "PART", default_value_t = 0.9, value_parser = part)]
    pub lambda: f64,

    /// Percentage of the hand-crafted evaluation in its blend with the net in self-play games;
    /// tests use the net as it plays [default: 40 where turns have one step and pieces do not jump
    /// over each other, 0 elsewhere]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(..=100))]
    pub blend: Option<u8>,

    /// Time per turn in tests of a new net, in ms [default: 20, or 200 where a turn moves several
    /// units]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub gate_time: Option<u64>,

    /// Nodes per turn in tests of a new net, instead of time; reproducible on every machine
    #[arg(long, value_name = "N", conflicts_with = "gate_time",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub gate_nodes: Option<u64>,

    /// Maximum number of games per test
    #[arg(long, value_name = "N", default_value_t = 400,
        value_parser = clap::value_parser!(u32).range(2..))]
    pub gate_games: u32,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Folder of the run's files [default: VARIANT-net]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,

    /// Further training games, in files written by `learn` or `tune eval`
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub data: Vec<PathBuf>,
}

/// Subcommands of `learn`.
#[derive(Debug, Subcommand)]
pub enum LearnCommand {
    /// Play self-play games for training, on one machine or in parts on many; `learn --data` trains
    /// on their files
    Games(LearnGames),
}

#[derive(Debug, Args)]
pub struct LearnGames {
    /// Game; see `menagerie variants`
    pub variant: String,

    /// Board size, for games that have several, such as 10x10
    #[arg(long, value_name = "WxH")]
    pub size: Option<BoardSize>,

    /// Number of games, of all shards
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,

    /// Nodes per turn [default: 200, or 2000 where a turn moves several units]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Random turns at the start of each game
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub opening: u32,

    /// Net that plays: a file, or `builtin` for the bundled one [default: the hand-crafted
    /// evaluation]
    #[arg(long, value_name = "NET")]
    pub from: Option<String>,

    /// Percentage of the hand-crafted evaluation in its blend with the net [default: as in `learn`]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(..=100))]
    pub blend: Option<u8>,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Number of concurrent games [default: all cores]
    #[arg(long, value_name = "N", value_parser = count)]
    pub concurrency: Option<NonZeroUsize>,

    #[command(flatten)]
    pub sharding: Sharding,

    /// Write the games to NAME.jsonl, of a shard to NAME.I-of-N.jsonl; if it exists, it is continued
    /// [default: VARIANT-data]
    #[arg(long, value_name = "NAME")]
    pub out: Option<PathBuf>,
}

/// The longest training, in hours: a year.
const MOST_HOURS: u64 = 365 * 24;

/// Parses a duration above 0.
fn duration(text: &str) -> Result<Duration, String> {
    let fault = || format!("expected a time such as 90m, 2h or 1h30m, up to {MOST_HOURS}h");
    let found = humantime::parse_duration(text).map_err(|_| fault())?;
    let is_fit =
        |time: &Duration| !time.is_zero() && *time <= Duration::from_secs(MOST_HOURS * 3600);
    Some(found).filter(is_fit).ok_or_else(fault)
}

/// Parses a learning rate; weights are of the order of 1.
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
        assert_eq!(duration("8760h"), Ok(Duration::from_secs(365 * 86_400)));
        for bad in ["", "2", "0s", "-2h", "soon", "8761h", "99999999h"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }
}
