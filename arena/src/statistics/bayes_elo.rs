//! SPRT of cutechess-cli: BayesElo's draw model (Rémi Coulom, *Bayesian Elo rating*,
//! <https://www.remi-coulom.fr/Bayesian-Elo/>), game by game.
//!
//! The Elo difference and the draw rate ("draw Elo") give the probabilities of a win and a loss.
//! The draw rate is estimated from the games, with half a result more of each kind (Jeffreys'
//! prior); see cutechess' `projects/lib/src/sprt.cpp`.

use super::ResultCounts;

/// Probabilities of a win, a draw and a loss.
#[derive(Clone, Copy, Debug)]
struct Chances {
    win: f64,
    draw: f64,
    loss: f64,
}

impl Chances {
    /// Returns the probabilities at a difference in BayesElo.
    fn new(elo: f64, draw_elo: f64) -> Self {
        let probability = |elo: f64| 1.0 / (1.0 + 10f64.powf((draw_elo - elo) / 400.0));
        let (win, loss) = (probability(elo), probability(-elo));
        Chances { win, draw: 1.0 - win - loss, loss }
    }

    /// Returns the draw Elo that gives these probabilities.
    fn draw_elo(&self) -> f64 {
        let Chances { win, loss, .. } = self;
        200.0 * ((1.0 - loss) / loss * (1.0 - win) / win).log10()
    }
}

/// Log-likelihood ratio (LLR) of an Elo difference of `elo1` to one of `elo0`, both logistic.
pub fn llr(games: &ResultCounts, elo0: f64, elo1: f64) -> f64 {
    let [wins, draws, losses] =
        [games.wins, games.draws, games.losses].map(|count| count as f64 + 0.5);
    let total = wins + draws + losses;
    let seen = Chances { win: wins / total, draw: draws / total, loss: losses / total };
    let draw_elo = seen.draw_elo();
    let x = 10f64.powf(-draw_elo / 400.0);
    let scale = 4.0 * x / ((1.0 + x) * (1.0 + x));
    let [p0, p1] = [elo0, elo1].map(|elo| Chances::new(elo / scale, draw_elo));
    wins * (p1.win / p0.win).ln()
        + draws * (p1.draw / p0.draw).ln()
        + losses * (p1.loss / p0.loss).ln()
}
