use std::cell::RefCell;
use std::time::SystemTime;

use variants::Catalog;

use super::*;
use crate::{DrawRule, RecordedScore, ResignRule};

fn variant(name: &str) -> Variant {
    Variant::compile(Catalog::builtin().get(name).unwrap().clone()).unwrap()
}

/// Player with scripted answers.
struct Script {
    answers: std::vec::IntoIter<String>,
    stop: std::sync::Arc<AtomicBool>,
    received: Vec<String>,
}

fn fault(kind: FaultKind) -> Fault {
    Fault { engine: "?".to_owned(), kind, text: "as told".to_owned() }
}

impl Player for Script {
    fn new_game(&mut self, setup: &Setup<'_>) -> Result<(), Fault> {
        self.received.push(format!("new {} {}", setup.color, setup.opponent));
        match self.answers.as_slice().first().map(String::as_str) {
            Some("no start") => Err(fault(FaultKind::Start)),
            Some("stop at start") => {
                self.stop.store(true, Ordering::Relaxed);
                Err(fault(FaultKind::Hang))
            }
            _ => Ok(()),
        }
    }

    fn think(&mut self, ask: &Ask<'_>) -> Result<Thought, Fault> {
        let answer = self.answers.next().unwrap_or_else(|| "crash".to_owned());
        if ask.draw_offered {
            self.received.push("offered".to_owned());
        }
        let mut elapsed = Duration::from_millis(1);
        let mut score = None;
        let mut words: Vec<&str> = answer.split(' ').collect();
        words.retain(|word| {
            if let Some(ms) = word.strip_suffix("ms") {
                elapsed = Duration::from_millis(ms.parse().unwrap());
            } else if let Some(cp) = word.strip_suffix("cp") {
                score = Some(RecordedScore::Cp(cp.parse().unwrap()));
            } else {
                return true;
            }
            false
        });
        let claim = |result| Action::Claim { result, comment: "I say so".to_owned() };
        let action = match words.as_slice() {
            ["crash"] => return Err(fault(FaultKind::Crash)),
            ["hang"] => return Err(fault(FaultKind::Hang)),
            ["late"] => return Err(fault(FaultKind::Time)),
            ["stop"] => {
                self.stop.store(true, Ordering::Relaxed);
                return Err(fault(FaultKind::Hang));
            }
            ["resign"] => Action::Resign,
            ["accept"] => Action::AcceptDraw,
            ["1-0"] => claim(GameResult::White),
            ["0-1"] => claim(GameResult::Black),
            ["1/2-1/2"] => claim(GameResult::Draw),
            [turn, rest @ ..] => {
                Action::Turn { text: (*turn).to_owned(), offers_draw: rest == ["draw"] }
            }
            [] => panic!("an empty answer"),
        };
        Ok(Thought { action, elapsed, score, depth: Some(3), nodes: Some(10) })
    }

    fn game_over(&mut self, result: GameResult, reason: &str, turns: &[String]) {
        self.received.push(format!("over {result} {reason} ({} turns)", turns.len()));
    }
}

/// Settings of a test game.
struct Case {
    variant: &'static str,
    opening: Opening,
    limits: &'static [(&'static str, &'static str)],
    adjudication: Adjudication,
}

const CHESS: Case = Case {
    variant: "chess",
    opening: Opening { fen: None, turns: Vec::new() },
    limits: &[("tc", "1+0.1")],
    adjudication: Adjudication { draw: None, resign: None, max_moves: None },
};

/// Plays a game with alternating answers of White and Black, separated by `, `. Returns the record,
/// and the calls that both received.
fn game(case: &Case, answers: &str) -> Option<(Played, [Vec<String>; 2])> {
    let variant = variant(case.variant);
    let start = match &case.opening.fen {
        Some(fen) => variant.game(fen).unwrap(),
        None => variant.start(),
    };
    let later = usize::from(start.side() == Color::Black) + case.opening.turns.len();
    let stop = std::sync::Arc::new(AtomicBool::new(false));
    let answers: Vec<&str> = answers.split(", ").collect();
    let mut scripts = Color::ALL.map(|color| {
        let own = answers.iter().enumerate().filter(|(at, _)| (at + later) % 2 == color as usize);
        let own: Vec<String> = own.map(|(_, answer)| (*answer).to_owned()).collect();
        Script { answers: own.into_iter(), stop: stop.clone(), received: Vec::new() }
    });
    let mut limits = TurnLimits::default();
    for (key, value) in case.limits {
        limits.set(key, value).unwrap();
    }
    let plan = GamePlan {
        number: 7,
        round: 4,
        names: ByColor::new("a", "b"),
        limits: ByColor::new(&limits, &limits),
        variant: &variant,
        size: None,
        opening: &case.opening,
        adjudication: case.adjudication,
        tables: None,
        seed: 1,
    };
    let [white, black] = &mut scripts;
    let mut players: ByColor<&mut dyn Player> = ByColor::new(white, black);
    let reported = RefCell::new(Vec::new());
    let report = |seen: RefereeEvent<'_>| {
        reported.borrow_mut().push(match seen {
            RefereeEvent::Start { opening, .. } => opening.join(" "),
            RefereeEvent::Turn { record, .. } => record.turn.clone(),
        });
    };
    let played = play(&plan, &mut players, &stop, &report).unwrap()?;
    // The turns are reported as they are recorded, unless no game began.
    let reported = reported.into_inner();
    if !reported.is_empty() {
        let turns = played.record.moves.iter().map(|record| record.turn.clone());
        let opening = played.record.opening.join(" ");
        assert_eq!(reported, [opening].into_iter().chain(turns).collect::<Vec<_>>());
    }
    assert_eq!((played.record.number, played.record.round), (7, 4));
    Some((played, scripts.map(|script| script.received)))
}

/// Expects `RESULT TERMINATION: REASON | FAULT` and the number of turns.
#[track_caller]
fn check(case: &Case, answers: &str, expected: &str, turns: usize) {
    let (played, received) = game(case, answers).expect("a game that was not stopped");
    let record = played.record;
    let mut seen = format!("{} {:?}: {}", record.result, record.termination, record.reason);
    for fault in &record.faults {
        seen += &format!(" | {fault}");
    }
    assert_eq!(seen, expected, "{answers}");
    assert_eq!(record.moves.len(), turns, "{answers}");
    let all = record.opening.len() + turns;
    let over = format!("over {} {} ({all} turns)", record.result, record.reason);
    for color in Color::ALL {
        let is_informed = received[color as usize].contains(&over);
        let usable = !played.unusable[color];
        assert_eq!(is_informed, usable, "{answers}: {color} was told {received:?}, not {over}");
    }
}

#[test]
fn ends_by_the_rules() {
    let mate = "f2f3, e7e5, g2g4, d8h4";
    check(&CHESS, mate, "0-1 Rules: Black mates", 4);
    let shuffle = "g1f3, g8f6, f3g1, f6g8, g1f3, g8f6, f3g1, f6g8, e2e4";
    check(&CHESS, shuffle, "1/2-1/2 Rules: Draw by 3-fold repetition", 8);
    let from = |variant, fen: &str| Case {
        variant,
        opening: Opening { fen: Some(fen.to_owned()), turns: Vec::new() },
        ..CHESS
    };
    let stale = from("chess", "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1");
    check(&stale, "c1c7", "1/2-1/2 Rules: Draw by stalemate", 1);
    let dead = from("chess", "8/8/1k6/8/8/8/1r6/K7 w - - 0 1");
    check(&dead, "a1b2", "1/2-1/2 Rules: Draw by dead position", 1);
    let slow = from("chess", "8/8/1k6/8/8/8/1r6/2K5 w - - 99 80");
    check(&slow, "c1d1", "1/2-1/2 Rules: Draw by move rule", 1);
}

#[test]
fn ends_by_the_rules_of_other_games() {
    let from = |variant, fen: &str| Case {
        variant,
        opening: Opening { fen: Some(fen.to_owned()), turns: Vec::new() },
        ..CHESS
    };
    let last = from("chesimals", "16/16/q15/1Q14/16/16/16/16/16/E15/16/8T7 w - - 0 1");
    check(&last, "B9A10", "1-0 Rules: White wins by chiefs", 1);
    let (played, _) = game(&last, "B9A10").unwrap();
    assert_eq!(played.record.moves[0].turn, "b9a10", "a turn is kept as we write it");
    assert_eq!(played.record.final_fen, "16/16/Q15/16/16/16/16/16/16/E15/16/8T7 b - - 0 1");
}

#[test]
fn faults_lose() {
    for (answers, expected, turns) in [
        ("crash", "0-1 Fault(Crash): White's engine crashed | ? crashed: as told", 0),
        ("e2e4, hang", "1-0 Fault(Hang): Black's engine hung | ? hung: as told", 1),
        ("late", "0-1 Fault(Time): White loses on time | ? lost on time: as told", 0),
        (
            "e2e4 1001ms, e7e5",
            "0-1 Fault(Time): White loses on time | a lost on time: it took 1.001 s of 1.000 s",
            0,
        ),
        (
            "e2e4, e7e4",
            "1-0 Fault(IllegalMove): Black makes an illegal move | b made an illegal move: \
             illegal move 'e7e4': the pawn on e7 cannot go to e4",
            1,
        ),
        (
            "0000",
            "0-1 Fault(IllegalMove): White makes an illegal move | a made an illegal move: \
             illegal move '0000': this game has no pass",
            0,
        ),
        (
            "accept",
            "0-1 Fault(Protocol): White's engine broke the protocol | a broke the protocol: it \
             accepts a draw that was not offered",
            0,
        ),
        (
            "e2e4, 0-1",
            "1-0 Fault(Protocol): Black's engine broke the protocol | b broke the protocol: \
             false claim: 0-1 {I say so}",
            1,
        ),
        (
            "1/2-1/2",
            "0-1 Fault(Protocol): White's engine broke the protocol | a broke the protocol: \
             false claim: 1/2-1/2 {I say so}",
            0,
        ),
    ] {
        check(&CHESS, answers, expected, turns);
    }
    let kind = |answers| game(&CHESS, answers).unwrap().0.unusable;
    assert_eq!(kind("late"), ByColor::new(false, false));
    assert_eq!(kind("e2e4 1001ms"), ByColor::new(false, false));
    assert_eq!(kind("e2e4, e7e4"), ByColor::new(false, true));
    assert_eq!(kind("resign"), ByColor::new(false, false));
}

#[test]
fn games_that_do_not_begin() {
    let white = "0-1 Fault(Start): White's engine did not start | ? did not start: as told";
    let (played, received) = game(&CHESS, "no start, e7e5").unwrap();
    assert_eq!(played.record.reason, "White's engine did not start");
    assert_eq!(played.record.faults[0].to_string(), &white[white.find('?').unwrap()..]);
    assert_eq!(played.unusable, ByColor::new(true, false));
    assert_eq!(received, [vec!["new white b".to_owned()], vec![]]);
    let (played, received) = game(&CHESS, "e2e4, no start").unwrap();
    assert_eq!(played.record.result, GameResult::White);
    assert_eq!(played.unusable, ByColor::new(false, true));
    assert_eq!(received[0], ["new white b", "over 1-0 Black's engine did not start (0 turns)"]);
}

#[test]
fn clocks_are_charged() {
    let times = "e2e4 600ms, e7e5, d2d4 500ms, d7d5, c2c4 101ms";
    let text = "it took 0.101 s of 0.100 s";
    let expected = format!("0-1 Fault(Time): White loses on time | a lost on time: {text}");
    check(&CHESS, times, &expected, 4);
    let margin = Case { limits: &[("tc", "1"), ("timemargin", "50")], ..CHESS };
    let text = "it took 1.051 s of 1.000 s with a margin of 0.050 s";
    let expected = format!("0-1 Fault(Time): White loses on time | a lost on time: {text}");
    check(&margin, "e2e4 1051ms", &expected, 0);
    check(&margin, "e2e4 1050ms, resign", "1-0 Resignation: Black resigns", 1);
    // A late mating move is a time forfeit all the same.
    let late = "f2f3, e7e5, g2g4, d8h4 5000ms";
    let text = "it took 5.000 s of 1.099 s";
    let expected = format!("1-0 Fault(Time): Black loses on time | b lost on time: {text}");
    check(&CHESS, late, &expected, 3);
    // A late resignation loses either way.
    check(&CHESS, "resign 5000ms", "0-1 Resignation: White resigns", 0);
}

#[test]
fn what_players_agree_on() {
    let agreed = "1/2-1/2 Agreement: Draw by agreement";
    check(&CHESS, "e2e4 draw, accept", agreed, 1);
    check(&CHESS, "e2e4 draw, 1/2-1/2", agreed, 1);
    check(&CHESS, "e2e4 draw, e7e5 draw, d2d4", agreed, 2);
    check(&CHESS, "e2e4 draw, e7e5, accept", &protocol_fault("White", "a"), 2);
    check(&CHESS, "resign", "0-1 Resignation: White resigns", 0);
    check(&CHESS, "0-1", "0-1 Resignation: White resigns", 0);
    check(&CHESS, "e2e4, 1-0", "1-0 Resignation: Black resigns", 1);
    // A mate takes precedence over an agreement.
    check(&CHESS, "f2f3, e7e5, g2g4 draw, d8h4 draw", "0-1 Rules: Black mates", 4);
    let (_, received) = game(&CHESS, "e2e4 draw, e7e5, d2d4, resign").unwrap();
    assert_eq!(received[1].iter().filter(|line| *line == "offered").count(), 1);
    assert!(!received[0].contains(&"offered".to_owned()));
}

fn protocol_fault(side: &str, name: &str) -> String {
    let loss = if side == "White" { "0-1" } else { "1-0" };
    format!(
        "{loss} Fault(Protocol): {side}'s engine broke the protocol | {name} broke the protocol: \
         it accepts a draw that was not offered"
    )
}

#[test]
fn adjudicated() {
    let draw = Some(DrawRule { move_number: 2, move_count: 1, score: 10 });
    let resign = Some(ResignRule { move_count: 2, score: 300, two_sided: false });
    let rules = Adjudication { draw, resign, max_moves: Some(4) };
    let case = Case { adjudication: rules, ..CHESS };
    let quiet = "g1f3 0cp, g8f6 5cp, f3g1 -5cp, f6g8 0cp, e2e4";
    check(&case, quiet, "1/2-1/2 Adjudication: Draw by adjudication", 4);
    let lost = "g1f3 50cp, g8f6 -300cp, f3g1 90cp, f6g8 -400cp, e2e4";
    check(&case, lost, "1-0 Adjudication: White wins by adjudication", 4);
    let long = "g1f3, g8f6, f3g1, f6g8, g1f3, g8f6, f3g1, e7e5";
    let expected = "1/2-1/2 Adjudication: Draw by adjudication: too many moves";
    check(&case, long, expected, 8);
    // The rules take precedence.
    let both = "g1f3, g8f6, f3g1, f6g8, g1f3, g8f6, f3g1, f6g8";
    check(&case, both, "1/2-1/2 Rules: Draw by 3-fold repetition", 8);
    // The opening's turns count.
    let turns = ["g1f3", "g8f6", "f3g1", "f6g8"].map(str::to_owned).to_vec();
    let case = Case { opening: Opening { fen: None, turns }, ..case };
    check(&case, "b1c3, b8c6, c3b1, e7e5", expected, 4);
}

#[test]
fn openings_are_played_first() {
    let turns = vec!["E2E4".to_owned(), "c7c5".to_owned(), "g1f3".to_owned()];
    let case = Case { opening: Opening { fen: None, turns }, ..CHESS };
    let (played, _) = game(&case, "d7d6 20cp, resign").unwrap();
    let record = played.record;
    assert_eq!(record.opening, ["e2e4", "c7c5", "g1f3"]);
    assert_eq!(record.fen, variant("chess").definition().start);
    assert!(record.final_fen.ends_with(" w KQkq - 0 3"), "{}", record.final_fen);
    let expected = MoveRecord {
        turn: "d7d6".to_owned(),
        time_us: 1000,
        score: Some(RecordedScore::Cp(20)),
        depth: Some(3),
        nodes: Some(10),
    };
    assert_eq!(record.moves, [expected]);
    assert_eq!((record.white_limits.as_str(), record.variant.as_str()), ("1+0.1", "chess"));
    let began = humantime::parse_rfc3339(&record.began).unwrap();
    assert!(record.began.ends_with('Z') && began <= SystemTime::now(), "{}", record.began);
}

#[test]
fn a_stopped_game_is_no_game() {
    assert!(game(&CHESS, "e2e4, stop").is_none());
    assert!(game(&CHESS, "stop at start, e7e5").is_none());
}

#[test]
fn a_bad_opening_is_no_fault_of_a_player() {
    let variant = variant("chess");
    let limits = TurnLimits::default();
    for (opening, expected) in [
        (
            Opening { fen: None, turns: vec!["e2e5".to_owned()] },
            "the opening: illegal move 'e2e5': the pawn on e2 cannot go to e5",
        ),
        (
            Opening { fen: Some("8/8".to_owned()), turns: Vec::new() },
            "the opening's position: the placement has 2 ranks: expected 8",
        ),
    ] {
        let plan = GamePlan {
            number: 1,
            round: 1,
            names: ByColor::new("a", "b"),
            limits: ByColor::new(&limits, &limits),
            variant: &variant,
            size: None,
            opening: &opening,
            adjudication: Adjudication::default(),
            tables: None,
            seed: 1,
        };
        let error = forfeit(&plan, Color::White, fault(FaultKind::Start)).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}
