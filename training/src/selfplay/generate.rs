//! Games of the engine against itself, for their quiet positions.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use anyhow::{Context, Result, bail};
use protocol::Score;
use search::{Engine, Limits};
use variants::{AnyGame, Bits, Color, Position, Variant, with_game};

use super::crew::{Crew, Until, crew};
use super::data::{Game, Header};
use super::decision::{Decided, Decision, for_white};
use super::openings::{UNEVEN, by_chance};
use super::seen::Seen;
use super::{End, Players, Side, play};
use arena::{Purpose, chance};
use engine::evaluation::Evaluation;
use engine::thinking::Answer;

/// The table's size in MB.
const HASH: usize = 4;
/// A game that has gone on for so many turns is a draw.
const MAX_TURNS: usize = 300;
/// Uneven openings are passed over, unless so many in a row are: a game may be so by itself.
const ATTEMPTS: usize = 100;

/// What is to be played.
#[derive(Debug)]
pub struct Generation<'a> {
    /// The game.
    pub variant: &'a Variant,
    /// Its settings.
    pub header: &'a Header,
    /// What judges positions.
    pub evaluation: &'a Evaluation,
    /// The games have numbers below this...
    pub games: u32,
    /// ... but for these, which there are already.
    pub known: &'a HashSet<u32>,
    /// The positions that there are already.
    pub seen: &'a Seen,
    /// How many games are played at a time.
    pub concurrency: usize,
}

/// Plays games; `done` gets each on this thread as it ends, and `None` now and then, and may end it
/// all. A game follows
/// from its number and the settings; which of two games keeps a position that both have hangs on
/// which ends first.
///
/// # Errors
/// When there is no room for the engines, a game cannot be played, or `done` fails; then all ends.
pub fn generate(
    plan: &Generation<'_>,
    until: &Until<'_>,
    done: &mut dyn FnMut(Option<Game>) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let next = AtomicU32::new(0);
    let job = |engine: &mut Engine, halt: &AtomicBool| loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= plan.games {
            // Others must not count on to where the numbers begin anew.
            next.store(plan.games, Ordering::Relaxed);
            return Ok(None);
        }
        if !plan.known.contains(&number) {
            let found = engine.run(|engine| game(plan, engine, number, halt));
            return found.with_context(|| format!("game {number}"));
        }
    };
    let worker = || Ok(Engine::new(1, HASH)?);
    let workers = Crew { size: plan.concurrency, worker: &worker, job: &job };
    crew(&workers, until, done)
}

/// Plays a game to its end; `None` when it is broken off.
fn game(
    plan: &Generation<'_>,
    engine: &mut Engine,
    number: u32,
    stop: &AtomicBool,
) -> Result<Option<Game>> {
    let mut numbers = chance(plan.header.seed, Purpose::Game, number as usize);
    // Now and then a ply more, so that both sides get to move first.
    let plies = plan.header.opening + number % 2;
    let mut opened = false;
    for attempt in 1.. {
        let Some(opening) = by_chance(plan.variant, plies, &mut numbers) else {
            if attempt >= ATTEMPTS && !opened {
                bail!("the game was over in each of {ATTEMPTS} openings of {plies} turns");
            }
            continue;
        };
        opened = true;
        let side = Side {
            engine,
            limits: Limits::nodes(plan.header.nodes),
            evaluation: plan.evaluation.clone(),
        };
        let mut watch = Watch::new(plan.seen, attempt < ATTEMPTS);
        let players = Players::Alone(side);
        let see = &mut |game: &AnyGame, answer: &Answer| watch.see(game, answer);
        let end = play(plan.variant, &opening, players, MAX_TURNS, stop, see)?;
        let result = match (end, watch.verdict) {
            (End::Stopped, _) => return Ok(None),
            (_, Some(Verdict::Uneven)) => continue,
            (_, Some(Verdict::Won(winner))) => f64::from(winner == Color::White),
            (End::Over(outcome), None) => {
                outcome.winner.map_or(0.5, |winner| f64::from(winner == Color::White))
            }
            (End::TooLong | End::Seen, None) => 0.5,
        };
        return Ok(Some(Game { number, result, positions: watch.positions }));
    }
    Ok(None)
}

/// What is clear before a game is over.
#[derive(Clone, Copy, Debug)]
enum Verdict {
    /// The opening was no fair one.
    Uneven,
    /// A side has won.
    Won(Color),
}

/// Watches a game: collects its quiet positions, and ends it when it is decided.
struct Watch<'a> {
    seen: &'a Seen,
    /// Whether the opening has to be a fair one.
    fair: bool,
    is_first: bool,
    decision: Decision,
    /// With the search's scores, in centipawns from White's view.
    positions: Vec<(String, i32)>,
    verdict: Option<Verdict>,
}

impl<'a> Watch<'a> {
    fn new(seen: &'a Seen, fair: bool) -> Self {
        Watch {
            seen,
            fair,
            is_first: true,
            decision: Decision::default(),
            positions: Vec::new(),
            verdict: None,
        }
    }

    fn see(&mut self, game: &AnyGame, answer: &Answer) -> ControlFlow<()> {
        let (Some(score), Some(best)) = (answer.score, &answer.best) else {
            return ControlFlow::Continue(());
        };
        let is_mate = matches!(score, Score::Mate(_));
        let score = for_white(game.side(), score);
        if self.is_first && self.fair && score.abs() > UNEVEN {
            self.verdict = Some(Verdict::Uneven);
            return ControlFlow::Break(());
        }
        self.is_first = false;
        if let Some(Decided::Won(winner)) = self.decision.see(score) {
            self.verdict = Some(Verdict::Won(winner));
            return ControlFlow::Break(());
        }
        if !is_mate && is_quiet(game, &best.text) && self.seen.add(game.key()) {
            self.positions.push((game.fen(), score));
        }
        ControlFlow::Continue(())
    }
}

/// Whether there is a choice, and the best turn takes and promotes nothing.
fn is_quiet(game: &AnyGame, best: &str) -> bool {
    let is_forced = with_game!(game, game => game.position().is_forced());
    let mut after = game.clone();
    !is_forced && after.play_turn(best).is_ok() && men(game) == men(&after)
}

/// The pieces on the board, by kind: a promotion or capture changes them.
fn men(game: &AnyGame) -> Vec<u32> {
    with_game!(game, game => {
        let board = game.position().board();
        let kinds = game.position().common().definition.piece_types();
        kinds.map(|kind| board.kind(kind).count()).collect()
    })
}
