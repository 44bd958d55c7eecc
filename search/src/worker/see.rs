//! Static exchange evaluation (<https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>) for any
//! set of pieces: attackers come from the move generator, and after each capture X-ray attackers
//! are added.

use variants::{Bits, PieceType};

use super::scored_move::ScoredMove;
use crate::eval::Evaluator;
use crate::families::SearchFamily;

/// Whether a move's static exchange evaluation is at least `threshold` centipawns. In families
/// without exchanges: whether the move's own gain is.
pub(crate) fn see_at_least<P: SearchFamily>(
    position: &P,
    evaluator: &Evaluator<P>,
    scored: &ScoredMove<P::Step>,
    threshold: i32,
) -> bool {
    let Some(step_info) = position.step_info(scored.step) else { return scored.gain >= threshold };
    let mut balance = scored.gain - threshold;
    if balance < 0 {
        return false;
    }
    let board = position.board();
    let (from, to) = (P::Bits::bit(step_info.from), step_info.to);
    let mut occupied = board.occupied() & !from | P::Bits::bit(to);
    let mut attackers = position.attackers(to, occupied);
    if attackers.is_empty() {
        return true;
    }
    // Even if the piece is lost for nothing.
    let mut at_stake = evaluator.value(step_info.promotion.unwrap_or(step_info.piece.kind()));
    if balance >= at_stake {
        return true;
    }
    // Loop invariant: the other side is ahead if the side to capture stops.
    let us = step_info.piece.color();
    let mut side = !us;
    loop {
        let takers = attackers & occupied & board.side(side);
        let Some((kind, taker)) = cheapest(position, evaluator, takers) else { break };
        let is_royal = evaluator.is_royal(kind);
        occupied &= !P::Bits::bit(taker);
        attackers = position.attackers_from_afar(to, occupied, attackers);
        // A royal piece captures only unprotected pieces.
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
        // Whether the side that has just captured can afford to lose the capturing piece and still
        // be ahead.
        if side == us && balance + at_stake < 0 || side != us && balance - at_stake >= 0 {
            break;
        }
    }
    balance >= 0
}

/// Returns the least valuable of some pieces.
#[inline]
fn cheapest<P: SearchFamily>(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::history::History;
    use crate::worker::ordering::describe;
    use variants::{Catalog, Variant, with_game};

    /// Asserts the result of a move's exchanges: the pieces in `won` less those in `lost`, by their
    /// letters.
    #[track_caller]
    fn check(variant: &str, fen: &str, step: &str, won: &str, lost: &str) {
        let definition = Catalog::builtin().get(variant).unwrap().clone();
        let game = Variant::compile(definition).unwrap().game(fen).unwrap();
        with_game!(&game, game => exchange(game.position(), step, won, lost));
    }

    #[track_caller]
    fn exchange<P: SearchFamily>(position: &P, text: &str, won: &str, lost: &str) {
        let definition = &position.common().definition;
        let evaluator = Evaluator::<P>::new(definition, None, None);
        let history = History::new(definition.size.squares(), definition.pieces.len());
        let mut steps = Vec::new();
        position.generate(&mut steps);
        let step = steps.into_iter().find(|&step| position.step_text(step) == text).unwrap();
        let scored = describe(position, step, &evaluator, &history);
        let worth = |letters: &str| -> i32 {
            let is = |kind: &PieceType, letter| definition.piece(*kind).letter == letter;
            let kind = |letter| definition.piece_types().find(|kind| is(kind, letter)).unwrap();
            letters.chars().map(|letter| evaluator.value(kind(letter))).sum()
        };
        let expected = worth(won) - worth(lost);
        assert!(see_at_least(position, &evaluator, &scored, expected), "{text}: less");
        assert!(!see_at_least(position, &evaluator, &scored, expected + 1), "{text}: more");
    }

    #[test]
    fn exchanges_in_chess() {
        check("chess", "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", "P", "");
        let battery = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1";
        check("chess", battery, "d3e5", "P", "N");
        // The king must not capture protected pieces; this one is not protected.
        check("chess", "8/8/3k4/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", "P", "");
        check("chess", "8/8/3k4/4p3/8/8/4R3/6K1 w - - 0 1", "e2e5", "P", "R");
        // A quiet move onto an attacked square loses the piece.
        check("chess", "6k1/8/5p2/8/8/8/8/R5K1 w - - 0 1", "a1a5", "", "");
        check("chess", "6k1/8/5p2/8/8/8/8/4R1K1 w - - 0 1", "e1e5", "", "R");
    }

    #[test]
    fn exchanges_of_other_armies() {
        // A castle leaps two squares straight ahead, over whatever stands there.
        let leap = "9k/10/10/4p5/10/4C5/10/10/10/K9 w - - 0 1";
        check("pacific", leap, "e5e7", "P", "");
        let guarded = "9k/10/3p6/4p5/10/4C5/10/10/10/K9 w - - 0 1";
        check("pacific", guarded, "e5e7", "P", "C");
        // The queen leaps as a knight too.
        let both = "9k/10/3p6/4p5/10/3QC5/10/10/10/K9 w - - 0 1";
        check("pacific", both, "e5e7", "PP", "C");
    }

    #[test]
    fn families_without_exchanges_count_what_is_taken() {
        let chain = "8/8/8/4m3/8/2m5/1M6/8 w - - 0 1";
        check("english-draughts", chain, "b2d4,d4f6", "MM", "");
    }
}
