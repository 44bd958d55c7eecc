//! The rules of the slow path: jumps piece by piece, for games with rules that sets of squares
//! cannot express.
//!
//! Long jumps, jumps over two squares, jumped pieces that stay to the end of the chain, promotion
//! within a chain, preferences beyond the number of pieces, and the like: a definition that has one
//! of these is compiled into [`General`], and its captures are found in `chains`. All other moves, and the
//! whole of other games, are made on sets.

use crate::{Bits, Board, ByColor, Color, Definition, PieceType, Square};

use super::data::{CaptureRule, ChainRules, Ending, JumpingDefinition, Priority};

/// Rules of chains, compiled.
#[derive(Debug)]
pub(super) struct General {
    /// By side and kind, how it jumps.
    pub(super) ways: ByColor<Vec<Vec<Way>>>,
    /// By leap and square, the squares that leaps in a row come to.
    pub(super) rays: Vec<Vec<Box<[Square]>>>,
    /// By kind, whether it is a king.
    kings: [bool; PieceType::MAX],
    /// By kind, the kinds that it cannot jump over, one bit each.
    pub(super) spares: [u32; PieceType::MAX],
    pub(super) prizes: [u32; PieceType::MAX],
    /// Kinds whose jumps sets of squares do not find.
    pub(super) odd: Vec<PieceType>,
    /// Kinds that promote.
    men: Vec<PieceType>,
    pub(super) chains: ChainRules,
}

/// A way of jumping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    /// Index of the leap.
    pub(super) rays: usize,
    /// Number of leaps to the farthest piece that it jumps over.
    pub(super) reach: usize,
    /// Index of the leap back, if there is one.
    pub(super) back: usize,
}

impl Way {
    /// Whether it jumps from afar.
    pub(super) fn is_long(self) -> bool {
        self.reach > 1
    }
}

impl General {
    /// Compiles the rules of a game that needs them.
    pub(super) fn compile(definition: &Definition, own: &JumpingDefinition) -> Option<Box<Self>> {
        let leaps = |kind: PieceType| {
            let jumps = definition.piece(kind).jumps.as_ref();
            jumps.and_then(crate::betza::Betza::leaps).unwrap_or_default()
        };
        let is_odd =
            |&(leap, reach): &((i32, i32), u8)| reach > 1 || leap.0.abs().max(leap.1.abs()) > 1;
        let mut kinds = definition.piece_types();
        let needed = own.chains != ChainRules::default();
        if !needed && !kinds.any(|kind| leaps(kind).iter().any(is_odd)) {
            return None;
        }
        let mut all: Vec<(i32, i32)> = Vec::new();
        for kind in definition.piece_types() {
            for ((dx, dy), _) in leaps(kind) {
                for leap in [(dx, dy), (-dx, -dy)] {
                    if !all.contains(&leap) {
                        all.push(leap);
                    }
                }
            }
        }
        let index = |leap: (i32, i32)| all.iter().position(|&other| other == leap).unwrap_or(0);
        let ways = ByColor::from_fn(|color| {
            let forward = if color == Color::White { 1 } else { -1 };
            let way = |((dx, dy), reach): ((i32, i32), u8)| Way {
                rays: index((dx * forward, dy * forward)),
                reach: reach.into(),
                back: index((-dx * forward, -dy * forward)),
            };
            definition
                .piece_types()
                .map(|kind| leaps(kind).into_iter().map(way).collect())
                .collect()
        });
        let size = definition.size;
        let ray = |from: Square, (dx, dy): (i32, i32)| {
            let next = |&at: &Square| size.offset(at, dx, dy);
            std::iter::successors(next(&from), next).collect()
        };
        let mut general = General {
            ways,
            rays: all
                .iter()
                .map(|&leap| size.iter().map(|from| ray(from, leap)).collect())
                .collect(),
            kings: [false; PieceType::MAX],
            spares: [0; PieceType::MAX],
            prizes: [1; PieceType::MAX],
            odd: Vec::new(),
            men: Vec::new(),
            chains: own.chains.clone(),
        };
        if general.chains.priority.is_empty() {
            general.chains.priority = match own.capture {
                CaptureRule::Free => Vec::new(),
                CaptureRule::Multiple => vec![Priority::Multiple],
                CaptureRule::Most => vec![Priority::Most],
            };
        }
        for (kind, spared) in &own.chains.spares {
            let bits = spared.iter().fold(0, |bits, kind| bits | 1 << kind.index());
            general.spares[kind.index()] = bits;
        }
        for &(kind, prize) in &own.chains.prizes {
            general.prizes[kind.index()] = prize;
        }
        for kind in definition.piece_types() {
            let promotes = !definition.piece(kind).promotes.is_empty();
            general.kings[kind.index()] = !promotes;
            if promotes {
                general.men.push(kind);
            }
            if general.spares[kind.index()] != 0 || leaps(kind).iter().any(is_odd) {
                general.odd.push(kind);
            }
        }
        if general.men.is_empty() {
            general.kings = [false; PieceType::MAX];
        }
        Some(Box::new(general))
    }

    /// Whether the sets of squares do not find a kind's jumps.
    pub(super) fn is_odd(&self, kind: PieceType) -> bool {
        self.odd.contains(&kind)
    }

    /// The most moves in a row with one king, where that is limited.
    pub(super) fn king_moves(&self) -> Option<u32> {
        self.chains.king_moves
    }

    pub(super) fn is_king(&self, kind: PieceType) -> bool {
        self.kings[kind.index()]
    }

    /// Whether a side has a piece that promotes.
    pub(super) fn has_men<B: Bits>(&self, board: &Board<B>, color: Color) -> bool {
        (board.side(color) & board.kinds(&self.men)).any()
    }

    /// The move rule's limit with these pieces.
    pub(super) fn move_limit<B: Bits>(&self, board: &Board<B>, limit: Option<u32>) -> Option<u32> {
        let applies = |ending: &&Ending| {
            Color::ALL.into_iter().any(|weak| {
                let pieces = board.side(!weak).count();
                board.side(weak).count() == ending.against
                    && !self.has_men(board, weak)
                    && pieces <= ending.pieces
                    && (board.side(!weak) & !board.kinds(&self.men)).any()
                    && !(ending.kings_alone && self.has_men(board, !weak))
            })
        };
        let own = self.chains.endings.iter().filter(applies).map(|ending| ending.plies).min();
        own.into_iter().chain(limit).min()
    }
}
