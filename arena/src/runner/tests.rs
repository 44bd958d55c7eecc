use std::fs;
use std::sync::Mutex;
use std::time::Instant;

use std::thread;
use std::time::Duration;

use super::*;
use crate::player::BaselinePlayer;
use crate::store::Store;
use crate::store::load;
use crate::store::tests::{Folder, plan, variant};
use crate::{Ask, GameResult, OpeningSource, Program, Setup, Thought};

fn baseline(spec: &EngineSpec, _stop: &Arc<AtomicBool>) -> Result<Box<dyn Player>, Fault> {
    Ok(Box::new(match spec.program {
        Program::Greedy => BaselinePlayer::greedy(&spec.name),
        _ => BaselinePlayer::random(&spec.name),
    }))
}

/// Plays a match and records its games in `files`.
fn play(
    plan: &Match,
    games: Vec<GameRecord>,
    files: &mut Files,
    concurrency: usize,
    factory: &Factory<'_>,
) -> Result<RunResult, RunError> {
    let variant = variant(&plan.variant);
    let openings = Openings::new(&plan.openings, &variant, plan.seed).unwrap();
    let stop = AtomicBool::new(false);
    let (variant, openings) = (&variant, &openings);
    let run = MatchRun {
        plan,
        variant,
        openings,
        factory,
        tables: None,
        concurrency,
        reports_turns: false,
        stop: &stop,
    };
    run.run(games, files, &mut |_| (), &mut |_| false)
}

/// Returns the games by number, without their times.
fn timeless(games: &[GameRecord]) -> Vec<GameRecord> {
    let mut games = games.to_vec();
    games.sort_by_key(|game| game.number);
    for game in &mut games {
        game.began.clear();
        game.duration_ms = 0;
        game.moves.iter_mut().for_each(|mv| mv.time_us = 0);
    }
    games
}

#[test]
fn baseline_players_play_all_games() {
    for name in ["chess", "cheskers", "chesimals", "pacific"] {
        let mut plan = plan(name, 2);
        plan.openings = OpeningSource::Random { plies: 2, bound: None, either_begins: false };
        plan.adjudication.max_moves = Some(120);
        let run = |concurrency| {
            play(&plan, Vec::new(), &mut Files::nowhere(), concurrency, &baseline).unwrap()
        };
        let two = run(2);
        assert_eq!(two.end, MatchEnd::Complete);
        let games = timeless(&two.games);
        assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [1, 2, 3, 4]);
        for game in &games {
            assert_eq!(game.faults, [], "{name}");
            let names = if game.number % 2 == 1 { ("a", "b") } else { ("b", "a") };
            assert_eq!((game.white.as_str(), game.black.as_str()), names);
            assert_eq!(game.opening, games[(game.round - 1) * 2].opening);
        }
        assert_ne!(games[0].opening, games[2].opening, "{name}");
        assert_eq!(timeless(&run(1).games), games, "{name}: the same whoever plays them");
        let greedy = games.iter().filter(|game| match game.result.winner() {
            Some(winner) => (winner == variants::Color::White) == (game.white == "a"),
            None => true,
        });
        assert!(greedy.count() >= 3, "{name}: the greedy player beats the random one");
    }
}

#[test]
fn a_match_goes_on_wherever_its_file_was_cut() {
    let folder = Folder::new();
    let path = folder.path("match.jsonl");
    let mut plan = plan("cheskers", 2);
    plan.adjudication.max_moves = Some(3);
    let variant = variant("cheskers");
    let mut files = Files::create(&path, &plan, &variant).unwrap();
    let all = play(&plan, Vec::new(), &mut files, 2, &baseline).unwrap();
    drop(files);
    let (all, whole) = (timeless(&all.games), fs::read(&path).unwrap());
    let header = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let pgn = folder.path("match.pgn");
    let tags = fs::read_to_string(&pgn).unwrap().matches("[Event ").count();
    assert_eq!((all.len(), tags), (4, 4));
    // Each cut near line ends, and some in between.
    let near = |at: &usize| whole[at - 2..(at + 2).min(whole.len())].contains(&b'\n');
    for cut in (header..=whole.len()).filter(|at| at % 311 == 0 || near(at)) {
        fs::write(&path, &whole[..cut]).unwrap();
        let resumed = Store::resume(&path).unwrap();
        let (mut files, saved) = Files::resume(resumed, &variant).unwrap();
        let end = play(&saved.plan, saved.games, &mut files, 2, &baseline).unwrap();
        assert_eq!(end.end, MatchEnd::Complete);
        assert_eq!(timeless(&end.games), all, "{cut}");
        drop(files);
        assert_eq!(timeless(&load(&path).unwrap().games), all, "{cut}");
        let text = fs::read_to_string(&pgn).unwrap();
        for number in 1..=4 {
            let round = format!("[Round \"{}.{number}\"]", (number + 1) / 2);
            assert_eq!(text.matches(&round).count(), 1, "{cut}");
        }
    }
}

/// Player of random moves that may be set to fail.
struct Faulty {
    inner: BaselinePlayer,
    kind: Option<FaultKind>,
    /// Waits for the flag instead of playing.
    waits: Option<Arc<AtomicBool>>,
}

impl Player for Faulty {
    fn new_game(&mut self, setup: &Setup<'_>) -> Result<(), Fault> {
        self.inner.new_game(setup)
    }

    fn think(&mut self, ask: &Ask<'_>) -> Result<Thought, Fault> {
        let fault = |kind| Fault { engine: "a".to_owned(), kind, text: "as told".to_owned() };
        if let Some(stop) = &self.waits {
            while !stop.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(5));
            }
            return Err(fault(FaultKind::Hang));
        }
        match self.kind {
            Some(kind) => Err(fault(kind)),
            None => self.inner.think(ask),
        }
    }

    fn game_over(&mut self, _: GameResult, _: &str, _: &[String]) {}
}

fn faulty(
    kind: FaultKind,
) -> impl Fn(&EngineSpec, &Arc<AtomicBool>) -> Result<Box<dyn Player>, Fault> {
    move |spec, _| {
        let kind = (spec.name == "a").then_some(kind);
        Ok(Box::new(Faulty { inner: BaselinePlayer::random(&spec.name), kind, waits: None }))
    }
}

#[test]
fn faults_end_the_match_unless_they_are_forgiven() {
    for (kind, recover, expected) in [
        (FaultKind::Crash, false, 1),
        (FaultKind::Hang, false, 1),
        (FaultKind::Protocol, false, 1),
        (FaultKind::Start, false, 1),
        (FaultKind::Time, false, 4),
        (FaultKind::IllegalMove, false, 4),
        (FaultKind::Crash, true, 4),
    ] {
        let mut plan = plan("chess", 2);
        plan.recover = recover;
        let mut seen = Vec::new();
        let variant = variant("chess");
        let openings = Openings::new(&plan.openings, &variant, 1).unwrap();
        let run = MatchRun {
            plan: &plan,
            variant: &variant,
            openings: &openings,
            factory: &faulty(kind),
            tables: None,
            concurrency: 1,
            reports_turns: false,
            stop: &AtomicBool::new(false),
        };
        let mut news = |news: News<'_>| {
            seen.push(match news {
                News::Started { game_spec, white, black } => {
                    format!("{} {white} {black}", game_spec.number + 1)
                }
                News::Finished(record) => format!("{} {}", record.number, record.result),
                News::Warning(text) => text.to_owned(),
                News::Opened { .. } | News::Moved { .. } => panic!("turns are not reported"),
            });
        };
        let result = run.run(Vec::new(), &mut Files::nowhere(), &mut news, &mut |_| false).unwrap();
        assert_eq!(result.games.len(), expected, "{kind:?}");
        assert!(result.games.iter().all(|game| game.faults[0].kind == kind));
        let failed = matches!(&result.end, MatchEnd::Failed(fault) if fault.kind == kind);
        assert_eq!(failed, expected == 1, "{kind:?}: {:?}", result.end);
        assert_eq!(seen[..2], ["1 a b", "1 0-1"]);
        assert!(seen.len() <= 2 * expected + 1, "{seen:?}");
    }
}

#[test]
fn engines_live_from_game_to_game() {
    for (kind, restart, expected) in [
        (None, false, 2),
        (None, true, 8),
        // White's is lost in each game, but only once in the factory's sight.
        (Some(FaultKind::Crash), false, 5),
        (Some(FaultKind::Time), false, 2),
    ] {
        let mut plan = plan("chess", 2);
        plan.recover = true;
        plan.adjudication.max_moves = Some(2);
        plan.engines.iter_mut().for_each(|engine| engine.restart = restart);
        let made = AtomicUsize::new(0);
        let factory = |spec: &EngineSpec, _: &Arc<AtomicBool>| -> Result<Box<dyn Player>, Fault> {
            made.fetch_add(1, Ordering::Relaxed);
            let kind = kind.filter(|_| spec.name == "a");
            Ok(Box::new(Faulty { inner: BaselinePlayer::random(&spec.name), kind, waits: None }))
        };
        let result = play(&plan, Vec::new(), &mut Files::nowhere(), 1, &factory).unwrap();
        assert_eq!(result.games.len(), 4);
        assert_eq!(made.into_inner(), expected, "{kind:?} {restart}");
    }
}

#[test]
fn engines_that_do_not_start_lose() {
    let mut plan = plan("chess", 1);
    plan.recover = true;
    let factory = |spec: &EngineSpec, stop: &Arc<AtomicBool>| match spec.name.as_str() {
        "b" => Err(Fault {
            engine: "b".to_owned(),
            kind: FaultKind::Start,
            text: "no such file".to_owned(),
        }),
        _ => baseline(spec, stop),
    };
    let games = play(&plan, Vec::new(), &mut Files::nowhere(), 2, &factory).unwrap().games;
    let games = timeless(&games);
    let seen: Vec<(GameResult, &str, usize)> =
        games.iter().map(|game| (game.result, game.reason.as_str(), game.moves.len())).collect();
    assert_eq!(
        seen,
        [
            (GameResult::White, "Black's engine did not start", 0),
            (GameResult::Black, "White's engine did not start", 0)
        ]
    );
}

/// Runs a match in which all games but the first never end, until it is decided or stopped.
fn endless(
    stop: &AtomicBool,
    decided: &mut dyn FnMut(&[GameRecord]) -> bool,
    finished: &mut dyn FnMut(&GameRecord),
) -> RunResult {
    let plan = plan("chess", 3);
    let variant = variant("chess");
    let openings = Openings::new(&plan.openings, &variant, 1).unwrap();
    let first = Mutex::new(true);
    let factory = |spec: &EngineSpec, halt: &Arc<AtomicBool>| -> Result<Box<dyn Player>, Fault> {
        let mut first = first.lock().unwrap();
        let quick = spec.name == "a" && std::mem::take(&mut *first);
        let kind = quick.then_some(FaultKind::Time);
        let waits = (!quick && spec.name == "a").then(|| halt.clone());
        let inner = BaselinePlayer::random(&spec.name);
        let restart: Box<dyn Player> = Box::new(Faulty { inner, kind, waits });
        Ok(restart)
    };
    let mut plan = plan;
    plan.engines.iter_mut().for_each(|engine| engine.restart = true);
    let run = MatchRun {
        plan: &plan,
        variant: &variant,
        openings: &openings,
        factory: &factory,
        tables: None,
        concurrency: 2,
        reports_turns: false,
        stop,
    };
    let begin = Instant::now();
    let result = run.run(
        Vec::new(),
        &mut Files::nowhere(),
        &mut |news| {
            if let News::Finished(record) = news {
                finished(record);
            }
        },
        decided,
    );
    assert!(begin.elapsed() < Duration::from_secs(1), "{:?}", begin.elapsed());
    result.unwrap()
}

#[test]
fn a_match_stops_when_it_is_told_to() {
    let stop = AtomicBool::new(false);
    let result = endless(&stop, &mut |_| false, &mut |_| stop.store(true, Ordering::Relaxed));
    assert_eq!(result.end, MatchEnd::Interrupted);
    assert_eq!(result.games.len(), 1);
}

#[test]
fn a_match_stops_when_it_is_decided() {
    let stop = AtomicBool::new(false);
    let result = endless(&stop, &mut |games| games.len() == 1, &mut |_| ());
    assert_eq!((result.end, result.games.len()), (MatchEnd::Sprt, 1));
    // Already decided before.
    let plan = plan("chess", 3);
    let variant = variant("chess");
    let openings = Openings::new(&plan.openings, &variant, 1).unwrap();
    let factory = |_: &EngineSpec, _: &Arc<AtomicBool>| -> Result<Box<dyn Player>, Fault> {
        panic!("nobody is to play")
    };
    let run = MatchRun {
        plan: &plan,
        variant: &variant,
        openings: &openings,
        factory: &factory,
        tables: None,
        concurrency: 2,
        reports_turns: false,
        stop: &stop,
    };
    let again = run.run(result.games, &mut Files::nowhere(), &mut |_| (), &mut |_| true).unwrap();
    assert_eq!((again.end, again.games.len()), (MatchEnd::Sprt, 1));
}

#[test]
fn a_panic_is_an_error() {
    let factory =
        |_: &EngineSpec, _: &Arc<AtomicBool>| -> Result<Box<dyn Player>, Fault> { panic!("a bug") };
    let error = play(&plan("chess", 1), Vec::new(), &mut Files::nowhere(), 1, &factory);
    assert_eq!(error.unwrap_err().to_string(), "internal error in game 1: a bug");
}

#[test]
fn a_match_that_is_over_starts_nobody() {
    let plan = plan("chess", 1);
    let mut quick = plan.clone();
    quick.adjudication.max_moves = Some(1);
    let games = play(&quick, Vec::new(), &mut Files::nowhere(), 2, &baseline).unwrap().games;
    let factory = |_: &EngineSpec, _: &Arc<AtomicBool>| -> Result<Box<dyn Player>, Fault> {
        panic!("nobody is to play")
    };
    let result = play(&plan, games, &mut Files::nowhere(), 2, &factory).unwrap();
    assert_eq!((result.end, result.games.len()), (MatchEnd::Complete, 2));
}
