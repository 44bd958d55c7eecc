//! Passes, royal pieces that face each other, points, and moves along lines.

use variants::royal::{FacingKings, PassRule, Points, RoyalDefinition};
use variants::{Color, PieceDefinition, Square};

use super::super::define::{ALONG_LINES, JANGGI};
use super::super::kinds::Kind;
use super::{Writer, names};

/// Moves of a cannon of janggi, which neither jumps over another nor takes it.
const CANNON: &str = "pR";

impl Writer<'_> {
    pub(super) fn passes(&mut self, own: &RoyalDefinition) {
        match own.pass {
            None => {}
            Some(PassRule::Always) => self.put("pass", true),
            Some(PassRule::Stalemate) => self.put("passOnStalemate", true),
        }
        match own.facing_kings {
            FacingKings::Allowed => {}
            FacingKings::Forbidden => self.put("flyingGeneral", true),
            FacingKings::Part => self.put("bikjangRule", true),
        }
    }

    /// Points that decide drawn games: Fairy-Stockfish has only some sets of them.
    pub(super) fn points(&mut self, own: &RoyalDefinition) {
        let Some(points) = &own.points else { return };
        let Points { pieces, extra, equal, full_board } = &**points;
        if *full_board {
            self.put("adjudicateFullBoard", true);
        }
        let extra = Color::ALL.map(|color| extra[color]);
        let all_alike = || {
            let kinds = self.definition.piece_types();
            let one = |kind| pieces.iter().any(|&(own, points)| own == kind && points == 1);
            kinds.into_iter().all(one)
        };
        let is_janggi = || {
            let kinds = self.definition.piece_types();
            extra == [0, 1]
                && kinds.into_iter().all(|kind| {
                    let key = self.kind_of(kind).map(Kind::key);
                    let theirs = JANGGI.iter().find(|(own, _)| key.as_deref() == Some(own));
                    let own = pieces.iter().find(|(own, _)| *own == kind);
                    own.map_or(0, |own| own.1.into()) == theirs.map_or(0, |theirs| theirs.1)
                })
        };
        let word = match equal {
            Some(Color::White) if pieces.is_empty() && extra == [0, 0] => "whitedrawodds",
            Some(Color::Black) if pieces.is_empty() && extra == [0, 0] => "blackdrawodds",
            Some(Color::Black) if is_janggi() => "janggi",
            None if extra == [0, 0] && all_alike() => "unweighted",
            _ => {
                self.refuse("points", "other points than those of janggi, or one for each piece");
                return;
            }
        };
        self.put("materialCounting", word);
    }

    /// Kinds that a kind may not jump over or take: in Fairy-Stockfish the cannon of janggi and its
    /// own kind.
    pub(super) fn bars(&mut self, own: &RoyalDefinition) {
        for bars in &own.bars {
            let alone = [bars.kind];
            let is_cannon = bars.jumps == alone && bars.takes == alone;
            if !is_cannon || self.definition.piece(bars.kind).moves.text() != CANNON {
                let letter = self.definition.piece(bars.kind).letter;
                let key = if bars.jumps.is_empty() { "cannot-take" } else { "cannot-jump" };
                let key = format!("pieces.{letter}.{key}");
                self.refuse(&key, "other pieces than cannons that move as `pR`");
            }
        }
        let is_free = |piece: &&PieceDefinition| {
            let mut kinds = own.bars.iter().map(|bars| self.definition.piece(bars.kind));
            piece.moves.text() == CANNON && !kinds.any(|other| std::ptr::eq(other, *piece))
        };
        if let Some(piece) = self.definition.pieces.iter().find(is_free) {
            let key = format!("pieces.{}.moves", piece.letter);
            self.refuse(&key, "a cannon that jumps over its own kind");
        }
    }

    /// The squares of lines along which a kind has the same moves as in Fairy-Stockfish.
    pub(super) fn lines(piece: &PieceDefinition) -> Option<&[Square]> {
        let [local] = &piece.moves_in[..] else { return None };
        let (_, moves) = ALONG_LINES.iter().find(|(key, _)| {
            Kind::of_key(key).is_some_and(|kind| kind.moves() == piece.moves.text())
        })?;
        let (white, black) = (&local.squares[Color::White], &local.squares[Color::Black]);
        let is_same = white.len() == black.len() && white.iter().all(|at| black.contains(at));
        (local.inside && local.moves.text() == *moves && is_same).then_some(white)
    }

    /// Lines of the board, which hold for all kinds with such moves.
    pub(super) fn diagonal_lines(&mut self) {
        let all = self.definition.pieces.iter();
        let Some(lines) = all.clone().find_map(Self::lines).map(<[Square]>::to_vec) else { return };
        for piece in all {
            let moves = piece.moves.text();
            let has_some = |(key, _): &&(&str, &str)| {
                Kind::of_key(key).is_some_and(|kind| kind.moves() == moves)
            };
            let is_one = ALONG_LINES.iter().any(|known| has_some(&known));
            if is_one && Self::lines(piece) != Some(&lines) {
                let key = format!("pieces.{}.moves-in", piece.letter);
                self.refuse(&key, "other squares than those of other pieces");
            }
        }
        let squares = names(self.definition.size, &lines);
        self.put("diagonalLines", squares);
    }
}
