//! Well-behaved and misbehaving engines: shell scripts.

#![cfg(unix)]

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use variants::{ByColor, Catalog};

use super::*;
use crate::{ClockRule, ClockState, EngineSpec, Program};

/// Answers all commands but `go`.
const POLITE: &str = r#"
    uci) echo "id name Script"
         echo "option name Hash type spin default 16 min 1 max 64"
         echo "option name UCI_Variant type combo default chess var chess var Pacific"
         echo "option name Style type combo default solid var solid var wild"
         echo "option name Book type string default <empty>"
         echo uciok ;;
    "setoption name Book value none") echo "info string option 'Book': none: no such file" ;;
    isready) echo readyok ;;
    position*) position=$line ;;
    quit) exit ;;
"#;

/// Returns a script with these cases for its input lines; they precede those of `POLITE`.
fn script(cases: &str) -> EngineSpec {
    let script = format!(r#"while read -r line; do case "$line" in {cases} {POLITE} esac; done"#);
    let program = Program::Command { path: PathBuf::from("sh"), args: vec!["-c".into(), script] };
    let limits = TurnLimits { depth: Some(1), ..TurnLimits::default() };
    EngineSpec { limits, ..EngineSpec::new("script", program) }
}

fn variant(name: &str) -> Variant {
    Variant::compile(Catalog::builtin().get(name).unwrap().clone()).unwrap()
}

/// Long where an answer is due, short where none comes.
fn patience() -> Patience {
    let (long, short) = (Duration::from_secs(20), Duration::from_millis(200));
    Patience { introduction: long, ready: long, stop: short, silence: short }
}

fn start(spec: &EngineSpec, game: &str, patience: Patience) -> Result<UciPlayer, Fault> {
    let mut player =
        UciPlayer::start_within(Launch::new(spec, &Arc::default()), &variant(game), patience)?;
    let setup = Setup {
        variant: &variant(game),
        fen: None,
        color: Color::White,
        limits: &spec.limits,
        opponent_limits: &spec.limits,
        opponent: "other",
        seed: 0,
    };
    player.new_game(&setup)?;
    Ok(player)
}

fn ask(player: &mut UciPlayer, deadline: Option<u64>) -> Result<Thought, Fault> {
    let game = variant("chess").start();
    let clocks = ByColor::new(ClockState::default(), ClockState::default());
    let turns = ["e2e4".to_owned(), "e7e5".to_owned()];
    let deadline = deadline.map(Duration::from_millis);
    let ask = Ask { game: &game, turns: &turns, clocks: &clocks, deadline, draw_offered: false };
    player.think(&ask)
}

fn turn(thought: &Thought) -> &str {
    match &thought.action {
        Action::Turn { text, .. } => text,
        other => panic!("{other:?}"),
    }
}

/// Checks the fault of an engine that runs these cases when it is to search.
#[track_caller]
fn check_fault(cases: &str, deadline: Option<u64>, kind: FaultKind, text: &str) {
    let mut player = start(&script(cases), "chess", patience()).unwrap();
    let fault = ask(&mut player, deadline).unwrap_err();
    assert_eq!(fault.kind, kind, "{fault}");
    assert!(fault.text.contains(text), "{fault}");
    assert_eq!(player.usable, !kind.needs_restart());
}

#[test]
fn a_question_and_its_answer() {
    // The lines it received come back as its move.
    let cases = r#"go*) echo "info depth 3 score cp 12 nodes 99 pv a1a1"
        echo "info string depth x"
        echo "bestmove $(echo "$position/$line" | tr ' ' _)" ;;"#;
    let mut player = start(&script(cases), "chess", patience()).unwrap();
    let thought = ask(&mut player, Some(20_000)).unwrap();
    assert_eq!(turn(&thought), "position_startpos_moves_e2e4_e7e5/go_depth_1");
    assert_eq!(thought.score, Some(crate::RecordedScore::Cp(12)));
    assert_eq!((thought.depth, thought.nodes), (Some(3), Some(99)));
    assert!(thought.elapsed > Duration::ZERO);
}

#[test]
fn a_program_of_xboards_protocol_is_named() {
    let text = r#"while read -r line; do case "$line" in
        protover*) echo "feature ping=1 done=1" ;;
        uci) echo "Error (unknown command): uci" ;;
        quit) exit ;;
        esac; done"#;
    let program =
        Program::Command { path: PathBuf::from("sh"), args: vec!["-c".into(), text.into()] };
    let spec = EngineSpec { program, ..script("") };
    let fault = start(&spec, "chess", patience()).unwrap_err();
    let expected = "it speaks XBoard's protocol, not UCI: expected proto=xboard";
    assert!(fault.kind == FaultKind::Start && fault.text.contains(expected), "{fault}");
    // Only slow.
    let mut player = start(
        &script("uci) sleep 2; echo uciok ;; go*) echo bestmove a1a1 ;;"),
        "chess",
        patience(),
    );
    assert_eq!(turn(&ask(player.as_mut().unwrap(), Some(20_000)).unwrap()), "a1a1");
}

#[test]
fn faults_of_a_search() {
    check_fault("go*) exit 3 ;;", Some(20_000), FaultKind::Crash, "exit status: 3");
    check_fault("go*) kill -SEGV $$ ;;", None, FaultKind::Crash, "SIGSEGV");
    check_fault("go*) exec >&- ; sleep 100 ;;", None, FaultKind::Crash, "still running");
    check_fault("go*) ;;", Some(100), FaultKind::Hang, "'stop' within 0.2 s");
    check_fault("go*) echo 'bestmove (none)' ;;", None, FaultKind::IllegalMove, "(none)");
    check_fault("go*) echo bestmove ;;", None, FaultKind::Protocol, "missing a move");
}

#[test]
fn reports_that_cannot_be_read_are_skipped() {
    let cases = r#"go*) echo "info depth 3 score cp 12"
        echo "info depth deep"
        echo "info score cp x"
        echo "bestmove e2e4" ;;"#;
    let mut player = start(&script(cases), "chess", patience()).unwrap();
    let thought = ask(&mut player, Some(20_000)).unwrap();
    assert_eq!(turn(&thought), "e2e4");
    assert_eq!((thought.score, thought.depth), (Some(crate::RecordedScore::Cp(12)), Some(3)));
}

#[test]
fn silence_is_asked_whether_it_is_alive() {
    // Alive: it answers after more than one silence timeout.
    let cases = "go*) (sleep 0.7; echo bestmove e2e4) & ;;";
    let mut player = start(&script(cases), "chess", patience()).unwrap();
    assert_eq!(turn(&ask(&mut player, None).unwrap()), "e2e4");
    let dead = Patience { ready: Duration::from_millis(500), ..patience() };
    let mut player = start(&script("go*) sleep 100 ;;"), "chess", dead).unwrap();
    let fault = ask(&mut player, None).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Hang);
    assert_eq!(fault.text, "no output for 0.2 s, nor an answer to 'isready' for 0.5 s");
}

#[test]
fn a_flood_is_stopped_also_when_it_never_ends() {
    let cases = r#"go*) yes "$(head -c 100000 /dev/zero | tr '\0' x)" ;;"#;
    check_fault(cases, Some(20_000), FaultKind::Protocol, "too much output");
    // A slow one does not outlast the deadline.
    let cases = "go*) while echo info string x; do sleep 0.01; done ;;";
    check_fault(cases, Some(100), FaultKind::Hang, "no answer within 100 ms");
}

#[test]
fn a_late_answer_is_told_from_none_and_from_the_next() {
    let cases = r#"
        go*) n=$((n + 1)); [ $n -gt 1 ] && echo "bestmove new" ;;
        stop) echo "bestmove old"; echo "bestmove older" ;;"#;
    let long = Patience { stop: Duration::from_secs(20), ..patience() };
    let mut player = start(&script(cases), "chess", long).unwrap();
    let fault = ask(&mut player, Some(50)).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Time);
    assert!(fault.text.contains("too late"), "{fault}");
    assert_eq!(turn(&ask(&mut player, Some(20_000)).unwrap()), "new");
}

#[test]
fn noise_is_passed_over() {
    let cases = r#"uci) printf 'hello\n\377\000\001\noption name Bad type float\n'; echo uciok ;;
        go*) head -c 1000000 /dev/zero | tr '\0' x; echo; printf '\r\n\377\n'
             echo bestmove e2e4 ;;"#;
    let mut player = start(&script(cases), "chess", patience()).unwrap();
    assert_eq!(turn(&ask(&mut player, Some(20_000)).unwrap()), "e2e4");
}

fn with(mut spec: EngineSpec, options: &[(&str, &str)]) -> EngineSpec {
    for (name, value) in options {
        spec.options.push(((*name).to_owned(), Some((*value).to_owned())));
    }
    spec
}

#[track_caller]
fn check_start(spec: EngineSpec, options: &[(&str, &str)], game: &str, expected: &str) {
    let spec = with(spec, options);
    let short = Duration::from_millis(500);
    let patience = match expected.starts_with("no '") {
        true => Patience { introduction: short, ready: short, ..patience() },
        false => patience(),
    };
    let fault = start(&spec, game, patience).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Start);
    assert!(fault.text.contains(expected), "{fault}");
}

#[test]
fn an_engine_that_cannot_play_so_does_not_start() {
    let good = || script("");
    check_start(good(), &[("Hsah", "8")], "chess", "unknown option 'Hsah'; close to it: 'Hash'");
    check_start(good(), &[("Hash", "100")], "chess", "option 'Hash': '100' is not from 1 to 64");
    let wild = "option 'Style': 'wlid' is not one of solid, wild";
    check_start(good(), &[("Style", "wlid")], "chess", wild);
    check_start(good(), &[("Book", "none")], "chess", "option 'Book': none: no such file");
    start(&with(good(), &[("style", "WILD"), ("Book", "some")]), "chess", patience()).unwrap();
    check_start(good(), &[], "capablanca", "does not play 'capablanca'; its games: chess, Pacific");
    check_start(good(), &[("Hash", "8")], "cheskers", "does not play 'cheskers'");
    let plain = || script("uci) echo uciok ;;");
    check_start(plain(), &[("Hash", "8")], "chess", "unknown option 'Hash'; it has no options");
    check_start(plain(), &[], "pacific", "does not play 'pacific': it has no option UCI_Variant");
    check_start(script("uci) ;;"), &[], "chess", "no 'uciok' within 0.5 s");
    check_start(script("isready) ;;"), &[], "chess", "no 'readyok' within 0.5 s");
    check_start(script("uci) exit 7 ;;"), &[], "chess", "exit status: 7");
    let dies = script("uci) echo 'first' >&2; echo 'no book.bin' >&2; exit 7 ;;");
    let expected = "(exit status: 7); its last lines on stderr: first | no book.bin";
    check_start(dies, &[], "chess", expected);
    let dumb = script("uci) echo 'usage: script' >&2 ;;");
    let expected = "within 0.5 s; its last lines on stderr: usage: script";
    check_start(dumb, &[], "chess", &format!("no 'uciok' {expected}"));
    let mut missing = good();
    missing.program = Program::Command { path: "no/such/program".into(), args: Vec::new() };
    check_start(missing, &[], "chess", "program 'no/such/program' not found");
}

#[test]
fn games_may_come_with_an_option() {
    let cases = r#"
        uci) n=$((n + 1)); echo "option name VariantPath type string default <empty>"
             echo "option name UCI_Variant type combo default chess var chess"
             [ $n -gt 1 ] && echo "option name UCI_Variant type combo var chess var capablanca"
             echo uciok ;;
        setoption*) told="$told/${line#setoption name }" ;;
        go*) echo "bestmove $(echo "$told" | tr ' ' _)" ;;"#;
    let mut spec = script(cases);
    spec.options.push(("variantpath".to_owned(), Some("some.ini".to_owned())));
    let mut player = start(&spec, "capablanca", patience()).unwrap();
    let told = "/VariantPath_value_some.ini/UCI_Variant_value_capablanca";
    assert_eq!(turn(&ask(&mut player, None).unwrap()), told);
}

#[test]
fn the_clock_is_told_of() {
    let cases = r#"go*) echo "bestmove $(echo "$line" | tr ' ' _)" ;;"#;
    let mut spec = script(cases);
    let rule = ClockRule { moves: None, base_ms: 1000, increment_ms: 0 };
    spec.limits = TurnLimits { clock: Some(rule), ..TurnLimits::default() };
    let mut player = start(&spec, "chess", patience()).unwrap();
    let clock =
        |ms| ClockState { remaining: Some(Duration::from_millis(ms)), ..ClockState::default() };
    let (game, clocks) = (variant("chess").start(), ByColor::new(clock(900), clock(0)));
    let ask = Ask { game: &game, turns: &[], clocks: &clocks, deadline: None, draw_offered: true };
    assert_eq!(turn(&player.think(&ask).unwrap()), "go_wtime_900_btime_1");
}

#[test]
fn all_can_be_stopped_at_once() {
    let stop: Arc<AtomicBool> = Arc::default();
    let spec = script("go*) ;;");
    let mut player =
        UciPlayer::start_within(Launch::new(&spec, &stop), &variant("chess"), patience()).unwrap();
    let begin = Instant::now();
    let stopper = Arc::clone(&stop);
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        stopper.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(ask(&mut player, Some(60_000)).unwrap_err().text, "it was stopped");
    drop(player);
    assert!(begin.elapsed() < Duration::from_secs(10));
}

/// Plays a turn, ponders, and plays another; returns the engine's last answer.
fn after_pondering(cases: &str, reply: &str) -> Result<Thought, Fault> {
    let ponder = "uci) echo 'option name Ponder type check default false'; echo uciok ;;";
    let spec = EngineSpec { ponders: true, ..script(&format!("{ponder} {cases}")) };
    let mut player = start(&spec, "chess", patience()).unwrap();
    let clock = ClockState { remaining: Some(Duration::from_secs(60)), ..ClockState::default() };
    let clocks = ByColor::new(clock, clock);
    let deadline = Some(Duration::from_secs(60));
    let mut game = variant("chess").start();
    let mut turns = Vec::new();
    for turn in ["e2e4", reply] {
        let ask =
            Ask { game: &game, turns: &turns, clocks: &clocks, deadline, draw_offered: false };
        if turn == "e2e4" {
            player.think(&ask)?;
        } else {
            player.ponder(&ask);
        }
        game.play_turn(turn).unwrap();
        turns.push(turn.to_owned());
    }
    let ask = Ask { game: &game, turns: &turns, clocks: &clocks, deadline, draw_offered: false };
    player.think(&ask)
}

#[test]
fn pondering() {
    // Its lines come back as its move.
    let cases = r#"go\ ponder*) pondered=$position/$line ;;
        ponderhit) echo "bestmove hit/$(echo "$pondered" | tr ' ' _)" ;;
        stop) pondered=stopped; echo bestmove d2d4 ;;
        go*) echo "bestmove e2e4$pondered ponder e7e5" ;;"#;
    let hit = after_pondering(cases, "e7e5").unwrap();
    let expected =
        "hit/position_startpos_moves_e2e4_e7e5/go_ponder_wtime_60000_btime_60000_depth_1";
    assert_eq!(turn(&hit), expected);
    let miss = after_pondering(cases, "c7c5").unwrap();
    assert_eq!(turn(&miss), "e2e4stopped");
    // An expected turn that is illegal, or none.
    for word in ["ponder e2e4", "ponder x", ""] {
        let cases =
            format!(r#"go\ ponder*) echo "bestmove a1a1" ;; go*) echo "bestmove d2d4 {word}" ;;"#);
        assert_eq!(turn(&after_pondering(&cases, "e7e5").unwrap()), "d2d4", "{word}");
    }
    let silent = r#"go\ ponder*) ;; go*) echo "bestmove e2e4 ponder e7e5" ;;"#;
    let fault = after_pondering(silent, "c7c5").unwrap_err();
    assert_eq!((fault.kind, &*fault.text), (FaultKind::Hang, "no answer to 'stop' within 0.2 s"));
    let spec = EngineSpec { ponders: true, ..script("") };
    let fault = start(&spec, "chess", patience()).unwrap_err();
    assert_eq!(fault.text, "it does not ponder: it has no option Ponder");
}
