//! Other ways to write a step: in PDN, by another way of a chain, or by the pieces that it takes.

use crate::legs::read_legs;
use crate::{Bits, Leg, Piece, Square};

use super::path::{legs, legs_made, may_make};
use super::{CHAIN_LIMIT, Jumping, JumpingStep};

/// A text's squares, two at least, and its promotion letter.
struct Path {
    squares: Vec<Square>,
    letter: Option<char>,
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

    /// A step in PDN, such as `32-28`, `19x23` or, where that is not enough, `26x37x48`; `None` in
    /// games without it.
    pub(super) fn pdn_text(
        &self,
        steps: &[JumpingStep<B>],
        step: JumpingStep<B>,
    ) -> Option<String> {
        let pdn = self.rules.pdn?;
        let alike = |other: &&JumpingStep<B>| other.from == step.from && other.to == step.to;
        let squares = match steps.iter().filter(alike).count() {
            0 | 1 => vec![step.from, step.to],
            _ => self.squares_of(step),
        };
        let takes = step.jumps > 0 || self.board.get(step.to).is_some();
        let names: Option<Vec<String>> =
            squares.into_iter().map(|at| pdn.square_name(at)).collect();
        Some(names?.join(if takes { pdn.capture_sign() } else { "-" }))
    }

    /// Finds the step that a text means, other than in the step's own notation: by its ends if they
    /// are enough, by the squares on its way, each with or in place of the piece jumped over, or by
    /// all pieces that it takes, in any order.
    pub(super) fn read_other(
        &self,
        steps: &[JumpingStep<B>],
        text: &str,
    ) -> Option<JumpingStep<B>> {
        let path = self.read_path(text)?;
        let (&to, before) = path.squares.split_last()?;
        let fitting =
            self.beginning(steps, &path).filter(|step| self.promotes_as(*step, path.letter));
        let fitting: Vec<JumpingStep<B>> = fitting.filter(|step| step.to == to).collect();
        if let ([one], 2) = (&fitting[..], path.squares.len()) {
            return Some(*one);
        }
        let mut left = CHAIN_LIMIT;
        let goes = |step: &JumpingStep<B>| {
            self.follow(*step, &path, &mut left, |legs, made| made == legs.len()).is_some()
        };
        let by_way = fitting.iter().copied().find(goes);
        by_way.or_else(|| {
            let victims = before[1..].iter();
            let victims = victims.fold(B::EMPTY, |set, &square| set | B::bit(square));
            let takes_all = |step: &JumpingStep<B>| self.taken_by(*step) == victims;
            fitting.into_iter().find(|step| path.squares.len() > 2 && takes_all(step))
        })
    }

    /// The legs that a text has made of a chain that goes on, in the game's own notation.
    pub(super) fn read_begun(&self, steps: &[JumpingStep<B>], text: &str) -> Option<String> {
        let path = self.read_path(text)?;
        let size = self.rules.common.definition.size;
        let mut left = CHAIN_LIMIT;
        // A promotion is written at the end of a chain.
        if path.letter.is_some() {
            return None;
        }
        let (legs, made) = self
            .beginning(steps, &path)
            .find_map(|step| self.follow(step, &path, &mut left, |legs, made| made < legs.len()))?;
        let legs = legs[..made].iter();
        let legs: Vec<_> = legs.map(|leg| size.name(leg.from) + &size.name(leg.to)).collect();
        Some(legs.join(","))
    }

    /// The legs between the squares of a text that is not of legs itself.
    pub(super) fn legs_of_other(&self, text: &str) -> Option<String> {
        let size = self.rules.common.definition.size;
        // Of the signs between squares, legs have none.
        let path = text.contains(['-', 'x', ':']).then(|| self.read_path(text))??;
        let names: Vec<String> = path.squares.iter().map(|&square| size.name(square)).collect();
        let legs: Vec<String> = names.windows(2).map(|leg| leg.concat()).collect();
        Some(legs.join(",") + &path.letter.map(String::from).unwrap_or_default())
    }

    /// The steps that begin where a path does.
    fn beginning(
        &self,
        steps: &[JumpingStep<B>],
        path: &Path,
    ) -> impl Iterator<Item = JumpingStep<B>> {
        steps.iter().copied().filter(|step| path.squares.first() == Some(&step.from))
    }

    /// Whether a step promotes to the kind of a letter. Without one it may have a single choice.
    fn promotes_as(&self, step: JumpingStep<B>, letter: Option<char>) -> bool {
        let definition = &self.rules.common.definition;
        match (letter, step.promotion) {
            (None, None) => true,
            (None, Some(_)) => {
                let piece: Option<Piece> = self.board.get(step.from);
                piece.is_some_and(|piece| definition.piece(piece.kind()).promotes.len() < 2)
            }
            (Some(_), None) => false,
            // A `+` of the kind's name is not written.
            (Some(letter), Some(kind)) => {
                definition.piece(kind).letter.eq_ignore_ascii_case(&letter)
            }
        }
    }

    /// The first way of a step that a path follows as far as `accepts` requires, and the number of
    /// legs made. At most `left` ways are tried.
    fn follow(
        &self,
        step: JumpingStep<B>,
        path: &Path,
        left: &mut usize,
        accepts: impl Fn(&[Leg], usize) -> bool,
    ) -> Option<(Vec<Leg>, usize)> {
        let size = self.rules.common.definition.size;
        let taken = self.taken_by(step);
        let mut found = None;
        let mut look = |way: &[Square]| {
            let Some(fewer) = left.checked_sub(1) else { return false };
            *left = fewer;
            let legs = legs(way, taken, size);
            if let Some(made) = legs_made(&legs, &path.squares[1..])
                && accepts(&legs, made)
            {
                found = Some((legs, made));
            }
            found.is_none()
        };
        match &self.rules.general {
            Some(general) if step.jumps == JumpingStep::<B>::SET => {
                let may_begin = |trail: &[Square]| {
                    let way: Vec<Square> =
                        std::iter::once(step.from).chain(trail.iter().copied()).collect();
                    may_make(&legs(&way, taken, size), &path.squares[1..])
                };
                self.ways_of(general, step, &may_begin, look);
            }
            _ => {
                look(&self.squares_of(step));
            }
        }
        found
    }

    /// The squares of the pieces that a step jumps over.
    fn taken_by(&self, step: JumpingStep<B>) -> B {
        let mut taken = B::EMPTY;
        step.victims(self.rules.common.definition.size, |square| taken |= B::bit(square));
        taken
    }

    /// The path of a text: of legs, or of squares by name or number.
    fn read_path(&self, text: &str) -> Option<Path> {
        let size = self.rules.common.definition.size;
        if let Ok((legs, letter)) = read_legs(text, size) {
            let first = legs.first()?.from;
            let joined = legs.windows(2).all(|pair| pair[0].to == pair[1].from);
            let squares = std::iter::once(first).chain(legs.iter().map(|leg| leg.to));
            return joined.then(|| Path { squares: squares.collect(), letter });
        }
        let bare = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let letter = text[bare.len()..].chars().next();
        let square = |word: &str| match word.bytes().all(|byte| byte.is_ascii_digit()) {
            true => self.rules.numbers?.square(word.parse().ok()?),
            false => size.parse_square(word),
        };
        let squares: Option<Vec<Square>> = bare.split(['-', 'x', ':']).map(square).collect();
        squares.filter(|squares| squares.len() > 1).map(|squares| Path { squares, letter })
    }
}
