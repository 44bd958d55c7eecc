//! First stage of a round: self-play games, for their quiet positions.

use std::ops::ControlFlow;

use variants::counted;

use super::display::Progress;
use super::plan;
use super::rounds::Rounds;
use super::stage_timer::StageTimer;
use super::state::Games;
use super::{LearnError, Result};
use crate::selfplay::{DataHeader, Generation, Store, Until, evaluation_name, generate};
use engine::evaluation::Evaluation;

/// Plays the games of the last round, if they are not played yet.
///
/// # Errors
/// When they cannot be played or written, or the user interrupts.
pub fn games(run: &mut Rounds<'_>) -> Result<()> {
    let index = run.last();
    let round = &run.state.rounds[index];
    if round.games.is_some() {
        return Ok(());
    }
    let mut timer = StageTimer::after(round.seconds);
    let found = match run.learn.budget.games.unwrap_or(u32::MAX) {
        0 if run.learn.settings.data.is_empty() => return Err(LearnError::NoGames),
        0 => Games { games: 0, positions: 0 },
        most => play(run, index, most, &mut timer)?,
    };
    run.note(timer.seconds())?;
    run.check()?;
    run.state.rounds[index].games = Some(found);
    run.done("games", &found)?;
    let Games { games, positions } = found;
    let positions = counted(positions, "position", "positions");
    run.learn.display.line(&format!("{}: {games}, with {positions}", run.title("games")));
    Ok(())
}

/// Plays the games of a round, at most `most`, until there are enough positions or its time is
/// over.
fn play(run: &mut Rounds<'_>, index: usize, most: u32, timer: &mut StageTimer) -> Result<Games> {
    let (learn, length) = (run.learn, run.state.rounds[index].length);
    let enough = learn.budget.positions;
    learn.display.stage(&run.title("games"));
    let settings = &learn.settings;
    let evaluation = Evaluation { blend: Some(settings.blend), ..run.player(index)? };
    let header = DataHeader {
        variant: settings.variant.clone(),
        fingerprint: settings.fingerprint.clone(),
        nodes: settings.nodes,
        opening: settings.opening,
        // Each round has different games.
        seed: settings.seed.wrapping_add(index as u64),
        engine: Some(env!("CARGO_PKG_VERSION").to_owned()),
        evaluation: Some(evaluation_name(&evaluation)),
    };
    let store = Store::open(&learn.folder.games(index), &header, &mut |_| {
        let goes_on = run.check().is_ok();
        Ok(if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    let mut store = store.ok_or(LearnError::Interrupted)?;
    let known = store.numbers.clone();
    let plan = Generation {
        variant: learn.variant,
        header: &header,
        evaluation: &evaluation,
        games: most,
        known: &known,
        shard: None,
        concurrency: learn.budget.concurrency,
    };
    let until = Until { stop: learn.stop, at: timer.at(plan::games(length)) };
    generate::<LearnError>(&plan, &until, &mut |game| {
        if let Some(game) = game {
            store.add(&game)?;
        }
        let seconds = timer.seconds();
        if timer.is_due() {
            run.note(seconds)?;
        }
        let (games, positions) = (store.numbers.len(), store.positions);
        let by_time = seconds / plan::games(length);
        let by_number = (games as f64 / f64::from(most)).max(positions as f64 / enough as f64);
        let part = by_time.max(by_number);
        let left = (plan::games(length) - seconds).min(seconds / part - seconds);
        let progress = Progress { part, left, all: run.left(seconds) };
        learn.display.show(
            progress,
            &format!(
                "{}, {}",
                counted(games, "game", "games"),
                counted(positions, "position", "positions")
            ),
        );
        let is_enough = positions >= enough;
        Ok(if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    Ok(Games { games: store.numbers.len(), positions: store.positions })
}
