//! Arguments of `solve`.

use std::path::PathBuf;

use clap::Args;
use engine::options;
use solver::{MAX_MEN, Metric};
use variants::BoardSize;

#[derive(Debug, Args)]
pub struct Solve {
    /// Game; see `menagerie variants`
    pub variant: String,

    /// Pieces of White, `v`, and pieces of Black, such as KQvK; tables that their captures and promotions
    /// lead to are made first
    #[arg(required_unless_present = "men")]
    pub material: Vec<String>,

    /// All material of up to N pieces
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=MAX_MEN as i64))]
    pub men: Option<u8>,

    /// Board size, for games that have several, such as 10x10
    #[arg(long, value_name = "WxH")]
    pub size: Option<BoardSize>,

    /// Folder of the tables; each game has its own below it
    #[arg(long, value_name = "DIR", default_value = "tables")]
    pub tables: PathBuf,

    /// Distances of the tables: plies to the `end` of the game, or to the `conversion`, the next move that the
    /// move rule counts as progress; tables of the first kind are made first
    #[arg(long, value_name = "METRIC", default_value_t)]
    pub metric: Metric,

    /// Maximum memory, in MB [default: the free memory]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..))]
    pub memory: Option<u32>,

    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=options::MAX_THREADS))]
    pub threads: Option<u32>,

    /// Compare the values of N random entries, of all tables that were asked for together, with those of their moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub verify: Option<u64>,

    /// Print the tables to make with their memory, and make none
    #[arg(long)]
    pub plan: bool,

    /// Print the results, or the plan, as JSON
    #[arg(long)]
    pub json: bool,
}
