//! Moves that kinds have on some squares alone.

use crate::Color;
use crate::betza::{Modes, Path};
use crate::definition::{Definition, LocalMoves, PieceDefinition};
use crate::reading::{Item, Kinds, Section};

/// The most moves of a kind, by directions, that are compared.
const MOST: usize = 64;

/// Expects that moves which a game states for some squares are more than the moves everywhere.
pub(super) fn expect_new_moves(
    section: &Section<'_>,
    kinds: &Kinds,
    definition: &Definition,
) -> Option<()> {
    for (kind, piece) in kinds.iter().zip(&definition.pieces) {
        let useless = piece.moves_in.iter().find(|local| !adds_moves(local, piece, definition));
        let Some(useless) = useless else { continue };
        let table = section.optional(kinds.name(kind)).and_then(|item| item.section("a table"));
        let item = table.and_then(|table| table.optional("moves-in"));
        if let Some(item) = item.filter(Item::is_own) {
            let text = useless.moves.text();
            item.fault(format!("'{text}': expected moves that it does not have by `moves`"));
            return None;
        }
    }
    Some(())
}

/// Whether moves of a kind on some squares are more than its moves everywhere.
fn adds_moves(local: &LocalMoves, piece: &PieceDefinition, definition: &Definition) -> bool {
    let size = definition.size;
    let longest = size.files().max(size.ranks());
    let is_long =
        [&local.moves, &piece.moves].iter().any(|all| all.lengths(longest).count() > MOST);
    let covers = |all: &Path, own: &Path| {
        allows(all.modes, own.modes)
            && all.first_landing <= own.first_landing
            && all.squares.starts_with(&own.squares)
    };
    let adds = |from, color| {
        let all = piece.moves.paths(size, from, color);
        let mut own = local.moves.paths(size, from, color).into_iter();
        own.any(|own| !all.iter().any(|all| covers(all, &own)))
    };
    is_long
        || Color::ALL
            .into_iter()
            .any(|color| local.squares[color].iter().any(|&from| adds(from, color)))
}

/// Whether moves may be made whenever others may, and take what these take.
fn allows(all: Modes, own: Modes) -> bool {
    all.quiet >= own.quiet
        && all.capture >= own.capture
        && all.initial <= own.initial
        && all.en_passant >= own.en_passant
        && all.passes == own.passes
        && all.hop == own.hop
}
