//! `menagerie play`: a board in the browser, or in the terminal.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use board::{ClockSetup, Follow, Players, Room, Server, Settings, Setup};

use super::{browser, terminal, watch};
use crate::args::{self, EngineSide};
use crate::{exit, folders, interrupt};
use engine::endings::Endings;
use engine::library::{Library, LibraryError, Loaded};

/// Level of the engine where none is given.
const LEVEL: u8 = 3;

/// Serves the board until Ctrl-C, or plays in the terminal. The page follows the definition files of
/// `paths`.
pub fn play(paths: &[PathBuf], args: &args::Play) -> Result<ExitCode> {
    if !args.watch.is_empty() {
        return watch::watch(super::library(paths)?, args);
    }
    let library = library(paths)?;
    if paths.is_empty() {
        check_game(&library, args)?;
    }
    let follow = Follow { paths: paths.to_vec(), first: setup("", args) };
    let folder = args.games.clone().or_else(|| Some(folders::state()?.join("games")));
    let endings = Arc::new(match &args.tables {
        Some(folder) => Endings::in_folder(folder)?,
        None => Endings::bundled(),
    });
    let settings = |setup| Settings {
        library: library.clone(),
        follow: (!paths.is_empty()).then(|| follow.clone()),
        folder: folder.clone(),
        threads: args.threads as usize,
        hash: args.hash as usize,
        endings: endings.clone(),
        setup,
    };
    let first = args.variant.as_ref().map(|variant| setup(variant, args));
    if args.tui {
        return terminal::play(settings(first));
    }
    if !args.no_open && !browser::is_there() && io::stdin().is_terminal() {
        explain("no display")?;
        return terminal::play(settings(first));
    }
    match serve(settings(first), args)? {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => {
            explain(&error.to_string())?;
            // The game has begun.
            terminal::play(settings(None))
        }
    }
}

/// The built-in games with those of files; only the built-in ones where a file has faults, which are
/// printed.
fn library(paths: &[PathBuf]) -> Result<Library> {
    match Library::with_files(paths) {
        Ok(Loaded { library, faults, .. }) => {
            for fault in faults {
                writeln!(io::stderr(), "menagerie: {fault}")?;
            }
            Ok(library)
        }
        // The page shows the faults until they are fixed.
        Err(LibraryError::Invalid(faults)) => {
            writeln!(io::stderr(), "menagerie: {faults}")?;
            Ok(Library::builtin())
        }
        Err(error) => Err(error.into()),
    }
}

/// Checks the game and the position, if no definition file is followed.
fn check_game(library: &Library, args: &args::Play) -> Result<()> {
    if let Some(name) = &args.variant {
        let variant = super::variant(library, name, args.size)?;
        args.fen.as_deref().map(|fen| super::position(&variant, fen)).transpose()?;
        return Ok(());
    }
    let set = [
        ("--engine", args.engine.is_some()),
        ("--level", args.level.is_some()),
        ("--clock", args.clock.is_some()),
    ];
    match set.into_iter().find(|(_, is_set)| *is_set) {
        None => Ok(()),
        Some((option, _)) => Err(exit::usage(anyhow!(
            "{option}: expected a game too, as in `menagerie play chess`: without one the last game \
             goes on as it was"
        ))),
    }
}

/// Serves the board until Ctrl-C. The inner error is that of a browser that could not be opened,
/// before anything was served, where a person waits at a terminal.
fn serve(settings: Settings, args: &args::Play) -> Result<io::Result<()>> {
    let folder = settings.folder.clone();
    let room = Room::open(settings).context("play")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = match &folder {
            Some(folder) => Server::bind_at_kept(folder, args.port).await?,
            None => Server::bind(args.port).await?,
        };
        let url = server.url();
        if !args.no_open
            && let Err(error) = open::that_detached(&url)
        {
            if io::stdin().is_terminal() {
                return Ok(Err(error));
            }
            writeln!(io::stderr(), "menagerie: no browser could be opened: {error}")?;
        }
        writeln!(io::stdout(), "The board is at {url}\nCtrl-C ends it; the game is kept.")?;
        io::stdout().flush()?;
        let stop = async {
            let _ = interrupt::signal().await;
        };
        server.run(room.clone(), stop).await?;
        Ok(Ok(()))
    })
}

/// Prints why the board is in the terminal.
fn explain(why: &str) -> io::Result<()> {
    writeln!(
        io::stdout(),
        "No browser can be opened here ({why}): the board is in the terminal. For its address in a \
         browser: `menagerie play --no-open`.\n"
    )
}

fn setup(variant: &str, args: &args::Play) -> Setup {
    Setup {
        variant: variant.to_owned(),
        size: args.size.map(|size| size.to_string()),
        fen: args.fen.clone(),
        engine: match args.engine.unwrap_or(EngineSide::Black) {
            EngineSide::White => Players::White,
            EngineSide::Black => Players::Black,
            EngineSide::Both => Players::Both,
            EngineSide::None => Players::None,
        },
        level: args.level.unwrap_or(LEVEL),
        clock: args.clock.map(|(seconds, increment)| ClockSetup { seconds, increment }),
        name: None,
    }
}
