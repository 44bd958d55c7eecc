//! CECP: thinking, pondering and analysing, and commands that come meanwhile.

use super::cecp::check;
use super::*;

#[test]
fn a_ping_is_answered_after_the_move() {
    check("st 1\nusermove e2e4\nping 1\n?", "move *\npong 1");
}

#[test]
fn ponders_on_the_expected_move() {
    let mut client = Client::cecp();
    client.send("hard\nsd 4\nusermove e2e4\nwait");
    assert_eq!(client.session.purpose(), Some(Purpose::Ponder));
    let expected = client.session.cecp.expected().unwrap().text.clone();
    let output = client.output();
    assert!(output.starts_with("move "), "{output}");
    // Other commands do not end it, except those that change the game.
    client.send("ping 1\ntime 1000\notim 1000");
    assert_eq!(client.output(), "pong 1\n");
    assert_eq!(client.session.purpose(), Some(Purpose::Ponder));
    client.send(&format!("usermove {expected}"));
    assert_eq!(client.session.purpose(), Some(Purpose::Move));
    client.wait();
    let output = client.output();
    assert!(output.starts_with("move ") && output.matches('\n').count() == 1, "{output}");
    client.send("easy\nwait\nping 2");
    assert_eq!((client.session.purpose(), client.output().as_str()), (None, "pong 2\n"));
    client.send("hard\nwait\nforce\nwait");
    assert_eq!(client.session.purpose(), None);
}

#[test]
fn an_unexpected_move_ends_pondering() {
    let mut client = Client::cecp();
    client.send("hard\nsd 4\nusermove e2e4\nwait");
    let expected = client.session.cecp.expected().unwrap().text.clone();
    let other = if expected == "a2a3" { "h2h3" } else { "a2a3" };
    client.output();
    client.send(&format!("usermove {other}\nwait"));
    let output = client.output();
    assert!(output.starts_with("move ") && output.matches('\n').count() == 1, "{output}");
    assert_eq!(client.session.game.ply(), 4);
}

#[test]
fn analyses_until_told_to_stop() {
    let mut client = Client::cecp();
    client.send("analyze\nusermove e2e4\nping 1\n.");
    client.wait();
    assert_eq!(client.session.purpose(), Some(Purpose::Analysis));
    client.send("exclude e7e5\nexclude e7e9\nundo\nexclude all\nwait");
    assert_eq!(client.session.purpose(), None, "no move is left to look at");
    client.send("include e2e4\nwait");
    assert_eq!(client.session.purpose(), Some(Purpose::Analysis));
    client.send("hint\nnew\nwait");
    assert_eq!(client.session.purpose(), Some(Purpose::Analysis), "goes on with the new game");
    client.send("exit\nwait\nping 2");
    assert_eq!(client.session.purpose(), None);
    let output = client.output();
    for line in ["pong 1\n", "stat01: ", "pong 2\n", "tellusererror exclude: "] {
        assert!(output.contains(line), "{line}: {output}");
    }
}

#[test]
fn excluded_moves_are_not_played() {
    let mut client = Client::cecp();
    client.send("force\nsd 2\nexclude all\ninclude a2a3\ngo\nwait");
    assert_eq!(client.output(), "move a2a3\n");
    // The next position has all its moves again.
    client.send("force\nexclude all\ngo\nwait");
    let output = client.output();
    assert!(output.contains("go: all moves are excluded: they are searched"), "{output}");
    assert_eq!(output.matches("\nmove ").count(), 1, "{output}");
    assert_eq!(client.session.purpose(), None);
    client.send("force\nexclude all\ninclude all\ngo\nwait");
    assert!(client.output().starts_with("move "));
}

#[test]
fn what_waits_keeps_its_order() {
    let mut client = Client::cecp();
    client.send("st 9\ngo\nforce\nanalyze\nforce\nusermove e2e4\nanalyze\nundo\nforce\nping 1");
    client.wait();
    assert_eq!(client.session.purpose(), None);
    assert_eq!((client.session.game.ply(), client.output().as_str()), (0, "pong 1\n"));
}

#[test]
fn settings_wait_for_the_move() {
    check("st 1\ngo\ncores 2\nmemory 8\noption MultiPV=2\n?\nping 1", "move *\npong 1");
    check("memory 0", "Error (not a number of megabytes from 1): memory 0");
    check("cores 0", "Error (not a number of threads from 1): cores 0");
    check("cores 99999999999\nping 1", "pong 1");
}

#[test]
fn a_pause_is_one() {
    let mut client = Client::cecp();
    client.send("st 1\ngo\npause\nwait");
    assert_eq!((client.session.purpose(), client.output().as_str()), (None, ""));
    client.send("resume\nwait");
    assert!(client.output().starts_with("move "));
}

#[test]
fn pings_while_the_engine_thinks_are_bounded() {
    let mut client = Client::cecp();
    client.send("nopost\nst 3600\ngo");
    client.output();
    for _ in 0..4096 {
        client.session.line(b"ping 1");
    }
    assert_eq!(client.output(), "");
    client.session.line(b"ping 2");
    assert!(client.output().starts_with("tellusererror too many commands wait"));
    client.send("?\nwait");
    let output = client.output();
    assert_eq!(output.matches("pong 1\n").count(), 4096, "{output:.300}");
    assert!(!output.contains("pong 2"));
}

#[test]
fn perft_is_finished_before_what_follows_or_stopped_by_a_question_mark() {
    let mut client = Client::cecp();
    client.send("force\nperft 2\nusermove e2e5\nping 1\nwait");
    let output = client.output();
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines.len(), 24, "{output}");
    assert_eq!(
        lines[20..22],
        ["# Nodes searched: 400", "Illegal move (the pawn on e2 cannot go to e5): e2e5"]
    );
    let mut client = Client::cecp();
    client.send("perft 30\nping 1\n?\nwait");
    assert_eq!(client.output(), "# perft: stopped\npong 1\n");
}
