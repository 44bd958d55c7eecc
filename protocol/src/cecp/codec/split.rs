//! Splitting of turns into moves that fit a CECP line.

use crate::{BoardMove, MoveLeg, PieceMove, Turn};

/// Maximum number of pieces jumped over in the move of one line.
const MOST_VICTIMS: usize = 2;

/// Splits a turn into the moves of its `move` lines: the moves of the turn, but multi-jumps over
/// more than two pieces in parts of at most two, of which the last has the promotion.
///
/// The opponent passes between two parts.
///
/// ```
/// use menagerie_protocol::{BoardMove, MoveLeg, PieceMove, BoardSquare, Turn, split};
///
/// let square = |file| BoardSquare { file, rank: 3 };
/// let jump = |from| MoveLeg {
///     from: square(from),
///     to: square(from + 2),
///     over: Some(square(from + 1)),
/// };
/// let chain = |legs| BoardMove::Piece(PieceMove { legs, promotion: None, castling: None });
/// let turn = Turn {
///     text: "a4c4,c4e4,e4g4".to_owned(),
///     moves: vec![chain(vec![jump(0), jump(2), jump(4)])],
/// };
/// assert_eq!(split(&turn), [chain(vec![jump(0), jump(2)]), chain(vec![jump(4)])]);
/// ```
pub fn split(turn: &Turn) -> Vec<BoardMove> {
    let mut parts = Vec::new();
    for mv in &turn.moves {
        match mv {
            BoardMove::Piece(mv) => push_parts(&mut parts, mv),
            BoardMove::Drop(_) | BoardMove::Pass => parts.push(mv.clone()),
        }
    }
    parts
}

fn push_parts(parts: &mut Vec<BoardMove>, mv: &PieceMove) {
    let mut legs = Vec::new();
    let mut victims = 0;
    let mut close = |legs: Vec<MoveLeg>, promotion| {
        parts.push(BoardMove::Piece(PieceMove { legs, promotion, castling: None }));
    };
    for leg in &mv.legs {
        victims += usize::from(leg.jumped().is_some());
        if victims > MOST_VICTIMS {
            close(std::mem::take(&mut legs), None);
            victims = 1;
        }
        legs.push(*leg);
    }
    close(legs, mv.promotion);
}
