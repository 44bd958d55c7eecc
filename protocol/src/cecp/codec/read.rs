//! Conversion of moves from CECP to the engine's own notation.

use super::{CodecBoard, push_own};
use crate::text::excerpt;
use crate::{BoardSquare, HostMove, ParseError, TurnKind};

/// Name of the command in errors about moves.
pub(in crate::cecp) const MOVE: &str = "move";

/// A step from one square to the next.
type Step = (BoardSquare, BoardSquare);

impl CodecBoard {
    /// Parses a square; `None` if the board has no such square.
    pub(in crate::cecp) fn read_square(self, text: &str) -> Option<BoardSquare> {
        let text = text.to_ascii_lowercase();
        let (square, rest) = self.take_square(&text)?;
        rest.is_empty().then_some(square)
    }

    /// Parses a move: the comma form that XBoard sends, the form with `x` and `-`, and, for people,
    /// the engine's own form with target squares.
    pub(in crate::cecp) fn read_move(self, text: &str) -> Result<HostMove, ParseError> {
        let bad = |expected| ParseError::BadValue { command: MOVE, value: excerpt(text), expected };
        let text = text.trim_ascii().to_ascii_lowercase();
        if matches!(&*text, "@@@@" | "pass") {
            return Ok(HostMove::Pass);
        }
        if let Some((piece, square)) = text.split_once('@') {
            let drop = self.read_drop(piece, square);
            return drop.ok_or_else(|| bad("a piece and the square where it is dropped"));
        }
        if let Some(castling) = castling(&text) {
            return Ok(HostMove::Piece(castling.to_owned()));
        }
        let (steps, promotion) =
            self.steps(&text).ok_or_else(|| bad("a move from square to square"))?;
        let legs = self.legs(steps).ok_or_else(|| bad("a chain of jumps over neighbours"))?;
        let mut own = String::new();
        for (from, to) in legs {
            if !own.is_empty() {
                own.push(',');
            }
            push_own(&mut own, from);
            push_own(&mut own, to);
        }
        // In other games it is a check sign.
        own.extend(promotion.filter(|&sign| sign != '+' || self.plus));
        Ok(HostMove::Piece(own))
    }

    /// Whether the text begins like a move: with two squares, or as a pass.
    pub(in crate::cecp) fn looks_like_move(text: &str) -> bool {
        let square = |text: &str| -> Option<usize> {
            let digits = text.strip_prefix(|c: char| c.is_ascii_lowercase())?;
            let rest = digits.trim_start_matches(|c: char| c.is_ascii_digit());
            (rest.len() < digits.len()).then_some(text.len() - rest.len())
        };
        let text = text.to_ascii_lowercase();
        if matches!(&*text, "@@@@" | "pass") || castling(&text).is_some() {
            return true;
        }
        if let Some((piece, target)) = text.split_once('@') {
            return is_piece(piece) && square(target) == Some(target.len());
        }
        let Some(end) = square(&text) else { return false };
        let rest = text[end..].trim_start_matches(['x', '-']);
        square(rest).is_some()
    }

    /// Parses a drop; the pawn's letter may be left out.
    fn read_drop(self, piece: &str, square: &str) -> Option<HostMove> {
        let square = self.read_square(square).filter(|_| is_piece(piece))?;
        let mut own = if piece.is_empty() { "P".to_owned() } else { piece.to_ascii_uppercase() };
        own.push('@');
        push_own(&mut own, square);
        Some(HostMove::Piece(own))
    }

    /// Parses the steps as spelled, and the letter or `+` of a promotion.
    fn steps(self, text: &str) -> Option<(Vec<Step>, Option<char>)> {
        if let Some((outer, kills)) = split_kills(text) {
            return self.steps_with_kills(outer, kills);
        }
        let mut steps = Vec::new();
        let mut segments = text.split(',').peekable();
        while let Some(segment) = segments.next() {
            let (mut square, mut rest) = self.take_square(segment)?;
            let first = steps.len();
            while let Some((next, after)) = self.take_next(rest, steps.len() == first) {
                steps.push((square, next));
                (square, rest) = (next, after);
            }
            if steps.len() == first {
                return None;
            }
            if segments.peek().is_none() {
                return Some((steps, promotion(rest)?));
            }
            if !rest.is_empty() {
                return None;
            }
        }
        None
    }

    /// Parses the form of `exclude`: the move without its victims, then the last victim, then the
    /// one before.
    fn steps_with_kills(self, outer: &str, kills: &str) -> Option<(Vec<Step>, Option<char>)> {
        let (from, rest) = self.take_square(outer)?;
        let (to, rest) = self.take_square(rest)?;
        if !rest.is_empty() {
            return None;
        }
        let (last, mut rest) = self.take_square(kills)?;
        let mut path = vec![from];
        if let Some((first, after)) = self.take_square(rest) {
            path.push(first);
            rest = after;
        }
        path.extend([last, to]);
        let steps = path.windows(2).map(|pair| (pair[0], pair[1])).collect();
        Some((steps, promotion(rest)?))
    }

    /// Parses the next square of a path. Only the first step needs no separator.
    fn take_next(self, text: &str, first: bool) -> Option<(BoardSquare, &str)> {
        match text.strip_prefix(['x', '-']) {
            Some(rest) => self.take_square(rest),
            None if first => self.take_square(text),
            None => None,
        }
    }

    /// Splits off a square at the beginning of a lower-case text.
    fn take_square(self, text: &str) -> Option<(BoardSquare, &str)> {
        let file = text.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
        let rest = &text[1..];
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (digits, rest) = rest.split_at(end);
        let (number, rest) = if digits.is_empty() {
            // In `exclude` XBoard counts ranks on beyond the digit 9, in ASCII order.
            let c = rest.bytes().next().filter(|c| (b':'..=b'@').contains(c))?;
            (u16::from(c - b'0'), &rest[1..])
        } else {
            (digits.parse().ok()?, rest)
        };
        let rank = u8::try_from(number.checked_sub(self.first_rank())?).ok()?;
        let on_board = file < self.files && rank < self.ranks;
        on_board.then_some((BoardSquare { file, rank }, rest))
    }

    /// Converts steps to legs of the engine's notation; `None` if they are not a move.
    fn legs(self, steps: Vec<Step>) -> Option<Vec<Step>> {
        if steps.len() < 2 {
            return Some(steps);
        }
        let joined = steps.windows(2).all(|pair| pair[0].1 == pair[1].0);
        match self.turns {
            TurnKind::Several => Some(merge(steps)),
            TurnKind::Chain if joined && steps.iter().all(is_jump) => Some(steps),
            // Jumps from afar are known to the rules alone.
            TurnKind::Chain if joined => {
                landings(&steps).or_else(|| self.long_jumps.then_some(steps))
            }
            TurnKind::Chain => None,
            TurnKind::Single | TurnKind::Series if joined => Some(merge(steps)),
            // Castling in XBoard: the king's step, then the rook's.
            TurnKind::Single | TurnKind::Series => (steps.len() == 2).then(|| vec![steps[0]]),
        }
    }
}

/// Whether a lower-case text is a piece that is dropped: a letter, `+` before it perhaps, or nothing.
fn is_piece(text: &str) -> bool {
    let letter = text.strip_prefix('+').unwrap_or(text);
    text.is_empty() || letter.len() == 1 && letter.bytes().all(|b| b.is_ascii_lowercase())
}

/// Castling in the engine's notation, from a lower-case text.
fn castling(text: &str) -> Option<&'static str> {
    match text {
        "o-o" | "0-0" => Some("O-O"),
        "o-o-o" | "0-0-0" => Some("O-O-O"),
        _ => None,
    }
}

/// Splits `e2g4;f3` into `e2g4` and `f3`. A `;` may also be a rank.
fn split_kills(text: &str) -> Option<(&str, &str)> {
    let sign = text
        .char_indices()
        .find(|&(at, c)| c == ';' && !text[..at].ends_with(|c: char| c.is_ascii_lowercase()))?;
    Some((&text[..sign.0], &text[sign.0 + 1..]))
}

/// Parses the text after the last square: nothing, or a promotion. `None`: neither.
fn promotion(text: &str) -> Option<Option<char>> {
    let text = text.strip_prefix(['=', '/']).unwrap_or(text);
    // XBoard writes a `.` for an unknown letter.
    let text = text.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(text);
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (None, _) => Some(None),
        (Some('=' | '.'), None) => Some(None),
        (Some(sign), None) if matches!(sign, '+' | '-') || sign.is_ascii_lowercase() => {
            Some(Some(sign))
        }
        _ => None,
    }
}

/// Merges consecutive steps of the same piece.
fn merge(steps: Vec<Step>) -> Vec<Step> {
    let mut merged: Vec<Step> = Vec::new();
    for (from, to) in steps {
        match merged.last_mut() {
            Some(last) if last.1 == from => last.1 = to,
            _ => merged.push((from, to)),
        }
    }
    merged
}

/// Converts a path over the victims' squares to jumps: each lands just beyond a neighbour, and the
/// last step gives the final square.
fn landings(steps: &[Step]) -> Option<Vec<Step>> {
    let (last, victims) = steps.split_last()?;
    let mut at = steps.first()?.0;
    let mut jumps = Vec::new();
    for &(_, victim) in victims {
        let (file, rank) = difference(at, victim);
        if file.abs().max(rank.abs()) != 1 {
            return None;
        }
        let beyond = BoardSquare {
            file: victim.file.checked_add_signed(file)?,
            rank: victim.rank.checked_add_signed(rank)?,
        };
        jumps.push((at, beyond));
        at = beyond;
    }
    (last.1 == at).then_some(jumps)
}

/// Whether a step is two squares along a rank, file or diagonal.
fn is_jump(&(from, to): &Step) -> bool {
    let (file, rank) = difference(from, to);
    from != to && matches!(file.abs(), 0 | 2) && matches!(rank.abs(), 0 | 2)
}

fn difference(from: BoardSquare, to: BoardSquare) -> (i8, i8) {
    let part = |from: u8, to: u8| {
        let difference = i16::from(to) - i16::from(from);
        i8::try_from(difference).unwrap_or(i8::MAX)
    };
    (part(from.file, to.file), part(from.rank, to.rank))
}
