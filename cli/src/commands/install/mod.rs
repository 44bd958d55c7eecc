//! `menagerie install` and `menagerie uninstall`: the program in a folder of programs, and the
//! plugin file that registers it with XBoard, manual pages and completions of shells.

mod files;
mod layout;
mod ours;
mod plugin;
mod tables;

use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use variants::counted;

use crate::args;
use engine::files::shown;
use engine::library::Library;

use files::{Removed, Stage, remove, remove_if_empty};
use layout::Layout;
use ours::IsOurs;

/// Permissions of programs and their folders.
const PROGRAM_MODE: u32 = 0o755;
const TEXT_MODE: u32 = 0o644;

/// Copies the running program and registers it with XBoard.
pub fn install(args: &args::Install) -> Result<ExitCode> {
    let layout = Layout::new(&args.place)?;
    let program = env::current_exe().context("cannot find the running program")?;
    let there = same_file(&program, &layout.program);
    let plugin = match &layout.plugin {
        Some(path) => Some((path, plugin::text(&layout.command, &Library::builtin().names())?)),
        None => None,
    };

    // All checks come before the first write.
    if !there {
        check(&layout.program, ours::is_program, args.force)?;
    }
    if let Some((path, _)) = &plugin {
        check(path, ours::is_plugin, args.force)?;
    }
    let texts = layout.texts();
    for (path, _) in &texts {
        check(path, ours::is_text, args.force)?;
    }

    let tables = tables::to_copy(&layout.tables)?;
    for (_, path) in &tables {
        check(path, ours::is_table, args.force)?;
    }

    let mut stage = Stage::default();
    if !there {
        stage.add(&layout.program, PROGRAM_MODE, |file| {
            let mut from = File::open(&program)?;
            io::copy(&mut from, file).map(drop)
        })?;
    }
    if let Some((path, text)) = &plugin {
        // Also where the same text exists: XBoard reads the files that are newer than its settings,
        // so a new date makes it read the file again.
        stage.add(path, TEXT_MODE, |file| file.write_all(text))?;
    }
    for (path, text) in &texts {
        stage.add(path, TEXT_MODE, |file| file.write_all(text))?;
    }
    for (from, path) in &tables {
        stage.add(path, TEXT_MODE, |file| io::copy(&mut File::open(from)?, file).map(drop))?;
    }
    stage.commit()?;

    let mut out = io::stdout().lock();
    let done = if there { "is the running program" } else { "installed" };
    writeln!(out, "{}: {done}", shown(&layout.program))?;
    if let Some((path, _)) = &plugin {
        writeln!(out, "{}: installed", shown(path))?;
    }
    if let (Some(share), false) = (&layout.share, texts.is_empty()) {
        writeln!(out, "{}: manual pages and completions installed", shown(share))?;
    }
    if !tables.is_empty() {
        let number = counted(tables.len(), "endgame table", "endgame tables");
        writeln!(out, "{}: {number} installed", shown(&layout.tables))?;
    }
    if args.place.destdir.is_none() {
        for line in layout.advice() {
            writeln!(out, "{line}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Removes the files written by `install`.
pub fn uninstall(args: &args::Uninstall) -> Result<ExitCode> {
    let layout = Layout::new(&args.place)?;
    let mut files: Vec<(&Path, IsOurs)> = Vec::new();
    if let Some(plugin) = &layout.plugin {
        files.push((plugin, ours::is_plugin));
    }
    files.push((&layout.program, ours::is_program));

    let mut out = io::stdout().lock();
    let mut end = ExitCode::SUCCESS;
    for (path, is_ours) in files {
        let done = match remove(path, is_ours)? {
            Removed::Yes => "removed",
            Removed::Absent => "was not there",
            Removed::Foreign => {
                end = ExitCode::FAILURE;
                "left as it is: not a file of Menagerie's"
            }
        };
        writeln!(out, "{}: {done}", shown(path))?;
    }
    let tables = tables::in_folder(&layout.tables)?;
    let folders = layout.folders(&tables);
    let (mut removed, mut tables_removed) = (0, 0);
    for (path, _) in layout.texts() {
        match remove(&path, ours::is_text)? {
            Removed::Yes => removed += 1,
            Removed::Absent => {}
            Removed::Foreign => {
                end = ExitCode::FAILURE;
                writeln!(out, "{}: left as it is: not a file of Menagerie's", shown(&path))?;
            }
        }
    }
    for path in &tables {
        // Folders of games hold other files of `solve` too.
        if let Removed::Yes = remove(path, ours::is_table)? {
            tables_removed += 1;
        }
    }
    if removed > 0 {
        let texts = counted(removed, "manual page or completion", "manual pages and completions");
        writeln!(out, "{texts} removed")?;
    }
    if tables_removed > 0 {
        let tables = counted(tables_removed, "endgame table", "endgame tables");
        writeln!(out, "{tables} removed")?;
    }
    for folder in folders {
        if remove_if_empty(&folder) {
            writeln!(out, "{}: removed, as it was empty", shown(&folder))?;
        }
    }
    Ok(end)
}

/// Rejects a file that is not ours.
fn check(path: &Path, is_ours: IsOurs, force: bool) -> Result<()> {
    let Some(found) = files::found(path)? else { return Ok(()) };
    if found.is_dir() {
        bail!("{} is a folder", shown(path));
    }
    let fine = force
        || (found.is_file()
            && is_ours(path).with_context(|| format!("cannot read {}", shown(path)))?);
    if !fine {
        bail!("{} is not a file of Menagerie's; --force overwrites it", shown(path));
    }
    Ok(())
}

/// Whether two paths are the same file, links resolved.
fn same_file(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
