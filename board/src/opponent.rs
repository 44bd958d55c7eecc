//! The engine behind the board: one search at a time, on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};
use std::{io, thread};

use engine::causes::panic_text;
use engine::endings::Endings;
use engine::evaluation::Evaluations;
pub(crate) use engine::lines::Found;
use engine::lines::Lines;
use engine::search_job::{SearchOutput, prepare, real_time, run_search};
use engine::strength::{Strength, weak_engine, weak_search};
use engine::turns;
use protocol::{InfoScore, SearchInfo, Turn};
use search::{Control, Engine, Limits, SearchRequest};
use variants::AnyGame;

/// Search of the engine.
pub(crate) struct Job {
    /// Number that identifies its result.
    pub(crate) ticket: u64,
    /// Game to search.
    pub(crate) game: AnyGame,
    /// Limits of the search.
    pub(crate) limits: Limits,
    /// Strength of the move.
    pub(crate) strength: Strength,
    /// Random seed of a move below full strength.
    pub(crate) seed: u64,
    /// Least time before the answer, unless it is stopped.
    pub(crate) pace: Duration,
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
    /// Whether the search failed: the turn is any legal one then.
    pub(crate) has_failed: bool,
}

/// Receiver of a search's lines and result.
pub(crate) trait Audience: Send + Sync + 'static {
    /// Receives the lines of a search in progress.
    fn report(&self, ticket: u64, game: &AnyGame, lines: &[Found]);

    /// Receives the result of a search; false when the receiver is gone.
    fn answer(&self, ticket: u64, game: &AnyGame, answer: Answer) -> bool;
}

/// Time between two looks whether a wait is stopped.
const PACE_STEP: Duration = Duration::from_millis(10);
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

fn run(audience: &impl Audience, engine: Engine, endings: &Endings, jobs: &Receiver<Job>) {
    let evaluations = Evaluations::default();
    let mut searcher = Searcher { engine, weak: None, evaluations, endings };
    while let Ok(job) = jobs.recv() {
        let begin = Instant::now();
        let answer = catch_unwind(AssertUnwindSafe(|| searcher.search(&job, audience)));
        let answer = answer.unwrap_or_else(|panic| {
            log::error!("a search panicked: {}", panic_text(&*panic));
            searcher.replace_engines();
            Answer::of_failed(&job.game)
        });
        while begin.elapsed() < job.pace && !job.control.is_stopped() {
            thread::sleep(PACE_STEP);
        }
        if !audience.answer(job.ticket, &job.game, answer) {
            return;
        }
    }
}

/// Engines of the thread.
struct Searcher<'a> {
    engine: Engine,
    /// Engine of searches below full strength, from the first one on.
    weak: Option<Engine>,
    evaluations: Evaluations,
    endings: &'a Endings,
}

impl Searcher<'_> {
    fn search(&mut self, job: &Job, audience: &impl Audience) -> Answer {
        let evaluation = self.evaluations.of(job.game.definition());
        let handicap = job.strength.handicap();
        if handicap.is_some() && self.weak.is_none() {
            self.weak = weak_engine().map_err(|error| log::error!("{error}")).ok();
        }
        let engine = match (handicap, &mut self.weak) {
            (Some(_), Some(weak)) => weak,
            _ => &mut self.engine,
        };
        prepare(engine, &job.game, &evaluation);
        let clock = real_time();
        let tables = self.endings.of(job.game.definition());
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
        Answer { best, score, lines: lines.complete(), depth, nodes, has_failed: false }
    }

    /// Replaces engines, one of which panicked.
    fn replace_engines(&mut self) {
        self.weak = None;
        match Engine::new(self.engine.threads(), self.engine.hash_megabytes()) {
            Ok(engine) => self.engine = engine,
            Err(error) => log::error!("{error}"),
        }
    }
}

impl Answer {
    /// Answers a search that panicked with any legal turn.
    fn of_failed(game: &AnyGame) -> Self {
        let mut game = game.clone();
        let any = game.any_turn();
        let best = any.and_then(|text| turns::read(&mut game, &text));
        Answer { best, score: None, lines: Vec::new(), depth: 0, nodes: 0, has_failed: true }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::mpsc;

    use engine::library::Library;

    use super::*;

    /// Audience that panics at the report of a search.
    struct Fragile(Mutex<Sender<(u64, Answer)>>);

    impl Audience for Fragile {
        fn report(&self, ticket: u64, _: &AnyGame, _: &[Found]) {
            assert!(ticket > 2, "on purpose");
        }

        fn answer(&self, ticket: u64, _: &AnyGame, answer: Answer) -> bool {
            self.0.lock().unwrap().send((ticket, answer)).is_ok()
        }
    }

    #[test]
    fn a_search_that_panics_is_answered_and_the_next_one_is_made() {
        let (sender, answers) = mpsc::channel();
        let engine = Engine::new(1, 1).unwrap();
        let endings = Arc::new(Endings::bundled());
        let jobs = start(Fragile(Mutex::new(sender)), engine, endings).unwrap();
        let game = Library::builtin().variant("chess", None).unwrap().start();
        let full = (Strength::FULL, Limits::move_time(Duration::from_millis(600)));
        let weak = (Strength::level(9), Limits::move_time(Duration::from_millis(600)));
        for (ticket, (strength, limits)) in (1..).zip([full, weak, full]) {
            let (game, control) = (game.clone(), Arc::new(Control::new()));
            let pace = Duration::ZERO;
            jobs.send(Job { ticket, game, limits, strength, seed: 1, pace, control }).unwrap();
            let (found, answer) = answers.recv().unwrap();
            assert_eq!(found, ticket);
            assert!(answer.best.is_some());
            if strength == Strength::FULL {
                assert_eq!(answer.has_failed, ticket < 3);
            }
        }
    }
}
