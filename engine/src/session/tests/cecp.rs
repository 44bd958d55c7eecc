//! CECP commands and their answers.

use super::*;

/// Sends a script and compares the answers, without comments and dialogs. An expected line that
/// ends in `*` matches by prefix.
#[track_caller]
pub(super) fn check(script: &str, expected: &str) {
    let mut client = Client::cecp();
    client.send(script);
    client.wait();
    let output = client.output();
    let aside = |line: &&str| line.starts_with('#') || line.starts_with("telluser ");
    let output: Vec<&str> = output.lines().filter(|line| !aside(line)).collect();
    let expected: Vec<&str> = expected.lines().map(str::trim).collect();
    let fits = |(output, expected): (&&str, &&str)| match expected.strip_suffix('*') {
        Some(begin) => output.starts_with(begin),
        None => output == expected,
    };
    let same = output.len() == expected.len() && output.iter().zip(&expected).all(fits);
    assert!(same, "{script}\nheard: {output:#?}\nexpected: {expected:#?}");
}

#[test]
fn the_introduction_ends_with_done() {
    let mut client = Client::with(Box::new(Detect::new()));
    client.send("xboard\nprotover 2");
    let output = client.output();
    assert!(
        output.contains("feature done=0\n") && output.ends_with("feature done=1\n"),
        "{output}"
    );
    assert!(output.contains("feature variants=\"normal,pacific,"), "{output}");
    assert!(output.contains("feature option=\"ResignScore -spin "), "{output}");
    for hidden in ["Threads", "Hash", "UCI_Variant", "Ponder"] {
        assert!(!output.contains(&format!("option=\"{hidden} ")), "{hidden}: {output}");
    }
}

#[test]
fn answers_a_move_and_refuses_others() {
    check("usermove e2e5", "Illegal move (the pawn on e2 cannot go to e5): e2e5");
    check("usermove e2e4\nwait\nping 7", "move *\npong 7");
    check("e2e4", "move *");
    // The engine plays Black; a user's move for Black makes it play White.
    check("force\nusermove e2e4\nusermove e2e4", "Illegal move (no piece on e2): e2e4");
    check("usermove e2e4\nusermove d2d4", "Illegal move (it is the engine's turn): d2d4\nmove *");
}

#[test]
fn plays_the_side_that_it_is_told() {
    check("go", "move *");
    check("force\ngo", "move *");
    check("playother\nusermove e2e4", "move *");
    check("force\nusermove e2e4\nplayother\nping 2", "pong 2");
    check("usermove e2e4\nwait\nforce\nping 3", "move *\npong 3");
    check("go\nforce\nping 4", "pong 4");
}

#[test]
fn takes_back() {
    check(
        "force\nusermove e2e4\nusermove e7e5\nundo\nusermove d2d4",
        "Illegal move (not your piece on d2: black is to move): d2d4",
    );
    check("undo", "tellusererror cannot take back 1: moves on the board: 0");
    check("usermove e2e4\nwait\nremove\nusermove e2e4\nwait\nping 1", "move *\nmove *\npong 1");
    // In the engine's own time too.
    check("st 9\nusermove e2e4\nundo\nping 1", "pong 1");
}

#[test]
fn a_fen_within_a_turn_has_the_side_that_goes_on() {
    for (variant, moves) in [("marseillais", "e2e4"), ("monster", "e2e4")] {
        let mut client = Client::with(Box::new(Detect::new()));
        client.send(&format!("xboard\nprotover 2\nvariant {variant}\nforce\n{moves}\nd"));
        client.send("ping 1");
        let output = client.output();
        let fen = output.lines().find(|line| line.contains("Fen: ")).unwrap();
        let is_white = fen.contains("/4P3/") && fen.contains(" w ") && !fen.contains(" e3 ");
        assert!(is_white && fen.ends_with(" 1"), "{fen}");
        assert!(output.contains("White to move, move 2 of 2"), "{output}");
    }
}

#[test]
fn tells_the_result_once_it_is_on_the_board() {
    check("force\nusermove f2f3\nusermove e7e5\nusermove g2g4\ngo", "move d8h4\n0-1 {checkmate}");
    check("force\nsetboard 7k/5Q2/8/8/8/8/8/K7 w - - 0 1\nplayother\nusermove f7f8", "move h8h7");
    check(
        "force\nsetboard 7k/8/4Q1K1/8/8/8/8/8 w - - 0 1\nplayother\nusermove e6e8",
        "1-0 {checkmate}",
    );
    // The engine plays neither side: it claims nothing.
    check("force\nsetboard 7k/8/4Q1K1/8/8/8/8/8 w - - 0 1\nusermove e6e8\nping 1", "pong 1");
    check("force\nsetboard 7k/8/4Q1K1/8/8/8/8/8 w - - 0 1\nusermove e6e8\ngo", "1-0 {checkmate}");
}

#[test]
fn programs_agree_on_the_end_of_a_game_that_the_gui_does_not_know() {
    let setup = "setup *\npiece *\npiece *\n";
    let last = "setboard 8/8/8/8/8/2m5/1M6/8 w - - 0 1\n";
    let game = |end: &str| format!("variant english-draughts\nforce\n{last}computer\n{end}");
    // The losing side reports the result.
    check(&game("go\nwait\nping 1"), &format!("{setup}move b2xc3-d4\npong 1"));
    check(&game("playother\nusermove b2c3,c3d4"), &format!("{setup}1-0 {{all captured}}"));
    // Reported to a person.
    let game = game("go").replace("computer\n", "");
    check(&game, &format!("{setup}move b2xc3-d4\n1-0 {{all captured}}"));
    let drawn = "setboard 4k5/10/10/10/10/10/10/10/10/R3K5 w - - 99 90\ncomputer\n";
    let pieces = "piece *\n".repeat(10);
    check(
        &format!("variant pacific\nforce\n{drawn}go\nwait\ndraw"),
        &format!("setup *\n{pieces}move *\noffer draw\noffer draw"),
    );
}

#[test]
fn a_drawn_game_goes_on_when_told_so() {
    check(
        "force\nsetboard 6k1/8/8/8/8/8/8/K6R w - - 99 90\nplayother\nusermove a1a2\ngo",
        "1/2-1/2 {move rule}\nmove *\n1/2-1/2 {*",
    );
}

#[test]
fn positions_that_are_none_are_refused_with_all_moves() {
    let mut client = Client::cecp();
    client.send(
        "force\nsetboard 8/8/8/8/8/8/8/8 w - - 0 1\nusermove e2e4\ngo\nnew\nsd 1\nusermove e2e4",
    );
    client.wait();
    let output = client.output();
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines[0].starts_with("tellusererror setboard: "), "{output}");
    let refused = "Illegal move ('8/8/8/8/8/8/8/8 w - - 0 1': invalid position of chess: ";
    assert!(lines[1].starts_with(refused), "{output}");
    assert!(lines[3].starts_with("move "), "{output}");
}

#[test]
fn variants_have_a_setup() {
    let mut client = Client::cecp();
    client.send("variant cheskers");
    let output = client.output();
    assert!(output.starts_with("setup (P.B.K"), "{output}");
    assert!(output.contains("\npiece C& CmpabF\n"), "{output}");
    client.send("option BoardSize=10x10\nnew\nvariant cheskers");
    assert!(client.output().contains(") 10x10+0_lion "));
    client.send("variant pacific\nvariant nonsense");
    let output = client.output();
    assert!(output.contains("10x10+0_fairy"), "{output}");
    assert!(
        output.contains("\ntellusererror variant: unknown variant 'nonsense': expected one that "),
        "{output}"
    );
}

#[test]
fn a_board_size_waits_for_its_game() {
    let mut client = Client::cecp();
    client.send("option BoardSize=10x10\nnew\nvariant chesica");
    let output = client.output();
    assert!(output.contains(") 10x10+0_lion ") && !output.contains("tellusererror"), "{output}");
    client.send("new\nvariant pacific\nnew\nvariant chesica\noption BoardSize=wide");
    let output = client.output();
    assert_eq!(output.matches(") 10x10+0_lion ").count(), 1, "{output}");
    assert!(
        output.contains("tellusererror option 'BoardSize': invalid board size 'wide'"),
        "{output}"
    );
}

#[test]
fn en_passant_names_its_victim_where_the_board_would_keep_it() {
    let game = "variant pacific-gollon\nforce\n\
        setboard 4k5/10/4p5/10/10/3P6/10/10/10/4K5 b - - 0 1\nusermove e7e4\n";
    let setup = format!("setup *\n{}", "piece *\n".repeat(10));
    check(
        &format!("{game}usermove d4e5\nping 1"),
        &format!("{setup}Illegal move (en passant here*\npong 1"),
    );
    check(&format!("{game}usermove d4e4,e4e5\nping 1"), &format!("{setup}pong 1"));
    check(
        &format!("{game}lift d4\nput e4\nlift e4"),
        &format!(
            "{setup}highlight 10/10/10/10/3Y6/4C5/10/10/10/10\n\
            highlight 10/10/10/10/4Y5/10/10/10/10/10"
        ),
    );
}

#[test]
fn white_passes_where_black_begins() {
    check(
        "variant cheskers\ngo\nusermove b6a5",
        "setup *\npiece *\npiece *\npiece *\npiece *\nmove @@@@\nmove *",
    );
    let start = "1c1k1k1b/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/B1K1K1C1";
    let setup = "setup *\npiece *\npiece *\npiece *\npiece *\n";
    check(
        &format!("variant cheskers\nforce\nsetboard {start} w - - 0 1\nusermove @@@@\ngo"),
        &format!("{setup}move *"),
    );
    check(
        &format!("variant cheskers\nforce\nsetboard {start} b - - 0 1\ngo"),
        &format!("{setup}move *"),
    );
    // A person who plays White passes, and the engine begins.
    check("variant cheskers\n@@@@", &format!("{setup}move *"));
}

/// Black men on every other square of a diagonal way for White's man on b2.
const THREE: &str = "5k2/6m1/8/4m3/8/2m5/1M6/8 w - - 0 1";

#[test]
fn long_chains_go_out_and_come_in_by_parts() {
    let setup = "setup *\npiece *\npiece *\n";
    check(
        &format!(
            "variant english-draughts\nforce\nsetboard {THREE}\ngo\nwait\nusermove @@@@\nping 1"
        ),
        &format!("{setup}move b2xc3xe5-f6\nmove f6xg7-h8k\npong 1"),
    );
    check(
        &format!(
            "variant english-draughts\nforce\nsetboard {THREE}\nplayother\n\
            usermove b2c3,c3e5,e5f6\nusermove f6g7,g7h8k\nwait"
        ),
        &format!("{setup}move @@@@\nmove *"),
    );
    // The turn is the engine's still.
    check(
        &format!(
            "variant english-draughts\nforce\nsetboard {THREE}\ngo\nwait\nusermove f8e7\nusermove @@@@"
        ),
        &format!(
            "{setup}move b2xc3xe5-f6\n\
            Illegal move (the turn is still white's: the other side passes: type pass and press Enter): f8e7\n\
            move f6xg7-h8k"
        ),
    );
    // After a take-back within the turn, the engine continues from there.
    check(
        &format!(
            "variant english-draughts\nforce\nsetboard {THREE}\nusermove b2c3,c3e5,e5f6\n\
            usermove @@@@\ngo\nwait"
        ),
        &format!("{setup}move f6xg7-h8k"),
    );
}

#[test]
fn armies_move_unit_by_unit() {
    let setup = "setup *\n".to_owned() + &"piece *\n".repeat(12);
    check(
        "variant chesimals\nusermove c3c4\nusermove c2c3\nusermove @@@@\nforce\nping 1",
        &format!("{setup}move @@@@\nmove @@@@\npong 1"),
    );
    let mut client = Client::cecp();
    client.send("variant chesimals\ngo\nwait");
    // Passes until the engine has ended its turn.
    for _ in 0..10 {
        let output = client.output();
        if output.ends_with("move @@@@\n") {
            client.send("usermove c10c9");
            assert_eq!(client.output(), "move @@@@\n");
            return;
        }
        client.send("usermove @@@@\nwait");
    }
    panic!("the turn has no end");
}

#[test]
fn sets_up_what_is_edited() {
    let mut client = Client::cecp();
    client.send("force\nedit\n#\nKe1\nRh1\nPa2\nc\nKe8\n.\nusermove e1g1\nd");
    assert!(client.output().contains("Fen: 4k3/8/8/8/8/8/P7/5RK1 b - - 1 1"));
    client.send("edit\n#\nPa9\n.\nusermove e8e7");
    let output = client.output();
    assert!(output.contains("a9") && output.contains("Illegal move (no square 'a9': "), "{output}");
}

#[test]
fn shows_where_a_piece_can_go() {
    check("force\nlift e2", "highlight 8/8/8/8/4Y3/4Y3/8/8");
    check(
        "force\nlift e7\nlift z9",
        "highlight 8/8/8/8/8/8/8/8\ntellusererror lift: 'z9' is not a square of the board",
    );
    let setup = "setup *\npiece *\npiece *\n";
    check(
        &format!(
            "variant english-draughts\nforce\nsetboard {THREE}\nlift b2\nput c3\nlift c3\nput e5\n\
            lift e5"
        ),
        &format!(
            "{setup}highlight 8/8/8/8/8/2C5/8/8\nhighlight 8/8/8/4C3/8/8/8/8\n\
            highlight 8/8/5Y2/8/8/8/8/8"
        ),
    );
}

#[test]
fn ranks_are_those_of_the_board() {
    let mut client = Client::cecp();
    client.send("variant pacific\nforce\nusermove a4a5\nusermove b2b5\nd\nperft 1\nwait");
    let output = client.output();
    for line in [
        "Illegal move (no piece on a4): a4a5",
        "telluser no piece on a4",
        "Illegal move (the pawn on b2 cannot go to b5): b2b5",
        "#  9 ",
        "#  0 ",
        "# Fen: c1f1gg1f1c/",
        "# c2c4: 1",
    ] {
        assert!(
            output.lines().any(|line_of_output| line_of_output.starts_with(line)),
            "no {line:?} in {output}"
        );
    }
    // On other boards, and in UCI, they count from 1.
    let mut client = Client::cecp();
    client.send("force\nusermove a4a5\nd");
    let output = client.output();
    assert!(output.contains("no piece on a4") && output.contains("\n#  1 "), "{output}");
    let mut client = Client::new();
    client.send("setoption name UCI_Variant value pacific\nposition startpos moves a5a6\nd");
    let output = client.output();
    assert!(output.contains("no piece on a5") && output.contains("\n10 "), "{output}");
}

#[test]
fn a_refusal_says_how_to_go_on() {
    let mut client = Client::cecp();
    client.send("variant cheskers\nforce\nusermove c3d4");
    let reason = "the turn is still black's: the other side passes: type pass and press Enter";
    assert!(
        client.output().contains(&format!("Illegal move ({reason}): c3d4\ntelluser {reason}\n"))
    );
    client.send("pass\nusermove f6g5\npass");
    let reason = "this game has no pass: make a move";
    assert!(client.output().contains(&format!("telluser {reason}\n")));
}
