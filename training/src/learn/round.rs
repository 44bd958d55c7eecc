//! Round of a run: games, training, SPRT match.

use super::match_score::LATER_NET;
use super::rounds::Rounds;
use super::state::Round;
use super::{Result, fit_weights, generate, origin, plan, train};

/// Resumes the unfinished round, now of this length, or begins a new one.
///
/// # Errors
/// When a file cannot be read or written, a game cannot be played, or the user interrupts.
pub fn round(run: &mut Rounds<'_>, length: f64) -> Result<()> {
    if run.state.done() == run.state.rounds.len() {
        run.state.rounds.push(Round { length, ..Round::default() });
    } else if let Some(round) = run.state.rounds.last_mut() {
        round.length = length;
    }
    run.state.save(&run.learn.folder)?;
    generate::games(run)?;
    fit_weights::fit_weights(run)?;
    train::train(run)?;
    test(run)?;
    origin::write_best(run)
}

/// Plays the last round's network against the best one before it.
fn test(run: &mut Rounds<'_>) -> Result<()> {
    let index = run.last();
    let (new, last) = (run.evaluation_of(index)?, run.best(index)?);
    let Round { length, seconds, .. } = run.state.rounds[index];
    let time = plan::test(length, seconds);
    let against = if last.net.is_some() { "the last net" } else { "the weights" };
    // A net that the run was given may come from far more games.
    let prior = run.state.best(index).map(|_| LATER_NET);
    let title = run.title("test");
    let path = run.learn.folder.test(index);
    let test = run.compare([&new, &last], index as u64, &path, (time, prior), (&title, against))?;
    run.state.rounds[index].test = Some(test);
    run.done("test", &test)
}
