//! Built-in baseline players: random and greedy.

use std::sync::Arc;
use std::time::Instant;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use variants::{AnyGame, Definition, Game, Position, courses, with_game};

use super::{Action, Ask, Player, Setup, Thought};
use crate::random::random_turn;
use crate::{Fault, FaultKind, GameResult};

/// Value of a turn that wins the game: more than all material.
const WIN: i64 = 1 << 40;

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
    with_game!(game, game => {
        let steps = most_won(game, values, numbers);
        courses(game.position(), &steps).into_iter().next().map(|turn| turn.text)
    })
}

/// Whether a turn in progress is complete.
fn is_over<P: Position>(game: &Game<P>) -> bool {
    game.position().is_turn_start() || game.position().decided().is_some()
}

/// Returns one of the turns with the largest gain.
fn most_won<P: Position>(
    game: &mut Game<P>,
    values: &[i64],
    numbers: &mut ChaCha8Rng,
) -> Vec<P::Step> {
    let mut firsts = Vec::new();
    game.legal_steps(&mut firsts);
    let mut best = (i64::MIN, Vec::new());
    // Number of equal turns, to choose among them with equal probability.
    let mut equals = 0u32;
    for first in firsts {
        let (gain, steps) = go_on(game, first, values, numbers);
        if gain > best.0 {
            (best, equals) = ((gain, steps), 1);
        } else if gain == best.0 {
            equals += 1;
            if numbers.random_range(0..equals) == 0 {
                best.1 = steps;
            }
        }
    }
    best.1
}

/// Returns the gain of a turn that begins with a step and continues with the most valuable
/// captures, or with random steps where the turn must go on; and its steps.
fn go_on<P: Position>(
    game: &mut Game<P>,
    first: P::Step,
    values: &[i64],
    numbers: &mut ChaCha8Rng,
) -> (i64, Vec<P::Step>) {
    let side = game.position().side();
    let mut gain = won(game.position(), first, values);
    let mut made = vec![first];
    game.play(first);
    let mut steps = Vec::new();
    while !is_over(game) {
        game.tactical_steps(&mut steps);
        let position = game.position();
        let worth = |step: P::Step| won(position, step, values);
        let takes = steps.iter().copied().filter(|&step| position.step_info(step).is_some());
        let best = takes.map(|step| (worth(step), step)).max_by_key(|&(worth, _)| worth);
        let next = best.filter(|&(worth, _)| worth > 0).or_else(|| {
            let end = steps.iter().copied().find(|&step| position.step_info(step).is_none());
            end.map(|end| (0, end))
        });
        let next = next.or_else(|| {
            game.legal_steps(&mut steps);
            let step = *steps.choose(numbers)?;
            Some((won(game.position(), step, values), step))
        });
        let Some((worth, step)) = next else { break };
        gain += worth;
        made.push(step);
        game.play(step);
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    if let Some(winner) = winner {
        gain = if winner == side { WIN } else { -WIN };
    }
    for _ in &made {
        game.undo();
    }
    (gain, made)
}

/// Returns the gain of a step: the captured piece and the promotion.
fn won<P: Position>(position: &P, step: P::Step, values: &[i64]) -> i64 {
    let value = |kind: variants::PieceType| values.get(kind.index()).copied().unwrap_or(0);
    let mut gain = 0;
    position.victims(step, |_, victim| gain += value(victim.kind()));
    if let Some(step_info) = position.step_info(step)
        && let Some(kind) = step_info.promotion
    {
        gain += value(kind) - value(step_info.piece.kind());
    }
    gain
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
