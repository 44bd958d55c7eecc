//! Army against army: results in games whose sides begin with different pieces.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::Serialize;
use variants::{AnyGame, Color, PieceType};

use super::estimate::Estimate;
use crate::statistics::ResultCounts;

/// Results of one army against another.
#[derive(Clone, Debug, Serialize)]
pub struct ArmyPair {
    /// Pieces that the army has and the other has not.
    pub army: String,
    /// Pieces that the other has instead.
    pub against: String,
    /// Wins of the army.
    pub won: u64,
    /// Draws.
    pub drawn: u64,
    /// Losses.
    pub lost: u64,
    /// Number of games in which the army moved first.
    pub moved_first: u64,
    /// Expected score, from 0 to 1.
    pub score: Option<Estimate>,
    /// Advantage in Elo; ends of the interval may be infinite, which JSON shows as `null`.
    pub elo: Option<Estimate>,
}

impl ArmyPair {
    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Note on the order of moves, where one side of the pair always began.
    #[must_use]
    pub fn note(&self) -> Option<&'static str> {
        match self.moved_first {
            0 => Some("it never moved first, and its result includes that"),
            first if first == self.games() => {
                Some("it always moved first, and its result includes that")
            }
            _ => None,
        }
    }
}

/// Whether the sides of a position have different pieces.
#[must_use]
pub fn armies_differ(game: &AnyGame) -> bool {
    Color::ALL.iter().any(|&color| !surplus(game, color).is_empty())
}

/// Returns the pieces that a side has and the other has not.
fn surplus(game: &AnyGame, color: Color) -> String {
    let definition = game.definition();
    let more = |kind: PieceType| {
        let [own, theirs] = [color, !color].map(|color| game.piece_count(color, kind));
        let name = &definition.piece(kind).name;
        match own.saturating_sub(theirs) {
            0 => None,
            1 => Some(name.clone()),
            more => Some(format!("{name} ×{more}")),
        }
    };
    definition.piece_types().filter_map(more).collect::<Vec<_>>().join(", ")
}

/// Results of armies, by the pieces in which they differ.
#[derive(Clone, Debug, Default)]
pub(super) struct Armies(BTreeMap<(String, String), Tally>);

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    results: ResultCounts,
    moved_first: u64,
}

impl Armies {
    /// Adds a game that began in a position.
    pub(super) fn add(&mut self, start: &AnyGame, winner: Option<Color>) {
        let [white, black] = Color::ALL.map(|color| surplus(start, color));
        // Both sides' games with an army count for it.
        let (own, pair) = match white.cmp(&black) {
            Ordering::Equal => return,
            Ordering::Greater => (Color::White, (white, black)),
            Ordering::Less => (Color::Black, (black, white)),
        };
        let tally = self.0.entry(pair).or_default();
        tally.moved_first += u64::from(start.side() == own);
        match winner {
            Some(winner) if winner == own => tally.results.wins += 1,
            Some(_) => tally.results.losses += 1,
            None => tally.results.draws += 1,
        }
    }

    /// Returns the results, those of the most games first.
    pub(super) fn pairs(&self) -> Vec<ArmyPair> {
        let pair = |((army, against), tally): (&(String, String), &Tally)| {
            let (score, elo) = Estimate::of_results(tally.results);
            ArmyPair {
                army: army.clone(),
                against: if against.is_empty() { "nothing".to_owned() } else { against.clone() },
                won: tally.results.wins,
                drawn: tally.results.draws,
                lost: tally.results.losses,
                moved_first: tally.moved_first,
                score,
                elo,
            }
        };
        let mut pairs: Vec<_> = self.0.iter().map(pair).collect();
        pairs.sort_by_key(|pair| std::cmp::Reverse(pair.games()));
        pairs
    }
}

#[cfg(test)]
mod tests {
    use variants::Catalog;

    use super::*;

    #[test]
    fn armies_count_with_either_colour() {
        let chess = Catalog::builtin().get("chess").unwrap().clone();
        let variant = variants::Variant::compile(chess).unwrap();
        let game = |fen: &str| variant.game(fen).unwrap();
        assert!(!armies_differ(&variant.start()));
        let mut armies = Armies::default();
        let queen = game("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w - - 0 1");
        let rooks = game("1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w - - 0 1");
        assert!(armies_differ(&queen) && armies_differ(&rooks));
        armies.add(&variant.start(), Some(Color::White));
        armies.add(&queen, Some(Color::White));
        armies.add(&queen, None);
        armies.add(&rooks, Some(Color::White));
        let odds = game("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b - - 0 1");
        armies.add(&odds, Some(Color::Black));
        let pairs = armies.pairs();
        let shown = |pair: &ArmyPair| {
            let results = [pair.won, pair.drawn, pair.lost, pair.moved_first];
            (pair.army.clone(), pair.against.clone(), results)
        };
        let rooks = ("rook ×2".to_owned(), "queen".to_owned(), [1, 1, 1, 1]);
        assert_eq!(shown(&pairs[0]), rooks);
        assert_eq!(shown(&pairs[1]), ("queen".to_owned(), "nothing".to_owned(), [1, 0, 0, 1]));
        assert!(pairs[0].note().is_none() && pairs[1].note().unwrap().contains("always"));
    }
}
