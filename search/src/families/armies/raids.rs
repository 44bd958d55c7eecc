//! Bounds on the captures of one turn, cheaper than a search.

use variants::armies::Army;
use variants::{Attacks, Bits, Color, PieceType, Square};

use super::seen::{Force, Seen};
use super::terms::ArmiesTerms;
use crate::score::Value;

/// Bonus for capturing a chief, beside its own value, for the army that it keeps in contact, in
/// centipawns.
const CHIEF: i32 = 600;

impl<B: Bits> ArmiesTerms<B> {
    /// Whether the side to move might capture all royal chiefs of the enemy in the rest of this
    /// turn.
    pub(super) fn may_win<P: Attacks<Bits = B>>(&self, position: &P) -> bool {
        let chiefs = of_kinds(position, !position.side(), self.royal_chiefs.iter());
        self.led(position)
            .any(|army| chiefs.iter().all(|chief| self.reaches(position, army, chief)))
    }

    /// Whether the side to move might capture some chief of the enemy in the rest of this turn.
    pub(super) fn may_take_chief<P: Attacks<Bits = B>>(&self, position: &P) -> bool {
        let kinds = self.armies.iter().map(|army| &army.chief);
        let chiefs = of_kinds(position, !position.side(), kinds);
        self.led(position)
            .any(|army| chiefs.iter().any(|chief| self.reaches(position, army, chief)))
    }

    pub(super) fn is_chief(&self, kind: PieceType) -> bool {
        self.armies.iter().any(|army| army.chief == kind)
    }

    /// Returns the armies with a chief whose units the side to move may move.
    fn led<P: Attacks<Bits = B>>(&self, position: &P) -> impl Iterator<Item = &Army> {
        let moving = position.moving_army();
        self.armies.iter().enumerate().filter_map(move |(index, army)| {
            let may_move = moving.is_none_or(|moving| moving == index);
            let chiefs = position.board().pieces(position.side(), army.chief);
            (may_move && chiefs.any()).then_some(army)
        })
    }

    /// Whether some unit of an army of the side to move captures on a square if nothing is in its
    /// way. Units move once per turn, so otherwise none can, whatever the others do first.
    fn reaches<P: Attacks<Bits = B>>(&self, position: &P, army: &Army, square: Square) -> bool {
        let (board, us) = (position.board(), position.side());
        army.units.iter().any(|&kind| {
            (self.takers[us][kind.index()][square.index()] & board.pieces(us, kind)).any()
        })
    }

    /// Returns an estimate of the value that the side not to move could capture in one turn, in
    /// centipawns: by the army that can capture most, each unit capturing one. `seen` is of this
    /// position.
    pub(super) fn risk<P: Attacks<Bits = B>>(
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
                    // A unit that captures a guarded one may be recaptured.
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

    /// Returns the loss of a unit, in centipawns; a chief's includes the use of its army.
    fn loss(&self, kind: PieceType, worth: &[i32; PieceType::MAX]) -> i32 {
        let worth = worth[kind.index()];
        if self.is_chief(kind) { worth + CHIEF } else { worth }
    }
}

/// Returns a side's pieces of some types.
fn of_kinds<'a, P: Attacks>(
    position: &P,
    color: Color,
    kinds: impl Iterator<Item = &'a PieceType>,
) -> P::Bits {
    kinds.fold(P::Bits::EMPTY, |set, &kind| set | position.board().pieces(color, kind))
}
