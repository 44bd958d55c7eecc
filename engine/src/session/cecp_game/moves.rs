//! Moves and positions from and to the GUI.

use std::sync::Arc;

use protocol::text::excerpt;
use protocol::{BoardMove, Edit, GameEvent, HostMove};
use variants::{AnyGame, Color, Definition, Fen, Outcome, Piece, Variant};

use super::resign::RecentScores;
use crate::causes::with_causes;
use crate::library::Library;
use crate::options;
use crate::session::background::OnStop;
use crate::session::choice::ChoiceError;
use crate::session::{Session, lock};
use crate::task::{Effect, Purpose};
use crate::turns;
use crate::xboard::UnsupportedRule;

impl Session {
    /// Starts a new game of chess, the engine playing Black.
    pub(super) fn new_game(&mut self) {
        let engine = Arc::clone(&self.engine);
        self.skill.new_game();
        self.lag.skip();
        self.choose(options::DEFAULT_VARIANT, move || lock(&engine).new_game());
        self.cecp.clock.reset();
        self.cecp.settings.computer = false;
        if self.cecp.mode.new_game() {
            self.cecp.clear_plan();
        }
    }

    /// Switches to the start of a game, on the board of the option if the game has one of that
    /// size.
    pub(super) fn choose_variant(&mut self, name: &str) {
        self.choose(name, || {});
    }

    fn choose(&mut self, name: &str, before: impl FnOnce() + Send + 'static) {
        let (library, name) = (self.library.clone(), name.to_owned());
        let requested = self.options.text(options::BOARD_SIZE).unwrap_or_default().to_owned();
        self.run_in_background("variant", OnStop::Finish, move |_| {
            before();
            let variant = variant_of_size(&library, &name, &requested);
            Effect::new(|session: &mut Session| match variant {
                Ok(variant) => session.play_variant(variant),
                Err(error) => session.error(format!("variant: {}", with_causes(&error))),
            })
        });
    }

    fn play_variant(&mut self, variant: Variant) {
        let name = variant.definition().name.clone();
        // A GUI is sent the game once: it does not accept another size of a board.
        self.play(variant);
        if let Err(error) = self.options.set(options::VARIANT, Some(&name)) {
            self.error(format!("variant: {error}"));
        }
    }

    /// Resets after a change to the start of a variant. On a GUI's board White moves first in every
    /// variant: if Black begins, White passes once.
    pub(in crate::session) fn start_over(&mut self) {
        self.cecp.set_up(Color::White);
    }

    /// Switches to a position.
    pub(super) fn set_board(&mut self, fen: &str) {
        match self.variant.game(fen) {
            Ok(_) if self.is_start_for_white(fen) => {
                self.game = self.variant.start();
                self.start_over();
            }
            Ok(game) => self.set_up(game),
            Err(error) => {
                self.refuse_position("setboard", &format!("'{}': {error}", excerpt(fen)));
            }
        }
    }

    fn set_up(&mut self, game: AnyGame) {
        self.cecp.set_up(game.side());
        self.game = game;
    }

    /// Refuses an invalid position of the GUI: reports it, and no move is legal until it sends
    /// another.
    fn refuse_position(&mut self, command: &str, reason: &str) {
        self.error(format!("{command}: {reason}"));
        // Without the command: XBoard would take the word for one of its own.
        let reason = format!("{reason}: set up another position, or begin a new game");
        self.cecp.mode.refuse_position(reason);
    }

    /// Whether this is the start of a game that Black begins, but with White to move: GUIs without
    /// the rules of such games send it so.
    fn is_start_for_white(&self, fen: &str) -> bool {
        let definition = self.variant.definition();
        let parse = |fen: &str| Fen::parse(fen, definition).ok();
        let (Some(given), Some(start)) = (parse(fen), parse(&definition.start)) else {
            return false;
        };
        start.side == Color::Black && given.side == Color::White && given.pieces == start.pieces
    }

    /// Changes single squares.
    pub(super) fn edit(&mut self, changes: &[Edit]) {
        match self.edited(changes) {
            Ok(game) => self.set_up(game),
            Err(error) => self.refuse_position("edit", &error),
        }
    }

    fn edited(&self, changes: &[Edit]) -> Result<AnyGame, String> {
        let definition = self.variant.definition();
        let mut fen =
            Fen::parse(&self.game.fen(), definition).map_err(|error| error.to_string())?;
        for change in changes {
            match change {
                Edit::Clear => fen.pieces.clear(),
                Edit::Put { square, piece } => {
                    let place = self.dialect.read_square(square);
                    let place = place.and_then(|place| {
                        definition.size.square(i32::from(place.file), i32::from(place.rank))
                    });
                    let place = place.ok_or_else(|| format!("no square '{square}'"))?;
                    fen.pieces.retain(|&(other, _)| other != place);
                    if let Some(letters) = piece {
                        let piece = piece_of(letters, definition);
                        let piece = piece.ok_or_else(|| format!("no piece '{letters}'"))?;
                        fen.pieces.push((place, piece));
                    }
                }
            }
        }
        // History is reset, and kings and rooks on their initial squares can castle.
        fen.en_passant = "-".to_owned();
        fen.clock = 0;
        fen.castling = "-".to_owned();
        let mut game = self.variant.set_up(&fen).map_err(|error| error.to_string())?;
        for right in ["K", "Q", "k", "q"] {
            let castling = fen.castling.trim_start_matches('-').to_owned() + right;
            let tried = Fen { castling, ..fen.clone() };
            let is_own = definition.family.is_shuffled() || stands_at_home(&fen, right, definition);
            if is_own && let Ok(better) = self.variant.set_up(&tried) {
                (fen, game) = (tried, better);
            }
        }
        Ok(game)
    }

    /// Whether a move is the complete ponder move.
    pub(super) fn is_expected(&mut self, text: &str) -> bool {
        let Some(expected) = &self.cecp.expected else { return false };
        if self.purpose() != Some(Purpose::Ponder) || protocol::split(expected).len() != 1 {
            return false;
        }
        match self.dialect.read_move(text) {
            Ok(HostMove::Piece(text)) => {
                turns::own_notation(&mut self.game, &text).as_ref() == Some(&expected.text)
            }
            Ok(HostMove::Pass) | Err(_) => false,
        }
    }

    /// Handles a move of the side to move on the board.
    pub(super) fn handle_move(&mut self, text: &str) {
        let hit = self.is_expected(text);
        if let Err(reason) = self.try_move(text) {
            let text = protocol::text::excerpt(text);
            self.send_game_event(GameEvent::IllegalMove { text, reason });
            return;
        }
        if hit {
            self.ponder_hit();
        }
        let is_searching = self.purpose().is_some();
        let game = &mut self.cecp;
        game.mode.moved(game.record.board_side(), is_searching);
        // The rest of a turn is sent after the opponent's pass.
        game.expected = None;
        game.clear_input();
        if game.mode.side().is_some() {
            self.report_result();
        }
    }

    fn try_move(&mut self, text: &str) -> Result<(), String> {
        if let Some(reason) = self.cecp.mode.unplayable() {
            return Err(reason.to_owned());
        }
        if self.purpose() == Some(Purpose::Move) {
            return Err("it is the engine's turn".to_owned());
        }
        let mv = self.dialect.read_move(text).map_err(|error| error.to_string())?;
        if let HostMove::Piece(own) = &mv
            && let Some(turn) = turns::read_part(&mut self.game, own)
            && let Some(first) = turn.moves.first()
            && let Some(objection) = self.dialect.objection(text, first)
        {
            return Err(objection.to_owned());
        }
        let pass_is_due = self.cecp.record.board_side() != self.game.side();
        self.cecp.record.play(&mut self.game, &mv).map_err(|reason| match mv {
            HostMove::Piece(_) if pass_is_due => format!("{reason}: type pass and press Enter"),
            _ => reason,
        })
    }

    /// Makes a move of the engine, and sends it.
    pub(super) fn make_move(&mut self, mv: &BoardMove) {
        if let Err(error) = self.cecp.record.play(&mut self.game, &turns::own_text(mv)) {
            // Never observed; the GUI would not accept it either.
            log::error!("the engine's own move {mv:?} is illegal: {error}");
            self.error(format!("internal error: {error}"));
            self.cecp.unsent.clear();
            self.cecp.mode.wait();
            return;
        }
        self.send_game_event(GameEvent::Move(mv.clone()));
        self.report_result();
    }

    /// Reports the result if the game is over by its rules.
    pub(super) fn report_result(&mut self) {
        let Some(outcome) = self.finished() else { return };
        self.cecp.mode.end_game();
        let (result, reason) = (outcome.result(), outcome.reason.to_string());
        let won = outcome.winner.is_some() && outcome.winner == self.cecp.mode.side();
        match outcome.winner {
            _ if self.accepts_results() => {
                self.send_game_event(GameEvent::Result { result, reason })
            }
            None => self.send_game_event(GameEvent::OfferDraw),
            // The losing side reports it.
            Some(_) if won => {}
            Some(_) => self.send_game_event(GameEvent::Result { result, reason }),
        }
    }

    /// Whether the GUI accepts the engine's results. If two engines play a game without rules in
    /// the GUI, it counts a claimed draw or win as a false claim, which loses.
    pub(super) fn accepts_results(&self) -> bool {
        self.dialect.has_builtin_rules() || !self.cecp.settings.computer
    }

    /// Returns the result, if the game is over; `None` during a multi-jump.
    fn finished(&mut self) -> Option<Outcome> {
        if self.cecp.record.chain().is_empty() { self.game.outcome() } else { None }
    }

    /// Takes back moves of the board.
    pub(super) fn take_back(&mut self, moves: usize) {
        if self.cecp.mode.unplayable().is_some()
            || !self.cecp.record.take_back(&mut self.game, moves)
        {
            let there = self.cecp.record.len();
            self.error(format!("cannot take back {moves}: moves on the board: {there}"));
            return;
        }
        self.cecp.clear_plan();
        self.cecp.clear_input();
        self.cecp.mode.take_back();
        self.cecp.scores = RecentScores::default();
    }
}

/// Returns a game on a board of the requested size, if it has one of that size.
fn variant_of_size(library: &Library, name: &str, requested: &str) -> Result<Variant, ChoiceError> {
    let requested = options::board_size(requested)?;
    let variant = library.variant(name, requested).or_else(|_| library.variant(name, None))?;
    if let Some(rule) = UnsupportedRule::of(variant.definition()) {
        return Err(ChoiceError::Unsupported(name.to_owned(), rule));
    }
    Ok(variant)
}

/// Returns the piece of a FEN name: `K`, `p`, `+q`.
fn piece_of(letters: &str, definition: &Definition) -> Option<Piece> {
    let letter = letters.strip_prefix('+').unwrap_or(letters);
    let mut chars = letter.chars();
    let (Some(letter), None) = (chars.next(), chars.next()) else { return None };
    let kind = definition.piece_type(letter, letters.starts_with('+'))?;
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    Some(Piece::new(color, kind))
}

/// Whether king and rook of a castling right stand where the game's own array has them.
fn stands_at_home(fen: &Fen, right: &str, definition: &Definition) -> bool {
    let Some(castling) = definition.family.castling() else { return false };
    let is_white = right.chars().all(char::is_uppercase);
    let color = if is_white { Color::White } else { Color::Black };
    let own = &castling.sides[color];
    let size = definition.size;
    let rank = if is_white { own.rank } else { size.ranks() - 1 - own.rank };
    let side = if right.eq_ignore_ascii_case("K") { own.king_side } else { own.queen_side };
    let stands = |file: u8, fits: &dyn Fn(&Piece) -> bool| {
        let square = size.square(file.into(), rank.into());
        fen.pieces
            .iter()
            .any(|(at, piece)| Some(*at) == square && piece.color() == color && fits(piece))
    };
    side.is_some_and(|side| {
        stands(own.king, &|piece| castling.is_king(piece.kind(), definition))
            && stands(side.rook_from, &|piece| castling.rooks.contains(&piece.kind()))
    })
}
