//! Board state of both sides of the wire, ours and an engine's own.

use protocol::client::uci;
use protocol::{BoardMove, Cecp, Command, Dialect, Event, GameEvent, HostMove, StartPosition, Uci};

use super::*;
use engine::record::Record;
use engine::turns;

/// Engine's side of the wire, as in its session.
struct EngineBoard {
    game: AnyGame,
    record: Record,
    dialect: Cecp,
}

impl EngineBoard {
    fn new(variant: &Variant, game: AnyGame, first: Color) -> Self {
        let mut dialect = Cecp::new();
        let info = variant_info(variant, &Library::builtin());
        dialect.write(&Event::Variant(info), &mut String::new());
        EngineBoard { record: Record::new(first), game, dialect }
    }

    fn receive(&mut self, text: &str) {
        let mv = self.dialect.read_move(text).unwrap();
        if let HostMove::Piece(own) = &mv
            && let Some(turn) = turns::read(&mut self.game, own)
        {
            assert_eq!(self.dialect.objection(text, &turn.moves[0]), None, "{text}");
        }
        self.record.play(&mut self.game, &mv).unwrap_or_else(|why| panic!("{text}: {why}"));
    }

    fn make(&mut self, mv: &BoardMove) -> String {
        self.record.play(&mut self.game, &turns::own_text(mv)).unwrap();
        let mut out = String::new();
        self.dialect.write(&Event::Game(GameEvent::Move(mv.clone())), &mut out);
        out.trim().strip_prefix("move ").unwrap().to_owned()
    }
}

/// Plays a random game over the wire; both boards have to agree after each turn, and each position
/// has to round-trip through its FEN.
pub(super) fn play(variant: &Variant, seed: u64, engine_side: Color, turn_limit: usize) -> usize {
    let name = &variant.definition().name;
    let mut host = HostBoard::new(variant.start(), Color::White, codec(variant));
    let mut engine = EngineBoard::new(variant, variant.start(), Color::White);
    let mut game = variant.start();
    let mut numbers = random_numbers(seed);
    for made in 0..turn_limit {
        if game.outcome().is_some() {
            return made;
        }
        let (mover, before) = (game.side(), game.fen());
        let Some(turn) = random_turn(&mut game, &mut numbers) else { return made };
        let mut received = None;
        for part in host.parts(&turn).unwrap() {
            // The side that is not to move passes, if the wire requires it.
            while host.is_pass_due() {
                pass(&mut host, &mut engine, mover != engine_side);
            }
            if mover == engine_side {
                let text = engine.make(&part);
                received =
                    host.receive(&text).unwrap_or_else(|why| panic!("{name}: {text}: {why}"));
            } else {
                engine.receive(&host.make(&part).unwrap());
            }
        }
        if mover == engine_side {
            assert_eq!(received.as_deref(), Some(&*turn), "{name}, turn {made}");
        }
        through_uci(&variant.game(&before).unwrap(), &before, &turn, &game);
        assert_eq!(host.game().fen(), game.fen(), "{name} after {turn}");
        assert_eq!(engine.game.fen(), game.fen(), "{name} after {turn}");
    }
    turn_limit
}

/// Sends a turn over UCI, to the engine and from it.
fn through_uci(game: &AnyGame, fen: &str, turn: &str, after: &AnyGame) {
    assert_eq!(game.fen(), fen);
    let mut dialect = Uci::new();
    let mut sent = String::new();
    dialect.write(&Event::best_move(turn), &mut sent);
    let received = uci::parse(sent.trim_end().as_bytes()).unwrap();
    let best = Some(turn.to_owned());
    assert_eq!(received, uci::UciReply::BestMove { best, ponder: None });
    let (start, moves) = (StartPosition::Fen(fen.to_owned()), vec![turn.to_owned()]);
    let command = Command::Position { start, moves };
    let mut sent = String::new();
    uci::write(&command, &mut sent);
    assert_eq!(dialect.parse(sent.as_bytes()), Ok(Some(command)));
    let mut game = game.clone();
    game.play_turn(turn).unwrap();
    assert_eq!(game.fen(), after.fen(), "{turn} from {fen}");
}

fn pass(host: &mut HostBoard, engine: &mut EngineBoard, by_engine: bool) {
    if by_engine {
        let text = engine.make(&BoardMove::Pass);
        assert_eq!(host.receive(&text), Ok(None));
    } else {
        let text = host.make(&BoardMove::Pass).unwrap();
        assert_eq!(text, "@@@@");
        engine.receive(&text);
    }
}

#[test]
fn both_boards_agree_in_random_games() {
    for (seed, name) in (0..).zip(GAMES) {
        for color in [Color::White, Color::Black] {
            let turns = play(&variant(name), seed, color, 60);
            assert!(turns > 10, "{name}: over after {turns} turns");
        }
    }
}

#[test]
fn where_black_begins_white_passes_first() {
    let variant = variant("cheskers");
    let board = || HostBoard::new(variant.start(), Color::White, codec(&variant));
    let mut host = board();
    assert_eq!((host.side(), host.game().side()), (Color::White, Color::Black));
    assert!(host.is_pass_due());
    let turn = variant.start().step_texts().remove(0);
    assert_eq!(host.receive("@@@@"), Ok(None));
    assert_eq!(host.receive(&turn), Ok(Some(turn.clone())));
    let error = board().receive(&turn).unwrap_err();
    assert_eq!(error, "the turn is still black's: the other side passes");
}

#[test]
fn long_chains_are_whole_in_the_end() {
    let variant = variant("english-draughts");
    let fen = "5k2/6m1/8/4m3/8/2m5/1M6/8 w - - 0 1";
    let game = variant.game(fen).unwrap();
    let mut host = HostBoard::new(game.clone(), game.side(), codec(&variant));
    assert_eq!(host.receive("b2xc3xe5-f6"), Ok(None));
    assert!(host.is_pass_due());
    assert_eq!(host.make(&BoardMove::Pass), Ok("@@@@".to_owned()));
    // The letter of a promotion without a choice is not in our notation.
    assert_eq!(host.receive("f6xg7-h8k"), Ok(Some("b2d4,d4f6,f6h8".to_owned())));
    let mut host = HostBoard::new(game.clone(), game.side(), codec(&variant));
    let parts = host.parts("b2d4,d4f6,f6h8").unwrap();
    let wire: Vec<_> = parts
        .iter()
        .map(|part| {
            let text = host.make(part).unwrap();
            if host.is_pass_due() {
                host.receive("@@@@").unwrap();
            }
            text
        })
        .collect();
    assert_eq!(wire, ["b2c3,c3e5,e5f6", "f6g7,g7h8k"]);
}

#[test]
fn a_piece_that_turns_back_is_written_with_a_sign() {
    let variant = variant("kyoto-shogi");
    let game = variant.game("2k2/5/5/5/1+PK2[] w - - 0 1").unwrap();
    let host = || HostBoard::new(game.clone(), Color::White, codec(&variant));
    let mut own = host();
    let parts = own.parts("b1a1-").unwrap();
    assert_eq!(own.make(&parts[0]), Ok("b1a1-".to_owned()));
    // The letter means the same.
    for text in ["b1a1-", "b1a1p", "+Pa1=P", "+Pa1-"] {
        assert_eq!(host().receive(text), Ok(Some("b1a1-".to_owned())), "{text}");
    }
}

#[test]
fn what_is_illegal_changes_nothing() {
    let variant = variant("chess");
    let mut host = HostBoard::new(variant.start(), Color::White, codec(&variant));
    for (text, why) in [
        ("e2e5", "the pawn on e2 cannot go to e5"),
        ("@@@@", "this game has no pass: make a move"),
        ("Nf4", "no knight of yours can go to f4"),
        ("O-O", "castling is not allowed now: a piece stands in the way"),
        ("e9e4", "move: 'e9e4' is not a move from square to square"),
    ] {
        assert_eq!(host.receive(text), Err(why.to_owned()));
    }
    assert_eq!(host.parts("e2e5"), None);
    assert_eq!(host.game().fen(), variant.start().fen());
    assert_eq!(host.receive("e2-e4"), Ok(Some("e2e4".to_owned())));
}

#[test]
fn moves_in_algebraic_notation_are_read() {
    let variant = variant("chess");
    let mut host = HostBoard::new(variant.start(), Color::White, codec(&variant));
    for (text, turn) in [
        ("e4", "e2e4"),
        ("e5", "e7e5"),
        ("Nf3", "g1f3"),
        ("Nc6", "b8c6"),
        ("Bb5", "f1b5"),
        ("Nge7?", "g8e7"),
        ("O-O", "e1g1"),
        ("a6", "a7a6"),
        ("Bxc6", "b5c6"),
        ("bxc6", "b7c6"),
        ("b1c3", "b1c3"),
    ] {
        assert_eq!(host.receive(text), Ok(Some(turn.to_owned())), "{text}");
    }
    // The bishop, and not the knight that goes from b1.
    let fen = "4k3/8/8/8/8/4B3/8/1NB1K3 w - - 0 1";
    let game = variant.game(fen).unwrap();
    let mut host = HostBoard::new(game, Color::White, codec(&variant));
    assert_eq!(host.receive("B1d2"), Ok(Some("c1d2".to_owned())));
}

#[test]
fn algebraic_notation_has_the_ranks_of_the_wire() {
    let variant = variant("pacific");
    let mut host = HostBoard::new(variant.start(), Color::White, codec(&variant));
    assert_eq!(host.receive("Na3"), Ok(Some("b2a4".to_owned())));
}
