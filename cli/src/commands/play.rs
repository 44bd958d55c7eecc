//! `menagerie play`: a board in the browser.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use board::{ClockSetup, Follow, Players, Room, Server, Settings, Setup};

use super::watch;
use crate::args::{self, EngineSide};
use crate::{folders, interrupt};
use engine::library::{Library, LibraryError, Loaded};

/// Serves the board until Ctrl-C. It follows the definition files of `paths`.
pub fn play(paths: &[PathBuf], args: &args::Play) -> Result<ExitCode> {
    if !args.watch.is_empty() {
        return watch::watch(super::library(paths)?, args);
    }
    let library = match Library::with_files(paths) {
        Ok(Loaded { library, faults, .. }) => {
            for fault in faults {
                writeln!(io::stderr(), "menagerie: {fault}")?;
            }
            library
        }
        // The page shows them, until they are mended.
        Err(LibraryError::Invalid(faults)) => {
            writeln!(io::stderr(), "menagerie: {faults}")?;
            Library::builtin()
        }
        Err(error) => return Err(error.into()),
    };
    let follow = Follow { paths: paths.to_vec(), first: setup("", args) };
    let folder = args.games.clone().or_else(|| Some(folders::state()?.join("games")));
    let settings = Settings {
        library,
        follow: (!paths.is_empty()).then_some(follow),
        folder,
        threads: args.threads as usize,
        hash: args.hash as usize,
        setup: args.variant.as_ref().map(|variant| setup(variant, args)),
    };
    let room = Room::open(settings).context("play")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = Server::bind(args.port).await?;
        let url = server.url();
        writeln!(io::stdout(), "The board is at {url}\nCtrl-C ends it; the game is kept.")?;
        io::stdout().flush()?;
        if !args.no_open {
            open_browser(&url)?;
        }
        let stop = async {
            let _ = interrupt::signal().await;
        };
        server.run(room, stop).await?;
        Ok(ExitCode::SUCCESS)
    })
}

/// Opens a page; the match or the game goes on where that is not possible.
pub(super) fn open_browser(url: &str) -> io::Result<()> {
    match open::that_detached(url) {
        Ok(()) => Ok(()),
        Err(error) => writeln!(io::stderr(), "menagerie: no browser could be opened: {error}"),
    }
}

fn setup(variant: &str, args: &args::Play) -> Setup {
    Setup {
        variant: variant.to_owned(),
        size: args.size.map(|size| size.to_string()),
        fen: args.fen.clone(),
        engine: match args.engine {
            EngineSide::White => Players::White,
            EngineSide::Black => Players::Black,
            EngineSide::Both => Players::Both,
            EngineSide::None => Players::None,
        },
        level: args.level,
        clock: args.clock.map(|(seconds, increment)| ClockSetup { seconds, increment }),
    }
}
