//! Where nets come from: a line within each, and a file beside the best.

use std::path::PathBuf;

use anyhow::Result;
use nets::train::Trainer;
use serde::Serialize;

use super::folder::read;
use super::plan::Settings;
use super::rounds::Rounds;
use super::score::{Score, whole};
use super::state::{FittedWeights, Games};
use engine::files::write;

/// The version of the engine.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a round's net says of itself. It hangs on nothing but the settings and the games, so that
/// the same games give the same net.
pub fn line(run: &Rounds<'_>, index: usize, data: &Games, trainer: &Trainer) -> String {
    let Settings { nodes, seed, lambda, from, .. } = &run.learn.settings;
    let best = run.state.best(index).and_then(|best| run.state.rounds[best].net.as_ref());
    let known = best.map(|net| &net.checksum).or(from.as_ref());
    let from = known.map_or("an imitation of the weights", String::as_str);
    let Games { games, positions } = data;
    let (round, epochs) = (index + 1, trainer.epochs());
    let how = format!("{epochs} epochs from {from}, lambda {lambda}");
    format!(
        "menagerie {VERSION} learn: round {round}, {positions} positions of {games} games of {nodes} \
         nodes a turn, {how}, seed {seed}"
    )
}

/// The file beside the best net.
#[derive(Serialize)]
struct Origin<'a> {
    engine: String,
    net: Net<'a>,
    /// The commands that led to it.
    commands: &'a [String],
    /// How the weights were fitted that the first net imitates, where the game has none.
    weights: Option<Weights>,
    /// All that decides which games are played.
    settings: Settings,
    #[serde(rename = "against-hand-made")]
    against_hand_made: Option<Outcome>,
    rounds: Vec<Round<'a>>,
}

#[derive(Serialize)]
struct Net<'a> {
    checksum: &'a str,
    round: usize,
    games: usize,
    positions: usize,
}

#[derive(Serialize)]
struct Weights {
    games: usize,
    positions: usize,
    #[serde(rename = "against-hand-made")]
    against_hand_made: Option<Outcome>,
}

impl From<&FittedWeights> for Weights {
    fn from(fitted: &FittedWeights) -> Self {
        let FittedWeights { data: Games { games, positions }, test, .. } = *fitted;
        Weights { games, positions, against_hand_made: Outcome::new(&test.score) }
    }
}

#[derive(Serialize)]
struct Round<'a> {
    net: &'a str,
    /// Of this round alone.
    games: usize,
    positions: usize,
    epochs: usize,
    /// How far the net is from positions of other games than it was trained with.
    loss: f64,
    kept: bool,
    #[serde(rename = "against-last")]
    against_last: Option<Outcome>,
}

#[derive(Serialize)]
struct Outcome {
    elo: Option<f64>,
    /// The interval of 95 %.
    low: Option<f64>,
    high: Option<f64>,
    wins: u64,
    draws: u64,
    losses: u64,
}

impl Outcome {
    fn new(score: &Score) -> Option<Self> {
        let elo = score.elo()?;
        let total = score.tally().total();
        let number = |elo: f64| elo.is_finite().then(|| whole(elo));
        Some(Outcome {
            elo: number(elo.elo),
            low: number(elo.bounds.0),
            high: number(elo.bounds.1),
            wins: total.wins,
            draws: total.draws,
            losses: total.losses,
        })
    }
}

/// Puts the best net so far, and where it comes from, where the user finds them.
///
/// # Errors
/// When they cannot be read or written.
pub fn write_best(run: &Rounds<'_>) -> Result<()> {
    let (state, folder) = (&run.state, &run.learn.folder);
    let Some(best) = state.best(state.rounds.len()) else { return Ok(()) };
    let variant = &run.learn.settings.variant;
    let trained = |round: usize| state.rounds[round].net.as_ref();
    let Some(net) = trained(best) else { return Ok(()) };
    let round = |index: usize| {
        let (round, net) = (&state.rounds[index], trained(index)?);
        let (games, test) = (round.games?, round.test?);
        let (epochs, [_, loss]) = net.chosen();
        Some(Round {
            net: &net.checksum,
            games: games.games,
            positions: games.positions,
            epochs,
            loss,
            kept: test.kept,
            against_last: Outcome::new(&test.score),
        })
    };
    // Whoever gets the net has no use for the folders of this machine.
    let names = state.settings.data.iter().filter_map(|path| path.file_name());
    let data = names.map(PathBuf::from).collect();
    let origin = Origin {
        engine: format!("menagerie {VERSION}"),
        net: Net {
            checksum: &net.checksum,
            round: best + 1,
            games: net.data.games,
            positions: net.data.positions,
        },
        commands: &state.commands,
        weights: state.better_weights().map(Weights::from),
        settings: Settings { data, ..state.settings.clone() },
        against_hand_made: state.against_hand_made(best).and_then(|score| Outcome::new(&score)),
        rounds: (0..state.rounds.len()).filter_map(round).collect(),
    };
    let text = toml::to_string(&origin)?;
    write(&folder.best(variant), &read(&folder.net(best))?)?;
    write(&folder.origin(variant), text.as_bytes())
}
