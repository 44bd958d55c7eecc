//! Effects of turns on a board, for programs that show one.

use crate::legs::read_legs;
use crate::{Notation, PieceType, Square};

/// A part of a piece's move: from one square that it stands on to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// Origin square.
    pub from: Square,
    /// Target square.
    pub to: Square,
    /// Square of the captured piece, unless it is the target: jumped over, or captured en passant.
    pub over: Option<Square>,
}

/// Course of one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The kind that moves.
    pub kind: PieceType,
    /// The legs, each from where the one before ended.
    pub legs: Vec<Leg>,
    /// Square where a piece in hand is dropped; there are no legs then.
    pub dropped: Option<Square>,
    /// Promotion piece, with the letter or sign (`+`, `-`) that it has in the notation, if any.
    pub promotion: Option<(PieceType, Option<char>)>,
    /// Piece in hand that is put on a square that the move leaves, with that square.
    pub gated: Option<(PieceType, Square)>,
    /// Square of the piece that has moved and of the wall, where the step places one and moves nothing;
    /// there are no legs then.
    pub wall: Option<(Square, Square)>,
    /// Castling, if it is one: whether to the king's side.
    pub castling: Option<bool>,
}

/// Course of a whole turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnCourse {
    /// The turn as text; the end of a turn is not written.
    pub text: String,
    /// Courses of the steps; `None` for the end of the turn.
    pub steps: Vec<Option<Course>>,
}

/// Course of a step; `None` for the end of a turn.
pub fn course<P: Notation>(position: &P, step: P::Step) -> Option<Course> {
    let step_info = position.step_info(step)?;
    let size = position.common().geometry.size();
    let mut victims = Vec::new();
    position.victims(step, |square, _| victims.push(square));
    let (mut legs, letter) = read_legs(&position.step_text(step), size).unwrap_or_default();
    let wall = position.wall(step).map(|square| (step_info.from, square));
    if wall.is_some() {
        legs.clear();
    }
    let gated = position.gated(step).map(|(square, piece)| (piece.kind(), square));
    if let Some(leg) = legs.first_mut().filter(|leg| leg.from != step_info.from) {
        // Castling that is written from the rook's square.
        *leg = crate::legs::Leg { from: step_info.from, to: step_info.to };
    }
    // A piece that is jumped at once may stand on the way of a later jump, but is gone then.
    let mut jumped_before: Vec<Square> = Vec::new();
    let mut over = |from: Square, to: Square| {
        let way = |a: Square, b: Square| {
            let files = i32::from(size.file(b)) - i32::from(size.file(a));
            let ranks = i32::from(size.rank(b)) - i32::from(size.rank(a));
            (files.signum(), ranks.signum(), files.abs(), ranks.abs())
        };
        let is_line =
            |(_, _, files, ranks): (i32, i32, i32, i32)| files == 0 || ranks == 0 || files == ranks;
        let all = way(from, to);
        // Jumps go along a line.
        let is_passed = |victim: &&Square| {
            let (before, after) = (way(from, **victim), way(**victim, to));
            let same = |part: (i32, i32, i32, i32)| (part.0, part.1) == (all.0, all.1);
            **victim != to
                && [all, before, after].into_iter().all(is_line)
                && same(before)
                && same(after)
        };
        let left = victims.iter().filter(|victim| !jumped_before.contains(victim));
        let jumped = left.clone().find(is_passed).copied();
        jumped_before.extend(jumped);
        // Else, if not on the square where it lands, what it takes went past.
        jumped.or_else(|| victims.iter().copied().find(|&victim| legs.len() == 1 && victim != to))
    };
    let leg =
        |leg: crate::legs::Leg| Leg { from: leg.from, to: leg.to, over: over(leg.from, leg.to) };
    Some(Course {
        kind: step_info.piece.kind(),
        legs: legs.iter().copied().map(leg).collect(),
        dropped: step_info.drops.then_some(step_info.to),
        promotion: step_info.promotion.map(|kind| (kind, letter)),
        gated,
        wall,
        castling: position.castling_text(step).map(|text| text == "O-O"),
    })
}

/// Steps that follow one another from a position, turn by turn. The last turn may be unfinished.
pub fn courses<P: Notation>(position: &P, steps: &[P::Step]) -> Vec<TurnCourse> {
    let mut position = position.clone();
    let mut turns = Vec::new();
    let mut turn = TurnCourse::default();
    for &step in steps {
        let side = position.side();
        // The end of a turn is not written.
        if position.step_info(step).is_some() {
            if !turn.text.is_empty() {
                turn.text.push(',');
            }
            turn.text.push_str(&position.step_text(step));
        }
        turn.steps.push(course(&position, step));
        position.play(step);
        if position.side() != side {
            turns.push(std::mem::take(&mut turn));
        }
    }
    if !turn.steps.is_empty() {
        turns.push(turn);
    }
    turns
}

#[cfg(test)]
mod tests {
    use crate::{AnyGame, Catalog, Variant, read_turn};

    use super::*;

    fn game(variant: &str, fen: &str) -> AnyGame {
        let definition = Catalog::builtin().get(variant).unwrap().clone();
        Variant::compile(definition).unwrap().game(fen).unwrap()
    }

    /// Legs as text: the victim of a jump in brackets, then the promotion.
    #[track_caller]
    fn check(variant: &str, fen: &str, turn: &str, expected: &str) {
        let mut game = game(variant, fen);
        let size = game.definition().size;
        let definition = game.definition().clone();
        let turns = with_game!(&mut game, game => {
            let steps = read_turn(game, turn).unwrap();
            courses(game.position(), &steps)
        });
        let [found] = &turns[..] else { panic!("{turns:?}") };
        assert_eq!(found.text, turn);
        let mut text = Vec::new();
        for step in &found.steps {
            let Some(course) = step else {
                text.push("end".to_owned());
                continue;
            };
            for leg in &course.legs {
                let over = leg.over.map(|over| format!("({})", size.name(over)));
                let over = over.unwrap_or_default();
                text.push(format!("{}{over}{}", size.name(leg.from), size.name(leg.to)));
            }
            if let Some((kind, sign)) = course.promotion {
                let letter = definition.piece(kind).fen(crate::Color::White);
                let chosen = sign.is_some_and(|sign| sign != '+');
                text.push(format!("={letter}{}", if chosen { "!" } else { "" }));
            }
        }
        assert_eq!(text.join(" "), expected, "{variant} {fen} {turn}");
    }

    #[test]
    fn jumps_have_victims() {
        let fen = "8/8/3k4/8/3k4/4P3/8/K7 w - - 0 1";
        check("cheskers-free", fen, "e3c5,c5e7", "e3(d4)c5 c5(d6)e7");
    }

    #[test]
    fn captures_elsewhere_than_on_the_square_have_one() {
        check("chess", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", "d1d5");
        check("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5(d5)d6");
        // A leap over an enemy is no jump.
        let fen = "4k5/10/10/10/10/2r7/2p7/2C7/10/4K5 w - - 0 1";
        check("pacific", fen, "c3c5", "c3c5");
    }

    #[test]
    fn promotions_by_choice_and_without() {
        check("chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8n", "a7a8 =N!");
        check("english-draughts", "8/2M5/8/8/8/1m6/8/8 w - - 0 1", "c7b8", "c7b8 =K");
    }

    #[test]
    fn turns_of_several_units_end() {
        let mut game = game("chesimals", "16/16/16/16/3k12/16/16/16/16/16/1KNP12/16 w - - 0 1");
        let turns = with_game!(&mut game, game => {
            let steps = read_turn(game, "d2d3,c2d4").unwrap();
            courses(game.position(), &steps)
        });
        assert_eq!(turns.len(), 1);
        assert_eq!(turns[0].steps.len(), 3);
        assert_eq!(turns[0].steps[2], None);
        assert_eq!(turns[0].text, "d2d3,c2d4");
    }
}
