//! Pretraining of the first network by imitating the HCE.
//!
//! Its positions need no search and are therefore cheap, so that the games add knowledge that the
//! HCE lacks (distillation, <https://arxiv.org/abs/1503.02531>). The positions are a few random
//! turns away from those of the games: a search also evaluates positions that nobody would play.

use std::ops::ControlFlow;

use nets::train::{Settings, Trainer, fit_scale, returns};
use nets::{Inputs, Sample, Samples};
use rand::RngExt;
use rayon::ThreadPool;
use rayon::prelude::*;
use variants::{Color, Piece, Square, Variant, with_game};

use super::display::Progress;
use super::epochs::Training;
use super::rounds::Rounds;
use super::samples::{DataSet, game_number};
use super::stage_timer::StageTimer;
use super::{LearnError, Result};
use crate::selfplay::{GameError, scan};
use arena::{Purpose, play_random_turns, random_stream};

/// Maximum number of positions, per second of the round and thread, and per position of the games:
/// to make them and to learn from them takes a seventh of the round at most.
const MOST: usize = 16_000_000;
const SECOND: f64 = 7_500.0;
const COPIES: usize = 12;
/// Maximum number of start positions from games.
const PLACES: usize = 4_000_000;
/// Maximum number of random turns from each.
const TURNS: usize = 4;
/// Maximum absolute score, in centipawns; higher ones are clamped.
const LIMIT: i32 = 3000;
/// Epochs.
const EPOCHS: u32 = 8;
/// Positions generated per block.
const BLOCK: usize = 1 << 14;
/// Minimum number of steps per epoch.
const STEPS: usize = 64;

/// Pieces of a position, and its sample.
type Made = (Vec<(Square, Piece)>, Sample);

/// Returns a network that imitates the HCE.
///
/// # Errors
/// When the data sets or the checkpoint cannot be read or written, or the user interrupts.
pub fn pretrain(
    run: &mut Rounds<'_>,
    sources: &[DataSet],
    pool: &ThreadPool,
    timer: &mut StageTimer,
) -> Result<Training> {
    let learn = run.learn;
    let inputs = Inputs::new(learn.variant.definition());
    let path = learn.folder.imitation();
    let mut kept = Training::resume(&path, &inputs)?;
    if let Some(training) = kept.take_if(|training| training.is_done()) {
        return Ok(training);
    }
    learn.display.stage("Pretraining by imitation of the HCE");
    let mut samples = samples(run, sources, pool, timer)?;
    let scale = fit_scale(&samples);
    returns(&mut samples, scale, 0.0);
    let mut training = match kept {
        Some(training) => training,
        None => {
            let standard = Settings::default();
            let settings = Settings {
                hidden: learn.settings.hidden,
                buckets: learn.settings.buckets,
                scale,
                epochs: EPOCHS,
                batch: (samples.len() / STEPS).clamp(64, standard.batch),
                seed: learn.settings.seed,
                ..standard
            };
            Training::new(Trainer::new(&inputs, &settings)?)
        }
    };
    training.finish(run, &path, &samples, pool, timer)?;
    Ok(training)
}

/// Position of a game, with the game's result for White and the game's number.
type Place = (String, f32, u32);

/// Returns positions near those of the games, with the HCE's scores.
fn samples(
    run: &Rounds<'_>,
    sources: &[DataSet],
    pool: &ThreadPool,
    timer: &StageTimer,
) -> Result<Samples> {
    let length = run.state.rounds[run.last()].length;
    let threads = pool.current_num_threads() as f64;
    let most = ((length * SECOND * threads) as usize).clamp(1, MOST);
    let places = places(run, sources, most.min(PLACES))?;
    let copies = (most / places.len()).clamp(1, COPIES);
    let weights = run.best_weights()?.weights;
    let start = run.learn.variant.start();
    let mut samples = Samples::new();
    let begun = timer.seconds();
    for block in (0..places.len()).step_by(BLOCK) {
        run.check()?;
        let end = (block + BLOCK).min(places.len());
        let hce = || search::hand_crafted(&start, weights.as_deref());
        let make = |hce: &mut search::HandCrafted, at: usize| {
            let stream = (run.learn.settings.seed, at);
            positions_near(&places[at], run.learn.variant, hce, copies, stream)
        };
        let made: std::result::Result<Vec<Vec<Made>>, GameError> =
            pool.install(|| (block..end).into_par_iter().map_init(hce, make).collect());
        for (pieces, sample) in made?.into_iter().flatten() {
            samples.push(pieces, sample);
        }
        let part = end as f64 / places.len() as f64;
        let left = (timer.seconds() - begun) * (1.0 - part) / part;
        let progress = Progress { part, left, all: run.left(timer.seconds()) };
        run.learn.display.show(progress, &format!("{} positions", samples.len()));
    }
    Ok(samples)
}

/// Returns at most `enough` positions of the games, and at least one.
fn places(run: &Rounds<'_>, sources: &[DataSet], enough: usize) -> Result<Vec<Place>> {
    let mut places: Vec<Place> = Vec::new();
    for source in sources {
        if places.len() >= enough {
            break;
        }
        scan(&source.path, &run.learn.definitions(), &mut |definition, game| {
            if run.check().is_err() {
                return Ok(ControlFlow::Break(()));
            }
            // A position of other rules may be invalid in this variant.
            if !std::ptr::eq(definition, run.learn.variant.definition().as_ref()) {
                return Ok(ControlFlow::Continue(()));
            }
            let number = game_number(source.number, game.number);
            let fens = game.positions.into_iter().map(|(fen, _)| (fen, game.result as f32, number));
            places.extend(fens.take(enough - places.len()));
            Ok(ControlFlow::Continue(()))
        })?;
        run.check()?;
    }
    if places.is_empty() { Err(LearnError::NoPositions) } else { Ok(places) }
}

/// Returns up to `copies` positions that are a few random turns from a place, by a stream of random
/// numbers.
fn positions_near(
    (fen, result, game): &Place,
    variant: &Variant,
    hce: &search::HandCrafted,
    copies: usize,
    (seed, index): (u64, usize),
) -> std::result::Result<Vec<Made>, GameError> {
    let mut numbers = random_stream(seed, Purpose::Tuning, index);
    let origin = variant.game(fen).map_err(|error| GameError::fen(fen, error))?;
    let mut made = Vec::with_capacity(copies);
    for _ in 0..copies {
        let mut position = origin.clone();
        for _ in 0..numbers.random_range(1..=TURNS) {
            if !play_random_turns(&mut position, &mut numbers) {
                break;
            }
        }
        if position.outcome().is_some() {
            continue;
        }
        let value = hce(&position).ok_or(GameError::Foreign)?;
        let white = if position.side() == Color::White { value } else { -value };
        let score = white.clamp(-LIMIT, LIMIT) as i16;
        let sample = Sample { side: position.side(), score, result: *result, game: *game };
        let pieces = with_game!(&position, game => nets::all_pieces(game.position()).collect());
        made.push((pieces, sample));
    }
    Ok(made)
}
