//! Well-behaved and misbehaving engines: shell scripts.

use std::path::PathBuf;

use super::*;
use crate::{ClockRule, RecordedScore};

/// Answers all commands but moves and `go`.
const POLITE: &str = r#"
    protover*) echo "feature done=0 ping=1 setboard=1 usermove=1 san=0 colors=0 name=1 memory=1"
               echo "feature variants=\"normal,cheskers\" option=\"Style -combo *calm /// wild\""
               echo "feature option=\"Book -check 0\" myname=\"Script 1\" done=1" ;;
    ping*) echo "pong ${line#ping }" ;;
    quit) exit ;;
"#;

/// Returns a script with these cases for its input lines; they precede those of `POLITE`. Its input
/// is copied to standard error.
fn script(cases: &str) -> EngineSpec {
    let script = format!(
        r#"while read -r line; do echo "$line" >&2; case "$line" in {cases} {POLITE} esac; done"#
    );
    spec(Program::Command { path: PathBuf::from("sh"), args: vec!["-c".into(), script] })
}

/// Long where an answer is due, short where none comes.
fn patience() -> Patience {
    let (long, short) = (Duration::from_secs(20), Duration::from_millis(200));
    Patience { features: long, introduction: long, answer: long, stop: short, silence: long }
}

fn start(spec: &EngineSpec, game: &str, patience: Patience) -> Result<CecpPlayer, Fault> {
    let variant = variant(game);
    let mut player =
        CecpPlayer::start_within(Launch::new(spec, &Arc::default()), &variant, patience)?;
    player.new_game(&setup(&variant, None, Color::White, &spec.limits))?;
    Ok(player)
}

#[test]
fn a_program_of_uci_is_named() {
    let script = r#"while read -r line; do case "$line" in
        xboard) echo "Unknown command: 'xboard'. Type help for more information." ;;
        uci) echo "id name Script"; echo uciok ;;
        quit) exit ;;
        esac; done"#;
    let spec = spec(Program::Command {
        path: PathBuf::from("sh"),
        args: vec!["-c".into(), script.into()],
    });
    let fault = start(&spec, "chess", patience()).unwrap_err();
    let expected = "it speaks UCI, not XBoard's protocol: expected proto=uci";
    assert!(fault.kind == FaultKind::Start && fault.text.contains(expected), "{fault}");
}

/// Requests White's turn after some turns.
fn ask_after(
    player: &mut CecpPlayer,
    turns: &[&str],
    deadline: Option<u64>,
    draw_offered: bool,
) -> Result<Thought, Fault> {
    let mut game = variant("chess").start();
    turns.iter().for_each(|turn| game.play_turn(turn).unwrap());
    let turns: Vec<String> = turns.iter().map(|&turn| turn.to_owned()).collect();
    let clock =
        |ms| ClockState { remaining: Some(Duration::from_millis(ms)), ..ClockState::default() };
    let clocks = ByColor::new(clock(61_239), clock(5_000));
    let deadline = deadline.map(Duration::from_millis);
    player.think(&Ask { game: &game, turns: &turns, clocks: &clocks, deadline, draw_offered })
}

fn ask(player: &mut CecpPlayer, deadline: Option<u64>) -> Result<Thought, Fault> {
    ask_after(player, &["e2e4", "e7e5"], deadline, false)
}

fn turn(thought: &Thought) -> &str {
    match &thought.action {
        Action::Turn { text, .. } => text,
        other => panic!("{other:?}"),
    }
}

fn turn_of(text: &str) -> Action {
    Action::Turn { text: text.to_owned(), offers_draw: false }
}

#[test]
fn a_game_and_what_is_told_of_it() {
    let cases = r#"
        go) echo "3 12 5 99 g1f3"; echo "move g1f3" ;;
        *b8c6) echo "tellics hello"; echo "1 ... f1b5" ;;"#;
    let mut spec = script(cases);
    spec.limits = TurnLimits {
        clock: Some(ClockRule { moves: Some(40), base_ms: 61_500, increment_ms: 500 }),
        depth: Some(7),
        ..TurnLimits::default()
    };
    spec.options = vec![
        ("style".to_owned(), Some("WILD".to_owned())),
        ("Book".to_owned(), Some("true".to_owned())),
        ("Hash".to_owned(), Some("64".to_owned())),
    ];
    spec.init = vec!["egtpath x".to_owned()];
    let log = std::env::temp_dir().join(format!("menagerie-cecp-{}.log", std::process::id()));
    spec.stderr = Some(log.clone());
    let mut player = start(&spec, "chess", patience()).unwrap();
    let thought = ask(&mut player, Some(20_000)).unwrap();
    assert_eq!(turn(&thought), "g1f3");
    assert_eq!(
        (thought.score, thought.depth, thought.nodes),
        (Some(RecordedScore::Cp(12)), Some(3), Some(99))
    );
    assert!(thought.elapsed > Duration::ZERO);
    let turns = ["e2e4", "e7e5", "g1f3", "b8c6"];
    let thought = ask_after(&mut player, &turns, Some(20_000), true).unwrap();
    assert_eq!((turn(&thought), thought.score), ("f1b5", None));
    player.game_over(GameResult::Draw, "by {agreement}", &[]);
    drop(player);
    let sent = std::fs::read_to_string(&log).unwrap();
    let _ = std::fs::remove_file(log);
    let answers = |line: &&str| !line.starts_with("accepted") && !line.starts_with("ping");
    let sent: Vec<&str> = sent.lines().filter(answers).collect();
    assert_eq!(
        sent,
        [
            "xboard",
            "protover 2",
            "option Style=wild",
            "option Book=1",
            "memory 64",
            "egtpath x",
            "force",
            "new",
            "force",
            "level 40 1:02 0.5",
            "sd 7",
            "post",
            "easy",
            "computer",
            "name other",
            "usermove e2e4",
            "usermove e7e5",
            "time 6123",
            "otim 500",
            "go",
            "draw",
            "time 6123",
            "otim 500",
            "usermove b8c6",
            "result 1/2-1/2 {by (agreement)}",
            "quit",
        ]
    );
}

#[test]
fn what_an_engine_can_do_instead_of_moving() {
    for (said, offered, expected) in [
        ("resign", false, Action::Resign),
        ("offer draw", true, Action::AcceptDraw),
        ("offer draw\\nmove g1f3", false, Action::Turn { text: "g1f3".into(), offers_draw: true }),
        (
            "1-0 {White mates}",
            false,
            Action::Claim { result: GameResult::White, comment: "White mates".into() },
        ),
        ("12. ... g1f3", false, turn_of("g1f3")),
        ("Error (unknown command): name\\nmove g1-f3", false, turn_of("g1f3")),
    ] {
        let mut player = start(&script(&format!("go) printf '{said}\\n' ;;")), "chess", patience());
        let player = player.as_mut().unwrap();
        let thought = ask_after(player, &["e2e4", "e7e5"], Some(20_000), offered).unwrap();
        assert_eq!(thought.action, expected, "{said}");
        assert!(player.usable);
    }
}

#[test]
fn what_comes_behind_a_move_is_heard_with_the_next_question() {
    let turns = ["e2e4", "e7e5", "g1f3", "b8c6"];
    let claim = "go) echo move g1f3; echo '0-1 {I feel bad}' ;; usermove*) echo move f1b5 ;;";
    let mut player = start(&script(claim), "chess", patience()).unwrap();
    assert_eq!(turn(&ask(&mut player, Some(20_000)).unwrap()), "g1f3");
    let thought = ask_after(&mut player, &turns, Some(20_000), false).unwrap();
    let comment = "I feel bad".to_owned();
    assert_eq!(thought.action, Action::Claim { result: GameResult::Black, comment });
    let twice = "go) echo move g1f3; echo move g1f3 ;; usermove*) echo move f1b5 ;;";
    let mut player = start(&script(twice), "chess", patience()).unwrap();
    assert_eq!(turn(&ask(&mut player, Some(20_000)).unwrap()), "g1f3");
    let fault = ask_after(&mut player, &turns, Some(20_000), false).unwrap_err();
    assert_eq!(
        (fault.kind, &*fault.text),
        (FaultKind::Protocol, "'move g1f3' though it was not its turn")
    );
}

#[test]
fn what_was_said_in_one_game_is_not_for_the_next() {
    let cases = "go) echo move g1f3; echo offer draw; echo '1-0 {x}'; echo move e1e2 ;;";
    let spec = script(cases);
    let mut player = start(&spec, "chess", patience()).unwrap();
    for _ in 0..2 {
        let thought = ask(&mut player, Some(20_000)).unwrap();
        assert_eq!(thought.action, turn_of("g1f3"));
        player.game_over(GameResult::Draw, "", &[]);
        player.new_game(&setup(&variant("chess"), None, Color::White, &spec.limits)).unwrap();
    }
}

/// Checks the fault of an engine that runs these cases when it is to think.
#[track_caller]
fn check_fault(cases: &str, deadline: Option<u64>, kind: FaultKind, text: &str) {
    let mut player = start(&script(cases), "chess", patience()).unwrap();
    let fault = ask(&mut player, deadline).unwrap_err();
    assert_eq!(fault.kind, kind, "{fault}");
    assert!(fault.text.contains(text), "{fault}");
    assert_eq!(player.usable, !kind.needs_restart());
}

#[test]
fn faults_of_a_search() {
    let long = Some(20_000);
    check_fault("go) exit 3 ;;", long, FaultKind::Crash, "exit status: 3");
    check_fault("go) ;;", Some(100), FaultKind::Hang, "no answer within 100 ms, nor to '?'");
    check_fault("go) ;; '?') echo move a2a3 ;;", Some(100), FaultKind::Time, "too late");
    check_fault("go) ;; '?') echo resign ;;", Some(100), FaultKind::Time, "too late");
    check_fault("go) echo move e4e6 ;;", long, FaultKind::IllegalMove, "'move e4e6': the pawn");
    check_fault("go) echo move Nf4 ;;", long, FaultKind::IllegalMove, "no knight of yours");
    check_fault("go) echo move ;;", long, FaultKind::Protocol, "move: missing a move, in 'move'");
    check_fault("go) echo move @@@@ ;;", long, FaultKind::IllegalMove, "this game has no pass");
    let refused = "go) echo 'Illegal move (no such pawn): e7e5' ;;";
    check_fault(refused, long, FaultKind::Protocol, "rejected the legal move 'e7e5': no such pawn");
    let refused = "usermove*) echo 'Illegal move: e2e4' ;;";
    check_fault(refused, long, FaultKind::Protocol, "'e2e4': no reason given");
    let slow = "go) while echo '1 2 3 4 e4'; do sleep 0.01; done ;;";
    check_fault(slow, Some(100), FaultKind::Hang, "no answer within 100 ms");
    let flood = r#"go) yes "$(head -c 100000 /dev/zero | tr '\0' x)" ;;"#;
    check_fault(flood, long, FaultKind::Protocol, "too much output");
}

#[test]
fn a_search_without_a_deadline_ends_by_silence() {
    let quiet = Patience { silence: Duration::from_millis(200), ..patience() };
    let mut player = start(&script("go) ;; '?') echo move a2a3 ;;"), "chess", quiet).unwrap();
    assert_eq!(turn(&ask(&mut player, None).unwrap()), "a2a3");
    let mut player = start(&script("go) ;;"), "chess", quiet).unwrap();
    let fault = ask(&mut player, None).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Hang);
    let expected = "no output for 0.2 s, nor to '?' within 0.2 s";
    assert!(fault.text.starts_with(expected), "{}", fault.text);
}

#[track_caller]
fn check_start(mut spec: EngineSpec, options: &[(&str, &str)], game: &str, expected: &str) {
    for (name, value) in options {
        spec.options.push(((*name).to_owned(), Some((*value).to_owned())));
    }
    let short = Duration::from_millis(300);
    let patience = match expected.starts_with("no '") {
        true => Patience { introduction: short, answer: short, ..patience() },
        false => patience(),
    };
    let fault = start(&spec, game, patience).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Start, "{fault}");
    assert!(fault.text.contains(expected), "{fault}");
}

#[test]
fn an_engine_that_cannot_play_so_does_not_start() {
    let good = || script("");
    check_start(good(), &[("Bok", "1")], "chess", "unknown option 'Bok'; close to it: 'Book'");
    check_start(good(), &[("Book", "yes")], "chess", "option 'Book': 'yes' is not true or false");
    check_start(good(), &[("Hash", "0")], "chess", "'Hash': '0' is not a number of megabytes");
    check_start(good(), &[("Threads", "2")], "chess", "unknown option 'Threads'");
    check_start(good(), &[], "pacific", "does not play 'pacific'; its games: normal, cheskers");
    check_start(script("protover*) exit 7 ;;"), &[], "chess", "exit status: 7");
    let endless = script("protover*) echo feature done=0 ;;");
    check_start(endless, &[], "chess", "no 'feature done=1' within 0.3 s");
    check_start(script("ping*) ;;"), &[], "chess", "no 'pong 1' within 0.3 s");
    let bad = script("option*) echo tellusererror no such style ;;");
    check_start(bad, &[("Style", "wild")], "chess", "no such style");
    let other = script("variant*) echo 'setup (PNK) 10x10+0_fairy 10/10 w - - 0 1' ;;");
    check_start(other, &[], "cheskers", "its board for cheskers is 10x10: expected 8x8");
    for (limits, expected) in [
        (
            TurnLimits { nodes: Some(9), ..TurnLimits::default() },
            "nodes= is not supported with proto=xboard",
        ),
        (
            TurnLimits {
                clock: Some(ClockRule { moves: None, base_ms: 1, increment_ms: 0 }),
                move_time_ms: Some(1),
                ..TurnLimits::default()
            },
            "tc= together with st= is not supported",
        ),
    ] {
        check_start(EngineSpec { limits, ..good() }, &[], "chess", expected);
    }
}

#[test]
fn positions_need_setboard() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let game = variant("chess");
    let without = script(r#"protover*) echo "feature ping=1 done=1" ;;"#);
    let refusing = script("setboard*) echo tellusererror Illegal position ;;");
    for (spec, kind, expected) in [
        (without, FaultKind::Start, "no feature setboard"),
        (refusing, FaultKind::Protocol, "rejected the position: Illegal position"),
    ] {
        let mut player =
            CecpPlayer::start_within(Launch::new(&spec, &Arc::default()), &game, patience())
                .unwrap();
        let setup = setup(&game, Some(fen), Color::White, &spec.limits);
        let fault = player.new_game(&setup).unwrap_err();
        assert_eq!(fault.kind, kind, "{fault}");
        assert!(fault.text.contains(expected), "{fault}");
    }
}

#[test]
fn engines_of_the_first_days_play_too() {
    // No features, no ping; it moves when it receives a move, and expects its colour.
    let cases = r#"
        protover*|ping*) ;;
        white) white=1 ;;
        go) [ -n "$white" ] && echo "1. ... g1f3" ;;
        b8c6) echo "2 ... f1b5" ;;"#;
    let short = Patience { features: Duration::from_millis(100), ..patience() };
    let mut player = start(&script(cases), "chess", short).unwrap();
    assert_eq!(turn(&ask(&mut player, Some(20_000)).unwrap()), "g1f3");
    let turns = ["e2e4", "e7e5", "g1f3", "b8c6"];
    let thought = ask_after(&mut player, &turns, Some(20_000), false).unwrap();
    assert_eq!(turn(&thought), "f1b5");
}

#[test]
fn an_engine_for_one_game_is_started_for_each() {
    let once = r#"
        protover*) echo "feature reuse=0 ping=1 usermove=1 done=1" ;;
        go) n=$((n + 1)); [ $n = 1 ] && echo move g1f3 ;;"#;
    let spec = script(once);
    let mut player = start(&spec, "chess", patience()).unwrap();
    for _ in 0..2 {
        assert_eq!(turn(&ask(&mut player, Some(20_000)).unwrap()), "g1f3");
        player.new_game(&setup(&variant("chess"), None, Color::White, &spec.limits)).unwrap();
    }
}

#[test]
fn noise_is_passed_over() {
    let cases = r#"
        protover*) printf 'hello\n\377\000\001\nfeature junk a=\nfeature done=0 ping=1 usermove=1 san=1\n'
            printf 'feature option="Bad -float 1" myname="\377" done=1\n' ;;
        go) head -c 1000000 /dev/zero | tr '\0' x; echo; printf '\r\n\377\n'; echo move g1f3 ;;"#;
    let mut player = start(&script(cases), "chess", patience()).unwrap();
    assert_eq!(turn(&ask(&mut player, Some(20_000)).unwrap()), "g1f3");
}
