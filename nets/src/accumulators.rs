//! Accumulator stack: hidden layers, updated incrementally.
//!
//! They are not given moves: they compare the board with the one that they were last computed for,
//! and add and remove what differs. So they serve any rules, are computed only for positions that
//! are evaluated, and cannot get out of step with the search.

use variants::{Bits, Board, BoardSize, Color, Hands, Piece, PieceType, Square};

use crate::hands::{differences, held};
use crate::kernel::Lane;
use crate::net::Net;

/// Number of changes above which another position is tried as the base of the update.
const NEAR: usize = 4;

/// Accumulator of one view, with the board it was computed for.
#[derive(Clone, Debug)]
struct View<B> {
    /// See [`Net::empty_view`].
    sums: Vec<Lane>,
    seen: Seen<B>,
}

/// A position, as an accumulator needs it.
#[derive(Clone, Debug)]
struct Seen<B> {
    /// Squares of each piece type, of White's pieces and then of Black's.
    pieces: Vec<B>,
    /// Pieces in hand.
    hands: Hands,
}

impl<B: Bits> Seen<B> {
    fn note(&mut self, board: &Board<B>, hands: &Hands) {
        self.hands = *hands;
        let half = self.pieces.len() / 2;
        let (white, black) = self.pieces.split_at_mut(half);
        for (index, (white, black)) in white.iter_mut().zip(black).enumerate() {
            let kind = PieceType::from_index(index);
            *white = board.pieces(Color::White, kind);
            *black = board.pieces(Color::Black, kind);
        }
    }
}

/// Accumulators of both views of a position.
#[derive(Clone, Debug)]
struct Layer<B> {
    sums: [Vec<Lane>; 2],
    mirrored: [bool; 2],
    seen: Seen<B>,
}

/// Changes of the board, as pieces on squares.
#[derive(Clone, Debug, Default)]
struct Changes {
    added: Vec<(Square, Piece)>,
    removed: Vec<(Square, Piece)>,
}

impl Changes {
    /// Finds the pieces that were added to a position and removed from it.
    fn find<B: Bits>(&mut self, seen: &Seen<B>, board: &Board<B>, hands: &Hands, size: BoardSize) {
        self.added.clear();
        self.removed.clear();
        differences(size, &seen.hands, hands, |adds, square, piece| {
            let list = if adds { &mut self.added } else { &mut self.removed };
            list.push((square, piece));
        });
        let seen = &seen.pieces;
        let kinds = seen.len() / 2;
        for kind in (0..kinds).map(PieceType::from_index) {
            let now = board.kind(kind);
            let [white, black] = [seen[kind.index()], seen[kinds + kind.index()]];
            for (color, before) in [(Color::White, white), (Color::Black, black)] {
                let now = now & board.side(color);
                if now != before {
                    let piece = Piece::new(color, kind);
                    self.added.extend((now & !before).iter().map(|square| (square, piece)));
                    self.removed.extend((before & !now).iter().map(|square| (square, piece)));
                }
            }
        }
    }

    fn len(&self) -> usize {
        self.added.len() + self.removed.len()
    }
}

/// Accumulator stack: the hidden layers of the positions from the root to the current one.
#[derive(Clone, Debug)]
pub struct Accumulators<B> {
    /// Accumulators by ply.
    layers: Vec<Layer<B>>,
    /// Cached accumulators of each view, plain and mirrored: base of the update when the king
    /// crosses the middle.
    kept: [[View<B>; 2]; 2],
    changes: Changes,
    /// Changes from another base.
    others: Changes,
    inputs: [Vec<usize>; 2],
}

impl<B: Bits> Accumulators<B> {
    /// Creates a stack of `plies` plies for a net, at least one.
    #[must_use]
    pub fn new(net: &Net, plies: usize) -> Self {
        let pieces = vec![B::EMPTY; 2 * net.inputs.kinds()];
        let seen = Seen { pieces, hands: Hands::default() };
        let empty = net.empty_view();
        let view = View { sums: empty.clone(), seen: seen.clone() };
        let layer = Layer { sums: [empty.clone(), empty], mirrored: [false; 2], seen };
        Accumulators {
            layers: vec![layer; plies.max(1)],
            kept: [[view.clone(), view.clone()], [view.clone(), view]],
            changes: Changes::default(),
            others: Changes::default(),
            inputs: [Vec::new(), Vec::new()],
        }
    }

    /// Evaluates a board with the net that the stack was created for, in centipawns for the side to
    /// move. The result depends on the board only; it is fastest when successive positions have
    /// successive plies.
    pub fn evaluate(
        &mut self,
        net: &Net,
        board: &Board<B>,
        hands: Option<&Hands>,
        side: Color,
        ply: usize,
    ) -> i32 {
        let (size, hands) = (net.size(), hands.copied().unwrap_or_default());
        let hands = &hands;
        let ply = ply.min(self.layers.len() - 1);
        let mut from = ply.saturating_sub(1);
        self.changes.find(&self.layers[from].seen, board, hands, size);
        if self.changes.len() > NEAR && ply > 0 {
            self.others.find(&self.layers[ply].seen, board, hands, size);
            if self.others.len() <= self.changes.len() {
                std::mem::swap(&mut self.changes, &mut self.others);
                from = ply;
            }
        }
        if from < ply {
            let (before, after) = self.layers.split_at_mut(ply);
            after[0].mirrored = before[from].mirrored;
            for (to, sums) in after[0].sums.iter_mut().zip(&before[from].sums) {
                to.copy_from_slice(sums);
            }
        }
        for view in Color::ALL {
            self.follow(net, board, hands, view, ply);
        }
        let layer = &mut self.layers[ply];
        layer.seen.note(board, hands);
        let (own, other) = (&layer.sums[side as usize], &layer.sums[!side as usize]);
        let in_hand = if net.inputs.slots() > 0 { held(size, Some(hands)).count() } else { 0 };
        net.output(own, other, board.occupied().count() as usize + in_hand)
    }

    /// Applies the changes found to one view of a layer.
    fn follow(&mut self, net: &Net, board: &Board<B>, hands: &Hands, view: Color, ply: usize) {
        let inputs = &net.inputs;
        let king = inputs.king().and_then(|king| board.pieces(view, king).first());
        let mirrored = king.is_some_and(|square| inputs.is_mirrored(square));
        let [added, removed] = &mut self.inputs;
        let mut list = |changes: &Changes| {
            let index =
                |&(square, piece): &(Square, Piece)| inputs.index(view, mirrored, piece, square);
            added.clear();
            added.extend(changes.added.iter().map(index));
            removed.clear();
            removed.extend(changes.removed.iter().map(index));
        };
        let layer = &mut self.layers[ply];
        if layer.mirrored[view as usize] == mirrored {
            list(&self.changes);
            net.update(&mut layer.sums[view as usize], added, removed);
            return;
        }
        let kept = &mut self.kept[view as usize][usize::from(mirrored)];
        self.others.find(&kept.seen, board, hands, net.size());
        list(&self.others);
        net.update(&mut kept.sums, added, removed);
        kept.seen.note(board, hands);
        layer.mirrored[view as usize] = mirrored;
        layer.sums[view as usize].copy_from_slice(&kept.sums);
    }
}
