//! What an army could take in one turn, to look before a search does.

use variants::definition::Army;
use variants::{Bits, Color, PieceType, Position, Square};

use super::{ArmiesTerms, Force, Seen};
use crate::score::Value;

/// Centipawns, beside its own worth, that a chief is thought to hold together.
const CHIEF: i32 = 600;

impl<B: Bits> ArmiesTerms<B> {
    /// Whether the side to move might take all royal chiefs of the enemy in this turn, as far as
    /// it is still to come.
    pub(crate) fn may_win<P: Position<Bits = B>>(&self, position: &P) -> bool {
        let chiefs = of_kinds(position, !position.side(), self.royal_chiefs.iter());
        self.led(position)
            .any(|army| chiefs.iter().all(|chief| self.reaches(position, army, chief)))
    }

    /// Whether the side to move might take some chief of the enemy in this turn, as far as it is
    /// still to come.
    pub(crate) fn may_take_chief<P: Position<Bits = B>>(&self, position: &P) -> bool {
        let kinds = self.armies.iter().map(|army| &army.chief);
        let chiefs = of_kinds(position, !position.side(), kinds);
        self.led(position)
            .any(|army| chiefs.iter().any(|chief| self.reaches(position, army, chief)))
    }

    pub(crate) fn is_chief(&self, kind: PieceType) -> bool {
        self.armies.iter().any(|army| army.chief == kind)
    }

    /// The armies with a chief of which the side to move may move units.
    fn led<P: Position<Bits = B>>(&self, position: &P) -> impl Iterator<Item = &Army> {
        let moving = position.moving_army();
        self.armies.iter().enumerate().filter_map(move |(index, army)| {
            let may_move = moving.is_none_or(|moving| moving == index);
            let chiefs = position.board().pieces(position.side(), army.chief);
            (may_move && chiefs.any()).then_some(army)
        })
    }

    /// Whether some unit of an army of the side to move takes on a square when nothing is in its
    /// way. Units move once a turn, so otherwise none can, whatever the others do first.
    fn reaches<P: Position<Bits = B>>(&self, position: &P, army: &Army, square: Square) -> bool {
        let (board, us) = (position.board(), position.side());
        army.units.iter().any(|&kind| {
            (self.takers[us][kind.index()][square.index()] & board.pieces(us, kind)).any()
        })
    }

    /// About how much the side that is not to move could take in one turn, in centipawns: by the
    /// army that can take most, each unit taking one. What was seen is of this position.
    pub(crate) fn risk<P: Position<Bits = B>>(
        &self,
        position: &P,
        seen: &Seen<B>,
        worth: &[i32; PieceType::MAX],
    ) -> Value {
        let (board, us) = (position.board(), position.side());
        let ours = board.side(us);
        let Force { guarded, .. } = seen.force(us);
        let mut most = 0;
        for contact in seen.contacts(!us) {
            if (contact.covered & ours).is_empty() {
                continue;
            }
            let (mut taken, mut sum) = (B::EMPTY, 0);
            for from in contact.joined.iter() {
                let Some(taker) = board.get(from) else { continue };
                if (self.prey[!us][taker.kind().index()][from.index()] & ours).is_empty() {
                    continue;
                }
                let targets = position.reach(from) & ours & !taken;
                let profit = |square: Square| {
                    let loss = board.get(square).map_or(0, |piece| self.loss(piece.kind(), worth));
                    // Who takes what is guarded may be taken in turn.
                    let price = self.loss(taker.kind(), worth) * 2 / 3;
                    if guarded.contains(square) { (loss - price).max(loss / 4) } else { loss }
                };
                let best = targets.iter().map(|square| (profit(square), square));
                if let Some((profit, square)) = best.max_by_key(|&(profit, _)| profit) {
                    taken |= B::bit(square);
                    sum += profit;
                }
            }
            most = most.max(sum);
        }
        most
    }

    /// What a side loses with a unit, in centipawns; with a chief the use of its army.
    fn loss(&self, kind: PieceType, worth: &[i32; PieceType::MAX]) -> i32 {
        let worth = worth[kind.index()];
        if self.is_chief(kind) { worth + CHIEF } else { worth }
    }
}

/// A side's pieces of some kinds.
fn of_kinds<'a, P: Position>(
    position: &P,
    color: Color,
    kinds: impl Iterator<Item = &'a PieceType>,
) -> P::Bits {
    kinds.fold(P::Bits::EMPTY, |set, &kind| set | position.board().pieces(color, kind))
}
