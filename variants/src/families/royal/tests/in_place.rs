//! Promotion in place of a move.

use super::games::{builtin, own};
use super::{Royal, check_refused, moves, random, set_up};
use crate::{Game, Position, Variant};

/// Moves of a position of sittuyin that begin on a square, compared with the slow rules.
fn from(fen: &str, square: &str) -> String {
    let position = set_up::<u64>(builtin("sittuyin"), fen).unwrap();
    random::check(&position);
    let own = moves(&position).into_iter().filter(|text| text.starts_with(square));
    own.collect::<Vec<_>>().join(" ")
}

#[test]
fn pawns_promote_where_they_stand_or_by_a_step() {
    let two = "7k/8/8/3P4/8/2P5/8/K7[] w - - 0 1";
    assert_eq!(from(two, "d5"), "d5c4f d5c6f d5d5f d5d6 d5e4f d5e6f");
    assert_eq!(from(two, "c3"), "c3c4");
    // The last pawn promotes anywhere, and none while the side has a general.
    assert_eq!(from("7k/8/8/8/8/2P5/8/K7[] w - - 0 1", "c3"), "c3b2f c3b4f c3c3f c3c4 c3d2f c3d4f");
    assert_eq!(from("7k/8/8/3P4/8/8/5F2/K7[] w - - 0 1", "d5"), "d5d6");
    // A pawn stays what it is when it moves, also to the last rank.
    assert_eq!(from("k7/7P/8/8/8/2P5/8/K7[] w - - 0 1", "h7"), "h7h8");
}

#[test]
fn promotions_attack_nothing_and_give_no_check() {
    // From c6 a general would attack b7, and from c4 and e4 nothing.
    let fen = "7k/1r6/8/3P4/8/2P5/8/K7[] w - - 0 1";
    assert_eq!(from(fen, "d5"), "d5c4f d5d5f d5d6 d5e4f d5e6f");
    // It would open the rook's file to the king.
    let fen = "3k4/8/8/3P4/8/2P5/8/K2R4[] w - - 0 1";
    assert_eq!(from(fen, "d5"), "d5d5f d5d6");
    // A pinned pawn promotes where it stands.
    let fen = "3r3k/8/8/3P4/8/2P5/8/3K4[] w - - 0 1";
    assert_eq!(from(fen, "d5"), "d5d5f d5d6");
}

#[test]
fn a_king_whose_last_pawn_could_only_promote_is_in_stalemate() {
    let outcome = |fen: &str| {
        let position = set_up::<u64>(builtin("sittuyin"), fen).unwrap();
        random::check(&position);
        Game::new(position).outcome().map(|outcome| outcome.to_string())
    };
    let fen = "8/8/8/8/8/1k5r/p6P/K7[] w - - 0 1";
    assert_eq!(outcome(fen).as_deref(), Some("draw (stalemate)"));
    // With another piece it has to promote.
    assert_eq!(outcome("8/8/3n4/3P4/8/1k5r/p6P/K7[] w - - 0 1"), None);
    check_refused("sittuyin", "8/8/8/8/8/8/8/K7[] w - - 0 1", "black has 0 pieces 'king'");
}

#[test]
fn it_is_written_and_read() {
    let variant = Variant::compile(std::sync::Arc::new(builtin("sittuyin"))).unwrap();
    let mut game = variant.game("7k/8/8/3PP3/8/8/8/K7[] w - - 0 1").unwrap();
    for (text, san) in [("d5d5f", "d5=F"), ("d5e6f", "d5e6=F"), ("e5e6", "e6"), ("e5f6f", "e5f6=F")]
    {
        assert_eq!(game.san(text).as_deref(), Some(san), "{text}");
        assert_eq!(game.read_san(san, 1).as_deref(), Some(text), "{san}");
    }
    let why = |fen: &str, text: &str| {
        let mut game = variant.game(fen).unwrap();
        game.turn_course(text).unwrap_err().why.to_string()
    };
    let two = "7k/1r6/8/3P4/8/2P5/8/K7[] w - - 0 1";
    assert_eq!(why(two, "c3c3f"), "the pawn on c3 cannot promote there");
    assert_eq!(why(two, "c3d4f"), "the pawn on c3 cannot go to d4");
    assert_eq!(why(two, "d5c6f"), "its promotion attacks the enemy, which this game forbids");
    assert_eq!(why(two, "d5d6f"), "unexpected 'f': this move does not promote");
    assert_eq!(why(two, "d5d5"), "missing promotion letter: expected f");
    assert_eq!(why(two, "c3=F"), "the pawn on c3 cannot promote there");
    let full = "7k/8/8/3P4/8/8/5F2/K7[] w - - 0 1";
    assert_eq!(why(full, "d5d5f"), "it promotes, but there is nothing left to promote to");
    let pinned = "3r3k/8/8/3P4/8/8/8/3K4[] w - - 0 1";
    assert_eq!(why(pinned, "d5c4f"), "it leaves the king in check");
}

#[test]
fn other_pieces_may_promote_so() {
    let text = "[rooks]\ninherits = 'chess'\npromotion-in-place = { pieces = 'R' }\n\
                [rooks.pieces]\nP.promotes = 'Q'\nR.promotes = 'Q'\nR.promotion = '*1'\n";
    let position = set_up::<u128>(own("rooks", text), "4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1").unwrap();
    random::check(&position);
    let texts = moves(&position);
    assert!(texts.contains(&"a1a1q".to_owned()) && texts.contains(&"e1c1".to_owned()), "{texts:?}");
    // The right to castle is lost.
    let mut game: Game<Royal<u128>> = Game::new(position);
    super::play(&mut game, "a1a1q");
    assert_eq!(game.position().to_fen().castling, "-");
}
