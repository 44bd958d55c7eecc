//! Part of the work that one machine does, from the command line or from a scheduler.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use arena::Shard;

use crate::args::Sharding;

/// Returns the shard `I/N`, or with `auto` that of the scheduler's environment; `None` is the whole.
pub fn shard(args: &Sharding) -> Result<Option<Shard>> {
    let count = args.shards.map(NonZeroUsize::get);
    let variable = |name: &'static str| std::env::var(name).ok();
    Ok(match args.shard.as_deref() {
        None => None,
        Some("auto") => Some(Shard::of_environment(&variable, count)?),
        Some(text) => {
            let shard: Shard = text.parse()?;
            let agree = count.is_none_or(|count| count == shard.count());
            ensure!(agree, "--shard {text}: the number of shards differs from --shards");
            Some(shard)
        }
    })
}

/// Returns the path of a file of JSON lines: `NAME.jsonl`, of a shard `NAME.0-of-4.jsonl`.
pub fn file(name: &Path, shard: Option<Shard>) -> PathBuf {
    let is_whole = name.extension().is_some_and(|found| found == "jsonl");
    let mut name =
        if is_whole { name.with_extension("") } else { name.to_owned() }.into_os_string();
    if let Some(shard) = shard {
        name.push(format!(".{shard}"));
    }
    name.push(".jsonl");
    name.into()
}
