//! Games as the page describes them: pieces with their pictures and moves.

use std::collections::BTreeMap;

use engine::library::Library;
use serde::Serialize;
use variants::armies::ArmiesDefinition;
use variants::betza::{Betza, Hop, Path};
use variants::royal::RoyalDefinition;
use variants::{BoardSize, Color, Definition, Pdn, Square};

use crate::rules::section;

/// A game that can be chosen.
#[derive(Clone, Debug, Serialize)]
pub struct GameEntry {
    /// Name for commands.
    pub name: String,
    /// Name for people.
    pub title: String,
    /// Description in a sentence; may be empty.
    pub description: String,
    /// Number of files and of ranks.
    pub board: [u8; 2],
    /// Other board sizes that it can have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<String>,
}

/// The game on the board.
#[derive(Clone, Debug, Serialize)]
pub struct GameDescription {
    /// Name for commands.
    pub name: String,
    /// Name for people.
    pub title: String,
    /// Description in a sentence; may be empty.
    pub description: String,
    /// Its rules in sentences.
    pub rules: Vec<String>,
    /// Whether `RULES.md` states its rules.
    pub documented: bool,
    /// Number of files and of ranks.
    pub board: [u8; 2],
    /// Squares that the board lacks.
    pub holes: Vec<String>,
    /// Squares in the order of their numbers, where the game's moves are written with numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<String>,
    /// Squares that some kinds do not leave, such as palaces.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<Vec<String>>,
    /// Name of its walls, where they have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall: Option<String>,
    /// Whether pieces in hand do not run out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub endless: bool,
    /// Lines along which pieces have moves of their own, each between the middles of two squares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<[String; 2]>,
    /// Name of its family.
    pub family: &'static str,
    /// Kinds of pieces, in the order of their indices.
    pub pieces: Vec<PieceDescription>,
    /// Names of the armies of a side, where turns move armies.
    pub armies: Vec<String>,
}

/// A kind of piece.
#[derive(Clone, Debug, Serialize)]
pub struct PieceDescription {
    /// As a FEN writes White's piece.
    pub letter: String,
    /// Name for people.
    pub name: String,
    /// Name of its picture, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// For a promoted piece that reverts when it is taken, the index of what it looks like.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub like: Option<usize>,
    /// Whether it is royal.
    pub royal: bool,
    /// Effect of its loss, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<&'static str>,
    /// Index of its army.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub army: Option<usize>,
    /// Names of the pieces that it can become.
    pub promotes: Vec<String>,
    /// Moves as White sees them: files to the right, ranks forward, and how: the sum of 1 (without
    /// taking), 2 (taking), 4 (first moves only), 8 (jumps over the piece there and takes it), 16
    /// (over another piece on the way), 32 (with 16: to the square behind that piece), 64 (by squares
    /// beside the straight way, or that it cannot stop on, which have to be empty), 128 (such a way goes
    /// on where these squares end).
    pub moves: Vec<(i8, i8, u8)>,
}

const QUIET: u8 = 1;
const TAKES: u8 = 2;
const FIRST: u8 = 4;
const JUMPS: u8 = 8;
const HOPS: u8 = 16;
const BEHIND: u8 = 32;
const WINDS: u8 = 64;
const GOES_ON: u8 = 128;

/// Board on which moves are drawn: the piece stands in the middle.
const DIAGRAM: u8 = 15;
const MIDDLE: u8 = DIAGRAM / 2;

/// Returns all games of a library, for a list of them.
pub(crate) fn list_all(library: &Library) -> Vec<GameEntry> {
    let games = library.names().into_iter();
    games.filter_map(|name| Some(entry(library.definition(&name).ok()?))).collect()
}

/// Returns a game for a list.
pub(crate) fn entry(definition: &Definition) -> GameEntry {
    GameEntry {
        name: definition.name.clone(),
        title: definition.title.clone(),
        description: definition.description.clone(),
        board: [definition.size.files(), definition.size.ranks()],
        sizes: sizes(definition),
    }
}

/// Returns the description of a game.
pub(crate) fn describe(definition: &Definition) -> GameDescription {
    let armies = ArmiesDefinition::of(definition).map(|own| &own.armies[..]).unwrap_or_default();
    let walls = RoyalDefinition::of(definition).and_then(|own| own.walls.as_deref());
    let pieces = definition.piece_types().map(|kind| {
        let piece = definition.piece(kind);
        PieceDescription {
            letter: piece.fen(Color::White),
            name: piece.name.clone(),
            picture: piece.picture.clone(),
            like: piece
                .is_marked()
                .then(|| definition.piece_type(piece.letter, false))
                .flatten()
                .map(|plain| plain.index()),
            royal: definition.is_royal(kind),
            loss: definition.loss(kind),
            army: armies.iter().position(|army| army.units.contains(&kind)),
            promotes: piece.promotes.iter().map(|&to| definition.piece(to).name.clone()).collect(),
            moves: moves(&piece.moves, piece.jumps.as_ref()),
        }
    });
    GameDescription {
        name: definition.name.clone(),
        title: definition.title.clone(),
        description: definition.description.clone(),
        rules: definition.sentences(),
        documented: rules_of(definition).is_some(),
        board: [definition.size.files(), definition.size.ranks()],
        holes: names(definition, definition.holes()),
        numbers: numbers(definition),
        zones: zones(definition),
        wall: walls.and_then(|walls| walls.name.clone()),
        endless: has_endless_hands(definition),
        lines: lines(definition),
        family: definition.family.name(),
        pieces: pieces.collect(),
        armies: armies.iter().map(|army| army.name.clone()).collect(),
    }
}

/// Whether the pieces in a game's hands do not run out.
pub(crate) fn has_endless_hands(definition: &Definition) -> bool {
    let hand = RoyalDefinition::of(definition).and_then(|own| own.hand.as_ref());
    hand.is_some_and(|hand| hand.endless)
}

/// Returns the names of squares.
fn names(definition: &Definition, squares: &[Square]) -> Vec<String> {
    squares.iter().map(|&square| definition.size.name(square)).collect()
}

/// Returns the squares in the order of their numbers; none where they are not numbered.
fn numbers(definition: &Definition) -> Vec<String> {
    let pdn = Pdn::of(definition).filter(|pdn| pdn.game_type().is_some());
    let squares: Vec<Square> = pdn.iter().flat_map(Pdn::numbered_squares).collect();
    names(definition, &squares)
}

/// Returns the sets of squares that some kinds of either side do not leave.
fn zones(definition: &Definition) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for zone in definition.pieces.iter().filter_map(|piece| piece.zone.as_ref()) {
        for color in Color::ALL {
            let zone = names(definition, &zone[color]);
            if !found.contains(&zone) {
                found.push(zone);
            }
        }
    }
    found
}

/// Returns the lines along which pieces have moves of their own, as those of palaces.
fn lines(definition: &Definition) -> Vec<[String; 2]> {
    let size = definition.size;
    let mut lines = Vec::new();
    let royal = definition.pieces.iter().filter(|piece| piece.royal);
    for local in royal.flat_map(|piece| &piece.moves_in).filter(|local| local.inside) {
        let squares = &local.squares[Color::White];
        for &at in squares {
            let ways = [(1, 1), (1, -1)].into_iter();
            let ends = ways.filter_map(|(files, ranks)| size.offset(at, files, ranks));
            let ends = ends.filter(|to| squares.contains(to));
            lines.extend(ends.map(|to| [size.name(at), size.name(to)]));
        }
    }
    lines
}

/// Returns the rules of a game as HTML, where it is a built-in one.
pub(crate) fn rules_of(definition: &Definition) -> Option<String> {
    let builtin = Library::builtin();
    let own = builtin.definition(&definition.name).ok()?;
    let face =
        |game: &Definition| (game.title.clone(), game.description.clone(), game.pieces.len());
    (face(own) == face(definition)).then(|| section(&own.name, &own.title)).flatten()
}

/// Returns the square boards that a game can have; none where it has its own alone.
fn sizes(definition: &Definition) -> Vec<String> {
    let Some(array) = &definition.array else { return Vec::new() };
    let sizes = (array.min..=array.max).step_by(2);
    sizes
        .map(|side| format!("{side}x{side}"))
        .filter(|size| size.parse().is_ok_and(|size| definition.resized(size).is_ok()))
        .collect()
}

/// Returns the moves of a kind from the middle of an empty board.
fn moves(moves: &Betza, jumps: Option<&Betza>) -> Vec<(i8, i8, u8)> {
    let Some(size) = BoardSize::new(DIAGRAM, DIAGRAM) else { return Vec::new() };
    let Some(middle) = size.square(MIDDLE.into(), MIDDLE.into()) else { return Vec::new() };
    // Moves over a piece and moves that can be blocked are kept apart from others to the same
    // square.
    let mut found: BTreeMap<(i8, i8, u8), u8> = BTreeMap::new();
    let mut add = |to: Square, how: u8| {
        let offset = |at: u8| at as i8 - MIDDLE as i8;
        let place = (offset(size.file(to)), offset(size.rank(to)), how & (HOPS | WINDS));
        let old = found.entry(place).or_default();
        // A move that is always possible is not marked as a first move.
        *old = match (*old & FIRST != 0, how & FIRST != 0) {
            (true, false) if how & JUMPS == 0 => how,
            (false, true) if *old != 0 => *old,
            _ => *old | how,
        };
    };
    let larger = on_larger_boards(moves);
    for (index, path) in moves.paths(size, middle, Color::White).iter().enumerate() {
        let how = u8::from(path.modes.quiet) * QUIET
            + u8::from(path.modes.capture) * TAKES
            + u8::from(path.modes.initial) * FIRST
            + u8::from(path.modes.hop.is_some()) * HOPS
            + u8::from(path.modes.hop == Some(Hop::Near)) * BEHIND
            + u8::from(winds(path, middle, size)) * WINDS;
        // A hopper has its hurdle before it.
        let first = path.first_landing.max(usize::from(path.modes.hop.is_some()));
        path.squares.iter().skip(first).for_each(|&to| add(to, how));
        if how & WINDS != 0
            && larger.iter().any(|lengths| lengths.get(index) > Some(&path.squares.len()))
            && let Some(&last) = path.squares.last()
        {
            add(last, how | GOES_ON);
        }
    }
    for path in jumps.into_iter().flat_map(|jumps| jumps.paths(size, middle, Color::White)) {
        path.squares.iter().for_each(|&over| add(over, JUMPS));
    }
    found.into_iter().map(|((dx, dy, _), how)| (dx, dy, how)).collect()
}

/// Returns the lengths of the paths on boards that are larger to one side, or to the other, than the
/// diagram.
fn on_larger_boards(moves: &Betza) -> [Vec<usize>; 2] {
    [MIDDLE, MIDDLE + 1].map(|middle| {
        let Some(size) = BoardSize::new(DIAGRAM + 1, DIAGRAM + 1) else { return Vec::new() };
        let from = size.square(middle.into(), middle.into());
        let paths = from.map(|from| moves.paths(size, from, Color::White)).unwrap_or_default();
        paths.iter().map(|path| path.squares.len()).collect()
    })
}

/// Whether a path passes squares that do not follow from its landings: it does not stop on them, or
/// they are not on a straight line.
fn winds(path: &Path, from: Square, size: BoardSize) -> bool {
    if path.modes.hop.is_some() {
        return false;
    }
    let at = |square: Square| (size.file(square) as i8, size.rank(square) as i8);
    let ends = std::iter::once(from).chain(path.squares.iter().copied());
    let steps: Vec<(i8, i8)> = ends
        .clone()
        .zip(ends.skip(1))
        .map(|(from, to)| (at(to).0 - at(from).0, at(to).1 - at(from).1))
        .collect();
    path.first_landing > 0 || steps.windows(2).any(|pair| pair[0] != pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves_of(game: &str, letter: char) -> Vec<(i8, i8, u8)> {
        let library = Library::builtin();
        let definition = library.definition(game).unwrap();
        let kind = definition.piece_type(letter, false).unwrap();
        let piece = definition.piece(kind);
        moves(&piece.moves, piece.jumps.as_ref())
    }

    #[test]
    fn diagrams_tell_quiet_moves_from_captures() {
        let pawn = moves_of("chess", 'P');
        assert!(pawn.contains(&(0, 1, QUIET)) && pawn.contains(&(0, 2, QUIET | FIRST | WINDS)));
        assert!(pawn.contains(&(1, 1, TAKES)) && pawn.len() == 4, "{pawn:?}");
        assert_eq!(moves_of("chess", 'N').len(), 8);
        assert_eq!(moves_of("chess", 'R').len(), 28);
        assert!(moves_of("english-draughts", 'M').iter().any(|&(_, _, how)| how & JUMPS != 0));
    }

    #[test]
    fn a_cannon_moves_along_open_ways_and_captures_over_a_piece() {
        let cannon = moves_of("xiangqi", 'C');
        assert!(cannon.contains(&(0, 2, QUIET)) && cannon.contains(&(0, 2, TAKES | HOPS)));
    }

    #[test]
    fn ways_that_can_be_blocked_are_told_from_leaps() {
        let horse = moves_of("xiangqi", 'N');
        assert!(horse.len() == 8 && horse.iter().all(|&(.., how)| how & WINDS != 0), "{horse:?}");
        assert!(moves_of("chess", 'N').iter().all(|&(.., how)| how & WINDS == 0));
        assert!(moves_of("chess", 'Q').iter().all(|&(.., how)| how & WINDS == 0));
        let moves_of = |text: &str| moves(&Betza::parse(text).unwrap(), None);
        let far = |all: Vec<(i8, i8, u8)>| all.iter().all(|&(.., how)| how & WINDS != 0);
        assert!(far(moves_of("[F?fR]")
            .into_iter()
            .filter(|&(x, y, _)| x.abs() != y.abs())
            .collect()));
        // A zigzag bishop goes on where the diagram ends; a rose comes back.
        let goes_on = |text: &str| moves_of(text).iter().any(|&(.., how)| how & GOES_ON != 0);
        assert!(goes_on("zB") && goes_on("[F?fR]") && !goes_on("nN") && !goes_on("R"));
        assert!(moves_of("gQ").iter().all(|&(.., how)| how & BEHIND != 0));
    }

    #[test]
    fn boards_have_what_belongs_to_the_game() {
        let library = Library::builtin();
        let of = |name: &str| describe(library.definition(name).unwrap());
        let draughts = of("international-draughts");
        assert_eq!((draughts.numbers.len(), &draughts.numbers[0][..]), (50, "b10"));
        assert!(of("chess").numbers.is_empty() && of("cheskers").numbers.is_empty());
        // Palaces, and the banks of the river.
        let sizes: Vec<usize> = of("xiangqi").zones.iter().map(Vec::len).collect();
        assert_eq!(sizes, [9, 9, 45, 45]);
        assert_eq!(of("duck").wall.as_deref(), Some("duck"));
        assert_eq!(of("amazons").wall.as_deref(), Some("arrow"));
    }

    #[test]
    fn hands_may_be_endless() {
        let text = "[x]\ninherits = 'crazyhouse'\nhand = { captures = false, endless = true }\n";
        let (catalog, _) = variants::Catalog::builtin().with_file(text).unwrap();
        let is_endless = |name: &str| describe(catalog.get(name).unwrap()).endless;
        assert!(is_endless("x") && !is_endless("crazyhouse") && !is_endless("chess"));
    }

    #[test]
    fn palaces_have_lines() {
        let library = Library::builtin();
        let lines = |name: &str| lines(library.definition(name).unwrap());
        // Four in each palace.
        assert_eq!((lines("xiangqi").len(), lines("janggi").len()), (0, 8));
        assert!(lines("janggi").contains(&["d1".to_owned(), "e2".to_owned()]));
        assert_eq!(lines("chess"), Vec::<[String; 2]>::new());
    }

    #[test]
    fn all_games_are_listed_and_described() {
        let library = Library::builtin();
        let games = list_all(&library);
        assert_eq!(games.len(), library.names().len());
        // The first message of the server.
        let text = serde_json::to_string(&games).unwrap();
        assert!(text.len() < 20_000, "{} bytes", text.len());
        for game in games {
            let described = describe(library.definition(&game.name).unwrap());
            assert_eq!((&described.title, described.board), (&game.title, game.board));
        }
        let chesimals = describe(library.definition("chesimals").unwrap());
        assert_eq!(chesimals.board, [16, 12]);
        assert!(chesimals.pieces.iter().all(|piece| piece.army.is_some()));
    }
}
