//! The squares that pieces can stand on.

use variants::{Color, Definition, Fen, Piece, Square};

/// The squares that a piece can come to from its squares at the start, or from those of pieces that
/// promote to it, by any of its moves on any board, within its zone; all squares where it stands nowhere at the start.
pub(crate) fn squares_of(definition: &Definition, piece: Piece) -> Vec<Square> {
    let holes = definition.holes();
    let is_on_board = |square: &Square| !holes.contains(square);
    let start = Fen::parse(&definition.start, definition).map_or(Vec::new(), |fen| fen.pieces);
    let mut reached = vec![false; definition.size.squares()];
    if !definition.family.is_shuffled() {
        let mut sources = vec![piece];
        let mut next = 0;
        while let Some(&source) = sources.get(next) {
            next += 1;
            for kind in definition.piece_types() {
                let other = Piece::new(piece.color(), kind);
                let promotions = definition.piece(kind).promotes_of(piece.color());
                if promotions.contains(&source.kind()) && !sources.contains(&other) {
                    sources.push(other);
                }
            }
        }
        // What promotes comes before what it becomes.
        for &source in sources.iter().rev() {
            let at_start = start.iter().filter(|(_, other)| *other == source);
            at_start.for_each(|(square, _)| reached[square.index()] = true);
            spread(definition, source, &mut reached);
        }
    }
    let any = reached.contains(&true);
    definition.size.iter().filter(is_on_board).filter(|at| !any || reached[at.index()]).collect()
}

fn spread(definition: &Definition, piece: Piece, reached: &mut [bool]) {
    let own = definition.piece(piece.kind());
    let mut open: Vec<Square> =
        definition.size.iter().filter(|square| reached[square.index()]).collect();
    while let Some(square) = open.pop() {
        let mut reach = |to: Square| {
            if !std::mem::replace(&mut reached[to.index()], true) {
                open.push(to);
            }
        };
        for path in definition.paths(own, square, piece.color()) {
            path.squares.iter().skip(path.first_landing).for_each(|&to| reach(to));
        }
        for path in
            own.jumps.iter().flat_map(|jumps| jumps.paths(definition.size, square, piece.color()))
        {
            // Just beyond the neighbour; long jumps go on in the same direction.
            let Some(&over) = path.squares.first() else { continue };
            let size = definition.size;
            let delta = |from: u8, to: u8| i32::from(to) - i32::from(from);
            let dx = delta(size.file(square), size.file(over));
            let dy = delta(size.rank(square), size.rank(over));
            let beyond = |&at: &Square| size.offset(at, dx, dy);
            std::iter::successors(beyond(&over), beyond).for_each(&mut reach);
        }
    }
}

/// Whether a piece's moves can make a capture en passant possible.
pub(crate) fn passes(definition: &Definition, piece: Piece) -> bool {
    let own = definition.piece(piece.kind());
    let local = own.moves_in.iter().map(|local| &local.moves);
    std::iter::once(&own.moves).chain(local).any(|moves| {
        definition.size.iter().any(|square| {
            let paths = moves.paths(definition.size, square, piece.color());
            paths.iter().any(|path| path.modes.passes)
        })
    })
}

/// Pieces of a definition, of both sides.
pub(crate) fn all_pieces(definition: &Definition) -> impl Iterator<Item = Piece> + use<> {
    let kinds = definition.piece_types();
    kinds.flat_map(|kind| Color::ALL.map(|color| Piece::new(color, kind)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use variants::Catalog;

    #[track_caller]
    fn check(game: &str, letter: char, promoted: bool, expected: usize) {
        let catalog = Catalog::builtin();
        let definition = catalog.get(game).unwrap();
        let kind = definition.piece_type(letter, promoted).unwrap();
        let squares = squares_of(definition, Piece::new(Color::White, kind));
        assert_eq!(squares.len(), expected, "{game} {letter}");
    }

    #[test]
    fn pieces_keep_to_their_squares() {
        check("chess", 'P', false, 56);
        check("chess", 'B', false, 64);
        check("cheskers", 'C', false, 32);
        check("cheskers", 'K', false, 32);
        check("english-draughts", 'M', false, 32);
        check("chesica", 'Q', true, 64);
        // Palaces, the points of elephants, and the files of soldiers before the river.
        check("xiangqi", 'K', false, 9);
        check("xiangqi", 'A', false, 5);
        check("xiangqi", 'B', false, 7);
        check("xiangqi", 'P', false, 55);
    }
}
