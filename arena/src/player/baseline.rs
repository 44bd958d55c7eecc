//! Built-in baseline players: random and greedy.

use std::sync::Arc;
use std::time::Instant;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use variants::{AnyGame, Definition};

use super::{Action, Ask, Player, Setup, Thought};
use crate::random::random_turn;
use crate::{Fault, FaultKind, GameResult};

/// Move selection of a baseline player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taste {
    /// Random steps with equal probability; a turn of several steps ends at random too.
    Random,
    /// Turn with the largest immediate gain of material; random among equals.
    Greedy,
}

/// Baseline player. Its moves follow from [`Setup::seed`] and the game alone.
#[derive(Debug)]
pub struct BaselinePlayer {
    name: String,
    taste: Taste,
    numbers: ChaCha8Rng,
    worths: Option<Worths>,
}

/// Piece values of a game, in centipawns, by [`PieceType::index`].
///
/// [`PieceType::index`]: variants::PieceType::index
#[derive(Debug)]
struct Worths {
    definition: Arc<Definition>,
    values: Vec<i64>,
}

impl BaselinePlayer {
    /// Returns a player of random moves.
    #[must_use]
    pub fn random(name: &str) -> Self {
        BaselinePlayer::new(name, Taste::Random)
    }

    /// Returns a player of the most valuable captures.
    #[must_use]
    pub fn greedy(name: &str) -> Self {
        BaselinePlayer::new(name, Taste::Greedy)
    }

    fn new(name: &str, taste: Taste) -> Self {
        let numbers = ChaCha8Rng::seed_from_u64(0);
        BaselinePlayer { name: name.to_owned(), taste, numbers, worths: None }
    }
}

impl Player for BaselinePlayer {
    fn new_game(&mut self, setup: &Setup<'_>) -> Result<(), Fault> {
        self.numbers = ChaCha8Rng::seed_from_u64(setup.seed);
        self.numbers.set_stream(setup.color as u64);
        let definition = setup.variant.definition();
        let known = self.worths.as_ref().is_some_and(|w| Arc::ptr_eq(&w.definition, definition));
        if self.taste == Taste::Greedy && !known {
            let values = search::piece_values(&setup.variant.start(), None);
            let values = values.into_iter().map(i64::from).collect();
            self.worths = Some(Worths { definition: Arc::clone(definition), values });
        }
        Ok(())
    }

    fn think(&mut self, ask: &Ask<'_>) -> Result<Thought, Fault> {
        let begin = Instant::now();
        let mut game = ask.game.clone();
        let values = self.worths.as_ref().map(|worths| worths.values.as_slice());
        let text = choose(&mut game, values, &mut self.numbers).ok_or_else(|| Fault {
            engine: self.name.clone(),
            kind: FaultKind::IllegalMove,
            text: "no legal move".to_owned(),
        })?;
        let action = Action::Turn { text, offers_draw: false };
        Ok(Thought { action, elapsed: begin.elapsed(), score: None, depth: None, nodes: None })
    }

    fn game_over(&mut self, _result: GameResult, _reason: &str, _turns: &[String]) {}
}

/// Chooses a turn: greedy where piece values are given, otherwise random. Returns `None` if nothing
/// is legal.
fn choose(game: &mut AnyGame, values: Option<&[i64]>, numbers: &mut ChaCha8Rng) -> Option<String> {
    let Some(values) = values else { return random_turn(game, numbers) };
    search::greedy_turn(game, values, &mut |count| numbers.random_range(0..count))
}

#[cfg(test)]
mod tests {
    use variants::{ByColor, Catalog, Color, Variant};

    use super::*;
    use crate::TurnLimits;

    fn variant(name: &str) -> Variant {
        Variant::compile(Catalog::builtin().get(name).unwrap().clone()).unwrap()
    }

    fn begin(player: &mut BaselinePlayer, variant: &Variant, color: Color, seed: u64) {
        let limits = TurnLimits::default();
        let setup = Setup {
            variant,
            fen: None,
            color,
            limits: &limits,
            opponent_limits: &limits,
            opponent: "b",
            seed,
        };
        player.new_game(&setup).unwrap();
    }

    fn answer(player: &mut BaselinePlayer, game: &AnyGame) -> String {
        let clocks = ByColor::default();
        let ask = Ask { game, turns: &[], clocks: &clocks, deadline: None, draw_offered: false };
        match player.think(&ask).unwrap().action {
            Action::Turn { text, offers_draw: false } => text,
            other => panic!("{other:?}"),
        }
    }

    /// Checks all turns that a greedy player chooses with many seeds, sorted.
    #[track_caller]
    fn greedy(name: &str, fen: &str, expected: &[&str]) {
        let variant = variant(name);
        let game = variant.game(fen).unwrap();
        let mut player = BaselinePlayer::greedy("greedy");
        let mut found: Vec<String> = (0..60)
            .map(|seed| {
                begin(&mut player, &variant, game.side(), seed);
                answer(&mut player, &game)
            })
            .collect();
        found.sort();
        found.dedup();
        assert_eq!(found, expected, "{fen}");
    }

    #[test]
    fn greed_takes_most() {
        greedy("chess", "k7/8/8/3q1r2/4P3/8/8/K7 w - - 0 1", &["e4d5"]);
        // Two rooks: either of them.
        greedy("chess", "k7/8/8/3r1r2/4P3/8/8/K7 w - - 0 1", &["e4d5", "e4f5"]);
        greedy("chess", "8/4P3/8/8/8/k7/8/K7 w - - 0 1", &["e7e8q"]);
        // A mate is better than a queen.
        greedy("chess", "k7/8/1K6/8/8/8/7q/7R w - - 0 1", &["h1h2"]);
        greedy("chess", "k7/8/1K6/3p4/4P3/8/8/2R5 w - - 0 1", &["c1c8"]);
    }

    #[test]
    fn greed_jumps_and_marches() {
        // Of two armies, the one that captures two units with two of its own; then it stops.
        let fen = "16/k15/q15/16/16/4hh10/4EE10/4D11/16/9o6/8T7/Q15 w - - 0 1";
        let variant = variant("chesimals");
        let game = variant.game(fen).unwrap();
        let mut player = BaselinePlayer::greedy("greedy");
        for seed in 0..5 {
            begin(&mut player, &variant, game.side(), seed);
            let turn = answer(&mut player, &game);
            let mut after = game.clone();
            after.play_turn(&turn).unwrap();
            assert!(!after.fen().contains('h'), "{turn}: {}", after.fen());
        }
        // Without captures one unit moves, and no more.
        begin(&mut player, &variant, Color::White, 1);
        let turn = answer(&mut player, &variant.start());
        assert!(!turn.contains(','), "{turn}");
    }

    #[test]
    fn turns_are_legal_and_repeat() {
        for name in Catalog::builtin().names() {
            let variant = variant(name);
            let mut games = Vec::new();
            for seed in [1, 1, 2] {
                let mut players =
                    [BaselinePlayer::random("random"), BaselinePlayer::greedy("greedy")];
                begin(&mut players[0], &variant, Color::White, seed);
                begin(&mut players[1], &variant, Color::Black, seed);
                let mut game = variant.start();
                let mut turns = Vec::new();
                for _ in 0..6 {
                    if game.outcome().is_some() {
                        break;
                    }
                    let turn = answer(&mut players[game.side() as usize], &game);
                    game.play_turn(&turn).unwrap_or_else(|error| panic!("{name}: {error}"));
                    turns.push(turn);
                }
                games.push(turns);
            }
            assert_eq!(games[0], games[1], "{name}");
            assert_ne!(games[0], games[2], "{name}");
        }
    }

    #[test]
    fn every_move_is_played_at_random() {
        let variant = variant("chess");
        let mut player = BaselinePlayer::random("random");
        let mut found = std::collections::BTreeSet::new();
        for seed in 0..300 {
            begin(&mut player, &variant, Color::White, seed);
            found.insert(answer(&mut player, &variant.start()));
        }
        assert_eq!(found.len(), 20);
    }
}
