//! `menagerie play --watch` and `menagerie match --board`: the page of matches.

use std::future::pending;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use anyhow::Result;
use arena::Match;
use board::{LiveMatch, Matches, Server};
use engine::library::Library;
use variants::Variant;

use super::browser;
use crate::{args, interrupt};

/// Shows the matches of files until Ctrl-C.
pub fn watch(library: Library, args: &args::Play) -> Result<ExitCode> {
    let matches = Arc::new(Matches::of_files(library, &args.watch)?);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = Server::bind(args.port).await?;
        let url = server.url();
        writeln!(io::stdout(), "The matches are at {url}\nCtrl-C ends the page.")?;
        io::stdout().flush()?;
        if !args.no_open {
            browser::open(&url)?;
        }
        let stop = async {
            let _ = interrupt::signal().await;
        };
        server.watch(matches, stop).await?;
        Ok(ExitCode::SUCCESS)
    })
}

/// Serves the page of a match beside it, as long as the program runs.
pub fn beside(
    library: &Library,
    path: &Path,
    plan: &Match,
    variant: &Variant,
    opens: bool,
) -> Result<LiveMatch> {
    let matches = Arc::new(Matches::of_match(library.clone(), path, plan, variant));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let server = runtime.block_on(Server::bind(0))?;
    let url = server.url();
    writeln!(io::stderr(), "menagerie: the match is at {url}")?;
    let shown = Arc::clone(&matches);
    let serve = move || {
        if let Err(error) = runtime.block_on(server.watch(shown, pending())) {
            let _ = writeln!(io::stderr(), "menagerie: {error}");
        }
    };
    thread::Builder::new().name("board".to_owned()).spawn(serve)?;
    if opens {
        browser::open(&url)?;
    }
    Ok(LiveMatch::new(matches, variant.clone(), plan.size.clone()))
}
