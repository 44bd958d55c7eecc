//! `menagerie match`: matches between engines.

mod again;
mod guard;
mod openings;
mod own;
mod report;
mod run;
mod settings;
mod study;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use variants::{Variant, counted};

use super::shard::file as shard_file;
use super::watch;
use crate::commands;
use crate::{args, exit};
use arena::store::{Files, Resumed, Saved, Store};
use arena::{Fingerprints, GameRecord, Identity, Match, Openings, TimeOfDay};
use engine::files;
use engine::library::Library;
use protocol::text::printable;

use run::Engines;

pub use run::Session;

pub use guard::guard_match;
pub use study::study;

/// Plays a match, or runs a subcommand.
pub fn matches(library: &Library, paths: &[PathBuf], args: &args::Match) -> Result<ExitCode> {
    match &args.command {
        Some(args::MatchCommand::Report(report)) => return report::report(library, report),
        Some(args::MatchCommand::Openings(openings)) => return openings::write(library, openings),
        None => {}
    }
    let (session, games) = match &args.resume {
        Some(path) => resume(path, args)?,
        None => {
            let variant = commands::variant(library, &args.source.variant, args.source.size)?;
            let plan = settings::settings(args, &variant, paths).map_err(exit::usage)?;
            let interval = args.ratinginterval.get();
            let begun = match plan.shard {
                Some(_) => again::resume(&plan, &variant, &args.work, interval)?,
                None => None,
            };
            match begun {
                Some(begun) => begun,
                None => (begin(plan, variant, &args.work, interval)?, Vec::new()),
            }
        }
    };
    let path = session.path.clone();
    let plan = session.plan.clone();
    let board = match args.board {
        true => Some(watch::beside(library, &path, &plan, &session.variant, !args.no_open)?),
        false => None,
    };
    let (games, code) = session.run(games, board.as_ref())?;
    report::show(&plan, &games)?;
    writeln!(io::stdout(), "Games: {}", files::shown(&path))?;
    Ok(code)
}

/// Starts a new match: its files must not exist.
fn begin(mut plan: Match, variant: Variant, work: &args::Work, interval: usize) -> Result<Session> {
    // Errors in the openings are found before a file is created.
    let openings = openings_of(&plan, &variant)?;
    if let Some(count) = openings.count()
        && count < plan.rounds
    {
        let rounds = plan.rounds;
        let again = if count == 1 { "it comes" } else { "they come" };
        let count = counted(count, "opening", "openings");
        writeln!(io::stderr(), "menagerie: {count} for {rounds} rounds: {again} again")?;
    }
    let engines = Engines::new(&plan, &variant)?.logged(work.log.as_deref())?;
    let names = engines.check(&plan, &openings, &[])?;
    plan.identity = Identity::of(&plan, &variant, &names);
    own::mark(&mut plan);
    let path = file(work.out.as_deref(), &plan);
    let files = Files::create(&path, &plan, &variant)?;
    Ok(Session {
        plan,
        variant,
        openings,
        engines,
        files,
        path,
        concurrency: work.concurrency.get(),
        interval,
        study: None,
    })
}

/// Returns the openings of a match; a search for them that takes long is reported on stderr.
fn openings_of(plan: &Match, variant: &Variant) -> Result<Openings> {
    let report = openings::report();
    Ok(Openings::reporting(&plan.openings, variant, plan.seed, report)?)
}

/// Opens the files of a match that is resumed, and reports what was repaired in them.
fn reopen(resumed: Resumed, variant: &Variant) -> Result<(Files, Saved)> {
    let (files, saved) = Files::resume(resumed, variant)?;
    for warning in &saved.warnings {
        writeln!(io::stderr(), "menagerie: {}", printable(warning))?;
    }
    Ok((files, saved))
}

/// Resumes a match.
fn resume(path: &Path, args: &args::Match) -> Result<(Session, Vec<GameRecord>)> {
    let resumed = Store::resume(path)?;
    let plan = &resumed.saved.plan;
    let shown = files::shown(path);
    let programs = own::programs(plan);
    if !args.yes && !programs.is_empty() && !own::is_marked(plan) {
        bail!(
            "{shown} was not started by you on this machine; it runs these programs:\n{programs}To \
             resume it anyway, add --yes"
        );
    }
    let library = super::library(&plan.variant_paths)?;
    let size = plan.size.as_deref().map(str::parse).transpose();
    let variant =
        library.variant(&plan.variant, size.with_context(|| format!("{shown}: size"))?)?;
    let openings = openings_of(plan, &variant)?;
    let changes = plan.fingerprints.changes(&Fingerprints::of(plan, &variant));
    ensure!(
        changes.is_empty(),
        "{shown}: cannot resume with changed settings:\n{}",
        changes.join("\n")
    );
    let engines = Engines::new(plan, &variant)?.logged(args.work.log.as_deref())?;
    engines.check(plan, &openings, &resumed.saved.games)?;
    let (files, saved) = reopen(resumed, &variant)?;
    let session = Session {
        plan: Match { recover: saved.plan.recover || args.recover, ..saved.plan },
        variant,
        openings,
        engines,
        files,
        path: path.to_owned(),
        concurrency: args.work.concurrency.get(),
        interval: args.ratinginterval.get(),
        study: None,
    };
    Ok((session, saved.games))
}

/// Returns the path of a match file: `NAME.jsonl`, of a shard `NAME.0-of-4.jsonl`.
fn file(out: Option<&Path>, plan: &Match) -> PathBuf {
    match out {
        Some(out) => shard_file(out, plan.shard),
        None => {
            let now = TimeOfDay::now().in_file_name();
            format!("{}-{now}.jsonl", plan.variant).into()
        }
    }
}
