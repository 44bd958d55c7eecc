//! Move ordering (<https://www.chessprogramming.org/Move_Ordering>): the TT move, then captures
//! that lose nothing, the most valuable victim first (<https://www.chessprogramming.org/MVV-LVA>),
//! then killers and the counter-move, then the other quiet moves by history and threats, then
//! losing captures. Scores are computed stage by stage.

use variants::{Piece, StepInfo};

use super::history::{History, Rows, Slot};
use super::scored_move::ScoredMove;
use super::see::see_at_least;
use super::threats::Threats;
use crate::eval::Evaluator;
use crate::families::SearchFamily;
use crate::sort::sort_by_key;

const KILLER: i32 = 1 << 20;
const COUNTER: i32 = KILLER - 2;
const PROMOTION: i32 = 1 << 19;

/// Context of move ordering at a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderingContext {
    pub killers: [u16; 2],
    /// Counter-move: the quiet move that refuted the last move; 0 for none.
    pub counter: u16,
    /// Continuation history rows.
    pub rows: Rows,
    /// Seed by which helper threads order moves with close scores differently; 0 for none.
    pub noise: u32,
    /// Score per centipawn of a piece that escapes from cheaper attackers; 0: threats are ignored.
    pub escape: i32,
}

/// Gain of a capture whose blast removes a royal piece, in centipawns.
const ROYAL_DEBRIS: i32 = 10_000;

/// Computes the code, gain and victim of a move; its ordering score is set later.
#[inline]
pub(crate) fn describe<P: SearchFamily>(
    position: &P,
    step: P::Step,
    evaluator: &Evaluator<P>,
    history: &History,
) -> ScoredMove<P::Step> {
    let Some(step_info) = position.step_info(step) else {
        // End of a turn; turns of several steps are not searched here.
        let slot = Slot::default();
        return ScoredMove { step, rank: 0, code: 1, gain: 0, slot, victim: None, quiet: false };
    };
    let mut code = step_info.from.index() as u16 | (step_info.to.index() as u16) << 8;
    let (mut gain, mut victim) = (0, None);
    if step_info.captures {
        position.victims(step, |square, taken| {
            victim = Some(taken.kind());
            gain += evaluator.value(taken.kind());
            // Distinguishes multi-jumps that differ only in the pieces captured on the way.
            if square != step_info.to {
                code ^= (square.index() as u16 + 1).wrapping_mul(0x9e35);
            }
        });
    }
    if step_info.captures {
        position.debris(step, |_, piece| match piece.color() == step_info.piece.color() {
            true => gain -= evaluator.value(piece.kind()),
            false if evaluator.is_royal(piece.kind()) => gain += ROYAL_DEBRIS,
            false => gain += evaluator.value(piece.kind()),
        });
    }
    if let Some(promotion) = step_info.promotion {
        // The code of a quiet move consists of its squares.
        if !step_info.alternates {
            code ^= (promotion.index() as u16 + 1).wrapping_mul(0x6d2b);
        }
        gain += evaluator.value(promotion) - evaluator.value(step_info.piece.kind());
    }
    if let Some((square, piece)) = position.gated(step) {
        let place = (square.index() << 5 | piece.kind().index()) as u16 + 1;
        code ^= place.wrapping_mul(0x8a5b);
    }
    if step_info.drops {
        // Instead of an origin. Few boards have squares of these numbers.
        code = (255 - step_info.piece.kind().index() as u16) | code & 0xff00;
    }
    if code == 0 {
        code = 1;
    }
    let quiet = step_info.is_quiet();
    ScoredMove { step, rank: 0, code, gain, slot: history.slot(&step_info), victim, quiet }
}

/// Returns the key of the position after a move, except for changes of rights and other squares:
/// correct for most moves, without making them.
#[inline]
pub(crate) fn key_after<P: SearchFamily>(position: &P, step: P::Step) -> u64 {
    let zobrist = &position.common().zobrist;
    let Some(step_info) = position.step_info(step) else { return position.key() };
    let StepInfo { piece, from, to, promotion, captures, .. } = step_info;
    let after = promotion.map_or(piece, |kind| Piece::new(piece.color(), kind));
    let mut key = position.key() ^ zobrist.side() ^ position.hand_key(step);
    key ^= zobrist.piece(after, to);
    if !step_info.drops {
        key ^= zobrist.piece(piece, from);
    }
    if let Some((square, piece)) = position.gated(step) {
        key ^= zobrist.piece(piece, square);
    }
    if captures {
        position.victims(step, |square, victim| key ^= zobrist.piece(victim, square));
        position.debris(step, |square, piece| key ^= zobrist.piece(piece, square));
    }
    key
}

/// Stage of the move picker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Table,
    /// Captures and promotions.
    Noisy,
    Quiet,
    /// Losing captures.
    Losing,
}

/// Move picker: returns the moves of a list in order.
pub(crate) struct MovePicker<S> {
    list: Vec<ScoredMove<S>>,
    stage: Stage,
    /// Start of the moves of this stage.
    begin: usize,
    next: usize,
    /// End of the noisy moves, start of the quiet ones.
    quiet: usize,
    /// End of the losing captures, which are moved to the start of the list.
    losing: usize,
    /// Start of the moves other than the TT move.
    first: usize,
}

/// Lists longer than this are sorted at once: few positions in play have them, but positions with a
/// hundred thousand moves can be set up.
const LONG_LIST: usize = 300;

impl<S: Copy> MovePicker<S> {
    /// Creates a picker with the TT move first and the quiet moves last.
    pub(crate) fn new(mut list: Vec<ScoredMove<S>>, table: u16) -> Self {
        let mut first = 0;
        if table != 0
            && let Some(index) = list.iter().position(|scored| scored.code == table)
        {
            list.swap(0, index);
            first = 1;
        }
        let mut quiet = first;
        for index in first..list.len() {
            if !list[index].quiet {
                list.swap(quiet, index);
                quiet += 1;
            }
        }
        MovePicker { list, stage: Stage::Table, begin: 0, next: 0, quiet, losing: first, first }
    }

    /// Returns the list for reuse.
    pub(crate) fn into_list(self) -> Vec<ScoredMove<S>> {
        self.list
    }

    /// Returns the number of moves.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Skips the remaining quiet moves.
    pub(crate) fn skip_quiet(&mut self) {
        if self.stage == Stage::Quiet {
            self.next = self.list.len();
        }
    }

    /// Returns a picked move.
    #[inline]
    pub(crate) fn step(&self, index: usize) -> &ScoredMove<S> {
        &self.list[index]
    }

    /// Returns the index of the next move; `None` after the last.
    #[inline]
    pub(crate) fn next<P: SearchFamily<Step = S>>(
        &mut self,
        position: &P,
        evaluator: &Evaluator<P>,
        history: &History,
        hints: &OrderingContext,
    ) -> Option<usize> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::Noisy;
                    (self.begin, self.next) = (self.first, self.first);
                    let rank =
                        |scored: &mut ScoredMove<S>| scored.rank = rank_loud(scored, history);
                    self.list[self.first..self.quiet].iter_mut().for_each(rank);
                    sort_if_long(&mut self.list[self.first..self.quiet]);
                    if self.first > 0 {
                        return Some(0);
                    }
                }
                Stage::Noisy => {
                    let Some(index) = self.pick(self.quiet) else {
                        self.stage = Stage::Quiet;
                        (self.begin, self.next) = (self.quiet, self.quiet);
                        let quiet = &mut self.list[self.quiet..];
                        quiet.iter_mut().for_each(|r| r.rank = rank_quiet(r, history, hints));
                        if hints.escape > 0 && quiet.len() > 1 {
                            rank_threats(quiet, position, evaluator, hints.escape);
                        }
                        sort_if_long(quiet);
                        continue;
                    };
                    let scored = &self.list[index];
                    if scored.victim.is_some() && !see_at_least(position, evaluator, scored, 0) {
                        self.list.swap(self.losing, index);
                        self.losing += 1;
                        continue;
                    }
                    return Some(index);
                }
                Stage::Quiet => {
                    if let Some(index) = self.pick(self.list.len()) {
                        return Some(index);
                    }
                    self.stage = Stage::Losing;
                    self.next = self.first;
                }
                Stage::Losing => {
                    let index = Some(self.next).filter(|&index| index < self.losing)?;
                    self.next += 1;
                    return Some(index);
                }
            }
        }
    }

    /// Whether the current stage is losing captures.
    #[inline]
    pub(crate) fn is_losing(&self) -> bool {
        self.stage == Stage::Losing
    }

    /// Moves the best remaining move before `end` to the front, and returns its index.
    #[inline]
    fn pick(&mut self, end: usize) -> Option<usize> {
        let index = self.next;
        if index >= end {
            return None;
        }
        if end - self.begin <= LONG_LIST {
            let (mut best, mut most) = (0, i32::MIN);
            for (at, scored) in self.list[index..end].iter().enumerate() {
                if scored.rank > most {
                    (best, most) = (at, scored.rank);
                }
            }
            self.list.swap(index, index + best);
        }
        self.next += 1;
        Some(index)
    }
}

fn sort_if_long<S>(steps: &mut [ScoredMove<S>]) {
    if steps.len() > LONG_LIST {
        sort_by_key(steps, |step| -i64::from(step.rank));
    }
}

fn rank_loud<S>(scored: &ScoredMove<S>, history: &History) -> i32 {
    match scored.victim {
        Some(victim) => scored.gain * 16 + history.capture(scored.slot, victim),
        None => PROMOTION.min(scored.gain * 16),
    }
}

fn rank_quiet<S>(scored: &ScoredMove<S>, history: &History, hints: &OrderingContext) -> i32 {
    if scored.code == hints.killers[0] {
        return KILLER;
    }
    if scored.code == hints.killers[1] {
        return KILLER - 1;
    }
    if scored.code == hints.counter {
        return COUNTER;
    }
    let noise = (u32::from(scored.code).wrapping_mul(hints.noise) >> 20 & 63) as i32;
    history.quiet(scored.slot, hints.rows) + noise
}

/// Raises the score of moves of pieces attacked by cheaper ones, and lowers it for moves to squares
/// that cheaper ones attack.
fn rank_threats<P: SearchFamily>(
    quiet: &mut [ScoredMove<P::Step>],
    position: &P,
    evaluator: &Evaluator<P>,
    escape: i32,
) {
    let threats = Threats::new(position, evaluator);
    if threats.is_empty() {
        return;
    }
    for scored in quiet {
        let [from, to] = scored.squares();
        let (piece, from) = match position.board().get(from) {
            Some(piece) => (piece, from),
            None => match position.step_info(scored.step) {
                Some(drop) => (drop.piece, to),
                None => continue,
            },
        };
        let change = escape * evaluator.value(piece.kind());
        match threats.of(piece.kind(), from, to) {
            [true, false] => scored.rank += change,
            [_, true] => scored.rank -= change,
            [false, false] => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::history::NO_STEP;
    use variants::{AnyGame, Catalog, Variant, with_game};

    fn game(variant: &str, fen: &str) -> AnyGame {
        let definition = Catalog::builtin().get(variant).unwrap().clone();
        let variant = Variant::compile(definition).unwrap();
        if fen.is_empty() { variant.start() } else { variant.game(fen).unwrap() }
    }

    /// Returns all moves in picker order; TT move and killer are given as text.
    fn order<P: SearchFamily>(position: &P, table: &str, killer: &str) -> Vec<String> {
        let definition = &position.common().definition;
        let evaluator = Evaluator::<P>::new(definition, None, None);
        let history = History::new(definition.size.squares(), definition.pieces.len());
        let mut steps = Vec::new();
        position.generate(&mut steps);
        let list: Vec<_> =
            steps.iter().map(|&step| describe(position, step, &evaluator, &history)).collect();
        let code = |text: &str| {
            let named = list.iter().find(|scored| position.step_text(scored.step) == text);
            named.map_or(0, |scored| scored.code)
        };
        let (table, killers) = (code(table), [code(killer), 0]);
        let rows = history.rows([NO_STEP; 3]);
        let hints = OrderingContext { killers, counter: 0, rows, noise: 0, escape: 4 };
        let mut picker = MovePicker::new(list.clone(), table);
        let next = || {
            let index = picker.next(position, &evaluator, &history, &hints)?;
            Some(position.step_text(picker.step(index).step))
        };
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn every_step_is_handed_out_once() {
        for name in
            ["chess", "pacific", "cheskers", "chesica", "english-draughts", "janus", "pocketknight"]
        {
            let game = game(name, "");
            with_game!(&game, game => {
                let mut expected = Vec::new();
                game.position().generate(&mut expected);
                let mut expected: Vec<_> =
                    expected.iter().map(|&step| game.position().step_text(step)).collect();
                let mut found = order(game.position(), &expected[expected.len() / 2], &expected[0]);
                expected.sort();
                found.sort();
                assert_eq!(found, expected, "{name}");
            });
        }
    }

    #[test]
    fn keys_are_known_before_steps_are_made() {
        let taking = "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1";
        for (name, fen) in [
            ("chess", ""),
            ("chess", taking),
            ("chess", "3r2k1/2P5/8/8/8/8/8/6K1 w - - 0 1"),
            ("pacific", ""),
            ("cheskers", ""),
            ("english-draughts", "8/8/8/4m3/8/2m5/1M6/8 w - - 0 1"),
            ("crazyhouse", "k2q~4/8/2P5/8/8/8/8/K2R4[NPPb] w - - 0 1"),
        ] {
            let game = game(name, fen);
            with_game!(&game, game => {
                let mut position = game.position().clone();
                let mut steps = Vec::new();
                position.generate(&mut steps);
                for step in steps {
                    let expected = key_after(&position, step);
                    let undo = position.play(step);
                    let key = position.key();
                    position.undo(step, undo);
                    assert_eq!(key, expected, "{name} {}", position.step_text(step));
                }
            });
        }
    }

    #[test]
    fn what_is_threatened_goes_away_and_nothing_goes_into_threats() {
        // One pawn attacks the knight, the other e4; nothing else distinguishes the moves.
        let game = game("chess", "6k1/8/8/1p3p2/2N5/8/4R3/6K1 w - - 0 1");
        with_game!(&game, game => {
            let order = order(game.position(), "", "");
            assert!(order[..8].iter().all(|step| step.starts_with("c4")), "{order:?}");
            assert_eq!(order.last().unwrap(), "e2e4");
        });
    }

    #[test]
    fn the_table_then_good_captures_then_killers_then_the_rest_then_bad_captures() {
        // The rook takes a protected pawn on c6, or a bare knight on a7.
        let game = game("chess", "6k1/n2p4/2p5/8/8/8/8/R1R3K1 w - - 0 1");
        with_game!(&game, game => {
            let order = order(game.position(), "g1h1", "g1g2");
            assert_eq!(order[..3], ["g1h1", "a1a7", "g1g2"]);
            assert_eq!(order.last().unwrap(), "c1c6");
        });
    }
}
