//! Squares on which pieces could not move any more.

use variants::betza::Betza;
use variants::{BoardSize, Color};

use super::super::kinds::Kind;
use super::super::rules::{At, SIDES, Squares};
use super::Define;

const KEY: &str = "immobilityIllegal";

/// A way of a piece: the square where it ends, and whether it does so without a capture and with one.
struct Way {
    to: At,
    is_quiet: bool,
    takes: bool,
}

impl Define<'_> {
    /// Squares where a side's pieces of a kind may not stay, since they could not move on from there on
    /// an empty board.
    pub fn immobile(&mut self, kind: Kind) -> [Squares; 2] {
        if !self.rules.flag(KEY) {
            return Default::default();
        }
        let ways = self.ways_of(kind);
        SIDES.map(|side| {
            let is_stuck = |at: &At| !ways(*at, side).iter().any(|way| way.is_quiet);
            self.board.all().filter(is_stuck).collect()
        })
    }

    /// Those of the squares where a kind may not stay on which it does not promote, and whether it may
    /// not come there at all; otherwise it promotes there, coming from a square of promotion.
    pub fn immobile_outside(&mut self, kind: Kind) -> ([Squares; 2], bool) {
        let stuck = self.immobile(kind);
        let mut promotion = self.promotion_squares();
        for side in SIDES {
            if self.form(kind).is_none() && self.promotions(kind, side).is_empty() {
                promotion[side].clear();
            }
        }
        let outside = SIDES.map(|side| &stuck[side] - &promotion[side]);
        let promotes_by_leaving = kind != Kind::PAWN && self.form(kind).is_some();
        if outside.iter().all(Squares::is_empty) {
            return (outside, true);
        }
        let ways = self.ways_of(kind);
        if !promotes_by_leaving {
            let mut all = SIDES.iter().flat_map(|&side| self.board.all().map(move |at| (at, side)));
            let takes = all.any(|(at, side)| {
                ways(at, side).iter().any(|way| way.takes && outside[side].contains(&way.to))
            });
            // Outside of a zone it would not even give check.
            if takes && (self.rules.piece(Kind::KING).is_some() || self.has_pseudo_royals()) {
                let message =
                    format!("'{}' that gives check where it could not move on", self.letter(kind));
                self.refuse(KEY, message);
            }
            return (outside, true);
        }
        let comes_from_elsewhere = SIDES.iter().any(|&side| {
            let starts = |at: &At| !promotion[side].contains(at) && !stuck[side].contains(at);
            let mut starts = self.board.all().filter(starts);
            starts.any(|at| ways(at, side).iter().any(|way| outside[side].contains(&way.to)))
        });
        if comes_from_elsewhere || self.rules.flag("piecePromotionOnCapture") {
            let message = format!(
                "'{}' on its last ranks, where it promotes only with moves that begin in the zone",
                self.letter(kind)
            );
            self.refuse(KEY, message);
        }
        (outside, false)
    }

    fn has_pseudo_royals(&self) -> bool {
        self.rules.flag("extinctionPseudoRoyal") && self.rules.word("extinctionValue") != "none"
    }

    /// Returns a function from a square and a side to the ways of a kind from there on an empty board.
    fn ways_of(&mut self, kind: Kind) -> impl Fn(At, usize) -> Vec<Way> + use<> {
        let moves = Betza::parse(&self.moves_of(kind)).ok();
        let size = BoardSize::new(self.board.files, self.board.ranks);
        move |(file, rank), side| {
            let (Some(moves), Some(size)) = (&moves, size) else { return Vec::new() };
            let Some(from) = size.square(file.into(), rank.into()) else { return Vec::new() };
            let paths = moves.paths(size, from, Color::ALL[side]);
            let paths = paths.iter().filter(|path| !path.modes.initial);
            let ends = paths.flat_map(|path| {
                let ends = path.squares.iter().skip(path.first_landing);
                ends.map(|&at| Way {
                    to: (size.file(at), size.rank(at)),
                    is_quiet: path.modes.quiet,
                    takes: path.modes.capture,
                })
            });
            ends.collect()
        }
    }
}
