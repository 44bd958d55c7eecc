//! Ratings of several engines, from all their games at once.
//!
//! Maximum likelihood ratings of the Bradley-Terry model, with draws as half a win and half a loss
//! (<https://www.chessprogramming.org/Elo_rating_system>) and a mean of 0. So that a perfect score
//! has a finite rating, every engine is given **one virtual draw** against an engine of average
//! strength; BayesElo and Ordo have such priors too (<https://www.remi-coulom.fr/Bayesian-Elo/>).
//!
//! Intervals are for the distance from the average of the field. They come from the information
//! matrix, and are corrected for draws and pairs as those of two engines are (a sandwich estimate:
//! H. White, *Maximum likelihood estimation of misspecified models*, Econometrica 50, 1982).

use super::elo::{Z95, design_effect};
use super::linear::Matrix;
use super::{Scores, logistic};

/// Ratings of all engines with games, the best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ratings {
    /// Rating of each engine that has games against others.
    pub list: Vec<Rating>,
    /// Whether the games connect all engines, at least through others; if not, ratings of different
    /// groups cannot be compared.
    pub connected: bool,
}

/// Rating of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Index in [`Scores::names`].
    pub engine: usize,
    /// Elo; the mean of all is 0.
    pub elo: f64,
    /// Half the width of the interval.
    pub margin: f64,
}

/// Elo per unit of log-odds.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Games of two players, by their indices among those with games.
struct Link {
    first: usize,
    second: usize,
    games: f64,
    points: f64,
    effect: f64,
}

impl Ratings {
    /// Computes the ratings of all engines with games.
    #[must_use]
    pub fn new(scores: &Scores) -> Self {
        let mut players: Vec<usize> =
            scores.pairings().flat_map(|(first, second, _)| [first, second]).collect();
        players.sort_unstable();
        players.dedup();
        let place = |engine| players.binary_search(&engine).ok();
        let links: Vec<Link> = scores
            .pairings()
            .filter_map(|(first, second, tally)| {
                let total = tally.total();
                Some(Link {
                    first: place(first)?,
                    second: place(second)?,
                    games: total.games() as f64,
                    points: total.points(),
                    effect: design_effect(tally),
                })
            })
            .collect();
        let odds = fit(players.len(), &links);
        let margins = margins(&odds, &links);
        let mean = odds.iter().sum::<f64>() / odds.len().max(1) as f64;
        let mut list: Vec<Rating> = players
            .iter()
            .zip(odds.iter().zip(margins))
            .map(|(&engine, (odds, margin))| Rating { engine, elo: (odds - mean) * UNIT, margin })
            .collect();
        list.sort_by(|a, b| b.elo.total_cmp(&a.elo).then(a.engine.cmp(&b.engine)));
        Ratings { list, connected: connected(players.len(), &links) }
    }
}

/// Returns the maximum likelihood log-odds, by Newton's method; the likelihood is strictly concave.
fn fit(players: usize, links: &[Link]) -> Vec<f64> {
    let mut odds = vec![0.0; players];
    for _ in 0..200 {
        let mut slope: Vec<f64> = odds.iter().map(|&own| 0.5 - logistic(own)).collect();
        for link in links {
            let expected = link.games * logistic(odds[link.first] - odds[link.second]);
            slope[link.first] += link.points - expected;
            slope[link.second] -= link.points - expected;
        }
        let Some(cholesky) = information(&odds, links, |_| 1.0).cholesky() else { break };
        let step = cholesky.solve(&slope);
        let longest = step.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
        // Far from the maximum a full step may overshoot.
        let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        for (odds, step) in odds.iter_mut().zip(&step) {
            *odds += scale * step;
        }
        if longest < 1e-9 {
            break;
        }
    }
    odds
}

/// Returns the Fisher information of the games and the virtual draws, each link weighted.
fn information(odds: &[f64], links: &[Link], weight: impl Fn(&Link) -> f64) -> Matrix {
    let mut matrix = Matrix::zeros(odds.len());
    for (place, &own) in odds.iter().enumerate() {
        matrix[(place, place)] = logistic(own) * logistic(-own);
    }
    for link in links {
        let Link { first, second, games, .. } = *link;
        let lead = odds[first] - odds[second];
        let part = weight(link) * games * logistic(lead) * logistic(-lead);
        matrix[(first, first)] += part;
        matrix[(second, second)] += part;
        matrix[(first, second)] -= part;
        matrix[(second, first)] -= part;
    }
    matrix
}

/// Returns half the width of each interval, in Elo.
fn margins(odds: &[f64], links: &[Link]) -> Vec<f64> {
    let players = odds.len();
    let Some(cholesky) = information(odds, links, |_| 1.0).cholesky() else {
        return vec![f64::INFINITY; players];
    };
    let middle = information(odds, links, |link| link.effect);
    let margin = |player: usize| {
        // Relative to the average of the field, whose own rating is unknown.
        let mut contrast = vec![-1.0 / players as f64; players];
        contrast[player] += 1.0;
        let variance = middle.form(&cholesky.solve(&contrast));
        Z95 * variance.max(0.0).sqrt() * UNIT
    };
    (0..players).map(margin).collect()
}

/// Whether all players are reachable from the first one.
fn connected(players: usize, links: &[Link]) -> bool {
    let mut group: Vec<usize> = (0..players).collect();
    for link in links {
        let (from, to) = (group[link.second], group[link.first]);
        for own in &mut group {
            if *own == from {
                *own = to;
            }
        }
    }
    group.windows(2).all(|two| two[0] == two[1])
}
