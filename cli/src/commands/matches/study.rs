//! `menagerie study`: statistics of a game's design.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use variants::Variant;

use super::{begin, settings};
use crate::{args, exit};
use arena::store::load;
use arena::{GameRecord, Study, StudyText};
use engine::evaluation;
use engine::files;
use engine::library::Library;

/// Plays self-play games, or reads played ones, and prints the study.
pub fn study(library: &Library, paths: &[PathBuf], args: &args::Study) -> Result<ExitCode> {
    let variant = library.variant(&args.variant, args.size)?;
    let mut study = Study::new(variant.clone());
    if args.from.is_empty() {
        let plan = settings::study_settings(args, &variant, paths).map_err(exit::usage)?;
        let mut session = begin(plan, variant.clone(), &args.work, args.games.get())?;
        session.study = Some(args.variant.clone());
        let path = session.path.clone();
        study.note_openings(&session.plan.openings);
        let (games, code) = session.run(Vec::new())?;
        add(&mut study, &games)?;
        writeln!(io::stdout(), "Games: {}\n", files::shown(&path))?;
        show(&study, &variant)?;
        return Ok(code);
    }
    for path in &args.from {
        let saved = load(path)?;
        study.note_openings(&saved.plan.openings);
        add(&mut study, &saved.games).with_context(|| path.display().to_string())?;
    }
    show(&study, &variant)?;
    Ok(ExitCode::SUCCESS)
}

fn add(study: &mut Study, games: &[GameRecord]) -> Result<()> {
    for game in games {
        study.add(game)?;
    }
    Ok(())
}

fn show(study: &Study, variant: &Variant) -> Result<()> {
    let weights = evaluation::bundled(variant.definition()).weights;
    let values = search::piece_values(&variant.start(), weights.as_deref());
    write!(io::stdout(), "{}", StudyText::new(study, &values))?;
    Ok(())
}
