//! Games of other programs replayed by the rules, and their results compared with the board.

use std::collections::HashMap;

use engine::library::Library;
use variants::{AnyGame, TurnError, Variant};

use crate::turn_text::make_turn;
use crate::{Fault, FaultKind, GameRecord, GameResult};

/// Comparison of a game with the rules.
pub(super) enum Check {
    /// Its moves are legal, and its result is that of the board.
    Agrees,
    /// Reason why its moves are illegal, or why its result is not that of the board.
    Differs(String),
    /// The rules of its variant are not known; `is_first` for the first such game of a file.
    Unknown {
        /// Whether no game of the variant came before.
        is_first: bool,
    },
}

/// The games of a file, by their variants.
#[derive(Default)]
pub(super) struct Replays {
    /// Variants by name and board; `None` for those that are not known.
    variants: HashMap<(String, Option<String>), Option<Variant>>,
}

impl Replays {
    /// Replays a game by the rules of the library.
    pub(super) fn check(
        &mut self,
        library: &Library,
        record: &GameRecord,
        board: Option<&str>,
        turns: &[String],
    ) -> Check {
        let key = (record.variant.clone(), board.map(str::to_owned));
        let is_first = !self.variants.contains_key(&key);
        let compiled = || compile(library, &record.variant, board);
        match self.variants.entry(key).or_insert_with(compiled) {
            Some(variant) => fault(variant, record, turns).map_or(Check::Agrees, Check::Differs),
            None => Check::Unknown { is_first },
        }
    }
}

/// Returns the reason why the moves of a game are illegal, or why its result is not that of the board.
fn fault(variant: &Variant, record: &GameRecord, turns: &[String]) -> Option<String> {
    let mut game = match record.fen.as_str() {
        "" => variant.start(),
        fen => match variant.game(fen) {
            Ok(game) => game,
            Err(error) => return Some(format!("invalid position '{fen}': {error}")),
        },
    };
    for (index, text) in turns.iter().enumerate() {
        let (number, side) = (game.move_number(), game.side());
        if let Err(error) = make(&mut game, text) {
            let is_recorded = |fault: &Fault| fault.kind == FaultKind::IllegalMove;
            // The record has this fault already.
            if index + 1 == turns.len() && record.faults.iter().any(is_recorded) {
                return None;
            }
            return Some(format!("move {number} of {side}: {error}"));
        }
    }
    let outcome = match game.outcome_on_board() {
        None if !game.has_legal_step() => game.outcome(),
        outcome => outcome,
    }?;
    let by_rules = GameResult::won_by(outcome.winner);
    let recorded = record.result;
    (recorded != by_rules)
        .then(|| format!("result {recorded}: on the board it is {by_rules} ({})", outcome.reason))
}

/// Makes a move, most often one in Standard Algebraic Notation.
fn make(game: &mut AnyGame, text: &str) -> Result<(), TurnError> {
    match game.read_san(text, 1) {
        Some(turn) => game.play_turn(&turn),
        None => make_turn(game, text).map(drop),
    }
}

fn compile(library: &Library, name: &str, board: Option<&str>) -> Option<Variant> {
    let size = match board {
        Some(board) => Some(board.parse().ok()?),
        None => None,
    };
    library.variant(name, size).ok()
}
