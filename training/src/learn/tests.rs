use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use nets::Net;
use variants::Variant;

use super::plan::{Budget, Pace, Settings};
use super::state::RunState;
use super::*;
use engine::causes::with_causes;
use engine::fingerprint::{checksum, fingerprint};
use engine::library::Library;

fn game(name: &str) -> Variant {
    let text = include_str!("../../../variants/definitions/example.toml");
    let library = Library::of(Library::builtin().check(text).catalog);
    library.variant(name, None).unwrap()
}

/// Returns a user-defined variant, on 36 squares.
fn variant() -> Variant {
    game("mini-chess")
}

fn settings(variant: &Variant) -> Settings {
    let definition = variant.definition();
    Settings {
        variant: definition.name.clone(),
        board: definition.size.to_string(),
        fingerprint: fingerprint(definition),
        nodes: 60,
        opening: 4,
        hidden: 32,
        buckets: 2,
        lambda: 0.4,
        blend: 40,
        seed: 1,
        from: None,
        data: Vec::new(),
        pace: Pace::Nodes(60),
    }
}

fn budget() -> Budget {
    Budget {
        time: Duration::from_secs(3600),
        rounds: 2,
        games: Some(20),
        epochs: Some(2),
        positions: 1 << 20,
        rate: 3e-4,
        test_games: 8,
        concurrency: 1,
    }
}

struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let name = format!("menagerie-learn-{name}-{}", std::process::id());
        let root = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&root);
        Place(root)
    }

    fn run(&self, settings: &Settings, budget: Budget, stop: &AtomicBool) -> Result<Summary> {
        self.run_from(None, settings, budget, stop)
    }

    fn run_from(
        &self,
        from: Option<Arc<Net>>,
        settings: &Settings,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Result<Summary> {
        let variant = game(&settings.variant);
        let learn = Learn {
            variant: &variant,
            kin: Vec::new(),
            settings: settings.clone(),
            from,
            budget,
            folder: Folder::new(self.0.clone()),
            command: "menagerie learn mini-chess".to_owned(),
            stop,
            display: Display::silent(),
        };
        learn.run()
    }

    /// Runs, and is interrupted after some time; returns whether the run completed.
    fn run_for(&self, settings: &Settings, time: Duration) -> bool {
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            let run = scope.spawn(|| self.run(settings, budget(), &stop));
            thread::sleep(time);
            stop.store(true, Ordering::Relaxed);
            match run.join().unwrap() {
                Ok(_) => true,
                Err(LearnError::Interrupted) => false,
                Err(error) => panic!("{}", with_causes(&error)),
            }
        })
    }

    fn file(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const NETS: [&str; 2] = ["round-1.net", "round-2.net"];

#[test]
fn interruptions_change_nothing() {
    let (variant, go) = (variant(), AtomicBool::new(false));
    let settings = settings(&variant);
    let (whole, parts) = (Place::new("whole"), Place::new("parts"));
    let summary = whole.run(&settings, budget(), &go).unwrap();
    assert_eq!(summary.rounds, 2);
    for (index, name) in NETS.iter().enumerate() {
        let net = Net::read(&whole.file(name), variant.definition()).unwrap();
        let origin = format!("round {}, ", index + 1);
        assert!(net.header().origin.contains(&origin), "{}", net.header().origin);
    }
    let mut times = (0..).map(|step| Duration::from_millis(20 + 15 * step));
    let interruptions = times.position(|time| parts.run_for(&settings, time)).unwrap();
    assert!(interruptions > 0);
    for name in NETS.iter().chain(&[
        "weights.toml",
        "games-1.jsonl",
        "games-2.jsonl",
        "test-1.jsonl",
        "test-2.jsonl",
    ]) {
        assert!(whole.file(name) == parts.file(name), "{name}");
    }
    // All is done: the run returns at once.
    let state = |place: &Place| RunState::open(&Folder::new(place.0.clone()), &settings).unwrap();
    let before = state(&whole);
    assert_eq!(whole.run(&settings, budget(), &go).unwrap().rounds, 2);
    assert_eq!(state(&whole), before);
    // One more round.
    let more = Budget { rounds: 3, ..budget() };
    let summary = whole.run(&settings, more, &go).unwrap();
    assert_eq!(summary.rounds, 3);
    let log = String::from_utf8(whole.file("log.jsonl")).unwrap();
    let stages = |name: &str| log.matches(&format!("\"stage\":\"{name}\"")).count();
    let found = ["weights", "games", "training", "test"].map(stages);
    assert!(found[0] >= 1 && found[1..] == [3, 3, 3], "{log}");
    assert!(whole.file("learn.svg").starts_with(b"<svg"));
    if let Some((net, round)) = summary.net {
        assert_eq!(fs::read(net).unwrap(), whole.file(&format!("round-{}.net", round + 1)));
        let origin = String::from_utf8(whole.file("mini-chess.toml")).unwrap();
        let origin: toml::Table = origin.parse().unwrap();
        assert_eq!(origin["settings"]["nodes"].as_integer(), Some(60));
    }
}

fn fault(place: &Place, settings: &Settings, budget: Budget) -> String {
    with_causes(&place.run(settings, budget, &AtomicBool::new(false)).unwrap_err())
}

fn spoil(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from));
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn damage_is_named() {
    let variant = variant();
    let (settings, place) = (settings(&variant), Place::new("damage"));
    let one = Budget { rounds: 1, games: Some(5), test_games: 2, ..budget() };
    place.run(&settings, one, &AtomicBool::new(false)).unwrap();
    let two = Budget { rounds: 2, ..one };
    let other = fault(&place, &Settings { hidden: 64, ..settings.clone() }, two);
    assert!(other.contains("--hidden 32, not 64"), "{other}");
    spoil(&place.0.join("games-1.jsonl"), " w ", " x ");
    let games = fault(&place, &settings, two);
    assert!(games.contains("games-1.jsonl") && games.contains("line "), "{games}");
    spoil(&place.0.join("state.json"), "\"format\": 2", "\"format\": 1");
    let state = fault(&place, &settings, two);
    assert!(state.contains("state.json is of another version") && state.contains("1, expected 2"));
    spoil(&place.0.join("state.json"), "\"format\": 1", "\"format\": 2");
    spoil(&place.0.join("state.json"), "\"rounds\"", "\"round\"");
    let state = fault(&place, &settings, two);
    assert!(state.contains("state.json is damaged"), "{state}");
}

#[test]
fn ready_data_is_enough() {
    let variant = variant();
    let (settings, first) = (settings(&variant), Place::new("first"));
    let one = Budget { rounds: 1, games: Some(10), test_games: 2, ..budget() };
    let none = Budget { games: Some(0), ..one };
    let go = AtomicBool::new(false);
    assert!(fault(&first, &settings, none).contains("--data"));
    first.run(&settings, one, &go).unwrap();
    let second = Place::new("second");
    let with = Settings { data: vec![first.0.join("games-1.jsonl")], ..settings };
    second.run(&with, none, &go).unwrap();
    assert!(Net::read(&second.file(NETS[0]), variant.definition()).is_ok());
}

#[test]
fn a_test_has_its_least_games_and_tells_whether_it_was_decided() {
    let variant = variant();
    let (settings, first) = (settings(&variant), Place::new("undecided-data"));
    let one = Budget { rounds: 1, games: Some(10), test_games: 2, ..budget() };
    let go = AtomicBool::new(false);
    let tested = first.run(&settings, one, &go).unwrap();
    // Two games decide nothing.
    assert_eq!((tested.rounds, tested.undecided), (1, 1));
    assert_eq!(tested.more.to_string(), "--rounds 2");
    let place = Place::new("undecided");
    let data = vec![first.0.join("games-1.jsonl")];
    let with = Settings { data, ..settings };
    let short = Budget { games: Some(0), test_games: 400, time: Duration::from_millis(1), ..one };
    let error = fault(&place, &with, short);
    assert!(error.contains("expected more --time or --games"), "{error}");
    // The same command with more time resumes the same round.
    let longer = Budget { time: Duration::from_millis(600), ..short };
    let summary = place.run(&with, longer, &go).unwrap();
    assert_eq!(summary.more.to_string(), "--rounds 2 --time 1m");
    let state = RunState::open(&Folder::new(place.0.clone()), &with).unwrap();
    let test = state.rounds[0].test.unwrap();
    let is_open = test.decided == Some(false);
    assert_eq!(summary.undecided, usize::from(is_open));
    assert!(!is_open || test.score.tally().pair_count() >= 8, "{test:?}");
}

#[test]
fn the_net_that_is_offered_is_whole() {
    let variant = variant();
    let (settings, place) = (settings(&variant), Place::new("offered"));
    let one = Budget { rounds: 1, games: Some(5), test_games: 2, ..budget() };
    let go = AtomicBool::new(false);
    place.run(&settings, one, &go).unwrap();
    let state = place.0.join("state.json");
    let text = fs::read_to_string(&state).unwrap();
    fs::write(&state, text.replace("\"kept\": false", "\"kept\": true")).unwrap();
    let (round, best) = (place.0.join(NETS[0]), place.0.join("mini-chess.net"));
    for damage in [&b""[..], b"menagerie net 1\n"] {
        fs::write(&best, damage).unwrap();
        let summary = place.run(&settings, one, &go).unwrap();
        assert_eq!(summary.net, Some((best.clone(), 0)));
        assert!(place.file("mini-chess.net") == place.file(NETS[0]));
    }
    fs::write(&round, b"").unwrap();
    let found = fault(&place, &settings, one);
    assert!(found.contains("round-1.net: not a net"), "{found}");
    spoil(&state, "\"white\": [", "\"white\": [18446744073709551615, 1, 0], \"x\": [");
    assert!(fault(&place, &settings, one).contains("state.json is damaged"));
}

#[test]
fn a_run_goes_on_from_a_net() {
    let variant = variant();
    let (settings, first) = (settings(&variant), Place::new("from-first"));
    let go = AtomicBool::new(false);
    let one = Budget { rounds: 1, games: Some(10), test_games: 2, ..budget() };
    first.run(&settings, one, &go).unwrap();
    let net = Arc::new(Net::read(&first.file(NETS[0]), variant.definition()).unwrap());
    let sum = checksum(&net);
    let (second, with) =
        (Place::new("from-second"), Settings { from: Some(sum.clone()), ..settings.clone() });
    second.run_from(Some(Arc::clone(&net)), &with, one, &go).unwrap();
    // No weights are fitted, no network is pretrained, and the given net plays the games.
    assert!(!second.0.join("weights.toml").exists() && !second.0.join("imitation.bin").exists());
    let trained = Net::read(&second.file(NETS[0]), variant.definition()).unwrap();
    assert!(trained.header().origin.contains(&sum), "{}", trained.header().origin);
    let games = String::from_utf8(second.file("games-1.jsonl")).unwrap();
    let player = format!("{sum} and 40 % hand-made");
    assert!(games.lines().next().unwrap().contains(&player), "{games}");
    let other = fault(&second, &settings, one);
    assert!(other.contains(&format!("--from {sum}, not no net")), "{other}");
}

#[test]
fn where_turns_move_several_units_the_last_net_plays() {
    let (variant, place) = (game("chesimals2"), Place::new("armies"));
    let settings = Settings { nodes: 20, lambda: 0.9, blend: 0, ..settings(&variant) };
    let small = Budget { games: Some(2), epochs: Some(1), test_games: 2, ..budget() };
    place.run(&settings, small, &AtomicBool::new(false)).unwrap();
    let player = |games: &str| {
        let text = String::from_utf8(place.file(games)).unwrap();
        let header: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        header["evaluation"].as_str().unwrap().to_owned()
    };
    let state = RunState::open(&Folder::new(place.0.clone()), &settings).unwrap();
    assert!(!state.rounds[0].test.unwrap().kept, "so young a net is no better than the weights");
    let first = Net::read(&place.file(NETS[0]), variant.definition()).unwrap();
    assert_eq!(player("games-1.jsonl"), "hand-made");
    assert_eq!(player("games-2.jsonl"), checksum(&first));
}
