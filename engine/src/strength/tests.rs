//! Moves below full strength, in every game.

use std::collections::HashSet;

use search::{Control, Engine, Limits, SearchRequest};
use variants::{AnyGame, Color};

use super::*;
use crate::evaluation::Evaluations;
use crate::library::Library;
use crate::search_job::{SearchOutput, real_time, run_search};

/// Players of one game at any strength.
struct Players {
    weak: Engine,
    full: Engine,
    evaluations: Evaluations,
}

impl Players {
    fn new() -> Self {
        let weak = weak_engine().unwrap();
        Players { weak, full: Engine::new(1, 4).unwrap(), evaluations: Evaluations::default() }
    }

    fn think(
        &mut self,
        game: &AnyGame,
        strength: Strength,
        limits: Limits,
        seed: u64,
    ) -> SearchOutput {
        let (clock, control) = (real_time(), Control::new());
        let request = SearchRequest::new(game, limits, &clock, &control);
        let evaluation = self.evaluations.of(game.definition());
        match strength.handicap() {
            Some(handicap) => {
                weak_search(&mut self.weak, &request, &evaluation, handicap, seed, &mut |_| {})
            }
            None => {
                self.full.new_game();
                run_search(&mut self.full, &request, &evaluation, &mut |_| {})
            }
        }
    }

    /// Returns the move of a strength.
    fn mv(&mut self, game: &AnyGame, strength: Strength, seed: u64) -> String {
        self.think(game, strength, Limits::default(), seed).best.unwrap().text
    }
}

fn game(name: &str, fen: &str) -> AnyGame {
    Library::builtin().variant(name, None).unwrap().game(fen).unwrap()
}

#[test]
fn weak_moves_are_legal_in_every_game() {
    let library = Library::builtin();
    let mut players = Players::new();
    for name in library.names() {
        let mut game = library.variant(&name, None).unwrap().start();
        for turn in 0..6 {
            let strength = Strength::skill(turn % 3 * 4);
            let output = players.think(&game, strength, Limits::default(), 5);
            let Some(best) = output.best else { break };
            if let Some(ponder) = output.ponder {
                let mut after = game.clone();
                after.play_turn(&best.text).unwrap();
                assert!(after.play_turn(&ponder.text).is_ok(), "{name} {}", ponder.text);
            }
            game.play_turn(&best.text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(output.score.is_some() && output.nodes < 40_000, "{name}");
        }
    }
}

#[test]
fn a_seed_decides_the_moves() {
    let mut players = Players::new();
    let game = Library::builtin().variant("cheskers", None).unwrap().start();
    let once = players.mv(&game, Strength::level(1), 1);
    assert_eq!(players.mv(&game, Strength::level(1), 1), once);
    let all: HashSet<_> = (0..20).map(|seed| players.mv(&game, Strength::level(1), seed)).collect();
    assert!(all.len() >= 3, "{all:?}");
}

#[test]
fn stricter_limits_of_the_caller_hold() {
    let mut players = Players::new();
    let game = Library::builtin().variant("chess", None).unwrap().start();
    let output = players.think(&game, Strength::level(8), Limits::depth(1), 1);
    assert_eq!(output.depth, 1);
    let output = players.think(&game, Strength::level(8), Limits::nodes(100), 1);
    assert!(output.nodes <= 100);
}

/// Checks that weak levels keep a piece: with every seed they play a move that begins with one of
/// these.
#[track_caller]
fn keep(name: &str, fen: &str, moves: &[&str]) {
    let game = game(name, fen);
    let mut players = Players::new();
    for level in [1, 2, 3, 5] {
        for seed in 0..20 {
            let mv = players.mv(&game, Strength::level(level), seed);
            let is_good = moves.iter().any(|begin| mv.starts_with(begin));
            assert!(is_good, "{name} level {level} seed {seed}: {mv}");
        }
    }
}

#[test]
fn an_attacked_piece_is_kept() {
    let knight = "rnbq1rk1/pp2bppp/2pp1n2/4N3/4P3/8/PPPP1PPP/RNBQKB1R w KQ - 0 4";
    let safe = ["e5f3", "e5c4", "e5d3", "e5g4"];
    keep("chess", knight, &safe);
    keep("crazyhouse", &knight.replace(" w", "[] w"), &safe);
    keep("xiangqi", "3k5/9/9/9/9/2p6/2R6/9/9/4K4 w - - 0 1", &["c4"]);
    keep("shogi", "4k4/9/9/9/4p4/4G4/9/9/4K4[] w - - 0 1", &["e4"]);
}

#[test]
fn a_man_is_not_offered() {
    let men = "8/8/8/4m3/8/2M5/8/6M1 w - - 0 1";
    keep("english-draughts", men, &["c3b4", "g1"]);
    keep("russian-draughts", men, &["c3b4", "g1"]);
}

#[test]
fn chiefs_are_kept_in_whole_turns() {
    let mut players = Players::new();
    let mut game = Library::builtin().variant("chesimals", None).unwrap().start();
    for turn in 0..4 {
        let mv = players.mv(&game, Strength::level(1), turn);
        game.play_turn(&mv).unwrap();
        let full = players.think(&game, Strength::FULL, Limits::depth(1), 0).score.unwrap();
        assert!(ordering_score(full).abs() < 1000, "{mv}: {full:?}");
    }
}

/// Plays a game between two strengths, the first with White, and returns its result for White: by the
/// rules, or by a clear advantage at the end.
fn play(players: &mut Players, [white, black]: [Strength; 2], seed: u64) -> i32 {
    let mut game = Library::builtin().variant("chess", None).unwrap().start();
    for _ in 0..60 {
        let strength = if game.side() == Color::White { white } else { black };
        let limits = if strength.is_full() { Limits::nodes(4000) } else { Limits::default() };
        let Some(best) = players.think(&game, strength, limits, seed).best else { break };
        game.play_turn(&best.text).unwrap();
        if game.outcome().is_some() {
            break;
        }
    }
    if let Some(outcome) = game.outcome() {
        return match outcome.winner {
            Some(Color::White) => 1,
            Some(Color::Black) => -1,
            None => 0,
        };
    }
    let eval = search::evaluate_any(&game, None, None);
    let eval = if game.side() == Color::White { eval } else { -eval };
    i32::from(eval > 250) - i32::from(eval < -250)
}

#[test]
fn higher_levels_win() {
    let mut players = Players::new();
    for (low, high) in [(1, 4), (4, 10)] {
        let pair = [Strength::level(high), Strength::level(low)];
        let mut sum = 0;
        for seed in 0..3 {
            sum += play(&mut players, pair, seed);
            sum -= play(&mut players, [pair[1], pair[0]], seed);
        }
        assert!(sum >= 3, "level {high} against {low}: {sum}");
    }
}
