//! Provenance of networks: a line in each, and a file beside the best one.

use std::path::PathBuf;

use nets::train::Trainer;
use serde::Serialize;
use variants::counted;

use super::Result;
use super::folder::read;
use super::match_score::{MatchScore, whole};
use super::plan::Settings;
use super::rounds::Rounds;
use super::state::{FittedWeights, Games};
use engine::files::write;

/// Version of the engine.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Returns the provenance line in a round's network. It depends on the settings and the games only,
/// so that the same games give the same file.
pub fn line(run: &Rounds<'_>, index: usize, data: &Games, trainer: &Trainer) -> String {
    let Settings { nodes, seed, lambda, from, .. } = &run.learn.settings;
    let best = run.state.best(index).and_then(|best| run.state.rounds[best].net.as_ref());
    let known = best.map(|net| &net.checksum).or(from.as_ref());
    let from = known.map_or("an imitation of the weights", String::as_str);
    let Games { games, positions } = data;
    let (round, epochs) = (index + 1, trainer.epochs());
    let games = counted(*games, "game", "games");
    let positions = counted(*positions, "position", "positions");
    let nodes = counted(*nodes as usize, "node", "nodes");
    let epochs = counted(epochs as usize, "epoch", "epochs");
    let how = format!("{epochs} from {from}, lambda {lambda}");
    format!(
        "menagerie {VERSION} learn: round {round}, {positions} of {games} of {nodes} a turn, \
         {how}, seed {seed}"
    )
}

/// Provenance file of the best network.
#[derive(Serialize)]
struct Origin<'a> {
    engine: String,
    net: Net<'a>,
    /// Command lines of the run.
    commands: &'a [String],
    /// Fit of the weights that the first network was pretrained with, where the variant has none.
    weights: Option<Weights>,
    /// Settings that determine which games are played.
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
    /// Games of this round only.
    games: usize,
    positions: usize,
    epochs: usize,
    /// Validation loss of the network.
    loss: f64,
    kept: bool,
    #[serde(rename = "against-last")]
    against_last: Option<Outcome>,
}

#[derive(Serialize)]
struct Outcome {
    elo: Option<f64>,
    /// Interval of 95 %.
    low: Option<f64>,
    high: Option<f64>,
    wins: u64,
    draws: u64,
    losses: u64,
}

impl Outcome {
    fn new(score: &MatchScore) -> Option<Self> {
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

/// Copies the best network so far, with its provenance, to the run's folder.
///
/// # Errors
/// When a file cannot be read or written.
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
    // Local folders are of no use to others.
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
    Ok(write(&folder.origin(variant), text.as_bytes())?)
}
