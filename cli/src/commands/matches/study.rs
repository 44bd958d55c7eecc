//! `menagerie study`: statistics of a game's design.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use variants::Variant;

use super::{again, begin, settings};
use crate::commands::{self, output};
use crate::{args, exit};
use arena::store::load;
use arena::{Findings, GameRecord, SearchMeans, SearchedTurns, Study, study_page};
use engine::evaluation;
use engine::files;
use engine::fingerprint::fingerprint;
use engine::library::Library;
use engine::play::{Control, Game, Limits};

/// Plays self-play games, or reads played ones, and prints the study. A study whose games are in the
/// file already goes on.
pub fn study(library: &Library, paths: &[PathBuf], args: &args::Study) -> Result<ExitCode> {
    let variant = commands::variant(library, &args.variant, args.size)?;
    let limits = args.first_moves.as_deref().map(settings::search_limits).transpose();
    let limits = limits.map_err(exit::usage)?;
    let mut study = Study::new(variant.clone());
    if args.from.is_empty() {
        let plan = settings::study_settings(args, &variant, paths).map_err(exit::usage)?;
        let interval = args.games.get();
        let begun = match args.work.out {
            Some(_) => again::resume(&plan, &variant, &args.work, interval)?,
            None => None,
        };
        let page = |path: &Path| args.page.as_deref().unwrap_or(path).to_owned();
        let (mut session, games) = match begun {
            // Its page is made again.
            Some(begun) => begun,
            None => {
                check_new(&page(&super::file(args.work.out.as_deref(), &plan)))?;
                (begin(plan, variant.clone(), &args.work, interval)?, Vec::new())
            }
        };
        session.study = Some(variant.definition().name.clone());
        let path = session.path.clone();
        study.note_openings(&session.plan.openings);
        let (games, code) = session.run(games, None)?;
        add(&mut study, &games)?;
        writeln!(io::stdout(), "Games: {}", files::shown(&path))?;
        first_moves(library, &mut study, &variant, Some(&page(&path)), args, limits)?;
        show(&study, &variant, Some(&page(&path)))?;
        return Ok(code);
    }
    if let Some(page) = &args.page {
        check_new(page)?;
    }
    for path in &args.from {
        let saved = load(path)?;
        study.note_openings(&saved.plan.openings);
        add(&mut study, &saved.games).with_context(|| path.display().to_string())?;
    }
    first_moves(library, &mut study, &variant, args.page.as_deref(), args, limits)?;
    show(&study, &variant, args.page.as_deref())?;
    Ok(ExitCode::SUCCESS)
}

/// Searches the first moves, where that is asked for, or goes on with the searches of a file.
fn first_moves(
    library: &Library,
    study: &mut Study,
    variant: &Variant,
    page: Option<&Path>,
    args: &args::Study,
    limits: Option<Limits>,
) -> Result<()> {
    let (Some(limit), Some(limits)) = (&args.first_moves, limits) else { return Ok(()) };
    let file = page.map(|page| page.with_extension("moves.json"));
    let fingerprint = fingerprint(variant.definition());
    let mut searched =
        SearchedTurns { fingerprint, limit: limit.clone(), ..SearchedTurns::default() };
    if let Some(path) = file.as_deref().filter(|path| path.exists()) {
        let shown = || files::shown(path);
        let text = fs::read(path).with_context(shown)?;
        let known: SearchedTurns = serde_json::from_slice(&text).with_context(shown)?;
        let expected = &searched.fingerprint;
        ensure!(known.fingerprint == *expected, "{}: searches of other rules", shown());
        let found = &known.limit;
        ensure!(found == limit, "{}: searches with {found}: expected {limit}", shown());
        searched = known;
    }
    let means = SearchMeans {
        concurrency: args.work.concurrency,
        megabytes: usize::try_from(args.hash).unwrap_or(usize::MAX),
    };
    let control = Control::new();
    let mut save = |searched: &SearchedTurns| {
        let Some(path) = &file else { return Ok(()) };
        let text = serde_json::to_vec_pretty(searched).map_err(|error| error.to_string())?;
        files::write(path, &text).map_err(|error| error.to_string())
    };
    searched.search(&Game::start(library, variant.clone()), limits, means, &control, &mut save)?;
    study.note_searches(&searched);
    Ok(())
}

fn add(study: &mut Study, games: &[GameRecord]) -> Result<()> {
    for game in games {
        study.add(game)?;
    }
    Ok(())
}

/// Returns the files of a study's page and data.
fn page_and_data(file: &Path) -> [PathBuf; 2] {
    ["html", "json"].map(|kind| file.with_extension(kind))
}

/// Checks that the page and the data of a study are not there yet.
fn check_new(file: &Path) -> Result<()> {
    page_and_data(file).iter().try_for_each(|path| output::check(path, |_| false))
}

/// Prints the study, and writes its page and data to the files of this name.
fn show(study: &Study, variant: &Variant, file: Option<&Path>) -> Result<()> {
    let definition = variant.definition();
    let weights = evaluation::bundled(definition).weights;
    let values = search::piece_values(&variant.start(), weights.as_deref());
    let findings = Findings::new(study, &values);
    if let Some(file) = file {
        let [page, data] = page_and_data(file);
        files::write(&page, study_page(&findings, definition).as_bytes())?;
        let mut text = serde_json::to_vec_pretty(&findings)?;
        text.push(b'\n');
        files::write(&data, &text)?;
        writeln!(io::stdout(), "Page: {}", files::shown(&page))?;
        writeln!(io::stdout(), "Data: {}", files::shown(&data))?;
        writeln!(io::stdout())?;
    }
    write!(io::stdout(), "{findings}")?;
    Ok(())
}
