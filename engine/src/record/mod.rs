//! Game record, move by move on the GUI's board.
//!
//! On such a board the sides always alternate. A turn that is longer than one move of the board is
//! split: between its parts the opponent passes. So two sides are distinguished: the side to move
//! by the rules, and the side to move on the board.

use protocol::HostMove;
use variants::{AnyGame, Color, Illegal, TurnForm};

use crate::turns;

/// All moves since a position was set up.
#[derive(Clone, Debug)]
pub struct Record {
    /// Side that moves first on the board.
    first: Color,
    moves: Vec<RecordedMove>,
    /// Legs made so far of an unfinished multi-jump.
    chain: String,
}

/// State before a move.
#[derive(Clone, Debug)]
struct RecordedMove {
    /// Number of steps in the game.
    ply: usize,
    /// Legs made so far of an unfinished multi-jump.
    chain: String,
}

impl Record {
    /// Returns an empty record; `first` moves first on the GUI's board.
    pub fn new(first: Color) -> Self {
        Record { first, moves: Vec::new(), chain: String::new() }
    }

    /// Returns the side to move on the board.
    pub fn board_side(&self) -> Color {
        if self.moves.len().is_multiple_of(2) { self.first } else { !self.first }
    }

    /// Returns the number of a side's moves on the board.
    pub fn moves_of(&self, side: Color) -> usize {
        let later = usize::from(side == self.first);
        (self.moves.len() + later) / 2
    }

    /// Returns the number of moves on the board.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether no move has been made.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Returns the legs made so far of an unfinished multi-jump; empty if there is none.
    pub fn chain(&self) -> &str {
        &self.chain
    }

    /// Returns the number of legs made so far.
    pub fn chain_legs(&self) -> usize {
        if self.chain.is_empty() { 0 } else { self.chain.split(',').count() }
    }

    /// Makes a move of the side to move on the board. An illegal move is an error with its reason,
    /// and changes nothing.
    pub fn play(&mut self, game: &mut AnyGame, mv: &HostMove) -> Result<(), String> {
        let waits = self.board_side() != game.side();
        let before = RecordedMove { ply: game.ply(), chain: self.chain.clone() };
        match mv {
            HostMove::Pass if waits => {}
            HostMove::Pass => self.end_turn(game)?,
            HostMove::Piece(_) if waits => {
                let side = game.side();
                return Err(format!("the turn is still {side}'s: the other side passes"));
            }
            HostMove::Piece(text) => self.play_piece(game, text)?,
        }
        self.moves.push(before);
        Ok(())
    }

    /// Ends the turn, in games where a turn moves several units.
    fn end_turn(&self, game: &mut AnyGame) -> Result<(), String> {
        let several = game.definition().family.turn_form() == TurnForm::Steps;
        if !several {
            return Err("this game has no pass: make a move".to_owned());
        }
        if game.is_turn_start() {
            return Err("a turn moves at least one unit: move one, then pass".to_owned());
        }
        game.play_step("end").map_err(|error| error.why.to_string())
    }

    fn play_piece(&mut self, game: &mut AnyGame, text: &str) -> Result<(), String> {
        let whole =
            if self.chain.is_empty() { text.to_owned() } else { format!("{},{text}", self.chain) };
        let bare = whole.strip_suffix('+');
        let signed = bare.and_then(|bare| turns::with_plus(game, bare));
        // A GUI that sends no sign leaves the piece unpromoted.
        let is_bare = whole.ends_with(|last: char| last.is_ascii_digit());
        if signed.is_none() && is_bare && turns::makes_plus(game, &whole) {
            return Err(format!("missing '+': the piece is promoted, as in {whole}+"));
        }
        let whole = signed.as_ref().unwrap_or(&whole);
        let error = match game.play_step(whole) {
            Ok(()) => {
                self.chain.clear();
                return Ok(());
            }
            Err(error) => error,
        };
        if whole.contains(',')
            && !matches!(error.why, Illegal::Unfinished(_))
            && let Some(legs) = game.begun_chain(whole)
        {
            self.chain = legs;
            return Ok(());
        }
        match error.why {
            // GUIs name the piece even if there is no choice.
            Illegal::NoPromotion(letter) => {
                let bare = whole.strip_suffix(letter);
                if bare.is_some_and(|bare| game.play_step(bare).is_ok()) {
                    self.chain.clear();
                    return Ok(());
                }
            }
            Illegal::Unfinished(_) => {
                self.chain = whole.clone();
                return Ok(());
            }
            // The error may be more specific without the sign.
            Illegal::Malformed { .. } => {
                if let Some(Err(error)) = bare.map(|bare| game.turn_course(bare)) {
                    return Err(error.why.to_string());
                }
            }
            _ => {}
        }
        Err(error.why.to_string())
    }

    /// Takes back moves of the board; returns false, without a change, if there are not enough.
    pub fn take_back(&mut self, game: &mut AnyGame, count: usize) -> bool {
        let Some(left) = self.moves.len().checked_sub(count) else { return false };
        if let Some(before) = self.moves.drain(left..).next() {
            game.undo_to(before.ply);
            self.chain = before.chain;
        }
        true
    }
}

#[cfg(test)]
mod tests;
