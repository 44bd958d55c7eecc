//! Methods of games of any kind.

use std::sync::Arc;

use super::AnyGame;
use crate::display::{Look, Style, draw};
use crate::ends::{TurnCount, count_turn_ends};
use crate::turn;
use crate::{
    Bits, Color, Definition, Hands, Outcome, Pdn, Piece, PieceType, Square, TurnCourse, TurnError,
    courses, perft,
};

impl AnyGame {
    /// The game's definition.
    #[must_use]
    pub fn definition(&self) -> &Arc<Definition> {
        with_game!(self, game => &game.position().common().definition)
    }

    /// The position as a FEN; in the middle of a turn, with the side that goes on.
    #[must_use]
    pub fn fen(&self) -> String {
        with_game!(self, game => game.position().to_fen().text(self.definition()))
    }

    /// Whether castling is written as from the king's square to the rook's, as in Chess960, also in
    /// the game's own array.
    pub fn set_castling_by_rook(&mut self, on: bool) {
        with_game!(self, game => game.set_castling_by_rook(on));
    }

    /// Side to move.
    #[must_use]
    pub fn side(&self) -> Color {
        with_game!(self, game => game.position().side())
    }

    /// The position's key.
    #[must_use]
    pub fn key(&self) -> u64 {
        with_game!(self, game => game.position().key())
    }

    /// Number of steps made since the game was set up.
    #[must_use]
    pub fn ply(&self) -> usize {
        with_game!(self, game => game.ply())
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        with_game!(self, game => game.position().board().get(square))
    }

    /// Number of a side's pieces of a kind.
    #[must_use]
    pub fn piece_count(&self, color: Color, kind: PieceType) -> u32 {
        with_game!(self, game => game.position().board().pieces(color, kind).count())
    }

    /// Plies (turns, in army games) since the last progress.
    #[must_use]
    pub fn clock(&self) -> u32 {
        with_game!(self, game => game.position().clock())
    }

    /// The number of the full move, from 1, as a FEN and scores of games have it.
    #[must_use]
    pub fn move_number(&self) -> u32 {
        with_game!(self, game => game.position().to_fen().number)
    }

    /// Whether turns of the game may have several steps.
    #[must_use]
    pub fn has_long_turns(&self) -> bool {
        with_game!(self, game => game.position().has_long_turns())
    }

    /// Some legal turn, or the rest of the one in progress; `None` if there is none.
    #[must_use]
    pub fn any_turn(&mut self) -> Option<String> {
        with_game!(self, game => {
            let steps = turn::first_turn(game);
            courses(game.position(), &steps).into_iter().next().map(|turn| turn.text)
        })
    }

    /// Whether no step of the turn has been made yet.
    #[must_use]
    pub fn is_turn_start(&self) -> bool {
        with_game!(self, game => game.position().is_turn_start())
    }

    /// Whether the side to move has to answer a check, or has to take.
    #[must_use]
    pub fn is_forced(&self) -> bool {
        with_game!(self, game => game.position().is_forced())
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        with_game!(self, game => game.position().is_check())
    }

    /// In army games, the index of the army whose units this turn moves; `None` at its start and in other
    /// games.
    #[must_use]
    pub fn moving_army(&self) -> Option<usize> {
        with_game!(self, game => game.position().moving_army())
    }

    /// Pieces in hand; `None` in games without.
    #[must_use]
    pub fn hands(&self) -> Option<&Hands> {
        with_game!(self, game => game.position().hands())
    }

    /// The result, if the game is over: by the board, by repetition, the move rule, or for want of
    /// a legal step.
    #[must_use]
    pub fn outcome(&mut self) -> Option<Outcome> {
        with_game!(self, game => game.outcome())
    }

    /// The result, if the game is over by what is on the board alone: no history, no clock, no
    /// dead position.
    #[must_use]
    pub fn outcome_on_board(&self) -> Option<Outcome> {
        with_game!(self, game => game.position().outcome_on_board())
    }

    /// The legal steps as text, sorted by bytes.
    #[must_use]
    pub fn step_texts(&mut self) -> Vec<String> {
        with_game!(self, game => {
            let mut steps = Vec::new();
            game.legal_steps(&mut steps);
            let mut texts: Vec<String> =
                steps.iter().map(|&step| game.position().step_text(step)).collect();
            texts.sort_unstable();
            texts
        })
    }

    /// Whether there is a legal step.
    #[must_use]
    pub fn has_legal_step(&mut self) -> bool {
        with_game!(self, game => {
            let mut steps = Vec::new();
            // One step is enough.
            game.legal_steps_while(&mut steps, 1, &mut || false);
            !steps.is_empty()
        })
    }

    /// Number of legal steps.
    #[must_use]
    pub fn step_count(&mut self) -> usize {
        with_game!(self, game => {
            let mut steps = Vec::new();
            game.legal_steps(&mut steps);
            steps.len()
        })
    }

    /// The steps that are illegal by repetition alone, as text, sorted by bytes.
    #[must_use]
    pub fn barred_texts(&mut self) -> Vec<String> {
        with_game!(self, game => {
            let steps = game.barred_steps();
            let mut texts: Vec<String> =
                steps.iter().map(|&step| game.position().step_text(step)).collect();
            texts.sort_unstable();
            texts
        })
    }

    /// Makes one step: a turn, or one unit's move or the `end` of a turn in army games.
    ///
    /// # Errors
    /// When the text is no legal step; nothing has changed then.
    pub fn play_step(&mut self, text: &str) -> Result<(), TurnError> {
        with_game!(self, game => turn::play_step(game, text))
    }

    /// Makes a whole turn, or, in the middle of one, the rest of it.
    ///
    /// # Errors
    /// When the text is no legal turn; nothing has changed then.
    pub fn play_turn(&mut self, text: &str) -> Result<(), TurnError> {
        with_game!(self, game => turn::play_turn(game, text).map(drop))
    }

    /// A legal turn in Standard Algebraic Notation; `None` when it is not legal, and in games whose
    /// turns have several legs or pieces. See [`san`](crate::san).
    #[must_use]
    pub fn san(&mut self, turn: &str) -> Option<String> {
        with_game!(self, game => {
            let steps = turn::read_turn(game, turn).ok()?;
            crate::san(game, *steps.first()?)
        })
    }

    /// The legal turn that a text in Standard Algebraic Notation means, ranks numbered from
    /// `first_rank`; `None` where there is none. See [`read_san`](crate::read_san).
    #[must_use]
    pub fn read_san(&mut self, text: &str, first_rank: u16) -> Option<String> {
        with_game!(self, game => {
            let step = crate::read_san(game, text, first_rank)?;
            Some(game.position().step_text(step))
        })
    }

    /// The legal step that a text in Standard Algebraic Notation means, also a move of a turn that has
    /// several. See [`read_san_step`](crate::read_san_step).
    #[must_use]
    pub fn read_san_step(&mut self, text: &str, first_rank: u16) -> Option<String> {
        with_game!(self, game => {
            let step = crate::read_san_step(game, text, first_rank)?;
            Some(game.position().step_text(step))
        })
    }

    /// A legal turn in Portable Draughts Notation; `None` when it is not legal, and in games without
    /// that notation.
    #[must_use]
    pub fn pdn(&mut self, turn: &str) -> Option<String> {
        with_game!(self, game => {
            let step = *turn::read_turn(game, turn).ok()?.first()?;
            let mut steps = Vec::new();
            game.legal_steps(&mut steps);
            game.position().pdn(&steps, step)
        })
    }

    /// The position in Portable Draughts Notation, in games that have it.
    #[must_use]
    pub fn pdn_fen(&self) -> Option<String> {
        let pdn = Pdn::of(self.definition())?;
        pdn.fen(&with_game!(self, game => game.position().to_fen()))
    }

    /// The legs, in the game's own notation, that a text has made of a chain of jumps that goes on,
    /// each given by the piece jumped over, its landing or both; `None` if it begins none.
    #[must_use]
    pub fn begun_chain(&mut self, text: &str) -> Option<String> {
        with_game!(self, game => {
            let mut steps = Vec::new();
            game.legal_steps(&mut steps);
            game.position().begins(&steps, text)
        })
    }

    /// Returns the effect of a legal turn on the board, leg by leg, without making it.
    ///
    /// # Errors
    /// When the text is no legal turn.
    pub fn turn_course(&mut self, text: &str) -> Result<TurnCourse, TurnError> {
        with_game!(self, game => {
            let steps = turn::read_turn(game, text)?;
            Ok(courses(game.position(), &steps).into_iter().next().unwrap_or_default())
        })
    }

    /// Returns the effect of the legal step of this text, as a turn that may be unfinished.
    #[must_use]
    pub fn step_course(&mut self, text: &str) -> Option<TurnCourse> {
        with_game!(self, game => {
            let step = turn::read_step(game, text)?;
            courses(game.position(), &[step]).into_iter().next()
        })
    }

    /// Returns the effect of each legal step, as a turn that may be unfinished, in the order in
    /// which steps are generated.
    #[must_use]
    pub fn step_courses(&mut self) -> Vec<TurnCourse> {
        with_game!(self, game => {
            let mut steps = Vec::new();
            game.legal_steps(&mut steps);
            let course = |&step| courses(game.position(), &[step]);
            steps.iter().flat_map(course).collect()
        })
    }

    /// Takes back the last turn, or what was made of the one in progress; false when there is
    /// none.
    pub fn undo_turn(&mut self) -> bool {
        with_game!(self, game => turn::undo_turn(game))
    }

    /// Takes back steps until at most `ply` are made.
    pub fn undo_to(&mut self, ply: usize) {
        with_game!(self, game => while game.ply() > ply && game.undo() {});
    }

    /// Leaves of the tree of legal steps, on this thread.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        with_game!(self, game => perft(game.position(), depth))
    }

    /// Numbers of turns of 1 to `most` steps; see [`TurnCount`].
    #[must_use]
    pub fn count_turn_ends(&self, most: usize) -> Vec<TurnCount> {
        with_game!(self, game => count_turn_ends(game.position(), most))
    }

    /// Check, mandatory captures and the like, for people; may be empty.
    #[must_use]
    pub fn notes(&self) -> String {
        with_game!(self, game => game.position().notes())
    }

    /// The board as text, for people.
    #[must_use]
    pub fn draw(&self, style: Style) -> String {
        self.draw_with(&Look { style, ..Look::default() })
    }

    /// The board as text, for people, with an appearance.
    #[must_use]
    pub fn draw_with(&self, look: &Look<'_>) -> String {
        with_game!(self, game => draw(game.position(), look))
    }
}
