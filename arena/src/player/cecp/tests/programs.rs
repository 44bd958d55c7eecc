//! Games of real programs against random moves.

use std::env;
use std::path::PathBuf;

use super::*;
use crate::ClockRule;

/// Maximum number of turns per game, unless `MENAGERIE_TEST_TURNS` is set.
const TURNS: usize = 30;

/// Variable that names another engine to test, as `MENAGERIE_TEST_XBOARD=/usr/bin/ENGINE`; it plays
/// chess.
const OTHER: &str = "MENAGERIE_TEST_XBOARD";

/// Returns our own engine: the binary beside the tests, if it was built.
fn own_engine() -> Option<Program> {
    let tests = env::current_exe().ok()?;
    let name = format!("menagerie{}", env::consts::EXE_SUFFIX);
    let path = tests.parent()?.parent()?.join(name);
    if !path.is_file() {
        println!("skipped: there is no {}; build it with: cargo build", path.display());
        return None;
    }
    Some(Program::Command { path, args: Vec::new() })
}

fn turn_limit() -> usize {
    let wished = env::var("MENAGERIE_TEST_TURNS").ok();
    wished.and_then(|text| text.parse().ok()).unwrap_or(TURNS)
}

/// Settings of a test game.
struct Trial<'a> {
    variant: &'a Variant,
    fen: Option<&'a str>,
    seed: u64,
    limits: TurnLimits,
}

impl Trial<'_> {
    fn start(&self) -> AnyGame {
        self.fen.map_or(self.variant.start(), |fen| self.variant.game(fen).unwrap())
    }

    /// Plays a game; a side without a player makes random moves. Returns all turns, and whether an
    /// engine resigned.
    fn play(&self, mut players: ByColor<Option<&mut CecpPlayer>>) -> (Vec<String>, bool) {
        for color in [Color::White, Color::Black] {
            if let Some(player) = &mut players[color] {
                let setup = setup(self.variant, self.fen, color, &self.limits);
                player.new_game(&setup).unwrap_or_else(|fault| panic!("{fault}"));
            }
        }
        let (mut game, mut turns, mut numbers) =
            (self.start(), Vec::new(), random_numbers(self.seed));
        let rule =
            self.limits.clock.unwrap_or(ClockRule { moves: None, base_ms: 0, increment_ms: 0 });
        let clock = ClockState {
            remaining: self.limits.clock.map(|rule| Duration::from_millis(rule.base_ms)),
            increment: Duration::from_millis(rule.increment_ms),
            moves_to_go: None,
        };
        let mut clocks = ByColor::new(clock, clock);
        let (mut result, mut resigned) = (GameResult::Draw, false);
        while turns.len() < turn_limit() {
            if let Some(outcome) = game.outcome() {
                result = GameResult::won_by(outcome.winner);
                break;
            }
            let side = game.side();
            // An opening of three turns, which the engine receives at once.
            let Some(player) = players[side].as_mut().filter(|_| turns.len() >= 3) else {
                turns.extend(random_turn(&mut game, &mut numbers));
                continue;
            };
            let deadline = Some(Duration::from_secs(60));
            let ask =
                Ask { game: &game, turns: &turns, clocks: &clocks, deadline, draw_offered: false };
            let thought = player.think(&ask).unwrap_or_else(|fault| panic!("{fault}: {turns:?}"));
            if let Some(left) = &mut clocks[side].remaining {
                *left = left.saturating_sub(thought.elapsed) + clock.increment;
                // An engine that did not know its clock would take longer.
                assert!(thought.elapsed < Duration::from_secs(3), "{:?}", thought.elapsed);
            }
            match thought.action {
                Action::Turn { text, .. } => {
                    game.play_turn(&text).unwrap_or_else(|error| panic!("{error}: {turns:?}"));
                    turns.push(text);
                }
                Action::Resign => {
                    result = GameResult::won_by(Some(!side));
                    resigned = true;
                    break;
                }
                other => panic!("{other:?} after {turns:?}"),
            }
        }
        for player in [Color::White, Color::Black] {
            if let Some(player) = &mut players[player] {
                player.game_over(result, "the test ends", &turns);
            }
        }
        (turns, resigned)
    }

    /// Our own engine has to have the position after all turns, or before the last, which it may
    /// not have received.
    fn check_position(&self, player: &mut CecpPlayer, turns: &[String]) {
        let mut game = self.start();
        turns.iter().for_each(|turn| game.play_turn(turn).unwrap());
        let last = game.fen();
        game.undo_turn();
        let found = fen_of(player);
        assert!([last, game.fen()].contains(&found), "{found} after {turns:?}");
    }
}

fn against_random(player: &mut CecpPlayer, color: Color) -> ByColor<Option<&mut CecpPlayer>> {
    let mut players = ByColor::new(None, None);
    players[color] = Some(player);
    players
}

/// Returns the position of our own engine.
fn fen_of(player: &mut CecpPlayer) -> String {
    player.link.send(CecpRequest::Force);
    player.link.send_line("d");
    let said = player.link.synchronize().unwrap();
    let fen = said.iter().find_map(|reply| match reply {
        CecpReply::Comment(text) => text.strip_prefix("Fen: "),
        _ => None,
    });
    fen.unwrap().to_owned()
}

#[test]
fn our_own_engine_plays_every_game() {
    let Some(program) = own_engine() else { return };
    let mut spec = spec(program);
    spec.options = vec![("ResignScore".to_owned(), Some("0".to_owned()))];
    for (seed, name) in (0..).zip(GAMES) {
        let variant = variant(name);
        let mut player = CecpPlayer::start(Launch::new(&spec, &Arc::default()), &variant).unwrap();
        let middle = {
            let (mut game, mut numbers) = (variant.start(), random_numbers(seed));
            (0..7).for_each(|_| drop(random_turn(&mut game, &mut numbers)));
            game.fen()
        };
        let mut played = Vec::new();
        for fen in [None, Some(&*middle)] {
            for color in [Color::White, Color::Black] {
                let trial = Trial { variant: &variant, fen, seed, limits: spec.limits };
                let (turns, _) = trial.play(against_random(&mut player, color));
                trial.check_position(&mut player, &turns);
                played.push(turns.len());
            }
        }
        println!("{name}: {played:?} turns");
        assert!(played.iter().all(|&turns| turns > 5), "{name}: {played:?}");
    }
}

#[test]
fn our_own_engine_plays_itself_on_a_clock() {
    let Some(program) = own_engine() else { return };
    let clock = Some(ClockRule { moves: None, base_ms: 300, increment_ms: 10 });
    let limits = TurnLimits { clock, ..TurnLimits::default() };
    let spec = EngineSpec { limits, ..spec(program) };
    for name in ["cheskers", "chesimals2"] {
        let variant = variant(name);
        let start = || CecpPlayer::start(Launch::new(&spec, &Arc::default()), &variant).unwrap();
        let (mut white, mut black) = (start(), start());
        let trial = Trial { variant: &variant, fen: None, seed: 3, limits };
        let (turns, resigned) = trial.play(ByColor::new(Some(&mut white), Some(&mut black)));
        println!("{name}: {} turns, resigned: {resigned}", turns.len());
        trial.check_position(&mut white, &turns);
        trial.check_position(&mut black, &turns);
        assert!(resigned || turns.len() > 10, "{turns:?}");
    }
}

#[test]
fn our_own_engine_plays_on_other_boards() {
    let Some(program) = own_engine() else { return };
    let definition = Catalog::builtin().get("chesica").unwrap().clone();
    let resized = Arc::new(definition.resized("10x10".parse().unwrap()).unwrap());
    let variant = Variant::compile(resized).unwrap();
    let mut spec = spec(program);
    spec.options = vec![("Hash".to_owned(), Some("8".to_owned()))];
    let mut player = CecpPlayer::start(Launch::new(&spec, &Arc::default()), &variant).unwrap();
    let trial = Trial { variant: &variant, fen: None, seed: 1, limits: spec.limits };
    let (turns, _) = trial.play(against_random(&mut player, Color::Black));
    trial.check_position(&mut player, &turns);
    assert!(turns.len() > 10, "{turns:?}");
}

#[test]
fn another_engine_plays_chess() {
    let Some(path) = env::var_os(OTHER).map(PathBuf::from) else {
        println!("skipped: {OTHER} names no engine");
        return;
    };
    let variant = variant("chess");
    let mut spec = spec(Program::Command { path, args: Vec::new() });
    spec.limits = TurnLimits { move_time_ms: Some(1000), depth: Some(3), ..spec.limits };
    let mut player = CecpPlayer::start(Launch::new(&spec, &Arc::default()), &variant).unwrap();
    for (seed, color) in [(1, Color::White), (2, Color::Black)] {
        let trial = Trial { variant: &variant, fen: None, seed, limits: spec.limits };
        let (turns, resigned) = trial.play(against_random(&mut player, color));
        println!("{} turns, resigned: {resigned}", turns.len());
    }
}
