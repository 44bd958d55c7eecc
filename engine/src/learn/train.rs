//! The second stage of a round: a net is trained with the positions of this round and of others.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use nets::train::{Parameters, Settings, Trainer, fit_scale};
use nets::{Inputs, Net, Samples};
use rayon::ThreadPoolBuilder;
use serde::{Deserialize, Serialize};

use super::clock::Clock;
use super::display::Progress;
use super::folder::{read, write};
use super::origin;
use super::plan;
use super::round::Rounds;
use super::samples::{self, Source};
use super::state::{Games, Trained};
use crate::selfplay::checksum;

/// The rounds whose positions are learnt from: this one and those before. What far weaker nets
/// thought of positions teaches little.
const WINDOW: usize = 4;
/// Data sets of rounds are numbered from here, those of others from 0.
const ROUNDS: u32 = 512;
/// Times that positions are gone through, if that fits the time: with fewer a net is raw, more do
/// not make it better.
const EPOCHS: [f64; 2] = [4.0, 40.0];
/// Seconds that it is measured how fast training is.
const MEASURE: f64 = 2.0;
/// Steps in an epoch, at least, where there are few positions.
const STEPS: usize = 64;
/// The smallest batch.
const BATCH: usize = 64;

/// A training after an epoch, on disk: a line of this, then the trainer.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Checkpoint {
    losses: Vec<[f64; 2]>,
}

/// Trains the net of the last round, if it is not yet trained.
///
/// # Errors
/// When the data sets are damaged, files cannot be read or written, or the user interrupts.
pub fn train(run: &mut Rounds<'_>) -> Result<()> {
    let index = run.last();
    let round = &run.state.rounds[index];
    if round.net.is_some() {
        return Ok(());
    }
    let (learn, mut clock) = (run.learn, Clock::after(round.seconds));
    learn.display.stage(&run.title("training"));
    let definition = learn.variant.definition();
    let (samples, data) = samples::read(definition, &sources(run, index), &|| run.check())?;
    ensure!(!samples.is_empty(), "no positions to learn from: more time or games are needed");
    let pool = ThreadPoolBuilder::new().num_threads(learn.budget.concurrency).build()?;
    let scale = fit_scale(&samples);
    let inputs = Inputs::new(definition);
    let (mut trainer, mut losses) = match resume(run, index, &inputs)? {
        Some(found) => found,
        None => {
            let settings = settings(run, index, &samples, scale);
            let epochs = match (round.epochs, learn.budget.epochs) {
                (Some(epochs), _) | (None, Some(epochs)) => epochs,
                (None, None) => {
                    let time = plan::training(round.length, clock.seconds());
                    let mut trial = begin(run, index, &inputs, &settings)?;
                    let second = pool.install(|| speed(&mut trial, &samples, learn.stop));
                    run.check()?;
                    (time * second).clamp(EPOCHS[0], EPOCHS[1]) as u32
                }
            };
            run.state.rounds[index].epochs = Some(epochs);
            run.note(clock.seconds())?;
            let settings = Settings { epochs, ..settings };
            (begin(run, index, &inputs, &settings)?, Vec::new())
        }
    };
    let all = trainer.settings().epochs;
    let first = trainer.epochs();
    let begun = Instant::now();
    while trainer.epochs() < all {
        let epoch = trainer.epochs();
        let text = losses.last().map_or(String::new(), |[training, validation]| {
            format!(", loss {training:.5}, of other games {validation:.5}")
        });
        let mut show = |part: f32| {
            let done = f64::from(epoch) + f64::from(part);
            let gone = begun.elapsed().as_secs_f64();
            let left = gone / (done - f64::from(first)).max(1e-3) * (f64::from(all) - done);
            let progress =
                Progress { part: done / f64::from(all), left, all: run.left(clock.seconds()) };
            let Games { positions, .. } = data;
            let text = format!("{positions} positions, epoch {} of {all}{text}", epoch + 1);
            learn.display.show(progress, &text);
        };
        let found = pool.install(|| trainer.epoch(&samples, learn.stop, &mut show));
        let Some(found) = found else {
            run.note(clock.seconds())?;
            run.check()?;
            bail!("the training ended early");
        };
        let loss = [found.training, found.validation];
        ensure!(loss.iter().all(|loss| loss.is_finite()), "the training has gone astray");
        losses.push(loss);
        save(run, index, &trainer, &losses)?;
        if clock.is_due() {
            run.note(clock.seconds())?;
        }
    }
    let origin = origin::line(run, index, &data, &trainer);
    let net = trainer.parameters().quantise(&learn.settings.variant, &origin)?;
    write(&learn.folder.net(index), &net.write())?;
    let trained = Trained { checksum: checksum(&net), data, scale, losses };
    let [training, validation] = trained.losses.last().copied().unwrap_or_default();
    learn.display.line(&format!(
        "{}: {} positions, {all} epochs, loss {training:.5}, of other games {validation:.5}",
        run.title("training"),
        data.positions
    ));
    run.state.rounds[index].net = Some(trained.clone());
    run.note(clock.seconds())?;
    run.done("training", &trained)?;
    // The net is there: what led to it is not needed any more.
    let _ = std::fs::remove_file(learn.folder.checkpoint(index));
    Ok(())
}

/// The data sets that a round's net is trained with, the newest first.
fn sources(run: &Rounds<'_>, index: usize) -> Vec<Source> {
    let first = (index + 1).saturating_sub(WINDOW);
    let played =
        |&round: &usize| run.state.rounds[round].games.is_some_and(|games| games.games > 0);
    let own = (first..=index)
        .rev()
        .filter(played)
        .map(|round| Source { path: run.learn.folder.games(round), number: ROUNDS + round as u32 });
    let data = run.learn.settings.data.iter().zip(0..);
    own.chain(data.map(|(path, number)| Source { path: path.clone(), number })).collect()
}

fn settings(run: &Rounds<'_>, index: usize, samples: &Samples, scale: f32) -> Settings {
    let own = &run.learn.settings;
    let standard = Settings::default();
    Settings {
        hidden: own.hidden,
        buckets: own.buckets,
        result: own.result,
        scale,
        batch: (samples.len() / STEPS).clamp(BATCH, standard.batch),
        seed: own.seed.wrapping_add(index as u64),
        ..standard
    }
}

/// A trainer that begins with the best net so far, where there is one: the part of the time that is
/// for training is too short to learn all anew, and the positions that the net was trained with are
/// there still.
fn begin(run: &Rounds<'_>, index: usize, inputs: &Inputs, settings: &Settings) -> Result<Trainer> {
    Ok(match run.best(index)?.net {
        Some(net) => Trainer::from_parameters(Parameters::of(&net)?, settings),
        None => Trainer::new(inputs, settings)?,
    })
}

/// How many times the positions are gone through in a second, about.
fn speed(trial: &mut Trainer, samples: &Samples, stop: &AtomicBool) -> f64 {
    let (begun, enough) = (Instant::now(), AtomicBool::new(false));
    let mut part = 0.0;
    trial.epoch(samples, &enough, &mut |done| {
        part = f64::from(done);
        if begun.elapsed().as_secs_f64() >= MEASURE || stop.load(Ordering::Relaxed) {
            enough.store(true, Ordering::Relaxed);
        }
    });
    part / begun.elapsed().as_secs_f64().max(1e-3)
}

fn save(run: &Rounds<'_>, index: usize, trainer: &Trainer, losses: &[[f64; 2]]) -> Result<()> {
    let mut bytes = serde_json::to_vec(&Checkpoint { losses: losses.to_vec() })?;
    bytes.push(b'\n');
    bytes.extend(trainer.save());
    write(&run.learn.folder.checkpoint(index), &bytes)
}

/// The training of a round where it was interrupted, if it was, with its losses.
fn resume(
    run: &Rounds<'_>,
    index: usize,
    inputs: &Inputs,
) -> Result<Option<(Trainer, Vec<[f64; 2]>)>> {
    let path = run.learn.folder.checkpoint(index);
    if !path.exists() {
        return Ok(None);
    }
    let bytes = read(&path)?;
    (|| {
        let end = bytes.iter().position(|&byte| byte == b'\n').context("no first line")?;
        let Checkpoint { losses } = serde_json::from_slice(&bytes[..end])?;
        let trainer = Trainer::restore(&bytes[end + 1..], inputs)?;
        ensure!(losses.len() == trainer.epochs() as usize, "{} losses", losses.len());
        Ok(Some((trainer, losses)))
    })()
    .with_context(|| {
        format!("{} is damaged: remove it, and the training begins anew", path.display())
    })
}

/// Reads the net of a round.
///
/// # Errors
/// When it is not there, or is another.
pub fn net(run: &Rounds<'_>, index: usize) -> Result<Net> {
    let path = run.learn.folder.net(index);
    let bytes = read(&path)?;
    let shown = path.display();
    let net = Net::read(&bytes, run.learn.variant.definition());
    let net = net.with_context(|| format!("cannot use {shown}"))?;
    let known = run.state.rounds[index].net.as_ref();
    let known = known.with_context(|| format!("{shown} is not yet trained"))?;
    let sum = checksum(&net);
    ensure!(known.checksum == sum, "{shown} is another net: {sum}, not {}", known.checksum);
    Ok(net)
}
