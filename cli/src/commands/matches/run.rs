//! Session of a match, with its progress display.

use std::cell::RefCell;
use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail, ensure};
use board::LiveMatch;
use engine::files;
use protocol::text::printable;
use solver::Tables;
use variants::{Variant, counted};

use super::guard::Guard;
use crate::commands::open_tables;
use crate::exit::{self, INTERRUPTED, UNDECIDED};
use crate::interrupt;
use arena::player::{self, Launch, Player, WireLog};
use arena::progress::Progress;
use arena::runner::{self, CheckError, MatchEnd, MatchRun, News};
use arena::statistics::Statistics;
use arena::store::Files;
use arena::{EngineSpec, Fault, GameRecord, Match, Openings, Program};

/// Engines of a match, ready to be started.
pub struct Engines {
    variant: Variant,
    /// This program, with the variant files that it was given.
    own: Program,
    /// Set when the user interrupts.
    stop: Arc<AtomicBool>,
    /// Log of all their lines.
    log: Option<Arc<WireLog>>,
    /// Kills them if this process is killed.
    _guard: Guard,
}

impl Engines {
    /// Returns engines that play a variant. From now on Ctrl-C ends the match in order.
    pub fn new(plan: &Match, variant: &Variant) -> Result<Self> {
        let stop = interrupt::flag().context("cannot listen to signals")?;
        let own = own_program(&plan.variant_paths)?;
        let _guard = Guard::start();
        Ok(Engines { variant: variant.clone(), own, stop, log: None, _guard })
    }

    /// Records all lines of the engines in a file.
    pub fn logged(mut self, file: Option<&Path>) -> Result<Self> {
        if let Some(file) = file {
            let log = WireLog::create(file);
            let log = log.with_context(|| format!("cannot write {}", files::shown(file)))?;
            self.log = Some(log);
        }
        Ok(self)
    }

    /// Tests all engines that have games left to play; returns the names by which they introduced
    /// themselves, in their order.
    pub fn check(
        &self,
        plan: &Match,
        openings: &Openings,
        games: &[GameRecord],
    ) -> Result<Vec<Option<String>>> {
        let pending = runner::pending(plan, games);
        let start = |spec: &EngineSpec, stop: &Arc<AtomicBool>| self.start(spec, stop);
        let variant = &self.variant;
        let checked = runner::check_engines(plan, variant, openings, &pending, &start, &self.stop);
        match checked {
            Err(error @ CheckError::Interrupted) => Err(exit::with_code(INTERRUPTED, error)),
            checked => Ok(checked?),
        }
    }

    fn start(&self, spec: &EngineSpec, stop: &Arc<AtomicBool>) -> Result<Box<dyn Player>, Fault> {
        let mut spec = spec.clone();
        if spec.program == Program::Own {
            spec.program = self.own.clone();
        }
        player::create(Launch { spec: &spec, stop, log: self.log.as_ref() }, &self.variant)
    }
}

/// Match that is ready to be played.
pub struct Session {
    pub plan: Match,
    pub variant: Variant,
    pub openings: Openings,
    pub engines: Engines,
    pub files: Files,
    /// Path of the match file.
    pub path: PathBuf,
    /// Number of concurrent games.
    pub concurrency: usize,
    /// Number of games between two Elo reports.
    pub interval: usize,
    /// Name of the studied game; `None` for a match.
    pub study: Option<String>,
}

impl Session {
    /// Plays the games that are not among `games`; returns all games, with the exit code.
    /// `board` shows the games.
    pub fn run(
        mut self,
        games: Vec<GameRecord>,
        board: Option<&LiveMatch>,
    ) -> Result<(Vec<GameRecord>, ExitCode)> {
        let start = |spec: &EngineSpec, stop: &Arc<AtomicBool>| self.engines.start(spec, stop);
        let tables = match &self.plan.tables {
            Some(folder) => Some(tables(folder, &self.variant)?),
            None => None,
        };
        let run = MatchRun {
            plan: &self.plan,
            tables: tables.as_ref(),
            variant: &self.variant,
            openings: &self.openings,
            factory: &start,
            concurrency: self.concurrency,
            reports_turns: board.is_some(),
            stop: &self.engines.stop,
        };
        let mut statistics = Statistics::new(&self.plan);
        for game in &games {
            statistics.add(game);
            if let Some(board) = board {
                board.add(game);
            }
        }
        let total = self.plan.game_count();
        let mut progress =
            Progress::new(&self.plan, total, self.interval, io::stdout().is_terminal());
        let statistics = RefCell::new(statistics);
        let result = run.run(
            games,
            &mut self.files,
            &mut |news| {
                if let Some(board) = board {
                    board.report(news);
                }
                match news {
                    News::Started { game_spec, white, black } => {
                        progress.started(game_spec.number + 1, white, black);
                    }
                    News::Finished(record) => {
                        statistics.borrow_mut().add(record);
                        progress.finished(record, &statistics.borrow());
                    }
                    News::Warning(text) => progress.warning(text),
                    News::Opened { .. } | News::Moved { .. } => {}
                }
            },
            &mut |_| statistics.borrow().verdict().is_some(),
        );
        progress.finish(&statistics.borrow());
        if let Some(board) = board {
            board.end(match result.as_ref().map(|result| &result.end) {
                Ok(MatchEnd::Complete | MatchEnd::Sprt) => {
                    "The match is over, and the program ends."
                }
                Ok(MatchEnd::Interrupted) => "The match was interrupted, and the program ends.",
                Ok(MatchEnd::Failed(_)) | Err(_) => "The match ended early, and the program ends.",
            });
        }
        if let Some(lacking) = self.openings.lacking() {
            writeln!(io::stderr(), "menagerie: {lacking}")?;
        }
        let result = result?;
        let is_decided = statistics.borrow().verdict().is_some();
        let code = self.report_end(&result.end, result.games.len(), is_decided)?;
        Ok((result.games, code))
    }

    /// Prints how a match with this number of games ended, and the command that resumes it; returns
    /// the exit code.
    fn report_end(&self, end: &MatchEnd, games: usize, is_decided: bool) -> Result<ExitCode> {
        let mut err = io::stderr();
        Ok(match end {
            MatchEnd::Complete if self.plan.shard.is_some() => {
                writeln!(
                    err,
                    "menagerie: the shard is complete; when all are: menagerie match report with \
                     their files"
                )?;
                ExitCode::SUCCESS
            }
            MatchEnd::Complete if self.plan.sprt.is_some() && !is_decided => {
                writeln!(err, "menagerie: all games are played without an SPRT decision")?;
                ExitCode::from(UNDECIDED)
            }
            MatchEnd::Complete | MatchEnd::Sprt => ExitCode::SUCCESS,
            MatchEnd::Interrupted => {
                let (played, resume) = (counted(games, "game", "games"), self.resume_command());
                writeln!(err, "menagerie: interrupted after {played}; to resume: {resume}")?;
                ExitCode::from(INTERRUPTED)
            }
            MatchEnd::Failed(fault) => {
                let fault = fault.to_string();
                let fault = printable(&fault);
                let hint = match &self.study {
                    None => " (--recover continues with a new process)",
                    Some(_) => "",
                };
                writeln!(err, "menagerie: the match ended early: {fault}{hint}")?;
                ExitCode::FAILURE
            }
        })
    }

    /// Returns the command line that resumes an interrupted match.
    fn resume_command(&self) -> String {
        let path = files::shown(&self.path);
        let mut resume = match self.plan.shard {
            Some(_) => "start the shard again".to_owned(),
            None => format!("menagerie match --resume {path}"),
        };
        if let Some(game) = &self.study {
            resume += &format!(", then: menagerie study {game} --from {path}");
            for own in &self.plan.variant_paths {
                resume += &format!(" --variant-path {}", files::shown(own));
            }
        }
        resume
    }
}

/// Returns this program, with the variant files that it was given.
fn own_program(variant_paths: &[PathBuf]) -> Result<Program> {
    let path = env::current_exe().context("cannot find this program itself")?;
    let mut args = Vec::new();
    for path in variant_paths {
        let Some(path) = path.to_str() else { bail!("{}: not UTF-8", path.display()) };
        args.extend(["--variant-path".to_owned(), path.to_owned()]);
    }
    Ok(Program::Command { path, args })
}

/// Opens the endgame tables of a game.
fn tables(folder: &Path, variant: &Variant) -> Result<Tables> {
    let tables = open_tables(folder, variant.definition())?;
    let name = &variant.definition().name;
    ensure!(tables.most_men() > 0, "--tb {}: no tables of {name}", files::shown(folder));
    Ok(tables)
}
