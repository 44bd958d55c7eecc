//! Second stage of a round: training a network on the positions of this round and of others.
//!
//! The first network is pretrained by imitating the HCE, unless the run starts from a network.
//! Later ones start from the best network so far: the time for training is too short to start anew.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use nets::train::{Parameters, Settings, Trainer, fit_scale, returns};
use nets::{Inputs, Samples};
use rayon::{ThreadPool, ThreadPoolBuilder};
use variants::counted;

use super::epochs::{Training, remove};
use super::origin;
use super::plan;
use super::pretrain::pretrain;
use super::rounds::Rounds;
use super::samples::{self, DataSet};
use super::stage_timer::StageTimer;
use super::state::{Games, Trained};
use super::{LearnError, Result};
use engine::files::write;
use engine::fingerprint::checksum;

/// Number of rounds whose positions are used: this one and those before. Scores of much weaker
/// networks are of little use.
const WINDOW: usize = 4;
/// First number of the rounds' data sets; external ones are numbered from 0.
const ROUNDS: u32 = 512;
/// Minimum and maximum number of epochs, if the time allows: each position also carries its game's
/// result, and with more epochs a network overfits to those.
const EPOCHS: [f64; 2] = [1.0, 4.0];
/// Time to measure the training speed, in seconds.
const MEASURE: f64 = 2.0;
/// Minimum number of steps per epoch, for few positions.
const STEPS: usize = 64;
/// Minimum batch size.
const BATCH: usize = 64;

/// Trains the network of the last round, if it is not trained yet.
///
/// # Errors
/// When the data sets are damaged, files cannot be read or written, or the user interrupts.
pub fn train(run: &mut Rounds<'_>) -> Result<()> {
    let index = run.last();
    let round = &run.state.rounds[index];
    if round.net.is_some() {
        return Ok(());
    }
    let (learn, mut timer) = (run.learn, StageTimer::after(round.seconds));
    let pool = ThreadPoolBuilder::new().num_threads(learn.budget.concurrency).build()?;
    let (training, data) = refine(run, index, &pool, &mut timer)?;
    let trainer = training.best();
    let settings = trainer.settings();
    let origin = origin::line(run, index, &data, trainer);
    let net = trainer.parameters().quantise(&learn.settings.variant, &origin)?;
    write(&learn.folder.net(index), &net.write())?;
    let losses = training.losses.clone();
    let trained = Trained { checksum: checksum(&net), data, scale: settings.scale, losses };
    let (epoch, [loss, others]) = trained.chosen();
    learn.display.line(&format!(
        "{}: {}, the best of {} is {epoch}, loss {loss:.5}, validation loss {others:.5}",
        run.title("training"),
        counted(data.positions, "position", "positions"),
        counted(settings.epochs as usize, "epoch", "epochs"),
    ));
    run.state.rounds[index].net = Some(trained.clone());
    run.note(timer.seconds())?;
    run.done("training", &trained)?;
    // The network is complete: its checkpoints are not needed any more.
    remove(&learn.folder.checkpoint(index));
    Ok(())
}

/// Continues from the best network so far, or the pretrained one where no network was better than
/// the HCE.
fn refine(
    run: &mut Rounds<'_>,
    index: usize,
    pool: &ThreadPool,
    timer: &mut StageTimer,
) -> Result<(Training, Games)> {
    let (learn, length) = (run.learn, run.state.rounds[index].length);
    let definition = learn.variant.definition();
    let (sources, most) = (sources(run, index), learn.budget.positions);
    let found = samples::read(&learn.definitions(), &sources, most, learn.stop)?;
    let (mut samples, data) = found.ok_or(LearnError::Interrupted)?;
    if samples.is_empty() {
        return Err(LearnError::NoPositions);
    }
    let scale = fit_scale(&samples);
    returns(&mut samples, scale, learn.settings.lambda);
    let path = learn.folder.checkpoint(index);
    let mut training = match Training::resume(&path, &Inputs::new(definition))? {
        Some(training) => training,
        None => {
            let settings = settings(run, index, samples.len(), scale);
            let start = match run.best(index)?.net {
                Some(net) => Parameters::from(&*net).grown(&settings)?,
                None => {
                    let imitation = pretrain(run, &sources, pool, timer)?;
                    imitation.best().parameters().clone()
                }
            };
            let epochs = match (run.state.rounds[index].epochs, learn.budget.epochs) {
                (Some(epochs), _) | (None, Some(epochs)) => epochs,
                (None, None) => {
                    let time = plan::training(length, timer.seconds());
                    let mut trial = Trainer::from_parameters(start.clone(), &settings);
                    let second = pool.install(|| speed(&mut trial, &samples, learn.stop));
                    run.check()?;
                    (time * second).clamp(EPOCHS[0], EPOCHS[1]) as u32
                }
            };
            run.state.rounds[index].epochs = Some(epochs);
            run.note(timer.seconds())?;
            Training::new(Trainer::from_parameters(start, &Settings { epochs, ..settings }))
        }
    };
    learn.display.stage(&run.title("training"));
    training.finish(run, &path, &samples, pool, timer)?;
    Ok((training, data))
}

/// Returns the data sets of a round's training, the newest first.
pub fn sources(run: &Rounds<'_>, index: usize) -> Vec<DataSet> {
    let first = (index + 1).saturating_sub(WINDOW);
    let played =
        |&round: &usize| run.state.rounds[round].games.is_some_and(|games| games.games > 0);
    let own = (first..=index).rev().filter(played).map(|round| DataSet {
        path: run.learn.folder.games(round),
        number: ROUNDS + round as u32,
    });
    let data = run.learn.settings.data.iter().zip(0..);
    own.chain(data.map(|(path, number)| DataSet { path: path.clone(), number })).collect()
}

fn settings(run: &Rounds<'_>, index: usize, positions: usize, scale: f32) -> Settings {
    let own = &run.learn.settings;
    let standard = Settings::default();
    Settings {
        hidden: own.hidden,
        buckets: own.buckets,
        scale,
        batch: (positions / STEPS).clamp(BATCH, standard.batch),
        seed: own.seed.wrapping_add(index as u64),
        rate: run.learn.budget.rate,
        ..standard
    }
}

/// Measures the training speed, in epochs per second.
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
