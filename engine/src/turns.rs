//! Turns in the terms of protocols.

use protocol::{BoardMove, HostMove, Leg, PieceMove, Promotion, Square, Turn};
use variants::{AnyGame, BoardSize, Course, Definition, TurnCourse};

/// The legal steps, each as a turn that may be unfinished.
pub fn single_steps(game: &mut AnyGame) -> Vec<Turn> {
    let steps = game.step_courses();
    steps.iter().map(|turn| shown(turn, game.definition())).collect()
}

/// The turn of that text, which is legal; `None` if it is not.
pub fn read(game: &mut AnyGame, text: &str) -> Option<Turn> {
    let turn = game.turn_course(text).ok()?;
    Some(shown(&turn, game.definition()))
}

/// A turn in the terms of protocols.
pub fn shown(turn: &TurnCourse, definition: &Definition) -> Turn {
    let step = |course: &Option<Course>| match course {
        Some(course) => BoardMove::Piece(piece_move(course, definition)),
        None => BoardMove::Pass,
    };
    Turn { text: turn.text.clone(), moves: turn.steps.iter().map(step).collect() }
}

fn piece_move(course: &Course, definition: &Definition) -> PieceMove {
    let square = |square| shown_square(square, definition.size);
    let leg = |leg: &variants::Leg| Leg {
        from: square(leg.from),
        to: square(leg.to),
        over: leg.over.map(square),
    };
    let promotion = course.promotion.map(|(kind, chosen)| {
        let piece = definition.piece(kind);
        Promotion { letter: piece.letter, plus: piece.promoted, chosen }
    });
    PieceMove { legs: course.legs.iter().map(leg).collect(), promotion }
}

/// Whether a turn, which is legal, makes a promoted piece without a choice.
pub fn makes_plus(game: &mut AnyGame, text: &str) -> bool {
    let Some(turn) = read(game, text) else { return false };
    turn.moves.iter().any(|mv| match mv {
        BoardMove::Piece(PieceMove { promotion: Some(promotion), .. }) => {
            promotion.plus && !promotion.chosen
        }
        _ => false,
    })
}

/// A square in the terms of protocols.
pub fn shown_square(square: variants::Square, size: BoardSize) -> Square {
    Square { file: size.file(square), rank: size.rank(square) }
}

/// A move on a board in the engine's own notation.
pub fn own_text(mv: &BoardMove) -> HostMove {
    let BoardMove::Piece(mv) = mv else { return HostMove::Pass };
    let name = |square: Square| format!("{}{}", (b'a' + square.file) as char, square.rank + 1);
    let legs: Vec<String> = mv.legs.iter().map(|leg| name(leg.from) + &name(leg.to)).collect();
    let letter = mv.promotion.filter(|promotion| promotion.chosen);
    let letter = letter.map(|promotion| promotion.letter.to_ascii_lowercase());
    // A promotion without a choice is no part of the notation, but shows on the board.
    let plus = mv.promotion.is_some_and(|promotion| promotion.plus && !promotion.chosen);
    let letter = letter.or(plus.then_some('+'));
    HostMove::Piece(legs.join(",") + &letter.map(String::from).unwrap_or_default())
}

/// A turn of one piece without its first legs.
pub fn without_legs(turn: &Turn, legs: usize) -> Turn {
    let mut turn = turn.clone();
    if let Some(BoardMove::Piece(first)) = turn.moves.first_mut() {
        first.legs.drain(..legs.min(first.legs.len()));
    }
    turn
}
