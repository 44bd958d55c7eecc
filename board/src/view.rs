//! A position as the page shows it: pieces, legal steps leg by leg, checks and duties.

use engine::endings::{Endings, Metric};
use serde::Serialize;
use variants::{AnyGame, Color, Course, Definition, Fen, Piece, ShownStep, Square};

/// Most steps that are sent for one position; others can be typed.
const MAX_STEPS: usize = 3000;

/// A position.
#[derive(Clone, Debug, Serialize)]
pub struct PositionView {
    /// The position as a FEN; in the middle of a turn, with the side that goes on.
    pub fen: String,
    /// The position as FEN of PDN, which other programs read, in games that are written so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pdn: Option<String>,
    /// Side to move.
    pub side: &'static str,
    /// Pieces: square, side (`w`, `b`) and index of the kind.
    pub pieces: Vec<(String, char, usize)>,
    /// Squares of walls; empty in games without.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<String>,
    /// Pieces in hand of White and of Black, by the index of the kind, where the game has hands.
    pub hands: Option<[Vec<(usize, u32)>; 2]>,
    /// Legal steps; empty where the game is over.
    pub steps: Vec<StepView>,
    /// Whether the turn in progress may end here.
    pub may_end: bool,
    /// Text of a pass, where one is legal; it is not among the steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass: Option<String>,
    /// Army that moves in this turn, by its index.
    pub army: Option<usize>,
    /// Royal pieces of the side to move, if they are attacked.
    pub check: Vec<String>,
    /// Squares of the last turn.
    pub last: Vec<String>,
    /// Squares of units that have moved in this turn.
    pub moved: Vec<String>,
    /// Check and duties, in words; may be empty.
    pub notes: String,
}

/// A legal step.
#[derive(Clone, Debug, Serialize)]
pub struct StepView {
    /// Text of the step.
    pub text: String,
    /// Squares that the piece comes to, its own first. A drop begins with `@` and the index of its
    /// kind, a wall with `#` and the square of the piece that has moved.
    pub path: Vec<String>,
    /// For each leg, the square of the piece that it takes beside its target.
    pub over: Vec<Option<String>>,
    /// Whether something is taken.
    pub takes: bool,
    /// Kind that the piece becomes, by its index, where the player chooses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<usize>,
    /// Piece in hand that is put on a square that the move leaves: the index of its kind, and the square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gated: Option<(usize, String)>,
    /// Square of the piece that castles with the king.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rook: Option<String>,
    /// Square that the king castles to, where the path ends on the rook's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub king: Option<String>,
}

/// Returns the view of a position. `last` are the squares of the last turn, `moved` those of units
/// that have moved in the turn in progress; a game that is over has no steps.
pub(crate) fn view(
    game: &mut AnyGame,
    last: Vec<String>,
    moved: Vec<String>,
    is_over: bool,
) -> PositionView {
    let definition = game.definition().clone();
    let (fen, notes) = (game.fen(), for_people(&game.notes()));
    let (pieces, walls) =
        Fen::parse(&fen, &definition).map(|fen| (fen.pieces, fen.walls)).unwrap_or_default();
    let name = |square: Square| definition.size.name(square);
    let letter = |piece: Piece| if piece.color() == Color::White { 'w' } else { 'b' };
    let royal: Vec<String> = pieces
        .iter()
        .filter(|(_, piece)| piece.color() == game.side() && definition.is_royal(piece.kind()))
        .map(|&(square, _)| name(square))
        .collect();
    let hands = game.hands().map(|hands| {
        let of =
            |color| hands.kinds(color).map(move |kind| (kind.index(), hands.count(color, kind)));
        Color::ALL.map(|color| of(color).collect())
    });
    let army = game.moving_army();
    let check = game.is_check();
    let (steps, may_end, pass) =
        if is_over { (Vec::new(), false, None) } else { legal_steps(game) };
    PositionView {
        pdn: game.pdn_fen(),
        side: game.side().key(),
        pieces: pieces
            .iter()
            .map(|&(square, piece)| (name(square), letter(piece), piece.kind().index()))
            .collect(),
        walls: walls.into_iter().map(name).collect(),
        hands,
        steps,
        may_end,
        pass,
        army,
        check: if check { royal } else { Vec::new() },
        last,
        moved,
        notes,
        fen,
    }
}

/// Returns notes on a position without those on hands, which stand beside the board, and with the duty
/// to drop a piece in words.
fn for_people(notes: &str) -> String {
    let is_shown =
        |note: &&str| !note.starts_with("in white's hand") && !note.starts_with("in black's hand");
    let notes = notes.split("; ").filter(is_shown).map(|note| match note {
        "must drop" => "a piece in hand has to be dropped",
        note => note,
    });
    notes.collect::<Vec<_>>().join("; ")
}

impl PositionView {
    /// Adds the value of the position by endgame tables to the notes: under the move rule, or if that may end the game
    /// first, without it.
    pub(crate) fn add_value(&mut self, game: &AnyGame, endings: &Endings) {
        let in_time = endings.probe_in_time(game).map(|value| value.to_string());
        let value = in_time.or_else(|| {
            let value = endings.probe(game, Metric::End)?;
            Some(format!("{value} without the move rule"))
        });
        if let Some(value) = value {
            let separator = if self.notes.is_empty() { "" } else { ", " };
            self.notes = format!("{}{separator}{value}", self.notes);
        }
    }
}

/// Returns the legal steps, whether the turn may end here, and the text of a pass.
fn legal_steps(game: &mut AnyGame) -> (Vec<StepView>, bool, Option<String>) {
    let steps = game.shown_steps(MAX_STEPS);
    let mut views = Vec::new();
    let (mut may_end, mut pass) = (false, None);
    for step in steps {
        match &step.course {
            None => may_end = true,
            Some(_) if step.passes => pass = Some(step.text),
            Some(course) => views.push(step_view(game.definition(), &step, course)),
        }
    }
    (views, may_end, pass)
}

fn step_view(definition: &Definition, step: &ShownStep, course: &Course) -> StepView {
    let name = |square: Square| definition.size.name(square);
    // The page asks for a promotion only where there is a choice.
    let promotion = course.promotion.filter(|&(_, sign)| sign.is_some());
    let promotion = promotion.map(|(kind, _)| kind);
    // A piece in hand may be dropped as its promoted form: the path has what is in hand.
    let held = definition.held_to_drop(course.kind);
    let dropped = (held != course.kind).then_some(course.kind);
    let promotion = promotion.or(dropped.filter(|_| course.dropped.is_some()));
    let path = path(&Course { kind: held, ..course.clone() }, name);
    let king = step.king.map(name).filter(|king| path.last() != Some(king));
    // A rook that castling leaves where it is.
    let still = king.as_ref().and_then(|_| path.last().cloned());
    StepView {
        text: step.text.clone(),
        king,
        path,
        over: course.legs.iter().map(|leg| leg.over.map(name)).collect(),
        takes: step.takes,
        promotion: promotion.map(|kind| kind.index()),
        gated: course.gated.map(|(kind, square)| (kind.index(), name(square))),
        rook: step.rook.map(name).or(still),
    }
}

/// Whether an item of a path is a square, and not the mark of a drop or a wall.
pub(crate) fn is_square(item: &str) -> bool {
    !item.starts_with(['@', '#'])
}

/// Returns the squares of a course, the first one included. See [`StepView::path`].
pub(crate) fn path(course: &Course, name: impl Fn(Square) -> String) -> Vec<String> {
    if let Some((from, to)) = course.wall {
        return vec![format!("#{}", name(from)), name(to)];
    }
    if let Some(square) = course.dropped {
        return vec![format!("@{}", course.kind.index()), name(square)];
    }
    let first = course.legs.first().map(|leg| leg.from);
    // A pass stays on its square; so does a piece that promotes there, which the path has twice.
    let promotes = course.promotion.is_some();
    let targets = course.legs.iter().filter(|leg| promotes || leg.from != leg.to);
    let targets = targets.map(|leg| leg.to);
    first.into_iter().chain(targets).map(name).collect()
}

#[cfg(test)]
mod tests {
    use engine::library::Library;

    use super::*;

    fn view_of(variant: &str, fen: &str) -> PositionView {
        let mut game = Library::builtin().variant(variant, None).unwrap().game(fen).unwrap();
        view(&mut game, Vec::new(), Vec::new(), false)
    }

    #[test]
    fn castling_names_the_rook_and_promotions_the_piece() {
        let view = view_of("chess", "4k3/P7/8/8/8/8/8/4K2R w K - 0 1");
        let castling = view.steps.iter().find(|step| step.text == "e1g1").unwrap();
        assert_eq!(castling.rook.as_deref(), Some("h1"));
        let promotions = view.steps.iter().filter(|step| step.promotion.is_some());
        assert_eq!(promotions.count(), 4);
        let view = view_of("shogi", "4k4/9/9/P8/9/9/9/9/4K4[] w - - 0 1");
        let forward = view.steps.iter().filter(|step| step.path == ["a6", "a7"]);
        let promotes: Vec<bool> = forward.map(|step| step.promotion.is_some()).collect();
        assert!(promotes == [true, false] || promotes == [false, true], "{promotes:?}");
    }

    #[test]
    fn drops_on_either_side_begin_with_what_is_in_hand() {
        let view = view_of("kyoto-shogi", "2k2/5/5/5/1PK2[L] w - - 0 1");
        let to = |text: &str| {
            let step = view.steps.iter().find(|step| step.text == text).unwrap();
            (step.path.clone(), step.promotion)
        };
        let (plain, promoted) = (to("L@a1"), to("+L@a1"));
        assert_eq!(plain.0, promoted.0);
        assert_eq!((plain.1, promoted.1.is_some()), (None, true));
        assert!(to("b1b2+").1.is_some());
        let view = view_of("kyoto-shogi", "2k2/5/5/5/1+PK2[] w - - 0 1");
        let back = view.steps.iter().find(|step| step.text == "b1a1-").unwrap();
        assert!(back.promotion.is_some());
    }

    #[test]
    fn castling_by_the_rooks_square_names_the_kings_target() {
        for (variant, fen, expected) in [
            (
                "fischerandom",
                "bqrkrnnb/pppppppp/8/8/8/8/PPPPPPPP/BQRKR2B w KQkq - 0 1",
                &[("d1e1", "e1", Some("g1")), ("d1c1", "c1", None)][..],
            ),
            (
                "chess",
                "4k3/8/8/8/8/8/8/1R3K1R w KQ - 0 1",
                &[("f1h1", "h1", Some("g1")), ("f1b1", "b1", Some("c1"))],
            ),
            ("chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", &[("e1c1", "a1", None)]),
            ("fischerandom", "4k3/8/8/8/8/8/8/R5K1 w Q - 0 1", &[("g1a1", "a1", Some("c1"))]),
            ("fischerandom", "4k3/8/8/8/8/8/8/1K1R4 w K - 0 1", &[("b1d1", "d1", Some("g1"))]),
            ("fischerandom", "4k3/8/8/8/8/8/8/3R1K2 w Q - 0 1", &[("f1d1", "d1", Some("c1"))]),
        ] {
            let view = view_of(variant, fen);
            let castlings = view.steps.iter().filter_map(|step| {
                Some((step.text.as_str(), step.rook.as_deref()?, step.king.as_deref()))
            });
            assert_eq!(castlings.collect::<Vec<_>>(), expected, "{fen}");
        }
    }

    #[test]
    fn chains_tell_their_victims_leg_by_leg() {
        let view = view_of("english-draughts", "8/8/8/4m3/8/2m5/1M6/8 w - - 0 1");
        let chain = view.steps.iter().find(|step| step.path.len() == 3);
        let (path, over) = chain.map(|step| (step.path.clone(), step.over.clone())).unwrap();
        assert!(path[0] == "b2" && over.iter().all(Option::is_some), "{path:?} {over:?}");
    }

    #[test]
    fn within_a_turn_the_fen_has_the_side_that_goes_on() {
        let mut game = Library::builtin().variant("marseillais", None).unwrap().start();
        for (step, side) in [("e2e4", " w "), ("d2d4", " b "), ("e7e5", " b "), ("d7d5", " w ")] {
            game.play_step(step).unwrap();
            let view = view(&mut game, Vec::new(), Vec::new(), false);
            assert!(view.fen.contains(side), "{step}: {}", view.fen);
        }
    }

    #[test]
    fn hands_are_not_in_the_notes() {
        let start = Library::builtin().variant("placement", None).unwrap().start().fen();
        assert_eq!(view_of("placement", &start).notes, "a piece in hand has to be dropped");
        let view = view_of("crazyhouse", "4k3/8/8/8/8/8/8/4K2r[Nq] w - - 0 1");
        assert_eq!(view.notes, "in check from h1");
    }

    #[test]
    fn a_pass_is_no_step() {
        let view = view_of(
            "janggi",
            "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1",
        );
        assert_eq!(view.pass.as_deref(), Some("e2e2"));
        assert_eq!(view.steps.len(), 31);
        assert_eq!(view_of("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1").pass, None);
    }

    #[test]
    fn a_promotion_in_place_has_its_square_twice() {
        let view = view_of("sittuyin", "7k/8/8/3PP3/8/8/8/K7[] w - - 0 1");
        let step = view.steps.iter().find(|step| step.text == "d5d5f").unwrap();
        assert_eq!(
            (step.path.as_slice(), step.takes),
            (&["d5", "d5"].map(str::to_owned)[..], false)
        );
        assert!(step.promotion.is_some());
    }

    #[test]
    fn checks_are_shown_on_the_king() {
        assert_eq!(view_of("chess", "4k3/8/8/8/8/8/8/4K2r w - - 0 1").check, ["e1"]);
    }
}
