//! Table of results: of two engines as the report and the curve have it, of several as ratings.

use arena::report::Summary;
use arena::report::table::{interval, signed};
use arena::statistics::{EloEstimate, Ratings};
use variants::counted;

use super::messages::Row;

/// Returns the engines, the best first.
pub(super) fn rows(summary: &Summary) -> Vec<Row> {
    let scores = summary.statistics().scores();
    let difference = estimate(summary);
    let rows = Ratings::new(scores).list.into_iter().map(|rating| {
        let total = scores.of(rating.engine).total();
        let (elo, interval) = match &difference {
            Some(elo) if rating.engine == 0 => (signed(elo.elo), interval(elo.bounds)),
            Some(elo) => (signed(-elo.elo), interval((-elo.bounds.1, -elo.bounds.0))),
            None => (signed(rating.elo), format!("± {:.1}", rating.margin)),
        };
        Row {
            name: scores.names().get(rating.engine).cloned().unwrap_or_default(),
            elo,
            interval,
            games: total.games(),
            wins: total.wins,
            draws: total.draws,
            losses: total.losses,
            points: total.points(),
        }
    });
    rows.collect()
}

/// Returns the Elo difference of the first of two engines to the second, in words.
pub(super) fn difference(summary: &Summary) -> String {
    let games = counted(summary.statistics().tally().games() as usize, "game", "games");
    let words = |elo: EloEstimate| {
        format!("Elo {} after {games} (95 %: {})", signed(elo.elo), interval(elo.bounds))
    };
    estimate(summary).map(words).unwrap_or_default()
}

fn estimate(summary: &Summary) -> Option<EloEstimate> {
    let statistics = summary.statistics();
    let are_two = statistics.scores().names().len() == 2;
    are_two.then(|| EloEstimate::new(&statistics.tally())).flatten()
}
