//! `menagerie solve`: endgame tables.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use solver::{
    FileError, Material, Metric, Plan, PlannedTable, Progress, Results, Settings, SolveError,
    TableFile, Tables,
};
use variants::{AnyGame, Definition, counted};

use crate::{args, commands, exit, interrupt};
use engine::bench::per_second;
use engine::fingerprint::fingerprint;
use engine::library::Library;
use engine::{files, memory};
use protocol::text::printable_lines;

const MEGABYTE: u64 = 1 << 20;
/// Steps of a table on the progress bar for each entry: half of them are the first pass.
const HALF: u64 = 2;

/// Makes the tables that are missing, and prints the results of those that were asked for.
pub fn solve(library: &Library, args: &args::Solve) -> Result<ExitCode> {
    let variant = commands::variant(library, &args.variant, args.size)?;
    let (definition, game) = (variant.definition(), variant.start());
    let mut wanted = read(&args.material, &game)?;
    if let Some(men) = args.men {
        wanted.extend(solver::all_of(&game, men.into())?);
    }
    // All decompressed blocks are kept: what is needed at once is in the plan.
    let (mut tables, faults) =
        Tables::open(definition, &fingerprint(definition), &args.tables, u64::MAX);
    report_damaged(&faults)?;
    report_exchanged(&wanted[..args.material.len()], args, definition)?;
    let mut plan = solver::plan(&game, &wanted, args.metric, &tables)?;
    if !args.plan {
        let damaged = tables.remove_damaged(&plan.there);
        if !damaged.is_empty() {
            report_damaged(&damaged)?;
            plan = solver::plan(&game, &wanted, args.metric, &tables)?;
        }
    }
    print_plan(&plan, &tables, args.plan && !args.json)?;
    if args.plan && args.json {
        let text = serde_json::to_string_pretty(&plan_as_json(&plan, definition))?;
        writeln!(io::stdout(), "{text}")?;
    }
    if args.plan {
        return Ok(ExitCode::SUCCESS);
    }
    check_memory(&plan, args.memory)?;
    let code = make(&game, &plan, &mut tables, args)?;
    if let Some(entries) = args.verify {
        verify(&game, &tables, &found(&wanted, &tables, args), entries)?;
    }
    show(&wanted, &tables, args)?;
    Ok(code)
}

/// Reads materials. The error names each that is at fault.
fn read(texts: &[String], game: &AnyGame) -> Result<Vec<Material>> {
    let mut wanted = Vec::new();
    let mut faults = Vec::new();
    for text in texts {
        match Material::parse(text, game.definition()) {
            Ok(material) => wanted.push(material),
            Err(error) => faults.push(error.to_string()),
        }
    }
    if faults.is_empty() {
        return Ok(wanted);
    }
    faults.extend(solver::faults(game, &wanted)?.iter().map(ToString::to_string));
    Err(exit::usage(anyhow!(faults.join("\n"))))
}

/// Prints the tables to be made: each of them, or their number.
fn print_plan(plan: &Plan, tables: &Tables, all: bool) -> Result<()> {
    let definition = tables.definition();
    let mut err = io::stderr().lock();
    let mut out = io::stdout().lock();
    for table in plan.tables.iter().filter(|_| all) {
        let text = name_of(table, definition);
        let megabytes = table.memory.div_ceil(MEGABYTE);
        writeln!(out, "{text:<12} {:>14} entries {megabytes:>8} MB", table.entries)?;
    }
    let number = counted(plan.tables.len(), "table", "tables");
    let entries = counted(plan.entries() as usize, "entry", "entries");
    let memory = plan.memory().div_ceil(MEGABYTE);
    writeln!(
        err,
        "{number} to make, {} there: {entries}, {memory} MB of memory",
        plan.there.len()
    )?;
    for note in solver::notes(definition) {
        writeln!(err, "{note}")?;
    }
    Ok(())
}

/// The tables to be made, in their order, as JSON.
fn plan_as_json(plan: &Plan, definition: &Definition) -> serde_json::Value {
    let table = |table: &PlannedTable| {
        json!({
            "material": table.material.text(definition),
            "metric": table.metric.to_string(),
            "entries": table.entries,
            "memory": table.memory,
        })
    };
    json!({
        "variant": definition.name,
        "fingerprint": fingerprint(definition),
        "tables": plan.tables.iter().map(table).collect::<Vec<_>>(),
        "there": plan.there.len(),
        "entries": plan.entries(),
        "memory": plan.memory(),
        "notes": solver::notes(definition),
    })
}

/// Returns a table's material, and its metric if it is not the usual one.
fn name_of(table: &PlannedTable, definition: &Definition) -> String {
    let material = table.material.text(definition);
    match table.metric {
        Metric::End => material,
        metric => format!("{material} {metric}"),
    }
}

fn check_memory(plan: &Plan, limit: Option<u32>) -> Result<()> {
    let needed = plan.memory().div_ceil(MEGABYTE);
    let free = memory::free(0).map(|free| free as u64);
    let (limit, what) = match (limit, free) {
        (Some(limit), _) => (u64::from(limit), "--memory allows"),
        (None, Some(free)) => (free, "are free"),
        (None, None) => return Ok(()),
    };
    if needed > limit {
        bail!("{needed} MB of memory are needed, {limit} MB {what}");
    }
    Ok(())
}

fn make(game: &AnyGame, plan: &Plan, tables: &mut Tables, args: &args::Solve) -> Result<ExitCode> {
    if plan.tables.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let definition = tables.definition().clone();
    let lock = args.tables.join(solver::folder_name(&definition)).join(".lock");
    files::make_folder(&lock)?;
    let file = files::open_regular(&lock, OpenOptions::new().write(true).create(true))
        .map_err(|error| files::FileError::io("open", &lock, error))?;
    let _locked = files::lock(&file, &lock)?;
    if let Some(folder) = lock.parent() {
        files::remove_drafts(folder);
    }
    let stop = interrupt::flag()?;
    let threads = args.threads.map_or(0, |threads| threads as usize);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let bar = ProgressBar::new(HALF * plan.entries());
    let form = "{wide_bar} {percent} %, {elapsed} elapsed, {eta} left, {msg}";
    bar.set_style(ProgressStyle::with_template(form)?);
    bar.enable_steady_tick(Duration::from_millis(500));
    let mut before = 0;
    for table in &plan.tables {
        let name = name_of(table, &definition);
        bar.set_message(name.clone());
        let progress = |progress| match progress {
            Progress::First { done, .. } => bar.set_position(before + done),
            Progress::Level { plies, .. } => {
                let plies = counted(plies.into(), "ply", "plies");
                bar.set_message(format!("{name}: {plies}"));
            }
            Progress::Writing => bar.set_message(format!("{name}: writing")),
        };
        let replace = |path: &std::path::Path, write: &mut dyn FnMut(&mut std::fs::File) -> _| {
            files::replace(path, write)
        };
        let settings = Settings { stop: &stop, progress: &progress, replace: &replace };
        let begin = Instant::now();
        let (material, metric) = (&table.material, table.metric);
        let solve = || solver::solve(game, material, metric, tables, &args.tables, &settings);
        match pool.install(solve) {
            Ok(_) => done(table, tables, begin.elapsed(), &bar)?,
            Err(SolveError::Stopped) => {
                bar.finish_and_clear();
                writeln!(
                    io::stderr(),
                    "stopped: rerun the same command to resume after the last table"
                )?;
                return Ok(exit::INTERRUPTED.into());
            }
            Err(error) => return Err(error.into()),
        }
        before += HALF * table.entries;
        bar.set_position(before);
    }
    bar.finish_and_clear();
    Ok(ExitCode::SUCCESS)
}

/// Prints the time and the size of a table that was made.
fn done(
    table: &PlannedTable,
    tables: &Tables,
    time: Duration,
    bar: &ProgressBar,
) -> io::Result<()> {
    let name = name_of(table, tables.definition());
    let bytes = tables.file(&table.material, table.metric).map_or(0, TableFile::bytes);
    let (entries, seconds) = (table.entries, time.as_secs_f64());
    let rate = per_second(entries, time);
    bar.suspend(|| {
        let mut err = io::stderr().lock();
        let entries = counted(entries as usize, "entry", "entries");
        writeln!(err, "{name}: {entries}, {seconds:.1} s, {rate} entries/s, {bytes} bytes")
    })
}

/// Names the tables that cannot be read, and are made again if they are needed.
fn report_damaged(faults: &[FileError]) -> Result<()> {
    for fault in faults {
        // A folder that cannot be read is not made again.
        let again = if matches!(fault, FileError::Io { .. }) { "" } else { "; made again" };
        writeln!(io::stderr(), "menagerie: {}{again}", printable_lines(&fault.to_string()))?;
    }
    Ok(())
}

/// Returns the tables that were asked for and are there.
fn found<'a>(wanted: &[Material], tables: &'a Tables, args: &args::Solve) -> Vec<&'a TableFile> {
    let mut files: Vec<&TableFile> = Vec::new();
    for material in wanted {
        let Some(file) = tables.file(material, args.metric) else { continue };
        if files.iter().all(|known| known.header().material != file.header().material) {
            files.push(file);
        }
    }
    files
}

/// Names the material whose table has the sides exchanged, before messages name the table.
fn report_exchanged(
    wanted: &[Material],
    args: &args::Solve,
    definition: &Definition,
) -> Result<()> {
    for (material, text) in wanted.iter().zip(&args.material) {
        let there = solver::canonical(definition, material);
        if there != *material {
            let (text, there) = (printable_lines(text), there.text(definition));
            writeln!(
                io::stderr(),
                "{text} is {there} with the sides exchanged: messages and results are those of {there}"
            )?;
        }
    }
    Ok(())
}

/// Compares random entries of tables with the values of the positions after their moves; larger
/// tables get more entries.
fn verify(game: &AnyGame, tables: &Tables, files: &[&TableFile], entries: u64) -> Result<()> {
    let all: u64 = files.iter().map(|file| file.header().entries).sum();
    let mut positions = 0;
    for (seed, file) in (1..).zip(files) {
        let share = u128::from(entries) * u128::from(file.header().entries);
        let share = share.div_ceil(u128::from(all.max(1))) as u64;
        positions += solver::verify(game, tables, file, share, seed << 40)?;
    }
    let number = counted(files.len(), "table", "tables");
    writeln!(
        io::stderr(),
        "{number}: {positions} random positions have the values of their moves"
    )?;
    Ok(())
}

/// Prints the results of the tables that were asked for and are there.
fn show(wanted: &[Material], tables: &Tables, args: &args::Solve) -> Result<()> {
    let mut out = io::stdout().lock();
    let files = found(wanted, tables, args);
    if args.json {
        let date = arena::TimeOfDay::now().date();
        let (definition, version) = (tables.definition(), env!("CARGO_PKG_VERSION"));
        let fingerprint = tables.fingerprint();
        let mut results = Results::new(definition, version, date, fingerprint, args.metric, &files);
        results.men = args.men.filter(|_| args.material.is_empty());
        serde_json::to_writer_pretty(&mut out, &results)?;
        writeln!(out)?;
        return Ok(());
    }
    for file in files {
        writeln!(out, "{}\n", file.header())?;
    }
    Ok(())
}
