//! The engine behind the board: one search at a time, on a thread of its own.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use std::{io, thread};

use engine::endings::Endings;
use engine::evaluation::Evaluations;
pub(crate) use engine::lines::Found;
use engine::lines::Lines;
use engine::search_job::{SearchOutput, prepare, real_time, run_search};
use engine::strength::{Strength, weak_engine, weak_search};
use protocol::{InfoScore, SearchInfo, Turn};
use search::{Control, Engine, Limits, SearchRequest};
use variants::AnyGame;

/// Search of the engine.
pub(crate) struct Job {
    /// Number by which its result is known.
    pub(crate) ticket: u64,
    /// Game to search.
    pub(crate) game: AnyGame,
    /// Limits of the search.
    pub(crate) limits: Limits,
    /// Strength of the move.
    pub(crate) strength: Strength,
    /// Random seed of a move below full strength.
    pub(crate) seed: u64,
    /// Stops it.
    pub(crate) control: Arc<Control>,
}

/// Result of a search.
pub(crate) struct Answer {
    pub(crate) best: Option<Turn>,
    /// Its score for the side to move.
    pub(crate) score: Option<InfoScore>,
    /// Lines, the best first.
    pub(crate) lines: Vec<Found>,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

/// Receiver of a search's lines and result.
pub(crate) trait Audience: Send + Sync + 'static {
    /// Receives the lines of a search in progress.
    fn report(&self, ticket: u64, game: &AnyGame, lines: &[Found]);

    /// Receives the result of a search; false when nobody is there any more.
    fn answer(&self, ticket: u64, game: &AnyGame, answer: Answer) -> bool;
}

/// Time between two reports of a search.
const REPORT: Duration = Duration::from_millis(120);

/// Starts the thread; it ends when the sender is dropped, or the audience is gone.
///
/// # Errors
/// When the thread cannot be started.
pub(crate) fn start(
    audience: impl Audience,
    engine: Engine,
    endings: Arc<Endings>,
) -> io::Result<Sender<Job>> {
    let (sender, jobs) = channel();
    let work = move || run(&audience, engine, &endings, &jobs);
    thread::Builder::new().name("engine".to_owned()).spawn(work)?;
    Ok(sender)
}

fn run(audience: &impl Audience, mut engine: Engine, endings: &Endings, jobs: &Receiver<Job>) {
    let evaluations = Evaluations::default();
    let mut weak = None;
    while let Ok(job) = jobs.recv() {
        let evaluation = evaluations.of(job.game.definition());
        let handicap = job.strength.handicap();
        if handicap.is_some() && weak.is_none() {
            weak = weak_engine().map_err(|error| log::error!("{error}")).ok();
        }
        let engine = match (handicap, &mut weak) {
            (Some(_), Some(weak)) => weak,
            _ => &mut engine,
        };
        prepare(engine, &job.game, &evaluation);
        let clock = real_time();
        let tables = endings.of(job.game.definition());
        let request = SearchRequest {
            tables: tables.as_deref(),
            ..SearchRequest::new(&job.game, job.limits, &clock, &job.control)
        };
        let mut lines = Lines::default();
        let mut reported = Duration::ZERO;
        let mut say = |info: SearchInfo| {
            if lines.add(info) && clock() >= reported + REPORT {
                reported = clock();
                audience.report(job.ticket, &job.game, &lines.complete());
            }
        };
        let output = match handicap {
            Some(handicap) => {
                weak_search(engine, &request, &evaluation, handicap, job.seed, &mut say)
            }
            None => run_search(engine, &request, &evaluation, &mut say),
        };
        let SearchOutput { best, score, depth, nodes, .. } = output;
        let answer = Answer { best, score, lines: lines.complete(), depth, nodes };
        if !audience.answer(job.ticket, &job.game, answer) {
            return;
        }
    }
}
