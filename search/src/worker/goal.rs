//! An exact look for a turn that wins at once, in games whose turns have many steps: the same
//! short plan that search would find among all others, sought alone and so much faster.

use std::collections::HashSet;

use variants::{Bits, Family, Game, PieceType, Position};

/// What is sought, and how.
struct Hunt<'a, P: Position> {
    game: Game<P>,
    royal: &'a [PieceType],
    line: Vec<P::Step>,
    /// Positions of this turn already looked at, with the steps then left.
    seen: HashSet<(u64, usize)>,
    give_up: &'a mut dyn FnMut() -> bool,
}

/// The shortest turn of at most `most` steps by which the side to move takes the last of the
/// enemy's royal chiefs; `None` when there is none, when the family knows none, or after
/// `give_up` said so.
pub(crate) fn winning_turn<P: Position>(
    game: &Game<P>,
    most: usize,
    give_up: &mut dyn FnMut() -> bool,
) -> Option<Vec<P::Step>> {
    let definition = game.position().common().definition.clone();
    let Family::Armies(own) = &definition.family else { return None };
    let mut hunt = Hunt {
        game: game.clone(),
        royal: &own.royal_chiefs,
        line: Vec::new(),
        seen: HashSet::new(),
        give_up,
    };
    for steps in 1..=most {
        hunt.seen.clear();
        if hunt.run(steps) {
            return Some(hunt.line);
        }
    }
    None
}

impl<P: Position> Hunt<'_, P> {
    /// Whether so many steps win; then they are in `line`.
    fn run(&mut self, left: usize) -> bool {
        let position = self.game.position();
        let side = position.side();
        let board = position.board();
        let targets: u32 = self.royal.iter().map(|&kind| board.pieces(!side, kind).count()).sum();
        if targets as usize > left || (self.give_up)() {
            return false;
        }
        if !self.seen.insert((position.key(), left)) {
            return false;
        }
        let mut steps = Vec::new();
        if targets as usize == left {
            self.game.tactical_steps(&mut steps);
        } else {
            self.game.legal_steps(&mut steps);
        }
        for step in steps {
            let position = self.game.position();
            let mut takes = false;
            if position.facts(step).is_none() {
                continue;
            }
            position.victims(step, |_, victim| takes |= self.royal.contains(&victim.kind()));
            if targets as usize == left && !takes {
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
