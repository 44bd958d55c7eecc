//! Generation of self-play games, for their quiet positions.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use protocol::InfoScore;
use search::{Engine, Limits};
use variants::{AnyGame, Bits, Color, Variant, with_game};

use super::crew::{Crew, Until};
use super::data::{DataHeader, Game};
use super::decision::{Decided, Decision, for_white};
use super::openings::UNEVEN;
use super::{GameEnd, Players, SelfplayError, Side, play};
use arena::{Purpose, Shard, random_opening, random_stream};
use engine::adjudication::is_even;
use engine::evaluation::Evaluation;
use engine::search_job::SearchOutput;
use engine::workers::ThreadError;

/// Hash size, in MB.
const HASH: usize = 4;
/// Number of turns after which a game is drawn.
const MAX_TURNS: usize = 300;
/// Maximum number of unbalanced openings skipped in a row: a variant may be uneven by itself.
const ATTEMPTS: usize = 100;

/// Settings of a generation.
#[derive(Debug)]
pub struct Generation<'a> {
    /// Variant.
    pub variant: &'a Variant,
    /// Header of the data set.
    pub header: &'a DataHeader,
    /// Evaluation of the players.
    pub evaluation: &'a Evaluation,
    /// End of the range of game numbers...
    pub games: u32,
    /// ... without these, which exist already...
    pub known: &'a HashSet<u32>,
    /// ... and only those of this part, if there is one.
    pub shard: Option<Shard>,
    /// Number of concurrent games.
    pub concurrency: usize,
}

/// Plays games. `done` is called on this thread with each game as it ends, and with `None` from
/// time to time; it may end the generation. A game follows from its number and the settings, on
/// every machine and whatever other games are played.
///
/// # Errors
/// When memory for the engines is not available, a game cannot be played, or `done` fails; then all
/// games end.
pub fn generate<E: Send + From<SelfplayError> + From<ThreadError>>(
    plan: &Generation<'_>,
    until: &Until<'_>,
    done: &mut dyn FnMut(Option<Game>) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let next = AtomicU32::new(0);
    let job = |engine: &mut Engine, halt: &AtomicBool| loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= plan.games {
            // No overflow: numbers must not wrap around.
            next.store(plan.games, Ordering::Relaxed);
            return Ok(None);
        }
        let is_own = plan.shard.is_none_or(|shard| shard.has(number as usize));
        if is_own && !plan.known.contains(&number) {
            let found = engine.run(|engine| game(plan, engine, number, halt));
            return found.map_err(|error| error.in_game(number));
        }
    };
    let worker = || Ok(Engine::new(1, HASH)?);
    Crew { size: plan.concurrency, worker: &worker, job: &job }.run(until, done)
}

/// Plays a game to its end; returns `None` if it is interrupted.
fn game(
    plan: &Generation<'_>,
    engine: &mut Engine,
    number: u32,
    stop: &AtomicBool,
) -> Result<Option<Game>, SelfplayError> {
    let mut numbers = random_stream(plan.header.seed, Purpose::Game, number as usize);
    // Sometimes one ply more, so that both sides move first.
    let plies = plan.header.opening + number % 2;
    let mut opened = false;
    for attempt in 1.. {
        let Some((opening, _)) = random_opening(plan.variant, plies as usize, &mut numbers) else {
            if attempt >= ATTEMPTS && !opened {
                return Err(SelfplayError::NoOpening { plies });
            }
            continue;
        };
        opened = true;
        let side = Side {
            engine,
            limits: Limits::nodes(plan.header.nodes),
            evaluation: plan.evaluation.clone(),
        };
        let mut watch = Watch::new(attempt < ATTEMPTS);
        let players = Players::Alone(side);
        let see = &mut |game: &AnyGame, answer: &SearchOutput| watch.see(game, answer);
        let end = play(plan.variant, &opening, players, MAX_TURNS, stop, see)?;
        let result = match (end, watch.verdict) {
            (GameEnd::Stopped, _) => return Ok(None),
            (_, Some(EarlyEnd::Uneven)) => continue,
            (_, Some(EarlyEnd::Won(winner))) => f64::from(winner == Color::White),
            (GameEnd::Over(outcome), None) => {
                outcome.winner.map_or(0.5, |winner| f64::from(winner == Color::White))
            }
            (GameEnd::TooLong | GameEnd::Seen, None) => 0.5,
        };
        return Ok(Some(Game { number, result, positions: watch.positions }));
    }
    Ok(None)
}

/// End of a game before its own.
#[derive(Clone, Copy, Debug)]
enum EarlyEnd {
    /// Unbalanced opening.
    Uneven,
    /// Win of a side.
    Won(Color),
}

/// Observer of a game: collects its quiet positions, and ends it when it is decided.
struct Watch {
    /// Keys of the positions so far.
    seen: HashSet<u64>,
    /// Whether the opening has to be balanced.
    fair: bool,
    is_first: bool,
    decision: Decision,
    /// FENs with search scores, in centipawns from White's view.
    positions: Vec<(String, i32)>,
    verdict: Option<EarlyEnd>,
}

impl Watch {
    fn new(fair: bool) -> Self {
        Watch {
            seen: HashSet::new(),
            fair,
            is_first: true,
            decision: Decision::default(),
            positions: Vec::new(),
            verdict: None,
        }
    }

    fn see(&mut self, game: &AnyGame, answer: &SearchOutput) -> ControlFlow<()> {
        let (Some(score), Some(best)) = (answer.score, &answer.best) else {
            return ControlFlow::Continue(());
        };
        let is_mate = matches!(score, InfoScore::Mate(_));
        let score = for_white(game.side(), score);
        if self.is_first && self.fair && !is_even(score, UNEVEN) {
            self.verdict = Some(EarlyEnd::Uneven);
            return ControlFlow::Break(());
        }
        self.is_first = false;
        if let Some(Decided::Won(winner)) = self.decision.see(score) {
            self.verdict = Some(EarlyEnd::Won(winner));
            return ControlFlow::Break(());
        }
        if !is_mate && is_quiet(game, &best.text) && self.seen.insert(game.key()) {
            self.positions.push((game.fen(), score));
        }
        ControlFlow::Continue(())
    }
}

/// Whether there is a choice, and the best turn is neither a capture nor a promotion.
fn is_quiet(game: &AnyGame, best: &str) -> bool {
    let mut after = game.clone();
    !game.is_forced() && after.play_turn(best).is_ok() && men(game) == men(&after)
}

/// Returns the number of pieces by type, which a promotion or capture changes.
fn men(game: &AnyGame) -> Vec<u32> {
    with_game!(game, game => {
        let board = game.position().board();
        let kinds = game.position().common().definition.piece_types();
        kinds.map(|kind| board.kind(kind).count()).collect()
    })
}
