//! What an exchange on one square brings, without search
//! (<https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>), for any army: who attacks is
//! asked of the rules, anew after each capture, so that pieces behind others join in.

use variants::{Bits, PieceType, Position};

use super::ordering::Ranked;
use crate::eval::Evaluator;

/// Whether the exchanges that a step begins bring its side at least `threshold` centipawns. In
/// families without exchanges: whether what the step itself brings does.
pub(crate) fn see_at_least<P: Position>(
    position: &P,
    evaluator: &Evaluator<P>,
    ranked: &Ranked<P::Step>,
    threshold: i32,
) -> bool {
    let Some(facts) = position.facts(ranked.step) else { return ranked.gain >= threshold };
    let mut balance = ranked.gain - threshold;
    if balance < 0 {
        return false;
    }
    let board = position.board();
    let (from, to) = (P::Bits::bit(facts.from), facts.to);
    let mut occupied = board.occupied() & !from | P::Bits::bit(to);
    let mut attackers = position.attackers(to, occupied);
    if attackers.is_empty() {
        return true;
    }
    // Even if the piece is lost for nothing.
    let mut at_stake = evaluator.value(facts.promotion.unwrap_or(facts.piece.kind()));
    if balance >= at_stake {
        return true;
    }
    // From here on, as long as the side to take could stop, the other side is ahead.
    let us = facts.piece.color();
    let mut side = !us;
    loop {
        let takers = attackers & occupied & board.side(side);
        let Some((kind, taker)) = cheapest(position, evaluator, takers) else { break };
        let is_royal = evaluator.is_royal(kind);
        occupied &= !P::Bits::bit(taker);
        attackers = position.attackers(to, occupied);
        // A royal piece takes only what nothing protects.
        if is_royal && (attackers & board.side(!side)).any() {
            break;
        }
        if side == us {
            balance += at_stake;
        } else {
            balance -= at_stake;
        }
        at_stake = evaluator.value(kind);
        side = !side;
        // Whether the side that has just taken can afford to lose the taker and still be ahead.
        if side == us && balance + at_stake < 0 || side != us && balance - at_stake >= 0 {
            break;
        }
    }
    balance >= 0
}

/// The least valuable of some pieces.
#[inline]
fn cheapest<P: Position>(
    position: &P,
    evaluator: &Evaluator<P>,
    pieces: P::Bits,
) -> Option<(PieceType, variants::Square)> {
    if pieces.is_empty() {
        return None;
    }
    let board = position.board();
    evaluator.by_worth().iter().find_map(|&kind| Some((kind, (pieces & board.kind(kind)).first()?)))
}
