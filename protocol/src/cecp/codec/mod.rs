//! Conversion of squares and moves between the engine's own notation and CECP.
//!
//! | | own | wire |
//! | --- | --- | --- |
//! | ranks | from 1 | from 1, but from 0 on boards of exactly 10 ranks |
//! | a jump's leg ends | where the piece lands | on the victim's square, all but the last |
//! | two jumps | `a3c5,c5e7` | from an engine `a3xb4xd6-e7`, from a GUI `a3b4,b4d6,d6e7`; both are read |
//! | drop | `P@e4` | the same; `@e4` is read too |
//! | promotion | `b9b10m` where there is a choice | `b8b9m` always, `b8b9+` to the mover's `+` kind or the only one |

mod host;
mod localize;
mod read;
mod split;
mod write;

pub use host::MoveCodec;
pub(super) use read::MOVE;
pub use split::split;

use crate::{BoardSquare, TurnKind, VariantInfo};

/// Properties of the last announced board that notation depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct CodecBoard {
    files: u8,
    ranks: u8,
    turns: TurnKind,
    /// Whether some kinds are written with a `+`.
    plus: bool,
    castling: bool,
    /// Whether castling is written `O-O`, as with shuffled arrays.
    shuffled: bool,
    /// Whether some kinds jump from afar.
    long_jumps: bool,
}

impl Default for CodecBoard {
    /// The board of orthodox chess.
    fn default() -> Self {
        CodecBoard {
            files: 8,
            ranks: 8,
            turns: TurnKind::Single,
            plus: false,
            castling: true,
            shuffled: false,
            long_jumps: false,
        }
    }
}

impl CodecBoard {
    pub(super) fn new(game: &VariantInfo) -> Self {
        CodecBoard {
            files: game.files,
            ranks: game.ranks,
            turns: game.turns,
            plus: game.pieces.iter().any(|piece| piece.plus),
            castling: game.castling.is_some(),
            shuffled: game.shuffled,
            long_jumps: game.pieces.iter().any(|piece| {
                let jumps = piece.jumps.as_deref().unwrap_or("");
                jumps.contains(['R', 'B', 'Q', 'D'])
            }),
        }
    }

    /// Number of files.
    pub(super) fn files(self) -> u8 {
        self.files
    }

    /// Number of ranks.
    pub(super) fn ranks(self) -> u8 {
        self.ranks
    }

    /// Whether there is castling.
    pub(super) fn castling(self) -> bool {
        self.castling
    }

    /// Number of the first rank.
    pub(super) fn first_rank(self) -> u16 {
        if self.ranks == 10 { 0 } else { 1 }
    }
}

/// Appends a square in the engine's own notation.
fn push_own(out: &mut String, square: BoardSquare) {
    push(out, square, 1);
}

fn push(out: &mut String, BoardSquare { file, rank }: BoardSquare, first_rank: u16) {
    // No board has files beyond `z`.
    out.push(char::from(b'a' + file.min(25)));
    out.push_str(&(u16::from(rank) + first_rank).to_string());
}

#[cfg(test)]
mod tests;
