//! Games of the engine against itself, for their quiet positions.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;

use anyhow::{Context, Result};
use protocol::Score;
use search::{Control, Engine, Limits};
use variants::{AnyGame, Bits, Color, Position, Variant, with_game};

use super::data::{Game, Header};
use crate::arena::{Purpose, chance, turn_by_chance};
use crate::thinking::{Question, think};

/// The table's size in MB.
const HASH: usize = 4;
/// A game that has gone on for so many turns is a draw.
const MAX_TURNS: usize = 300;
/// Openings that are worth more than this to a side, in centipawns, are passed over.
const UNEVEN: i32 = 300;
/// A game is decided when both sides see this advantage, in centipawns...
const DECIDED: i32 = 1200;
/// ... for so many turns together.
const DECIDED_TURNS: i32 = 5;
/// What a mate counts as, in centipawns.
const MATE: i32 = 10_000;

/// What is to be played.
#[derive(Debug)]
pub struct Play<'a> {
    /// The game.
    pub variant: &'a Variant,
    /// Its settings.
    pub header: &'a Header,
    /// Numbers of the games.
    pub numbers: &'a [u32],
    /// How many are played at a time.
    pub threads: usize,
    /// Raised to end early.
    pub stop: &'a AtomicBool,
}

/// Plays games; `done` gets each on this thread as it ends. An error of `done` ends all.
///
/// # Errors
/// When there is no room for the engines, or `done` fails.
pub fn play(play: &Play<'_>, done: &mut dyn FnMut(Game) -> Result<()>) -> Result<()> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(play.threads + 1).build()?;
    let next = AtomicU32::new(0);
    let failed = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    pool.in_place_scope(|scope| {
        for _ in 0..play.threads {
            let (next, failed, sender) = (&next, &failed, sender.clone());
            scope.spawn(move |_| {
                let mut engine = match Engine::new(1, HASH) {
                    Ok(engine) => engine,
                    Err(error) => return drop(sender.send(Err(error.into()))),
                };
                while !play.stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed) as usize;
                    let Some(&number) = play.numbers.get(index) else { return };
                    match one_game(play, &mut engine, number) {
                        Ok(Some(game)) => drop(sender.send(Ok(game))),
                        Ok(None) => return,
                        Err(error) => return drop(sender.send(Err(error))),
                    }
                }
            });
        }
        drop(sender);
        let result = receiver.iter().try_for_each(|game| done(game?));
        failed.store(result.is_err(), Ordering::Relaxed);
        result
    })
}

/// Plays a game to its end; `None` when it is broken off.
fn one_game(play: &Play<'_>, engine: &mut Engine, number: u32) -> Result<Option<Game>> {
    let mut numbers = chance(play.header.seed, Purpose::Game, number as usize);
    loop {
        let mut game = play.variant.start();
        // Now and then a ply more, so that both sides get to move first.
        let plies = play.header.opening + number % 2;
        let opened = (0..plies).all(|_| turn_by_chance(&mut game, &mut numbers).is_some());
        if !opened || game.outcome().is_some() {
            continue;
        }
        engine.new_game();
        match from_opening(play, engine, game)? {
            End::Uneven => continue,
            End::Stopped => return Ok(None),
            End::Played { result, positions } => {
                return Ok(Some(Game { number, result, positions }));
            }
        }
    }
}

/// How a game ended.
enum End {
    /// The opening was no fair one.
    Uneven,
    /// The user wants no more.
    Stopped,
    /// With White's part of the point.
    Played { result: f64, positions: Vec<(String, i32)> },
}

fn from_opening(play: &Play<'_>, engine: &mut Engine, mut game: AnyGame) -> Result<End> {
    let limits = Limits::nodes(play.header.nodes);
    let mut positions = Vec::new();
    // Turns in a row that White (above 0) or Black is seen to win.
    let mut decided = 0_i32;
    for turn in 0..MAX_TURNS {
        if play.stop.load(Ordering::Relaxed) {
            return Ok(End::Stopped);
        }
        if let Some(outcome) = game.outcome() {
            let result = outcome.winner.map_or(0.5, |winner| f64::from(winner == Color::White));
            return Ok(End::Played { result, positions });
        }
        let mut question = Question::new(game.clone(), limits);
        let answer = think(engine, &mut question, &Control::new(), &mut |_| {});
        let best = answer.best.context("no move in a game that is not over")?;
        let (score, is_mate) = match answer.score.context("no score")? {
            Score::Centipawns(value) => (value, false),
            Score::Mate(moves) => (if moves > 0 { MATE } else { -MATE }, true),
        };
        let score = if game.side() == Color::White { score } else { -score };
        if turn == 0 && score.abs() > UNEVEN {
            return Ok(End::Uneven);
        }
        decided = match score {
            _ if score >= DECIDED => decided.max(0) + 1,
            _ if score <= -DECIDED => decided.min(0) - 1,
            _ => 0,
        };
        if decided.abs() >= DECIDED_TURNS {
            return Ok(End::Played { result: f64::from(decided > 0), positions });
        }
        let before = (!is_mate && !is_forced(&game)).then(|| (game.fen(), men(&game)));
        game.play_turn(&best.text).context("the search played an illegal move")?;
        if let Some((fen, count)) = before
            && count == men(&game)
        {
            positions.push((fen, score));
        }
    }
    Ok(End::Played { result: 0.5, positions })
}

fn is_forced(game: &AnyGame) -> bool {
    with_game!(game, game => game.position().is_forced())
}

/// The pieces on the board, by kind: a promotion or capture changes them.
fn men(game: &AnyGame) -> Vec<u32> {
    with_game!(game, game => {
        let board = game.position().board();
        let kinds = game.position().common().definition.piece_types();
        kinds.map(|kind| board.kind(kind).count()).collect()
    })
}
