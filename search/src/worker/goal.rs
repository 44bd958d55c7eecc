//! Exact search for a turn that wins at once, in games whose turns have several steps. It finds the
//! same short turns as the full search, much faster.

use variants::{Game, PieceType};

use crate::eval::Evaluator;
use crate::families::SearchFamily;
use crate::hunt::HuntLimit;

/// State of the search for a winning turn.
struct Hunt<'h, 'a, P: SearchFamily> {
    game: &'h mut Game<P>,
    evaluator: &'h Evaluator<P>,
    royal: &'h [PieceType],
    line: Vec<P::Step>,
    limit: &'h mut HuntLimit<'a>,
}

/// Returns the shortest turn of at most `most` steps by which the side to move captures the last of
/// the enemy's `royal` chiefs; `None` when there is none, where no chief is royal, or when the
/// limit is reached. The game is left as it was.
pub(crate) fn winning_turn<P: SearchFamily>(
    game: &mut Game<P>,
    royal: &[PieceType],
    evaluator: &Evaluator<P>,
    most: usize,
    limit: &mut HuntLimit<'_>,
) -> Option<Vec<P::Step>> {
    if royal.is_empty() {
        return None;
    }
    let mut hunt = Hunt { game, evaluator, royal, line: Vec::new(), limit };
    (1..=most).find_map(|steps| hunt.run(steps).then(|| std::mem::take(&mut hunt.line)))
}

impl<P: SearchFamily> Hunt<'_, '_, P> {
    /// Whether `left` more steps win; they are then in `line`.
    fn run(&mut self, left: usize) -> bool {
        let position = self.game.position();
        let side = position.side();
        let board = position.board();
        let count = |&kind| variants::Bits::count(board.pieces(!side, kind));
        let targets = self.royal.iter().map(count).sum::<u32>() as usize;
        // If no win is possible now, none is after other steps of the turn.
        if targets > left || !self.evaluator.may_win(position) || !self.limit.enter() {
            return false;
        }
        let mut steps = Vec::new();
        if targets == left {
            self.game.tactical_steps(&mut steps);
        } else {
            self.game.legal_steps(&mut steps);
        }
        self.game.retain_ordered(&mut steps);
        for step in steps {
            if self.limit.is_over() {
                return false;
            }
            let position = self.game.position();
            let mut takes = false;
            if position.step_info(step).is_none() {
                continue;
            }
            position.victims(step, |_, victim| takes |= self.royal.contains(&victim.kind()));
            if targets == left && !takes {
                continue;
            }
            self.line.push(step);
            self.game.play(step);
            let won = match self.game.position().decided() {
                Some(outcome) => outcome.winner == Some(side),
                None => left > 1 && self.run(left - 1),
            };
            self.game.undo();
            if won {
                return true;
            }
            self.line.pop();
        }
        false
    }
}
