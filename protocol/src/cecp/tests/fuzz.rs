//! Whatever comes in or goes out, nothing panics and no line breaks.

use proptest::collection::vec;
use proptest::prelude::*;

use super::introduced;
use crate::strategies::{info, spec, text, turn};
use crate::*;

/// Words of the protocol, to get past the first of a line.
const WORDS: &[&str] = &[
    "xboard",
    "protover",
    "2",
    "new",
    "variant",
    "normal",
    "setboard",
    "8/8",
    "w",
    "KQkq",
    "-",
    "edit",
    "Pa4",
    "#",
    "c",
    ".",
    "force",
    "go",
    "usermove",
    "e2e4",
    "a3b4,b4d6,d6e7",
    "a0xb1-c2",
    "@@@@",
    "P@e4",
    "a:b;c<",
    "?",
    "level",
    "40",
    "0:30",
    "0.05",
    "1e9",
    "st",
    "sd",
    "nps",
    "time",
    "otim",
    "ping",
    "draw",
    "result",
    "1-0",
    "{x}",
    "option",
    "A=b",
    "exclude",
    "all",
    "include",
    "lift",
    "put",
    "memory",
    "cores",
    "bench",
    "perft",
    "accepted",
    "rejected",
    "debug",
    "-1",
    "99999999999999999999",
    "\0",
    "\u{85}",
    "é",
    "\t",
    "\r",
    "\u{a0}",
    "=",
    "+",
    ",",
    ";",
    "x",
];

/// Squares and signs, as moves are made of.
const PARTS: &[&str] = &[
    "a1",
    "b2",
    "c3",
    "d4",
    "e5",
    "a0",
    "j9",
    "p16",
    "c:",
    "d;",
    ",",
    ";",
    "x",
    "-",
    "q",
    "+",
    "=",
    "k",
    "@",
    "é",
    "1",
    "99999999999999999999999",
];

fn board() -> impl Strategy<Value = VariantInfo> {
    let turns = prop::sample::select(vec![
        TurnKind::Single,
        TurnKind::Chain,
        TurnKind::Several,
        TurnKind::Series,
    ]);
    let betza = prop::sample::select(vec![
        "K", "fN", "mfF", "[K-fK]", "[W-fD]", "[N-N]", "", "ifmnD", "X", "[", "é", "NN", "W3",
    ]);
    let piece = (
        (any::<bool>(), prop_oneof![prop::char::range('A', 'Z'), any::<char>()]),
        (text(), prop::option::of(text())),
        (betza.clone(), prop::option::of(betza)),
        (vec(0..40_usize, 0..3), any::<bool>()),
    )
        .prop_map(|((plus, letter), (name, picture), (moves, jumps), (promotes, royal))| {
            PieceInfo {
                letter,
                plus,
                name,
                picture,
                moves: moves.into(),
                jumps: jumps.map(Into::into),
                promotes,
                royal,
            }
        });
    let castling = prop::option::of(
        (any::<char>(), any::<[[Option<u8>; 2]; 2]>())
            .prop_map(|(king, sides)| CastlingInfo { king, sides }),
    );
    let hands =
        prop::option::of(
            (0..40_usize, any::<bool>(), any::<bool>())
                .prop_map(|(kinds, captures, gates)| HandInfo { kinds, captures, gates }),
        );
    (text(), 0..20_u8, 0..20_u8, any::<bool>(), text(), vec(piece, 0..40), turns, (castling, hands))
        .prop_map(|(name, files, ranks, native_size, start, pieces, turns, (castling, hands))| {
            VariantInfo {
                name,
                template: String::new(),
                files,
                ranks,
                native_size,
                start,
                pieces,
                turns,
                hands,
                blasts: false,
                shuffled: false,
                castling,
            }
        })
}

fn drop_move() -> impl Strategy<Value = BoardMove> {
    (any::<char>(), any::<bool>(), any::<(u8, u8)>()).prop_map(|(letter, plus, (file, rank))| {
        BoardMove::Drop(DropMove { letter, plus, to: BoardSquare { file, rank } })
    })
}

fn board_move() -> impl Strategy<Value = BoardMove> {
    let square = || any::<(u8, u8)>().prop_map(|(file, rank)| BoardSquare { file, rank });
    let leg = (square(), square(), prop::option::of(square()))
        .prop_map(|(from, to, over)| MoveLeg { from, to, over });
    let promotion = any::<(char, bool, bool, bool)>()
        .prop_map(|(letter, plus, back, chosen)| Promotion { letter, plus, back, chosen });
    prop_oneof![
        (vec(leg, 0..6), prop::option::of(promotion)).prop_map(|(legs, promotion)| {
            BoardMove::Piece(PieceMove { legs, promotion, castling: None })
        }),
        drop_move(),
        Just(BoardMove::Pass),
    ]
}

fn any_turn() -> impl Strategy<Value = Turn> {
    (turn(), vec(board_move(), 0..4)).prop_map(|(turn, moves)| Turn { moves, ..turn })
}

fn event() -> impl Strategy<Value = Event> {
    let game = prop_oneof![
        board_move().prop_map(GameEvent::Move),
        (text(), text()).prop_map(|(text, reason)| GameEvent::IllegalMove { text, reason }),
        text().prop_map(|reason| GameEvent::Result { result: "1-0", reason }),
        text().prop_map(GameEvent::Pong),
        any_turn().prop_map(GameEvent::Hint),
        vec(text(), 0..3).prop_map(GameEvent::Book),
        any::<(u64, u64, u32)>().prop_map(|(time_ms, nodes, depth)| GameEvent::Status(
            AnalysisStatus { time_ms, nodes, depth, ..AnalysisStatus::default() }
        )),
        vec(any::<(u8, u8)>(), 0..9).prop_map(|squares| GameEvent::Targets(
            squares
                .into_iter()
                .map(|(file, rank)| Target {
                    square: BoardSquare { file, rank },
                    kind: TargetKind::Capture
                })
                .collect()
        )),
    ];
    prop_oneof![
        (text(), text()).prop_map(|(name, author)| Event::Id { name, author }),
        spec().prop_map(Event::Option),
        vec(text(), 0..4).prop_map(Event::Variants),
        Just(Event::Introduced),
        (info(), vec(any_turn(), 0..4))
            .prop_map(|(info, pv)| Event::Info(SearchInfo { pv, ..info })),
        text().prop_map(Event::InfoString),
        text().prop_map(Event::Error),
        text().prop_map(Event::Text),
        board().prop_map(Event::Variant),
        (text(), any::<u64>()).prop_map(|(mv, count)| Event::PerftLine { mv, count }),
        game.prop_map(Event::Game),
    ]
}

fn check_error(error: &ParseError) -> Result<(), TestCaseError> {
    let message = error.to_string();
    prop_assert!(!message.contains(char::is_control), "{message:?}");
    prop_assert!(message.chars().count() < 200, "{message}");
    check_lines(&mut introduced(), &Event::Unreadable(error.clone()))
}

/// Whole lines, with no control characters but the one that parts numbers from moves.
fn check_lines(cecp: &mut Cecp, event: &Event) -> Result<(), TestCaseError> {
    let mut out = String::new();
    cecp.write(event, &mut out);
    prop_assert!(out.is_empty() || out.ends_with('\n'), "{out:?}");
    let tabs = usize::from(matches!(event, Event::Info(_)));
    for line in out.lines() {
        prop_assert!(!line.replacen('\t', " ", tabs).contains(char::is_control), "{line:?}");
        prop_assert!(!line.contains(['\u{2028}', '\u{2029}']), "{line:?}");
        prop_assert!(line.len() < 8000, "{} bytes", line.len());
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_lines_are_read(lines in vec(vec(prop::sample::select(WORDS), 0..9), 0..6)) {
        let mut cecp = Cecp::new();
        for words in lines {
            if let Err(error) = cecp.parse(words.join(" ").as_bytes()) {
                check_error(&error)?;
            }
        }
    }

    #[test]
    fn any_bytes_are_read(
        words in vec(prop::sample::select(WORDS), 0..3),
        bytes in vec(any::<u8>(), 0..100),
    ) {
        let mut line = words.join(" ").into_bytes();
        line.push(b' ');
        line.extend(bytes);
        if let Err(error) = Cecp::new().parse(&line) {
            check_error(&error)?;
        }
    }

    #[test]
    fn any_move_is_read(
        board in board(),
        text in prop_oneof![
            text(),
            vec(prop::sample::select(PARTS), 0..9).prop_map(|parts| parts.concat()),
        ],
    ) {
        let mut cecp = introduced();
        cecp.write(&Event::Variant(board), &mut String::new());
        if let Err(error) = cecp.read_move(&text) {
            check_error(&error)?;
        }
        cecp.read_square(&text);
    }

    #[test]
    fn any_event_is_whole_lines(board in board(), events in vec(event(), 1..4)) {
        for mut cecp in [introduced(), Cecp::new()] {
            check_lines(&mut cecp, &Event::Variant(board.clone()))?;
            for event in &events {
                check_lines(&mut cecp, event)?;
            }
        }
    }

    /// No line that is shown to people alone means anything to XBoard.
    #[test]
    fn comments_are_marked(text in text()) {
        for event in [Event::InfoString(text.clone()), Event::Text(text)] {
            let mut out = String::new();
            introduced().write(&event, &mut out);
            for line in out.lines() {
                prop_assert!(line.starts_with('#'), "{line:?}");
            }
        }
    }
}
