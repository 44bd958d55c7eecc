//! Conversion of turns to protocol types.

use protocol::{BoardMove, BoardSquare, DropMove, HostMove, MoveLeg, PieceMove, Promotion, Turn};
use variants::{
    AnyGame, BoardSize, Course, Definition, PieceDefinition, PieceType, TurnCourse, TurnForm,
};

/// Returns the legal steps, each as a possibly unfinished turn.
pub fn single_steps(game: &mut AnyGame) -> Vec<Turn> {
    let steps = game.step_courses();
    steps.iter().map(|turn| shown(turn, game.definition())).collect()
}

/// Parses a legal turn; `None` if it is not legal.
pub fn read(game: &mut AnyGame, text: &str) -> Option<Turn> {
    let turn = game.turn_course(text).ok()?;
    Some(shown(&turn, game.definition()))
}

/// Parses a legal turn, or, where turns have several moves, a legal move of one.
pub fn read_part(game: &mut AnyGame, text: &str) -> Option<Turn> {
    if game.definition().family.turn_form() != TurnForm::Series || text.contains(',') {
        return read(game, text);
    }
    let turn = game.step_course(text)?;
    Some(shown(&turn, game.definition()))
}

/// Converts a turn.
pub fn shown(turn: &TurnCourse, definition: &Definition) -> Turn {
    let step = |course: &Option<Course>| match course {
        Some(Course { kind, dropped: Some(to), .. }) => BoardMove::Drop(DropMove {
            letter: definition.piece(*kind).letter,
            plus: definition.piece(*kind).promoted,
            to: shown_square(*to, definition.size),
        }),
        Some(course) => BoardMove::Piece(piece_move(course, definition)),
        None => BoardMove::Pass,
    };
    Turn { text: turn.text.clone(), moves: turn.steps.iter().map(step).collect() }
}

fn piece_move(course: &Course, definition: &Definition) -> PieceMove {
    let square = |square| shown_square(square, definition.size);
    let leg = |leg: &variants::Leg| MoveLeg {
        from: square(leg.from),
        to: square(leg.to),
        over: leg.over.map(square),
    };
    let mut legs: Vec<MoveLeg> = course.legs.iter().map(leg).collect();
    // A piece in hand is named as a promotion is; for the rook's square, the rook takes its king.
    let gated = course.gated.map(|(kind, at)| {
        let king = legs.first().map(|leg| leg.from);
        if let Some(king) = king.filter(|&king| king != square(at)) {
            legs = vec![MoveLeg { from: square(at), to: king, over: None }];
        }
        let piece = definition.piece(kind);
        Promotion { letter: piece.letter, plus: piece.promoted, back: false, chosen: true }
    });
    let promotion = course.promotion.map(|(kind, sign)| Promotion {
        letter: definition.piece(kind).letter,
        plus: is_sign_for(kind, definition.piece(course.kind), definition),
        back: sign == Some('-'),
        chosen: sign.is_some_and(|sign| sign != '+'),
    });
    PieceMove { legs, promotion: promotion.or(gated), castling: course.castling }
}

/// Whether `+` at the end of a move of `mover` means promotion to a kind.
fn is_sign_for(kind: PieceType, mover: &PieceDefinition, definition: &Definition) -> bool {
    let mut signed = mover.promotes.iter().filter(|&&kind| definition.piece(kind).promoted);
    let own = signed.clone().find(|&&kind| definition.piece(kind).letter == mover.letter);
    let only = signed.next().filter(|_| signed.next().is_none());
    own.or(only) == Some(&kind)
}

/// Whether the last move of a turn, if legal, is a promotion that is written with `+`, without a
/// letter.
pub fn makes_plus(game: &mut AnyGame, text: &str) -> bool {
    last_promotion(game, text).is_some_and(|promotion| promotion.plus && !promotion.chosen)
}

/// Returns the legal turn in the engine's own notation that ends with the promotion that is written
/// with `+` after `text`, if there is one.
pub fn with_plus(game: &mut AnyGame, text: &str) -> Option<String> {
    let signed = game.definition().pieces.iter().filter(|piece| piece.promoted);
    let named: Vec<String> =
        signed.map(|piece| format!("{text}{}", piece.letter.to_ascii_lowercase())).collect();
    let turn = [text.to_owned(), format!("{text}+")]
        .into_iter()
        .chain(named)
        .find(|turn| last_promotion(game, turn).is_some_and(|promotion| promotion.plus))?;
    // `+` is read also where the notation has the letter.
    Some(read(game, &turn).map_or(turn, |read| read.text))
}

/// Converts a legal turn to the engine's own notation, from one with extra information for a board:
/// a `+`, or a letter without a choice. `None` if it is not legal.
pub fn own_notation(game: &mut AnyGame, text: &str) -> Option<String> {
    if let Some(bare) = text.strip_suffix('+') {
        return with_plus(game, bare);
    }
    let bare = text.strip_suffix(|last: char| last.is_ascii_alphabetic());
    let legal = [Some(text), bare].into_iter().flatten();
    legal.into_iter().find_map(|text| Some(read(game, text)?.text))
}

/// Returns the promotion of the piece that moves last in a turn, or in a move of a turn of several, if
/// that is legal.
fn last_promotion(game: &mut AnyGame, text: &str) -> Option<Promotion> {
    match read_part(game, text)?.moves.pop()? {
        BoardMove::Piece(mv) => mv.promotion,
        BoardMove::Drop(_) | BoardMove::Pass => None,
    }
}

/// Converts a square.
pub fn shown_square(square: variants::Square, size: BoardSize) -> BoardSquare {
    BoardSquare { file: size.file(square), rank: size.rank(square) }
}

/// Returns a move on a board in the engine's own notation.
pub fn own_text(mv: &BoardMove) -> HostMove {
    let mv = match mv {
        BoardMove::Piece(mv) => mv,
        BoardMove::Drop(DropMove { letter, plus, to }) => {
            let plus = if *plus { "+" } else { "" };
            return HostMove::Piece(format!("{plus}{letter}@{to}"));
        }
        BoardMove::Pass => return HostMove::Pass,
    };
    let legs: Vec<String> = mv.legs.iter().map(|leg| format!("{}{}", leg.from, leg.to)).collect();
    let letter = mv.promotion.filter(|promotion| promotion.chosen);
    let letter = letter.map(|promotion| match promotion.back {
        true => '-',
        false => promotion.letter.to_ascii_lowercase(),
    });
    // A promotion without a choice is not part of the notation, but shows on the board.
    let plus = mv.promotion.is_some_and(|promotion| promotion.plus && !promotion.chosen);
    let letter = letter.or(plus.then_some('+'));
    HostMove::Piece(legs.join(",") + &letter.map(String::from).unwrap_or_default())
}

/// Returns a turn of one piece without its first legs.
pub fn without_legs(turn: &Turn, legs: usize) -> Turn {
    let mut turn = turn.clone();
    if let Some(BoardMove::Piece(first)) = turn.moves.first_mut() {
        first.legs.drain(..legs.min(first.legs.len()));
    }
    turn
}
