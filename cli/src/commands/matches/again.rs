//! Shards and studies that are started again.

use std::fs;

use anyhow::{Result, bail};
use arena::store::{Store, StoreError};
use arena::{GameRecord, Identity, Match};
use engine::files;
use variants::Variant;

use super::run::{Engines, Session};
use crate::args;

/// Resumes a match whose file exists: schedulers restart interrupted jobs. Returns `None` if the
/// file does not exist.
///
/// The programs are those of the command line, not those of the file.
pub fn resume(
    plan: &Match,
    variant: &Variant,
    work: &args::Work,
    interval: usize,
) -> Result<Option<(Session, Vec<GameRecord>)>> {
    let path = super::file(work.out.as_deref(), plan);
    if !path.exists() {
        return Ok(None);
    }
    let resumed = match Store::resume(&path) {
        // It ended before its first line was written.
        Err(StoreError::NoHeader(path)) => {
            fs::remove_file(path)?;
            return Ok(None);
        }
        resumed => resumed?,
    };
    let shown = files::shown(&path);
    let saved = &resumed.saved.plan;
    let bare = |plan: &Match| Match { identity: Identity::default(), ..plan.clone() };
    let mut differences = bare(saved).differences(&bare(plan));
    if saved.shard != plan.shard {
        differences.push("the shard".to_owned());
    }
    differences.extend(saved.fingerprints.altered(&plan.fingerprints));
    if !differences.is_empty() {
        bail!("{shown} has other settings (in the file, and now):\n{}", differences.join("\n"));
    }
    let openings = super::openings_of(plan, variant)?;
    let engines = Engines::new(plan, variant)?.logged(work.log.as_deref())?;
    let names = engines.check(plan, &openings, &resumed.saved.games)?;
    let mut plan = plan.clone();
    // Engines without a game left are not started, and have no names.
    if names.iter().any(Option::is_some) {
        plan.identity = Identity::of(&plan, variant, &names);
        let differences = saved.differences(&plan);
        if !differences.is_empty() {
            bail!("{shown} was begun by other programs:\n{}", differences.join("\n"));
        }
    }
    let (files, saved) = super::reopen(resumed, variant)?;
    let session = Session {
        plan,
        variant: variant.clone(),
        openings,
        engines,
        files,
        path,
        concurrency: work.concurrency.get(),
        interval,
        study: None,
    };
    Ok(Some((session, saved.games)))
}
