//! Threats of cheaper pieces: quiet moves that escape from them are ordered earlier, moves onto
//! squares attacked by them later (as in Stockfish's move picker).

use variants::{Bits, PieceType, Square};

use crate::eval::Evaluator;
use crate::families::SearchFamily;

/// Minimum value difference of a cheaper attacker, in centipawns: less is a fair exchange.
const CHEAPER: i32 = 50;

/// Squares that cheaper enemy pieces attack, by piece type of the side to move.
pub(crate) struct Threats<B> {
    squares: [B; PieceType::MAX],
    /// Union of all of them.
    all: B,
}

impl<B: Bits> Threats<B> {
    pub(crate) fn new<P: SearchFamily<Bits = B>>(position: &P, evaluator: &Evaluator<P>) -> Self {
        let mut squares = [B::EMPTY; PieceType::MAX];
        let mut attacked = B::EMPTY;
        let (own, enemy) = (position.board().side(position.side()), !position.side());
        let mut cheaper = evaluator.by_worth().iter().copied().peekable();
        for &kind in evaluator.by_worth() {
            if (position.board().kind(kind) & own).is_empty() || evaluator.is_royal(kind) {
                continue;
            }
            let worth = evaluator.value(kind);
            let is_cheaper = |kind: &PieceType| evaluator.value(*kind) + CHEAPER < worth;
            while let Some(kind) = cheaper.next_if(is_cheaper) {
                // A royal piece's attack is no threat to a protected piece.
                if !evaluator.is_royal(kind) {
                    attacked |= evaluator.attacks(position, enemy, kind);
                }
            }
            squares[kind.index()] = attacked;
        }
        Threats { squares, all: attacked }
    }

    /// Whether no square is attacked.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether cheaper pieces attack a piece of a type on its origin, and on its target square.
    #[inline]
    pub(crate) fn of(&self, kind: PieceType, from: Square, to: Square) -> [bool; 2] {
        let squares = self.squares[kind.index()];
        [from, to].map(|square| squares.contains(square))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use variants::{Catalog, Variant, with_game};

    #[test]
    fn cheaper_attackers_count() {
        let definition = Catalog::builtin().get("chess").unwrap().clone();
        let variant = Variant::compile(definition).unwrap();
        // The pawn attacks the knight, the bishop the queen and e3 for the queen, the rook a2 for
        // the queen; the rook's attack on a3 is no threat to the knight.
        let game = variant.game("6k1/8/r6b/1p6/2N5/8/3Q4/6K1 w - - 0 1").unwrap();
        with_game!(&game, game => {
            let position = game.position();
            let evaluator = Evaluator::new(&position.common().definition, None, None);
            let threats = Threats::new(position, &evaluator);
            let mut steps = Vec::new();
            position.generate(&mut steps);
            let of = |text: &str| {
                let step = steps.iter().copied().find(|&step| position.step_text(step) == text);
                let step_info = position.step_info(step.unwrap()).unwrap();
                threats.of(step_info.piece.kind(), step_info.from, step_info.to)
            };
            assert_eq!(of("c4e5"), [true, false]);
            assert_eq!(of("c4a3"), [true, false]);
            assert_eq!(of("d2e2"), [true, false]);
            assert_eq!(of("d2a2"), [true, true]);
            assert_eq!(of("d2e3"), [true, true]);
            assert_eq!(of("g1g2"), [false, false]);
        });
    }
}
