//! Other ways to write a step: by the numbers of squares, as PDN does, or by another way of a chain.

use crate::legs::read_legs;
use crate::{Bits, BoardSize, Color, Definition, Fen, Piece, Position, Square};

use super::{Jumping, JumpingStep};

/// The numbers of a board's squares: those of one colour, row by row from the upper left, as White
/// sees the board (<https://pdn.fmjd.org/>).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    size: BoardSize,
    dark: bool,
}

impl Numbers {
    /// The numbers of a game whose pieces stand on squares of one colour at the start.
    pub(super) fn of(definition: &Definition) -> Option<Self> {
        let size = definition.size;
        let pieces = Fen::parse(&definition.start, definition).ok()?.pieces;
        let dark = size.is_dark(pieces.first()?.0);
        pieces.iter().all(|&(at, _)| size.is_dark(at) == dark).then_some(Numbers { size, dark })
    }

    /// Every numbered square, in order.
    fn squares(self) -> impl Iterator<Item = Square> {
        let size = self.size;
        let row = move |rank: u8| {
            (0..size.files()).filter_map(move |file| size.square(file.into(), rank.into()))
        };
        (0..size.ranks()).rev().flat_map(row).filter(move |&at| size.is_dark(at) == self.dark)
    }

    fn square(self, number: usize) -> Option<Square> {
        self.squares().nth(number.checked_sub(1)?)
    }

    fn number(self, square: Square) -> Option<usize> {
        self.squares().position(|at| at == square).map(|index| index + 1)
    }
}

impl<B: Bits> Jumping<B> {
    /// The squares that a step's piece comes to, its first one included.
    pub(super) fn squares_of(&self, step: JumpingStep<B>) -> Vec<Square> {
        let mut squares = vec![step.to];
        match (step.jumps, &self.rules.general) {
            (0, _) => squares.push(step.from),
            (JumpingStep::<B>::SET, Some(general)) => return self.way_of(general, step),
            _ => step.unwind(self.rules.common.definition.size, |_, from| squares.push(from)),
        }
        squares.reverse();
        squares
    }

    /// A step by the numbers of its squares, such as `32-28`, `19x23` or, where that is not enough,
    /// `26x37x48`; `None` in games on squares of both colours.
    pub(super) fn numbers_text(
        &self,
        steps: &[JumpingStep<B>],
        step: JumpingStep<B>,
    ) -> Option<String> {
        let numbers = self.rules.numbers?;
        let mut squares = self.squares_of(step);
        let takes = step.jumps > 0 || self.board.get(step.to).is_some();
        let alike = |other: &&JumpingStep<B>| other.from == step.from && other.to == step.to;
        if steps.iter().filter(alike).count() < 2 {
            squares = vec![step.from, step.to];
        }
        let words: Option<Vec<String>> =
            squares.into_iter().map(|at| Some(numbers.number(at)?.to_string())).collect();
        Some(words?.join(if takes { "x" } else { "-" }))
    }

    /// The one of some steps that a text means, which is not written as the step itself is.
    pub(super) fn read_other(
        &self,
        steps: &[JumpingStep<B>],
        text: &str,
    ) -> Option<JumpingStep<B>> {
        let (squares, letter) = self.read_squares(text)?;
        let (&from, &to) = (squares.first()?, squares.last()?);
        let definition = &self.rules.common.definition;
        let promotes = |step: &JumpingStep<B>| match (letter, step.promotion) {
            (None, None) => true,
            (None, Some(_)) => {
                let piece: Option<Piece> = self.board.get(step.from);
                piece.is_some_and(|piece| definition.piece(piece.kind()).promotes.len() < 2)
            }
            (Some(letter), promotion) => promotion.is_some_and(|kind| {
                definition.piece(kind).fen(Color::White) == letter.to_ascii_uppercase().to_string()
            }),
        };
        let ends = |step: &&JumpingStep<B>| step.from == from && step.to == to && promotes(step);
        let fitting: Vec<JumpingStep<B>> = steps.iter().filter(ends).copied().collect();
        if let ([one], 2) = (&fitting[..], squares.len()) {
            return Some(*one);
        }
        let by_way = fitting.iter().copied().find(|&step| self.goes(step, &squares));
        // Some programs name the taken pieces instead.
        by_way.or_else(|| {
            let victims = squares[1..squares.len() - 1].iter();
            let victims = victims.fold(B::EMPTY, |set, &square| set | B::bit(square));
            fitting.into_iter().find(|step| {
                let mut taken = B::EMPTY;
                step.victims(definition.size, |square| taken |= B::bit(square));
                squares.len() > 2 && taken == victims
            })
        })
    }

    /// Whether a step can go by those squares.
    fn goes(&self, step: JumpingStep<B>, squares: &[Square]) -> bool {
        match &self.rules.general {
            Some(general) if step.jumps == JumpingStep::<B>::SET => {
                let mut found = false;
                self.ways_of(general, step, |way| {
                    found = way == squares;
                    !found
                });
                found
            }
            _ => self.squares_of(step) == squares,
        }
    }

    /// The squares of a text, two at least, and its promotion letter.
    fn read_squares(&self, text: &str) -> Option<(Vec<Square>, Option<char>)> {
        let size = self.rules.common.definition.size;
        if let Ok((legs, letter)) = read_legs(text, size) {
            let first = legs.first()?.from;
            let joined = legs.windows(2).all(|pair| pair[0].to == pair[1].from);
            let squares = std::iter::once(first).chain(legs.iter().map(|leg| leg.to));
            return joined.then(|| (squares.collect(), letter));
        }
        let bare = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let letter = text[bare.len()..].chars().next();
        let square = |word: &str| match word.bytes().all(|byte| byte.is_ascii_digit()) {
            true => self.rules.numbers?.square(word.parse().ok()?),
            false => size.parse_square(word),
        };
        let squares: Option<Vec<Square>> = bare.split(['-', 'x', ':']).map(square).collect();
        squares.filter(|squares| squares.len() > 1).map(|squares| (squares, letter))
    }
}

impl<B: Bits> Jumping<B> {
    /// The step as PDN writes it, given all legal steps.
    #[must_use]
    pub fn pdn(&self, step: JumpingStep<B>) -> Option<String> {
        let mut steps = Vec::new();
        self.generate(&mut steps);
        self.numbers_text(&steps, step)
    }
}
