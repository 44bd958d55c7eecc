//! Random sessions of valid and broken lines: none may end in a panic, a hang, or a position that
//! the moves do not lead to.
//!
//! `MENAGERIE_SESSIONS` sets their number per protocol.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use protocol::{Cecp, GameEvent};

use super::*;
use crate::info;
use crate::turns;

/// Default number of sessions, for build servers.
const SESSIONS: u32 = 60;

fn config() -> ProptestConfig {
    let sessions = std::env::var("MENAGERIE_SESSIONS").ok().and_then(|text| text.parse().ok());
    let cases = sessions.unwrap_or(SESSIONS);
    ProptestConfig { cases, max_shrink_iters: 400, failure_persistence: None, ..Default::default() }
}

/// Action of the GUI.
#[derive(Clone, Debug)]
enum Act {
    /// Sends a line.
    Line(Vec<u8>),
    /// Sends a legal move, if no search is in the way.
    Legal(u16),
    /// Waits for the engine.
    Wait,
}

const GAMES: [&str; 8] = [
    "chess",
    "pacific-gollon",
    "cheskers",
    "chesica",
    "english-draughts",
    "chesimals",
    "capablanca",
    "nonsense",
];

const CECP: [&str; 66] = [
    "xboard",
    "protover 2",
    "new",
    "new",
    "force",
    "force",
    "go",
    "go",
    "playother",
    "?",
    "?",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "analyze",
    ".",
    "exit",
    "exclude e2e4",
    "exclude all",
    "include all",
    "include e2e4",
    "exclude @@@@",
    "hint",
    "bk",
    "memory 1",
    "cores 1",
    "cores 2",
    "memory 2",
    "pause",
    "resume",
    "computer",
    "name a b",
    "rating 0 0",
    "ics -",
    "random",
    "accepted ping",
    "rejected debug",
    "level 40 5 0",
    "level 0 0:01 0.01",
    "level 0 1 1",
    "st 1",
    "st 0.01",
    "sd 2",
    "nps 1000",
    "nps 0",
    "time 100",
    "otim 0",
    "time -5",
    "draw",
    "result 1-0 {a}",
    "result * {b}",
    "ping 1",
    "usermove e2e4",
    "usermove @@@@",
    "usermove a3b4,b4c5",
    "a3xb4xd6-e7",
    "lift e2",
    "put e4",
    "edit",
    "#",
    ".",
    "Ke1",
];

const UCI: [&str; 34] = [
    "uci",
    "isready",
    "ucinewgame",
    "debug on",
    "debug off",
    "stop",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "flip",
    "help",
    "setoption name Threads value 1",
    "setoption name Threads value 2",
    "setoption name Hash value 1",
    "setoption name MultiPV value 3",
    "setoption name Clear Hash",
    "setoption name UCI_ShowWDL value true",
    "setoption name BoardSize value 10x10",
    "setoption name BoardSize value native",
    "position startpos",
    "position startpos moves e2e4",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen 4k3/8/8/8/8/8/8/4K2R b - - 99 1",
    "go depth 2",
    "go movetime 3",
    "go nodes 200",
    "go infinite",
    "go ponder wtime 50 btime 50",
    "go wtime 20 btime 20",
    "go mate 1",
    "go perft 2",
    "go searchmoves e2e4 b3d5",
    "xboard",
];

/// Fragments of nonsense lines.
const SCRAPS: [&str; 16] = [
    "99999999999999999999",
    "-1",
    "0",
    "e2e4",
    "\u{265e}",
    "\u{0}",
    "   ",
    "go",
    "{",
    "a1a1a1",
    "1/2",
    "new",
    "option",
    "=",
    "setboard",
    "@@@@",
];

fn line(words: &'static [&'static str], variant: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let good = prop::sample::select(words).prop_map(str::to_owned);
    let game = prop::sample::select(&GAMES[..]).prop_map(move |game| format!("{variant} {game}"));
    let scraps = || vec(prop::sample::select(&SCRAPS[..]), 1..4);
    let longer = (prop::sample::select(words), scraps())
        .prop_map(|(word, scraps)| format!("{word} {}", scraps.join(" ")));
    let first = (prop::sample::select(words), scraps()).prop_map(|(word, scraps)| {
        let word = word.split(' ').next().unwrap_or_default();
        format!("{word} {}", scraps.join(" "))
    });
    let text = prop_oneof![12 => good, 3 => game, 2 => longer, 2 => first];
    let spoilt =
        (text.clone(), any::<prop::sample::Index>(), any::<u8>()).prop_map(|(text, at, byte)| {
            let mut bytes = text.into_bytes();
            if !bytes.is_empty() {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            bytes
        });
    prop_oneof![9 => text.prop_map(String::into_bytes), 1 => spoilt]
}

fn acts(words: &'static [&'static str], variant: &'static str) -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        10 => line(words, variant).prop_map(Act::Line),
        6 => any::<u16>().prop_map(Act::Legal),
        2 => Just(Act::Wait),
    ];
    vec(act, 1..40)
}

/// Whether a line would write files, take much memory, or end the session.
fn is_harmful(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_ascii_lowercase();
    let words = ["quit", "file", "path", "hash", "threads", "memory", "cores", "bench"];
    let harmless = ["memory 1", "memory 2", "cores 1", "cores 2", "setoption name hash value 1"];
    words.iter().any(|word| text.contains(word))
        && !harmless.contains(&&*text)
        && !text.starts_with("setoption name threads value")
}

impl Client {
    /// Returns a legal move in this session's notation.
    fn legal_line(&mut self, choice: u16, uci: bool) -> Option<String> {
        let texts = self.session.game.step_texts();
        let text = texts.get(usize::from(choice).checked_rem(texts.len())?)?.clone();
        if uci {
            return Some(format!("position fen {} moves {text}", self.session.game.fen()));
        }
        if text == "end" {
            return Some("usermove @@@@".to_owned());
        }
        let turn = turns::read_part(&mut self.session.game, &text)?;
        let first = protocol::split(&turn).into_iter().next()?;
        let mut dialect = Cecp::new();
        let mut out = String::new();
        let info = info::variant_info(&self.session.variant, &self.session.library);
        dialect.write(&Event::Variant(info), &mut out);
        out.clear();
        dialect.write(&Event::Game(GameEvent::Move(first)), &mut out);
        Some(out.trim().replace("move ", "usermove "))
    }

    /// Handles the pending messages.
    fn catch_up(&mut self) {
        while let Ok(message) = self.messages.try_recv() {
            self.session.handle_message(message);
        }
    }

    fn act(&mut self, act: &Act, uci: bool) {
        match act {
            Act::Line(line) if is_harmful(line) => {}
            Act::Line(line) => drop(self.session.line(line)),
            Act::Legal(choice) => {
                if let Some(line) = self.legal_line(*choice, uci) {
                    self.session.line(line.as_bytes());
                }
            }
            Act::Wait => {
                self.session.line(if uci { b"stop" } else { b"?" });
                self.wait();
            }
        }
        self.catch_up();
    }
}

/// Returns the output of a session.
fn converse(client: &mut Client, acts: &[Act], uci: bool) -> String {
    for act in acts {
        client.act(act, uci);
    }
    // An unfinished edit consumes all lines.
    client.send(if uci { "stop\nstop\nisready" } else { ".\n.\nforce\nping 4711" });
    while client.session.is_busy() {
        if client.session.is_content() {
            client.session.stop_all();
        }
        let message = client.messages.blocking_recv().unwrap();
        client.session.handle_message(message);
    }
    client.output()
}

fn check_cecp(acts: &[Act]) -> TestCaseResult {
    let mut client = Client::cecp();
    let output = converse(&mut client, acts, false);
    prop_assert!(output.contains("pong 4711\n"), "{output}");
    prop_assert!(!output.contains("internal error"), "{output}");
    // The moves on record are those that were made.
    let session = &mut client.session;
    let mut before = session.game.clone();
    prop_assert!(session.cecp.rewind(&mut before));
    prop_assert_eq!(before.ply(), 0);
    // And a game can be played.
    client.send("resume\nnew\neasy\nsd 1\nusermove e2e4\nwait");
    client.expect_move()
}

fn check_uci(acts: &[Act]) -> TestCaseResult {
    let mut client = Client::new();
    let output = converse(&mut client, acts, true);
    prop_assert!(output.ends_with("readyok\n"), "{output}");
    prop_assert!(!output.contains("internal error"), "{output}");
    let searches = acts.iter().filter(|act| match act {
        Act::Line(line) => line.to_ascii_lowercase().windows(2).any(|part| part == b"go"),
        _ => false,
    });
    prop_assert!(output.matches("\nbestmove ").count() <= searches.count(), "{output}");
    client.send("setoption name UCI_Variant value chess\nposition startpos\ngo depth 1\nwait");
    let output = client.output();
    prop_assert!(output.contains("\nbestmove "), "{output}");
    Ok(())
}

impl Client {
    fn expect_move(&mut self) -> TestCaseResult {
        let output = self.output();
        prop_assert!(output.lines().any(|line| line.starts_with("move ")), "{output}");
        Ok(())
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn conversations_in_cecp(acts in acts(&CECP, "variant")) {
        check_cecp(&acts)?;
    }

    #[test]
    fn conversations_in_uci(acts in acts(&UCI, "setoption name UCI_Variant value")) {
        check_uci(&acts)?;
    }
}
