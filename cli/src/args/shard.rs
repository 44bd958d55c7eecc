//! Part of the work that one machine does.

use std::num::NonZeroUsize;

use clap::Args;

use super::count;

/// Arguments of a command whose games are played by several machines.
#[derive(Clone, Debug, Args)]
pub struct Sharding {
    /// Play one of N parts of the games, from 0, such as 0/4, to NAME.I-of-N.jsonl; auto takes it from
    /// a Slurm array job or a Kubernetes indexed job. A shard that is started again goes on
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,

    /// Number of shards, for --shard auto where the scheduler does not set it
    #[arg(long, value_name = "N", requires = "shard", value_parser = count)]
    pub shards: Option<NonZeroUsize>,
}
